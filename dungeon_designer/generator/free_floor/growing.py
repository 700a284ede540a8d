"""Grow a floor without tiles: a first room, then further rooms that passages join to it.

A room is added at the end of a passage of its own (as in Brogue). Then corridors are opened between sections that lie
far apart on foot, so that players can walk in loops. Dead ends are removed, and wider rooms make up for missing floor.
Under symmetry every step is done with its mirrored copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, product
from math import prod, sqrt
from random import Random

from msgspec.structs import replace

from dungeon_designer.generator.constraints import Constraints, read_constraints
from dungeon_designer.generator.free_floor.floor_builder import MAX_THIN_ROCK, ROOM_DIVISOR, Builder, BuildingStyle
from dungeon_designer.generator.free_floor.floor_layout import build_layout
from dungeon_designer.generator.free_floor.growing_floor import (
    NO_MARGINS,
    FloorSection,
    GrowingFloor,
    list_squares_before,
    list_touched_squares,
)
from dungeon_designer.generator.free_floor.set_pieces import FURNITURE_TERRAIN, SetPiece, find_known_set_pieces
from dungeon_designer.generator.free_floor.shaped_zones import (
    drop_shapes_without_space,
    find_margins,
    list_shaped_sites,
)
from dungeon_designer.generator.generator_options import Genome, Request
from dungeon_designer.generator.placement.furniture_styles import SiteKind, find_named_shares
from dungeon_designer.generator.zone_sites import (
    PASSAGE_PENALTY,
    EntryChooser,
    ZoneChooser,
    ZoneSite,
    find_step_along,
    list_zone_offsets,
    measure_end_share,
)
from dungeon_designer.grid import SIDES, Side, Size, Square, find_bounds, find_neighbour
from dungeon_designer.kinds import MIN_TEAMS, ObjectKind, SectionKind, Team
from dungeon_designer.layout.model import Layout, list_teams
from dungeon_designer.layout.transforms import Transform
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

ROOM_TRIES = 120
"""How many locations are tried for rooms at a time."""
GROWTH_TRIES = 3
"""How many floors are drawn until one has its end zones at the ends and, in most cases, furniture."""
GROWTH_CYCLES = 3
"""How often dead ends are removed and the floor grows again."""
MAX_FAILED_JOINS = 3
"""After how many failures no further loop is closed."""
MIN_SAVED_STEPS = 10
"""How many steps a new corridor must save."""
MAX_ZONE_SITES = 40
"""How many sites for end zones are considered; twice as many without symmetry."""
SET_PIECE_WEIGHTS = (1, 6, 3)
"""How often a dungeon has no set piece, one, and two, relative to each other."""
BARE_SHARE = 0.3
"""How many of the floors are kept in which nothing stands, where the edition knows furniture."""
FURNISHED_SHARE = 0.6
"""How often a set piece with furniture takes the place of a first one without."""
REQUIRED_FEATURE_SHARE = 0.7
"""The minimum share of rooms with a hazard, or with statues, if the ruleset requires some."""

MIN_END_SHARE, GOOD_END_SHARE, GOOD_END_FLOORS = 0.65, 0.8, 0.9
"""How far apart the end zones of two teams lie at least, as a share of the longer side of the floor's bounding box; the
share that most dungeons must exceed; and how many of the floors must."""

ALCOVE_SIDE, ALCOVE_SHARE = 2, 0.9
"""How wide and deep an alcove is, and how many floors get one where the edition's named dungeons have some."""

MAX_WIDENED_SIDE, MAX_WIDENED_SQUARES = 10, 90
"""A room with such a side, or with so many squares, or with the largest share of the floor is not extended."""


