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

In naf-2019 and db7s-2019 (`elements`) bridges and traps of several squares are elements besides the sections they lie
in, whose own junctions stay as they are. An element's junctions are the chains of its edges to the floor around it, all
of which is measured as one: a pit across the border of two rooms is no narrower for that. Only edges between two
walkable squares count there, so that a bridge has its junctions at its ends and not along the hazard it crosses; a
chain of nothing but walls joins nothing. Of a section that is a bridge itself the ends count alone, too.

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

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from dungeon_designer.analysis.passages import Junction, Run, Stretch, bridge_ends, elements, stretches
from dungeon_designer.board.model import DOOR, OPEN
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, counted, section_name, when, worded


class RuleSettings(Settings, frozen=True):
    """What is measured where two sections touch, and how wide it must be.

    min       How many squares two sections must touch along. Example: 2
    elements  Whether bridges and traps are measured besides. Example: true
    openings  Whether only what walls and doors leave open is measured, or the whole border. Example: false
    """

    players = ("Where sections touch", "along at least {min} squares[; {rest}]")
    phrases = worded(elements=when("bridges and traps of several squares too"))

    min: Annotated[int, Meta(ge=1, le=100)] = 2
    elements: bool = False
    openings: bool = True


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each junction that is too narrow, the squares along it in its squares; sections first."""
    board, narrow = context.board, set[tuple[Run, ...]]()
    ends = settings.elements and board.of_kind(SectionKind.BRIDGE)
    for junction in bridge_ends(board) if ends else context.passages:
        sections = [board.sections[number] for number in junction.between]
        width, rows, opening = _measured(junction, settings)
        if width < settings.min and all(section.kind is not SectionKind.ENTRY for section in sections):
            narrow.add(junction.runs)
            met = "are open to each other" if opening else "touch"
            yield _violation(f"{' and '.join(map(section_name, sections))} {met}", width, rows, settings)
    for element, junction in elements(board) if settings.elements else ():
        width, rows, opening = _measured(junction, settings)
        if width < settings.min and junction.runs not in narrow:
            what = f"the {element.what} at {element.squares[0]} is {'open' if opening else 'joined'}"
            yield _violation(f"{what} to the floor around it", width, rows, settings)


def _measured(junction: Junction, settings: RuleSettings) -> tuple[int, Sequence[Run | Stretch], bool]:
    """The width of a junction and its rows; where all of it is wide enough, of what walls and doors leave open."""
    if settings.openings and junction.width >= settings.min:
        openings = [row for run in junction.runs for row in stretches(run, (OPEN, DOOR))]
        if openings:
            return max(row.width for row in openings), openings, True
    return junction.width, junction.runs, False


def _violation(what: str, width: int, rows: Sequence[Run | Stretch], settings: RuleSettings) -> Violation:
    said = f"{what} along {counted(width, 'square')} only, but at least {settings.min} are asked"
    squares = tuple(dict.fromkeys(square for row in rows for square in row.squares))
    return Violation(said, squares, measured=width, required=settings.min)
