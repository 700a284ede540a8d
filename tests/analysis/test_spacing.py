"""Which things lie too near each other, against every pair measured one by one."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.analysis.spacing import NearPair, find_near_pairs
from dungeon_designer.grid import Square, measure_distance

squares = st.tuples(st.integers(0, 30), st.integers(0, 30))
things = st.lists(st.lists(squares, min_size=1, max_size=4, unique=True), max_size=12)


@given(things=things, least=st.integers(1, 12))
def test_pairs_are_those_measured_one_by_one(things: list[list[Square]], least: int) -> None:
    """Two things are too near when some two squares of theirs are, and all squares at that distance are named."""
    wanted = []
    for (i, one), (j, other) in combinations(enumerate(things), 2):
        nearest = min(measure_distance(a, b) for a in one for b in other)
        if nearest < least:
            at = {s for a in one for b in other if measure_distance(a, b) == nearest for s in (a, b)}
            wanted.append((i, j, nearest, at))
    found = [(near.first, near.second, near.distance, set(near.squares)) for near in find_near_pairs(things, least)]
    assert found == wanted


@given(ones=st.lists(squares, max_size=10), others=st.lists(squares, max_size=10), least=st.integers(1, 12))
def test_two_kinds_are_measured_one_by_one(ones: list[Square], others: list[Square], least: int) -> None:
    """Each square of one kind is compared with each of the other, in order."""
    wanted = [
        (i, j, measure_distance(a, b))
        for i, a in enumerate(ones)
        for j, b in enumerate(others)
        if measure_distance(a, b) < least
    ]
    pairs = find_near_pairs([[one] for one in ones], least, other_objects=[[other] for other in others])
    found = [(near.first, near.second, near.distance) for near in pairs]
    assert found == wanted


def test_the_first_thing_comes_first() -> None:
    """The squares of a pair are the first thing's, then the second's, whichever lies further up."""
    assert find_near_pairs([[(5, 5)], [(4, 4)]], 3) == [NearPair(0, 1, 1, ((5, 5), (4, 4)))]
    assert find_near_pairs([[(5, 5), (5, 6)], [(7, 6), (7, 5), (9, 9)]], 3) == [
        NearPair(0, 1, 2, ((5, 5), (5, 6), (7, 5), (7, 6)))
    ]


def test_a_measure_may_be_longer() -> None:
    """Two squares are as far apart as the measure says, even if they look nearer."""
    assert find_near_pairs([[(0, 0)], [(2, 0)]], 3, lambda a, b, least: 9) == []
    (near,) = find_near_pairs([[(0, 0)], [(2, 0)]], 9, lambda a, b, least: 4)
    assert near.distance == 4


@pytest.mark.parametrize("gap", [1, 3])
def test_a_crowd_stops_early(gap: int) -> None:
    """A hundred thousand things too near are not all compared: some more than asked for are found, not millions."""
    crowd = [[(gap * (i % 300), gap * (i // 300))] for i in range(90_000)]
    assert 1000 < len(find_near_pairs(crowd, 10, max_pairs=1000)) < 20_000
