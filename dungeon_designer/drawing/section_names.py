"""Find positions for the names of sections, and draw the names.

A name lies within the squares of its section and on no object. It is wrapped, shrunk or rotated until it
fits. If it does not fit, it stands in the rock beside its section, with a leader line that connects it to
the section. If there is no space in the rock either, a letter stands in the section, and a list below the
map explains the letter.

The area of a name is a raster of cells, a fraction of a square wide; each row of cells is the bits of a
number. Each cell that an object meets is blocked. A text is tried at each position without blocked cells.
The best position hides least of the ground and is nearest to the middle: large, level, on bare floor, off the
borders between sections of one name, off terrain and the arrows of a track, and a little apart from objects.

Words are tried in one line and in several, level and upright, from 0.52 squares high down to 0.22. Where even a
letter has no room, the list tells the column and row of the section. A picture that has neither legend nor keys, or
no border, has no list and no letters. Over lava, water or a chasm a name is written in the theme's light or dark,
whichever stands out from that ground, with a rim of the ground's colour. `drawing.compose` calls this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, hypot, inf
from typing import NamedTuple

from dungeon_designer.board.model import OPEN, Board, BoardSection
from dungeon_designer.drawing.drawing_plan import DrawingPlan, find_middle, format_name_id
from dungeon_designer.drawing.labels import (
    LINE_SPACING,
    RIM_WIDTH,
    Box,
    WrappedText,
    build_rimmed_styles,
    format_as_letters,
    list_wrappings,
    measure_text_box,
    rotate_box,
)
from dungeon_designer.drawing.rock_and_terrain import list_inner_lines
from dungeon_designer.drawing.shapes import (
    Circle,
    Group,
    Layer,
    Path,
    PlacedPicture,
    Point,
    Shape,
    Style,
    Text,
    Use,
    build_lines,
    measure_bounds,
)
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.team_looks import measure_contrast
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import (
    SIDES,
    Side,
    Size,
    Square,
    find_bounds,
    find_neighbour,
    list_block_squares,
    rank_by_row,
)
from dungeon_designer.layout.model import HAZARDS, SectionKind

TYPE_SIZES = (0.52, 0.46, 0.41, 0.36, 0.32, 0.28, 0.25, 0.22)
"""The heights of the type that are tried, in squares; the smallest can be read on a map that fills a page."""

FINE_CELLS, COARSE_CELLS, MAX_FINE_SQUARES = 12, 6, 60
"""The number of cells along a side of a square, in areas of at most MAX_FINE_SQUARES squares and in larger areas."""

WALL_MARGIN, BORDER_MARGIN = 0.17, 0.08
"""The free space beside a wall, and beside the border of a section, in squares."""

OBJECT_MARGIN = 0.05
"""The free space around objects and other text, in squares."""

NEAR_OBJECT_DISTANCE, NEAR_OBJECT_COST = 0.45, 0.3
"""The distance up to which text seems to belong to an object, in squares, and the cost of text that near."""

NEAR_EDGE_DISTANCE, NEAR_EDGE_COST = 0.3, 0.12
"""The distance up to which text looks cramped beside its area's edge, in squares, and the cost of text that near."""

SMALL_TYPE_COST, ROTATED_COST, LINE_BREAK_COST, OFF_CENTRE_COST = 3.0, 1.2, 0.25, 0.5
"""The costs of smaller type, of rotated text, of each line break, and of a position away from the middle."""

HIDDEN_COST = 2.0
"""The cost of a text that covers nothing but an avoided area of cost 1."""

TERRAIN_COST, SECTION_BORDER_COST, EMBLEM_COST, MACHINE_COST, ARROW_COST = 1.0, 0.7, 0.35, 0.5, 1.0
"""The costs of text on terrain, on a border between sections of one name, on the emblem of a room, on the track of a
machine, and on an arrow there; text on bare floor costs nothing.
"""

AVOIDED_DISTANCE = 0.12
"""How far around terrain, a border or an arrow text is avoided, in squares."""

ARROW_FREE_SHARE = 0.3
"""The radius around the middle of a rotating room that its arrows leave free, as a share of its shorter side."""

OUTSIDE_TYPE_SIZES = (0.4, 0.32, 0.25)
"""The heights of the type that are tried for a name in the rock, in squares."""

LEADER_LENGTHS = (0.5, 1.0, 1.6, 2.4, 3.4)
"""The distances between a section and its name in the rock that are tried, in squares."""

LEADER_INSIDE_LENGTH = 0.3
"""How far the leader line of a name in the rock reaches into its section, in squares."""

