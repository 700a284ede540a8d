"""The names of sections, where each lies on nothing and stays within its own squares.

Names are wrapped, shrunk or turned until they fit. One that does not stands in the rock beside its section, with a
line that leads there; where there is no room either, a letter stands for it, which a list below the map explains.

A place is a raster of cells a fraction of a square wide, a row of them the bits of a number. Whatever meets a cell
takes it; words are tried wherever they lie on no cell that is taken, and stand where they hide least and are nearest
to the middle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, hypot
from typing import NamedTuple

from dungeon_designer.board.model import OPEN, Board, BoardSection
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, slug
from dungeon_designer.drawing.ground import inner_runs
from dungeon_designer.drawing.labels import LEADING, RIM, Box, Wrapped, lettered, rimmed, text_box, wrappings
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Path, Point, Shape, Style, Text, Use, lines
from dungeon_designer.drawing.sides import contrast
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import SIDES, Side, Size, Square, block, bounds, neighbour, row_major
from dungeon_designer.layout.model import HAZARDS, SectionKind

SIZES = (0.52, 0.46, 0.41, 0.36, 0.32, 0.28, 0.25, 0.22)
"""The heights of the type that are tried, in squares: the smallest can be read on a map that fills a page."""

FINE, COARSE, LARGE = 12, 6, 60
"""Cells a square is wide, in places of up to so many squares and in larger ones."""

WALL, BORDER = 0.17, 0.08
"""Squares left free beside a wall, and beside the border of a section."""

APART = 0.05
"""Squares left free around things and other words."""

NEAR, NEARNESS = 0.45, 0.3
"""So near to a thing words are taken for its own: how much worse that is, as for ground that is better spared."""

EDGES, EDGE = 0.3, 0.12
"""So near to the edges of the place words look cramped: how much worse that is."""

SMALLER, TURNED, BROKEN, OFF = 3.0, 1.2, 0.25, 0.5
"""How much worse words are that are smaller, turned, broken into a line more, off the middle."""

TERRAIN, SECTION_BORDER, EMBLEM, MACHINE, ARROW = 1.0, 0.7, 0.35, 0.5, 1.0
"""How much better words lie on bare floor than on terrain, on a border between sections of one name, on the emblem of
a room, on the track of a machine, on an arrow there."""

HINDERED = 0.12
"""So near to terrain, to a border and to an arrow words had better not lie, in squares."""

ARROWS = 0.3
"""How far the arrows of a turning room leave its middle free, in its smaller sides."""

LED_SIZES = (0.4, 0.32, 0.25)
"""The heights of the type that are tried for words in the rock."""

LENGTHS = (0.5, 1.0, 1.6, 2.4, 3.4)
"""How far from the edge of its section a name begins."""

WITHIN = 0.3
"""How far the line reaches into the section."""

MARGIN = 0.9
"""How far beyond the squares that are shown a name may lie: coordinates stand farther out."""

Spared = tuple[Box, float]
"""A rectangle of ground, and how much better words lie elsewhere."""


class NamedPlace(NamedTuple):
    """What one name stands for: a section, or several of one name that are open to each other; by the first's id.

    `taken` are rectangles words must not lie on, `spared` such as they had better not.
    """

    id: str
    name: str
    squares: tuple[Square, ...]
    taken: tuple[Box, ...]
    spared: tuple[Spared, ...]


class LeftOut(NamedTuple):
    """A name without room on the map: the letter that stands for it there, '' where even that has none, and where."""

    name: str
    letter: str
    square: Square


class WordSpot(NamedTuple):
    """Words with their place: the middle of the room they take, the height of their type, whether read upwards."""

    wrapped: Wrapped
    middle: Point
    size: float
    upright: bool = False

    @property
    def box(self) -> Box:
        """The room they take."""
        along, across = self.wrapped.width * self.size / 2, self.wrapped.height * self.size / 2
        wide, high = (across, along) if self.upright else (along, across)
        x, y = self.middle
        return x - wide, y - high, x + wide, y + high


def section_names(
    plan: DrawingPlan, shown: tuple[Square, Size], lying: Sequence[Layer], over: Sequence[Layer], ground: Layer
) -> tuple[list[Group], list[LeftOut]]:
    """The name of each section that has one to tell it by, on nothing that lies there; and the names without room.

    `shown` is the rectangle of squares the map shows: names in the rock keep near it. Names heed things `lying` on the
    floor, words and marks laid `over` it, and what the `ground` shows. Letters stand for names only where a list
    below the map explains them.
    """
    options = plan.options
    if not options.section_names:
        return [], []
    taken = [box for layer in lying for group in layer.groups for box in _thing(group, plan.theme)]
    for group in (group for layer in over for group in layer.groups):  # words, badges and chips; no frames and tints
        chips = group.kind == "distances"
        taken += [_box(shape, plan.theme) for shape in group.shapes if chips or not isinstance(shape, Path)]
    machines = next(layer for layer in lying if layer.name == "machines")
    places = list(_places(plan.board, taken, list(_spared(plan, ground, machines))))
    found = {place.id: _inside(plan, place, place.name) for place in places}
    for place in places:
        found[place.id] = found[place.id] or _outside(plan, place, place.name, shown, taken)
    left_out: list[LeftOut] = []
    if options.legend or (options.keys and options.border):
        letters = 0
        for place in [place for place in places if not found[place.id]]:
            letter = lettered(letters)
            shapes = _inside(plan, place, letter) or _outside(plan, place, letter, shown, taken)
            found[place.id], letters = shapes, letters + bool(shapes)
            left_out.append(LeftOut(place.name, letter if shapes else "", place.squares[0]))
    written = [place for place in places if found[place.id]]
    groups = [Group(f"name-{slug(each.id)}", "name", found[each.id], each.squares, each.name) for each in written]
    return groups, left_out


def _inside(plan: DrawingPlan, place: NamedPlace, words: str) -> tuple[Shape, ...]:
    """Words on a place's own squares, in colours that stand out from the ground most of them lie on; else nothing."""
    spot, theme = spot_for(words, plan.theme.title_fonts[0], place), plan.theme
    if spot is None:
        return ()
    grounds = [plan.board.terrain_at.get(at) for at in _under(spot.box) if at in plan.board]
    kind, often = Counter(grounds).most_common(1)[0]
    if kind is None or kind not in HAZARDS or 2 * often < len(grounds):
        return tuple(_written(spot, theme.text, theme.floor))
    ground: str = getattr(theme, kind.value)
    return tuple(_written(spot, max((theme.pale, theme.line), key=lambda ink: contrast(ink, ground)), ground))


