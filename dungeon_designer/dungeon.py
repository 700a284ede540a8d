"""The public Python API: load or parse a dungeon, check it, draw it, change it, save it.

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

A `Dungeon` never changes: methods that change something return another dungeon. The command line and the editor use
this module, too.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.check_cache import CheckCache
from dungeon_designer.errors import (
    DungeonError,
    EditError,
    ReadError,
    RulesetError,
    TileError,
    UsageError,
    suggest_word,
)
from dungeon_designer.findings import Edit, Finding, Fix
from dungeon_designer.grid import Square
from dungeon_designer.installation import require_installation
from dungeon_designer.keyword_types import DungeonOptions, MapOptions
from dungeon_designer.layout.dungeon_files import find_map_corner, is_layout_file, locate_key, read_layout, write_layout
from dungeon_designer.layout.links import (
    LINK_NAME,
    LINK_SCHEME,
    PAGE_VARIABLE,
    build_link,
    check_page,
    is_link,
    read_link,
)
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.reports.check_result import CheckResult
from dungeon_designer.reports.report_model import TextPosition
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, format_title
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_reading import build_read_error, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.writing import write_file
from dungeon_designer.tiles.library import find_own_folder, load_library
from dungeon_designer.tiles.tile import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.exports.export_options import ExportOptions
    from dungeon_designer.figures.measures import Figure
    from dungeon_designer.generator.fairness_fixes import FairnessFixes
    from dungeon_designer.layout_edits.symmetry import SymmetryMode
    from dungeon_designer.playtest.report import Playtest

STDIN = "-"
"""The file name by which a caller means standard input."""

CANDIDATES_PER_VARIANT = 12
"""How many candidates `vary` searches for each dungeon that it returns. The best and most different ones are chosen."""

MAX_GAMES_FOR_PRECISION = 10_000
"""How many matches `playtest` plays at most until a precision is reached, if nobody says how many."""

NO_RULESET_MESSAGE = f"the file names no ruleset; give one with --ruleset ({', '.join(EDITIONS)}, all or a .toml file)"
"""The message for a dungeon that must name a ruleset and does not."""


_CHECKS = CheckCache()
"""The last check of each dungeon."""


class Dungeon(Struct, frozen=True, dict=True, weakref=True):
    """A dungeon: its layout, the file it came from, and the folder and tiles it uses. It never changes.

    Methods that change something return another dungeon. Squares are (x, y), both from 0, x to the right and y down.
    A ruleset is given as the id of an edition (``naf-2019``), as the path of a TOML file, or as a `Ruleset`; without
    one, methods use the ruleset that the dungeon names.

    Attributes:
        layout: every fact that was drawn.
        file: the file as the caller named it; ``-`` for standard input, '' for no file.
        data: the bytes that were read. A sketch keeps its comments when it is saved.
        folder: the folder in which the dungeon's own ruleset, and a folder `tiles`, are searched for.
        tiles: the tiles that the dungeon may name; None for the program's own and those of its folder.
    """

    layout: Layout
    file: str = ""
    data: bytes = b""
    folder: Path = Path()
    tiles: TileLibrary | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str], tiles: Iterable[str] = (), data: bytes | None = None) -> Self:
        """Load a dungeon from a sketch (a YAML file with a drawn map), a layout file (JSON) or a link.

        Args:
            path: the path of the file, ``-`` for standard input, or a link.
            tiles: folders of your own tile sets. A folder `tiles` beside the file is found without being named.
            data: the content, if it was read already, as it must be for standard input; None to read the file.

        Returns:
            The dungeon in the file.

        Raises:
            ReadError: the file cannot be read, or holds no dungeon.
            TileError: one of `tiles` is no folder.

        Examples:
            >>> Dungeon.load("hall.dungeon.yaml", data=b"map: <..>").board.squares
            [(0, 0), (1, 0), (2, 0), (3, 0)]
        """
        file = os.fspath(path)
        if is_link(file):
            return cls.linked(file)
        content = _read_bytes(file) if data is None else data
        folder = Path() if file == STDIN else Path(file).parent
        layout = _read_own_layout(content, "standard input" if file == STDIN else file)
        return cls(layout, file, content, folder, load_dungeon_library(folder, tiles) if tiles else None)

    @classmethod
    def linked(cls, link: str) -> Self:
        """Return the dungeon in a link, which holds the whole dungeon in its text.

        No file is read for it but those of the program, such as its tiles.

        Args:
            link: the link, as `link` makes it: a page's address or ``dungeon:``, followed by ``#d=`` and the dungeon.

        Returns:
            The dungeon, with the tiles of the program.

        Raises:
            ReadError: the link holds no dungeon, or a dungeon that names a ruleset file.

        Examples:
            >>> Dungeon.linked(Dungeon.parse("map: <..>").link()).board.squares
            [(0, 0), (1, 0), (2, 0), (3, 0)]
        """
        data = read_link(link)
        layout = read_layout(data, LINK_NAME)
        if layout.ruleset.lower().endswith(".toml"):
            raise ReadError(LINK_NAME, "ruleset", "a link names an edition, not a file; name the file with --ruleset")
        return cls(layout, LINK_NAME, data, Path(), load_library())

    def link(self, base: str = "") -> str:
        """Return a link that holds the whole dungeon, but for its picture and a theme file that it names.

        Args:
            base: the address of a browser page that shows dungeons. Without it, the environment variable
                DUNGEON_DESIGNER_PAGE names the page; without that, the link opens in this program only.

        Returns:
            The address with the compressed dungeon behind ``#d=``.

        Raises:
            UsageError: the dungeon needs a ruleset file or tiles that do not come with the program, or the address is
                not that of a web page.
            WriteError: the dungeon is too large for a link.

        Examples:
            >>> Dungeon.parse("map: <..>").link()
            'dungeon:#d=y00ssFKo4VJQsNHTs-MCAA'
        """
        missing_files = []
        if self.layout.ruleset.lower().endswith(".toml"):
            missing_files.append(f"the ruleset {self.layout.ruleset}")
        tile_ids = sorted({section.tile for section in self.layout.sections if section.tile})
        missing_files += [f"the tile {tile_id}" for tile_id in tile_ids if tile_id not in load_library()]
        if missing_files:
            problem = f"a link cannot hold {missing_files[0]}, which does not come with the program; pass the files on"
            raise UsageError(problem)
        page = base
        if not page and os.environ.get(PAGE_VARIABLE):
            page = os.environ[PAGE_VARIABLE]
            check_page(page, PAGE_VARIABLE)
        theme = "" if names_theme_file(self) else self.layout.theme
        return build_link(replace(self.layout, picture=None, theme=theme), page or LINK_SCHEME)

    @classmethod
    def parse(cls, text: str, folder: str | os.PathLike[str] = "", tiles: Iterable[str] = ()) -> Dungeon:
        """Return the dungeon that a text describes.

        Args:
            text: a sketch (YAML with a drawn map), or the JSON of a layout file.
            folder: the folder in which the dungeon's own ruleset, and a folder `tiles`, are searched for.
            tiles: folders of your own tile sets.

        Returns:
            The dungeon, which belongs to no file.

        Raises:
            ReadError: the text describes no dungeon. The error names the line and column, or the key.
            TileError: one of `tiles` is no folder.

        Examples:
            >>> Dungeon.parse("map: <..>").board.squares
            [(0, 0), (1, 0), (2, 0), (3, 0)]
        """
        data, home_folder = text.encode(), Path(folder)
        return cls(
            read_layout(data, "the text"),
            "",
            data,
            home_folder,
            load_dungeon_library(home_folder, tiles) if tiles else None,
        )

    @classmethod
    def generate(
        cls,
        ruleset: str | Ruleset,
        *,
        count: int = 1,
        **options: Unpack[DungeonOptions],
    ) -> list[Dungeon]:
        """Return new dungeons without problems by a ruleset, as different from each other as possible.

        The same arguments give the same dungeons.

        Args:
            ruleset: an edition, a TOML file, or a ruleset.
            count: how many dungeons.
            **options: the fields of `generator.generator_options.GenerateOptions`, such as `seed` (the seed of the
                dice), `symmetry`, `squares` (the least and the most), `fit` (columns and rows of the table), `rooms`,
                `tiles` (tile sets), `wants` (wishes such as ``long`` or ``lava=2``) and `style` (``named`` or
                ``spread``). Matches are played only with `playtest=True`.

        Returns:
            The dungeons; fewer than `count` if no more are found.

        Raises:
            UsageError: options do not fit the ruleset or each other, or a wish or a room is unknown.
            ReadError: the file of the stock is wrong.

        Examples:
            >>> len(Dungeon.generate("naf-2019", count=1, seed=1))
            1
        """
        require_installation("generate")
        from dungeon_designer.generator.generator_options import GenerateOptions
        from dungeon_designer.generator.request_builder import build_request
        from dungeon_designer.generator.search import propose_dungeons

        rules = load_ruleset(ruleset, Path()) if isinstance(ruleset, str) else ruleset
        options.setdefault("playtest", False)  # matches take minutes, so nobody gets them unasked
        request = build_request(GenerateOptions(**options), rules, load_library())
        return [cls(proposal.layout) for proposal in propose_dungeons(request, count).archive.choose_proposals()]

    @classmethod
    def deal(cls, set_up: int | None = None, *, seed: int = 1, bare: bool = False) -> Dungeon:
        """Return a dungeon of the six cardboard boards of the boxed game of 1989, dealt by lot like cards.

        A Set-Up is one of the five arrangements that the rule book prints: it shows where the boards lie. The dungeon
        need not be legal.

        Args:
            set_up: the number of the Set-Up, 1 to 5; None to draw one by lot.
            seed: the seed of the dice.
            bare: whether chests, portals and doors are left out.

        Returns:
            The dungeon.

        Raises:
            UsageError: there is no such Set-Up.

        Examples:
            >>> Dungeon.deal(3, seed=1).name
            'Set-Up 3, deal 1'
        """
        require_installation("deal")
        from dungeon_designer.generator.dealing import deal_boards

        return cls(deal_boards(seed, set_up, bare).layout)

    def __repr__(self) -> str:
        _, (width, height) = self.board.bounds
        return f"<Dungeon {self.name!r}, {width} x {height}, {self.layout.ruleset or 'no ruleset'}>"

    @property
    def name(self) -> str:
        """The dungeon's name; '' if it has none."""
        return self.layout.name

    @cached_property
    def library(self) -> TileLibrary:
        """The tiles that the dungeon may name.

        These are `tiles`, or else the program's own and those in a folder `tiles` beside the dungeon's file.
        """
        library = load_dungeon_library(self.folder) if self.tiles is None else self.tiles
        if self.layout.picture and may_read_files(self):
            return library.with_picture_folder(os.path.abspath(self.folder))
        return library

    @cached_property
    def board(self) -> Board:
        """The board that the layout describes, square by square.

        Raises:
            ReadError: the dungeon names a tile that no set holds, or whose file is wrong.
        """
        try:
            return build_board(self.layout, self.library)
        except TileError as error:
            # an error about the id of a tile or section belongs to no file of its own: it has the word "tile" for that
            names_no_file = error.file == "tile"
            problem = f"{error.location}: {error.problem}" if names_no_file else str(error)
            raise self._build_key_error("sections", problem) from None

    @property
    def is_sketch(self) -> bool:
        """Whether the dungeon was read from a sketch (a YAML file with a drawn map), not from a layout file (JSON)."""
        text = self.data.decode("utf-8-sig", "replace")  # whatever bytes a caller gave, a property raises no error
        return not is_layout_file(self.file, text)

    @property
    def corner(self) -> TextPosition | None:
        """The line and column of square (0, 0) in the file, both from 1; None unless the file is a sketch with a map.

        >>> Dungeon.load("hall.dungeon.yaml", data=b"map: <..>").corner
        (1, 6)
        """
        return find_map_corner(self.data.decode("utf-8-sig")) if self.data and self.is_sketch else None

    def ruleset(self, asked: str | Ruleset | None = None) -> Ruleset:
        """Return a ruleset by its id or file, or the dungeon's own.

        Args:
            asked: an edition's id, the path of a TOML file, or a ruleset; None for the ruleset that the dungeon
                names.

        Returns:
            The ruleset.

        Raises:
            RulesetError: the named ruleset is wrong; the error names every problem.
            ReadError: the dungeon names no ruleset, or a wrong one.

        Examples:
            >>> Dungeon.parse("map: <..C.>").ruleset("naf-2019").id
            'naf-2019'
        """
        if isinstance(asked, Ruleset):
            return asked
        if asked is not None:
            return load_ruleset(asked, Path())
        own_ruleset = self.layout.ruleset
        if not own_ruleset:
            raise ReadError(self.file or "the dungeon", "", NO_RULESET_MESSAGE)
        try:
            return load_ruleset(own_ruleset, self.folder, named_by_file=True)
        except RulesetError as error:
            raise self._build_key_error("ruleset", str(error)) from None

    def _build_key_error(self, key: str, problem: str) -> ReadError:
        """Return the error for a problem with the value of a key of the file, with its line and column if known.

        `key` is a key at the top of the file, such as `ruleset`.
        """
        key_path = (key,)
        mark = locate_key(self.data, self.file, key_path)
        return build_read_error(Fault(problem, key_path, mark), self.file or "the dungeon")

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
    ) -> CheckResult:
        """Check the dungeon by a ruleset.

        Args:
            ruleset: an edition, a TOML file, or a ruleset; None for the dungeon's own.
            strict: whether a warning, too, makes the dungeon illegal.
            select: the only rules to check; None for all rules of the ruleset.
            ignore: rules to leave out.
            places: whether findings tell their line and column in the file.
            moves: whether to search for moves of chests and portals that fix problems. The search takes longer than
                the check.
            walks: whether the result tells how far each team walks to the chests, in steps.

        Returns:
            The result, with `legal` and `findings`. Its `str()` is the text that the command line prints. If a rule
            crashed, the dungeon cannot be judged: `failed` names the rule, and `legal` is false.

        Raises:
            RulesetError: the ruleset is wrong, or a rule is unknown.
            ReadError: the dungeon names no ruleset, or an unknown tile.

        Examples:
            >>> report = Dungeon.parse("map: <<..C.1.>>").check("naf-2019", select=["chest-count"])
            >>> report.legal, report.findings[0].measured, report.findings[0].required
            (False, 1, 6)
        """
        from dungeon_designer.rules.checker import fail_all_rules
        from dungeon_designer.rules.context import measure_chest_walks

        board, resolved_ruleset = self.board, self.ruleset(ruleset)
        # the last check of this dungeon is returned again if it had the same ruleset and rules
        context, verdict = _CHECKS.check(self, board, resolved_ruleset, select, ignore)
        if moves:
            from dungeon_designer.rules.autofix import verify_fixes

            verdict = verify_fixes(verdict, board, resolved_ruleset)
        chest_walks = None
        try:
            chest_walks = measure_chest_walks(context) if walks else None
        except Exception as error:  # rules read the same analysis: none of them can be trusted
            verdict = fail_all_rules(verdict, error)
        return CheckResult(
            self.file,
            self.name,
            verdict,
            strict,
            board=board,
            checked_ruleset=resolved_ruleset,
            corner=self.corner if places else None,
            walks=chest_walks,
            selected=select is not None,
        )

    def fix(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        unsafe: bool = False,
        select: Sequence[str] | None = None,
        ignore: Sequence[str] = (),
    ) -> FixedDungeon:
        """Make those changes that remove problems of the dungeon and cause no new ones.

        Args:
            ruleset: an edition, a TOML file, or a ruleset; None for the dungeon's own.
            unsafe: whether chests and portals may move, too. Otherwise only what nobody can have meant is fixed.
            select: the only rules whose problems are fixed; None for all rules of the ruleset.
            ignore: rules to leave out.

        Returns:
            `.dungeon` after the fixes, and `.fixes` in the order in which they were made.

        Raises:
            RulesetError: the ruleset is wrong, or a rule is unknown.
            ReadError: the dungeon names no ruleset, or an unknown tile.

        Examples:
            >>> fixed = Dungeon.parse("map: <.1.1.>").fix("naf-2019", select=["portal-numbers"])
            >>> [(portal.number, portal.at) for portal in fixed.dungeon.layout.portals]
            [(1, (2, 0)), (2, (4, 0))]
        """
        from dungeon_designer.rules.autofix import Autofix, FixResult

        resolved_ruleset = self.ruleset(ruleset)
        verdict = _CHECKS.check(self, self.board, resolved_ruleset, select, ignore).verdict
        original = FixResult(self.board.layout, self.board, verdict)
        fixed = Autofix(resolved_ruleset, self.library, select, ignore, unsafe).fix_layout(original.layout, original)
        return FixedDungeon(replace(self, layout=fixed.layout), fixed.fixes)

    def add_chest(self, at: Square) -> Dungeon:
        """Return the dungeon with one more chest.

        Args:
            at: the square of the chest.

        Returns:
            The dungeon with the chest.

        Raises:
            EditError: a chest lies on that square already.

        Examples:
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
        r"""Return the dungeon with chests, portals, counters and balls placed as a ruleset requires, and fairly.

        Args:
            ruleset: an edition, a TOML file, or a ruleset; None for the dungeon's own.
            only: the kinds of objects to place; all others stay.
            keep: whether objects of these kinds stay, so that only missing ones are placed.
            chests: how many chests, where the ruleset leaves that open; None for the ruleset's number.
            portals: how many portals, likewise.
            symmetry: how the objects are mirrored, about the middle of the floor; None without symmetry.
            seed: the seed of the dice.
            strict: whether rules that only advise must be kept, too.

        Returns:
            The dungeon with the objects. The same arguments give the same squares.

        Raises:
            PlacementError: the objects cannot be placed; the error names the rules that prevent it.

        Examples:
            >>> hall = Dungeon.parse("map: |\n" + "  <<......................>>\n" * 10)
            >>> len(hall.place("naf-2019", only=["chest"], seed=3).layout.chests)
            6
        """
        require_installation("place")
        from dungeon_designer.generator.generator_options import Placeable, PlaceOptions
        from dungeon_designer.generator.placement.placer import place

        options = PlaceOptions(
            only=tuple(Placeable(f"{kind}s") for kind in only),  # the command line says "chests" for "chest"
            keep=keep,
            chests=chests,
            portals=portals,
            symmetry=symmetry,
            seed=seed,
            strict=strict,
        )
        (layout,) = place(self.board.layout, self.ruleset(ruleset), self.library, options)  # one if no more are asked
        return replace(self, layout=layout)

    def vary(
        self, ruleset: str | Ruleset | None = None, *, count: int = 8, seed: int = 1, locked: Collection[str] = ()
    ) -> list[Dungeon]:
        r"""Return variants of the dungeon, each with one change (a moved chest, say), and none less legal or less fair.

        Args:
            ruleset: an edition, a TOML file, or a ruleset; None for the dungeon's own.
            count: the largest number of variants.
            seed: the seed of the dice.
            locked: ids of sections that stay as they are, with all objects in them.

        Returns:
            The best variants, as different from each other as possible.

        Raises:
            RulesetError: the ruleset is wrong.

        Examples:
            >>> hall = Dungeon.parse("map: |\n" + "  <<......................>>\n" * 10)
            >>> len(hall.place("naf-2019", only=["chest", "portal"], seed=3).vary("naf-2019", count=1))
            1
        """
        require_installation("vary")
        from dungeon_designer.generator.generator_options import VaryOptions
        from dungeon_designer.generator.variations import choose_variations, find_variations

        options = VaryOptions(locked=frozenset(locked), seed=seed)
        variants = find_variations(self.board.layout, self.ruleset(ruleset), self.library, options)
        # More are found than returned, to choose those that differ most.
        candidates = list(islice(variants, CANDIDATES_PER_VARIANT * count))
        return [replace(self, layout=variant.layout) for variant in choose_variations(candidates, count)]

    def edit(self, *changes: Edit | Callable[[Layout], Layout], **fields: Any) -> Dungeon:
        """Return the dungeon after some changes, made in order.

        Args:
            *changes: edits of `dungeon_designer.findings`, such as `MoveChest`, or functions that take a layout (the
                dungeon as drawn) and return the changed one.
            **fields: fields of the layout, such as `name` or `chests`, with their new values.

        Returns:
            The changed dungeon.

        Raises:
            EditError: an edit names something that the dungeon does not hold, or a field does not exist.

        Examples:
            >>> hall = Dungeon.parse("map: <.C..>").edit(name="The Hall")
            >>> from dungeon_designer.findings import MoveChest
            >>> hall.edit(MoveChest((2, 0), (3, 0))).layout.chests
            ((3, 0),)
        """
        from dungeon_designer.layout.transforms import apply_edits

        unknown = [name for name in fields if name not in Layout.__struct_fields__]
        if unknown:
            hint = suggest_word(unknown[0], Layout.__struct_fields__)
            raise EditError(f"a layout has no field {unknown[0]!r}{hint}")
        layout = self.layout
        for change in changes:
            layout = change(layout) if callable(change) else apply_edits(layout, [change])
        return replace(self, layout=normalise_layout(replace(layout, **fields)))

    def analyse(self, ruleset: str | Ruleset | None = None) -> dict[str, Figure]:
        """Return figures that describe how a match in the dungeon will be, by their names.

        Args:
            ruleset: the ruleset by which players walk and open chests; None for the dungeon's own.

        Returns:
            Each figure with its unit, and with a value or one value for each team. `figures.measures` lists and
            defines them.

        Raises:
            RulesetError: the ruleset is wrong.
            ReadError: the dungeon names no ruleset, or an unknown tile.

        Examples:
            >>> Dungeon.parse("map: <..C.>").analyse("naf-2019")["chest-steps"].by_side
            {'home': 3.0, 'away': 2.0}
        """
        require_installation("analyse")
        from dungeon_designer.figures.measures import measure_figures
        from dungeon_designer.figures.survey import create_survey

        return {figure.name: figure for figure in measure_figures(create_survey(self.board, self.ruleset(ruleset)))}

    def playtest(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        teams: Sequence[str] = ("balanced", "agile", "bashing", "small-and-many"),
        games: int | None = None,
        precision: float | None = None,
        seed: int = 1,
        coaches: Sequence[str] = (),
        turn_minutes: int | None = None,
        clock: bool = True,
    ) -> Playtest:
        """Let the program play many matches between two coaches of equal skill, and return how they end.

        This shows whether the dungeon favours one team. The manual's page on playtests tells how a match is played.

        Args:
            ruleset: an edition, a TOML file, or a ruleset; None for the dungeon's own.
            teams: ids or files of teams.
            games: how many matches, of each style of play if no coaches are named. None for 4,400, or with a precision
                for 10,000 at most.
            precision: end as soon as the share of matches that home wins is known to plus or minus this; 0.02 is 2 %.
                None to play all matches.
            seed: the seed of the dice.
            coaches: ids or files of coaches. One coach leads both teams; two play each other; without any, each style
                plays.
            turn_minutes: minutes for a turn; None for the ruleset's.
            clock: whether the time in the rule book may end a match.

        Returns:
            The shares of matches and their intervals, and statistics of the play.

        Raises:
            PlaytestError: no match can be played in the dungeon, or a team cannot play.

        Examples:
            >>> Dungeon.load("hall.dungeon.yaml").playtest("naf-2019").verdict_word  # doctest: +SKIP
            <VerdictWord.FAIR: 'fair'>
        """
        require_installation("playtest")
        from dungeon_designer.playtest.report import build_plan, run_playtest
        from dungeon_designer.playtest.series import DEFAULT_GAMES

        game_count = games or (DEFAULT_GAMES if precision is None else MAX_GAMES_FOR_PRECISION)
        resolved_ruleset = self.ruleset(ruleset)
        # without coaches, `styles` lets every style of play that comes with the program play its own matches
        coach_options: dict[str, Any] = {"coaches": coaches} if coaches else {"styles": True}
        plan = build_plan(teams, game_count, precision, seed, turn_minutes=turn_minutes, clock=clock, **coach_options)
        return run_playtest(self.board, resolved_ruleset, plan, self.name, self.file)

    def mend(
        self,
        ruleset: str | Ruleset | None = None,
        *,
        teams: Sequence[str] = ("balanced", "agile", "bashing", "small-and-many"),
        games: int = 10_000,
        moves: int = 2,
        seed: int = 1,
        locked: Collection[str] = (),
    ) -> FairnessFixes:
        """Search for moves that make the dungeon fair in play, judged by playtests.

        Args:
            ruleset: an edition, a TOML file, or a ruleset; None for the dungeon's own.
            teams: ids or files of teams.
            games: how many matches of each style of play judge a changed dungeon.
            moves: how many objects may be moved at most.
            seed: the seed of the dice.
            locked: ids of sections that stay as they are, with all objects in them.

        Returns:
            The changed dungeons in `.answers`, the best first, each with its `.layout`.

        Raises:
            PlaytestError: no match can be played in the dungeon, or a team cannot play.

        Examples:
            >>> hall = Dungeon.load("hall.dungeon.yaml")  # doctest: +SKIP
            >>> hall.mend("naf-2019", games=400).answers[0].layout.chests  # doctest: +SKIP
            ((4, 2), (9, 7))
        """
        require_installation("mend")
        from dungeon_designer.generator.changes import OriginalDungeon
        from dungeon_designer.generator.fairness_fixes import FairnessFixOptions, find_fairness_fixes
        from dungeon_designer.generator.generator_options import VaryOptions
        from dungeon_designer.playtest.report import build_plan

        options = FairnessFixOptions(plan=build_plan(teams, games, seed=seed), locked=frozenset(locked), moves=moves)
        change_options = VaryOptions(locked=options.locked, seed=seed)  # what the changes must leave alone
        original = OriginalDungeon(self.board.layout, self.ruleset(ruleset), self.library, change_options)
        return find_fairness_fixes(original, options)

    def svg(self, ruleset: str | Ruleset | None = None, **options: Unpack[MapOptions]) -> str:
        """Return the map as SVG.

        Args:
            ruleset: marks the problems by this ruleset on the map; None for a map without marks.
            **options: the options of `draw`.

        Returns:
            The text of the SVG file.

        Raises:
            UsageError: an option is unknown.

        Examples:
            >>> Dungeon.parse("map: <..>").svg(theme="ink").startswith("<?xml")
            True
        """
        from dungeon_designer.exports.svg import draw_svg

        return draw_svg(
            self.board,
            self._complete_options(build_export_options(options), ruleset),
            self._list_marked_findings(ruleset),
        )

    def draw(
        self, path: str | os.PathLike[str], ruleset: str | Ruleset | None = None, **options: Unpack[MapOptions]
    ) -> Path:
        """Draw the map into a file.

        Args:
            path: the file; its ending (.svg, .png, .pdf or .html) says the format.
            ruleset: marks the problems by this ruleset on the map; None for a map without marks.
            **options: the fields of `drawing.drawing_options.DrawingOptions` (`theme`, `legend`, `title`, `hidden`, …)
                and of `exports.export_options.ExportOptions` (`square` in millimetres, `dpi`, `paper`, …).

        Returns:
            The path of the file.

        Raises:
            UsageError: an option or the ending is unknown.
            WriteError: the file cannot be written.

        Examples:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     Dungeon.parse("map: <..>").draw(Path(folder) / "hall.svg", square=10).name
            'hall.svg'
        """
        from dungeon_designer.exports.export_options import UsedOptions
        from dungeon_designer.exports.exporters import find_exporter

        export_options = self._complete_options(build_export_options(options), ruleset)
        # a web page, for instance, also shows what the ruleset says of each object; a plain map needs no ruleset
        shows_rules = UsedOptions.EDITION in find_exporter(os.fspath(path)).used_options
        if shows_rules and (ruleset or self.layout.ruleset):
            export_options = dataclasses.replace(export_options, ruleset=self.ruleset(ruleset))
        for name, data in export_and_check(
            self.board, os.fspath(path), export_options, self._list_marked_findings(ruleset)
        ).items():
            write_file(name, data)
        return Path(path)

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Write the dungeon to a sketch (.yaml) or a layout file (.json), as the ending says.

        A dungeon that was read from a sketch (a YAML file with a drawn map) and is saved to one keeps the comments and
        the order of that file.

        Args:
            path: the file; None for the file the dungeon came from.

        Returns:
            The path of the file.

        Raises:
            UsageError: the dungeon came from no file, and no path is given.
            WriteError: the file cannot be written.

        Examples:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     Dungeon.parse("map: <..>").save(Path(folder) / "hall.dungeon.yaml").read_text()
            'map: <..>'
        """
        if path is None and self.file in ("", STDIN):
            raise UsageError("this dungeon came from no file; say where to save it")
        target = Path(path if path is not None else self.file)
        write_file(target, self.content(os.fspath(target)))
        return target

    def content(self, name: str = "") -> bytes:
        """Return the bytes that a file with the dungeon would hold.

        A sketch that was read is changed as little as possible; a layout file always has the same form.

        Args:
            name: the name of the file, whose ending says the format; '' for the format that was read.

        Returns:
            The content, in UTF-8.

        Raises:
            WriteError: no file can hold the dungeon.

        Examples:
            >>> Dungeon.load("hall.dungeon.yaml", data=b"map: <..>  # one row").content()
            b'map: <..>  # one row'
        """
        existing_sketch = self.data if self.data and self.is_sketch else None
        if name:
            return write_layout(self.layout, name, existing_sketch)
        has_no_file = self.file in ("", STDIN, LINK_NAME)  # it came from a text, a pipe or a link
        file_name = "standard output" if has_no_file else self.file  # for errors only
        return write_layout(self.layout, file_name, existing_sketch, as_layout_file=not self.is_sketch)

    def _repr_svg_(self) -> str:
        """Return the map as SVG, which notebooks show."""
        return self.svg(title=bool(self.name))

    def _complete_options(self, options: ExportOptions, ruleset: str | Ruleset | None) -> ExportOptions:
        """Return drawing options with what this dungeon adds: its theme if they name none, and the edition's title."""
        if not options.drawing.theme:
            drawing = dataclasses.replace(options.drawing, theme=find_own_theme(self))
            options = dataclasses.replace(options, drawing=drawing)
        return self._add_edition_title(options, ruleset)

    def _add_edition_title(self, options: ExportOptions, ruleset: str | Ruleset | None) -> ExportOptions:
        """Return drawing options in which the map's title also names the ruleset.

        They are unchanged if the map shows no title, if the options name an edition already, or if the ruleset cannot
        be read.
        """
        drawing = options.drawing
        # a cartouche is a panel with a title below the map; a map that is cut into sheets has a title on each sheet
        has_title = drawing.title or drawing.cartouche or not options.fitted
        if drawing.edition or not has_title or not (ruleset or self.layout.ruleset):
            return options
        with contextlib.suppress(DungeonError):
            drawing = dataclasses.replace(drawing, edition=format_title(self.ruleset(ruleset)))
        return dataclasses.replace(options, drawing=drawing)

    def _list_marked_findings(self, ruleset: str | Ruleset | None) -> Sequence[Finding]:
        """Return the findings (problems) of a check that the map marks; () without a ruleset.

        Those that the author waives (accepts with a reason) are left out. A rule that crashed counts as an error.
        """
        if ruleset is None:
            return ()
        findings = self.check(ruleset, places=False).verdict.findings_and_failures
        return tuple(finding for finding in findings if finding.waived is None)


