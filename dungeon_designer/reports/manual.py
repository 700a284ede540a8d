"""A rule's manual page: what it asks, its parameters, and what each edition makes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.errors import one_line
from dungeon_designer.rules.registry import Rule, rule
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.text.json_schema import schema_of

_BARE = re.compile(r"[A-Za-z0-9_-]+$")


class Setting(Struct, frozen=True):
    """A rule as one ruleset turns it on; `level` is ``off`` where it does not."""

    ruleset: str
    level: str
    parameters: dict[str, Any]
    source: str


class Parameter(Struct, frozen=True):
    """A parameter a ruleset may give, what it is for, and what holds when nobody gives it."""

    name: str
    description: str
    default: Any


class Page(Struct, frozen=True):
    """Everything there is to say about a rule."""

    rule: str
    family: str
    summary: str
    manual: str
    about_parameters: str
    parameters: tuple[Parameter, ...]
    rulesets: tuple[Setting, ...]


def page(name: str, rulesets: Iterable[Ruleset]) -> Page:
    """The page of a rule; RulesetError names the nearest right spelling of a name there is not."""
    found = rule(name)
    return Page(
        rule=found.name,
        family=found.family,
        summary=found.summary,
        manual=in_markdown(found.manual),
        about_parameters=" ".join((found.settings.__doc__ or "").split()),
        parameters=_parameters(found),
        rulesets=tuple(setting(name, ruleset) for ruleset in rulesets),
    )


def setting(name: str, ruleset: Ruleset) -> Setting:
    """What a ruleset says about a rule."""
    entry = ruleset.rules.get(name)
    if entry is None or entry.level is RuleLevel.OFF:
        return Setting(ruleset.id, RuleLevel.OFF.value, {}, "")
    return Setting(ruleset.id, entry.level.value, entry.parameters, entry.source)


def in_markdown(manual: str) -> str:
    """A manual page whose sketches are introduced by one colon, as Markdown and terminals like it.

    >>> in_markdown("A sketch::\\n\\n    map")
    'A sketch:\\n\\n    map'
    """
    return manual.replace("::\n", ":\n")


def in_toml(value: Any) -> str:
    """A parameter's value as a ruleset file spells it.

    >>> in_toml([1, {"from": 6}]), in_toml(True), in_toml('a "b"')
    ('[1, {from = 6}]', 'true', '"a \\\\"b\\\\""')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{{assignments(value)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    return _quoted(value) if isinstance(value, str) else one_line(str(value))


def assignments(parameters: dict[str, Any]) -> str:
    """Parameters on one line.

    >>> assignments({"min": 1, "max": 2})
    'min = 1, max = 2'
    """
    return ", ".join(f"{_key(name)} = {in_toml(value)}" for name, value in parameters.items())


def _key(name: str) -> str:
    return name if _BARE.match(name) else _quoted(name)


def _quoted(text: str) -> str:
    """Text in quotes, on one line, with escapes as TOML has them."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _parameters(of: Rule) -> tuple[Parameter, ...]:
    keys = schema_of(of.settings)["properties"]
    fields = msgspec.structs.fields(of.settings)
    return tuple(Parameter(f.encode_name, keys[f.encode_name]["description"], _default(f)) for f in fields)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """What a parameter is when nobody names it, as plain data; None when it must be named or bounds nothing."""
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    if field.default_factory is msgspec.NODEFAULT:
        return None
    return _without_nothing(msgspec.to_builtins(field.default_factory()))


def _without_nothing(value: Any) -> Any:
    """A value without the keys in it that say nothing, as a person writes it."""
    if not isinstance(value, dict):
        return value
    return {key: _without_nothing(inner) for key, inner in value.items() if inner is not None and inner != ()}
