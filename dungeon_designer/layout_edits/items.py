"""Items that a hand can pick out of a layout, layouts as heaps of items, and items put down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any, NamedTuple

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Edge, Size, Square, edge_run, neighbour
from dungeon_designer.layout.edits import Turn, carried, on_grid
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
    normalised,
)
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import translate

FIELDS = (
    "labels", "chests", "portals", "traps", "obstacles", "square_doors", "doors", "leap_edges", "walls", "machines",
    "terrain", "sections",
)  # fmt: skip
"""The lists of a layout that hold things, those on top first."""

ON_SQUARES = ("chests", "portals", "traps", "obstacles", "square_doors", "terrain")
ON_EDGES = ("doors", "leap_edges", "walls")


class ItemRef(NamedTuple):
    """One thing of a layout: the list it stands in, and what it is."""

    field: str
    value: Any


def covered(section: Section, library: TileLibrary) -> frozenset[Square]:
    """The squares a section covers, drawn or placed."""
    if not section.tile:
        return frozenset(section.squares)
    tile = library.get(section.tile)
    return frozenset(square for square, _ in tile.placed(section.at, section.turn, section.flip))


def tile_sizes(layout: Layout, library: TileLibrary) -> dict[str, Size]:
    """The size, as drawn, of each tile a layout places."""
    return {section.tile: library.get(section.tile).size for section in layout.sections if section.tile}


def squares_of(thing: ItemRef, library: TileLibrary) -> frozenset[Square]:
    """The squares a thing stands on; of a thing on edges, those on both sides."""
    field, value = thing
    if field == "sections":
        return covered(value, library)
    if field in ON_EDGES:
        run = edge_run(value.at, value.side, value.width)
        return frozenset(square for here, side in run for square in (here, neighbour(here, side)))
    if isinstance(value, RollingBall):
        return frozenset(value.track)
    return frozenset() if isinstance(value, RotatingRoom) else frozenset(_own_squares(value))


def items_of(layout: Layout) -> Iterator[ItemRef]:
    """Every thing of a layout, those on top first."""
    for field in FIELDS:
        for value in getattr(layout, field):
            yield ItemRef(field, value)


def as_layout(things: Iterable[ItemRef]) -> Layout:
    """A layout of some things alone."""
    lists: dict[str, list[Any]] = {}
    for field, value in things:
        lists.setdefault(field, []).append(value)
    return replace(Layout(), **{field: tuple(values) for field, values in lists.items()})


def without(layout: Layout, things: Collection[ItemRef]) -> Layout:
    """The layout without some things; machines forget the sections that went."""
    return exchanged(layout, dict.fromkeys(things))


def exchanged(layout: Layout, new: Mapping[ItemRef, ItemRef | None]) -> Layout:
    """The layout with things put in the place of others; None takes away."""
    lists: dict[str, tuple[Any, ...]] = {}
    for field in {thing.field for thing in new}:
        kept = (new.get(ItemRef(field, value), ItemRef(field, value)) for value in getattr(layout, field))
        lists[field] = tuple(thing.value for thing in kept if thing is not None)
    return normalised(forgetful(replace(layout, **lists)))


def forgetful(layout: Layout) -> Layout:
    """The layout without turning rooms' sections that are gone; a room of none is no machine."""
    ids = {section.id for section in layout.sections}
    machines = []
    for machine in layout.machines:
        if isinstance(machine, RotatingRoom):
            left = tuple(name for name in machine.sections if name in ids)
            if not left:
                continue
            machine = replace(machine, sections=left)
        machines.append(machine)
    return replace(layout, machines=tuple(machines))


def put(thing: ItemRef, turn: Turn, sizes: Mapping[str, Size]) -> ItemRef:
    """A thing where a turn puts it; EditError when that is off the grid."""
    landed = carried(as_layout([thing]), turn, sizes)
    if not on_grid(landed, sizes):
        raise EditError(translate("layout_edits", "that would leave the grid: coordinates begin at 0"))
    return ItemRef(thing.field, getattr(landed, thing.field)[0])


def carried_items(
    layout: Layout, things: Collection[ItemRef], turn: Turn, library: TileLibrary
) -> tuple[Layout, frozenset[ItemRef]]:
    """The layout with some things where a turn puts them, and those things as they are then."""
    sizes = tile_sizes(layout, library)
    landed = {thing: put(thing, turn, sizes) for thing in things if not isinstance(thing.value, RotatingRoom)}
    return exchanged(layout, landed), frozenset(landed.values())


def shift(by: Square) -> Turn:
    """The turn that only moves."""
    return Turn((0, 0), (1, 1), by, 0, False)


def moved_items(
    layout: Layout, things: Collection[ItemRef], by: Square, library: TileLibrary
) -> tuple[Layout, frozenset[ItemRef]]:
    """The layout with some things moved; EditError when one would leave the grid."""
    return carried_items(layout, things, shift(by), library)


