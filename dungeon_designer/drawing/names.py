"""The names of sections, where each lies on nothing and stays within its own squares.

Names are wrapped, shrunk or turned until they fit. One that does not stands in the rock beside its section, with a
line that leads there; where there is no room either, a letter stands for it, which a list below the map explains.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil, floor

from dungeon_designer.board.model import OPEN, Board, BoardSection
from dungeon_designer.breadth_first import groups
from dungeon_designer.drawing.draw_request import DrawingPlan, slug
from dungeon_designer.drawing.hindrances import Hindrances
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.placing import Led, NameArea, WordSpot, beside, spot_for
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Shape, Style, Text, line
from dungeon_designer.drawing.sides import contrast
from dungeon_designer.drawing.text_boxes import LEADING, RIM, Box, meet, wrappings
from dungeon_designer.grid import SIDES, Side, Size, Square, block, bounds, neighbour, row_major
from dungeon_designer.layout.model import HAZARDS, SectionKind


@dataclass(frozen=True)
class NamedPlace:
    """What one name stands for: a section, or several of one name that are open to each other."""

    id: str
    name: str
    squares: tuple[Square, ...]
    area: NameArea


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


def section_names(plan: DrawingPlan, shown: tuple[Square, Size], heeded: Callable[[], Hindrances]) -> Names:
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


def _lettered(writer: _Writer, places: list[NamedPlace]) -> tuple[LeftOut, ...]:
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

    plan: DrawingPlan
    shown: tuple[Square, Size]
    busy: list[Box]
    found: dict[str, Group] = field(default_factory=dict)

    def place(self, places: list[NamedPlace], way: Callable[[NamedPlace], tuple[Shape, ...]]) -> None:
        """Write one way for each place that has nothing yet."""
        for place in places:
            if place.id not in self.found and (shapes := way(place)):
                self.found[place.id] = Group(f"name-{slug(place.id)}", "name", shapes, place.squares, place.name)

    def inside(self, place: NamedPlace, words: str) -> tuple[Shape, ...]:
        """Words on a place's own squares; nothing where they do not fit."""
        spot = spot_for(words, self.plan.theme.title_fonts[0], place.area)
        return () if spot is None else tuple(_written(spot, *_inks(self.plan, spot)))

    def outside(self, place: NamedPlace, words: str) -> tuple[Shape, ...]:
        """Words in the rock beside it, with a line that leads there; nothing where they do not fit."""
        wrapped = wrappings(words, self.plan.theme.title_fonts[0])
        led = beside(self.plan.board, wrapped, place.squares, self.shown, self.busy)
        if led is None:
            return ()
        self.busy.extend(led.boxes)
        theme = self.plan.theme
        return (*_lead(self.plan, led), *_written(led.spot, theme.text, theme.floor))

    def somewhere(self, place: NamedPlace, words: str) -> tuple[Shape, ...]:
        """Words on a place, else beside it."""
        return self.inside(place, words) or self.outside(place, words)


def _inks(plan: DrawingPlan, spot: WordSpot) -> tuple[str, str]:
    """The colours of a name's letters and of their rim: those that stand out from the ground most of it lies on."""
    theme = plan.theme
    left, top, right, low = spot.box
    under = block((floor(left), floor(top)), (ceil(right) - floor(left), ceil(low) - floor(top)))
    grounds = [plan.board.terrain_at.get(at) for at in under if at in plan.board]
    kind, often = Counter(grounds).most_common(1)[0]
    if kind is None or kind not in HAZARDS or 2 * often < len(grounds):
        return theme.text, theme.floor
    ground: str = getattr(theme, kind.value)
    return max((theme.pale, theme.line), key=lambda ink: contrast(ink, ground)), ground


def _written(spot: WordSpot, ink: str, ground: str) -> Iterator[Text]:
    """The lines of a name: first the rims of all, that none lies on the letters of another, then the letters."""
    rim = Style(fill=ground, stroke=ground, width=2 * RIM * spot.size, opacity=0.85)
    for style in (rim, Style(fill=ink)):
        for number, words in enumerate(spot.wrapped.lines):
            down = (RIM + spot.wrapped.above + LEADING * number - spot.wrapped.height / 2) * spot.size
            (x, y), turn = spot.middle, -90.0 if spot.upright else 0.0
            at = (x + down, y) if spot.upright else (x, y + down)
            yield Text(at, words, spot.size, style, font="title", turn=turn)


def _lead(plan: DrawingPlan, led: Led) -> Iterator[Shape]:
    """The line from a name in the rock into its section, with a dot at its end."""
    for colour, width in ((plan.theme.floor, 0.1), (plan.theme.text, 0.04)):
        yield line(led.start, led.end, Style(stroke=colour, width=width))
    yield Circle(led.end, 0.08, Style(fill=plan.theme.text, stroke=plan.theme.floor, width=0.03))


def _places(board: Board, hindered: Hindrances) -> Iterator[NamedPlace]:
    for parts in _together(board, _telling(board)):
        places = tuple(sorted((square for part in parts for square in part.owned), key=row_major))
        (left, top), (width, height) = bounds(places)
        window = (left, top, left + width, top + height)
        yield NamedPlace(
            parts[0].id,
            " ".join(parts[0].name.split()),
            places,
            NameArea(
                places,
                *_sides(board, places),
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
        and section.owned
        and (section.id in given or often[section.name] == 1)
    ]


def _together(board: Board, telling: list[BoardSection]) -> Iterator[list[BoardSection]]:
    """Sections of one name that are open to each other, as one; in the order of the first of each."""
    beside: dict[str, set[str]] = defaultdict(set)
    own = {section.id: section for section in telling}
    for square, section in board.owner.items():
        for side in (Side.EAST, Side.SOUTH):
            other = board.owner.get(neighbour(square, side))
            if other is None or other is section or other.name != section.name:
                continue
            if {section.id, other.id} <= own.keys() and board.edge_state(square, side) == OPEN:
                beside[section.id].add(other.id)
                beside[other.id].add(section.id)
    order = {section.id: at for at, section in enumerate(telling)}
    for group in groups(own, lambda at: beside[at]):
        yield [own[at] for at in sorted(group, key=order.__getitem__)]


def _sides(board: Board, squares: Sequence[Square]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which sides of each square are walls or doors, and which the border of another section, as bits."""
    own, walls, borders = set(squares), [], []
    for square in squares:
        shut = [board.edge_state(square, side) != OPEN for side in SIDES]
        left = [neighbour(square, side) not in own for side in SIDES]
        walls.append(sum(1 << bit for bit in range(4) if shut[bit]))
        borders.append(sum(1 << bit for bit in range(4) if left[bit] and not shut[bit]))
    return tuple(walls), tuple(borders)
