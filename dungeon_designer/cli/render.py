"""`render`: a dungeon as a map, its pieces, or the tiles of a set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import click

from dungeon_designer.analysis.figures import picture
from dungeon_designer.cli import overlays
from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import letters_told
from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.sources import open_named
from dungeon_designer.cli.target import ending_of, keep_apart, write_output
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.lengths import millimetres
from dungeon_designer.exports.options import ExportOptions, Mat, SvgNames
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.papers import PAPERS, Orientation
from dungeon_designer.exports.pdf import map_pages
from dungeon_designer.exports.protocol import Takes
from dungeon_designer.exports.registry import EXPORTERS, export, exporter_for
from dungeon_designer.findings import Finding
from dungeon_designer.pipeline import ALL, Examiner, Question

EXAMPLES = example(
    "dungeon-designer render hall.dungeon.yaml -o hall.svg",
    "dungeon-designer render hall.dungeon.yaml -o hall.png --theme ink --square 20mm --findings",
    "dungeon-designer render hall.dungeon.yaml -o hall.pdf --square 29mm --paper A4",
    "dungeon-designer render hall.dungeon.yaml -o mat.pdf --square 29mm --bleed 3mm --bare",
    "dungeon-designer render hall.dungeon.yaml -o pieces.pdf --pieces --square 1in --paper letter",
    "dungeon-designer render --tiles gw-2021 -o tiles.pdf --square 32mm",
    "dungeon-designer render hall.dungeon.yaml -o - --to svg > hall.svg",
)
FORMATS = tuple(exporter.endings[0].removeprefix(".") for exporter in EXPORTERS)


@click.command(epilog=EXAMPLES, short_help="Draw a dungeon as a map, or print it to scale.")
@click.argument("file", required=False)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    help="The map; its ending says the format, or --to; - is standard output.",
)
@click.option("--to", type=click.Choice(FORMATS), help="The format of OUT, where its ending does not say.")
@click.option("--theme", default=next(iter(THEMES)), help=f"One of {', '.join(THEMES)}.")
@click.option(
    "--square",
    metavar="LENGTH",
    help="The side of a square, as 29mm, 2.9cm or 1in (29mm). A PDF is cut into sheets true to it; without it,"
    " the map fills one page.",
)
@click.option("--paper", metavar="PAPER", help=f"The paper of a PDF: {', '.join(PAPERS)}, 900x600mm, 36x24in (A4).")
@click.option("--roll", metavar="WIDTH", help="In one piece on a roll: the page as wide as that, as long as needed.")
@click.option(
    "--bleed",
    metavar="LENGTH",
    help="In one piece for a print shop, trimmed to --paper or to the map; it goes on so far beyond the trim.",
)
@click.option("--tables", type=int, metavar="N", help="Everything N times over, for an event with N tables.")
@click.option(
    "--orientation",
    type=click.Choice([way.value for way in Orientation]),
    default=Orientation.AUTO.value,
    help="How the paper lies; auto needs the fewest sheets.",
)
@click.option("--overlap", default="5mm", metavar="LENGTH", help="How far sheets go on beyond their joints (5mm).")
@click.option("--dpi", type=int, default=96, help="Dots an inch, for pictures of dots (96).")
@click.option("--pixels-per-square", type=int, metavar="N", help="Pictures of dots with squares N dots wide, exactly.")
@click.option("--id-prefix", metavar="WORD", default="", help="SVG for web pages: WORD before every id.")
@click.option("--cells", is_flag=True, help="SVG for web pages: one element a square, to be clicked on.")
@click.option("--pieces", is_flag=True, help="Instead of the map, the pieces it is played with, to cut out (PDF).")
@click.option("--laid-tiles", is_flag=True, help="Instead of the map, the tiles it is laid with, to cut out (PDF).")
@click.option("--no-coordinates", is_flag=True, help="Leave out the numbers along the edges.")
@click.option("--no-border", is_flag=True, help="Leave out rim and coordinates: the picture is whole squares.")
@click.option("--bare", is_flag=True, help="Leave out chests, portals and counters: a floor for real ones.")
@click.option("--no-grid", is_flag=True, help="Leave out the lines between squares.")
@click.option("--section-names", is_flag=True, help="Write each section's name.")
@click.option("--legend", is_flag=True, help="Explain the signs.")
@click.option("--title", is_flag=True, help="Write the dungeon's name and author.")
@click.option("--cartouche", is_flag=True, help="Fill the page: name, edition, author, notes, compass, bar of squares.")
@click.option("--hidden", is_flag=True, help="The organiser's map: show what lies under trapdoors and counters.")
@click.option("--findings", is_flag=True, help="Mark what the ruleset finds.")
@click.option(
    "--distances-from", metavar="SIDE|X,Y", help="Steps on foot from a side (home, away, third…) or a square."
)
@click.option("--pass-from", metavar="X,Y", help="The range of each pass the ruleset allows, from a square.")
@click.option(
    "--overlay",
    metavar="FIGURE",
    help=f"A figure square by square: {', '.join(picture.NAMES)}; of matches, where players"
    f" {', '.join(overlays.PLAYED)}.",
)
@click.option("--games", type=click.IntRange(4, 1_000_000), help=f"How many matches are played ({overlays.GAMES:,}).")
@click.option("--ruleset", metavar="ID|FILE.toml", help="The ruleset to ask; without it, the layout's own.")
@click.option("--tiles", metavar="SET|DIR", help="A folder of tile sets of your own; without FILE, the set to print.")
def command(
    file: str | None,
    output: str,
    to: str | None,
    theme: str,
    square: str | None,
    paper: str | None,
    roll: str | None,
    bleed: str | None,
    tables: int | None,
    orientation: str,
    overlap: str,
    dpi: int,
    pixels_per_square: int | None,
    id_prefix: str,
    cells: bool,
    pieces: bool,
    laid_tiles: bool,
    no_coordinates: bool,
    no_border: bool,
    bare: bool,
    no_grid: bool,
    section_names: bool,
    legend: bool,
    title: bool,
    cartouche: bool,
    hidden: bool,
    findings: bool,
    distances_from: str | None,
    pass_from: str | None,
    overlay: str | None,
    games: int | None,
    ruleset: str | None,
    tiles: str | None,
) -> None:
    """Draw the dungeon in FILE (a sketch, a layout file, or - for standard input) as a map.

    With --laid-tiles, the tiles of a set it is laid with, as often as it needs them.
    With --pieces, its chests, portals, counters and the rest, to cut out; without FILE, those for any dungeon.
    With --tiles and without FILE, the tiles of a set, each as often as its stock says.
    """
    ending = ending_of(output, to)
    exporter = exporter_for(ending)
    whole = roll is not None or bleed is not None
    if (whole or tables is not None) and not ending.lower().endswith(".pdf"):
        raise UsageError(f"{ending}: --roll, --bleed and --tables are for pages; write a .pdf, or say --to pdf")
    if whole and (pieces or laid_tiles or file is None):
        raise UsageError("--roll and --bleed are for the map; pieces and tiles are cut out of sheets of --paper")
    drawing = DrawingOptions(
        theme=theme,
        coordinates=not no_coordinates,
        grid=not no_grid,
        section_names=section_names,
        legend=legend,
        title=title,
        cartouche=cartouche,
        hidden=hidden,
        border=not no_border,
        bare=bare,
    )
    options = ExportOptions(
        drawing=drawing,
        square=29.0 if square is None else millimetres(square),
        dpi=dpi,
        pixels=pixels_per_square,
        names=SvgNames(id_prefix, cells) if id_prefix or cells else None,
        fitted=square is None,
        paper="A4" if paper is None else paper,
        orientation=orientation,
        overlap=millimetres(overlap),
        mat=_mat(paper, roll, bleed, square) if whole else None,
        tables=1 if tables is None else tables,
    )
    if file is None:
        _print(output, lambda: _for_any(tiles, pieces, ending, options))
        return
    keep_apart(output, [file])
    examiner = Examiner(Question(ruleset=ruleset, tiles=tiles))
    examiner.prepare()
    dungeon = open_named(file)
    if pieces or laid_tiles:
        from dungeon_designer.exports.printing import Subject, printout

        subject = Subject.PIECES if pieces else Subject.TILES
        _only_pdf(ending, subject.value)
        _print(output, lambda: printout(subject, examiner.board(dungeon), options).pages)
        return
    marked = found(examiner, dungeon) if findings or (ruleset and not (distances_from or pass_from or overlay)) else ()
    options = _laid_over(examiner, dungeon, options, distances_from, pass_from, overlay)
    if overlay in overlays.PLAYED:
        shown = overlays.playtest_of(examiner, dungeon, file, overlay, games or overlays.GAMES)
        options = replace(options, figure=shown)
    elif games is not None:
        raise UsageError(f"--games: matches are played for the overlays {', '.join(overlays.PLAYED)}")
    board = examiner.board(dungeon)
    if cartouche:
        named = replace(drawing, edition=overlays.ruleset_of(examiner, dungeon).name)
        options = replace(options, drawing=named)
    if Takes.EDITION in exporter.takes:
        options = replace(options, ruleset=overlays.ruleset_of(examiner, dungeon))
    if ending.lower().endswith(".pdf"):
        _print(output, lambda: map_pages(board, options, marked))
        return
    with letters_told(), Progress("drawing"):
        picture = export(board, ending, options, marked)
    write_output(output, picture)


def _mat(paper: str | None, roll: str | None, bleed: str | None, square: str | None) -> Mat:
    """The map in one piece, as large as its square, its paper or its roll says."""
    if square is None and paper is None and roll is None:
        raise UsageError("how large is the mat? say the side of a --square, its --paper or its --roll")
    return Mat(millimetres(bleed or "0mm"), None if roll is None else millimetres(roll), paper or "")


def _print(output: str, drawn: Callable[[], Pages]) -> None:
    """Draws pages and sets them; how far the setting is nobody can say, but that it goes on, and of how many."""
    with letters_told(), Progress("drawing") as progress:
        pages = drawn()
        progress.turn_to(f"setting {len(pages)} page{'s' if len(pages) > 1 else ''}")
        made = pages.pdf()
    write_output(output, made)


def found(examiner: Examiner, dungeon: Dungeon) -> Sequence[Finding]:
    """What the ruleset finds and no waiver covers."""
    if examiner.question.ruleset == ALL:
        raise UsageError("findings are marked for one ruleset; name it with --ruleset")
    (report,) = examiner.examine(dungeon)
    return report.open


def _laid_over(
    examiner: Examiner,
    dungeon: Dungeon,
    options: ExportOptions,
    distances_from: str | None,
    pass_from: str | None,
    overlay: str | None,
) -> ExportOptions:
    """The options with the overlays asked for."""
    board = examiner.board(dungeon)
    if distances_from is not None:
        steps = overlays.steps_from(board, overlays.ruleset_of(examiner, dungeon), distances_from)
        options = replace(options, distances=steps)
    if pass_from is not None:
        options = replace(options, reach=overlays.pass_from(board, overlays.ruleset_of(examiner, dungeon), pass_from))
    if overlay is not None and overlay not in overlays.PLAYED:
        options = replace(options, figure=overlays.figure_of(board, overlays.ruleset_of(examiner, dungeon), overlay))
    return options


def _for_any(tiles: str | None, pieces: bool, ending: str, options: ExportOptions) -> Pages:
    """What is printed for no dungeon in particular: all pieces, or a set of tiles."""
    from dungeon_designer.exports import printing

    if not pieces and tiles is None:
        raise UsageError("there is nothing to draw; name a FILE, or a set of tiles with --tiles")
    _only_pdf(ending, "pieces" if pieces else "tiles")
    return printing.box(options) if pieces or tiles is None else printing.tile_set(tiles, options)


def _only_pdf(ending: str, what: str) -> None:
    if not ending.lower().endswith(".pdf"):
        raise UsageError(f"{ending}: {what} are printed on pages; the file's name must end in .pdf, or say --to pdf")