OUTSIDE_FLOOR_DISTANCE = 0.2
"""The smallest distance of a name in the rock from floor, in squares, so that it does not touch walls."""

OUTSIDE_MARGIN = 0.9
"""How far outside the visible squares a name may reach, in squares; coordinates stand farther out."""

AvoidedArea = tuple[Box, float]
"""A rectangle where text is better avoided, and the cost of text that covers all of it."""


class NamedArea(NamedTuple):
    """The squares that one name stands for: a section, or several open sections with the same name side by side.

    Attributes:
        id: the id of the first section.
        name: the name.
        squares: all squares, in rows.
        blocked_boxes: rectangles that the text must not meet.
        avoided_areas: rectangles that the text should not meet, each with its cost.
    """

    id: str
    name: str
    squares: tuple[Square, ...]
    blocked_boxes: tuple[Box, ...]
    avoided_areas: tuple[AvoidedArea, ...]


class UnplacedName(NamedTuple):
    """A name that does not fit on the map.

    Attributes:
        name: the name of the section.
        letter: the letter that stands for the name on the map; empty if not even the letter fits.
        square: a square of the section.
    """

    name: str
    letter: str
    square: Square


class TextPosition(NamedTuple):
    """A text with its position on the map.

    Attributes:
        wrapped: the text in lines.
        middle: the middle of the text.
        size: the height of the type, in squares.
        is_vertical: the text is rotated to be read upwards.
    """

    wrapped: WrappedText
    middle: Point
    size: float
    is_vertical: bool = False

    @property
    def box(self) -> Box:
        """The rectangle that the text takes."""
        half_length, half_thickness = self.wrapped.width * self.size / 2, self.wrapped.height * self.size / 2
        half_width, half_height = (half_thickness, half_length) if self.is_vertical else (half_length, half_thickness)
        x, y = self.middle
        return x - half_width, y - half_height, x + half_width, y + half_height


def place_section_names(
    plan: DrawingPlan,
    visible_area: tuple[Square, Size],
    object_layers: Sequence[Layer],
    upper_layers: Sequence[Layer],
    floor_layer: Layer,
) -> tuple[list[Group], list[UnplacedName]]:
    """Draw the name of each section that has a distinct name, and list the names that do not fit.

    Letters stand for names that do not fit only where a list below the map explains them: with the option `legend`, or
    with `keys` and `border`. Otherwise such names are left out without a word.

    Args:
        plan: what to draw.
        visible_area: the squares that the map shows; names in the rock stay close to them.
        object_layers: objects on the floor, which names must not cover.
        upper_layers: text and marks that are drawn over the floor, which names must not cover.
        floor_layer: the floor with its emblems, which names should not cover.

    Returns:
        The groups of the names, and the names that do not fit; both are empty without the option `section_names`.
    """
    options = plan.options
    if not options.section_names:
        return [], []
    blocked_boxes = _list_blocked_boxes(object_layers, upper_layers, plan.theme)
    machines = next(layer for layer in object_layers if layer.name == "machines")
    avoided_areas = list(_list_avoided_areas(plan, floor_layer, machines))
    areas = list(_list_named_areas(plan.board, blocked_boxes, avoided_areas))
    # names that fit on their own floor come first; a name in the rock is added to `blocked_boxes`, so that later ones
    # avoid it
    shapes_by_id = {area.id: _draw_name_inside(plan, area, area.name) for area in areas}
    for area in areas:
        if not shapes_by_id[area.id]:
            shapes_by_id[area.id] = _draw_name_outside(plan, area, area.name, visible_area, blocked_boxes)
    unplaced_names: list[UnplacedName] = []
    explains_letters = options.legend or (options.keys and options.border)
    if explains_letters:
        unplaced_areas = [area for area in areas if not shapes_by_id[area.id]]
        letters = _draw_letters(plan, unplaced_areas, visible_area, blocked_boxes)
        for area, (letter, shapes) in zip(unplaced_areas, letters, strict=True):
            shapes_by_id[area.id] = shapes
            unplaced_names.append(UnplacedName(area.name, letter, area.squares[0]))
    name_groups = [
        Group(f"name-{format_name_id(area.id)}", "name", shapes_by_id[area.id], area.squares, area.name)
        for area in areas
        if shapes_by_id[area.id]
    ]
    return name_groups, unplaced_names