def grow_floor(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """Draw a floor without tiles: a first room, then further rooms and passages, zones, loops and details.

    After the zones are added, dead ends are removed and the floor grows again, until it is large enough.

    Args:
        request: The ruleset and the options.
        genome: The targets for the floor.
        dice: The source of all randomness; the same dice grow the same floor.

    Returns:
        The floor without chests and other objects; None where the dice lead to no floor, which may happen often.
    """
    floors = (_draw_floor(request, genome, dice) for _ in range(GROWTH_TRIES))
    return next((floor for floor in floors if floor is not None), None)


def _draw_floor(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """Draw a floor as `grow_floor` does; None where the dice lead to none."""
    constraints = drop_shapes_without_space(read_constraints(request), request.team_count)
    zone_squares, (min_squares, max_squares) = _choose_square_numbers(request, constraints)
    target_squares = min_squares + round(genome.size * (max_squares - min_squares))
    size, margins = _choose_canvas_size(request, constraints, target_squares, dice)
    floor = GrowingFloor(size, Symmetry(request.symmetry, (size[0] - 1, size[1] - 1)), max_squares - zone_squares)
    floor.margins = margins
    style = _choose_style(genome, constraints, dice)
    builder = Builder(floor, style, constraints, dice, _choose_set_pieces(request, constraints, dice))
    if not builder.add_first_room():
        return None
    _build_rooms(builder, target_squares - zone_squares, style.loop_count)
    floor.max_squares = max_squares
    end_share = _add_zones(floor, constraints, request, constraints.compute_walk_steps(genome.length), dice)
    if end_share is None:
        return None
    for _ in range(GROWTH_CYCLES):
        _remove_dead_ends(floor)
        if len(floor) >= min_squares:
            break
        _build_rooms(builder, target_squares, 1 + style.loop_count // 2)
    _remove_dead_ends(floor)
    while len(floor) < min_squares:
        if not _extend_room(floor, constraints, dice):
            return None
    _add_alcoves(floor, request, dice)
    if len(floor) > max_squares or not _are_zones_at_ends(floor, end_share):
        return None
    layout = build_layout(floor, style, constraints, request, dice)
    if not _has_required_pits(layout, constraints):
        return None
    return layout if _is_furnished(layout, request) or dice.random() < BARE_SHARE else None


def _choose_square_numbers(request: Request, constraints: Constraints) -> tuple[int, tuple[int, int]]:
    """Return the most squares that all end zones together have, and the fewest and most squares of the whole floor.

    Zones in the shape of a tile are larger than others. They come in addition to the rooms, unless the request or the
    ruleset says how many squares the floor has.
    """
    zone_count, squares_per_zone = request.team_count * constraints.zones_per_team, prod(constraints.zone_sizes[0])
    zone_squares = zone_count * max(map(len, constraints.zone_tile_shapes), default=squares_per_zone)
    min_squares, max_squares = constraints.free_floor_squares
    extra_squares = zone_squares - zone_count * squares_per_zone if constraints.squares is None else 0
    return zone_squares, (min_squares + extra_squares, max_squares + extra_squares)


def _add_zones(
    floor: GrowingFloor, constraints: Constraints, request: Request, target_steps: float, dice: Random
) -> float | None:
    """Add the end zones or entries of all teams, which may lie in the margins of the floor.

    Args:
        floor: The floor, which has all its rooms.
        constraints: The numbers that the floor should meet.
        request: The request, which says how many teams there are.
        target_steps: About how many steps apart the zones of different teams should be.
        dice: The random numbers.

    Returns:
        How far apart the zones must lie, see `_choose_end_share`; None if there is no space for them.
    """
    teams, margins, end_share = tuple(side.id for side in list_teams(request.team_count)), floor.margins, 0.0
    floor.margins = NO_MARGINS
    if constraints.zone_kind is SectionKind.ENTRY:
        has_zones = _add_entries(floor, constraints, teams, target_steps, dice)
    else:
        end_share = _choose_end_share(teams, constraints, dice)
        has_zones = _add_end_zones(floor, constraints, teams, target_steps, end_share, dice)
    floor.margins = margins
    return end_share if has_zones else None


def _has_required_pits(layout: Layout, constraints: Constraints) -> bool:
    """Return whether as many pits of each kind lie face up as required; furniture may leave too little room."""
    counts = Counter(trap.kind for trap in layout.traps)
    return all(bounds.allows(counts[kind]) for kind, bounds in constraints.pit_bounds.items())


def _is_furnished(layout: Layout, request: Request) -> bool:
    """Return whether something stands in a dungeon, or it has cliffs or rope bridges; True if the edition has no such.

    The set pieces of an edition (special rooms that somebody drew) show what it has.
    """
    if not any(set_piece.has_furniture for set_piece in find_known_set_pieces(request.ruleset)):
        return True
    return bool(layout.obstacles) or any(terrain.kind in FURNITURE_TERRAIN for terrain in layout.terrain)


def _add_alcoves(floor: GrowingFloor, request: Request, dice: Random) -> None:
    """Add an alcove to a room, with its mirrored copies, where named dungeons of the edition have chests in dead ends.

    An alcove is ALCOVE_SIDE squares wide and deep. Some floors get none, by chance or for lack of space.
    """
    chest_shares = find_named_shares(request.ruleset).get(ObjectKind.CHEST.value, {})
    if not chest_shares.get(SiteKind.DEAD_END) or dice.random() >= ALCOVE_SHARE:
        return
    indices = [index for index, section in enumerate(floor.sections) if section.is_room and not section.features]
    dice.shuffle(indices)
    for index, side in product(indices, dice.sample(SIDES, 4)):
        squares = floor.sections[index].squares
        for wall_row in floor.list_wall_rows(index, side):
            offset = dice.randint(0, max(0, len(wall_row) - ALCOVE_SIDE))
            mouth = wall_row[offset : offset + ALCOVE_SIDE]
            alcove = list_squares_before(mouth, side, ALCOVE_SIDE)
            if (
                len(wall_row) > ALCOVE_SIDE
                and floor.can_add(alcove, list_touched_squares(mouth, side) & squares)
                and floor.count_thin_rock(alcove) <= MAX_THIN_ROCK
            ):
                _extend_sections(floor, alcove)
                return


def _extend_sections(floor: GrowingFloor, squares: Collection[Square]) -> None:
    """Add squares to the section beside them, and the mirrored copies of the squares to the sections beside those."""
    for copy in floor.list_copies(squares):
        neighbours = (find_neighbour(square, side) for square in sorted(copy) for side in SIDES)
        owner_index = next(
            floor.section_by_square[neighbour_square]
            for neighbour_square in neighbours
            if neighbour_square in floor.section_by_square
        )
        floor.replace_squares(owner_index, floor.sections[owner_index].squares | copy)


def _choose_end_share(teams: Sequence[Team], constraints: Constraints, dice: Random) -> float:
    """Return how far apart the end zones must lie, as a share of the longer side of the floor; 0 for anywhere.

    Two teams begin at the ends of the floor. With more teams no axis is left on which all are far apart. Zones in the
    shape of a tile are so long themselves that few floors reach more than MIN_END_SHARE.
    """
    if len(teams) > MIN_TEAMS:
        return 0.0
    if constraints.zone_tile_shapes:
        return MIN_END_SHARE
    return GOOD_END_SHARE if dice.random() < GOOD_END_FLOORS else MIN_END_SHARE


def _are_zones_at_ends(floor: GrowingFloor, end_share: float) -> bool:
    """Return whether the end zones lie apart by more than a share of the longer side of the floor's bounding box."""
    zones = [section.squares for section in floor.sections if section.team is not None]
    return not end_share or measure_end_share(zones, floor.section_by_square) > end_share


def _choose_set_pieces(request: Request, constraints: Constraints, dice: Random) -> list[SetPiece]:
    """Choose the set pieces (special rooms that somebody drew) of a dungeon: mostly one, sometimes none or two.

    Sealed chambers are not among them. The result is empty if passages must be wider than two squares, since no set
    piece fits then. If the first one chosen has no furniture (obstacles such as statues, cliffs, rope bridges), one
    with furniture often takes its place: otherwise floors without furniture would be frequent, of which only BARE_SHARE
    are kept where the edition knows furniture.
    """
    if constraints.min_passage_width <= 2:
        set_pieces = [set_piece for set_piece in find_known_set_pieces(request.ruleset) if not set_piece.is_sealed]
    else:
        set_pieces = []
    chosen = dice.sample(set_pieces, min(len(set_pieces), dice.choices((0, 1, 2), SET_PIECE_WEIGHTS)[0]))
    furnished = [set_piece for set_piece in set_pieces if set_piece.has_furniture and set_piece not in chosen]
    if chosen and furnished and not chosen[0].has_furniture and dice.random() < FURNISHED_SHARE:
        chosen[0] = dice.choice(furnished)
    return chosen


def _build_rooms(builder: Builder, target_squares: int, loop_count: int) -> None:
    """Add rooms until the floor has enough squares, then corridors that close loops between them.

    Both may end early: after ROOM_TRIES tries, or after MAX_FAILED_JOINS failures to find a useful corridor.

    Args:
        builder: The builder of the floor.
        target_squares: How many squares the floor should have.
        loop_count: How many corridors to add.
    """
    for _ in range(ROOM_TRIES):
        if len(builder.floor) >= target_squares:
            break
        builder.add_room()
    failed_joins = 0
    while loop_count > 0 and failed_joins < MAX_FAILED_JOINS:
        was_joined = builder.join_sections(MIN_SAVED_STEPS)
        loop_count, failed_joins = loop_count - was_joined, failed_joins + (not was_joined)


def _choose_canvas_size(
    request: Request, constraints: Constraints, target_squares: int, dice: Random
) -> tuple[Size, Size]:
    """Choose the (width, height) of the rectangle in which the floor may grow, both even, and the margins of it.

    The margins stay free of rooms, see `find_margins`. Without them the area is about two to three times that of the
    floor, less if the size limit requires it. Under quarter turns the rectangle is a square, under a top-bottom flip
    higher than wide, otherwise wider than high.
    """
    area = target_squares / dice.uniform(0.38, 0.6)
    aspect = dice.uniform(1.0, 2.2)
    width, height = round(sqrt(area * aspect)), round(sqrt(area / aspect))
    if request.symmetry is SymmetryMode.QUARTER_TURNS:
        width = height = round(sqrt(area))
    elif request.symmetry is SymmetryMode.TOP_BOTTOM:
        width, height = height, width  # the teams begin above and below, at the ends
    margins = find_margins(constraints, request.team_count, width >= height)
    if constraints.fit:
        short, long = sorted(constraints.fit)
        max_size = (long, short) if width >= height else (short, long)
        width, height = min(width, max_size[0] - 2 * margins[0]), min(height, max_size[1] - 2 * margins[1])
    return (width - width % 2 + 2 * margins[0], height - height % 2 + 2 * margins[1]), margins


def _choose_style(genome: Genome, constraints: Constraints, dice: Random) -> BuildingStyle:
    """Return a random building style whose floors come near the targets of a genome.

    Narrow floors get small rooms, and more passages without a room; open floors get larger rooms and wider passages. A
    high detail gene gives more hazards, bridges, statues, pits and irregular rooms. Hazards and statues occur only as
    the ruleset allows, and in at least REQUIRED_FEATURE_SHARE of the rooms if it requires them.
    """
    narrow, openness, detail = 1 - genome.openness, genome.openness, 0.3 + 0.7 * genome.detail
    has_wide_passages = openness > 0.6 and dice.random() < 2.5 * (openness - 0.6)
    min_side = max(
        constraints.min_passage_width + has_wide_passages + 1, round(3 + 2.5 * openness + dice.uniform(-0.5, 0.5))
    )
    max_side = min_side + 1 + round(4 * openness * dice.random()) + (openness > 0.6)
    hazards = detail if constraints.hazards else 0.0
    min_hazard_share, min_statue_share = (
        REQUIRED_FEATURE_SHARE * is_required for is_required in constraints.requires_hazards_and_obstacles
    )
    return BuildingStyle(
        room_side_range=(min_side, max_side),
        passage_width=constraints.min_passage_width + has_wide_passages,
        max_passage_length=dice.randint(3, 4) + round(2 * narrow + 2 * genome.length),
        bend_share=dice.uniform(0.0, 0.4),
        roomless_share=max(0.0, 0.9 * narrow - 0.35, 1.5 * genome.length - 1.0) * dice.uniform(0.4, 1.0),
        ring_share=dice.uniform(0.0, 0.5) * narrow,
        hazard_room_share=max(dice.uniform(0.1, 0.6) * hazards, min_hazard_share),
        bridge_share=dice.uniform(0.0, 0.5) * hazards,
        irregular_share=dice.uniform(0.0, 0.8) * detail,
        statue_share=max(dice.uniform(0.2, 1.0) * detail, min_statue_share) if constraints.obstacles else 0.0,
        pit_count=round(dice.uniform(0.0, 2.4) * detail) if constraints.pit_distance else 0,
        newest_share=genome.length * dice.uniform(0.4, 1.0),
        centred_share=dice.uniform(0.4, 0.9),
        loop_count=1 + round(genome.loops * 8),
    )


def _add_entries(
    floor: GrowingFloor, constraints: Constraints, teams: Sequence[Team], target_steps: float, dice: Random
) -> bool:
    """Add the entries (zones of two squares) of each team; return whether there was space.

    The entries of different teams are about `target_steps` apart on foot.
    """
    bridge_squares = {square for piece in floor.sections for square in piece.bridge_squares}
    walkable_squares = floor.section_by_square.keys() - floor.hazard_squares - bridge_squares
    chooser = EntryChooser(
        floor.section_by_square,
        walkable_squares,
        lambda squares: floor.can_add(squares, floor.section_by_square),
        floor.find_neighbours,
        target_steps,
        dice,
    )
    entries = chooser.choose_entries(teams, constraints.zones_per_team, floor.symmetry)
    for team, entry in entries or ():
        floor.add_alone(FloorSection(entry.squares, SectionKind.ENTRY, team))
    return bool(entries)


def _add_end_zones(
    floor: GrowingFloor,
    constraints: Constraints,
    teams: Sequence[Team],
    target_steps: float,
    end_share: float,
    dice: Random,
) -> bool:
    """Add the end zones of each team; return whether there was space.

    The zones are as far apart on foot as possible if the rules require it. Otherwise they lie at the ends of the floor,
    as `end_share` says, and about `target_steps` apart.
    """
    list_sites = list_shaped_sites if constraints.zone_tile_shapes else _list_zone_sites
    sites = list(list_sites(floor, constraints))
    dice.shuffle(sites)
    floor_corners = _list_box_corners(floor)
    if not constraints.must_be_far_apart:
        sites = [pair for pair in sites if _can_be_at_end(floor, pair[0].squares, end_share, floor_corners)]
    fitting_sites = (site for site, touched_squares in sites if floor.can_add(site.squares, touched_squares))
    candidates = list(islice(fitting_sites, MAX_ZONE_SITES if floor.turns else 2 * MAX_ZONE_SITES))

    def build_copy(site: ZoneSite, turn: Transform) -> ZoneSite:
        """Return the site to which a rotation or flip of the floor moves a site."""
        squares = frozenset(map(turn.transform_square, site.squares))
        exit_squares = tuple(map(turn.transform_square, site.exit_squares))
        return ZoneSite(squares, exit_squares, floor.section_by_square[exit_squares[0]], site.penalty)

    chooser = ZoneChooser(
        candidates,
        floor.turns,
        build_copy,
        floor.find_neighbours,
        None if constraints.must_be_far_apart else target_steps,
        end_share,
        floor_corners,
    )
    chosen_sites = chooser.choose_sites(len(teams) * constraints.zones_per_team) if candidates else None
    for team, site in zip([*teams] * constraints.zones_per_team, chosen_sites or (), strict=False):
        floor.add_alone(FloorSection(site.squares, SectionKind.END_ZONE, team))
    return bool(chosen_sites)


def _list_box_corners(floor: GrowingFloor) -> tuple[Square, Square]:
    """Return the upper left and the lower right corner of the floor's bounding box."""
    (left, top), (width, height) = find_bounds(floor.section_by_square)
    return (left, top), (left + width - 1, top + height - 1)


def _can_be_at_end(
    floor: GrowingFloor, squares: frozenset[Square], end_share: float, floor_corners: Sequence[Square]
) -> bool:
    """Return whether a zone and its mirrored copy would lie apart by a share of the floor's longer side.

    Without symmetry the other zone may lie anywhere, so the zone is only compared with the corners of the floor.
    """
    if not end_share:
        return True
    if copies := floor.list_copies(squares)[1:]:
        return measure_end_share([squares, *copies], floor_corners) > end_share
    return max(measure_end_share([squares, {corner}], floor_corners) for corner in floor_corners) > end_share


def _list_zone_sites(floor: GrowingFloor, constraints: Constraints) -> Iterator[tuple[ZoneSite, set[Square]]]:
    """Yield possible locations of end zones, each with the floor squares that the zone would touch.

    In front of each wall there are sites of each allowed size: at the middle of the wall, at its ends, or longer than
    the wall and covering it. Sites at the side of a passage, off the middle of a wall, or with a narrow exit have a
    penalty. Whether the floor has space for a site is not tested.
    """
    sizes = {oriented_size for size in constraints.zone_sizes for oriented_size in (size, size[::-1])}
    walls = [
        (index, side, wall_row)
        for index in range(len(floor.sections))
        for side in SIDES
        for wall_row in floor.list_wall_rows(index, side)
    ]
    for index, side, wall_row in walls:
        section, (dx, dy) = floor.sections[index], find_step_along(side)
        for length, depth in sorted(sizes) if len(wall_row) >= max(2, constraints.min_junction_width) else ():
            for offset, off_centre_penalty in list_zone_offsets(len(wall_row) - length):
                row = [
                    (wall_row[0][0] + step * dx, wall_row[0][1] + step * dy) for step in range(offset, offset + length)
                ]
                exit_squares = tuple(square for square in row if square in wall_row)
                penalty = (
                    PASSAGE_PENALTY * section.is_passage
                    + off_centre_penalty
                    + (1.0 if 2 * len(exit_squares) < length * depth else 0.0)
                )
                site = ZoneSite(frozenset(list_squares_before(row, side, depth)), exit_squares, index, penalty)
                yield site, list_touched_squares(exit_squares, side) & section.squares


def _remove_dead_ends(floor: GrowingFloor) -> None:
    """Merge corridors that continue each other, and remove dead ends, until the number of sections stays the same.

    Dead ends are passages that lead nowhere, rooms that can be entered only through another dead-end room, and the ends
    of passages that stick out beyond their last branch. A single room at the end of a passage stays.
    """
    old_count = 0
    while old_count != len(floor.sections):
        old_count = len(floor.sections)
        while any(_merge_corridors(floor, index) for index in range(len(floor.sections))):
            pass
        while hidden_rooms := _find_hidden_rooms(floor):
            floor.remove_sections(hidden_rooms)
        while True:
            connections = floor.find_connections()
            dead_ends = {
                index
                for index, neighbours in connections.items()
                if len(neighbours) < 2 and floor.sections[index].is_passage
            }
            if not dead_ends or len(dead_ends) == len(floor.sections):
                break
            floor.remove_sections(dead_ends)
        for index, section in enumerate(floor.sections):
            # cut off ends that stick out beyond the last branch
            while section.is_passage and not section.hazard_squares:
                squares = floor.sections[index].squares
                end_rows = [
                    row for side in SIDES if (row := _find_end_row(floor, index, side)) and len(row) < len(squares)
                ]
                if not end_rows:
                    break
                floor.replace_squares(index, squares - end_rows[0])


def _merge_corridors(floor: GrowingFloor, index: int) -> bool:
    """Merge a corridor with one that continues it straight in the same width, so that both are one rectangle.

    The mirrored copies are merged in the same way.

    Returns:
        Whether there was such a corridor, and the floor has changed.
    """
    corridor = floor.sections[index]
    if corridor.kind is not SectionKind.CORRIDOR:
        return False
    width = min(find_bounds(corridor.squares)[1])
    neighbours = {
        floor.section_by_square.get(find_neighbour(square, side), index)
        for square in corridor.squares
        for side in SIDES
    } - {index}
    for neighbour in sorted(neighbours):
        other_corridor = floor.sections[neighbour]
        if other_corridor.kind is not SectionKind.CORRIDOR or min(find_bounds(other_corridor.squares)[1]) != width:
            continue
        merged_copies = floor.list_copies(corridor.squares | other_corridor.squares)
        if len(frozenset().union(*merged_copies)) < sum(map(len, merged_copies)):
            merged_copies = [frozenset().union(*merged_copies)]
        sizes = [find_bounds(squares)[1] for squares in merged_copies]
        if all(
            min(size) == width and len(merged_squares) == size[0] * size[1]
            for merged_squares, size in zip(merged_copies, sizes, strict=True)
        ):
            merged_indices = {
                floor.section_by_square[square] for merged_squares in merged_copies for square in merged_squares
            }
            corridor = floor.sections[min(merged_indices)]
            floor.remove_sections(merged_indices)
            for squares in merged_copies:
                floor.add_alone(replace(corridor, squares=squares))
            return True
    return False


def _find_hidden_rooms(floor: GrowingFloor) -> set[int]:
    """Return the indices of rooms that lie too deep in a dead end, and of the passages to them.

    Such a room has one passage, which leads only to another room with at most two exits. So a player would walk through
    a room that has nothing else behind it. A single room behind a room with more exits is not returned.
    """
    hidden_indices, connections = set(), floor.find_connections()
    for index, neighbours in connections.items():
        if len(neighbours) == 1 and floor.sections[index].is_room:
            (passage,) = neighbours
            other_ends = connections[passage] - {index}
            if len(other_ends) == 1 and all(
                len(connections[room]) <= 2 and floor.sections[room].is_room for room in other_ends
            ):
                hidden_indices |= {index, passage}
    return hidden_indices


def _find_end_row(floor: GrowingFloor, index: int, side: Side) -> frozenset[Square] | None:
    """Return the row of squares at the end of a passage on one side, if it leads nowhere and can be cut off.

    None if another section touches the row, or if the passage is not straight for two more rows behind it.
    """
    squares, (dx, dy) = floor.sections[index].squares, side.step
    extreme = max(x * dx + y * dy for x, y in squares)
    row = frozenset((x, y) for x, y in squares if x * dx + y * dy == extreme)
    surrounding_squares = {find_neighbour(square, next_side) for square in row for next_side in SIDES} - row
    if any(floor.section_by_square.get(square, index) != index for square in surrounding_squares):
        return None
    second_row = {find_neighbour(square, side.opposite) for square in row}
    third_row = {find_neighbour(square, side.opposite) for square in second_row}
    return row if surrounding_squares & squares == second_row and third_row <= squares else None


def _extend_room(floor: GrowingFloor, constraints: Constraints, dice: Random) -> bool:
    """Make one random room, and its mirrored copies, one row of squares wider, so that the floor gets larger.

    Rooms that are wide or large enough stay as they are, and so do set pieces (rooms that somebody drew).

    Returns:
        Whether a room could be widened.
    """
    indices = [index for index, section in enumerate(floor.sections) if section.is_room and not section.possible_names]
    dice.shuffle(indices)
    sides = dice.sample(SIDES, 4)
    for index, side in product(indices, sides):
        squares = floor.sections[index].squares
        width, height = find_bounds(squares)[1]
        if min(width, height) >= min(constraints.max_room_width, MAX_WIDENED_SIDE) or len(squares) > min(
            MAX_WIDENED_SQUARES, floor.max_squares // ROOM_DIVISOR
        ):
            continue
        for wall_row in floor.list_wall_rows(index, side):
            new_row = list_squares_before(wall_row, side, 1)
            is_whole_side = len(wall_row) == (height if side in (Side.EAST, Side.WEST) else width)
            if (
                is_whole_side
                and floor.can_add(new_row, list_touched_squares(wall_row, side) & squares)
                and floor.count_thin_rock(new_row) <= MAX_THIN_ROCK
            ):
                _extend_sections(floor, new_row)
                return True
    return False
