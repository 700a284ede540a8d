"""Chests, portals and traps lie on floor.

Every edition sets its pieces on squares of the dungeon (gw-1989, Treasure Chests, Teleport Squares and Pit Traps;
gw-2021, Setting Up The Game; brawl-2013, Setup; naf-2019, Dungeon Artifacts; eagbbl, Setup Dungeon): on a floor
square that can be stood on, or opened; not in rock, a liquid, a chasm, a cliff, a spike pit or an obstacle. One finding
for each chest, portal and trap, naming its squares that are wrong. The square of a square door is floor; that a piece
shares it with the door is a notice. Another notice names terrain, obstacles and square doors drawn where no floor is:
they mean nothing there.

A sketch that breaks it (a chest in lava)::

    map: |
      .....
      ..~..
    chests: [[2, 1]]

Mend: move it to floor; the fix moves a chest or a portal to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from dungeon_designer.board.model import NO_DOOR, OBSTACLES, TERRAINS, Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import LAID, Demand, OnlyOn
from dungeon_designer.rules.items import Item, one_of
from dungeon_designer.rules.names import both, listed, trap_name
from dungeon_designer.rules.rule import Settings, Violation


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("Chests, portals and traps", "lie on floor")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each thing not on floor; notices of things in doorways and of what is drawn on rock."""
    board = context.board
    for chest in board.chests:
        yield from _faults(context, "the chest", [(chest.at, chest.index)], Item(chest.at, chest.index))
    for portal in board.portals:
        item = Item(portal.at, portal.index, portal.number)
        yield from _faults(context, f"portal {portal.number}", [(portal.at, portal.index)], item)
    for trap in board.traps:
        places = [(square, board.find(square)) for square in trap.squares]
        yield from _faults(context, f"the {trap_name(trap.kind)}", places, None)
    yield from _strays(board)


def _faults(
    context: Context, name: str, places: Sequence[tuple[Square, int]], item: Item | None
) -> Iterator[Violation]:
    """The fault of one thing that lies where it cannot, or the notice of one in a doorway."""
    board = context.board
    wrong = [(square, _ground(board, index)) for square, index in places if index < 0 or not board.walkable[index]]
    if wrong:
        squares = [square for square, _ in wrong]
        grounds = both(list(dict.fromkeys(ground for _, ground in wrong)))
        yield Violation(
            message=f"{name} at {listed(squares)} lies {grounds}, not on floor",
            squares=tuple(squares),
            moves=one_of(item) if item else None,
        )
        return
    doors = tuple(square for square, index in places if board.square_door[index] != NO_DOOR)
    if doors:
        yield Violation(message=f"{name} at {listed(doors)} lies in a doorway", squares=doors, level=Level.INFO)


def _ground(board: Board, index: int) -> str:
    """What a square is made of that is no floor to lie on."""
    if index < 0:
        return "on rock"
    if board.obstacle[index]:
        return f"in the {_word(OBSTACLES[board.obstacle[index]])}"
    return f"in the {_word(TERRAINS[board.terrain[index]])}"


def _word(kind: str | None) -> str:
    return str(kind).replace("_", " ")


def _strays(board: Board) -> Iterator[Violation]:
    """A notice for each kind of thing drawn where no floor is."""
    found: dict[str, list[Square]] = defaultdict(list)
    for what, square in board.strays:
        found[what].append(square)
    for what, squares in sorted(found.items()):
        yield Violation(
            message=f"{_word(what)} at {listed(squares)} is drawn where no floor is, and means nothing there",
            squares=tuple(squares),
            level=Level.INFO,
        )


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Everything lies on floor, and had better not lie in a doorway."""
    board = context.board
    for what in LAID:
        yield OnlyOn(what, board.walkable)
        yield OnlyOn(what, board.square_door == NO_DOOR, noticed=True)
