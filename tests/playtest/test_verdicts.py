"""The verdict on a dungeon: a pure function of shares, held on both sides of every bound, and its words."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dungeon_designer.playtest.results import Share, Tally
from dungeon_designer.playtest.verdicts import (
    FAIR_RANGE,
    VerdictWord,
    compare_with_fair,
    count_missing_games,
    describe_verdict,
    judge_fairness,
    judge_share,
)

LOW, HIGH = FAIR_RANGE
JUST = 1e-6


def share(low: float, high: float) -> Share:
    """Return a share in the middle of its interval."""
    return Share((low + high) / 2, low, high, 100)


def mirror(one: Share) -> Share:
    """The away team's share, where `one` is the home team's."""
    return Share(1 - one.value, 1 - one.high, 1 - one.low, one.of)


WITHIN, ABOVE, BELOW = share(LOW, HIGH), share(HIGH + JUST, 0.6), share(0.4, LOW - JUST)
ACROSS = [share(LOW - JUST, HIGH), share(LOW, HIGH + JUST), share(HIGH, 0.6), share(0.4, LOW), share(0.3, 0.7)]
EDGE, NO_EDGE, WIDE = share(0.5 + JUST, 0.55), share(0.5, 0.55), share(0.3, 0.7)
"""Intervals that just exclude 50 %, that just include it, and that say nothing."""
OTHER_TEAM = {
    "unfair to away": "unfair to home",
    "unfair to home": "unfair to away",
    "slight edge for home": "slight edge for away",
    "slight edge for away": "slight edge for home",
}


def test_an_interval_lies_within_outside_or_across() -> None:
    """48 and 52 % themselves are within; an interval that touches one from outside is not wholly outside."""
    assert [compare_with_fair(each) for each in (WITHIN, ABOVE, BELOW)] == [0, 1, -1]
    assert [compare_with_fair(each) for each in ACROSS] == [None] * len(ACROSS)


def test_the_same_dungeon_for_both_is_fair_by_symmetry() -> None:
    """Symmetry comes first: no shares make such a dungeon unfair."""
    assert judge_fairness([BELOW, ABOVE, None], BELOW, True) is VerdictWord.FAIR_BY_SYMMETRY


@pytest.mark.parametrize(
    ("styles", "total", "word"),
    [
        # Fair: the total lies within, and no style lies wholly outside.
        ([WIDE] * 3, WITHIN, "fair"),
        ([WITHIN, WITHIN, share(HIGH, 0.6)], WITHIN, "fair"),
        ([EDGE] * 3, share(0.5 + JUST, HIGH), "fair"),
        ([WIDE] * 3, share(LOW, HIGH + JUST), "too few games to tell"),
        ([WIDE] * 3, share(LOW - JUST, HIGH), "too few games to tell"),
        ([WIDE, WIDE, ABOVE], WITHIN, "too few games to tell"),
        ([WITHIN, WITHIN, None], WITHIN, "too few games to tell"),
        # Depends on style: one lies wholly outside, another within, or outside on the other side.
        ([WITHIN, WIDE, ABOVE], WITHIN, "depends on style"),
        ([BELOW, None, ABOVE], WITHIN, "depends on style"),
        ([WITHIN, ABOVE, ABOVE], ABOVE, "depends on style"),
        ([share(LOW, HIGH + JUST), WIDE, ABOVE], WIDE, "too few games to tell"),
        # Unfair: all exclude 50 % on one side, and one lies wholly outside.
        ([EDGE, EDGE, ABOVE], ABOVE, "unfair to away"),
        ([NO_EDGE, EDGE, ABOVE], ABOVE, "too few games to tell"),
        ([EDGE, EDGE, share(HIGH, 0.6)], ABOVE, "slight edge for home"),
        # A slight edge: all exclude 50 % on one side.
        ([EDGE] * 3, share(0.5 + JUST, HIGH + JUST), "slight edge for home"),
        ([EDGE, EDGE, NO_EDGE], share(0.5 + JUST, HIGH + JUST), "too few games to tell"),
        ([EDGE, EDGE, None], share(0.5 + JUST, HIGH + JUST), "too few games to tell"),
        # The same for away, with 50 % itself in an interval or just outside.
        ([share(0.45, 0.5), BELOW, BELOW], BELOW, "too few games to tell"),
        ([share(0.45, 0.5 - JUST), BELOW, BELOW], BELOW, "unfair to home"),
        ([share(0.45, 0.5)] * 3, share(0.47, 0.49), "too few games to tell"),
        ([share(0.45, 0.5 - JUST)] * 3, share(0.47, 0.49), "slight edge for away"),
        # One style alone.
        ([WITHIN], WITHIN, "fair"),
        ([ABOVE], ABOVE, "unfair to away"),
        ([share(HIGH, 0.6)], share(HIGH, 0.6), "slight edge for home"),
        ([NO_EDGE], NO_EDGE, "too few games to tell"),
        ([None], None, "too few games to tell"),
    ],
)
def test_the_verdict_is_the_first_that_is_true(styles: list[Share | None], total: Share | None, word: str) -> None:
    """On both sides of each bound the verdict is the one of the manual, in its order, for home and for away alike."""
    assert judge_fairness(styles, total) == word
    swapped = OTHER_TEAM.get(word, word)
    mirrored = judge_fairness([one and mirror(one) for one in styles], total and mirror(total))
    if not {LOW, HIGH, 0.5} & {end for one in (*styles, total) if one for end in (one.low, one.high)}:
        assert mirrored == swapped  # 1 - 0.52 is not 0.48 to the last digit, so ends on a bound are left out


shares = st.tuples(st.floats(0.4, 0.6), st.floats(0, 0.08)).map(lambda pair: share(pair[0] - pair[1], sum(pair)))


@given(st.lists(shares, min_size=1, max_size=4), shares)
def test_no_verdict_hangs_on_the_order_of_styles_or_teams(found: list[Share], total: Share) -> None:
    """Styles in another order have the same verdict; with the teams exchanged it favours the other team."""
    verdict = judge_fairness(found, total)
    assert verdict is judge_fairness(found[::-1], total)
    bounds = (*FAIR_RANGE, 0.5)
    assume(all(abs(end - bound) > JUST for one in (*found, total) for end in (one.low, one.high) for bound in bounds))
    mirrored = judge_fairness([mirror(one) for one in found], mirror(total))
    assert mirrored.favours == {"home": "away", "away": "home", None: None}[verdict.favours]
    assert mirrored.over_styles == verdict.over_styles


def test_each_verdict_has_one_of_the_four_old_values() -> None:
    """JSON's `verdict_over_styles` keeps its values: a slight edge is `unsettled`, either kind of fair is `fair`."""
    assert {word.value: word.over_styles for word in VerdictWord} == {
        "fair by symmetry": "fair",
        "fair": "fair",
        "depends on style": "depends",
        "unfair to away": "unfair",
        "unfair to home": "unfair",
        "slight edge for home": "unsettled",
        "slight edge for away": "unsettled",
        "too few games to tell": "unsettled",
    }