def export_and_check(
    board: Board, path: str, options: ExportOptions, findings: Sequence[Finding] = (), *, ending: str = ""
) -> dict[str, bytes]:
    """Return the content of the export file at `path`, and of files that belong beside it, by their paths.

    A map file for the map editor Tiled is read again, to check that it holds the same dungeon.

    Args:
        board: the board to export.
        path: the file, or ``-`` for standard output.
        options: the options of the export.
        findings: findings to mark on the map.
        ending: the format, as a file's ending; '' to take the ending of `path`.

    Raises:
        WriteError: the map for Tiled does not read as the same dungeon.
    """
    from dungeon_designer.exports.exporters import export_board, export_files
    from dungeon_designer.imports.tiled_round_trip import TILED_ENDINGS, check_tiled_map

    format_name = (ending or path).lower()  # an ending or a path: both end in the format
    if path == STDIN:  # the "-" of standard input also means standard output, for which `ending` is always given
        name_in_errors = "standard output"
        files = {path: export_board(board, f"dungeon{format_name}", options, findings)}
    else:
        name_in_errors = path
        files = export_files(board, path, options, findings, ending=ending)
    if format_name.endswith(TILED_ENDINGS):
        check_tiled_map(files[path], name_in_errors, format_name, board, options.drawing.hidden)
    return files


