"""Where end zones could lie, and what is said where it is not settled; tests/oracle tries every pair of places."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from unittest.mock import patch

import pytest
from oracle.dungeons import make_section
from oracle.floor import Square

from dungeon_designer.analysis.movement import WalkingDistances
from dungeon_designer.analysis.zone_sites import TileSites, ZoneShape, ZoneSite, find_block_sites, list_rotated_shapes
from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Size, find_neighbour, list_block_squares
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Obstacle, ObstacleKind, SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import list_enabled_rules
from dungeon_designer.rules.shape import end_zones_apart
from dungeon_designer.rules.shape.end_zones_apart import RuleSettings, check
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.tiles.library import load_stock_library

EXAMPLES = Path(__file__).parents[2] / "examples"
Place = frozenset[Square]
BLOCK = RuleSettings(zone="block")


@pytest.mark.parametrize(("edition", "walks"), [("eagbbl", 9), ("gw-2021", 24)])
def test_legal_end_zones_are_proved_by_few_walks(edition: str, walks: int) -> None:
    """A few walks prove that the end zones of the named dungeons lie as far apart as they can."""
    for path in sorted((EXAMPLES / edition).glob("*.dungeon.yaml")):
        layout, ruleset = read_dungeon_file(path), load_unchecked_ruleset(edition)
        how = next(asked.settings for asked in list_enabled_rules(ruleset) if asked.rule.name == "end-zones-apart")
        context = Context(build_board(layout, load_stock_library()), ruleset)
        with patch.object(
            WalkingDistances, "measure_from", autospec=True, side_effect=WalkingDistances.measure_from
        ) as walked:
            assert not list(check(context, how)), path.name
        assert walked.call_count <= walks, path.name


def make_board(*rows: str, **more: object) -> Layout:
    """Return a dungeon of ``.`` floor and ``<`` and ``>`` end zones, each one section."""
    kinds = {
        ".": (SectionKind.ROOM, None),
        "<": (SectionKind.END_ZONE, Team.HOME),
        ">": (SectionKind.END_ZONE, Team.AWAY),
    }
    sections = []
    for letter, (kind, side) in kinds.items():
        squares = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == letter]
        sections += [make_section(letter, squares, kind, side)] if squares else []
    return Layout(sections=tuple(sections), **more)  # type: ignore[arg-type]


def test_shapes_in_their_turns() -> None:
    """A square has one shape, a rectangle two, a hook four, however far from the corner it lies."""
    assert len(list_rotated_shapes(list_block_squares((3, 4), (2, 2)))) == 1
    assert list_rotated_shapes(list_block_squares((3, 4), (2, 1))) == [((0, 0), (1, 0)), ((0, 0), (0, 1))]
    assert len(list_rotated_shapes([(5, 5), (6, 5), (5, 6)])) == 4


def test_blocks_lie_either_way_round() -> None:
    """On a floor of 4x3 lie two blocks of 2x4, both lengthwise; of 2x3, three upright and four lengthwise."""
    squares = list_block_squares((0, 0), (4, 3))
    sites = find_block_sites(set(squares), set(squares), (2, 4))
    assert [list(site.squares) for site in sites] == [
        list_block_squares((0, 0), (4, 2)),
        list_block_squares((0, 1), (4, 2)),
    ]
    assert len(find_block_sites(set(squares), set(squares), (2, 3))) == 7
    assert len(find_block_sites(set(squares), set(squares), (2, 2))) == 6


def test_blocks_without_a_square_to_walk_on_are_none() -> None:
    """A block of which no square can be walked on has no distance to anything."""
    sites = find_block_sites(set(list_block_squares((0, 0), (4, 1))), {(2, 0), (3, 0)}, (1, 2))
    assert [site.squares for site in sites] == [((1, 0), (2, 0)), ((2, 0), (3, 0))]
    assert [site.start_squares for site in sites] == [((2, 0),), ((2, 0), (3, 0))]


def test_sites_that_clash() -> None:
    """Sites clash when they share a square, and with a gap also when they share an edge, but not at a corner."""
    one = ZoneSite(False, 0, 0, 0, ZoneShape(tuple(list_block_squares((0, 0), (2, 2)))), ())
    places = {(1, 1): (True, True), (2, 0): (False, True), (2, 1): (False, True), (2, 2): (False, False)}
    for at, wanted in places.items():
        assert tuple(one.overlaps(list_block_squares(at, (2, 2)), gap) for gap in (False, True)) == wanted, at


def list_sites(
    layout: Layout,
    squares: list[Square],
    enclosed: bool = False,
    strict: bool = False,
    solid: Collection[Square] = (),
) -> dict[Place, set[Square]]:
    """Return each site of a tile beside a dungeon, with the squares one walks out to."""
    board = build_board(layout)
    found = TileSites(board, (), board.walkable_squares, strict, solid).find_sites(squares, enclosed)
    return {frozenset(site.squares): set(site.start_squares) for site in found}


def test_a_tile_touches_along_two_squares() -> None:
    """A 1x2 tile beside a 3x3 room: ends on do not touch enough, lengthwise it has room two or three ways a side."""
    sites = list_sites(make_board("...", "...", "..."), list_block_squares((0, 0), (1, 2)))
    assert len(sites) == 8
    assert frozenset({(0, -1), (1, -1)}) in sites
    assert frozenset({(-1, -1), (0, -1)}) not in sites


def test_the_whole_border_of_an_open_tile() -> None:
    """One walks out of an open tile straight ahead anywhere, and slantwise past its corners where corners are free."""
    room = make_board(".....", ".....")
    place = frozenset({(1, -1), (2, -1)})
    assert list_sites(room, list_block_squares((0, 0), (2, 1)))[place] == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert list_sites(room, list_block_squares((0, 0), (2, 1)), strict=True)[place] == {(1, 0), (2, 0)}


@pytest.mark.parametrize("size", [(3, 3), (40, 3)])
def test_a_tile_with_many_edges_is_left_wherever_it_touches(size: Size) -> None:
    """One walks out of an open comb onto every floor square beside it, be its edges more than the floor's or fewer."""
    room = make_board(*["." * size[0]] * size[1])
    comb = [*list_block_squares((0, 0), (9, 2)), *((x, 2) for x in range(0, 9, 2))]
    sites = list_sites(room, comb, strict=True)
    floor = set(list_block_squares((0, 0), size))
    assert sites
    for place, ahead in sites.items():
        assert ahead == {
            square for square in floor if place.intersection(find_neighbour(square, side) for side in SIDES)
        }


