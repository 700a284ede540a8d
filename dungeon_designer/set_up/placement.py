"""Where a chest, a portal, a square door or a pit counter may lie, and why not elsewhere. No Qt here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from dungeon_designer.board.model import NO_DOOR, Board, Flags
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item
from dungeon_designer.rules.placing import trap_section
from dungeon_designer.rules.registry import Asked, configured
from dungeon_designer.rules.shape import door_placement
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled, translate

NOWHERE: Square = (-1, -1)


class Room(Struct, frozen=True):
    """The squares where a thing may lie, and the rule that forbids each other floor square."""

    free: frozenset[Square]
    forbidden: dict[Square, str]

    def why_not(self, square: Square) -> str:
        """Why a square will not do: a rule's name, or what is the matter with it; empty when it will."""
        if square in self.free:
            return ""
        return self.forbidden.get(square) or translate("placing", "there is no floor here")


def room_for(board: Board, ruleset: Ruleset, portal: bool, moved: Square | None = None) -> Room:
    """Where another chest (or portal) may lie; `moved` is one that is taken up first.

    The rules of placing are asked, and what is plain: floor, free, to be stood on.
    """
    asked = [each for each in configured(ruleset) if each.rule.why]
    context = Context(board, ruleset)
    item = _item(board, portal, moved)
    return _room(board, (*_plain(board, item.on), *_by_rules(context, asked, item)))


def room_for_counter(board: Board, owner: Team) -> Room:
    """Where a coach's pit counter may lie: on free floor where `trap-section` allows it, whatever the edition.

    Source: gw-1989, Pit Traps.
    """
    words = filled(translate("placing", trap_section.NOT_HERE), "trap-section", "gw-1989, Pit Traps")
    return _room(board, (*_plain(board), (words, trap_section.room_for_counter(board, owner))))


def room_for_door(board: Board) -> Room:
    """Where a square door may stand: in a gap one square wide, or in a wall one square thick, where there is rock yet.

    Source: gw-1989, Setting Up: Doors.
    """
    words = filled(translate("placing", door_placement.NO_GAP), "door-placement", "gw-1989, Setting Up: Doors")
    room = _room(board, (*_plain(board), (words, door_placement.gaps(board))))
    return Room(room.free | door_placement.thin_walls(board), room.forbidden)


def _room(board: Board, reasons: Iterable[tuple[str, Flags]]) -> Room:
    """What is left when each reason has forbidden its squares; the first reason is the one that is told."""
    forbidden: dict[Square, str] = {}
    for why, allowed in reasons:
        for index in np.flatnonzero(~allowed).tolist():
            forbidden.setdefault(board.square(index), why)
    return Room(frozenset(set(board.squares) - set(forbidden)), forbidden)


def _item(board: Board, portal: bool, moved: Square | None) -> Item:
    at = moved or NOWHERE
    number = next((each.number for each in board.portals if each.at == at), 98) if portal else 0
    return Item(at, board.find(at) if moved else -1, number)


def _plain(board: Board, taken_up: int = -1) -> Iterator[tuple[str, Flags]]:
    """What needs no rule to say; `taken_up` is the square of an item that is in hand."""
    taken = board.is_chest | board.is_portal
    if taken_up >= 0:
        taken[taken_up] = False
    traps = np.zeros(len(board), dtype=np.bool_)
    traps[[index for trap in board.traps for index in map(board.find, trap.squares) if index >= 0]] = True
    yield translate("placing", "something lies here already"), ~(taken | traps)
    yield translate("placing", "nobody can stand here"), board.walkable
    yield translate("placing", "a door stands here"), board.square_door == NO_DOOR
    yield translate("placing", "this is an entry"), ~board.is_entry


def _by_rules(context: Context, asked: list[Asked], item: Item) -> Iterator[tuple[str, Flags]]:
    squares = np.arange(len(context.board), dtype=np.int32)
    for each in asked:
        if each.rule.room_for is not None and len(squares):
            source = f" ({each.entry.source})" if each.entry.source else ""
            allowed = each.rule.room_for(context, each.settings, item, squares)
            yield f"{translate('placing', each.rule.why)}: {each.rule.name}{source}", allowed
