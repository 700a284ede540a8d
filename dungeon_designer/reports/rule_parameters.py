"""List what a ruleset may set of a rule: each parameter with what it holds, its default and an example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.rules.rule_settings import Settings
from dungeon_designer.text.json_schema import Schema, build_schema
from dungeon_designer.text.schema_words import BOUNDS_KEYS, describe_type, find_table_schema

MAX_EXAMPLE_LENGTH = 80
"""A ruleset's own value is the example of a parameter unless its text in Python has more letters than this."""


class Parameter(Struct, frozen=True):
    """A parameter that a ruleset may give, what it is for, and its default.

    Attributes:
        default: None if the ruleset must give the parameter, or if leaving it out means that nothing is required.
        values: What it holds, in words.
        is_required: Whether the ruleset, or the table that holds the parameter, must give it.
        example: A value that it may have; None if there is none.
        keys: What each table in it holds, if it holds tables, except the keys of bounds.
    """

    name: str
    description: str
    default: Any
    values: str = ""
    is_required: bool = False
    example: Any = None
    keys: tuple[Parameter, ...] = ()

    @property
    def has_default(self) -> bool:
        """Whether a value is in force if a ruleset leaves the parameter out."""
        return self.default not in (None, "", (), [], {})

    @property
    def needs_example(self) -> bool:
        """Whether an example shows what neither `values` nor the default do: how a value is written."""
        names_all_values = self.values.startswith("`") or self.values == "true or false"
        is_shown_by_default = self.has_default and (
            self.default == self.example or isinstance(self.default, int | float | str)
        )
        return self.example is not None and not names_all_values and not is_shown_by_default


def list_parameters(
    settings_type: type[Settings], parameters_by_ruleset: Iterable[Mapping[str, Any]]
) -> tuple[Parameter, ...]:
    """Return the parameters of a rule.

    Args:
        settings_type: The typed settings of the rule.
        parameters_by_ruleset: The parameters that rulesets give the rule. The first short value of a parameter is its
            example.
    """
    schema = build_schema(settings_type)
    rulesets = list(parameters_by_ruleset)
    parameters = []
    for field in msgspec.structs.fields(settings_type):
        default = None
        if field.default is not msgspec.NODEFAULT:
            default = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            default = _remove_empty_keys(msgspec.to_builtins(field.default_factory()))
        name = field.encode_name
        ruleset_values = [given[name] for given in rulesets if name in given]
        short_values = [value for value in ruleset_values if len(repr(value)) <= MAX_EXAMPLE_LENGTH]
        parameters.append(_build_parameter(schema, name, default, short_values))
    return tuple(parameters)


def _build_parameter(schema: Schema, name: str, default: Any = None, examples: Sequence[Any] = ()) -> Parameter:
    """Return the parameter that is a key of a schema.

    Args:
        schema: The schema of the rule's settings, or of the tables in one of them.
        name: The key.
        default: The default.
        examples: Examples that are better than the one of the schema; the first one counts.
    """
    key_schema = schema["properties"][name]
    all_examples = [*examples, *key_schema.get("examples", ()), None]
    return Parameter(
        name,
        key_schema["description"],
        default,
        describe_type(key_schema),
        name in schema.get("required", ()),
        all_examples[0],
        tuple(_list_table_keys(find_table_schema(key_schema))),
    )


def has_bounds(parameters: Iterable[Parameter]) -> bool:
    """Return whether the keys of bounds are among the parameters, so that together they are bounds."""
    return {parameter.name for parameter in parameters} >= set(BOUNDS_KEYS)


def _list_table_keys(table_schema: Schema) -> Iterator[Parameter]:
    """Yield the keys of the tables in a parameter; those of bounds are left out, since all bounds have the same."""
    keys = [_build_parameter(table_schema, key) for key in table_schema.get("properties", ())]
    are_bounds = has_bounds(keys)
    yield from (key for key in keys if not (are_bounds and key.name in BOUNDS_KEYS))


def _remove_empty_keys(value: Any) -> Any:
    """Return a value without the keys in it that are None or empty, as a person would write it."""
    if not isinstance(value, dict):
        return value
    return {key: _remove_empty_keys(inner) for key, inner in value.items() if inner is not None and inner != ()}
