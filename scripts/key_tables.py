"""Tables of the keys of a file, made from its schema: what each says, what it holds, and an example.

In a page of docs/ the lines between ``<!-- keys KIND PATH -->`` and ``<!-- end of keys -->`` are such a table: of the
whole file, or of the tables a key holds (``season rounds``). ``<!-- keys ruleset rule -->`` is what every rule has,
``<!-- keys ruleset rules -->`` every rule with its own parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dungeon_designer.cli.reference import schema_of_kind
from dungeon_designer.reports.manual import RulePage, in_toml, page
from dungeon_designer.rules.registry import NAMES, rule
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.document import RuleTable
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.text.json_schema import Schema, schema_with_words
from dungeon_designer.text.yaml_text import flow

MARKED = re.compile(r"(<!-- keys (\w+)((?: [\w-]+)*) -->\n).*?(<!-- end of keys -->)", re.DOTALL)
HEAD = ("| key | what it says | holds | if left out | example |", "|---|---|---|---|---|")
_IN = "In the editions: "
LONGEST = 90
"""An edition's own value is the example of a parameter unless it is longer than this."""


def with_keys(text: str) -> str:
    """The text of a page with its tables of keys as they are now."""
    return MARKED.sub(lambda match: f"{match[1]}\n{_made(match[2], match[3].split())}\n\n{match[4]}", text)


def _made(kind: str, path: list[str]) -> str:
    if (kind, path) == ("ruleset", ["rules"]):
        return "\n".join(_rules()).strip()
    if (kind, path) == ("ruleset", ["rule"]):
        return "\n".join(_table(schema_with_words(RuleTable), "toml"))
    schema = schema_of_kind(kind)
    for key in path:
        schema = _tables_in(schema["properties"][key])
    return "\n".join(_table(schema, "toml" if kind in ("ruleset", "season") else "yaml"))


def _rules() -> Iterator[str]:
    """Every rule that has parameters of its own, and in a line those that have none."""
    editions = [load(name) for name in EDITIONS]
    plain = []
    for name in NAMES:
        about, settings = page(name, editions), rule(name).settings
        if not about.parameters:
            plain.append(f"| [`{name}`](rules/{name}.md) | {about.summary} | {_editions(about)[len(_IN) :]} |")
            continue
        yield from (f"### `{name}`", "", f"{about.summary} [The rule's page](rules/{name}.md).", "")
        if issubclass(settings, Bounds):
            yield from (about.about_parameters, "")
        yield from (_editions(about), "")
        schema = settings.schema()
        yield from (*_table(_as_asked(schema, about), "toml"), "")
        for key, part in schema["properties"].items():
            if inner := _tables_in(part):
                yield from (f"Each table in `{key}` holds:", "", *_table(inner, "toml"), "")
    yield from (
        "### Rules without parameters",
        "",
        "| rule | what it asks | in the editions |",
        "|---|---|---|",
        *plain,
    )


def _editions(about: RulePage) -> str:
    """At which level each edition asks a rule, and with which parameters."""
    asked: dict[str, list[str]] = {}
    for each in about.rulesets:
        if each.level != "off":
            said = ", ".join(f"{key} = {_short(value)}" for key, value in each.parameters.items())
            asked.setdefault(f"{each.level}{f' with `{said}`' if said else ''}", []).append(each.ruleset)
    words = [f"{', '.join(names)}: {how}" for how, names in asked.items()]
    return f"{_IN}{'; '.join(words)}." if words else f"{_IN}none."


def _short(value: Any) -> str:
    """A value as a ruleset file spells it, but for a long one."""
    text = in_toml(value)
    return text if len(text) <= LONGEST else "[…]"


def _as_asked(schema: Schema, about: RulePage) -> Schema:
    """The schema with the first edition's own value of each parameter as its example, unless that is long."""
    keys = {}
    for parameter in about.parameters:
        part = {**schema["properties"][parameter.name], "default": _said(parameter.default)}
        said = [asked.parameters[parameter.name] for asked in about.rulesets if parameter.name in asked.parameters]
        short = [value for value in said if len(in_toml(value)) <= LONGEST]
        keys[parameter.name] = {**part, "examples": [*short[:1], *part["examples"]]}
    return {**schema, "properties": keys}


def _said(default: Any) -> Any:
    return None if default in (None, [], (), {}) else default


def _table(schema: Schema, language: str) -> Iterator[str]:
    yield from HEAD
    for key, part in schema["properties"].items():
        shown = [*part.get("examples", ()), *part.get("enum", ())][:1]
        example = f"`{_line(language, key, shown[0])}`" if shown else ""
        left_out = "needed" if key in schema.get("required", ()) else _value(language, part.get("default"))
        cells = (f"`{key}`", part["description"], holds(part), left_out, example)
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _line(language: str, key: str, value: Any) -> str:
    return f"{key} = {in_toml(value)}" if language == "toml" else f"{key}: {flow(value)}"


def _value(language: str, value: Any) -> str:
    if value is None:
        return "–"
    return f"`{in_toml(value) if language == 'toml' else flow(value)}`"


def _tables_in(part: Schema) -> Schema:
    """The schema of the tables a key holds, itself or in a list or a table of its own; empty when it holds none."""
    if part.get("properties"):
        return part
    for inner in ("items", "additionalProperties"):
        if isinstance(part.get(inner), dict):
            return _tables_in(part[inner])
    return next(filter(None, (_tables_in(choice) for choice in part.get("anyOf", ()))), {})


def holds(part: Schema) -> str:
    """What a value may be, in words.

    >>> holds({"type": "array", "items": {"type": "integer", "minimum": 0}})
    'a list of whole numbers of at least 0'
    >>> holds({"enum": ["must", "off"]})
    '`must` or `off`'
    """
    return _words(part, many=False)


def _words(part: Schema, many: bool) -> str:
    if "enum" in part:
        words = [f"`{word}`" for word in part["enum"]]
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    if "anyOf" in part and "type" not in part:
        found = dict.fromkeys(_words(choice, many) for choice in part["anyOf"] if choice.get("type") != "null")
        flags = "true or false"
        return flags if flags in found else " or ".join(found)
    kind = part.get("type")
    if kind == "integer":
        return f"{'whole numbers' if many else 'a whole number'}{_bounds(part)}"
    if kind == "array":
        return _list_words(part, many)
    if kind == "object":
        return "tables" if many else "a table"
    return "true or false" if kind == "boolean" else "texts" if many else "text"


def _list_words(part: Schema, many: bool) -> str:
    inner = _words(part["items"], many=True)
    if part.get("minItems") == part.get("maxItems") == 2:
        return f"{'pairs' if many else 'a list of two'}{' of' if many else ''} {inner}"
    return f"{'lists' if many else 'a list'} of {inner}"


def _bounds(part: Schema) -> str:
    least, most = part.get("minimum"), part.get("maximum")
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    return f" of at least {least:,}" if least is not None else ""