def test_one_styles_value_goes_by_50_percent() -> None:
    """JSON's `verdict` is a team as soon as the interval excludes 50 %, and `fair` only within 48 and 52 %."""
    assert [judge_share(one) for one in (EDGE, mirror(EDGE), NO_EDGE, WITHIN, None)] == [
        *("home", "away", "unsettled"),
        *("fair", "unsettled"),
    ]


SHARES = [("Balanced", WITHIN), ("Cautious", None), ("Bold", share(0.531, 0.56))]


@pytest.mark.parametrize(
    ("word", "words"),
    [
        (
            VerdictWord.FAIR_BY_SYMMETRY,
            "fair by symmetry, both teams have the same dungeon: home wins between ",
        ),
        (VerdictWord.FAIR, "fair: home wins between 48.6 and 51.9 %"),
        (
            VerdictWord.DEPENDS_ON_STYLE,
            "depends on style: home wins between 48.0 and 52.0 % in balanced play, between 53.1 and"
            " 56.0 % in bold play",
        ),
        (VerdictWord.UNFAIR_TO_HOME, "unfair to home: home wins between 48.6 and 51.9 %"),
        (VerdictWord.SLIGHT_EDGE_FOR_AWAY, "slight edge for away: home wins between 48.6 and 51.9 %"),
        (
            VerdictWord.TOO_FEW_GAMES,
            "too few matches to tell: home wins between 48.6 and 51.9 %; about 1,700 more matches of each style would"
            " narrow it to ±1 %",
        ),
    ],
)
def test_the_words_say_what_is_known(word: VerdictWord, words: str) -> None:
    """Every verdict stands with an interval; only where games are too few a number of games is named."""
    text = describe_verdict(word, share(0.486, 0.519), 1000, SHARES)
    assert text.startswith(words)
    assert ("more matches" in text) == (word is VerdictWord.TOO_FEW_GAMES)


