"""Floors laid from tiles: legal, symmetric, in one piece, and as the ruleset and the request say."""

from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from dungeon_designer.analysis.passages import BorderRun, find_junctions, is_wall_or_gap
from dungeon_designer.board.model import DOOR
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.generator_options import Genome, build_random_genome
from dungeon_designer.generator.search import choose_grower
from dungeon_designer.generator.tiled_floor.supply import build_supply
from dungeon_designer.generator.tiled_floor.tiled_growing import _choose_square_range, grow_floor
from dungeon_designer.grid import Square, find_bounds, find_neighbour, measure_distance
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode, build_symmetry
from tests.generator.laid import (
    CASES,
    SEEDS,
    find_broken_rules,
    grow_case,
    grow_floors,
    make_board,
    make_dice,
    make_request,
)
from tests.generator.recorded import matches_record

TWO_BOXES = """
id = "two-boxes"
name = "Two boxes"
extends = "gw-2021"
[rules.tile-supply]
boxes = 2
[rules.tile-mix]
kinds = { corridor = { min = 9 }, small_room = { min = 5 }, large_room = { min = 1, max = 1 } }
"""

NO_DOORS_ASKED = """
id = "three-corridors"
name = "Three corridors"
extends = "gw-2021"
[rules.end-zones-apart]
level = "off"
[rules.tile-mix]
kinds = { corridor = { max = 5 }, small_room = { min = 4, max = 4 }, large_room = { min = 2 } }
"""


def write_house_rules(folder: Path, text: str) -> Path:
    """Return a house ruleset in a file."""
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def count_tiles(floor: Layout) -> Counter[str]:
    """Return how often each tile lies on a floor."""
    return Counter(section.tile for section in floor.sections)


@pytest.mark.parametrize("case", CASES)
def test_most_attempts_lay_a_floor_that_keeps_every_rule_on_floors(case: str) -> None:
    """At least three of eight attempts give a floor, and half of these keep all rules that a floor can keep."""
    found, request = grow_case(case), make_request(case)
    legal = [floor for floor in found if not find_broken_rules(floor, request)]
    assert len(found) >= 3
    assert len(legal) >= len(found) / 2


@pytest.mark.parametrize("case", CASES)
def test_the_same_dice_lay_the_same_floor(case: str) -> None:
    """A floor is known by its dice: grown anew it is the one that is recorded, in the form in which it is saved."""
    again = list(grow_floors(make_request(case), 4))
    assert matches_record(case, again)
    assert all(normalise_layout(floor) == floor for floor in again)


@pytest.mark.parametrize("case", [case for case, (_, way, _) in CASES.items() if way is not SymmetryMode.OFF])
def test_the_rooms_repeat_each_other_across_the_middle(case: str) -> None:
    """Every tile has a twin that covers the squares across the middle, boards with their own insides."""
    request = make_request(case)
    for floor in grow_case(case):
        boxes = {find_bounds(section.covered_squares) for section in make_board(floor).sections}
        symmetry = build_symmetry(request.symmetry, list(make_board(floor).squares))
        if any(section.kind is SectionKind.BOARD for section in make_board(floor).sections):
            continue
        turn = next(symmetry.list_transforms())
        missing = [box for box in boxes if turn.transform_box(*box) not in boxes]
        assert not missing


@pytest.mark.parametrize("case", CASES)
def test_all_floor_hangs_together_and_every_side_has_its_zones(case: str) -> None:
    """All sections but a sealed chamber are connected, and all teams have equally many zones or entries."""
    request = make_request(case)
    for floor in grow_case(case):
        board = make_board(floor)
        zones = [s for s in board.sections if s.kind in (SectionKind.END_ZONE, SectionKind.ENTRY)]
        each = 3 if zones[0].kind is SectionKind.ENTRY else 1
        assert Counter(zone.team for zone in zones) == dict.fromkeys(list(Team)[: request.team_count], each)
        graph = nx.Graph(joint.pair for joint in find_junctions(board) if joint.is_passable)
        graph.add_nodes_from(number for number, each in enumerate(board.sections) if not each.name)
        assert nx.is_connected(graph)


