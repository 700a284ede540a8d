"""Trapdoors are of one square, or of 2x2 squares that trip together, and it is said what lies below.

brawl-2013 (Traps: Trapdoor): whoever steps on one rolls against his strength; those of 2x2 squares drop everybody on
them at once. What is below is said for each dungeon: a pit, a spiked pit, or a deadly hazard by its name.

How it is measured. Connected trapdoor squares are one trapdoor, so two that touch side by side count as one of odd
shape. What lies below may be any words but none; where a trapdoor is told in parts, they must not contradict each
other.

A sketch that breaks it twice (three squares, and nothing said below)::

    map: |
      ......
      .TTT..
      ......

Mend: draw one square or a block of 2x2, and say under `traps` what lies below.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from dungeon_designer.board.model import TrapGroup
from dungeon_designer.grid import bounds
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import both
from dungeon_designer.rules.rule import Fault, Settings, counted

_Length = Annotated[int, Meta(ge=1, le=100)]


class RuleSettings(Settings, frozen=True):
    """`sizes`: the [width, height] a trapdoor may have, in either turn."""

    sizes: tuple[tuple[_Length, _Length], ...] = ((1, 1), (2, 2))


def check(context: Context, settings: RuleSettings) -> Iterator[Fault]:
    """Faults of trapdoors of another size, and of those with nothing, or two things, said to lie below."""
    for trap in context.board.traps:
        if trap.kind is TrapKind.TRAPDOOR:
            yield from _size(trap, settings)
            yield from _below(trap)


def _size(trap: TrapGroup, settings: RuleSettings) -> Iterator[Fault]:
    width, height = bounds(trap.squares)[1]
    filled = len(trap.squares) == width * height
    if filled and any(size in ((width, height), (height, width)) for size in settings.sizes):
        return
    measured = f"{width}x{height}" if filled else counted(len(trap.squares), "square")
    required = " or ".join(f"{w}x{h}" for w, h in settings.sizes)
    shape = "" if filled else " in no full block"
    said = f"the trapdoor at {trap.squares[0]} is {measured}{shape}, but trapdoors are {required}"
    yield Fault(message=said, squares=trap.squares, measured=measured, required=required)


def _below(trap: TrapGroup) -> Iterator[Fault]:
    words = sorted({part.below.strip() for part in trap.parts} - {""})
    if not words:
        said = f"it is not said what lies below the trapdoor at {trap.squares[0]}: a pit, a spiked pit, or what else"
        yield Fault(message=said, squares=trap.squares)
    elif len(words) > 1:
        said = f"below the trapdoor at {trap.squares[0]} cannot lie {both([repr(word) for word in words])} at once"
        yield Fault(message=said, squares=trap.squares, measured=len(words), required=1)
