"""Build the report of a playtest as data: every figure with its interval, the verdict in words, and the schema."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.figures.symmetries import find_symmetries
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.editions import DEFAULT_TURN_MINUTES, count_turns
from dungeon_designer.playtest.game_figures import GameFigure, list_game_figures
from dungeon_designer.playtest.named_dungeons import NamedRange, compare_agile_share
from dungeon_designer.playtest.results import Share, Tally, TurnQuantiles, measure_total_home_share
from dungeon_designer.playtest.series import DEFAULT_GAMES, MatchPlan, build_work, create_tally, play_series
from dungeon_designer.playtest.square_codes import build_room_codes
from dungeon_designer.playtest.teams import DEFAULT_COACH, SKILLS, TeamRoster, load_coach, load_team
from dungeon_designer.playtest.verdicts import TeamName, VerdictWord, describe_verdict, judge_fairness, judge_share
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_published_schema
from dungeon_designer.workers import ThisProcess


class PairingResult(Struct, frozen=True):
    """The result of two teams: the shares of the first team and of the home team, and turns to the first touchdown."""

    one: str
    other: str
    games: int
    one_wins: Share | None
    home_wins: Share | None
    turns: TurnQuantiles | None


class ChestResult(Struct, frozen=True):
    """A chest's square, and the share of each team's first touchdowns whose ball was in the chest."""

    at: tuple[int, int]
    home: float
    away: float


class StyleResult(Struct, frozen=True):
    """The result of a style of play against itself: the home team's share, and the agile team's against the bashing."""

    coach: str
    games: int
    home_wins: Share | None
    agile_wins: Share | None


class TimeResult(Struct, frozen=True):
    """The shares of matches that were decided, and that were over, within some minutes."""

    minutes: int
    decided: Share | None
    over: Share | None


class RemarkableGame(Struct, frozen=True):
    """A match worth watching.

    Attributes:
        number: its number in the series of the first coaches
        what: what is remarkable
        count: how much of it there is
    """

    number: int
    what: str
    count: int


class Playtest(Struct, frozen=True):
    """The result of a playtest.

    Attributes:
        ended: `all` matches were played, the result was `precise` enough, or somebody `stopped` the playtest
        looks: how often the results were looked at; more than one look widens every interval
        verdict: `fair`, `home`, `away` or `unsettled`: where the interval of `home_wins` lies, see `judge_share`
        words: the verdict on the first coach's matches in words
        home_wins: the home team's share of the matches that somebody won
        first_wins: the share of the team with the first turn, of the same matches
        unfinished: the share of all matches that were broken off after 32 turns of each team
        turns: turns of a team to the first touchdown
        agile_wins: the agile team's share against the bashing team, if both play
        agile_beside: that share beside those of the named dungeons
        losses: players lost in a match, by cause
        walked: for each square, steps onto it in a match
        fought: for each square, blocks of a player who stood on it, in a match
        fell: for each square, falls on it in a match
        coach_wins: the first coach's share against the second, if two met
        decided: the share of matches with a touchdown or annihilation
        endings: the share of matches for each ending
        touchdowns: touchdowns in a match
        turn_minutes: minutes a turn takes
        turn_minutes_by: who says so: `ruleset`, `call`, or '' for nobody
        even: whether both teams have the same dungeon, as it is drawn
        verdict_over_styles: `fair`, `unfair`, `depends` or `unsettled`; '' if one style alone was played
        words_over_styles: the verdict over all styles in words
        styles: the result of each style; empty if one style alone was played
        verdict_word: the verdict over all styles if these were played, else on the first coach's matches
        favours: the team that the dungeon favours by this verdict; None if it favours neither or that is not known
        home_wins_over_styles: the home team's share of all styles' matches together; None if one style alone was played
        headline: the verdict in words, and how many of all matches are decided, those without an end included
        length: turns of a team to the end of the match, however it ended
        losses_by_team: players that `home` and `away` lose in a match, by cause
        game: the figures that tell whether the dungeon gives a good match, beside the edition's named dungeons
        game_alike: whether the named dungeons were played by the same teams and coach, and by the edition's times
        idle: the share of idle players among those who stand at the end of their team's turn; a player is idle whom no
            opponent marks and who did not move or block in that turn
    """

    name: str
    file: str
    ruleset: str
    teams: tuple[str, ...]
    seed: int
    games: int
    ended: str
    looks: int
    verdict: str
    words: str
    home_wins: Share | None
    first_wins: Share | None
    unfinished: Share | None
    turns: TurnQuantiles | None
    agile_wins: Share | None
    agile_beside: NamedRange | None
    ball_jumps: float
    portal_jumps: float
    passes: float
    blocks: float
    losses: dict[str, float]
    chests: tuple[ChestResult, ...]
    pairings: tuple[PairingResult, ...]
    squares: tuple[tuple[int, int], ...] = ()
    walked: tuple[float, ...] = ()
    fought: tuple[float, ...] = ()
    fell: tuple[float, ...] = ()
    coaches: tuple[str, ...] = ()
    coach_wins: Share | None = None
    decided: Share | None = None
    endings: dict[str, float] = {}
    touchdowns: float = 0
    turn_minutes: int = DEFAULT_TURN_MINUTES
    turn_minutes_by: str = ""
    minutes: tuple[TimeResult, ...] = ()
    even: bool = False
    verdict_over_styles: str = ""
    words_over_styles: str = ""
    styles: tuple[StyleResult, ...] = ()
    odd: tuple[RemarkableGame, ...] = ()
    verdict_word: VerdictWord = VerdictWord.TOO_FEW_GAMES
    favours: TeamName | None = None
    home_wins_over_styles: Share | None = None
    headline: str = ""
    length: TurnQuantiles | None = None
    losses_by_team: dict[str, dict[str, float]] = {}
    game: tuple[GameFigure, ...] = ()
    game_alike: bool = True
    idle: float = 0


MIN_TOLD_UNFINISHED = 0.005
"""The least share of unfinished matches that the headline counts."""
MINUTES = (60, 75, 90, 120)
"""Times, in minutes, by which the share of decided matches is reported."""


def build_report(arena: Arena, plan: MatchPlan, tally: Tally, name: str, file: str, ruleset: Ruleset) -> Playtest:
    """Return the report of a dungeon from the matches counted so far, in the style of the plan's coaches.

    Args:
        arena: the dungeon
        plan: the matches that were to be played
        tally: the results of those that were played
        name: the name of the dungeon
        file: its file
    """
    rows, home, agile = tally.select_rows(), tally.home_share, _measure_agile_share(plan, tally)
    walked, fought, fell = (tuple(counts) for counts in np.round(tally.maps / max(1, tally.games), 4).tolist())
    play, is_even = parse_play(plan.apply_times(ruleset)), is_symmetric(arena.board, ruleset)
    word = judge_fairness([home], home, is_even)
    words, decided = describe_verdict(word, home, tally.games), tally.measure_decided_share(rows)
    first_wins = tally.measure_first_turn_share(rows)
    length, losses = tally.measure_length(rows), tally.measure_losses_by_team(rows)
    game_figures = list_game_figures(arena.board.layout, plan.apply_times(ruleset), decided, length, first_wins, losses)
    chests = zip(arena.chests, tally.measure_winning_chests(rows), strict=True)
    return Playtest(
        name=name,
        file=file,
        ruleset=ruleset.id,
        teams=tuple(team.name for team in plan.teams),
        seed=plan.seed,
        games=tally.games,
        ended=tally.ended,
        looks=tally.looks if plan.precision is not None else 1,
        verdict=judge_share(home),
        words=words,
        home_wins=home,
        first_wins=first_wins,
        unfinished=tally.measure_unfinished_share(rows),
        turns=tally.measure_turns(rows),
        agile_wins=agile,
        agile_beside=compare_agile_share(ruleset, agile.value) if agile else None,
        ball_jumps=tally.measure_mean(rows, match.BALL_JUMPS),
        portal_jumps=tally.measure_mean(rows, match.PLAYER_JUMPS),
        passes=tally.measure_mean(rows, match.PASSES),
        blocks=tally.measure_mean(rows, match.BLOCKS),
        losses=tally.measure_losses(rows),
        chests=tuple(ChestResult(arena.board.squares[square], *wins) for square, wins in chests),
        pairings=tuple(_summarise_pairing(plan, tally, number) for number in range(len(plan.pairings))),
        squares=tuple(arena.board.squares),
        walked=walked,
        fought=fought,
        fell=fell,
        coaches=tuple(coach.name for coach in plan.coaches),
        coach_wins=tally.measure_team_share() if len(plan.coaches) > 1 else None,
        decided=decided,
        endings=tally.measure_endings(rows),
        touchdowns=tally.measure_touchdowns(rows),
        turn_minutes=play.turn_minutes or DEFAULT_TURN_MINUTES,
        turn_minutes_by="call" if plan.turn_minutes else "ruleset" if play.turn_minutes else "",
        minutes=tuple(
            TimeResult(
                time,
                tally.measure_decided_share(rows, count_turns(play, time)),
                tally.measure_over_share(rows, count_turns(play, time)),
            )
            for time in MINUTES
        ),
        even=is_even,
        odd=_find_remarkable_games(tally),
        verdict_word=word,
        favours=word.favours,
        headline=describe_headline(words, decided),
        length=length,
        losses_by_team=losses,
        game=game_figures,
        game_alike=_is_played_like_named_dungeons(plan),
        idle=tally.measure_idle_share(rows),
    )


def _is_played_like_named_dungeons(plan: MatchPlan) -> bool:
    """Return whether a plan has the teams, coach and times by which the named dungeons were played for `game`."""
    default_plan = build_plan()
    is_same_coach = plan.coaches[0] == default_plan.coaches[0] and len(plan.coaches) == 1
    return set(plan.teams) == set(default_plan.teams) and is_same_coach and plan.clock and not plan.turn_minutes


def describe_headline(words: str, decided: Share | None) -> str:
    """Return the first line of a report: the verdict, then how many of all matches stay unfinished, if some do.

    The verdict rests on the matches that somebody won. An unfinished match is one without a touchdown or annihilation,
    also where the book names a winner when time is over.

    Args:
        words: the verdict in words
        decided: the share of all matches with a touchdown or annihilation; None without matches

    >>> describe_headline("fair: home wins between 48.6 and 51.2 %", Share(0.27, 0.25, 0.29, 1100))
    'fair: home wins between 48.6 and 51.2 %; counting unfinished matches, 27 % are decided'
    """
    if decided is None or 1 - decided.value < MIN_TOLD_UNFINISHED:
        return words
    return f"{words}; counting unfinished matches, {100 * decided.value:.0f} % are decided"


def _summarise_pairing(plan: MatchPlan, tally: Tally, number: int) -> PairingResult:
    """Return the result of one pairing of teams.

    A team that plays against itself has no share of its own.

    Args:
        number: the number of the pairing in `plan.pairings`
    """
    first, second = (plan.teams[team_number].name for team_number in plan.pairings[number])
    rows, team_share = tally.select_rows(number), tally.measure_team_share(number) if first != second else None
    return PairingResult(
        first, second, len(rows), team_share, tally.measure_home_share(rows), tally.measure_turns(rows)
    )


def _find_remarkable_games(tally: Tally) -> tuple[RemarkableGame, ...]:
    """Return a match worth watching for each of four reasons, such as the longest; of several equal ones the first.

    A reason that no match gives, such as a quickest touchdown without touchdowns, is left out.
    """
    rows, numbers = tally.select_rows().astype(np.int64), tally.list_numbers()
    scored = rows[:, match.HAS_TOUCHDOWN] > 0
    figures = (
        ("longest, turns", rows[:, match.LAST_TURN], True),
        ("quickest touchdown, turns", -rows[:, match.FIRST_SCORE_TURN], scored),
        ("most chests opened", rows[:, match.CHESTS_OPENED], True),
        ("most players lost", rows[:, match.LOSSES_BY_CAUSE : match.ENDING].sum(axis=1), True),
    )
    games = []
    for title, values, is_counted in figures:
        highest = values.max(initial=-(10**6), where=is_counted)
        if highest > -(10**6):
            games.append(RemarkableGame(int(numbers[(values == highest) & is_counted].min()), title, abs(int(highest))))
    return tuple(games)


def add_styles(report: Playtest, plan: MatchPlan, tallies: Sequence[Tally]) -> Playtest:
    """Return a report with the results of the other styles of play and the verdict over all styles added.

    Args:
        report: the report of the first style
        plan: its plan
        tallies: the tallies of all styles: the first style's, then the others in the order of `plan.style_plans`
    """
    styles = tuple(
        StyleResult(style_plan.coaches[0].name, tally.games, tally.home_share, _measure_agile_share(style_plan, tally))
        for style_plan, tally in zip((plan, *plan.style_plans), tallies, strict=False)
    )
    total = measure_total_home_share(tallies)
    shares_by_style = [(style.coach, style.home_wins) for style in styles]
    word = judge_fairness([share for _, share in shares_by_style], total, report.even)
    games = sum(tally.games for tally in tallies) // len(tallies)  # fewer than planned if the playtest was stopped
    words = describe_verdict(word, total, games, shares_by_style)
    is_stopped = any(tally.ended == "stopped" for tally in tallies)
    return replace(
        report,
        ended="stopped" if is_stopped else report.ended,
        verdict_over_styles=word.over_styles,
        words_over_styles=words,
        styles=styles,
        verdict_word=word,
        favours=word.favours,
        home_wins_over_styles=total,
        headline=describe_headline(words, report.decided),
    )


def is_symmetric(board: Board, ruleset: Ruleset) -> bool:
    """Return True if some rotation or mirror maps a dungeon onto itself and every team onto another team.

    Contents of counters and rooms with rules of their own are compared, too.
    """
    compared: list[tuple[Square, Hashable]] = [
        (trap.at, trap.content) for trap in board.layout.traps if trap.content is not None
    ]
    if any(section.tile for section in board.sections):
        compared += zip(board.squares, build_room_codes(board, ruleset).tolist(), strict=True)
    return any(symmetry.exchanges_teams for symmetry in find_symmetries(board, compared))


def is_fair_by_symmetry(board: Board, ruleset: Ruleset) -> bool:
    """Return True if by symmetry both teams win equally often, so that no match need be played to know it.

    The dungeon must be symmetric and have neither machines nor trapdoors. Of several rotating rooms and rolling stones
    a match moves only some, and trapdoors open one by one, so with these the two teams may not have the same dungeon in
    play.
    """
    has_moving_parts = board.layout.machines or any(trap.kind is TrapKind.TRAPDOOR for trap in board.layout.traps)
    return not has_moving_parts and is_symmetric(board, ruleset)


def _measure_agile_share(plan: MatchPlan, tally: Tally) -> Share | None:
    """Return the share that the team named Agile has of the wins against the team named Bashing.

    None if one of them did not play, if nobody won, or if two coaches met.
    """
    names = [team.name for team in plan.teams]
    if "Agile" not in names or "Bashing" not in names or len(plan.coaches) > 1:
        return None
    agile, bashing = names.index("Agile"), names.index("Bashing")
    share = tally.measure_team_share(plan.pairings.index((min(agile, bashing), max(agile, bashing))))
    if share is None or agile < bashing:
        return share
    return Share(1 - share.value, 1 - share.high, 1 - share.low, share.of)


DEFAULT_TEAMS = ("balanced", "agile", "bashing", "small-and-many")
"""The teams that play if none are named; all come with the program."""
FIX_GAMES = 10_000
"""If no number is given: how many matches of each style judge a changed dungeon, and how many can be replayed."""
MAX_PRECISE_GAMES = 1_000_000
"""The greatest number of matches of a series that ends when its result is precise enough, if no number is given."""


def build_plan(
    teams: Sequence[str] = DEFAULT_TEAMS,
    games: int = DEFAULT_GAMES,
    precision: float | None = None,
    seed: int = 1,
    coaches: Sequence[str] = (DEFAULT_COACH,),
    **fields: Any,
) -> MatchPlan:
    """Return a plan of matches for teams and coaches that are given by id or file.

    Args:
        teams: ids of teams, or paths of TOML files
        games: how many matches at most
        precision: stop once the home team's share is known to plus or minus this; None for never
        seed: selects the dice
        coaches: ids of coaches, or paths of TOML files; one or two
        fields: other fields of `MatchPlan`

    Raises:
        PlaytestError: there is no such team or coach
        ReadError: a file cannot be read
    """
    styles = tuple(map(load_coach, dict.fromkeys(coaches)))
    return MatchPlan(tuple(map(load_team, dict.fromkeys(teams))), games, precision, seed, styles, **fields)


def run_playtest(board: Board, ruleset: Ruleset, plan: MatchPlan, name: str = "", file: str = "") -> Playtest:
    """Play the matches of a plan on a board, in this process, and return the report.

    If the plan has styles, these are played, too. Some 2,000 matches, enough for the figures of a page, take one or two
    seconds where numba is installed.

    Args:
        name: the name of the dungeon in the report
        file: its file in the report

    Raises:
        PlaytestError: no match can be played on the dungeon
    """
    match_arena = build_arena(board, plan.apply_times(ruleset))
    tallies = [play_plan(match_arena, style_plan) for style_plan in (plan, *plan.style_plans)]
    report = build_report(match_arena, plan, tallies[0], name, file, ruleset)
    return add_styles(report, plan, tallies) if plan.styles else report


def measure_home_share(board: Board, ruleset: Ruleset, games: int = 400, seed: int = 1) -> Share | None:
    """Return the home team's share of the wins with its 95 % interval; None if nobody won a match.

    A balanced team plays against another balanced team, end zones and first turn swapped. 400 matches give the share to
    plus or minus some 5 %, 1,600 to half of that. The same board, ruleset, number and seed give the same share.

    Raises:
        PlaytestError: no match can be played on the dungeon
    """
    plan = build_plan(DEFAULT_TEAMS[:1], games, None, seed)
    return play_plan(build_arena(board, ruleset), plan).home_share


def play_plan(arena: Arena, plan: MatchPlan) -> Tally:
    """Play all matches of a plan one after another, in this process, and return their counted results.

    Only the plan's own coaches play, even if the plan says that coaches of other styles play as well (`plan.styles`).

    Args:
        arena: the dungeon as arrays for fast matches
        plan: the teams, the coaches and the number of matches
    """
    return play_series(plan, create_tally(arena, plan), ThisProcess(build_work(arena, plan)))


VERSION = 1
"""The version of the JSON document; 1 is the first."""


class PlaytestDocument(Struct, frozen=True):
    """The results of one call: a playtest for each dungeon. Shares are fractions, each with its 95 % interval.

    Attributes:
        duel: the first coach's share against the second over all dungeons, if two coaches met
    """

    version: int
    playtests: tuple[Playtest, ...]
    duel: Share | None = None


def measure_duel(reports: Sequence[Playtest]) -> Share | None:
    """Return the first coach's share of the wins against the second over all dungeons; None if no two coaches met.

    Each dungeon counts alike: the dungeons are strata, so the interval is that of a mean of independent shares.
    """
    shares = [test.coach_wins for test in reports if test.coach_wins]
    if not shares:
        return None
    value = sum(share.value for share in shares) / len(shares)
    half = math.hypot(*(share.half_width for share in shares)) / len(shares)
    return Share(value, max(0.0, value - half), min(1.0, value + half), sum(share.of for share in shares))


def build_team_schema() -> Schema:
    """Return the JSON Schema of a team file. Only the reader checks that a team has at most sixteen players in all.

    >>> build_team_schema()["required"]
    ['name', 'players']
    """
    schema = build_described_schema(TeamRoster)
    schema["properties"]["players"]["items"]["properties"]["skills"]["items"] = {"enum": list(SKILLS)}
    return build_published_schema("team", schema)
