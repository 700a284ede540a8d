"""What hangs together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.analysis import components as module
from dungeon_designer.analysis.components import components
from dungeon_designer.board.model import Ints

NOTHING = np.zeros(0, dtype=np.int32)


def joined(count: int, *pairs: tuple[int, int]) -> list[int]:
    """The components of things joined by pairs."""
    one, other = (np.array(side, dtype=np.int32) for side in zip(*pairs, strict=True))
    return components(count, one, other).tolist()


@pytest.fixture(params=[10**9, -1], ids=["plain", "scipy"])
def _both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SMALL", request.param)


@pytest.mark.usefixtures("_both")
def test_components_are_numbered_by_their_first_member() -> None:
    """Chains, circles and pairs said twice or of one thing with itself are told alike, lowest member first."""
    assert joined(6, (4, 1), (5, 3), (1, 2), (3, 5), (0, 0)) == [0, 1, 1, 2, 1, 2]
    assert joined(5, (4, 3), (3, 2), (2, 1), (1, 0)) == [0, 0, 0, 0, 0]
    assert components(3, NOTHING, NOTHING).tolist() == [0, 1, 2]


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_both_ways_agree(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    """Plain Python and scipy give the same numbers."""
    count, pairs = drawn
    sides: tuple[Ints, Ints] = tuple(np.array([p[i] for p in pairs], dtype=np.int32) for i in (0, 1))  # type: ignore[assignment]
    with pytest.MonkeyPatch.context() as patch:
        plain = components(count, *sides).tolist()
        patch.setattr(module, "SMALL", -1)
        assert components(count, *sides).tolist() == plain
