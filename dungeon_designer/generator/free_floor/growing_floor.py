"""Hold a floor while it grows: its sections, their mirrored copies, and where sections can be added."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.generator.zone_sites import find_step_along, split_into_rows
from dungeon_designer.grid import DIRECTIONS, SIDES, Side, Size, Square
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import SectionKind, Team, TrapKind
from dungeon_designer.layout_edits.symmetry import Symmetry

SquareSet = frozenset[Square]
Feature = TerrainKind | ObstacleKind | TrapKind

SIDE_STEPS = tuple(side.step for side in SIDES)

NO_MARGINS: Size = (0, 0)
"""The margins of a floor that may fill its whole rectangle."""


class FloorSection(Struct, frozen=True, eq=False):
    """A section of the floor while it grows: a room, a passage, an end zone or an entry.

    Attributes:
        squares: All its floor squares.
        kind: The kind of the section.
        team: The team of an end zone or entry; None for other sections.
        hazard_squares: The squares that are hazards.
        bridge_squares: The squares that are bridges.
        features: The terrain, obstacles and traps, with their squares, if the section is a set piece (a special room
            that somebody drew).
        possible_names: The names that a set piece can have; empty for other sections.
    """

    squares: SquareSet
    kind: SectionKind = SectionKind.ROOM
    team: Team | None = None
    hazard_squares: SquareSet = frozenset()
    bridge_squares: SquareSet = frozenset()
    features: tuple[tuple[Square, Feature], ...] = ()
    possible_names: tuple[str, ...] = ()

    @property
    def is_passage(self) -> bool:
        """Whether the section is a corridor or a bridge."""
        return self.kind in (SectionKind.CORRIDOR, SectionKind.BRIDGE)

    @property
    def is_room(self) -> bool:
        """Whether the section is neither a passage nor an end zone or entry."""
        return not self.is_passage and self.team is None

    def transform(self, move_square: Callable[[Square], Square]) -> FloorSection:
        """Return a copy of the section in which a function has moved every square, of floor and of features."""
        squares, hazard_squares, bridge_squares = (
            frozenset(map(move_square, old_squares))
            for old_squares in (self.squares, self.hazard_squares, self.bridge_squares)
        )
        features = tuple((move_square(square), kind) for square, kind in self.features)
        return replace(
            self, squares=squares, hazard_squares=hazard_squares, bridge_squares=bridge_squares, features=features
        )


class GrowingFloor:
    """A floor that grows inside a rectangle and repeats itself across the middle of that rectangle.

    Attributes:
        size: The (width, height) of the rectangle.
        symmetry: The symmetry of the floor.
        max_squares: How many squares the floor may have.
        margins: How many squares stay free at the left and the right of the rectangle, and how many at the top and the
            bottom. End zones may be placed there while the margins are set to NO_MARGINS.
        sections: The sections so far, with their mirrored copies.
        section_by_square: The index in `sections` that each square belongs to.
        hazard_squares: The squares where nobody can walk.
        turns: The rotations and flips of the symmetry.
        copy_count: How many squares a square becomes with its mirrored copies, if it is not on the middle.
    """

    def __init__(self, size: Size, symmetry: Symmetry, max_squares: int) -> None:
        self.size, self.symmetry, self.max_squares, self.margins = size, symmetry, max_squares, NO_MARGINS
        self.sections: list[FloorSection] = []
        self.section_by_square: dict[Square, int] = {}
        self.hazard_squares: set[Square] = set()
        self._neighbours: dict[Square, list[Square]] = {}
        self._wall_rows: dict[tuple[int, Side], list[list[Square]]] = {}
        self.turns = list(symmetry.list_transforms())
        self._move_functions = [cache(turn.transform_square) for turn in self.turns]
        self.copy_count = len(self.turns) + 1

    def __len__(self) -> int:
        """Return the number of floor squares."""
        return len(self.section_by_square)

    def list_copies(self, squares: Collection[Square]) -> list[SquareSet]:
        """Return the set of given squares, then the set of each mirrored copy of them. Equal sets are listed once."""
        copies = (frozenset(map(move_square, squares)) for move_square in self._move_functions)
        return list(dict.fromkeys((frozenset(squares), *copies)))

    def can_add(self, squares: Collection[Square], touched_squares: Collection[Square] = ()) -> bool:
        """Return whether squares, together with their mirrored copies, can become floor.

        They must lie on rock inside the rectangle without its margins, and may touch only the given floor squares. They
        may not touch or overlap their own mirrored copies, unless they are their own copy. The floor may not become too
        large.

        Args:
            squares: The new squares.
            touched_squares: The floor squares that they may touch, also diagonally.
        """
        (width, height), (across, down) = self.size, self.margins
        section_by_square, new_squares = self.section_by_square, set(squares)
        if any(not (across <= x < width - across and down <= y < height - down) for x, y in new_squares):
            return False
        if not section_by_square.keys().isdisjoint(new_squares):
            return False
        rim = list_surrounding_squares(new_squares)
        if not (rim & section_by_square.keys()).issubset(touched_squares):
            return False
        copies = self.list_copies(new_squares)
        if len(section_by_square) + len(copies) * len(new_squares) > self.max_squares:
            return False
        return all(copy.isdisjoint(new_squares) and copy.isdisjoint(rim) for copy in copies[1:])

    def count_thin_rock(self, squares: Collection[Square]) -> int:
        """Return at how many places new squares would leave a wall of rock only one square thick before other floor.

        A place is a new square and a direction. Other floor includes the mirrored copies and the new squares too.
        """
        new_squares = set(squares)
        old_floor, new_floor = self.section_by_square, set[Square]().union(*self.list_copies(new_squares))
        pairs = (((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)) for x, y in new_squares for dx, dy in SIDE_STEPS)
        return sum(
            (beyond in old_floor or beyond in new_floor)
            and rock_square not in old_floor
            and rock_square not in new_floor
            for rock_square, beyond in pairs
        )

    def add_with_copies(self, *sections: FloorSection) -> None:
        """Add sections and their mirrored copies; copies that cover the same squares are added once."""
        for section in sections:
            copy_by_squares = {section.squares: section}
            for move_square in self._move_functions:
                copy = section.transform(move_square)
                copy_by_squares.setdefault(copy.squares, copy)
            for copy in copy_by_squares.values():
                self.add_alone(copy)

    def add_alone(self, section: FloorSection) -> None:
        """Add a section without mirrored copies."""
        self.section_by_square.update(dict.fromkeys(section.squares, len(self.sections)))
        self.hazard_squares |= section.hazard_squares
        self.sections.append(section)
        self._forget_measurements()

    def remove_sections(self, indices: Collection[int]) -> None:
        """Remove the sections with some indices. The sections that stay get new indices, without gaps."""
        self.sections = [section for index, section in enumerate(self.sections) if index not in indices]
        self.section_by_square = {
            square: index for index, section in enumerate(self.sections) for square in section.squares
        }
        self.hazard_squares = {square for section in self.sections for square in section.hazard_squares}
        self._forget_measurements()

    def replace_squares(self, index: int, squares: SquareSet) -> None:
        """Give the section with an index other squares."""
        section = self.sections[index]
        for square in section.squares:
            del self.section_by_square[square]
        self.sections[index] = replace(section, squares=squares)
        self.section_by_square.update(dict.fromkeys(squares, index))
        self._forget_measurements()

    def _forget_measurements(self) -> None:
        """Empty the caches of what depends on the floor, after a change of the floor."""
        self._neighbours.clear()
        self._wall_rows.clear()

    def list_wall_rows(self, index: int, side: Side) -> list[list[Square]]:
        """Return the straight rows of a section's squares along its walls on one side, where rock lies before them.

        Hazard squares are left out, since no passage may begin there. The result is cached.
        """
        if (index, side) not in self._wall_rows:
            section, (dx, dy) = self.sections[index], side.step
            wall_squares = [
                (x, y)
                for x, y in section.squares - section.hazard_squares
                if (x + dx, y + dy) not in self.section_by_square
            ]
            self._wall_rows[index, side] = list(split_into_rows(wall_squares, side))
        return self._wall_rows[index, side]

    def find_connections(self) -> dict[int, set[int]]:
        """Return, by section index, the indices of the sections that share a walkable border with it."""
        connections: dict[int, set[int]] = {index: set() for index in range(len(self.sections))}
        for (x, y), index in self.section_by_square.items():
            for next_square in ((x + 1, y), (x, y + 1)):
                other = self.section_by_square.get(next_square, index)
                if other != index and not {(x, y), next_square} & self.hazard_squares:
                    connections[index].add(other)
                    connections[other].add(index)
        return connections

    def find_neighbours(self, square: Square) -> list[Square]:
        """Return the squares where a player can be after one step from a square; the result is cached.

        A diagonal step needs one walkable square beside it. Hazards cannot be walked on.
        """
        if square not in self._neighbours:
            (x, y), floor, hazard_squares = square, self.section_by_square, self.hazard_squares
            neighbours = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
            walkable_squares = {
                neighbour_square
                for neighbour_square in neighbours
                if neighbour_square in floor and neighbour_square not in hazard_squares
            }
            self._neighbours[square] = [
                (u, v)
                for u, v in walkable_squares
                if u == x or v == y or (u, y) in walkable_squares or (x, v) in walkable_squares
            ]
        return self._neighbours[square]

    def group_with_copies(self, indices: Iterable[int]) -> list[set[int]]:
        """Return sets of section indices, each of a section and its mirrored copies; each set is listed once.

        A section that is its own copy gives a set of one.
        """
        members_by_first: dict[int, set[int]] = {}
        for index in indices:
            squares = self.sections[index].squares
            members = {self.section_by_square[next(iter(copy))] for copy in self.list_copies(squares)}
            members_by_first.setdefault(min(members), members)
        return list(members_by_first.values())


def list_surrounding_squares(squares: Collection[Square]) -> set[Square]:
    """Return all squares next to some squares, diagonally too, without the squares themselves."""
    surrounding_squares = {(x + dx, y + dy) for x, y in squares for dx, dy in DIRECTIONS}
    return surrounding_squares.difference(squares)


def list_touched_squares(row: Iterable[Square], side: Side) -> set[Square]:
    """Return the squares that a block as wide as a row would touch if it were put in front of the row.

    These are the row and, since blocks touch diagonally too, one more square at each end.

    Args:
        row: A straight row of squares.
        side: The side of the row on which the block would lie.
    """
    squares, (dx, dy) = set(row), find_step_along(side)
    (x, y), (u, v) = min(squares), max(squares)
    return squares | {(x - dx, y - dy), (u + dx, v + dy)}


def list_squares_before(row: Iterable[Square], side: Side, length: int) -> list[Square]:
    """Return the squares of a block in front of a row on one side: as wide as the row, and `length` squares deep.

    They are listed row by row, the nearest row first.

    >>> list_squares_before([(0, 0), (0, 1)], Side.EAST, 2)
    [(1, 0), (1, 1), (2, 0), (2, 1)]
    """
    dx, dy = side.step
    return [(x + depth * dx, y + depth * dy) for depth in range(1, length + 1) for x, y in row]
