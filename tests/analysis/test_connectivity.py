"""Areas, portals and end zones: who gets where."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from hypothesis import given, settings
from oracle.dungeons import draw_dungeons

from dungeon_designer.analysis.connectivity import Connectivity, find_nearest_squares
from dungeon_designer.analysis.movement import build_step_graph
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout, Team
from tests.soak import count, soak


def reach_of(board: Board, strict: bool = False) -> Connectivity:
    return Connectivity(board, build_step_graph(board, strict_corners=strict), board.walkable_squares)


def parse_board(rows: str, more: str = "") -> Connectivity:
    text = "map: |\n" + "".join(f"  {row}\n" for row in rows.split()) + more
    return reach_of(build_board(read_layout(text.encode(), "test.dungeon.yaml")))


def simulate_walks(reach: Connectivity, area: int) -> set[int]:
    """Return where a player from one area may come, by trying each move:

    walk in an area, onto a portal, or out of one.
    """
    portals = reach.areas_by_portal
    seen: set[tuple[str, object]] = set()
    wave: list[tuple[str, Any]] = [("in", area)]
    while wave:
        what, where = state = wave.pop()
        if state in seen:
            continue
        seen.add(state)
        if what == "in":
            wave += [("on", portal) for portal, areas in portals.items() if where in areas]
        elif what == "on":
            wave += [("out", portal) for portal in portals if portal != where]
        else:
            wave += [("in", there) for there in portals[where]]
            wave += [("on", there) for there in reach.list_neighbours(where) if there in portals]
    return {where for what, where in seen if what == "in"}


def find_next_areas(reach: Connectivity, area: int) -> set[int]:
    """Return the areas to which a way leads from one area, portals included."""
    return {area, *reach.arrival_areas} if area in reach.areas_leading_to_all_portals else {area}


@soak
@settings(max_examples=count(60, 6000))
@given(draw_dungeons(size=8, portals=5))
def test_onward_agrees_with_a_player_moving_about(layout: Layout) -> None:
    """The areas to which a way leads from each area are those a player gets to who tries every move."""
    reach = reach_of(build_board(layout))
    for area in range(len(reach.squares_by_area)):
        assert find_next_areas(reach, area) == simulate_walks(reach, area)


@pytest.mark.parametrize(
    ("rows", "leads"),
    [
        ("..#..", False),  # rock between
        (".1#2.", True),  # a portal each
        (".1#..", False),  # nothing to come out of
        (".1#2#", False),  # a portal on the other side without a square beside it
        (".1#..#2.", False),  # out of the only other portal, which is somewhere else
        (".12#..#3.", False),  # two portals here, none there
        (".1#2.#3.", True),
    ],
)
def test_onward_by_portals(rows: str, leads: bool) -> None:
    """A way leads on when one can step on a portal here and come out of another one there."""
    reach = parse_board(rows)
    there = reach.area_by_square.get((4, 0), -1)
    assert (there in find_next_areas(reach, reach.area_by_square[0, 0])) is leads


def test_one_portal_leads_round_through_the_others() -> None:
    """A player gets from one side of a portal to its other side if another portal leads back onto itself."""
    assert find_next_areas(parse_board(".1.#2."), 0) == {0, 1, 2}
    assert find_next_areas(parse_board(".1.#2#"), 0) == {0}


def test_portals_are_not_walked_across() -> None:
    """A portal that fills a corridor parts it, for those on foot."""
    reach = parse_board("<<.1.C>>")
    assert [set(cut.teams) for cut in reach.find_unreachable_chests(with_portals=False)] == [{Team.HOME}]
    assert list(reach.find_unreachable_chests(with_portals=True)) == []


def test_teams_without_an_end_zone_are_not_asked() -> None:
    """With no end zone drawn nobody is said to miss a chest; with one, only its own team is."""
    assert list(parse_board("..#C.").find_unreachable_chests(with_portals=True)) == []
    (cut,) = parse_board("<.#C.").find_unreachable_chests(with_portals=True)
    assert cut.teams == (Team.HOME,)


def test_chests_of_one_area_are_told_together() -> None:
    """Two chests in one sealed room are one finding, a third elsewhere another."""
    cuts = list(parse_board("<>#CC#C").find_unreachable_chests(with_portals=True))
    assert [{chest.square for chest in cut.chests} for cut in cuts] == [{(3, 0), (4, 0)}, {(6, 0)}]


def test_chests_nobody_could_open_are_left_to_others() -> None:
    """A chest in lava, off the floor, on a portal or on an entry is no chest to be reached."""
    more = "chests: [[2, 0], [3, 0], [4, 0], [5, 0], [5, 1]]\n"
    assert parse_board("<>~1#(\n####(".replace("\n", " "), more).group_chests_by_area() == {}


def test_every_entry_must_be_enterable() -> None:
    """An entry that no way leads into is missed from every chest, though its side's other entry can be entered."""
    reach = parse_board("(C..#(", "")
    assert [zone.areas for zone in reach.scoring_zones] == [frozenset({0}), frozenset()]
    (lost,) = reach.find_missing_routes(with_portals=True)
    assert (lost.from_all_chests, [zone.section.covered_squares for zone in lost.zones]) == (True, [((5, 0),)])
    assert list(reach.find_unreachable_chests(with_portals=True)) == []


