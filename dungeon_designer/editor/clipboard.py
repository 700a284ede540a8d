"""What goes over the clipboard: pieces of a dungeon, whole dungeons as text, pictures."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout

PIECES = "application/x-dungeon-designer-pieces"
"""Marks text as pieces to be put down, where other text is a dungeon of its own."""

SVG = "image/svg+xml"

_SQUARE, _LARGEST = 48, 6000
"""Pixels of a square in a copied picture, and the most its longer side may have."""


def put_pieces(pieces: Layout) -> None:
    """Pieces on the clipboard, as the text of a layout file."""
    text = write_json(pieces)
    data = QMimeData()
    data.setText(text.decode())
    data.setData(PIECES, text)
    QGuiApplication.clipboard().setMimeData(data)


def has_text() -> bool:
    """Whether there is text on the clipboard."""
    return bool(QGuiApplication.clipboard().text().strip())


def dungeon() -> tuple[Layout, bool]:
    """The layout in the clipboard's text, and whether it is pieces that were copied; ReadError says what is wrong.

    Text of a mail may stand between the lines of ``` that mark code there.
    """
    data = QGuiApplication.clipboard().mimeData()
    pieces = data is not None and data.hasFormat(PIECES)
    text = QGuiApplication.clipboard().text()
    return read_layout(_unfenced(text).encode("utf-8", "surrogatepass"), "clipboard"), pieces


def _unfenced(text: str) -> str:
    """Text without the lines of ``` around it.

    >>> _unfenced("```yaml\\nmap: ...\\n```\\n")
    'map: ...'
    """
    lines = text.strip().splitlines()
    return "\n".join(lines[1:-1]) if len(lines) > 2 and lines[0].startswith("```") and lines[-1] == "```" else text


def put_picture(board: Board, drawing: DrawingOptions) -> None:
    """A board's picture on the clipboard, as PNG and SVG; UsageError when it would be too large."""
    options = ExportOptions(drawing=drawing)
    drawn = drawing_of(board, options)
    pixels = min(_SQUARE, max(2, int(_LARGEST / max(drawn.size))))
    png = png_of(drawn, options.square, pixels / options.square * 25.4)
    data = QMimeData()
    data.setImageData(QImage.fromData(png))
    data.setData("image/png", png)
    data.setData(SVG, svg_of(drawn, options.square).encode())
    QGuiApplication.clipboard().setMimeData(data)


def for_others(options: DrawingOptions) -> DrawingOptions:
    """A picture that is passed on: as on the table, with coordinates, and without what is hidden."""
    return DrawingOptions(theme=options.theme, section_names=options.section_names, grid=options.grid)
