"""Decide whether a dungeon is fair in matches: by its symmetry, or by playing until the result is clear.

**By symmetry.** If a rotation or flip moves a dungeon onto itself with the teams exchanged, with everything that a
match knows of it, every match has a mirror image: the same moves with the other team winning. Both are equally likely,
since each match draws its order of directions and its portals by chance. So both teams have equal chances, and no
match needs to be played.

**By matches.** After every `GAMES_PER_CHECK` matches the home team's share of the wins is known to a standard error e.

Without symmetry true shares vary by some 5.5 % about a half. The dungeon is kept once the share lies within 50 ± (2 -
`KEEP_ERRORS` e) %. It is refused once the share lies outside 50 ± (1 + `REFUSE_ERRORS` e) %, or if after `MAX_GAMES`
matches it lies outside 50 ± `FINAL_SHARE_DEVIATION`. Assume that all true shares near a half are equally likely. Then a
dungeon that is kept at the first check within the limit lies within 48 to 52 % with a probability of Φ(`KEEP_ERRORS`) =
98.6 %. One that is kept after all matches at the limit itself, 1.3 % off with e = 0.56 %, does so with 89 %. In
simulations with such shares 97.9 % of the dungeons that were kept lie within 48 to 52 %. A dungeon that is kept takes
some 5,500 matches, a refused one 1,100. Six different cardboard boards make no symmetric floor: of 24 dungeons of
gw-1989-basic the shares varied by 3.8 %.

On a symmetric floor, where only furniture and the kinds of rooms differ, most true shares lie within the limit anyway.
On 58 dungeons of gw-2021 they varied by `SYMMETRIC_SPREAD` about a half. With the share, e and this spread Bayes' rule
tells how likely it is that the true share lies within 48 to 52 %. The dungeon is kept once that is `KEEP_CHANCE`, and
refused once it is `REFUSE_CHANCE` or, after `MAX_GAMES` matches, less than `FINAL_KEEP_CHANCE`. In simulations with
this spread 97.7 % of the dungeons that were kept lie within 48 to 52 %; one that is kept takes some 3,000 matches, a
refused one 2,500. The 58 dungeons fit better if many shares vary by less than 1 % and the others by 3 or 4 %. Then 98
to 99 % lie within, and a kept dungeon takes some 2,800 matches, a refused one 1,900.

No figure of the drawing foretells the share: on 108 dungeons all differences between the teams together explained 8 %
of its variance. Without symmetry one in four or five dungeons that walk fairly also plays fairly.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.rulesets.ruleset_model import Ruleset

if TYPE_CHECKING:
    from dungeon_designer.playtest.arena import Arena

MAX_SHARE_DEVIATION = 0.02
"""How far from a half the home team's true share may be: 48 to 52 %."""
GAMES_PER_CHECK, MAX_GAMES = 200, 8000
"""After how many matches the share is checked each time, and how many matches are played at most."""

KEEP_ERRORS, REFUSE_ERRORS = 2.2, 1.4
"""Without symmetry a share is kept if it lies so many standard errors within the limit, and refused if it lies so many
outside half the limit."""
FINAL_SHARE_DEVIATION = 0.013
"""How far from a half a share may be after all matches, without symmetry."""

SYMMETRIC_SPREAD = 0.013
"""The standard deviation of true shares about a half, on symmetric floors where only furniture and rooms differ."""
KEEP_CHANCE, REFUSE_CHANCE, FINAL_KEEP_CHANCE = 0.975, 0.7, 0.9
"""On a symmetric floor: how likely the true share must lie within the limit for a dungeon to be kept, or to be refused
if it is no more likely; and to be kept after all matches."""

UNEQUAL_WINS = "equal wins in play"
"""What a dungeon lacks if one team wins more often."""
UNPLAYABLE = "matches that can be played"
"""What a dungeon lacks if no match can be played on it."""


class HomeWins(NamedTuple):
    """The result of some matches.

    Attributes:
        share: The home team's share of the wins, 0 to 1.
        games: The number of matches that were played.
    """

    share: float
    games: int


def can_play() -> bool:
    """Return whether matches are compiled with numba. Without it they take a hundred times as long: too long."""
    from dungeon_designer.playtest.compiling import COMPILED

    return COMPILED


