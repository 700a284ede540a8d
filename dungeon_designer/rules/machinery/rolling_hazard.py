"""A rolling stone ball has a track as wide as itself and longer, on floor it can roll over.

brawl-2013 (Finals, The Temple of Doom): a ball of 4x4 squares starts at the north end of the centre corridor, rolls
along it 2D6 squares a turn, and turns round where the corridor ends. Whoever it touches is badly hurt.

How it is measured. The ball has the size the ruleset names. Its track, the start included, is drawn as a straight
strip of the ball's width, from its start in the direction of travel, so it starts at the marked end; it must be longer
than the ball. Every square of the track must be floor without obstacle, liquid, chasm, cliff or entry, and no wall may
stand across it. Pits and trapdoors do not stop it. Chests and portals on the track are notices: it rolls over them.

A sketch that breaks it (the track is as long as the ball, and no longer)::

    map: |
      ....
      ....
      ....
      ....
    machines:
      - {kind: rolling_ball, at: [0, 0], travel: south, length: 4}

Mend: lengthen the track, clear it, or move its start.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from dungeon_designer.findings import Level
from dungeon_designer.grid import Side, Size, Square, find_neighbour, rank_by_row
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import list_objects_of_kind
from dungeon_designer.rules.rule_problem import MAX_FINDINGS_PER_RULE, RuleProblem
from dungeon_designer.rules.rule_settings import Length, Settings, build_phrases
from dungeon_designer.rules.rule_text import format_count, format_size, format_squares
from dungeon_designer.text.json_schema import describe_key


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
    board = context.board
    for ball in board.machines:
        if not isinstance(ball, RollingBall):
            continue
        (ball_width, ball_height), rolls_horizontally = ball.size, ball.travel in (Side.EAST, Side.WEST)
        measured, required = f"{ball_width}x{ball_height}", f"{settings.size[0]}x{settings.size[1]}"
        start_squares = tuple(islice(_list_rectangle_squares(ball.at, ball.size), MAX_FINDINGS_PER_RULE))
        ball_length = ball_width if rolls_horizontally else ball_height
        if ball.size != settings.size:
            message = f"the ball at {ball.at} is {measured}, but must be {required}"
            yield RuleProblem(message, start_squares, measured=measured, required=required)
        if ball.length <= ball_length:
            message = f"the track of the ball at {ball.at} is {format_count(ball.length, 'square')} long"
            yield RuleProblem(
                f"{message}, but must be longer than the ball", start_squares, ball.length, ball_length + 1
            )
        track_offset = ball_length - ball.length  # the track may leave the grid if drawn so
        track_left = ball.at[0] + (track_offset if ball.travel is Side.WEST else 0)
        track_top = ball.at[1] + (track_offset if ball.travel is Side.NORTH else 0)
        width, height = (ball.length, ball_height) if rolls_horizontally else (ball_width, ball.length)
        track_floor = {
            (x, y)
            for x, y in board.section_by_square
            if track_left <= x < track_left + width and track_top <= y < track_top + height
        }
        clear_squares = (track_floor & board.walkable_squares) - board.entry_squares
        if len(clear_squares) < width * height:
            track = _list_rectangle_squares((track_left, track_top), (width, height))
            squares = tuple(islice((square for square in track if square not in clear_squares), MAX_FINDINGS_PER_RULE))
            message = f"the ball at {ball.at} cannot roll over {format_squares(squares)}: its track must be clear floor"
            yield RuleProblem(message, squares)
        squares_beside_walls = [
            pair
            for wall_square, side in board.walls
            if track_floor.issuperset(pair := (wall_square, find_neighbour(wall_square, side)))
        ]
        if squares_beside_walls:
            problem_squares = tuple(
                sorted({square for pair in squares_beside_walls for square in pair}, key=rank_by_row)
            )
            message = f"a wall stands across the track of the ball at {ball.at}, by {format_squares(problem_squares)}"
            yield RuleProblem(message, problem_squares)
        for placed_object in (
            *list_objects_of_kind(board, ObjectKind.CHEST),
            *list_objects_of_kind(board, ObjectKind.PORTAL),
        ):
            if placed_object.square in track_floor:
                yield RuleProblem(
                    f"{placed_object.name_with_square} lies on the track of the ball",
                    (placed_object.square,),
                    level=Level.INFO,
                )


def _list_rectangle_squares(corner: Square, size: Size) -> Iterator[Square]:
    """Yield the squares of a rectangle by row, one by one, since it may be far larger than the board."""
    return ((corner[0] + x, corner[1] + y) for y in range(size[1]) for x in range(size[0]))
