"""Find locations for end zones that are drawn in the shape of a tile, such as the End Zone boards of the 1989 box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.free_floor.growing_floor import NO_MARGINS, GrowingFloor, list_touched_squares
from dungeon_designer.generator.zone_sites import PASSAGE_PENALTY, ZoneSite, find_step_along, list_zone_offsets
from dungeon_designer.grid import SIDES, Side, Size, Square, find_bounds, orient_shape
from dungeon_designer.kinds import MIN_TEAMS

MAX_ZONE_SHARE = 0.35
"""How much of the floor the zones may cover together; on smaller floors they do not get the shape of a tile."""
MAX_FLOOR_SHARE = 0.55
"""How much of a rectangle between its margins rooms can cover."""
MIN_ROOM_SHARE = 0.66
"""How much of the longer side of a size limit must be left between the margins, so that the zones lie far apart."""


def drop_shapes_without_space(constraints: Constraints, team_count: int) -> Constraints:
    """Return constraints without the shapes of tiles for end zones, if a small floor has no space for such zones.

    The zones are rectangles then, as under rulesets that name no tiles. The floor is too small if the zones would cover
    more than MAX_ZONE_SHARE of it, or if the size limit leaves too little for rooms between zones that face each other.
    """
    shapes, (_, max_squares) = constraints.zone_tile_shapes, constraints.free_floor_squares
    if not shapes:
        return constraints
    zone_squares = team_count * constraints.zones_per_team * max(map(len, shapes))
    room_squares = max_squares - zone_squares if constraints.squares else max_squares
    has_space = zone_squares <= MAX_ZONE_SHARE * (zone_squares + room_squares)
    if constraints.fit:
        height, width = sorted(constraints.fit)
        across, down = find_margins(constraints, team_count, is_wide=True)
        room_width, room_height = width - 2 * across, height - 2 * down
        has_space = has_space and room_squares <= MAX_FLOOR_SHARE * room_width * room_height
        has_space = has_space and min(room_width / width, room_height / height) >= MIN_ROOM_SHARE
    return constraints if has_space else replace(constraints, zone_tile_shapes=())


def find_margins(constraints: Constraints, team_count: int, is_wide: bool) -> Size:
    """Return how many squares to keep free of rooms at the left and the right, and at the top and the bottom.

    Zones in the shape of a tile are large and find no space between rooms, so they need these margins. Other zones need
    none. Within a size limit two teams have margins at the ends only, for zones whose short side points inwards.

    Args:
        constraints: The numbers that the floor should meet.
        team_count: How many teams there are.
        is_wide: Whether the floor is wider than high, so that its ends are at the left and the right.
    """
    sizes = [find_bounds(squares)[1] for squares in constraints.zone_tile_shapes]
    if not sizes:
        return NO_MARGINS
    if not constraints.fit:
        longest = max(map(max, sizes))
        return longest, longest
    depth = max(map(min, sizes))
    if team_count > MIN_TEAMS:
        return depth, depth
    return (depth, 0) if is_wide else (0, depth)


def list_shaped_sites(floor: GrowingFloor, constraints: Constraints) -> Iterator[tuple[ZoneSite, set[Square]]]:
    """Yield possible locations of end zones, each with the floor squares that the zone would touch.

    A zone has the shape of one of the tiles that the ruleset names, rotated or flipped. The row of its squares that
    is nearest to the floor touches a wall, at the middle of the wall or at its ends. Whether the floor has space for a
    site is not tested.
    """
    min_length = max(2, constraints.min_junction_width)
    oriented_shapes = chain.from_iterable(map(orient_shape, constraints.zone_tile_shapes))
    shapes = sorted(set(map(frozenset, oriented_shapes)), key=sorted)
    for side in SIDES:
        rows = [(shape, _find_contact_row(shape, side)) for shape in shapes]
        placeable_shapes = [(shape, row) for shape, row in rows if len(row) >= min_length]
        for index, section in enumerate(floor.sections):
            for wall_row in floor.list_wall_rows(index, side):
                for shape, row in placeable_shapes:
                    if len(row) > len(wall_row):
                        continue
                    for offset, off_centre_penalty in list_zone_offsets(len(wall_row) - len(row)):
                        exit_squares = tuple(wall_row[offset : offset + len(row)])
                        penalty = PASSAGE_PENALTY * section.is_passage + off_centre_penalty
                        squares = _move_before(shape, row[0], exit_squares[0], side)
                        yield (
                            ZoneSite(squares, exit_squares, index, penalty),
                            list_touched_squares(exit_squares, side) & section.squares,
                        )


def _find_contact_row(shape: frozenset[Square], side: Side) -> list[Square]:
    """Return the squares of a shape that touch the floor if it lies on one side of the floor, in a row.

    The result is empty if they are not in one piece.
    """
    (across_x, across_y), (along_x, along_y) = side.step, find_step_along(side)
    nearest = min(x * across_x + y * across_y for x, y in shape)
    row = sorted(
        (square for square in shape if square[0] * across_x + square[1] * across_y == nearest),
        key=lambda square: square[0] * along_x + square[1] * along_y,
    )
    is_in_one_piece = abs(row[-1][0] - row[0][0]) + abs(row[-1][1] - row[0][1]) == len(row) - 1
    return row if is_in_one_piece else []


def _move_before(
    shape: frozenset[Square], contact_square: Square, exit_square: Square, side: Side
) -> frozenset[Square]:
    """Return a shape moved so that one of its squares lies beside a square of the floor, on the given side."""
    dx = exit_square[0] + side.step[0] - contact_square[0]
    dy = exit_square[1] + side.step[1] - contact_square[1]
    return frozenset((x + dx, y + dy) for x, y in shape)