def _outside(
    plan: DrawingPlan, place: NamedPlace, words: str, shown: tuple[Square, Size], taken: list[Box]
) -> tuple[Shape, ...]:
    """Words in the rock beside a place, with a line that leads there and a dot at its end; nothing without room."""
    led = beside(plan.board, wrappings(words, plan.theme.title_fonts[0]), place.squares, shown, taken)
    if led is None:
        return ()
    spot, start, end, strip = led
    taken += (spot.box, strip)
    text, floor_ = plan.theme.text, plan.theme.floor
    return (
        lines([[start, end]], Style(stroke=floor_, width=0.1)),
        lines([[start, end]], Style(stroke=text, width=0.04)),
        Circle(end, 0.08, Style(fill=text, stroke=floor_, width=0.03)),
        *_written(spot, text, floor_),
    )


def _written(spot: WordSpot, ink: str, ground: str) -> Iterator[Text]:
    """The lines of a name: first the rims of all, that none lies on the letters of another, then the letters."""
    for style in rimmed(ink, ground, spot.size):
        for number, words in enumerate(spot.wrapped.lines):
            down = (RIM + spot.wrapped.above + LEADING * number - spot.wrapped.height / 2) * spot.size
            (x, y), turn = spot.middle, -90.0 if spot.upright else 0.0
            at = (x + down, y) if spot.upright else (x, y + down)
            yield Text(at, words, spot.size, style, font="title", turn=turn, whole=" ".join(spot.wrapped.lines))


