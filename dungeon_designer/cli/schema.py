"""`schema`: the JSON Schemas of what the program reads and writes."""

from __future__ import annotations

import click

from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import give_json


@click.command(
    epilog=example("dungeon-designer schema > dungeon-layout.schema.json", "dungeon-designer schema report"),
    short_help="Print a JSON Schema.",
)
@click.argument("what", type=click.Choice(["layout", "report", "board"]), default="layout")
def command(what: str) -> None:
    """Print the JSON Schema of layout files (.dungeon.json), of the report that check --format json prints, or of the
    board that convert writes for programs (.board.json)."""
    if what == "report":
        from dungeon_designer.reports.document import report_schema

        give_json(report_schema())
    elif what == "board":
        from dungeon_designer.exports.board_document import board_schema

        give_json(board_schema())
    else:
        from dungeon_designer.layout.schema import layout_schema

        give_json(layout_schema())
