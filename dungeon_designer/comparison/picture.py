"""Draw two dungeons beside each other, with the number of each change on its squares and the list of changes below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import Board
from dungeon_designer.comparison.change import Change, ChangeKind
from dungeon_designer.comparison.comparison_report import format_headline
from dungeon_designer.comparison.dungeon_comparison import DungeonComparison, JudgedDungeon
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.geometry import inset_ring
from dungeon_designer.drawing.legend import LegendBlock, LegendEntry, draw_legend_block, shift_shape
from dungeon_designer.drawing.overlays import (
    FRAME_DEPTH,
    PROBLEM_OPACITY,
    build_finding_frame,
    choose_badge_corner,
    draw_badge,
)
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Point, Style, build_area
from dungeon_designer.drawing.text_fitting import draw_text_lines, fit_text
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.exports.svg import check_drawing_cost, write_svg_with_fonts
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square

SQUARE_MM = 8.0
"""The width of a square in the picture, in millimetres."""

MAX_LISTED_CHANGES = 60
"""The most changes that are listed below the maps; a last line counts the others."""

MARGIN, CAPTION_HEIGHT, CAPTION_SIZE = 0.8, 1.6, 0.8
"""The space around and between the maps, the height of the line above each map, and the largest height of its type, in
squares.
"""

PAGE_RATIO = 1.4
"""The width of the page divided by its height that the arrangement of the two maps should come near to."""

_LEVEL_BY_KIND = {
    ChangeKind.ADDED: Level.INFO,
    ChangeKind.REMOVED: Level.ERROR,
    ChangeKind.MOVED: Level.WARNING,
    ChangeKind.CHANGED: Level.WARNING,
}
"""For each kind of change the level of a problem whose colour and dashes its frame has."""


class _PlacedMap(NamedTuple):
    """A map on the page: the word for its dungeon, its caption, its drawing, and the upper left corner of both."""

    word: str
    caption: str
    drawing: Drawing
    corner: Point

    @property
    def size(self) -> Point:
        """The width and height of the map with its caption."""
        return self.drawing.size[0], self.drawing.size[1] + CAPTION_HEIGHT


def write_comparison_svg(comparison: DungeonComparison, theme: str = DrawingOptions().theme) -> bytes:
    """Return the picture of a comparison as an SVG with the fonts that it needs.

    Raises:
        UsageError: a dungeon cannot be drawn, because it names tiles that cannot be read or is too large.
    """
    return write_svg_with_fonts(draw_comparison(comparison, theme), SQUARE_MM)


def draw_comparison(comparison: DungeonComparison, theme_name: str = DrawingOptions().theme) -> Drawing:
    """Draw the maps of a comparison, to one scale, with marks on the squares that changed and the list of changes.

    What was removed is marked on the first map, what was added on the second, and all else on both. One map is drawn if
    only one of the dungeons is there.

    Raises:
        UsageError: a dungeon cannot be drawn, because it names tiles that cannot be read or is too large.
    """
    options = DrawingOptions(theme=theme_name, keys=False)
    dungeons = [("before", comparison.before), ("after", comparison.after)]
    present = [(word, judged) for word, judged in dungeons if judged]
    drawings = [_draw_map(judged, word, comparison.changes, options) for word, judged in present]
    plan = DrawingPlan(_require_board(present[0][1]), options)
    captions = [_format_caption(word, judged) for word, judged in present]
    maps = _arrange_maps([word for word, _ in present], captions, drawings)
    width = max(each.corner[0] + each.size[0] for each in maps) + MARGIN
    height = max(each.corner[1] + each.size[1] for each in maps) + MARGIN
    block = _build_list(comparison, plan)
    layers = [layer for each in maps for layer in _place_map(each, plan.theme)]
    heading, entries = draw_legend_block(plan, block, (0.0, height), width)
    symbols = {symbol.id: symbol for each in maps for symbol in each.drawing.symbols}
    return replace(
        maps[-1].drawing,
        title=escape_line(format_headline(comparison)),
        corner=(0.0, 0.0),
        size=(width, height + block.measure_height(width)),
        layers=(*layers, Layer("list", (*heading, *entries))),
        symbols=tuple(symbols[name] for name in sorted(symbols)),
    )


def _require_board(judged: JudgedDungeon) -> Board:
    """Return the board of a dungeon.

    Raises:
        UsageError: the dungeon has none, because it names tiles that cannot be read.
    """
    if judged.board is None:
        raise UsageError(escape_line(f"{judged.dungeon.file}: no map can be drawn: {judged.problem}"))
    return judged.board


def _format_caption(word: str, judged: JudgedDungeon) -> str:
    """Return the line above a map: before or after, the name of the dungeon, and the verdict."""
    name = judged.dungeon.name or judged.dungeon.file
    if judged.result is None:
        return escape_line(f"{word}: {name}, not judged")
    return escape_line(f"{word}: {name}, {'legal' if judged.result.legal else 'not legal'}")


def _draw_map(judged: JudgedDungeon, word: str, changes: Sequence[Change], options: DrawingOptions) -> Drawing:
    """Draw the map of one of the two dungeons with a mark for each change that has squares in it."""
    board = _require_board(judged)
    check_drawing_cost(board)
    drawing = draw(board, options)
    marks = tuple(_draw_marks(DrawingPlan(board, options).theme, word, changes))
    return replace(drawing, layers=(*drawing.layers, Layer("changes", marks)))


def _draw_marks(theme: Theme, word: str, changes: Sequence[Change]) -> Iterator[Group]:
    """Draw a tint, a frame and a numbered badge on the squares of each change in one of the two dungeons."""
    used_corners: set[Square] = set()
    for number, change in enumerate(changes, start=1):
        squares = change.squares_before if word == "before" else change.squares_after
        if squares:
            level = _LEVEL_BY_KIND[change.kind]
            frame = build_finding_frame(theme, level)
            outline = [inset_ring(ring, FRAME_DEPTH) for ring in trace_rings(set(squares))]
            tint = build_area(outline, Style(fill=frame.stroke, opacity=PROBLEM_OPACITY))
            corner = choose_badge_corner(squares, used_corners)
            used_corners.add(corner)
            shapes = (tint, build_area(outline, frame), *draw_badge(theme, level, number, corner))
            yield Group(f"change-{number}", f"change-{change.kind}", shapes, squares, change.text)


def _arrange_maps(words: Sequence[str], captions: Sequence[str], drawings: Sequence[Drawing]) -> list[_PlacedMap]:
    """Return the maps at their positions: side by side or one above the other, whichever suits a page better."""
    widths = [drawing.size[0] for drawing in drawings]
    heights = [drawing.size[1] + CAPTION_HEIGHT for drawing in drawings]
    side_by_side, stacked = sum(widths) / max(heights), max(widths) / sum(heights)
    is_stacked = abs(log(stacked / PAGE_RATIO)) < abs(log(side_by_side / PAGE_RATIO))
    maps, left, top = list[_PlacedMap](), MARGIN, MARGIN
    for word, caption, drawing in zip(words, captions, drawings, strict=True):
        maps.append(_PlacedMap(word, caption, drawing, (left, top)))
        if is_stacked:
            top += drawing.size[1] + CAPTION_HEIGHT + MARGIN
        else:
            left += drawing.size[0] + MARGIN
    return maps


def _place_map(placed: _PlacedMap, theme: Theme) -> Iterator[Layer]:
    """Yield the layers of a map at its place on the page, and its caption. Ids begin with the word for the dungeon.

    The rim and frame of the map's own page are left out: both maps are on one page.
    """
    left, top = placed.corner
    caption = fit_text(placed.caption, theme.label_fonts[0], placed.size[0] - MARGIN, CAPTION_SIZE, bold=True)
    position = left + placed.size[0] / 2, top + CAPTION_HEIGHT / 2
    lines = tuple(draw_text_lines(caption, position, Style(fill=theme.text), bold=True))
    yield Layer(f"{placed.word}-caption", (Group(f"{placed.word}-caption", "caption", lines, (), placed.caption),))
    dx, dy = left - placed.drawing.corner[0], top + CAPTION_HEIGHT - placed.drawing.corner[1]
    for layer in placed.drawing.layers:
        if layer.name == "page":
            continue
        yield Layer(f"{placed.word}-{layer.name}", tuple(_move_groups(layer.groups, placed.word, dx, dy)))


def _move_groups(groups: Iterable[Group], word: str, dx: float, dy: float) -> Iterator[Group]:
    """Yield groups of shapes moved by (dx, dy), with the word for their dungeon before their ids."""
    for group in groups:
        shapes = tuple(shift_shape(shape, dx, dy) for shape in group.shapes)
        yield replace(group, id=f"{word}-{group.id}", shapes=shapes)


def _build_list(comparison: DungeonComparison, plan: DrawingPlan) -> LegendBlock:
    """Return the list of changes below the maps, each with its number as on the maps."""
    changes = comparison.changes
    entries = [
        LegendEntry(escape_line(change.text), draw_badge(plan.theme, _LEVEL_BY_KIND[change.kind], number, (0.0, 0.0)))
        for number, change in enumerate(changes[:MAX_LISTED_CHANGES], start=1)
    ]
    if len(changes) > MAX_LISTED_CHANGES:
        entries.append(LegendEntry(f"and {len(changes) - MAX_LISTED_CHANGES} more", ()))
    heading = escape_line(format_headline(comparison))
    return LegendBlock("change-list", heading, tuple(entries), plan.theme.label_fonts[0], is_long=True)
