"""How a dungeon plays, as a page of a pack tells it: words go as far as the figures do."""

from __future__ import annotations

import pytest

from dungeon_designer.playtest.named_dungeons import compare_agile_share
from dungeon_designer.playtest.report_text import describe_suitability
from dungeon_designer.playtest.results import Share
from dungeon_designer.rulesets.loader import load_unchecked_ruleset

RING = load_unchecked_ruleset("db7s-2019")


@pytest.mark.parametrize(
    ("low", "value", "high", "words"),
    [
        (0.97, 0.98, 0.99, "It suits the agile: they beat the bashing more often than in 14 of 14 named dungeons."),
        (0.01, 0.02, 0.03, "It suits the bashing: the agile beat them less often than in 14 of 14 named dungeons."),
        (
            0.02,
            0.98,
            0.99,
            "As far as these matches tell, it suits the agile and the bashing as most named dungeons do.",
        ),
    ],
)
def test_whom_it_suits_goes_by_the_end_that_speaks_against_it(
    low: float, value: float, high: float, words: str
) -> None:
    """A dungeon suits somebody only if the whole interval lies on that side of most named dungeons."""
    assert describe_suitability(Share(value, low, high, 400), RING) == words


def test_nothing_is_said_where_there_is_nothing_to_compare() -> None:
    """Without games between the agile and the bashing there are no words of whom it suits."""
    assert compare_agile_share(RING, 0.5) is not None
    assert describe_suitability(None, RING) == ""


def test_whom_it_suits_must_hold_in_every_style() -> None:
    """A style in which the agile do worse than in most named dungeons silences the words; one that agrees does not."""
    agile, bashing = Share(0.98, 0.97, 0.99, 400), Share(0.02, 0.01, 0.03, 400)
    assert "suits the agile" in describe_suitability(agile, RING, [("Bold", agile), ("Cautious", None)])
    assert describe_suitability(agile, RING, [("Bold", agile), ("Cautious", bashing)]) == ""
    assert "suits the bashing" in describe_suitability(bashing, RING, [("Bold", bashing)])
    assert describe_suitability(bashing, RING, [("Bold", agile)]) == ""
