"""Every way is at least two squares wide.

gw-1989-expanded (Expanding the Game), naf-2019 (The Dungeon) and eagbbl (Setup Dungeon) ask it of all corridors;
db7s-2019 changes nothing in that. The boxed game of 1989 has printed boards, gw-2021 printed tiles, and brawl-2013
narrow tunnels on purpose.

How it is measured. A block is 2x2 squares (`width` x `width`) one can walk on, without a wall on the four edges inside.
Chests, pits, trapdoors and portals can be walked over; rock, obstacles, liquids, chasms and cliffs cannot, nor can
entries, which are walls to all but the ball carrier. A square is wide when it lies in a block.

Width is a matter of the place: whether another way leads round the back makes no difference. Blocks are joined nearby
when one slides to the other, a square at a time, without leaving the window: the smallest rectangle around the place in
question, two squares (`width`) larger on every side. Found are

1. each group of squares that are not wide, connected by steps of movement: an error; a lone square that opens to one
   side only, an alcove, is but a notice. Sides are counted, not diagonal steps: with free corners an alcove in a
   straight wall can be stepped into from three squares, and is an alcove all the same, as long as the blocks of all
   three are joined nearby;
2. each pinch: a square in several blocks, or a step between two wide squares, whose blocks are not all joined nearby.
   So are a bend that keeps one square, half a way walled off, a statue right before a mouth. Those that have squares in
   common are one finding; it names the squares in several blocks, or else the ends of the steps.

Strips beside furniture are not found: between a statue and the wall of a hall no block fits, but the way round the
statue is wide. An island is a group of obstacles, liquid, chasm or cliff, connected by sides or corners, at most four
squares (twice `width`) long and wide; or rock at most two squares (`width`) long and wide with floor all round. What is
larger counts as rock: around a lake or a block lead ways of their own. A group is a strip when it touches islands, at
corners too, when one can step from it onto wide squares in two or more separate places (those connected by sides are
one place), and when all blocks one can step to are joined nearby, the place being the group with its islands. A square
of a strip that no island is near (fewer than `width` squares away) is narrow by its walls alone: an alcove or a tunnel
behind a statue is found as if the statue were not there.

Where doors may be one square wide they are never found (`doors`). In gw-1989-expanded those are square doors where
`door-placement` is content with them and no other door is beside them: several in a row are a narrow way. In eagbbl
they are square doors and steps through edge doors. naf-2019 and db7s-2019 know no such doors, and measure the opening
a door leaves like any other. Never found are also, in gw-1989-expanded, gaps without a door, one square wide and one
deep, as its doors may stand in them (`one_square_gaps`: walls on two opposite sides, wide floor on the two others;
lava is no wall); entries; and bridge squares with hazard along both sides of the bridge, or with nothing but hazard
and bridge around them where bridges bend and meet. naf-2019 measures bridges too (`bridges`).

House rules may say how wide a place may be at most (`max`), with or without a `width`: no square room of floor one
larger fits anywhere, whatever lies on the floor; walls and doors end a place, sections that lie open to each other do
not. A hall of 4 by 20 squares is four wide. How large sections of a kind may be is asked by `tile-mix`.

A sketch that breaks it three times, under naf-2019 (a tunnel, a statue in a way of two squares, rooms that overlap in
one corner)::

    map: |
      ...###...#####...##
      ...........S.....##
      ...###.............
      ################...
      ################...

Mend: widen the way, close it, or move the obstacle; make a hall smaller that is too wide. `width` may ask for more
than two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, ClassVar

import numpy as np
from msgspec import Meta
from msgspec.structs import force_setattr

from dungeon_designer.analysis.doors import in_wall_or_gap
from dungeon_designer.analysis.pinches import pinches
from dungeon_designer.analysis.strips import narrow_ways
from dungeon_designer.analysis.width import Blocks, areas, blocks, gaps, split, widths
from dungeon_designer.board.model import NO_DOOR, OPEN, WALL, Board, Flags, Ints
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import listed
from dungeon_designer.rules.parameter_words import Parameters, Words, squares_but, when
from dungeon_designer.rules.rule import Settings, Violation, counted, in_words
from dungeon_designer.text.json_schema import described

MEASURED = 20
"""So many squares more than allowed are measured; what is wider still is told as that wide or more."""


class Doors(StrEnum):
    """Which doors may be one square wide: none, square doors that stand alone where gw-1989 lets them, or all."""

    NONE = "none"
    WALL_OR_GAP = "wall_or_gap"
    ALL = "all"


_AT_DOORS = {
    Doors.NONE: "",
    Doors.WALL_OR_GAP: "one square at a door in a wall or gap",
    Doors.ALL: "one square at a door",
}
"""What is said of ways at doors."""


class RuleSettings(Settings, frozen=True):
    """How wide ways must be, and which of them may be narrower."""

    said: ClassVar[Words] = {
        "width": squares_but(2),
        "bridges": when("bridges too"),
        "one_square_gaps": when("one square in a gap one square deep"),
        "doors": lambda doors: _AT_DOORS[doors],
    }

    width: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        described("How many squares wide every way must be, 1 for any; two where neither it nor max is named.", 3),
    ] = None
    max: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None, described("How many squares wide any place may be at most.", 6)
    ] = None
    bridges: Annotated[bool, described("Whether bridges are measured, too.", True)] = False
    one_square_gaps: Annotated[bool, described("Whether gaps one square wide and one deep are allowed.", True)] = False
    doors: Annotated[
        Doors,
        described(
            "Which doors may be one square wide: none, square doors that stand alone in a wall or a gap (gw-1989), or"
            " all.",
            "all",
        ),
    ] = Doors.NONE

    def __post_init__(self) -> None:
        """Who names only how wide a place may be at most asks no more."""
        if self.width is None:
            force_setattr(self, "width", 2 if self.max is None else 1)
        if self.max is not None and self.least > self.max:
            raise ValueError(f"width {self.width} is above max {self.max}")

    @property
    def least(self) -> int:
        """How wide every way must be."""
        return self.width or 1

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """How wide ways are."""
        least = cls.settings_of(parameters).least
        rest = cls.in_words({key: value for key, value in parameters.items() if key != "width"})
        width = f"at least {in_words(least)} squares wide" if least > 1 else ""
        return "Ways", "; ".join(filter(None, (width, rest)))

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """The widest is said last."""
        widest = parameters.get("max")
        rest = super().in_words({key: value for key, value in parameters.items() if key != "max"})
        return "; ".join(filter(None, (rest, f"no place wider than {widest} squares" if widest else "")))


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of narrow squares, then of pinches, then of places that are too wide."""
    if settings.least > 1:
        yield from _too_little(context, settings)
    if settings.max is not None:
        yield from _too_wide(context.board, settings.max)


