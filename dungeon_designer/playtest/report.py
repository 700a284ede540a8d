"""A playtest as data: every figure with its interval, the words that follow from it, and its schema."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.named import AmongNamed, agile_beside
from dungeon_designer.playtest.results import FAIR, Share, Tally, Turns, outcome_of
from dungeon_designer.playtest.series import MatchPlan, run, tally_for, work_of
from dungeon_designer.playtest.teams import SKILLS, TeamRoster, team
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


def playtest_of(arena: Arena, plan: MatchPlan, tally: Tally, name: str, file: str, ruleset: Ruleset) -> Playtest:
    """What the games counted so far say of a dungeon."""
    rows = tally.rows()
    home = tally.home_share
    games = max(1, tally.games)
    maps = [tuple(round(float(count) / games, 4) for count in row) for row in tally.maps]
    verdict = outcome_of(home)
    agile = _agile(plan, tally)
    chests = zip(arena.chests, tally.winning_chests(rows), strict=True)
    pairings = []
    for number, (one, other) in enumerate(plan.pairings):
        met = tally.rows(number)
        won = tally.won_by_team(number) if one != other else None
        names = plan.teams[one].name, plan.teams[other].name
        pairings.append(Pairing(*names, len(met), won, tally.share_of(met), tally.turns(met)))
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
        pairings=tuple(pairings),
        squares=tuple(arena.board.squares),
        walked=maps[0],
        fought=maps[1],
        fell=maps[2],
    )


def _agile(plan: MatchPlan, tally: Tally) -> Share | None:
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
    wanted = (home.half_width / ((FAIR[1] - FAIR[0]) / 2)) ** 2 * games  # until the interval is as wide as that
    return f"not settled, some {max(1000, 1000 * round((wanted - games) / 1000)):,} games more would: {between}"


TEAMS = ("balanced", "agile", "bashing", "small-and-many")
"""Who plays unless somebody says otherwise: the teams that come with the program."""
GAMES = 10_000
"""How many games at most unless somebody says otherwise."""


def plan_of(
    teams: Sequence[str] = TEAMS, games: int = GAMES, precision: float | None = None, seed: int = 1
) -> MatchPlan:
    """What is to be played: teams by id or file, each once; PlaytestError or ReadError for one there is not."""
    return MatchPlan(tuple(map(team, dict.fromkeys(teams))), games, precision, seed)


def playtested(board: Board, ruleset: Ruleset, plan: MatchPlan, name: str = "", file: str = "") -> Playtest:
    """Everything a playtest tells, played in this process; PlaytestError where no match can be played.

    Whoever wants a few figures for a page calls it with some 2,000 games: one or two seconds where numba is installed.
    """
    ready = arena(board, ruleset)
    return playtest_of(ready, plan, played(ready, plan), name, file, ruleset)


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
    """Everything one call found out: a playtest a dungeon. Shares are fractions, each with its 95 % interval."""

    version: int
    playtests: tuple[Playtest, ...]


def team_schema() -> Schema:
    """The schema of a team file. That a team has no more than sixteen players in all only the reader knows.

    >>> team_schema()["required"]
    ['name', 'players']
    """
    schema = schema_of(TeamRoster)
    schema["properties"]["players"]["items"]["properties"]["skills"]["items"] = {"enum": list(SKILLS)}
    return published("team", schema)
