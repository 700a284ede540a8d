"""What a figure is: a number with a unit, or one for each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.figures.survey import Survey
from dungeon_designer.kinds import Team

BySide = Mapping[Team, float | None]
"""A value for each side that sets up on the board; None where it has none."""

Value = float | None | BySide

PLACES = 3
"""Decimal places that figures are told with: they are compared as they are told."""


class Figure(Struct, frozen=True):
    """One figure: its name, its unit, and its value, or a value for each side; None where there is none."""

    name: str
    unit: str
    value: float | None = None
    by_side: dict[str, float | None] | None = None

    @property
    def one(self) -> float | None:
        """The value, or the mean of the sides' values: what is compared with other dungeons."""
        if self.by_side is None:
            return self.value
        known = [value for value in self.by_side.values() if value is not None]
        return round(sum(known) / len(known), PLACES) if known and len(known) == len(self.by_side) else None


class Measure(NamedTuple):
    """How one figure is found.

    name     what programs call it
    title    what people call it
    unit     `squares`, `steps`, `turns`, `share` (0 to 1), `balance` (0 to 1) or what is counted
    of       the function; its docstring is the definition, with its source
    overlay  the picture that shows it, '' where there is none
    """

    name: str
    title: str
    unit: str
    of: Callable[[Survey], Value]
    overlay: str = ""

    def figure(self, survey: Survey) -> Figure:
        """The figure of a board."""
        found = self.of(survey)
        if isinstance(found, Mapping):
            return Figure(self.name, self.unit, by_side={str(side): _told(value) for side, value in found.items()})
        return Figure(self.name, self.unit, _told(found))


def _told(value: float | None) -> float | None:
    return None if value is None else round(float(value), PLACES) + 0.0  # and no minus nought
