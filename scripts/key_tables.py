"""Tables of the keys of a file, made from its schema: the meaning of each key, its type, its default and an example.

In a page of docs/ such a table stands between the lines ``<!-- keys KIND PATH -->`` and ``<!-- end of keys -->``.
It describes the whole file, or the tables under a key (``season rounds``). ``<!-- keys ruleset rule -->`` describes
the keys that every rule has. ``<!-- keys ruleset rules -->`` describes every rule with its own parameters.
`scripts.write_docs` uses this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.reports.manual import RulePage, build_rule_page, format_toml_value
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_document import RuleTable
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_schema
from dungeon_designer.text.yaml_text import format_inline

KEYS_PATTERN = re.compile(r"(<!-- keys (\w+)((?: [\w-]+)*) -->\n).*?(<!-- end of keys -->)", re.DOTALL)
"""A table in a page: its first comment, the kind of file, the path of keys, and its last comment."""
TABLE_HEAD = ("| key | what it says | holds | if left out | example |", "|---|---|---|---|---|")
COLOUR_PATTERN = "#[0-9a-fA-F]{6}"
"""A part of the pattern of each text that is a colour."""
MAX_EXAMPLE_LENGTH = 90
"""An edition's own value is the example of a parameter unless its text has more letters than this."""


def replace_key_tables(text: str) -> str:
    """Return the text of a page with each table of keys replaced by a current one."""
    return KEYS_PATTERN.sub(lambda match: f"{match[1]}\n{_format_keys(match[2], match[3].split())}\n\n{match[4]}", text)


def _format_keys(kind: str, path: list[str]) -> str:
    """Return the table of a kind of file (`ruleset`, `season`, …), or of the tables under a path of keys."""
    if (kind, path) == ("ruleset", ["rules"]):
        return "\n".join(_format_rules()).strip()
    if (kind, path) == ("ruleset", ["rule"]):
        return "\n".join(_format_table(build_described_schema(RuleTable), "toml"))
    schema = build_kind_schema(kind)
    for key in path:
        schema = _find_table_schema(schema["properties"][key])
    return "\n".join(_format_table(schema, "yaml" if kind == "tile" else "toml"))


def _format_rules() -> Iterator[str]:
    """Yield the lines about every rule: a section for each rule with parameters, then a table of the others."""
    editions = [load_unchecked_ruleset(name) for name in EDITIONS]
    plain_rows = []
    for name in RULE_NAMES:
        rule_page, settings = build_rule_page(name, editions), load_rule(name).settings_type
        if not rule_page.parameters:
            plain_rows.append(
                f"| [`{name}`](../rules/{name}.md) | {rule_page.summary} | "
                f"{'<br>'.join(_list_editions(rule_page)) or 'none'} |"
            )
            continue
        yield from (f"### `{name}`", "", f"{rule_page.summary} [The rule's page](../rules/{name}.md).", "")
        if issubclass(settings, Bounds):
            yield from (rule_page.about_parameters, "")
        if uses := _list_editions(rule_page):
            yield from ("In the editions:", "", *(f"- {use}" for use in uses), "")
        else:
            yield from ("In the editions: none.", "")
        schema = build_schema(settings)
        yield from (*_format_table(_add_examples(schema, rule_page), "toml"), "")
        for key, key_schema in schema["properties"].items():
            if table_schema := _find_table_schema(key_schema):
                yield from (f"Each table in `{key}` holds:", "", *_format_table(table_schema, "toml"), "")
    yield from (
        "### Rules without parameters",
        "",
        "| rule | what it checks | in the editions |",
        "|---|---|---|",
        *plain_rows,
    )


def _list_editions(rule_page: RulePage) -> list[str]:
    """Return a text for each way in which editions have a rule: the editions, the level, the parameters."""
    editions_by_use: dict[str, list[str]] = {}
    for setting in rule_page.rulesets:
        if setting.level != "off":
            parameters = ", ".join(f"{key} = {_format_parameter(value)}" for key, value in setting.parameters.items())
            editions_by_use.setdefault(f"{setting.level}{f' with `{parameters}`' if parameters else ''}", []).append(
                setting.ruleset
            )
    return [f"{', '.join(names)}: {use}" for use, names in editions_by_use.items()]


def _format_parameter(value: Any) -> str:
    """Return a value in the syntax of a ruleset file; a long value becomes `[…]`."""
    text = format_toml_value(value)
    return text if len(text) <= MAX_EXAMPLE_LENGTH else "[…]"


