"""The track of a rolling ball is as wide as the ball, longer than the ball, and free.

Fix: Lengthen the track, clear it, or move its start.

How it is measured:

- The track is a straight strip of the ball's width, from the marked start in the direction of travel. The start is part
  of it.
- Every square of the track is floor without an obstacle, liquid, chasm, cliff or entry, and no wall is across it.
- Pits and trapdoors do not stop the ball.
- Chests and portals on the track are notices, because the ball rolls over them.

Editions:

- brawl-2013: In The Temple of Doom, a ball of 4x4 squares starts at the north end of the centre corridor. It rolls 2D6
  squares in each turn, and turns round where the corridor ends. It badly hurts each player that it touches.

Illegal map (the track is only as long as the ball)::

    map: |
      ....
      ....
      ....
      ....
    machines:
      - {kind: rolling_ball, at: [0, 0], travel: south, length: 4}
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import islice
from typing import Annotated

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Side, Size, Square, find_neighbour, rank_by_row
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import list_objects_of_kind
from dungeon_designer.rules.requirements import Requirement
from dungeon_designer.rules.rule_problem import MAX_FINDINGS_PER_RULE, RuleProblem
from dungeon_designer.rules.rule_settings import Length, Settings, build_phrases
from dungeon_designer.rules.rule_text import format_count, format_size, format_squares
from dungeon_designer.rules.shared_requirements import close_squares
from dungeon_designer.text.json_schema import describe_key

_MAX_REPORTED_SQUARES = MAX_FINDINGS_PER_RULE
"""The most squares that a problem names: a ball or track that is drawn far too large may have millions of them."""


class RuleSettings(Settings, frozen=True):
    """How large a ball must be."""

    player_text = ("Rolling balls", "roll along a track as wide as themselves[; {asked}]")
    phrases = build_phrases(size=format_size)

    size: Annotated[tuple[Length, Length], describe_key("[width, height] of the ball in squares.", [3, 3])] = (4, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of each rolling ball (a boulder that rolls along a straight track of squares), then notices.

    The problems are about its size, the length of its track, and what blocks the track. A notice names a chest or
    portal on the track.
    """
    for machine in context.board.machines:
        if isinstance(machine, RollingBall):
            yield from _check_size(machine, settings)
            yield from _check_track(context.board, machine)


def _check_size(ball: RollingBall, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if a rolling ball has not the required size, and one if its track is no longer than itself."""
    (width, height), (required_width, required_height) = ball.size, settings.size
    ball_squares = tuple(islice(_list_rectangle_squares(ball.at, ball.size), _MAX_REPORTED_SQUARES))
    if ball.size != settings.size:
        measured, required = f"{width}x{height}", f"{required_width}x{required_height}"
        message = f"the ball at {ball.at} is {measured}, but must be {required}"
        yield RuleProblem(message, ball_squares, measured=measured, required=required)
    ball_length = width if _rolls_horizontally(ball) else height
    if ball.length <= ball_length:
        message = f"the track of the ball at {ball.at} is {format_count(ball.length, 'square')} long"
        message += ", but must be longer than the ball"
        yield RuleProblem(message, ball_squares, ball.length, ball_length + 1)


def _rolls_horizontally(ball: RollingBall) -> bool:
    """Return whether a ball rolls to the east or west."""
    return ball.travel in (Side.EAST, Side.WEST)


def _check_track(board: Board, ball: RollingBall) -> Iterator[RuleProblem]:
    """Yield a problem if something blocks the track of a rolling ball, one if walls cross it, then the notices."""
    (left, top), (width, height) = _find_track(ball)
    track_floor = _find_track_floor(board, ball)
    # Entries (the two-square zones where teams come in) are walls to the ball.
    clear_squares = (track_floor & board.walkable_squares) - board.entry_squares
    if len(clear_squares) < width * height:
        blocked_squares = (
            square for square in _list_rectangle_squares((left, top), (width, height)) if square not in clear_squares
        )
        squares = tuple(islice(blocked_squares, _MAX_REPORTED_SQUARES))
        message = f"the ball at {ball.at} cannot roll over {format_squares(squares)}: its track must be clear floor"
        yield RuleProblem(message, squares)
    yield from _find_walls_across(board, ball, track_floor)
    yield from _find_objects_on_track(board, track_floor)


def _find_track(ball: RollingBall) -> tuple[Square, Size]:
    """Return the rectangle of squares that a ball rolls over: its upper left square, and its (width, height).

    The ball lies at one end of its track. `ball.at` is the upper left square of the ball, so for a ball that rolls west
    or north the track begins farther to the left or above. It may leave the grid if drawn so.
    """
    (x, y), (ball_width, ball_height) = ball.at, ball.size
    if _rolls_horizontally(ball):
        left = x + ball_width - ball.length if ball.travel is Side.WEST else x
        return (left, y), (ball.length, ball_height)
    top = y + ball_height - ball.length if ball.travel is Side.NORTH else y
    return (x, top), (ball_width, ball.length)


def _find_track_floor(board: Board, ball: RollingBall) -> set[Square]:
    """Return the squares of sections on a ball's track.

    The track may be far larger than the board, so the floor is searched and not the track.
    """
    (left, top), (width, height) = _find_track(ball)
    return {(x, y) for x, y in board.section_by_square if left <= x < left + width and top <= y < top + height}


def _find_walls_across(board: Board, ball: RollingBall, track_floor: Set[Square]) -> Iterator[RuleProblem]:
    """Yield a problem if walls stand between squares of a ball's track. Its squares are those beside the walls."""
    squares_beside_walls: set[Square] = set()
    for square, side in board.walls:
        opposite_square = find_neighbour(square, side)
        if square in track_floor and opposite_square in track_floor:
            squares_beside_walls |= {square, opposite_square}
    if squares_beside_walls:
        squares = tuple(sorted(squares_beside_walls, key=rank_by_row))
        message = f"a wall stands across the track of the ball at {ball.at}, by {format_squares(squares)}"
        yield RuleProblem(message, squares)


def _find_objects_on_track(board: Board, track_floor: Set[Square]) -> Iterator[RuleProblem]:
    """Yield a notice for each chest, then for each portal, on the squares of a ball's track."""
    chests = list_objects_of_kind(board, ObjectKind.CHEST)
    portals = list_objects_of_kind(board, ObjectKind.PORTAL)
    for placed_object in (*chests, *portals):
        if placed_object.square in track_floor:
            message = f"{placed_object.name_with_square} lies on the track of the ball"
            yield RuleProblem(message, (placed_object.square,), level=Level.INFO)


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Yield the requirements that no chest and no portal lies on the track of a rolling ball.

    There is one for each of the two kinds. Breaking one is only a notice.
    """
    board = context.board
    balls = [machine for machine in board.machines if isinstance(machine, RollingBall)]
    track_squares = {square for ball in balls for square in _find_track_floor(board, ball)}
    kinds = (ObjectKind.CHEST, ObjectKind.PORTAL)
    yield from close_squares(kinds, track_squares, "on the track of a rolling ball", is_notice=True)


def _list_rectangle_squares(corner: Square, size: Size) -> Iterator[Square]:
    """Yield the squares of a rectangle by row, one by one, since it may be far larger than the board."""
    (left, top), (width, height) = corner, size
    return ((x, y) for y in range(top, top + height) for x in range(left, left + width))