def _draw_letters(
    plan: DrawingPlan, areas: Sequence[NamedArea], visible_area: tuple[Square, Size], blocked_boxes: list[Box]
) -> Iterator[tuple[str, tuple[Shape, ...]]]:
    """Yield, for each area whose name does not fit, a letter that stands for the name, and the shapes of the letter.

    Letters are A, B, C and so on. If not even a letter fits, yield '' and no shapes; the next area gets this letter.
    """
    letter_count = 0
    for area in areas:
        letter = format_as_letters(letter_count)
        shapes = _draw_name_inside(plan, area, letter)
        shapes = shapes or _draw_name_outside(plan, area, letter, visible_area, blocked_boxes)
        if shapes:
            letter_count += 1
        yield letter if shapes else "", shapes


def _list_blocked_boxes(object_layers: Sequence[Layer], upper_layers: Sequence[Layer], theme: Theme) -> list[Box]:
    """Return the rectangles of everything on the map that names must not cover.

    These are objects, and of the upper layers words, badges and the boxes of step numbers, but no frames and tints.
    """
    blocked_boxes: list[Box] = []
    for layer in object_layers:
        for group in layer.groups:
            blocked_boxes += _list_object_boxes(group, theme)
    for layer in upper_layers:
        for group in layer.groups:
            has_number_boxes = group.kind == "distances"  # each number of steps stands in a box, which is a path
            blocked_boxes += [
                _measure_box(shape, theme) for shape in group.shapes if has_number_boxes or not isinstance(shape, Path)
            ]
    return blocked_boxes


def _draw_name_inside(plan: DrawingPlan, named_area: NamedArea, text: str) -> tuple[Shape, ...]:
    """Draw a text on the squares of its area; return an empty tuple if it does not fit.

    If at least half of the squares below it are one hazard, such as lava, the text has the light or the dark colour of
    the theme, whichever can be read better, and a rim in the colour of the hazard.
    """
    theme = plan.theme
    position = find_text_position(text, theme.title_fonts[0], named_area)
    if position is None:
        return ()
    terrain_kinds = [
        plan.board.terrain_at.get(square) for square in _list_covered_squares(position.box) if square in plan.board
    ]
    ((most_common_kind, count),) = Counter(terrain_kinds).most_common(1)
    if most_common_kind is None or most_common_kind not in HAZARDS or 2 * count < len(terrain_kinds):
        return tuple(_draw_name_lines(position, theme.text, theme.floor))
    ground_colour: str = getattr(theme, most_common_kind.value)  # a theme has a colour of the name of each hazard
    text_colour = max((theme.pale, theme.line), key=lambda colour: measure_contrast(colour, ground_colour))
    return tuple(_draw_name_lines(position, text_colour, ground_colour))


def _draw_name_outside(
    plan: DrawingPlan, named_area: NamedArea, name: str, visible_area: tuple[Square, Size], blocked_boxes: list[Box]
) -> tuple[Shape, ...]:
    """Draw a text in the rock beside its area, with a leader line that ends in a dot inside the area.

    Return an empty tuple if the text does not fit. The boxes of the text and of the line are added to
    `blocked_boxes`, so that no later name covers them.
    """
    wrappings = list_wrappings(name, plan.theme.title_fonts[0])
    outside_name = find_outside_position(plan.board, wrappings, named_area.squares, visible_area, blocked_boxes)
    if outside_name is None:
        return ()
    position, start, end, line_box = outside_name
    blocked_boxes += (position.box, line_box)
    text_colour, floor_colour = plan.theme.text, plan.theme.floor
    return (
        build_lines([[start, end]], Style(stroke=floor_colour, width=0.1)),
        build_lines([[start, end]], Style(stroke=text_colour, width=0.04)),
        Circle(end, 0.08, Style(fill=text_colour, stroke=floor_colour, width=0.03)),
        *_draw_name_lines(position, text_colour, floor_colour),
    )


def _draw_name_lines(position: TextPosition, colour: str, rim_colour: str) -> Iterator[Text]:
    """Draw the lines of a name: first the rims of all lines, then their letters, so that no rim covers a letter."""
    wrapped, (x, y), size = position.wrapped, position.middle, position.size
    full_text = " ".join(wrapped.lines)  # decides the font file, so that all lines have the same
    for style in build_rimmed_styles(colour, rim_colour, size):
        for number, line in enumerate(wrapped.lines):
            baseline_from_top = RIM_WIDTH + wrapped.ascent + LINE_SPACING * number  # in heights of the type
            # how far the baseline of this line is below the middle of the whole text, in squares
            offset = (baseline_from_top - wrapped.height / 2) * size
            if position.is_vertical:  # the text reads upwards, so that "below" is to the right
                yield Text((x + offset, y), line, size, style, font="title", turn=-90.0, full_text=full_text)
            else:
                yield Text((x, y + offset), line, size, style, font="title", turn=0.0, full_text=full_text)