@pytest.mark.parametrize(("width", "forecast"), [(0.02, ""), (0.0202, ""), (0.0203, "about 130 more matches")])
def test_nothing_is_forecast_where_the_interval_is_narrow(width: float, forecast: str) -> None:
    """At ±1 % no more games are asked for, nor fewer than a hundred; above it some are."""
    text = describe_verdict(VerdictWord.TOO_FEW_GAMES, share(0.495, 0.495 + width), 4400)
    assert text.endswith(f"; {forecast} would narrow it to ±1 %" if forecast else " and 51.5 %")


def test_where_nobody_won_the_words_say_that() -> None:
    """Without a winner there is no interval; symmetry is still said."""
    assert describe_verdict(VerdictWord.TOO_FEW_GAMES, None, 4) == "nobody won a match"
    assert describe_verdict(VerdictWord.FAIR_BY_SYMMETRY, None, 4) == "fair by symmetry; nobody won a match"


@given(st.floats(0.3, 0.7), st.floats(0.001, 0.2), st.integers(100, 10**5))
def test_so_many_games_would_narrow_it(value: float, half: float, games: int) -> None:
    """With as many more games the interval is ±1 %, wherever the share itself lies."""
    missing = count_missing_games(share(value - half, value + half), games)
    assert abs(half - 0.01) < JUST or (missing == 0) == (half < 0.01)
    if missing:
        assert half * (games / (games + missing)) ** 0.5 == pytest.approx(0.01, rel=0.02)


def play_even_styles(true_share: float, games: int, seed: int) -> VerdictWord:
    """The verdict on a dungeon whose home team has the same true share in three styles, from games drawn by lot."""
    draw, tallies = np.random.default_rng(seed), []
    for _ in range(3):
        rows = (draw.random((games, 1)) >= true_share).astype(np.int32)
        tallies.append(rows)
    tally = Tally(((0, 0),), 0, 0, False)
    found = [tally.measure_home_share(rows) for rows in tallies]
    return judge_fairness(found, tally.measure_home_share(np.concatenate(tallies)))


@pytest.mark.parametrize(
    ("true_share", "likely", "never"),
    [
        (0.50, {"fair"}, {"unfair to home", "unfair to away", "depends on style"}),
        (0.53, {"unfair to away", "slight edge for home"}, {"fair", "unfair to home", "slight edge for away"}),
        (0.47, {"unfair to home", "slight edge for away"}, {"fair", "unfair to away", "slight edge for home"}),
    ],
)
def test_the_default_number_of_games_finds_the_truth(true_share: float, likely: set[str], never: set[str]) -> None:
    """With 4,400 games of each style a true 50 % is called fair and a true 53 % is not, in nine series of ten."""
    words = Counter(play_even_styles(true_share, 4400, seed) for seed in range(200))
    assert sum(words[VerdictWord(word)] for word in likely) >= 180, words
    assert not {word.value for word in words} & never


def test_the_words_never_forecast_more_than_a_number_of_games() -> None:
    """Of all words only the narrowing of the interval is promised, never a verdict."""
    for word in VerdictWord:
        text = describe_verdict(word, share(0.4, 0.6), 100, SHARES)
        assert not re.search(r"would(?! narrow it to ±1 %)|settle", text)
