"""One chest, portal or trap elsewhere, where the ruleset's own demands would have it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from msgspec.structs import replace

from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.generator.varying.ground import Change, Ground, Kind
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.rules.items import Item
from dungeon_designer.rules.items import chests as chests_on
from dungeon_designer.rules.items import portals as portals_on
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import configured
from dungeon_designer.translation import marked

_CHEST = marked("vary", "chest moved from %1 to %2")
_PORTAL = marked("vary", "portal %1 moved from %2 to %3")
_TRAP = marked("vary", "%1 moved from %2 to %3")


def moved(ground: Ground, dice: Random) -> Iterator[Change]:
    """Each item to each square where it may lie, the items in turn, the squares by dice."""
    lists = [*_items(ground), *_traps(ground)]
    dice.shuffle(lists)
    for changes in lists:
        dice.shuffle(changes)
    while lists:
        for changes in list(lists):
            if changes:
                yield _made(ground.layout, *changes.pop())
            else:
                lists.remove(changes)


_Move = tuple[Item | int, Square]
"""What goes where; a trap is named by its place in the layout's list."""


def _made(layout: Layout, what: Item | int, to: Square) -> Change:
    if isinstance(what, int):
        trap = layout.traps[what]
        traps = (*layout.traps[:what], replace(trap, at=to), *layout.traps[what + 1 :])
        after, kind = normalised(replace(layout, traps=traps)), trap.kind.value
        return Change(after, Kind.ITEM, _TRAP, (kind, trap.at, to), f"trap {trap.at}")
    if what.is_portal:
        moved_portals = tuple(
            replace(p, at=to) if (p.number, p.at) == (what.number, what.at) else p for p in layout.portals
        )
        after = normalised(replace(layout, portals=moved_portals))
        return Change(after, Kind.ITEM, _PORTAL, (what.number, what.at, to), f"portal {what.at}")
    after = normalised(replace(layout, chests=tuple(to if at == what.at else at for at in layout.chests)))
    return Change(after, Kind.ITEM, _CHEST, (what.at, to), f"chest {what.at}")


def _items(ground: Ground) -> Iterator[list[_Move]]:
    context, board = ground.context, ground.board
    asked = [each for each in configured(ground.ruleset) if each.rule.room_for]
    free = _free(ground)
    for item in (*chests_on(board), *portals_on(board)):
        if item.on < 0 or item.at in ground.locked_squares:
            continue
        squares = free
        for each in asked:
            squares = squares[each.rule.room_for(context, each.settings, item, squares)]  # type: ignore[misc]
        yield [(item, place) for place in board.places(squares)]


def _traps(ground: Ground) -> Iterator[list[_Move]]:
    free = ground.board.places(_free(ground))
    for number, trap in enumerate(ground.layout.traps):
        if ground.locked_squares.isdisjoint(trap.squares):
            yield [(number, square) for square in free]


def _free(ground: Ground) -> Ints:
    """Floor on which nothing lies, outside the sections that stay."""
    open_floor: Flags = Mover(ground.context).free
    squares: Ints = np.flatnonzero(open_floor).astype(np.int32)
    kept = [at not in ground.locked_squares for at in ground.board.places(squares)]
    return squares[np.array(kept, dtype=np.bool_)]
