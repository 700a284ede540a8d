"""The verdict over styles of play: a pure function of shares, held on both sides of every bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.playtest.results import FAIR_RANGE, Share, compare_with_fair, estimate_games, judge_styles

LOW, HIGH = FAIR_RANGE
JUST = 1e-6


def share(low: float, high: float) -> Share:
    """A share in the middle of its interval."""
    return Share((low + high) / 2, low, high, 100)


WITHIN, ABOVE, BELOW = share(LOW, HIGH), share(HIGH + JUST, 0.6), share(0.4, LOW - JUST)
ACROSS = [share(LOW - JUST, HIGH), share(LOW, HIGH + JUST), share(HIGH, 0.6), share(0.4, LOW), share(0.3, 0.7)]


def test_an_interval_lies_within_outside_or_across() -> None:
    """48 and 52 % themselves are within; an interval that touches one from outside is not wholly outside."""
    assert [compare_with_fair(each) for each in (WITHIN, ABOVE, BELOW)] == [0, 1, -1]
    assert [compare_with_fair(each) for each in ACROSS] == [None] * len(ACROSS)


@pytest.mark.parametrize("other", [WITHIN, ABOVE, BELOW, *ACROSS, None])
def test_one_style_can_change_every_verdict(other: Share | None) -> None:
    """Fair and unfair need all styles on one side; it depends once two are on two; else it is not settled."""
    side = other and compare_with_fair(other)
    assert judge_styles([WITHIN, WITHIN, other]) == {0: "fair", None: "unsettled"}.get(side, "depends")
    assert judge_styles([ABOVE, ABOVE, other]) == {1: "unfair", None: "unsettled"}.get(side, "depends")
    assert judge_styles([BELOW, other, BELOW]) == {-1: "unfair", None: "unsettled"}.get(side, "depends")
    assert judge_styles([WITHIN, ABOVE, other]) == judge_styles([BELOW, other, ABOVE]) == "depends"
    assert judge_styles([BELOW, other, BELOW], is_even=True) == "fair"


shares = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda ends: share(min(ends), max(ends)))


@given(st.lists(shares, min_size=1, max_size=4))
def test_no_verdict_hangs_on_the_order_of_styles_or_sides(found: list[Share]) -> None:
    """Styles in another order, and the other side's shares, have the same verdict; what is unsettled, some style is."""
    mirrored = [Share(1 - one.value, 1 - one.high, 1 - one.low, one.of) for one in found]
    verdict = judge_styles(found)
    assert verdict == judge_styles(found[::-1])
    if all(min(abs(end - bound) for end in (one.low, one.high) for bound in FAIR_RANGE) > JUST for one in found):
        assert verdict == judge_styles(mirrored)
    assert verdict != "unsettled" or None in map(compare_with_fair, found)


@given(st.floats(0.3, 0.7), st.floats(0.001, 0.2))
def test_so_many_games_would_settle_it(value: float, half: float) -> None:
    """With as many games as are told, and the same share, the interval is within or outside; with fewer it is not."""
    found = Share(value, value - half, value + half, 100)
    games = estimate_games([found], 1000)
    if compare_with_fair(found) is not None:
        assert games == 0
    elif min(abs(value - bound) for bound in FAIR_RANGE) > 0.001:
        for part, settled in ((1.02, True), (0.95, False)):
            width = half / (games * part / 1000) ** 0.5
            assert (compare_with_fair(Share(value, value - width, value + width, 100)) is not None) == settled
