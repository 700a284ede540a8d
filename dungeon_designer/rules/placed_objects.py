"""Chests, portals and traps as rules see them, and which of them a finding proposes to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dungeon_designer.board.model import Board, TrapGroup
from dungeon_designer.findings import Edit, MovableObject, MoveChest, MovePortal, SuggestedMoves
from dungeon_designer.grid import Square, rank_by_row
from dungeon_designer.kinds import ObjectKind, Team
from dungeon_designer.layout.model import Trap, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_text import replace_underscores
from dungeon_designer.rulesets.ruleset_model import Chests

OBJECT_KINDS = (ObjectKind.CHEST, ObjectKind.PORTAL, ObjectKind.TRAP)
"""The kinds of objects that lie on squares."""

UNPLACED_SQUARE = (-1, -1)
"""The square of an object that is not on the map yet."""

UNPLACED_PORTAL_NUMBER = 98
"""The number of a portal that is not on the map yet. It has no meaning; hardly anybody draws so many portals."""


class PlacedObject(NamedTuple):
    """A chest, portal, trap or pit counter, as rules see it.

    Attributes:
        kind: Its kind.
        squares: The squares that it covers.
        name: What messages call it.
        number: The number of a portal; 0 for anything else.
        owner: The team that a counter belongs to, if any.
    """

    kind: ObjectKind
    squares: tuple[Square, ...]
    name: str = "the chest"
    number: int = 0
    owner: Team | None = None

    @property
    def square(self) -> Square:
        """The square of the object; for a trap of several squares, the first by row."""
        return self.squares[0]

    @property
    def name_with_square(self) -> str:
        """The name and square of the object, such as "the chest at (3, 4)"."""
        return f"{self.name} at {self.square}"

    @property
    def is_portal(self) -> bool:
        """Whether the object is a portal."""
        return self.kind is ObjectKind.PORTAL

    @property
    def is_movable(self) -> bool:
        """Whether a fix may move the object. Traps stay where they are drawn."""
        return self.kind in (ObjectKind.CHEST, ObjectKind.PORTAL)

    def build_move(self, square: Square) -> Edit:
        """Return the edit that moves this chest or portal to a square."""
        return MovePortal(self.number, self.square, square) if self.is_portal else MoveChest(self.square, square)


def build_chest(square: Square = UNPLACED_SQUARE) -> PlacedObject:
    """Return a chest on a square; without one, a chest that is not placed yet, at UNPLACED_SQUARE."""
    return PlacedObject(ObjectKind.CHEST, (square,))


def build_portal(square: Square = UNPLACED_SQUARE, number: int = UNPLACED_PORTAL_NUMBER) -> PlacedObject:
    """Return a portal on a square; without one, a portal that is not placed yet, at UNPLACED_SQUARE."""
    return PlacedObject(ObjectKind.PORTAL, (square,), f"portal {number}", number)


def list_objects_of_kind(board: Board, kind: ObjectKind) -> list[PlacedObject]:
    """Return the objects of a kind, in the order of the board.

    For TRAP these are all traps: pits, trapdoors and pit counters (which lie face down). For COUNTER they are only the
    pit counters, one by one, with the teams that own them. No caller asks for BALL, since balls lie inside chests.
    """
    if kind is ObjectKind.CHEST:
        return [build_chest(chest.square) for chest in board.chests]
    if kind is ObjectKind.PORTAL:
        return [build_portal(portal.square, portal.number) for portal in board.portals]
    if kind is ObjectKind.TRAP:
        return [_build_trap(trap_group) for trap_group in board.traps]
    return [_build_counter(trap, kind) for trap in board.layout.traps if trap.kind is TrapKind.COUNTER]


def _build_trap(trap_group: TrapGroup) -> PlacedObject:
    """Return a trap of the board (connected pits of one kind, a trapdoor or a pit counter) as an object of TRAP."""
    noun = "pit counter" if trap_group.kind is TrapKind.COUNTER else replace_underscores(trap_group.kind)
    return PlacedObject(ObjectKind.TRAP, trap_group.squares, f"the {noun}")


def _build_counter(trap: Trap, kind: ObjectKind) -> PlacedObject:
    """Return a pit counter, which lies face down, as an object of the given kind with the team that owns it."""
    owner_text = f"the {trap.owner} coach's" if trap.owner else "the"
    return PlacedObject(kind, (trap.at,), f"{owner_text} pit counter", owner=trap.owner)


def list_all_objects(board: Board) -> list[PlacedObject]:
    """Return all chests, then all portals, then all traps of a board."""
    return [placed_object for kind in OBJECT_KINDS for placed_object in list_objects_of_kind(board, kind)]


def list_blocking_kinds(context: Context) -> list[ObjectKind]:
    """Return the kinds of objects on whose squares no player can stand under this ruleset.

    Chests are such a kind if players may not walk over them; portals, if arriving players are scattered beside them.
    """
    blocks_by_kind = {
        ObjectKind.CHEST: context.ruleset.chests is Chests.IMPASSABLE,
        ObjectKind.PORTAL: context.scatters_arrivals,
    }
    return [kind for kind, blocks in blocks_by_kind.items() if blocks]


def propose_moving_one(*objects: PlacedObject) -> SuggestedMoves | None:
    """Return the proposal to move one of the objects: the first that fits elsewhere.

    Traps cannot be moved. The result is None if there is no chest or portal among the objects.
    """
    movable_objects = tuple(
        MovableObject(placed_object.square, placed_object.number)
        for placed_object in objects
        if placed_object.is_movable
    )
    return SuggestedMoves(movable_objects) if movable_objects else None


def propose_moving_all(objects: Sequence[PlacedObject]) -> SuggestedMoves | None:
    """Return the proposal to move all of the objects together; None if there are none."""
    if not objects:
        return None
    movable_objects = tuple(MovableObject(placed_object.square, placed_object.number) for placed_object in objects)
    return SuggestedMoves(movable_objects, move_all=True)


def order_for_moving(objects: Sequence[PlacedObject]) -> list[PlacedObject]:
    """Return the objects in the order in which moving them is tried.

    Chests come before portals; among each, the last one by row comes first.
    """
    last_by_row_first = sorted(objects, key=lambda placed_object: rank_by_row(placed_object.square), reverse=True)
    return sorted(last_by_row_first, key=lambda placed_object: placed_object.is_portal)
