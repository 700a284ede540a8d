"""Put numbers, squares, sections and parameters of rules into English.

The messages of problems and the descriptions of settings are composed from these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import Square
from dungeon_designer.kinds import SectionKind

Phrase = Callable[[Any], str]
"""A function that describes the value of one parameter in words; it returns '' if nothing needs to be said."""


def format_bounds(parameters: Mapping[str, Any]) -> str:
    """Format the bounds of a count as text.

    `also` lists numbers that are allowed besides the range from `min` to `max`.

    >>> format_bounds({"min": 8, "max": 12, "also": [6]}), format_bounds({"max": 1})
    ('6, or 8 to 12', 'at most 1')
    """
    alternatives = parameters.get("also", ())
    range_text = format_range(parameters.get("min"), parameters.get("max"), bool(alternatives))
    return f"{format_value(alternatives)}, or {range_text}" if alternatives and range_text else range_text


def format_range(minimum: int | None, maximum: int | None, has_alternatives: bool) -> str:
    """Format the range between two bounds; '' if both are None.

    If both are equal, the result is "exactly 6", but plain "6" with `has_alternatives`, since other numbers then stand
    before it.
    """
    if minimum is None:
        return "" if maximum is None else f"at most {maximum}"
    if maximum is None:
        return f"at least {minimum}"
    if minimum != maximum:
        return f"{minimum} to {maximum}"
    return str(minimum) if has_alternatives else f"exactly {minimum}"


def format_number_or_bounds(number: int | Mapping[str, Any]) -> str:
    """Format a plain number as that number, and a table of bounds in words.

    >>> format_number_or_bounds(4), format_number_or_bounds({"max": 1})
    ('4', 'at most 1')
    """
    return str(number) if isinstance(number, int) else format_bounds(number)


def format_bounds_by_name(numbers: Mapping[str, int | Mapping[str, Any]]) -> str:
    """Format how many objects or squares there may be for each name, as in "lava: 0, water: at most 12"."""
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

    The phrase gives '' for the default width, since the rule's summary already names it.
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


_MAX_NAMED_SQUARES = 4  # so many squares are named in a message


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
    return _join_words(words, "or")


def join_with_and(words: Sequence[str]) -> str:
    """Join words for a sentence with commas and, before the last one, "and".

    >>> join_with_and(["a chest", "a portal", "a trap"])
    'a chest, a portal and a trap'
    """
    return _join_words(words, "and")


def _join_words(words: Sequence[str], conjunction: str) -> str:
    """Join words with commas and, before the last one, a conjunction such as "and". A single word stays alone."""
    *first_words, last_word = words
    texts = [", ".join(first_words), last_word]
    return f" {conjunction} ".join(text for text in texts if text)
