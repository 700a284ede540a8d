"""`convert`: a layout from one file format into the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dungeon_designer.cli.console import remark
from dungeon_designer.cli.files import keep_apart, open_named, write_output
from dungeon_designer.cli.options import command_of, ruleset
from dungeon_designer.dungeon import STDIN, Dungeon, library_of
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.files import LAYOUT_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.links import is_link
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.text.files import read_bytes

if TYPE_CHECKING:
    from dungeon_designer.board.model import Board
    from dungeon_designer.exports.options import ExportOptions

EXPORTS = {"board": ".board.json", "uvtt": ".uvtt", "tmx": ".tmx", "tmj": ".tmj", "stl": ".stl", "tts": ".tts.json"}
"""Other programs' formats, each with its usual ending, which the registry of exports knows."""

FORMATS = ("sketch", "layout", *EXPORTS)


@dataclass(frozen=True, kw_only=True)
class ConvertCall:
    """The options of `convert`."""

    source: str = argument("IN")
    target: str = argument("OUT")
    to: str | None = option("The format of OUT, where its ending does not say.", choices=FORMATS)
    ruleset: str | None = ruleset("Whose steps a board has; without it, the layout's own.")
    square: str | None = option("The side of a solid's square, as 29mm, 2.9cm or 1in (29mm).", metavar="LENGTH")
    players: bool = option(
        "A board, Tiled map or Tabletop Simulator object without what lies below trapdoors and on counters' faces.",
        False,
    )
    tiles: str | None = option("A folder of tile sets of your own, for a board or a Tiled map.", metavar="DIR")


@command_of(
    "dungeon-designer convert hall.dungeon.yaml hall.dungeon.json",
    "dungeon-designer convert - - --to sketch < hall.dungeon.json",
    "dungeon-designer convert hall.dungeon.yaml hall.board.json --ruleset naf-2019",
    "dungeon-designer convert hall.dungeon.yaml hall.stl --square 25mm",
)
def command(call: ConvertCall) -> None:
    """Write the layout in IN to OUT, as a sketch (.yaml) or a layout file (.json); - is standard input or output.

    To a file ending in .board.json goes the board: every square, its edges and the steps one may take, for programs.
    Other programs' files: IN may be a Tiled map (.tmx, .tmj), a One Page Dungeon or donjon's JSON, donjon's table
    (.tsv) or a grid of letters (.csv, .txt), OUT a universal VTT file (.uvtt, .dd2vtt), a Tiled map, a solid for 3D
    printers (.stl), or an object of Tabletop Simulator (.tts.json), whose picture is written into the same folder.
    """
    asked = format_of(call.target, call.to)
    keep_apart(call.target, [call.source])
    dungeon, usual = _opened(call)
    form = asked or usual
    if form == "sketch":
        data = write_sketch(dungeon.layout).encode()
    elif form == "layout":
        data = write_json(dungeon.layout)
    else:
        from dungeon_designer.cli.render import SQUARE, ruleset_of
        from dungeon_designer.drawing.options import DrawingOptions
        from dungeon_designer.exports.options import ExportOptions
        from dungeon_designer.exports.papers import millimetres
        from dungeon_designer.exports.registry import export

        examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
        # a board has the steps of the layout's edition; where none is named, of the usual corners
        asked_of = ruleset_of(examiner, dungeon) if form == "board" else None
        drawing = DrawingOptions(hidden=form != "uvtt" and not call.players)
        square = SQUARE if call.square is None else millimetres(call.square)
        options, board = ExportOptions(drawing, square, ruleset=asked_of), examiner.board(dungeon)
        data = export(board, EXPORTS[form], options)
        if form == "tts" and call.target != STDIN:
            _write_picture(Path(call.target).parent, board, options)
    write_output(call.target, data)


def _write_picture(folder: Path, board: Board, options: ExportOptions) -> None:
    """Write the picture that an object of Tabletop Simulator names, and say where it belongs."""
    from dungeon_designer.exports.tabletop_simulator import picture_file, picture_name

    name = picture_name(board)
    write_output(str(folder / name), picture_file(board, options))
    remark(f"{folder / name}: the board's picture; lay it into Tabletop Simulator's folder Mods/Images")


def _opened(call: ConvertCall) -> tuple[Dungeon, str]:
    """The dungeon in a file, and what it becomes where nothing says so: a layout file of a sketch, else a sketch.

    Of another program's file, one line on standard error says what became of what was in it.
    """
    from dungeon_designer.imports.registry import read_if_foreign

    source, folder = call.source, Path(call.source).parent
    data = None if source == STDIN or is_link(source) else read_bytes(source)
    tiles = library_of(folder, [call.tiles] if call.tiles else [])
    found = None if data is None else read_if_foreign(data, source, tiles)
    if found is not None:
        remark(f"{source}: {found.program}; {found.account}")
        return Dungeon(found.layout, source, folder=folder), "sketch"
    dungeon = open_named(source) if data is None else Dungeon.load(source, data=data)
    return dungeon, "layout" if dungeon.is_sketch else "sketch"


def format_of(target: str, to: str | None) -> str | None:
    """The format by what was said or by the file's ending; None when standard output leaves it open."""
    if to is not None or target == STDIN:
        return to
    from dungeon_designer.exports.registry import exporter_for

    known = {form: exporter_for(ending).endings for form, ending in EXPORTS.items()}  # .board.json before .json
    known |= {"sketch": SKETCH_ENDINGS, "layout": LAYOUT_ENDINGS}
    for form, endings in known.items():
        if target.lower().endswith(endings):
            return form
    told = ", ".join(ending for form in FORMATS for ending in known[form])
    raise UsageError(f"{target}: no format is known by this ending; choose one of {told}, or say --to")
