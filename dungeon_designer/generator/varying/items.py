"""One chest, portal or trap elsewhere, where the ruleset's own demands would have it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from msgspec.structs import replace

from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.figures.arrays import arrays
from dungeon_designer.generator.varying.ground import Change, Ground, Kind
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.rules.demands import room
from dungeon_designer.rules.items import Item, items_on
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import configured
from dungeon_designer.translation import marked

_CHEST = marked("vary", "chest moved from %1 to %2")
_PORTAL = marked("vary", "portal %1 moved from %2 to %3")
_TRAP = marked("vary", "%1 moved from %2 to %3")


def moved(ground: Ground, dice: Random) -> Iterator[Change]:
    """Each item to each square where it may lie, the items in turn, the squares by dice."""
    ways = [(what, _shuffled(squares, dice)) for what, squares in (*_items(ground), *_traps(ground))]
    dice.shuffle(ways)
    while ways:
        for way in list(ways):
            what, squares = way
            if (at := next(squares, None)) is None:
                ways.remove(way)
            else:
                yield _made(ground.layout, what, ground.board.square(at))


def _shuffled(squares: Ints, dice: Random) -> Iterator[int]:
    """Squares in any order, drawn one by one as they are asked for: on a large floor few ever are."""
    left = squares.copy()
    for last in range(len(left) - 1, -1, -1):
        drawn = dice.randrange(last + 1)
        left[drawn], left[last] = left[last], left[drawn]
        yield int(left[last])


_Ways = tuple[Item | int, Ints]
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


def _items(ground: Ground) -> Iterator[_Ways]:
    context, board = ground.context, ground.board
    demands = [demand for each in configured(ground.ruleset) for demand in each.demands(context)]
    squares = [board.square(at) for at in _free(ground).tolist()]
    for item in (*items_on(board, ItemKind.CHEST), *items_on(board, ItemKind.PORTAL)):
        if item.at not in board or item.at in ground.locked_squares:
            continue
        rooms = [free for demand in demands if (free := room(context, demand, item))]
        left = [board.find(square) for square in squares if all(free(square) for free in rooms)]
        yield item, np.array(left, dtype=np.int32)


def _traps(ground: Ground) -> Iterator[_Ways]:
    free = _free(ground)
    for number, trap in enumerate(ground.layout.traps):
        if ground.locked_squares.isdisjoint(trap.squares):
            yield number, free


def _free(ground: Ground) -> Ints:
    """Floor on which nothing lies, outside the sections that stay."""
    may: Flags = arrays(ground.board).flags(Mover(ground.context).free)
    may[[at for at in map(ground.board.find, ground.locked_squares) if at >= 0]] = False
    squares: Ints = np.flatnonzero(may).astype(np.int32)
    return squares
