"""What a rule has to say about a dungeon: data only, no callbacks.

A `Finding` may carry `Fix`es: a mend in words, and the edits that make it. An edit is a value, too;
`dungeon_designer.layout.edits.apply` carries it out. Where a chest or portal should lie elsewhere, the finding only
says which (`Moves`): to look for its new place takes longer than the whole check, so that is done when somebody asks
(`dungeon_designer.rules.autofix.offered`).
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from dungeon_designer.grid import Side, Square

Measured = int | float | str | None
"""A measured or required amount, as a report prints it."""


class Level(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst: the order in which findings are listed."""
        return list(Level).index(self)

    @property
    def word(self) -> str:
        """What a person calls a finding of it."""
        return "notice" if self is Level.INFO else self.value


class MoveChest(Struct, frozen=True, tag_field="edit", tag="move-chest"):
    """Move the chest at `at` to `to`."""

    at: Square
    to: Square


class MovePortal(Struct, frozen=True, tag_field="edit", tag="move-portal"):
    """Move portal `number` from `at` to `to`."""

    number: int
    at: Square
    to: Square


class RenumberPortal(Struct, frozen=True, tag_field="edit", tag="renumber-portal"):
    """Give the portal `number` at `at` the new number `to`."""

    number: int
    at: Square
    to: int


class ShutDoor(Struct, frozen=True, tag_field="edit", tag="shut-door"):
    """Shut the square door at `at`."""

    at: Square


class MoveDoor(Struct, frozen=True, tag_field="edit", tag="move-door"):
    """Move the edge door that starts at `at`, `side` so that it starts at `to` and is `width` wide."""

    at: Square
    side: Side
    to: Square
    width: int


class AddDoor(Struct, frozen=True, tag_field="edit", tag="add-door"):
    """Put an edge door of `width` squares on `side` of `at`."""

    at: Square
    side: Side
    width: int


class RemoveDoor(Struct, frozen=True, tag_field="edit", tag="remove-door"):
    """Take away the edge door that starts at `at`, `side`."""

    at: Square
    side: Side


Edit = MoveChest | MovePortal | RenumberPortal | ShutDoor | MoveDoor | AddDoor | RemoveDoor


class Fix(Struct, frozen=True):
    """A mend: in words, whether it is safe to make unasked, and the edits that make it.

    Safe means that nobody who drew the fault could have meant it: shutting a door, numbering portals.
    Moving what a person placed is not.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


class Movable(Struct, frozen=True):
    """The chest at `at`, or the portal there of that number."""

    at: Square
    number: int = 0


class Moves(Struct, frozen=True):
    """What should lie elsewhere, its new place not looked for yet: all of the things, or the first that has one."""

    things: tuple[Movable, ...]
    all: bool = False


class Finding(Struct, frozen=True, kw_only=True):
    """One thing a rule found.

    `squares` name where to look, what is at fault first. `measured` and `required` are what was counted
    against what the book asks, `source` the book and heading, `waived` the reason of the waiver that covers it.
    `moves` is what may yet be among the `fixes`, once somebody looks.
    """

    rule: str
    level: Level
    message: str
    squares: tuple[Square, ...] = ()
    measured: Measured = None
    required: Measured = None
    source: str = ""
    waived: str | None = None
    fixes: tuple[Fix, ...] = ()
    moves: Moves | None = None
