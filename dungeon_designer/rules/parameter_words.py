"""A rule's parameters as a person says them; what is said of a single one stands beside it (`Settings.said`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

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
