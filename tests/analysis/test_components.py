"""What hangs together."""

from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.analysis.graphs import components
from dungeon_designer.board.model import Ints

NOTHING = np.zeros(0, dtype=np.int32)


def joined(count: int, *pairs: tuple[int, int]) -> list[int]:
    """The components of things joined by pairs."""
    one, other = (np.array(side, dtype=np.int32) for side in zip(*pairs, strict=True))
    return components(count, one, other).tolist()


def test_components_are_numbered_by_their_first_member() -> None:
    """Chains, circles and pairs said twice or of one thing with itself are told alike, lowest member first."""
    assert joined(6, (4, 1), (5, 3), (1, 2), (3, 5), (0, 0)) == [0, 1, 1, 2, 1, 2]
    assert joined(5, (4, 3), (3, 2), (2, 1), (1, 0)) == [0, 0, 0, 0, 0]
    assert components(3, NOTHING, NOTHING).tolist() == [0, 1, 2]


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_components_are_those_of_networkx(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    """What hangs together is what networkx says hangs together."""
    count, pairs = drawn
    sides: tuple[Ints, Ints] = tuple(np.array([p[i] for p in pairs], dtype=np.int32) for i in (0, 1))  # type: ignore[assignment]
    graph: nx.Graph[int] = nx.Graph(pairs)
    graph.add_nodes_from(range(count))
    for number, members in enumerate(sorted(nx.connected_components(graph), key=min)):
        assert set(np.flatnonzero(components(count, *sides) == number)) == members
