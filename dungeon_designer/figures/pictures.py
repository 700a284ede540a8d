"""Draw figures square by square, as `FigurePicture` holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from dungeon_designer.analysis.corridors import WidthAnalysis, find_blocks, find_covered_squares
from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.errors import UsageError, suggest_word
from dungeon_designer.figures.arrays import Flags, Floats, Ints
from dungeon_designer.figures.character import find_cut_squares, find_dead_ends, find_pockets, measure_widths
from dungeon_designer.figures.fairness import MIN_SAFETY
from dungeon_designer.figures.survey import NOBODY, Survey
from dungeon_designer.grid import Square, rank_by_row
from dungeon_designer.rules.floor_requirements import PassageWidth
from dungeon_designer.rules.rule_registry import read_floor_requirements

MAX_BANDS = 6
"""The greatest number of bands of a scale."""


def build_picture(name: str, survey: Survey) -> FigurePicture:
    """Return a picture of a measured figure, such as `width`: squares in bands, to be drawn over the map.

    A band is a set of squares that are coloured alike, with a text for the legend. If no square is shown, the heading
    says so.

    Raises:
        UsageError: there is no such picture, or it needs something that this dungeon lacks
    """
    if name not in PICTURES:
        raise UsageError(f"there is no overlay {name!r}{suggest_word(name, PICTURES)}")
    heading, bands_of = PICTURES[name]
    bands = tuple(band for band in bands_of(survey) if band.squares)
    return FigurePicture(name, heading + ("" if bands else " There are none."), bands)


def _list_control_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield the squares in groups by the team that walks there first: for each team two groups, then one for ties.

    The first group of a team has the squares that are safe for it: all other teams walk more than twice as far
    (`MIN_SAFETY`). A tie is a square that several teams reach equally soon.
    """
    if len(survey.teams) < 2:
        raise UsageError(
            "the overlay control shows whose the floor is; this dungeon does not have two teams that set up"
        )
    for number, team in enumerate(survey.teams):
        nearer = survey.nearest_team == number
        safe = nearer & (survey.measure_safety(team, survey.steps_from_team) > MIN_SAFETY)
        yield FigureBand(f"Safe for {team}", _list_flagged_squares(survey, safe), 1.0, team)
        yield FigureBand(f"Nearer to {team}", _list_flagged_squares(survey, nearer & ~safe), 0.45, team)
    reached = np.zeros(len(survey.grid), dtype=np.bool_)
    reached[survey.reached_squares] = True
    yield FigureBand("As near to two", _list_flagged_squares(survey, reached & (survey.nearest_team == NOBODY)), 0.6)


def _list_traffic_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield the squares in groups by their traffic, from least to most, each with a text for the legend.

    Traffic is the percentage of the shortest walks between teams and chests that lead over a square.
    """
    if not survey.teams or not survey.chests:
        raise UsageError(
            "the overlay traffic shows walks between teams and chests; this dungeon lacks one or the other"
        )
    used_squares = survey.walking_squares[survey.traffic[survey.walking_squares] > 0]
    yield from _list_scale_bands(survey, survey.traffic * 100, used_squares, " %")


def _list_distance_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield the squares in groups by the steps on foot from where the nearest team sets up, nearest first."""
    if not survey.teams:
        raise UsageError("the overlay distance shows steps from where teams set up; here no team does")
    yield from _list_scale_bands(
        survey, survey.steps_by_team.min(axis=0), survey.reached_squares, " steps", whole_numbers=True
    )


def _list_sight_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield the squares in groups by how many other squares can be seen from them, from fewest to most.

    Raises:
        UsageError: the dungeon is so large that only a selection of its squares was examined.
    """
    views = survey.views
    if len(views.origins) < views.square_count:
        raise UsageError(
            f"the overlay sight takes at most 632 squares to stand on; this dungeon has {views.square_count}"
        )
    counts = np.zeros(len(survey.grid))
    counts[views.origins] = views.count_visible()
    yield from _list_scale_bands(survey, counts, views.origins, " squares", whole_numbers=True)


def _list_width_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield the squares in five groups by the width of the passage: 1, 2, 3, 4, and 5 or more.

    The width at a square is the side of the largest square block of walking squares, without a wall inside, that covers
    it.
    """
    size_by_square = measure_widths(survey, 5)
    for size in range(1, 6):
        words = f"{size} wide" if size < 5 else "5 wide or more"
        squares = tuple(square for square in survey.board.squares if size_by_square.get(square) == size)
        yield FigureBand(words, squares, 1.1 - 0.2 * size)


