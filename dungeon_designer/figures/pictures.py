"""Figures square by square, as `FigurePicture` holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from dungeon_designer.analysis.corridors import Ways, blocks, covered
from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.errors import UsageError, did_you_mean
from dungeon_designer.figures.arrays import Flags, Floats, Ints
from dungeon_designer.figures.character import broad, cutting, dead_end_places, pockets
from dungeon_designer.figures.fairness import SAFE
from dungeon_designer.figures.survey import NOBODY, Survey
from dungeon_designer.grid import Square, row_major
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.shape import corridor_width

SHADES = 6
"""The bands of a scale, at most."""


def picture(name: str, survey: Survey) -> FigurePicture:
    """The picture of a name; UsageError for one there is not, or that shows nothing of this dungeon."""
    if name not in PICTURES:
        raise UsageError(f"there is no overlay {name!r}{did_you_mean(name, PICTURES)}")
    heading, bands_of = PICTURES[name]
    bands = tuple(band for band in bands_of(survey) if band.squares)
    return FigurePicture(name, heading + ("" if bands else " There are none."), bands)


def _control(survey: Survey) -> Iterator[FigureBand]:
    if len(survey.sides) < 2:
        raise UsageError("the overlay control shows whose the floor is; this dungeon has not two sides that set up")
    for number, team in enumerate(survey.sides):
        nearer = survey.nearest == number
        safe = nearer & (survey.safety(team, survey.from_side) > SAFE)
        yield FigureBand(f"Safe for {team}", _places(survey, safe), 1.0, team)
        yield FigureBand(f"Nearer to {team}", _places(survey, nearer & ~safe), 0.45, team)
    reached = np.zeros(len(survey.grid), dtype=np.bool_)
    reached[survey.reached] = True
    yield FigureBand("As near to two", _places(survey, reached & (survey.nearest == NOBODY)), 0.6)


def _traffic(survey: Survey) -> Iterator[FigureBand]:
    if not survey.sides or not survey.chests:
        raise UsageError(
            "the overlay traffic shows walks between sides and chests; this dungeon lacks one or the other"
        )
    yield from _scale(survey, survey.traffic * 100, survey.squares[survey.traffic[survey.squares] > 0], " %")


def _distance(survey: Survey) -> Iterator[FigureBand]:
    if not survey.sides:
        raise UsageError("the overlay distance shows steps from where sides set up; here none does")
    yield from _scale(survey, survey.distances.min(axis=0), survey.reached, " steps", whole=True)


def _sight(survey: Survey) -> Iterator[FigureBand]:
    views = survey.views
    if len(views.origins) < views.among:
        raise UsageError(f"the overlay sight is drawn of up to 632 squares to stand on; this dungeon has {views.among}")
    seen = np.zeros(len(survey.grid))
    seen[views.origins] = views.counts()
    yield from _scale(survey, seen, views.origins, " squares", whole=True)


def _width(survey: Survey) -> Iterator[FigureBand]:
    wide = broad(survey, 5)
    for size in range(1, 6):
        words = f"{size} wide" if size < 5 else "5 wide or more"
        squares = tuple(square for square in survey.board.squares if wide.get(square) == size)
        yield FigureBand(words, squares, 1.1 - 0.2 * size)


def _halls(survey: Survey) -> Iterator[FigureBand]:
    context, board = survey.context, survey.board
    asked = {each.rule.name: each.settings for each in configured(context.ruleset)}
    settings = asked.get(corridor_width.NAME)
    if not isinstance(settings, corridor_width.RuleSettings) or settings.least < 2:
        raise UsageError(f"the overlay halls needs to know what a narrow way is, {context.ruleset.id} does not say")
    ways, size = Ways(board, context.step_graph, settings.least), 2 * settings.least
    halls = covered(blocks(ways.ground, board.walls, size), size) - ways.looked_through
    yield FigureBand("Hall", tuple(sorted(halls, key=row_major)), kind=1)
    yield FigureBand("Furniture looked through", tuple(sorted(ways.looked_through, key=row_major)), kind=2)


def _weak(survey: Survey) -> Iterator[FigureBand]:
    yield FigureBand("Dead end", tuple(square for place in dead_end_places(survey) for square in place), kind=1)
    yield FigureBand("Pocket behind a chest", survey.grid.places(pockets(survey)) if survey.beside else (), kind=2)
    yield FigureBand("Parts the sides when lost", survey.grid.places(cutting(survey)), kind=3)


PICTURES: dict[str, tuple[str, Callable[[Survey], Iterator[FigureBand]]]] = {
    "control": ("Control: which side walks there first; safe where others walk more than twice as far.", _control),
    "traffic": ("Traffic: share of the shortest walks between sides and chests that lead there.", _traffic),
    "distance": ("Distance: steps on foot from where the nearest side sets up.", _distance),
    "sight": ("Sight: how many other squares are seen from there.", _sight),
    "width": ("Width: the largest block of open floor that covers a square.", _width),
    "halls": ("Halls: what is no corridor; furniture that stands free in them makes no way narrow.", _halls),
    "weak": ("Weak points: dead ends, pockets, squares whose loss parts the sides.", _weak),
}
"""Every picture there is."""


def _scale(survey: Survey, values: Floats, at: Ints, unit: str, whole: bool = False) -> Iterator[FigureBand]:
    """Some squares by their values, in bands of equal width from the least to the most."""
    if not len(at):
        return
    own = np.round(values[at], 9)  # so that where a dungeon is alike its twins are in one band
    count = min(SHADES, int(own.max() - own.min()) + 1) if whole else SHADES
    edges = np.round(np.linspace(own.min(), own.max() + whole, count + 1), 9)
    edges = np.ceil(edges) if whole else edges
    band = np.clip(np.searchsorted(edges, own, side="right") - 1, 0, count - 1)
    for number in range(count):
        low, high = edges[number], edges[number + 1] - whole
        one, said = round(low) == round(high), unit.removesuffix("s") if round(high) == 1 == round(low) else unit
        words = f"{low:.0f}{said}" if one else f"{low:.0f} to {high:.0f}{said}"
        yield FigureBand(words, survey.grid.places(at[band == number]), round((number + 1) / count, 3))


def _places(survey: Survey, which: Flags) -> tuple[Square, ...]:
    return survey.grid.places(np.flatnonzero(which))
