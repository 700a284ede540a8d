"""Floors that are drawn freely: what no person would draw is not in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.generator.archive import MAX_LIKENESS, FloorShape, measure_likeness
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.free_floor.floor_builder import _build_bridge, _build_irregular_shapes
from dungeon_designer.generator.free_floor.floor_layout import _list_statue_patterns
from dungeon_designer.generator.free_floor.growing import grow_floor
from dungeon_designer.generator.generator_options import Genome, build_random_genome
from dungeon_designer.grid import Size, Square, find_bounds, find_connected_groups, list_block_squares
from dungeon_designer.layout.model import Layout, Section, SectionKind, TerrainKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode, build_symmetry
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_library
from scripts.measure_proposals import measure_zone_share
from tests.soak import count, sample, soak

from .recorded import matches_record
from .test_search import HOUSE, request

WAYS = (SectionKind.CORRIDOR, SectionKind.BRIDGE)


@cache
def grow_floors(ruleset: str = "naf-2019", symmetry: SymmetryMode = SymmetryMode.HALF_TURN) -> tuple[Layout, ...]:
    """Return floors grown with the first dice."""
    asked, found = request(ruleset, symmetry=symmetry), []
    for seed in range(count(24, 1000)):
        dice = Random(seed)
        if floor := grow_floor(asked, build_random_genome(dice), dice):
            found.append(floor)
    assert len(found) > count(8, 400)
    return tuple(found)


@soak
@pytest.mark.parametrize(
    "ruleset", sample(["naf-2019", "eagbbl", "gw-1989-expanded", str(HOUSE / "lantern-league.toml")], 2)
)
@pytest.mark.parametrize("symmetry", sample(list(SymmetryMode), 3))
def test_the_same_dice_draw_the_same_floor(ruleset: str, symmetry: SymmetryMode) -> None:
    """A floor is known by its dice: drawn anew it is the one that is recorded."""
    wanted = request(ruleset, symmetry=symmetry, team_count=4 if symmetry is SymmetryMode.QUARTER_TURNS else 2)
    drawn = (grow_floor(wanted, build_random_genome(Random(seed)), Random(seed)) for seed in range(4))
    assert matches_record(f"{Path(ruleset).stem}, {symmetry}", filter(None, drawn))


@soak
@pytest.mark.parametrize("ruleset", ["naf-2019", "eagbbl", "gw-1989-expanded"])
def test_end_zones_lie_at_the_ends(ruleset: str) -> None:
    """Two teams' end zones lie .65 of the floor's longer side apart, and over .8 on two of three floors without boards.

    The End Zone boards of gw-1989-expanded are twelve squares long, so that .8 would need floors of unusual length.
    """
    shares = [measure_zone_share(build_board(floor, load_library())) for floor in grow_floors(ruleset)]
    assert min(shares) >= 0.65
    if ruleset != "gw-1989-expanded":
        assert sum(share > 0.8 for share in shares) >= len(shares) * 2 / 3


BOARDS = "gw-1989-expanded"
"""The edition whose end zones have the shape of boards."""


def count_board_notices(floor: Layout) -> int:
    """Return how many end zones of a floor do not have the shape of an End Zone board."""
    return len(check_board(build_board(floor, load_library()), load_ruleset(BOARDS), select=["end-zone-size"]).findings)


@soak
@pytest.mark.parametrize("symmetry", sample(list(SymmetryMode), 3))
def test_end_zones_have_the_shape_of_boards(symmetry: SymmetryMode) -> None:
    """Under gw-1989-expanded nine of ten tries give a floor, and each end zone has the shape of an End Zone board."""
    team_count, tries = 4 if symmetry is SymmetryMode.QUARTER_TURNS else 2, count(10, 300)
    wanted = request(BOARDS, symmetry=symmetry, team_count=team_count)
    drawn = (grow_floor(wanted, build_random_genome(Random(seed)), Random(seed)) for seed in range(tries))
    floors = list(filter(None, drawn))
    assert len(floors) >= tries * 0.9
    assert not any(map(count_board_notices, floors))


@pytest.mark.parametrize(
    ("wish", "notices"),
    [({"fit": (60, 34)}, 0), ({"squares": (320, 350)}, 0), ({"fit": (40, 30)}, 2), ({"squares": (200, 220)}, 2)],
)
def test_a_floor_too_small_for_boards_has_other_end_zones(wish: dict[str, Size], notices: int) -> None:
    """Where boards leave too little for rooms, both end zones are rectangles, so that a small floor is drawn at all."""
    wanted = request(BOARDS, **wish)
    drawn = (grow_floor(wanted, build_random_genome(Random(seed)), Random(seed)) for seed in range(10))
    floors = list(filter(None, drawn))
    assert len(floors) >= 6
    assert {count_board_notices(floor) for floor in floors} == {notices}


def find_links(layout: Layout) -> dict[str, set[str]]:
    """Return which sections lie beside which, but for the hazards between them."""
    wet = {terrain.at for terrain in layout.terrain if terrain.kind is not TerrainKind.BRIDGE}
    owner = {at: section.id for section in layout.sections for at in section.squares if at not in wet}
    found: dict[str, set[str]] = {section.id: set() for section in layout.sections}
    for (x, y), name in owner.items():
        for beside in ((x + 1, y), (x, y + 1)):
            other = owner.get(beside, name)
            if other != name:
                found[name].add(other)
                found[other].add(name)
    return found


def map_sections(layout: Layout) -> dict[str, Section]:
    """Return the sections by their ids."""
    return {section.id: section for section in layout.sections}


@soak
def test_no_way_leads_nowhere() -> None:
    """Every way joins two places at least."""
    for floor in grow_floors():
        near = find_links(floor)
        assert all(len(near[section.id]) > 1 for section in floor.sections if section.kind in WAYS)


@soak
def test_no_room_lies_behind_a_dead_end() -> None:
    """No dead end lies behind a room that itself is left by no other way than the one that leads there."""
    for floor in grow_floors():
        near, by_id = find_links(floor), map_sections(floor)
        for name, beside in near.items():
            if len(beside) > 1 or by_id[name].kind is not SectionKind.ROOM:
                continue
            (way,) = beside
            others = near[way] - {name}
            if len(others) == 1 and by_id[(place := others.pop())].kind is SectionKind.ROOM:
                assert len(near[place]) > 2


@soak
@pytest.mark.parametrize("ruleset", sample(["naf-2019", "eagbbl"], 1))
def test_a_room_is_wider_than_the_way_to_it(ruleset: str) -> None:
    """No room looks like the end of the way that leads to it: each is wider than the way is."""
    for floor in grow_floors(ruleset):
        by_id, near = map_sections(floor), find_links(floor)
        for name, beside in near.items():
            if by_id[name].kind is not SectionKind.ROOM or len(beside) > 1:
                continue
            (way,) = beside
            squares, others = set(by_id[name].squares), set(by_id[way].squares)
            mouth = {at for at in squares if _list_neighbours(at, others)}
            flat = len({y for _, y in mouth}) == 1
            _, (width, height) = find_bounds(list(squares))
            assert by_id[way].kind is SectionKind.BRIDGE or (width if flat else height) > len(mouth)


@soak
@pytest.mark.parametrize("symmetry", [SymmetryMode.HALF_TURN, SymmetryMode.OFF])
def test_sides_begin_in_different_rooms(symmetry: SymmetryMode) -> None:
    """No two end zones open into one room, even where rooms are large and ways short."""
    asked, near_by = request("naf-2019", symmetry=symmetry), Genome(openness=0.9, length=0.0)
    grown = [grow_floor(asked, near_by, Random(seed)) for seed in range(count(8, 1000))]
    for floor in filter(None, grown):
        near = find_links(floor)
        home, away = (near[section.id] for section in floor.sections if section.side)
        assert home.isdisjoint(away)


@soak
@pytest.mark.parametrize("ruleset", ["naf-2019", "eagbbl"])
def test_statues_stand_on_floor(ruleset: str) -> None:
    """No statue stands in rock, as in the block that a way leads round."""
    for floor in grow_floors(ruleset):
        squares = {at for section in floor.sections for at in section.squares}
        assert squares.issuperset(obstacle.at for obstacle in floor.obstacles)


@pytest.mark.parametrize(("size", "ways"), [((9, 10), 4), ((10, 9), 4), ((12, 6), 2), ((5, 5), 1), ((4, 9), 0)])
def test_statues_stand_alike_about_the_middle_of_a_room(size: Size, ways: int) -> None:
    """Each pattern is its own image both ways, and two squares of floor lie between it and the walls."""
    found = list(_list_statue_patterns(frozenset(list_block_squares((3, 7), size))))
    assert len(found) == ways
    for pattern in found:
        assert {(2 * 3 + size[0] - 1 - x, y) for x, y in pattern} == set(pattern)
        assert {(x, 2 * 7 + size[1] - 1 - y) for x, y in pattern} == set(pattern)
        assert set(pattern) <= set(list_block_squares((5, 9), (size[0] - 4, size[1] - 4)))


def test_some_floors_begin_with_a_way_and_some_with_a_room() -> None:
    """The middle of a floor is a room in some floors, and a passage between two rooms in others."""
    begun = set()
    for floor in grow_floors():
        squares = [at for section in floor.sections for at in section.squares]
        corner, size = find_bounds(squares)
        middle = corner[0] + size[0] // 2, corner[1] + size[1] // 2
        begun.update(section.kind for section in floor.sections if middle in section.squares)
    assert begun & {*WAYS}
    assert begun - {*WAYS}


@soak
def test_ways_that_go_straight_on_are_one() -> None:
    """No way is drawn in pieces: two of one width do not meet end to end in one rectangle."""
    for floor in grow_floors():
        by_id = map_sections(floor)
        for name, beside in find_links(floor).items():
            for other in beside:
                if by_id[name].kind is by_id[other].kind is SectionKind.CORRIDOR:
                    assert not _is_one_strip(set(by_id[name].squares), set(by_id[other].squares))


def _is_one_strip(one: set[Square], other: set[Square]) -> bool:
    """Return whether two sets of squares fill a rectangle no wider than either."""
    sizes = [find_bounds(list(each))[1] for each in (one | other, one, other)]
    width, height = sizes[0]
    return len(one | other) == width * height and len({min(size) for size in sizes}) == 1


@soak
@pytest.mark.parametrize("symmetry", [SymmetryMode.HALF_TURN, SymmetryMode.LEFT_RIGHT, SymmetryMode.TOP_BOTTOM])
def test_a_floor_repeats_itself_across_its_middle(symmetry: SymmetryMode) -> None:
    """Floor, hazards, statues and pits lie on their twins' squares, and zones on those of the other side."""
    for floor in grow_floors(symmetry=symmetry):
        squares = {at for section in floor.sections for at in section.squares}
        (turn,) = build_symmetry(symmetry, list(squares)).list_transforms()
        for layer in (
            squares,
            {terrain.at for terrain in floor.terrain},
            {obstacle.at for obstacle in floor.obstacles},
            {trap.at for trap in floor.traps},
        ):
            assert {turn.transform_square(at) for at in layer} == layer
        one, other = (set(section.squares) for section in floor.sections if section.side)
        assert {turn.transform_square(at) for at in one} == other