def measure_home_share(
    board: Board, ruleset: Ruleset, seed: int, is_symmetric: bool = False, match_arena: Arena | None = None
) -> HomeWins | str:
    """Play matches on a dungeon until it is clear whether both teams win about equally often.

    A balanced team plays against another of its kind. They swap ends and the first turn, so that only the dungeon can
    favour one of them. The same board, ruleset and seed always give the same answer.

    Args:
        board: The dungeon.
        ruleset: The ruleset of the matches.
        seed: The seed of the matches.
        is_symmetric: Whether the floor is symmetric, so that only furniture and the kinds of rooms favour a team.
        match_arena: The dungeon prepared for matches, if that was done before.

    Returns:
        The home team's share of the wins and the number of matches if the dungeon is fair. Otherwise what the dungeon
        lacks, in words: UNPLAYABLE if no match can be played, UNEQUAL_WINS if one team wins more or nobody wins.
    """
    from dungeon_designer.playtest.arena import build_arena
    from dungeon_designer.playtest.report import DEFAULT_TEAMS, build_plan
    from dungeon_designer.playtest.results import GAMES_PER_ROUND, Z_ONE_LOOK
    from dungeon_designer.playtest.series import Portion, PortionPlayer, create_tally

    try:
        match_arena = match_arena or build_arena(board, ruleset)
    except PlaytestError:
        return UNPLAYABLE
    plan = build_plan(DEFAULT_TEAMS[:1], MAX_GAMES, seed=seed)
    player = PortionPlayer(match_arena, plan)
    tally = create_tally(match_arena, plan)
    decide = is_fair_symmetric_share if is_symmetric else is_fair_share
    rounds_per_check = GAMES_PER_CHECK // GAMES_PER_ROUND
    for check_index in range(MAX_GAMES // GAMES_PER_CHECK):
        portion_result = player.play_portion(Portion(0, check_index * rounds_per_check, rounds_per_check))
        tally.add_rounds(0, check_index * rounds_per_check, portion_result.results, portion_result.maps)
        tally.count_waiting(check_index + 1)
        share = tally.home_share
        if share is None:
            return UNEQUAL_WINS
        is_fair = decide(share.value, share.half_width / Z_ONE_LOOK, tally.games >= MAX_GAMES)
        if is_fair is not None:
            return HomeWins(share.value, tally.games) if is_fair else UNEQUAL_WINS
    return UNEQUAL_WINS


def is_fair_share(share: float, error: float, is_final: bool = False) -> bool | None:
    """Return whether the home team's share of the wins is close enough to a half; None while more matches must decide.

    The share must lie within MAX_SHARE_DEVIATION by a margin for its error. The module's text derives the limits.

    Args:
        share: The home team's share of the wins so far.
        error: The standard error of the share.
        is_final: Whether all matches were played, so that FINAL_SHARE_DEVIATION decides.

    >>> is_fair_share(0.50, 0.035), is_fair_share(0.58, 0.035), is_fair_share(0.501, 0.008)
    (None, False, True)
    >>> is_fair_share(0.512, 0.006, is_final=True), is_fair_share(0.514, 0.006, is_final=True)
    (True, False)
    """
    deviation = abs(share - 0.5)
    if is_final:
        return deviation <= FINAL_SHARE_DEVIATION
    if deviation <= MAX_SHARE_DEVIATION - KEEP_ERRORS * error:
        return True
    return False if deviation >= MAX_SHARE_DEVIATION / 2 + REFUSE_ERRORS * error else None


def is_fair_symmetric_share(share: float, error: float, is_final: bool = False) -> bool | None:
    """Return for a dungeon with a symmetric floor what `is_fair_share` returns for others.

    It must be likely enough that the true share lies within MAX_SHARE_DEVIATION, see `measure_fair_chance`.

    Args:
        share: The home team's share of the wins so far.
        error: The standard error of the share.
        is_final: Whether all matches were played, so that FINAL_KEEP_CHANCE decides.

    >>> is_fair_symmetric_share(0.50, 0.035), is_fair_symmetric_share(0.55, 0.018), is_fair_symmetric_share(0.501, 0.01)
    (None, False, True)
    >>> is_fair_symmetric_share(0.514, 0.006, is_final=True), is_fair_symmetric_share(0.518, 0.006, is_final=True)
    (True, False)
    """
    chance = measure_fair_chance(share, error, SYMMETRIC_SPREAD)
    if is_final:
        return chance >= FINAL_KEEP_CHANCE
    if chance >= KEEP_CHANCE:
        return True
    return False if chance <= REFUSE_CHANCE else None


def measure_fair_chance(share: float, error: float, spread: float) -> float:
    """Return the probability, 0 to 1, that the true share lies within MAX_SHARE_DEVIATION of a half, by Bayes' rule.

    Errors and true shares are taken as normally distributed.

    Args:
        share: The home team's share of the wins so far.
        error: The standard error of the share.
        spread: The standard deviation of the true shares of such dungeons about a half.

    >>> round(measure_fair_chance(0.5, 0.01, 0.013), 3), round(measure_fair_chance(0.52, 0.01, 0.013), 3)
    (0.988, 0.826)
    """
    weight = spread**2 / (spread**2 + error**2)
    likely_shares = NormalDist(weight * (share - 0.5), error * math.sqrt(weight))
    return likely_shares.cdf(MAX_SHARE_DEVIATION) - likely_shares.cdf(-MAX_SHARE_DEVIATION)
