"""`explain`: a rule's manual page."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from dungeon_designer.cli.console import give, give_json, say, table, text_style
from dungeon_designer.cli.options import Form, command_of
from dungeon_designer.errors import one_line
from dungeon_designer.options import Option
from dungeon_designer.reports.manual import Setting, assignments, in_toml, page, page_as_markdown, page_as_text, setting
from dungeon_designer.rules.registry import NAMES, configured, load_ruleset, rule
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.rulesets.play import play_of, set_up_of
from dungeon_designer.tiles.library import library
from dungeon_designer.tiles.text import lines


class ExplainCall(Struct, frozen=True, kw_only=True):
    """The options of `explain`."""

    rule: Annotated[str, Option(name="argument")]
    ruleset: Annotated[
        str | None, Option("Show this ruleset's parameters instead of every edition's.", metavar="ID|FILE.toml")
    ] = None
    form: Annotated[str, Option("How to say it.", name="--format", choices=["text", "markdown", "json"])] = "text"


@command_of(
    "dungeon-designer explain corridor-width",
    "dungeon-designer explain chest-count --ruleset cup.toml",
)
def explain_command(call: ExplainCall) -> None:
    """Explain a rule: what it asks, why, how it is measured, and how the editions differ."""
    about = page(call.rule, [load_ruleset(name, Path()) for name in ([call.ruleset] if call.ruleset else EDITIONS)])
    if call.form == "json":
        give_json(about)
    elif call.form == "markdown":
        give(page_as_markdown(about))
    else:
        say(page_as_text(about, text_style()))


class RulesCall(Struct, frozen=True, kw_only=True):
    """The options of `rules`."""

    ruleset: Annotated[
        str | None, Option("Only the rules this ruleset asks, with its parameters.", metavar="ID|FILE.toml")
    ] = None
    form: Form = "text"


@command_of("dungeon-designer rules --ruleset naf-2019")
def rules_command(call: RulesCall) -> None:
    """List the rules: all of them, or those a ruleset asks with level, parameters and source."""
    if call.ruleset is None:
        _all_rules(call.form)
    else:
        _rules_of(load_ruleset(call.ruleset, Path()), call.form)


def _all_rules(form: str) -> None:
    """Every rule with its family, what it asks, and the editions that ask it."""
    editions = [load(name) for name in EDITIONS]
    found = [(rule(name), [edition.id for edition in editions if name in edition.asked]) for name in NAMES]
    if form == "json":
        entries = [{"rule": r.name, "family": r.family, "summary": r.summary, "rulesets": by} for r, by in found]
        give_json({"version": 1, "rules": entries})
        return
    rows = [(r.name, r.family, f"{len(by)} of {len(EDITIONS)}", r.summary) for r, by in found]
    say("".join(f"{line}\n" for line in table(("rule", "family", "editions", "what it asks"), rows, text_style())))


def _rules_of(ruleset: Ruleset, form: str) -> None:
    asked = [(each.rule.name, setting(each.rule.name, ruleset)) for each in configured(ruleset)]
    if form == "json":
        entries = [{"rule": name, **_setting_entry(found)} for name, found in asked]
        off = [name for name in NAMES if name not in dict(asked)]
        give_json({"version": 1, "ruleset": ruleset.id, "rules": entries, "not_asked": off})
        return
    rows = [(name, found.level, _about(found)) for name, found in asked]
    say("".join(f"{line}\n" for line in table(("rule", "level", "parameters; source"), rows, text_style())))


def _setting_entry(found: Setting) -> dict[str, object]:
    return {"level": found.level, "parameters": found.parameters, "source": found.source}


def _about(found: Setting) -> str:
    return "; ".join(filter(None, (assignments(found.parameters), found.source)))


LEVELS = (RuleLevel.MUST, RuleLevel.SHOULD, RuleLevel.NOTICE)


class RulesetsCall(Struct, frozen=True, kw_only=True):
    """The options of `rulesets`."""

    ruleset: Annotated[str | None, Option(metavar="[ID|FILE.toml]", name="argument")] = None
    form: Form = "text"


@command_of("dungeon-designer rulesets --format json", "dungeon-designer rulesets kings-cup.toml")
def rulesets_command(call: RulesetsCall) -> None:
    """List the rulesets that come with the program, or tell what one says beside its rules.

    Any TOML file that extends one is a ruleset, too.
    """
    if call.ruleset is not None:
        _one(load_ruleset(call.ruleset, Path()), call.form)
        return
    editions = [load(name) for name in EDITIONS]
    if call.form == "json":
        give_json({"version": 1, "rulesets": [_entry(edition) for edition in editions]})
        return
    head = ("id", "must", "should", "notice", "sides", "extends", "name")
    say("".join(f"{line}\n" for line in table(head, [_row(edition) for edition in editions], text_style())))


def _one(ruleset: Ruleset, form: str) -> None:
    """What a ruleset says of itself, of setting up and of playing; its rules are told by `rules --ruleset`."""
    set_up, play = (msgspec.to_builtins(said) for said in (set_up_of(ruleset), play_of(ruleset)))
    if form == "json":
        give_json({"version": 1, **_entry(ruleset), "title": ruleset.title, "set_up": set_up, "play": play})
        return
    own: dict[str, Any] = {**_entry(ruleset), "extends": ", ".join(ruleset.lineage) or "-"}
    rows = [(key, str(value)) for key, value in own.items() if key != "rules"]
    rows += [(f"{level} rules", str(count)) for level, count in _counts(ruleset).items()]
    for head, said in (("set_up", set_up), ("play", play)):
        rows += [(f"{head}.{key}", in_toml(value)) for key, value in said.items() if value not in (None, "", [], ())]
    say("".join(f"{line}\n" for line in table(("key", "what it says"), rows, text_style())))


def _counts(edition: Ruleset) -> dict[str, int]:
    levels = [entry.level for entry in edition.rules.values()]
    return {level.value: levels.count(level) for level in LEVELS}


def _entry(edition: Ruleset) -> dict[str, object]:
    words: dict[str, object] = {"corners": edition.corners, "chests": edition.chests, "metric": edition.metric}
    words["sides"] = edition.sides.said
    rules = {"rules": _counts(edition), "extends": list(edition.lineage)}
    return {"id": edition.id, "name": edition.name, **words, **rules}


def _row(edition: Ruleset) -> tuple[str, ...]:
    counts = map(str, _counts(edition).values())
    return edition.id, *counts, str(edition.sides.said), ", ".join(edition.lineage) or "-", edition.name


class TilesCall(Struct, frozen=True, kw_only=True):
    """The options of `tiles`."""

    tile_set: Annotated[str | None, Option(metavar="[SET]", name="argument")] = None
    folder: Annotated[str | None, Option("A folder of tile sets of your own.", metavar="DIR", name="--tiles")] = None
    form: Form = "text"


@command_of(
    "dungeon-designer tiles gw-2021",
    "dungeon-designer tiles --tiles my-tiles --format json",
)
def tiles_command(call: TilesCall) -> None:
    """Draw every tile of a SET, or of all sets, with what playing on it means."""
    known = library([call.folder] if call.folder else [])
    if call.form == "json":
        sets = [call.tile_set] if call.tile_set else known.sets
        give_json({"version": 1, "sets": [{"id": name, "tiles": known.of_set(name)} for name in sets]})
    else:
        say("".join(f"{one_line(line)}\n" for line in lines(known, call.tile_set or "")))


SCHEMAS = {
    "layout": "layout.layout_file:layout_schema",
    "report": "reports.document:report_schema",
    "analysis": "reports.analyses:analysis_schema",
    "playtest": "playtest.report:playtest_schema",
    "board": "exports.board_document:board_schema",
    "sketch": "layout.sketch_schema:sketch_schema",
    "ruleset": "rules.registry:ruleset_schema",
    "season": "seasons.reader:season_schema",
    "tile": "tiles.reader:tile_schema",
    "team": "playtest.report:team_schema",
}
"""Each kind of file, and what makes its schema; imported when it is asked for."""


class SchemaCall(Struct, frozen=True, kw_only=True):
    """The options of `schema`."""

    what: Annotated[str, Option(name="argument", choices=list(SCHEMAS))] = "layout"


@command_of(
    "dungeon-designer schema > dungeon-layout.schema.json",
    "dungeon-designer schema ruleset > ruleset.schema.json",
)
def schema_command(call: SchemaCall) -> None:
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
