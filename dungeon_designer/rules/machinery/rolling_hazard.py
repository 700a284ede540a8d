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

from dungeon_designer.findings import Level
from dungeon_designer.grid import Side, Size, Square, neighbour, row_major
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import items_on
from dungeon_designer.rules.rule import MOST, Length, Settings, Violation, counted, extent, few_squares, worded


class RuleSettings(Settings, frozen=True):
    """How large a ball must be.

    size  [width, height] of the ball in squares. Example: [3, 3]
    """

    players = ("Rolling balls", "roll along a track as wide as themselves[; {asked}]")
    phrases = worded(size=extent)

    size: tuple[Length, Length] = (4, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of each ball's size, track and ground; then notices of what lies on its track."""
    board = context.board
    for ball in board.machines:
        if not isinstance(ball, RollingBall):
            continue
        (wide, high), across_it = ball.size, ball.travel in (Side.EAST, Side.WEST)
        measured, required = f"{wide}x{high}", f"{settings.size[0]}x{settings.size[1]}"
        start, long = tuple(islice(_squares(ball.at, ball.size), MOST)), wide if across_it else high
        if ball.size != settings.size:
            said = f"the ball at {ball.at} is {measured}, but must be {required}"
            yield Violation(said, start, measured=measured, required=required)
        if ball.length <= long:
            said = f"the track of the ball at {ball.at} is {counted(ball.length, 'square')} long"
            yield Violation(f"{said}, but must be longer than the ball", start, ball.length, long + 1)
        back = long - ball.length  # the track may leave the grid if drawn so
        left = ball.at[0] + (back if ball.travel is Side.WEST else 0)
        top = ball.at[1] + (back if ball.travel is Side.NORTH else 0)
        width, height = (ball.length, high) if across_it else (wide, ball.length)
        on_track = {(x, y) for x, y in board.owner if left <= x < left + width and top <= y < top + height}
        clear = (on_track & board.walkable_squares) - board.entry_squares
        if len(clear) < width * height:
            track = _squares((left, top), (width, height))
            squares = tuple(islice((square for square in track if square not in clear), MOST))
            said = f"the ball at {ball.at} cannot roll over {few_squares(squares)}: its track must be clear floor"
            yield Violation(said, squares)
        across = [pair for at, side in board.walls if on_track.issuperset(pair := (at, neighbour(at, side)))]
        if across:
            places = tuple(sorted({square for pair in across for square in pair}, key=row_major))
            said = f"a wall stands across the track of the ball at {ball.at}, by {few_squares(places)}"
            yield Violation(said, places)
        for item in (*items_on(board, ItemKind.CHEST), *items_on(board, ItemKind.PORTAL)):
            if item.at in on_track:
                yield Violation(f"{item.where} lies on the track of the ball", (item.at,), level=Level.INFO)


def _squares(corner: Square, size: Size) -> Iterator[Square]:
    """The squares of a rectangle one by one, as it may be far larger than the board."""
    return ((corner[0] + x, corner[1] + y) for y in range(size[1]) for x in range(size[0]))
