"""What every rule file is made of: its settings, the faults it yields, and how both name what is on a board."""

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
from dungeon_designer.findings import Fix, Level, Measured, Moves
from dungeon_designer.grid import Square
from dungeon_designer.kinds import SectionKind
from dungeon_designer.text.json_schema import Schema, described, schema_of

Parameters = Mapping[str, Any]
"""A rule's parameters as a ruleset names them, unread."""


def keyed_by(names: Iterable[str]) -> Meta:
    """Says of a table which keys it may have, for schemas: msgspec does not say it."""
    return Meta(extra_json_schema={"propertyNames": {"enum": list(names)}})


Phrase = Callable[[Any], str]
"""What is said of a parameter by its value; '' where there is nothing to say."""

Phrases = Mapping[str, Phrase]
"""What is said of each of a rule's parameters, by its name."""


def bounds_in_words(parameters: Parameters) -> str:
    """How many there may be.

    >>> bounds_in_words({"min": 8, "max": 12, "also": [6]}), bounds_in_words({"max": 1})
    ('6, or 8 to 12', 'at most 1')
    """
    also = parameters.get("also", ())
    span = _span(parameters.get("min"), parameters.get("max"), bool(also))
    return f"{value_text(also)}, or {span}" if also and span else span


def _span(low: int | None, high: int | None, more: bool) -> str:
    """From one number to another; '' where neither is named."""
    if low is None:
        return "" if high is None else f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"{low} to {high}" if low != high else str(low) if more else f"exactly {low}"


def number_in_words(number: int | Parameters) -> str:
    """How many there may be, where a number alone is exactly so many.

    >>> number_in_words(4), number_in_words({"max": 1})
    ('4', 'at most 1')
    """
    return str(number) if isinstance(number, int) else bounds_in_words(number)


def numbers_in_words(numbers: Mapping[str, int | Parameters]) -> str:
    """How many there may be of each."""
    return ", ".join(f"{as_words(name)}: {number_in_words(number)}" for name, number in numbers.items())


def when(words: str) -> Phrase:
    """Words that are said where a switch is on."""
    return lambda value: words if value else ""


def around(before: str, after: str = "") -> Phrase:
    """A value between words."""
    return lambda value: f"{before}{value_text(value)}{after}"


def squares_but(usual: int) -> Phrase:
    """A width, unless it is the one that the rule's summary names."""
    return lambda width: "" if width == usual else f"{width} squares"


def extent(size: Sequence[int]) -> str:
    """A size.

    >>> extent([2, 4])
    '2 by 4 squares'
    """
    return f"{size[0]} by {size[1]} squares"


def value_text(value: Any) -> str:
    """A value, or several, without the underscores a ruleset writes."""
    return ", ".join(map(as_words, value if isinstance(value, list | tuple) else [value]))


