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

import contextlib
import dataclasses
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.stock import tiles_needed
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import (
    DungeonError,
    EditError,
    ReadError,
    RulesetError,
    TileError,
    UsageError,
    did_you_mean,
)
from dungeon_designer.findings import Edit, Finding, Fix
from dungeon_designer.grid import Square
from dungeon_designer.layout.files import is_layout_file, locate_key, map_corner, read_layout, write_layout
from dungeon_designer.layout.links import NAME, SCHEME, SETTING, check_page, is_link, link_to, linked_bytes
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.reports.excerpt import text_map
from dungeon_designer.reports.model import Corner, Report
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, notice_of, title_of
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.files import as_error, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.writing import write_file
from dungeon_designer.tiles.library import library, own_folder
from dungeon_designer.tiles.model import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.exports.options import ExportOptions, Mat, SvgNames
    from dungeon_designer.figures.measures import Figure
    from dungeon_designer.generator.mending import Mending
    from dungeon_designer.layout_edits.symmetry import SymmetryMode
    from dungeon_designer.playtest.report import Playtest
    from dungeon_designer.rules.checker import Verdict
    from dungeon_designer.rules.context import Context

STDIN = "-"
"""The name a caller gives to standard input."""

ENOUGH = 12
"""For each neighbour that is wanted, how many that will do are found: the best and most unlike of them are chosen."""

NO_RULESET = f"the file names no ruleset; give one with --ruleset ({', '.join(EDITIONS)}, all or a .toml file)"


