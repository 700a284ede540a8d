"""Centrepieces: tiles with something special that a floor of tiles begins with, such as a platform over lava."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.generator.generator_options import Request, build_random_genome
from dungeon_designer.generator.judging import judge_floor
from dungeon_designer.generator.proposal import Proposal, describe_dungeon
from dungeon_designer.generator.tiled_floor import centrepieces, tiled_growing
from dungeon_designer.generator.tiled_floor.centrepieces import Centrepiece, find_known_centrepieces, load_centrepieces
from dungeon_designer.grid import find_bounds
from dungeon_designer.kinds import HAZARDS, Team
from dungeon_designer.layout.model import Layout, RollingBall
from dungeon_designer.layout_edits.objects import find_covered_squares
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from tests.soak import count, sample, soak

from .test_search import request

TRIES = 40
"""How many floors are tried until one has a centrepiece and is proposed."""


@cache
def brawl_request() -> Request:
    """Return a request for dungeons of brawl-2013."""
    return request("brawl-2013")


def grow_with(piece: Centrepiece, monkeypatch: pytest.MonkeyPatch) -> Proposal:
    """Return the first proposal that begins with a centrepiece."""
    monkeypatch.setattr(centrepieces, "CENTREPIECE_SHARE", 1.0)
    monkeypatch.setattr(centrepieces, "find_known_centrepieces", lambda ruleset: [piece])
    for seed in range(TRIES):
        genome = build_random_genome(Random(seed))
        floor = tiled_growing.grow_floor(brawl_request(), genome, Random(seed))
        if floor and piece.layout.sections[0].id in [section.id for section in floor.sections]:
            outcome = judge_floor(floor, brawl_request(), genome, seed)
            if isinstance(outcome, Proposal):
                return outcome
    pytest.fail(f"no dungeon with {piece.id} in {TRIES} floors")


def list_contents(layout: Layout) -> tuple[object, ...]:
    """Return how many hazards, traps, walls and machines of each kind a layout has."""
    kinds = sorted(str(each.kind) for each in (*layout.terrain, *layout.traps))
    return kinds, len(layout.walls), [type(machine).__name__ for machine in layout.machines]


@soak
@pytest.mark.parametrize("piece", sample(load_centrepieces(), 2), ids=lambda piece: piece.id)
def test_a_dungeon_grows_round_each_centrepiece(piece: Centrepiece, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dungeon with any centrepiece is proposed, has all that is on it, and no problem and no notice."""
    monkeypatch.setattr(tiled_growing, "SECOND_PIECE_SHARE", 0.0)
    layout = grow_with(piece, monkeypatch).layout
    board = build_board(layout, brawl_request().library)
    assert list_contents(layout) == list_contents(piece.layout)
    assert check_board(board, brawl_request().ruleset).findings == ()
    assert {section.kind for section in board.sections} >= {section.kind for section in piece.layout.sections} - {None}


@soak
def test_platforms_and_machines_are_as_frequent_as_in_the_named_dungeons() -> None:
    """Of ten floors of brawl-2013 at least one begins with a platform, and at least one with a machine."""
    floors = [
        tiled_growing.grow_floor(brawl_request(), build_random_genome(Random(seed)), Random(seed))
        for seed in range(count(60, 400))
    ]
    grown = [floor for floor in floors if floor]
    assert sum(any(section.kind == "platform" for section in floor.sections) for floor in grown) >= len(grown) / 10
    assert sum(bool(floor.machines) for floor in grown) >= len(grown) / 10


@soak
def test_nothing_lies_on_the_track_of_a_stone_ball(monkeypatch: pytest.MonkeyPatch) -> None:
    """No chest and no portal of a proposed dungeon lies where its ball rolls, and its notes warn of the ball."""
    (piece,) = (each for each in load_centrepieces() if each.id == "stone-run")
    proposal = grow_with(piece, monkeypatch)
    board = build_board(proposal.layout, brawl_request().library)
    run = {square for section in board.sections if section.id.startswith("run") for square in section.squares}
    assert isinstance(board.machines[0], RollingBall)
    assert run.isdisjoint({*proposal.layout.chests, *(portal.at for portal in proposal.layout.portals)})
    notes = describe_dungeon(proposal.cell, board, {Team.HOME: (5,), Team.AWAY: (5,)})
    assert "rolling ball" in notes.splitlines()[1]


def test_a_centrepiece_repeats_itself_under_half_turns() -> None:
    """The squares, the hazards and the traps of each centrepiece are the same after a half turn."""
    library = brawl_request().library
    for piece in load_centrepieces():
        (left, top), (width, height) = centrepieces._find_box(piece.layout, library)
        squares = {square for section in piece.layout.sections for square in find_covered_squares(section, library)}
        hazards = {terrain.at for terrain in piece.layout.terrain if terrain.kind in HAZARDS}
        traps = {square for trap in piece.layout.traps for square in trap.squares}
        for group in (squares, hazards, traps):
            assert {(2 * left + width - 1 - x, 2 * top + height - 1 - y) for x, y in group} == group
        assert find_bounds(squares) == ((0, 0), (width, height))


def test_brawl_alone_knows_centrepieces() -> None:
    """Each centrepiece names its clause of brawl-2013, and dungeons of other editions begin as before."""
    for edition in EDITIONS:
        known = find_known_centrepieces(load_unchecked_ruleset(edition))
        assert bool(known) is (edition == "brawl-2013")
    assert all(piece.editions["brawl-2013"] and piece.names for piece in load_centrepieces())
