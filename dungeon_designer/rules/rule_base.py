"""Define the base of every rule: typed settings, problems, and the words for both.

Every rule module imports from here: `Settings` and `Bounds` as bases of its `RuleSettings`, `RuleProblem` for what
its `check` yields, and functions that put numbers, squares and sections into a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc, getdoc
from string import Formatter
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import Meta, Struct, structs
from msgspec.structs import force_setattr

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.findings import Amount, Fix, Level, SuggestedMoves
from dungeon_designer.grid import Square
from dungeon_designer.kinds import SectionKind
from dungeon_designer.text.json_schema import Schema, build_schema, describe_key

Parameters = Mapping[str, Any]
"""The parameters of a rule as a ruleset file states them, not yet converted to settings."""


def restrict_keys(names: Iterable[str]) -> Meta:
    """Return schema metadata that limits the keys of a table to `names`.

    msgspec does not add the possible keys of a dictionary to a schema.
    """
    return Meta(extra_json_schema={"propertyNames": {"enum": list(names)}})


Phrase = Callable[[Any], str]
"""A function that describes the value of one parameter in words; it returns '' if nothing needs to be said."""

Phrases = Mapping[str, Phrase]
"""The phrase of each parameter of a rule that has one, by the parameter's name."""


def format_bounds(parameters: Parameters) -> str:
    """Format the bounds of a count as text.

    `also` lists numbers that are allowed besides the range from `min` to `max`.

    >>> format_bounds({"min": 8, "max": 12, "also": [6]}), format_bounds({"max": 1})
    ('6, or 8 to 12', 'at most 1')
    """
    alternatives = parameters.get("also", ())
    range_text = _format_range(parameters.get("min"), parameters.get("max"), bool(alternatives))
    return f"{format_value(alternatives)}, or {range_text}" if alternatives and range_text else range_text


def _format_range(minimum: int | None, maximum: int | None, has_alternatives: bool) -> str:
    """Format the range between two bounds; '' if both are None.

    If both are equal, the result is "exactly 6", but plain "6" with `has_alternatives`, since other numbers then stand
    before it.
    """
    if minimum is None:
        return "" if maximum is None else f"at most {maximum}"
    if maximum is None:
        return f"at least {minimum}"
    return (
        f"{minimum} to {maximum}" if minimum != maximum else str(minimum) if has_alternatives else f"exactly {minimum}"
    )


def format_number_or_bounds(number: int | Parameters) -> str:
    """Format a plain number as that number, and a table of bounds in words.

    >>> format_number_or_bounds(4), format_number_or_bounds({"max": 1})
    ('4', 'at most 1')
    """
    return str(number) if isinstance(number, int) else format_bounds(number)


def format_bounds_by_name(numbers: Mapping[str, int | Parameters]) -> str:
    """Format how many of each thing there may be, by its name, as in "lava: 0, water: at most 12"."""
    return ", ".join(
        f"{replace_underscores(name)}: {format_number_or_bounds(number)}" for name, number in numbers.items()
    )


def describe_if_true(text: str) -> Phrase:
    """Return a phrase (a function that describes a parameter's value) that gives `text` if the value is true.

    For a false value it gives ''.
    """
    return lambda value: text if value else ""


def describe_between(prefix: str, suffix: str = "") -> Phrase:
    """Return a phrase (a function that describes a parameter's value) that puts the value between two texts."""
    return lambda value: f"{prefix}{format_value(value)}{suffix}"


def describe_width_unless(default_width: int) -> Phrase:
    """Return a phrase (a function that describes a parameter's value) for a width in squares.

    It gives '' for the default width, which the rule's summary names.
    """
    return lambda width: "" if width == default_width else f"{width} squares"


def format_size(size: Sequence[int]) -> str:
    """Format a (width, height) in squares.

    >>> format_size([2, 4])
    '2 by 4 squares'
    """
    return f"{size[0]} by {size[1]} squares"


def format_value(value: Any) -> str:
    """Format one value, or several joined by commas, with blanks in place of underscores."""
    return ", ".join(map(replace_underscores, value if isinstance(value, list | tuple) else [value]))


