"""Trapdoors are of one square, or of 2x2 squares that trip together, and it is said what lies below.

brawl-2013 (Traps: Trapdoor): whoever steps on one rolls against his strength; those of 2x2 squares drop everybody on
them at once. What is below is said for each dungeon: a pit, a spiked pit, or a deadly hazard by its name.

How it is measured. Each trapdoor is looked at as it was listed, with its size: two side by side are two. Connected T of
a map that no list takes apart are one; where they fill no rectangle, they are read row by row. What lies below may be
any words but none. House rules may say how many there are (`count`), and what may lie
below (`below`).

A sketch that breaks it twice (three squares, and nothing said below)::

    map: |
      ......
      .TTT..
      ......

Mend: draw one square or a block of 2x2, and say under `traps` what lies below.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import (
    Length,
    Number,
    Parameters,
    Settings,
    Violation,
    around,
    miscounted,
    number_in_words,
    there_are,
    worded,
)

TELLS_HIDDEN = True


class RuleSettings(Settings, frozen=True):
    """Which trapdoors there are.

    sizes  The [width, height] a trapdoor may have, in either turn. Example: [[1, 1], [2, 2], [2, 1]]
    below  What may lie below a trapdoor, in whatever letters; anything where none is named. Example: ["spiked pit"]
    count  How many trapdoors lie in the dungeon: a number or bounds. Example: {"max": 4}
    """

    phrases = worded(
        sizes=lambda sizes: " or ".join(f"{width} by {height} squares" for width, height in sizes),
        below=around("over "),
        count=lambda count: f"{number_in_words(count)} of them",
    )

    sizes: tuple[tuple[Length, Length], ...] = ((1, 1), (2, 2))
    below: tuple[str, ...] = ()
    count: Number | None = None

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """How large they are, and what is said of them besides."""
        told = cls.in_words({"sizes": cls.settings_of(parameters).sizes, **parameters})
        return "Trapdoors", f"{told}; it is said what lies below"


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of trapdoors of another size, of those of which it is not said what lies below, and of their number."""
    trapdoors = [group for group in context.board.traps if group.kind is TrapKind.TRAPDOOR]
    for group in trapdoors:
        (trap,) = group.parts
        (width, height), below = trap.size, trap.below.strip()
        if not {(width, height), (height, width)} & {*settings.sizes}:
            measured, required = f"{width}x{height}", " or ".join(f"{w}x{h}" for w, h in settings.sizes)
            said = f"the trapdoor at {trap.at} is {measured}, but trapdoors are {required}"
            yield Violation(said, tuple(trap.squares), measured=measured, required=required)
        if not below:
            said = f"it is not said what lies below the trapdoor at {trap.at}: a pit, a spiked pit, or what else"
            yield Violation(said, group.squares)
        elif settings.below and below.casefold() not in map(str.casefold, settings.below):
            said = f"below the trapdoor at {trap.at} lies {below}, where only {' or '.join(settings.below)} may lie"
            yield Violation(said, group.squares)
    squares = tuple(square for group in trapdoors for square in group.squares)
    yield from miscounted(settings.count, len(trapdoors), there_are(len(trapdoors), "trapdoor"), squares)
