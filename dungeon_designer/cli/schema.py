"""`schema`: the JSON Schemas of what the program reads and writes."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from msgspec import Struct

from dungeon_designer.cli.console import give_json
from dungeon_designer.cli.options import command_of
from dungeon_designer.options import Option

SCHEMAS = {
    "layout": "layout.schema:layout_schema",
    "report": "reports.document:report_schema",
    "analysis": "reports.analyses:analysis_schema",
    "playtest": "playtest.schema:playtest_schema",
    "board": "exports.board_document:board_schema",
    "sketch": "layout.sketch_schema:sketch_schema",
    "ruleset": "rules.schema:ruleset_schema",
    "season": "seasons.schema:season_schema",
    "tile": "tiles.schema:tile_schema",
    "team": "playtest.schema:team_schema",
}
"""Each kind of file, and what makes its schema; imported when it is asked for."""


class SchemaCall(Struct, frozen=True, kw_only=True):
    """The options of `schema`."""

    what: Annotated[str, Option(name="argument", choices=list(SCHEMAS))] = "layout"


@command_of(
    "Print a JSON Schema.",
    "dungeon-designer schema > dungeon-layout.schema.json",
    "dungeon-designer schema ruleset > ruleset.schema.json",
)
def command(call: SchemaCall) -> None:
    """Print the JSON Schema of layout files (.dungeon.json), of what check, analyse and playtest print with --format
    json, or of the board that convert writes for programs (.board.json).

    Those of sketches (.dungeon.yaml), rulesets, seasons and teams (.toml) and tiles (.yaml) are for text editors, which
    then offer the keys, say what each is for, and mark what is wrong."""
    give_json(schema_of_kind(call.what))


def schema_of_kind(what: str) -> dict[str, Any]:
    """The schema of a kind of file, one of `SCHEMAS`."""
    module, _, name = SCHEMAS[what].partition(":")
    made: dict[str, Any] = getattr(import_module(f"dungeon_designer.{module}"), name)()
    return made