def _add_examples(schema: Schema, rule_page: RulePage) -> Schema:
    """Return the JSON schema of a rule's parameters with their defaults, and with examples from the editions.

    The example of a parameter is the value in the first edition that sets it, unless all such values are long.
    """
    keys = {}
    for parameter in rule_page.parameters:
        key_schema = {**schema["properties"][parameter.name], "default": _replace_empty(parameter.default)}
        edition_values = [
            setting.parameters[parameter.name] for setting in rule_page.rulesets if parameter.name in setting.parameters
        ]
        short_values = [value for value in edition_values if len(format_toml_value(value)) <= MAX_EXAMPLE_LENGTH]
        keys[parameter.name] = {**key_schema, "examples": [*short_values[:1], *key_schema["examples"]]}
    return {**schema, "properties": keys}


def _replace_empty(default: Any) -> Any:
    """Return the default value of a parameter, or None instead of an empty one."""
    return None if default in (None, [], (), {}) else default


def _format_table(schema: Schema, language: str) -> Iterator[str]:
    """Yield the lines of a Markdown table with a row for each key of a schema.

    Args:
        schema: the schema of a table.
        language: `toml` or `yaml`, the syntax of values in the table.
    """
    yield from TABLE_HEAD
    for key, key_schema in schema["properties"].items():
        examples = [*key_schema.get("examples", ()), *key_schema.get("enum", ())][:1]
        example = f"`{_format_example(language, key, examples[0])}`" if examples else ""
        default = (
            "needed" if key in schema.get("required", ()) else _format_default(language, key_schema.get("default"))
        )
        cells = (f"`{key}`", key_schema["description"], describe_type(key_schema), default, example)
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _format_example(language: str, key: str, value: Any) -> str:
    """Return a key with a value as one line of a file."""
    return f"{key} = {format_toml_value(value)}" if language == "toml" else f"{key}: {format_inline(value)}"


def _format_default(language: str, value: Any) -> str:
    """Return the default value of a key as code, or a dash for None."""
    if value is None:
        return "–"
    return f"`{format_toml_value(value) if language == 'toml' else format_inline(value)}`"


def _find_table_schema(value_schema: Schema) -> Schema:
    """Return the JSON schema of the tables in a value: the value itself, or the tables in its list or its own table.

    The result is empty if the value contains no tables. A table is a group of keys, as in TOML.
    """
    if value_schema.get("properties"):
        return value_schema
    for key in ("items", "additionalProperties"):
        if isinstance(value_schema.get(key), dict):
            return _find_table_schema(value_schema[key])
    return next(filter(None, (_find_table_schema(choice) for choice in value_schema.get("anyOf", ()))), {})


def describe_type(value_schema: Schema) -> str:
    """Return in words which values a schema allows.

    >>> describe_type({"type": "array", "items": {"type": "integer", "minimum": 0}})
    'a list of whole numbers of at least 0'
    >>> describe_type({"enum": ["must", "off"]})
    '`must` or `off`'
    """
    return _describe_values(value_schema, plural=False)


def _describe_values(value_schema: Schema, plural: bool) -> str:
    """Return in words which values a schema allows: `a whole number`, or in the plural `whole numbers`."""
    if "enum" in value_schema:
        words = [f"`{word}`" for word in value_schema["enum"]]
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    if "anyOf" in value_schema and "type" not in value_schema:
        choices = dict.fromkeys(
            _describe_values(choice, plural) for choice in value_schema["anyOf"] if choice.get("type") != "null"
        )
        flags = "true or false"
        return flags if flags in choices else " or ".join(choices)
    kind = value_schema.get("type")
    if kind == "integer":
        return f"{'whole numbers' if plural else 'a whole number'}{_format_bounds(value_schema)}"
    if COLOUR_PATTERN in value_schema.get("pattern", ""):
        return "colours" if plural else "a colour"
    if kind == "number":
        return f"{'numbers' if plural else 'a number'}{_format_bounds(value_schema)}"
    if kind == "array":
        return _describe_list(value_schema, plural)
    if kind == "object":
        return "tables" if plural else "a table"
    return "true or false" if kind == "boolean" else "texts" if plural else "text"


def _describe_list(value_schema: Schema, plural: bool) -> str:
    """Return in words what a list contains; a list of exactly two items is a pair."""
    item_words = _describe_values(value_schema["items"], plural=True)
    if value_schema.get("minItems") == value_schema.get("maxItems") == 2:
        return f"{'pairs' if plural else 'a list of two'}{' of' if plural else ''} {item_words}"
    return f"{'lists' if plural else 'a list'} of {item_words}"


def _format_bounds(value_schema: Schema) -> str:
    """Return the bounds of a number in words, with a blank before them; '' if there is no lower bound."""
    minimum, maximum = value_schema.get("minimum"), value_schema.get("maximum")
    if minimum is not None and maximum is not None:
        return f" from {minimum:,} to {maximum:,}"
    return f" of at least {minimum:,}" if minimum is not None else ""