def load(path: str | os.PathLike[str], tiles: Iterable[str] = ()) -> Dungeon:
    r"""Load a dungeon from a sketch (a YAML file with a drawn map), a layout file (JSON) or a link.

    Args:
        path: the path of the file, or a link.
        tiles: folders of your own tile sets. A folder `tiles` beside the file is found without being named.

    Returns:
        The dungeon in the file.

    Raises:
        ReadError: the file cannot be read, or holds no dungeon. The error names the file, the location and the
            remedy.
        TileError: one of `tiles` is no folder.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Dungeon.parse("name: Hall\nmap: <..>").save(Path(folder) / "hall.dungeon.json")
        ...     load(file).name
        'Hall'
    """
    return Dungeon.load(path, tiles)


class FixedDungeon(Struct, frozen=True):
    """A dungeon after the fixes that helped.

    Attributes:
        dungeon: the fixed dungeon.
        fixes: the fixes, in the order in which they were made.
    """

    dungeon: Dungeon
    fixes: tuple[Fix, ...]


def _read_bytes(file: str) -> bytes:
    """Return the bytes of a file.

    If another program wrote a file that is too large, the ReadError names that program.
    """
    try:
        return read_bytes(file)
    except ReadError as error:
        from dungeon_designer.imports.importers import explain_too_large

        problem = explain_too_large(file)  # '' if no other program is known to write such files
        if problem:
            raise ReadError(file, "", problem) from None
        raise error from None


