"""What a call of `render` asks for: its options by their names, and what they mean together."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.site import is_folder
from dungeon_designer.cli.target import STDOUT, ending_of
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.lengths import millimetres
from dungeon_designer.exports.options import ExportOptions, Mat, SvgNames
from dungeon_designer.exports.registry import EXPORTERS, exporter_for

FORMATS = tuple(exporter.endings[0].removeprefix(".") for exporter in EXPORTERS)
"""The formats of a map, by their usual endings; files in a folder are of the first, unless --to says another."""

SQUARE = 29.0
"""The side of a square where no --square says it, in millimetres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderCall:
    """The options of a call, named as `render --help` names them."""

    file: str | None
    output: str
    to: str | None
    theme: str
    square: str | None
    paper: str | None
    roll: str | None
    bleed: str | None
    tables: int | None
    orientation: str
    overlap: str
    dpi: int
    pixels_per_square: int | None
    id_prefix: str
    cells: bool
    pieces: bool
    laid_tiles: bool
    no_coordinates: bool
    no_border: bool
    bare: bool
    no_grid: bool
    section_names: bool
    legend: bool
    title: bool
    cartouche: bool
    hidden: bool
    findings: bool
    distances_from: str | None
    pass_from: str | None
    overlay: str | None
    games: int | None
    ruleset: str | None
    tiles: str | None

    @property
    def into_folder(self) -> bool:
        """Whether files are written into a folder, one a dungeon."""
        return self.output != STDOUT and is_folder(self.output)

    @property
    def ending(self) -> str:
        """The name or bare ending that says the format."""
        return f".{self.to or FORMATS[0]}" if self.into_folder else ending_of(self.output, self.to)

    @property
    def on_pages(self) -> bool:
        """Whether the format is one of pages."""
        return self.ending.lower().endswith(".pdf")

    @property
    def in_one_piece(self) -> bool:
        """Whether a mat is asked for."""
        return self.roll is not None or self.bleed is not None

    @property
    def cut_out(self) -> bool:
        """Whether pieces or tiles are asked for instead of the map."""
        return self.pieces or self.laid_tiles or self.file is None

    def refuse(self) -> None:
        """UsageError for a format nobody writes, and for options that do not go together."""
        exporter_for(self.ending)
        if (self.in_one_piece or self.tables is not None) and not self.on_pages:
            raise UsageError(
                f"{self.ending}: --roll, --bleed and --tables are for pages; write a .pdf, or say --to pdf"
            )
        if self.in_one_piece and self.cut_out:
            raise UsageError("--roll and --bleed are for the map; pieces and tiles are cut out of sheets of --paper")
        if self.file is None and not self.pieces and self.tiles is None:
            raise UsageError("there is nothing to draw; name a FILE, or a set of tiles with --tiles")
        if self.cut_out and not self.on_pages:
            what = "pieces" if self.pieces else "tiles"
            raise UsageError(
                f"{self.ending}: {what} are printed on pages; the file's name must end in .pdf, or say --to pdf"
            )

    def drawing(self) -> DrawingOptions:
        """What is to be seen on the map; UsageError for an unknown theme."""
        return DrawingOptions(
            theme=self.theme,
            coordinates=not self.no_coordinates,
            grid=not self.no_grid,
            section_names=self.section_names,
            legend=self.legend,
            title=self.title,
            cartouche=self.cartouche,
            hidden=self.hidden,
            border=not self.no_border,
            bare=self.bare,
        )

    def export(self) -> ExportOptions:
        """How it is written; UsageError for sizes that make no picture."""
        return ExportOptions(
            drawing=self.drawing(),
            square=SQUARE if self.square is None else millimetres(self.square),
            dpi=self.dpi,
            pixels=self.pixels_per_square,
            names=SvgNames(self.id_prefix, self.cells) if self.id_prefix or self.cells else None,
            fitted=self.square is None,
            paper="A4" if self.paper is None else self.paper,
            orientation=self.orientation,
            overlap=millimetres(self.overlap),
            mat=self._mat() if self.in_one_piece else None,
            tables=1 if self.tables is None else self.tables,
        )

    def _mat(self) -> Mat:
        """The map in one piece, as large as its square, its paper or its roll says."""
        if self.square is None and self.paper is None and self.roll is None:
            raise UsageError("how large is the mat? say the side of a --square, its --paper or its --roll")
        return Mat(
            millimetres(self.bleed or "0mm"), None if self.roll is None else millimetres(self.roll), self.paper or ""
        )