def items_at(board: Board, square: Square, but: Collection[str] = ()) -> list[ItemRef]:
    """What lies on a square, the topmost first, `but` those of some lists; things on edges are found by their edge."""
    owner = board.section_at(square)
    found = []
    for thing in items_of(board.layout):
        if thing.field == "sections":
            if owner is not None and thing.value.id == owner.id:
                found.append(thing)
        elif thing.field not in (*ON_EDGES, *but) and square in squares_of(thing, board.library):
            found.append(thing)
    return found


def item_on(layout: Layout, border: Edge, but: Collection[str] = ()) -> ItemRef | None:
    """The door, leap edge or wall on a border, the topmost, `but` those of some lists; None where there is none."""
    things = (ItemRef(field, run) for field in ON_EDGES if field not in but for run in getattr(layout, field))
    return next((it for it in things if border in edge_run(it.value.at, it.value.side, it.value.width)), None)


def items_within(layout: Layout, squares: Collection[Square], library: TileLibrary) -> frozenset[ItemRef]:
    """The things that lie on some squares whole."""
    inside = frozenset(squares)
    return frozenset(thing for thing in items_of(layout) if (own := squares_of(thing, library)) and own <= inside)


def with_contents(layout: Layout, section: Section, library: TileLibrary) -> frozenset[ItemRef]:
    """A section with all that lies on it and on edges inside it."""
    own = covered(section, library)
    lying = {thing for thing in items_within(layout, own, library) if thing.field != "sections"}
    return frozenset(lying | {ItemRef("sections", section)})


def added(layout: Layout, fragment: Layout) -> tuple[Layout, frozenset[ItemRef]]:
    """The layout with a fragment's things besides: new ids and portal numbers where the old are taken."""
    names: dict[str, str] = {}
    ids = {section.id for section in layout.sections}
    for section in fragment.sections:
        names[section.id] = section.id if section.id not in ids else fresh_id(ids)
        ids.add(names[section.id])
    numbers, portals = [portal.number for portal in layout.portals], []
    for portal in fragment.portals:
        numbers.append(portal.number if portal.number not in numbers else next_number(numbers))
        portals.append(replace(portal, number=numbers[-1]))
    machines = [
        replace(machine, sections=tuple(names[name] for name in machine.sections if name in names))
        if isinstance(machine, RotatingRoom)
        else machine
        for machine in fragment.machines
    ]
    sections = tuple(replace(section, id=names[section.id]) for section in fragment.sections)
    fragment = replace(fragment, sections=sections, portals=tuple(portals), machines=tuple(machines))
    lists = {field: (*getattr(layout, field), *getattr(fragment, field)) for field in FIELDS}
    return normalised(replace(layout, **lists)), frozenset(items_of(normalised(fragment)))


def next_number(taken: Collection[int]) -> int:
    """The smallest portal number that is free; EditError when all 99 are taken.

    >>> next_number([1, 2, 4])
    3
    """
    number = next(number for number in count(1) if number not in taken)
    if number > 99:
        raise EditError(translate("layout_edits", "there are 99 portals already"))
    return number


def fresh_id(taken: Collection[str]) -> str:
    """The first section id that is free: single letters, which sketches can draw, then numbers.

    >>> fresh_id({"A", "B"})
    'C'
    """
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return next(name for name in chain(letters, map("s{}".format, count(1))) if name not in taken)


def with_chest(layout: Layout, square: Square) -> Layout:
    """A chest on a square, if none is there."""
    return with_things(layout, "chests", [square])


def with_portal(layout: Layout, square: Square) -> Layout:
    """A portal of the next free number on a square, if none is there; EditError when no number is left."""
    if any(portal.at == square for portal in layout.portals):
        return layout
    portal = Portal(number=next_number([each.number for each in layout.portals]), at=square)
    return normalised(replace(layout, portals=(*layout.portals, portal)))


def with_things(layout: Layout, field: str, things: Collection[Any]) -> Layout:
    """Things of one of the lists of what stands on squares, in the place of any of that list on their squares."""
    taken = {square for thing in things for square in _own_squares(thing)}
    kept = tuple(each for each in getattr(layout, field) if taken.isdisjoint(_own_squares(each)))
    return normalised(replace(layout, **{field: (*kept, *things)}))


def _own_squares(thing: Any) -> list[Square]:
    return [thing] if isinstance(thing, tuple) else thing.squares if isinstance(thing, Trap) else [thing.at]


def with_ground(layout: Layout, squares: Iterable[Square], kind: TerrainKind | ObstacleKind) -> Layout:
    """Terrain or an obstacle on some squares, in the place of what of that stood there."""
    if isinstance(kind, TerrainKind):
        return with_things(layout, "terrain", [Terrain(kind=kind, at=square) for square in dict.fromkeys(squares)])
    return with_things(layout, "obstacles", [Obstacle(kind=kind, at=square) for square in dict.fromkeys(squares)])


def with_turning_room(layout: Layout, sections: Iterable[str]) -> Layout:
    """These sections turn together; a machine that turned one of them goes."""
    names = tuple(dict.fromkeys(sections))
    kept = tuple(
        each for each in layout.machines if not isinstance(each, RotatingRoom) or set(each.sections).isdisjoint(names)
    )
    return replace(layout, machines=(*kept, RotatingRoom(sections=names)))
