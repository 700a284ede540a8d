"""What every report says of figures in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.figures.measures import GROUPS, MEASURES, Analysis, ChestSteps, Figure, edition_of, standing
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.rules.rule import both
from dungeon_designer.rulesets.model import Ruleset

HEADINGS = {
    "sides": "How far each side walks",
    "fairness": "How equal the sides are",
    "character": "What kind it is",
}

KEY = (
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
"""The figures that are told where there is room for a few."""

_AS_THEY_ARE = ("balance", "of seven")


class Row(NamedTuple):
    """A figure in words: what it is, its value, the range of the named dungeons and its place among them."""

    title: str
    value: str
    named: str
    place: str


def rows(analysis: Analysis, group: str) -> Iterator[Row]:
    """The rows of a group of figures."""
    found = {figure.name: figure for figure in analysis.figures}
    for measure in GROUPS[group]:
        yield row(found[measure.name], analysis.edition)


def key_rows(board: Board, ruleset: Ruleset) -> list[Row]:
    """The few figures that say most of a dungeon, in words."""
    survey, edition = survey_of(board, ruleset), edition_of((ruleset.id, *ruleset.lineage))
    return [row(MEASURES[name].figure(survey), edition) for name in KEY]


def row(figure: Figure, edition: str) -> Row:
    """One figure in words."""
    found = standing(figure, edition)
    title = MEASURES[figure.name].title
    if found is None:
        return Row(title, value(figure), "", "")
    named = f"{amount(found.low, figure.unit)} to {amount(found.high, figure.unit)}"
    return Row(title, value(figure), named, found.comparison)


def value(figure: Figure) -> str:
    """What a figure comes to, with its unit.

    >>> value(Figure("a", "steps", by_side={"home": 3.0, "away": 3.5})), value(Figure("a", "share", 0.25))
    ('home 3, away 3.5 steps', '25 %')
    >>> value(Figure("a", "loops", 1.0)), value(Figure("a", "loops", 0.0))
    ('1 loop', '0 loops')
    """
    values = {"": figure.value} if figure.by_side is None else figure.by_side
    told = {side: "none" if each is None else amount(each, figure.unit) for side, each in values.items()}
    unit = "" if figure.unit in ("share", *_AS_THEY_ARE) else f" {figure.unit}"
    if set(told.values()) <= {"1", "none"}:
        unit = unit.removesuffix("s")
    if figure.by_side is None:
        return "none" if figure.value is None else f"{told['']}{unit}"
    if not told or set(told.values()) == {"none"}:
        return "none"
    if len(told) > 1 and len(set(told.values())) == 1:
        return f"{next(iter(told.values()))}{unit} each"
    return ", ".join(f"{side} {each}" for side, each in told.items()) + unit


def amount(number: float, unit: str) -> str:
    """A number as a person reads it: shares as percentages, others with two places at most.

    >>> amount(0.455, "share"), amount(6.167, "turns"), amount(41.0, "steps")
    ('45.5 %', '6.17', '41')
    """
    return f"{_short(number * 100, 1)} %" if unit == "share" else _short(number, 2)


def _short(number: float, places: int) -> str:
    text = f"{number:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def chest(each: ChestSteps) -> tuple[str, str, str]:
    """A chest in words: where it is, how far each side walks, and whose it is."""
    steps = ", ".join(f"{side} {'no way' if n is None else _short(n, 0)}" for side, n in each.steps.items())
    whose = each.safe_for if each.safe_for in ("contested", "nobody") else f"safe for {each.safe_for}"
    return str(each.at), steps, {"nobody": "walked to by nobody"}.get(whose, whose)


def symmetry(analysis: Analysis) -> str:
    """Whether the sides have the same dungeon, in a sentence; '' with fewer than two sides."""
    sides = next((figure.by_side for figure in analysis.figures if figure.name == "chest-steps"), None) or {}
    return exchanged(analysis.symmetries) if len(sides) > 1 else ""


def exchanged(ways: Iterable[str]) -> str:
    """By which turns and mirrors a dungeon of several sides is itself with the sides exchanged, in a sentence."""
    told = list(ways)
    if not told:
        return "No turn and no mirror exchanges the sides."
    return f"It is the same for every side: {both(told)} it is itself with the sides exchanged."
