"""`explain`, `rules`, `rulesets`, `tiles` and `schema`: what the program knows."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from dungeon_designer.cli.console import as_json, give, say, text_style
from dungeon_designer.cli.options import command_of, form, own_tiles, ruleset
from dungeon_designer.errors import RulesetError, did_you_mean, one_line
from dungeon_designer.options import argument
from dungeon_designer.reports import manual
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.registry import NAMES, configured, load_ruleset, rule
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.rulesets.play import play_of, set_up_of
from dungeon_designer.rulesets.table import TableTopic
from dungeon_designer.text.json_schema import DIALECT
from dungeon_designer.tiles.library import library, tile_list

GAP = "  "
NARROWEST_LAST = 24
LEVELS = (RuleLevel.MUST, RuleLevel.SHOULD, RuleLevel.NOTICE)


def _show(form: str, document: dict[str, Any], head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A document for programs, or the same as a table."""
    if form == "json":
        give(as_json({"version": 1, **document}))
    else:
        say("".join(f"{line}\n" for line in table(head, rows, text_style())))


def table(head: Sequence[str], rows: Sequence[Sequence[str]], style: TextStyle) -> Iterator[str]:
    """The lines of a table, control characters escaped.

    >>> print(*table(("id", "name"), [("a", "Alpha"), ("bc", "Beta")], TextStyle()), sep="\\n")
    id  name
    a   Alpha
    bc  Beta
    """
    rows = [tuple(map(one_line, row)) for row in rows]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head) - 1)]
    indent = sum(widths) + len(GAP) * len(widths)
    for row in (head, *rows):
        last = textwrap.wrap(row[-1], max(style.width - indent, NARROWEST_LAST), break_on_hyphens=False) or [""]
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        line = GAP.join((*cells, last[0])).rstrip()
        yield style.paint("strong", line) if row is head else line
        yield from (" " * indent + more for more in last[1:])


@dataclass(frozen=True, kw_only=True)
class ExplainCall:
    """The options of `explain`."""

    name: str = argument("RULE|TOPIC")
    ruleset: str | None = ruleset("Show what this ruleset says instead of every edition.")
    form: str = form(choices=["text", "markdown", "json"])


@command_of(
    "dungeon-designer explain corridor-width",
    "dungeon-designer explain chest-count --ruleset cup.toml",
    "dungeon-designer explain chest --ruleset brawl-2013",
)
def explain_command(call: ExplainCall) -> None:
    """Explain a rule: what it asks, why, how it is measured, and how the editions differ. Or a topic, such as
    chest, portal, lava or touchdown: what happens there at the table, with its dice."""
    topic = call.name.replace("-", "_")
    if call.name not in NAMES and topic not in set(TableTopic):
        near = did_you_mean(call.name, [*NAMES, *TableTopic])
        raise RulesetError(repr(call.name), [f"no such rule, and no such topic of the table{near}"])
    rulesets = [load_ruleset(name, Path()) for name in ([call.ruleset] if call.ruleset else EDITIONS)]
    pages: list[tuple[Struct, Callable[..., str], Callable[..., str]]] = []
    if call.name in NAMES:
        pages.append((manual.page(call.name, rulesets), manual.page_as_text, manual.page_as_markdown))
    for found in (each for each in TableTopic if each == topic):
        answers = {each.id: table_of(each)[found] for each in rulesets if found in table_of(each)}
        pages.append((manual.TopicPage(found, answers), manual.topic_as_text, manual.topic_as_markdown))
    if call.form == "json":
        give(as_json({key: value for about, _, _ in pages for key, value in asdict(about).items()}))
    elif call.form == "markdown":
        give("\n".join(in_markdown(about) for about, _, in_markdown in pages))
    else:
        say("\n".join(in_text(about, text_style()) for about, in_text, _ in pages))


@dataclass(frozen=True, kw_only=True)
class RulesCall:
    """The options of `rules`."""

    ruleset: str | None = ruleset("Only the rules this ruleset asks, with its parameters.")
    form: str = form()


@command_of("dungeon-designer rules --ruleset naf-2019")
def rules_command(call: RulesCall) -> None:
    """List the rules: all of them, or those a ruleset asks with level, parameters and source."""
    if call.ruleset is None:
        editions = [load(name) for name in EDITIONS]
        every = [(rule(name), [edition.id for edition in editions if name in edition.asked]) for name in NAMES]
        entries = [{"rule": r.name, "family": r.family, "summary": r.summary, "rulesets": by} for r, by in every]
        rows = [(r.name, r.family, f"{len(by)} of {len(EDITIONS)}", r.summary) for r, by in every]
        _show(call.form, {"rules": entries}, ("rule", "family", "editions", "what it asks"), rows)
        return
    ruleset = load_ruleset(call.ruleset, Path())
    asked = {each.rule.name: manual.setting(each.rule.name, ruleset) for each in configured(ruleset)}
    document = {
        "ruleset": ruleset.id,
        "rules": [
            {"rule": name, "level": found.level, "parameters": found.parameters, "source": found.source}
            for name, found in asked.items()
        ],
        "not_asked": [name for name in NAMES if name not in asked],
    }
    about = ((name, each.level, (manual.assignments(each.parameters), each.source)) for name, each in asked.items())
    told = [(name, level, "; ".join(filter(None, parts))) for name, level, parts in about]
    _show(call.form, document, ("rule", "level", "parameters; source"), told)


