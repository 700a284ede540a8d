"""The names of sections, where each lies on nothing and stays within its own squares.

Names are wrapped, shrunk or turned until they fit. One that does not stands in the rock beside its section, with a
line that leads there; where there is no room either, a letter stands for it, which a list below the map explains.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import OPEN, TERRAINS, Board, BoardSection
from dungeon_designer.breadth_first import groups
from dungeon_designer.drawing.draw_request import Plan, slug
from dungeon_designer.drawing.hindrances import Hindrances
from dungeon_designer.drawing.leaders import Led, beside
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.placing import Area, Spot, spot_for
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Shape, Style, Text, line
from dungeon_designer.drawing.sides import contrast
from dungeon_designer.drawing.text_boxes import Box, meet
from dungeon_designer.drawing.wrapping import LEADING, RIM, wrappings
from dungeon_designer.grid import SIDES, Size, Square, block, bounds
from dungeon_designer.layout.model import HAZARDS, SectionKind


@dataclass(frozen=True)
class Place:
    """What one name stands for: a section, or several of one name that are open to each other."""

    id: str
    name: str
    squares: tuple[Square, ...]
    area: Area


@dataclass(frozen=True)
class LeftOut:
    """A name without room on the map: the letter that stands for it there, '' where even that has none, and where."""

    name: str
    letter: str
    square: Square


@dataclass(frozen=True)
class Names:
    """The layer of names and of the letters that stand for names, and those names."""

    layer: Layer
    left_out: tuple[LeftOut, ...] = ()


def are_listed(options: DrawingOptions) -> bool:
    """Whether a list below the map explains letters; nobody else would."""
    return options.section_names and (options.legend or (options.keys and options.border))


def section_names(plan: Plan, shown: tuple[Square, Size], heeded: Callable[[], Hindrances]) -> Names:
    """The name of each section that has one to tell it by, on nothing of what is to be `heeded`.

    `shown` is the rectangle of squares the map shows; names in the rock keep near it.
    """
    if not plan.options.section_names:
        return Names(Layer("names", ()))
    hindered = heeded()
    writer = _Writer(plan, shown, list(hindered.taken))
    places = list(_places(plan.board, hindered))
    writer.place(places, lambda place: writer.inside(place, place.name))
    writer.place(places, lambda place: writer.outside(place, place.name))
    left_out = _lettered(writer, places) if are_listed(plan.options) else ()
    named = tuple(writer.found[place.id] for place in places if place.id in writer.found)
    return Names(Layer("names", named), left_out)


def _lettered(writer: _Writer, places: list[Place]) -> tuple[LeftOut, ...]:
    """Letters for the names that found no room, as far as these do."""
    found, count = [], 0
    for place in [place for place in places if place.id not in writer.found]:
        letter = _letter(count)
        writer.place([place], partial(writer.somewhere, words=letter))
        told = place.id in writer.found
        count += told
        found.append(LeftOut(place.name, letter if told else "", place.squares[0]))
    return tuple(found)


def _letter(number: int) -> str:
    """Portals and findings are numbered, so names have letters.

    >>> [_letter(number) for number in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    before, at = divmod(number, 26)
    return (_letter(before - 1) if before else "") + chr(ord("A") + at)


@dataclass(frozen=True)
class _Writer:
    """Writes words for places on a map: `found` are those of each place, `busy` what words beside them must heed."""

    plan: Plan
    shown: tuple[Square, Size]
    busy: list[Box]
    found: dict[str, Group] = field(default_factory=dict)

    def place(self, places: list[Place], way: Callable[[Place], tuple[Shape, ...]]) -> None:
        """Write one way for each place that has nothing yet."""
        for place in places:
            if place.id not in self.found and (shapes := way(place)):
                self.found[place.id] = Group(f"name-{slug(place.id)}", "name", shapes, place.squares, place.name)

    def inside(self, place: Place, words: str) -> tuple[Shape, ...]:
        """Words on a place's own squares; nothing where they do not fit."""
        spot = spot_for(words, self.plan.theme.title_fonts[0], place.area)
        return () if spot is None else tuple(_written(spot, *_inks(self.plan, spot)))

    def outside(self, place: Place, words: str) -> tuple[Shape, ...]:
        """Words in the rock beside it, with a line that leads there; nothing where they do not fit."""
        wrapped = wrappings(words, self.plan.theme.title_fonts[0])
        led = beside(self.plan.board, wrapped, place.squares, self.shown, self.busy)
        if led is None:
            return ()
        self.busy.extend(led.boxes)
        theme = self.plan.theme
        return (*_lead(self.plan, led), *_written(led.spot, theme.text, theme.floor))

    def somewhere(self, place: Place, words: str) -> tuple[Shape, ...]:
        """Words on a place, else beside it."""
        return self.inside(place, words) or self.outside(place, words)


def _inks(plan: Plan, spot: Spot) -> tuple[str, str]:
    """The colours of a name's letters and of their rim: those that stand out from the ground most of it lies on."""
    theme = plan.theme
    left, top, right, low = spot.box
    under = block((floor(left), floor(top)), (ceil(right) - floor(left), ceil(low) - floor(top)))
    grounds = [TERRAINS[plan.board.terrain[at]] for at in map(plan.at, under) if at >= 0]
    kind, often = Counter(grounds).most_common(1)[0]
    if kind not in HAZARDS or 2 * often < len(grounds):
        return theme.text, theme.floor
    ground: str = getattr(theme, kind.value)
    return max((theme.pale, theme.line), key=lambda ink: contrast(ink, ground)), ground


def _written(spot: Spot, ink: str, ground: str) -> Iterator[Text]:
    """The lines of a name: first the rims of all, that none lies on the letters of another, then the letters."""
    rim = Style(fill=ground, stroke=ground, width=2 * RIM * spot.size, opacity=0.85)
    for style in (rim, Style(fill=ink)):
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
