"""How many floor squares the dungeon has.

naf-2019 (The Dungeon) advises 250 to 280: a good size for a game of standard length. Every floor square counts,
whatever lies on it, end zones too; rock does not. A square that two sections cover counts once.

A sketch that breaks it, under naf-2019 (36 squares)::

    map: |
      <<<......>>>
      <<<......>>>
      ............

Mend: draw more floor, or less.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Bounds, Violation, counted


class RuleSettings(Bounds, frozen=True):
    """How many squares: `min`, `max` (250 to 280 where neither is named), `also`."""

    usual = (250, 280)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when the number of floor squares is out of bounds; it has no squares, since none is more at fault."""
    count = len(context.board)
    if not settings.allows(count):
        yield Violation(
            message=f"{counted(count, 'square')} of floor; {settings.words} are asked for",
            measured=count,
            required=settings.required,
        )
