"""A playtest as data: every figure with its interval, the words that follow from it, and its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.named import Beside, agile_beside
from dungeon_designer.playtest.results import Share, Tally, Turns, games_more, outcome_of
from dungeon_designer.playtest.series import Plan, run, tally_for, work_of
from dungeon_designer.playtest.teams import SKILLS, Team, policy, team
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.json_schema import Schema, published, schema_of
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


class Playtest(Struct, frozen=True):
    """What a playtest found.

    home_wins, first_wins  shares of the games somebody won; `unfinished` of all
    verdict      `fair`, `home`, `away` or `unsettled`, and `words` for it
    ended        `all` games were played, it was `precise` enough, or somebody `stopped` it
    looks        how often it was looked whether that is enough; more than one widens every interval
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
    agile_beside: Beside | None
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


def playtest_of(arena: Arena, plan: Plan, tally: Tally, name: str, file: str, ruleset: Ruleset) -> Playtest:
    """What the games counted so far say of a dungeon."""
    rows = tally.rows()
    home = tally.home_share
    games = max(1, tally.games)
    maps = [tuple(round(float(count) / games, 4) for count in row) for row in tally.maps]
    verdict = outcome_of(home)
    agile = _agile(plan, tally)
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
        chests=_chests(arena, tally),
        pairings=tuple(_pairing(plan, tally, number) for number in range(len(plan.pairings))),
        squares=tuple(arena.board.squares),
        walked=maps[0],
        fought=maps[1],
        fell=maps[2],
    )


def _chests(arena: Arena, tally: Tally) -> tuple[ChestFound, ...]:
    found = zip(arena.chests, tally.winning_chests(tally.rows()), strict=True)
    return tuple(ChestFound(arena.board.squares[at], home, away) for at, (home, away) in found)


def _pairing(plan: Plan, tally: Tally, number: int) -> Pairing:
    one, other = plan.pairings[number]
    rows = tally.rows(number)
    won = tally.won_by_team(number) if one != other else None
    return Pairing(
        plan.teams[one].name, plan.teams[other].name, len(rows), won, tally.share_of(rows), tally.turns(rows)
    )


def _agile(plan: Plan, tally: Tally) -> Share | None:
    """The agile team's share of the wins against the bashing one, if they met."""
    names = [team.name for team in plan.teams]
    if "Agile" not in names or "Bashing" not in names:
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
    between = f"between {100 * home.low:.1f} and {100 * home.high:.1f} % of the wins are the home side's"
    if verdict == "fair":
        return f"fair: {between}"
    if verdict in ("home", "away"):
        return f"leans {verdict}: {between}"
    return f"not settled, some {games_more(home, games):,} games more would: {between}"


TEAMS = ("balanced", "agile", "bashing", "small-and-many")
"""Who plays unless somebody says otherwise: the teams that come with the program."""
GAMES = 10_000
"""How many games at most unless somebody says otherwise."""


def plan_of(teams: Sequence[str] = TEAMS, games: int = GAMES, precision: float | None = None, seed: int = 1) -> Plan:
    """What is to be played: teams by id or file, each once; PlaytestError or ReadError for one there is not."""
    return Plan(tuple(map(team, dict.fromkeys(teams))), games, precision, seed)


def playtested(board: Board, ruleset: Ruleset, plan: Plan, name: str = "", file: str = "") -> Playtest:
    """Everything a playtest tells, played in this process; PlaytestError where no match can be played.

    Whoever wants a few figures for a page calls it with some 2,000 games: one or two seconds where numba is installed.
    """
    ready = arena(board, ruleset, policy())
    return playtest_of(ready, plan, played(ready, plan), name, file, ruleset)


def home_share(board: Board, ruleset: Ruleset, games: int = 400, seed: int = 1) -> Share | None:
    """The home side's share of the wins with its 95 % interval; None where nobody won a game.

    A balanced team plays against another of its kind, sides and first turn swapped. 400 games tell it to plus or minus
    some 5 %, 1,600 to half of that. Pure: the same board, ruleset, number and seed give the same share. PlaytestError
    where no match can be played.
    """
    plan = plan_of(TEAMS[:1], games, None, seed)
    return played(arena(board, ruleset, policy()), plan).home_share


def played(ready: Arena, plan: Plan) -> Tally:
    """What came of a plan, played in this process."""
    return run(plan, tally_for(ready, plan), ThisProcess(work_of(ready, plan)))


VERSION = 1
"""1: the first."""


class PlaytestDocument(Struct, frozen=True):
    """Everything one call found out: a playtest a dungeon. Shares are fractions, each with its 95 % interval."""

    version: int
    playtests: tuple[Playtest, ...]


def document(tests: Sequence[Playtest]) -> PlaytestDocument:
    """The playtests as data."""
    return PlaytestDocument(VERSION, tuple(tests))


def playtest_schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Dungeon Designer playtest, version 1"}
    return {**head, **msgspec.json.schema(PlaytestDocument)}


def team_schema() -> Schema:
    """The schema of a team file. That a team has no more than sixteen players in all only the reader knows.

    >>> team_schema()["required"]
    ['name', 'players']
    """
    schema = schema_of(Team)
    schema["properties"]["players"]["items"]["properties"]["skills"]["items"] = {"enum": list(SKILLS)}
    return published("team", schema)
