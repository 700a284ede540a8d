"""What `render` lays over a map: walking distances, and the range of a pass."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.fairness import set_up_squares
from dungeon_designer.analysis.graphs import FAR, Movement
from dungeon_designer.analysis.sight import visible
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import Reach
from dungeon_designer.errors import UsageError
from dungeon_designer.grid import Square, distance
from dungeon_designer.layout.model import Team
from dungeon_designer.pipeline import ALL, Examiner, Opened
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset

PASSES = (("quick", 0, 3), ("short", 4, 6))
"""The bands of the range ruler: the name of a pass, and from how many squares to how many it goes."""


def square_named(text: str) -> Square:
    """A square written as ``x,y``; UsageError for anything else.

    >>> square_named("3,4")
    (3, 4)
    """
    parts = text.strip(" ()").split(",")
    if len(parts) == 2 and all(part.strip().isdecimal() and len(part) < 7 for part in parts):
        return int(parts[0]), int(parts[1])
    raise UsageError(f"{text!r} is no square; write it as x,y")


def steps_from(board: Board, ruleset: Ruleset, where: str) -> tuple[int, ...]:
    """Steps on foot from where a side sets up, or from a square, to each square of the board; -1 where none lead."""
    context = Context(board, ruleset)
    if where in set(Team):
        starts = set_up_squares(context.reach, Team(where))
        if not starts:
            raise UsageError(f"the {where} side has no end zone or entry here to measure from")
        walk = context.walk
    else:
        start = _on_floor(board, square_named(where))
        starts = [start]
        walk = _from(context, start)
    steps = walk.distances(starts).tolist()
    return tuple(-1 if step == FAR else step for step in steps)


def _from(context: Context, start: int) -> Movement:
    """Steps on foot that may begin on a portal or an entry."""
    open_squares = ~(context.board.is_portal | context.board.is_entry)
    open_squares[start] = True
    return context.strides.only(open_squares)


def pass_from(board: Board, where: str) -> Reach:
    """The squares in sight that a quick and a short pass reach from a square, as the range ruler counts.

    Walls and shut doors block passes in every book; what else does, or may be hit, is for the coaches to see.
    """
    origin = square_named(where)
    _on_floor(board, origin)
    seen = board.places(np.flatnonzero(visible(board, origin)))
    bands = [
        (name, tuple(square for square in seen if nearest <= distance(origin, square) <= farthest))
        for name, nearest, farthest in PASSES
    ]
    return Reach(origin, tuple(bands))


def _on_floor(board: Board, square: Square) -> int:
    at = board.find(square)
    if at < 0:
        raise UsageError(f"{square} is not on the dungeon's floor")
    return at


def ruleset_of(examiner: Examiner, opened: Opened) -> Ruleset:
    """The ruleset whose corners decide how one walks: the one asked, the layout's own, or the usual corners."""
    if examiner.question.ruleset == ALL:
        raise UsageError("one walks under one ruleset at a time; name it with --ruleset")
    if examiner.question.ruleset is None and not opened.layout.ruleset:
        return Ruleset(id="", name="", rules={})
    (ruleset,) = examiner.rulesets(opened)
    return ruleset