def as_words(value: Any) -> str:
    """A value, or a parameter's name, without the underscores a ruleset writes.

    >>> as_words("end_zone")
    'end zone'
    """
    return str(value).replace("_", " ")


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of things or squares as a ruleset may name it."""

Length = Annotated[int, Meta(ge=1, le=100)]
"""A width or length in squares as a ruleset may name it."""

_FEW = 4  # so many squares are named in a message

MOST = 1000
"""So many findings of one rule are listed, and no more looked for: a drawing with more has one fault many times."""

_OPTIONAL = re.compile(r"\[(.*?)\]")


def _filled(words: str, values: Mapping[str, Any]) -> str:
    """Words with the values they name; '' where one of them says nothing."""
    names = [name for _, name, _, _ in Formatter().parse(words) if name]
    return words.format_map(values).replace("{", "{{").replace("}", "}}") if all(values[name] for name in names) else ""


def worded(**phrases: Phrase) -> Phrases:
    """The phrases of a rule's parameters."""
    return MappingProxyType(phrases)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a rule's typed parameters. A `__post_init__` may refuse a value with ValueError.

    `phrases` has the words for single parameters; of any other its name and value are said. `players` is the rule as
    those who play are told it (`for_players`): what it is about, and what is asked of that.
    """

    phrases: ClassVar[Phrases] = worded()
    players: ClassVar[tuple[str, str]] = ("", "")

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """Parameters as a ruleset names them, as a person says them; '' where there is nothing to say.

        Bounds come first, then each by its phrase, else by its own name.

        >>> Bounds.in_words({"min": 5})
        'at least 5'
        """
        parts = [bounds_in_words(parameters)]
        for key, value in parameters.items():
            if key in cls.phrases:
                parts.append(cls.phrases[key](value))
            elif isinstance(value, bool):
                parts.append(as_words(key) if value else "")
            elif key not in ("min", "max", "also"):
                parts.append(f"{as_words(key)}: {value_text(value)}")
        return "; ".join(filter(None, parts))

    @classmethod
    def about(cls) -> str:
        """What its docstring says of it, on one line; what it says of single parameters comes after that."""
        return " ".join(re.split(r"\n\n(?=\w+  )", getdoc(cls) or "")[0].split())

    @classmethod
    def schema(cls) -> Schema:
        """The schema. A docstring has a row for each parameter: the name, a sentence, and an example in JSON."""
        docs = "\n".join(cleandoc(each.__doc__ or "") for each in reversed(cls.__mro__))
        doc = re.sub(r"\n  +", " ", docs)
        rows = re.findall(r"^(\w+)  +(.+) Example: (.+)$", doc, re.MULTILINE)
        words = {name: described(told, msgspec.json.decode(example)) for name, told, example in rows}
        return schema_of(cls, words={cls.__name__: words})

    @classmethod
    def settings_of(cls, parameters: Parameters) -> Self:
        """The settings that parameters as a ruleset names them come to; msgspec's error where they are wrong."""
        return msgspec.convert(parameters, cls)

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """What the rule is about, and what is asked of it, in few words.

        In `players` ``{asked}`` are all parameters in words, ``{rest}`` all but the bounds, and any other name is a
        parameter's value. What stands in brackets is said where that is something.

        >>> class Doors(Bounds, frozen=True):
        ...     players = ("Doors", "{asked}[, {rest}]")
        >>> Doors.for_players({"max": 4})
        ('Doors', 'at most 4')
        """
        settings = cls.settings_of(parameters)
        bounds = {key: value for key in ("min", "max") if (value := getattr(settings, key, None)) is not None}
        rest = {key: value for key, value in parameters.items() if key not in ("min", "max", "also")}
        usual = {key: value for key, value in msgspec.to_builtins(settings).items() if value not in (None, [], {})}
        told = cls.in_words({**bounds, **parameters}) or cls.in_words(usual)
        values = {**structs.asdict(settings), "asked": told, "rest": cls.in_words(rest)}
        about, words = cls.players
        return about, _OPTIONAL.sub(lambda found: _filled(found[1], values), words).format_map(values)


def without_parameters(about: str, asked: str) -> type[Settings]:
    """The settings of a rule that has no parameters, and the rule as those who play are told it."""

    class RuleSettings(Settings, frozen=True):
        """No parameters."""

        players = (about, asked)

    return RuleSettings


class Violation(Struct, frozen=True):
    """What a rule yields: a finding without what the ruleset knows (rule, level, source).

    `level` is set only where the book asks less strongly than the rule as a whole (a notice). Chests and portals that
    should lie elsewhere are named as `moves` (`dungeon_designer.rules.moving`); every other mend is one of the `fixes`.
    `source` is set only where another place than the ruleset's source of the rule forbids it.
    """

    message: str
    squares: tuple[Square, ...] = ()
    measured: Measured = None
    required: Measured = None
    level: Level | None = None
    fixes: tuple[Fix, ...] = ()
    moves: Moves | None = None
    source: str = ""


class Bounds(Settings, frozen=True):
    """Settings of a rule that counts: at least `min`, at most `max`, or one of `also`.

    A ruleset that names neither bound gets the rule's `usual` ones; one that names one leaves the other open.
    """

    usual: ClassVar[tuple[int | None, int | None]] = (None, None)

    min: Annotated[Count | None, described("The least number allowed.", 4)] = None
    max: Annotated[Count | None, described("The greatest number allowed.", 8)] = None
    also: Annotated[tuple[Count, ...], described("Numbers allowed besides.", [10, 12])] = ()

    def __post_init__(self) -> None:
        """A lower bound above the upper one allows nothing."""
        if self.min is None and self.max is None:
            force_setattr(self, "min", self.usual[0])
            force_setattr(self, "max", self.usual[1])
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")

    def allows(self, count: int) -> bool:
        """Whether a count keeps the bounds."""
        above = self.min is None or count >= self.min
        return count in self.also or (above and (self.max is None or count <= self.max))

    @property
    def range_text(self) -> str:
        """The bounds as a person says them.

        >>> Bounds(min=8, max=12, also=(6,)).range_text
        '6 or 8 to 12'
        """
        parts = [*map(str, self.also), _span(self.min, self.max, bool(self.also))]
        return " or ".join(filter(None, parts)) or "any number"

    @property
    def required(self) -> Measured:
        """The bounds as a report's `required`: a number where one number says it all."""
        one = self.min if self.min == self.max or self.max is None else None
        return one if one is not None and not self.also else self.range_text