def _read_own_layout(data: bytes, name: str) -> Layout:
    """Return the layout in a file. If another program wrote the file, the ReadError names that program.

    Args:
        data: The content of the file.
        name: The name of the file in errors.
    """
    try:
        return read_layout(data, name)
    except ReadError as error:
        from dungeon_designer.imports.importers import explain_foreign

        problem = explain_foreign(data, name)  # '' if it is the file of no other program that is known
        if problem:
            raise ReadError(name, "", problem) from None
        raise error from None


def load_dungeon_library(folder: Path, tiles: Iterable[str] = ()) -> TileLibrary:
    """Return the tiles that a dungeon may name.

    Args:
        folder: the folder of the dungeon's file; tiles in its folder `tiles` belong to the result.
        tiles: folders of further tile sets.

    Returns:
        The program's own tiles with those of the folders.

    Raises:
        TileError: one of `tiles` is no folder.
    """
    return load_library(tiles, find_own_folder(folder))


def names_theme_file(dungeon: Dungeon) -> bool:
    """Return whether a dungeon names a theme file, and not one of the program's themes."""
    if not dungeon.layout.theme:  # as most dungeons; then no theme is loaded
        return False
    from dungeon_designer.drawing.themes import is_theme_file

    return is_theme_file(dungeon.layout.theme)