class Dungeon(Struct, frozen=True, dict=True):
    """One dungeon: its layout, the file it came from, and where its ruleset and tiles are looked for.

    layout  what was drawn
    file    the file as the caller named it; ``-`` for standard input, '' for none
    data    the bytes that were read; a sketch keeps its comments when it is saved
    folder  where a ruleset and a folder `tiles` of the dungeon's own are looked for
    tiles   the tiles it may name; None for the program's own and those of its folder
    """

    layout: Layout
    file: str = ""
    data: bytes = b""
    folder: Path = Path()
    tiles: TileLibrary | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str], tiles: Iterable[str] = (), data: bytes | None = None) -> Self:
        """The dungeon in a sketch, a layout file or a link, or in `data` as its content; ReadError when it is none.

        `tiles` are folders of tile sets of one's own.
        """
        file = os.fspath(path)
        if is_link(file):
            return cls.linked(file)
        content = _read_bytes(file) if data is None else data
        folder = Path() if file == STDIN else Path(file).parent
        layout = _read_own(content, "standard input" if file == STDIN else file)
        return cls(layout, file, content, folder, library_of(folder, tiles) if tiles else None)

    @classmethod
    def linked(cls, link: str) -> Self:
        """The dungeon a link holds; ReadError when it is none. No file is read for it but those of the program."""
        data = linked_bytes(link)
        layout = read_layout(data, NAME)
        if layout.ruleset.lower().endswith(".toml"):
            raise ReadError(NAME, "ruleset", "a link names an edition, not a file; name the file with --ruleset")
        return cls(layout, NAME, data, Path(), library())

    def link(self, base: str = "") -> str:
        """A link that holds the dungeon, at the address `base` of a page, or else at that in DUNGEON_DESIGNER_PAGE.

        UsageError where it needs a ruleset or tiles that do not come with the program, and for an address that is none
        of a page on the web.
        """
        own = [f"the ruleset {self.layout.ruleset}"] if self.layout.ruleset.lower().endswith(".toml") else []
        named = sorted({section.tile for section in self.layout.sections if section.tile})
        for what in [*own, *(f"the tile {tile}" for tile in named if tile not in library())]:
            raise UsageError(f"a link cannot hold {what}, which does not come with the program; pass the files on")
        if not base and (base := os.environ.get(SETTING, "")):
            check_page(base, SETTING)
        return link_to(self.layout, base or SCHEME)

    @classmethod
    def parse(cls, text: str, folder: str | os.PathLike[str] = "", tiles: Iterable[str] = ()) -> Dungeon:
        """The dungeon a text describes, a sketch or a layout file's JSON; ReadError says where it is wrong.

        >>> Dungeon.parse("map: <..>").board.squares
        [(0, 0), (1, 0), (2, 0), (3, 0)]
        """
        data, home = text.encode(), Path(folder)
        return cls(read_layout(data, "the text"), "", data, home, library_of(home, tiles) if tiles else None)

    @classmethod
    def generate(
        cls,
        ruleset: str | Ruleset,
        *,
        count: int = 1,
        seed: int = 1,
        symmetry: SymmetryMode | None = None,
        squares: tuple[int, int] | None = None,
        fit: tuple[int, int] | None = None,
        rooms: Sequence[str] = (),
        tiles: Sequence[str] = (),
        wants: Sequence[str] = (),
        style: str = "named",
    ) -> list[Dungeon]:
        """Whole dungeons that a ruleset finds nothing wrong with, unlike each other; the same seed gives the same.

        `squares` are the least and the most floor squares, `fit` the columns and rows of the table, `rooms` names or
        ids of tiles that must occur, `tiles` the tile sets laid, `wants` wishes such as long or lava=2. Things lie
        as in the named dungeons of the edition, or with `style` "spread" as far apart as can be. Fewer than `count`
        where no more are found. UsageError for a wish there is not.
        """
        from dungeon_designer.generator.options import FurnitureStyle, Request
        from dungeon_designer.generator.search import possible_wishes, propose
        from dungeon_designer.generator.wishes import wants_of

        rules = load_ruleset(ruleset, Path()) if isinstance(ruleset, str) else ruleset
        request = Request(
            ruleset=rules,
            library=library(),
            sides=rules.sides.least,
            symmetry=symmetry or usual_symmetry(rules.sides.least),
            tiles=tuple(tiles),
            squares=squares,
            fit=fit,
            rooms=tuple(rooms),
            style=FurnitureStyle(style),
            seed=seed,
        )
        request = replace(request, wants=wants_of(wants, possible_wishes(request), rules.id))
        return [cls(proposal.layout) for proposal in propose(request, count).archive.chosen()]

    @classmethod
    def deal(cls, set_up: int | None = None, *, seed: int = 1, bare: bool = False) -> Dungeon:
        """The boards of the boxed game of 1989 as dealt onto a Set-Up, 1 to 5, or one by lot; legal or not.

        Chests, portals and doors are placed on it, unless `bare`. UsageError where there is no such Set-Up.
        """
        from dungeon_designer.generator.dealing import deal

        return cls(deal(seed, set_up, bare).layout)

    def __repr__(self) -> str:
        _, (width, height) = self.board.bounds
        return f"<Dungeon {self.name!r}, {width} x {height}, {self.layout.ruleset or 'no ruleset'}>"

    @property
    def name(self) -> str:
        """The dungeon's own name, or ''."""
        return self.layout.name

    @cached_property
    def library(self) -> TileLibrary:
        """The tiles it may name: `tiles`, or the program's own with those in a folder `tiles` beside its file."""
        return library_of(self.folder) if self.tiles is None else self.tiles

    @cached_property
    def board(self) -> Board:
        """What the drawing means, square by square; ReadError when it names a tile no set holds."""
        try:
            return build(self.layout, self.library)
        except TileError as error:
            what = f"{error.place}: {error.problem}" if error.file == "tile" else str(error)
            raise self._fault_at("sections", what) from None

    @property
    def is_sketch(self) -> bool:
        """Whether it was read from a sketch rather than from a layout file."""
        return not is_layout_file(self.file, self.data.decode("utf-8-sig", "replace"))

    @property
    def corner(self) -> Corner | None:
        """Line and column of square (0, 0) in its file, if that is a sketch with a map."""
        return map_corner(self.data.decode("utf-8-sig")) if self.data and self.is_sketch else None

    def ruleset(self, asked: str | Ruleset | None = None) -> Ruleset:
        """The ruleset of an id or a TOML file; without `asked` the dungeon's own.

        RulesetError names every fault of a wrong ruleset; ReadError says that the dungeon names none.
        """
        if isinstance(asked, Ruleset):
            return asked
        if asked is not None:
            return load_ruleset(asked, Path())
        own = self.layout.ruleset
        if not own:
            raise ReadError(self.file or "the dungeon", "", NO_RULESET)
        try:
            return load_ruleset(own, self.folder, found=True)
        except RulesetError as error:
            raise self._fault_at("ruleset", str(error)) from None

    def _fault_at(self, key: str, problem: str) -> ReadError:
        """Return the error that tells a problem with a key's value, with its line and column where they are known."""
        mark = locate_key(self.data, self.file, (key,))
        return as_error(Fault(problem, (key,), mark), self.file or "the dungeon")

    def check(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        strict: bool = False,
        select: Sequence[str] | None = None,
        ignore: Sequence[str] = (),
        places: bool = True,
        moves: bool = False,
        walks: bool = True,
    ) -> Report:
        """What a ruleset (an id, a TOML file, or the dungeon's own) says: `.legal`, `.findings`, and `str()` of it.

        `strict`: warnings make it illegal, too. `select` and `ignore` name the rules to ask and to leave out. `places`:
        whether findings know their line and column in the file. `moves`: whether the moves are looked for that would
        mend findings, which takes longer than to check. `walks`: whether the report tells how far each side walks.
        RulesetError for a wrong ruleset or an unknown rule.
        """
        from dungeon_designer.rules.context import chest_walks

        board, asked = self.board, self.ruleset(ruleset)
        context, verdict = self._judged(asked, select, ignore)
        if moves:
            from dungeon_designer.rules.autofix import offered

            verdict = offered(verdict, board, asked)
        return Report(
            file=self.file,
            name=self.name,
            verdict=verdict,
            picture=text_map(board),
            strict=strict,
            corner=self.corner if places else None,
            tiles=tiles_needed(board),
            walks=chest_walks(context) if walks else None,
            selected=select is not None,
            notice=notice_of(asked),
        )

    def _judged(self, ruleset: Ruleset, select: Sequence[str] | None, ignore: Sequence[str]) -> tuple[Context, Verdict]:
        """What some rules say; the last answer is kept: a dungeon that is fixed and then reported on is judged once."""
        from dungeon_designer.rules.checker import check_in
        from dungeon_designer.rules.context import Context

        question = (ruleset, select, ignore)
        if not self._last_judged or self._last_judged[0][0] != question:
            context = Context(self.board, ruleset)
            self._last_judged[:] = [(question, (context, check_in(context, select, ignore)))]
        return self._last_judged[0][1]

    @cached_property
    def _last_judged(self) -> list[tuple[object, tuple[Context, Verdict]]]:
        """The last question with its answer, or nothing: those of eight editions would hold their graphs in memory."""
        return []

    def fix(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        unsafe: bool = False,
        select: Sequence[str] | None = None,
        ignore: Sequence[str] = (),
    ) -> Fixed:
        """The fixes that help, made: `.dungeon` after them, and `.fixes` in the order made.

        Only what nobody can have meant is mended; with `unsafe`, chests and portals may move, too.
        """
        from dungeon_designer.rules.autofix import Autofix, Mended

        asked = self.ruleset(ruleset)
        now = Mended(self.board.layout, self.board, self._judged(asked, select, ignore)[1])
        mended = Autofix(asked, self.library, select, ignore, unsafe).mend(now.layout, now)
        return Fixed(replace(self, layout=mended.layout), mended.fixes)

    def add_chest(self, at: Square) -> Dungeon:
        """The dungeon with one more chest; EditError where one lies there already.

        >>> Dungeon.parse("map: <..>").add_chest((1, 0)).layout.chests
        ((1, 0),)
        """
        if at in self.layout.chests:
            raise EditError(f"a chest lies at {at} already")
        return self.edit(chests=(*self.layout.chests, at))

    def place(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        only: Collection[str] = ("chest", "portal", "counter", "ball"),
        keep: bool = False,
        chests: int | None = None,
        portals: int | None = None,
        symmetry: SymmetryMode | None = None,
        seed: int = 1,
        strict: bool = False,
    ) -> Dungeon:
        """The dungeon with chests, portals, counters and balls placed as a ruleset asks, as fairly as is found.

        `only` names what is placed, all else stays; `keep` places only what is missing; `chests` and `portals` are how
        many, where the ruleset leaves that open; with a `symmetry` everything gets its twins; `strict` keeps what is
        only advised, too. CannotPlace names the rules that stand in the way.
        """
        from dungeon_designer.generator.options import Placeable, PlaceOptions
        from dungeon_designer.generator.placement.placing import place

        options = PlaceOptions(
            only=tuple(Placeable(f"{kind}s") for kind in only),
            keep=keep,
            chests=chests,
            portals=portals,
            symmetry=symmetry,
            seed=seed,
            strict=strict,
        )
        (found,) = place(self.board.layout, self.ruleset(ruleset), self.library, options)
        return replace(self, layout=found)

    def vary(
        self, ruleset: str | Ruleset | None = None, *, count: int = 8, seed: int = 1, locked: Collection[str] = ()
    ) -> list[Dungeon]:
        """Neighbours of the dungeon, one thing changed in each, none less legal or fair; `locked` sections stay."""
        from dungeon_designer.generator.options import VaryOptions
        from dungeon_designer.generator.vary import chosen, variations

        options = VaryOptions(locked=frozenset(locked), seed=seed)
        ways = variations(self.board.layout, self.ruleset(ruleset), self.library, options)
        return [replace(self, layout=each.layout) for each in chosen(list(islice(ways, ENOUGH * count)), count)]

    def edit(self, *changes: Edit | Callable[[Layout], Layout], **fields: Any) -> Dungeon:
        """The dungeon after some changes, in order: edits, functions from layout to layout, or fields of the layout.

        EditError when one names what is not there, or a field no layout has.

        >>> hall = Dungeon.parse("map: <.C..>").edit(name="The Hall")
        >>> from dungeon_designer.findings import MoveChest
        >>> hall.edit(MoveChest((2, 0), (3, 0))).layout.chests
        ((3, 0),)
        """
        from dungeon_designer.layout.edits import apply

        unknown = [name for name in fields if name not in Layout.__struct_fields__]
        if unknown:
            hint = did_you_mean(unknown[0], Layout.__struct_fields__)
            raise EditError(f"a layout has no field {unknown[0]!r}{hint}")
        layout = self.layout
        for change in changes:
            layout = change(layout) if callable(change) else apply(layout, [change])
        return replace(self, layout=normalised(replace(layout, **fields)))

    def analyse(self, ruleset: str | Ruleset | None = None) -> dict[str, Figure]:
        """Figures that say how a match on it will be, by name; `figures.measures` lists and defines them.

        One walks and opens chests as a ruleset says: the one named, or the dungeon's own.

        >>> Dungeon.parse("map: <..C.>").analyse("naf-2019")["chest-steps"].by_side
        {'home': 3.0, 'away': 2.0}
        """
        from dungeon_designer.figures.measures import figures
        from dungeon_designer.figures.survey import survey_of

        return {figure.name: figure for figure in figures(survey_of(self.board, self.ruleset(ruleset)))}

    def playtest(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        teams: Sequence[str] = ("balanced", "agile", "bashing", "small-and-many"),
        games: int = 10_000,
        precision: float | None = None,
        seed: int = 1,
        coaches: Sequence[str] = (),
        turn_minutes: int | None = None,
        clock: bool = True,
    ) -> Playtest:
        """Many matches between equal coaches, and how they end; the manual's page on playtests says what is played.

        `teams` and `coaches` are ids or files: each style plays as many `games` without `coaches`, one coach plays both
        sides, and two play each other. With `precision` (0.02 for 2 %) it ends once the home side's share of the wins
        is known to plus or minus that. `turn_minutes` are the ruleset's without it, and without `clock` the book's time
        ends no match. PlaytestError where no match can be played.
        """
        from dungeon_designer.playtest.report import plan_of, playtested

        asked = self.ruleset(ruleset)
        more: dict[str, Any] = {"coaches": coaches} if coaches else {"styles": True}
        plan = plan_of(teams, games, precision, seed, turn_minutes=turn_minutes, clock=clock, **more)
        return playtested(self.board, asked, plan, self.name, self.file)

    def mend(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        teams: Sequence[str] = ("balanced", "agile", "bashing", "small-and-many"),
        games: int = 10_000,
        moves: int = 2,
        seed: int = 1,
        locked: Collection[str] = (),
    ) -> Mending:
        """The moves that make it fair in play, found by matches: `.answers`, the best first, each with its `.layout`.

        So many `games` of each style tell what an answer is worth; `locked` sections stay as they are.
        """
        from dungeon_designer.generator.changes import Original
        from dungeon_designer.generator.mending import MendOptions, mended
        from dungeon_designer.generator.options import VaryOptions
        from dungeon_designer.playtest.report import plan_of

        options = MendOptions(plan=plan_of(teams, games, seed=seed), locked=frozenset(locked), moves=moves)
        vary = VaryOptions(locked=options.locked, seed=seed)
        return mended(Original(self.board.layout, self.ruleset(ruleset), self.library, vary), options)

    def svg(self, ruleset: str | Ruleset | None = None, **options: Unpack[MapOptions]) -> str:
        """The map as SVG. The options are those of `draw`; with a `ruleset`, its findings are marked."""
        from dungeon_designer.exports.svg import svg_text

        return svg_text(self.board, self._titled(options_of(options), ruleset), self._marked(ruleset))

    def draw(
        self, path: str | os.PathLike[str], ruleset: str | Ruleset | None = None, **options: Unpack[MapOptions]
    ) -> Path:
        """Draw the map into a file: .svg, .png, .pdf or .html by its ending; gives the path.

        The options are the fields of `drawing.options.DrawingOptions` (`theme`, `legend`, `title`, `hidden`, ...) and
        of `exports.options.ExportOptions` (`square` in millimetres, `dpi`, `paper`, ...). With a `ruleset` its
        findings are marked. UsageError for an option or an ending there is none of.
        """
        from dungeon_designer.exports.options import Takes
        from dungeon_designer.exports.registry import exporter_for

        wanted = self._titled(options_of(options), ruleset)
        if Takes.EDITION in exporter_for(os.fspath(path)).takes and (ruleset or self.layout.ruleset):
            wanted = dataclasses.replace(wanted, ruleset=self.ruleset(ruleset))
        for name, data in export_checked(self.board, os.fspath(path), wanted, self._marked(ruleset)).items():
            write_file(name, data)
        return Path(path)

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Write it to a sketch (.yaml) or a layout file (.json) by the ending; without a path, where it came from.

        A sketch saved to a sketch keeps its comments and its order. UsageError without a path to write to.
        """
        if path is None and self.file in ("", STDIN):
            raise UsageError("this dungeon came from no file; say where to save it")
        target = Path(path if path is not None else self.file)
        write_file(target, self.content(os.fspath(target)))
        return target

    def content(self, name: str = "") -> bytes:
        """What a file of that name would hold, or without a name one of the format it was read from.

        A sketch that was read is changed as little as can be; a layout file is as it is always written. WriteError
        where no file could hold the dungeon.
        """
        before = self.data if self.data and self.is_sketch else None
        if name:
            return write_layout(self.layout, name, before)
        said = "standard output" if self.file in ("", STDIN, NAME) else self.file
        return write_layout(self.layout, said, before, as_layout_file=not self.is_sketch)

    def _repr_svg_(self) -> str:
        """The map, as notebooks show it."""
        return self.svg(title=bool(self.name))

    def _titled(self, options: ExportOptions, ruleset: str | Ruleset | None) -> ExportOptions:
        """The options with the name of the ruleset, where a map says it; one that cannot be read has none there."""
        drawing = options.drawing
        said = drawing.title or drawing.cartouche or not options.fitted
        if drawing.edition or not said or not (ruleset or self.layout.ruleset):
            return options
        with contextlib.suppress(DungeonError):
            drawing = dataclasses.replace(drawing, edition=title_of(self.ruleset(ruleset)))
        return dataclasses.replace(options, drawing=drawing)

    def _marked(self, ruleset: str | Ruleset | None) -> Sequence[Finding]:
        return self.check(ruleset, places=False).open if ruleset is not None else ()


def export_checked(
    board: Board, path: str, options: ExportOptions, findings: Sequence[Finding] = (), *, ending: str = ""
) -> dict[str, bytes]:
    """Return the file `path` for a board, and what belongs beside it, by their paths; `ending` may say the format.

    A map for Tiled, which holds a dungeon, is read again: WriteError where it does not read as the board's.
    """
    from dungeon_designer.exports.registry import export, export_files
    from dungeon_designer.imports.written_maps import TILED_ENDINGS, check_map

    form, name = (ending or path).lower(), path
    if path == STDIN:
        name, files = "standard output", {path: export(board, f"dungeon{form}", options, findings)}
    else:
        files = export_files(board, path, options, findings, ending=ending)
    if form.endswith(TILED_ENDINGS):
        check_map(files[path], name, form, board, options.drawing.hidden)
    return files


def load(path: str | os.PathLike[str], tiles: Iterable[str] = ()) -> Dungeon:
    """The dungeon in a sketch or a layout file; ReadError names the file, the place and the remedy.

    `tiles` are folders of tile sets of one's own.
    """
    return Dungeon.load(path, tiles)


class MapOptions(TypedDict, total=False):
    """How a map is drawn: the fields of `DrawingOptions` and `ExportOptions` that anyone may name."""

    theme: str
    coordinates: bool
    border: bool
    bare: bool
    grid: bool
    hatching: bool
    paving: bool
    section_names: bool
    legend: bool
    title: bool
    cartouche: bool
    hidden: bool
    keys: bool
    edition: str
    square: float
    dpi: int
    pixels: int | None
    names: SvgNames | None
    fitted: bool
    paper: str
    orientation: str
    overlap: float
    mat: Mat | None
    tables: int
    bed: tuple[float, float]


class Fixed(Struct, frozen=True):
    """A dungeon after the fixes that helped, and those fixes in the order made."""

    dungeon: Dungeon
    fixes: tuple[Fix, ...]


def _read_bytes(file: str) -> bytes:
    """Return a file's bytes; where another program wrote one that is too large, the ReadError names that program."""
    try:
        return read_bytes(file)
    except ReadError as error:
        from dungeon_designer.imports.registry import explain_too_large

        problem = explain_too_large(file)
        raise ReadError(file, "", problem) if problem else error from None


