"""Chests, portals and traps as the rules of placing see them, and which of them a finding says should lie elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Edit, Movable, MoveChest, MovePortal, Moves
from dungeon_designer.grid import Square, row_major
from dungeon_designer.kinds import ItemKind, Team
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import as_words
from dungeon_designer.rulesets.model import Chests

LAID = (ItemKind.CHEST, ItemKind.PORTAL, ItemKind.TRAP)
"""All that lies on squares."""

IN_HAND = (-1, -1)
"""Where an item lies that is still to be placed."""


class Item(NamedTuple):
    """A chest, portal, trap or pit counter with the squares it covers, a portal with its number."""

    kind: ItemKind
    squares: tuple[Square, ...]
    name: str = "the chest"
    number: int = 0
    owner: Team | None = None

    @property
    def at(self) -> Square:
        """Where it lies, or begins."""
        return self.squares[0]

    @property
    def where(self) -> str:
        """The item in a sentence that says where it lies."""
        return f"{self.name} at {self.at}"

    @property
    def is_portal(self) -> bool:
        """Whether it is a portal."""
        return self.kind is ItemKind.PORTAL

    @property
    def movable(self) -> bool:
        """Whether a fix may move it: traps stay where they are drawn."""
        return self.kind in (ItemKind.CHEST, ItemKind.PORTAL)

    def to(self, square: Square) -> Edit:
        """The edit that moves it."""
        return MovePortal(self.number, self.at, square) if self.is_portal else MoveChest(self.at, square)


def chest_at(square: Square = IN_HAND) -> Item:
    """The chest on a square, or one in hand."""
    return Item(ItemKind.CHEST, (square,))


def portal_at(square: Square = IN_HAND, number: int = 98) -> Item:
    """The portal of a number on a square, or one in hand."""
    return Item(ItemKind.PORTAL, (square,), f"portal {number}", number)


def items_on(board: Board, kind: ItemKind) -> list[Item]:
    """All items of a kind, in the board's order; traps are pits, trapdoors and counters alike."""
    if kind is ItemKind.CHEST:
        return [chest_at(chest.at) for chest in board.chests]
    if kind is ItemKind.PORTAL:
        return [portal_at(portal.at, portal.number) for portal in board.portals]
    if kind is ItemKind.TRAP:
        nouns = ["pit counter" if trap.kind is TrapKind.COUNTER else as_words(trap.kind) for trap in board.traps]
        return [Item(kind, trap.squares, f"the {noun}") for trap, noun in zip(board.traps, nouns, strict=True)]
    counters = [trap for trap in board.layout.traps if trap.kind is TrapKind.COUNTER]
    whose = [f"the {trap.owner} coach's" if trap.owner else "the" for trap in counters]
    return [Item(kind, (t.at,), f"{w} pit counter", owner=t.owner) for t, w in zip(counters, whose, strict=True)]


def all_items(board: Board) -> list[Item]:
    """Everything that lies on squares."""
    return [item for kind in LAID for item in items_on(board, kind)]


def taking_room(context: Context) -> list[ItemKind]:
    """The kinds of items on whose squares nobody can stand."""
    kinds = {ItemKind.CHEST: context.ruleset.chests is Chests.IMPASSABLE, ItemKind.PORTAL: context.scatters}
    return [kind for kind, takes in kinds.items() if takes]


def one_of(*items: Item) -> Moves | None:
    """The first of some items that has another place should lie there; None where none can be moved."""
    things = tuple(Movable(item.at, item.number) for item in items if item.movable)
    return Moves(things) if things else None


def all_of(items: Sequence[Item]) -> Moves | None:
    """All of some items should lie elsewhere; None where there are none."""
    return Moves(tuple(Movable(item.at, item.number) for item in items), all=True) if items else None


def later(ones: Sequence[Item]) -> list[Item]:
    """Some items in the order they are tried: chests before portals, then the last by row first."""
    return sorted(ones, key=lambda item: (item.is_portal, *(-part for part in row_major(item.at))))
