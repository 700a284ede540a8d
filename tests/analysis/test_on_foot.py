"""Steps that begin and end on portals, against a plain search."""

from collections import deque
from itertools import pairwise
from random import Random

import numpy as np
from oracle.dungeons import dungeon

from dungeon_designer.analysis.graphs import FAR, Movement
from dungeon_designer.analysis.walking_steps import OnFoot
from dungeon_designer.board.build import build
from dungeon_designer.grid import distance
from dungeon_designer.layout.model import Layout, Portal, Section


def walks(rows, portals=()):
    board = build(
        Layout(
            sections=(Section(id="a", rows=rows),),
            portals=tuple(Portal(number=n, at=at) for n, at in enumerate(portals, start=1)),
        )
    )
    return board, OnFoot(board, Movement.on(board, board.walkable))


def steps_to(rows, portals, start, end):
    board, on_foot = walks(rows, portals)
    return int(on_foot.steps([board.find(start)])[board.find(end)])


def test_a_way_ends_on_a_portal_but_leads_across_none():
    """In a corridor one square wide a portal can be walked to, and not past."""
    assert steps_to((".....",), [(2, 0)], (0, 0), (2, 0)) == 2
    assert steps_to((".....",), [(2, 0)], (0, 0), (3, 0)) == FAR
    assert steps_to((".....", "....."), [(2, 0)], (1, 0), (3, 0)) == 2


def test_a_way_begins_on_a_portal():
    """From a portal one walks away, and to a portal beside it in one step."""
    assert steps_to((".....",), [(2, 0)], (2, 0), (4, 0)) == 2
    assert steps_to((".....",), [(2, 0), (3, 0)], (2, 0), (3, 0)) == 1
    assert steps_to((".....",), [(2, 0), (3, 0)], (2, 0), (4, 0)) == FAR


def test_a_way_keeps_to_the_straight_line():
    """Of many shortest ways the one drawn stays beside the line between its ends."""
    board, on_foot = walks(("." * 11,) * 7)
    path = on_foot.path(on_foot.steps([board.find((0, 0))]), board.find((10, 5)))
    assert [board.square(i) for i in (path[0], path[-1])] == [(0, 0), (10, 5)]
    assert all(abs(x * 5 - y * 10) <= 5 for x, y in board.places(path))


def slow(board, pairs, start, ends):
    """A search with a queue that goes on from no end of ways but its own start."""
    near = {}
    for a, b in pairs.tolist():
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if here == start or not ends[here]:
            for there in near.get(here, ()):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
    return found


def test_steps_and_ways_agree_with_a_plain_search():
    """On random dungeons every distance is the slow one's, and every way is that long, legal, and crosses no end."""
    for seed in range(120):
        chance = Random(seed)  # noqa: S311 - the same dungeons every time
        board = build(dungeon(chance, portals=6))
        if not board.walkable.any():
            continue
        strides = Movement.on(board, board.walkable, strict=bool(seed % 2))
        on_foot = OnFoot(board, strides, board.is_chest)
        start = chance.choice(np.flatnonzero(board.walkable).tolist())
        steps = on_foot.steps([start])
        expected = slow(board, strides.pairs, start, on_foot.ends)
        assert {i: int(steps[i]) for i in np.flatnonzero(steps != FAR).tolist()} == expected
        legal = {frozenset(pair) for pair in strides.pairs.tolist()}
        for end in chance.sample(sorted(expected), min(5, len(expected))):
            path = on_foot.path(steps, end)
            assert len(path) == expected[end] + 1
            assert (path[0], path[-1]) == (start, end)
            assert all(frozenset(pair) in legal for pair in pairwise(path))
            assert not on_foot.ends[path[1:-1]].any()
            assert all(distance(board.square(a), board.square(b)) == 1 for a, b in pairwise(path))


def test_from_several_squares_the_nearest_counts():
    """With several starts, portals among them, each square's steps are the least of them."""
    for seed in range(60):
        chance = Random(seed)  # noqa: S311 - the same dungeons every time
        board = build(dungeon(chance, portals=6))
        squares = np.flatnonzero(board.walkable).tolist()
        if len(squares) < 3:
            continue
        on_foot = OnFoot(board, Movement.on(board, board.walkable))
        starts = chance.sample(squares, 2) + [i for i in squares if board.is_portal[i]][:1]
        each = [on_foot.steps([start]) for start in starts]
        assert (on_foot.steps(starts) == np.minimum.reduce(each)).all()