def test_a_pocket_with_one_way_in() -> None:
    """A chest that only portals lead to, and none away from, has no path to either end zone."""
    reach = parse_board("<<.C.>>#.C. #########1.")
    assert list(reach.find_unreachable_chests(with_portals=True)) == []
    (lost,) = reach.find_missing_routes(with_portals=True)
    assert ([chest.square for chest in lost.chests], len(lost.zones), lost.from_all_chests) == ([(9, 0)], 2, False)


def test_a_zone_no_way_leads_to() -> None:
    """An end zone that is cut off is told once, not once a chest; its own team's missing chests are told first."""
    reach = parse_board("<<#.C.C1#2.>>")
    assert [cut.teams for cut in reach.find_unreachable_chests(with_portals=True)] == []
    assert [zone.team for lost in reach.find_missing_routes(with_portals=True) for zone in lost.zones] == [Team.HOME]
    on_foot = list(reach.find_unreachable_chests(with_portals=False))
    assert [cut.teams for cut in on_foot] == [(Team.HOME, Team.AWAY)]
    assert list(reach.find_missing_routes(with_portals=False)) == []


def test_dead_squares() -> None:
    """Squares nobody gets to are told area by area; with a portal among them they are none."""
    assert list(parse_board("<.>#..#.").find_dead_areas()) == [[(4, 0), (5, 0)], [(7, 0)]]
    assert list(parse_board("<.>#.1#.").find_dead_areas()) == [[(7, 0)]]
    assert list(parse_board("...#..").find_dead_areas()) == []


def test_portals_on_one_square_are_one() -> None:
    """Two portals drawn on one square count as one, and one off the floor as none."""
    reach = parse_board("<.#.>", "portals: {1: [1, 0], 2: [1, 0], 3: [2, 0], 4: [3, 0]}\n")
    assert sorted(reach.areas_by_portal) == [(1, 0), (3, 0)]


def test_walls_and_corners_beside_portals() -> None:
    """A square beside a portal is one legal step away; around a corner only where corners are free."""
    text = "map: |\n  1#\n  ..\n"
    board = build_board(read_layout(text.encode(), "test.dungeon.yaml"))
    assert sorted(reach_of(board).list_neighbours((0, 0))) == [(0, 1), (1, 1)]
    assert sorted(reach_of(board, strict=True).list_neighbours((0, 0))) == [(0, 1)]


@soak
@settings(max_examples=count(20, 2000))
@given(draw_dungeons(size=10))
def test_ways_are_cut_where_both_sides_are_nearest(layout: Layout) -> None:
    """The squares of two areas that are nearest each other are those a comparison of all with all finds."""
    reach = reach_of(build_board(layout))
    for one, other in zip(reach.squares_by_area, reach.squares_by_area[1:], strict=False):
        least = min(dist(a, b) for a in one for b in other)
        here, there = find_nearest_squares(one, other)
        assert set(here) == {a for a in one if any(dist(a, b) == least for b in other)}
        assert set(there) == {b for b in other if any(dist(a, b) == least for a in one)}
        gap = reach.find_separation(*(reach.find_areas(squares) for squares in (one, other)))
        assert gap.portals or (gap.first_squares, gap.second_squares) == (here, there)
