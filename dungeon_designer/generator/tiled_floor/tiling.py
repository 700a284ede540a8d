"""Place tiles on a table one after the other, each with its mirrored copies, until the floor is large enough.

The first tile is its own copy in the middle, or touches its copy there, or leaves a gap between them. Then each step
tries some random positions, open passage ends first, and keeps the one that fits the plan best. So no dead-end passage
is left, and loops are closed where the plan asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.tiled_floor.supply import (
    PASSAGE_WIDTH,
    BorderRun,
    Outline,
    StockTile,
    TilePose,
    TileSupply,
    decode_square,
    encode_square,
    find_matching_name,
)
from dungeon_designer.generator.zone_sites import find_step_along
from dungeon_designer.grid import Side, Size, Square, find_bounds, find_connected_groups, list_block_squares
from dungeon_designer.kinds import MIN_TEAMS, SectionKind, Team
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.rule_settings import Bounds

START_CORNER: Square = (1000, 1000)
"""The corner of the first tile, far from all borders of the table."""
COPY_GAPS = (None, None, 0, 0, 0, 0, 0, 2)
"""The possible gaps between the first tile and its copy, in squares; None if it is its own copy."""
CENTRAL_LARGE_ROOM_SHARE = 0.6
"""How often the first tile is a large room that is its own copy, where the rules require large rooms."""
START_TRIES = 200
"""How many positions are tried for the first tile and its copy."""
TILE_TRIES = 40
"""How many positions are tried for each further tile."""
COMPARED_POSITIONS = 10
"""How many possible positions are compared."""
STAGGERED_SHARE = 0.15
"""The share of positions where tiles touch along as few squares as allowed."""

OPEN_END_PENALTY = 0.8
"""The penalty of an open passage end. To the worth of each position, a random number from 0 to 1 is added."""
PARALLEL_PASSAGE_PENALTY = 3.0
"""The penalty of passages side by side."""
THIN_ROCK_PENALTY = 0.6
"""The penalty of rock one square thick."""
OFF_CENTRE_DOOR_PENALTY = 0.5
"""The penalty of a door off the middle."""
BLOCKED_END_PENALTY = 0.4
"""The penalty of a board's passage that ends at a rim."""

GRID_POINT_PENALTY = 1.2
"""The penalty of a point where four tiles meet, three of them rooms. Many such points form a chequerboard."""

MAX_GOOD_LENGTH, EXCESS_LENGTH_PENALTY = 36, 0.3
"""From which length on a floor should not grow, and the penalty of each further square: tables are limited."""

_OFFSETS_AROUND_CORNER = tuple(map(encode_square, ((0, 0), (1, 0), (0, 1), (1, 1))))
"""How far, as codes, the squares that meet at a corner lie before the square whose upper left corner it is."""

MAX_FAILURES = 4
"""After how many failures in a row the floor is given up."""


class PlacedTile(NamedTuple):
    """A tile that lies on the table.

    Attributes:
        stock_tile: The tile with the stocks that its copy was taken from.
        pose: The tile in the rotation in which it lies.
        corner: The upper left corner of the rectangle around it.
        team: The team whose end zone or entry it is; None for other tiles.
    """

    stock_tile: StockTile
    pose: TilePose
    corner: Square
    team: Team | None = None


class Joint(NamedTuple):
    """A border where two tiles touch, with the opening through which players walk from one to the other.

    Codes are squares as numbers, see `supply.encode_square`.

    Attributes:
        first_tile: The index of the tile that was placed later.
        second_tile: The index of the other tile.
        side: The side of the first tile on which the second lies.
        inside_codes: The codes of the first tile's squares along the opening.
        outside_codes: The codes of the second tile's squares along the opening.
        length: The length of the whole border in squares; the opening may be shorter.
        has_door: Whether a door fills the opening.
    """

    first_tile: int
    second_tile: int
    side: Side
    inside_codes: tuple[int, ...]
    outside_codes: tuple[int, ...]
    length: int
    has_door: bool


