"""What every rule file is made of: its settings, and the faults it yields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import Meta, Struct, structs
from msgspec.structs import force_setattr

from dungeon_designer.findings import Fix, Level, Measured, Moves
from dungeon_designer.grid import Square
from dungeon_designer.text.json_schema import described

Parameters = Mapping[str, Any]
"""A rule's parameters as a ruleset names them, unread."""

Said = Callable[[Any], str]
"""What is said of a parameter by its value; '' where there is nothing to say."""

Words = Mapping[str, Said]
"""What is said of each of a rule's parameters, by its name."""


def asked(parameters: Parameters, said: Words) -> str:
    """All parameters of a rule in words: bounds first, then each in the words of `said`, else by its own name.

    >>> asked({"min": 5}, {}), asked({"kind": "entry", "shape": [2, 1]}, {"shape": extent})
    ('at least 5', 'kind: entry; 2 by 1 squares')
    """
    rest = {key: value for key, value in parameters.items() if key not in ("min", "max", "also")}
    parts = (said[key](value) if key in said else _named(key, value) for key, value in rest.items())
    return "; ".join(part for part in (bounds_in_words(parameters), *parts) if part)


def bounds_in_words(parameters: Parameters) -> str:
    """How many there may be.

    >>> bounds_in_words({"min": 8, "max": 12, "also": [6]}), bounds_in_words({"max": 1})
    ('6, or 8 to 12', 'at most 1')
    """
    low, high = parameters.get("min"), parameters.get("max")
    also = parameters.get("also", ())
    others = f"{listed(also if isinstance(also, Sequence) else [also])}, or " if also else ""
    if low is None and high is None:
        return ""
    if low == high:
        return f"{others}{low}" if others else f"exactly {low}"
    if high is None:
        return f"{others}at least {low}"
    return f"{others}at most {high}" if low is None else f"{others}{low} to {high}"


def number_in_words(number: int | Parameters) -> str:
    """How many there may be, where a number alone is exactly so many.

    >>> number_in_words(4), number_in_words({"max": 1})
    ('4', 'at most 1')
    """
    return str(number) if isinstance(number, int) else bounds_in_words(number)


def when(words: str) -> Said:
    """Words that are said where a switch is on."""
    return lambda value: words if value else ""


def around(before: str, after: str = "") -> Said:
    """A value between words."""
    return lambda value: f"{before}{listed(value) if isinstance(value, list | tuple) else plain(value)}{after}"


def squares_but(usual: int) -> Said:
    """A width, unless it is the one that the rule's summary names."""
    return lambda width: "" if width == usual else f"{width} squares"


def extent(size: Sequence[int]) -> str:
    """A size.

    >>> extent([2, 4])
    '2 by 4 squares'
    """
    return f"{size[0]} by {size[1]} squares"


def listed(values: Sequence[Any]) -> str:
    """Several values."""
    return ", ".join(map(plain, values))


def plain(value: Any) -> str:
    """A value, or a parameter's name, without the underscores a ruleset writes.

    >>> plain("end_zone")
    'end zone'
    """
    return str(value).replace("_", " ")


