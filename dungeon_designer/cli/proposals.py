"""A folder of proposed dungeons, as `generate` writes it: sketches, a page of pictures, and the archive."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

import click
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.cli.files import make_folder, named_in, seen_from, write_output
from dungeon_designer.cli.gallery import PICTURES, THUMBNAIL
from dungeon_designer.drawing.shapes import Group, Layer, Style, area
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.figures.words import key_rows
from dungeon_designer.generator import archive as archives
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.descriptors import words_of
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.proposal import Proposal, with_notes
from dungeon_designer.generator.vary import Variation
from dungeon_designer.grid import Square
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.reports.gallery import Exhibit, page
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.templates import stem
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.writing import put_folder, write_file

ARCHIVE = "archive.json"


class Folder(Struct, frozen=True):
    """Where proposals are written.

    path     the folder as the caller named it
    request  what was asked for
    command  the call that asked for it, as notes tell it
    ruleset  the ruleset as a file in the folder names it
    """

    path: str
    request: Request
    command: str
    ruleset: str

    def archive(self, count: int) -> Archive:
        """The archive to go on from, or an empty one for a folder that is new or empty.

        UsageError where the folder holds anything else, ReadError where its archive cannot be gone on from.
        """
        root = Path(self.path)
        check_place(self.path)
        if not os.path.lexists(root):
            return Archive(self.request, count)
        if not root.is_dir():
            raise UsageError(one_line(f"{self.path}: this is no folder; name one that is new or empty"))
        if not (root / ARCHIVE).is_file():
            if any(root.iterdir()):
                raise UsageError(
                    one_line(f"{self.path}: this folder holds no {ARCHIVE} to go on from, and it is not empty")
                )
            return Archive(self.request, count)
        return archives.read(read_bytes(root / ARCHIVE, LARGEST), str(root / ARCHIVE), self.request, count)

    def save(self, archive: Archive) -> None:
        """Keep an archive while the search goes on, so that nothing found is lost, whatever happens."""
        make_folder(self.path)
        write_file(Path(self.path) / ARCHIVE, archive.write())

    def write(self, archive: Archive, proposals: Sequence[Proposal]) -> None:
        """Write dungeons, their page and the archive; a new folder appears when all of it is there."""
        with fresh_folder(self.path) as fresh:
            self._fill(fresh, archive, proposals)
            _put(fresh, Path(self.path))

    def _fill(self, root: Path, archive: Archive, proposals: Sequence[Proposal]) -> None:
        exhibits = [self._exhibit(root, proposal) for proposal in proposals]
        text = page("Proposed dungeons", exhibits, self.command, checked=False)
        write_output(root / PAGE, text.encode())
        write_output(root / ARCHIVE, archive.write())

    def _exhibit(self, root: Path, proposal: Proposal) -> Exhibit:
        """Write a dungeon and its picture; what the page shows of them."""
        layout = with_notes(proposal, self.request, self.command, self.ruleset)
        stem = file_stem(layout.name)
        board = build(layout, self.request.library)
        file = f"{stem}.dungeon.yaml"
        write_output(root / file, write_sketch(layout).encode())
        group, *rest = words_of(proposal.cell)
        shown = exhibit(root, board, self.request.ruleset, stem)
        return replace(shown, file=file, folder=group, name=layout.name, line=", ".join(rest))


LARGEST = 1 << 30
"""The largest archive that is read, in bytes: one of a hundred thousand dungeons."""


def file_stem(name: str) -> str:
    """A dungeon's name as its file has it.

    >>> file_stem("The Crooked Gallery")
    'the-crooked-gallery'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "dungeon"


def _put(fresh: Path, root: Path) -> None:
    """Put a folder that is whole in its place, or what it holds into one that is there.

    Dungeons of an earlier call that are no longer among the proposals go; nothing else in the folder is touched.
    """
    if not root.exists() or not any(root.iterdir()):
        put_in_place(fresh, root)
        return
    _clear(root, fresh)
    (root / PICTURES).mkdir(exist_ok=True)
    for file in sorted((path for path in fresh.rglob("*") if path.is_file()), key=lambda path: path.name == ARCHIVE):
        write_file(root / file.relative_to(fresh), file.read_bytes())


def _clear(root: Path, fresh: Path) -> None:
    for name in re.findall(r"\]\(([^)/]+)\.dungeon\.yaml\)", _page_of(root)):
        if not (fresh / f"{name}.dungeon.yaml").exists():
            for old in (root / f"{name}.dungeon.yaml", root / PICTURES / f"{name}.png"):
                with suppress(OSError):
                    old.unlink()


def _page_of(root: Path) -> str:
    try:
        return (root / PAGE).read_text("utf-8")
    except (OSError, ValueError):
        return ""


PAGE = "README.md"


def check_place(path: str) -> None:
    """UsageError where no folder can be written, before anything is searched for."""
    root = Path(path)
    there = next(place for place in (root, *root.absolute().parents) if os.path.lexists(place))
    if there != root and not there.is_dir():
        raise UsageError(one_line(f"{path}: {there} is no folder"))
    if not os.access(there, os.W_OK):
        raise UsageError(one_line(f"{path}: nothing may be written there"))


