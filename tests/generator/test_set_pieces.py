"""Set pieces: rooms with an idea, drawn as data."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from dungeon_designer.board.build import build
from dungeon_designer.errors import ReadError
from dungeon_designer.generator.free_floor import growing
from dungeon_designer.generator.free_floor.set_pieces import SetPiece, known_to, read_set_piece, set_pieces
from dungeon_designer.generator.options import Genome, Request
from dungeon_designer.generator.search import grower_of, possible_wishes
from dungeon_designer.generator.tiled_floor import ideas
from dungeon_designer.generator.tiled_floor.growing import grow as lay
from dungeon_designer.grid import groups
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.tiles.library import library

DRAWN = {"naf-2019", "eagbbl"}
CASES = [(piece, edition) for piece in set_pieces() for edition in piece.editions]
GOOD = "names: [Hall]\neditions: {naf-2019: The Dungeon}\nsketch: |\n  map: ...\n"


def holds(layout: Layout, piece: SetPiece) -> bool:
    """Whether a section of the layout is called after a set piece."""
    return any(section.name.endswith(piece.piece.names) for section in layout.sections)


@pytest.mark.parametrize(("piece", "edition"), CASES, ids=[f"{piece.id}-{edition}" for piece, edition in CASES])
def test_each_set_piece_finds_its_place(piece: SetPiece, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under each edition that knows it a floor is soon grown that has it."""
    request = Request(ruleset=load(edition), library=library(), seed=1)
    monkeypatch.setattr(growing, "known_to", lambda ruleset: [piece])
    monkeypatch.setattr(growing, "IDEAS", (0, 1, 0))
    monkeypatch.setattr(ideas, "known_to", lambda ruleset: [piece])
    monkeypatch.setattr(ideas, "PLAIN", 0.0)
    kinds = {kind for _, kind in piece.piece.marks}
    for seed in range(60):
        grow = growing.grow if edition in DRAWN else lay
        layout = grow(request, Genome(openness=0.6, size=0.8), Random(seed))
        if layout and (
            holds(layout, piece) or (edition not in DRAWN and kinds & {each.kind for each in layout.terrain})
        ):
            there = {each.kind for each in (*layout.terrain, *layout.obstacles, *layout.traps)}
            assert kinds <= there
            return
    pytest.fail("not in sixty floors")


def test_a_sealed_chamber_is_reached_by_no_way() -> None:
    """On a laid floor its tile touches no other, and it has a twin."""
    (sealed,) = (each for each in set_pieces() if each.sealed)
    request = Request(ruleset=load("brawl-2013"), library=library(), seed=1)
    floors = (lay(request, Genome(), Random(seed)) for seed in range(60))
    layout = next(each for each in floors if each and holds(each, sealed))
    board = build(layout, request.library)
    chambers = [each for each in board.sections if each.name.endswith(sealed.piece.names)]
    assert len(chambers) == 2
    for chamber in chambers:
        beside = {(x + i, y + j) for x, y in chamber.squares for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert beside & set(board.squares) == set(chamber.squares)


def test_what_a_set_piece_names_there_is() -> None:
    """The editions of each piece are known, and no piece is too small or too large for a floor."""
    for piece in set_pieces():
        assert piece.editions.keys() <= set(EDITIONS)
        assert piece.piece.names
        assert 12 <= len(piece.piece.squares) <= 64
    assert all(known_to(load(edition)) for edition in ("naf-2019", "eagbbl", "brawl-2013"))
    assert known_to(load("gw-2021")) == []


def test_a_piece_mirrors_onto_itself_or_not() -> None:
    """The pillared hall may lie on the middle of a dungeon; the skull has a jaw on one side and may not."""
    mirrors = {each.id: each.mirrors for each in set_pieces()}
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
    assert read_set_piece(file).piece.names == ("Hall",)
    file.write_text(text)
    with pytest.raises(ReadError) as told:
        read_set_piece(file)
    assert str(told.value).startswith(str(file))
    assert problem in str(told.value)
    assert "\n" not in str(told.value)


def test_twins_of_a_piece_are_turned_with_it() -> None:
    """A quarter turn brings each square and what lies on it round; four bring it back."""
    for piece in set_pieces():
        once, back = piece.turned(1), piece.turned(4)
        assert len(once.squares) == len(piece.piece.squares)
        assert (back.squares, set(back.marks)) == (piece.piece.squares, set(piece.piece.marks))


@pytest.mark.parametrize("edition", ["naf-2019", "gw-1989-expanded", "gw-2021"])
def test_a_sealed_chamber_may_be_wished_for(edition: str) -> None:
    """Where it is wished for a floor has, besides what ways join, rooms in the rock that have no zone."""
    request = Request(ruleset=load(edition), library=library(), seed=1, wants={"sealed-chamber": 1})
    grow = grower_of(request)
    made = (ideas.with_chamber(request, partial(grow, genome=Genome(), dice=d), d) for d in map(Random, range(60)))
    board = build(next(filter(None, made)), request.library)
    zones = {at for zone in board.of_kind(SectionKind.END_ZONE) for at in zone.squares}
    apart = [group for group in groups(board.walkable_squares) if zones.isdisjoint(group)]
    assert len(apart) == 2
    assert all(12 <= len(group) <= 24 for group in apart)


def test_no_sealed_chamber_where_all_tiles_are_laid() -> None:
    """It can be wished for in each edition that has a tile, or rock, left for it."""
    editions = [Request(ruleset=load(name), library=library(), seed=1) for name in EDITIONS]
    without = {each.ruleset.id for each in editions if "sealed-chamber" not in possible_wishes(each)}
    assert without == {"gw-1989-basic", "db7s-2019"}
