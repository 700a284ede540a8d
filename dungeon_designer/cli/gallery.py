"""Run the `gallery` command: write a page with a small picture of each dungeon of a folder.

`generate` and `vary` write such pages, too.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain, count, takewhile
from pathlib import Path

import click
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_text, reported_missing_letters
from dungeon_designer.cli.existing_files import refuse_existing, write_new_file
from dungeon_designer.cli.files import Failures, list_sources
from dungeon_designer.cli.options import build_command, tiles_option
from dungeon_designer.cli.output_folder import write_website
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Group, Layer, Style, build_area
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, escape_line
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.html_parts import INDEX
from dungeon_designer.exports.png import paint_png
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.exports.website import IndexContent, WebsiteEntry, export_website
from dungeon_designer.figures.figure_text import list_key_rows
from dungeon_designer.grid import Square
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.playtest.named_dungeons import find_reference
from dungeon_designer.playtest.report_text import list_gallery_rows
from dungeon_designer.reports.gallery_page import GalleryEntry, write_gallery
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_names import avoid_device_name
from dungeon_designer.text.notes import format_as_line

PAGE_FILE = "README.md"
"""The name of the page."""
PICTURES_FOLDER = "pictures"
"""The folder of the pictures, beside the page."""
THUMBNAIL_OPTIONS = ExportOptions(DrawingOptions(coordinates=False, grid=False), square=2.4, dpi=96)
"""How a picture of the page is drawn: small enough for a page of forty, large enough to recognise the dungeon."""


@dataclass(frozen=True, kw_only=True)
class GalleryCall:
    """The options of `gallery`."""

    folder: str = argument("FOLDER")
    title: str = option("What stands on top of the page.", "Dungeons", show_default=True)
    pages: str | None = option("Write the coaches' page of each dungeon there, and an index.", metavar="DIR")
    tiles: str | None = tiles_option()
    force: bool = option("Replace the page and the pictures in FOLDER that are there already.", False)


@build_command("dungeon-designer gallery examples")
def command(call: GalleryCall) -> int:
    """Write FOLDER/README.md, with a picture of each dungeon under FOLDER/pictures, and a few figures of each.

    With --pages, beside that a folder for any web host: a page for each dungeon to look at, measure and play on.
    """
    root, examiner, failures = Path(call.folder), Examiner(ExamineOptions(tiles=call.tiles)), Failures()
    gallery_entries, website_entries, used_names = list[GalleryEntry](), list[WebsiteEntry](), set[str]()
    inputs, status = list_sources([call.folder], use_season_rulesets=False, output=str(root / PAGE_FILE)), exits.LEGAL
    refuse_existing(root / PAGE_FILE, call.force)
    for source in inputs:
        with failures.catch_errors(source):
            dungeon = source.open_dungeon()
            try:
                (ruleset,) = examiner.list_rulesets(dungeon)
            except DungeonError:  # then there are no figures, and its page measures with the usual corners
                ruleset = None
            entry = _build_entry(root, examiner, dungeon, ruleset, used_names, call.force)
            gallery_entries.append(entry)
            entry_fields = (Path(entry.file).name, entry.name, entry.line, entry.folder)
            website_entries.append(WebsiteEntry(*entry_fields, examiner.build_board(dungeon), ruleset or Ruleset()))
    if gallery_entries:
        text = write_gallery(
            call.title, gallery_entries, f"dungeon-designer gallery {root.name} --title {call.title!r}"
        )
        write_new_file(root / PAGE_FILE, text.encode(), call.force)
        print_text(escape_line(f"{root / PAGE_FILE}: {len(gallery_entries)} dungeons") + "\n")
    if call.pages and website_entries:
        with reported_missing_letters(), Progress("drawing", len(website_entries)) as progress:
            _, status = write_website(
                call.pages,
                "gallery",
                export_website(IndexContent(call.title), website_entries, ExportOptions()),
                progress,
            )
        print_text(escape_line(f"{Path(call.pages) / INDEX}: {len(website_entries)} dungeons") + "\n")
    return failures.status or status


def _build_entry(
    root: Path, examiner: Examiner, dungeon: Dungeon, ruleset: Ruleset | None, used_names: set[str], can_replace: bool
) -> GalleryEntry:
    """Draw the picture of a dungeon in the folder, and return its entry for the page.

    The line of text below the picture is the comment at the top of the sketch, else the first line of the notes.

    Args:
        root: the folder of the page.
        examiner: reads the board of the dungeon.
        dungeon: a dungeon below this folder.
        ruleset: the ruleset of the figures; None for no figures.
        used_names: the names of pictures so far; the new one is added.
        can_replace: whether a picture that exists may be replaced.
    """
    file = Path(dungeon.file).relative_to(root)
    picture = file.parent / _choose_picture_name(file.name, file.parent.as_posix(), used_names)
    # what playtests found of the program's own dungeons
    known_dungeon = ruleset and find_reference(dungeon.layout, ruleset)
    lines = dungeon.data.decode("utf-8-sig", "replace").splitlines()
    comment = " ".join(line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines))
    notes = dungeon.layout.notes.strip().splitlines()
    return replace(
        draw_entry(root, picture.as_posix(), examiner.build_board(dungeon), ruleset, can_replace=can_replace),
        file=file.as_posix(),
        folder=file.parent.as_posix(),
        name=dungeon.layout.name or file.name,
        line=comment or (format_as_line(notes[0]).rstrip(";") if notes else ""),
        playtest_figures=list_gallery_rows(known_dungeon, ruleset) if known_dungeon and ruleset else (),
    )


def draw_entry(
    root: Path,
    name: str,
    board: Board,
    ruleset: Ruleset | None,
    framed_squares: Collection[Square] = (),
    can_replace: bool = False,
) -> GalleryEntry:
    """Draw the picture of a dungeon, and return its entry for the page: the picture, the name and the figures.

    Args:
        root: the folder of the page.
        name: the name of the picture, without its ending.
        board: the dungeon.
        ruleset: the ruleset of the figures; None for no figures.
        framed_squares: squares to draw a frame around.
        can_replace: whether a picture that exists may be replaced.
    """
    picture = f"{PICTURES_FOLDER}/{'/'.join(map(avoid_device_name, name.split('/')))}.png"
    drawing = draw_board(board, THUMBNAIL_OPTIONS)
    if framed_squares:
        lines = tuple(build_area(trace_rings(framed_squares), style) for style in _FRAME_STYLES)
        frame = Group("changed", "changed", lines, tuple(sorted(framed_squares)))
        drawing = replace(drawing, layers=(*drawing.layers, Layer("changed", (frame,))))
    (root / picture).parent.mkdir(parents=True, exist_ok=True)
    write_new_file(root / picture, paint_png(drawing, THUMBNAIL_OPTIONS.square, THUMBNAIL_OPTIONS.dpi), can_replace)
    figures = tuple((row.title, row.value) for row in list_key_rows(board, ruleset)) if ruleset else ()
    return GalleryEntry("", picture, "", name, "", figures)


_FRAME_STYLES = (Style(stroke="#ffffff", width=0.42), Style(stroke="#c2185b", width=0.22))
"""The two lines of a frame: the wide one below the narrow one."""


def _choose_picture_name(name: str, folder: str, used_names: set[str]) -> str:
    """Return an unused name for a dungeon's picture, and remember it as used.

    The name is that of the dungeon's file without its ending; if that is used in the folder, with its ending; else with
    a number. Names that differ only in upper and lower case count as one name, as they do for some file systems.
    """
    stem, name = (avoid_device_name(each) for each in (name[: -len(".dungeon.yaml")], name))
    names = chain((stem, name), (f"{name}-{number}" for number in count(2)))
    unused_name = next(each for each in names if f"{folder}/{each}".casefold() not in used_names)
    used_names.add(f"{folder}/{unused_name}".casefold())
    return unused_name


def format_repeated_call(ignored_options: Collection[str]) -> str:
    """Return the running command as a line that repeats it on any machine: its options and the seed.

    Args:
        ignored_options: names of options that do not change the result.
    """
    ctx = click.get_current_context()
    words = ["dungeon-designer", ctx.info_name or ""]
    for param in ctx.command.params:
        name, value = param.name or "", ctx.params.get(param.name or "")
        if name in ignored_options or value in (None, (), "") or (value == param.default and name != "seed"):
            continue
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, bool):
                words.append((param.opts if item else param.secondary_opts)[-1])
            else:
                words += [str(item)] if isinstance(param, click.Argument) else [param.opts[-1], str(item)]
    return shlex.join(words)