@pytest.mark.parametrize("case", ["one box", "one box, free", "a box and the colleges", "four sides"])
def test_no_corridor_leads_nowhere(case: str) -> None:
    """A door is at most one square away from every square at the end of a corridor."""
    for floor in grow_case(case):
        board = make_board(floor)
        doors = [
            square for junction in find_junctions(board) for run in junction.runs for square in list_door_squares(run)
        ]
        for section in board.sections:
            if section.kind is SectionKind.CORRIDOR:
                corners = {
                    at for at in section.covered_squares if len(list_neighbours(at) & set(section.covered_squares)) == 2
                }
                ends = [at for at in corners if list_neighbours(at) & corners]
                assert all(
                    any(measure_distance(end, door) <= 1 for door in set(doors) & set(section.covered_squares))
                    for end in ends
                )


def list_neighbours(square: Square) -> set[Square]:
    """Return the four squares beside one."""
    x, y = square
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def list_door_squares(run: BorderRun) -> list[Square]:
    """Return the squares on both sides of the doors of a run."""
    marked = [at for at, state in zip(run.edges, run.states, strict=True) if state == DOOR]
    return [square for at, side in marked for square in (at, find_neighbour(at, side))]


def test_doors_of_1989_are_shut_and_stand_in_gaps() -> None:
    """Four doors at most, all shut, each in a gap between two walls."""
    for floor in grow_case("six boards, free"):
        board = make_board(floor)
        assert 1 <= len(floor.square_doors) <= 4
        for door in floor.square_doors:
            assert not door.open
            assert is_wall_or_gap(board, door.at)


def test_passages_of_boards_meet() -> None:
    """Passages of two boards that touch are both two squares wide: none is half walled up."""
    for floor in (*grow_case("six boards"), *grow_case("six boards, free")):
        assert {junction.width for junction in find_junctions(make_board(floor))} == {2}


def test_a_house_ruleset_with_other_numbers_lays_other_floors(tmp_path: Path) -> None:
    """Two boxes and nine corridors: floors of more corridors than one box holds, and of one large room."""
    request = make_request(house=write_house_rules(tmp_path, TWO_BOXES))
    found = list(grow_floors(request, 12))
    assert found
    for floor in found:
        kinds = Counter(section.kind for section in make_board(floor).sections)
        assert kinds[SectionKind.CORRIDOR] >= 9
        assert kinds[SectionKind.SMALL_ROOM] >= 5
        assert kinds[SectionKind.LARGE_ROOM] == 1
        assert count_tiles(floor)["gw-2021/corridor-straight"] <= 8


def test_bounds_of_a_house_ruleset_hold_on_both_sides(tmp_path: Path) -> None:
    """Five corridors at most, four small rooms exactly, two large ones at least."""
    request = make_request("one box, free", house=write_house_rules(tmp_path, NO_DOORS_ASKED))
    found = list(grow_floors(request, 12))
    assert found
    for floor in found:
        kinds = Counter(section.kind for section in make_board(floor).sections)
        assert kinds[SectionKind.CORRIDOR] <= 5
        assert kinds[SectionKind.SMALL_ROOM] == 4
        assert kinds[SectionKind.LARGE_ROOM] == 2


OWNED = {
    "gw-2021/end-zone": 2,
    "gw-2021/corridor-straight": 3,
    "gw-2021/corridor-corner": 2,
    "gw-2021/armoury": 1,
    "gw-2021/kitchen": 1,
    "gw-2021/sewer": 1,
    "gw-2021/crypt": 1,
}


def test_what_is_not_owned_is_not_laid() -> None:
    """With a stock of one's own only its tiles are laid, none more often than one has it."""
    found = list(grow_floors(make_request("one box, free", stock=OWNED), 20))
    assert found
    for floor in found:
        assert count_tiles(floor) <= Counter(OWNED)


def test_a_tile_less_than_the_rules_ask_for_breaks_the_rule_that_asks() -> None:
    """Three small rooms are asked: with two of one's own a floor lacks one, which is what will be told of it."""
    request = make_request("one box, free", stock=OWNED | {"gw-2021/kitchen": 0})
    found = list(grow_floors(request, 12))
    assert found
    assert all("tile-mix" in find_broken_rules(floor, request) for floor in found)


