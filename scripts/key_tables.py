"""Tables of the keys of a file, made from its schema: the meaning of each key, its type, its default and an example.

In a page of docs/ such a table stands between the lines ``<!-- keys KIND PATH -->`` and ``<!-- end of keys -->``.
It describes the whole file, or the tables under a key (``season rounds``). ``<!-- keys ruleset rule -->`` describes
the keys that every rule has, ``<!-- keys ruleset bounds -->`` those of bounds. ``<!-- keys ruleset rules -->`` names
the settings of each rule, which the rule's page describes. `scripts.write_docs` uses this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.reports.manual import format_toml_value
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.ruleset_document import RuleTable
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_schema
from dungeon_designer.text.schema_words import describe_type, find_table_schema
from dungeon_designer.text.yaml_text import format_inline

KEYS_PATTERN = re.compile(r"(<!-- keys (\w+)((?: [\w-]+)*) -->\n).*?(<!-- end of keys -->)", re.DOTALL)
"""A table in a page: its first comment, the kind of file, the path of keys, and its last comment."""
COLOUR_WORDS = "a colour"
"""What `describe_type` says of a colour."""
TABLE_HEAD = ("| key | meaning | holds | default | example |", "|---|---|---|---|---|")
MAX_TYPE_LETTERS = 60
"""What a key holds is said again for another key if it has at most this number of letters."""
INHERITED_PATTERN = re.compile(r" The default is that of the extended ruleset, or (\w+)\.")
"""What a text editor says of a key whose default depends on the extended ruleset; a page says so once."""


def replace_key_tables(text: str) -> str:
    """Return the text of a page with each table of keys replaced by a current one."""
    return KEYS_PATTERN.sub(lambda match: f"{match[1]}\n{_format_keys(match[2], match[3].split())}\n\n{match[4]}", text)


def _format_keys(kind: str, path: list[str]) -> str:
    """Return the table of a kind of file (`ruleset`, `season`, …), or of the tables under a path of keys."""
    if (kind, path) == ("ruleset", ["rules"]):
        return "\n".join(_format_rules())
    if (kind, path) == ("ruleset", ["rule"]):
        return "\n".join(_format_table(build_described_schema(RuleTable), "toml"))
    if (kind, path) == ("ruleset", ["bounds"]):
        return "\n".join(_format_table(build_schema(Bounds), "toml"))
    schema = build_kind_schema(kind)
    for key in path:
        schema = find_table_schema(schema["properties"][key])
    return "\n".join(_format_table(schema, "yaml" if kind == "tile" else "toml"))


def _format_rules() -> Iterator[str]:
    """Yield the lines of a Markdown table that leads from each rule with settings to its page, and names them."""
    yield from ("| rule | its settings |", "|---|---|")
    for name in RULE_NAMES:
        keys = load_rule(name).settings_type.__struct_encode_fields__
        if keys:
            yield f"| [`{name}`](../rules/{name}.md) | {', '.join(map('`{}`'.format, keys))} |"


def _format_table(schema: Schema, language: str) -> Iterator[str]:
    """Yield the lines of a Markdown table with a row for each key of a schema.

    Keys that differ only in their names share a row, at the place of the first one. A long list of the values of a key
    is not repeated for a later key.

    Args:
        schema: the schema of a table.
        language: `toml` or `yaml`, the syntax of values in the table.
    """
    yield from TABLE_HEAD
    names_by_cells: dict[tuple[str, ...], list[str]] = {}
    key_by_type: dict[str, str] = {}
    for key, key_schema in schema["properties"].items():
        description, type_words, *rest = _list_cells(key_schema, key in schema.get("required", ()), language)
        is_long = len(type_words) > MAX_TYPE_LETTERS
        first_key = key_by_type.setdefault(type_words, key) if is_long else key
        cells = (description, type_words if first_key == key else f"as `{first_key}`", *rest)
        names_by_cells.setdefault(cells, []).append(f"`{key}`")
    for cells, names in names_by_cells.items():
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in (', '.join(names), *cells))} |"


def _list_cells(key_schema: Schema, is_required: bool, language: str) -> tuple[str, ...]:
    """Return what a table says of a key: its meaning, its type, its default and an example.

    There is no example if the type or the default shows how a value is written. A switch has no type if its default
    shows that it is one. A colour has neither type nor example: the page says that.
    """
    description = key_schema["description"]
    type_words = describe_type(key_schema)
    default = key_schema.get("default")
    examples = key_schema.get("examples", ())
    shows_values = type_words.startswith("`") or type_words in ("true or false", COLOUR_WORDS)
    if shows_values or isinstance(default, int | float) or default in examples:
        examples = ()
    inherited = INHERITED_PATTERN.search(description)
    if inherited:
        default_text = f"`{inherited[1]}`"
    elif is_required:
        default_text = "required"
    else:
        default_text = "–" if default is None else _format_value(language, default)
    shown_type = "" if type_words == COLOUR_WORDS or isinstance(default, bool) else shorten_type(type_words)
    example = _format_value(language, examples[0]) if examples else ""
    return (INHERITED_PATTERN.sub("", description), shown_type, default_text, example)


def shorten_type(type_words: str) -> str:
    """Return the words for a type as a narrow column shows them: without articles, and ranges with a dash.

    >>> shorten_type("a list of two whole numbers from 1 to 1,000")
    'list of two whole numbers 1–1,000'
    >>> shorten_type("a whole number of at least 0 or text")
    'whole number from 0 or text'
    """
    without_articles = re.sub(r"\ba (?=\w)", "", type_words)
    return re.sub(r" from (\d\S*) to (\S+)", r" \1–\2", without_articles).replace(" of at least ", " from ")


def _format_value(language: str, value: Any) -> str:
    """Return a value as code, in the syntax of a file."""
    return f"`{format_toml_value(value) if language == 'toml' else format_inline(value)}`"
