"""A playtest as data: every figure with its interval, the words that follow from it, and its schema."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.figures.symmetries import symmetries
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.editions import USUAL_TURN, turns_within
from dungeon_designer.playtest.furniture import rooms_of
from dungeon_designer.playtest.named import AmongNamed, agile_beside
from dungeon_designer.playtest.results import FAIR, Share, Tally, Turns, games_to_settle, outcome_of, over_styles
from dungeon_designer.playtest.series import MatchPlan, run, tally_for, work_of
from dungeon_designer.playtest.teams import SKILLS, USUAL, TeamRoster, coach, team
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import play_of
from dungeon_designer.text.json_schema import Schema, published, schema_with_words
from dungeon_designer.workers import ThisProcess


class Pairing(Struct, frozen=True):
    """Two teams: the share of the wins of the first, and of the home side, and the turns it took."""

    one: str
    other: str
    games: int
    one_wins: Share | None
    home_wins: Share | None
    turns: Turns | None


class ChestFound(Struct, frozen=True):
    """A chest's square, and in what share of each side's wins it held the ball."""

    at: tuple[int, int]
    home: float
    away: float


class StyleFound(Struct, frozen=True):
    """What came of a style of play against itself: the home side's share, and the agile team's against the bashing."""

    coach: str
    games: int
    home_wins: Share | None
    agile_wins: Share | None


class MinutesFound(Struct, frozen=True):
    """By a time: in what share of the games a touchdown or annihilation had come, and what share was over."""

    minutes: int
    decided: Share | None
    over: Share | None


class OddGame(Struct, frozen=True):
    """A game worth watching: its number in the series of the first coaches, what is odd, and how much."""

    number: int
    what: str
    count: int


class Playtest(Struct, frozen=True):
    """What a playtest found.

    home_wins, first_wins  shares of the games somebody won; `unfinished` of all, those broken off after 32 turns a side
    verdict      `fair`, `home`, `away` or `unsettled`, and `words` for it: how the first coach plays
    verdict_over_styles  `fair`, `unfair`, `depends` or `unsettled`; `` where one style alone was played, as `styles`
    even         whether both sides have the same dungeon, as it is drawn
    coach_wins   the first coach's share against the second, where two met
    ended        `all` games were played, it was `precise` enough, or somebody `stopped` it
    looks        how often it was looked whether that is enough; more than one widens every interval
    decided      the share of games with a touchdown or annihilation; `endings` in what share each ending came about
    turns        turns of a side to the first touchdown; `touchdowns` a match
    turn_minutes  how many a turn takes, `turn_minutes_by` whom: `ruleset`, `call`, or `` for nobody
    losses       players lost a game, by cause
    agile_wins   the agile team's share against the bashing one, where both play; `agile_beside` the named dungeons'
    walked, fought, fell  of each square how often a game: steps onto it, blocks of who stood on it, falls on it
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
    turns: Turns | None
    agile_wins: Share | None
    agile_beside: AmongNamed | None
    ball_jumps: float
    portal_jumps: float
    passes: float
    blocks: float
    losses: dict[str, float]
    chests: tuple[ChestFound, ...]
    pairings: tuple[Pairing, ...]
    squares: tuple[tuple[int, int], ...] = ()
    walked: tuple[float, ...] = ()
    fought: tuple[float, ...] = ()
    fell: tuple[float, ...] = ()
    coaches: tuple[str, ...] = ()
    coach_wins: Share | None = None
    decided: Share | None = None
    endings: dict[str, float] = {}
    touchdowns: float = 0
    turn_minutes: int = USUAL_TURN
    turn_minutes_by: str = ""
    minutes: tuple[MinutesFound, ...] = ()
    even: bool = False
    verdict_over_styles: str = ""
    words_over_styles: str = ""
    styles: tuple[StyleFound, ...] = ()
    odd: tuple[OddGame, ...] = ()


MINUTES = (60, 75, 90, 120)
"""By when it is told how many games are decided."""


