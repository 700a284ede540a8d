"""Every way is at least two squares wide.

gw-1989-expanded (Expanding the Game), naf-2019 (The Dungeon) and eagbbl (Setup Dungeon) ask it of all corridors;
db7s-2019 changes nothing in that. The boxed game of 1989 has printed boards, gw-2021 printed tiles, and brawl-2013
narrow tunnels on purpose.

How it is measured. A block is 2x2 squares (`width` x `width`) one can walk on, without a wall on the four edges inside.
Chests, pits, trapdoors and portals can be walked over; rock, obstacles, liquids, chasms and cliffs cannot, nor can
entries, which are walls to all but the ball carrier. A square is wide when it lies in a block.

Furniture in halls is looked through: the books speak of corridors. A small group is a group, connected by sides or
corners, of obstacles, liquid, chasm or cliff at most four squares (twice `width`) long and wide, or of rock at most two
squares (`width`) long and wide. It is furniture when it stands free: one can walk on every square around it, corners
too, none of them a bridge, and no wall stands at its squares. A hall is what blocks of four squares by four (twice
`width`) cover, of squares one can walk on and furniture, together with all blocks they slide to, a square at a time.
Furniture whose squares all lie in one hall counts as floor, one step from all around it. All other obstacles count as
rock: a statue in a corridor, a row of statues, a pond that is too large. ``render --overlay halls`` shows halls and
what is looked through, and so does the editor while its rule book lies open at this page.

Width is a matter of the place: whether another way leads round the back makes no difference. Blocks are joined nearby
when one slides to the other without leaving the window: the smallest rectangle around the place in question, two
squares (`width`) larger on every side. Found are

1. each group of squares that are not wide, connected by steps of movement: an error; a lone square that opens to one
   side only, an alcove, is but a notice. Sides are counted, not diagonal steps: with free corners an alcove in a
   straight wall can be stepped into from three squares, and is an alcove all the same, as long as the blocks of all
   three are joined nearby, the place being the alcove and the small groups that touch it;
2. each pinch: a square in several blocks, or a step between two wide squares, whose blocks are not all joined nearby.
   So are a bend that keeps one square, half a way walled off, a statue right in a mouth. Those that have squares in
   common are one finding; it names the squares in several blocks, or else the ends of the steps. Where a passage is
   nothing but a diagonal step between squares nobody walks on, lava on both sides for instance, the message says so;
3. each barred hall: one with furniture where some blocks of four squares by four are not joined inside the hall by
   blocks of two by two, furniture left out: statues from wall to wall that leave one square between them. That is one
   level below the rule's own, a warning; it names the furniture.

Where doors may be one square wide they are never found (`doors`). In gw-1989-expanded those are square doors where
`door-placement` is content with them and no other door is beside them: several in a row are a narrow way. In eagbbl
they are square doors and steps through edge doors. naf-2019 and db7s-2019 know no such doors, and measure the opening
a door leaves like any other. Never found are also, in gw-1989-expanded, gaps without a door, one square wide and one
deep, as its doors may stand in them (`one_square_gaps`: walls on two opposite sides, wide floor on the two others;
lava is no wall); entries; and bridge squares with hazard along both sides of the bridge, or with nothing but hazard
and bridge around them where bridges bend and meet. naf-2019 and db7s-2019 measure bridges too (`bridges`).

House rules may say how wide a place may be at most (`max`), with or without a `width`, which may be called `min`: no
square room of floor one larger fits anywhere, whatever lies on the floor; walls and doors end a place, sections that
lie open to each other do not. A hall of 4 by 20 squares is four wide. With ``of = "corridors"`` that is asked of
sections of the kind corridor alone. How large sections of a kind may be is asked by `tile-mix`.

A sketch that breaks it three times, under naf-2019 (a tunnel, a statue in a way of two squares, rooms that overlap in
one corner)::

    map: |
      ...###...#####...##
      ...........S.....##
      ...###.............
      ################...
      ################...

Mend: widen the way, close it, or move the obstacle into a hall; make a hall smaller that is too wide. `width` may ask
for more than two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import force_setattr

from dungeon_designer.analysis.corridors import Ways, blocks, covered
from dungeon_designer.analysis.movement import WalledFloor, graph_of, legal_steps
from dungeon_designer.analysis.passages import is_wall_or_gap
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Square, groups, neighbour, row_major
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import (
    Parameters,
    Settings,
    Violation,
    both,
    counted,
    few_squares,
    in_words,
    squares_but,
    when,
    worded,
)
from dungeon_designer.rulesets.model import RuleLevel

NAME = "corridor-width"

MEASURED = 20
"""So many squares more than allowed are measured; what is wider still is told as that wide or more."""


class Doors(StrEnum):
    """Which doors may be one square wide: none, square doors that stand alone where gw-1989 lets them, or all."""

    NONE = "none"
    WALL_OR_GAP = "wall_or_gap"
    ALL = "all"


class Bounded(StrEnum):
    """Of which places it is asked how wide they are at most."""

    PLACES = "places"
    CORRIDORS = "corridors"


_AT_DOORS = {
    Doors.NONE: "",
    Doors.WALL_OR_GAP: "one square at a door in a wall or gap",
    Doors.ALL: "one square at a door",
}
"""What is said of ways at doors."""


class RuleSettings(Settings, frozen=True):
    """How wide ways must be, and which of them may be narrower.

    width            How many squares wide every way must be, 1 for any; two where neither it nor max is named.
                     Example: 3
    min              Another name for width. Example: 3
    max              How many squares wide any place may be at most. Example: 6
    of               Of what max is asked: of all places, or of sections of the kind corridor alone.
                     Example: "corridors"
    bridges          Whether bridges are measured, too. Example: true
    one_square_gaps  Whether gaps one square wide and one deep are allowed. Example: true
    doors            Which doors may be one square wide: none, square doors that stand alone in a wall or a gap
                     (gw-1989), or all. Example: "all"
    """

    phrases = worded(
        width=squares_but(2),
        bridges=when("bridges too"),
        one_square_gaps=when("one square in a gap one square deep"),
        doors=lambda doors: _AT_DOORS[doors],
        of=lambda of: "",
    )

    width: Annotated[int, Meta(ge=1, le=20)] | None = None
    min: Annotated[int, Meta(ge=1, le=20)] | None = None
    max: Annotated[int, Meta(ge=1, le=100)] | None = None
    of: Bounded = Bounded.PLACES
    bridges: bool = False
    one_square_gaps: bool = False
    doors: Doors = Doors.NONE

    def __post_init__(self) -> None:
        """Who names only how wide a place may be at most asks no more."""
        if self.width is not None and self.min is not None:
            raise ValueError("width and min are one thing; leave out one of them")
        if self.min is not None:
            force_setattr(self, "width", self.min)
            force_setattr(self, "min", None)
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
        rest = cls.in_words({key: value for key, value in parameters.items() if key not in ("width", "min")})
        width = f"at least {in_words(least)} squares wide" if least > 1 else ""
        return "Ways", "; ".join(filter(None, (width, rest)))

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """The widest is said last."""
        widest, place = parameters.get("max"), "corridor" if parameters.get("of") == Bounded.CORRIDORS else "place"
        rest = {"width" if key == "min" else key: value for key, value in parameters.items() if key != "max"}
        said = f"no {place} wider than {widest} squares" if widest else ""
        return "; ".join(filter(None, (super().in_words(rest), said)))


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of narrow squares, of pinches and of barred halls, then of places that are too wide."""
    if settings.least > 1:
        yield from _too_little(context, settings)
    if settings.max is None:
        return
    most, board = settings.max, context.board
    ends, place, kinds = board.walls | board.edge_doors, "floor", frozenset(SectionKind)
    if settings.of is Bounded.CORRIDORS:
        place, kinds = "corridor", frozenset({SectionKind.CORRIDOR})
    floor = {at for at, section in board.owner.items() if section.kind in kinds}
    found = blocks(floor, ends, most + 1)
    larger = {size: blocks(covered(found, most + 1), ends, size) for size in range(most + 1, most + MEASURED + 1)}
    for anchors in groups(found):
        places = tuple(sorted(covered(anchors, most + 1), key=row_major))
        measured = max(size for size, fitting in larger.items() if not fitting.isdisjoint(anchors))
        or_more = " or more" if measured == most + MEASURED else ""
        said = f"the {place} at {few_squares(places)} is {measured} squares wide{or_more}, but may be at most {most}"
        yield Violation(said, places, measured=measured, required=f"at most {most}")


