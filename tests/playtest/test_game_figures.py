"""Whether a dungeon gives a good game: what reports say of decided games, length, first turn and losses."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from dungeon_designer.cli.playtest import FORMATS
from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import game_figures, match
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.game_figures import find_decided_limit, list_game_figures
from dungeon_designer.playtest.named_dungeons import GameReference, list_named_games, load_reference
from dungeon_designer.playtest.report import Playtest, build_plan, build_report
from dungeon_designer.playtest.report_text import list_game_sentences
from dungeon_designer.playtest.results import AWAY, HOME, Share, Tally, TurnQuantiles
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from tests.playtest.games import HALL

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = 400


@pytest.fixture
def two_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two named dungeons with figures that no playtest changes."""
    games = [
        GameReference((0.77, 0.75, 0.79), 12, (0.46, 0.44, 0.48), {"home": {"block": 5.0}, "away": {"block": 5.1}}),
        GameReference((0.89, 0.87, 0.91), 15, (0.497, 0.48, 0.51), {"home": {"block": 5.0}, "away": {"block": 5.2}}),
    ]
    monkeypatch.setattr(game_figures, "list_named_games", lambda ruleset, excluded=None: games)


def report_game(decided: float, ruleset: str = "naf-2019", text: str = HALL, **options: object) -> Playtest:
    """Report games of which such a share is decided in turn 8 of each team; the others end by time in turn 20."""
    dungeon = Dungeon.parse(text.format(ruleset=ruleset))
    arena, plan = build_arena(dungeon.board, dungeon.ruleset()), build_plan(games=GAMES, **options)  # type: ignore[arg-type]
    rows = np.zeros((GAMES, match.RESULT_COLUMNS), dtype=np.int32)
    is_decided = np.zeros(GAMES, dtype=bool)
    is_decided[np.linspace(0, GAMES - 1, round(GAMES * decided)).astype(int)] = True
    rows[:, match.WINNER] = np.arange(GAMES) % 2 * (AWAY - HOME)
    rows[:, match.HAS_TOUCHDOWN], rows[:, match.FIRST_SCORE_TURN] = is_decided, 16 * is_decided
    rows[:, match.ENDING] = np.where(is_decided, match.BY_TOUCHDOWN, match.BY_BALL)
    rows[:, match.LAST_TURN] = np.where(is_decided, 16, 40)
    rows[:, match.LOSSES_BY_CAUSE + s.BY_BLOCK] = 5
    rows[:, match.HOME_LOSSES_BY_CAUSE + s.BY_BLOCK] = 2
    tally = Tally(((0, 0),), len(arena.board), len(arena.chests), False)
    tally.add_rounds(0, 0, rows, np.zeros((3, len(arena.board)), dtype=np.int64))
    tally.count_waiting(1)
    return build_report(arena, plan, tally, "The Hall", "hall.dungeon.yaml", dungeon.ruleset())


@pytest.mark.usefixtures("two_named")
def test_every_report_says_whether_it_is_a_good_game() -> None:
    """Text, Markdown and JSON say four sentences, each with the same figure of the named dungeons beside it."""
    report = report_game(0.27)
    told = json.loads(FORMATS["json"]([report]))
    jsonschema.validate(told, build_kind_schema("playtest"))
    (test,) = told["playtests"]
    assert [figure["figure"] for figure in test["game"]] == ["decided", "length", "first_turn", "losses"]
    sentences = [figure["sentence"] for figure in test["game"]]
    assert sentences[0] == (
        "decided in 27 % of all matches; named ones 77 and 89 %: much less often, so the dungeon is dull"
    )
    assert sentences[1:] == [
        "half of all matches are over by turn 20 of each team, after 150 minutes; named ones turn 12 and 15",
        "the first turn is worth 0.0 points of the wins (±4.9); named ones −4.0 and −0.3",
        "home loses 2.0 (block 2.0), away loses 3.0 (block 3.0), both 5.0 players a match; named ones 10.1 and 10.2",
    ]
    for sentence in sentences:
        assert f"\n  {sentence}\n" in FORMATS["text"]([report])
        assert f"\n- {sentence[0].upper()}{sentence[1:]}.\n" in FORMATS["markdown"]([report])
    assert test["losses_by_team"]["away"]["block"] == 3
    assert test["length"]["median"] == 20


def test_the_headline_counts_unfinished_games() -> None:
    """The first line says of how many of all games a touchdown or annihilation decides, unless all are decided."""
    report = report_game(0.27)
    assert report.headline == f"{report.words}; counting unfinished matches, 27 % are decided"
    assert FORMATS["text"]([report]).startswith(f"The Hall: {report.headline}\n")
    assert report_game(1.0).headline == report_game(1.0).words


@pytest.mark.usefixtures("two_named")
@pytest.mark.parametrize(
    ("decided", "words"),
    [(0.27, ": much less often, so the dungeon is dull"), (0.65, ": less often"), (0.78, "named ones 77 and 89 %")],
)
def test_only_what_is_clearly_less_is_called_so(decided: float, words: str) -> None:
    """A share is called lower only if its whole interval is, and dull only if it is 15 points lower."""
    assert report_game(decided).game[0].sentence.endswith(words)


def test_a_dungeon_is_not_compared_with_itself() -> None:
    """A named dungeon stands beside the other named ones only."""
    dungeon = Dungeon.load(EXAMPLES / "naf-2019/the-four-winds.dungeon.yaml")
    decided, length = Share(0.77, 0.75, 0.79, 500), TurnQuantiles(5, 9, 15, 18, 20)
    figures = list_game_figures(dungeon.board.layout, dungeon.ruleset(), decided, length, decided, {})
    assert [len(figure.named) for figure in figures] == [1] * 4
    assert figures[0].sentence.startswith("decided in 77 % of all matches; the named one ")


def test_other_conditions_are_told() -> None:
    """If other teams or coaches played, or other times held, than on the named dungeons, a sentence says so."""
    other = "the named ones were played by other teams or coaches, or with other times"
    assert other not in list_game_sentences(report_game(0.5))
    for options in ({"teams": ["agile"]}, {"coaches": ["bold"]}, {"turn_minutes": 3}, {"clock": False}):
        assert list_game_sentences(report_game(0.5, **options))[-1] == other


def test_every_named_dungeon_has_the_figures() -> None:
    """The reference says of each named dungeon of two teams how good a game it gives."""
    for edition in load_reference().dungeons.values():
        for name, entry in edition.items():
            assert entry.game is not None, name
            assert entry.game.decided[1] <= entry.game.decided[0] <= entry.game.decided[2], name
            assert entry.game.length > 0, name
            assert entry.game.losses.keys() == {"home", "away"}, name


def test_the_limit_is_15_points_below_the_lowest_named_dungeon() -> None:
    """An edition with two named dungeons or more has a limit, never below 0; with fewer none is known."""
    for edition in EDITIONS:
        ruleset = load_ruleset(edition)
        shares, limit = [game.decided[0] for game in list_named_games(ruleset)], find_decided_limit(ruleset)
        assert (limit is None) == (len(shares) < 2), edition
        if limit is not None:
            assert limit == pytest.approx(max(0, min(shares) - 0.15)), edition
    assert 0.5 < (find_decided_limit(load_ruleset("naf-2019")) or 0) < 0.8