def _list_named_areas(
    board: Board, blocked_boxes: Sequence[Box], avoided_areas: Sequence[AvoidedArea]
) -> Iterator[NamedArea]:
    """Yield for each name to be written its squares, and the rectangles there that text must not or should not cover.

    Args:
        board: the dungeon.
        blocked_boxes: the rectangles of objects and other text, which a name must not cover.
        avoided_areas: rectangles that a name should not cover, each with its cost.
    """
    for sections in _group_named_sections(board):
        squares = tuple(sorted((square for section in sections for square in section.squares), key=rank_by_row))
        (left, top), (width, height) = find_bounds(squares)
        bounds = (left, top, left + width, top + height)
        nearby_boxes = [box for box in blocked_boxes if do_boxes_overlap(box, bounds)]
        edge_strips = list(_list_edge_strips(board, squares))
        blocked = [
            *map(_build_square_box, _list_squares_around(squares)),
            *(_expand_box(box, OBJECT_MARGIN) for box in nearby_boxes),
            *(_build_edge_strip(square, side, depth) for square, side, depth in edge_strips),
        ]
        avoided = [
            *(
                (_build_edge_strip(square, side, depth + NEAR_EDGE_DISTANCE), NEAR_EDGE_COST)
                for square, side, depth in edge_strips
            ),
            *((_expand_box(box, NEAR_OBJECT_DISTANCE), NEAR_OBJECT_COST) for box in nearby_boxes),
            *((box, cost) for box, cost in avoided_areas if do_boxes_overlap(box, bounds)),
        ]
        name = " ".join(sections[0].name.split())  # without line ends and double blanks
        yield NamedArea(sections[0].id, name, squares, tuple(blocked), tuple(avoided))


def _list_squares_around(squares: Sequence[Square]) -> Iterator[Square]:
    """Yield the squares within the smallest rectangle around an area that do not belong to the area."""
    area_squares = set(squares)
    for square in list_block_squares(*find_bounds(squares)):
        if square not in area_squares:
            yield square


def _list_edge_strips(board: Board, squares: Sequence[Square]) -> Iterator[tuple[Square, Side, float]]:
    """Yield (square, side, depth) for each side of a square at which a wall or the edge of an area lies.

    The depth is the space, in squares, that text keeps from this side. A wall needs more than a border between
    sections.
    """
    area_squares = set(squares)
    for square in squares:
        for side in SIDES:
            if board.get_edge_state(square, side) != OPEN:
                yield square, side, WALL_MARGIN
            elif find_neighbour(square, side) not in area_squares:
                yield square, side, BORDER_MARGIN


def _list_named_sections(board: Board) -> list[BoardSection]:
    """Return the sections whose names are written on the map.

    A name is written if the dungeon file gives it, or if only one section has it (a tile's name may occur several
    times). End zones and entries (two-square zones where a team comes in) are left out, since they show their team
    instead.
    """
    ids_named_in_file = {section.id for section in board.layout.sections if section.name}
    count_by_name = Counter(section.name for section in board.sections)
    named_sections = []
    for section in board.sections:
        is_distinct = section.id in ids_named_in_file or count_by_name[section.name] == 1
        shows_team = section.kind in (SectionKind.END_ZONE, SectionKind.ENTRY)
        if is_distinct and not shows_team and section.name.strip() and section.squares:
            named_sections.append(section)
    return named_sections


def _group_named_sections(board: Board) -> Iterator[list[BoardSection]]:
    """Yield the groups of sections that get one name on the map together, in the order of their first sections.

    Sections of the same name that are open to each other are one group.
    """
    named_sections = _list_named_sections(board)
    index_by_id = {section.id: index for index, section in enumerate(named_sections)}
    group_by_id = {section.id: {section.id} for section in named_sections}  # each section is a group at first
    for first, second in _list_open_neighbours(board):
        are_named = first.id in index_by_id and second.id in index_by_id
        if are_named and first.name == second.name and second.id not in group_by_id[first.id]:
            merged_group = group_by_id[first.id] | group_by_id[second.id]
            for section_id in merged_group:  # all its members have the same set
                group_by_id[section_id] = merged_group
    for section in named_sections:
        indexes = sorted(index_by_id[section_id] for section_id in group_by_id[section.id])
        is_first_of_group = index_by_id[section.id] == indexes[0]
        if is_first_of_group:
            yield [named_sections[index] for index in indexes]


