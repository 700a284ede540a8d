"""What a report says of games whose results are made up, so that each verdict can be had without playing."""

from __future__ import annotations

import json

import jsonschema
import numpy as np
import pytest
from msgspec.structs import replace

from dungeon_designer.cli.playtest import FORMATS
from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.report import Playtest, add_styles, build_plan, build_report
from dungeon_designer.playtest.report_text import format_precision, format_verdict, list_figures
from dungeon_designer.playtest.results import AWAY, HOME, Tally
from dungeon_designer.playtest.verdicts import VerdictWord
from tests.playtest.games import HALL

GAMES = 4400
SYMMETRIC = "ruleset: db7s-2019\nmap: |\n  <<....C....>>\n  <<..1...2..>>\n  <<....C....>>\n"


def count_wins(squares: int, chests: int, wins: int, games: int) -> Tally:
    """A tally of games of which home won some, spread over the rounds, and away the others."""
    rows = np.zeros((games, match.RESULT_COLUMNS), dtype=np.int32)
    rows[:, match.WINNER] = AWAY
    rows[np.linspace(0, games - 1, wins).astype(int), match.WINNER] = HOME
    rows[:, match.ENDING], rows[:, match.FIRST_SCORER] = match.BY_TOUCHDOWN, AWAY
    rows[:, match.HAS_TOUCHDOWN] = 1
    tally = Tally(((0, 0),), squares, chests, False)
    tally.add_rounds(0, 0, rows, np.zeros((3, squares), dtype=np.int64))
    tally.count_waiting(1)
    tally.ended = "all"
    return tally


def report_wins(percentages: tuple[float, ...], text: str = HALL.format(ruleset="naf-2019")) -> Playtest:
    """The report of games of which home won so many per cent: in each style, or with one percentage in one style."""
    dungeon = Dungeon.parse(text)
    arena, plan = build_arena(dungeon.board, dungeon.ruleset()), build_plan(("agile",), GAMES, styles=True)
    tallies = [
        count_wins(len(arena.board), len(arena.chests), round(GAMES * percent / 100), GAMES) for percent in percentages
    ]
    report = build_report(arena, plan, tallies[0], "The Hall", "hall.dungeon.yaml", dungeon.ruleset())
    return add_styles(report, plan, tallies) if len(tallies) > 1 else report


@pytest.mark.parametrize(
    ("percentages", "word", "favours", "over_styles", "verdict"),
    [
        ((50, 50, 50), "fair", None, "fair", "fair"),
        ((50, 50, 56), "depends on style", None, "depends", "fair"),
        ((55, 54, 53), "unfair to away", "home", "unfair", "home"),
        ((47, 46, 45), "unfair to home", "away", "unfair", "away"),
        ((52, 53, 53), "slight edge for home", "home", "unsettled", "home"),
        ((48, 47, 47), "slight edge for away", "away", "unsettled", "away"),
        ((52, 51, 52), "too few games to tell", None, "unsettled", "home"),
        ((54,), "unfair to away", "home", "", "home"),
        ((48,), "slight edge for away", "away", "", "away"),
    ],
)
def test_new_keys_have_the_word_and_old_ones_their_four_values(
    percentages: tuple[float, ...], word: str, favours: str | None, over_styles: str, verdict: str
) -> None:
    """`verdict_word` and `favours` say what the words say; `verdict` and `verdict_over_styles` keep their values."""
    report = report_wins(percentages)
    told = json.loads(FORMATS["json"]([report]))
    jsonschema.validate(told, build_kind_schema("playtest"))
    (test,) = told["playtests"]
    assert (test["verdict_word"], test["favours"]) == (word, favours)
    assert (test["verdict_over_styles"], test["verdict"]) == (over_styles, verdict)
    assert format_verdict(report).startswith(VerdictWord(word).text)
    assert (test["home_wins_over_styles"] is not None) == (len(percentages) > 1)


def test_the_verdict_opens_every_report() -> None:
    """Text, Markdown and the words in JSON begin with the same verdict, and say between what home wins."""
    report = report_wins((55, 54, 53))
    words = "unfair to away: home wins between 53.1 and 54.8 %"
    assert FORMATS["text"]([report]).startswith(f"The Hall: {words}\n")
    assert f"\nU{words[1:]}.\n" in FORMATS["markdown"]([report])
    assert json.loads(FORMATS["json"]([report]))["playtests"][0]["words_over_styles"] == words


def test_a_symmetric_dungeon_is_fair_whatever_was_played() -> None:
    """Symmetry is said first, over all styles and for one coach alone."""
    for percentages in ((55.0, 54.0, 53.0), (55.0,)):
        report = report_wins(percentages, SYMMETRIC)
        assert (report.verdict_word, report.favours) == ("fair by symmetry", None)
        assert format_verdict(report).startswith(
            "fair by symmetry, both teams have the same dungeon: home wins between"
        )


def test_the_schema_lists_the_words() -> None:
    """Whoever reads the JSON finds the eight words and the two teams in its schema."""
    schema = build_kind_schema("playtest")["$defs"]
    assert set(schema["VerdictWord"]["enum"]) == {word.value for word in VerdictWord}
    assert "favours" in schema["Playtest"]["properties"]


def test_the_width_of_the_interval_is_said_with_the_games_that_nobody_won() -> None:
    """Every report says to how much home's share is known: over all styles, in the widest of them, and in one alone."""
    assert format_precision(report_wins((55, 54, 53))) == "±0.9 % over all styles, ±1.5 % in each"
    alone = report_wins((55,))
    assert format_precision(alone) == "±1.5 %"
    assert dict(list_figures(alone))["home's share is known to"] == "±1.5 %"
    drawn = replace(alone, endings={"draw": 0.5, "unfinished": 0.181, "touchdown": 0.319})
    assert format_precision(drawn) == "±1.5 %; nobody won 68 % of the matches"
    assert format_precision(replace(alone, home_wins=None)) == "–"


def test_the_share_of_idle_players_is_that_of_all_who_stand() -> None:
    """A report gives idle players as a share of all who stand at the end of their team's turns, and a row of text."""
    dungeon = Dungeon.parse(HALL.format(ruleset="naf-2019"))
    arena, plan = build_arena(dungeon.board, dungeon.ruleset()), build_plan(("agile",), 8)
    tally = count_wins(len(arena.board), len(arena.chests), 4, 8)
    rows = tally._counted[0][2]
    rows[:, match.IDLE_PLAYERS], rows[:, match.STANDING_PLAYERS] = range(8), 40
    report = build_report(arena, plan, tally, "The Hall", "hall.dungeon.yaml", dungeon.ruleset())
    assert report.idle == sum(range(8)) / (8 * 40)
    assert ("players idle in their team's turn", "9 %") in list_figures(report)
