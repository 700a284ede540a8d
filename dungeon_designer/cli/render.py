"""Run the `render` command: draw a dungeon, or all dungeons of a season, as maps, pieces to cut out, or tiles."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

from dungeon_designer.analysis.figure_picture import PICTURE_NAMES, FigurePicture
from dungeon_designer.analysis.team_access import find_set_up_squares
from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.addresses import base_option, find_code_address
from dungeon_designer.cli.console import Progress, print_warning, reported_missing_letters
from dungeon_designer.cli.existing_files import refuse_existing, write_new_file
from dungeon_designer.cli.files import (
    STDOUT,
    Failures,
    Source,
    create_folder,
    find_ending,
    find_played_dungeons,
    is_folder_output,
    is_season_name,
    list_files_by_table,
    list_sources,
    open_single_dungeon,
    print_written,
    register_inputs,
    write_files,
    write_output,
)
from dungeon_designer.cli.options import build_command, output_option, overlap_option, ruleset_option
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.cli.shared_names import warn_about_shared_names
from dungeon_designer.cli.solids import BED_HELP, parse_bed_option, print_solid_sizes
from dungeon_designer.cli.theme_choice import apply_theme
from dungeon_designer.drawing.drawing_options import DrawingOptions, RangeBands
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.dungeon import STDIN, Dungeon, export_and_check
from dungeon_designer.errors import DungeonError, UsageError
from dungeon_designer.exports.export_options import ExportOptions, Mat, SvgNames, UsedOptions
from dungeon_designer.exports.exporters import EXPORTERS, find_exporter
from dungeon_designer.exports.html_parts import choose_file_names
from dungeon_designer.exports.papers import PAPERS, Orientation, parse_length
from dungeon_designer.exports.pdf import build_map_pages
from dungeon_designer.exports.printed_pages import Pages
from dungeon_designer.exports.side_by_side import build_side_by_side_pages
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.imports.tiled_round_trip import TILED_ENDINGS
from dungeon_designer.installation import require_installation
from dungeon_designer.layout.model import Team
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import ExamineOptions, Examiner, find_season_ruleset
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets.loader import format_title
from dungeon_designer.rulesets.ruleset_model import Ruleset

FORMATS = tuple(exporter.endings[0].removeprefix(".") for exporter in EXPORTERS)
"""The formats of a map, by their usual endings. Files in a folder have the first, unless `--to` names another."""

DEFAULT_SQUARE_MM = 29.0
"""The side of a square without `--square`, in millimetres."""


MATCH_OVERLAYS = ("walked", "fought", "fell")
"""The overlays for which matches are played."""

DEFAULT_MATCHES = 2_000
"""How many matches are played without `--games`."""

PASS_NAMES = ("Quick pass", "Short pass", "Long pass", "Long bomb")
"""The names of the bands of the range ruler in the legend, from near to far."""


@dataclass(frozen=True, kw_only=True)
class RenderCall:
    """The options of `render`."""

    file: str | None = argument(default=None)
    output: str = output_option(
        "The map; its ending is the format. - is standard output, FOLDER/ for several.",
        ...,
        metavar="OUT",
        missing="Name the file to write, such as map.svg, map.png or map.pdf. For a season write a FOLDER/"
        " (with --to pdf and --square, in sheets true to scale), or bind it with `dungeon-designer pack`",
    )
    to: str | None = option(f"The format, if no ending says it ({FORMATS[0]}).", choices=FORMATS)
    square: str | None = option(
        "The side of a square, such as 29mm, 2.9cm or 1in (29mm). It cuts a PDF into sheets true to"
        " scale; without it, the map fills one page.",
        metavar="LENGTH",
    )
    paper: str | None = option(f"The paper of a PDF: {', '.join(PAPERS)}, 900x600mm, 36x24in (A4).", metavar="PAPER")
    roll: str | None = option("Print in one piece on a roll of this width.", metavar="WIDTH")
    bleed: str | None = option(
        "Print in one piece, trimmed to --paper or the map, with this much beyond the trim.",
        metavar="LENGTH",
    )
    tables: int | None = option("Print everything N times, for N tables.", metavar="N")
    orientation: str = option(
        "The direction of the paper; auto needs the fewest sheets.",
        Orientation.AUTO.value,
        choices=[mode.value for mode in Orientation],
    )
    overlap: str = overlap_option()
    bed: str | None = option(BED_HELP, metavar="WIDTHxDEPTH")
    dpi: int = option("Dots an inch, for pictures of pixels (96).", 96)
    pixels_per_square: int | None = option("The exact width of a square, for pictures of pixels.", metavar="N")
    id_prefix: str = option("SVG: put WORD before every id.", "", metavar="WORD")
    qr: bool = option("Add a QR code (PDF): it opens the dungeon's page, or holds the dungeon.", False)
    base: str | None = base_option()
    cells: bool = option("SVG: make each square an element that can be clicked.", False)
    pieces: bool = option(
        "Print chests, portals, counters and other pieces (PDF); without FILE, those for any dungeon.", False
    )
    laid_tiles: bool = option("Print the dungeon's tiles, as often as it needs them (PDF).", False)
    drawing: DrawingOptions
    findings: bool = option("Mark the problems.", False)
    distances_from: str | None = option(
        "Show the steps from a team (home, away, third…) or a square.", metavar="SIDE|X,Y"
    )
    pass_from: str | None = option("Show the range of each pass from a square.", metavar="X,Y")
    overlay: str | None = option(
        f"Show a figure on each square: {', '.join(PICTURE_NAMES)};"
        f" or where players {', '.join(MATCH_OVERLAYS)} in matches.",
        metavar="FIGURE",
    )
    games: int | None = option(f"The number of matches for an overlay ({DEFAULT_MATCHES:,}).", bounds=(4, 1_000_000))
    ruleset: str | None = ruleset_option("The ruleset; by default the season's or the dungeon's own.")
    tiles: str | None = option(
        "A folder of your own tile sets; without FILE, the set to print, with its stock of each tile.",
        metavar="SET|DIR",
    )
    force: bool = option("Replace an existing Tiled map, which holds a dungeon.", False)

    @property
    def writes_folder(self) -> bool:
        """Whether files are written into a folder, one for each dungeon."""
        return self.output != STDOUT and is_folder_output(self.output)

    @property
    def ending(self) -> str:
        """The file name or bare ending that determines the format."""
        return f".{self.to or FORMATS[0]}" if self.writes_folder else find_ending(self.output, self.to)

    @property
    def is_dungeon_format(self) -> bool:
        """Whether the format holds the whole dungeon: a Tiled map."""
        return self.ending.lower().endswith(TILED_ENDINGS)

    @property
    def is_pdf(self) -> bool:
        """Whether the format has pages."""
        return self.ending.lower().endswith(".pdf")

    @property
    def is_mat(self) -> bool:
        """Whether the map is printed in one piece, as a mat."""
        return self.roll is not None or self.bleed is not None

    @property
    def is_cut_out(self) -> bool:
        """Whether pieces or tiles to cut out are drawn instead of the map."""
        return self.pieces or self.laid_tiles or self.file is None

    def check_options(self) -> None:
        """Raise UsageError for an unknown format, and for options that do not go together."""
        find_exporter(self.ending)
        if (self.is_mat or self.tables is not None) and not self.is_pdf:
            raise UsageError(
                f"{self.ending}: --roll, --bleed and --tables are for pages; write a .pdf, or add --to pdf"
            )
        if self.is_mat and self.is_cut_out:
            raise UsageError("--roll and --bleed are for the map; pieces and tiles are cut out of sheets of --paper")
        self._check_code_options()
        if self.file is None and not self.pieces and self.tiles is None:
            raise UsageError("there is nothing to draw; name a FILE, or a set of tiles with --tiles")
        if self.is_cut_out and not self.is_pdf:
            subject = "pieces" if self.pieces else "tiles"
            raise UsageError(
                f"{self.ending}: {subject} are printed on pages; the file's name must end in .pdf, or add --to pdf"
            )

    def _check_code_options(self) -> None:
        """Raise UsageError for a QR code where there is no sheet of paper for it, and for `--base` without a code."""
        if self.qr and not self.is_pdf:
            remedy = "write a .pdf, say --to pdf, or use dungeon-designer link FILE --qr CODE.svg"
            raise UsageError(f"{self.ending}: --qr is for pages; {remedy}")
        if self.qr and (self.is_mat or self.is_cut_out):
            raise UsageError("--qr is for a map on --paper; leave out --roll, --bleed, --pieces and --laid-tiles")
        if self.base is not None and not self.qr:
            raise UsageError("--base is the address in the code of --qr; add --qr, or leave out --base")

    def build_export_options(self) -> ExportOptions:
        """Return the export options of the call.

        Raises:
            UsageError: a size makes no picture, or a mat has no size.
        """
        mat = None  # the map in one piece, as large as its square, its paper or its roll says
        if self.is_mat:
            if self.square is None and self.paper is None and self.roll is None:
                raise UsageError("the size of the mat is missing; name the length of a --square, --paper or --roll")
            roll = None if self.roll is None else parse_length(self.roll)
            mat = Mat(parse_length(self.bleed or "0mm"), roll, self.paper or "")
        return ExportOptions(
            drawing=self.drawing,
            square=DEFAULT_SQUARE_MM if self.square is None else parse_length(self.square),
            dpi=self.dpi,
            pixels=self.pixels_per_square,
            names=SvgNames(self.id_prefix, self.cells) if self.id_prefix or self.cells else None,
            fitted=self.square is None,  # the map on one page; with --square cut into sheets true to scale
            paper="A4" if self.paper is None else self.paper,
            orientation=self.orientation,
            overlap=parse_length(self.overlap),
            mat=mat,
            tables=1 if self.tables is None else self.tables,
            bed=parse_bed_option(self.bed, self.ending),
        )


OPTION_GROUPS = {
    "Paper and size": (
        *("square", "paper", "orientation", "overlap", "roll", "bleed", "tables"),
        *("dpi", "pixels_per_square", "bed"),
    ),
    "What is shown": (
        *(field.name for field in fields(DrawingOptions)),
        *("qr", "base", "pieces", "laid_tiles", "id_prefix", "cells"),
    ),
    "Overlays": ("findings", "distances_from", "pass_from", "overlay", "games"),
}
"""The groups of options in the help: on what the map is printed, what it shows, and what is drawn over it."""


@build_command(
    "dungeon-designer render hall.dungeon.yaml -o hall.svg",
    "dungeon-designer render hall.dungeon.yaml -o hall.png --theme ink --square 20mm --findings",
    "dungeon-designer render hall.dungeon.yaml -o hall.pdf --square 29mm --paper A4",
    "dungeon-designer render hall.dungeon.yaml -o hall.pdf --qr --base https://example.org/dungeons/",
    "dungeon-designer render hall.dungeon.yaml -o mat.pdf --square 29mm --bleed 3mm --bare",
    "dungeon-designer render hall.dungeon.yaml -o pieces.pdf --pieces --square 1in --paper letter",
    "dungeon-designer render season.toml -o all.pdf --paper A3",
    "dungeon-designer render --tiles gw-2021 -o tiles.pdf --square 32mm",
    groups=OPTION_GROUPS,
)
def command(call: RenderCall) -> int:
    """Draw the dungeon in FILE (a sketch, a layout file, or - for standard input) as a map.

    A season (.toml) or a folder gives a FOLDER/ with a file for each dungeon, or one PDF with the maps side by side. If
    a dungeon cannot be drawn, its name is printed, no PDF of several dungeons is written, and the exit status is 2.

    --pieces, --laid-tiles, and --tiles without FILE print parts to cut out in place of the map. The pieces of a season
    in one PDF are a kit for each table, with a label that lists them.
    """
    call.check_options()
    options = call.build_export_options()
    if call.file is None:
        return _write_printouts(call, options)
    inputs = _list_inputs(call, call.file)
    register_inputs(call.output, (source.file for source in inputs))
    if call.is_dungeon_format and not call.writes_folder:
        refuse_existing(call.output, call.force)
    examiner = Examiner(ExamineOptions(ruleset=call.ruleset, tiles=call.tiles))
    if call.writes_folder:
        return _write_folder(examiner, call, options, inputs)
    if is_season_name(call.file) or os.path.isdir(call.file):
        return _write_several_in_one(examiner, call, options, call.file)
    return _write_single(examiner, call, options, call.file)


def _list_inputs(call: RenderCall, file: str) -> list[Source]:
    """Return what the call reads: the file itself, or for an output folder each dungeon of a season or folder.

    Raises:
        UsageError: standard input is to be drawn into a folder, where its file would have no name.
    """
    if not call.writes_folder:
        return [Source(file)]
    if file == STDIN:
        raise UsageError("a dungeon from standard input has no name for a file in a folder; name the file to write")
    return list_sources([file], use_season_rulesets=call.ruleset is None)


def _write_several_in_one(examiner: Examiner, call: RenderCall, options: ExportOptions, name: str) -> int:
    """Write all dungeons of a season (the file of an event) or folder into one PDF, and return the exit status.

    It holds their maps side by side, or with `--pieces` a kit of paper pieces for each table.

    Raises:
        UsageError: the output holds one dungeon only, such as an SVG file or a mat.
    """
    if call.pieces:
        return _write_kits(examiner, call, options)
    if call.qr:
        raise UsageError("--qr is for one dungeon on a page; write a file for each: --to pdf -o FOLDER/")
    if call.is_pdf and not (call.is_cut_out or call.is_mat):
        inputs = list_sources([name], use_season_rulesets=call.ruleset is None)
        return _write_side_by_side(examiner, call, options, inputs)
    # the file of a ruleset ends in .toml, too
    subject = "a season or a ruleset" if is_season_name(name) else "a folder"
    raise UsageError(f"{name}: this is {subject}, not a dungeon; {_explain_several(call)}")


def _write_single(examiner: Examiner, call: RenderCall, options: ExportOptions, name: str) -> int:
    """Draw one dungeon into the file of the call, and return the exit status."""
    dungeon = open_single_dungeon(name)
    with reported_missing_letters(), Progress("drawing") as progress:
        files = _draw_files(examiner, call, options, dungeon, call.output, progress)
    if call.is_dungeon_format:
        # a Tiled map is a dungeon that its user may have edited since, so only --force replaces it; a picture can be
        # drawn again at any time
        write_new_file(call.output, files[call.output], call.force)
        print_written(call.output, len(files[call.output]))
    else:
        write_files(call.output, files)
        print_written(call.output, len(files[call.output]))
        # this prints something for the formats of 3D printing only
        print_solid_sizes(call.output, call.ending, partial(examiner.build_board, dungeon), options)
    return exits.LEGAL


def _write_printouts(call: RenderCall, options: ExportOptions) -> int:
    """Write pages to cut out: the paper pieces of all dungeons, or the tiles of a set. Return the exit status."""
    from dungeon_designer.exports import printouts

    # This is a call without FILE. `check_options` has made sure that it has --pieces or --tiles; with both, --pieces
    # decides. So `tiles` is never None without --pieces, and the second condition is for the type checker only.
    if call.pieces or call.tiles is None:
        pages = printouts.build_full_set(options)
    else:
        pages = printouts.build_tile_set_pages(call.tiles, options)
    with reported_missing_letters(), Progress("drawing") as progress:
        pdf = _build_pdf(pages, progress)
    write_output(call.output, pdf)
    print_written(call.output, len(pdf))
    return exits.LEGAL


def _write_folder(examiner: Examiner, call: RenderCall, options: ExportOptions, inputs: Sequence[Source]) -> int:
    """Draw each dungeon into its own file of the folder, and return the exit status."""
    create_folder(call.output)
    names = choose_file_names([Path(source.file).name for source in inputs], call.ending)
    can_replace = call.force if call.is_dungeon_format else None  # None: the option --force is not for this format
    failures, sources_with_names = Failures(), list[tuple[Source, str]]()
    with (
        OutputFolder(call.output, "render", can_replace) as folder,
        reported_missing_letters(),
        Progress("drawing", len(inputs)) as progress,
    ):
        for name, source in zip(names, inputs, strict=True):
            with failures.catch_errors(source):
                dungeon = source.open_dungeon()
                sources_with_names.append((source, dungeon.layout.name))
                file = os.path.join(call.output, name)
                for file_name, data in _draw_files(examiner, call, options, dungeon, file).items():
                    folder.add_file(os.path.basename(file_name), data)
                print_solid_sizes(file, call.ending, partial(examiner.build_board, dungeon), options)
                print_warning(examiner.find_season_notice(dungeon))
            progress.advance()
    print_written(call.output, file_count=folder.written_count)
    warn_about_shared_names(sources_with_names)
    return failures.status or folder.status


def _explain_several(call: RenderCall) -> str:
    """Return the end of a message: which calls draw all dungeons of a season (the file of an event) or folder.

    If `--square` was given, these are the calls that draw them true to scale.
    """
    if call.square is None:
        return "several are drawn into a folder, -o FOLDER/, or onto sheets, -o FILE.pdf"
    sheets = f"dungeon-designer render {call.file} --square {call.square} --to pdf -o FOLDER/"
    document = f"dungeon-designer pack {call.file} --square {call.square} -o FILE.pdf"
    return f"write sheets true to scale, a file for each dungeon: {sheets}, or all in one document: {document}"


def _write_side_by_side(examiner: Examiner, call: RenderCall, options: ExportOptions, inputs: Sequence[Source]) -> int:
    """Draw all dungeons on the sheets of one PDF, each below its name, and return the exit status.

    If one of them cannot be drawn, the errors are printed and nothing is written.
    """
    has_name_elsewhere = call.drawing.cartouche  # a panel below each map, which begins with the name
    options = replace(options, drawing=replace(options.drawing, title=not has_name_elsewhere))
    failures, drawings, sources_with_names = Failures(), list[Drawing](), list[tuple[Source, str]]()
    with reported_missing_letters(), Progress("drawing", len(inputs)) as progress:
        for source in inputs:
            with failures.catch_errors(source):
                dungeon = source.open_dungeon()
                sources_with_names.append((source, dungeon.layout.name))
                overlay_options = _add_overlays(examiner, call, apply_theme(options, dungeon), dungeon)
                findings = _list_marked_findings(examiner, call, dungeon)
                drawings.append(draw_board(examiner.build_board(dungeon), overlay_options, findings))
                print_warning(examiner.find_season_notice(dungeon))
            progress.advance()
        if drawings and not failures.status:
            title = Path(str(call.file)).stem
            try:
                pages = build_side_by_side_pages(drawings, options, title)
            except UsageError as error:
                raise UsageError(f"{error}, or {_explain_several(call)}") from None
            pdf = _build_pdf(pages, progress)
            write_output(call.output, pdf)
            print_written(call.output, len(pdf))
    warn_about_shared_names(sources_with_names)
    return failures.status


def _write_kits(examiner: Examiner, call: RenderCall, options: ExportOptions) -> int:
    """Write the paper pieces of an event in one document, with a kit for each table, and return the exit status."""
    from dungeon_designer.exports.pieces.event_materials import EventMaterials
    from dungeon_designer.exports.pieces.kits import build_all_kit_pages

    season, sources = find_played_dungeons([call.file or ""], use_season_rulesets=call.ruleset is None)
    register_inputs(call.output, (source.file for source in sources))
    boards, failures = {}, Failures()
    for source in sources:
        with failures.catch_errors(source):
            boards[source.file] = examiner.build_board(source.open_dungeon())
    warn_about_shared_names((source, boards[source.file].layout.name) for source in sources if source.file in boards)
    title = f"Pieces for {season.name if season else 'these dungeons'}"
    materials = EventMaterials(boards, list_files_by_table(season, sources, call.tables))
    with reported_missing_letters(), Progress("drawing") as progress:
        pdf = _build_pdf(Pages(title, build_all_kit_pages(materials, options, title)), progress)
    write_output(call.output, pdf)
    print_written(call.output, len(pdf))
    return failures.status


def _draw_files(
    examiner: Examiner,
    call: RenderCall,
    options: ExportOptions,
    dungeon: Dungeon,
    file: str,
    progress: Progress | None = None,
) -> dict[str, bytes]:
    """Return the drawing of a dungeon with the options of the call.

    Args:
        examiner: reads the board of the dungeon.
        call: the options of the call.
        options: the export options made of them.
        dungeon: the dungeon.
        file: the file that will be written.
        progress: the progress bar; None for none.

    Returns:
        The bytes of that file, and of the files that belong beside it, by file name.
    """
    board, options = examiner.build_board(dungeon), apply_theme(options, dungeon)
    if call.is_cut_out:
        from dungeon_designer.exports.printouts import PrintSubject, build_printout

        subject = PrintSubject.PIECES if call.pieces else PrintSubject.TILES
        return {file: _build_pdf(build_printout(subject, board, options), progress)}
    marked_findings = _list_marked_findings(examiner, call, dungeon)
    options = _add_overlays(examiner, call, options, dungeon)
    if call.qr:
        options = replace(options, code=find_code_address(dungeon, call.base, options.drawing.hidden))
    if call.is_pdf:
        return {file: _build_pdf(build_map_pages(board, options, marked_findings), progress)}
    return export_and_check(board, file, options, marked_findings, ending=call.ending)


def _list_marked_findings(examiner: Examiner, call: RenderCall, dungeon: Dungeon) -> Sequence[Finding]:
    """Return the problems to mark on the map: with `--findings`, or if `--ruleset` is given and no overlay uses it."""
    has_overlays = call.distances_from or call.pass_from or call.overlay
    if not (call.findings or (call.ruleset and not has_overlays)):
        return ()
    (report,) = examiner.examine(dungeon)
    return report.open


def _build_pdf(pages: Pages, progress: Progress | None) -> bytes:
    """Return pages as the bytes of a PDF.

    The progress bar, if not None, shows how many pages are typeset, but no progress within them.
    """
    if progress is not None:
        progress.start_uncounted_task(f"setting {len(pages)} page{'s' if len(pages) > 1 else ''}")
    return pages.write_pdf()


def _add_overlays(examiner: Examiner, call: RenderCall, options: ExportOptions, dungeon: Dungeon) -> ExportOptions:
    """Return export options with what the call draws over the map: steps, passes, a measured figure or played matches.

    The options also get the name of the ruleset if the map shows it, and the ruleset itself if the format needs it.

    Raises:
        UsageError: a square or team of an overlay does not exist, or `--games` is given without an overlay of matches.
    """
    board = examiner.build_board(dungeon)
    if call.distances_from is not None:
        options = replace(options, distances=measure_steps(board, find_ruleset(examiner, dungeon), call.distances_from))
    if call.pass_from is not None:
        options = replace(options, reach=measure_passes(board, find_ruleset(examiner, dungeon), call.pass_from))
    figure = _build_figure(examiner, call, dungeon, board)
    if figure is not None:
        options = replace(options, figure=figure)
    is_cut_into_sheets = not options.fitted  # before the sheets comes a page with all of them, which names the ruleset
    shows_ruleset = options.drawing.cartouche or options.drawing.title or is_cut_into_sheets
    if shows_ruleset:
        with suppress(DungeonError):  # a map that names a ruleset which cannot be read is drawn, and does not say it
            named_drawing = replace(options.drawing, edition=format_title(find_ruleset(examiner, dungeon)))
            options = replace(options, drawing=named_drawing)
    if UsedOptions.EDITION in find_exporter(call.ending).used_options:
        options = replace(options, ruleset=find_ruleset(examiner, dungeon))
    return options


def _build_figure(examiner: Examiner, call: RenderCall, dungeon: Dungeon, board: Board) -> FigurePicture | None:
    """Return the colours of `--overlay` for the squares of a dungeon; None without this option.

    They show a figure that is measured on the map, such as the width of passages, or where players walked, fought or
    fell in matches, which are played now.

    Raises:
        UsageError: there is no such overlay, or `--games` is given without an overlay of matches.
    """
    if call.overlay is not None:
        require_installation(f"--overlay {call.overlay}")
    if call.overlay in MATCH_OVERLAYS:
        from dungeon_designer.cli.playtest import run_playtest
        from dungeon_designer.playtest.report import build_plan
        from dungeon_designer.playtest.report_text import build_map

        playtest = run_playtest(examiner, dungeon, build_plan(games=call.games or DEFAULT_MATCHES))
        return build_map(playtest, call.overlay)
    if call.games is not None:
        raise UsageError(f"--games: matches are played for the overlays {', '.join(MATCH_OVERLAYS)}")
    if call.overlay is None:
        return None
    from dungeon_designer.figures.pictures import build_picture
    from dungeon_designer.figures.survey import create_survey

    return build_picture(call.overlay, create_survey(board, find_ruleset(examiner, dungeon)))


def parse_square(board: Board, text: str) -> Square:
    """Return a square of the floor that is written as ``x,y``.

    Raises:
        UsageError: the text is not a square, or the square is not floor.
    """
    try:
        x, y = map(int, text.strip(" ()").split(","))
    except ValueError:
        raise UsageError(f"{text!r} is not a square; write it as x,y") from None
    square = x, y
    if square not in board:
        raise UsageError(f"{square} is not on the dungeon's floor")
    return square


def measure_steps(board: Board, ruleset: Ruleset, start_text: str) -> tuple[int, ...]:
    """Return the steps on foot from a team's set-up squares, or from a square, to each square of the board.

    Routes may begin and end on portals and entries (two-square zones where a team comes in), but do not cross them.
    The front of an entry is the long side from which one walks in; the team sets up before it.

    Args:
        board: the dungeon.
        ruleset: says which steps are allowed.
        start_text: a team such as ``home``, or a square as ``x,y``.

    Returns:
        The steps in the order of the board's squares; -1 where no route leads.

    Raises:
        UsageError: the team sets up nowhere, or the text is not a square of the floor.
    """
    if start_text in board.teams:
        starts = find_set_up_squares(board, Context(board, ruleset).standing_squares, Team(start_text))
        if not starts:
            raise UsageError(
                f"the {start_text} team has no square to set up on: it has no end zone and no entry with a front"
            )
    else:
        starts = [parse_square(board, start_text)]
    steps = BoardMeasurer(board, ruleset).measure_walking_distances(starts)
    return tuple(steps.get(square, -1) for square in board.squares)


def measure_passes(board: Board, ruleset: Ruleset, start_text: str) -> RangeBands:
    """Return the squares in sight that each pass of the ruleset reaches from a square, by the range ruler."""
    origin = parse_square(board, start_text)
    bands = BoardMeasurer(board, ruleset).find_pass_targets(origin).bands
    return RangeBands(origin, tuple(bands), PASS_NAMES[: len(bands)])


def find_ruleset(examiner: Examiner, dungeon: Dungeon) -> Ruleset:
    """Return the ruleset that says how players walk and throw.

    That is the ruleset of the call, else that of the season (the file of an event), else the dungeon's own, else the
    default ruleset, by which one open square beside a diagonal step is enough.
    """
    is_named = examiner.options.ruleset is not None or find_season_ruleset(dungeon) or dungeon.layout.ruleset
    if not is_named:
        return Ruleset()
    # a list, since other commands check by all editions at once; `render` names one ruleset at most
    (ruleset,) = examiner.list_rulesets(dungeon)
    return ruleset
