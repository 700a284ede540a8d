"""Which exports there are, found by a file's ending."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.html import HtmlExporter
from dungeon_designer.exports.options import Exporter, ExportOptions
from dungeon_designer.exports.pdf import PdfExporter
from dungeon_designer.exports.png import PngExporter
from dungeon_designer.exports.svg import SvgExporter
from dungeon_designer.exports.tiled_map import TiledExporter
from dungeon_designer.exports.uvtt import UvttExporter
from dungeon_designer.findings import Finding

EXPORTERS: tuple[Exporter, ...] = (
    SvgExporter(),
    PngExporter(),
    PdfExporter(),
    HtmlExporter(),
    UvttExporter(),
    TiledExporter(),
)
"""Every export, as menus list them."""


def endings() -> tuple[str, ...]:
    """Every ending an export answers to."""
    return tuple(ending for exporter in EXPORTERS for ending in exporter.endings)


def exporter_for(path: str | Path) -> Exporter:
    """The exporter for a file's name, or for a bare ending; UsageError names the known ones."""
    name = str(path).lower()
    for exporter in EXPORTERS:
        if name.endswith(exporter.endings):
            return exporter
    raise UsageError(f"{path}: a map cannot be written to this ending; known are {', '.join(endings())}")


def export(
    board: Board, path: str | Path, options: ExportOptions | None = None, findings: Sequence[Finding] = ()
) -> bytes:
    """The bytes of the file `path` (or of a file with that ending) for a board."""
    return exporter_for(path).export(board, options or ExportOptions(), findings)
