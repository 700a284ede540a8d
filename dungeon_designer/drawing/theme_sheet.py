"""Draw the sheet of a theme: a dungeon with one of everything that a theme draws, and below it every colour."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions, RangeBands
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Point, Style, Text, build_rectangle
from dungeon_designer.drawing.text_fitting import draw_text_lines, fit_text
from dungeon_designer.drawing.themes import Theme, find_theme
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square, list_block_squares
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.tiles.library import load_library

SPECIMEN_FILE = Path(__file__).parent / "themes" / "specimen.dungeon.yaml"
"""The dungeon on the sheet."""

SWATCH_SIZE, SWATCH_COLUMN_WIDTH, SWATCH_ROW_HEIGHT = (1.2, 0.7), 6.1, 1.0
"""The width and height of a swatch, a small field of one colour, and of its column and row, in squares."""

SWATCH_MARGIN, SWATCH_TYPE_SIZE = 1.5, 0.42
"""The distance of the swatches from the edges of the sheet, and the height of the type, in squares."""

PROBLEMS: dict[Level, tuple[str, Square]] = {
    Level.ERROR: ("This is the mark of an error.", (14, 2)),
    Level.WARNING: ("This is the mark of a warning.", (14, 6)),
    Level.INFO: ("This is the mark of a notice.", (23, 6)),
}
"""The problem of each level that is marked in the dungeon: its message and its square."""

RANGE_ORIGIN: Square = (9, 1)
"""The square from which the sheet shows a range."""

RANGE_COLUMNS = (9, 18, 27, 36)
"""The first column of each band of the range: the corridors between the upper rooms, three squares long."""


class Swatch(NamedTuple):
    """A key of the theme with one of its colours."""

    name: str
    colour: str


def draw_theme_sheet(theme_name: str) -> Drawing:
    """Draw the sheet of a theme.

    Args:
        theme_name: the name of a theme, or the path of a theme file, as in `find_theme`.
    """
    theme = find_theme(theme_name)
    options = DrawingOptions(theme_name, section_names=True, legend=True, hidden=True)
    dungeon_drawing = draw(read_specimen(), options, _list_marks(), reach=_build_range())
    (left, top), (width, height) = dungeon_drawing.corner, dungeon_drawing.size
    swatches = list(_list_swatches(theme))
    column_count = max(1, int((width - 2 * SWATCH_MARGIN) // SWATCH_COLUMN_WIDTH))
    row_count = -(-len(swatches) // column_count)  # rounded up
    groups = tuple(
        _draw_swatch(
            theme,
            swatch,
            (
                left + SWATCH_MARGIN + index // row_count * SWATCH_COLUMN_WIDTH,
                top + height + SWATCH_MARGIN + index % row_count * SWATCH_ROW_HEIGHT,
            ),
        )
        for index, swatch in enumerate(swatches)
    )
    return replace(
        dungeon_drawing,
        title=f"The theme {theme.name}",
        size=(width, height + 2 * SWATCH_MARGIN + row_count * SWATCH_ROW_HEIGHT),
        layers=(*dungeon_drawing.layers, Layer("swatches", groups)),
    )


@cache
def read_specimen() -> Board:
    """Return the board of the dungeon on the sheet; the result is cached."""
    return build_board(read_layout(SPECIMEN_FILE.read_bytes(), SPECIMEN_FILE.name), load_library())


def _list_marks() -> list[Finding]:
    """Return a problem of each level, so that the sheet shows its mark."""
    return [
        Finding(rule="theme", level=level, message=message, squares=(square,))
        for level, (message, square) in PROBLEMS.items()
    ]


def _build_range() -> RangeBands:
    """Return a range whose bands lie in the corridors between the upper rooms."""
    bands = [
        (f"band {number}", tuple(list_block_squares((column, 1), (3, 2))))
        for number, column in enumerate(RANGE_COLUMNS, 1)
    ]
    return RangeBands(RANGE_ORIGIN, tuple(bands))


def _list_swatches(theme: Theme) -> Iterator[Swatch]:
    """Yield every colour of a theme with its key; of a list of colours, the key with a number."""
    for key, value in msgspec.structs.asdict(theme).items():
        if isinstance(value, str) and value.startswith("#"):
            yield Swatch(key, value)
    for key, colours in (("reach", theme.reach), ("portals", theme.portals)):
        yield from (Swatch(f"{key} {number}", colour) for number, colour in enumerate(colours, 1))


def _draw_swatch(theme: Theme, swatch: Swatch, corner: Point) -> Group:
    """Draw a field of a colour with its key and value beside it; `corner` is the upper left one of the field."""
    (x, y), (width, height) = corner, SWATCH_SIZE
    field = build_rectangle(x, y, width, height, Style(fill=swatch.colour, stroke=theme.text, width=theme.fine))
    caption = f"{swatch.name}  {swatch.colour}"
    fitted_caption = fit_text(
        caption, theme.label_fonts[0], SWATCH_COLUMN_WIDTH - width - 2 * SWATCH_TYPE_SIZE, SWATCH_TYPE_SIZE
    )
    position = x + width + SWATCH_TYPE_SIZE, y + height / 2 + 0.35 * SWATCH_TYPE_SIZE  # in the middle of the field
    words: tuple[Text, ...] = tuple(draw_text_lines(fitted_caption, position, Style(fill=theme.text), anchor="start"))
    return Group(f"swatch-{swatch.name.replace(' ', '-')}", "swatch", (field, *words), (), caption)
