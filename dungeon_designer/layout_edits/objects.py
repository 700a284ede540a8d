"""Find, move, add and remove objects of a layout, and combine layouts.

Here an object is an entry of any list: a section, chest, door or label.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any, NamedTuple

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Edge, Size, Square, find_neighbour, list_edges
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    Terrain,
    TerrainKind,
    Trap,
    normalise_layout,
)
from dungeon_designer.layout.transforms import Transform, is_on_grid, transform_layout
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import translate

OBJECT_FIELDS = (
    "labels", "chests", "portals", "traps", "obstacles", "square_doors", "doors", "leap_edges", "walls", "machines",
    "terrain", "sections",
)  # fmt: skip
"""The lists of a layout that hold objects, those on top first."""

SQUARE_FIELDS = ("chests", "portals", "traps", "obstacles", "square_doors", "terrain")
"""The lists whose objects stand on squares."""
EDGE_FIELDS = ("doors", "leap_edges", "walls")
"""The lists whose objects stand on edges."""


class ObjectRef(NamedTuple):
    """An object of a layout: the key of its list, and the entry itself."""

    field: str
    value: Any


def find_covered_squares(section: Section, library: TileLibrary) -> frozenset[Square]:
    """Return the squares that a section covers, drawn or placed."""
    if not section.tile:
        return frozenset(section.squares)
    tile = library.get(section.tile)
    return frozenset(square for square, _ in tile.list_placed_squares(section.at, section.turn, section.flip))


def find_tile_sizes(layout: Layout, library: TileLibrary) -> dict[str, Size]:
    """Return the size, unrotated, of each tile that a layout places, by the tile's id."""
    return {section.tile: library.get(section.tile).size for section in layout.sections if section.tile}


def find_object_squares(ref: ObjectRef, library: TileLibrary) -> frozenset[Square]:
    """Return the squares on which an object stands; for an object on edges the squares on both sides.

    A rotating room stands on no square of its own.
    """
    field, value = ref
    if field == "sections":
        return find_covered_squares(value, library)
    if field in EDGE_FIELDS:
        edges = list_edges(value.at, value.side, value.width)
        near_squares = [square for square, _ in edges]
        far_squares = [find_neighbour(square, side) for square, side in edges]
        return frozenset(near_squares + far_squares)
    if isinstance(value, RollingBall):
        return frozenset(value.track)
    return frozenset() if isinstance(value, RotatingRoom) else frozenset(_list_entry_squares(value))


def list_objects(layout: Layout) -> Iterator[ObjectRef]:
    """Yield every object of a layout, those on top first."""
    for field in OBJECT_FIELDS:
        for value in getattr(layout, field):
            yield ObjectRef(field, value)


def build_object_layout(refs: Iterable[ObjectRef]) -> Layout:
    """Return a layout that holds some objects and nothing else."""
    lists: dict[str, list[Any]] = {}
    for field, value in refs:
        lists.setdefault(field, []).append(value)
    return replace(Layout(), **{field: tuple(values) for field, values in lists.items()})


def remove_objects(layout: Layout, refs: Collection[ObjectRef]) -> Layout:
    """Return the layout without some objects. A removed section is also taken out of its rotating room."""
    return replace_objects(layout, dict.fromkeys(refs))


def replace_objects(layout: Layout, new_refs: Mapping[ObjectRef, ObjectRef | None]) -> Layout:
    """Return the layout with some objects replaced or removed.

    Args:
        layout: the layout.
        new_refs: for each object to change the object in its stead; None to remove it.
    """
    lists: dict[str, tuple[Any, ...]] = {}
    for field in {ref.field for ref in new_refs}:
        refs = [ObjectRef(field, value) for value in getattr(layout, field)]
        changed_refs = [new_refs.get(ref, ref) for ref in refs]
        lists[field] = tuple(ref.value for ref in changed_refs if ref is not None)
    return normalise_layout(drop_missing_sections(replace(layout, **lists)))


def drop_missing_sections(layout: Layout) -> Layout:
    """Return the layout with the ids of missing sections removed from its rotating rooms.

    A rotating room without any section is removed.
    """
    ids = {section.id for section in layout.sections}
    machines = []
    for machine in layout.machines:
        if isinstance(machine, RotatingRoom):
            existing_ids = tuple(section_id for section_id in machine.sections if section_id in ids)
            if not existing_ids:
                continue
            machine = replace(machine, sections=existing_ids)
        machines.append(machine)
    return replace(layout, machines=tuple(machines))