class TileTable:
    """The tiles on the table. Tiles are placed with `place_tile` and removed, the last first, with `remove_last_tile`.

    Codes are squares as numbers, see `supply.encode_square`.

    Attributes:
        min_contact: Along how many squares two tiles must touch if they touch at all.
        door_width: The width of doors between tiles that have walls except at doors.
        max_size: The size that all tiles together may have, in either orientation; None for no limit.
        placed_tiles: The tiles.
        joints: Where the tiles touch.
        tile_by_square: The index of the tile on each floor square, by code.
        walkable_codes: The squares where a player can walk, by code.
        rock_codes: The rock squares of cards, by code.
        closed_box: A rectangle where no further tile may lie, as its upper left corner and its (width, height).
        closed_codes: The squares of this rectangle, by code.
        walled_pairs: The indices of tiles that touch each other, but with a wall between.
    """

    def __init__(self, min_contact: int, door_width: int, max_size: Size | None = None) -> None:
        self.min_contact, self.door_width, self.max_size = min_contact, door_width, max_size
        self.placed_tiles: list[PlacedTile] = []
        self.joints: list[Joint] = []
        self.tile_by_square: dict[int, int] = {}
        self.walkable_codes: set[int] = set()
        self.rock_codes: set[int] = set()
        self.closed_box: tuple[Square, Size] | None = None
        self.closed_codes: frozenset[int] = frozenset()
        self.walled_pairs: frozenset[frozenset[int]] = frozenset()
        self._joint_counts: list[int] = []

    def find_bounding_box(self, *further_boxes: tuple[Square, Size]) -> tuple[Square, Size]:
        """Return the smallest rectangle around all tiles on the table, the closed squares and some further rectangles.

        Args:
            further_boxes: The further rectangles, each as its upper left corner and its (width, height).

        Returns:
            The upper left corner and the (width, height).
        """
        boxes = [*((tile.corner, tile.pose.size) for tile in self.placed_tiles), *further_boxes]
        boxes += [self.closed_box] if self.closed_box else []
        return find_bounds(
            corner for (x, y), (width, height) in boxes for corner in ((x, y), (x + width - 1, y + height - 1))
        )

    def find_joints(self, pose: TilePose, corner: Square) -> list[Joint] | None:
        """Return the joints (openings) that a new tile would have with the tiles on the table.

        The new tile has several straight pieces of border (`pose.border_runs`). Along each of them, every tile on the
        other side gives one joint. Squares are numbers here, called codes; adding the code of the corner to that of a
        square of the tile gives the code of a square on the table.

        The tile cannot be placed there if it

        - exceeds the size limit, or overlaps a tile, rock or a closed square;
        - touches a tile along too few squares, or only along squares that nobody can walk on;
        - touches one tile in two places, while it or a tile that it touches has walls all around. Such tiles are joined
          only by doors, and two tiles by one door at most.

        Args:
            pose: The tile in its rotation.
            corner: The upper left corner of the rectangle around it.

        Returns:
            The joints, empty if the tile touches no other; None if it cannot be placed there.
        """
        base, occupied_codes = encode_square(corner), self.tile_by_square.keys()
        codes = [base + square for square in pose.table_codes]
        if not (
            occupied_codes.isdisjoint(codes)
            and self.rock_codes.isdisjoint(codes)
            and self.closed_codes.isdisjoint(codes)
            and self.can_fit(pose, corner)
        ):
            return None
        joints: list[Joint] = []
        for run in pose.border_runs:
            outside_base = base + run.outward_step
            outside_codes = [outside_base + inside_code for inside_code in run.inside_codes]
            if occupied_codes.isdisjoint(outside_codes):
                continue
            neighbour_tiles = map(self.tile_by_square.get, outside_codes)
            for neighbour, edges in groupby(enumerate(neighbour_tiles), key=itemgetter(1)):
                if neighbour is None:
                    continue
                joint = self._find_joint(pose, run, base, [position for position, _ in edges], neighbour)
                if joint is None:
                    return None
                joints.append(joint)
        joined_tiles = [joint.second_tile for joint in joints]
        meets_twice = len(set(joined_tiles)) < len(joined_tiles)
        if meets_twice and any(self._has_wall_between(pose, neighbour) for neighbour in joined_tiles):
            return None
        return joints

    def _find_joint(
        self, pose: TilePose, run: BorderRun, base_code: int, positions: list[int], neighbour: int
    ) -> Joint | None:
        """Return the joint (opening) where a new tile touches a neighbour; None if it would be too narrow or blocked.

        If either tile has walls, a door is put as near to the middle of the common border as possible. Otherwise the
        opening is the longest row of squares that are walkable on both sides.

        Args:
            pose: The pose of the new tile.
            run: The run of its border.
            base_code: The code of the new tile's corner.
            positions: The positions along the run where the neighbour lies.
            neighbour: The index of the neighbouring tile.
        """
        if len(positions) < self.min_contact:
            return None
        is_free_by_position = [
            run.is_walkable[number] and base_code + run.inside_codes[number] + run.outward_step in self.walkable_codes
            for number in positions
        ]
        has_door = self._has_wall_between(pose, neighbour)
        span = range(0)
        if has_door:
            slack = len(is_free_by_position) - self.door_width
            for number in (slack // 2, (slack + 1) // 2) if slack >= 0 else ():
                if not span and all(is_free_by_position[number : number + self.door_width]):
                    span = range(number, number + self.door_width)
        else:
            for is_free, row in groupby(range(len(is_free_by_position)), key=is_free_by_position.__getitem__):
                first_position, *further_positions = row
                longest = range(first_position, first_position + 1 + len(further_positions)) if is_free else range(0)
                span = longest if len(longest) > max(len(span), self.min_contact - 1) else span
        if not span:
            return None
        inside_codes = tuple(base_code + run.inside_codes[positions[number]] for number in span)
        outside_codes = tuple(number + run.outward_step for number in inside_codes)
        return Joint(len(self.placed_tiles), neighbour, run.side, inside_codes, outside_codes, len(positions), has_door)

    def place_tile(self, tile: PlacedTile, joints: list[Joint]) -> None:
        """Put a tile on the table, with its joints (openings to other tiles), which `find_joints` returned.

        Nothing is checked.
        """
        number, base, pose = len(self.placed_tiles), encode_square(tile.corner), tile.pose
        self.placed_tiles.append(tile)
        self.tile_by_square.update(dict.fromkeys(map(base.__add__, pose.floor_codes), number))
        self.walkable_codes.update(map(base.__add__, pose.walkable_codes))
        self.rock_codes.update(map(base.__add__, pose.rock_codes))
        self.joints += joints
        self._joint_counts.append(len(joints))

    def remove_last_tile(self) -> PlacedTile:
        """Remove the tile that was placed last, with its joints (openings to other tiles), and return it."""
        tile = self.placed_tiles.pop()
        base = encode_square(tile.corner)
        for square in tile.pose.floor_codes:
            del self.tile_by_square[base + square]
        self.walkable_codes.difference_update(map(base.__add__, tile.pose.walkable_codes))
        self.rock_codes.difference_update(map(base.__add__, tile.pose.rock_codes))
        del self.joints[len(self.joints) - self._joint_counts.pop() :]
        return tile

    def count_grid_points(self, tile_index: int) -> int:
        """Return at how many corners of a tile four tiles meet, at least three of them rooms.

        Many such points look like a chequerboard, so they are avoided. Only tiles with walls around them count.
        """
        placed_tile = self.placed_tiles[tile_index]
        if not placed_tile.pose.tile.enclosed:
            return 0
        (x, y), (width, height) = placed_tile.corner, placed_tile.pose.size
        corner_codes = (encode_square((u, v)) for u in (x, x + width) for v in (y, y + height))
        corner_tiles = (
            {self.tile_by_square.get(code - offset, -1) for offset in _OFFSETS_AROUND_CORNER} for code in corner_codes
        )
        grid_points = (
            meeting_tiles for meeting_tiles in corner_tiles if len(meeting_tiles) == 4 and -1 not in meeting_tiles
        )
        return sum(
            sum(not self.placed_tiles[tile].pose.is_passage for tile in meeting_tiles) >= 3
            for meeting_tiles in grid_points
        )

    def list_open_ends(self, tile_index: int) -> list[BorderRun]:
        """Return the ends of a passage that are not joined to another tile, so that they lead nowhere; none for a room.

        A passage of at most 2 x 2 squares is a special case, since its ends overlap: while at most one side is joined,
        one of its free ends counts as open.
        """
        tile = self.placed_tiles[tile_index]
        if not tile.pose.is_passage:
            return []
        base = encode_square(tile.corner)
        used_codes = set[int]()
        for joint in self.joints:
            if joint.first_tile == tile_index:
                used_codes.update([square - base for square in joint.inside_codes])
            elif joint.second_tile == tile_index:
                used_codes.update([square - base for square in joint.outside_codes])
        ends = tile.pose.passage_ends
        if len(used_codes) <= PASSAGE_WIDTH < len(tile.pose.floor_codes) <= PASSAGE_WIDTH * PASSAGE_WIDTH:
            return [end for end, inside_codes, _ in ends if used_codes.isdisjoint(inside_codes)][:1]
        return [end for end, _, end_codes in ends if used_codes.isdisjoint(end_codes)]

    def is_connected(self) -> bool:
        """Return whether all tiles form one connected floor.

        It is enough to look at the squares: wherever two tiles touch, there is an opening or a door.
        """
        return len(list(find_connected_groups(map(decode_square, self.tile_by_square)))) == 1

    def count_cut_tiles(self) -> int:
        """Return how many tiles all must pass between the zones of the first two teams, on foot; zones do not count."""
        neighbours: dict[int, set[int]] = {}
        for joint in self.joints:
            if {joint.first_tile, joint.second_tile} in self.walled_pairs:
                continue
            neighbours.setdefault(joint.first_tile, set()).add(joint.second_tile)
            neighbours.setdefault(joint.second_tile, set()).add(joint.first_tile)
        starts, targets = (
            {next_tile for index in self._list_zone_tiles(team) for next_tile in self._list_beside(index)}
            for team in list(Team)[:MIN_TEAMS]
        )
        other_tiles = [index for index, tile in enumerate(self.placed_tiles) if tile.team is None]
        return sum(not _are_linked(neighbours, starts - {index}, targets - {index}, index) for index in other_tiles)

    def _list_zone_tiles(self, team: Team) -> list[int]:
        """Return the indices of a team's end zones or entries."""
        return [index for index, tile in enumerate(self.placed_tiles) if tile.team is team]

    def _list_beside(self, tile_index: int) -> set[int]:
        """Return the indices of the tiles beside a tile."""
        placed_tile = self.placed_tiles[tile_index]
        base = encode_square(placed_tile.corner)
        beside = (
            self.tile_by_square.get(base + inside_code + run.outward_step, tile_index)
            for run in placed_tile.pose.border_runs
            for inside_code in run.inside_codes
        )
        return set(beside) - {tile_index}

    def _has_wall_between(self, pose: TilePose, tile_index: int) -> bool:
        """Return whether a new tile or a tile on the table has walls around it, so that only a door joins them."""
        return bool(pose.tile.enclosed or self.placed_tiles[tile_index].pose.tile.enclosed)

    def can_fit(self, pose: TilePose, corner: Square) -> bool:
        """Return whether the rectangle around all tiles stays within the size limit with a further tile.

        The limit applies in either orientation. Without a limit every tile fits.
        """
        if not self.max_size:
            return True
        short, long = sorted(self.find_bounding_box((corner, pose.size))[1])
        return short <= min(self.max_size) and long <= max(self.max_size)


class FloorPlan(Struct, frozen=True, kw_only=True):
    """The targets for choosing the next tile of a floor: which tiles are likely, and what makes a position good."""

    # from how many squares on the floor is complete, without end zones, and how many it may have
    square_range: tuple[int, int]
    room_weight: float  # the weight of rooms against passages
    room_contact_weight: float  # the weight of rooms next to rooms
    loop_worth: float  # of a tile that closes loops; negative to avoid them
    spread_worth: float  # of a long floor; negative for a compact one
    winding_weight: float  # the weight of passages at the ends of passages
    wide_contact_worth: float  # of each square by which tiles without walls touch along more than required
    uses_even_grid: bool  # tiles keep to every second line of the grid, so that more of them meet


class Anchor(NamedTuple):
    """A straight part of the border of a tile on the table, to which another tile can be joined.

    Attributes:
        tile_index: The index of the tile.
        run: The straight part of its border, relative to the tile.
        corner: The square on the table where the run begins.
        is_open_end: Whether the run is the end of a passage that leads nowhere yet.
    """

    tile_index: int
    run: BorderRun
    corner: Square
    is_open_end: bool = False

    def list_positions(self, run: BorderRun, offsets: Iterable[int]) -> Iterator[Square]:
        """Yield where the corner of a new tile lies if a part of its border meets this one at each of some offsets.

        Args:
            run: The part of the new tile's border; it is on the side opposite to this one's.
            offsets: How many squares the run begins after the beginning of this one; may be negative.
        """
        (x, y), (dx, dy), (ax, ay) = self.corner, self.run.side.step, find_step_along(self.run.side)
        for offset in sorted(offsets):
            yield x + dx + offset * ax - run.first_square[0], y + dy + offset * ay - run.first_square[1]

    def list_aligned_positions(self, run: BorderRun) -> Iterator[Square]:
        """Yield where the corner of a new tile lies if a part of its border is aligned with this one.

        It is aligned with either end of this part of the border, or with its middle.
        """
        slack = self.run.length - run.length
        return self.list_positions(run, {0, slack, slack // 2, -(-slack // 2)})


class TiledFloor(TileTable):
    """A floor of tiles that grows tile by tile, each tile with its mirrored copies under a symmetry.

    Attributes:
        request: The request.
        constraints: The numbers that the floor should meet.
        supply: The available tiles.
        plan: The targets for choosing tiles.
        dice: The random numbers.
        mode: The symmetry mode.
        count_by_kind: How many tiles of each kind are on the table.
        symmetry: The symmetry with its middle, known after the first tile.
        turns: The rotations and flips of the symmetry.
    """

    def __init__(
        self,
        request: Request,
        constraints: Constraints,
        supply: TileSupply,
        plan: FloorPlan,
        mode: SymmetryMode,
        dice: Random,
    ) -> None:
        super().__init__(
            max(constraints.min_junction_width, constraints.min_passage_width, PASSAGE_WIDTH),
            constraints.door_width,
            constraints.fit,
        )
        self.request, self.constraints, self.supply, self.plan, self.dice = request, constraints, supply, plan, dice
        self.mode, self.count_by_kind = mode, Counter[str]()
        self._set_symmetry(Symmetry())

    def _set_symmetry(self, symmetry: Symmetry) -> None:
        """Set the symmetry of the floor, and its rotations and flips."""
        self.symmetry, self.turns = symmetry, list(symmetry.list_transforms())

    @property
    def copy_count(self) -> int:
        """How many tiles a tile is together with its mirrored copies, unless it is its own copy."""
        return 1 + len(list(Symmetry(self.mode).list_transforms()))

    def keep_back(self, stock_tile: StockTile) -> None:
        """Keep a tile and its mirrored copies in the supply while the floor grows, which is then complete without them.

        `release` makes them available again.
        """
        self.supply.take_copies(stock_tile, self.copy_count)
        self._set_kept_squares(self.copy_count * stock_tile.square_count)

    def release(self, stock_tile: StockTile) -> None:
        """Make a tile and its mirrored copies available again, which `keep_back` kept in the supply."""
        self.supply.take_copies(stock_tile, -self.copy_count)
        self._set_kept_squares(-self.copy_count * stock_tile.square_count)

    def _set_kept_squares(self, square_count: int) -> None:
        """Let the floor be complete with so many squares less."""
        least, most = self.plan.square_range
        self.plan = replace(self.plan, square_range=(least - square_count, most))

    @property
    def missing_rooms(self) -> list[str]:
        """The rooms (names or tile ids) that the request wants and that are not on the table yet.

        Rooms that no available tile is are left out.
        """
        rooms, used_tiles = self.request.rooms, [tile.stock_tile for tile in self.placed_tiles]
        used_names = {find_matching_name(stock_tile.tile, rooms) for stock_tile in used_tiles}
        return [
            room
            for room in rooms
            if room not in used_names
            and any(find_matching_name(available_tile.tile, [room]) for available_tile in self.supply.stock_tiles)
        ]

    def place_first_tile(self) -> bool:
        """Place a random first tile and its mirrored copies, which fixes the middle of the floor.

        The tile is its own copy, or touches its copy, or lies COPY_GAPS squares away from it. Where the rules require
        large rooms, it is often one that is its own copy, so that the dungeon has one large room and not two.

        Returns:
            False if no position was found in START_TRIES tries.
        """
        large_rooms = self._list_required_large_rooms() if self.dice.random() < CENTRAL_LARGE_ROOM_SHARE else []
        for number in range(START_TRIES):
            is_large = bool(large_rooms) and number < START_TRIES // 2
            stock_tile = self.dice.choice(large_rooms if is_large else self.supply.stock_tiles)
            pose = self.dice.choice(stock_tile.poses)
            gap = None if is_large else self.dice.choice(COPY_GAPS)
            if self.mode is SymmetryMode.OFF:
                return bool(self.place_with_copies(stock_tile, pose, START_CORNER))
            self._set_symmetry(self._build_symmetry(pose, gap))
            is_own_copy = not self._list_copies(pose, START_CORNER)
            is_allowed = (
                is_own_copy is (gap is None)
                and not (is_own_copy and self._must_use_even_number(stock_tile))
                and not (pose.rock_squares and gap)
            )
            if is_allowed and (count := self.place_with_copies(stock_tile, pose, START_CORNER)):
                if gap != 0 or self.joints:
                    return True
                self.remove_tiles(count)
        return False

    def place_first_group(
        self,
        tiles: Iterable[PlacedTile],
        hidden_tiles: Iterable[StockTile],
        symmetry: Symmetry,
        box: tuple[Square, Size],
    ) -> bool:
        """Place several tiles on the middle of an empty table, without copies; return whether that is possible.

        Afterwards no tile may lie in a rectangle around them.

        Args:
            tiles: The tiles, which are their own copies together.
            hidden_tiles: The tiles that the group needs as well, but that no other tile can be joined to.
            symmetry: The symmetry of the floor, which maps the tiles onto themselves.
            box: The rectangle, as its upper left corner and its (width, height).
        """
        for count, tile in enumerate(tiles):
            if not self._place_alone(tile.stock_tile, tile.pose, tile.corner):
                self.remove_tiles(count)
                return False
        for stock_tile in hidden_tiles:
            self.supply.take_copies(stock_tile)
        self._set_symmetry(symmetry)
        self.closed_box, self.closed_codes = box, frozenset(map(encode_square, list_block_squares(*box)))
        return True

    def _list_required_large_rooms(self) -> list[StockTile]:
        """Return the large rooms of the supply if the rules require some and the user wants no rooms by name."""
        bounds = self.constraints.section_bounds.get(SectionKind.LARGE_ROOM, Bounds())
        return [
            stock_tile
            for stock_tile in self.supply.stock_tiles
            if bounds.min and not self.missing_rooms and stock_tile.tile.kind is SectionKind.LARGE_ROOM
        ]

    def _build_symmetry(self, pose: TilePose, gap: int | None) -> Symmetry:
        """Return the floor's symmetry with a middle that puts the copy of the first tile at a distance from it.

        Args:
            pose: The pose of the first tile.
            gap: The number of squares between the tile and its copy; None to make the tile its own copy.
        """
        (x, y), (width, height), mode = START_CORNER, pose.size, self.mode
        shift = self.dice.randint(-height, height)
        if gap is None:
            return Symmetry(mode, (2 * x + width - 1, 2 * y + height - 1))
        if mode is SymmetryMode.QUARTER_TURNS:
            total = x + y + width + height - 1 + gap
            return Symmetry(mode, (total - shift, total + shift))
        if mode is SymmetryMode.TOP_BOTTOM:
            return Symmetry(mode, (2 * x + width - 1, 2 * y + 2 * height - 1 + gap))
        return Symmetry(mode, (2 * x + 2 * width - 1 + gap, 2 * y + height - 1 + shift))

    def _must_use_even_number(self, stock_tile: StockTile) -> bool:
        """Return whether an even number of this tile must lie on the floor, so that it cannot be its own mirrored copy.

        That is so if the rules require an exact, even number of sections of its kind, or if all tiles must be used and
        an even number of copies is left.
        """
        kind_bounds = self.constraints.section_bounds.get(stock_tile.tile.kind, Bounds())
        is_even_and_exact = (
            kind_bounds.min is not None and kind_bounds.min == kind_bounds.max and kind_bounds.min % 2 == 0
        )
        return is_even_and_exact or (self.supply.must_use_all and self.supply.count_copies(stock_tile) % 2 == 0)

    def grow_floor(self, open_end_count: int) -> bool:
        """Place tiles until the floor is complete and large enough; return False if that fails.

        After MAX_FAILURES failures in a row, a smaller floor is accepted if it is complete and need not use all tiles.

        Args:
            open_end_count: How many passage ends may stay open for end zones.
        """
        failures = 0
        while not (self._is_complete(open_end_count) and len(self.tile_by_square) >= self.plan.square_range[0]):
            if self._place_best_tile():
                failures = 0
            elif (failures := failures + 1) == MAX_FAILURES:
                return not self.supply.must_use_all and self._is_complete(open_end_count)
        return True

    def _is_complete(self, open_end_count: int) -> bool:
        """Return whether the floor has everything except perhaps its size.

        It has the kinds and numbers of sections that the rules require and the rooms that the user wants, is connected,
        and has at most `open_end_count` passage ends that lead nowhere.
        """
        count, constraints = len(self.placed_tiles), self.constraints
        has_allowed_kinds = all(
            kind_bounds.allows(self.count_by_kind[kind]) for kind, kind_bounds in constraints.section_bounds.items()
        )
        has_enough_sections = count >= constraints.min_sections + (
            self.request.team_count if constraints.skips_zone_neighbours else 0
        )
        has_allowed_total = constraints.total_bounds is None or constraints.total_bounds.allows(count)
        return (
            has_allowed_kinds
            and has_enough_sections
            and has_allowed_total
            and not self.missing_rooms
            and self._count_open_ends() <= open_end_count
            and self.is_connected()
        )

    def _count_open_ends(self) -> int:
        """Return how many passage ends on the floor lead nowhere yet."""
        return sum(len(self.list_open_ends(number)) for number in range(len(self.placed_tiles)))

    def _count_new_open_ends(self, new_indices: range, joints: Iterable[Joint], old_open_ends: Counter[int]) -> int:
        """Return how many more passage ends lead nowhere than before the last tiles were placed; may be negative.

        Only the new tiles and those that they are joined to count, since nothing changes for the others.

        Args:
            new_indices: The indices of the new tiles.
            joints: Their joints, which are openings to tiles placed before.
            old_open_ends: How many passage ends of each tile, by its index, were open before.
        """
        changed_tiles = {joint.second_tile for joint in joints}.union(new_indices)
        old_count = sum(old_open_ends[number] for number in changed_tiles)
        return sum(len(self.list_open_ends(number)) for number in changed_tiles) - old_count

    def extend_passage(self, joint: Joint) -> bool:
        """Place a passage with two ends, and its copies, where an end zone was joined before it was removed.

        So the end zones come to lie farther apart.

        Returns:
            False if there is no such passage, or no space for it.
        """
        passages = [stock_tile for stock_tile in self.supply.stock_tiles if stock_tile.passage_end_count == 2]
        self.dice.shuffle(passages)
        x, y = decode_square(joint.inside_codes[0])
        candidates = [
            (stock_tile, pose, run)
            for stock_tile in passages
            for pose in stock_tile.poses
            for run in pose.border_runs
            if run.is_passage_end
        ]
        candidates = [
            candidate
            for candidate in candidates
            if candidate[2].side is joint.side and candidate[2].length <= len(joint.inside_codes)
        ]
        return any(
            self.place_with_copies(stock_tile, pose, (x - run.first_square[0], y - run.first_square[1]))
            for stock_tile, pose, run in candidates
        )

    def place_niche(self, anchor: Anchor, stock_tile: StockTile, pose: TilePose) -> bool:
        """Place a small tile, and its copies, so that it has one opening PASSAGE_WIDTH wide; return whether it fits.

        Args:
            anchor: The part of the border that it is joined to.
            stock_tile: The tile.
            pose: The tile in its rotation.
        """
        corner = self._choose_position(anchor, pose)
        joints = self.find_joints(pose, corner) if corner else None
        if corner is None or not joints or len(joints) > 1 or joints[0].length != PASSAGE_WIDTH:
            return False
        return bool(self.place_with_copies(stock_tile, pose, corner))

    def _list_copies(self, pose: TilePose, corner: Square) -> list[tuple[Outline, Square]]:
        """Return where the mirrored copies of a tile must lie, as the outline and corner of each, each once.

        The outline is the size and the floor squares; any tile with it can be the copy. Empty if the tile is its own
        copy.
        """
        copies = [
            (pose.transform_outline(turn.quarters, turn.flip), turn.transform_box(corner, pose.size)[0])
            for turn in self.turns
        ]
        return [copy for copy in dict.fromkeys(copies) if copy != (pose.outline, corner)]

    def place_with_copies(self, stock_tile: StockTile, pose: TilePose, corner: Square) -> int:
        """Place a tile and its mirrored copies, all or none; return how many tiles were placed.

        A copy is the same tile if another copy of it is left, else preferably one of the same kind with as many
        walkable squares, else any with the same outline. The result is 0 if one of them cannot be placed.
        """

        def rank_similarity(choice: tuple[StockTile, TilePose]) -> int:
            """Return how unlike the original a copy is.

            0 stands for the same tile, 1 for the same kind with as many walkable squares, 2 for any other.
            """
            if choice[0].tile.id == stock_tile.tile.id:
                return 0
            is_similar = (
                len(choice[1].walkable_codes) == len(pose.walkable_codes)
                and choice[0].tile.kind == stock_tile.tile.kind
            )
            return 1 if is_similar else 2

        if not self._place_alone(stock_tile, pose, corner):
            return 0
        count = 1
        for outline, copy_corner in self._list_copies(pose, corner):
            choices = self.supply.list_same_outline(outline)
            self.dice.shuffle(choices)
            choices.sort(key=rank_similarity)
            if not any(self._place_alone(*choice, copy_corner) for choice in choices[:3]):
                self.remove_tiles(count)
                return 0
            count += 1
        return count

    def remove_tiles(self, count: int) -> None:
        """Remove the `count` tiles that were placed last, and put them back into the supply."""
        for _ in range(count):
            tile = self.remove_last_tile()
            self.supply.take_copies(tile.stock_tile, -1)
            self.count_by_kind[tile.pose.tile.kind] -= 1

    def _place_alone(self, stock_tile: StockTile, pose: TilePose, corner: Square) -> bool:
        """Place one tile without mirrored copies, and take it out of the supply; return whether that was possible."""
        joints = self.find_joints(pose, corner) if self._may_place(stock_tile) else None
        if joints is None:
            return False
        self.place_tile(PlacedTile(stock_tile, pose, corner), joints)
        self.supply.take_copies(stock_tile)
        self.count_by_kind[pose.tile.kind] += 1
        return True

    def _may_place(self, stock_tile: StockTile) -> bool:
        """Return whether one more of a tile may be placed anywhere.

        A copy must be left, its kind may not be used up, and the floor may not become too large.
        """
        max_count = self.constraints.section_bounds.get(stock_tile.tile.kind, Bounds()).max
        is_kind_full = max_count is not None and self.count_by_kind[stock_tile.tile.kind] >= max_count
        has_space = len(self.tile_by_square) + stock_tile.square_count <= self.plan.square_range[1]
        return has_space and not is_kind_full and self.supply.count_copies(stock_tile) > 0

    def _place_best_tile(self) -> bool:
        """Place the best of several random tiles at random positions, with its copies; return False if none fits.

        Each possible choice is placed, valued and removed again; the best one is then placed for good. Open passage
        ends are the most likely positions.
        """
        best_choice: tuple[float, StockTile, TilePose, Square] | None = None
        found_count, anchors = 0, self.list_anchors()
        open_end_counts = Counter(anchor.tile_index for anchor in anchors if anchor.is_open_end)
        open_end_count = open_end_counts.total()
        stock_tiles = [stock_tile for stock_tile in self.supply.stock_tiles if self._may_place(stock_tile)]
        weights = {
            is_passage: self._compute_weights(stock_tiles, is_passage, open_end_count) for is_passage in (False, True)
        }
        # sums of weights, from which numbers can be drawn again and again
        anchor_sums = list(accumulate(8.0 if anchor.is_open_end else 1.0 for anchor in anchors))
        tile_sums = {is_passage: list(accumulate(tile_weights)) for is_passage, tile_weights in weights.items()}
        for _ in range(TILE_TRIES):
            anchor = self.dice.choices(anchors, cum_weights=anchor_sums)[0]
            sums = tile_sums[self.placed_tiles[anchor.tile_index].pose.is_passage]
            stock_tile = self.dice.choices(stock_tiles, cum_weights=sums)[0] if sums and sums[-1] else None
            pose = self.dice.choice(stock_tile.poses) if stock_tile else None
            if stock_tile is None or pose is None or not (corner := self._choose_position(anchor, pose)):
                continue
            if count := self.place_with_copies(stock_tile, pose, corner):
                worth = self._compute_worth(count, open_end_counts)
                self.remove_tiles(count)
                if best_choice is None or worth > best_choice[0]:
                    best_choice = worth, stock_tile, pose, corner
                if (found_count := found_count + 1) == COMPARED_POSITIONS:
                    break
        return best_choice is not None and bool(self.place_with_copies(*best_choice[1:]))

    def _compute_weights(
        self, stock_tiles: Sequence[StockTile], is_next_to_passage: bool, open_end_count: int
    ) -> list[float]:
        """Return the weight of each of some tiles for a random choice; a tile with twice the weight is twice as likely.

        Tiles with many copies left, of kinds of which the rules require more, and rooms that the user wants are likely.
        The plan decides between rooms and passages.

        Args:
            stock_tiles: The tiles.
            is_next_to_passage: Whether the tile is joined to a passage, not to a room.
            open_end_count: How many passage ends are open. With many, tiles that have more ends become unlikely.
        """
        weights, plan, missing_rooms = [], self.plan, self.missing_rooms
        for stock_tile in stock_tiles:
            is_passage = stock_tile.poses[0].is_passage
            weight = min(self.supply.count_copies(stock_tile), 6) * (1.0 if is_passage else plan.room_weight)
            if not is_next_to_passage and not is_passage:
                weight *= plan.room_contact_weight
            if is_passage and (is_next_to_passage or len(self.tile_by_square) >= plan.square_range[0]):
                weight *= plan.winding_weight
            if self.count_by_kind[stock_tile.tile.kind] < (
                self.constraints.section_bounds.get(stock_tile.tile.kind, Bounds()).min or 0
            ):
                weight *= 3
            weight *= float(0.6 ** max(0, (stock_tile.passage_end_count - 2) * open_end_count))
            weights.append(weight * (20 if find_matching_name(stock_tile.tile, missing_rooms) else 1))
        return weights

    def _compute_worth(self, count: int, old_open_ends: Counter[int]) -> float:
        """Return how well the tiles that were placed last fit the plan, with a random part; higher is better.

        Closed loops count for or against a position, as the plan says. Open passage ends, passages side by side, doors
        off the middle, thin rock and an excessive length of the floor count against it.

        Args:
            count: How many tiles were placed last: one tile and its copies.
            old_open_ends: How many passage ends of each tile, by its index, were open before.
        """
        tiles, plan = self.placed_tiles, self.plan
        new_indices = range(len(tiles) - count, len(tiles))
        joints, new_tile = [joint for joint in self.joints if joint.first_tile in new_indices], tiles[new_indices[0]]
        passage_counts = [
            tiles[joint.first_tile].pose.is_passage + tiles[joint.second_tile].pose.is_passage for joint in joints
        ]
        sum_over_tiles = (
            -(1 - plan.room_contact_weight) * passage_counts.count(0)
            - OFF_CENTRE_DOOR_PENALTY * sum(joint.has_door and (joint.length - self.door_width) % 2 for joint in joints)
            - PARALLEL_PASSAGE_PENALTY
            * sum(
                passages == 2 and long_joint.length > PASSAGE_WIDTH
                for passages, long_joint in zip(passage_counts, joints, strict=True)
            )
            + plan.wide_contact_worth * sum(joint.length - self.min_contact for joint in joints if not joint.has_door)
            + plan.loop_worth * sum(map(self._count_closed_loops, new_indices))
            - OPEN_END_PENALTY * self._count_new_open_ends(new_indices, joints, old_open_ends)
            - GRID_POINT_PENALTY * sum(map(self.count_grid_points, new_indices))
        )
        base_code, tile_by_square, rock_codes = encode_square(new_tile.corner), self.tile_by_square, self.rock_codes
        outside_codes = [
            (base_code + inside_code + run.outward_step, run.outward_step)
            for run in new_tile.pose.border_runs
            for inside_code in run.inside_codes
        ]
        thin_rock_count = sum(
            outside_code not in tile_by_square
            and outside_code not in rock_codes
            and outside_code + step in tile_by_square
            for outside_code, step in outside_codes
        )
        blocked_count = sum(outside_code in rock_codes for outside_code, _ in outside_codes) + sum(
            base_code + outside_code in tile_by_square for outside_code in new_tile.pose.beyond_rim_codes
        )
        # the length is measured across the axis of symmetry, if there is one
        _, (width, height) = self.find_bounding_box()
        extent = {SymmetryMode.LEFT_RIGHT: width, SymmetryMode.TOP_BOTTOM: height}.get(
            self.request.symmetry, max(width, height)
        )
        return (
            sum_over_tiles / count
            - THIN_ROCK_PENALTY * thin_rock_count
            - BLOCKED_END_PENALTY * blocked_count
            + plan.spread_worth * extent
            - EXCESS_LENGTH_PENALTY * max(0, extent - MAX_GOOD_LENGTH)
            + self.dice.random()
        )

    def _count_closed_loops(self, tile_index: int) -> int:
        """Return how many loops a tile closes: the number of separate openings to tiles placed before it, less one.

        With doors each joint is an opening. Without doors, openings that touch each other count as one. The first tile,
        which has no opening, gives -1.
        """
        joints = [joint for joint in self.joints if joint.first_tile == tile_index]
        if any(joint.has_door for joint in joints):
            return len(joints) - 1
        squares = {decode_square(square) for joint in joints for square in joint.outside_codes}
        return (
            sum(
                1
                for _ in find_connected_groups(
                    block_square for x, y in squares for block_square in list_block_squares((x - 1, y - 1), (2, 2))
                )
            )
            - 1
        )

    def list_anchors(self) -> list[Anchor]:
        """Return every straight part of the border of every tile on the table, where another tile could be joined."""
        anchors = []
        for tile_index, tile in enumerate(self.placed_tiles):
            open_ends = self.list_open_ends(tile_index)
            anchors += [
                Anchor(tile_index, run, _add_offset(run.first_square, tile.corner), run in open_ends)
                for run in tile.pose.border_runs
            ]
        return anchors

    def _choose_position(self, anchor: Anchor, pose: TilePose) -> Square | None:
        """Return a random corner for a new tile so that it touches a part of the border of a tile on the table.

        Mostly the borders are aligned; sometimes the tiles touch along as few squares as allowed. None if no side of
        the new tile is suitable, or if the plan's even grid forbids the position.
        """
        min_contact, length = self.min_contact, anchor.run.length
        side = anchor.run.side.opposite
        runs = [run for run in pose.border_runs if run.side is side and run.length >= min_contact]
        if not runs or length < min_contact:
            return None
        run = self.dice.choice(runs)
        is_staggered = self.dice.random() < STAGGERED_SHARE
        if is_staggered:
            positions = anchor.list_positions(run, {min_contact - run.length, length - min_contact})
        else:
            positions = anchor.list_aligned_positions(run)
        is_any_line_allowed = not self.plan.uses_even_grid or pose.size[0] % 2 or pose.size[1] % 2
        allowed_positions = [(x, y) for x, y in positions if is_any_line_allowed or not (x % 2 or y % 2)]
        return self.dice.choice(allowed_positions) if allowed_positions else None


def _are_linked(
    neighbours: Mapping[int, Collection[int]], starts: Collection[int], targets: Collection[int], blocked_tile: int
) -> bool:
    """Return whether a route over tiles leads from some tiles to others without a blocked one.

    Args:
        neighbours: The indices of the tiles that each tile is joined to.
        starts: The tiles where routes begin.
        targets: The tiles where they end.
        blocked_tile: The tile that they may not cross.
    """
    visited, pending = {blocked_tile, *starts}, list(starts)
    while pending:
        for neighbour in neighbours.get(pending.pop(), ()):
            if neighbour not in visited:
                visited.add(neighbour)
                pending.append(neighbour)
    return not visited.isdisjoint(targets)


def _add_offset(square: Square, offset: Square) -> Square:
    """Return a square moved by an offset (dx, dy)."""
    return square[0] + offset[0], square[1] + offset[1]
