"""A dungeon as programs use it: load or parse one, check it, draw it, change it, save it.

    >>> import dungeon_designer as dd
    >>> hall = dd.Dungeon.parse('''
    ... name: The Long Hall
    ... ruleset: naf-2019
    ... map: |
    ...   <<...........>>
    ...   <<...C...1...>>
    ...   <<...........>>
    ... ''')
    >>> report = hall.check()
    >>> report.legal
    False
    >>> report.findings[0].rule, report.findings[0].measured, report.findings[0].required
    ('chest-count', 1, 6)

A `Dungeon` is a value: what changes it gives another one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError, ReadError, RulesetError, TileError, UsageError, did_you_mean
from dungeon_designer.findings import Edit
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.files import is_layout_file, read_layout, write_file
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.reports.model import Corner, Report
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.files import decoded, read_bytes
from dungeon_designer.tiles.library import library, own_folder
from dungeon_designer.tiles.model import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.analysis.figures import Figure
    from dungeon_designer.exports.options import ExportOptions

STDIN = "-"
"""The name a caller gives to standard input."""


class Dungeon(Struct, frozen=True, dict=True):
    """One dungeon: its layout, the file it came from, and where its ruleset and tiles are looked for.

    layout  what was drawn
    file    the file as the caller named it; ``-`` for standard input, '' for none
    data    the bytes that were read; a sketch keeps its comments when it is saved
    folder  where a ruleset and a folder `tiles` of the dungeon's own are looked for
    tiles   folders of tile sets besides those that come with the program
    """

    layout: Layout
    file: str = ""
    data: bytes = b""
    folder: Path = Path()
    tiles: tuple[str, ...] = ()

    @classmethod
    def load(cls, path: str | os.PathLike[str], tiles: Sequence[str] = (), data: bytes | None = None) -> Dungeon:
        """The dungeon in a sketch or a layout file, or in `data` as its content; ReadError when it is none."""
        file = os.fspath(path)
        content = read_bytes(file) if data is None else data
        folder = Path() if file == STDIN else Path(file).parent
        return cls(read_layout(content, "standard input" if file == STDIN else file), file, content, folder, tuple(tiles))

    @classmethod
    def parse(cls, text: str, folder: str | os.PathLike[str] = "", tiles: Sequence[str] = ()) -> Dungeon:
        """The dungeon a text describes, a sketch or a layout file's JSON; ReadError says where it is wrong.

        >>> Dungeon.parse("map: <..>").board.squares
        ((0, 0), (1, 0), (2, 0), (3, 0))
        """
        data = text.encode()
        return cls(read_layout(data, "the text"), "", data, Path(folder), tuple(tiles))

    @property
    def name(self) -> str:
        """The dungeon's own name, or ''."""
        return self.layout.name

    @cached_property
    def library(self) -> TileLibrary:
        """The tiles it may name: the program's own, those of `tiles`, those in `tiles` beside its file."""
        beside = own_folder(self.folder)
        return library([*self.tiles, *([beside] if beside else [])])

    @cached_property
    def board(self) -> Board:
        """What the drawing means, square by square; ReadError when it names a tile no set holds."""
        try:
            return build(self.layout, self.library)
        except TileError as error:
            what = f"{error.place}: {error.problem}" if error.file == "tile" else str(error)
            raise ReadError(self.file or "the dungeon", "sections", what) from None

    @property
    def is_sketch(self) -> bool:
        """Whether it was read from a sketch rather than from a layout file."""
        return not is_layout_file(self.file, self.data.decode("utf-8-sig", "replace"))

    @property
    def corner(self) -> Corner | None:
        """Line and column of square (0, 0) in its file, if that is a sketch with a map."""
        from dungeon_designer.layout.places import map_corner

        return map_corner(self.data.decode("utf-8-sig")) if self.data and self.is_sketch else None

    def ruleset(self, asked: str | Ruleset | None = None, base: Path | None = None) -> Ruleset:
        """The ruleset of an id or a TOML file (relative to `base`), or the dungeon's own without `asked`.

        RulesetError names every fault of a wrong ruleset; ReadError says that the dungeon names none.
        """
        from dungeon_designer.rules.loading import load_ruleset

        if isinstance(asked, Ruleset):
            return asked
        if asked is not None:
            return load_ruleset(asked, base or Path())
        if not self.layout.ruleset:
            hint = f"it names no ruleset; name one: {', '.join(EDITIONS)}, or a .toml file"
            raise ReadError(self.file or "the dungeon", "", hint)
        try:
            return load_ruleset(self.layout.ruleset, self.folder)
        except RulesetError as error:
            raise ReadError(self.file or "the dungeon", "ruleset", str(error)) from None

    def check(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        strict: bool = False,
        select: Sequence[str] | None = None,
        ignore: Sequence[str] = (),
        places: bool = True,
    ) -> Report:
        """What a ruleset (an id, a TOML file, or the dungeon's own) says: `.legal`, `.findings`, and `str()` of it.

        `strict`: warnings make it illegal, too. `select` and `ignore` name the rules to ask and to leave out. `places`:
        whether findings know their line and column in the file. RulesetError for a wrong ruleset or an unknown rule.
        """
        from dungeon_designer.analysis.stock import tiles_needed
        from dungeon_designer.reports.picture import picture
        from dungeon_designer.rules.checker import check

        verdict = check(self.board, self.ruleset(ruleset), select, ignore)
        corner = self.corner if places else None
        shown = picture(self.board)
        return Report(self.file, self.name, verdict, shown, strict, corner, tiles_needed(self.board))

    def fix(self, ruleset: str | Ruleset | None = None, *, unsafe: bool = False) -> Dungeon:
        """The dungeon with every fix made that helps; with `unsafe`, chests and portals may move, too."""
        from dungeon_designer.rules.mending import Mender

        mended = Mender(self.ruleset(ruleset), self.library, unsafe=unsafe).mend(self.layout)
        return self._with(mended.layout)

    def edit(self, *changes: Edit | Callable[[Layout], Layout], **fields: Any) -> Dungeon:
        """The dungeon after some changes, in order: edits, functions from layout to layout, or fields of the layout.

        EditError when one names what is not there, or a field no layout has.

        >>> hall = Dungeon.parse("map: <.C..>").edit(name="The Hall")
        >>> from dungeon_designer.findings import MoveChest
        >>> hall.edit(MoveChest((2, 0), (3, 0))).layout.chests
        ((3, 0),)
        """
        unknown = [name for name in fields if name not in Layout.__struct_fields__]
        if unknown:
            hint = did_you_mean(unknown[0], Layout.__struct_fields__)
            raise EditError(f"a layout has no field {unknown[0]!r}{hint}")
        layout = self.layout
        for change in changes:
            layout = change(layout) if callable(change) else apply(layout, [change])
        return self._with(normalised(replace(layout, **fields)))

    def analyse(self, ruleset: str | Ruleset | None = None) -> tuple[Figure, ...]:
        """Figures that say how a match on it will be, by the movement of a ruleset; see `analysis.figures`."""
        from dungeon_designer.analysis.figures import figures

        return figures(self._context(ruleset))

    def svg(self, ruleset: str | Ruleset | None = None, **options: Any) -> str:
        """The map as SVG. The options are those of `draw`; with a `ruleset`, its findings are marked."""
        from dungeon_designer.exports.svg import svg_text

        return svg_text(self.board, options_of(options), self._marked(ruleset))

    def draw(self, path: str | os.PathLike[str], ruleset: str | Ruleset | None = None, **options: Any) -> Path:
        """Draw the map into a file: .svg, .png, .pdf or .html by its ending; gives the path.

        The options are the fields of `drawing.options.DrawingOptions` (`theme`, `legend`, `title`, `hidden`, ...) and of
        `exports.options.ExportOptions` (`square` in millimetres, `dpi`, `paper`, ...). With a `ruleset` its findings
        are marked. UsageError for an option or an ending there is none of.
        """
        from dungeon_designer.exports.registry import export

        write_file(path, export(self.board, path, options_of(options), self._marked(ruleset)))
        return Path(path)

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Write it to a sketch (.yaml) or a layout file (.json) by the ending; without a path, where it came from.

        A sketch saved to a sketch keeps its comments and its order. UsageError without a path to write to.
        """
        if path is None and self.file in ("", STDIN):
            raise UsageError("this dungeon came from no file; say where to save it")
        target = Path(path if path is not None else self.file)
        write_file(target, self.content(target.name))
        return target

    def content(self, name: str) -> bytes:
        """What a file of that name would hold: a sketch, changed as little as can be, or a layout file."""
        from dungeon_designer.layout.patching import patched
        from dungeon_designer.layout.sketch_writer import write_sketch
        from dungeon_designer.layout.writer import write_json

        if is_layout_file(name):
            return write_json(self.layout)
        if self.data and self.is_sketch:
            return patched(decoded(self.data), self.layout).encode()
        return write_sketch(self.layout).encode()

    def _repr_svg_(self) -> str:
        """The map, as notebooks show it."""
        return self.svg(title=bool(self.name))

    def _with(self, layout: Layout) -> Dungeon:
        return Dungeon(layout, self.file, self.data, self.folder, self.tiles)
