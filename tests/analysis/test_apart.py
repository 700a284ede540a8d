"""End-zone sites farther apart than some two, against a plain search through every pair of places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import dungeons, section_of
from oracle.floor import ORTHOGONAL, Border, Floor, Square
from oracle.floor import run as edges_of

from dungeon_designer.analysis import apart, graphs
from dungeon_designer.analysis import tile_sites as tile_sites_module
from dungeon_designer.analysis.apart import farther
from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.pairs import Search
from dungeon_designer.analysis.sites import blocks
from dungeon_designer.analysis.tile_sites import Ground, tile_sites, turned_shapes
from dungeon_designer.board.build import build
from dungeon_designer.findings import Level
from dungeon_designer.grid import block
from dungeon_designer.layout.files import read_file
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SectionKind, Team, Wall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.shape.end_zones_apart import RuleSettings, check
from dungeon_designer.rulesets.loader import load
from dungeon_designer.tiles.library import stock

EXAMPLES = Path(__file__).parents[2] / "examples"
Place = frozenset[Square]
Ways = dict[tuple[Place, Place], int]
BLOCK, TILE = RuleSettings(zone="block"), RuleSettings(zone="tile")


# --- the plain search ---------------------------------------------------------------------------------------------


def on_foot(floor: Floor) -> set[Square]:
    return floor.walkable() - floor.portals - floor.entries


def zone_squares(floor: Floor, team: Team) -> Place:
    return frozenset(square for square in floor.owner if floor.side(square) is team)


def one_zone_a_side(layout: Layout) -> bool:
    zones = [s for s in layout.sections if s.kind is SectionKind.END_ZONE]
    return {zone.side for zone in zones} == set(layout.teams) and len(zones) == 2


def block_places(floor: Floor) -> list[Place]:
    """Every 2x4 block of standing squares, the present zones' squares counted in."""
    free = floor.standing(impassable_chests=False) - floor.entries
    free |= zone_squares(floor, Team.HOME) | zone_squares(floor, Team.AWAY)
    candidates = (frozenset(block(at, size)) for at in free for size in ((2, 4), (4, 2)))
    return [place for place in candidates if place <= free]


def block_ways(floor: Floor, strict: bool) -> Ways:
    """The way between the nearest squares of any two blocks that do not overlap, where there is one."""
    ways, on, places = {}, on_foot(floor), block_places(floor)
    for place in places:
        steps = floor.reached(place & on, on, strict)
        for other in places:
            reached = [steps[square] for square in other if square in steps]
            if reached and not place & other:
                ways[place, other] = min(reached)
    return ways


def lifted(layout: Layout) -> Layout:
    """The layout without its end zones, and without what was drawn on them or their edges."""
    floor = Floor(layout)
    gone = zone_squares(floor, Team.HOME) | zone_squares(floor, Team.AWAY)
    kept = {
        name: tuple(item for item in getattr(layout, name) if item.at not in gone)
        for name in ("square_doors", "terrain", "obstacles", "portals")
    }
    edges = {
        name: tuple(
            one
            for item in getattr(layout, name)
            for one in single_edges(item)
            if not gone & set().union(*edges_of(one))
        )
        for name in ("walls", "doors")
    }
    sections = tuple(s for s in layout.sections if s.kind is not SectionKind.END_ZONE)
    return replace(layout, sections=sections, chests=(), traps=(), **kept, **edges)


def single_edges(item: Wall | EdgeDoor) -> Iterator[Wall | EdgeDoor]:
    for i in range(item.width):
        along = (i, 0) if item.side in ("north", "south") else (0, i)
        yield replace(item, at=(item.at[0] + along[0], item.at[1] + along[1]), width=1)


def tile_places(ground: Floor, zone: Section) -> Iterator[tuple[Place, set[Border]]]:
    """Every place of a tile in any turn, with the edges by which one walks out of it there."""
    xs, ys = [x for x, _ in ground.owner] or [0], [y for _, y in ground.owner] or [0]
    enclosed = ground.layout.enclosed if zone.enclosed is None else zone.enclosed
    for shape in turned_shapes(zone.squares):
        reach = max(max(square) for square in shape) + 2
        for x, y in product(range(min(xs) - reach, max(xs) + 2), range(min(ys) - reach, max(ys) + 2)):
            place = frozenset((x + dx, y + dy) for dx, dy in shape)
            if not place & set(ground.owner):
                runs = list(straight_runs(ground, place))
                if any(len(run) >= 2 for _, run in runs):
                    yield place, set(ways_out(ground, enclosed, runs))


