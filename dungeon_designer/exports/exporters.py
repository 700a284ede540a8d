"""List all export formats, and find the format of a file by its ending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.board_json import export_board_json
from dungeon_designer.exports.export_options import Exporter, ExportOptions, UsedOptions
from dungeon_designer.exports.pdf import export_pdf
from dungeon_designer.exports.png import export_png
from dungeon_designer.exports.stl import export_stl
from dungeon_designer.exports.stl_rooms import export_stl_zip
from dungeon_designer.exports.svg import export_svg
from dungeon_designer.exports.tabletop_simulator import draw_picture_file, export_tts, name_picture_beside
from dungeon_designer.exports.tiled_map import export_tiled_json, export_tiled_xml
from dungeon_designer.exports.uvtt import export_uvtt
from dungeon_designer.exports.web_page import export_web_page
from dungeon_designer.findings import Finding
from dungeon_designer.installation import require_installation

_MAP_OPTIONS = UsedOptions.DRAWING | UsedOptions.FINDINGS
"""The options of a format that shows the map with its problems."""

EXPORTERS = (
    Exporter("Drawing of any size", (".svg",), _MAP_OPTIONS | UsedOptions.SQUARE, export_svg),
    Exporter(
        "Picture", (".png",), _MAP_OPTIONS | UsedOptions.SQUARE | UsedOptions.DPI, export_png, needs_installation=True
    ),
    Exporter("Page to print or mail", (".pdf",), _MAP_OPTIONS | UsedOptions.PAPER, export_pdf, needs_installation=True),
    Exporter("Web page with notes", (".html", ".htm"), _MAP_OPTIONS | UsedOptions.EDITION, export_web_page),
    Exporter(
        "Universal VTT, for virtual tables",
        (".uvtt", ".dd2vtt"),
        UsedOptions.DRAWING,
        export_uvtt,
        needs_installation=True,
    ),
    Exporter("Tiled map", (".tmx",), UsedOptions.NOTHING, export_tiled_xml),
    Exporter("Tiled map as JSON", (".tmj",), UsedOptions.NOTHING, export_tiled_json),
    Exporter("Solid for 3D printers", (".stl",), UsedOptions.SQUARE, export_stl),
    Exporter(
        "Solids for 3D printers, room by room", (".stl.zip",), UsedOptions.SQUARE | UsedOptions.BED, export_stl_zip
    ),
    Exporter(
        "Tabletop Simulator object",
        (".tts.json",),
        UsedOptions.DRAWING,
        export_tts,
        draw_picture_file,
        needs_installation=True,
    ),
    Exporter("Board for programs", (".board.json",), UsedOptions.EDITION, export_board_json),
)
"""Every export format, in the order of menus."""


def find_exporter(path: str | Path) -> Exporter:
    """Return the exporter for a file name or an ending.

    Raises:
        UsageError: for an unknown ending; the message names the known ones.
    """
    name = str(path).lower()
    for exporter in EXPORTERS:
        if name.endswith(exporter.endings):
            return exporter
    endings = ", ".join(ending for exporter in EXPORTERS for ending in exporter.endings)
    raise UsageError(f"{path}: a map cannot be written to this ending; known are {endings}")


def export_board(
    board: Board,
    path: str | Path,
    options: ExportOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    ending: str = "",
) -> bytes:
    """Return the bytes of a file for a dungeon; the ending of the file's name decides the format.

    Args:
        board: the dungeon.
        path: the file's name, or only an ending such as ``.png``.
        options: how the file is made.
        findings: problems to mark.
        ending: the ending of the format, if the path does not say it.

    Raises:
        UsageError: the ending is unknown, or this is a browser, in which files of this ending cannot be made.
    """
    exporter, export_options = find_exporter(ending or path), options or ExportOptions()
    if exporter.needs_installation:
        require_installation(exporter.endings[0])
    has_picture_beside = exporter.draw_picture is not None
    if has_picture_beside:  # the file names it
        export_options = replace(export_options, picture_name=name_picture_beside(Path(path).name))
    return exporter.export(board, export_options, findings)


def export_files(
    board: Board,
    path: str,
    options: ExportOptions | None = None,
    findings: Sequence[Finding] = (),
    *,
    ending: str = "",
) -> dict[str, bytes]:
    """Return a file for a dungeon, and the picture beside it if the format has one, as bytes by path.

    >>> from dungeon_designer.board.build import build_board
    >>> from dungeon_designer.layout.sketch import read_sketch
    >>> list(export_files(build_board(read_sketch("map: <..>")), "maps/a.tts.json"))
    ['maps/a.tts.json', 'maps/a.tts.png']
    """
    draw_picture, file = find_exporter(ending or path).draw_picture, Path(path)
    files = {path: export_board(board, path, options, findings, ending=ending)}
    if draw_picture is not None:
        files[str(file.with_name(name_picture_beside(file.name)))] = draw_picture(board, options or ExportOptions())
    return files