def playtest_of(arena: Arena, plan: MatchPlan, tally: Tally, name: str, file: str, ruleset: Ruleset) -> Playtest:
    """What the games counted so far say of a dungeon."""
    rows, home, agile = tally.rows(), tally.home_share, _agile(plan, tally)
    walked, fought, fell = (tuple(each) for each in np.round(tally.maps / max(1, tally.games), 4).tolist())
    verdict, play = outcome_of(home), play_of(plan.timed(ruleset))
    chests = zip(arena.chests, tally.winning_chests(rows), strict=True)
    return Playtest(
        name=name,
        file=file,
        ruleset=ruleset.id,
        teams=tuple(team.name for team in plan.teams),
        seed=plan.seed,
        games=tally.games,
        ended=tally.ended,
        looks=tally.looks if plan.precision is not None else 1,
        verdict=verdict,
        words=_words(verdict, home, tally.games),
        home_wins=home,
        first_wins=tally.won_by_first(rows),
        unfinished=tally.unfinished(rows),
        turns=tally.turns(rows),
        agile_wins=agile,
        agile_beside=agile_beside(ruleset, agile.value) if agile else None,
        ball_jumps=tally.mean(rows, match.JUMPS_OF_BALL),
        portal_jumps=tally.mean(rows, match.JUMPS_OF_PLAYERS),
        passes=tally.mean(rows, match.THROWS),
        blocks=tally.mean(rows, match.BLOWS),
        losses=tally.losses(rows),
        chests=tuple(ChestFound(arena.board.squares[at], *wins) for at, wins in chests),
        pairings=tuple(_pairing(plan, tally, number) for number in range(len(plan.pairings))),
        squares=tuple(arena.board.squares),
        walked=walked,
        fought=fought,
        fell=fell,
        coaches=tuple(coach.name for coach in plan.coaches),
        coach_wins=tally.won_by_team() if len(plan.coaches) > 1 else None,
        decided=tally.decided(rows),
        endings=tally.endings(rows),
        touchdowns=tally.touchdowns(rows),
        turn_minutes=play.turn_minutes or USUAL_TURN,
        turn_minutes_by="call" if plan.turn_minutes else "ruleset" if play.turn_minutes else "",
        minutes=tuple(
            MinutesFound(
                time, tally.decided(rows, turns_within(play, time)), tally.over(rows, turns_within(play, time))
            )
            for time in MINUTES
        ),
        even=symmetric(arena.board, ruleset),
        odd=_odd(tally),
    )


def _pairing(plan: MatchPlan, tally: Tally, number: int) -> Pairing:
    one, other = (plan.teams[at].name for at in plan.pairings[number])
    met, won = tally.rows(number), tally.won_by_team(number) if one != other else None
    return Pairing(one, other, len(met), won, tally.share_of(met), tally.turns(met))


def _odd(tally: Tally) -> tuple[OddGame, ...]:
    """The games that stand out, of several alike the first."""
    rows, numbers = tally.rows().astype(np.int64), tally.numbers()
    scored = rows[:, match.TOUCHDOWN] > 0
    figures = (
        ("longest, turns", rows[:, match.OVER_AT], True),
        ("quickest touchdown, turns", -rows[:, match.SCORED_AT], scored),
        ("most chests opened", rows[:, match.CHESTS_OPENED], True),
        ("most players lost", rows[:, match.LOST_BY : match.ENDING].sum(axis=1), True),
    )
    found = []
    for what, values, counting in figures:
        best = values.max(initial=-(10**6), where=counting)
        if best > -(10**6):
            found.append(OddGame(int(numbers[(values == best) & counting].min()), what, abs(int(best))))
    return tuple(found)


def with_styles(found: Playtest, plan: MatchPlan, others: Sequence[Tally]) -> Playtest:
    """A playtest of the first style with what the others of `plan.others` came to, and the verdict over all."""
    styles = [StyleFound(found.coaches[0], found.games, found.home_wins, found.agile_wins)]
    for other, tally in zip(plan.others, others, strict=False):
        styles.append(StyleFound(other.coaches[0].name, tally.games, tally.home_share, _agile(other, tally)))
    shares = [style.home_wins for style in styles]
    verdict = over_styles(shares, found.even)
    stopped = any(tally.ended == "stopped" for tally in others)
    return replace(
        found,
        ended="stopped" if stopped else found.ended,
        verdict_over_styles=verdict,
        words_over_styles=_words_over(verdict, found.even, shares, found.games),
        styles=tuple(styles),
    )


def _words_over(verdict: str, even: bool, shares: Sequence[Share | None], games: int) -> str:
    known = [share for share in shares if share]
    if not known:
        return "nobody won a game"
    least, most = min(share.low for share in known), max(share.high for share in known)
    more = games_to_settle(shares, games) - games
    words = {
        "fair": "fair by symmetry: both sides have the same dungeon;" if even else "fair:",
        "unfair": f"unfair, for the {'home' if least > 0.5 else 'away'} side:",
        "depends": "depends on how one plays:",
        "unsettled": f"not settled, {_thousands(more)} more games of each style would:",
    }
    between = f"between {100 * least:.1f} and {100 * most:.1f} % of the wins are the home side's"
    return f"{words[verdict]} {between}, by style of play"


def _thousands(games: float) -> str:
    rounded = max(1000, 1000 * round(games / 1000))
    return f"some {rounded:,}" if rounded <= 1_000_000 else "more than a million"


def symmetric(board: Board, ruleset: Ruleset) -> bool:
    """Whether some turn or mirror brings a dungeon onto itself with its sides exchanged, tiles' rooms and traps too."""
    matters: list[tuple[Square, Hashable]] = [
        (trap.at, trap.content) for trap in board.layout.traps if trap.content is not None
    ]
    if any(section.tile for section in board.sections):
        matters += zip(board.squares, rooms_of(board, ruleset).tolist(), strict=True)
    return any(symmetry.swaps for symmetry in symmetries(board, matters))


