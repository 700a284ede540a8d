"""Any two sections that touch have a door between them.

gw-2021 (Setting Up The Game): wherever two tiles join, a door token shows the way through. No other edition asks it.

How it is measured. Two sections touch when they share an edge; a corner is not enough. Somewhere on their border, on
whichever of their junctions, at least one edge must hold a door. How wide it is and where it stands is asked by
`door-width` and `door-centred`.

A sketch that breaks it, under gw-2021::

    map: |
      ....
      ....
    sections: |
      AABB
      AABB

Mend: put a door of two squares in the middle of the border; the offered fix does so where the border is long enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.analysis.junctions import Junction
from dungeon_designer.board.model import DOOR
from dungeon_designer.findings import AddDoor, Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import section_name
from dungeon_designer.rules.rule import Fault, Settings

_WIDTH = 2
"""The squares of the door that is offered: every door of gw-2021 is as wide."""


class RuleSettings(Settings, frozen=True):
    """Nothing to set."""


def check(context: Context, settings: RuleSettings) -> Iterator[Fault]:
    """A fault for each two sections that touch without a door; the squares are those along their border."""
    sections = context.board.sections
    for (one, other), junctions in context.junctions.by_pair.items():
        if not any(junction.holds(DOOR) for junction in junctions):
            yield Fault(
                message=f"no door between {section_name(sections[one])} and {section_name(sections[other])}",
                squares=tuple(dict.fromkeys(square for junction in junctions for square in junction.squares)),
                measured=0,
                required=1,
                fixes=tuple(_fixes(junctions)),
            )


def _fixes(junctions: Sequence[Junction]) -> Iterator[Fix]:
    """A door in the middle of the longest straight run."""
    run = max((junction.longest for junction in junctions), key=lambda run: run.width)
    if run.width >= _WIDTH:
        square, side = run.edges[(run.width - _WIDTH) // 2]
        yield Fix(title=f"put a door on the {side} side of {square}", edits=(AddDoor(square, side, _WIDTH),))
