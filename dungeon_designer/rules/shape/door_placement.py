"""Doors stand where the edition lets them stand, in the form it knows.

Three ways of standing (`where`):

- ``wall_or_gap``, gw-1989 (Setting Up: Doors): a square door, in a wall one square thick or in a gap one square wide
  between two walls. Both look alike once the door is drawn: its square has floor on two opposite sides and walls on
  the two others. An edge door is the wrong form.
- ``junction``, gw-2021 (Setting Up The Game): an edge door, every edge of which lies between two sections. A square
  door is the wrong form.
- ``floor_edge``, eagbbl (Corners and Doors): an edge door, every edge of which lies between two floor squares, of one
  section or of two. A square door is the wrong form.

brawl-2013, naf-2019 and db7s-2019 say nothing of doors within the dungeon.

Rock and drawn walls are walls; floor that holds lava or a statue is floor. A door on rock is never in its place. The
squares of a finding are the door's: of an edge door those on both sides of each edge at fault, floor or rock,
as far as the map goes.

A sketch that breaks it, under gw-1989-basic (a gap two squares wide)::

    map: |
      ##..##
      ..+...
      ..'...
      ##..##

Mend: move the door, or wall up what is beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, ClassVar

from dungeon_designer.analysis.passages import is_wall_or_gap
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Edge, Side, Square, edge_run, neighbour
from dungeon_designer.layout.model import EdgeDoor, SquareDoor
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, Words
from dungeon_designer.text.json_schema import described
from dungeon_designer.translation import marked

NO_GAP = marked("placing", "a door needs walls on two opposite sides: %1 (%2)")
"""What the editor says of a square where no square door may stand: rule and source."""


class Where(StrEnum):
    """Where a door may stand; the first takes square doors, the others edge doors."""

    WALL_OR_GAP = "wall_or_gap"
    JUNCTION = "junction"
    FLOOR_EDGE = "floor_edge"


_WORDS = {
    Where.WALL_OR_GAP: "in a wall or a gap",
    Where.JUNCTION: "where two sections join",
    Where.FLOOR_EDGE: "between two squares of floor",
}
"""What a ruleset is said to ask."""

_PLACES = {
    Where.WALL_OR_GAP: "floor on two opposite sides and walls on the two others",
    Where.JUNCTION: "an edge between two sections",
    Where.FLOOR_EDGE: "an edge between two floor squares",
}


class RuleSettings(Settings, frozen=True):
    """Where doors may stand."""

    players = ("Doors stand", "{asked}")

    said: ClassVar[Words] = {"where": lambda where: _WORDS[where]}

    where: Annotated[
        Where,
        described(
            "Where a door may stand: on a square between two walls, on an edge between two sections, or on any edge"
            " between two floor squares.",
            "junction",
        ),
    ] = Where.FLOOR_EDGE


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of square doors, then of edge doors."""
    board, where = context.board, settings.where
    for square_door in board.layout.square_doors:
        if where is not Where.WALL_OR_GAP or square_door.at not in board or not is_wall_or_gap(board, square_door.at):
            yield _square_fault(square_door, where)
    for door in board.layout.doors:
        edges = edge_run(door.at, door.side, door.width)
        wrong = edges if where is Where.WALL_OR_GAP else _out_of_place(board, edges, where)
        if wrong:
            yield _edge_fault(board, door, wrong, where)


def _out_of_place(board: Board, edges: Iterable[Edge], where: Where) -> list[Edge]:
    """The edges of a door that do not lie where they may."""
    return [(square, side) for square, side in edges if not _may_stand(board, (square, side), where)]


def _may_stand(board: Board, border: Edge, where: Where) -> bool:
    here, there = board.section_at(border[0]), board.section_at(neighbour(*border))
    return here is not None and there is not None and (where is Where.FLOOR_EDGE or here is not there)


def _square_fault(door: SquareDoor, where: Where) -> Violation:
    if where is Where.WALL_OR_GAP:
        message = f"the door at {door.at} must have {_PLACES[where]}"
    else:
        message = f"the door at {door.at} fills a square, but a door must stand on {_PLACES[where]}"
    return Violation(message=message, squares=(door.at,))


def _edge_fault(board: Board, door: EdgeDoor, wrong: list[Edge], where: Where) -> Violation:
    name = f"the door on the {door.side} side of {door.at}"
    if where is Where.WALL_OR_GAP:
        message = f"{name} stands on an edge, but a door must fill a square with {_PLACES[where]}"
    else:
        message = f"{name} must stand on {_PLACES[where]}"
    beside = [at for square, side in wrong for at in (square, neighbour(square, side))]
    return Violation(message=message, squares=board.on_map(beside))


def gaps(board: Board) -> frozenset[Square]:
    """The squares of floor where a square door may stand."""
    return frozenset(square for square in board.owner if is_wall_or_gap(board, square))


def thin_walls(board: Board) -> frozenset[Square]:
    """The squares of rock where one may: with floor on two opposite sides and rock on the two others."""
    beside = {neighbour(square, side) for square in board.owner for side in (Side.EAST, Side.SOUTH)}
    open_sides = {at: {side for side in Side if neighbour(at, side) in board} for at in beside if at not in board}
    across = {Side.EAST, Side.WEST}, {Side.NORTH, Side.SOUTH}
    return frozenset(at for at, sides in open_sides.items() if sides in across)
