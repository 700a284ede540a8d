"""Two readings of the rules agree: the program's own, and the slow one beside this file.

Each promise is kept over hundreds of random dungeons an edition: level, squares and measures of every finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Obstacle, ObstacleKind, SectionKind
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Corners, Metric, RuleEntry, RuleLevel, Ruleset
from oracle import spacing
from oracle.dungeons import (
    draw_dungeons,
    draw_halls,
    draw_loops,
    draw_tiled,
    keep_one_zone_each,
    make_section,
    remove_doubled_traps,
)
from oracle.floor import Floor, Found
from oracle.junctions import find_narrow_junctions
from oracle.play import JUMPED, NOT, Walk, check_dead_squares, check_ways_to_chests
from oracle.width import Width
from oracle.zones import Alike, Apart, find_zones, list_blocks_apart, list_several_apart, list_tiles_apart
from tests.soak import count, soak

LEVELS = {RuleLevel.MUST: "error", RuleLevel.SHOULD: "warning", RuleLevel.NOTICE: "info"}
OFF = RuleEntry(level=RuleLevel.MUST, parameters={})


def make_edition(edition: str, rule: str, **parameters: object) -> Ruleset:
    """Return an edition cut down to one rule, its parameters changed as a house ruleset would."""
    ruleset = load_unchecked_ruleset(edition)
    entry = ruleset.rules.get(rule, OFF)
    level = RuleLevel.MUST if entry.level is RuleLevel.OFF else entry.level
    entry = replace(entry, level=level, parameters={**entry.parameters, **parameters})
    return replace(ruleset, rules={rule: entry})


def assert_agreement(layout: Layout, ruleset: Ruleset, expected: Iterable[Found], measured: bool = True) -> None:
    """Assert that the program finds what the second reading finds, and measures the same where it measures."""
    (rule,) = ruleset.rules
    found = Counter(
        Found(finding.level.value, frozenset(finding.squares), finding.measured if measured else None)
        for finding in check_board(build_board(layout), ruleset).findings
    )
    wanted = Counter(expected)
    apart = f"only the program finds {list(found - wanted)}, only the second reading {list(wanted - found)}"
    assert found == wanted, f"{rule}, {ruleset.id}: {apart} in\n{write_sketch(layout)}"


def find_level(ruleset: Ruleset) -> str:
    """Return the level of the one rule of a ruleset, as findings name it."""
    (entry,) = ruleset.rules.values()
    return LEVELS[entry.level]


WIDTH_ASKED = [("gw-1989-expanded", 2), ("naf-2019", 2), ("db7s-2019", 2), ("eagbbl", 2), ("naf-2019", 3)]


def assert_agreement_on_width(layout: Layout, edition: str, width: int) -> None:
    """Assert that the program and the second reading find the same narrow passages and pinches."""
    ruleset = make_edition(edition, "corridor-width", width=width)
    by_hand = Width(
        Floor(layout, ruleset.id), ruleset.corners.value == "strict", **ruleset.rules["corridor-width"].parameters
    )
    assert_agreement(layout, ruleset, by_hand.found(find_level(ruleset)), measured=False)


@soak
@pytest.mark.parametrize(("edition", "width"), WIDTH_ASKED)
@settings(max_examples=count(30, 3000))
@given(layout=draw_dungeons(size=14, chests=1, portals=1, zones=2))
def test_corridor_width(edition: str, width: int, layout: Layout) -> None:
    """Narrow squares and pinches are the same by arrays and by hand."""
    assert_agreement_on_width(layout, edition, width)


@soak
@pytest.mark.parametrize(("edition", "width"), WIDTH_ASKED)
def test_corridor_width_of_rings_and_halls(edition: str, width: int) -> None:
    """The same on boards of rings, pillars, lakes, thin walls and statues: 20,000 of them in `make soak`."""
    for seed in range(count(30, 4_000)):
        chance = Random(f"{edition} {width} {seed}")  # noqa: S311 - the same boards every time
        assert_agreement_on_width(draw_halls(chance), edition, width)


PILLARS = ("..#..#..#..#..",) * 2
FOUR_PILLARS = (*("..............",) * 2, *PILLARS, *("..............",) * 2)


@pytest.mark.parametrize("at", [(0, 0), (13, 0), (0, 5), (13, 5)])
def test_corridor_width_among_pillars(at: Square) -> None:
    """Four pillars and a statue in a corner: the pillars are furniture of a hall, so nothing is narrow."""
    floor = [(x, y) for y, row in enumerate(FOUR_PILLARS) for x, letter in enumerate(row) if letter != "#"]
    statues = (Obstacle(kind=ObstacleKind.STATUE, at=at),)
    layout = Layout(sections=(make_section("A", floor, SectionKind.ROOM),), obstacles=statues)
    for edition, width in WIDTH_ASKED:
        assert_agreement_on_width(layout, edition, width)
        assert not check_board(build_board(layout), load_unchecked_ruleset(edition), select=["corridor-width"]).findings


@soak
def test_corridor_width_of_loops() -> None:
    """Grids of ways two squares wide, with pillars and statues, are all measured: 2,500 of them in `make soak`."""
    for seed in range(count(75, 2_500)):
        edition, width = WIDTH_ASKED[seed % len(WIDTH_ASKED)]
        assert_agreement_on_width(draw_loops(Random(seed)), edition, width)  # noqa: S311 - the same boards every time


SPACING = {
    "chest-spacing": spacing.check_chest_spacing,
    "portal-spacing": spacing.check_portal_spacing,
    "trap-spacing": spacing.check_trap_spacing,
    "portal-chest-distance": spacing.check_portal_chest_distance,
    "chest-end-zone-distance": spacing.check_chest_end_zone_distance,
}


@pytest.mark.parametrize(
    ("edition", "rule"),
    [
        ("naf-2019", "chest-spacing"),
        ("eagbbl", "chest-spacing"),
        ("naf-2019", "portal-spacing"),
        ("naf-2019", "trap-spacing"),
        ("gw-2021", "portal-chest-distance"),
        ("eagbbl", "chest-end-zone-distance"),
    ],
)
@soak
@settings(max_examples=count(50, 5000))
@given(layout=draw_dungeons(size=14, chests=7, portals=7))
def test_spacing(edition: str, rule: str, layout: Layout) -> None:
    """Every two things too near are found with their distance, and no others."""
    ruleset = make_edition(edition, rule)
    assert_agreement(
        layout,
        ruleset,
        SPACING[rule](Floor(layout, ruleset.id), find_level(ruleset), ruleset.rules[rule].parameters["min"]),
    )


@soak
@settings(max_examples=count(30, 3000))
@given(layout=draw_dungeons(size=24, chests=12, portals=12))
def test_spacing_of_ten(layout: Layout) -> None:
    """On wider maps, too, with the longest distance a book asks for."""
    for rule in ("chest-spacing", "portal-spacing"):
        ruleset = make_edition("gw-1989-expanded", rule)
        assert_agreement(layout, ruleset, SPACING[rule](Floor(layout, ruleset.id), find_level(ruleset), 10))


@soak
@pytest.mark.parametrize("rule", SPACING)
@pytest.mark.parametrize("corners", Corners)
@settings(max_examples=count(8, 800))
@given(layout=draw_dungeons(size=10, chests=4, portals=4))
def test_spacing_in_steps(rule: str, corners: Corners, layout: Layout) -> None:
    """A house ruleset that counts steps of movement finds the same steps."""
    ruleset = replace(make_edition("naf-2019", rule, min=7), metric=Metric.WALK, corners=corners)
    floor = Floor(layout, ruleset.id)
    assert_agreement(
        layout, ruleset, SPACING[rule](floor, find_level(ruleset), 7, spacing.measure_steps(floor, corners == "strict"))
    )


EVERY = ("gw-1989-basic", "gw-1989-expanded", "gw-2021", "brawl-2013", "naf-2019", "db7s-2019", "eagbbl")


def build_walkers(ruleset: Ruleset, layout: Layout, on_foot: bool = False) -> tuple[Walk, Walk]:
    """Return the second reading's walker by an edition's corners and chests, and one that also jumps."""
    strict, impassable, floor = (
        ruleset.corners.value == "strict",
        ruleset.chests.value == "impassable",
        Floor(layout, ruleset.id),
    )
    jumping = JUMPED.get(ruleset.id, NOT)
    return Walk(floor, strict, impassable, on_foot), Walk(floor, strict, impassable, on_foot, jumping)


@soak
@pytest.mark.parametrize("edition", EVERY)
@settings(max_examples=count(30, 3000))
@given(layout=draw_dungeons(size=10))
def test_reachability(edition: str, layout: Layout) -> None:
    """Chests cut off, end zones cut off and ways that lead nowhere are the same, portals included."""
    ruleset = make_edition(edition, "reachability")
    assert_agreement(
        layout, ruleset, check_ways_to_chests(*build_walkers(ruleset, layout), find_level(ruleset)), measured=False
    )


@soak
@pytest.mark.parametrize("edition", EVERY)
@settings(max_examples=count(20, 2000))
@given(layout=draw_dungeons(size=10, portals=2))
def test_walking_route(edition: str, layout: Layout) -> None:
    """The same on foot, and where the way is cut."""
    ruleset = make_edition(edition, "walking-route")
    walks = build_walkers(ruleset, layout, on_foot=True)
    assert_agreement(layout, ruleset, check_ways_to_chests(*walks, find_level(ruleset)), measured=False)


@soak
@pytest.mark.parametrize("edition", EVERY)
@settings(max_examples=count(20, 2000))
@given(layout=draw_dungeons(size=10, portals=2))
def test_dead_square(edition: str, layout: Layout) -> None:
    """The same squares can be got to by nobody."""
    ruleset = make_edition(edition, "dead-square")
    assert_agreement(layout, ruleset, check_dead_squares(*build_walkers(ruleset, layout), find_level(ruleset)))


@soak
@pytest.mark.parametrize("edition", ["gw-2021", "naf-2019", "db7s-2019"])
@settings(max_examples=count(60, 6000))
@given(layout=draw_dungeons(size=14, chests=1, portals=1))
def test_junction_width(edition: str, layout: Layout) -> None:
    """Each junction is as wide by hand; bridges and traps are elements, and openings measured, as the book has it."""
    layout, ruleset = remove_doubled_traps(layout), make_edition(edition, "junction-width")
    parameters = dict(ruleset.rules["junction-width"].parameters)
    assert_agreement(
        layout,
        ruleset,
        find_narrow_junctions(Floor(layout, ruleset.id), find_level(ruleset), parameters.pop("min"), **parameters),
    )


def assert_agreement_on_zones(layout: Layout, ruleset: Ruleset, apart: Apart | None) -> None:
    """Assert that the program names two sites farther apart, and how far, just when there are some."""
    found = [
        (f.level.value, f.measured, f.required, set(f.squares))
        for f in check_board(build_board(layout), ruleset).findings
    ]
    told = f"{ruleset.id}: {found} against {apart and (apart.now, apart.least)} in\n{write_sketch(layout)}"
    if apart is None or not apart.farther:
        assert not found, told
        return
    ((level, measured, required, squares),) = found
    assert (level, measured) == (find_level(ruleset), apart.now), told
    assert required > apart.least, told
    assert required in apart.named(squares, find_zones(Floor(layout, ruleset.id))), told


@soak
@settings(max_examples=count(30, 3000))
@given(layout=draw_dungeons(size=11, chests=2, portals=2, zones=5))
def test_end_zones_apart_as_blocks(layout: Layout) -> None:
    """The program knows just when two blocks lie farther apart, and the pair it names lies as far apart as it says."""
    layout, ruleset = keep_one_zone_each(layout), make_edition("eagbbl", "end-zones-apart")
    assert_agreement_on_zones(layout, ruleset, list_blocks_apart(Floor(layout, ruleset.id), (2, 4), strict=True))


@soak
@settings(max_examples=count(13, 1200))
@given(layout=draw_dungeons(size=8, chests=1, portals=1, zones=5))
def test_end_zones_apart_as_tiles(layout: Layout) -> None:
    """The same of end-zone tiles laid anew wherever they fit."""
    layout, ruleset = keep_one_zone_each(layout), make_edition("gw-2021", "end-zones-apart")
    assert_agreement_on_zones(layout, ruleset, list_tiles_apart(Floor(layout, ruleset.id)))


@soak
@settings(max_examples=count(20, 2000))
@given(layout=st.randoms(use_true_random=False).map(draw_tiled))
def test_end_zones_apart_in_a_tiled_dungeon(layout: Layout) -> None:
    """The same in dungeons as the book lays them: enclosed tiles with doors where they touch."""
    ruleset = make_edition("gw-2021", "end-zones-apart")
    assert_agreement_on_zones(layout, ruleset, list_tiles_apart(Floor(layout, ruleset.id)))


def assert_agreement_on_several(layout: Layout, ruleset: Ruleset, alike: Alike | None) -> None:
    """Assert that the program finds a better site just when there is one, names one of the best, and measures it."""
    found = [
        (f.level.value, f.measured, f.required, set(f.squares))
        for f in check_board(build_board(layout), ruleset).findings
    ]
    told = f"{ruleset.id}: {found} against {alike} in\n{write_sketch(layout)}"
    if alike is None or alike.best is None:
        assert not found, told
        return
    ((level, measured, required, squares),) = found
    assert (level, measured, required) == (
        find_level(ruleset),
        format_measure(alike.now),
        format_measure(alike.best),
    ), told
    every = set().union(*(find_zones(Floor(layout, ruleset.id)) or ()))
    named = [every | place for (_, place), spread in alike.better.items() if spread == alike.best]
    assert squares in named, told


def format_measure(spread: tuple[int, int]) -> int | str:
    """Return a least and a longest distance as a finding measures them."""
    return spread[0] if spread[0] == spread[1] else f"{spread[0]} to {spread[1]}"


def draw_several_teams(**wanted: int) -> st.SearchStrategy[Layout]:
    """Return random dungeons for three to six sides."""
    return st.integers(3, 6).flatmap(lambda sides: draw_dungeons(sides=sides, **wanted))


@soak
@settings(max_examples=count(25, 2400))
@given(layout=draw_several_teams(size=16, chests=2, portals=2, zones=5))
def test_several_end_zones_as_blocks(layout: Layout) -> None:
    """The program finds a better site for one of three to six zones just when the second reading does."""
    layout, ruleset = keep_one_zone_each(layout), make_edition("eagbbl", "end-zones-apart")
    assert_agreement_on_several(layout, ruleset, list_several_apart(Floor(layout, ruleset.id), (2, 4), strict=True))


@soak
@settings(max_examples=count(8, 800))
@given(layout=draw_several_teams(size=12, chests=1, portals=1, zones=5))
def test_several_end_zones_as_tiles(layout: Layout) -> None:
    """The same of end-zone tiles laid anew wherever they fit, one at a time."""
    layout, ruleset = keep_one_zone_each(layout), make_edition("gw-2021-multiplayer", "end-zones-apart")
    assert_agreement_on_several(layout, ruleset, list_several_apart(Floor(layout, ruleset.id), None, strict=False))


@soak
@settings(max_examples=count(15, 1600))
@given(chance=st.randoms(use_true_random=False), sides=st.integers(3, 4))
def test_several_end_zones_in_a_tiled_dungeon(chance: Random, sides: int) -> None:
    """The same in dungeons as the book lays them."""
    layout, ruleset = draw_tiled(chance, sides), make_edition("gw-2021-multiplayer", "end-zones-apart")
    assert_agreement_on_several(layout, ruleset, list_several_apart(Floor(layout, ruleset.id), None, strict=False))


@soak
@pytest.mark.parametrize("rule", ["reachability", "walking-route", "dead-square"])
@pytest.mark.parametrize("edition", ["gw-2021-multiplayer", "brawl-2013", "naf-2019"])
@settings(max_examples=count(8, 800))
@given(layout=draw_several_teams(size=12, portals=3))
def test_ways_of_several_sides(edition: str, rule: str, layout: Layout) -> None:
    """The same chests and zones of three to six teams are cut off from the same teams."""
    ruleset = make_edition(edition, rule)
    walks = build_walkers(ruleset, layout, on_foot=rule == "walking-route")
    if rule == "dead-square":
        assert_agreement(layout, ruleset, check_dead_squares(*walks, find_level(ruleset)))
    else:
        assert_agreement(layout, ruleset, check_ways_to_chests(*walks, find_level(ruleset)), measured=False)