def transform_object(
    ref: ObjectRef, transform: Transform, sizes: Mapping[str, Size], may_leave_grid: bool = False
) -> ObjectRef:
    """Return an object flipped, rotated and moved by a transform.

    It is transformed as the only object of a layout, since layouts know how each kind of object is transformed.

    Args:
        ref: the object.
        transform: the flip, rotation and shift.
        sizes: the size of each tile as drawn, by its id; needed if the object is a placed tile.
        may_leave_grid: whether the caller moves the layout back into the grid if the object leaves it.

    Raises:
        EditError: the object would leave the grid.
    """
    transformed = transform_layout(build_object_layout([ref]), transform, sizes)
    if not may_leave_grid and not is_on_grid(transformed, sizes):
        raise EditError(translate("layout_edits", "that would leave the grid: coordinates begin at 0"))
    new_values = getattr(transformed, ref.field)  # the list of the object, which now holds nothing else
    return ObjectRef(ref.field, new_values[0])


def transform_objects(
    layout: Layout,
    refs: Collection[ObjectRef],
    transform: Transform,
    library: TileLibrary,
    may_leave_grid: bool = False,
) -> tuple[Layout, frozenset[ObjectRef]]:
    """Return the layout with some objects transformed, and the same objects as they are afterwards.

    Rotating rooms are neither transformed nor returned, since they move with their sections. `may_leave_grid` is that
    of `transform_object`.

    Raises:
        EditError: an object would leave the grid.
    """
    sizes = find_tile_sizes(layout, library)
    new_refs = {
        ref: transform_object(ref, transform, sizes, may_leave_grid)
        for ref in refs
        if not isinstance(ref.value, RotatingRoom)
    }
    return replace_objects(layout, new_refs), frozenset(new_refs.values())


def build_shift(offset: Square) -> Transform:
    """Return the transform that only moves by an offset (dx, dy)."""
    # it moves the square (0, 0), a rectangle of size (1, 1), to the offset, and everything else with it
    return Transform(corner=(0, 0), size=(1, 1), new_corner=offset, quarters=0, flip=False)


def move_object(ref: ObjectRef, offset: Square, library: TileLibrary) -> ObjectRef:
    """Return an object moved by an offset (dx, dy), on the grid or off it. A rotating room stays as it is."""
    if isinstance(ref.value, RotatingRoom):
        return ref
    sizes = find_tile_sizes(build_object_layout([ref]), library)
    return transform_object(ref, build_shift(offset), sizes, may_leave_grid=True)


def move_objects(
    layout: Layout, refs: Collection[ObjectRef], offset: Square, library: TileLibrary, may_leave_grid: bool = False
) -> tuple[Layout, frozenset[ObjectRef]]:
    """Return the layout with some objects moved by an offset (dx, dy), and those objects afterwards.

    `may_leave_grid` is that of `transform_object`.

    Raises:
        EditError: an object would leave the grid.
    """
    return transform_objects(layout, refs, build_shift(offset), library, may_leave_grid)


def list_objects_at(board: Board, square: Square, excluded_fields: Collection[str] = ()) -> list[ObjectRef]:
    """Return the objects on a square, the topmost first, without those of the lists in `excluded_fields`.

    Objects on edges are not included: see `find_object_on_edge`.
    """
    owner = board.find_section(square)
    refs = []
    for ref in list_objects(board.layout):
        if ref.field == "sections":
            if owner is not None and ref.value.id == owner.id:
                refs.append(ref)
        elif ref.field not in (*EDGE_FIELDS, *excluded_fields) and square in find_object_squares(ref, board.library):
            refs.append(ref)
    return refs


def find_object_on_edge(layout: Layout, edge: Edge, excluded_fields: Collection[str] = ()) -> ObjectRef | None:
    """Return the topmost door, leap edge or wall on an edge; None if there is none.

    A leap edge is an edge of a square where players may leap over a hazard such as a chasm. Lists in `excluded_fields`
    are not searched.
    """
    for field in EDGE_FIELDS:
        if field in excluded_fields:
            continue
        for value in getattr(layout, field):
            if edge in list_edges(value.at, value.side, value.width):
                return ObjectRef(field, value)
    return None


def find_objects_within(layout: Layout, squares: Collection[Square], library: TileLibrary) -> frozenset[ObjectRef]:
    """Return the objects that lie completely on some squares. Rotating rooms, which lie on none, are left out."""
    allowed_squares = frozenset(squares)
    refs = set()
    for ref in list_objects(layout):
        object_squares = find_object_squares(ref, library)
        if object_squares and object_squares <= allowed_squares:
            refs.add(ref)
    return frozenset(refs)


def find_section_contents(layout: Layout, section: Section, library: TileLibrary) -> frozenset[ObjectRef]:
    """Return a section, all objects that lie completely on it, and those on edges between two of its squares."""
    section_squares = find_covered_squares(section, library)
    contents = {ref for ref in find_objects_within(layout, section_squares, library) if ref.field != "sections"}
    return frozenset(contents | {ObjectRef("sections", section)})


