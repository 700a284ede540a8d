"""`gallery`: a page with a small picture and a line for each dungeon of a folder; proposals get such pages, too."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain, count, takewhile
from pathlib import Path

import click
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, letters_told, say
from dungeon_designer.cli.existing_files import refuse_existing, write_new
from dungeon_designer.cli.files import Faults, sources
from dungeon_designer.cli.options import command_of, own_tiles
from dungeon_designer.cli.output_folder import write_site
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Group, Layer, Style, area
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.exports.html_parts import INDEX
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.site import Front, SiteEntry, site
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.figures.words import key_rows
from dungeon_designer.grid import Square
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.playtest.named import named_like
from dungeon_designer.playtest.tables import in_gallery
from dungeon_designer.reports.gallery import Exhibit, page
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.file_names import avoid_device_name
from dungeon_designer.text.notes import flat

PAGE = "README.md"
PICTURES = "pictures"
THUMBNAIL = ExportOptions(DrawingOptions(coordinates=False, grid=False), square=2.4, dpi=96)
"""Small enough for a page of forty, large enough to know the dungeon again."""


@dataclass(frozen=True, kw_only=True)
class GalleryCall:
    """The options of `gallery`."""

    folder: str = argument("FOLDER")
    title: str = option("What stands on top of the page.", "Dungeons", shown=True)
    pages: str | None = option("Write the coaches' page of each dungeon there, and an index.", metavar="DIR")
    tiles: str | None = own_tiles()
    force: bool = option("Replace the page and the pictures in FOLDER that are there already.", False)


@command_of("dungeon-designer gallery examples")
def command(call: GalleryCall) -> int:
    """Write FOLDER/README.md, with a picture of each dungeon under FOLDER/pictures, and a few figures of each.

    With --pages, beside that a folder for any web host: a page for each dungeon to look at, measure and play on.
    """
    root, examiner, faults = Path(call.folder), Examiner(Question(tiles=call.tiles)), Faults()
    exhibits, entries, taken = list[Exhibit](), list[SiteEntry](), set[str]()
    found, status = sources([call.folder], by_season=False, output=str(root / PAGE)), exits.LEGAL
    refuse_existing(root / PAGE, call.force)
    for source in found:
        with faults.complained_of(source):
            dungeon = source.open()
            try:
                (ruleset,) = examiner.rulesets(dungeon)
            except DungeonError:  # then there are no figures, and its page measures with the usual corners
                ruleset = None
            shown = _exhibit(root, examiner, dungeon, ruleset, taken, call.force)
            exhibits.append(shown)
            facts = (Path(shown.file).name, shown.name, shown.line, shown.folder)
            entries.append(SiteEntry(*facts, examiner.board(dungeon), ruleset or Ruleset()))
    if exhibits:
        text = page(call.title, exhibits, f"dungeon-designer gallery {root.name} --title {call.title!r}")
        write_new(root / PAGE, text.encode(), call.force)
        say(one_line(f"{root / PAGE}: {len(exhibits)} dungeons") + "\n")
    if call.pages and entries:
        with letters_told(), Progress("drawing", len(entries)) as progress:
            _, status = write_site(call.pages, "gallery", site(Front(call.title), entries, ExportOptions()), progress)
        say(one_line(f"{Path(call.pages) / INDEX}: {len(entries)} dungeons") + "\n")
    return faults.status or status


def _exhibit(
    root: Path, examiner: Examiner, dungeon: Dungeon, ruleset: Ruleset | None, taken: set[str], force: bool
) -> Exhibit:
    """A dungeon of the folder; its idea is the comment on top of its sketch, else the first line of its notes."""
    file = Path(dungeon.file).relative_to(root)
    picture = file.parent / _free(file.name, file.parent.as_posix(), taken)
    found = ruleset and named_like(dungeon.layout, ruleset)  # what playtests found of the program's own dungeons
    lines = dungeon.data.decode("utf-8-sig", "replace").splitlines()
    comment = " ".join(line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines))
    notes = dungeon.layout.notes.strip().splitlines()
    return replace(
        exhibit(root, picture.as_posix(), examiner.board(dungeon), ruleset, force=force),
        file=file.as_posix(),
        folder=file.parent.as_posix(),
        name=dungeon.layout.name or file.name,
        line=comment or (flat(notes[0]).rstrip(";") if notes else ""),
        played=in_gallery(found, ruleset) if found and ruleset else (),
    )


def exhibit(
    root: Path,
    name: str,
    board: Board,
    ruleset: Ruleset | None,
    framed: Collection[Square] = (),
    force: bool = False,
) -> Exhibit:
    """Draw a dungeon's picture, some squares framed; what the page shows of it: the picture, its name and figures.

    A picture that is there already is replaced only with `force`.
    """
    picture = f"{PICTURES}/{'/'.join(map(avoid_device_name, name.split('/')))}.png"
    drawing = drawing_of(board, THUMBNAIL)
    if framed:
        lines = tuple(area(rings(framed), style) for style in _FRAME)
        frame = Group("changed", "changed", lines, tuple(sorted(framed)))
        drawing = replace(drawing, layers=(*drawing.layers, Layer("changed", (frame,))))
    (root / picture).parent.mkdir(parents=True, exist_ok=True)
    write_new(root / picture, png_of(drawing, THUMBNAIL.square, THUMBNAIL.dpi), force)
    figures = tuple((row.title, row.value) for row in key_rows(board, ruleset)) if ruleset else ()
    return Exhibit("", picture, "", name, "", figures)


_FRAME = (Style(stroke="#ffffff", width=0.42), Style(stroke="#c2185b", width=0.22))


def _free(name: str, folder: str, taken: set[str]) -> str:
    """The name of a dungeon's picture: its own, or its file's where another of its folder has that, then numbered.

    Names that differ only in large and small letters are one name to some file systems.
    """
    short, name = (avoid_device_name(each) for each in (name[: -len(".dungeon.yaml")], name))
    names = chain((short, name), (f"{name}-{number}" for number in count(2)))
    found = next(each for each in names if f"{folder}/{each}".casefold() not in taken)
    taken.add(f"{folder}/{found}".casefold())
    return found


def call_again(elsewhere: Collection[str]) -> str:
    """The call as it may be repeated, whatever machine it ran on: what was said, and the seed.

    `elsewhere` are options that change nothing in what is found.
    """
    ctx = click.get_current_context()
    words = ["dungeon-designer", ctx.info_name or ""]
    for param in ctx.command.params:
        name, value = param.name or "", ctx.params.get(param.name or "")
        if name in elsewhere or value in (None, (), "") or (value == param.default and name != "seed"):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, bool):
                words.append((param.opts if each else param.secondary_opts)[-1])
            else:
                words += [str(each)] if isinstance(param, click.Argument) else [param.opts[-1], str(each)]
    return shlex.join(words)