def _places(board: Board, taken: Sequence[Box], spared: Sequence[Spared]) -> Iterator[NamedPlace]:
    for parts in _together(board):
        squares = tuple(sorted((square for part in parts for square in part.squares), key=row_major))
        corner, (width, height) = bounds(squares)
        window, own = (corner[0], corner[1], corner[0] + width, corner[1] + height), set(squares)
        near = [box for box in taken if meet(box, window)]
        full = [_square(at) for at in block(corner, (width, height)) if at not in own]
        full += [_grown(box, APART) for box in near]
        better = list[Spared]()
        for square in squares:
            for side in SIDES:
                wall, border = board.edge_state(square, side) != OPEN, neighbour(square, side) not in own
                if wall or border:
                    deep = WALL if wall else BORDER
                    full.append(_strip(square, side, deep))
                    better.append((_strip(square, side, deep + EDGES), EDGE))
        better += [(_grown(box, NEAR), NEARNESS) for box in near]
        better += [each for each in spared if meet(each[0], window)]
        yield NamedPlace(parts[0].id, " ".join(parts[0].name.split()), squares, tuple(full), tuple(better))


def _together(board: Board) -> Iterator[list[BoardSection]]:
    """The sections whose names are worth writing: given by hand, or of a tile that lies here once.

    Those of one name that are open to each other are one; in the order of the first of each. End zones and entries
    carry their side instead.
    """
    given = {section.id for section in board.layout.sections if section.name}
    often = Counter(section.name for section in board.sections)
    told = [section for section in board.sections if section.id in given or often[section.name] == 1]
    sided = (SectionKind.END_ZONE, SectionKind.ENTRY)
    telling = [part for part in told if part.name.strip() and part.squares and part.kind not in sided]
    place = {section.id: at for at, section in enumerate(telling)}
    group = {section.id: {section.id} for section in telling}
    for square, section in board.owner.items():
        for side in (Side.EAST, Side.SOUTH):
            other = board.owner.get(neighbour(square, side))
            if other is None or other.name != section.name or not {section.id, other.id} <= place.keys():
                continue
            if other.id not in group[section.id] and board.edge_state(square, side) == OPEN:
                joined = group[section.id] | group[other.id]
                group.update(dict.fromkeys(joined, joined))
    for section in telling:
        if section.id == min(group[section.id], key=place.__getitem__):
            yield [telling[at] for at in sorted(place[name] for name in group[section.id])]


def meet(one: Box, other: Box) -> bool:
    """Whether two rectangles share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _grown(box: Box, by: float) -> Box:
    """A rectangle with so much more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _square(at: Square) -> Box:
    return float(at[0]), float(at[1]), at[0] + 1.0, at[1] + 1.0


def _spared(plan: DrawingPlan, ground: Layer, machines: Layer) -> Iterator[Spared]:
    """The ground that is better left free of words."""

    def uses(group: Group, word: str) -> Iterator[Box]:
        return (_box(use, plan.theme) for use in group.shapes if type(use) is Use and use.symbol.startswith(word))

    yield from ((_grown(_square(at), HINDERED), TERRAIN) for at in plan.board.terrain_at)
    yield from ((_grown((*start, *end), HINDERED), SECTION_BORDER) for start, end in inner_runs(plan.board, False))
    for group in ground.groups:
        yield from ((box, EMBLEM) for box in uses(group, "emblem-"))
    for group in machines.groups:
        at, size = bounds(group.squares)
        x, y = middle(at, size)
        free = ARROWS * min(size) if group.kind == "rotating_room" else 0.0
        outer = (at for at in group.squares if hypot(at[0] + 0.5 - x, at[1] + 0.5 - y) >= free)
        yield from ((_square(at), MACHINE) for at in outer)
        yield from ((_grown(box, HINDERED), ARROW) for box in uses(group, "chevron"))


