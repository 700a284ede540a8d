"""The figures of the named dungeons that come with the program, by edition, and where another stands among them.

They lie in named.json, written by `python -m scripts.write_named`; a test says when it is stale.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from dungeon_designer.figures.model import Figure

FILE = "named.json"

Values = dict[str, dict[str, float]]
"""A value for each figure that has one, by dungeon; of a figure for each side, their mean."""


class Standing(Struct, frozen=True):
    """Where a figure stands among those of the named dungeons of an edition.

    low, high     the least and the most of them
    below, above  how many of them are less, and how many more
    of            how many there are
    """

    low: float
    high: float
    below: int
    above: int
    of: int

    @property
    def words(self) -> str:
        """The place in words.

        >>> Standing(1, 9, 7, 1, 9).words, Standing(1, 9, 0, 9, 9).words, Standing(2, 2, 0, 0, 3).words
        ('more than 7 of 9', 'less than all 9', 'like all 3')
        """
        if self.below == self.above == 0:
            return f"like all {self.of}"
        word, count = ("more", self.below) if self.below >= self.above else ("less", self.above)
        return f"{word} than all {self.of}" if count == self.of else f"{word} than {count} of {self.of}"


@cache
def named() -> dict[str, Values]:
    """The figures of the named dungeons by edition."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=dict[str, Values])


def edition_of(rulesets: Iterable[str]) -> str:
    """The first of a ruleset's id and those it extends that has named dungeons; '' where none has."""
    return next((ruleset for ruleset in rulesets if ruleset in named()), "")


def standing(figure: Figure, edition: str) -> Standing | None:
    """Where a figure stands; None where it has no value, or no named dungeon of the edition has one."""
    value = figure.one
    others = [values[figure.name] for values in named().get(edition, {}).values() if figure.name in values]
    if value is None or not others:
        return None
    below, above = sum(other < value for other in others), sum(other > value for other in others)
    return Standing(min(others), max(others), below, above, len(others))