def _named(key: str, value: Any) -> str:
    """A parameter nobody has words for, by its own name."""
    name = plain(key)
    if isinstance(value, bool):
        return name if value else ""
    return f"{name}: {listed(value) if isinstance(value, Sequence) and not isinstance(value, str) else plain(value)}"


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of things or squares as a ruleset may name it."""


MOST = 1000
"""So many findings of one rule are listed, and no more looked for: a drawing with more has one fault many times."""


_OPTIONAL = re.compile(r"\[(.*?)\]")


def _filled(words: str, values: Mapping[str, Any]) -> str:
    """Words with the values they name; '' where one of them says nothing."""
    names = [name for _, name, _, _ in Formatter().parse(words) if name]
    return words.format_map(values).replace("{", "{{").replace("}", "}}") if all(values[name] for name in names) else ""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a rule's typed parameters. A `__post_init__` may refuse a value with ValueError.

    `said` has the words for single parameters; of any other its name and value are said. `players` is the rule as those
    who play are told it (`for_players`): what it is about, and what is asked of that.
    """

    said: ClassVar[Words] = {}
    players: ClassVar[tuple[str, str]] = ("", "")

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """Parameters as a ruleset names them, as a person says them; '' where there is nothing to say.

        >>> Bounds.in_words({"min": 5})
        'at least 5'
        """
        return asked(parameters, cls.said)

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
        bounds = {key: getattr(settings, key, None) for key in ("min", "max")}
        whole = {**{key: value for key, value in bounds.items() if value is not None}, **parameters}
        rest = {key: value for key, value in parameters.items() if key not in ("min", "max", "also")}
        usual = {key: value for key, value in msgspec.to_builtins(settings).items() if value not in (None, [], {})}
        told = cls.in_words(whole) or cls.in_words(usual)
        values = {**structs.asdict(settings), "asked": told, "rest": cls.in_words(rest)}
        about, words = cls.players
        return about, _OPTIONAL.sub(lambda found: _filled(found[1], values), words).format_map(values)


class Violation(Struct, frozen=True, kw_only=True):
    """What a rule yields: a finding without what the ruleset knows (rule, level, source).

    `level` is set only where the book asks less strongly than the rule as a whole (a notice). Chests and portals that
    should lie elsewhere are named as `moves` (`dungeon_designer.rules.moving`); every other mend is one of the `fixes`.
    """

    message: str
    squares: tuple[Square, ...] = ()
    measured: Measured = None
    required: Measured = None
    level: Level | None = None
    fixes: tuple[Fix, ...] = ()
    moves: Moves | None = None


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
    def words(self) -> str:
        """The bounds as a person says them.

        >>> Bounds(min=8, max=12, also=(6,)).words
        '6 or 8 to 12'
        """
        also = [str(count) for count in self.also]
        return " or ".join([*also, *self._range()]) or "any number"

    @property
    def required(self) -> Measured:
        """The bounds as a report's `required`: a number where one number says it all."""
        one = self.min if self.min == self.max or self.max is None else None
        return one if one is not None and not self.also else self.words

    def _range(self) -> list[str]:
        if self.min is not None and self.min == self.max:
            return [f"exactly {self.min}"] if not self.also else [str(self.min)]
        if self.min is not None and self.max is not None:
            return [f"{self.min} to {self.max}"]
        if self.min is not None:
            return [f"at least {self.min}"]
        return [f"at most {self.max}"] if self.max is not None else []


Number = Count | Bounds
"""Bounds as a ruleset may write them: a number alone is exactly so many."""


def bounds_of(number: Number) -> Bounds:
    """The bounds that a ruleset has written.

    >>> bounds_of(3).words
    'exactly 3'
    """
    return Bounds(min=number, max=number) if isinstance(number, int) else number


def miscounted(number: Number | None, count: int, words: str, squares: tuple[Square, ...] = ()) -> Iterator[Violation]:
    """A fault when there are too many of something or too few; `words` say how many there are. None asks nothing."""
    if number is None:
        return
    bounds = bounds_of(number)
    if not bounds.allows(count):
        said = f"{words}, but there must be {bounds.words}"
        yield Violation(message=said, squares=squares, measured=count, required=bounds.required)


class PerSide(Bounds, frozen=True):
    """Bounds that may be so many for each side that plays."""

    said: ClassVar[Words] = {
        "per_side": lambda count: f"{count} for each side" if count is not None else "",
        "each_half": lambda number: f"{number_in_words(number)} in each half",
    }

    per_side: Annotated[
        Count | None,
        described("How many for each side that plays, exactly; in place of min and max.", 2),
    ] = None

    each_half: Annotated[
        Number | None,
        described(
            "How many lie in each side's half, the squares that it walks to in fewer steps than any other: a number or"
            " bounds.",
            {"min": 2},
        ),
    ] = None

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