def _thing(group: Group, theme: Theme) -> Iterator[Box]:
    """What words must not lie on of a thing; of one as large as a room it is the ball alone."""
    uses = [use for use in group.shapes if type(use) is Use]
    if group.kind in ("rotating_room", "rolling_ball"):
        yield from (_box(use, theme) for use in uses if use.symbol.startswith("ball"))
    elif group.kind != "walls":
        yield from (_box(use, theme) for use in uses) if len(uses) == len(group.shapes) else map(_square, group.squares)


def _box(shape: Shape, theme: Theme) -> Box:
    """The rectangle around a shape, half its line's width included; a curve is taken to reach its handles.

    Around a picture turned by other than quarters it is that of the quarter it is nearest to.
    """
    if isinstance(shape, Text):
        return text_box(shape, theme)
    if isinstance(shape, Use):
        reach, size = _reach(shape.symbol, theme, round(shape.turn / 90) % 4), shape.size
        (x, y) = shape.at
        return x + reach[0] * size, y + reach[1] * size, x + reach[2] * size, y + reach[3] * size
    half = shape.style.width / 2 if shape.style.stroke else 0.0
    if isinstance(shape, Circle):
        (x, y), half = shape.at, shape.radius + half
        return x - half, y - half, x + half, y + half
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


@lru_cache(maxsize=1024)
def _reach(name: str, theme: Theme, quarters: int) -> Box:
    """The rectangle around a picture about its origin, turned clockwise by quarters."""
    lefts, tops, rights, lows = zip(*(_box(shape, theme) for shape in picture(name, theme).shapes), strict=True)
    left, top, right, low = min(lefts), min(tops), max(rights), max(lows)
    for _ in range(quarters):
        left, top, right, low = -low, left, -top, right
    return left, top, right, low


@lru_cache(maxsize=2048)
def spot_for(words: str, font: str, place: NamedPlace) -> WordSpot | None:
    """The best spot for words on a place, None where they do not fit; remembered, as an editor asks again and again.

    Every size, break and turn is tried, the best first, until no other can be better.
    """
    raster = _Raster(place)
    best: tuple[float, WordSpot] | None = None
    ways = sorted(
        (SMALLER * (1 - size / SIZES[0]) + BROKEN * lines + TURNED * upright, size, wrapped, upright)
        for size in SIZES
        for lines, wrapped in enumerate(wrappings(words, font))
        for upright in (False, True)
    )
    for cost, size, wrapped, upright in ways:
        if best is not None and cost >= best[0]:
            break
        found = raster.best(wrapped, size, upright)
        if found is not None and (best is None or cost + found[0] < best[0]):
            best = cost + found[0], WordSpot(wrapped, found[1], size, upright)
    return best[1] if best else None


