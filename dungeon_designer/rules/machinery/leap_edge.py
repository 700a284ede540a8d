"""Edges marked for leaping border the hazard.

brawl-2013 has two dungeons (Round 4, Round 5) where players with Leap may jump to floating platforms from edges marked
with green lines; whoever fails falls into the chasm or the lava. So on one side of a marked edge lies floor to jump
from, on the other the hazard, and no wall between. (On the book's maps the hazard is black space; here rock is always
a wall, so a hazard is drawn as one: chasm, lava.)

How it is measured. Of the two squares of a marked edge, one must be a liquid, a chasm or a cliff, the other walkable,
and the edge no wall; it does not matter from which of the two the edge is named. It is a notice, no more, when no
standing square lies straight across within two squares of the one jumped from, which is as far as Leap goes: then the
jump leads nowhere. Each marked run of edges is told of at most once for each of the two.

A sketch that breaks it (the edge lies between floor and floor)::

    map: |
      ....%..
    leap_edges: [{at: [1, 0], side: east}]

Mend: mark the edge where floor meets the hazard.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Edge, Side, Square, block, edge, edge_run, neighbour
from dungeon_designer.layout.model import LeapEdge
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Closed, Demand
from dungeon_designer.rules.items import taking_room
from dungeon_designer.rules.names import listed
from dungeon_designer.rules.rule import Settings, Violation


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("Edges to leap from", "border the hazard")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """For each marked run: a fault of its edges off the hazard, a notice of those that lead nowhere."""
    board = context.board
    for marked in board.layout.leap_edges:
        edges = edge_run(marked.at, marked.side, marked.width)
        jumps = [_jump(board, border) for border in edges]
        off = [square for square, jump in zip(_drawn(marked), jumps, strict=True) if jump is None]
        if off:
            yield Violation(
                message=f"the leap edge at {listed(off)} does not border a hazard on one side and floor on the other",
                squares=tuple(off),
            )
        short = [jump[0] for jump in jumps if jump is not None and not _lands(context, *jump)]
        if short:
            said = f"no standing square lies within two squares straight across from the leap edge at {listed(short)}"
            yield Violation(message=said, squares=tuple(short), level=Level.INFO)


def _drawn(marked: LeapEdge) -> list[Square]:
    """The squares whose edges are marked, on the side they are named from."""
    along = (marked.width, 1) if marked.side in (Side.NORTH, Side.SOUTH) else (1, marked.width)
    return block(marked.at, along)


def _jump(board: Board, border: Edge) -> tuple[Square, Side] | None:
    """The square one jumps from over an edge, and which way; None when it is no place to jump."""
    square, side = border
    across = neighbour(square, side)
    if edge(square, side) in board.walls:
        return None
    for here, there, way in ((square, across, side), (across, square, side.opposite)):
        if here in board.walkable_squares and there in board.hazard_squares:
            return here, way
    return None


def leaps(context: Context, marked: LeapEdge) -> Iterator[tuple[Square, Square]]:
    """From which square to which a marked edge lets one leap."""
    board = context.board
    for border in edge_run(marked.at, marked.side, marked.width):
        jump = _jump(board, border)
        if jump is not None and _lands(context, *jump):
            square, way = jump
            yield square, neighbour(neighbour(square, way), way)


def _lands(context: Context, square: Square, way: Side) -> bool:
    """Whether the square two squares on can be stood on, with no wall before it."""
    across = neighbour(square, way)
    return edge(across, way) not in context.board.walls and neighbour(across, way) in context.standing_squares


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Nothing that takes room lies where one lands."""
    board = context.board
    borders = (
        border for marked in board.layout.leap_edges for border in edge_run(marked.at, marked.side, marked.width)
    )
    jumps = [jump for border in borders if (jump := _jump(board, border))]
    landings = {neighbour(neighbour(square, way), way) for square, way in jumps}
    for kind in taking_room(context):
        yield Closed(kind, lambda at: "where a leap lands" if at in landings else "", noticed=True)
