"""Outlines: shapely, which the tracing does without, is the judge."""

from __future__ import annotations

import shapely
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.analysis.outlines import join_edges, measure_signed_area, trace_rings
from dungeon_designer.grid import Square

SQUARES = st.frozensets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=40)


@given(SQUARES)
def test_rings_enclose_exactly_the_squares(squares: frozenset[Square]) -> None:
    """The rings' signed areas and lengths are those of the union of the squares."""
    union = shapely.union_all([shapely.box(x, y, x + 1, y + 1) for x, y in squares])
    found = trace_rings(squares)
    length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for r in found for a, b in zip(r, r[1:] + r[:1], strict=True))
    assert (sum(map(measure_signed_area, found)), length) == (union.area, union.length)


@given(SQUARES)
def test_every_corner_of_a_ring_turns(squares: frozenset[Square]) -> None:
    """No corner lies on a straight line, so rings have as few points as they can."""
    for ring in trace_rings(squares):
        for before, at, after in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
            assert (before[0] == at[0]) != (at[0] == after[0])


def test_squares_that_touch_at_a_corner_stay_apart() -> None:
    """Two squares with one corner in common are two rings."""
    assert len(trace_rings({(0, 0), (1, 1)})) == 2


def test_a_hole_runs_the_other_way() -> None:
    """A ring around a hole encloses a negative area."""
    ring_of_eight = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(map(measure_signed_area, trace_rings(ring_of_eight))) == [-1, 9]


def test_runs_join_what_follows_on_one_line() -> None:
    """Edges in a row are one run, gaps part them, an edge named twice counts once."""
    assert join_edges([(1, 0), (0, 0), (0, 0), (3, 0), (0, 1)], []) == [
        ((0, 0), (2, 0)),
        ((3, 0), (4, 0)),
        ((0, 1), (1, 1)),
    ]
    assert join_edges([], [(2, 1), (2, 0), (3, 2)]) == [((2, 0), (2, 2)), ((3, 2), (3, 3))]
