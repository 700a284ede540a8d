"""Whose half a square lies in: the side's that walks there soonest from where it sets up."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.set_up import set_up_squares
from dungeon_designer.analysis.walking_steps import OnFoot
from dungeon_designer.board.model import Board, Flags
from dungeon_designer.layout.model import Team


def halves(board: Board, walk: OnFoot, standing: Flags) -> dict[Team, Flags]:
    """For each side that sets up anywhere, the squares it walks to in fewer steps than any other side.

    Squares as near to two sides, and those nobody walks to, are in no half. O(N) a side.
    """
    starts = {team: set_up_squares(board, standing, team) for team in board.teams}
    steps = {team: walk.steps(squares) for team, squares in starts.items() if squares}
    return {
        team: np.all([own < other for rival, other in steps.items() if rival is not team], axis=0)
        if len(steps) > 1
        else own != FAR
        for team, own in steps.items()
    }
