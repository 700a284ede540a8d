"""Find the rotations and mirrors that map a dungeon onto itself, and what becomes of the teams."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square, find_neighbour, list_edges, rotate_size, rotate_square
from dungeon_designer.layout.model import RollingBall, SectionKind, Team

SYMMETRY_NAMES = {
    (0, True): "mirrored left to right",
    (2, True): "mirrored top to bottom",
    (1, True): "mirrored in a diagonal",
    (3, True): "mirrored in the other diagonal",
    (2, False): "turned by a half",
    (1, False): "turned by a quarter",
    (3, False): "turned back by a quarter",
}
"""Every rotation and mirror except the identity, in words: clockwise quarter turns, and whether it is flipped left to
right before.
"""

Mark = tuple[Square, Side | None, Hashable]
"""What is on a square of floor, or at one side of it."""


class BoardSymmetry(NamedTuple):
    """A rotation or mirror that maps a dungeon onto itself.

    Attributes:
        description: the rotation or mirror in words
        team_mapping: for each team with an end zone or entry, the team onto whose zone its own is mapped
    """

    description: str
    team_mapping: dict[Team, Team]

    @property
    def exchanges_teams(self) -> bool:
        """True if every team is mapped onto another team, which then has the same dungeon."""
        return all(team is not other for team, other in self.team_mapping.items())


def find_symmetries(board: Board, extra_marks: Iterable[tuple[Square, Hashable]] = ()) -> Iterator[BoardSymmetry]:
    """Yield the rotations and mirrors that map a board onto itself with all that matters in play. O(N) each.

    That is floor, walls, doors, terrain, obstacles, chests, portals (whatever their numbers), traps by kind, machines
    and leap edges. End zones and entries may be mapped onto those of another team, if all of a team's are. At most
    seven are found; the identity is none of them.

    Args:
        extra_marks: pairs of a square and anything else there that must be mapped onto an equal one
    """
    _, size = board.bounds
    extra = ((square, None, ("also", content)) for square, content in extra_marks)
    marks = {mark for mark in (*_list_marks(board), *extra) if mark[0] in board}
    for (quarters, flip), description in SYMMETRY_NAMES.items():
        if not board.section_by_square or rotate_size(size, quarters) != size:
            continue
        image_by_square = _map_squares(board, quarters, flip)
        if not board.section_by_square.keys() >= set(image_by_square.values()):
            continue
        mapped_marks = {
            (image_by_square[square], side and side.rotate(quarters, flip), content) for square, side, content in marks
        }
        team_mapping = _map_teams(board, image_by_square) if mapped_marks == marks else None
        if team_mapping is not None:
            yield BoardSymmetry(description, team_mapping)


def _map_squares(board: Board, quarters: int, flip: bool) -> dict[Square, Square]:
    """Return for each square of floor where a rotation of the whole board moves it.

    Args:
        board: the board, which keeps its bounding box.
        quarters: the number of clockwise quarter rotations.
        flip: whether the board is flipped left to right before.
    """
    (left, top), size = board.bounds
    image_by_square = {}
    for x, y in board.section_by_square:
        new_x, new_y = rotate_square((x - left, y - top), size, quarters, flip)
        image_by_square[x, y] = left + new_x, top + new_y
    return image_by_square


def _map_teams(board: Board, image_by_square: dict[Square, Square]) -> dict[Team, Team] | None:
    """Return for each team the team onto whose end zones and entries its own are mapped.

    None if the zones of a team are mapped onto those of several teams or of none.

    Args:
        board: the board.
        image_by_square: for each square of floor the square that it is mapped onto; zones are mapped onto zones.
    """
    team_by_square = {
        square: section.team for square, section in board.section_by_square.items() if section.kind in _TEAM_SECTIONS
    }
    pairs = {(team, team_by_square[image_by_square[square]]) for square, team in team_by_square.items()}
    pairs.discard((None, None))
    mapping = {team: other for team in Team for first, other in pairs if first is team and other}
    return mapping if len(pairs) == len(mapping) == len(set(mapping.values())) else None


_TEAM_SECTIONS = (SectionKind.END_ZONE, SectionKind.ENTRY)


def _list_marks(board: Board) -> Iterator[Mark]:
    """Yield everything on a board that matters in play as marks (square, side or None, kind), except the floor itself.

    The marks of a dungeon are compared with those of its mirror image. So the teams of zones, the numbers of portals
    and the contents of chests and traps are left out.
    """
    yield from ((square, None, kind) for square, kind in board.terrain_at.items())
    yield from ((square, None, kind) for square, kind in board.obstacle_at.items())
    yield from ((square, None, "open" if is_open else "shut") for square, is_open in board.door_squares.items())
    yield from ((square, None, "chest") for square in board.chest_squares)
    yield from ((square, None, "portal") for square in board.portal_squares)
    for square, section in board.section_by_square.items():
        if section.kind in _TEAM_SECTIONS:
            yield square, None, section.kind
    yield from ((square, None, trap.kind) for trap in board.traps for square in trap.squares)
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            yield from ((square, side, "rolling") for square in machine.track for side in (None, machine.travel))
        else:
            sections = [section for section in board.sections if section.id in machine.sections]
            yield from ((square, None, "turning") for section in sections for square in section.squares)
    leaps = (border for leap in board.layout.leap_edges for border in list_edges(leap.at, leap.side, leap.width))
    for content, borders in (("wall", board.walls), ("door", board.edge_doors), ("leap", leaps)):
        for square, side in borders:
            yield square, side, content
            yield find_neighbour(square, side), side.opposite, content
