"""`convert`: a layout from one file format into the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dungeon_designer.cli.console import remark
from dungeon_designer.cli.existing_files import refuse_existing, write_new
from dungeon_designer.cli.files import keep_apart, open_named, write_files
from dungeon_designer.cli.options import command_of, force, ruleset
from dungeon_designer.cli.scaling import double_dungeon, explain_doubling
from dungeon_designer.cli.solids import BED_HELP, read_bed, remark_on_solids
from dungeon_designer.dungeon import STDIN, Dungeon, export_checked, library_of
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.files import LAYOUT_ENDINGS, SKETCH_ENDINGS, write_layout
from dungeon_designer.layout.links import is_link
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question

EXPORTS = {
    "board": ".board.json", "uvtt": ".uvtt", "tmx": ".tmx", "tmj": ".tmj", "stl": ".stl", "stl.zip": ".stl.zip",
    "tts": ".tts.json",
}  # fmt: skip
"""Other programs' formats, each with its usual ending, which the registry of exports knows."""

DUNGEONS = ("sketch", "layout")
"""The formats that hold a dungeon as it is."""

MAPS = ("tmx", "tmj")
"""The formats of other programs that hold a dungeon, too."""

FORMATS = (*DUNGEONS, *EXPORTS)


@dataclass(frozen=True, kw_only=True)
class ConvertCall:
    """The options of `convert`."""

    source: str = argument("IN")
    target: str = argument("OUT")
    to: str | None = option("The format of OUT, where its ending does not say.", choices=FORMATS)
    ruleset: str | None = ruleset(
        "Whose steps a board has, and whose rules larger squares are checked by; without it, the layout's own."
    )
    square: str | None = option("The side of a solid's square, as 29mm, 2.9cm or 1in (29mm).", metavar="LENGTH")
    bed: str | None = option(BED_HELP, metavar="WIDTHxDEPTH")
    players: bool = option(
        "A board, Tiled map or Tabletop Simulator object without what lies below trapdoors and on counters' faces.",
        False,
    )
    tiles: str | None = option("A folder of tile sets of your own, for a board or a Tiled map.", metavar="DIR")
    scale: str | None = option(
        "Make each square 2 x 2, so that a corridor of one square is two squares wide.", choices=("2",)
    )
    force: bool = force()


@command_of(
    "dungeon-designer convert hall.dungeon.yaml hall.dungeon.json",
    "dungeon-designer convert - - --to sketch < hall.dungeon.json",
    "dungeon-designer convert hall.dungeon.yaml hall.board.json --ruleset naf-2019",
    "dungeon-designer convert hall.dungeon.yaml hall.stl --square 25mm",
    "dungeon-designer convert hall.dungeon.yaml hall.stl.zip --bed 180x180mm",
    "dungeon-designer convert keep.json keep.dungeon.yaml --scale 2 --ruleset naf-2019",
)
def command(call: ConvertCall) -> None:
    """Write the layout in IN to OUT, as a sketch (.yaml) or a layout file (.json); - is standard input or output.

    To a file ending in .board.json goes the board: every square, its edges and the steps one may take, for programs.
    Other programs' files: IN may be a Tiled map (.tmx, .tmj), a One Page Dungeon or donjon's JSON, donjon's table
    (.tsv) or a grid of letters (.csv, .txt), OUT a universal VTT file (.uvtt, .dd2vtt), a Tiled map, a solid for 3D
    printers (.stl), a solid for each room that fits a printer's bed (.stl.zip), or an object of Tabletop Simulator
    (.tts.json), whose picture is written beside it (.tts.png).
    """
    asked = format_of(call.target, call.to)
    keep_apart(call.target, [call.source])
    if asked in (*DUNGEONS, *MAPS):
        refuse_existing(call.target, call.force)
    drawn, usual, account = _opened(call)
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    dungeon = double_dungeon(drawn, examiner) if call.scale else drawn
    form = asked or usual
    bed = read_bed(call.bed, EXPORTS.get(form, call.target))
    if form in DUNGEONS:
        name = "standard output" if call.target == STDIN else call.target
        files = {call.target: write_layout(dungeon.layout, name, as_layout_file=form == "layout")}
    else:
        from dungeon_designer.cli.render import SQUARE, ruleset_of
        from dungeon_designer.drawing.options import DrawingOptions
        from dungeon_designer.exports.options import ExportOptions
        from dungeon_designer.exports.papers import millimetres

        # a board has the steps of the layout's edition; where none is named, of the usual corners
        asked_of = ruleset_of(examiner, dungeon) if form == "board" else None
        drawing = DrawingOptions(hidden=form != "uvtt" and not call.players)
        square = SQUARE if call.square is None else millimetres(call.square)
        options, board = ExportOptions(drawing, square, bed=bed, ruleset=asked_of), examiner.board(dungeon)
        files = export_checked(board, call.target, options, ending=EXPORTS[form])
    if form in (*DUNGEONS, *MAPS):
        write_new(call.target, files[call.target], call.force)
    else:
        write_files(call.target, files)
        remark_on_solids(call.target, EXPORTS[form], partial(examiner.board, dungeon), options)
    if account:
        remark(account)
    for line in explain_doubling(drawn, dungeon, examiner) if call.scale else ():
        remark(line)


def _opened(call: ConvertCall) -> tuple[Dungeon, str, str]:
    """The dungeon in a file, and what it becomes where nothing says so: a layout file of a sketch, else a sketch.

    Third, of another program's file, the line that says what became of what was in it.
    """
    from dungeon_designer.imports.registry import read_any_bytes, read_if_foreign

    source, folder = call.source, Path(call.source).parent
    data = None if source == STDIN or is_link(source) else read_any_bytes(source)
    tiles = library_of(folder, [call.tiles] if call.tiles else [])
    found = None if data is None else read_if_foreign(data, source, tiles)
    if found is not None:
        account = f"{source}: {found.program}; {found.account}"
        return Dungeon(found.layout, source, folder=folder), "sketch", account
    dungeon = open_named(source) if data is None else Dungeon.load(source, data=data)
    return dungeon, "layout" if dungeon.is_sketch else "sketch", ""


def format_of(target: str, to: str | None) -> str | None:
    """The format by what was said or by the file's ending; None when standard output leaves it open.

    UsageError for an ending that says nothing, and for a dungeon that nobody could read under that name.
    """
    if target == STDIN:
        return to
    from dungeon_designer.exports.registry import exporter_for

    known = {form: exporter_for(ending).endings for form, ending in EXPORTS.items()}  # .board.json before .json
    known |= {"sketch": SKETCH_ENDINGS, "layout": LAYOUT_ENDINGS}
    by_name = next((form for form, endings in known.items() if target.lower().endswith(endings)), None)
    if to in DUNGEONS and by_name not in (None, to):
        remedy = f"name a file that ends in {known[to][0]}"
        raise UsageError(f"{target}: a file of this name is not read as a {to}; {remedy}")
    if by_name or to:
        return to or by_name
    told = ", ".join(ending for form in FORMATS for ending in known[form])
    raise UsageError(f"{target}: no format is known by this ending; choose one of {told}, or say --to")
