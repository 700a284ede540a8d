"""Run the `convert` command: write a dungeon in another file format, or read one from a file of another program."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dungeon_designer.cli.console import print_note
from dungeon_designer.cli.existing_files import refuse_existing, write_new_file
from dungeon_designer.cli.files import open_single_dungeon, print_written, register_inputs, write_files
from dungeon_designer.cli.options import build_command, force_option, ruleset_option
from dungeon_designer.cli.scaling import double_dungeon, explain_doubling
from dungeon_designer.cli.solids import BED_HELP, parse_bed_option, print_solid_sizes
from dungeon_designer.dungeon import STDIN, Dungeon, export_and_check, load_dungeon_library
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.dungeon_files import LAYOUT_ENDINGS, SKETCH_ENDINGS, write_layout
from dungeon_designer.layout.links import is_link
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import ExamineOptions, Examiner

if TYPE_CHECKING:
    from dungeon_designer.exports.export_options import ExportOptions

EXPORT_ENDINGS = {
    "board": ".board.json", "uvtt": ".uvtt", "tmx": ".tmx", "tmj": ".tmj", "stl": ".stl", "stl.zip": ".stl.zip",
    "tts": ".tts.json",
}  # fmt: skip
"""The usual ending of each format of other programs. The registry of exports has the same endings."""

DUNGEON_FORMATS = ("sketch", "layout")
"""The formats of dungeon files."""

MAP_FORMATS = ("tmx", "tmj")
"""The formats of other programs that hold a whole dungeon."""

PICTURE_FORMATS = ("uvtt", "tmx", "tmj", "tts")
"""The formats that hold a picture of the map, or have one beside them."""

FORMATS = (*DUNGEON_FORMATS, *EXPORT_ENDINGS)
"""All formats that `--to` may name."""


@dataclass(frozen=True, kw_only=True)
class ConvertCall:
    """The options of `convert`."""

    source: str = argument("IN")
    target: str = argument("OUT")
    to: str | None = option("The format of OUT, if its ending does not say.", choices=FORMATS)
    ruleset: str | None = ruleset_option(
        "The ruleset for the steps of a board and for the check of --scale; by default the dungeon's own."
    )
    square: str | None = option("The side of a solid's square, such as 29mm, 2.9cm or 1in (29mm).", metavar="LENGTH")
    bed: str | None = option(BED_HELP, metavar="WIDTHxDEPTH")
    players: bool = option(
        "Leave out what lies below trapdoors and on counters' faces (board, Tiled map, Tabletop Simulator).",
        False,
    )
    tiles: str | None = option("A folder of your own tile sets, for a board or a Tiled map.", metavar="DIR")
    scale: str | None = option(
        "Make each square 2 x 2, so that narrow corridors become two squares wide.", choices=("2",)
    )
    force: bool = force_option()


@build_command(
    "dungeon-designer convert hall.dungeon.yaml hall.dungeon.json",
    "dungeon-designer convert - - --to sketch < hall.dungeon.json",
    "dungeon-designer convert hall.dungeon.yaml hall.board.json --ruleset naf-2019",
    "dungeon-designer convert hall.dungeon.yaml hall.stl --square 25mm",
    "dungeon-designer convert hall.dungeon.yaml hall.stl.zip --bed 180x180mm",
    "dungeon-designer convert keep.json keep.dungeon.yaml --scale 2 --ruleset naf-2019",
)
def command(call: ConvertCall) -> None:
    """Convert the dungeon in IN to the format of OUT; - is standard input or output.

    Both may be a sketch (.yaml), a layout file (.json) or a Tiled map (.tmx, .tmj).

    IN may also be the JSON of One Page Dungeon or donjon, donjon's table (.tsv), or a grid of letters (.csv, .txt).

    OUT may also be the board for programs, with every square and step (.board.json), or a universal VTT file (.uvtt,
    .dd2vtt). It may be a solid for 3D printers (.stl), or one for each room (.stl.zip). An object of Tabletop Simulator
    (.tts.json) comes with its picture (.tts.png).
    """
    explicit_format = find_format(call.target, call.to)
    register_inputs(call.target, [call.source])
    if explicit_format in (*DUNGEON_FORMATS, *MAP_FORMATS):
        refuse_existing(call.target, call.force)
    source_dungeon, default_format, import_summary = _open_source(call)
    examiner = Examiner(ExamineOptions(ruleset=call.ruleset, tiles=call.tiles))
    dungeon = double_dungeon(source_dungeon, examiner) if call.scale else source_dungeon
    format_name = explicit_format or default_format
    # a dungeon file has no export ending; the error about its --bed names the file itself
    bed = parse_bed_option(call.bed, EXPORT_ENDINGS.get(format_name, call.target))
    if format_name in DUNGEON_FORMATS:
        name = "standard output" if call.target == STDIN else call.target
        data = write_layout(dungeon.layout, name, as_layout_file=format_name == "layout")
        write_new_file(call.target, data, call.force)
        print_written(call.target, len(data))
    else:
        _write_export(call, examiner, dungeon, format_name, bed)
    if import_summary:
        print_note(import_summary)
    for line in explain_doubling(source_dungeon, dungeon, examiner) if call.scale else ():
        print_note(line)


def _write_export(
    call: ConvertCall, examiner: Examiner, dungeon: Dungeon, format_name: str, bed: tuple[float, float]
) -> None:
    """Write a dungeon as a file for other programs, one of `EXPORT_ENDINGS`.

    Args:
        call: the options of the call.
        examiner: builds the board of the dungeon, and finds its ruleset.
        dungeon: the dungeon.
        format_name: the format of the file.
        bed: width and depth of a 3D printer's bed in millimetres, to which rooms are cut.
    """
    ending = EXPORT_ENDINGS[format_name]  # the usual ending of the format, whatever the name of the target is
    options = _build_export_options(call, examiner, dungeon, format_name, bed)
    files = export_and_check(examiner.build_board(dungeon), call.target, options, ending=ending)
    if format_name in MAP_FORMATS:
        # such a file may be the work of a person, like a dungeon file, so it is not replaced without --force
        write_new_file(call.target, files[call.target], call.force)
        print_written(call.target, len(files[call.target]))
    else:
        write_files(call.target, files)
        print_written(call.target, len(files[call.target]))
        build_board = partial(examiner.build_board, dungeon)  # called only for solids: no other format loses time
        print_solid_sizes(call.target, ending, build_board, options)


def _build_export_options(
    call: ConvertCall, examiner: Examiner, dungeon: Dungeon, format_name: str, bed: tuple[float, float]
) -> ExportOptions:
    """Return how a dungeon is exported: what it shows, how large a square is, and by whose rules players walk.

    The arguments are those of `_write_export`.
    """
    from dungeon_designer.cli.render import DEFAULT_SQUARE_MM, find_ruleset
    from dungeon_designer.cli.theme_choice import apply_theme
    from dungeon_designer.drawing.drawing_options import DrawingOptions
    from dungeon_designer.exports.export_options import ExportOptions
    from dungeon_designer.exports.papers import parse_length

    # only a board lists the steps of players; without an edition, `find_ruleset` gives the usual rule for corners
    step_ruleset = find_ruleset(examiner, dungeon) if format_name == "board" else None
    # virtual tables (uvtt) show their picture to players, who may not see what lies below trapdoors
    shows_hidden_objects = format_name != "uvtt" and not call.players
    square_mm = DEFAULT_SQUARE_MM if call.square is None else parse_length(call.square)
    options = ExportOptions(DrawingOptions(hidden=shows_hidden_objects), square_mm, bed=bed, ruleset=step_ruleset)
    return apply_theme(options, dungeon) if format_name in PICTURE_FORMATS else options


def _open_source(call: ConvertCall) -> tuple[Dungeon, str, str]:
    """Read the dungeon to convert.

    Returns:
        The dungeon; the format of OUT if neither its ending nor `--to` names one ("layout" for a sketch, else
        "sketch"); and for a file of another program a line that says what became of its content, else ''.
    """
    from dungeon_designer.imports.importers import read_file_bytes, read_if_foreign

    source, folder = call.source, Path(call.source).parent
    # only a file that the call names may be another program's; standard input and links hold dungeons
    data = None if source == STDIN or is_link(source) else read_file_bytes(source)
    tiles = load_dungeon_library(folder, [call.tiles] if call.tiles else [])
    if data is None:
        dungeon = open_single_dungeon(source)
    else:
        imported = read_if_foreign(data, source, tiles)  # None for a dungeon file
        if imported is not None:
            summary = f"{source}: {imported.program}; {imported.summary}"
            return Dungeon(imported.layout, source, folder=folder), "sketch", summary
        dungeon = Dungeon.load(source, data=data)
    return dungeon, "layout" if dungeon.is_sketch else "sketch", ""


def find_format(target: str, format_name: str | None) -> str | None:
    """Return the format to write: the one that `--to` names, else the one of the file's ending.

    Args:
        target: the file to write, or - for standard output.
        format_name: the format that `--to` names; None without it.

    Returns:
        The format; None for standard output without `--to`.

    Raises:
        UsageError: the ending is not known, or a dungeon file of this name would be read in another format.
    """
    if target == STDIN:  # "-", which stands for standard output here
        return format_name
    endings_by_format = _list_endings_by_format()
    format_by_ending = None
    for candidate, endings in endings_by_format.items():
        if target.lower().endswith(endings):
            format_by_ending = candidate
            break
    if format_name in DUNGEON_FORMATS and format_by_ending not in (None, format_name):
        remedy = f"name a file that ends in {endings_by_format[format_name][0]}"
        raise UsageError(f"{target}: a file of this name is not read as a {format_name}; {remedy}")
    if format_by_ending or format_name:
        return format_name or format_by_ending
    known_endings = ", ".join(ending for form in FORMATS for ending in endings_by_format[form])
    raise UsageError(f"{target}: no format is known by this ending; choose one of {known_endings}, or add --to")


def _list_endings_by_format() -> dict[str, tuple[str, ...]]:
    """Return the endings of file names by the format that they stand for, such as ".yaml" for "sketch".

    The formats of other programs come first, so that a file is found to end in .board.json before it is found to end
    in .json, the ending of layout files.
    """
    from dungeon_designer.exports.exporters import find_exporter

    endings_by_format = {name: find_exporter(ending).endings for name, ending in EXPORT_ENDINGS.items()}
    return endings_by_format | {"sketch": SKETCH_ENDINGS, "layout": LAYOUT_ENDINGS}
