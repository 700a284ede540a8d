"""The features of the large rooms have the shape in which they are printed.

Fix: Draw the feature as it is printed, or place the tile from the library.

How it is measured:

- In each section, connected squares of an idol, a crypt or a dragon are one object, in any direction. So are connected
  squares of chasm and bridge.
- A room has its feature once, but a crypt twice. Crypts that touch at sides are one object, so they are no longer two
  blocks of 1x2.
- `bridge` checks bridges that are beside no chasm. Other obstacles and hazards are no features of this edition.

Editions:

- gw-2021, gw-2021-multiplayer: The Chaotic Idol is one block of 2x2 squares, and so is the Dragon Youngling. The Crypt
  is two blocks of 1x2 squares. The Fiery Chasm is a strip of 1x4 squares from wall to wall. A bridge across it covers
  one of the four squares.

Illegal map (an idol covers three squares)::

    map: |
      ......
      ..II..
      ..I...
      ......
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import Square, find_bounds, find_connected_groups
from dungeon_designer.layout.model import BRIDGES, ObstacleKind, TerrainKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import describe_section, format_count, format_number

_PRINTED_FEATURES = {
    ObstacleKind.IDOL: ("Chaotic Idol", (2, 2), 1),
    ObstacleKind.CRYPT: ("Crypt", (1, 2), 2),
    ObstacleKind.DRAGON: ("Dragon Youngling", (2, 2), 1),
}
"""The features that are printed on large rooms: the name, the size and how many there are in a room."""

RuleSettings = create_empty_settings("Features of large rooms", "have the shape they are printed with")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each feature of a large room that differs in shape or number from that on the printed board.

    The features are idols, crypts, dragons and chasms with a bridge. Each section (room, hall) is examined by itself.
    The rule has no settings.
    """
    for section in context.board.sections:
        yield from _check_obstacles(context.board, section)
        yield from _check_chasms(context.board, section)


def _check_obstacles(board: Board, section: BoardSection) -> Iterator[RuleProblem]:
    """Yield the problems of the idols, crypts and dragons in a section.

    Connected squares of one kind are one feature. Each feature must have the printed shape; if there are some of a
    kind, there must be as many as are printed.
    """
    for kind, (name, printed_size, printed_count) in _PRINTED_FEATURES.items():
        squares = tuple(square for square in section.squares if board.obstacle_at.get(square) is kind)
        features = list(find_connected_groups(squares))
        for feature in features:
            if problem := _check_shape(f"the {name} at {feature[0]}", feature, printed_size):
                yield problem
        if features and len(features) != printed_count:
            message = f"{describe_section(section)} has {format_count(len(features), name)}"
            message += f", but {_format_printed_count(printed_count)}"
            yield RuleProblem(message, squares, measured=len(features), required=printed_count)


def _check_chasms(board: Board, section: BoardSection) -> Iterator[RuleProblem]:
    """Yield the problems of the Fiery Chasm in a section: a strip of 1x4 squares, one of them bridged.

    Connected squares of chasm and of the bridges over it form a strip. A section must not have several.
    """
    terrain = {square: board.terrain_at.get(square) for square in section.squares}
    chasm = {square for square, kind in terrain.items() if kind is TerrainKind.CHASM}
    bridges = {square for square, kind in terrain.items() if kind in BRIDGES}
    # Bridges over other terrain form groups without a square of chasm.
    strips = [group for group in find_connected_groups(chasm | bridges) if not chasm.isdisjoint(group)]
    for strip in strips:
        bridged_count = sum(square not in chasm for square in strip)
        if problem := _check_shape(f"the Fiery Chasm at {strip[0]}, its bridge counted in,", strip, (1, 4)):
            yield problem
        elif bridged_count != 1:
            subject = f"{bridged_count or 'none'} of the four squares of the Fiery Chasm at {strip[0]}"
            message = (
                f"{subject} {'are' if bridged_count > 1 else 'is'} bridged, but the printed one has one bridged square"
            )
            yield RuleProblem(message, tuple(strip), measured=bridged_count, required=1)
    if len(strips) > 1:
        message = f"{describe_section(section)} has {format_count(len(strips), 'Fiery Chasm')}"
        message += f", but {_format_printed_count(1)}"
        squares = tuple(square for strip in strips for square in strip)
        yield RuleProblem(message, squares, measured=len(strips), required=1)


def _format_printed_count(number: int) -> str:
    """Return the number of printed features as a clause, such as "two are printed"."""
    return f"{format_number(number)} {'is' if number == 1 else 'are'} printed"


def _check_shape(subject: str, squares: list[Square], printed: tuple[int, int]) -> RuleProblem | None:
    """Return the problem if connected squares are no rectangle of the printed size in either direction; else None.

    Args:
        subject: The start of the message, which names the feature.
        squares: The squares of the feature.
        printed: The width and height that are printed.
    """
    _, (width, height) = find_bounds(squares)
    required = f"{printed[0]}x{printed[1]}"
    is_rectangle = len(squares) == width * height
    if is_rectangle and sorted((width, height)) == sorted(printed):
        return None
    measured = f"{min(width, height)}x{max(width, height)}" if is_rectangle else format_count(len(squares), "square")
    shape = f"is {measured}" if is_rectangle else f"covers {measured} that fill no rectangle"
    message = f"{subject} {shape}, but the printed one is {required}"
    return RuleProblem(message, tuple(squares), measured=measured, required=required)
