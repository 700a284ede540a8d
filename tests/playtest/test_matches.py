"""Matches of several drives, how they end, and how long they take."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.playtest import match, positions
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.editions import build_rules, count_minutes, count_turns
from dungeon_designer.playtest.report import build_plan
from dungeon_designer.playtest.results import Tally
from dungeon_designer.playtest.state import Array, Game
from dungeon_designer.playtest.teams import load_team
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import Play
from tests.playtest.games import CLASSIC, load_hall, play_rounds

REROLLS = np.array([3, 3])


def begin_match(ruleset: str) -> tuple[Game, Arena]:
    """Return a match that is set up, two balanced teams, home first."""
    of, own = load_hall(ruleset), load_team("balanced").player_rows
    game = of.create_game()
    seed_dice(game.state, 1, 0, 0)
    match.start_match(game, 0, own, own, REROLLS, CLASSIC, 0)
    return game, of


def play_to_end(game: Game, turns: int, team: int = 0) -> str:
    """Return how a match ends after so many turns of both; '' where it goes on."""
    over = match.is_match_over(game, team, turns, REROLLS)
    return match.ENDINGS[game.state[s.ENDING]] if over else ""


def test_after_a_touchdown_a_new_drive_begins_as_the_first() -> None:
    """Chests are closed again, both sides stand where they began, nobody has the ball; who conceded goes first."""
    game, _ = begin_match("brawl-2013")
    first = game.players[:, s.SQUARE].copy()
    game.board[:, s.CHEST] = 0
    game.state[s.BALL], game.state[s.CARRIER], game.state[s.SCORER] = s.HELD, 3, 0
    assert match.start_drive(game, 0) == 1
    assert (game.players[:, s.SQUARE] == first).all()
    assert (game.state[s.BALL], game.state[s.SCORER], game.state[s.CARRIER]) == (s.IN_CHEST, -1, -1)
    assert (game.board[:, s.CHEST] == s.CHEST_WITH_BALL).sum() == 1
    assert (game.board[:, s.CHEST] > 0).sum() == game.state[s.UNOPENED_CHESTS] == 6


def test_who_is_hurt_stays_out_of_the_next_drive() -> None:
    """Casualties are not set up again, and of the knocked out those who roll a 4."""
    game, _ = begin_match("db7s-2019")
    game.players[0, s.STATE], game.players[1:12, s.STATE] = s.CASUALTY, s.KNOCKED_OUT
    match.start_drive(game, 1)
    states = game.players[:12, s.STATE].tolist()
    assert states[0] == s.CASUALTY
    assert 0 < states.count(s.KNOCKED_OUT) < 11
    assert (game.players[:, s.STATE] == s.STANDING).sum() > 7


@pytest.mark.parametrize(
    ("ruleset", "goals", "turns", "how"),
    [
        ("naf-2019", (0, 1), 5, "touchdown"),
        ("brawl-2013", (0, 1), 29, ""),
        ("brawl-2013", (0, 1), 30, "touchdown"),
        ("brawl-2013", (2, 2), 30, "draw"),
        ("db7s-2019", (2, 0), 7, "touchdown"),
        ("db7s-2019", (2, 0), 6, ""),
        ("db7s-2019", (2, 1), 9, ""),
        ("db7s-2019", (2, 1), 10, "touchdown"),
        ("db7s-2019", (1, 1), 12, "draw"),
        ("naf-2019", (0, 0), 39, ""),
        ("naf-2019", (0, 0), 40, "coin"),
        ("gw-2021", (0, 0), 63, ""),
        ("gw-2021", (0, 0), 64, "unfinished"),
    ],
)
def test_a_match_ends_as_its_book_says(ruleset: str, goals: tuple[int, int], turns: int, how: str) -> None:
    """Time, leads and the limit end a match where the edition has it, in turns of four minutes."""
    game, _ = begin_match(ruleset)
    game.state[s.TOUCHDOWNS : s.TOUCHDOWNS + 2] = goals
    assert play_to_end(game, turns) == how


def test_a_team_that_is_gone_has_lost_where_the_book_says_so() -> None:
    """brawl-2013: casualties alone; db7s-2019: an empty dungeon, from the first alarm on; elsewhere never."""
    for ruleset, state, turns, how in (
        ("brawl-2013", s.CASUALTY, 3, "annihilation"),
        ("brawl-2013", s.KNOCKED_OUT, 3, ""),
        ("db7s-2019", s.RESERVE, 8, "annihilation"),
        ("db7s-2019", s.RESERVE, 6, ""),
        ("gw-2021", s.CASUALTY, 3, ""),
    ):
        game, _ = begin_match(ruleset)
        game.players[s.TEAM_SIZE :, s.STATE] = state
        assert play_to_end(game, turns) == how, ruleset
        assert not how or game.state[s.SCORER] == 0


def test_alarms_bring_the_knocked_out_and_the_rerolls_back() -> None:
    """db7s-2019: after 30 minutes re-rolls are as at first, and some of the knocked out are in reserve."""
    game, _ = begin_match("db7s-2019")
    game.players[2:9, s.STATE], game.state[s.REROLLS] = s.KNOCKED_OUT, 0
    play_to_end(game, 7)
    assert game.state[s.REROLLS] == 3
    assert 0 < (game.players[2:9, s.STATE] == s.KNOCKED_OUT).sum() < 7


def test_results_tell_touchdowns_and_turns() -> None:
    """The touchdowns, the first of them and the end agree with the winner in every row."""
    of = load_hall("brawl-2013")
    rows, _ = play_rounds(of, 2)
    for row in rows:
        goals = row[match.TOUCHDOWNS : match.TOUCHDOWNS + 2]
        assert row[match.WINNER] == (2 if goals[0] == goals[1] else int(goals[1] > goals[0]))
        assert (row[match.FIRST_SCORE_TURN] > 0) == row[match.HAS_TOUCHDOWN] == (goals.sum() > 0)
        assert row[match.FIRST_SCORE_TURN] <= row[match.LAST_TURN] <= 30
        assert match.ENDINGS[row[match.ENDING]] in ("touchdown", "draw", "annihilation")
    assert rows[:, match.TOUCHDOWNS :].sum(axis=1).max() > 1


def test_losses_are_counted_for_each_team() -> None:
    """A player lost on the home team counts for home alone, whichever team had the first turn."""
    of = load_hall("naf-2019")
    rows, _ = play_rounds(of, 2)
    home = rows[:, match.HOME_LOSSES_BY_CAUSE : match.HOME_LOSSES_BY_CAUSE + len(s.CAUSES)]
    both = rows[:, match.LOSSES_BY_CAUSE : match.ENDING]
    assert (home >= 0).all()
    assert (home <= both).all()
    assert 0 < home.sum() < both.sum()
    for starts_at in range(2):
        game, arena = begin_match("naf-2019")
        game.state[s.FIRST_TEAM_END] = starts_at
        positions.count_loss(game, 3, s.BY_FALL)
        positions.count_loss(game, s.TEAM_SIZE + 3, s.BY_BLOCK)
        positions.count_loss(game, s.TEAM_SIZE + 4, s.BY_BLOCK)
        row = np.zeros(match.RESULT_COLUMNS, dtype=np.int64)
        match._write_result(game, 0, 2, row)
        tally = Tally(((0, 0),), len(arena.board), len(arena.chests), False)
        losses = tally.measure_losses_by_team(row[np.newaxis])
        first, second = ("home", "away") if starts_at == 0 else ("away", "home")
        assert {cause: count for cause, count in losses[first].items() if count} == {"fall": 1}
        assert {cause: count for cause, count in losses[second].items() if count} == {"block": 2}


def _write_row(ruleset: str, **more: object) -> Array:
    asked = build_plan(["balanced"], 4, **more)  # type: ignore[arg-type]
    return np.array(build_rules(asked.apply_times(load_unchecked_ruleset(ruleset))))


def test_without_the_clock_only_the_limit_ends_a_match() -> None:
    """No time, no alarm, no closed reserves; more minutes a turn are fewer turns."""
    for ruleset in ("naf-2019", "db7s-2019", "brawl-2013"):
        row = _write_row(ruleset, clock=False)
        assert not row[[s.CLOCK, s.ALARM, s.LAST_ALARM, s.REMOVED_FROM, s.TIME_DECIDES]].any()
        assert row[s.RESERVE_UNTIL] == row[s.LIMIT] == 32
        assert (
            _write_row(ruleset, turn_minutes=3)[s.CLOCK]
            > _write_row(ruleset)[s.CLOCK]
            > _write_row(ruleset, turn_minutes=5)[s.CLOCK]
        )


@given(st.integers(1, 20), st.none() | st.tuples(st.integers(0, 200), st.integers(1, 5)), st.integers(0, 300))
def test_turns_and_minutes_agree(usual: int, late: tuple[int, int] | None, minutes: int) -> None:
    """The turns of a match are as many as its minutes allow, and not one more."""
    play = Play(turn_minutes=usual, late_turns=late)
    turns = count_turns(play, minutes)
    assert count_minutes(play, turns) <= minutes < count_minutes(play, turns + 1)
    spans = [after - before for before, after in pairwise(count_minutes(play, n) for n in range(30))]
    assert set(spans) <= {usual, min(usual, late[1]) if late else usual}


def test_house_rules_may_move_the_time() -> None:
    """Deadlines of a house ruleset are those that hold; unset, none does."""
    book = load_unchecked_ruleset("brawl-2013")
    moved = replace(book, play={**book.play, "deadlines": ["60 min: Over."]})
    unset = replace(book, play={**book.play, "deadlines": []})
    assert [build_rules(each)[s.CLOCK] for each in (book, moved, unset)] == [30, 15, 0]


def test_an_arena_has_the_minutes_that_are_asked_for() -> None:
    """A match is played with the minutes of its plan."""
    of = load_hall("naf-2019")
    ruleset = build_plan(["balanced"], 4, turn_minutes=2).apply_times(load_unchecked_ruleset("naf-2019"))
    assert build_arena(of.board, ruleset).rules[s.CLOCK] == 75
