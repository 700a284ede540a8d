"""A folder of dungeons with a page of pictures, as `generate` and `vary` write it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli.gallery import PICTURES, THUMBNAIL
from dungeon_designer.cli.target import make_folder, write_output
from dungeon_designer.drawing.shapes import Group, Layer, Style, area
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.figures.words import key_rows
from dungeon_designer.grid import Square
from dungeon_designer.reports.gallery import Exhibit
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.writing import put_folder

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