def add_fragment(layout: Layout, fragment: Layout) -> tuple[Layout, frozenset[ObjectRef]]:
    """Return the layout with the objects of a fragment added, and those objects as they are afterwards.

    A fragment is a layout of objects that were copied or cut. If a section id or portal number of it is used in the
    layout already, the added object gets a free one.
    """
    fragment = _rename_sections(fragment, {section.id for section in layout.sections})
    used_numbers = [portal.number for portal in layout.portals]
    portals = []
    for portal in fragment.portals:
        number = portal.number
        if number in used_numbers:
            number = find_free_portal_number(used_numbers)
        used_numbers.append(number)
        portals.append(replace(portal, number=number))
    fragment = replace(fragment, portals=tuple(portals))
    lists = {field: (*getattr(layout, field), *getattr(fragment, field)) for field in OBJECT_FIELDS}
    return normalise_layout(replace(layout, **lists)), frozenset(list_objects(normalise_layout(fragment)))


def _rename_sections(fragment: Layout, used_ids: Collection[str]) -> Layout:
    """Return a layout in which each section whose id is used elsewhere has a free id. Its rotating rooms follow."""
    ids = set(used_ids)
    new_ids: dict[str, str] = {}
    for section in fragment.sections:
        new_ids[section.id] = section.id if section.id not in ids else find_free_section_id(ids)
        ids.add(new_ids[section.id])
    sections = tuple(replace(section, id=new_ids[section.id]) for section in fragment.sections)
    machines = []
    for machine in fragment.machines:
        if isinstance(machine, RotatingRoom):
            section_ids = tuple(new_ids[old_id] for old_id in machine.sections if old_id in new_ids)
            machine = replace(machine, sections=section_ids)
        machines.append(machine)
    return replace(fragment, sections=sections, machines=tuple(machines))


def find_free_portal_number(used_numbers: Collection[int]) -> int:
    """Return the smallest portal number from 1 that is not used. Raise EditError if all 99 are used.

    >>> find_free_portal_number([1, 2, 4])
    3
    """
    for number in range(1, 100):  # a dungeon file can number portals from 1 to 99
        if number not in used_numbers:
            return number
    raise EditError(translate("layout_edits", "there are 99 portals already"))


def find_free_section_id(used_ids: Collection[str]) -> str:
    """Return the first free section id: single letters, which sketches can draw, then s1, s2 and so on.

    >>> find_free_section_id({"A", "B"})
    'C'
    """
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    numbered_ids = (f"s{number}" for number in count(1))
    return next(section_id for section_id in chain(letters, numbered_ids) if section_id not in used_ids)


def add_chest(layout: Layout, square: Square) -> Layout:
    """Return the layout with a chest on a square."""
    return add_objects(layout, "chests", [square])


def add_portal(layout: Layout, square: Square) -> Layout:
    """Return the layout with a portal of the next free number on a square; unchanged if a portal is there.

    Raises:
        EditError: no number is left.
    """
    if any(portal.at == square for portal in layout.portals):
        return layout
    portal = Portal(number=find_free_portal_number([other.number for other in layout.portals]), at=square)
    return normalise_layout(replace(layout, portals=(*layout.portals, portal)))


def add_objects(layout: Layout, field: str, values: Collection[Any]) -> Layout:
    """Return the layout with objects of one list added. They replace objects of that list on the same squares."""
    new_squares = {square for value in values for square in _list_entry_squares(value)}
    kept_values = tuple(
        old_value for old_value in getattr(layout, field) if new_squares.isdisjoint(_list_entry_squares(old_value))
    )
    return normalise_layout(replace(layout, **{field: (*kept_values, *values)}))


def _list_entry_squares(value: Any) -> list[Square]:
    """Return the squares of an entry of a layout's list: of a chest, a trap, or any other entry with one square."""
    if isinstance(value, tuple):  # a chest is stored as its bare square
        return [value]
    return value.squares if isinstance(value, Trap) else [value.at]


def add_terrain(layout: Layout, squares: Iterable[Square], kind: TerrainKind | ObstacleKind) -> Layout:
    """Return the layout with terrain or an obstacle on some squares.

    New terrain replaces terrain there, and a new obstacle replaces obstacles; other objects stay.
    """
    if isinstance(kind, TerrainKind):
        return add_objects(layout, "terrain", [Terrain(kind=kind, at=square) for square in dict.fromkeys(squares)])
    return add_objects(layout, "obstacles", [Obstacle(kind=kind, at=square) for square in dict.fromkeys(squares)])


def add_rotating_room(layout: Layout, sections: Iterable[str]) -> Layout:
    """Return the layout in which some sections rotate together. Rotating rooms that hold one of them are removed."""
    names = tuple(dict.fromkeys(sections))
    kept_machines = tuple(
        machine
        for machine in layout.machines
        if not isinstance(machine, RotatingRoom) or set(machine.sections).isdisjoint(names)
    )
    return replace(layout, machines=(*kept_machines, RotatingRoom(sections=names)))