def _read_own(data: bytes, name: str) -> Layout:
    """Return the layout in a file; where another program wrote it, the ReadError names that program."""
    try:
        return read_layout(data, name)
    except ReadError as error:
        from dungeon_designer.imports.registry import explain_foreign

        problem = explain_foreign(data, name)
        raise ReadError(name, "", problem) if problem else error from None


def library_of(folder: Path, tiles: Iterable[str] = ()) -> TileLibrary:
    """The program's own tiles, those in some folders of sets, and those in a folder `tiles` of a folder of layouts."""
    return library(tiles, own_folder(folder))


def usual_symmetry(sides: int) -> SymmetryMode:
    """The symmetry that gives so many sides the same, or none where no symmetry does."""
    from dungeon_designer.layout_edits.symmetry import SymmetryMode

    if sides == 4:
        return SymmetryMode.QUARTER_TURNS
    return SymmetryMode.OFF if sides % 2 else SymmetryMode.HALF_TURN


def options_of(fields: MapOptions) -> ExportOptions:
    """Drawing and export options by the names of their fields; UsageError for one there is not.

    >>> options_of({"theme": "ink", "square": 30}).drawing.theme
    'ink'
    """
    from dungeon_designer.drawing.options import DrawingOptions
    from dungeon_designer.exports.options import ExportOptions

    for name in fields:
        if name not in MapOptions.__annotations__:
            raise UsageError(f"there is no option {name!r}{did_you_mean(name, sorted(MapOptions.__annotations__))}")
    drawn = {field.name for field in dataclasses.fields(DrawingOptions)}
    given: Mapping[str, Any] = dict(fields)
    drawing = DrawingOptions(**{name: value for name, value in given.items() if name in drawn})
    return ExportOptions(drawing, **{name: value for name, value in given.items() if name not in drawn})
