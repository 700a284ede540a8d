"""Decide whether the matches on a dungeon are decided often enough: by playing a few until that is clear.

A match is decided by a touchdown or an annihilation within the book's time. A dungeon is worth proposing if its matches
are decided at most 15 points less often than on the edition's named dungeon with the fewest decided matches
(`playtest.game_figures.find_decided_limit`). The matches are those of a playtest without options: the default teams,
balanced coaches.

**How many matches.** After each number of matches in `GAMES_BY_LOOK` the share of decided matches is known to a
standard error e. The dungeon is kept once the share lies `KEEP_ERRORS` e above the limit, and refused once it lies
`REFUSE_ERRORS` e below. After the last look it is kept if the share lies `FINAL_KEEP_ERRORS` e above the limit. In
simulations with true shares from 25 points below the limit to 30 above, 0.5 % of the dungeons that were kept lie below
the limit, and less than 0.1 % lie more than 2 points below. Of the dungeons that lie 4 points above it three in four
are kept, of those that lie 6 points above it 95 %. A decision takes 165 matches on average, some 0.2 seconds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.match_fairness import UNPLAYABLE, can_play
from dungeon_designer.installation import explain_installing
from dungeon_designer.rulesets.ruleset_model import Ruleset

if TYPE_CHECKING:
    from dungeon_designer.playtest.arena import Arena

GAMES_BY_LOOK = (80, 160, 320, 640)
"""After how many matches the share of decided ones is looked at; whole rounds of all pairings of the default teams."""
KEEP_ERRORS, REFUSE_ERRORS, FINAL_KEEP_ERRORS = 2.0, 1.0, 1.5
"""How many standard errors a share must lie above the limit to be kept, below to be refused, and above at last."""
SELDOM_DECIDED = "matches that are decided as in the named dungeons"
"""What a dungeon lacks if its matches are decided too seldom."""


class DecidedGames(NamedTuple):
    """The result of some matches.

    Attributes:
        share: The share of the matches with a touchdown or an annihilation, 0 to 1.
        games: The number of matches that were played.
    """

    share: float
    games: int


def find_decided_limit(ruleset: Ruleset) -> float | None:
    """Return the least share of decided matches on a proposed dungeon; 0 if any share will do.

    None if the ruleset's edition has too few named dungeons to compare with.
    """
    from dungeon_designer.playtest import game_figures

    return game_figures.find_decided_limit(ruleset)


def explain_unchecked(ruleset: Ruleset, team_count: int) -> str:
    """Return in words why it is not checked how often matches on dungeons are decided, where it could be asked for.

    The reasons are tried in this order: not two teams play, numba is absent, the edition has too few named dungeons.
    """
    if team_count != 2:
        return "only matches of two teams are played"
    if not can_play():
        return f"matches need numba ({explain_installing('numba')})"
    return f"{ruleset.id} has fewer than two named dungeons to compare with"


def find_required_decided_share(request: Request) -> float | None:
    """Return the least share of decided matches that dungeons of a request must have.

    None if that is not checked: the request asks for no matches, or its edition has too few named dungeons to compare
    with. 0 if any share will do, so that no match is played for it.
    """
    return find_decided_limit(request.ruleset) if request.playtest else None


def measure_decided_share(
    board: Board, ruleset: Ruleset, seed: int, limit: float, match_arena: Arena | None = None
) -> DecidedGames | str:
    """Play matches on a dungeon until it is clear whether they are decided often enough.

    The same board, ruleset, seed and limit always give the same answer.

    Args:
        board: The dungeon.
        ruleset: The ruleset of the matches.
        seed: The seed of the matches.
        limit: The least share of decided matches.
        match_arena: The dungeon prepared for matches, if that was done before.

    Returns:
        The share of decided matches and the number of matches if they are decided often enough. Otherwise what the
        dungeon lacks, in words: UNPLAYABLE if no match can be played, else SELDOM_DECIDED.
    """
    from dungeon_designer.playtest.arena import build_arena
    from dungeon_designer.playtest.report import build_plan
    from dungeon_designer.playtest.results import GAMES_PER_ROUND
    from dungeon_designer.playtest.series import Portion, PortionPlayer, create_tally

    try:
        match_arena = match_arena or build_arena(board, ruleset)
    except PlaytestError:
        return UNPLAYABLE
    plan = build_plan(games=GAMES_BY_LOOK[-1], seed=seed)
    player, tally, played_rounds = PortionPlayer(match_arena, plan), create_tally(match_arena, plan), 0
    for games in GAMES_BY_LOOK:
        rounds = games // (GAMES_PER_ROUND * len(plan.pairings))
        for pairing in range(len(plan.pairings)):
            result = player.play_portion(Portion(pairing, played_rounds, rounds - played_rounds))
            tally.add_rounds(pairing, played_rounds, result.results, result.maps)
        tally.count_waiting(1)
        played_rounds, decided = rounds, tally.measure_decided_share(tally.select_rows())
        share = decided.value if decided else 0.0
        is_enough = is_decided_enough(share, games, limit, games == GAMES_BY_LOOK[-1])
        if is_enough is not None:
            return DecidedGames(share, games) if is_enough else SELDOM_DECIDED
    return SELDOM_DECIDED


def is_decided_enough(share: float, games: int, limit: float, is_final: bool = False) -> bool | None:
    """Return whether a share of decided matches is high enough; None while more matches must tell.

    The module's text derives the margins.

    Args:
        share: The share of decided matches so far.
        games: The number of matches so far.
        limit: The least share.
        is_final: Whether no more matches are played, so that the answer is not None.

    >>> is_decided_enough(0.85, 80, 0.62), is_decided_enough(0.65, 80, 0.62), is_decided_enough(0.5, 80, 0.62)
    (True, None, False)
    >>> is_decided_enough(0.63, 640, 0.62, is_final=True)
    False
    """
    share = (share * games + 1) / (games + 2)  # so that a share of 0 or 1 has an error, too
    error = math.sqrt(share * (1 - share) / games)
    if share - (FINAL_KEEP_ERRORS if is_final else KEEP_ERRORS) * error >= limit:
        return True
    return False if is_final or share + REFUSE_ERRORS * error < limit else None
