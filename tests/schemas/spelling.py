"""Data as YAML and TOML text, and YAML as an editor reads it (version 1.2, where only true and false are flags)."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

_WORD = re.compile(r"[A-Za-z_][\w./-]*( [\w./-]+)*$")


class Core(yaml.SafeLoader):
    """The words and numbers of YAML 1.2."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - as the library has it


for _tag, _pattern, _first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


def convert_keys_to_text(text: str) -> Any:
    """Return what a schema is held against: keys are text."""
    return _convert_keys(yaml.load(text, Core))  # noqa: S506 - a safe loader


def _convert_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _convert_keys(inner) for key, inner in value.items()}
    return [_convert_keys(inner) for inner in value] if isinstance(value, list) else value


def write_yaml(data: dict[str, Any]) -> str:
    """Return a table as YAML, a line for each key; words have quotes only where they need them."""
    return "".join(f"{_format_yaml(key)}: {_format_yaml(value)}\n" for key, value in data.items()) or "{}\n"


def _format_yaml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_format_yaml(key)}: {_format_yaml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_format_yaml, value)) + "]"
    if isinstance(value, str) and _WORD.match(value):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def write_toml(data: dict[str, Any]) -> str:
    """Return a table as TOML, a line a key."""
    return "".join(f"{json.dumps(key)} = {_format_toml(value)}\n" for key, value in data.items())


def _format_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_format_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_format_toml, value)) + "]"
    return json.dumps(value)
