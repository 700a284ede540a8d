"""`render`: a dungeon, or all of a season, as maps, pieces, or the tiles of a set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from dungeon_designer.analysis import figure_picture as picture
from dungeon_designer.cli import exits, overlays
from dungeon_designer.cli.batch import unread
from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import complain, letters_told, tell
from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.render_call import FORMATS, RenderCall
from dungeon_designer.cli.sources import Source, is_many, is_season, open_named, sources
from dungeon_designer.cli.target import keep_apart, make_folder, write_output
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import DungeonError, UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.papers import PAPERS, Orientation
from dungeon_designer.exports.pdf import map_pages
from dungeon_designer.exports.protocol import Takes
from dungeon_designer.exports.registry import export, exporter_for
from dungeon_designer.exports.site import file_names
from dungeon_designer.findings import Finding
from dungeon_designer.pipeline import ALL, Examiner, Question

EXAMPLES = example(
    "dungeon-designer render hall.dungeon.yaml -o hall.svg",
    "dungeon-designer render hall.dungeon.yaml -o hall.png --theme ink --square 20mm --findings",
    "dungeon-designer render hall.dungeon.yaml -o hall.pdf --square 29mm --paper A4",
    "dungeon-designer render hall.dungeon.yaml -o mat.pdf --square 29mm --bleed 3mm --bare",
    "dungeon-designer render hall.dungeon.yaml -o pieces.pdf --pieces --square 1in --paper letter",
    "dungeon-designer render season.toml -o maps/ --to png --legend",
    "dungeon-designer render --tiles gw-2021 -o tiles.pdf --square 32mm",
    "dungeon-designer render hall.dungeon.yaml -o - --to svg > hall.svg",
)


@click.command(epilog=EXAMPLES, short_help="Draw a dungeon as a map, or print it to scale.")
@click.argument("file", required=False)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    help="The map; its ending says the format, or --to; - is standard output. FOLDER/ for several.",
)
@click.option("--to", type=click.Choice(FORMATS), help=f"The format, where no ending says it ({FORMATS[0]}).")
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
@click.option("--ruleset", metavar="ID|FILE.toml", help="The ruleset to ask; without it, the season's or layout's.")
@click.option("--tiles", metavar="SET|DIR", help="A folder of tile sets of your own; without FILE, the set to print.")
def command(**asked: Any) -> int:
    """Draw the dungeon in FILE (a sketch, a layout file, or - for standard input) as a map.

    A season (.toml) or a folder is drawn into a folder, a file for each dungeon; a season's ruleset is asked of all its
    dungeons. A dungeon that cannot be drawn is told of, and the exit status is 2.

    With --laid-tiles, the tiles of a set it is laid with, as often as it needs them.
    With --pieces, its chests, portals, counters and the rest, to cut out; without FILE, those for any dungeon.
    With --tiles and without FILE, the tiles of a set, each as often as its stock says.
    """
    call = RenderCall(**asked)
    call.refuse()
    options = call.export()
    if call.file is None:
        _write(call.output, lambda progress: _set(_for_any(call, options), progress))
        return exits.LEGAL
    found = [Source(call.file)] if not call.into_folder else _several(call)
    keep_apart(call.output, (source.file for source in found))
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    examiner.prepare()
    if call.into_folder:
        return _write_all(examiner, call, options, found)
    if is_many(call.file):
        what = "a season or a ruleset" if is_season(call.file) else "a folder"
        raise UsageError(f"{call.file}: this is {what}, not a dungeon; several are drawn into a folder, -o FOLDER/")
    dungeon = open_named(call.file)
    _write(call.output, lambda progress: _drawn(examiner, call, options, dungeon, progress))
    return exits.LEGAL


def _several(call: RenderCall) -> list[Source]:
    """The dungeons that are drawn into a folder: those of a season or a folder, or a single one."""
    if call.file == STDIN:
        raise UsageError("what comes from standard input has no name for a file in a folder; name the file to write")
    return sources([call.file or ""], by_season=call.ruleset is None)


def _write_all(examiner: Examiner, call: RenderCall, options: ExportOptions, found: Sequence[Source]) -> int:
    """Draw each dungeon into its own file of the folder; the exit status."""
    make_folder(call.output)
    names = file_names([Path(source.file).name for source in found], call.ending)
    failed = False
    with letters_told(), Progress("drawing", len(found)) as progress:
        for name, source in zip(names, found, strict=True):
            try:
                dungeon = source.open()
                write_output(Path(call.output) / name, _drawn(examiner, call, options, dungeon))
                tell(examiner.notice(dungeon))
            except DungeonError as error:
                complain(unread(source, error).problem)
                failed = True
            progress.advance()
    return exits.FAILED if failed else exits.LEGAL


def _write(output: str, drawn: Callable[[Progress], bytes]) -> None:
    with letters_told(), Progress("drawing") as progress:
        made = drawn(progress)
    write_output(output, made)


def _drawn(
    examiner: Examiner, call: RenderCall, options: ExportOptions, dungeon: Dungeon, progress: Progress | None = None
) -> bytes:
    """A dungeon as the call wants it."""
    board = examiner.board(dungeon)
    if call.cut_out:
        from dungeon_designer.exports.printing import Subject, printout

        return _set(printout(Subject.PIECES if call.pieces else Subject.TILES, board, options).pages, progress)
    marked = _marked(examiner, call, dungeon)
    options = _laid_over(examiner, call, options, dungeon)
    if call.on_pages:
        return _set(map_pages(board, options, marked), progress)
    return export(board, call.ending, options, marked)


def _set(pages: Pages, progress: Progress | None) -> bytes:
    """Pages as a PDF; how far the setting is nobody can say, but that it goes on, and of how many."""
    if progress is not None:
        progress.turn_to(f"setting {len(pages)} page{'s' if len(pages) > 1 else ''}")
    return pages.pdf()


def _marked(examiner: Examiner, call: RenderCall, dungeon: Dungeon) -> Sequence[Finding]:
    """The findings to mark: those asked for, and those of a ruleset that is named for nothing else."""
    for_overlays = call.distances_from or call.pass_from or call.overlay
    return found(examiner, dungeon) if call.findings or (call.ruleset and not for_overlays) else ()


def found(examiner: Examiner, dungeon: Dungeon) -> Sequence[Finding]:
    """What the ruleset finds and no waiver covers."""
    if examiner.question.ruleset == ALL:
        raise UsageError("findings are marked for one ruleset; name it with --ruleset")
    (report,) = examiner.examine(dungeon)
    return report.open


def _laid_over(examiner: Examiner, call: RenderCall, options: ExportOptions, dungeon: Dungeon) -> ExportOptions:
    """The options with the overlays asked for, and the ruleset where it is shown or measured by."""
    board = examiner.board(dungeon)
    if call.distances_from is not None:
        steps = overlays.steps_from(board, overlays.ruleset_of(examiner, dungeon), call.distances_from)
        options = replace(options, distances=steps)
    if call.pass_from is not None:
        bands = overlays.pass_from(board, overlays.ruleset_of(examiner, dungeon), call.pass_from)
        options = replace(options, reach=bands)
    options = _with_figure(examiner, call, options, dungeon)
    if call.cartouche:
        named = replace(options.drawing, edition=overlays.ruleset_of(examiner, dungeon).name)
        options = replace(options, drawing=named)
    if Takes.EDITION in exporter_for(call.ending).takes:
        options = replace(options, ruleset=overlays.ruleset_of(examiner, dungeon))
    return options


def _with_figure(examiner: Examiner, call: RenderCall, options: ExportOptions, dungeon: Dungeon) -> ExportOptions:
    """The options with the figure asked for; matches are played for some."""
    if call.overlay in overlays.PLAYED:
        games = call.games or overlays.GAMES
        return replace(options, figure=overlays.playtest_of(examiner, dungeon, dungeon.file, call.overlay, games))
    if call.games is not None:
        raise UsageError(f"--games: matches are played for the overlays {', '.join(overlays.PLAYED)}")
    if call.overlay is None:
        return options
    ruleset = overlays.ruleset_of(examiner, dungeon)
    return replace(options, figure=overlays.figure_of(examiner.board(dungeon), ruleset, call.overlay))


def _for_any(call: RenderCall, options: ExportOptions) -> Pages:
    """What is printed for no dungeon in particular: all pieces, or a set of tiles."""
    from dungeon_designer.exports import printing

    return printing.box(options) if call.pieces or call.tiles is None else printing.tile_set(call.tiles, options)