def _list_open_neighbours(board: Board) -> Iterator[tuple[BoardSection, BoardSection]]:
    """Yield each two sections that meet at an open edge, without wall or door, once for each such edge."""
    for square, section in board.section_by_square.items():
        for side in (Side.EAST, Side.SOUTH):
            neighbour = board.section_by_square.get(find_neighbour(square, side))
            if neighbour is None or neighbour is section:
                continue
            if board.get_edge_state(square, side) == OPEN:
                yield section, neighbour


def do_boxes_overlap(first: Box, second: Box) -> bool:
    """Return whether two rectangles share more than an edge.

    >>> do_boxes_overlap((0.0, 0.0, 2.0, 2.0), (1.0, 1.0, 3.0, 3.0))
    True
    """
    first_left, first_top, first_right, first_bottom = first
    left, top, right, bottom = second
    return first_left < right and left < first_right and first_top < bottom and top < first_bottom


def _expand_box(box: Box, margin: float) -> Box:
    """Return a rectangle that is larger by a margin on each side."""
    left, top, right, bottom = box
    return left - margin, top - margin, right + margin, bottom + margin


def _build_square_box(square: Square) -> Box:
    """Return the rectangle that a square covers, as (left, top, right, bottom)."""
    x, y = square
    return float(x), float(y), x + 1.0, y + 1.0


def _list_avoided_areas(plan: DrawingPlan, floor_layer: Layer, machines: Layer) -> Iterator[AvoidedArea]:
    """Yield the rectangles of ground that text should not cover, each with its cost.

    They are terrain, borders between sections of one name, emblems, and the tracks and arrows of machines.
    """
    for square in plan.board.terrain_at:
        yield _expand_box(_build_square_box(square), AVOIDED_DISTANCE), TERRAIN_COST
    for start, end in list_inner_lines(plan.board, within_sections=False):
        yield _expand_box((*start, *end), AVOIDED_DISTANCE), SECTION_BORDER_COST
    for group in floor_layer.groups:
        for box in _list_symbol_boxes(group, "emblem-", plan.theme):
            yield box, EMBLEM_COST
    for group in machines.groups:
        yield from _list_machine_areas(group, plan.theme)


def _list_machine_areas(group: Group, theme: Theme) -> Iterator[AvoidedArea]:
    """Yield the squares and the arrows of a machine, each with its cost.

    Text may cover the squares around the middle of a rotating room, whose arrows lie further out.
    """
    corner, size = find_bounds(group.squares)
    middle_x, middle_y = find_middle(corner, size)
    free_radius = ARROW_FREE_SHARE * min(size) if group.kind == "rotating_room" else 0.0
    for x, y in group.squares:
        if hypot(x + 0.5 - middle_x, y + 0.5 - middle_y) >= free_radius:
            yield _build_square_box((x, y)), MACHINE_COST
    for box in _list_symbol_boxes(group, "chevron", theme):
        yield _expand_box(box, AVOIDED_DISTANCE), ARROW_COST


def _list_symbol_boxes(group: Group, prefix: str, theme: Theme) -> Iterator[Box]:
    """Yield the rectangles around the symbols of a group whose names begin with a prefix."""
    return (_measure_box(use, theme) for use in group.shapes if type(use) is Use and use.symbol.startswith(prefix))


def _list_object_boxes(group: Group, theme: Theme) -> Iterator[Box]:
    """Yield the rectangles of an object that text must not cover.

    An object that consists of pictures alone takes their rectangles; any other one takes its squares. Of a rolling
    ball with its track only the ball counts, and of a rotating room nothing, since text is merely avoided on tracks
    and arrows. Walls have none here, since names keep away from the edges of squares anyhow.
    """
    symbols = [shape for shape in group.shapes if type(shape) is Use]
    if group.kind == "walls":
        return
    if group.kind in ("rotating_room", "rolling_ball"):
        yield from (_measure_box(symbol, theme) for symbol in symbols if symbol.symbol.startswith("ball"))
    elif len(symbols) == len(group.shapes):
        yield from (_measure_box(symbol, theme) for symbol in symbols)
    else:
        yield from map(_build_square_box, group.squares)


