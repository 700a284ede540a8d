"""Whether a proposal is as fair in play as it is on paper: matches are played on it, until that is settled."""

from __future__ import annotations

from dungeon_designer.board.model import Board
from dungeon_designer.errors import PlaytestError
from dungeon_designer.generator.request import Request

STAGES = ((240, 0.10), (1000, 0.05), (4000, 0.015))
"""Games, and how far from a half the home side's share of the wins may be after them.

After all of them a share of 48.5 to 51.5 % is measured, with a standard error of 0.8 %: so of the dungeons that pass
nearly all lie between 48 and 52 %. The earlier stages only spare games on dungeons that are far from it.
"""


def home_share(board: Board, request: Request) -> float | None:
    """The home side's share of the wins, None where it is too far from a half or no match can be played."""
    from dungeon_designer.playtest.arena import arena
    from dungeon_designer.playtest.teams import policy
    from dungeon_designer.playtest.whole import TEAMS, plan_of, played

    try:
        ready = arena(board, request.ruleset, policy())
    except PlaytestError:
        return None
    share = None
    for games, most in STAGES:
        found = played(ready, plan_of(TEAMS[:1], games, seed=1 + request.seed)).home_share
        share = found.value if found else None
        if share is None or abs(share - 0.5) > most:
            return None
    return share