def may_read_files(dungeon: Dungeon) -> bool:
    """Return whether a theme file or picture that a dungeon names may be read: whether it has a folder of its own.

    A dungeon from a link, a pipe or a pasted text has none, so that no stranger chooses a file to read.
    """
    has_file = dungeon.file not in ("", STDIN, LINK_NAME)
    was_given_folder = dungeon.file == "" and dungeon.folder != Path()
    return has_file or was_given_folder


def find_own_theme(dungeon: Dungeon) -> str:
    """Return the theme that a dungeon names, as the option `theme` takes it.

    It is '' if the dungeon names none, or a theme file that may not be read (`may_read_files`).

    Raises:
        ReadError: the theme does not exist or is wrong, or lies outside the folder of the dungeon.
    """
    from dungeon_designer.drawing.themes.named_theme import resolve_named_theme

    if names_theme_file(dungeon) and not may_read_files(dungeon):
        return ""
    try:
        return resolve_named_theme(dungeon.layout.theme, dungeon.folder)
    except Fault as fault:
        key_path = ("theme",)
        mark = locate_key(dungeon.data, dungeon.file, key_path)
        raise build_read_error(Fault(fault.problem, key_path, mark), dungeon.file or "the dungeon") from None


def build_export_options(fields: MapOptions) -> ExportOptions:
    """Return drawing and export options from the values of their fields.

    Raises:
        UsageError: an option does not exist.

    Examples:
        >>> build_export_options({"theme": "ink", "square": 30}).drawing.theme
        'ink'
    """
    from dungeon_designer.drawing.drawing_options import DrawingOptions
    from dungeon_designer.exports.export_options import ExportOptions, list_map_options

    option_names = {field.name for field in list_map_options()}
    for name in fields:
        if name not in option_names:
            raise UsageError(f"there is no option {name!r}{suggest_word(name, sorted(option_names))}")
    drawing_names = {field.name for field in dataclasses.fields(DrawingOptions)}
    values: Mapping[str, Any] = dict(fields)  # mypy knows no type for all values of a TypedDict
    drawing = DrawingOptions(**{name: value for name, value in values.items() if name in drawing_names})
    return ExportOptions(drawing, **{name: value for name, value in values.items() if name not in drawing_names})