def replace_underscores(value: Any) -> str:
    """Return a value, such as the name of a parameter or kind, as text with blanks in place of underscores.

    >>> replace_underscores("end_zone")
    'end zone'
    """
    return str(value).replace("_", " ")


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of objects or squares that a ruleset may state."""

Length = Annotated[int, Meta(ge=1, le=100)]
"""A width or length, in squares, that a ruleset may state."""

_MAX_NAMED_SQUARES = 4  # so many squares are named in a message

MAX_FINDINGS_PER_RULE = 1000
"""A rule lists at most this many findings and then stops. A dungeon with more has one mistake many times."""

_OPTIONAL_TEXT = re.compile(r"\[(.*?)\]")


def _fill_optional_text(template: str, values: Mapping[str, Any]) -> str:
    """Return an optional part of a player text with its values filled in; '' if one of the values is empty.

    Braces in the result are doubled, since the text around it is formatted once more.
    """
    names = [name for _, name, _, _ in Formatter().parse(template) if name]
    return (
        template.format_map(values).replace("{", "{{").replace("}", "}}") if all(values[name] for name in names) else ""
    )


def build_phrases(**phrases: Phrase) -> Phrases:
    """Return the phrases (functions that describe a value) of a rule's parameters as a read-only mapping by name."""
    return MappingProxyType(phrases)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of the typed parameters of a rule. A `__post_init__` may refuse a value with ValueError.

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
        """Return the class docstring on one line, without its rows about single parameters.

        Settings classes document each parameter in a row: name, two blanks, explanation.
        """
        return " ".join(re.split(r"\n\n(?=\w+  )", getdoc(cls) or "")[0].split())

    @classmethod
    def build_schema(cls) -> Schema:
        """Return the JSON schema of the settings, with an explanation and example for each parameter.

        The class docstring has a row for each parameter: its name, a sentence, and an example in JSON.
        """
        docs = "\n".join(cleandoc(base.__doc__ or "") for base in reversed(cls.__mro__))
        doc = re.sub(r"\n  +", " ", docs)
        rows = re.findall(r"^(\w+)  +(.+) Example: (.+)$", doc, re.MULTILINE)
        words_by_class = {
            name: describe_key(sentence, msgspec.json.decode(example)) for name, sentence, example in rows
        }
        return build_schema(cls, descriptions={cls.__name__: words_by_class})

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

        In `player_text`, ``{asked}`` stands for all parameters in words, ``{rest}`` for all but the bounds, and any
        other name for the value of that parameter. Text in brackets is left out if a name in it has no value.

        >>> class Doors(Bounds, frozen=True):
        ...     player_text = ("Doors", "{asked}[, {rest}]")
        >>> Doors.describe_for_players({"max": 4})
        ('Doors', 'at most 4')
        """
        settings = cls.parse_parameters(parameters)
        bounds = {key: value for key in ("min", "max") if (value := getattr(settings, key, None)) is not None}
        other_parameters = {key: value for key, value in parameters.items() if key not in ("min", "max", "also")}
        set_values = {key: value for key, value in msgspec.to_builtins(settings).items() if value not in (None, [], {})}
        all_words = cls.describe_parameters({**bounds, **parameters}) or cls.describe_parameters(set_values)
        values = {**structs.asdict(settings), "asked": all_words, "rest": cls.describe_parameters(other_parameters)}
        topic, template = cls.player_text
        return topic, _OPTIONAL_TEXT.sub(lambda match: _fill_optional_text(match[1], values), template).format_map(
            values
        )


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


class RuleProblem(Struct, frozen=True):
    """A problem as a rule yields it. The checker makes a `Finding` of it by adding the rule, level and source.

    Attributes:
        message: What is wrong, in a sentence without a full stop.
        squares: The squares where it is wrong.
        measured: The number or text that was measured; None if nothing was.
        required: The number or text that the rule requires; None if there is none.
        level: A level that replaces that of the rule if it is lower, as for a notice; None for the level of the rule.
        fixes: Changes of the dungeon that may remove the problem.
        moves: Chests and portals that should lie elsewhere; see `dungeon_designer.rules.relocation`.
        source: The book and heading, if they differ from the source that the ruleset names for the rule; else ''.
    """

    message: str
    squares: tuple[Square, ...] = ()
    measured: Amount = None
    required: Amount = None
    level: Level | None = None
    fixes: tuple[Fix, ...] = ()
    moves: SuggestedMoves | None = None
    source: str = ""


class Bounds(Settings, frozen=True):
    """Settings of a rule that counts: at least `min`, at most `max`, or one of `also`.

    A ruleset that names neither bound gets the rule's `default_bounds`; one that names one leaves the other open.
    """

    default_bounds: ClassVar[tuple[int | None, int | None]] = (None, None)

    min: Annotated[Count | None, describe_key("The least number allowed.", 4)] = None
    max: Annotated[Count | None, describe_key("The greatest number allowed.", 8)] = None
    also: Annotated[tuple[Count, ...], describe_key("Numbers allowed besides.", [10, 12])] = ()

    def __post_init__(self) -> None:
        """Set the rule's default bounds if the ruleset states none, and refuse a minimum above the maximum."""
        if self.min is None and self.max is None:
            force_setattr(self, "min", self.default_bounds[0])
            force_setattr(self, "max", self.default_bounds[1])
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")

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
        texts = [*map(str, self.also), _format_range(self.min, self.max, bool(self.also))]
        return " or ".join(filter(None, texts)) or "any number"

    @property
    def required_value(self) -> Amount:
        """What a report states as required: a single number, or the bounds in words.

        It is the number if there is only a minimum, or if minimum and maximum are equal, and `also` is empty.
        """
        single_number = self.min if self.min == self.max or self.max is None else None
        return single_number if single_number is not None and not self.also else self.range_text


NumberOrBounds = Count | Bounds
"""A number alone, which means exactly that many, or bounds; both as a ruleset may write them."""


