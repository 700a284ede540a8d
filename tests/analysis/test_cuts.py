"""Where ways on foot are cut."""

from __future__ import annotations

from math import dist

from hypothesis import given, settings
from oracle.dungeons import dungeons

from dungeon_designer.analysis.cuts import Cuts
from dungeon_designer.analysis.graphs import Movement
from dungeon_designer.analysis.reach import Reach
from dungeon_designer.board.build import build
from dungeon_designer.layout.model import Layout


def reach_of(layout: Layout) -> Reach:
    board = build(layout)
    return Reach(board, Movement.on(board, board.walkable), board.walkable)


@settings(max_examples=200)
@given(layout=dungeons(size=10))
def test_the_nearest_squares_of_both_parts(layout: Layout) -> None:
    """Where no portal lies between two areas, the cut is every square of either that is as near the other as any is."""
    reach = reach_of(layout)
    for one in range(int(reach.areas.max(initial=-1))):
        found = Cuts(reach).between(frozenset({one}), frozenset({one + 1}))
        ones, others = (reach.board.places((reach.areas == area).nonzero()[0]) for area in (one, one + 1))
        least = min(dist(a, b) for a in ones for b in others)
        near = [(a, b) for a in ones for b in others if dist(a, b) == least]
        between = [at for at, areas in reach.portals.items() if areas >= {one, one + 1}]
        assert found.portals.tolist() == between
        if not between:
            assert set(reach.board.places(found.here)) == {a for a, _ in near}
            assert set(reach.board.places(found.there)) == {b for _, b in near}


def test_of_a_part_that_is_not_there_nothing_is_cut() -> None:
    """An end zone nobody can stand in has no side to a cut."""
    found = Cuts(reach_of(Layout())).between(frozenset(), frozenset({0}))
    assert [len(side) for side in found] == [0, 0, 0]
