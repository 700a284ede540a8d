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
from dungeon_designer.grid import Side, Square, block, edge, edge_run, neighbour
from dungeon_designer.layout.model import LeapEdge
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, closed
from dungeon_designer.rules.items import taking_room
from dungeon_designer.rules.rule import Settings, Violation, few_squares, without_parameters

RuleSettings = without_parameters("Edges to leap from", "border the hazard")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """For each marked run: a fault of its edges off the hazard, a notice of those that lead nowhere."""
    board = context.board
    for marked in board.layout.leap_edges:
        along = (marked.width, 1) if marked.side in (Side.NORTH, Side.SOUTH) else (1, marked.width)
        jumps = _jumps(board, marked)
        off = [square for square, jump in zip(block(marked.at, along), jumps, strict=True) if jump is None]
        if off:
            where = f"the leap edge at {few_squares(off)}"
            yield Violation(f"{where} does not border a hazard on one side and floor on the other", tuple(off))
        short = [jump[0] for jump in jumps if jump is not None and not _lands(context, *jump)]
        if short:
            said = "no standing square lies within two squares straight across from the leap edge at"
            yield Violation(f"{said} {few_squares(short)}", tuple(short), level=Level.INFO)


def _jumps(board: Board, marked: LeapEdge) -> list[tuple[Square, Side] | None]:
    """For each marked edge the square one jumps from, and which way; None where it is no place to jump."""
    found = []
    for square, side in edge_run(marked.at, marked.side, marked.width):
        across, wall = neighbour(square, side), edge(square, side) in board.walls
        ways = () if wall else ((square, across, side), (across, square, side.opposite))
        jumps = ((at, way) for at, to, way in ways if at in board.walkable_squares and to in board.hazard_squares)
        found.append(next(jumps, None))
    return found


def leaps(context: Context, marked: LeapEdge) -> Iterator[tuple[Square, Square]]:
    """From which square to which a marked edge lets one leap."""
    for square, way in filter(None, _jumps(context.board, marked)):
        if _lands(context, square, way):
            yield square, neighbour(neighbour(square, way), way)


def _lands(context: Context, square: Square, way: Side) -> bool:
    """Whether the square two squares on can be stood on, with no wall before it."""
    across = neighbour(square, way)
    return edge(across, way) not in context.board.walls and neighbour(across, way) in context.standing_squares


def demands(context: Context, settings: Settings) -> Iterator[Demand]:
    """Nothing that takes room lies where one lands."""
    marks = context.board.layout.leap_edges
    jumps = (jump for marked in marks for jump in _jumps(context.board, marked) if jump)
    landings = {neighbour(neighbour(square, way), way) for square, way in jumps}
    yield from closed(taking_room(context), landings, "where a leap lands", noticed=True)
