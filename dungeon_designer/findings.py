"""Problems that rules report, and edits that fix them: data only, no callbacks.

A `Finding` may carry a `Fix`: a description, and the edits to make. An edit is a value, too;
`dungeon_designer.layout.transforms.apply_edits` carries edits out. Where a chest or portal should lie elsewhere, the
finding only says which one (`SuggestedMoves`). The search for a new square takes longer than the whole check, so it is
made only on request, in `dungeon_designer.rules.autofix`.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from dungeon_designer.grid import Edge, Side, Square

Amount = int | float | str | None
"""A measured or required amount, as a report prints it."""


class Level(StrEnum):
    """How serious a finding is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """The level as a number for sorting: 0 for errors, which come first in lists, 1 for warnings, 2 for notices."""
        return list(Level).index(self)

    @property
    def display_name(self) -> str:
        """The word for a finding of this level in texts for people: error, warning or notice."""
        return "notice" if self is Level.INFO else self.value


class MoveChest(Struct, frozen=True, tag_field="edit", tag="move-chest"):
    """An edit that moves the chest at `at` to `to`."""

    at: Square
    to: Square


class MovePortal(Struct, frozen=True, tag_field="edit", tag="move-portal"):
    """An edit that moves portal `number` from `at` to `to`."""

    number: int
    at: Square
    to: Square


class RenumberPortal(Struct, frozen=True, tag_field="edit", tag="renumber-portal"):
    """An edit that gives portal `number` at `at` the new number `to`."""

    number: int
    at: Square
    to: int


class ShutDoor(Struct, frozen=True, tag_field="edit", tag="shut-door"):
    """An edit that shuts the open square door at `at`."""

    at: Square


class MoveDoor(Struct, frozen=True, tag_field="edit", tag="move-door"):
    """An edit that moves an edge door on the same side of squares, and may change its width.

    Attributes:
        at: the first square of the door now.
        side: the side of the square on which the door lies, now and afterwards.
        to: the first square of the door afterwards.
        width: the width afterwards, in squares.
    """

    at: Square
    side: Side
    to: Square
    width: int


class AddDoor(Struct, frozen=True, tag_field="edit", tag="add-door"):
    """An edit that adds an edge door, `width` squares wide, on `side` of the square `at`."""

    at: Square
    side: Side
    width: int


class RemoveDoor(Struct, frozen=True, tag_field="edit", tag="remove-door"):
    """An edit that removes the edge door whose first square is `at`, on its `side`."""

    at: Square
    side: Side


Edit = MoveChest | MovePortal | RenumberPortal | ShutDoor | MoveDoor | AddDoor | RemoveDoor
"""A change of a dungeon, as a value. `dungeon_designer.layout.transforms.apply_edits` carries edits out."""


class Fix(Struct, frozen=True):
    """A way to solve a problem.

    Attributes:
        title: the fix in words.
        edits: the changes to make, in order.
        safe: whether the fix may be made without asking, because nobody can have meant the problem: an open square
            door, two portals with one number. Moving what a person placed is not safe.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


class MovableObject(Struct, frozen=True):
    """A chest or portal that may be moved to solve a problem.

    Attributes:
        at: its square.
        number: the number of the portal; 0 for a chest.
    """

    at: Square
    number: int = 0


class SuggestedMoves(Struct, frozen=True):
    """Chests and portals that should lie elsewhere. Their new squares have not been searched for yet.

    Attributes:
        objects: the chests and portals that may move.
        move_all: whether all of them must move; otherwise the first one for which a better square exists.
    """

    objects: tuple[MovableObject, ...]
    move_all: bool = False


class Finding(Struct, frozen=True, kw_only=True):
    """One problem that a rule reports.

    Attributes:
        rule: the name of the rule.
        level: how serious the problem is.
        message: what is wrong, as a sentence.
        squares: where to look, the squares with the cause first.
        edges: the edges between squares where to look, in standard form, if the problem is about the border of two
            sections and not about the squares; a picture then has one mark on that border. No report has them.
        measured: the amount that was measured.
        required: the amount that the rule requires.
        source: the rule book and heading.
        waived: the reason of the waiver that covers this problem; None without a waiver.
        fixes: the known ways to solve the problem.
        moves: chests and portals that may be moved to solve it. The search for new squares adds entries to `fixes`.
    """

    rule: str
    level: Level
    message: str
    squares: tuple[Square, ...] = ()
    edges: tuple[Edge, ...] = ()
    measured: Amount = None
    required: Amount = None
    source: str = ""
    waived: str | None = None
    fixes: tuple[Fix, ...] = ()
    moves: SuggestedMoves | None = None
