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
from typing import Annotated, ClassVar

from msgspec import Meta

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Side, Size, Square, neighbour, row_major
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import items_on
from dungeon_designer.rules.names import listed
from dungeon_designer.rules.rule import MOST, Settings, Violation, Words, counted, extent
from dungeon_designer.text.json_schema import described

_Length = Annotated[int, Meta(ge=1, le=100)]


class RuleSettings(Settings, frozen=True):
    """How large a ball must be."""

    players = ("Rolling balls", "roll along a track as wide as themselves[; {asked}]")

    said: ClassVar[Words] = {"size": extent}

    size: Annotated[tuple[_Length, _Length], described("[width, height] of the ball in squares.", [3, 3])] = (4, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of each ball's size, track and ground; then notices of what lies on its track."""
    for ball in context.board.machines:
        if isinstance(ball, RollingBall):
            yield from _ball(ball, settings)
            yield from _ground(context.board, ball)
            yield from _in_its_way(context.board, ball)


def _ball(ball: RollingBall, settings: RuleSettings) -> Iterator[Violation]:
    (width, height), (wide, high) = ball.size, settings.size
    start = tuple(islice(_squares(ball.at, ball.size), MOST))
    if ball.size != settings.size:
        said = f"the ball at {ball.at} is {width}x{height}, but must be {wide}x{high}"
        yield Violation(message=said, squares=start, measured=f"{width}x{height}", required=f"{wide}x{high}")
    long = width if ball.travel in (Side.EAST, Side.WEST) else height
    if ball.length <= long:
        told = counted(ball.length, "square")
        said = f"the track of the ball at {ball.at} is {told} long, but must be longer than the ball"
        yield Violation(message=said, squares=start, measured=ball.length, required=long + 1)


def _ground(board: Board, ball: RollingBall) -> Iterator[Violation]:
    on_track = _on_track(board, ball)
    clear = (on_track & board.walkable_squares) - board.entry_squares
    corner, size = _track(ball)
    if len(clear) < size[0] * size[1]:
        squares = tuple(islice((square for square in _squares(corner, size) if square not in clear), MOST))
        said = f"the ball at {ball.at} cannot roll over {listed(squares)}: its track must be clear floor"
        yield Violation(message=said, squares=squares)
    walls = {(at, neighbour(at, side)) for at, side in board.walls}
    walled = {square for pair in walls if on_track.issuperset(pair) for square in pair}
    if walled:
        places = tuple(sorted(walled, key=row_major))
        said = f"a wall stands across the track of the ball at {ball.at}, by {listed(places)}"
        yield Violation(message=said, squares=places)


def _in_its_way(board: Board, ball: RollingBall) -> Iterator[Violation]:
    on_track = _on_track(board, ball)
    for item in (*items_on(board, ItemKind.CHEST), *items_on(board, ItemKind.PORTAL)):
        if item.at in on_track:
            said = f"{item.where} lies on the track of the ball"
            yield Violation(message=said, squares=(item.at,), level=Level.INFO)


def _track(ball: RollingBall) -> tuple[Square, Size]:
    """The corner and size of the track; it may leave the grid if drawn so."""
    (x, y), (width, height) = ball.at, ball.size
    if ball.travel in (Side.EAST, Side.WEST):
        return (x if ball.travel is Side.EAST else x + width - ball.length, y), (ball.length, height)
    return (x, y if ball.travel is Side.SOUTH else y + height - ball.length), (width, ball.length)


def _squares(corner: Square, size: Size) -> Iterator[Square]:
    """The squares of a rectangle one by one, as it may be far larger than the board."""
    return ((corner[0] + x, corner[1] + y) for y in range(size[1]) for x in range(size[0]))


def _on_track(board: Board, ball: RollingBall) -> set[Square]:
    (left, top), (width, height) = _track(ball)
    return {(x, y) for x, y in board.owner if left <= x < left + width and top <= y < top + height}