def test_four_sides_have_a_quarter_each() -> None:
    """With quarter turns and four sides each zone is the next one's twin."""
    floor = next(iter(grow_four_sided()))
    zones = [section for section in floor.sections if section.kind is SectionKind.END_ZONE]
    assert [zone.side for zone in sorted(zones, key=lambda zone: list(floor.teams).index(zone.side))] == list(
        floor.teams
    )  # type: ignore[arg-type]


def grow_four_sided() -> list[Layout]:
    """Return some floors for four."""
    asked = request("naf-2019", team_count=4, symmetry=SymmetryMode.QUARTER_TURNS)
    grown = (grow_floor(asked, build_random_genome(Random(seed)), Random(seed)) for seed in range(60))
    return [floor for floor in grown if floor]


@soak
def test_a_floor_is_one_piece_at_the_corner_of_the_grid() -> None:
    """All floor hangs together, and begins in the first row and column."""
    for floor in grow_floors():
        squares = {at for section in floor.sections for at in section.squares}
        assert len(list(find_connected_groups(squares))) == 1
        assert (min(x for x, _ in squares), min(y for _, y in squares)) == (0, 0)


def _list_neighbours(at: Square, among: set[Square]) -> set[Square]:
    x, y = at
    return among & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def test_numbers_come_from_the_ruleset() -> None:
    """Squares, zones, widths and distances are those of the rules' own settings, whatever ruleset it is."""
    naf, eagbbl = read_constraints(request("naf-2019")), read_constraints(request("eagbbl"))
    assert (naf.squares, naf.zone_sizes, naf.min_passage_width, naf.min_junction_width, naf.must_be_far_apart) == (
        (250, 280),
        ((2, 3),),
        2,
        2,
        False,
    )
    assert (eagbbl.zone_sizes, eagbbl.must_be_far_apart, eagbbl.chest_zone_distance) == (((2, 4),), True, 8)
    cup = read_constraints(request(str(HOUSE / "kings-cup.toml")))
    assert (cup.squares, cup.chest_zone_distance, cup.zone_sizes) == ((180, 220), 6, naf.zone_sizes)
    assert (naf.free_floor_squares, eagbbl.squares) == (naf.squares, None)
    assert read_constraints(request(str(HOUSE / "lantern-league.toml"))).max_room_width == 6


