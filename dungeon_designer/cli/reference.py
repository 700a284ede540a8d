"""Run the commands that tell what the program knows: `explain`, `rules`, `rulesets`, `tiles` and `schema`."""

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

from dungeon_designer.cli.console import detect_text_style, format_json, print_document, print_text
from dungeon_designer.cli.options import build_command, format_option, ruleset_option, tiles_option
from dungeon_designer.errors import RulesetError, escape_line, suggest_word
from dungeon_designer.options import argument
from dungeon_designer.reports import manual
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rules.rule_registry import RULE_NAMES, list_enabled_rules, load_rule, load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_play, parse_set_up
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.rulesets.topic_table import TableTopic
from dungeon_designer.text.json_schema import DIALECT, build_model_schema
from dungeon_designer.tiles.library import format_tile_list, load_library

COLUMN_GAP = "  "
"""What stands between two columns of a table."""
MIN_LAST_COLUMN_WIDTH = 24
"""The fewest characters in a line of the last column, which is wrapped."""
LEVELS = (RuleLevel.MUST, RuleLevel.SHOULD, RuleLevel.NOTICE)
"""The levels of rules in the order in which tables show them."""


def _print_document(
    format_name: str, document: dict[str, Any], head: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Print data as a JSON document, or as a table for people.

    Args:
        format_name: ``json``, or ``text`` for a table.
        document: the data of the JSON document.
        head: the headings of the table.
        rows: the rows of the table.
    """
    if format_name == "json":
        print_document(format_json({"version": 1, **document}))
    else:
        print_text("".join(f"{line}\n" for line in format_table(head, rows, detect_text_style())))


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]], style: TextStyle) -> Iterator[str]:
    r"""Yield the lines of a table, with control characters escaped. The last column is wrapped.

    >>> print(*format_table(("id", "name"), [("a", "Alpha"), ("bc", "Beta")], TextStyle()), sep="\n")
    id  name
    a   Alpha
    bc  Beta
    """
    rows = [tuple(map(escape_line, row)) for row in rows]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head) - 1)]
    indent = sum(widths) + len(COLUMN_GAP) * len(widths)
    for row in (head, *rows):
        last = textwrap.wrap(row[-1], max(style.width - indent, MIN_LAST_COLUMN_WIDTH), break_on_hyphens=False) or [""]
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        line = COLUMN_GAP.join((*cells, last[0])).rstrip()
        yield style.apply_colour("strong", line) if row is head else line
        yield from (" " * indent + continuation for continuation in last[1:])


@dataclass(frozen=True, kw_only=True)
class ExplainCall:
    """The options of `explain`."""

    name: str = argument("RULE|TOPIC")
    ruleset: str | None = ruleset_option("Show only what this ruleset says.")
    form: str = format_option(choices=["text", "markdown", "json"])


@build_command(
    "dungeon-designer explain corridor-width",
    "dungeon-designer explain chest-count --ruleset cup.toml",
    "dungeon-designer explain chest --ruleset brawl-2013",
)
def explain_command(call: ExplainCall) -> None:
    """Explain a rule: what it requires, why, how it is measured, and how the editions differ. Or explain a topic, such
    as chest, portal, lava or touchdown: what happens there in a match, with its dice.
    """
    topic_name = call.name.replace("-", "_")
    if call.name not in RULE_NAMES and topic_name not in set(TableTopic):
        hint = suggest_word(call.name, [*RULE_NAMES, *TableTopic])
        raise RulesetError(repr(call.name), [f"there is no such rule, and no such topic of the table{hint}"])
    rulesets = [load_ruleset(name, Path()) for name in ([call.ruleset] if call.ruleset else EDITIONS)]
    # each page comes with the functions that write it as text and as Markdown
    pages = _list_pages(call.name, topic_name, rulesets)
    if call.form == "json":
        document: dict[str, Any] = {}  # of two pages, on a rule and on a topic, the keys stand side by side
        for page, _, _ in pages:
            document |= asdict(page)
        print_document(format_json(document))
    elif call.form == "markdown":
        print_document("\n".join(format_markdown(page) for page, _, format_markdown in pages))
    else:
        print_text("\n".join(format_text(page, detect_text_style()) for page, format_text, _ in pages))


Page = tuple[Struct, Callable[..., str], Callable[..., str]]
"""A page of the manual, and the functions that format it as text and as Markdown."""


def _list_pages(rule_name: str, topic_name: str, rulesets: Sequence[Ruleset]) -> list[Page]:
    """Return the manual's page on a rule, on a topic of play such as a chest, or on both if they have the same name.

    Args:
        rule_name: the name of the rule, if there is one.
        topic_name: the name of the topic, if there is one.
        rulesets: the rulesets whose parameters and answers the pages show.

    Returns:
        The pages, each with the functions that write it as text and as Markdown.
    """
    pages: list[Page] = []
    if rule_name in RULE_NAMES:
        rule_page = manual.build_rule_page(rule_name, rulesets)
        pages.append((rule_page, manual.format_rule_as_text, manual.format_rule_as_markdown))
    if topic_name in set(TableTopic):
        topic = TableTopic(topic_name)
        # the table of a ruleset says for each topic what happens there; it may say nothing of this one
        table_by_ruleset = {ruleset.id: build_topic_table(ruleset) for ruleset in rulesets}
        answers = {ruleset_id: table[topic] for ruleset_id, table in table_by_ruleset.items() if topic in table}
        topic_page = manual.TopicPage(topic, answers)
        pages.append((topic_page, manual.format_topic_as_text, manual.format_topic_as_markdown))
    return pages


@dataclass(frozen=True, kw_only=True)
class RulesCall:
    """The options of `rules`."""

    ruleset: str | None = ruleset_option("List the rules of this ruleset, with their parameters.")
    form: str = format_option()


@build_command("dungeon-designer rules --ruleset naf-2019")
def rules_command(call: RulesCall) -> None:
    """List all rules, or those of a ruleset with level, parameters and source."""
    if call.ruleset is None:
        _print_all_rules(call.form)
    else:
        _print_rules_of(load_ruleset(call.ruleset, Path()), call.form)


def _print_all_rules(format_name: str) -> None:
    """Print a table (or JSON) of all rules: their families, summaries, and which editions require them."""
    editions = [load_unchecked_ruleset(name) for name in EDITIONS]
    entries, rows = [], []
    for name in RULE_NAMES:
        rule = load_rule(name)
        edition_ids = [edition.id for edition in editions if name in edition.enabled_rules]
        entries.append({"rule": name, "family": rule.family, "summary": rule.summary, "rulesets": edition_ids})
        rows.append((name, rule.family, f"{len(edition_ids)} of {len(EDITIONS)}", rule.summary))
    _print_document(format_name, {"rules": entries}, ("rule", "family", "editions", "what it asks"), rows)


def _print_rules_of(ruleset: Ruleset, format_name: str) -> None:
    """Print a table (or JSON) of the rules that a ruleset requires, with their levels, parameters and sources."""
    setting_by_rule = {
        configured_rule.rule.name: manual.build_setting(configured_rule.rule.name, ruleset)
        for configured_rule in list_enabled_rules(ruleset)
    }
    document = {
        "ruleset": ruleset.id,
        "rules": [
            {"rule": name, "level": setting.level, "parameters": setting.parameters, "source": setting.source}
            for name, setting in setting_by_rule.items()
        ],
        "not_asked": [name for name in RULE_NAMES if name not in setting_by_rule],
    }
    rows = []
    for name, setting in setting_by_rule.items():
        parameters = manual.format_parameters(setting.parameters)
        rows.append((name, setting.level, "; ".join(filter(None, (parameters, setting.source)))))
    _print_document(format_name, document, ("rule", "level", "parameters; source"), rows)


@dataclass(frozen=True, kw_only=True)
class RulesetsCall:
    """The options of `rulesets`."""

    ruleset: str | None = argument("[ID|FILE.toml]", default=None)
    form: str = format_option()


@build_command("dungeon-designer rulesets --format json", "dungeon-designer rulesets kings-cup.toml")
def rulesets_command(call: RulesetsCall) -> None:
    """List the rulesets of the program, or show what one says besides its rules.

    A TOML file that extends a ruleset is also one.
    """
    if call.ruleset is not None:
        _print_ruleset(load_ruleset(call.ruleset, Path()), call.form)
        return
    editions = [_describe_ruleset(load_unchecked_ruleset(name)) for name in EDITIONS]
    rows = []
    for edition in editions:
        # how many rules are errors, warnings and notices: the columns "must", "should" and "notice"
        rule_counts = [str(count) for count in edition["rules"].values()]
        extended = ", ".join(edition["extends"]) or "-"
        rows.append((edition["id"], *rule_counts, str(edition["sides"]), extended, edition["name"]))
    head = ("id", "must", "should", "notice", "sides", "extends", "name")
    _print_document(call.form, {"rulesets": editions}, head, rows)


def _print_ruleset(ruleset: Ruleset, format_name: str) -> None:
    """Print what a ruleset says besides its rules, as a table of keys or as JSON: set-up, play and so on."""
    description = _describe_ruleset(ruleset)
    tables = {
        "set_up": msgspec.to_builtins(parse_set_up(ruleset)),
        "play": msgspec.to_builtins(parse_play(ruleset)),
    }
    fields = {**description, "extends": ", ".join(ruleset.lineage) or "-"}
    counts = fields.pop("rules")
    rows = [(key, str(value)) for key, value in fields.items()]
    rows += [(f"{level} rules", str(count)) for level, count in counts.items()]
    for table_name, table_values in tables.items():
        filled_values = {key: value for key, value in table_values.items() if value not in (None, "", [], ())}
        rows += [(f"{table_name}.{key}", manual.format_toml_value(value)) for key, value in filled_values.items()]
    _print_document(format_name, {**description, "title": ruleset.title, **tables}, ("key", "what it says"), rows)


def _describe_ruleset(edition: Ruleset) -> dict[str, Any]:
    """Return the data of a ruleset for programs: its name, numbers of rules by level, and the rulesets it extends."""
    levels = [entry.level for entry in edition.rules.values()]
    return {
        "id": edition.id,
        "name": edition.name,
        "corners": edition.corners,
        "chests": edition.chests,
        "metric": edition.metric,
        "sides": edition.team_count.file_value,
        "rules": {level.value: levels.count(level) for level in LEVELS},
        "extends": list(edition.lineage),
    }


@dataclass(frozen=True, kw_only=True)
class TilesCall:
    """The options of `tiles`."""

    tile_set: str | None = argument("[SET]", default=None)
    tiles: str | None = tiles_option()
    form: str = format_option()


@build_command("dungeon-designer tiles gw-2021", "dungeon-designer tiles --tiles my-tiles --format json")
def tiles_command(call: TilesCall) -> None:
    """Draw every tile of a SET, or of all sets, with what it means in a match."""
    tile_library = load_library([call.tiles] if call.tiles else [])
    if call.form == "json":
        names = [call.tile_set] if call.tile_set else tile_library.sets
        sets = [{"id": name, "tiles": tile_library.list_set_tiles(name)} for name in names]
        print_document(format_json({"version": 1, "sets": sets}))
    else:
        print_text("".join(f"{escape_line(line)}\n" for line in format_tile_list(tile_library, call.tile_set or "")))


SCHEMAS = {
    "layout": "layout.layout_file:build_layout_schema",
    "report": "reports.json_report:ReportDocument",
    "analysis": "reports.analysis_report:AnalysisDocument",
    "diff": "comparison.comparison_report:ComparisonDocument",
    "playtest": "playtest.report:PlaytestDocument",
    "board": "exports.board_json:build_board_schema",
    "sketch": "layout.sketch_schema:build_sketch_schema",
    "ruleset": "rules.rule_registry:build_ruleset_schema",
    "season": "seasons.season_file:build_season_schema",
    "tile": "tiles.tile_file:build_tile_schema",
    "theme": "drawing.themes.theme_file:build_theme_schema",
    "team": "playtest.report:build_team_schema",
    "coach": "playtest.teams:build_coach_schema",
}
"""What makes the schema of each kind of file: a module and in it a record or a function; imported when it is used."""


@dataclass(frozen=True, kw_only=True)
class SchemaCall:
    """The options of `schema`."""

    what: str = argument(default="layout", choices=list(SCHEMAS))


@build_command(
    "dungeon-designer schema > dungeon-layout.schema.json",
    "dungeon-designer schema ruleset > ruleset.schema.json",
)
def schema_command(call: SchemaCall) -> None:
    """Print the JSON Schema of a format; by default of layout files (.dungeon.json).

    report, analysis, diff and playtest are what `check`, `analyse`, `diff` and `playtest` print with --format json.
    board is what `convert` writes for programs (.board.json). The others are for text editors, which then offer the
    keys, explain them and mark mistakes.
    """
    print_document(format_json(build_kind_schema(call.what)))


def build_kind_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file, one of `SCHEMAS`.

    `SCHEMAS` names the module and, in it, the record that such a file holds or a function that returns the schema.
    """
    module, _, name = SCHEMAS[kind].partition(":")
    record_or_function: Any = getattr(import_module(f"dungeon_designer.{module}"), name)
    if isinstance(record_or_function, type):
        title = f"Dungeon Designer {kind}, version 1"
        return {"$schema": DIALECT, "title": title, **build_model_schema(record_or_function)}
    schema: dict[str, Any] = record_or_function()
    return schema
