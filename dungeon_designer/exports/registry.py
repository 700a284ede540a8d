"""Which exports there are, found by a file's ending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.board_json import board_file
from dungeon_designer.exports.html import web_page
from dungeon_designer.exports.options import Exporter, ExportOptions, Takes
from dungeon_designer.exports.pdf import pdf_file
from dungeon_designer.exports.png import png_file
from dungeon_designer.exports.stl import stl_file
from dungeon_designer.exports.stl_rooms import stl_zip_file
from dungeon_designer.exports.svg import svg_file
from dungeon_designer.exports.tabletop_simulator import picture_beside, picture_file, tts_file
from dungeon_designer.exports.tiled_map import tiled_json, tiled_xml
from dungeon_designer.exports.uvtt import uvtt_file
from dungeon_designer.findings import Finding

_MARKED = Takes.DRAWING | Takes.FINDINGS

EXPORTERS = (
    Exporter("Drawing of any size", (".svg",), _MARKED | Takes.SQUARE, svg_file),
    Exporter("Picture", (".png",), _MARKED | Takes.SQUARE | Takes.DPI, png_file),
    Exporter("Page to print or mail", (".pdf",), _MARKED | Takes.PAPER, pdf_file),
    Exporter("Web page with notes", (".html", ".htm"), _MARKED | Takes.EDITION, web_page),
    Exporter("Universal VTT, for virtual tables", (".uvtt", ".dd2vtt"), Takes.DRAWING, uvtt_file),
    Exporter("Tiled map", (".tmx",), Takes.NOTHING, tiled_xml),
    Exporter("Tiled map as JSON", (".tmj",), Takes.NOTHING, tiled_json),
    Exporter("Solid for 3D printers", (".stl",), Takes.SQUARE, stl_file),
    Exporter("Solids for 3D printers, room by room", (".stl.zip",), Takes.SQUARE | Takes.BED, stl_zip_file),
    Exporter("Tabletop Simulator object", (".tts.json",), Takes.DRAWING, tts_file, picture_file),
    Exporter("Board for programs", (".board.json",), Takes.EDITION, board_file),
)
"""Every export, as menus list them."""


def exporter_for(path: str | Path) -> Exporter:
    """The exporter for a file's name, or for a bare ending; UsageError names the known ones."""
    name = str(path).lower()
    for exporter in EXPORTERS:
        if name.endswith(exporter.endings):
            return exporter
    known = ", ".join(ending for exporter in EXPORTERS for ending in exporter.endings)
    raise UsageError(f"{path}: a map cannot be written to this ending; known are {known}")


def export(
    board: Board,
    path: str | Path,
    options: ExportOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    ending: str = "",
) -> bytes:
    """The bytes of the file `path` for a board; a bare ending, or `ending`, says the format, too."""
    exporter, wanted = exporter_for(ending or path), options or ExportOptions()
    if exporter.picture:
        wanted = replace(wanted, picture=picture_beside(Path(path).name))
    return exporter.export(board, wanted, findings)


def export_files(
    board: Board,
    path: str,
    options: ExportOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    ending: str = "",
) -> dict[str, bytes]:
    """Return the file `path` for a board, and after it the picture beside it where there is one, by their paths.

    >>> from dungeon_designer.board.build import build
    >>> from dungeon_designer.layout.sketch import read_sketch
    >>> list(export_files(build(read_sketch("map: <..>")), "maps/a.tts.json"))
    ['maps/a.tts.json', 'maps/a.tts.png']
    """
    picture, file = exporter_for(ending or path).picture, Path(path)
    files = {path: export(board, path, options, findings, ending=ending)}
    if picture is not None:
        files[str(file.with_name(picture_beside(file.name)))] = picture(board, options or ExportOptions())
    return files
