"""Define a change between two dungeons, and the words that every kind of change uses."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from dungeon_designer.grid import Square

MAX_VALUE_LENGTH = 60
"""The most characters of a value that a sentence quotes; the rest is left out."""

MAX_NAMED_SQUARES = 4
"""The most squares that a sentence names; of more squares it gives the number and the first one."""


class ChangeKind(StrEnum):
    """What became of a part of a dungeon from the first dungeon to the second."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    CHANGED = "changed"


class FieldChange(Struct, frozen=True):
    """One fact that has another value in the second dungeon.

    Attributes:
        field: the key of the fact in a dungeon file, such as `kind`.
        before: its value in the first dungeon, as JSON has it; None for no value.
        after: its value in the second dungeon.
    """

    field: str
    before: Any
    after: Any


class Change(Struct, frozen=True, kw_only=True):
    """One difference between two dungeons.

    Attributes:
        kind: what became of the part.
        subject: the key of the part in a dungeon file, such as `chests` or `name`; `layout` for the whole dungeon.
        text: the change as a phrase, with squares as each dungeon counts them.
        squares_before: where it is in the first dungeon.
        squares_after: where it is in the second dungeon.
        fields: the facts that changed.
    """

    kind: ChangeKind
    subject: str
    text: str
    squares_before: tuple[Square, ...] = ()
    squares_after: tuple[Square, ...] = ()
    fields: tuple[FieldChange, ...] = ()


def format_offset(offset: Square) -> str:
    """Return how far something moved, in words.

    >>> format_offset((3, -1)), format_offset((0, 2))
    ('3 right and 1 up', '2 down')
    """
    dx, dy = offset
    across = f"{abs(dx)} {'right' if dx > 0 else 'left'}" if dx else ""
    along = f"{abs(dy)} {'down' if dy > 0 else 'up'}" if dy else ""
    return " and ".join(filter(None, (across, along)))


def format_place(squares: tuple[Square, ...]) -> str:
    """Return where some squares are: all of them if they are few, else their number and the first one.

    >>> format_place(((1, 2),)), format_place(tuple((x, 0) for x in range(9)))
    ('at (1, 2)', 'on 9 squares from (0, 0)')
    """
    if len(squares) > MAX_NAMED_SQUARES:
        return f"on {len(squares)} squares from {squares[0]}"
    return f"at {', '.join(map(str, squares))}"


def format_value(value: Any) -> str:
    """Return a value of a dungeon file as a sentence quotes it; a long one is cut off.

    >>> format_value("small_room"), format_value(None), format_value(True), format_value("x" * 99)[-3:]
    ('small room', 'none', 'yes', 'xx…')
    """
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value.replace("_", " ") if isinstance(value, StrEnum | str) else str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"


def format_fields(changes: tuple[FieldChange, ...]) -> str:
    """Return the changed facts of a part, as the end of a sentence about it.

    >>> format_fields((FieldChange("kind", "room", "corridor"),))
    'kind corridor (before: room)'
    """
    return "; ".join(
        f"{change.field.replace('_', ' ')} {format_value(change.after)} (before: {format_value(change.before)})"
        for change in changes
    )


def list_field_changes(before: Any, after: Any, fields: tuple[str, ...]) -> tuple[FieldChange, ...]:
    """Return the given fields of two parts of a layout that have different values."""
    return tuple(
        FieldChange(field, getattr(before, field), getattr(after, field))
        for field in fields
        if getattr(before, field) != getattr(after, field)
    )