def straight_runs(ground: Floor, place: Place) -> Iterator[tuple[int, list[Border]]]:
    """The straight runs of edges that a place shares with each section."""
    for dx, dy in ORTHOGONAL:
        edges = {a: ground.owner[b] for a in place if (b := (a[0] + dx, a[1] + dy)) in ground.owner}
        along = (abs(dy), abs(dx))
        for a, section in edges.items():
            if edges.get((a[0] - along[0], a[1] - along[1])) != section:
                found = []
                while edges.get(a) == section:
                    found.append(frozenset((a, (a[0] + dx, a[1] + dy))))
                    a = (a[0] + along[0], a[1] + along[1])
                yield section, found


def ways_out(ground: Floor, enclosed: bool, runs: list[tuple[int, list[Border]]]) -> Iterator[Border]:
    """All edges where nothing is enclosed; else those of every two-wide door in the middle of a longest run."""
    for section, run in runs:
        said = ground.layout.sections[section].enclosed
        if not (enclosed or (ground.layout.enclosed if said is None else said)):
            yield from run
        elif len(run) >= 2 and len(run) == max(len(other) for own, other in runs if own == section):
            first = (len(run) - 2) // 2
            yield from run[first : first + 2 + len(run) % 2]


def with_tile(ground: Layout, place: Place, openings: set[Border]) -> Floor:
    """The dungeon with a tile laid somewhere, walled off but for its openings."""
    shift = 20  # a tile may lie where a map cannot: left of it or above
    sections = [replace(s, at=(s.at[0] + shift, s.at[1] + shift)) for s in ground.sections]
    moved = [(x + shift, y + shift) for x, y in place]
    tile = section_of("tile", moved, SectionKind.ROOM, enclosed=True)
    floor = Floor(replace(moved_by(ground, shift), sections=(*sections, tile)))
    floor.doors |= {frozenset((x + shift, y + shift) for x, y in border) for border in openings}
    return floor


def moved_by(layout: Layout, shift: int) -> Layout:
    names = ("walls", "doors", "square_doors", "terrain", "obstacles", "portals")
    moved = {
        name: tuple(replace(item, at=(item.at[0] + shift, item.at[1] + shift)) for item in getattr(layout, name))
        for name in names
    }
    return replace(layout, **moved)


def tile_ways(ground: Layout, zone: Section, strict: bool) -> dict[Place, dict[Square, int]]:
    """For each place of a tile, the steps from its nearest square to each square of the rest of the dungeon."""
    found = {}
    for place, openings in tile_places(Floor(ground), zone):
        floor = with_tile(ground, place, openings)
        on = on_foot(floor)
        steps = floor.reached([(x + 20, y + 20) for x, y in place], on, strict)
        found[place] = {(x - 20, y - 20): n for (x, y), n in steps.items() if n}
    return found


def tiles_apart(one: dict[Square, int], other: dict[Square, int]) -> int | None:
    """The steps between two tiles, given the ways from each: to the squares one step from the other, and in."""
    ways = [one[square] + 1 for square, n in other.items() if n == 1 and square in one]
    return min(ways, default=None)


def touching(one: Place, other: Place) -> bool:
    return any(one & {(x + dx, y + dy) for x, y in other} for dx, dy in (*ORTHOGONAL, (0, 0)))


def tile_pair_ways(layout: Layout, strict: bool) -> tuple[Ways, int]:
    """The way between any two places of tiles, and that between the present ones as measured likewise; -1 for none."""
    home, away = (
        next(s for s in layout.sections if s.side is team and s.kind is SectionKind.END_ZONE) for team in layout.teams
    )
    ones, others = (tile_ways(lifted(layout), zone, strict) for zone in (home, away))
    ways, present = {}, -1
    for (one, here), (other, there) in product(ones.items(), others.items()):
        steps = tiles_apart(here, there)
        if steps is not None and not touching(one, other):
            ways[one, other] = steps
        if steps is not None and (one, other) == (frozenset(home.squares), frozenset(away.squares)):
            present = steps
    return ways, present