def _too_little(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of narrow squares (an alcove is but a notice), then of pinches, then of barred halls."""
    board, least, ways = context.board, settings.least, _measure_ways(context, settings)
    counts = ways.ground - _spared(board, settings)
    narrow = counts - ways.wide
    if settings.one_square_gaps:
        narrow = frozenset(square for square in narrow if not ways.is_gap(square))
    sizes = range(2, least if narrow else 2)
    smaller = [narrow & covered(blocks(ways.ground, board.walls, size), size) for size in sizes]
    for group in ways.narrow_groups(narrow):
        places, alcove = tuple(ways.named(group)), len(group) == 1 and ways.is_alcove(*group)
        measured = 1 + sum(group <= fits for fits in smaller)
        where = "in places only" if any(group & fits and not group <= fits for fits in smaller) else "only"
        said = f"the way at {few_squares(places)} is {where} {counted(measured, 'square')} wide"
        said += f", but every way must be at least {least}"
        if alcove:
            said = f"{places[0]} is an alcove: one square, open to one side only"
        said += _diagonals_in_words(ways, group)
        yield Violation(said, places, measured=measured, required=least, level=Level.INFO if alcove else None)
    for pinch in ways.pinches(counts):
        said = f"the way narrows at {few_squares(pinch)}: the parts on either side are {in_words(least)} squares wide"
        said += f", but the passage between them is not{_diagonals_in_words(ways, pinch)}"
        yield Violation(said, tuple(pinch), required=least)
    must = context.ruleset.rules[NAME].level is RuleLevel.MUST
    for bars in ways.barred_halls():
        said = f"what stands at {few_squares(bars)} bars the hall: no way {least} squares wide leads past it"
        yield Violation(said, tuple(bars), required=least, level=Level.WARNING if must else Level.INFO)


def _measure_ways(context: Context, settings: RuleSettings) -> Ways:
    """Return how wide the ways are, with steps through no door that may be narrower, and past furniture of halls."""
    board, walls = context.board, context.wall_obstacle_squares
    ways = Ways(board, context.step_graph, settings.least)
    solid = walls - ways.looked_through  # what is looked through counts as floor at corners, too
    borders = board.edge_doors if settings.doors is Doors.ALL else frozenset()  # a door of any width joins nothing
    if borders or solid != walls:
        ground = WalledFloor(board.owner, board.walls | borders, board.edge_doors - borders, board.shut_doors, solid)
        ways.graph = graph_of(board.walkable_squares, legal_steps(ground, board.walkable_squares, context.strict))
    return ways


def _diagonals_in_words(ways: Ways, squares: Iterable[Square]) -> str:
    """Return the end of a message that names passages which are nothing but a diagonal step; mostly empty."""
    steps = [f"from {one} to {other}" for one, other in ways.diagonal_passages(squares)]
    more = f" and in {counted(len(steps) - 2, 'place')} more" if len(steps) > 2 else ""
    return f"; you can only step diagonally {both(steps[:2])}{more}" if steps else ""


def _spared(board: Board, settings: RuleSettings) -> set[Square]:
    """Squares of which nothing is found: bridges over hazard unless they are measured, and doors that may be narrow.

    A bridge has hazard along both its sides, fewer than `width` squares away; or where bridges bend or meet, nothing
    but hazard and bridge around it. A square door in a wall or gap may not lead on to another: the wall is one square
    thick.
    """
    spared: set[Square] = set()
    for square in board.bridge_squares if not settings.bridges else ():
        ends, beside = [], {neighbour(square, side) for side in SIDES}
        for side in SIDES:
            there = neighbour(square, side)
            for _ in range(settings.least - 2):
                there = neighbour(there, side) if there in board.bridge_squares else there
            ends.append(there in board.hazard_squares)
        both_sides = (ends[0] and ends[2]) or (ends[1] and ends[3])
        if both_sides or beside <= board.hazard_squares | board.bridge_squares:
            spared.add(square)
    doors = board.door_squares.keys()
    if settings.doors is Doors.ALL:
        spared |= doors
    for square in doors if settings.doors is Doors.WALL_OR_GAP else ():
        beside = {neighbour(square, side) for side in SIDES if board.edge_state(square, side) != WALL}
        if is_wall_or_gap(board, square) and doors.isdisjoint(beside):
            spared.add(square)
    return spared
