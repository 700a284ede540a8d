"""`render`: a dungeon, or all of a season, as maps, pieces, or the tiles of a set."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from dungeon_designer.analysis.figure_picture import NAMES
from dungeon_designer.analysis.sides import set_up_squares
from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, letters_told, tell
from dungeon_designer.cli.existing_files import refuse_existing, write_new
from dungeon_designer.cli.files import (
    STDOUT,
    Faults,
    Source,
    ending_of,
    is_folder,
    is_season,
    keep_apart,
    make_folder,
    on_tables,
    open_named,
    played_by,
    sources,
    write_files,
    write_output,
)
from dungeon_designer.cli.options import command_of, output, overlap, ruleset
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.cli.shared_names import warn_of_shared_names
from dungeon_designer.cli.solids import BED_HELP, read_bed, remark_on_solids
from dungeon_designer.drawing.options import DrawingOptions, RangeBands
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.dungeon import STDIN, Dungeon, export_checked
from dungeon_designer.errors import DungeonError, UsageError
from dungeon_designer.exports.html_parts import file_names
from dungeon_designer.exports.options import ExportOptions, Mat, SvgNames, Takes
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.papers import PAPERS, Orientation, millimetres
from dungeon_designer.exports.pdf import map_pages
from dungeon_designer.exports.registry import EXPORTERS, exporter_for
from dungeon_designer.exports.side_by_side import maps_side_by_side
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.imports.written_maps import TILED_ENDINGS
from dungeon_designer.layout.model import Team
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question, asked_by_season
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measuring import Measuring
from dungeon_designer.rulesets.loader import title_of
from dungeon_designer.rulesets.model import Ruleset

FORMATS = tuple(exporter.endings[0].removeprefix(".") for exporter in EXPORTERS)
"""The formats of a map, by their usual endings; files in a folder are of the first, unless --to says another."""

SQUARE = 29.0
"""The side of a square where no --square says it, in millimetres."""


PLAYED = ("walked", "fought", "fell")
"""Overlays for which matches are played."""

GAMES = 2_000
"""So many, where nobody says how many."""

PASSES = ("Quick pass", "Short pass", "Long pass", "Long bomb")
"""What the legend calls the bands of the range ruler, near to far."""


@dataclass(frozen=True, kw_only=True)
class RenderCall:
    """The options of `render`."""

    file: str | None = argument(default=None)
    output: str = output(
        "The map; its ending says the format, or --to; - is standard output. FOLDER/ for several.",
        ...,
        metavar="OUT",
        missing="Name the file to write, such as map.svg, map.png or map.pdf. For a season write a FOLDER/"
        " (with --to pdf and --square, in sheets true to scale), or bind it with `dungeon-designer pack`",
    )
    to: str | None = option(f"The format, where no ending says it ({FORMATS[0]}).", choices=FORMATS)
    square: str | None = option(
        "The side of a square, as 29mm, 2.9cm or 1in (29mm). A PDF is cut into sheets true to it; without it,"
        " the map fills one page.",
        metavar="LENGTH",
    )
    paper: str | None = option(f"The paper of a PDF: {', '.join(PAPERS)}, 900x600mm, 36x24in (A4).", metavar="PAPER")
    roll: str | None = option("In one piece on a roll: the page as wide as that, as long as needed.", metavar="WIDTH")
    bleed: str | None = option(
        "In one piece for a print shop, trimmed to --paper or to the map; it goes on so far beyond the trim.",
        metavar="LENGTH",
    )
    tables: int | None = option("Everything N times over, for an event with N tables.", metavar="N")
    orientation: str = option(
        "How the paper lies; auto needs the fewest sheets.",
        Orientation.AUTO.value,
        choices=[way.value for way in Orientation],
    )
    overlap: str = overlap()
    bed: str | None = option(BED_HELP, metavar="WIDTHxDEPTH")
    dpi: int = option("Dots an inch, for pictures of dots (96).", 96)
    pixels_per_square: int | None = option("Pictures of dots with squares N dots wide, exactly.", metavar="N")
    id_prefix: str = option("SVG for web pages: WORD before every id.", "", metavar="WORD")
    cells: bool = option("SVG for web pages: one element a square, to be clicked on.", False)
    pieces: bool = option("Instead of the map, the pieces it is played with, to cut out (PDF).", False)
    laid_tiles: bool = option("Instead of the map, the tiles it is laid with, to cut out (PDF).", False)
    drawing: DrawingOptions
    findings: bool = option("Mark what the ruleset finds.", False)
    distances_from: str | None = option(
        "Steps on foot from a side (home, away, third…) or a square.", metavar="SIDE|X,Y"
    )
    pass_from: str | None = option("The range of each pass the ruleset allows, from a square.", metavar="X,Y")
    overlay: str | None = option(
        f"A figure square by square: {', '.join(NAMES)}; of matches, where players {', '.join(PLAYED)}.",
        metavar="FIGURE",
    )
    games: int | None = option(f"How many matches are played ({GAMES:,}).", bounds=(4, 1_000_000))
    ruleset: str | None = ruleset("The ruleset to ask; without it, the season's or layout's.")
    tiles: str | None = option("A folder of tile sets of your own; without FILE, the set to print.", metavar="SET|DIR")
    force: bool = option("Replace a Tiled map, which holds a dungeon, that is there already.", False)

    @property
    def into_folder(self) -> bool:
        """Whether files are written into a folder, one a dungeon."""
        return self.output != STDOUT and is_folder(self.output)

    @property
    def ending(self) -> str:
        """The name or bare ending that says the format."""
        return f".{self.to or FORMATS[0]}" if self.into_folder else ending_of(self.output, self.to)

    @property
    def holds_dungeon(self) -> bool:
        """Whether what is written is a dungeon, too: a Tiled map."""
        return self.ending.lower().endswith(TILED_ENDINGS)

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

    def export(self) -> ExportOptions:
        """How it is written; UsageError for sizes that make no picture."""
        mat = None  # the map in one piece, as large as its square, its paper or its roll says
        if self.in_one_piece:
            if self.square is None and self.paper is None and self.roll is None:
                raise UsageError("how large is the mat? say the side of a --square, its --paper or its --roll")
            roll = None if self.roll is None else millimetres(self.roll)
            mat = Mat(millimetres(self.bleed or "0mm"), roll, self.paper or "")
        return ExportOptions(
            drawing=self.drawing,
            square=SQUARE if self.square is None else millimetres(self.square),
            dpi=self.dpi,
            pixels=self.pixels_per_square,
            names=SvgNames(self.id_prefix, self.cells) if self.id_prefix or self.cells else None,
            fitted=self.square is None,
            paper="A4" if self.paper is None else self.paper,
            orientation=self.orientation,
            overlap=millimetres(self.overlap),
            mat=mat,
            tables=1 if self.tables is None else self.tables,
            bed=read_bed(self.bed, self.ending),
        )


@command_of(
    "dungeon-designer render hall.dungeon.yaml -o hall.svg",
    "dungeon-designer render hall.dungeon.yaml -o hall.png --theme ink --square 20mm --findings",
    "dungeon-designer render hall.dungeon.yaml -o hall.pdf --square 29mm --paper A4",
    "dungeon-designer render hall.dungeon.yaml -o mat.pdf --square 29mm --bleed 3mm --bare",
    "dungeon-designer render hall.dungeon.yaml -o pieces.pdf --pieces --square 1in --paper letter",
    "dungeon-designer render season.toml -o maps/ --to png --legend",
    "dungeon-designer render season.toml -o all.pdf --paper A3",
    "dungeon-designer render --tiles gw-2021 -o tiles.pdf --square 32mm",
    "dungeon-designer render hall.dungeon.yaml -o - --to svg > hall.svg",
)
def command(call: RenderCall) -> int:
    """Draw the dungeon in FILE (a sketch, a layout file, or - for standard input) as a map.

    A season (.toml) or a folder is drawn into a folder, a file for each dungeon, or side by side onto the sheets of one
    PDF; a season's ruleset is asked of all its dungeons. A dungeon that cannot be drawn is told of, and the exit status
    is 2; no PDF of several is written then.

    With --laid-tiles, the tiles of a set it is laid with, as often as it needs them.
    With --pieces, its chests, portals, counters and the rest, to cut out; without FILE, those for any dungeon; of a
    season in one PDF, a kit for each table with a label that lists what is in it.
    With --tiles and without FILE, the tiles of a set, each as often as its stock says.
    """
    call.refuse()
    options = call.export()
    if call.file is None:
        from dungeon_designer.exports import printing

        pages = printing.box(options) if call.pieces or call.tiles is None else printing.tile_set(call.tiles, options)
        with letters_told(), Progress("drawing") as progress:
            made = _set(pages, progress)
        write_output(call.output, made)
        return exits.LEGAL
    if not call.into_folder:
        found = [Source(call.file)]
    elif call.file == STDIN:
        raise UsageError("what comes from standard input has no name for a file in a folder; name the file to write")
    else:
        found = sources([call.file], by_season=call.ruleset is None)
    keep_apart(call.output, (source.file for source in found))
    if call.holds_dungeon and not call.into_folder:
        refuse_existing(call.output, call.force)
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    if call.into_folder:
        return _write_all(examiner, call, options, found)
    if call.pieces and (is_season(call.file) or os.path.isdir(call.file)):
        return _write_kits(examiner, call, options)
    if is_season(call.file) or os.path.isdir(call.file):
        if call.on_pages and not (call.cut_out or call.in_one_piece):
            return _side_by_side(examiner, call, options, sources([call.file], by_season=call.ruleset is None))
        what = "a season or a ruleset" if is_season(call.file) else "a folder"
        raise UsageError(f"{call.file}: this is {what}, not a dungeon; {_remedy_for_several(call)}")
    dungeon = open_named(call.file)
    with letters_told(), Progress("drawing") as progress:
        files = _drawn(examiner, call, options, dungeon, call.output, progress)
    if call.holds_dungeon:
        write_new(call.output, files[call.output], call.force)
    else:
        write_files(call.output, files)
        remark_on_solids(call.output, call.ending, partial(examiner.board, dungeon), options)
    return exits.LEGAL


def _write_all(examiner: Examiner, call: RenderCall, options: ExportOptions, found: Sequence[Source]) -> int:
    """Draw each dungeon into its own file of the folder; the exit status."""
    make_folder(call.output)
    names = file_names([Path(source.file).name for source in found], call.ending)
    faults, opened = Faults(), list[tuple[Source, str]]()
    with (
        OutputFolder(call.output, "render", call.force if call.holds_dungeon else None) as folder,
        letters_told(),
        Progress("drawing", len(found)) as progress,
    ):
        for name, source in zip(names, found, strict=True):
            with faults.complained_of(source):
                dungeon = source.open()
                opened.append((source, dungeon.layout.name))
                file = os.path.join(call.output, name)
                for made, data in _drawn(examiner, call, options, dungeon, file).items():
                    folder.write(os.path.basename(made), data)
                remark_on_solids(file, call.ending, partial(examiner.board, dungeon), options)
                tell(examiner.notice(dungeon))
            progress.advance()
    warn_of_shared_names(opened)
    return faults.status or folder.status


def _remedy_for_several(call: RenderCall) -> str:
    """Return which calls draw all dungeons of a season or folder; true to scale, where that is asked for."""
    if call.square is None:
        return "several are drawn into a folder, -o FOLDER/, or onto sheets, -o FILE.pdf"
    sheets = f"dungeon-designer render {call.file} --square {call.square} --to pdf -o FOLDER/"
    document = f"dungeon-designer pack {call.file} --square {call.square} -o FILE.pdf"
    return f"write sheets true to scale, a file for each dungeon: {sheets}, or all in one document: {document}"


def _side_by_side(examiner: Examiner, call: RenderCall, options: ExportOptions, found: Sequence[Source]) -> int:
    """Draw all dungeons onto the sheets of one document, each under its name; the exit status."""
    options = replace(options, drawing=replace(options.drawing, title=not call.drawing.cartouche))
    faults, drawings, opened = Faults(), list[Drawing](), list[tuple[Source, str]]()
    with letters_told(), Progress("drawing", len(found)) as progress:
        for source in found:
            with faults.complained_of(source):
                dungeon = source.open()
                opened.append((source, dungeon.layout.name))
                drawn = _laid_over(examiner, call, options, dungeon)
                drawings.append(drawing_of(examiner.board(dungeon), drawn, _marked(examiner, call, dungeon)))
                tell(examiner.notice(dungeon))
            progress.advance()
        if drawings and not faults.status:
            title = Path(str(call.file)).stem
            try:
                pages = maps_side_by_side(drawings, options, title)
            except UsageError as error:
                raise UsageError(f"{error}, or {_remedy_for_several(call)}") from None
            write_output(call.output, _set(pages, progress))
    warn_of_shared_names(opened)
    return faults.status


def _write_kits(examiner: Examiner, call: RenderCall, options: ExportOptions) -> int:
    """The pieces of a season or a folder in one document, a kit for each table; the exit status."""
    from dungeon_designer.exports.pieces.account import EventAccount
    from dungeon_designer.exports.pieces.kits import kits_pages

    season, played = played_by([call.file or ""], by_season=call.ruleset is None)
    keep_apart(call.output, (source.file for source in played))
    boards, faults = {}, Faults()
    for source in played:
        with faults.complained_of(source):
            boards[source.file] = examiner.board(source.open())
    warn_of_shared_names((source, boards[source.file].layout.name) for source in played if source.file in boards)
    title = f"Pieces for {season.name if season else 'these dungeons'}"
    account = EventAccount(boards, on_tables(season, played, call.tables))
    with letters_told(), Progress("drawing") as progress:
        write_output(call.output, _set(Pages(title, kits_pages(account, options, title)), progress))
    return faults.status


def _drawn(
    examiner: Examiner,
    call: RenderCall,
    options: ExportOptions,
    dungeon: Dungeon,
    file: str,
    progress: Progress | None = None,
) -> dict[str, bytes]:
    """A dungeon as the call wants it: the file of that name, and what belongs beside it."""
    board = examiner.board(dungeon)
    if call.cut_out:
        from dungeon_designer.exports.printing import Subject, printout

        return {file: _set(printout(Subject.PIECES if call.pieces else Subject.TILES, board, options), progress)}
    marked = _marked(examiner, call, dungeon)
    options = _laid_over(examiner, call, options, dungeon)
    if call.on_pages:
        return {file: _set(map_pages(board, options, marked), progress)}
    return export_checked(board, file, options, marked, ending=call.ending)


def _marked(examiner: Examiner, call: RenderCall, dungeon: Dungeon) -> Sequence[Finding]:
    """The findings that are marked: where that is asked for, or a ruleset is named for nothing else."""
    for_overlays = call.distances_from or call.pass_from or call.overlay
    if not (call.findings or (call.ruleset and not for_overlays)):
        return ()
    (report,) = examiner.examine(dungeon)
    return report.open


def _set(pages: Pages, progress: Progress | None) -> bytes:
    """Pages as a PDF; how far the setting is nobody can say, but that it goes on, and of how many."""
    if progress is not None:
        progress.turn_to(f"setting {len(pages)} page{'s' if len(pages) > 1 else ''}")
    return pages.pdf()


def _laid_over(examiner: Examiner, call: RenderCall, options: ExportOptions, dungeon: Dungeon) -> ExportOptions:
    """The options with the overlays asked for, and the ruleset where it is shown or measured by."""
    board = examiner.board(dungeon)
    if call.distances_from is not None:
        options = replace(options, distances=steps_from(board, ruleset_of(examiner, dungeon), call.distances_from))
    if call.pass_from is not None:
        options = replace(options, reach=pass_from(board, ruleset_of(examiner, dungeon), call.pass_from))
    if call.overlay in PLAYED:
        from dungeon_designer.cli.playtest import played
        from dungeon_designer.playtest.report import plan_of
        from dungeon_designer.playtest.tables import picture_of

        matches = played(examiner, dungeon, plan_of(games=call.games or GAMES))
        options = replace(options, figure=picture_of(matches, call.overlay))
    elif call.games is not None:
        raise UsageError(f"--games: matches are played for the overlays {', '.join(PLAYED)}")
    elif call.overlay is not None:
        from dungeon_designer.figures.pictures import picture
        from dungeon_designer.figures.survey import survey_of

        survey = survey_of(board, ruleset_of(examiner, dungeon))
        options = replace(options, figure=picture(call.overlay, survey))
    if options.drawing.cartouche or options.drawing.title or not options.fitted:
        with suppress(DungeonError):  # a map that names a ruleset which cannot be read is drawn, and does not say it
            named = replace(options.drawing, edition=title_of(ruleset_of(examiner, dungeon)))
            options = replace(options, drawing=named)
    if Takes.EDITION in exporter_for(call.ending).takes:
        options = replace(options, ruleset=ruleset_of(examiner, dungeon))
    return options


def square_named(board: Board, text: str) -> Square:
    """A square of the floor written as ``x,y``; UsageError for anything else."""
    try:
        x, y = map(int, text.strip(" ()").split(","))
    except ValueError:
        raise UsageError(f"{text!r} is no square; write it as x,y") from None
    square = x, y
    if square not in board:
        raise UsageError(f"{square} is not on the dungeon's floor")
    return square


def steps_from(board: Board, ruleset: Ruleset, where: str) -> tuple[int, ...]:
    """Steps on foot from where a side sets up, or from a square, to each square of the board; -1 where none lead.

    Ways may begin and end on portals and entries, but lead across none.
    """
    if where in board.teams:
        starts = set_up_squares(board, Context(board, ruleset).standing_squares, Team(where))
        if not starts:
            raise UsageError(f"the {where} side sets up nowhere here: it has no end zone and no entry with a front")
    else:
        starts = [square_named(board, where)]
    steps = Measuring(board, ruleset).walking_lengths(starts)
    return tuple(steps.get(square, -1) for square in board.squares)


def pass_from(board: Board, ruleset: Ruleset, where: str) -> RangeBands:
    """The squares in sight that each pass the ruleset allows reaches from a square, as the range ruler counts."""
    origin = square_named(board, where)
    bands = Measuring(board, ruleset).throws(origin).bands
    return RangeBands(origin, tuple(bands), PASSES[: len(bands)])


def ruleset_of(examiner: Examiner, dungeon: Dungeon) -> Ruleset:
    """The ruleset that says how one walks and throws: the one asked, the season's, the layout's own, or usual ones."""
    if examiner.question.ruleset is None and not (asked_by_season(dungeon) or dungeon.layout.ruleset):
        return Ruleset()
    (ruleset,) = examiner.rulesets(dungeon)
    return ruleset