def even(board: Board, ruleset: Ruleset) -> bool:
    """Whether both sides have the same dungeon in play, too: then both win as often.

    Of several rooms that turn and stones that roll a game moves some only, so a dungeon with machines is not taken to
    be even, nor one with trapdoors, which open one by one.
    """
    moves = board.layout.machines or any(trap.kind is TrapKind.TRAPDOOR for trap in board.layout.traps)
    return not moves and symmetric(board, ruleset)


def _agile(plan: MatchPlan, tally: Tally) -> Share | None:
    """The agile team's share of the wins against the bashing one, if they met."""
    names = [team.name for team in plan.teams]
    if "Agile" not in names or "Bashing" not in names or len(plan.coaches) > 1:
        return None
    agile, bashing = names.index("Agile"), names.index("Bashing")
    found = tally.won_by_team(plan.pairings.index((min(agile, bashing), max(agile, bashing))))
    if found is None or agile < bashing:
        return found
    return Share(1 - found.value, 1 - found.high, 1 - found.low, found.of)


def _words(verdict: str, home: Share | None, games: int) -> str:
    """The home side's share in words that go as far as the interval does, and no further."""
    if home is None:
        return "nobody won a game"
    wanted = (home.half_width / ((FAIR[1] - FAIR[0]) / 2)) ** 2 * games  # until the interval is as wide as that
    unsettled = f"not settled, {_thousands(wanted - games)} games more would"
    words = {"fair": "fair", "unsettled": unsettled}.get(verdict, f"leans {verdict}")
    return f"{words}: between {100 * home.low:.1f} and {100 * home.high:.1f} % of the wins are the home side's"


TEAMS = ("balanced", "agile", "bashing", "small-and-many")
"""Who plays unless somebody says otherwise: the teams that come with the program."""
GAMES = 10_000
"""How many games at most unless somebody says otherwise."""


def plan_of(
    teams: Sequence[str] = TEAMS,
    games: int = GAMES,
    precision: float | None = None,
    seed: int = 1,
    coaches: Sequence[str] = (USUAL,),
    **more: Any,
) -> MatchPlan:
    """What is to be played: teams and coaches by id or file, and `more` as MatchPlan has it; PlaytestError or ReadError
    for one there is not."""
    met = tuple(map(coach, dict.fromkeys(coaches)))
    return MatchPlan(tuple(map(team, dict.fromkeys(teams))), games, precision, seed, met, **more)


def playtested(board: Board, ruleset: Ruleset, plan: MatchPlan, name: str = "", file: str = "") -> Playtest:
    """Everything a playtest tells, played in this process; PlaytestError where no match can be played.

    Whoever wants a few figures for a page calls it with some 2,000 games: one or two seconds where numba is installed.
    """
    ready = arena(board, plan.timed(ruleset))
    found = playtest_of(ready, plan, played(ready, plan), name, file, ruleset)
    return with_styles(found, plan, [played(ready, other) for other in plan.others]) if plan.styles else found


def home_share(board: Board, ruleset: Ruleset, games: int = 400, seed: int = 1) -> Share | None:
    """The home side's share of the wins with its 95 % interval; None where nobody won a game.

    A balanced team plays against another of its kind, sides and first turn swapped. 400 games tell it to plus or minus
    some 5 %, 1,600 to half of that. Pure: the same board, ruleset, number and seed give the same share. PlaytestError
    where no match can be played.
    """
    plan = plan_of(TEAMS[:1], games, None, seed)
    return played(arena(board, ruleset), plan).home_share


def played(ready: Arena, plan: MatchPlan) -> Tally:
    """What came of a plan, played in this process."""
    return run(plan, tally_for(ready, plan), ThisProcess(work_of(ready, plan)))


VERSION = 1
"""1: the first."""


class PlaytestDocument(Struct, frozen=True):
    """Everything one call found out: a playtest a dungeon. Shares are fractions, each with its 95 % interval.

    `duel` is the first coach's share against the second over all the dungeons, where two met.
    """

    version: int
    playtests: tuple[Playtest, ...]
    duel: Share | None = None


def duel_of(found: Sequence[Playtest]) -> Share | None:
    """The first coach's share of the wins, each dungeon counting alike; None where no two coaches met.

    The dungeons are strata, so the interval is that of a mean of independent shares.
    """
    shares = [test.coach_wins for test in found if test.coach_wins]
    if not shares:
        return None
    value = sum(share.value for share in shares) / len(shares)
    half = math.hypot(*(share.half_width for share in shares)) / len(shares)
    return Share(value, max(0.0, value - half), min(1.0, value + half), sum(share.of for share in shares))


def team_schema() -> Schema:
    """The schema of a team file. That a team has no more than sixteen players in all only the reader knows.

    >>> team_schema()["required"]
    ['name', 'players']
    """
    schema = schema_with_words(TeamRoster)
    schema["properties"]["players"]["items"]["properties"]["skills"]["items"] = {"enum": list(SKILLS)}
    return published("team", schema)