def build_bounds(number: NumberOrBounds) -> Bounds:
    """Return bounds that allow exactly `number`; if `number` is a `Bounds`, return it unchanged.

    >>> build_bounds(3).range_text
    'exactly 3'
    """
    return Bounds(min=number, max=number) if isinstance(number, int) else number


def check_count(
    allowed_count: NumberOrBounds | None,
    count: int,
    description: str,
    squares: tuple[Square, ...] = (),
    requirement: str = "there must be {}",
) -> Iterator[RuleProblem]:
    """Yield a problem if a count is outside its bounds.

    Args:
        allowed_count: A number, which means exactly that many, or bounds; None allows any count.
        count: How many there are.
        description: The start of the message, which says how many there are.
        squares: The squares of the problem.
        requirement: The end of the message, with ``{}`` in place of the bounds.
    """
    bounds = build_bounds(allowed_count) if allowed_count is not None else None
    if bounds and not bounds.allows(count):
        allowed = "none" if bounds.max == 0 and not bounds.also else bounds.range_text
        message = f"{description}, but {requirement.format(allowed)}"
        yield RuleProblem(message, squares, measured=count, required=bounds.required_value)


class TeamBounds(Bounds, frozen=True):
    """Bounds that may be a number for each team that plays.

    per_side   How many for each side that plays, exactly; in place of min and max. Example: 2
    each_half  How many lie in each side's half, the squares that it walks to in fewer steps than any other: a number or
               bounds. Example: {"min": 2}
    """

    phrases = build_phrases(
        per_side=lambda count: f"{count} for each side" if count is not None else "",
        each_half=lambda number: f"{format_number_or_bounds(number)} in each half",
    )

    per_side: Count | None = None
    each_half: NumberOrBounds | None = None

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
        if self.per_side is None:
            return self
        return Bounds(min=team_count * self.per_side, max=team_count * self.per_side, also=self.also)


_NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def format_number(number: int) -> str:
    """Return a number as it is written in a sentence: in letters up to twelve, in digits above.

    >>> format_number(2), format_number(30)
    ('two', '30')
    """
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else str(number)


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun in the singular or plural. The plural ends in "s" if it is not given.

    >>> format_count(1, "chest"), format_count(5, "chest")
    ('1 chest', '5 chests')
    """
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def format_there_are(count: int, singular: str, plural: str = "") -> str:
    """Return a clause that says how many of something there are, such as "there is 1 chest".

    >>> format_there_are(0, "chest"), format_there_are(1, "chest")
    ('there are no chests', 'there is 1 chest')
    """
    if not count:
        return f"there are no {plural or singular + 's'}"
    return f"there {'is' if count == 1 else 'are'} {format_count(count, singular, plural)}"


def describe_section(section: BoardSection) -> str:
    """Return the name of a section in a sentence: its team, its kind, and its name or, without one, its id.

    Name and id are left out for a team's end zone whose name is only its kind, as in "the home end zone".
    """
    team_prefix, kind = f"{section.team} " if section.team else "", replace_underscores(section.kind)
    if section.kind is SectionKind.END_ZONE and team_prefix and section.name.lower() == kind:
        return f"the {team_prefix}{kind}"
    return f"the {team_prefix}{kind} {section.name or section.id}"


def format_squares(squares: Sequence[Square]) -> str:
    """Return the first four squares as text, followed by the number of the others, as in " and 3 more".

    >>> format_squares([(0, 0), (1, 0)])
    '(0, 0), (1, 0)'
    """
    remainder = f" and {len(squares) - _MAX_NAMED_SQUARES} more" if len(squares) > _MAX_NAMED_SQUARES else ""
    return ", ".join(map(str, squares[:_MAX_NAMED_SQUARES])) + remainder


def explain_uncounted_portals(board: Board, squares: Collection[Square], action: str) -> str:
    """Return the end of a message that says which of the squares are not counted because a portal lies there.

    Args:
        board: The board.
        squares: The squares that the message is about.
        action: What no player does on a portal, as ``stays on``.

    Returns:
        The text, which begins with "; ", or '' if no portal lies on these squares.
    """
    square_set = set(squares)
    numbers = [str(portal.number) for portal in board.portals if portal.square in square_set]
    if not numbers:
        return ""
    if len(numbers) == 1:
        subject = f"the square of portal {numbers[0]} is"
    else:
        subject = f"the squares of portals {join_with_and(numbers)} are"
    return f"; {subject} not counted, as nobody {action} a portal"


def join_with_or(words: Sequence[str]) -> str:
    """Join words for a sentence with commas and, before the last one, "or".

    >>> join_with_or(["home", "away", "third"])
    'home, away or third'
    """
    return " or ".join(text for text in (", ".join(words[:-1]), words[-1]) if text)


def join_with_and(words: Sequence[str]) -> str:
    """Join words for a sentence with commas and, before the last one, "and".

    >>> join_with_and(["a chest", "a portal", "a trap"])
    'a chest, a portal and a trap'
    """
    return " and ".join(text for text in (", ".join(words[:-1]), words[-1]) if text)