Number = Count | Bounds
"""Bounds as a ruleset may write them: a number alone is exactly so many."""


def bounds_of(number: Number) -> Bounds:
    """The bounds that a ruleset has written.

    >>> bounds_of(3).range_text
    'exactly 3'
    """
    return Bounds(min=number, max=number) if isinstance(number, int) else number


def miscounted(
    number: Number | None, count: int, words: str, squares: tuple[Square, ...] = (), asked: str = "there must be {}"
) -> Iterator[Violation]:
    """A fault when there are too many of something or too few; `words` say how many there are. None asks nothing."""
    bounds = bounds_of(number) if number is not None else None
    if bounds and not bounds.allows(count):
        allowed = "none" if bounds.max == 0 and not bounds.also else bounds.range_text
        said = f"{words}, but {asked.format(allowed)}"
        yield Violation(said, squares, measured=count, required=bounds.required)


class PerSide(Bounds, frozen=True):
    """Bounds that may be so many for each side that plays.

    per_side   How many for each side that plays, exactly; in place of min and max. Example: 2
    each_half  How many lie in each side's half, the squares that it walks to in fewer steps than any other: a number or
               bounds. Example: {"min": 2}
    """

    phrases = worded(
        per_side=lambda count: f"{count} for each side" if count is not None else "",
        each_half=lambda number: f"{number_in_words(number)} in each half",
    )

    per_side: Count | None = None
    each_half: Number | None = None

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """What `per_side` takes the place of is not said."""
        replaced = ("min", "max") if parameters.get("per_side") is not None else ()
        return super().in_words({key: value for key, value in parameters.items() if key not in replaced})

    def for_sides(self, count: int) -> Bounds:
        """The bounds where so many sides play."""
        if self.per_side is None:
            return self
        return Bounds(min=count * self.per_side, max=count * self.per_side, also=self.also)


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """A number as one writes it in a sentence: up to twelve in letters.

    >>> in_words(2), in_words(30)
    ('two', '30')
    """
    return _WORDS[number] if number < len(_WORDS) else str(number)


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "chest"), counted(5, "chest")
    ('1 chest', '5 chests')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def there_are(count: int, one: str, many: str = "") -> str:
    """A sentence that says how many there are.

    >>> there_are(0, "chest"), there_are(1, "chest")
    ('there are no chests', 'there is 1 chest')
    """
    if not count:
        return f"there are no {many or one + 's'}"
    return f"there {'is' if count == 1 else 'are'} {counted(count, one, many)}"


def section_name(section: BoardSection) -> str:
    """A section in a sentence: its side, kind and name, or its id where it has none.

    A side's end zone that is called after its kind has no need of a name.
    """
    side, kind = f"{section.side} " if section.side else "", as_words(section.kind)
    if section.kind is SectionKind.END_ZONE and side and section.name.lower() == kind:
        return f"the {side}{kind}"
    return f"the {side}{kind} {section.name or section.id}"


def few_squares(squares: Sequence[Square]) -> str:
    """Some squares in a sentence, and how many there are besides.

    >>> few_squares([(0, 0), (1, 0)])
    '(0, 0), (1, 0)'
    """
    more = f" and {len(squares) - _FEW} more" if len(squares) > _FEW else ""
    return ", ".join(map(str, squares[:_FEW])) + more


def not_counted(board: Board, squares: Collection[Square], why: str) -> str:
    """The end of a sentence about squares of which those of portals are not counted; empty without portals.

    `why`: what nobody does on a portal, as ``stays on``.
    """
    on = set(squares)
    numbers = [str(portal.number) for portal in board.portals if portal.at in on]
    if not numbers:
        return ""
    of = f"the square of portal {numbers[0]} is" if len(numbers) == 1 else f"the squares of portals {both(numbers)} are"
    return f"; {of} not counted, as nobody {why} a portal"


def either(words: Sequence[str]) -> str:
    """Several choices in a sentence.

    >>> either(["home", "away", "third"])
    'home, away or third'
    """
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def both(words: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> both(["a chest", "a portal", "a trap"])
    'a chest, a portal and a trap'
    """
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