def _measure_box(shape: Shape, theme: Theme) -> Box:
    """Return the rectangle around a shape, in squares, with half the width of its line.

    A curve is taken to reach its control points. The rotation of a symbol is rounded to a quarter turn.
    """
    if isinstance(shape, Text):
        return measure_text_box(shape, theme)
    if isinstance(shape, Use):
        x, y = shape.at
        left, top, right, bottom = _measure_symbol_box(shape.symbol, theme, round(shape.turn / 90) % 4)
        return x + left * shape.size, y + top * shape.size, x + right * shape.size, y + bottom * shape.size
    if isinstance(shape, PlacedPicture):
        return measure_bounds(shape.clip_points)
    half_line = shape.style.width / 2 if shape.style.stroke else 0.0
    if isinstance(shape, Circle):
        (x, y), radius = shape.at, shape.radius + half_line
        return x - radius, y - radius, x + radius, y + radius
    left, top, right, bottom = measure_bounds(shape.points)
    return left - half_line, top - half_line, right + half_line, bottom + half_line


@lru_cache(maxsize=1024)
def _measure_symbol_box(name: str, theme: Theme, quarter_turns: int) -> Box:
    """Return the rectangle around a symbol (a picture with a name) about its origin, after clockwise quarter turns."""
    boxes = [_measure_box(shape, theme) for shape in load_picture(name, theme).shapes]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return rotate_box((min(lefts), min(tops), max(rights), max(bottoms)), quarter_turns)


@lru_cache(maxsize=2048)
def find_text_position(text: str, font: str, named_area: NamedArea) -> TextPosition | None:
    """Return the best position for a text on an area; None if the text does not fit. Results are cached for the editor.

    Each combination of size, line breaks and rotation is tried, the cheapest first, until no other one can be better.
    The cost of a position is the sum of the cost of its type and the cost of its place.
    """
    raster = _CellRaster(named_area)
    best_cost, best_position = inf, None
    for type_cost, size, wrapped, is_vertical in _list_type_candidates(text, font):
        if type_cost >= best_cost:
            break
        placement = raster.find_best_position(wrapped, size, is_vertical)
        if placement is None:
            continue
        place_cost, middle = placement
        if type_cost + place_cost < best_cost:
            best_cost, best_position = type_cost + place_cost, TextPosition(wrapped, middle, size, is_vertical)
    return best_position


def _list_type_candidates(text: str, font: str) -> list[tuple[float, float, WrappedText, bool]]:
    """Return the ways to set a text, the cheapest first, each as (cost, size of the type, lines, is rotated).

    Small type, line breaks and rotated text cost, since they are harder to read.
    """
    candidates = []
    for size in TYPE_SIZES:
        size_cost = SMALL_TYPE_COST * (1 - size / TYPE_SIZES[0])
        for line_breaks, wrapped in enumerate(list_wrappings(text, font)):
            for is_vertical in (False, True):
                cost = size_cost + LINE_BREAK_COST * line_breaks + ROTATED_COST * is_vertical
                candidates.append((cost, size, wrapped, is_vertical))
    return sorted(candidates)


