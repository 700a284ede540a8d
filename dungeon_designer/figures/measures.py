"""All figures there are, in the order they are told; all that is said of one board; its place among the named dungeons.

The figures of the named dungeons that come with the program lie in named.json, written by `python -m
scripts.write_named`; a test says when it is stale.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import Struct

from dungeon_designer.figures import character, fairness, sides
from dungeon_designer.figures.sides import BySide, chests_of, finite
from dungeon_designer.figures.survey import Survey
from dungeon_designer.grid import Square
from dungeon_designer.rulesets.model import Ruleset

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
            return Figure(self.name, self.unit, by_side={str(side): _rounded(value) for side, value in found.items()})
        return Figure(self.name, self.unit, _rounded(found))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), PLACES) + 0.0  # and no minus nought


def _group(module: ModuleType) -> tuple[Measure, ...]:
    rows = _FILE[module.__name__.rpartition(".")[2]].items()
    return tuple(
        Measure(name, title, unit, getattr(module, name.replace("-", "_")), *overlay)
        for name, (title, unit, *overlay) in rows
    )


_FILE = tomllib.loads(files(__package__).joinpath("measures.toml").read_text(encoding="utf-8"))
GROUPS = {"sides": _group(sides), "fairness": _group(fairness), "character": _group(character)}
"""How far each side walks, how equal the sides are, what kind of dungeon it is."""

MEASURES = {measure.name: measure for group in GROUPS.values() for measure in group}


def figures(survey: Survey) -> tuple[Figure, ...]:
    """The figures of a board."""
    return tuple(measure.figure(survey) for measure in MEASURES.values())


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
    def comparison(self) -> str:
        """The place in words.

        >>> Standing(1, 9, 7, 1, 9).comparison, Standing(1, 9, 0, 9, 9).comparison, Standing(2, 2, 0, 0, 3).comparison
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


CONTESTED, NOBODY = "contested", "nobody"
"""Whose a chest is that is safe for no side, or that none walks to."""


class ChestSteps(Struct, frozen=True):
    """Steps from each side to where one chest is opened, None where none lead; and the side it is safe for."""

    at: Square
    steps: dict[str, float | None]
    safe_for: str


class Analysis(Struct, frozen=True):
    """What can be said of a dungeon without dice.

    figures     all there are, in the order they are told
    chests      chest by chest, as placed
    symmetries  the turns and mirrors that bring it onto itself with no side left where it was
    alike       whether by symmetry every side has the same dungeon
    edition     the edition with whose named dungeons it is compared, '' for none
    """

    figures: tuple[Figure, ...]
    chests: tuple[ChestSteps, ...]
    symmetries: tuple[str, ...]
    alike: bool
    edition: str


def analysis_of(survey: Survey, ruleset: Ruleset) -> Analysis:
    """All that is said of a surveyed board."""
    swaps = tuple(symmetry.way for symmetry in survey.symmetries if symmetry.swaps)
    edition = edition_of((ruleset.id, *ruleset.lineage))
    return Analysis(figures(survey), chest_steps(survey), swaps, fairness.alike(survey), edition)


def chest_steps(survey: Survey) -> tuple[ChestSteps, ...]:
    """How far each side walks to each chest, and whose it is."""
    steps = {team: chests_of(survey, team) for team in survey.sides}
    safety = fairness.chest_safety(survey) if len(survey.sides) > 1 else {}
    found = []
    for number, chest in enumerate(survey.chests):
        safe = [str(team) for team, values in safety.items() if values[number] > fairness.SAFE]
        walked = any(np.isfinite(values[number]) for values in steps.values())
        told = {str(team): finite(values[number]) for team, values in steps.items()}
        found.append(ChestSteps(chest.at, told, safe[0] if safe else CONTESTED if walked else NOBODY))
    return tuple(found)
