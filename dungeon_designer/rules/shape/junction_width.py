"""Sections that touch, touch along at least two squares.

gw-2021 (Setting Up The Game): tiles are joined by two squares or more, never by one. naf-2019 (The Dungeon): so are
the junctions of the dungeon's elements, of which it names rooms, traps and bridges; db7s-2019 changes nothing in that.

How it is measured. Two sections touch when they share an edge; touching at a corner alone is not touching. The edges
they share form chains, round corners too; each chain is a junction, as wide as its longest straight run, whatever
lies on its squares and whether or not walls or doors stand on it: gw-2021 asks `door-width` how wide doors are.

naf-2019 and db7s-2019 know no doors one square wide, and measure what a wall or a door leaves open like any other
opening (`openings`): there a junction is as wide as the longest straight row of edges in it that are no wall. Where
nothing is open, the border counts as above.

Entries join nothing: to all but the ball carrier they are walls, and `entry-placement` says where they lie.

In naf-2019 (`elements`) bridges and traps of several squares are elements besides the sections they lie in, whose
own junctions stay as they are. An element's junctions are the chains of its edges to the floor around it, all of which
is measured as one: a pit across the border of two rooms is no narrower for that. Only edges between two walkable
squares count there, so that a bridge has its junctions at its ends and not along the hazard it crosses; a chain of
nothing but walls joins nothing. Of a section that is a bridge itself the ends count alone, too.

A sketch that breaks it, under gw-2021 (A and B share one edge)::

    map: |
      ...##
      ...##
      ##...
    sections: |
      AAA##
      AAA##
      ##BBB
    doors:
      - {at: [2, 1], side: south}

Mend: slide one of them along until they share more, or move it away; widen the opening between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from dungeon_designer.analysis.passages import Junction, bridge_ends, elements, stretches
from dungeon_designer.board.model import DOOR, OPEN, Board
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import section_name
from dungeon_designer.rules.rule import Settings, Violation, Words, counted, when
from dungeon_designer.text.json_schema import described


class RuleSettings(Settings, frozen=True):
    """What is measured where two sections touch, and how wide it must be."""

    players = ("Where sections touch", "along at least {min} squares[; {rest}]")

    said: ClassVar[Words] = {"elements": when("bridges and traps of several squares too")}

    min: Annotated[int, Meta(ge=1, le=100), described("How many squares two sections must touch along.", 2)] = 2
    elements: Annotated[bool, described("Whether bridges and traps are measured besides.", True)] = False
    openings: Annotated[
        bool,
        described("Whether only what walls and doors leave open is measured, or the whole border.", False),
    ] = True


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each junction that is too narrow, the squares along it in its squares; sections first."""
    board = context.board
    narrow = set()
    for junction in _between_tiles(board, bridge_ends(board) if settings.elements else context.passages):
        for width, squares in _too_narrow(junction, settings):
            narrow.add(junction.runs)
            one, other = (section_name(board.sections[number]) for number in junction.between)
            met = "touch" if width == junction.width else "are open to each other"
            yield _fault(f"{one} and {other} {met}", width, squares, settings.min)
    if settings.elements:
        for element, junction in elements(board):
            for width, squares in _too_narrow(junction, settings) if junction.runs not in narrow else ():
                met = "joined" if width == junction.width else "open"
                what = f"the {element.what} at {element.squares[0]} is {met} to the floor around it"
                yield _fault(what, width, squares, settings.min)


def _between_tiles(board: Board, junctions: Iterable[Junction]) -> Iterator[Junction]:
    """The junctions without those of entries, which are walls to all but the ball carrier."""
    for junction in junctions:
        if all(board.sections[number].kind is not SectionKind.ENTRY for number in junction.between):
            yield junction


def _too_narrow(junction: Junction, settings: RuleSettings) -> Iterator[tuple[int, tuple[Square, ...]]]:
    """Its width and squares where a junction is too narrow; those of the openings in it where only they are."""
    if junction.width < settings.min:
        yield junction.width, junction.squares
    elif settings.openings:
        openings = [row for run in junction.runs for row in stretches(run, (OPEN, DOOR))]
        width = max((row.width for row in openings), default=settings.min)
        if width < settings.min:
            yield width, tuple(dict.fromkeys(square for row in openings for square in row.squares))


def _fault(what: str, width: int, squares: tuple[Square, ...], required: int) -> Violation:
    return Violation(
        message=f"{what} along {counted(width, 'square')} only, but at least {required} are asked",
        squares=squares,
        measured=width,
        required=required,
    )