@dataclass(frozen=True, kw_only=True)
class RulesetsCall:
    """The options of `rulesets`."""

    ruleset: str | None = argument("[ID|FILE.toml]", default=None)
    form: str = form()


@command_of("dungeon-designer rulesets --format json", "dungeon-designer rulesets kings-cup.toml")
def rulesets_command(call: RulesetsCall) -> None:
    """List the rulesets that come with the program, or tell what one says beside its rules.

    Any TOML file that extends one is a ruleset, too.
    """
    if call.ruleset is not None:
        ruleset = load_ruleset(call.ruleset, Path())
        entry = _entry(ruleset)
        more = {"set_up": msgspec.to_builtins(set_up_of(ruleset)), "play": msgspec.to_builtins(play_of(ruleset))}
        own = {**entry, "extends": ", ".join(ruleset.lineage) or "-"}
        counts = own.pop("rules")
        rows = [(key, str(value)) for key, value in own.items()]
        rows += [(f"{level} rules", str(count)) for level, count in counts.items()]
        for head, part in more.items():
            known = {key: value for key, value in part.items() if value not in (None, "", [], ())}
            rows += [(f"{head}.{key}", manual.in_toml(value)) for key, value in known.items()]
        _show(call.form, {**entry, "title": ruleset.title, **more}, ("key", "what it says"), rows)
        return
    entries = [_entry(load(name)) for name in EDITIONS]
    listed = [
        (e["id"], *map(str, e["rules"].values()), str(e["sides"]), ", ".join(e["extends"]) or "-", e["name"])
        for e in entries
    ]
    _show(call.form, {"rulesets": entries}, ("id", "must", "should", "notice", "sides", "extends", "name"), listed)


def _entry(edition: Ruleset) -> dict[str, Any]:
    """What a ruleset says of itself, for programs."""
    levels = [entry.level for entry in edition.rules.values()]
    return {
        "id": edition.id,
        "name": edition.name,
        "corners": edition.corners,
        "chests": edition.chests,
        "metric": edition.metric,
        "sides": edition.sides.file_value,
        "rules": {level.value: levels.count(level) for level in LEVELS},
        "extends": list(edition.lineage),
    }


@dataclass(frozen=True, kw_only=True)
class TilesCall:
    """The options of `tiles`."""

    tile_set: str | None = argument("[SET]", default=None)
    tiles: str | None = own_tiles()
    form: str = form()


@command_of("dungeon-designer tiles gw-2021", "dungeon-designer tiles --tiles my-tiles --format json")
def tiles_command(call: TilesCall) -> None:
    """Draw every tile of a SET, or of all sets, with what playing on it means."""
    known = library([call.tiles] if call.tiles else [])
    if call.form == "json":
        sets = [call.tile_set] if call.tile_set else known.sets
        give(as_json({"version": 1, "sets": [{"id": name, "tiles": known.of_set(name)} for name in sets]}))
    else:
        say("".join(f"{one_line(line)}\n" for line in tile_list(known, call.tile_set or "")))


SCHEMAS = {
    "layout": "layout.layout_file:layout_schema",
    "report": "reports.document:ReportDocument",
    "analysis": "reports.analyses:AnalysisDocument",
    "playtest": "playtest.report:PlaytestDocument",
    "board": "exports.board_json:board_schema",
    "sketch": "layout.sketch_schema:sketch_schema",
    "ruleset": "rules.registry:ruleset_schema",
    "season": "seasons.reader:season_schema",
    "tile": "tiles.reader:tile_schema",
    "team": "playtest.report:team_schema",
    "coach": "playtest.teams:coach_schema",
}
"""Each kind of file, and the record it is or the function that makes its schema; imported when it is asked for."""


@dataclass(frozen=True, kw_only=True)
class SchemaCall:
    """The options of `schema`."""

    what: str = argument(default="layout", choices=list(SCHEMAS))


@command_of(
    "dungeon-designer schema > dungeon-layout.schema.json",
    "dungeon-designer schema ruleset > ruleset.schema.json",
)
def schema_command(call: SchemaCall) -> None:
    """Print the JSON Schema of layout files (.dungeon.json), of what check, analyse and playtest print with --format
    json, or of the board that convert writes for programs (.board.json).

    Those of sketches (.dungeon.yaml), rulesets, seasons and teams (.toml) and tiles (.yaml) are for text editors, which
    then offer the keys, say what each is for, and mark what is wrong."""
    give(as_json(schema_of_kind(call.what)))


def schema_of_kind(what: str) -> dict[str, Any]:
    """The schema of a kind of file, one of `SCHEMAS`."""
    module, _, name = SCHEMAS[what].partition(":")
    made: Any = getattr(import_module(f"dungeon_designer.{module}"), name)
    if isinstance(made, type):
        title = f"Dungeon Designer {what}, version 1"
        return {"$schema": DIALECT, "title": title, **msgspec.json.schema(made)}
    schema: dict[str, Any] = made()
    return schema
