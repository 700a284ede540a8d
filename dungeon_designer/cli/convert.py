"""`convert`: a layout from one file format into the other."""

from __future__ import annotations

import click

from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import give_bytes
from dungeon_designer.cli.sources import sources
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.files import LAYOUT_ENDINGS, SKETCH_ENDINGS, write_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout.writer import write_json
from dungeon_designer.pipeline import STDIN, Opened, open_layout

FORMATS = ("sketch", "layout")


@click.command(
    epilog=example(
        "dungeon-designer convert hall.dungeon.yaml hall.dungeon.json",
        "dungeon-designer convert - - --to sketch < hall.dungeon.json",
    ),
    short_help="Convert between sketch and layout file.",
)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--to", type=click.Choice(FORMATS), help="The format of OUT, where its ending does not say.")
def command(source: str, target: str, to: str | None) -> None:
    """Write the layout in IN to OUT, as a sketch (.yaml) or a layout file (.json); - is standard input or output."""
    form = format_of(target, to)
    (named,) = sources([source]) if source == STDIN else (None,)
    opened = open_layout(source, named.data if named else None)
    data = written(opened.layout, form or _other(opened))
    if target == STDIN:
        give_bytes(data)
    else:
        write_file(target, data)


def format_of(target: str, to: str | None) -> str | None:
    """`sketch` or `layout`, by what was said or by the file's ending; None when standard output leaves it open."""
    if to is not None or target == STDIN:
        return to
    for form, endings in (("sketch", SKETCH_ENDINGS), ("layout", LAYOUT_ENDINGS)):
        if target.lower().endswith(endings):
            return form
    known = ", ".join((*SKETCH_ENDINGS, *LAYOUT_ENDINGS))
    raise UsageError(f"{target}: no format is known by this ending; choose one of {known}, or say --to")


def written(layout: Layout, form: str) -> bytes:
    """The bytes of a layout in a format."""
    return write_sketch(layout).encode() if form == "sketch" else write_json(layout)


def _other(opened: Opened) -> str:
    return "layout" if opened.sketch else "sketch"
