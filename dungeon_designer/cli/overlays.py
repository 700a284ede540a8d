"""What `render` lays over a map: walking distances, and the range of a pass."""

from __future__ import annotations

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.set_up import set_up_squares
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import RangeBands
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.pipeline import ALL, Examiner
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measuring import Measuring
from dungeon_designer.rulesets.model import Ruleset

PLAYED = ("walked", "fought", "fell")
"""Overlays for which matches are played."""

GAMES = 2_000
"""So many, where nobody says how many."""

PASSES = ("Quick pass", "Short pass", "Long pass", "Long bomb")
"""What the legend calls the bands of the range ruler, near to far."""


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
    """Steps on foot from where a side sets up, or from a square, to each square of the board; -1 where none lead.

    Ways may begin and end on portals and entries, but lead across none.
    """
    if where in board.teams:
        starts = set_up_squares(board, Context(board, ruleset).standing, Team(where))
        if not starts:
            raise UsageError(f"the {where} side sets up nowhere here: it has no end zone and no entry with a front")
    else:
        starts = [_on_floor(board, square_named(where))]
    steps = Measuring(board, ruleset).walking_distances(starts).tolist()
    return tuple(-1 if step == FAR else step for step in steps)


def pass_from(board: Board, ruleset: Ruleset, where: str) -> RangeBands:
    """The squares in sight that each pass the ruleset allows reaches from a square, as the range ruler counts."""
    origin = square_named(where)
    _on_floor(board, origin)
    bands = Measuring(board, ruleset).throws(origin).bands
    return RangeBands(origin, tuple((band.name, squares) for band, squares in bands), PASSES[: len(bands)])


def _on_floor(board: Board, square: Square) -> int:
    at = board.find(square)
    if at < 0:
        raise UsageError(f"{square} is not on the dungeon's floor")
    return at


def figure_of(board: Board, ruleset: Ruleset, name: str) -> FigurePicture:
    """A figure square by square, as the ruleset walks and sees; UsageError where it shows nothing of this dungeon."""
    from dungeon_designer.figures.pictures import picture
    from dungeon_designer.figures.survey import survey_of

    return picture(name, survey_of(board, ruleset))


def playtest_of(examiner: Examiner, dungeon: Dungeon, file: str, kind: str, games: int) -> FigurePicture:
    """Where players walked, fought or fell in so many games of the usual teams."""
    from dungeon_designer.cli.playtest import TEAMS, plan_as_written, played
    from dungeon_designer.playtest.maps import picture_of

    return picture_of(played(examiner, dungeon, file, plan_as_written(TEAMS, games)), kind)


def ruleset_of(examiner: Examiner, dungeon: Dungeon) -> Ruleset:
    """The ruleset that says how one walks and throws: the one asked, the season's, the layout's own, or usual ones."""
    if examiner.question.ruleset == ALL:
        raise UsageError("one walks and throws under one ruleset at a time; name it with --ruleset")
    if examiner.question.ruleset is None and not (dungeon.asked or dungeon.layout.ruleset):
        return Ruleset(id="", name="", rules={})
    (ruleset,) = examiner.rulesets(dungeon)
    return ruleset
