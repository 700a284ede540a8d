"""Define the typed settings of rules: the base class, bounds of counts, and the types of single parameters.

Every rule module has a class `RuleSettings` that is derived from `Settings` or `Bounds`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from inspect import getdoc
from string import Formatter
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import Meta, Struct, field, structs
from msgspec.structs import force_setattr

from dungeon_designer.findings import Amount
from dungeon_designer.rules.rule_text import (
    Phrase,
    format_bounds,
    format_number_or_bounds,
    format_range,
    format_value,
    replace_underscores,
)
from dungeon_designer.text.json_schema import describe_key

Parameters = Mapping[str, Any]
"""The parameters of a rule as a ruleset file states them, not yet converted to settings."""


Phrases = Mapping[str, Phrase]
"""The phrase of each parameter of a rule that has one, by the parameter's name."""


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of objects or squares that a ruleset may state."""


Length = Annotated[int, Meta(ge=1, le=100)]
"""A width or length, in squares, that a ruleset may state."""


_OPTIONAL_TEXT = re.compile(r"\[(.*?)\]")


def _fill_optional_text(template: str, values: Mapping[str, Any]) -> str:
    """Return an optional part of a text for players, such as "; {rest}", with the values filled in.

    The result is '' if one of the values is empty. Braces in the result are doubled, since the text around it is
    formatted once more.
    """
    names = [name for _, name, _, _ in Formatter().parse(template) if name]  # the names in braces
    if not all(values[name] for name in names):
        return ""
    return template.format_map(values).replace("{", "{{").replace("}", "}}")


def build_phrases(**phrases: Phrase) -> Phrases:
    """Return the phrases (functions that describe a value) of a rule's parameters as a read-only mapping by name."""
    return MappingProxyType(phrases)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of the typed parameters of a rule. A `__post_init__` may refuse a value with ValueError.

    Each parameter is a field annotated with `describe_key`: what it is for, and an example. The JSON schema, the manual
    and the templates take both from there.

    Attributes:
        phrases: The words for single parameters. Any other parameter is described by its name and value.
        player_text: The rule as players are told it: its topic, and what it requires. See `describe_for_players`.
    """

    phrases: ClassVar[Phrases] = build_phrases()
    player_text: ClassVar[tuple[str, str]] = ("", "")

    @classmethod
    def describe_parameters(cls, parameters: Parameters) -> str:
        """Describe the parameters that a ruleset gives a rule, in words; '' if there is nothing to say.

        The bounds come first. Each other parameter is described by its phrase, or else by its own name.

        >>> Bounds.describe_parameters({"min": 5})
        'at least 5'
        """
        texts = [format_bounds(parameters)]
        for key, value in parameters.items():
            if key in cls.phrases:
                texts.append(cls.phrases[key](value))
            elif isinstance(value, bool):
                texts.append(replace_underscores(key) if value else "")
            elif key not in ("min", "max", "also"):
                texts.append(f"{replace_underscores(key)}: {format_value(value)}")
        return "; ".join(filter(None, texts))

    @classmethod
    def summarise_settings(cls) -> str:
        """Return the docstring of the settings class on one line, for the manual: what the settings say together."""
        return " ".join((getdoc(cls) or "").split())

    @classmethod
    def parse_parameters(cls, parameters: Parameters) -> Self:
        """Convert the parameters that a ruleset gives a rule to typed settings.

        Raises:
            msgspec.ValidationError: A parameter is unknown or has a wrong value.
        """
        return msgspec.convert(parameters, cls)

    @classmethod
    def describe_for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Return (topic, requirement): what the rule is about and what it requires, in few words for players.

        They are a row of the table by which the printed document of an event tells players the rules. In `player_text`,
        ``{asked}`` stands for all parameters in words, ``{rest}`` for all but the bounds, and any other name for the
        value of that parameter. Text in brackets is left out if a name in it has no value.

        >>> class Doors(Bounds, frozen=True):
        ...     player_text = ("Doors", "{asked}[, {rest}]")
        >>> Doors.describe_for_players({"max": 4})
        ('Doors', 'at most 4')
        """
        settings = cls.parse_parameters(parameters)
        # The bounds in force may be defaults, which the parameters do not state.
        bounds = {key: value for key in ("min", "max") if (value := getattr(settings, key, None)) is not None}
        all_words = cls.describe_parameters({**bounds, **parameters})
        if not all_words:  # then the other defaults say what is required
            all_settings = msgspec.to_builtins(settings)
            set_values = {key: value for key, value in all_settings.items() if value not in (None, [], {})}
            all_words = cls.describe_parameters(set_values)
        other_parameters = {key: value for key, value in parameters.items() if key not in ("min", "max", "also")}
        values = {**structs.asdict(settings), "asked": all_words, "rest": cls.describe_parameters(other_parameters)}
        topic, template = cls.player_text
        template_without_brackets = _OPTIONAL_TEXT.sub(lambda match: _fill_optional_text(match[1], values), template)
        return topic, template_without_brackets.format_map(values)


