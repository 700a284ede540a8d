"""A season: which dungeon is played when."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.errors import UsageError
from dungeon_designer.text.json_schema import described

_DICE = re.compile(r"([1-9])[dD]([1-9][0-9]?)")


class _Part(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything a season file holds."""


Path = Annotated[str, Meta(min_length=1)]
"""A layout's file, relative to the season's."""


class Round(_Part, frozen=True):
    """One round of a season and the layout played in it."""

    name: Annotated[str, described("What the round is called.", "Semi Final")]
    layout: Annotated[Path, described("The dungeon played in it.", "the-ring.dungeon.yaml")]


class DiceTable(_Part, frozen=True):
    """Dice whose sum names the layout."""

    roll: Annotated[
        str,
        Meta(pattern="^[1-9][dD][1-9][0-9]?$"),
        described("How many dice are thrown, and how many sides each has.", "2D6"),
    ]
    table: Annotated[
        dict[str, Path],
        described("The dungeon of every sum the dice can show, and of no other.", {"2": "the-ring.dungeon.yaml"}),
    ]

    @property
    def dice(self) -> tuple[int, int]:
        """How many dice, and how many sides each has."""
        match = _DICE.fullmatch(self.roll)
        if match is None:
            raise UsageError(f"{self.roll!r} is no roll of dice such as 2D6")
        return int(match[1]), int(match[2])

    @property
    def sums(self) -> range:
        """Every sum the dice can show."""
        count, sides = self.dice
        return range(count, count * sides + 1)


class Season(_Part, frozen=True):
    """An event: its rounds in order, or a table of dice, and layouts that belong to it besides."""

    name: Annotated[str, described("What the event is called.", "Spring Cup")]
    ruleset: Annotated[
        str,
        described("The edition or ruleset file asked of every dungeon; without it, each is asked its own.", "naf-2019"),
    ] = ""
    author: Annotated[str, described("Who made the season.", "R. Mason")] = ""
    notes: Annotated[str, described("Whatever players should know.", "Bring your own dice.")] = ""
    rounds: Annotated[
        tuple[Round, ...],
        described("The rounds in their order.", [{"name": "Round 1", "layout": "the-ring.dungeon.yaml"}]),
    ] = ()
    dice: Annotated[
        DiceTable | None,
        described(
            "Dice that choose the dungeon.",
            {"roll": "1D2", "table": {"1": "one.dungeon.yaml", "2": "two.dungeon.yaml"}},
        ),
    ] = None
    also: Annotated[
        tuple[Path, ...], described("Dungeons that belong to the event besides.", ["spare.dungeon.yaml"])
    ] = ()

    @property
    def layouts(self) -> tuple[str, ...]:
        """Every layout of the season once, in the order of play."""
        by_dice = [self.dice.table[str(total)] for total in self.dice.sums] if self.dice else []
        return tuple(dict.fromkeys([*(r.layout for r in self.rounds), *by_dice, *self.also]))


class Roll(Struct, frozen=True):
    """What the dice showed, and the layout they name."""

    dice: tuple[int, ...]
    total: int
    layout: str


def roll(season: Season, dice: Sequence[int] | None = None, seed: int | None = None) -> Roll:
    """The layout the dice name: those given, or thrown (the same seed throws the same).

    UsageError when the season has no dice table, or the dice given are not its dice.
    """
    if season.dice is None:
        raise UsageError(f"the season {season.name!r} is played in rounds; it has no dice table")
    count, sides = season.dice.dice
    thrown = tuple(dice) if dice is not None else _thrown(count, sides, seed)
    if len(thrown) != count or not all(1 <= value <= sides for value in thrown):
        raise UsageError(f"the season is rolled with {season.dice.roll}: {count} numbers from 1 to {sides}")
    total = sum(thrown)
    return Roll(thrown, total, season.dice.table[str(total)])


def _thrown(count: int, sides: int, seed: int | None) -> tuple[int, ...]:
    source = random.Random(seed)  # noqa: S311 - dice, not secrets
    return tuple(source.randint(1, sides) for _ in range(count))