@soak
def test_likeness_found_fast_is_likeness() -> None:
    """The quick way to tell floors apart says the same as the slow one."""
    squares = [{at for section in floor.sections for at in section.squares} for floor in grow_floors()[:8]]
    squares += [set(sorted(each)[:-20]) for each in squares[:2]]
    for one in squares:
        for other in squares:
            assert FloorShape(one).is_too_similar(FloorShape(other)) == (measure_likeness(one, other) > MAX_LIKENESS)


SHAPES = {
    (
        (6, 5),
        False,
        False,
    ): "#....#/....../....../....../#....# #....#/....../....../....../#....# ##..../##..../....../....../......",
    (
        (5, 6),
        True,
        False,
    ): "#...#/...../...../...../...../#...# #...#/...../...../...../...../#...# ...##/...##/...../...../...../.....",
    ((7, 8), False, True): "##...##/#.....#/......./......./......./......./#.....#/##...## "
    "##...##/##...##/......./......./......./......./##...##/##...## "
    "......./......./......./......./......./###..../###..../###....",
}


@pytest.mark.parametrize("drawn", SHAPES)
def test_rooms_have_an_octagon_a_cross_and_an_angle(drawn: tuple[Size, bool, bool]) -> None:
    """Corners are cut by one square or by three, halls cross in the middle, an angle lacks one corner."""
    (width, height), right, low = drawn
    found = [
        "/".join("".join("#."[(x, y) in shape] for x in range(width)) for y in range(height))
        for shape in _build_irregular_shapes((width, height), right, low)
    ]
    assert found == SHAPES[drawn].split()


@pytest.mark.parametrize(("wide", "planks"), [(4, "~..~"), (5, "~...~"), (6, "~~..~~")])
def test_a_bridge_lies_in_the_middle_of_its_hazard(wide: int, planks: str) -> None:
    """A bridge over a hazard is two or three squares wide in every row of the passage."""
    rows = [(x, y) for y in range(3) for x in range(wide)]
    bridge = _build_bridge(rows, wide)
    assert "".join("~."[at in bridge.bridge_squares] for at in rows) == planks * 3
    assert bridge.hazard_squares == bridge.squares - bridge.bridge_squares
