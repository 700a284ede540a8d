"""Every door has the form that the edition knows, and stands where the edition allows it.

Fix: Move the door, or draw walls beside it.

How it is measured:

- A square door fills a square. An edge door is on the edges between squares. `where` states which form is right, and
  where:
- `wall_or_gap`: A square door with floor on two opposite sides and walls on the other two. It fills a gap one square
  wide, or a square of a wall one square thick.
- `junction`: An edge door, each edge of which is between two sections.
- `floor_edge`: An edge door, each edge of which is between two floor squares, of one section or of two.
- Rock and drawn walls are walls. Floor with lava or a statue on it is floor. A door on rock is always wrong.
- The squares of a problem are those of the door. For an edge door they are those on both sides of each wrong edge,
  floor or rock, as far as the map goes.

Editions:

- brawl-2013, naf-2019, db7s-2019: The books do not mention doors within the dungeon.

Illegal map, under gw-1989-basic (the doors fill a gap two squares wide)::

    map: |
      ##..##
      ..+...
      ..'...
      ##..##
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dungeon_designer.analysis.passages import is_wall_or_gap
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square, find_neighbour, list_edges
from dungeon_designer.layout.model import EdgeDoor
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import DoorPlace, DoorPlacement, FloorRequirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, build_phrases
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.translation import mark_for_translation

RULE_NAME = "door-placement"

NO_GAP_TEXT = mark_for_translation("placing", "a door needs walls on two opposite sides: %1 (%2)")
"""What the editor says of a square where no square door may stand: rule and source."""


_PLACE_TEXTS = {
    DoorPlace.WALL_OR_GAP: "in a wall or a gap",
    DoorPlace.JUNCTION: "where two sections join",
    DoorPlace.FLOOR_EDGE: "between two squares of floor",
}
"""How the settings describe each place."""

_REQUIRED_PLACES = {
    DoorPlace.WALL_OR_GAP: "floor on two opposite sides and walls on the two others",
    DoorPlace.JUNCTION: "an edge between two sections",
    DoorPlace.FLOOR_EDGE: "an edge between two floor squares",
}
"""What a message says that a door must have or stand on."""


class RuleSettings(Settings, frozen=True):
    """Where doors may stand."""

    player_text = ("Doors stand", "{asked}")
    phrases = build_phrases(where=lambda where: _PLACE_TEXTS[where])

    where: Annotated[
        DoorPlace,
        describe_key(
            "Where a door may stand: between two walls, between two sections, or between any two floor squares.",
            "junction",
        ),
    ] = DoorPlace.FLOOR_EDGE


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each door of the wrong form or in a wrong place: square doors first, then edge doors.

    A square door fills a floor square; an edge door stands on the edges between squares.
    """
    for square_door in context.board.layout.square_doors:
        yield from _check_square_door(context.board, square_door.at, settings.where)
    for edge_door in context.board.layout.doors:
        yield from _check_edge_door(context.board, edge_door, settings.where)


def _check_square_door(board: Board, square: Square, place: DoorPlace) -> Iterator[RuleProblem]:
    """Yield a problem if a door may not fill this square. `place` is where the rule requires doors to stand."""
    required_place = _REQUIRED_PLACES[place]
    if place is not DoorPlace.WALL_OR_GAP:  # the other places are edges
        message = f"the door at {square} fills a square, but a door must stand on {required_place}"
        yield RuleProblem(message, (square,))
    elif square not in board or not is_wall_or_gap(board, square):
        yield RuleProblem(f"the door at {square} must have {required_place}", (square,))


def _check_edge_door(board: Board, door: EdgeDoor, place: DoorPlace) -> Iterator[RuleProblem]:
    """Yield a problem if a door stands on edges where the rule allows none; its squares are those beside the edges.

    Args:
        board: The board.
        door: The door.
        place: Where doors must stand: on squares, on edges between sections, or on any edges between floor squares.
    """
    wrong_squares: list[Square] = []
    for square, side in list_edges(door.at, door.side, door.width):
        opposite_square = find_neighbour(square, side)
        section, opposite_section = board.find_section(square), board.find_section(opposite_square)
        is_beside_rock = section is None or opposite_section is None
        is_inside_section = section is opposite_section and place is not DoorPlace.FLOOR_EDGE
        if is_beside_rock or is_inside_section or place is DoorPlace.WALL_OR_GAP:
            wrong_squares += [square, opposite_square]
    if wrong_squares:
        requirement = f"must stand on {_REQUIRED_PLACES[place]}"
        if place is DoorPlace.WALL_OR_GAP:
            requirement = f"stands on an edge, but a door must fill a square with {_REQUIRED_PLACES[place]}"
        message = f"the door on the {door.side} side of {door.at} {requirement}"
        yield RuleProblem(message, board.keep_within_bounds(wrong_squares))


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of where doors must stand: in a wall or gap, between two sections, or at any edge of floor.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield DoorPlacement(settings.where)