def create_empty_settings(topic: str, requirement: str) -> type[Settings]:
    """Create the settings class of a rule without parameters, which only has a text for players.

    Args:
        topic: What the rule is about, as players are told it.
        requirement: What the rule requires, as players are told it.
    """

    class RuleSettings(Settings, frozen=True):
        """No parameters."""

        player_text = (topic, requirement)

    return RuleSettings


class Bounds(Settings, frozen=True):
    """Settings of a rule that counts: at least `min`, at most `max`, or one of `also`.

    A ruleset that names neither bound gets the rule's `default_bounds`; one that names one leaves the other open.
    """

    default_bounds: ClassVar[tuple[int | None, int | None]] = (None, None)

    min: Annotated[Count | None, describe_key("The least number allowed.", 4)] = None
    max: Annotated[Count | None, describe_key("The greatest number allowed.", 8)] = None
    also: Annotated[tuple[Count, ...], describe_key("Other numbers that are allowed.", [10, 12])] = ()

    def __post_init__(self) -> None:
        """Set the rule's default bounds if the ruleset states none.

        Raises:
            ValueError: The minimum is above the maximum.
        """
        if self.min is None and self.max is None:
            default_min, default_max = self.default_bounds
            force_setattr(self, "min", default_min)  # the class is frozen
            force_setattr(self, "max", default_max)
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")

    @property
    def plain_bounds(self) -> Bounds:
        """The bounds alone, without the other settings of a rule that is derived from this class."""
        return Bounds(min=self.min, max=self.max, also=self.also)

    def allows(self, count: int) -> bool:
        """Return whether a count is allowed: it lies between the bounds or is one of `also`."""
        reaches_minimum = self.min is None or count >= self.min
        return count in self.also or (reaches_minimum and (self.max is None or count <= self.max))

    @property
    def range_text(self) -> str:
        """The bounds in words; "any number" if there are none.

        >>> Bounds(min=8, max=12, also=(6,)).range_text
        '6 or 8 to 12'
        """
        texts = [*map(str, self.also), format_range(self.min, self.max, bool(self.also))]
        return " or ".join(filter(None, texts)) or "any number"

    @property
    def required_value(self) -> Amount:
        """What a report states as required: a single number, or the bounds in words.

        It is the number if there is only a minimum, or if minimum and maximum are equal, and `also` is empty.
        """
        allows_more_than_minimum = self.max is not None and self.max != self.min
        is_single_number = self.min is not None and not allows_more_than_minimum and not self.also
        return self.min if is_single_number else self.range_text


NumberOrBounds = Count | Bounds
"""A number alone, which means exactly that many, or bounds; both as a ruleset may write them."""


def build_bounds(number: NumberOrBounds) -> Bounds:
    """Return bounds that allow exactly `number`; if `number` is a `Bounds`, return it unchanged.

    >>> build_bounds(3).range_text
    'exactly 3'
    """
    return Bounds(min=number, max=number) if isinstance(number, int) else number


class TeamBounds(Bounds, frozen=True):
    """Bounds that may be a number for each team that plays."""

    phrases = build_phrases(
        per_side=lambda count: f"{count} for each team" if count is not None else "",
        each_half=lambda number: f"{format_number_or_bounds(number)} in each half",
    )

    per_side: Annotated[
        Count | None, describe_key("The exact number for each team, in place of `min` and `max`.", 2)
    ] = None
    each_half: Annotated[
        NumberOrBounds | None,
        describe_key(
            "The number in each team's half. A half is the squares that a team walks to in fewer steps than any "
            "other team.",
            {"min": 2},
        ),
    ] = None

    @classmethod
    def describe_parameters(cls, parameters: Parameters) -> str:
        """Describe the parameters in words, without the bounds if `per_side` replaces them."""
        replaced = ("min", "max") if parameters.get("per_side") is not None else ()
        return super().describe_parameters({key: value for key, value in parameters.items() if key not in replaced})

    def build_bounds_for_teams(self, team_count: int) -> Bounds:
        """Return the bounds for a dungeon with this number of teams.

        With `per_side` they are exactly that number times the teams, or one of `also`; without it, the settings
        themselves.
        """
        return multiply_per_team(self, self.per_side, team_count)


def multiply_per_team(bounds: Bounds, per_team: int | None, team_count: int) -> Bounds:
    """Return bounds that allow exactly `per_team` for each team, or one of the bounds' `also`.

    If `per_team` is None, the bounds are returned unchanged.
    """
    if per_team is None:
        return bounds
    return Bounds(min=team_count * per_team, max=team_count * per_team, also=bounds.also)


class BoundsByChests(Bounds, frozen=True, kw_only=True):
    """The bounds that hold with `from` to `to` chests."""

    min_chests: Annotated[Count, describe_key("The least number of chests for which these bounds hold.", 1)] = field(
        name="from"
    )
    max_chests: Annotated[Count, describe_key("The greatest number of chests for which these bounds hold.", 6)] = field(
        name="to"
    )
