"""The names of sections, where each lies on nothing and stays within its own squares.

Names are wrapped, shrunk or turned until they fit. One that does not stands in the rock beside its section, with a
line that leads there; where there is no room either, it is left out, and the legend lists it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import OPEN, Board, BoardSection
from dungeon_designer.breadth_first import groups
from dungeon_designer.drawing.draw_request import Plan, slug
from dungeon_designer.drawing.hindrances import Hindrances
from dungeon_designer.drawing.leaders import Led, beside
from dungeon_designer.drawing.placing import Area, Spot, spot_for
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Shape, Style, Text, line
from dungeon_designer.drawing.text_boxes import Box, meet
from dungeon_designer.drawing.wrapping import LEADING, RIM, wrappings
from dungeon_designer.grid import SIDES, Size, Square, bounds
from dungeon_designer.layout.model import SectionKind


@dataclass(frozen=True)
class Place:
    """What one name stands for: a section, or several of one name that are open to each other."""

    id: str
    name: str
    squares: tuple[Square, ...]
    area: Area


@dataclass(frozen=True)
class Names:
    """The layer of names, and those that have no room on the map, each with a square of its section."""

    layer: Layer
    left_out: tuple[tuple[str, Square], ...] = ()


def section_names(plan: Plan, shown: tuple[Square, Size], heeded: Callable[[], Hindrances]) -> Names:
    """The name of each section that has one to tell it by, on nothing of what is to be `heeded`.

    `shown` is the rectangle of squares the map shows; names in the rock keep near it.
    """
    if not plan.options.section_names:
        return Names(Layer("names", ()))
    found: dict[str, Group] = {}
    without: list[Place] = []
    hindered = heeded()
    places = list(_places(plan.board, hindered))
    for place in places:
        spot = spot_for(place.name, plan.theme.title_fonts[0], place.area)
        if spot is None:
            without.append(place)
        else:
            found[place.id] = _group(place, _written(plan, spot))
    busy: list[Box] = list(hindered.taken)
    left_out = []
    for place in without:
        led = beside(plan.board, wrappings(place.name, plan.theme.title_fonts[0]), place.squares, shown, busy)
        if led is None:
            left_out.append((place.name, place.squares[0]))
        else:
            busy += led.boxes
            found[place.id] = _group(place, (*_lead(plan, led), *_written(plan, led.spot)))
    named = tuple(found[place.id] for place in places if place.id in found)
    return Names(Layer("names", named), tuple(left_out))


def _group(place: Place, shapes: Iterator[Shape] | tuple[Shape, ...]) -> Group:
    return Group(f"name-{slug(place.id)}", "name", tuple(shapes), place.squares, place.name)


def _written(plan: Plan, spot: Spot) -> Iterator[Text]:
    """The lines of a name: first the rims of all, that none lies on the letters of another, then the letters."""
    rim = Style(fill=plan.theme.floor, stroke=plan.theme.floor, width=2 * RIM * spot.size, opacity=0.85)
    for style in (rim, Style(fill=plan.theme.text)):
        for number, words in enumerate(spot.wrapped.lines):
            down = (RIM + spot.wrapped.above + LEADING * number - spot.wrapped.height / 2) * spot.size
            (x, y), turn = spot.middle, -90.0 if spot.upright else 0.0
            at = (x + down, y) if spot.upright else (x, y + down)
            yield Text(at, words, spot.size, style, font="title", turn=turn)


def _lead(plan: Plan, led: Led) -> Iterator[Shape]:
    """The line from a name in the rock into its section, with a dot at its end."""
    for colour, width in ((plan.theme.floor, 0.1), (plan.theme.text, 0.04)):
        yield line(led.start, led.end, Style(stroke=colour, width=width))
    yield Circle(led.end, 0.08, Style(fill=plan.theme.text, stroke=plan.theme.floor, width=0.03))


def _places(board: Board, hindered: Hindrances) -> Iterator[Place]:
    for parts in _together(board, _telling(board)):
        squares = np.sort(np.concatenate([part.squares for part in parts]))
        places = board.places(squares)
        (left, top), (width, height) = bounds(places)
        window = (left, top, left + width, top + height)
        yield Place(
            parts[0].id,
            " ".join(parts[0].name.split()),
            places,
            Area(
                places,
                *_sides(board, squares),
                tuple(box for box in hindered.taken if meet(box, window)),
                tuple(each for each in hindered.spared if meet(each[0], window)),
            ),
        )


def _telling(board: Board) -> list[BoardSection]:
    """The sections whose names are worth writing: given by hand, or of a tile that lies here once.

    End zones and entries carry their side instead.
    """
    given = {section.id for section in board.layout.sections if section.name}
    often = Counter(section.name for section in board.sections)
    sides = (SectionKind.END_ZONE, SectionKind.ENTRY)
    return [
        section
        for section in board.sections
        if section.name.strip()
        and section.kind not in sides
        and len(section.squares)
        and (section.id in given or often[section.name] == 1)
    ]


def _together(board: Board, telling: list[BoardSection]) -> Iterator[list[BoardSection]]:
    """Sections of one name that are open to each other, as one; in the order of the first of each."""
    number = {section.id: at for at, section in enumerate(board.sections)}
    own = {number[section.id]: section for section in telling}
    beside: dict[int, set[int]] = defaultdict(set)
    for side, column in ((1, 2), (2, 4)):  # to the east, to the south
        there = board.neighbours[:, column]
        open_ = np.flatnonzero((there >= 0) & (board.edges[:, side] == OPEN) & (board.section[there] != board.section))
        for one, other in set(zip(board.section[open_].tolist(), board.section[there[open_]].tolist(), strict=True)):
            if one in own and other in own and own[one].name == own[other].name:
                beside[one].add(other)
                beside[other].add(one)
    for group in groups(own, lambda at: beside[at]):
        yield [own[at] for at in sorted(group)]


def _sides(board: Board, squares: npt.NDArray[np.int32]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which sides of each square are walls or doors, and which the border of another section, as bits."""
    own = np.zeros(len(board), dtype=np.bool_)
    own[squares] = True
    walls, borders = np.zeros(len(squares), dtype=int), np.zeros(len(squares), dtype=int)
    for bit, column in zip(range(len(SIDES)), (0, 2, 4, 6), strict=True):
        shut = board.edges[squares, bit] != OPEN
        there = board.neighbours[squares, column]
        walls |= shut.astype(int) << bit
        borders |= (~shut & ~own[there]).astype(int) << bit
    return tuple(walls.tolist()), tuple(borders.tolist())