class _CellRaster:
    """The raster of an area: small square cells, of which text must not cover those that are blocked.

    Each row of cells is an integer in which the bit of a blocked cell is set, the leftmost cell being bit 0.
    """

    def __init__(self, named_area: NamedArea) -> None:
        # fewer cells to a square on a large area, where a coarse position is good enough and a fine one slow
        self._cells_per_square = FINE_CELLS if len(named_area.squares) <= MAX_FINE_SQUARES else COARSE_CELLS
        (self._left, self._top), (width, height) = find_bounds(named_area.squares)
        self._width, self._height = width * self._cells_per_square, height * self._cells_per_square
        self._rows = [0] * self._height
        self._avoided_areas = named_area.avoided_areas
        for box in named_area.blocked_boxes:
            self._block_cells(box)

    def _block_cells(self, box: Box) -> None:
        """Mark the cells that a rectangle meets as blocked. A row of cells is an integer with a bit for each cell."""
        cells_per_square, tolerance = self._cells_per_square, 1e-9  # a box that only touches a cell leaves it free
        box_left, box_top, box_right, box_bottom = box
        # the columns and rows of cells that the box meets, from the first up to the last (excluded) ...
        left = floor((box_left + tolerance - self._left) * cells_per_square)
        right = ceil((box_right - tolerance - self._left) * cells_per_square)
        top = floor((box_top - self._top) * cells_per_square + tolerance)
        bottom = ceil((box_bottom - self._top) * cells_per_square - tolerance)
        # ... and of them those within the raster
        left, right = (min(max(column, 0), self._width) for column in (left, right))
        top, bottom = (min(max(row, 0), self._height) for row in (top, bottom))
        blocked_bits = (1 << right) - (1 << left) if right > left else 0  # the bits from `left` up to `right`
        for row in range(top, bottom):
            self._rows[row] |= blocked_bits

    def find_best_position(self, wrapped: WrappedText, size: float, is_vertical: bool) -> tuple[float, Point] | None:
        """Return the cost and the middle of the best position of a text with a size; None if it does not fit.

        The best position is near the middle of the area and covers little that should stay visible.
        """
        # the text as a block of whole cells
        text_length = ceil(wrapped.width * size * self._cells_per_square)
        text_thickness = ceil(wrapped.height * size * self._cells_per_square)
        cells_wide, cells_high = (text_thickness, text_length) if is_vertical else (text_length, text_thickness)
        best: tuple[float, Point] | None = None
        for distance_cost, column, row in sorted(self._list_free_positions(cells_wide, cells_high)):
            if best is not None and distance_cost >= best[0]:
                break  # all others are farther from the middle, so that none can be better
            left, top = self._left + column / self._cells_per_square, self._top + row / self._cells_per_square
            right, bottom = left + cells_wide / self._cells_per_square, top + cells_high / self._cells_per_square
            hidden_cost = 0.0  # the sum of the areas that the text covers, each times the cost of hiding it
            for (x0, y0, x1, y1), weight in self._avoided_areas:  # runs a thousand times for a name, hence no function
                if x0 < right and left < x1 and y0 < bottom and top < y1:
                    hidden_cost += weight * (min(x1, right) - max(x0, left)) * (min(y1, bottom) - max(y0, top))
            text_area = (right - left) * (bottom - top)
            cost = distance_cost + HIDDEN_COST * hidden_cost / text_area  # a share, so that large text is as good
            if best is None or cost < best[0]:
                best = cost, ((left + right) / 2, (top + bottom) / 2)
        return best

    def _list_free_positions(self, cells_wide: int, cells_high: int) -> Iterator[tuple[float, int, int]]:
        """Yield (cost, column, row) of each position where a rectangle of cells meets no blocked cell.

        Column and row are those of its upper left cell. The cost grows with the distance from the middle of the area.
        A row of cells is an integer with a bit for each cell, set if the cell is blocked.
        """
        rows = self._mark_blocked_starts(cells_wide)  # bit x of a row: a strip of `cells_wide` cells from x is blocked
        for y in range(self._height - cells_high + 1):
            blocked_starts = 0  # bit x: the rectangle with its upper left cell at (x, y) meets a blocked cell
            for row in rows[y : y + cells_high]:
                blocked_starts |= row
            # how far the middle of the rectangle is from that of the area, as shares of the area's height and width
            row_offset = abs(y + (cells_high - self._height) / 2) / self._height
            for x in range(self._width - cells_wide + 1):
                if not blocked_starts >> x & 1:
                    column_offset = abs(x + (cells_wide - self._width) / 2) / self._width
                    yield OFF_CENTRE_COST * (row_offset + column_offset), x, y

    def _mark_blocked_starts(self, cells_wide: int) -> list[int]:
        """Return each row as bits: bit x is set if one of the `cells_wide` cells from cell x on is blocked.

        A strip of cells that starts at a marked cell would meet a blocked one. Combining a row with itself, shifted,
        doubles the number of cells that each bit stands for.
        """
        rows, combined_cells = self._rows, 1
        while combined_cells < cells_wide:
            shift = min(combined_cells, cells_wide - combined_cells)
            rows, combined_cells = [row | row >> shift for row in rows], combined_cells + shift
        return rows


def _build_edge_strip(square: Square, side: Side, depth: float) -> Box:
    """Return the rectangle of a given depth along one side of a square, inside the square.

    >>> _build_edge_strip((3, 4), Side.NORTH, 0.25)
    (3, 4, 4, 4.25)
    """
    x, y = square
    left = 1 - depth if side is Side.EAST else 0
    top = 1 - depth if side is Side.SOUTH else 0
    right = depth if side is Side.WEST else 1
    bottom = depth if side is Side.NORTH else 1
    return x + left, y + top, x + right, y + bottom


class OutsideName(NamedTuple):
    """A name in the rock, with a leader line that connects it to its section.

    Attributes:
        position: the position of the text.
        line_start: the end of the leader line beside the text.
        line_end: the end of the leader line inside the section.
        line_box: the rectangle around the line with the dot at its end.
    """

    position: TextPosition
    line_start: Point
    line_end: Point
    line_box: Box