class _Raster:
    """The cells of a place: in each row a bit is set for each that is taken."""

    def __init__(self, place: NamedPlace) -> None:
        self._cells = FINE if len(place.squares) <= LARGE else COARSE
        (self._left, self._top), (width, height) = bounds(place.squares)
        self._width, self._height = width * self._cells, height * self._cells
        self._rows = [0] * self._height
        self._spared = place.spared
        for box in place.taken:
            self._take(box)

    def _take(self, box: Box) -> None:
        """Take the cells a rectangle meets."""
        left = min(max(floor((box[0] + 1e-9 - self._left) * self._cells), 0), self._width)
        right = min(max(ceil((box[2] - 1e-9 - self._left) * self._cells), 0), self._width)
        top, low = floor((box[1] - self._top) * self._cells + 1e-9), ceil((box[3] - self._top) * self._cells - 1e-9)
        for row in range(max(0, top), min(max(0, low), self._height)):
            self._rows[row] |= (1 << right) - (1 << left) if right > left else 0

    def best(self, wrapped: Wrapped, size: float, upright: bool) -> tuple[float, Point] | None:
        """The place where words of a size hide least and stand nearest to the middle, and how ill they stand there."""
        along, across = (ceil(side * size * self._cells) for side in (wrapped.width, wrapped.height))
        wide, high = (across, along) if upright else (along, across)
        best: tuple[float, Point] | None = None
        for off, x, y in sorted(self._free(wide, high)):
            if best is not None and off >= best[0]:
                break
            left, top = self._left + x / self._cells, self._top + y / self._cells
            right, low = left + wide / self._cells, top + high / self._cells
            hidden = 0.0
            for (x0, y0, x1, y1), weight in self._spared:  # asked a thousand times for a name, hence the loop
                if x0 < right and left < x1 and y0 < low and top < y1:
                    hidden += weight * (min(x1, right) - max(x0, left)) * (min(y1, low) - max(y0, top))
            cost = off + 2.0 * hidden / ((right - left) * (low - top))
            if best is None or cost < best[0]:
                best = cost, ((left + right) / 2, (top + low) / 2)
        return best

    def _free(self, wide: int, high: int) -> Iterator[tuple[float, int, int]]:
        """Every place for a rectangle of cells that lies on none taken, and how far off the middle it is."""
        rows, reach = self._rows, 1
        while reach < wide:  # until a bit is set where any of so many from there on was
            by = min(reach, wide - reach)
            rows, reach = [row | row >> by for row in rows], reach + by
        for y in range(self._height - high + 1):
            taken = 0
            for row in rows[y : y + high]:
                taken |= row
            off = abs(y + (high - self._height) / 2) / self._height
            for x in range(self._width - wide + 1):
                if not taken >> x & 1:
                    yield OFF * (off + abs(x + (wide - self._width) / 2) / self._width), x, y


def _strip(square: Square, side: Side, deep: float) -> Box:
    """A strip so deep along a side of a square."""
    (x, y), (right, down) = square, side.step
    across, below = (1 - deep if right > 0 else 0), (1 - deep if down > 0 else 0)
    return x + across, y + below, x + (deep if right < 0 else 1), y + (deep if down < 0 else 1)


Led = tuple[WordSpot, Point, Point, Box]
"""A name in the rock, both ends of the line from it into its section, and what the line and the dot there cover."""


def beside(
    board: Board,
    wrapped: Sequence[Wrapped],
    squares: Sequence[Square],
    shown: tuple[Square, Size],
    taken: Sequence[Box],
) -> Led | None:
    """The first place in the rock for the name of some squares, None where there is none; O(edges x rectangles).

    The words lie in the rock that is shown, the line leads through rock alone, and both lie on nothing else.
    """
    (left, top), (width, height) = shown
    within = (left - MARGIN, top - MARGIN, left + width + MARGIN, top + height + MARGIN)
    edges = [(at, side.step) for at in squares for side in SIDES if neighbour(at, side) not in board]
    for size in LED_SIZES:
        for length in LENGTHS:
            for square, (dx, dy) in edges:
                x, y = square[0] + 0.5, square[1] + 0.5
                for each in wrapped:
                    start, end = 0.5 + length, 0.5 - WITHIN
                    far = start + (each.width if dx else each.height) * size / 2
                    spot = WordSpot(each, (x + dx * far, y + dy * far), size)
                    begin, tip, box = (x + dx * start, y + dy * start), (x + dx * end, y + dy * end), spot.box
                    (west, east), (north, south) = (sorted(both) for both in zip(begin, tip, strict=True))
                    strip = (west - 0.1, north - 0.1, east + 0.1, south + 0.1)
                    if box[0] < within[0] or box[1] < within[1] or box[2] > within[2] or box[3] > within[3]:
                        continue
                    if any(at in board for at in _under(_grown(box, 0.2))):
                        continue
                    if any(at in board and at != square for at in _under(strip)):
                        continue
                    room = _grown(box, APART)
                    if not any(meet(room, other) or meet(strip, other) for other in taken):
                        return spot, begin, tip, strip
    return None


def _under(box: Box) -> Iterable[Square]:
    """The squares a rectangle meets."""
    left, top = floor(box[0]), floor(box[1])
    return block((left, top), (ceil(box[2]) - left, ceil(box[3]) - top))
