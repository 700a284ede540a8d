"""`gallery`: a page with a small picture and a line for each dungeon of a folder; proposals get such pages, too."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, count, takewhile
from pathlib import Path

import click
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli.console import Progress, letters_told, say
from dungeon_designer.cli.files import Faults, make_folder, sources, write_output
from dungeon_designer.cli.options import command_of, own_tiles
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Group, Layer, Style, area
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, UsageError, one_line
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
from dungeon_designer.text.writing import put_folder, temporary_folder

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


@command_of("dungeon-designer gallery examples")
def command(call: GalleryCall) -> int:
    """Write FOLDER/README.md, with a picture of each dungeon under FOLDER/pictures, and a few figures of each.

    With --pages, beside that a folder for any web host: a page for each dungeon to look at, measure and play on.
    """
    root, examiner, faults = Path(call.folder), Examiner(Question(tiles=call.tiles)), Faults()
    exhibits, entries, taken = list[Exhibit](), list[SiteEntry](), set[str]()
    for source in sources([call.folder], by_season=False, output=str(root / PAGE)):
        with faults.complained_of(source):
            dungeon = source.open()
            try:
                (ruleset,) = examiner.rulesets(dungeon)
            except DungeonError:  # then there are no figures, and its page measures with the usual corners
                ruleset = None
            shown = _exhibit(root, examiner, dungeon, ruleset, taken)
            exhibits.append(shown)
            facts = (Path(shown.file).name, shown.name, shown.line, shown.folder)
            entries.append(SiteEntry(*facts, examiner.board(dungeon), ruleset or Ruleset()))
    if exhibits:
        text = page(call.title, exhibits, f"dungeon-designer gallery {root.name} --title {call.title!r}")
        write_output(root / PAGE, text.encode())
        say(one_line(f"{root / PAGE}: {len(exhibits)} dungeons") + "\n")
    if call.pages and entries:
        with letters_told(), Progress("drawing", len(entries)) as progress:
            write_site(call.pages, site(Front(call.title), entries, ExportOptions()), progress)
        say(one_line(f"{Path(call.pages) / INDEX}: {len(entries)} dungeons") + "\n")
    return faults.status


def _exhibit(root: Path, examiner: Examiner, dungeon: Dungeon, ruleset: Ruleset | None, taken: set[str]) -> Exhibit:
    """A dungeon of the folder; its idea is the comment on top of its sketch, else the first line of its notes."""
    file = Path(dungeon.file).relative_to(root)
    picture = file.parent / _free(file.name, file.parent.as_posix(), taken)
    found = ruleset and named_like(dungeon.layout, ruleset)  # what playtests found of the program's own dungeons
    lines = dungeon.data.decode("utf-8-sig", "replace").splitlines()
    comment = " ".join(line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines))
    notes = dungeon.layout.notes.strip().splitlines()
    return replace(
        exhibit(root, picture.as_posix(), examiner.board(dungeon), ruleset),
        file=file.as_posix(),
        folder=file.parent.as_posix(),
        name=dungeon.layout.name or file.name,
        line=comment or (flat(notes[0]).rstrip(";") if notes else ""),
        played=in_gallery(found, ruleset) if found and ruleset else (),
    )


def exhibit(root: Path, name: str, board: Board, ruleset: Ruleset | None, framed: Collection[Square] = ()) -> Exhibit:
    """Draw a dungeon's picture, some squares framed; what the page shows of it: the picture, its name and figures."""
    picture = f"{PICTURES}/{'/'.join(map(avoid_device_name, name.split('/')))}.png"
    drawing = drawing_of(board, THUMBNAIL)
    if framed:
        lines = tuple(area(rings(framed), style) for style in _FRAME)
        frame = Group("changed", "changed", lines, tuple(sorted(framed)))
        drawing = replace(drawing, layers=(*drawing.layers, Layer("changed", (frame,))))
    (root / picture).parent.mkdir(parents=True, exist_ok=True)
    write_output(root / picture, png_of(drawing, THUMBNAIL.square, THUMBNAIL.dpi))
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


def write_site(output: str, files: Iterable[tuple[str, bytes]], progress: Progress) -> dict[str, bytes]:
    """Write pages and their index into a folder, which is made where there is none; UsageError when it cannot be.

    Files of the folder that have another name stay. Nothing is written before all is drawn.
    """
    check_place(output)
    made = {}
    for name, data in files:
        made[name] = data
        progress.advance()
    make_folder(output)
    for name, data in made.items():
        write_output(Path(output) / name, data)
    return made


def check_place(path: str) -> None:
    """UsageError where no folder can be written, before anything is searched for."""
    root = Path(path)
    there = next(place for place in (root, *root.absolute().parents) if os.path.lexists(place))
    if not there.is_dir():
        raise UsageError(one_line(f"{path}: {there} is no folder"))
    if not os.access(there, os.W_OK):
        raise UsageError(one_line(f"{path}: nothing may be written there"))


@contextmanager
def fresh_folder(path: str) -> Iterator[Path]:
    """An empty folder beside the one that is to be written; at the end it is gone, unless it was put in its place."""
    root = Path(path)
    make_folder(root.parent)
    with ExitStack() as stack:
        try:
            fresh = stack.enter_context(temporary_folder(root.parent))
        except OSError as error:
            raise UsageError(one_line(f"{path}: this folder cannot be made: {error.strerror}")) from None
        yield fresh


def put_in_place(fresh: Path, root: Path) -> None:
    """Put a folder that is whole into the place of one that is new or empty."""
    umask = os.umask(0)
    os.umask(umask)
    fresh.chmod(0o777 & ~umask)
    put_folder(fresh, root)


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
