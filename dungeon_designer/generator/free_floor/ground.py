"""The floor while it grows: pieces of it, their twins across the middle, and what may be added where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.generator.zones import along, rows_along
from dungeon_designer.grid import DIRECTIONS, SIDES, Side, Size, Square, neighbour
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import SectionKind, Team, TrapKind
from dungeon_designer.layout_edits.symmetry import Symmetry

Squares = frozenset[Square]
Mark = TerrainKind | ObstacleKind | TrapKind

STEPS = tuple(side.step for side in SIDES)


class FloorPiece(Struct, frozen=True, eq=False):
    """A room, a way or an end zone: one section of the dungeon to be."""

    squares: Squares  # all its floor
    kind: SectionKind = SectionKind.ROOM
    side: Team | None = None
    wet: Squares = frozenset()  # those of them that are hazards
    planks: Squares = frozenset()  # those of them that are bridge
    marks: tuple[tuple[Square, Mark], ...] = ()  # what a set piece has on its squares, and what it may be called
    names: tuple[str, ...] = ()

    @property
    def is_way(self) -> bool:
        """Whether it leads somewhere instead of being a place."""
        return self.kind in (SectionKind.CORRIDOR, SectionKind.BRIDGE)

    @property
    def is_room(self) -> bool:
        """Whether it is neither way nor end zone."""
        return not self.is_way and self.side is None

    def carried(self, where: Callable[[Square], Square]) -> FloorPiece:
        """The piece elsewhere."""
        squares, wet, planks = (frozenset(map(where, each)) for each in (self.squares, self.wet, self.planks))
        marks = tuple((where(at), kind) for at, kind in self.marks)
        return replace(self, squares=squares, wet=wet, planks=planks, marks=marks)


class Ground:
    """A floor that grows inside a rectangle and repeats itself across the middle of it.

    most     how many squares it may have
    pieces   what there is, twins included
    owner    which piece each square belongs to, by its number
    wet      the squares one cannot walk on
    twins    how many squares one that lies on no middle comes to with its twins
    """

    def __init__(self, size: Size, symmetry: Symmetry, most: int) -> None:
        self.size, self.symmetry, self.most = size, symmetry, most
        self.pieces: list[FloorPiece] = []
        self.owner: dict[Square, int] = {}
        self.wet: set[Square] = set()
        self._beside: dict[Square, list[Square]] = {}
        self.turns = list(symmetry.turns())
        self.twins = len(self.turns) + 1

    def __len__(self) -> int:
        return len(self.owner)

    def images(self, squares: Collection[Square]) -> list[Squares]:
        """What squares repeat on, themselves first; images that are the same are listed once."""
        twins = (frozenset(map(turn.square, squares)) for turn in self.turns)
        return list(dict.fromkeys((frozenset(squares), *twins)))

    def fits(self, squares: Collection[Square], touched: Collection[Square] = ()) -> bool:
        """Whether squares may be floor: inside, on rock, with rock around but for the squares touched.

        Nor may they come near their own twins, unless they are their own.
        """
        width, height = self.size
        owner, own = self.owner, set(squares)
        if any(not (0 <= x < width and 0 <= y < height) or (x, y) in owner for x, y in own):
            return False
        rim = around(own)
        if any(at in owner and at not in touched for at in rim):
            return False
        images = self.images(own)
        if len(owner) + len(images) * len(own) > self.most:
            return False
        return all(image.isdisjoint(own) and image.isdisjoint(rim) for image in images[1:])

    def thin(self, squares: Collection[Square]) -> int:
        """How many squares of rock would be left with squares to be added on one side and floor on the other."""
        own = set(squares)
        floor = set().union(*self.images(own)) | self.owner.keys()
        pairs = (((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)) for x, y in own for dx, dy in STEPS)
        return sum(rock not in floor and beyond in floor for rock, beyond in pairs)

    def add(self, *parts: FloorPiece) -> None:
        """Add pieces and their twins."""
        for part in parts:
            twins = {part.squares: part}
            for turn in self.turns:
                twin = part.carried(turn.square)
                twins.setdefault(twin.squares, twin)
            for twin in twins.values():
                self.put(twin)

    def put(self, piece: FloorPiece) -> None:
        """Add a piece, without twins."""
        self.owner.update(dict.fromkeys(piece.squares, len(self.pieces)))
        self.wet |= piece.wet
        self.pieces.append(piece)
        self._beside.clear()

    def remove(self, numbers: Collection[int]) -> None:
        """Take pieces away; the others are numbered anew."""
        self.pieces = [piece for number, piece in enumerate(self.pieces) if number not in numbers]
        self.owner = {at: number for number, piece in enumerate(self.pieces) for at in piece.squares}
        self.wet = {at for piece in self.pieces for at in piece.wet}
        self._beside.clear()

    def replace(self, number: int, squares: Squares) -> None:
        """Give a piece other squares."""
        piece = self.pieces[number]
        for at in piece.squares:
            del self.owner[at]
        self.pieces[number] = replace(piece, squares=squares)
        self.owner.update(dict.fromkeys(squares, number))
        self._beside.clear()

    def walls(self, number: int, side: Side) -> list[list[Square]]:
        """The straight runs of a piece's squares with rock before them on a side."""
        piece = self.pieces[number]
        return list(rows_along([at for at in piece.squares - piece.wet if neighbour(at, side) not in self.owner], side))

    def links(self) -> dict[int, set[int]]:
        """Which pieces lie open to which."""
        found: dict[int, set[int]] = {number: set() for number in range(len(self.pieces))}
        for (x, y), number in self.owner.items():
            for beside in ((x + 1, y), (x, y + 1)):
                other = self.owner.get(beside, number)
                if other != number and not {(x, y), beside} & self.wet:
                    found[number].add(other)
                    found[other].add(number)
        return found

    def beside(self, at: Square) -> list[Square]:
        """The squares one step from another, roughly: corners are walked round freely."""
        if at not in self._beside:
            x, y = at
            near = ((x + dx, y + dy) for dx, dy in DIRECTIONS)
            dry = {there for there in near if there in self.owner and there not in self.wet}
            self._beside[at] = [(u, v) for u, v in dry if u == x or v == y or (u, y) in dry or (x, v) in dry]
        return self._beside[at]

    def orbits(self, numbers: Iterable[int]) -> list[set[int]]:
        """Pieces with their twins, each set once, by its first member."""
        found: dict[int, set[int]] = {}
        for number in numbers:
            squares = self.pieces[number].squares
            members = {self.owner[next(iter(image))] for image in self.images(squares)}
            found.setdefault(min(members), members)
        return list(found.values())


def around(squares: Collection[Square]) -> set[Square]:
    """All squares beside some, corners too, but for themselves."""
    near = {(x + dx, y + dy) for x, y in squares for dx, dy in DIRECTIONS}
    return near.difference(squares)


def touch_of(row: Iterable[Square], side: Side) -> set[Square]:
    """The squares that something as wide as a row, laid before it, touches: the row, and one more at each end."""
    squares, (dx, dy) = set(row), along(side)
    (x, y), (u, v) = min(squares), max(squares)
    return squares | {(x - dx, y - dy), (u + dx, v + dy)}


def before(row: Iterable[Square], side: Side, length: int) -> list[Square]:
    """The squares before a row on a side, so deep.

    >>> before([(0, 0), (0, 1)], Side.EAST, 2)
    [(1, 0), (1, 1), (2, 0), (2, 1)]
    """
    dx, dy = side.step
    return [(x + far * dx, y + far * dy) for far in range(1, length + 1) for x, y in row]