def test_nobody_leaves_past_an_obstacle_that_is_a_wall() -> None:
    """Past a throne before the opening one walks out slantwise; past a statue where statues are walls, not."""
    room = make_board(".....", ".....", obstacles=(Obstacle(at=(2, 0), kind=ObstacleKind.STATUE),))
    place = frozenset({(1, -1), (2, -1)})
    assert list_sites(room, list_block_squares((0, 0), (2, 1)))[place] == {(0, 0), (1, 0), (3, 0)}
    assert list_sites(room, list_block_squares((0, 0), (2, 1)), solid={(2, 0)})[place] == {(0, 0), (1, 0)}


@pytest.mark.parametrize(("width", "ahead"), [(2, {1, 2}), (3, {1, 2, 3}), (4, {2, 3}), (5, {2, 3, 4}), (6, {3, 4})])
def test_the_door_of_an_enclosed_tile(width: int, ahead: set[int]) -> None:
    """The door is two wide in the middle of the run; of two middles both count."""
    room = make_board("........", "........")
    place = frozenset((x, -1) for x in range(1, width + 1))
    straight = list_sites(room, list_block_squares((0, 0), (width, 1)), enclosed=True, strict=True)[place]
    assert straight == {(x, 0) for x in ahead}


def test_the_door_stands_in_the_longest_run() -> None:
    """The door of a tile that touches another on two sides is in the longer run; no run of one square has one."""
    corner = make_board(".###", ".###", ".###", "....")
    sites = list_sites(corner, list_block_squares((0, 0), (2, 3)), enclosed=True, strict=True)
    assert sites[frozenset(list_block_squares((1, 0), (2, 3)))] == {(0, 0), (0, 1), (0, 2)}
    assert sites[frozenset(list_block_squares((1, 1), (3, 2)))] == {(1, 3), (2, 3), (3, 3)}


def test_unsettled_is_said() -> None:
    """A search that is not settled gives a notice if it finds nothing better, and an error if it does."""
    layout = make_board("<<<<........>>>>", "<<<<........>>>>")
    with patch.object(end_zones_apart, "MAX_WALKED_SQUARES", -1):
        (fault,) = check(Context(build_board(layout), load_unchecked_ruleset("eagbbl")), BLOCK)
    assert (fault.level, fault.measured, fault.required) == (Level.INFO, 9, None)
    assert "was not settled" in fault.message
