"""Define the options of an export, and the record that describes each export format."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from enum import Flag, auto
from pathlib import Path
from typing import Any

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.analysis.stock import validate_table_count
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.drawing_options import DrawingOptions, RangeBands
from dungeon_designer.errors import UsageError, suggest_word
from dungeon_designer.exports.papers import MAX_PAGE_SIDE_MM, Orientation, find_paper
from dungeon_designer.findings import Finding
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset

DEFAULT_SQUARE_MM = 29.0
"""The usual width of a printed square, on which bases of 25 mm stand well."""
MAX_DPI = 2400
"""The finest resolution of a raster picture."""
MAX_PIXELS_PER_SQUARE = 4096
"""The most pixels that a square may be wide."""
MAX_OVERLAP_MM = 40.0
"""The widest strip that sheets may share at a joint."""
MAX_BED_MM = 2000.0
"""The longest side of a 3D printer's bed."""
MAX_BLEED_MM = 25.0
"""The widest bleed of a mat."""
MIN_ROLL_WIDTH_MM = 200.0
"""The narrowest roll that a mat is printed on."""


@dataclass(frozen=True, slots=True)
class SvgNames:
    """Options for an SVG that another program puts into its own page.

    With either option, objects have the attributes data-kind, data-x and data-y, which SVG 1.1 does not know.

    Attributes:
        prefix: stands before every id, so that two maps can be in one page.
        cells: whether each square of floor has an invisible element that can be clicked.

    Raises:
        UsageError: for a prefix that cannot begin an id.
    """

    prefix: str = ""
    cells: bool = False

    def __post_init__(self) -> None:
        if self.prefix and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]{0,40}", self.prefix):
            raise UsageError(f"{self.prefix!r} makes no id; begin with a letter, then letters, digits, -, _ and .")


