"""Set pieces: rooms with an idea, drawn as data."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import ReadError
from dungeon_designer.generator.free_floor import growing
from dungeon_designer.generator.free_floor.set_pieces import (
    SetPiece,
    find_known_set_pieces,
    load_set_pieces,
    read_set_piece,
)
from dungeon_designer.generator.generator_options import Genome, Request
from dungeon_designer.generator.search import choose_grower, needs_tiles
from dungeon_designer.generator.tiled_floor import centrepieces, tiled_set_pieces
from dungeon_designer.generator.tiled_floor.tiled_growing import grow_floor as lay
from dungeon_designer.generator.wishes import list_allowed_wishes
from dungeon_designer.grid import find_connected_groups
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.tiles.library import load_library
from tests.soak import sample, soak

DRAWN = {"naf-2019", "eagbbl"}
CASES = [(piece, edition) for piece in load_set_pieces() for edition in piece.editions]
GOOD = "names: [Hall]\neditions: {naf-2019: The Dungeon}\nsketch: |\n  map: ...\n"


def has_set_piece(layout: Layout, piece: SetPiece) -> bool:
    """Return whether a section of the layout is called after a set piece."""
    return any(section.name.endswith(piece.section.possible_names) for section in layout.sections)


def find_kinds(layout: Layout) -> set[object]:
    """Return the kinds of terrain, obstacles and traps of a layout."""
    return {each.kind for each in (*layout.terrain, *layout.obstacles, *layout.traps)}


@soak
@pytest.mark.parametrize(
    ("piece", "edition"), sample(CASES, 10), ids=[f"{piece.id}-{edition}" for piece, edition in sample(CASES, 10)]
)
def test_each_set_piece_finds_its_place(piece: SetPiece, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under each edition that knows it a floor is soon grown that has it."""
    request = Request(ruleset=load_unchecked_ruleset(edition), library=load_library(), seed=1)
    monkeypatch.setattr(growing, "find_known_set_pieces", lambda ruleset: [piece])
    monkeypatch.setattr(growing, "SET_PIECE_WEIGHTS", (0, 1, 0))
    monkeypatch.setattr(tiled_set_pieces, "find_known_set_pieces", lambda ruleset: [piece])
    monkeypatch.setattr(tiled_set_pieces, "NO_SET_PIECE_SHARE", 0.0)
    monkeypatch.setattr(centrepieces, "find_known_centrepieces", lambda ruleset: [])
    kinds = {kind for _, kind in piece.section.features}
    for seed in range(60):
        grow = growing.grow_floor if edition in DRAWN else lay
        layout = grow(request, Genome(openness=0.6, size=0.8), Random(seed))
        if layout and (
            has_set_piece(layout, piece)
            or (edition not in DRAWN and (kinds & find_kinds(layout) or (piece.has_machines and layout.machines)))
        ):
            there = find_kinds(layout)
            assert kinds <= there
            return
    pytest.fail("not in sixty floors")


def test_a_sealed_chamber_is_reached_by_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a laid floor its tile touches no other, and it has a twin."""
    monkeypatch.setattr(centrepieces, "find_known_centrepieces", lambda ruleset: [])
    (sealed,) = (each for each in load_set_pieces() if each.is_sealed)
    request = Request(ruleset=load_unchecked_ruleset("brawl-2013"), library=load_library(), seed=1)
    floors = (lay(request, Genome(), Random(seed)) for seed in range(60))
    layout = next(each for each in floors if each and has_set_piece(each, sealed))
    board = build_board(layout, request.library)
    chambers = [each for each in board.sections if each.name.endswith(sealed.section.possible_names)]
    assert len(chambers) == 2
    for chamber in chambers:
        beside = {(x + i, y + j) for x, y in chamber.squares for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert beside & set(board.squares) == set(chamber.squares)


def test_what_a_set_piece_names_there_is() -> None:
    """The editions of each piece are known, and no piece is too small or too large for a floor."""
    for piece in load_set_pieces():
        assert piece.editions.keys() <= set(EDITIONS)
        assert piece.section.possible_names
        assert 12 <= len(piece.section.squares) <= 64
    assert all(
        find_known_set_pieces(load_unchecked_ruleset(edition)) for edition in ("naf-2019", "eagbbl", "brawl-2013")
    )
    assert find_known_set_pieces(load_unchecked_ruleset("gw-2021")) == []


def test_a_piece_mirrors_onto_itself_or_not() -> None:
    """The pillared hall may lie on the middle of a dungeon; the skull has a jaw on one side and may not."""
    mirrors = {each.id: each.is_symmetric for each in load_set_pieces()}
    assert (mirrors["pillared-hall"], mirrors["skull"]) == (True, False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GOOD.replace("names", "name"), "name"),
        (GOOD.replace("map: ...", "map: .?."), "?"),
        ("names: [", "flow"),
    ],
)
def test_a_wrong_file_is_one_line(text: str, problem: str, tmp_path: Path) -> None:
    """A wrong key, a letter that means nothing, no YAML: one line names the file and what is wrong."""
    file = tmp_path / "hall.yaml"
    file.write_text(GOOD)
    assert read_set_piece(file).section.possible_names == ("Hall",)
    file.write_text(text)
    with pytest.raises(ReadError) as told:
        read_set_piece(file)
    assert str(told.value).startswith(str(file))
    assert problem in str(told.value)
    assert "\n" not in str(told.value)


def test_twins_of_a_piece_are_turned_with_it() -> None:
    """A quarter turn brings each square and what lies on it round; four bring it back."""
    for piece in load_set_pieces():
        once, back = piece.rotate(1), piece.rotate(4)
        assert len(once.squares) == len(piece.section.squares)
        assert (back.squares, set(back.features)) == (piece.section.squares, set(piece.section.features))


@soak
@pytest.mark.parametrize("edition", sample(["naf-2019", "gw-1989-expanded", "gw-2021"], 1))
def test_a_sealed_chamber_may_be_wished_for(edition: str) -> None:
    """A floor with a wish for a sealed chamber has one more group of floor in the rock, without a zone."""
    request = Request(
        ruleset=load_unchecked_ruleset(edition), library=load_library(), seed=1, wishes={"sealed-chamber": 1}
    )
    grow = choose_grower(request)
    made = (
        tiled_set_pieces.grow_with_chamber(request, partial(grow, genome=Genome(), dice=d), d)
        for d in map(Random, range(60))
    )
    board = build_board(next(filter(None, made)), request.library)
    zones = {at for zone in board.list_sections(SectionKind.END_ZONE) for at in zone.squares}
    apart = [group for group in find_connected_groups(board.walkable_squares) if zones.isdisjoint(group)]
    assert len(apart) == 2
    assert all(12 <= len(group) <= 24 for group in apart)


def test_no_sealed_chamber_where_all_tiles_are_laid() -> None:
    """The rules allow a wish for a sealed chamber in each edition that has a tile, or rock, left for it."""
    editions = [Request(ruleset=load_unchecked_ruleset(name), library=load_library(), seed=1) for name in EDITIONS]
    without = {
        each.ruleset.id for each in editions if "sealed-chamber" not in list_allowed_wishes(each, needs_tiles(each))
    }
    assert without == {"gw-1989-basic", "db7s-2019"}
