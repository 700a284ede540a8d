"""Print a kit of pieces: everything that a table is played with, and a label for its bag that lists the pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from dungeon_designer.drawing.shapes import Style, Text
from dungeon_designer.drawing.text_fitting import draw_text_lines, fit_text
from dungeon_designer.drawing.themes import Theme, find_theme
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.exports.pieces.piece_kinds import PieceCounts, PrintedPiece, build_pieces, draw_face
from dungeon_designer.exports.pieces.piece_pages import build_piece_pages
from dungeon_designer.exports.printed_pages import PrintedPage

LABEL_WIDTH_MM = 128.0
"""The width of a label. It is less than the smallest paper, and a label is low, so that it takes no second sheet."""

COLUMNS_MM = ((3.5, 50.0), (56.0, 34.0), (92.0, 34.0))
"""Where each column of a label begins, and its width, in millimetres: with gaps of about 2 mm they fill the label."""

BOTTOM_MARGIN_MM = 3.0
"""The margin below the longest column of a label, in millimetres."""

MAX_LABEL_TYPE_MM = 3.0
"""The largest type in the plain label font; larger type, of the table and the title, is in the title font."""

MAX_NAME_LINES = 2
"""Into how many lines a name on a label is broken before its type is made smaller."""

TEXT_STYLE = Style(fill="#000000")
"""The style of a label's text."""


def build_kit_pages(
    piece_counts: PieceCounts, options: ExportOptions, title: str, table: str = "", dungeons: Sequence[str] = ()
) -> tuple[PrintedPage, ...]:
    """Return the sheets that print a kit (the pieces that a table is played with); its label is among the pieces.

    Args:
        piece_counts: how many of each piece are in the kit.
        options: the scale, the paper and the theme.
        title: what the kit is for, such as the event; it is on the label and at the foot of each sheet.
        table: the name of the table, such as "Table 2"; '' for the only one.
        dungeons: the names of the dungeons on this table, for the label.
    """
    label = build_kit_label(piece_counts, options, title, table, dungeons)
    pieces = build_pieces(piece_counts, options.drawing.theme)
    foot_title = f"{title}, {table}" if title and table else title or table
    return build_piece_pages([label, *pieces], options, foot_title)


def build_all_kit_pages(
    materials: EventMaterials,
    options: ExportOptions,
    title: str,
    filter_pieces: Callable[[PieceCounts], PieceCounts] = lambda piece_counts: piece_counts,
) -> tuple[PrintedPage, ...]:
    """Return the sheets that print the kits of all tables; a kit is all the pieces that one table is played with.

    Args:
        materials: the kits, and the dungeons on each table.
        options: the scale, the paper and the theme.
        title: what the kits are for, such as the event.
        filter_pieces: removes what may not be shown of a kit.
    """
    names_by_key, pages = materials.names, list[PrintedPage]()
    for table_index, kit in enumerate(materials.kits):
        dungeons = [names_by_key[key] for key in materials.list_dungeons(table_index)]
        table = f"Table {table_index + 1}" if len(materials.kits) > 1 else ""
        pages += build_kit_pages(filter_pieces(kit), options, title, table, dungeons)
    return tuple(pages)


def build_kit_label(
    piece_counts: PieceCounts, options: ExportOptions, title: str, table: str = "", dungeons: Sequence[str] = ()
) -> PrintedPiece:
    """Return the label for the bag of a kit (a table's pieces): table, title, dungeons, and how many of each piece.

    The table, the title and the dungeons are in the left column, the pieces in two columns beside it.
    """
    # each line with the height of its type in millimetres: the table is read from afar, the pieces in the hand
    heading_lines = [*([(6.0, table)] if table else []), (3.6, title), *((2.6, name) for name in dungeons)]
    piece_lines = [(2.4, f"{count} × {kind.name}") for kind, count in piece_counts.items()]
    piece_lines.append((2.4, f"{sum(piece_counts.values())} pieces in all"))
    column_length = math.ceil(len(piece_lines) / 2)
    square_mm, theme = options.square, find_theme(options.drawing.theme)
    columns = [
        _draw_column(lines, left, width, theme, square_mm)
        for (left, width), lines in zip(
            COLUMNS_MM, (heading_lines, piece_lines[:column_length], piece_lines[column_length:]), strict=True
        )
    ]
    height_mm = max(bottom for _, bottom in columns) + BOTTOM_MARGIN_MM
    size = LABEL_WIDTH_MM / square_mm, height_mm / square_mm
    shapes = [shape for texts, _ in columns for shape in texts]
    return PrintedPiece("the label", 1, draw_face(theme, size, *shapes, background="#ffffff"))


def _draw_column(
    lines: Sequence[tuple[float, str]], left: float, width: float, theme: Theme, square_mm: float
) -> tuple[list[Text], float]:
    """Return the texts of a column of a label, and how far down the column reaches, in millimetres.

    Args:
        lines: for each line the height of its type in millimetres, and its words.
        left: where the column begins, in millimetres.
        width: the width of the column, in millimetres.
        theme: the fonts.
        square_mm: the width of a square in millimetres; the texts are placed in squares.
    """
    texts, y = list[Text](), 2.5  # the margin above the first line
    for height, words in lines:
        y += 1.4 * height  # the distance of two lines, in heights of the type
        is_heading = height > MAX_LABEL_TYPE_MM
        font = "title" if is_heading else "label"
        family = theme.title_fonts[0] if is_heading else theme.label_fonts[0]
        fitted_text = fit_text(words, family, width / square_mm, height / square_mm, max_lines=MAX_NAME_LINES)
        texts += draw_text_lines(fitted_text, (left / square_mm, y / square_mm), TEXT_STYLE, font, anchor="start")
        y += fitted_text.extra_height * square_mm  # of a second line
    return texts, y
