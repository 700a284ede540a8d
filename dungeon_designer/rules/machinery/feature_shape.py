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

from collections.abc import Iterator

from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.model import BRIDGES, ObstacleKind, TerrainKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, counted, in_words, section_name, without_parameters

_PRINTED = {
    ObstacleKind.IDOL: ("Chaotic Idol", (2, 2), 1),
    ObstacleKind.CRYPT: ("Crypt", (1, 2), 2),
    ObstacleKind.DRAGON: ("Dragon Youngling", (2, 2), 1),
}

RuleSettings = without_parameters("Features of large rooms", "have the shape they are printed with")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """Faults of features of another shape or number than printed, section by section."""
    board = context.board
    for section in board.sections:
        for kind, (name, printed, number) in _PRINTED.items():
            squares = tuple(at for at in section.squares if board.obstacle_at.get(at) is kind)
            things = list(groups(squares))
            for thing in things:
                if fault := _misshapen(f"the {name} at {thing[0]}", thing, printed):
                    yield fault
            if things and len(things) != number:
                said = f"{section_name(section)} has {counted(len(things), name)}, but {_are_printed(number)}"
                yield Violation(said, squares, measured=len(things), required=number)
        terrain = {square: board.terrain_at.get(square) for square in section.squares}
        chasm = {square for square, kind in terrain.items() if kind is TerrainKind.CHASM}
        joined = groups(square for square, kind in terrain.items() if square in chasm or kind in BRIDGES)
        strips = [strip for strip in joined if not chasm.isdisjoint(strip)]
        for strip in strips:
            bridged = sum(square not in chasm for square in strip)
            if fault := _misshapen(f"the Fiery Chasm at {strip[0]}, its bridge counted in,", strip, (1, 4)):
                yield fault
            elif bridged != 1:
                told = f"{bridged or 'none'} of the four squares of the Fiery Chasm at {strip[0]}"
                said = f"{told} {'are' if bridged > 1 else 'is'} bridged, but one must be"
                yield Violation(said, tuple(strip), measured=bridged, required=1)
        if len(strips) > 1:
            said = f"{section_name(section)} has {counted(len(strips), 'Fiery Chasm')}, but {_are_printed(1)}"
            yield Violation(said, tuple(s for strip in strips for s in strip), measured=len(strips), required=1)


def _are_printed(number: int) -> str:
    return f"{in_words(number)} {'is' if number == 1 else 'are'} printed"


def _misshapen(what: str, squares: list[Square], printed: tuple[int, int]) -> Violation | None:
    """What is wrong where connected squares fill no rectangle of that size, in either turn."""
    (width, height), required = bounds(squares)[1], f"{printed[0]}x{printed[1]}"
    filled = len(squares) == width * height
    if filled and sorted((width, height)) == sorted(printed):
        return None
    measured = f"{min(width, height)}x{max(width, height)}" if filled else counted(len(squares), "square")
    shape = f"is {measured}" if filled else f"covers {measured} that fill no rectangle"
    said = f"{what} {shape}, but the printed one is {required}"
    return Violation(said, tuple(squares), measured=measured, required=required)