def find_outside_position(
    board: Board,
    wrapped: Sequence[WrappedText],
    squares: Sequence[Square],
    visible_area: tuple[Square, Size],
    blocked_boxes: Sequence[Box],
) -> OutsideName | None:
    """Return the first position found in the rock for the name of an area; None if there is none.

    The text lies in visible rock. Its leader line, which connects it to the area, crosses rock alone, up to the square
    of the area in which it ends. Neither meets a blocked box. The time is O(edges x blocked boxes).

    Args:
        board: the dungeon.
        wrapped: the name broken into one line, two lines and so on.
        squares: the squares of the area.
        visible_area: the upper left square and the size of the part of the grid that the map shows.
        blocked_boxes: rectangles that neither text nor line may meet.
    """
    (left, top), (width, height) = visible_area
    limits = _expand_box((left, top, left + width, top + height), OUTSIDE_MARGIN)
    edges = [(square, side) for square in squares for side in SIDES if find_neighbour(square, side) not in board]
    for square, name in _list_outside_candidates(wrapped, edges):
        if (
            _is_within(name.position.box, limits)
            and _lies_in_rock(board, name, square)
            and not _meets_any(name, blocked_boxes)
        ):
            return name
    return None


def _list_outside_candidates(
    wrapped: Sequence[WrappedText], edges: Sequence[tuple[Square, Side]]
) -> Iterator[tuple[Square, OutsideName]]:
    """Yield the positions in the rock to try for a name, each after the square beside which it lies.

    Larger type comes first, then a shorter distance to the square.

    Args:
        wrapped: the name broken into one line, two lines and so on.
        edges: the squares of the area that have rock beside them, each with the side of the rock.
    """
    for size in OUTSIDE_TYPE_SIZES:
        for leader_length in LEADER_LENGTHS:
            for square, side in edges:
                for wrapped_text in wrapped:
                    yield square, _place_outside(wrapped_text, size, square, side, leader_length)


def _place_outside(wrapped: WrappedText, size: float, square: Square, side: Side, leader_length: float) -> OutsideName:
    """Return a name beside a square, with a leader line that leads straight across one side of the square.

    Args:
        wrapped: the name in lines.
        size: the height of the type, in squares.
        square: the square of the section.
        side: the side of the square on which the name stands.
        leader_length: the distance between the side of the square and the name, in squares.
    """
    (x, y), (dx, dy) = find_middle(square), side.step
    # distances from the middle of the square, whose side is half a square away
    start, end = 0.5 + leader_length, 0.5 - LEADER_INSIDE_LENGTH
    text_distance = start + (wrapped.width if dx else wrapped.height) * size / 2
    position = TextPosition(wrapped, (x + dx * text_distance, y + dy * text_distance), size)
    line_start, line_end = (x + dx * start, y + dy * start), (x + dx * end, y + dy * end)
    west, east = sorted((line_start[0], line_end[0]))
    north, south = sorted((line_start[1], line_end[1]))
    # the dot at the end of the line is a little wider than the line
    return OutsideName(position, line_start, line_end, _expand_box((west, north, east, south), 0.1))


def _is_within(box: Box, limits: Box) -> bool:
    """Return whether a rectangle lies within another one; both are (left, top, right, bottom)."""
    left, top, right, bottom = box
    min_left, min_top, max_right, max_bottom = limits
    return left >= min_left and top >= min_top and right <= max_right and bottom <= max_bottom


def _lies_in_rock(board: Board, name: OutsideName, square: Square) -> bool:
    """Return whether a name with some space around it covers no floor, and its line none but the given square."""
    text_box = _expand_box(name.position.box, OUTSIDE_FLOOR_DISTANCE)
    if any(covered in board for covered in _list_covered_squares(text_box)):
        return False
    return not any(covered in board and covered != square for covered in _list_covered_squares(name.line_box))


def _meets_any(name: OutsideName, blocked_boxes: Sequence[Box]) -> bool:
    """Return whether a name, with some space around it, or its leader line meets one of some rectangles."""
    text_box = _expand_box(name.position.box, OBJECT_MARGIN)
    return any(do_boxes_overlap(text_box, box) or do_boxes_overlap(name.line_box, box) for box in blocked_boxes)


def _list_covered_squares(box: Box) -> Iterable[Square]:
    """Return the squares that a rectangle, as (left, top, right, bottom), meets."""
    box_left, box_top, box_right, box_bottom = box
    left, top = floor(box_left), floor(box_top)
    return list_block_squares((left, top), (ceil(box_right) - left, ceil(box_bottom) - top))
