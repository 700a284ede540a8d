"""What a reader of another program's file gives: the layout, and what became of everything else in the file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from msgspec import Struct

from dungeon_designer.grid import Square, bounds
from dungeon_designer.layout.model import Layout, Section, SectionKind, SquareDoor
from dungeon_designer.layout_edits.floor import drawn
from dungeon_designer.text.read_faults import Fault

MOST = 250_000
"""So many squares of floor are read; other programs' dungeons have some thousand."""

REACH = 4 * MOST
"""So many letters the rows of all sections may have together, their rock included."""


WORDS_TOLD = 30
"""So many kinds of things an account names of what was kept, changed or left out; the others are counted."""

PLACES_TOLD = 3
"""So many places an account names of each kind of thing."""


class Imported(Struct, frozen=True):
    """A layout out of another program's file.

    program  whose file it was
    kept     what stands in the layout as it stood in the file: ``("31 rooms", "12 doors")``
    changed  what has only something like it here, and what it became
    dropped  what has nothing like it here, and was left out
    advice   what a person may want to do next, or ''
    read_as  what its layers were read as, where that had to be decided: ``("layer 'Ground' as floor (9 squares)",)``
    """

    layout: Layout
    program: str
    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    advice: str = ""
    read_as: tuple[str, ...] = ()

    @property
    def account(self) -> str:
        """One line of what was read as what, what was kept, changed and left out, and what to do next."""
        parts = [("read", self.read_as), ("kept", self.kept), ("changed", self.changed), ("left out", self.dropped)]
        told = [f"{verb}: {', '.join(_shorten(things))}" for verb, things in parts if things]
        return "; ".join([*told, *([self.advice] if self.advice else [])])


def counted(things: Iterable[str]) -> tuple[str, ...]:
    """Words with how often they occur, in the order of their first one.

    >>> counted(["door", "arch (floor)", "door"])
    ('2 x door', '1 x arch (floor)')
    """
    return tuple(f"{count} x {what}" for what, count in Counter(things).items())


def located(things: Iterable[tuple[str, Square]]) -> tuple[str, ...]:
    """Return words with how often they occur, and where the first of them lie.

    >>> located([("hidden object 'chest'", (1, 2)), ("hidden object 'chest'", (3, 2))])
    ("2 x hidden object 'chest' at (1, 2), (3, 2)",)
    """
    places: dict[str, list[Square]] = defaultdict(list)
    for what, at in things:
        places[what].append(at)
    return tuple(
        f"{len(found)} x {what} at {', '.join(map(str, found[:PLACES_TOLD]))}{' …' * (len(found) > PLACES_TOLD)}"
        for what, found in places.items()
    )


def number_of(count: int, word: str) -> str:
    """Return a number with its word, in the plural where it is not one.

    >>> number_of(1, "square"), number_of(2500, "square")
    ('1 square', '2500 squares')
    """
    return f"{count} {word}{'s' * (count != 1)}"


def _shorten(things: tuple[str, ...]) -> tuple[str, ...]:
    """Return some words of an account; of very many the first, and how many more there are."""
    if len(things) <= WORDS_TOLD:
        return things
    return (*things[:WORDS_TOLD], f"{len(things) - WORDS_TOLD} more kinds of things")


def check_reach(areas: Iterable[Collection[Square]]) -> None:
    """A Fault where areas of floor reach so far that their rows would be mostly rock; none is drawn yet."""
    if sum(width * height for _, (width, height) in map(bounds, filter(None, areas))) > REACH:
        raise Fault(f"the areas of floor reach too far: their rows would have more than {REACH:,} letters")


class Areas:
    """Areas of floor on their way to sections: the first that names a square owns it, by its number in `squares`."""

    def __init__(self) -> None:
        self._areas: list[tuple[SectionKind, str, set[Square]]] = []
        self.squares: dict[Square, int] = {}

    def add(self, kind: SectionKind, squares: Iterable[Square], name: str = "") -> None:
        """An area of one kind; squares owned already stay with their owner."""
        own = {square for square in squares if square not in self.squares}
        if own:
            self.squares |= dict.fromkeys(own, len(self._areas))
            self._areas.append((kind, name, own))

    def attach(self, square: Square) -> None:
        """A square of its own joins the first area beside it; where there is none, it is a corridor."""
        if square in self.squares:
            return
        x, y = square
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        first = min((self.squares[each] for each in beside if each in self.squares), default=None)
        if first is None:
            self.add(SectionKind.CORRIDOR, [square])
        else:
            self.squares[square] = first
            self._areas[first][2].add(square)

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
        check_reach(squares for _, _, squares in self._areas)
        return tuple(
            drawn(Section(id=f"s{number}", kind=kind, name=name), set(map(self.place, squares)))
            for number, (kind, name, squares) in enumerate(self._areas, 1)
        )
