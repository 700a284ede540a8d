"""Turn a grown floor into a layout as a person would draw it: named sections with statues and pits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from string import ascii_letters

from msgspec.structs import replace

from dungeon_designer.generator.constraints import ROOM_KINDS, Constraints
from dungeon_designer.generator.free_floor.floor_builder import BuildingStyle
from dungeon_designer.generator.free_floor.growing_floor import (
    FloorSection,
    GrowingFloor,
    SquareSet,
    list_surrounding_squares,
)
from dungeon_designer.generator.free_floor.set_pieces import find_known_set_pieces
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.wishes import WISHES
from dungeon_designer.grid import Square, find_bounds, list_block_squares, measure_distance, rank_by_row
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    Section,
    SectionKind,
    Terrain,
    Trap,
    TrapKind,
    list_teams,
    normalise_layout,
)
from dungeon_designer.layout.transforms import move_layout
from dungeon_designer.layout_edits.floor import draw_section
from dungeon_designer.rules.rule_settings import Bounds

SECTION_IDS = ascii_letters[26:] + ascii_letters[:26]
"""The ids of sections: letters, as in a sketch."""
FORK_KINDS = (SectionKind.JUNCTION,)
"""The kinds of corridors that connect more than two sections."""
TRIES_PER_PIT = 12
"""How many squares are tried for each pit."""
STATUE_CLEARANCE = 2
"""How many squares stay free around statues."""

SMALL_ROOM_NAMES = (
    *("Cell", "Guardroom", "Larder", "Vestry", "Store", "Lookout", "Scullery", "Antechamber", "Alcove", "Cold Store"),
    *("Gatehouse", "Toll Booth", "Watch Post", "Hermitage", "Counting Room", "Clerk's Room", "Shrine", "Cupboard"),
)
MEDIUM_ROOM_NAMES = (
    *("Chamber", "Workshop", "Barracks", "Chapel", "Library", "Stables", "Smithy", "Dormitory", "Brewhouse", "Vault"),
    *("Tannery", "Mess", "Archive", "Observatory", "Granary", "Menagerie", "Map Room", "Trophy Room", "Bath House"),
)
LARGE_ROOM_NAMES = (
    *("Great Hall", "Feasting Hall", "Banquet Hall", "Temple", "Court", "Market", "Assembly", "Nave", "Drill Hall"),
    *("Hall of Echoes", "Hall of Banners", "Audience Hall", "Moot Hall", "Burial Hall"),
)
RING_ROOM_NAMES = ("Cloister", "Ambulatory", "Round Walk", "Pillar Walk", "Colonnade", "Turning Walk", "Well House")
HAZARD_ROOM_NAMES = ("Pool", "Sunken Court", "Basin", "Font", "Quenching Room", "Sinkhole", "Cauldron", "Deep Well")
OBSTACLE_ROOM_NAMES = {
    ObstacleKind.FOUNTAIN: ("Fountain Court", "Well Court", "Nymphaeum"),
    ObstacleKind.IDOL: ("Idol's Court", "Court of the Idol", "Idol Hall"),
    ObstacleKind.THRONE: ("Throne Room", "Hall of the Throne"),
}
"""The names of rooms with an obstacle, by its kind. No other room has such a name."""
BRIDGE_NAMES = ("Bridge", "Crossing", "Span", "Causeway", "Narrow Bridge", "Leap", "Toll Bridge")
CORRIDOR_NAMES = (
    "Gallery",
    "Passage",
    "Long Walk",
    "Undercroft Way",
    "Tunnel",
    "Arcade",
    "Servants' Way",
    "Processional",
)
MIN_NAMED_CORRIDOR = 12
"""From how many squares on a corridor has a name."""


def build_layout(
    floor: GrowingFloor, style: BuildingStyle, constraints: Constraints, request: Request, dice: Random
) -> Layout:
    """Turn a grown floor into a layout: named sections with hazards, bridges, statues and pits.

    All rooms with a hazard share one kind of hazard, and all bridges cross one kind; kinds that the user wishes for are
    preferred. The floor is moved to the upper left corner of the grid.

    Args:
        floor: The grown floor.
        style: The building style, which decides how many statues and pits there are.
        constraints: The numbers that the floor should meet.
        request: The ruleset, the names of rooms that the user wants, and the wishes.
        dice: The random numbers.
    """
    statue_squares = _choose_statue_squares(floor, style, dice)
    pit_by_square = _choose_pits(floor, style, constraints, statue_squares, dice)
    wished_kinds = [WISHES[key].kind for key in request.wishes]
    hazards = [kind for kind in constraints.hazards if kind in wished_kinds] or constraints.hazards
    obstacle_kinds = [kind for kind in constraints.obstacles if kind in wished_kinds] or constraints.obstacles
    lake_hazard, gorge_hazard = (dice.choice(hazards) for _ in range(2)) if hazards else (TerrainKind.LAVA,) * 2
    obstacle_kind = dice.choice(obstacle_kinds) if obstacle_kinds else None
    obstacle_by_square = dict.fromkeys(statue_squares, obstacle_kind) if obstacle_kind else {}
    name_by_square = _choose_names(floor, request.rooms, obstacle_by_square, dice)
    bridge_kind = _choose_bridge_kind(request)
    _set_kinds(floor, constraints)
    floor_sections = sorted(
        floor.sections, key=lambda floor_section: rank_by_row(min(floor_section.squares, key=rank_by_row))
    )
    terrain = [
        (square, gorge_hazard if floor_section.bridge_squares else lake_hazard)
        for floor_section in floor_sections
        for square in floor_section.hazard_squares
        if not floor_section.features
    ]
    terrain += [
        (square, bridge_kind)
        for floor_section in floor_sections
        for square in floor_section.bridge_squares
        if not floor_section.features
    ]
    features = [feature for floor_section in floor_sections for feature in floor_section.features]
    terrain += [(square, kind) for square, kind in features if isinstance(kind, TerrainKind)]
    obstacles = list(obstacle_by_square.items())
    obstacles += [(square, kind) for square, kind in features if isinstance(kind, ObstacleKind)]
    sections = []
    for index, floor_section in enumerate(floor_sections):
        section_id = SECTION_IDS[index] if index < len(SECTION_IDS) else f"s{index}"
        name = name_by_square.get(min(floor_section.squares), "")
        sections.append(
            draw_section(
                Section(id=section_id, kind=floor_section.kind, side=floor_section.team, name=name),
                floor_section.squares,
            )
        )
    layout = Layout(
        ruleset=request.ruleset.id,
        sides=list_teams(request.team_count),
        sections=tuple(sections),
        terrain=tuple(Terrain(kind=kind, at=square) for square, kind in terrain),
        obstacles=tuple(Obstacle(kind=kind, at=square) for square, kind in obstacles),
        traps=tuple(Trap(kind=kind, at=square) for square, kind in pit_by_square.items()),
    )
    (left, top), _ = find_bounds(floor.section_by_square)
    return move_layout(normalise_layout(layout), (-left, -top))


def _choose_bridge_kind(request: Request) -> TerrainKind:
    """Return the kind of bridges between rooms: rope bridges if a set piece of the edition has one, else stone."""
    pieces = find_known_set_pieces(request.ruleset)
    has_rope_bridges = any(kind is TerrainKind.ROPE_BRIDGE for piece in pieces for _, kind in piece.section.features)
    return TerrainKind.ROPE_BRIDGE if has_rope_bridges else TerrainKind.BRIDGE


def _set_kinds(floor: GrowingFloor, constraints: Constraints) -> None:
    """Set the kinds of rooms and of forking corridors so that each kind occurs as often as the ruleset requires.

    A kind is, for example, a large room or a junction. Mirrored copies get the same kind. From the largest sections
    down, each becomes the first kind of which the ruleset requires more; once it requires no more, the last kind of
    which it allows more. If there is none, a section keeps its kind.
    """
    connections = floor.find_connections()
    rooms = [index for index, section in enumerate(floor.sections) if section.is_room]
    forks = [
        index
        for index, section in enumerate(floor.sections)
        if section.kind is SectionKind.CORRIDOR and len(connections[index]) > 2
    ]
    for indices, possible_kinds in ((rooms, ROOM_KINDS), (forks, FORK_KINDS)):
        kinds = [kind for kind in possible_kinds if kind in constraints.section_bounds]
        count_by_kind = Counter[SectionKind]()
        for copies in _sort_by_size(floor, indices):
            missing_kinds = [
                kind for kind in kinds if count_by_kind[kind] < (constraints.section_bounds[kind].min or 0)
            ]
            allowed_kinds = [
                kind for kind in kinds if constraints.section_bounds[kind].allows(count_by_kind[kind] + len(copies))
            ]
            for kind in [*missing_kinds, *reversed(allowed_kinds)][:1]:
                count_by_kind[kind] += len(copies)
                for member in copies:
                    floor.sections[member] = replace(floor.sections[member], kind=kind)


def _sort_by_size(floor: GrowingFloor, indices: Iterable[int]) -> list[set[int]]:
    """Return sets of section indices, each of a section and its mirrored copies, the largest sections first."""
    return sorted(floor.group_with_copies(indices), key=lambda members: -len(floor.sections[min(members)].squares))


def _choose_names(
    floor: GrowingFloor, required_names: Iterable[str], obstacle_by_square: Mapping[Square, ObstacleKind], dice: Random
) -> dict[Square, str]:
    """Return a name for each room, bridge and long corridor, by the smallest of its squares.

    The largest rooms get the names that the user wants. Other names fit the look of the section; mirrored copies share
    a name and are told apart by a direction, such as `The Western Vault`.

    Args:
        floor: The floor.
        required_names: The names that the user wants.
        obstacle_by_square: The obstacles outside set pieces; a room with a fountain may be called after it.
        dice: The random numbers.
    """
    long_corridors = {
        index
        for index, candidate in enumerate(floor.sections)
        if candidate.kind is SectionKind.CORRIDOR and len(candidate.squares) >= MIN_NAMED_CORRIDOR
    }
    named_indices = [
        index
        for index, named_section in enumerate(floor.sections)
        if named_section.is_room or named_section.bridge_squares or index in long_corridors
    ]
    missing_names, used_words, name_by_square = list(required_names), set(required_names), {}
    for members in _sort_by_size(floor, named_indices):
        sections = [floor.sections[member] for member in sorted(members)]
        words = _list_fitting_names(sections[0], obstacle_by_square)
        word = dice.choice([word for word in words if word not in used_words] or words)
        used_words.add(word)
        for section, direction in zip(sections, _list_directions(sections), strict=True):
            required_name = missing_names.pop(0) if missing_names and section.is_room else ""
            name_by_square[min(section.squares)] = required_name or f"The {direction}{word}"
    return name_by_square


def _list_fitting_names(section: FloorSection, obstacle_by_square: Mapping[Square, ObstacleKind]) -> tuple[str, ...]:
    """Return the possible names for the look of a section, without `The`.

    A set piece (a special room that somebody drew) has names of its own. Otherwise it depends on whether the section is
    a bridge, a corridor, a room with a fountain or an idol, with a hazard, or around rock, or a small, medium or large
    room.
    """
    if section.possible_names:
        return section.possible_names
    if section.is_passage:
        return BRIDGE_NAMES if section.bridge_squares else CORRIDOR_NAMES
    kinds = {obstacle_by_square[square] for square in section.squares if square in obstacle_by_square}
    if obstacle_names := tuple(name for kind in kinds for name in OBSTACLE_ROOM_NAMES.get(kind, ())):
        return obstacle_names
    (left, top), (width, height) = find_bounds(section.squares)
    if section.hazard_squares or (left + width // 2, top + height // 2) not in section.squares:
        return HAZARD_ROOM_NAMES if section.hazard_squares else RING_ROOM_NAMES
    if len(section.squares) < 16:
        return SMALL_ROOM_NAMES
    return MEDIUM_ROOM_NAMES if len(section.squares) < 30 else LARGE_ROOM_NAMES


def _list_directions(sections: list[FloorSection]) -> list[str]:
    """Return for each of some mirrored copies a word for its direction from the middle of all, such as `Western `.

    The words tell two copies apart by the axis along which they lie farther apart. A single section gets an empty text.
    """
    boxes = [find_bounds(section.squares) for section in sections]
    centres = [(left + width / 2, top + height / 2) for (left, top), (width, height) in boxes]
    x, y = (sum(centre[axis] for centre in centres) / len(centres) for axis in (0, 1))
    offsets = [(u - x, v - y) for u, v in centres]
    is_wide = max(abs(u) for u, _ in offsets) >= max(abs(v) for _, v in offsets)
    directions = []
    for u, v in offsets:
        is_horizontal = is_wide if len(sections) == 2 else abs(u) >= abs(v)
        directions.append(
            ("Western " if u < 0 else "Eastern ") if is_horizontal else "Northern " if v < 0 else "Southern "
        )
    return directions if len(sections) > 1 else [""]


def _choose_statue_squares(floor: GrowingFloor, style: BuildingStyle, dice: Random) -> SquareSet:
    """Choose the squares of statues, with mirrored copies: in the middle of a room, in pairs, or near its corners.

    The style decides which share of the rooms has statues; one room has some if nothing else stands in the dungeon and
    the ruleset knows obstacles. Set pieces and rooms with hazards get none, and all squares around a statue must belong
    to the room.
    """
    statue_squares: set[Square] = set()
    skipped_patterns: list[list[list[Square]]] = []
    for copies in floor.group_with_copies(index for index, section in enumerate(floor.sections) if section.is_room):
        section = floor.sections[min(copies)]
        has_statues = dice.random() < style.statue_share
        if section.possible_names or section.hazard_squares:
            continue
        patterns = [
            pattern
            for pattern in _list_statue_patterns(section.squares)
            if section.squares.issuperset({*pattern, *list_surrounding_squares(pattern)})
        ]
        if patterns and has_statues:
            statue_squares = statue_squares.union(*floor.list_copies(dice.choice(patterns)))
        elif patterns:
            skipped_patterns.append(patterns)
    has_furniture = any(isinstance(kind, ObstacleKind) for section in floor.sections for _, kind in section.features)
    if not statue_squares and not has_furniture and skipped_patterns and style.statue_share:
        statue_squares = statue_squares.union(*floor.list_copies(dice.choice(dice.choice(skipped_patterns))))
    return frozenset(statue_squares)


def _list_statue_patterns(squares: SquareSet) -> Iterator[list[Square]]:
    """Yield the squares of each pattern in which statues can stand in a room; each is symmetric in both directions.

    The patterns are a block in the middle, two at the ends of the width or height, and one near each corner. A small
    room, or one that is far from a rectangle, has none.
    """
    (left, top), (width, height) = find_bounds(squares)
    if len(squares) < width * height - 12 or min(width, height) < 2 * STATUE_CLEARANCE + 1:
        return
    block_size = (2 - width % 2, 2 - height % 2)
    block_corner = left + (width - block_size[0]) // 2, top + (height - block_size[1]) // 2
    if width - block_size[0] >= 2 * STATUE_CLEARANCE and height - block_size[1] >= 2 * STATUE_CLEARANCE:
        yield list_block_squares(block_corner, block_size)
    columns = (left + STATUE_CLEARANCE, left + width - 1 - STATUE_CLEARANCE)
    rows = (top + STATUE_CLEARANCE, top + height - 1 - STATUE_CLEARANCE)
    if width >= 8 and block_size[1] + 2 * STATUE_CLEARANCE <= height:
        yield [square for x in columns for square in list_block_squares((x, block_corner[1]), (1, block_size[1]))]
    if height >= 8 and block_size[0] + 2 * STATUE_CLEARANCE <= width:
        yield [square for y in rows for square in list_block_squares((block_corner[0], y), (block_size[0], 1))]
    if width >= 8 and height >= 8:
        yield [(x, y) for x in columns for y in rows]


def _choose_pits(
    floor: GrowingFloor, style: BuildingStyle, constraints: Constraints, blocked_squares: SquareSet, dice: Random
) -> dict[Square, TrapKind]:
    """Choose the squares of pits: on corridors, and in rooms away from the walls, with mirrored copies if possible.

    Pits keep the distance that the rules require. Each kind should occur at least as often as the ruleset requires, and
    one random kind at least as often as the style says.

    Returns:
        The kind of pit by square, with the pits of set pieces.
    """
    pit_by_square = {
        square: kind for section in floor.sections for square, kind in section.features if isinstance(kind, TrapKind)
    }
    free_squares = []
    for section in (plain_section for plain_section in floor.sections if not plain_section.possible_names):
        dry_squares = section.squares - section.hazard_squares
        if section.is_room:
            free_squares += [
                square
                for square in dry_squares - blocked_squares
                if dry_squares.issuperset(list_surrounding_squares([square]))
            ]
        elif section.team is None:
            free_squares += dry_squares - section.bridge_squares - blocked_squares
    free_squares.sort()
    default_kind = dice.choice((TrapKind.OPEN_PIT, TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT))
    for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        count_bounds = constraints.pit_bounds.get(kind, Bounds())
        missing_count = max(
            style.pit_count * floor.copy_count if kind is default_kind else 0, count_bounds.min or 0
        ) - [*pit_by_square.values()].count(kind)
        missing_count = missing_count if count_bounds.max is None else min(missing_count, count_bounds.max)
        # with copies; the last pits, too few for all copies, alone
        tried_squares = dice.choices(free_squares, k=TRIES_PER_PIT * missing_count) if free_squares else []
        if count_bounds.min:  # required pits may lie on any square that is left
            tried_squares += dice.sample(free_squares, len(free_squares))
        for square in tried_squares if missing_count > 0 else ():
            if missing_count >= floor.copy_count:
                copies = [next(iter(copy)) for copy in floor.list_copies([square])]
            else:
                copies = [square]
            other_squares = {*pit_by_square, *copies}
            is_clear = all(
                measure_distance(a, b) >= max(constraints.pit_distance, 1) for a in copies for b in other_squares - {a}
            )
            if is_clear and missing_count >= len(copies) and pit_by_square.keys().isdisjoint(copies):
                pit_by_square.update(dict.fromkeys(copies, kind))
                missing_count -= len(copies)
    return pit_by_square