def test_end_zones_one_does_not_own_are_drawn() -> None:
    """Without end-zone tiles each side starts from a piece of floor of the size the rules ask."""
    found = list(grow_floors(make_request("one box, free", stock=OWNED | {"gw-2021/end-zone": 1}), 20))
    assert found
    for floor in found:
        zones = [section for section in floor.sections if section.kind is SectionKind.END_ZONE]
        assert [(zone.tile, len(zone.squares)) for zone in zones] == [("", 6), ("", 6)]


@pytest.mark.parametrize("room", ["The Crypt", "gw-2021/kitchen"])
def test_rooms_asked_for_are_laid(room: str) -> None:
    """A room named by its name or by its tile's id lies on every floor."""
    request = make_request(rooms=(room,))
    found = list(grow_floors(request))
    assert found
    for floor in found:
        words = {section.name for section in make_board(floor).sections} | set(count_tiles(floor))
        assert room in words


def test_a_floor_fits_the_table_asked_for() -> None:
    """Either way round, end zones counted."""
    found = list(grow_floors(make_request("one box, free", fit=(30, 22)), 16))
    assert found
    for floor in found:
        _, size = find_bounds(make_board(floor).squares)
        assert sorted(size)[0] <= 22
        assert sorted(size)[1] <= 30


@pytest.mark.parametrize(("case", "squares"), [("plain tiles", (150, 180)), ("house tiles", (252, 262))])
def test_squares_asked_for_are_kept(case: str, squares: tuple[int, int]) -> None:
    """A floor has as many squares as asked, zones counted."""
    found = list(grow_floors(make_request(case, squares=squares), 16))
    inside = [floor for floor in found if squares[0] <= len(make_board(floor)) <= squares[1]]
    assert inside == found != []


def test_laying_ends_before_there_are_more_squares_than_asked() -> None:
    """Whatever size is wished, the floor is done from some number of squares between the least and the most asked."""
    request = make_request("plain tiles", squares=(150, 180))
    for seed in range(8):
        done, most = _choose_square_range(
            request,
            read_constraints(request),
            build_supply(request),
            0,
            build_random_genome(make_dice(seed)),
            make_dice(seed),
        )
        assert 150 <= done <= most == 180


@pytest.mark.parametrize("sides", [3, 4])
def test_more_sides_have_a_zone_each(sides: int, tmp_path: Path) -> None:
    """Three sides or four, laid freely: one end zone a side, on the floors that are recorded."""
    text = f'id = "more"\nname = "More"\nextends = "gw-2021-multiplayer"\nsides = {sides}\n'
    request = make_request("four sides", house=write_house_rules(tmp_path, text), symmetry=SymmetryMode.OFF)
    found = list(grow_floors(request, 6))
    assert found
    assert all(len(make_board(floor).list_sections(SectionKind.END_ZONE)) == sides for floor in found)
    assert matches_record(f"{sides} sides", found)


def test_colleges_come_besides_the_box() -> None:
    """Tiles of a college lie beside those of the box, each once."""
    found = grow_case("a box and the colleges")
    laid = [{name: count for name, count in count_tiles(floor).items() if "colleges" in name} for floor in found]
    assert any(laid)
    assert all(count == 1 for tiles in laid for count in tiles.values())


def test_loops_and_length_follow_the_wishes() -> None:
    """Asked for many ways round, floors have more joints for their tiles than when asked for few."""
    request = make_request("one box, free")

    def joints(wishes: Genome) -> float:
        found = [floor for seed in range(SEEDS * 2) if (floor := grow_floor(request, wishes, make_dice(seed)))]
        return sum(len(floor.doors) / len(floor.sections) for floor in found) / len(found)

    assert joints(Genome(loops=1.0)) > joints(Genome(loops=0.0)) + 0.1


def test_rulesets_with_tiles_are_laid() -> None:
    """The search lays tiles wherever the ruleset or the request speaks of any."""
    assert all(choose_grower(make_request(case)) is grow_floor for case in CASES)
