"""Where a chest or a portal may lie under a ruleset, and why not elsewhere. No Qt here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from dungeon_designer.board.model import NO_DOOR, Board, Flags
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.moving import Item
from dungeon_designer.rules.registry import Asked, configured
from dungeon_designer.rulesets.model import Ruleset

NOWHERE: Square = (-1, -1)


class Room(Struct, frozen=True):
    """The squares where a thing may lie, and the rule that forbids each other floor square."""

    free: frozenset[Square]
    forbidden: dict[Square, str]

    def why_not(self, square: Square) -> str:
        """Why a square will not do: a rule's name, or what is the matter with it; empty when it will."""
        if square in self.free:
            return ""
        return self.forbidden.get(square, "there is no floor here")


def room_for(board: Board, ruleset: Ruleset, portal: bool, moved: Square | None = None) -> Room:
    """Where another chest (or portal) may lie; `moved` is one that is taken up first.

    The rules of placing are asked, and what is plain: floor, free, to be stood on.
    """
    asked = [each for each in configured(ruleset) if each.rule.room_for is not None]
    context = Context(board, ruleset, [(each.rule.room_for, each.settings) for each in asked if each.rule.room_for])
    item = _item(board, portal, moved)
    forbidden: dict[Square, str] = {}
    for why, allowed in (*_plain(context, item), *_by_rules(context, asked, item)):
        for index in np.flatnonzero(~allowed).tolist():
            forbidden.setdefault(board.square(index), why)
    return Room(frozenset(set(board.squares) - set(forbidden)), forbidden)


def _item(board: Board, portal: bool, moved: Square | None) -> Item:
    at = moved or NOWHERE
    number = next((each.number for each in board.portals if each.at == at), 98) if portal else 0
    return Item(at, board.find(at) if moved else -1, number)


def _plain(context: Context, item: Item) -> Iterator[tuple[str, Flags]]:
    """What needs no rule to say."""
    board = context.board
    taken = board.is_chest | board.is_portal
    if item.on >= 0:
        taken = taken.copy()
        taken[item.on] = False
    traps = np.zeros(len(board), dtype=np.bool_)
    traps[[index for trap in board.traps for index in map(board.find, trap.squares) if index >= 0]] = True
    yield "something lies here already", ~(taken | traps)
    yield "nobody can stand here", board.walkable
    yield "a door stands here", board.square_door == NO_DOOR
    yield "this is an entry", ~board.is_entry


def _by_rules(context: Context, asked: list[Asked], item: Item) -> Iterator[tuple[str, Flags]]:
    squares = np.arange(len(context.board), dtype=np.int32)
    for each in asked:
        if each.rule.room_for is not None and len(squares):
            source = f" ({each.entry.source})" if each.entry.source else ""
            yield f"{each.rule.name}{source}", each.rule.room_for(context, each.settings, item, squares)
