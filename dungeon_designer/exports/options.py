"""How a map is written, whatever the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto
from pathlib import Path

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.analysis.stock import check_tables
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import DrawingOptions, RangeBands
from dungeon_designer.errors import UsageError, did_you_mean
from dungeon_designer.exports.papers import LONGEST, Orientation, paper_named
from dungeon_designer.findings import Finding
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset

MAX_DPI = 2400
MAX_PIXELS_A_SQUARE = 4096
MAX_OVERLAP = 40.0
MAX_BED_MM = 2000.0
MAX_BLEED = 25.0
NARROWEST_ROLL = 200.0


@dataclass(frozen=True, slots=True)
class SvgNames:
    """What a program that puts a map into its own page wants of an SVG: names of its own, places it can find.

    prefix  stands before every id, so that two maps can lie in one page
    cells   one more element for each square of floor, unseen, to be clicked on

    With either, things have the attributes data-kind, data-x and data-y, which SVG 1.1 does not know. UsageError for a
    prefix that makes no id.
    """

    prefix: str = ""
    cells: bool = False

    def __post_init__(self) -> None:
        if self.prefix and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]{0,40}", self.prefix):
            raise UsageError(f"{self.prefix!r} makes no id; begin with a letter, then letters, digits, -, _ and .")


@dataclass(frozen=True, slots=True)
class Mat:
    """The map in one piece for a print shop: its size, and how far it goes on beyond the trim, both in millimetres.

    With a `roll` the page is as wide as that and as long as the map needs; with a `paper` the trimmed mat is as large
    as that; else just as large as the map. UsageError for a bleed, a roll or a paper that nobody prints.
    """

    bleed: float = 0.0
    roll: float | None = None
    paper: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= MAX_BLEED:
            raise UsageError(f"a bleed of {self.bleed:g} mm cannot be printed; choose 0 to {MAX_BLEED:g} mm")
        if self.roll is not None and self.paper:
            raise UsageError("a mat is printed on a roll or on paper; name one of them")
        if self.roll is not None and not NARROWEST_ROLL <= self.roll <= LONGEST:
            raise UsageError(
                f"a roll of {self.roll:g} mm cannot be printed on; choose {NARROWEST_ROLL:g} to {LONGEST:g} mm"
            )
        if self.paper:
            paper_named(self.paper)


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is drawn, how large a square is (`square`, millimetres) and how fine a raster is (`dpi`, or `pixels` a
    square).

    Pages: the map `fitted` on one, or else cut into sheets of `paper` true to scale, which go on for `overlap`
    millimetres beyond each joint, or in one piece as a `mat`; all of it for so many `tables`.
    Overlays: `distances`, a number of steps for each square of the board, and `reach`, and `figure`, square by square.
    `bed` is the width and depth, in millimetres, of the printer's bed that solids are cut to.
    A page for a browser and a board for programs go by the `ruleset`, without one by the layout's own edition.
    `picture` is the name of the picture that lies beside an object of Tabletop Simulator.
    UsageError for a square, a resolution or a paper that makes no picture.
    """

    drawing: DrawingOptions = field(default_factory=DrawingOptions)
    square: float = 29.0
    dpi: int = 96
    pixels: int | None = None
    names: SvgNames | None = None
    fitted: bool = True
    paper: str = "A4"
    orientation: str = Orientation.AUTO
    overlap: float = 5.0
    mat: Mat | None = None
    tables: int = 1
    bed: tuple[float, float] = (220.0, 220.0)
    distances: tuple[int, ...] | None = None
    reach: RangeBands | None = None
    figure: FigurePicture | None = None
    ruleset: Ruleset | None = None
    picture: str = ""

    def __post_init__(self) -> None:
        if not 0.5 <= self.square <= 1000:
            raise UsageError(f"a square of {self.square:g} mm cannot be drawn; choose 0.5 to 1000 mm")
        if not 1 <= self.dpi <= MAX_DPI:
            raise UsageError(f"{self.dpi} dots an inch cannot be drawn; choose 1 to {MAX_DPI}")
        if self.pixels is not None and not 1 <= self.pixels <= MAX_PIXELS_A_SQUARE:
            raise UsageError(f"squares of {self.pixels} dots cannot be drawn; choose 1 to {MAX_PIXELS_A_SQUARE}")
        if not 0 <= self.overlap <= MAX_OVERLAP:
            raise UsageError(f"an overlap of {self.overlap:g} mm cannot be printed; choose 0 to {MAX_OVERLAP:g} mm")
        if not all(0 < side <= MAX_BED_MM for side in self.bed):
            raise UsageError(f"a printer's bed has sides of up to {MAX_BED_MM:g} mm; name it as 220x220mm")
        check_tables(self.tables)
        if self.orientation not in set(Orientation):
            raise UsageError(f"{self.orientation!r} is no orientation{did_you_mean(self.orientation, Orientation)}")
        paper_named(self.paper)


def edition_of(board: Board, options: ExportOptions) -> Ruleset:
    """The ruleset a file plays by: the options', else the edition the layout names, else the usual corners.

    Of a layout's own ruleset that does not come with the program, nothing is known here.
    """
    own = board.layout.ruleset
    if options.ruleset is not None:
        return options.ruleset
    return load_ruleset(own, Path()) if own in EDITIONS else Ruleset()


class Takes(Flag):
    """What of the options changes a format's files: a dialog asks for nothing else.

    The scale of a PDF is the business of printing; a browser makes an HTML page's map as wide as its window.
    """

    NOTHING = 0
    DRAWING = auto()
    FINDINGS = auto()
    SQUARE = auto()
    DPI = auto()
    PAPER = auto()
    EDITION = auto()
    BED = auto()


@dataclass(frozen=True)
class Exporter:
    """One format a board can be written in.

    name     the format in words a person knows, which translators are given
    endings  the file endings it answers to, the usual one first, in small letters
    takes    which options it heeds
    export   gives the whole file: the same board and options give the same bytes
    picture  draws the picture that the file names, where it names one

    Importing one must be cheap: libraries are imported in `export`.
    """

    name: str
    endings: tuple[str, ...]
    takes: Takes
    export: Callable[[Board, ExportOptions, Sequence[Finding]], bytes]
    picture: Callable[[Board, ExportOptions], bytes] | None = None
