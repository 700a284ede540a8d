"""A whole playtest of a board in one call, and the cheap question which side it favours.

>>> from dungeon_designer.dungeon import Dungeon
>>> hall = Dungeon.parse("ruleset: naf-2019\\nmap: |\\n  <<..C..>>\\n  <<.....>>\\n")
>>> share = home_share(hall.board, hall.ruleset(), games=4)
>>> share is None or 0 <= share.low <= share.value <= share.high <= 1
True
"""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.report import Playtest, playtest_of
from dungeon_designer.playtest.results import Tally
from dungeon_designer.playtest.series import Plan, run, tally_for, work_of
from dungeon_designer.playtest.stopping import Share
from dungeon_designer.playtest.teams import policy, team
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.workers import ThisProcess

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
