"""A kit of pieces: all that a table is played with, and the label of its bag, which lists what is in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dungeon_designer.drawing.shapes import Style, Text
from dungeon_designer.drawing.text_fitting import fit_text, lines_of
from dungeon_designer.drawing.themes import theme_named
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pages import PrintedPage
from dungeon_designer.exports.pieces.account import EventAccount
from dungeon_designer.exports.pieces.document import piece_pages
from dungeon_designer.exports.pieces.kinds import Needs, PrintedPiece, drawn, face

WIDTH = 128.0
"""Millimetres: a label is less wide than the smallest paper, and low, so that it costs a kit no second sheet."""

MAX_LINES = 2
"""Into so many lines a name on a label is broken before its type is made smaller."""

INK = Style(fill="#000000")


def kit_pages(
    wanted: Needs, options: ExportOptions, title: str, table: str = "", dungeons: Sequence[str] = ()
) -> tuple[PrintedPage, ...]:
    """The sheets of a kit, its label among the pieces."""
    label = kit_label(wanted, options, title, table, dungeons)
    return piece_pages([label, *drawn(wanted, options.drawing.theme)], options, ", ".join(filter(None, (title, table))))


def kits_pages(
    account: EventAccount, options: ExportOptions, title: str, told: Callable[[Needs], Needs] = lambda wanted: wanted
) -> tuple[PrintedPage, ...]:
    """The kits of all tables; `told` is what may be shown of one."""
    names, pages = account.names, list[PrintedPage]()
    for number, kit in enumerate(account.kits):
        dungeons = [names[each] for each in account.dungeons(number)]
        table = f"Table {number + 1}" if len(account.kits) > 1 else ""
        pages += kit_pages(told(kit), options, title, table, dungeons)
    return tuple(pages)


def kit_label(
    wanted: Needs, options: ExportOptions, title: str, table: str = "", dungeons: Sequence[str] = ()
) -> PrintedPiece:
    """The label: whose kit it is, for which dungeons, and beside that how many of each piece are in it."""
    whose = [*([(6.0, table)] if table else []), (3.6, title), *((2.6, name) for name in dungeons)]
    listed = [(2.4, f"{count} × {kind.name}") for kind, count in wanted.items()]
    listed.append((2.4, f"{sum(wanted.values())} pieces in all"))
    half = -(-len(listed) // 2)
    columns = ((3.5, 50.0, whose), (56.0, 34.0, listed[:half]), (92.0, 34.0, listed[half:]))
    square, shapes, lowest = options.square, list[Text](), 0.0
    theme = theme_named(options.drawing.theme)
    for left, width, written in columns:
        low = 2.5
        for height, words in written:
            low += 1.4 * height
            font = "title" if height > 3 else "label"
            family = (theme.title_fonts if font == "title" else theme.label_fonts)[0]
            fitted = fit_text(words, family, width / square, height / square, max_lines=MAX_LINES)
            shapes += lines_of(fitted, (left / square, low / square), INK, font, anchor="start")
            low += fitted.added * square
        lowest = max(lowest, low)
    size = WIDTH / square, (lowest + 3.0) / square
    front = face(theme, size, *shapes, background="#ffffff")
    return PrintedPiece("the label", 1, front)