@contextmanager
def fresh_folder(path: str) -> Iterator[Path]:
    """An empty folder beside the one that is to be written; at the end it is gone, unless it was put in its place."""
    root = Path(path)
    make_folder(root.parent)
    try:
        fresh = Path(mkdtemp(prefix=".dungeon-designer-", dir=root.parent))
    except OSError as error:
        raise UsageError(one_line(f"{path}: this folder cannot be made: {error.strerror}")) from None
    try:
        yield fresh
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def put_in_place(fresh: Path, root: Path) -> None:
    """Put a folder that is whole into the place of one that is new or empty."""
    fresh.chmod(0o777 & ~_umask())
    put_folder(fresh, root)


def exhibit(root: Path, board: Board, ruleset: Ruleset, name: str, framed: Collection[Square] = ()) -> Exhibit:
    """Draw a dungeon's picture, some squares framed; what the page shows of it: the picture, its name and figures."""
    picture = root / PICTURES / f"{name}.png"
    picture.parent.mkdir(exist_ok=True)
    write_output(picture, _drawn(board, framed))
    figures = tuple((row.title, row.value) for row in key_rows(board, ruleset))
    return Exhibit("", picture.relative_to(root).as_posix(), "", name, "", figures)


def _drawn(board: Board, framed: Collection[Square]) -> bytes:
    """A dungeon in small."""
    drawing = drawing_of(board, THUMBNAIL)
    if framed:
        lines = tuple(area(rings(framed), style) for style in _FRAME)
        frame = Group("changed", "changed", lines, tuple(sorted(framed)))
        drawing = replace(drawing, layers=(*drawing.layers, Layer("changed", (frame,))))
    return png_of(drawing, THUMBNAIL.square, THUMBNAIL.dpi)


_FRAME = (Style(stroke="#ffffff", width=0.42), Style(stroke="#c2185b", width=0.22))


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


class Neighbours(Struct, frozen=True):
    """Where neighbours are written.

    path     the folder as the caller named it
    source   the dungeon whose neighbours they are
    ruleset  whose figures the page shows
    command  the call that asked for them, as the page tells it
    """

    path: str
    source: Dungeon
    ruleset: Ruleset
    command: str

    def write(self, found: Sequence[Variation]) -> list[Path]:
        """Write sketches, numbered, and their page; the folder appears when all of it is there. Gives the sketches."""
        name, digits = self._stem, len(str(len(found)))
        stems = [f"{name}-{number:0{digits}}" for number in range(1, len(found) + 1)]
        with fresh_folder(self.path) as fresh:
            exhibits = [
                self._itself(fresh),
                *(self._neighbour(fresh, *pair) for pair in zip(stems, found, strict=True)),
            ]
            text = page(f"Neighbours of {self.source.name or name}", exhibits, self.command, checked=False)
            write_output(fresh / PAGE, text.encode())
            put_in_place(fresh, Path(self.path))
        return [Path(self.path) / _file(each) for each in stems]

    @property
    def _stem(self) -> str:
        """The dungeon's file without its folder and ending."""
        return "dungeon" if self.source.file in ("", STDIN) else stem(self.source.file) or "dungeon"

    def _itself(self, root: Path) -> Exhibit:
        """What the page shows of the dungeon as it is; a click leads to its file, if it has one."""
        shown = exhibit(root, self.source.board, self.ruleset, self._stem)
        file = self.source.file
        file = shown.picture if file in ("", STDIN) else seen_from(self.path, file)
        return replace(shown, file=file, folder=_HEADING, line="as it is")

    def _neighbour(self, root: Path, name: str, found: Variation) -> Exhibit:
        """Write a neighbour and its picture, a frame around what differs; what the page shows of them."""
        home = named_in(self.path, found.layout.ruleset, self.source.folder)
        made = replace(self.source, layout=replace(found.layout, ruleset=home))
        write_output(root / _file(name), made.content(_file(name)))
        shown = exhibit(root, build(found.layout, self.source.library), self.ruleset, name, found.squares)
        return replace(shown, file=_file(name), folder=_HEADING, line=found.told)


_HEADING = "One thing changed in each"


def _file(name: str) -> str:
    return f"{name}.dungeon.yaml"


def said(ctx: click.Context, elsewhere: Collection[str] = ()) -> str:
    """The call as it may be repeated, whatever machine it ran on: what was said, and the seed.

    `elsewhere` are options that change nothing in what is found.
    """
    words = ["dungeon-designer", ctx.info_name or ""]
    for param in ctx.command.params:
        name, value = param.name or "", ctx.params.get(param.name or "")
        if name in elsewhere or value in (None, (), "") or (value == param.default and name != "seed"):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            words += _words(param, each)
    return shlex.join(words)


def _words(param: click.Parameter, value: object) -> list[str]:
    """A parameter with its value as one says them: an argument stands alone, a flag is one word."""
    if isinstance(param, click.Argument):
        return [str(value)]
    if isinstance(value, bool):
        return [(param.opts if value else param.secondary_opts)[-1]]
    return [param.opts[-1], str(value)]
