"""List all figures in the order of reports, measure them for a board, and compare them with the named dungeons.

The figures of the named dungeons are in named.json, which `python -m scripts.write_named` writes; a test says when the
file is stale.
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

from dungeon_designer.figures import character, fairness, team_distances
from dungeon_designer.figures.coach_summary import summarise_dungeon
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.team_distances import ValueByTeam, finite_or_none, measure_chest_steps
from dungeon_designer.grid import Square
from dungeon_designer.rulesets.ruleset_model import Ruleset

Value = float | None | ValueByTeam

DECIMAL_PLACES = 3
"""Decimal places of figures: they are compared as they are printed."""


class Figure(Struct, frozen=True):
    """The value of one figure, a number that describes a dungeon, for one dungeon.

    Attributes:
        name: the name of the figure for programs
        unit: its unit, see `Measure`
        value: the value; None where there is none, or where each team has its own
        by_side: the value of each team, None for a team without one; None if the figure has one value
    """

    name: str
    unit: str
    value: float | None = None
    by_side: dict[str, float | None] | None = None

    @property
    def one(self) -> float | None:
        """The value, or the mean of the teams' values, by which a dungeon is compared with others.

        None if there is no value, or if one of the teams has none.
        """
        if self.by_side is None:
            return self.value
        values = [value for value in self.by_side.values() if value is not None]
        return round(sum(values) / len(values), DECIMAL_PLACES) if values and len(values) == len(self.by_side) else None


class Measure(NamedTuple):
    """The definition of one figure, a number that describes a dungeon, and the function that measures it.

    Attributes:
        name: the name for programs
        title: the name for people
        unit: `squares`, `steps`, `turns`, `share` (0 to 1), `balance` (0 to 1) or what is counted
        function: the function; its docstring is the definition, with its source
        overlay: the picture that shows the figure, '' where there is none
        good_direction: which values are good: `lower`, `higher`, `equal` for all teams, or '' where none is better
    """

    name: str
    title: str
    unit: str
    function: Callable[[Survey], Value]
    overlay: str = ""
    good_direction: str = ""

    def measure_figure(self, survey: Survey) -> Figure:
        """Measure this figure on a board and return it, rounded to `DECIMAL_PLACES`."""
        result = self.function(survey)
        if isinstance(result, Mapping):
            return Figure(
                self.name, self.unit, by_side={str(side): _round_value(value) for side, value in result.items()}
            )
        return Figure(self.name, self.unit, _round_value(result))


def _round_value(value: float | None) -> float | None:
    """Return a value rounded to `DECIMAL_PLACES`, with 0.0 for a negative zero; None stays None."""
    return None if value is None else round(float(value), DECIMAL_PLACES) + 0.0  # no negative zero


def _read_measures(module: ModuleType) -> tuple[Measure, ...]:
    """Return the definitions of the figures (measured numbers of a dungeon) that a module has functions for.

    They are in the order of the module's table in `measures.toml`. Each row of the table names a function of the
    module, with the title, unit and overlay of its figure.
    """
    rows = _FILE[module.__name__.rpartition(".")[2]].items()
    return tuple(
        Measure(
            name,
            title,
            unit,
            getattr(module, name.replace("-", "_")),
            overlay[0] if overlay else "",
            _DIRECTION_BY_NAME.get(name, ""),
        )
        for name, (title, unit, *overlay) in rows
    )


_FILE = tomllib.loads(files(__package__).joinpath("measures.toml").read_text(encoding="utf-8"))
_DIRECTION_BY_NAME = {name: direction for direction, names in _FILE["good_direction"].items() for name in names}
GROUPS = {
    "sides": _read_measures(team_distances),
    "fairness": _read_measures(fairness),
    "character": _read_measures(character),
}
"""The measures by group: how far each team walks, how equal the teams are, what kind of dungeon it is."""

MEASURES = {measure.name: measure for group in GROUPS.values() for measure in group}
"""All measures by name."""


def measure_figures(survey: Survey) -> tuple[Figure, ...]:
    """Return all figures (measured numbers, such as steps to a chest) of a board, in the order of reports."""
    return tuple(measure.measure_figure(survey) for measure in MEASURES.values())


NAMED_FILE = "named.json"
"""The file with the figures of the named dungeons."""

ValuesByDungeon = dict[str, dict[str, float]]
"""For each dungeon a value for each figure that has one; the mean for a figure with a value for each team."""


class NamedComparison(Struct, frozen=True):
    """A figure's place among those of the named dungeons of an edition: its published dungeons, in examples/.

    Attributes:
        low: the lowest of their values
        high: the highest of their values
        below: how many named dungeons have a lower value
        above: how many have a higher value
        count: how many have a value
    """

    low: float
    high: float
    below: int
    above: int
    count: int

    def is_clearly_outside(self, value: float) -> bool:
        """Return whether a value is clearly different from those of the named dungeons: well below or above all.

        "Well" means by a quarter of their range, and by a tenth of the nearest of them; by half of it if there is only
        one.

        >>> comparison = NamedComparison(10, 14, 0, 4, 4)
        >>> comparison.is_clearly_outside(9), comparison.is_clearly_outside(8), comparison.is_clearly_outside(12)
        (False, True, False)
        """
        bound = min(max(value, self.low), self.high)
        margin = max((self.high - self.low) / 4, abs(bound) * (0.1 if self.count > 1 else 0.5))
        return abs(value - bound) > margin

    @property
    def words(self) -> str:
        """The figure's place among the named dungeons in words; a single one is named as such.

        >>> NamedComparison(1, 9, 7, 1, 9).words, NamedComparison(1, 9, 0, 9, 9).words
        ('more than 7 of 9', 'less than all 9')
        >>> NamedComparison(2, 2, 0, 0, 3).words
        'like all 3'
        >>> NamedComparison(2, 2, 0, 1, 1).words
        'less than the only one'
        """
        if self.count == 1:
            word = "more than" if self.below else "less than" if self.above else "like"
            return f"{word} the only one"
        if self.below == self.above == 0:
            return f"like all {self.count}"
        word, number = ("more", self.below) if self.below >= self.above else ("less", self.above)
        return f"{word} than all {self.count}" if number == self.count else f"{word} than {number} of {self.count}"


@cache
def load_named_figures() -> dict[str, ValuesByDungeon]:
    """Return the measured figures of the named dungeons (published ones, in examples/), by edition and dungeon.

    The file is read once.
    """
    data = files(__package__).joinpath(NAMED_FILE).read_bytes()
    return msgspec.json.decode(data, type=dict[str, ValuesByDungeon])


def find_edition(rulesets: Iterable[str]) -> str:
    """Return the first of several ruleset ids that has named dungeons to compare with; '' if none has.

    Named dungeons are the published dungeons of an edition, in examples/.
    """
    return next((ruleset for ruleset in rulesets if ruleset in load_named_figures()), "")


def find_named_twin(figures: Iterable[Figure], edition: str, name: str) -> str:
    """Return the named dungeon that a dungeon itself is, '' if it is none of them.

    That is the one of its name, or else one with the same values of all the given figures: a copy under another name.
    """
    named_dungeons = load_named_figures().get(edition, {})
    if name in named_dungeons:
        return name
    values = {figure.name: figure.one for figure in figures}
    return next(
        (
            twin
            for twin, named_values in named_dungeons.items()
            if all(named_values.get(figure_name) == value for figure_name, value in values.items())
        ),
        "",
    )


def compare_figure(figure: Figure, edition: str, left_out: str = "") -> NamedComparison | None:
    """Return a figure's place among those of an edition's named dungeons; None if there is no value to compare.

    Named dungeons are the published dungeons of an edition, in examples/.

    Args:
        figure: the figure.
        edition: the edition.
        left_out: the name of a named dungeon that is not compared, since it is the dungeon itself; '' for none.
    """
    value = figure.one
    figures_by_dungeon = load_named_figures().get(edition, {})
    named_values = [
        figures[figure.name]
        for name, figures in figures_by_dungeon.items()
        if figure.name in figures and name != left_out
    ]
    if value is None or not named_values:
        return None
    below, above = sum(other < value for other in named_values), sum(other > value for other in named_values)
    return NamedComparison(min(named_values), max(named_values), below, above, len(named_values))


CONTESTED, NOBODY = "contested", "nobody"
"""Values of `ChestSteps.safe_for` for a chest that is safe for no team, and for one that no team can walk to."""


class ChestSteps(Struct, frozen=True):
    """Steps from each team to where a chest is opened, None where no route leads, and the team for which it is safe."""

    at: Square
    steps: dict[str, float | None]
    safe_for: str


class Analysis(Struct, frozen=True):
    """Everything that is reported of a dungeon without dice.

    Attributes:
        figures: all figures, in the order of reports
        chests: the chests in the order in which they were placed
        symmetries: the rotations and mirrors, in words, that map the dungeon onto itself and move every team
        alike: whether by symmetry every team has the same dungeon
        edition: the edition with whose named dungeons (published ones, in examples/) it is compared, '' for none
        twin: the named dungeon that it is itself, '' for none
        summary: what a coach would say of it after a minute with the map
    """

    figures: tuple[Figure, ...]
    chests: tuple[ChestSteps, ...]
    symmetries: tuple[str, ...]
    alike: bool
    edition: str
    twin: str = ""
    summary: str = ""


def analyse_board(survey: Survey, ruleset: Ruleset) -> Analysis:
    """Return everything that `analyse` reports of a board: measured figures, steps to each chest, symmetries.

    The figures are later compared with the named dungeons of an edition: the ruleset's own, or the nearest that it
    extends which has named dungeons (published ones, in examples/).
    """
    swaps = tuple(symmetry.description for symmetry in survey.symmetries if symmetry.exchanges_teams)
    edition = find_edition((ruleset.id, *ruleset.lineage))
    figures = measure_figures(survey)
    return Analysis(
        figures=figures,
        chests=list_chest_steps(survey),
        symmetries=swaps,
        alike=fairness.are_teams_alike(survey),
        edition=edition,
        twin=find_named_twin(figures, edition, survey.board.layout.name),
        summary=summarise_dungeon(survey),
    )


def list_chest_steps(survey: Survey) -> tuple[ChestSteps, ...]:
    """Return for each chest how far each team walks to it, and for which team the chest is safe.

    A chest is safe for a team that is about twice as near as all others (`MIN_SAFETY`). `safe_for` is that team,
    CONTESTED if the chest is safe for no team, or NOBODY if no team can walk to it.
    """
    steps = {team: measure_chest_steps(survey, team) for team in survey.teams}
    safety = fairness.measure_chest_safety(survey) if len(survey.teams) > 1 else {}
    rows = []
    for number, chest in enumerate(survey.chests):
        safe = [str(team) for team, values in safety.items() if values[number] > fairness.MIN_SAFETY]
        is_reached = any(np.isfinite(values[number]) for values in steps.values())
        steps_by_team = {str(team): finite_or_none(values[number]) for team, values in steps.items()}
        rows.append(ChestSteps(chest.square, steps_by_team, safe[0] if safe else CONTESTED if is_reached else NOBODY))
    return tuple(rows)