def present_steps(floor: Floor, strict: bool) -> int | None:
    on = on_foot(floor)
    steps = floor.reached(zone_squares(floor, Team.HOME) & on, on, strict)
    return min((steps[s] for s in zone_squares(floor, Team.AWAY) if s in steps), default=None)


# --- the rule against it ------------------------------------------------------------------------------------------


def asked(layout: Layout, ruleset: str, how: RuleSettings) -> list[tuple[object, object]]:
    """What the rule measures and requires."""
    faults = check(Context(build(layout), load(ruleset)), how)
    return [(fault.measured, fault.required) for fault in faults]


def agrees(layout: Layout, ruleset: str, how: RuleSettings, ways: Ways, present: int | None, least: int = -1) -> None:
    """A fault just when some way is longer than the present one; then it names one that is, and how long."""
    faults = list(check(Context(build(layout), load(ruleset)), how))
    least = max(least, -1 if present is None else present)
    assert bool(faults) is (present is not None and any(steps > least for steps in ways.values()))
    home, away = (len(zone_squares(Floor(layout), team)) for team in layout.teams)
    for fault in faults:
        named, first = fault.squares[home + away :], 8 if how.zone == "block" else home
        assert fault.measured == present
        assert fault.required == ways[frozenset(named[:first]), frozenset(named[first:])] > least


@settings(max_examples=150)
@given(dungeons(size=11).filter(one_zone_a_side), st.booleans())
def test_blocks_agree_with_trying_every_pair(layout: Layout, strict: bool) -> None:
    """On random dungeons two blocks farther apart are found just when the plain search finds some, by either bound."""
    floor = Floor(layout)
    ways, present = block_ways(floor, strict), present_steps(floor, strict)
    ruleset = "eagbbl" if strict else "naf-2019"
    agrees(layout, ruleset, BLOCK, ways, present)
    with patch.object(apart, "_MOST_BOUNDS", 0):
        agrees(layout, ruleset, BLOCK, ways, present)


@settings(max_examples=60)
@given(dungeons(size=8).filter(one_zone_a_side))
def test_tiles_agree_with_trying_every_pair(layout: Layout) -> None:
    """On random dungeons two tiles farther apart are found just when the plain search finds some, with either bound."""
    present = present_steps(Floor(layout), strict=False)
    assume(present is not None)
    ways, again = tile_pair_ways(layout, strict=False)
    agrees(layout, "gw-2021", TILE, ways, present, again)
    with patch.object(apart, "_MOST_BOUNDS", 0):
        agrees(layout, "gw-2021", TILE, ways, present, again)


@settings(max_examples=100)
@given(dungeons(size=14).filter(one_zone_a_side), st.integers(0, 6))
def test_what_tables_do_not_settle_is_not_claimed(layout: Layout, tables: int) -> None:
    """With too few tables the answer is either the right one and settled, or no more than was found and not settled."""
    board = build(layout)
    context = Context(board, load("naf-2019"))
    sites = blocks(board, board.walkable, context.walk.nodes, (2, 2))
    search = Search(context.walk, sites, sites)
    sure = farther(search, 0)
    with patch.object(apart, "MOST_WALKED", tables * context.walk.count - 1):
        found = farther(search, 0)
    longest = [one.pair.steps if one.pair else 0 for one in (found, sure)]
    assert sure.settled
    assert longest[0] == longest[1] if found.settled else longest[0] <= longest[1]


@settings(max_examples=100)
@given(dungeons(size=14).filter(one_zone_a_side), st.booleans())
def test_the_farthest_pair_of_all(layout: Layout, bound: bool) -> None:
    """Without zones that lie somewhere the pair found is as far apart as any two blocks that do not overlap."""
    board = build(layout)
    walk = Context(board, load("naf-2019")).walk
    sites = blocks(board, board.walkable, walk.nodes, (2, 2))
    assume(len(sites))
    search, everything = Search(walk, sites, sites), np.arange(len(sites))
    longest = -1
    for site in range(len(sites)):
        steps = sites.nearest(search.distances(0, site))
        steps[(steps == FAR) | sites.clash(site, sites, everything, 0)] = -1
        longest = max(longest, int(steps.max()))
    with patch.object(apart, "_MOST_BOUNDS", 250_000 * bound):
        assert farther(search, longest) == (None, True)
        if longest > 0:
            found = farther(search, longest - 1)
            assert (found.pair and found.pair.steps, found.settled) == (longest, True)


