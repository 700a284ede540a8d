"""`schema`: the JSON Schemas of what the program reads and writes."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import give_json

SCHEMAS = {
    "layout": "layout.layout_file:layout_schema",
    "report": "reports.document:report_schema",
    "analysis": "reports.analyses:analysis_schema",
    "playtest": "playtest.schema:playtest_schema",
    "board": "exports.board_document:board_schema",
    "sketch": "layout.sketch_schema:sketch_schema",
    "ruleset": "rules.schema:ruleset_schema",
    "season": "seasons.reader:season_schema",
    "tile": "tiles.reader:tile_schema",
    "team": "playtest.schema:team_schema",
}
"""Each kind of file, and what makes its schema; imported when it is asked for."""


@click.command(
    epilog=example(
        "dungeon-designer schema > dungeon-layout.schema.json",
        "dungeon-designer schema ruleset > ruleset.schema.json",
    ),
    short_help="Print a JSON Schema.",
)
@click.argument("what", type=click.Choice(list(SCHEMAS)), default="layout")
def command(what: str) -> None:
    """Print the JSON Schema of layout files (.dungeon.json), of what check, analyse and playtest print with --format
    json, or of the board that convert writes for programs (.board.json).

    Those of sketches (.dungeon.yaml), rulesets, seasons and teams (.toml) and tiles (.yaml) are for text editors, which
    then offer the keys, say what each is for, and mark what is wrong."""
    give_json(schema_of_kind(what))


def schema_of_kind(what: str) -> dict[str, Any]:
    """The schema of a kind of file, one of `SCHEMAS`."""
    module, _, name = SCHEMAS[what].partition(":")
    made: dict[str, Any] = getattr(import_module(f"dungeon_designer.{module}"), name)()
    return made