def _too_wide(board: Board, most: int) -> Iterator[Violation]:
    """A fault for each place where a larger block fits than may."""
    floor, open_edges = np.ones(len(board), dtype=np.bool_), board.edges == OPEN
    found = blocks(board, floor, open_edges, most + 1)
    if not found.at.any():
        return
    wide = widths(board, floor, open_edges, most + MEASURED)
    for members in split(np.arange(len(found.anchors), dtype=np.int32), areas(found)[found.anchors]):
        covered = np.unique(np.concatenate([cell[members] for cell in found.cells.values()]))
        places, measured = board.places(covered), int(wide[covered].max())
        or_more = " or more" if measured == most + MEASURED else ""
        said = f"the floor at {listed(places)} is {measured} squares wide{or_more}, but may be at most {most}"
        yield Violation(message=said, squares=places, measured=measured, required=f"at most {most}")


def _too_little(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of narrow squares, then of pinches."""
    board, width, strict = context.board, settings.least, context.strict
    found = blocks(board, board.walkable & ~board.is_entry, board.edges != WALL, width)
    counts = found.ground & ~_spared(board, settings)
    passable = board.edges == OPEN if settings.doors is Doors.ALL else board.edges != WALL
    yield from _narrow(found, counts, passable, settings, strict)
    for pinch in pinches(found, counts, passable, strict):
        places = board.places(pinch)
        message = f"parts {width} squares wide meet at {listed(places)}, but the way between them is narrower"
        yield Violation(message=message, squares=places, measured=1 if width == 2 else None, required=width)


def _narrow(found: Blocks, counts: Flags, passable: Flags, settings: RuleSettings, strict: bool) -> Iterator[Violation]:
    squares = np.flatnonzero(counts & ~found.wide).astype(np.int32)
    if settings.one_square_gaps and len(squares):
        squares = squares[~gaps(found, squares)]
    if not len(squares):
        return
    wide = widths(found.board, found.ground, found.board.edges != WALL, settings.least - 1)
    for group, alcove in narrow_ways(found, squares, passable, strict):
        places, measured = found.board.places(group), int(wide[group].min())
        yield Violation(
            message=_alcove(places[0]) if alcove else _too_narrow(places, measured, settings.least),
            squares=places,
            measured=measured,
            required=settings.least,
            level=Level.INFO if alcove else None,
        )


def _alcove(square: Square) -> str:
    return f"{square} is an alcove: one square, open to one side only"


def _too_narrow(places: Sequence[Square], measured: int, required: int) -> str:
    wide = counted(measured, "square")
    return f"the way at {listed(places)} is only {wide} wide, but every way must be at least {required}"


def _spared(board: Board, settings: RuleSettings) -> Flags:
    """Squares of which nothing is found: bridges over hazard unless they are measured, and doors that may be narrow."""
    spared = np.zeros(len(board), dtype=np.bool_)
    if not settings.bridges:
        spared[_over_hazard(board, settings.least)] = True
    if settings.doors is Doors.ALL:
        spared |= board.square_door != NO_DOOR
    elif settings.doors is Doors.WALL_OR_GAP:
        spared[_single_doors(board)] = True
    return spared


def _single_doors(board: Board) -> list[int]:
    """Square doors in a wall or gap that do not lead on to another door: the wall is one square thick."""
    doors = np.flatnonzero(board.square_door != NO_DOOR)
    beside = board.neighbours[doors][:, ::2]
    leads_on = (board.edges[doors] != WALL) & (board.square_door[beside] != NO_DOOR)
    return [at for at in doors[~leads_on.any(axis=1)].tolist() if in_wall_or_gap(board, at)]


def _over_hazard(board: Board, width: int) -> Ints:
    """Bridge squares with hazard along both sides of the bridge, fewer than `width` squares away.

    Where bridges bend or meet, squares with nothing but hazard and bridge on all their sides.
    """
    bridges = np.flatnonzero(board.bridge).astype(np.int32)
    sides, there = board.neighbours[:, ::2], np.repeat(bridges[:, None], 4, axis=1)
    ends, on = np.zeros(there.shape, dtype=np.bool_), np.ones(there.shape, dtype=np.bool_)
    for _ in range(width - 1):
        there = np.where(on, sides[there, range(4)], -1)
        ends |= (there >= 0) & board.hazard[there]
        on = (there >= 0) & board.bridge[there]
    beside = sides[bridges]
    bare = ((beside >= 0) & (board.hazard | board.bridge)[beside]).all(axis=1)
    return bridges[ends[:, 0] & ends[:, 2] | ends[:, 1] & ends[:, 3] | bare]
