"""Add rooms and passages to a floor: rooms at the end of passages, and corridors between existing sections.

All rooms except L-shaped ones are symmetric in both directions, so that they can lie on the middle of any dungeon.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.free_floor.growing_floor import (
    FloorSection,
    GrowingFloor,
    SquareSet,
    list_squares_before,
    list_surrounding_squares,
    list_touched_squares,
)
from dungeon_designer.generator.free_floor.set_pieces import SetPiece
from dungeon_designer.generator.zone_sites import measure_steps_to
from dungeon_designer.grid import SIDES, Side, Size, Square, find_bounds, list_block_squares
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode

ROOM_DIVISOR = 5
"""A room covers at most 1/5 of the floor; a room on the middle of the floor 1/4."""
MAX_THIN_ROCK = 3
"""How many rock squares beside a new passage may be only one square thick; one more beside a room with its passage."""
CORE_SIZES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (4, 3), (3, 4), (5, 2), (2, 5))
"""The sizes of the blocks in the middle of ring rooms and hazard rooms."""
MIN_ROOM_SIDE = 3
"""The side length of the smallest room."""
MAX_LINK_LENGTH = 9
"""How long a corridor between two sections may be, behind its first part."""
CENTRAL_SET_PIECE_SHARE, SET_PIECE_SHARE = 0.8, 0.9
"""How often a set piece is tried on the middle of the floor, and for any other room while set pieces remain."""
JOIN_TRIES, JOIN_CHOICES = 40, 3
"""From how many locations a corridor is tried, and of how many the best is taken."""
OFF_CENTRE_SHARE, BENT_LINK_SHARE = 0.4, 0.35
"""The share of first rooms off the middle of the floor, and of joining corridors with a bend."""


class PassageStart(NamedTuple):
    """The first part of a passage that leads out of a section: a straight part, perhaps with a corner at its end.

    Attributes:
        start_row: The row of the section's squares in front of which the passage begins.
        touched_squares: The squares of the section that the passage touches.
        squares: The squares of the passage, row by row.
        end_row: The row in front of which the passage continues.
        side: The side towards which it continues.
    """

    start_row: list[Square]
    touched_squares: set[Square]
    squares: list[Square]
    end_row: list[Square]
    side: Side


class BuildingStyle(Struct, frozen=True, kw_only=True):
    """The features that the rooms and passages of one dungeon share, so that it looks like one building."""

    room_side_range: tuple[int, int]  # minimum and maximum side length
    passage_width: int  # in squares
    max_passage_length: int  # of a straight passage
    bend_share: float  # of passages that bend once
    roomless_share: float  # of passages without a room at their end
    ring_share: float  # of rooms around a block of rock
    hazard_room_share: float  # of rooms with a hazard in the middle
    bridge_share: float  # of passages that are bridges over a hazard
    irregular_share: float  # of rooms that are not rectangles
    statue_share: float  # of rooms with statues
    pit_count: int  # of pits, without mirrored copies
    newest_share: float  # how often a passage begins at one of the newest sections
    centred_share: float  # of passages that begin at the middle of a wall
    loop_count: int  # of loops to close


class Builder:
    """A builder that adds rooms and passages, with their mirrored copies, to a growing floor in one style.

    Attributes:
        floor: The floor, which grows.
        style: The building style.
        constraints: The numbers that the floor should meet.
        dice: The random numbers.
        set_pieces: The set pieces (special rooms that somebody drew) that are still to be added.
    """

    def __init__(
        self,
        floor: GrowingFloor,
        style: BuildingStyle,
        constraints: Constraints,
        dice: Random,
        set_pieces: list[SetPiece],
    ) -> None:
        self.floor, self.style, self.constraints, self.dice = floor, style, constraints, dice
        self.set_pieces = set_pieces

    def add_first_room(self) -> bool:
        """Add the first room to an empty floor; return whether there was space.

        The room lies on the middle of the floor, or off the middle with a passage to its mirrored copy. On the middle
        it may be a set piece (a special room that somebody drew), if that is symmetric in both directions.
        """
        floor, dice, (width, height) = self.floor, self.dice, self.floor.size
        for _ in range(JOIN_TRIES):
            is_off_centre = bool(floor.turns) and dice.random() < OFF_CENTRE_SHARE
            set_piece = None
            if not is_off_centre:
                set_piece = next((candidate for candidate in self.set_pieces if candidate.is_symmetric), None)
            section = self._choose_room_shape(
                min(self.max_section_squares, floor.max_squares // (ROOM_DIVISOR - (not is_off_centre))),
                (width - 6, height - 6),
            )
            section = set_piece.section if set_piece and dice.random() < CENTRAL_SET_PIECE_SHARE else section
            _, (room_width, room_height) = find_bounds(section.squares)
            x = (width - room_width) // 2
            y = (height - room_height) // 2
            gap = dice.randint(2, self.style.max_passage_length + 1)
            if is_off_centre and floor.symmetry.mode is SymmetryMode.TOP_BOTTOM:
                y -= (room_height + gap) // 2
            elif is_off_centre:
                x -= (room_width + gap) // 2
            placed_section = _move_section(section, (x, y))
            if floor.can_add(placed_section.squares) and (
                is_off_centre or len(floor.list_copies(placed_section.squares)) == 1
            ):
                floor.add_with_copies(placed_section)
                if not is_off_centre or self.join_sections(1):
                    self.set_pieces = [
                        candidate
                        for candidate in self.set_pieces
                        if candidate.section.possible_names != section.possible_names
                    ]
                    return True
                floor.remove_sections(range(len(floor.sections)))
        return False

    @property
    def max_section_squares(self) -> int:
        """How many squares a new section may have, so that it and its mirrored copies fit into the floor's limit."""
        return (self.floor.max_squares - len(self.floor)) // self.floor.copy_count

    def add_room(self) -> bool:
        """Add a passage, mostly with a room at its end, and their copies; return whether there was space.

        The section where it begins, its length and its shape are random, so another call may succeed.
        """
        floor, style, dice = self.floor, self.style, self.dice
        indices = [index for index, section in enumerate(floor.sections) if section.team is None]
        if dice.random() < style.newest_share:  # prefer the newest sections if the dungeon should be long
            index = indices[-1 - min(len(indices) - 1, int(abs(dice.gauss(0, 2))))]
        else:
            index = dice.choice(indices)
        is_bridge = dice.random() < style.bridge_share and floor.sections[index].is_room
        has_bend = not is_bridge and dice.random() < style.bend_share
        width = dice.choice((4, 4, 5, 6)) if is_bridge else style.passage_width
        if is_bridge:
            length = dice.randint(3, 5)
        else:
            length = dice.randint(1 if style.passage_width > 2 else 2, style.max_passage_length)
        passage_start = self._start_passage(index, width, length, has_bend)
        if passage_start is None:
            return False
        if has_bend:
            bent_squares = list_squares_before(
                passage_start.end_row, passage_start.side, dice.randint(2, max(2, style.max_passage_length - 1))
            )
            passage_start = passage_start._replace(
                squares=[*passage_start.squares, *bent_squares], end_row=bent_squares[-width:]
            )
        if is_bridge:
            passage = _build_bridge(passage_start.squares, width)
        else:
            passage = FloorSection(frozenset(passage_start.squares), SectionKind.CORRIDOR)
        if (
            not floor.can_add(passage.squares, passage_start.touched_squares)
            or floor.count_thin_rock(passage.squares) > MAX_THIN_ROCK
        ):
            return False
        if not is_bridge and dice.random() < style.roomless_share:
            floor.add_with_copies(passage)
            return True
        return self._add_room_at_end(passage_start, passage)

    def _start_passage(self, index: int, width: int, length: int, has_bend: bool) -> PassageStart | None:
        """Return the first part of a new passage, which begins at a random wall of a section; nothing is added yet.

        None if no wall of the section is long enough.

        Args:
            index: The index of the section.
            width: The width of the passage.
            length: The length of its straight part; 0 for none.
            has_bend: Whether it turns a corner behind the straight part; the corner is then part of the result.
        """
        floor, dice = self.floor, self.dice
        for side in dice.sample(SIDES, 4):
            min_length = width + floor.sections[index].is_room
            if wall_rows := [wall_row for wall_row in floor.list_wall_rows(index, side) if len(wall_row) >= min_length]:
                break
        else:
            return None
        wall_row = dice.choice(wall_rows)
        offset = self._choose_offset(len(wall_row) - width)
        start_row = wall_row[offset : offset + width]
        squares = list_squares_before(start_row, side, length)
        passage_start = PassageStart(
            start_row, list_touched_squares(start_row, side), squares, squares[-width:] or start_row, side
        )
        if not has_bend:
            return passage_start
        corner, bend_side = list_squares_before(passage_start.end_row, side, width), side.rotate(dice.choice((1, 3)))
        dx, dy = bend_side.step
        extreme = max(x * dx + y * dy for x, y in corner)
        end_row = sorted((x, y) for x, y in corner if x * dx + y * dy == extreme)
        return passage_start._replace(squares=squares + corner, end_row=end_row, side=bend_side)

    def _choose_offset(self, spare_length: int) -> int:
        """Return how far from the end of a wall a passage or room begins: so that it is in the middle, or at random.

        Args:
            spare_length: How many squares longer the wall is than the passage, or the room than the passage.
        """
        return (
            spare_length // 2 if self.dice.random() < self.style.centred_share else self.dice.randint(0, spare_length)
        )

    def _add_room_at_end(self, passage_start: PassageStart, passage: FloorSection) -> bool:
        """Add a passage and a room at its end, with their copies; return whether there was space.

        The row in front of the passage lies completely in the room. A room is never as narrow as its passage, since
        it would look like the end of the passage.
        """
        floor, passage_squares = self.floor, passage.squares
        room = self._choose_room_shape(
            min(self.max_section_squares - len(passage_squares), floor.max_squares // ROOM_DIVISOR)
        )
        set_piece = None
        if self.set_pieces and self.dice.random() < SET_PIECE_SHARE:
            set_piece = self.dice.choice(self.set_pieces)
            room = set_piece.rotate(self.dice.randrange(4))
        (dx, dy), (_, size) = passage_start.side.step, find_bounds(room.squares)
        row = list_squares_before(passage_start.end_row, passage_start.side, 1)
        first_square, spare_length = min(row), (size[1] if dx else size[0]) - len(row)
        if spare_length < (len(row) == self.style.passage_width):
            return False
        offset = self._choose_offset(spare_length)
        x = first_square[0] - (size[0] - 1 if dx < 0 else 0) if dx else first_square[0] - offset
        y = first_square[1] - (size[1] - 1 if dy < 0 else 0) if dy else first_square[1] - offset
        placed_room = _move_section(room, (x, y))
        if not placed_room.squares.issuperset(row) or not (
            list_surrounding_squares(placed_room.squares) & passage_squares
        ) <= set(passage_start.end_row):
            return False
        if (
            not floor.can_add(placed_room.squares | passage_squares, passage_start.touched_squares)
            or floor.count_thin_rock(placed_room.squares | passage_squares) > MAX_THIN_ROCK + 1
        ):
            return False
        floor.add_with_copies(passage, placed_room)
        self.set_pieces = [remaining_piece for remaining_piece in self.set_pieces if remaining_piece is not set_piece]
        return True

    def _choose_room_shape(self, max_squares: int, max_size: Size = (99, 99)) -> FloorSection:
        """Return a random room, drawn with its upper left corner at (0, 0); nothing is added to the floor yet.

        The room is a rectangle, an octagon, a cross or an L, with at most `max_squares` squares. By chance it has a
        block of rock or a hazard in the middle instead; such a room may have more squares.

        Args:
            max_squares: The largest number of squares. A room of MIN_ROOM_SIDE x MIN_ROOM_SIDE is always possible.
            max_size: The largest (width, height).
        """
        style, dice = self.style, self.dice
        chance = dice.random()
        if chance < style.ring_share + style.hazard_room_share:
            is_ring = chance < style.ring_share
            if is_ring:
                rim_width = self.constraints.min_passage_width
            else:
                rim_width = dice.choice((2, 2, 3)) if style.passage_width < 3 else 3
            core_size, has_hazard = dice.choice(CORE_SIZES), not is_ring or dice.random() < style.hazard_room_share
            size = core_size[0] + 2 * rim_width, core_size[1] + 2 * rim_width
            core_squares = frozenset(list_block_squares((rim_width, rim_width), core_size))
            if size[0] <= max_size[0] and size[1] <= max_size[1]:
                if has_hazard:
                    return FloorSection(_list_rectangle_squares(size), hazard_squares=core_squares)
                return FloorSection(_list_rectangle_squares(size) - core_squares)
        size = self._choose_room_size(max_size)
        while size[0] * size[1] > max_squares and max(size) > MIN_ROOM_SIDE:
            size = (size[0] - 1, size[1]) if size[0] >= size[1] else (size[0], size[1] - 1)
        if min(size) < 5 or dice.random() >= style.irregular_share:
            return FloorSection(_list_rectangle_squares(size))
        cuts_right, cuts_bottom = dice.random() < 0.5, dice.random() < 0.5
        return FloorSection(dice.choice(_build_irregular_shapes(size, cuts_right, cuts_bottom)))

    def _choose_room_size(self, max_size: Size) -> Size:
        """Return a random (width, height) for a room, within the limits of the style, the rules and `max_size`.

        A quarter of the rooms is stretched by two squares in one direction.
        """
        dice = self.dice
        size = dice.randint(*self.style.room_side_range), dice.randint(*self.style.room_side_range)
        if dice.random() < 0.25:
            size = min(size), max(size) + 2
            size = size if dice.random() < 0.5 else size[::-1]
        short, long = min(*size, self.constraints.max_room_width), max(size)
        size = (short, long) if size[0] <= size[1] else (long, short)
        return min(size[0], max_size[0]), min(size[1], max_size[1])

    def join_sections(self, min_saved_steps: int) -> bool:
        """Add a corridor between two sections that lie side by side but far apart on foot, so that a loop is closed.

        Of several random corridors, the one that saves the most steps for its length is added with its mirrored copies.
        It begins most often at a dead end.

        Args:
            min_saved_steps: How many steps the corridor must save between its ends.

        Returns:
            Whether such a corridor was found.
        """
        floor, dice = self.floor, self.dice
        dead_ends = [
            index
            for index, neighbours in floor.find_connections().items()
            if len(neighbours) == 1 and floor.sections[index].team is None
        ]
        links: list[tuple[int, SquareSet]] = []
        for _ in range(JOIN_TRIES):
            start_index = (
                dice.choice(dead_ends) if dead_ends and dice.random() < 0.6 else dice.randrange(len(floor.sections))
            )
            has_bend = dice.random() < BENT_LINK_SHARE
            passage_start = self._start_passage(
                start_index, self.style.passage_width, dice.randint(1, 5) if has_bend else 0, has_bend
            )
            if passage_start and floor.sections[start_index].team is None:
                saved_steps, link_squares = self._extend_passage(start_index, passage_start)
            else:
                saved_steps, link_squares = (0, frozenset())
            if saved_steps >= min_saved_steps:
                links.append((saved_steps - 2 * len(link_squares) // self.style.passage_width, link_squares))
                if len(links) == JOIN_CHOICES:
                    break
        if not links:
            return False
        floor.add_with_copies(FloorSection(max(links, key=lambda link: link[0])[1], SectionKind.CORRIDOR))
        return True

    def _extend_passage(self, index: int, passage_start: PassageStart) -> tuple[int, SquareSet]:
        """Extend a passage straight until it meets another section; nothing is added to the floor yet.

        Args:
            index: The index of the section where the passage begins.
            passage_start: The first part of the passage.

        Returns:
            The number of steps from one end of the passage to the other as the floor is now, which the passage would
            save, and all squares of the passage. The number is UNREACHABLE_STEPS if there is no route now. It is 0,
            without squares, if the passage meets no section within MAX_LINK_LENGTH, or one that it may not join there.
        """
        floor, (dx, dy) = self.floor, passage_start.side.step
        for length in range(1, MAX_LINK_LENGTH + 1):
            row = [(x + length * dx, y + length * dy) for x, y in passage_start.end_row]
            met_sections = {floor.section_by_square.get(square, -1) for square in row}
            if met_sections == {-1}:
                continue
            if (
                len(met_sections) > 1
                or met_sections & {-1, index}
                or length == 1
                or floor.hazard_squares.intersection(row)
            ):
                break
            if floor.sections[met_sections.pop()].team is not None:
                break
            passage_squares = frozenset(
                (*passage_start.squares, *list_squares_before(passage_start.end_row, passage_start.side, length - 1))
            )
            if (
                not floor.can_add(
                    passage_squares, passage_start.touched_squares | list_touched_squares(row, passage_start.side)
                )
                or floor.count_thin_rock(passage_squares) > MAX_THIN_ROCK
            ):
                break
            return measure_steps_to(passage_start.start_row, row, floor.find_neighbours), passage_squares
        return 0, frozenset()


def _build_bridge(squares: list[Square], width: int) -> FloorSection:
    """Return a straight passage as a bridge in the middle of a hazard: one or two squares on each side are hazard.

    Args:
        squares: The squares of the passage, row by row.
        width: The number of squares in a row.
    """
    margin = 2 if width > 5 else 1
    bridge_squares = frozenset(
        square for index, square in enumerate(squares) if margin <= index % width < width - margin
    )
    return FloorSection(
        frozenset(squares),
        SectionKind.BRIDGE,
        hazard_squares=frozenset(squares) - bridge_squares,
        bridge_squares=bridge_squares,
    )


def _move_section(section: FloorSection, offset: Square) -> FloorSection:
    """Return a section moved by an offset (dx, dy)."""
    return section.transform(lambda square: (square[0] + offset[0], square[1] + offset[1]))


def _list_rectangle_squares(size: Size) -> SquareSet:
    """Return all squares of a rectangle that begins at (0, 0)."""
    return frozenset(list_block_squares((0, 0), size))


def _build_irregular_shapes(size: Size, cuts_right: bool, cuts_bottom: bool) -> tuple[SquareSet, SquareSet, SquareSet]:
    """Return the squares of three shapes in a rectangle: an octagon, two crossing halls, and an L of two halls.

    Args:
        size: The (width, height) of the rectangle. Large octagons lack three squares at each corner, others one.
        cuts_right: Whether the corner that the L lacks is on the right, else on the left.
        cuts_bottom: Whether that corner is at the bottom, else at the top.
    """
    rectangle, (width, height) = _list_rectangle_squares(size), size
    cut = 2 if min(size) >= 7 else 1
    octagon = frozenset((x, y) for x, y in rectangle if min(x, width - 1 - x) + min(y, height - 1 - y) >= cut)
    columns, rows = min(2, (width - 3) // 2), min(2, (height - 3) // 2)
    cross = frozenset((x, y) for x, y in rectangle if columns <= x < width - columns or rows <= y < height - rows)
    columns, rows = (width - 1) // 2, (height - 1) // 2
    left, top = (width - columns if cuts_right else 0), (height - rows if cuts_bottom else 0)
    return octagon, cross, rectangle - frozenset(list_block_squares((left, top), (columns, rows)))
