"""Whether a dungeon is as fair in play as it is on paper: by its symmetry, or by matches played until that is settled.

**By symmetry.** Where some turn or mirror brings a dungeon onto itself with its sides exchanged, and all that a game
knows of it, every game has its mirror image: the same, square for square, with the other side winning. Both are as
likely, since each game draws its way round, and portals are drawn by lot. So both sides' chances are equal, and no game
need be played to know it.

**By matches.** After every `LOOK` games the home side's share of the wins is known to a standard error e. The dungeon
is kept once the share is within 50 ± (2 - z e) %, and refused once it is outside of 50 ± (1 + `DOUBT` e) %, or if after
`MOST` games it is outside of 50 ± `LAST`. If beforehand each share near a half were as likely as any other, one that is
kept at the first look at which it is within the bound would lie within 48 to 52 % with a chance of Φ(z), and one that
is kept after all games at the very bound, 1.3 % off with e = 0.56 %, with one of 89 %. Without symmetry true shares
spread by some 5.5 % about a half, and z is `SURE`: Φ(2.2) = 98.6 %. With it, where only rooms differ across the middle,
they spread by some 2 %, so that most lie within beforehand, and z is `SURE_REPEATED`. Simulated with such shares 97.9
and 97.7 % of those kept lie within 48 to 52 %; what is kept takes some 5,500 and 4,000 games, what is refused 1,100 and
1,900.
"""

from __future__ import annotations

from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.rulesets.model import Ruleset

WITHIN = 0.02  # how far from a half the home side's share may truly be: 48 to 52 %
LOOK, MOST = 200, 8000  # games after which it is looked whether they are enough, and how many are played at most

SURE, SURE_REPEATED, DOUBT = 2.2, 1.8, 1.4
"""So many standard errors within the bound a share is kept, and outside of half the bound refused."""

LAST = 0.013  # how far from a half a share may be after all games
UNEQUAL = "equal wins in play"  # what a dungeon lacks on which one side wins more often
UNPLAYABLE = "matches that can be played"  # what one lacks on which none can be


class HomeWins(NamedTuple):
    """What came of some games: the home side's share of the wins, and how many there were."""

    share: float
    games: int


def can_play() -> bool:
    """Whether so many games can be played at all: they take a hundred times as long where numba is missing."""
    from dungeon_designer.playtest.compiling import COMPILED

    return COMPILED


def home_share(board: Board, ruleset: Ruleset, seed: int, sure: float = SURE) -> HomeWins | str:
    """The home side's share of the wins where it is a half, nearly enough; else what the dungeon lacks.

    A balanced team plays against another of its kind, sides and first turn swapped, so that only the dungeon can
    favour a side; `sure` is how many standard errors within the bound the share must lie. Pure: the same board, ruleset
    and seed give the same answer.
    """
    from dungeon_designer.playtest.arena import arena
    from dungeon_designer.playtest.report import TEAMS, plan_of
    from dungeon_designer.playtest.results import ONE_LOOK, ROUND
    from dungeon_designer.playtest.series import Portion, PortionPlayer, tally_for

    try:
        ready = arena(board, ruleset)
    except PlaytestError:
        return UNPLAYABLE
    plan = plan_of(TEAMS[:1], MOST, seed=seed)
    table, tally, rounds = PortionPlayer(ready, plan), tally_for(ready, plan), LOOK // ROUND
    for look in range(MOST // LOOK):
        done = table.play(Portion(0, look * rounds, rounds))
        tally.wait(0, look * rounds, done.results, done.maps)
        tally.look(look + 1)
        found = tally.home_share
        if found is None:
            return UNEQUAL
        verdict = fair(found.value, found.half_width / ONE_LOOK, sure, tally.games >= MOST)
        if verdict is not None:
            return HomeWins(found.value, tally.games) if verdict else UNEQUAL
    return UNEQUAL


def fair(share: float, error: float, sure: float = SURE, last: bool = False) -> bool | None:
    """Whether a share with such a standard error is kept (True) or refused; None while more games are to tell.

    >>> fair(0.50, 0.035), fair(0.58, 0.035), fair(0.501, 0.008)
    (None, False, True)
    >>> fair(0.512, 0.006, last=True), fair(0.514, 0.006, last=True)
    (True, False)
    """
    off = abs(share - 0.5)
    if last:
        return off <= LAST
    if off <= WITHIN - sure * error:
        return True
    return False if off >= WITHIN / 2 + DOUBT * error else None