@dataclass(frozen=True, slots=True)
class Mat:
    """The map in one piece for a print shop.

    The page is as wide as the `roll` and as long as the map needs, or the trimmed mat is as large as the `paper`, or
    the page is just as large as the map.

    Attributes:
        bleed: how far the map continues beyond the trim, in millimetres.
        roll: the width of the roll in millimetres, None for no roll.
        paper: the name or size of the paper, '' for none.

    Raises:
        UsageError: for a bleed, a roll or a paper that cannot be printed.
    """

    bleed: float = 0.0
    roll: float | None = None
    paper: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= MAX_BLEED_MM:
            raise UsageError(f"a bleed of {self.bleed:g} mm cannot be printed; choose 0 to {MAX_BLEED_MM:g} mm")
        if self.roll is not None and self.paper:
            raise UsageError("a mat is printed on a roll or on paper; name one of them")
        if self.roll is not None and not MIN_ROLL_WIDTH_MM <= self.roll <= MAX_PAGE_SIDE_MM:
            raise UsageError(
                f"a roll of {self.roll:g} mm cannot be printed on;"
                f" choose {MIN_ROLL_WIDTH_MM:g} to {MAX_PAGE_SIDE_MM:g} mm"
            )
        if self.paper:
            find_paper(self.paper)  # raises an error if the paper is unknown


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is drawn, at which scale, and on which paper.

    Attributes:
        drawing: what is drawn, and in which theme.
        square: the width of a square in millimetres.
        dpi: the resolution of a raster picture in dots per inch.
        pixels: the width of a square in pixels, instead of `dpi`.
        names: ids and clickable squares for an SVG in another page.
        fitted: whether the map is fitted on one page; else it is cut into sheets true to scale.
        paper: the name or size of the paper.
        orientation: how the paper lies, see `Orientation`.
        overlap: how far a sheet continues beyond each joint, in millimetres.
        mat: print the map in one piece instead.
        tables: for how many tables everything is printed.
        bed: width and depth of a 3D printer's bed in millimetres, to which solids are cut.
        distances: an overlay: a number of steps for each square of the board.
        reach: an overlay: which squares can be reached.
        figure: an overlay: the result of an analysis, such as sight or width, square by square.
        ruleset: the rules of a web page and of a board for programs; None for the edition that the dungeon file names.
        picture_name: the name of the picture file beside an object of Tabletop Simulator.
        code: the address that a QR code on printed pages leads to; '' for no code.

    Raises:
        UsageError: for a square, a resolution or a paper of which no picture can be made.
    """

    drawing: DrawingOptions = field(default_factory=DrawingOptions)
    square: float = DEFAULT_SQUARE_MM
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
    picture_name: str = ""
    code: str = ""

    def __post_init__(self) -> None:
        if not 0.5 <= self.square <= 1000:
            raise UsageError(f"a square of {self.square:g} mm cannot be drawn; choose 0.5 to 1000 mm")
        if not 1 <= self.dpi <= MAX_DPI:
            raise UsageError(f"{self.dpi} dots an inch cannot be drawn; choose 1 to {MAX_DPI}")
        if self.pixels is not None and not 1 <= self.pixels <= MAX_PIXELS_PER_SQUARE:
            raise UsageError(f"squares of {self.pixels} dots cannot be drawn; choose 1 to {MAX_PIXELS_PER_SQUARE}")
        if not 0 <= self.overlap <= MAX_OVERLAP_MM:
            raise UsageError(f"an overlap of {self.overlap:g} mm cannot be printed; choose 0 to {MAX_OVERLAP_MM:g} mm")
        if not all(0 < length <= MAX_BED_MM for length in self.bed):
            raise UsageError(f"a printer's bed has sides of up to {MAX_BED_MM:g} mm; name it as 220x220mm")
        validate_table_count(self.tables)
        if self.orientation not in set(Orientation):
            raise UsageError(f"{self.orientation!r} is not an orientation{suggest_word(self.orientation, Orientation)}")
        find_paper(self.paper)  # raises an error if the paper is unknown


def with_theme(options: ExportOptions, theme: str) -> ExportOptions:
    """Return export options with a theme, as `find_theme` takes it; unchanged if the theme is ''."""
    return replace(options, drawing=replace(options.drawing, theme=theme)) if theme else options


COMPUTED_FIELDS = frozenset({"drawing", "distances", "reach", "figure", "ruleset", "picture_name", "code"})
"""The fields of `ExportOptions` that no caller names: the drawing, overlays, and what the program adds."""


def list_map_options() -> list[Field[Any]]:
    """Return the options of a map that a caller may set: all fields of `DrawingOptions`, then of `ExportOptions`.

    Fields that the program computes itself, such as the name of a picture file, are left out.
    """
    return [*fields(DrawingOptions), *(field for field in fields(ExportOptions) if field.name not in COMPUTED_FIELDS)]


def find_ruleset(board: Board, options: ExportOptions) -> Ruleset:
    """Return the ruleset of an export: the options' ruleset, else the edition that the dungeon file names.

    If the file names no edition but house rules, a file beside it, they cannot be read here, since a board does not
    know its folder. An empty ruleset with default settings is returned.
    """
    edition_id = board.layout.ruleset
    if options.ruleset is not None:
        return options.ruleset
    unused_folder = Path()  # only the files of house rules are looked for in a folder
    return load_ruleset(edition_id, unused_folder) if edition_id in EDITIONS else Ruleset()


class UsedOptions(Flag):
    """The options that change the files of a format, so that a dialog asks for no others.

    The scale of a PDF is chosen when it is printed; a browser makes the map of an HTML page as wide as its window.
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
    """One format that a board can be written in. Importing an exporter must be cheap: `export` imports libraries.

    Attributes:
        name: the format in words that users know, for translators.
        endings: the file endings of the format, the usual one first, in lower case.
        used_options: which options change its files.
        export: returns the whole file: the same board and options give the same bytes.
        draw_picture: draws the picture that the file refers to; None if there is no such picture.
        needs_installation: whether the files need libraries that a browser has not, such as a painter of pictures.
    """

    name: str
    endings: tuple[str, ...]
    used_options: UsedOptions
    export: Callable[[Board, ExportOptions, Sequence[Finding]], bytes]
    draw_picture: Callable[[Board, ExportOptions], bytes] | None = None
    needs_installation: bool = False