def _list_hall_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield two groups of squares: the halls, and the obstacles in them that the width of corridors ignores.

    A hall is floor that is too wide for a corridor: it is covered by square blocks twice as wide as the rule requires
    corridors to be.
    """
    context, board = survey.context, survey.board
    required = read_floor_requirements(context.ruleset, len(board.teams))
    min_width = max((width.min for width in required.list_of_type(PassageWidth) if width.min is not None), default=1)
    if min_width < 2:
        raise UsageError(f"the overlay halls needs to know what a narrow passage is; {context.ruleset.id} does not say")
    width_analysis, size = WidthAnalysis(board, context.step_graph, min_width), 2 * min_width
    furniture = width_analysis.ignored_furniture
    halls = find_covered_squares(find_blocks(width_analysis.ground, board.walls, size), size) - furniture
    yield FigureBand("Hall", tuple(sorted(halls, key=rank_by_row)), kind=1)
    yield FigureBand("Furniture looked through", tuple(sorted(furniture, key=rank_by_row)), kind=2)


def _list_weak_bands(survey: Survey) -> Iterator[FigureBand]:
    """Yield three groups of squares: dead ends, pockets that open when a chest is gone, squares that join two teams.

    Without any one of the last ones, two teams could not walk to each other.
    """
    yield FigureBand("Dead end", tuple(square for dead_end in find_dead_ends(survey) for square in dead_end), kind=1)
    pockets = survey.grid.list_squares(find_pockets(survey)) if survey.opens_beside else ()
    yield FigureBand("Pocket behind a chest", pockets, kind=2)
    yield FigureBand("Separates the teams when lost", survey.grid.list_squares(find_cut_squares(survey)), kind=3)


PICTURES: dict[str, tuple[str, Callable[[Survey], Iterator[FigureBand]]]] = {
    "control": (
        "Control: which team walks there first; safe where others walk more than twice as far.",
        _list_control_bands,
    ),
    "traffic": ("Traffic: share of the shortest walks between teams and chests that lead there.", _list_traffic_bands),
    "distance": ("Distance: steps on foot from where the nearest team sets up.", _list_distance_bands),
    "sight": ("Sight: how many other squares are seen from there.", _list_sight_bands),
    "width": ("Width: the largest block of open floor that covers a square.", _list_width_bands),
    "halls": ("Halls: what is no corridor; furniture that stands free in them makes no way narrow.", _list_hall_bands),
    "weak": ("Weak points: dead ends, pockets, squares whose loss separates the teams.", _list_weak_bands),
}
"""The heading of each picture, and the function that yields its bands, by name."""


def _list_scale_bands(
    survey: Survey, values: Floats, numbers: Ints, unit: str, whole_numbers: bool = False
) -> Iterator[FigureBand]:
    """Yield squares in at most six groups by a value of each, from the lowest values to the highest.

    Each group covers an equal range of values, such as "5 to 8 steps", which is its text for the legend.

    Args:
        values: a value for each square of the board
        numbers: the numbers of the squares that are shown
        unit: the unit with a blank before it, in the plural
        whole_numbers: whether values are whole numbers
    """
    if not len(numbers):
        return
    band_values = np.round(values[numbers], 9)  # so that symmetric squares fall into one band
    count = min(MAX_BANDS, int(band_values.max() - band_values.min()) + 1) if whole_numbers else MAX_BANDS
    edges = np.round(np.linspace(band_values.min(), band_values.max() + whole_numbers, count + 1), 9)
    edges = np.ceil(edges) if whole_numbers else edges
    band_of_square = np.clip(np.searchsorted(edges, band_values, side="right") - 1, 0, count - 1)
    for number in range(count):
        low, high = edges[number], edges[number + 1] - whole_numbers
        is_single = round(low) == round(high)
        unit_text = unit.removesuffix("s") if round(high) == 1 == round(low) else unit
        words = f"{low:.0f}{unit_text}" if is_single else f"{low:.0f} to {high:.0f}{unit_text}"
        squares = survey.grid.list_squares(numbers[band_of_square == number])
        yield FigureBand(words, squares, round((number + 1) / count, 3))


def _list_flagged_squares(survey: Survey, flags: Flags) -> tuple[Square, ...]:
    """Return the (x, y) of the squares whose flag is True."""
    return survey.grid.list_squares(np.flatnonzero(flags))