@pytest.mark.parametrize(("edition", "tables"), [("eagbbl", 4), ("gw-2021", 12)])
def test_legal_end_zones_are_proved_by_few_tables(edition: str, tables: int) -> None:
    """In the named dungeons a few walks are enough to know that the end zones lie as far apart as they can."""
    for path in sorted((EXAMPLES / edition).glob("*.dungeon.yaml")):
        layout, ruleset = read_file(path), load(edition)
        how = next(asked.settings for asked in configured(ruleset) if asked.rule.name == "end-zones-apart")
        context = Context(build(layout, stock()), ruleset)
        with patch.object(graphs, "table", side_effect=graphs.table) as walks:
            assert not list(check(context, how)), path.name
        assert walks.call_count <= tables, path.name


def drawn(*rows: str, **more: object) -> Layout:
    """A dungeon of ``.`` floor and ``<`` and ``>`` end zones, each one section."""
    kinds = {
        ".": (SectionKind.ROOM, None),
        "<": (SectionKind.END_ZONE, Team.HOME),
        ">": (SectionKind.END_ZONE, Team.AWAY),
    }
    sections = []
    for letter, (kind, side) in kinds.items():
        squares = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == letter]
        sections += [section_of(letter, squares, kind, side)] if squares else []
    return Layout(sections=tuple(sections), **more)  # type: ignore[arg-type]


def test_shapes_in_their_turns() -> None:
    """A square has one shape, a rectangle two, a hook four, however far from the corner it lies."""
    assert len(turned_shapes(block((3, 4), (2, 2)))) == 1
    assert turned_shapes(block((3, 4), (2, 1))) == [((0, 0), (1, 0)), ((0, 0), (0, 1))]
    assert len(turned_shapes([(5, 5), (6, 5), (5, 6)])) == 4


def test_blocks_lie_either_way_round() -> None:
    """On a floor of 4x3 lie two blocks of 2x4, both lengthwise; of 2x3, three upright and four lengthwise."""
    board = build(drawn("....", "....", "...."))
    nodes = board.walkable
    sites = blocks(board, nodes, nodes, (2, 4))
    assert sorted(map(tuple, map(sites.squares, range(len(sites))))) == [
        tuple(block((0, 0), (4, 2))),
        tuple(block((0, 1), (4, 2))),
    ]
    assert len(blocks(board, nodes, nodes, (2, 3))) == 7
    assert len(blocks(board, nodes, nodes, (2, 2))) == 6


def test_blocks_without_a_square_to_walk_on_are_none() -> None:
    """A block of which no square can be walked on has no distance to anything."""
    board = build(drawn("...."))
    nodes = board.walkable.copy()
    nodes[:2] = False
    sites = blocks(board, board.walkable, nodes, (1, 2))
    assert [sites.squares(i) for i in range(len(sites))] == [[(1, 0), (2, 0)], [(2, 0), (3, 0)]]
    assert [sites.feet_of(i).tolist() for i in range(len(sites))] == [[2], [2, 3]]


def test_find_a_site() -> None:
    """The site on some squares is found in any order of them; squares that are no site are none."""
    board = build(drawn("....", "...."))
    sites = blocks(board, board.walkable, board.walkable, (2, 2))
    assert sites.squares(sites.find([(2, 1), (1, 1), (1, 0), (2, 0)])) == block((1, 0), (2, 2))
    assert sites.find([(1, 0), (2, 0)]) == -1


