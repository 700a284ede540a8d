"""The features of the large rooms have the shape they are printed with.

gw-2021 (Dungeon Tile Special Rules) has four: the Chaotic Idol, one block of 2x2 squares; the Crypt, two blocks of
1x2; the Dragon Youngling, one block of 2x2; the Fiery Chasm, a strip of 1x4 across which a bridge takes up one square.
On the tile the bridge is one of the four, and the chasm reaches from wall to wall.

How it is measured. In each section, connected squares of an idol, of a crypt or of a dragon are one thing, and so are
connected squares of chasm and bridge; any turn will do. A room has the feature once, a crypt twice. Crypts that touch
side by side are one thing, and so no longer two of 1x2. Bridges beside no chasm are left to `bridge`. Other obstacles
and hazards are no features of this edition, and nothing is said of them.

A sketch that breaks it (an idol of three squares)::

    map: |
      ......
      ..II..
      ..I...
      ......

Mend: draw the feature as printed, or place the tile from the library.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.model import BRIDGES, ObstacleKind, TerrainKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import section_name
from dungeon_designer.rules.rule import Settings, Violation, counted

_PRINTED = {
    ObstacleKind.IDOL: ("Chaotic Idol", (2, 2), 1),
    ObstacleKind.CRYPT: ("Crypt", (1, 2), 2),
    ObstacleKind.DRAGON: ("Dragon Youngling", (2, 2), 1),
}
_CHASM = (1, 4)


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("Features of large rooms", "have the shape they are printed with")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of features of another shape or number than printed, section by section."""
    board = context.board
    for kind in _PRINTED:
        for section, squares in _by_section(board, board.obstacle_at, kind):
            yield from _obstacle(section, kind, squares)
    for section, _ in _by_section(board, board.terrain_at, TerrainKind.CHASM):
        yield from _chasm(board, section)


def _by_section(board: Board, on: Mapping[Square, str], kind: str) -> Iterator[tuple[BoardSection, list[Square]]]:
    """The squares of a kind, by the section they lie in."""
    found: dict[BoardSection, list[Square]] = defaultdict(list)
    for square in board.owner:
        if on.get(square) == kind:
            found[board.owner[square]].append(square)
    yield from sorted(found.items(), key=lambda part: board.sections.index(part[0]))


def _obstacle(section: BoardSection, kind: ObstacleKind, squares: list[Square]) -> Iterator[Violation]:
    name, printed, number = _PRINTED[kind]
    things = list(groups(squares))
    for thing in things:
        if not _is_block(thing, printed):
            yield _misshapen(f"the {name} at {thing[0]}", thing, printed)
    if len(things) != number:
        said = f"{section_name(section)} has {len(things)} × {name}, but {number} is printed"
        yield Violation(message=said, squares=tuple(squares), measured=len(things), required=number)


def _chasm(board: Board, section: BoardSection) -> Iterator[Violation]:
    terrain = {square: board.terrain_at.get(square) for square in section.owned}
    chasm = {square for square, kind in terrain.items() if kind is TerrainKind.CHASM}
    joined = groups(square for square, kind in terrain.items() if square in chasm or kind in BRIDGES)
    strips = [strip for strip in joined if not chasm.isdisjoint(strip)]
    for strip in strips:
        bridged = [square for square in strip if square not in chasm]
        if not _is_block(strip, _CHASM):
            yield _misshapen(f"the Fiery Chasm at {strip[0]}, its bridge counted in,", strip, _CHASM)
        elif len(bridged) != 1:
            told = f"{len(bridged) or 'none'} of the four squares of the Fiery Chasm at {strip[0]}"
            said = f"{told} {'are' if len(bridged) > 1 else 'is'} bridged, but one must be"
            yield Violation(message=said, squares=tuple(strip), measured=len(bridged), required=1)
    if len(strips) > 1:
        said = f"{section_name(section)} has {counted(len(strips), 'Fiery Chasm')}, but 1 is printed"
        yield Violation(
            message=said, squares=tuple(s for strip in strips for s in strip), measured=len(strips), required=1
        )


def _is_block(squares: list[Square], size: tuple[int, int]) -> bool:
    """Whether connected squares fill a rectangle of that size, in either turn."""
    return len(squares) == size[0] * size[1] and sorted(bounds(squares)[1]) == sorted(size)


def _misshapen(what: str, squares: list[Square], printed: tuple[int, int]) -> Violation:
    (width, height), required = bounds(squares)[1], f"{printed[0]}x{printed[1]}"
    filled = len(squares) == width * height
    measured = f"{min(width, height)}x{max(width, height)}" if filled else counted(len(squares), "square")
    said = f"{what} is {measured if filled else f'no full block ({measured})'}, but {required} is printed"
    return Violation(message=said, squares=tuple(squares), measured=measured, required=required)
