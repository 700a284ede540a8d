"""Draw the pictures for a page of pictures, as `generate` and `vary` write it beside their dungeons."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from pathlib import Path

import click
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli.existing_files import write_new_file
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Group, Layer, Style, build_area
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.png import paint_png
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.figures.figure_text import list_key_rows
from dungeon_designer.grid import Square
from dungeon_designer.reports.gallery_page import GalleryEntry
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_names import avoid_device_name

PAGE_FILE = "README.md"
"""The name of the page."""
PICTURES_FOLDER = "pictures"
"""The folder of the pictures, beside the page."""
THUMBNAIL_OPTIONS = ExportOptions(DrawingOptions(coordinates=False, grid=False), square=2.4, dpi=96)
"""How a picture of the page is drawn: small enough for a page of forty, large enough to recognise the dungeon."""


def draw_entry(
    root: Path,
    name: str,
    board: Board,
    ruleset: Ruleset | None,
    framed_squares: Collection[Square] = (),
    can_replace: bool = False,
) -> GalleryEntry:
    """Draw the picture of a dungeon, and return its entry for the page: the picture, the name and the figures.

    The file, the group and the line of the entry are empty; the caller fills them in.

    Args:
        root: the folder of the page.
        name: the name of the picture, without its ending.
        board: the dungeon.
        ruleset: the ruleset of the figures; None for no figures.
        framed_squares: squares to draw a frame around.
        can_replace: whether a picture that exists may be replaced.
    """
    drawing = draw_board(board, THUMBNAIL_OPTIONS)
    if framed_squares:
        lines = tuple(build_area(trace_rings(framed_squares), style) for style in _FRAME_STYLES)
        frame = Group(id="changed", kind="changed", shapes=lines, squares=tuple(sorted(framed_squares)))
        drawing = replace(drawing, layers=(*drawing.layers, Layer("changed", (frame,))))
    allowed_name = "/".join(avoid_device_name(part) for part in name.split("/"))  # Windows reserves names such as "con"
    picture = f"{PICTURES_FOLDER}/{allowed_name}.png"
    (root / picture).parent.mkdir(parents=True, exist_ok=True)
    write_new_file(root / picture, paint_png(drawing, THUMBNAIL_OPTIONS.square, THUMBNAIL_OPTIONS.dpi), can_replace)
    figures = tuple((row.title, row.value) for row in list_key_rows(board, ruleset)) if ruleset else ()
    return GalleryEntry(file="", picture=picture, folder="", name=name, line="", figures=figures)


_FRAME_STYLES = (Style(stroke="#ffffff", width=0.42), Style(stroke="#c2185b", width=0.22))
"""The two lines of a frame: the narrow coloured one on a wide white one, which sets it off from a dark floor."""


def format_repeated_call(ignored_options: Collection[str]) -> str:
    """Return the running command as a line that repeats it on any machine: its options and the seed.

    Args:
        ignored_options: names of options that do not change the result.
    """
    ctx = click.get_current_context()
    words = ["dungeon-designer", ctx.info_name or ""]
    for param in ctx.command.params:
        name = param.name or ""
        value = ctx.params.get(name)
        is_empty = value in (None, (), "")
        # a default is what another call without the option uses, too; the seed is named, since it explains the result
        is_default = value == param.default and name != "seed"
        if name in ignored_options or is_empty or is_default:
            continue
        for single_value in value if isinstance(value, tuple) else (value,):
            words += _list_option_words(param, single_value)
    return shlex.join(words)


def _list_option_words(param: click.Parameter, value: object) -> list[str]:
    """Return the words of a command line that give an option or argument a value, such as ``["--count", "3"]``.

    A flag is one word: ``--name``, or for False ``--no-name``.
    """
    if isinstance(value, bool):
        names = param.opts if value else param.secondary_opts
        return [names[-1]]  # the short name, such as -n, comes first
    if isinstance(param, click.Argument):
        return [str(value)]
    return [param.opts[-1], str(value)]
