"""Every way is at least two squares wide.

gw-1989-expanded (Expanding the Game), naf-2019 (The Dungeon) and eagbbl (Setup Dungeon) ask it of all corridors.
The boxed game of 1989 has printed boards, gw-2021 printed tiles, and brawl-2013 narrow tunnels on purpose.

How it is measured. Chests, pits, trapdoors, portals, and at first obstacles, can be walked over; rock, liquids,
chasms and cliffs cannot. A square is wide when it lies in some block of 2x2 such squares without a wall on the four
edges inside; a door is no wall. Blocks that slide into one another, a square at a time, make a wide area. Found are

1. each group of squares that are not wide, connected by steps of movement: an error; a lone square that opens to one
   side only, an alcove, is but a notice. Sides are counted, not diagonal steps: with free corners an alcove in a
   straight wall can be stepped into from three squares, and is an alcove all the same;
2. each two wide areas between which one can walk straight away, though no block slides there: they share a square, or
   a step leads from one to the other. The squares are those shared, or else those of the steps;
3. each obstacle that, counted as wall, parts an area that was one. Obstacles that touch side by side are one; its
   squares are the finding's.

Never found: squares of square doors and steps through edge doors; in gw-1989-expanded gaps without a door, one square
wide and one deep, as its doors may stand in them (`one_square_gaps`: walls on two opposite sides, wide floor on the
two others; lava is no wall); squares of entries; squares of bridges, but naf-2019 measures bridges too (`bridges`).

A sketch that breaks it three times, under naf-2019 (a tunnel, rooms that overlap in one corner, a statue)::

    map: |
      ...###...#####...##
      ...........S.....##
      ...###.............
      ################...
      ################...

Mend: widen the way, close it, or move the obstacle. `width` may ask for more than two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import numpy as np
from msgspec import Meta

from dungeon_designer.analysis.parting import parting
from dungeon_designer.analysis.width import Areas, areas, gaps, groups, pinches, ways, widths
from dungeon_designer.board.model import NO_DOOR, OBSTACLES, WALL, Board, Flags
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import listed
from dungeon_designer.rules.rule import Fault, Settings, counted


class RuleSettings(Settings, frozen=True):
    """`width` in squares; `bridges`: whether they are measured too; `one_square_gaps`: whether they are allowed."""

    width: Annotated[int, Meta(ge=2, le=20)] = 2
    bridges: bool = False
    one_square_gaps: bool = False


def check(context: Context, settings: RuleSettings) -> Iterator[Fault]:
    """Faults of narrow squares, then of pinches, then of obstacles in the way."""
    board, width = context.board, settings.width
    found = areas(board, ~board.hazard, board.edges != WALL, width)
    counts = found.ground & ~_spared(board, settings.bridges)
    yield from _narrow(found, counts, settings, context.strict)
    for squares in pinches(found, counts, context.strict):
        places = board.places(squares)
        message = f"parts {width} squares wide meet at {listed(places)}, but the way between them is narrower"
        yield Fault(message=message, squares=places, measured=1 if width == 2 else None, required=width)
    yield from _in_the_way(found)


def _spared(board: Board, bridges: bool) -> Flags:
    """Squares of which nothing is found: square doors, entries, and bridges unless they are measured."""
    spared: Flags = (board.square_door != NO_DOOR) | board.is_entry
    return spared if bridges else spared | board.bridge


def _narrow(found: Areas, counts: Flags, settings: RuleSettings, strict: bool) -> Iterator[Fault]:
    board, passable = found.board, found.board.edges != WALL
    squares = np.flatnonzero(counts & ~found.wide).astype(np.int32)
    if settings.one_square_gaps and len(squares):
        squares = squares[~gaps(found, squares)]
    if not len(squares):
        return
    wide = widths(board, found.ground, passable, settings.width - 1)
    for group in groups(board, squares, passable, strict):
        places, measured = board.places(group), int(wide[group].min())
        alcove = len(group) == 1 and np.count_nonzero(ways(board, group, found.ground, passable)) == 1
        yield Fault(
            message=_alcove(places[0]) if alcove else _too_narrow(places, measured, settings.width),
            squares=places,
            measured=measured,
            required=settings.width,
            level=Level.INFO if alcove else None,
        )


def _alcove(square: Square) -> str:
    return f"{square} is an alcove: one square, open to one side only"


def _too_narrow(places: Sequence[Square], measured: int, required: int) -> str:
    wide = counted(measured, "square")
    return f"the way at {listed(places)} is only {wide} wide, but every way must be at least {required}"


def _in_the_way(found: Areas) -> Iterator[Fault]:
    board = found.board
    for obstacle in parting(found):
        places, kind = board.places(obstacle), OBSTACLES[board.obstacle[obstacle[0]]]
        message = f"the {kind} at {places[0]} leaves no way {counted(found.size, 'square')} wide past it"
        yield Fault(message=message, squares=places, required=found.size)