def test_sites_that_clash() -> None:
    """Sites clash when they share a square, and with a gap also when they share an edge, but not at a corner."""
    board = build(drawn("......", "......", "......", "......"))
    sites = blocks(board, board.walkable, board.walkable, (2, 2))
    one = sites.find(block((0, 0), (2, 2)))
    places = {(1, 1): (True, True), (2, 0): (False, True), (2, 1): (False, True), (2, 2): (False, False)}
    for at, wanted in places.items():
        other = np.array([sites.find(block(at, (2, 2)))])
        assert tuple(bool(sites.clash(one, sites, other, gap)[0]) for gap in (0, 1)) == wanted, at


def tiles(
    layout: Layout, squares: list[Square], enclosed: bool = False, strict: bool = False
) -> dict[Place, set[Square]]:
    """Each site of a tile beside a dungeon, with the squares one walks out to."""
    board = build(layout)
    found = tile_sites(Ground(board, (), strict), squares, enclosed)
    assert found is not None
    return {frozenset(found.squares(i)): set(board.places(found.feet_of(i))) for i in range(len(found))}


def test_a_tile_touches_along_two_squares() -> None:
    """A 1x2 tile beside a 3x3 room: ends on do not touch enough, lengthwise it has room two or three ways a side."""
    sites = tiles(drawn("...", "...", "..."), block((0, 0), (1, 2)))
    assert len(sites) == 8
    assert frozenset({(0, -1), (1, -1)}) in sites
    assert frozenset({(-1, -1), (0, -1)}) not in sites


def test_the_whole_border_of_an_open_tile() -> None:
    """One walks out of an open tile straight ahead anywhere, and slantwise past its corners where corners are free."""
    room = drawn(".....", ".....")
    place = frozenset({(1, -1), (2, -1)})
    assert tiles(room, block((0, 0), (2, 1)))[place] == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert tiles(room, block((0, 0), (2, 1)), strict=True)[place] == {(1, 0), (2, 0)}


@pytest.mark.parametrize(("width", "ahead"), [(2, {1, 2}), (3, {1, 2, 3}), (4, {2, 3}), (5, {2, 3, 4}), (6, {3, 4})])
def test_the_door_of_an_enclosed_tile(width: int, ahead: set[int]) -> None:
    """The door is two wide in the middle of the run; of two middles both count."""
    room = drawn("........", "........")
    place = frozenset((x, -1) for x in range(1, width + 1))
    straight = tiles(room, block((0, 0), (width, 1)), enclosed=True, strict=True)[place]
    assert straight == {(x, 0) for x in ahead}


def test_the_door_stands_in_the_longest_run() -> None:
    """Where a tile touches another on two sides, the door is in the longer run; where nothing is two long, nowhere."""
    corner = drawn(".###", ".###", ".###", "....")
    sites = tiles(corner, block((0, 0), (2, 3)), enclosed=True, strict=True)
    assert sites[frozenset(block((1, 0), (2, 3)))] == {(0, 0), (0, 1), (0, 2)}
    assert sites[frozenset(block((1, 1), (3, 2)))] == {(1, 3), (2, 3), (3, 3)}


@pytest.mark.parametrize(("largest", "searched"), [(79, False), (80, True)])
def test_a_map_too_large_to_search(largest: int, searched: bool) -> None:
    """Where the map, three squares more each way than the dungeon, is too large to search, nothing is made up."""
    ground = Ground(build(drawn("....", "....")), (), strict=False)
    with patch.object(tile_sites_module, "LARGEST", largest):
        assert (tile_sites(ground, [(0, 0), (1, 0)], enclosed=False) is not None) is searched


def test_unsettled_is_said() -> None:
    """Where the search is not settled and finds nothing better, a notice says so; what is found better is an error."""
    layout = drawn("<<<<........>>>>", "<<<<........>>>>")
    with patch.object(apart, "MOST_WALKED", -1):
        (fault,) = check(Context(build(layout), load("eagbbl")), BLOCK)
    assert (fault.level, fault.measured, fault.required) == (Level.INFO, 9, None)
    assert "was not settled" in fault.message


def test_unsettled_tiles_are_said() -> None:
    """Where the map is too large to search for places of tiles, a notice says so."""
    with patch.object(tile_sites_module, "LARGEST", 1):
        (fault,) = check(Context(build(drawn("<<....>>", "<<....>>")), load("gw-2021")), TILE)
    assert (fault.level, fault.measured, len(fault.squares)) == (Level.INFO, 5, 8)
