"""Write figures in the words that every report uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.figures.measures import (
    GROUPS,
    MEASURES,
    Analysis,
    ChestSteps,
    Figure,
    compare_figure,
    find_edition,
    find_named_twin,
)
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.rulesets.ruleset_model import Ruleset

HEADINGS = {
    "sides": "How far each team walks",
    "fairness": "How equal the teams are",
    "character": "What kind it is",
}

KEY_FIGURES = (
    "chest-steps",
    "chest-steps-difference",
    "zone-steps",
    "area-control",
    "open-floor",
    "length",
    "loops",
    "least-cut",
    "mean-sight",
    "busiest-square",
)
"""The figures that are reported where there is room for a few."""

DIRECTION_WORDS = {
    "lower": "less is better",
    "higher": "more is better",
    "equal": "equal is fair",
    "": "neither is better",
}
"""For the good direction of a figure (`Measure.good_direction`) what a report says."""

_REPEATED_FIGURES = tuple(f"{start}-turns-{movement}" for start in ("chest", "zone", "portal") for movement in (4, 8))
"""Figures that say the same as their neighbours for another movement; a short report leaves them out."""

_UNITS_NOT_PRINTED = ("balance", "of seven")


class FigureRow(NamedTuple):
    """A figure in words, as a row of a table.

    Attributes:
        title: what the figure is
        value: its value with the unit
        named_range: lowest to highest value of the named dungeons (the published ones of the edition), '' for none
        comparison: the place among them, such as `more than 7 of 9`, '' for none
    """

    title: str
    value: str
    named_range: str
    comparison: str


def list_rows(analysis: Analysis, group: str) -> Iterator[FigureRow]:
    """Yield the figures (measured numbers of a dungeon) of a group in words, as rows of a table.

    Args:
        group: a key of `GROUPS`
    """
    figure_by_name = {figure.name: figure for figure in analysis.figures}
    for measure in GROUPS[group]:
        yield build_row(figure_by_name[measure.name], analysis.edition, analysis.twin)


def list_different_rows(analysis: Analysis) -> Iterator[tuple[str, FigureRow]]:
    """Yield the name and the row of each figure that differs clearly from those of the named dungeons."""
    for figure in analysis.figures:
        comparison = compare_figure(figure, analysis.edition, analysis.twin)
        is_outside = comparison is not None and figure.one is not None and comparison.is_clearly_outside(figure.one)
        if is_outside and figure.name not in _REPEATED_FIGURES:
            yield figure.name, build_row(figure, analysis.edition, analysis.twin)


def describe_direction(name: str) -> str:
    """Return which direction of a figure is good, in words, or that none is.

    >>> describe_direction("dead-ends"), describe_direction("squares")
    ('less is better', 'neither is better')
    """
    return DIRECTION_WORDS[MEASURES[name].good_direction]


def list_key_rows(board: Board, ruleset: Ruleset) -> list[FigureRow]:
    """Return the ten measured figures that say most about a dungeon, such as steps to chests, in words."""
    survey, edition = create_survey(board, ruleset), find_edition((ruleset.id, *ruleset.lineage))
    figures = [MEASURES[name].measure_figure(survey) for name in KEY_FIGURES]
    twin = find_named_twin(figures, edition, board.layout.name)
    return [build_row(figure, edition, twin) for figure in figures]


def build_row(figure: Figure, edition: str, left_out: str = "") -> FigureRow:
    """Return a figure (a measured number of a dungeon) in words, compared with the named dungeons of an edition.

    These are the published dungeons of the edition, in examples/. Without a value to compare, range and comparison are
    ''.

    Args:
        figure: the figure.
        edition: the edition.
        left_out: the named dungeon that is the dungeon itself, and is not compared; '' for none.
    """
    comparison = compare_figure(figure, edition, left_out)
    title = MEASURES[figure.name].title
    if comparison is None:
        return FigureRow(title, format_value(figure), "", "")
    lowest, highest = (format_amount(amount, figure.unit) for amount in (comparison.low, comparison.high))
    named_range = lowest if lowest == highest else f"{lowest} to {highest}"
    return FigureRow(title, format_value(figure), named_range, comparison.words)


def format_value(figure: Figure) -> str:
    """Return the value of a figure with its unit, as text; `none` where it has no value.

    >>> format_value(Figure("a", "steps", by_side={"home": 3.0, "away": 3.5})), format_value(Figure("a", "share", 0.25))
    ('home 3, away 3.5 steps', '25 %')
    >>> format_value(Figure("a", "loops", 1.0)), format_value(Figure("a", "loops", 0.0))
    ('1 loop', '0 loops')
    """
    values = {"": figure.value} if figure.by_side is None else figure.by_side
    text_by_team = {
        team: "none" if number is None else format_amount(number, figure.unit) for team, number in values.items()
    }
    unit = "" if figure.unit in ("share", *_UNITS_NOT_PRINTED) else f" {figure.unit}"
    if set(text_by_team.values()) <= {"1", "none"}:
        unit = unit.removesuffix("s")
    if figure.by_side is None:
        return "none" if figure.value is None else f"{text_by_team['']}{unit}"
    if not text_by_team or set(text_by_team.values()) == {"none"}:
        return "none"
    if len(text_by_team) > 1 and len(set(text_by_team.values())) == 1:
        return f"{next(iter(text_by_team.values()))}{unit} each"
    return ", ".join(f"{team} {number}" for team, number in text_by_team.items()) + unit


def format_amount(number: float, unit: str) -> str:
    """Return a number as a person reads it: shares (0 to 1) as percentages, others with at most two decimal places.

    >>> format_amount(0.455, "share"), format_amount(6.167, "turns"), format_amount(41.0, "steps")
    ('45.5 %', '6.17', '41')
    """
    return f"{_format_number(number * 100, 1)} %" if unit == "share" else _format_number(number, 2)


def _format_number(number: float, places: int) -> str:
    """Return a number as text with at most `places` decimal places, without zeros at the end."""
    number_text = f"{number:.{places}f}"
    return number_text.rstrip("0").rstrip(".") if "." in number_text else number_text


def describe_chest(chest_row: ChestSteps) -> tuple[str, str, str]:
    """Return three texts for a chest: its square, how far each team walks, and for which team it is safe.

    A chest is safe for a team that is about twice as near as all others.
    """
    steps = ", ".join(
        f"{team} {'no route' if count is None else _format_number(count, 0)}" for team, count in chest_row.steps.items()
    )
    safety = {"contested": "contested", "nobody": "out of reach on foot"}.get(
        chest_row.safe_for, f"safe for {chest_row.safe_for}"
    )
    return str(chest_row.at), steps, safety


def describe_symmetry(analysis: Analysis) -> str:
    """Return a sentence that says whether a rotation or mirror exchanges the teams; '' with fewer than two teams."""
    value_by_team = next((figure.by_side for figure in analysis.figures if figure.name == "chest-steps"), None) or {}
    team_count = len(value_by_team)  # any figure that each team has would do
    return describe_exchange(analysis.symmetries) if team_count > 1 else ""


def describe_exchange(descriptions: Iterable[str]) -> str:
    """Return a sentence that says by which rotations and mirrors the teams have the same dungeon.

    Without any it says that none exchanges the teams.

    Args:
        descriptions: the rotations and mirrors that map the dungeon onto itself and move every team, in words
    """
    names = list(descriptions)
    if not names:
        return "No rotation and no flip exchanges the teams."
    return f"The dungeon is the same for every team: if it is {' or '.join(names)}, only the teams are exchanged."
