"""How many things lie in each side's half: what the rules that count chests and portals share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Number, Violation, counted, miscounted


def in_halves(
    context: Context, number: Number | None, things: Sequence[tuple[Square, int]], noun: str
) -> Iterator[Violation]:
    """A fault for each side with too many or too few in its half; `things` are squares with their numbers."""
    if number is None:
        return
    for side, half in context.halves.items():
        here = tuple(at for at, index in things if index >= 0 and half[index])
        yield from miscounted(number, len(here), f"{counted(len(here), noun)} in the {side} half", here)
