"""What a reader of another program's file gives: the layout, and what became of everything else in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from dungeon_designer.grid import Square, bounds
from dungeon_designer.layout.model import Layout, Section, SectionKind, SquareDoor
from dungeon_designer.layout_edits.floor import drawn


class Imported(Struct, frozen=True):
    """A layout out of another program's file.

    program  whose file it was
    kept     what stands in the layout as it stood in the file: ``("31 rooms", "12 doors")``
    changed  what has only something like it here, and what it became
    dropped  what has nothing like it here, and was left out
    advice   what a person may want to do next, or ''
    """

    layout: Layout
    program: str
    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    advice: str = ""

    @property
    def account(self) -> str:
        """One line of what was kept, changed and left out, and what to do next."""
        parts = [("kept", self.kept), ("changed", self.changed), ("left out", self.dropped)]
        told = [f"{verb}: {', '.join(things)}" for verb, things in parts if things]
        return "; ".join([*told, *([self.advice] if self.advice else [])])


def counted(things: Iterable[str]) -> tuple[str, ...]:
    """Words with how often they occur, in the order of their first one.

    >>> counted(["door", "arch (floor)", "door"])
    ('2 x door', '1 x arch (floor)')
    """
    return tuple(f"{count} x {what}" for what, count in Counter(things).items())


class Areas:
    """Areas of floor on their way to sections: the first that names a square owns it, all in `squares`."""

    def __init__(self) -> None:
        self._areas: list[tuple[SectionKind, str, set[Square]]] = []
        self.squares: set[Square] = set()

    def add(self, kind: SectionKind, squares: Iterable[Square], name: str = "") -> None:
        """An area of one kind; squares owned already stay with their owner."""
        own = set(squares) - self.squares
        if own:
            self._areas.append((kind, name, own))
            self.squares |= own

    def attach(self, square: Square) -> None:
        """A square of its own joins the first area beside it; where there is none, it is a corridor."""
        if square in self.squares:
            return
        x, y = square
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        for _, _, squares in self._areas:
            if squares & beside:
                squares.add(square)
                self.squares.add(square)
                return
        self.add(SectionKind.CORRIDOR, [square])

    def place(self, square: Square) -> Square:
        """A square of the file in the layout, where no area lies left of or above the grid."""
        left, top = self._corner
        return square[0] - left, square[1] - top

    @cached_property
    def _corner(self) -> Square:
        return bounds(self.squares)[0]

    def doors(self, squares: Iterable[Square]) -> tuple[SquareDoor, ...]:
        """Shut doors that fill some squares."""
        return tuple(SquareDoor(at=self.place(square)) for square in squares)

    def sections(self) -> tuple[Section, ...]:
        """The areas as sections."""
        return tuple(
            drawn(Section(id=f"s{number}", kind=kind, name=name), set(map(self.place, squares)))
            for number, (kind, name, squares) in enumerate(self._areas, 1)
        )
