"""Chests and portals as the rules of placing see them, and which of them a finding says should lie elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.findings import Edit, Movable, MoveChest, MovePortal, Moves
from dungeon_designer.grid import Square, row_major


class Item(NamedTuple):
    """A chest or a portal (which has a number): where it lies, and the number of that square, -1 off the floor."""

    at: Square
    on: int
    number: int = 0

    @property
    def is_portal(self) -> bool:
        """Whether it is a portal."""
        return self.number > 0

    @property
    def name(self) -> str:
        """The item in a sentence."""
        return f"portal {self.number}" if self.is_portal else "the chest"

    def to(self, square: Square) -> Edit:
        """The edit that moves it."""
        return MovePortal(self.number, self.at, square) if self.is_portal else MoveChest(self.at, square)


def one_of(*items: Item) -> Moves:
    """The first of some items that has another place should lie there."""
    return Moves(tuple(Movable(item.at, item.number) for item in items))


def all_of(items: Sequence[Item]) -> Moves | None:
    """All of some items should lie elsewhere; None where there are none."""
    return Moves(one_of(*items).things, all=True) if items else None


def apart_from(board: Board, squares: Ints, others: Iterable[Square], least: int) -> Flags:
    """Which of some squares are at least so many squares from every other."""
    x, y = board.x[squares], board.y[squares]
    clear: Flags = np.ones(len(squares), dtype=np.bool_)
    for other_x, other_y in others:
        clear &= np.maximum(np.abs(x - other_x), np.abs(y - other_y)) >= least
    return clear


def later(ones: Sequence[Item]) -> list[Item]:
    """Some items in the order they are tried: chests before portals, then the last by row first."""
    return sorted(ones, key=lambda item: (item.is_portal, *(-part for part in row_major(item.at))))


def chests(board: Board) -> list[Item]:
    """The chests, in the board's order."""
    return [Item(chest.at, chest.index) for chest in board.chests]


def portals(board: Board) -> list[Item]:
    """The portals, in the board's order."""
    return [Item(portal.at, portal.index, portal.number) for portal in board.portals]


def besides(items: list[Item], moved: Item) -> list[Item]:
    """The items without one that is moved."""
    rest = list(items)
    if moved in rest:
        rest.remove(moved)
    return rest


class ItemKind(NamedTuple):
    """Chests or portals, for rules that ask the same of either."""

    noun: str
    on: Callable[[Board], list[Item]]

    def holds(self, item: Item) -> bool:
        """Whether an item is of this kind."""
        return item.is_portal is (self.noun == "portal")


CHESTS = ItemKind("chest", chests)
PORTALS = ItemKind("portal", portals)
