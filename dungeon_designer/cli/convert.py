"""`convert`: a layout from one file format into the other."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import complain
from dungeon_designer.cli.files import keep_apart, open_named, write_output
from dungeon_designer.cli.options import command_of
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.files import LAYOUT_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.options import Option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.text.files import read_bytes

BOARD_ENDING = ".board.json"
MAP_ENDINGS = {".uvtt": "uvtt", ".dd2vtt": "uvtt", ".tmj": "tmj"}
"""Other programs' formats that `render` writes as well, by ending."""

FORMATS = ("sketch", "layout", "board", "uvtt", "tmj")


class ConvertCall(Struct, frozen=True, kw_only=True):
    """The options of `convert`."""

    source: Annotated[str, Option(metavar="IN", name="argument")]
    target: Annotated[str, Option(metavar="OUT", name="argument")]
    to: Annotated[str | None, Option("The format of OUT, where its ending does not say.", choices=FORMATS)] = None
    ruleset: Annotated[
        str | None, Option("Whose steps a board has; without it, the layout's own.", metavar="ID|FILE.toml")
    ] = None
    players: Annotated[bool, Option("A board without what lies below trapdoors and on counters' faces.")] = False
    tiles: Annotated[str | None, Option("A folder of tile sets of your own, for a board.", metavar="DIR")] = None


@command_of(
    "dungeon-designer convert hall.dungeon.yaml hall.dungeon.json",
    "dungeon-designer convert - - --to sketch < hall.dungeon.json",
    "dungeon-designer convert hall.dungeon.yaml hall.board.json --ruleset naf-2019",
)
def command(call: ConvertCall) -> None:
    """Write the layout in IN to OUT, as a sketch (.yaml) or a layout file (.json); - is standard input or output.

    To a file ending in .board.json goes the board: every square, its edges and the steps one may take, for programs.
    Other programs' files: IN may be a Tiled map (.tmj), a One Page Dungeon or donjon's JSON, donjon's table (.tsv) or a
    grid of letters (.csv, .txt), OUT a universal VTT file (.uvtt, .dd2vtt) or a Tiled map.
    """
    form = format_of(call.target, call.to)
    keep_apart(call.target, [call.source])
    dungeon, usual = _opened(call.source)
    form = form or usual
    if form in ("sketch", "layout"):
        data = written(dungeon.layout, form)
    else:
        data = _board(dungeon, call.ruleset, call.tiles, form, call.players)
    write_output(call.target, data)


def _opened(source: str) -> tuple[Dungeon, str]:
    """The dungeon in a file, and what it becomes where nothing says so: a layout file of a sketch, else a sketch.

    Of another program's file, one line on standard error says what became of what was in it.
    """
    from dungeon_designer.imports.registry import read_if_foreign

    data = None if source == STDIN else read_bytes(source)
    found = None if data is None else read_if_foreign(data, source)
    if found is not None:
        complain(f"{source}: {found.program}; {found.account}")
        return Dungeon(found.layout, source), "sketch"
    dungeon = open_named(source) if data is None else Dungeon.load(source, data=data)
    return dungeon, "layout" if dungeon.is_sketch else "sketch"


def format_of(target: str, to: str | None) -> str | None:
    """The format by what was said or by the file's ending; None when standard output leaves it open."""
    if to is not None or target == STDIN:
        return to
    if target.lower().endswith(BOARD_ENDING):
        return "board"
    for form, endings in (("sketch", SKETCH_ENDINGS), ("layout", LAYOUT_ENDINGS)):
        if target.lower().endswith(endings):
            return form
    for ending, form in MAP_ENDINGS.items():
        if target.lower().endswith(ending):
            return form
    known = ", ".join((*SKETCH_ENDINGS, *LAYOUT_ENDINGS, BOARD_ENDING, *MAP_ENDINGS))
    raise UsageError(f"{target}: no format is known by this ending; choose one of {known}, or say --to")


def written(layout: Layout, form: str) -> bytes:
    """The bytes of a layout in a format."""
    return write_sketch(layout).encode() if form == "sketch" else write_json(layout)


def _board(dungeon: Dungeon, ruleset: str | None, tiles: str | None, form: str, players: bool) -> bytes:
    """The board of a layout, as board JSON or in another program's format.

    Board JSON has the steps of the layout's edition; where none is named, of the usual corners.
    """
    from dungeon_designer.cli.render import ruleset_of
    from dungeon_designer.exports.board_json import board_json
    from dungeon_designer.exports.registry import export

    examiner = Examiner(Question(ruleset=ruleset, tiles=tiles))
    examiner.prepare()
    if form != "board":
        return export(examiner.board(dungeon), f".{form}")
    return board_json(examiner.board(dungeon), ruleset_of(examiner, dungeon), players)
