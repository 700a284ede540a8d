"""Floor drawn, painted, filled and rubbed out, square by square."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from dungeon_designer.board.model import OPEN, Board
from dungeon_designer.errors import EditError
from dungeon_designer.grid import SIDES, Edge, Square, bounds, neighbour
from dungeon_designer.layout.model import (
    Layout,
    ObstacleKind,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    TerrainKind,
    normalised,
)
from dungeon_designer.layout_edits.edges import without_edges_of
from dungeon_designer.layout_edits.items import (
    ON_SQUARES,
    ItemRef,
    covered,
    forgetful,
    fresh_id,
    item_on,
    items_at,
    items_of,
    squares_of,
    with_ground,
    with_things,
    without,
)
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import translate

SIDED = (SectionKind.END_ZONE, SectionKind.ENTRY)
"""The kinds that belong to a side."""


def drawn(section: Section, squares: Collection[Square]) -> Section:
    """A drawn section that covers just these squares."""
    (left, top), (width, height) = bounds(squares)
    rows = ["".join("." if (left + x, top + y) in squares else "#" for x in range(width)) for y in range(height)]
    return replace(section, at=(left, top), rows=tuple(rows))


def with_section(layout: Layout, section: Section) -> Layout:
    """The layout with a section in the place of the one of its id."""
    return replace(layout, sections=tuple(section if each.id == section.id else each for each in layout.sections))


def with_room(
    layout: Layout, squares: Iterable[Square], kind: SectionKind, library: TileLibrary, side: Team | None = None
) -> Layout:
    """A new section on the squares that are rock so far; an end zone or entry takes drawn floor over, too.

    The layout itself when no square is left for it.
    """
    wanted = set(squares)
    if kind in SIDED:
        side = side or missing_side(layout, kind, library)
        wanted -= _of_tiles(layout, library)
        layout = without_floor(layout, wanted)
    else:
        side = None
        wanted -= floor_of(layout, library)
    if not wanted:
        return layout
    name = fresh_id({section.id for section in layout.sections})
    section = drawn(Section(id=name, kind=kind, side=side), wanted)
    return normalised(replace(layout, sections=(*layout.sections, section)))


def missing_side(layout: Layout, kind: SectionKind, library: TileLibrary) -> Team:
    """The side that has fewest sections of a kind, drawn or placed; of equals the first."""
    counts = dict.fromkeys(layout.teams, 0)
    for section in layout.sections:
        tile = library.get(section.tile) if section.tile else None
        side = section.side or (tile.side if tile else None)
        if side in counts and (section.kind or (tile.kind if tile else None)) is kind:
            counts[side] += 1
    return min(counts, key=counts.__getitem__)


def painted(layout: Layout, name: str, squares: Iterable[Square], library: TileLibrary) -> Layout:
    """The drawn section of that id over these squares, too; other drawn sections give them up, tiles do not."""
    gained = set(squares) - _of_tiles(layout, library)
    target = next((section for section in layout.sections if section.id == name and not section.tile), None)
    if target is None or not gained:
        return layout
    layout = without_floor(layout, gained, but=name)
    return normalised(with_section(layout, drawn(target, set(target.squares) | gained)))


def with_door_square(layout: Layout, square: Square, library: TileLibrary) -> Layout:
    """A shut door that fills a square; where that is rock, a wall one square thick, it is cut through for the door."""
    if square not in floor_of(layout, library):
        layout = with_room(layout, [square], SectionKind.CORRIDOR, library)
    return with_things(layout, "square_doors", [SquareDoor(at=square)])


def erased(layout: Layout, squares: Iterable[Square], library: TileLibrary) -> Layout:
    """The layout with nothing left on some squares: items and drawn floor go, tiles are lifted whole."""
    gone = set(squares)
    lifted = [section for section in layout.sections if section.tile and covered(section, library) & gone]
    for section in lifted:
        gone |= covered(section, library)
    kept = tuple(section for section in layout.sections if section not in lifted)
    layout = without_edges_of(without_floor(replace(layout, sections=kept), gone), gone)
    return cleared(layout, gone, library)


def cleared(layout: Layout, squares: Collection[Square], library: TileLibrary) -> Layout:
    """The layout without the items, traps, obstacles, terrain and square doors on some squares; the floor stays."""
    lists = {
        field: tuple(
            value for value in getattr(layout, field) if squares_of(ItemRef(field, value), library).isdisjoint(squares)
        )
        for field in ON_SQUARES
    }
    return normalised(replace(layout, **lists))


def rubbed_out(board: Board, square: Square, border: Edge | None = None, but: Collection[str] = ()) -> Layout:
    """The layout without one thing: what stands on the border, else what lies topmost on the square, else its floor.

    Things of the lists named by `but` are passed over.
    EditError when that would be a tile with things on it or on its rim: only a bare tile is taken up by this.
    """
    layout, library = board.layout, board.library
    top = item_on(layout, border, but) if border else None
    top = top or next(iter(items_at(board, square, but)), None)
    if top is None:
        return layout
    if top.field != "sections":
        return without(layout, [top])
    if any(thing.field in but for thing in items_at(board, square)):
        raise EditError(translate("layout_edits", "something hidden lies on this floor: show it first"))
    if not top.value.tile:
        return erased(layout, {square}, library)
    own = covered(top.value, library)
    if any(thing != top and not own.isdisjoint(squares_of(thing, library)) for thing in items_of(layout)):
        raise EditError(
            translate(
                "layout_edits", "things lie on this tile or at its rim: rub them out first, or lift it all with Erase"
            )
        )
    return without(layout, [top])


def of_kind(layout: Layout, section: Section, kind: SectionKind, library: TileLibrary) -> Section:
    """A drawn section of another kind; what belongs to a side gets one, what does not loses it."""
    side = section.side or missing_side(layout, kind, library) if kind in SIDED else None
    return replace(section, kind=kind, side=side)


def other_tiles(section: Section, library: TileLibrary, sets: Sequence[str] = ()) -> list[Section]:
    """A placed tile's section with each other tile of its set and size in its place, in the order of the set.

    After them come those of other `sets`. A tile that lies across is turned by a quarter.
    """
    own = library.get(section.tile)
    found = []
    for tile in chain.from_iterable(map(library.of_set, dict.fromkeys((own.set_name, *sets)))):
        turn = next((turn for turn in (0, 1) if tile.placed_size(turn) == own.size), None)
        if tile.id != own.id and turn is not None:
            side = section.side if tile.kind in SIDED else None
            found.append(replace(section, tile=tile.id, turn=(section.turn + turn) % 4, side=side))
    return found


def floor_of(layout: Layout, library: TileLibrary) -> set[Square]:
    """Every square some section covers."""
    return {square for section in layout.sections for square in covered(section, library)}


def _of_tiles(layout: Layout, library: TileLibrary) -> set[Square]:
    return {square for section in layout.sections if section.tile for square in covered(section, library)}


def without_items(layout: Layout, things: Collection[ItemRef], library: TileLibrary) -> Layout:
    """The layout without some things, and without the doors and walls that are at no floor any more."""
    left = without(layout, things)
    return without_edges_of(left, floor_of(layout, library) - floor_of(left, library))


def without_floor(layout: Layout, squares: Collection[Square], but: str = "") -> Layout:
    """Drawn sections, `but` one, without some squares; what lies there stays, and those left with none go."""
    kept = []
    for section in layout.sections:
        left = set(section.squares) - set(squares)
        if section.tile or section.id == but or len(left) == len(section.squares):
            kept.append(section)
        elif left:
            kept.append(drawn(section, left))
    return forgetful(replace(layout, sections=tuple(kept)))


Filling = TerrainKind | ObstacleKind | SectionKind
"""What a place may be filled with."""

MOST = 4000
"""Rock of so many squares and more counts as endless: nobody means to make a room of it."""


def place_to_fill(board: Board, square: Square, filling: Filling) -> frozenset[Square]:
    """The squares that would be filled from one; EditError, in a line, where nothing can be.

    On floor: what hangs together within one section without a wall or door between, for ground and obstacles only as
    far as the ground and obstacles are the same as there. On rock, for a kind of section: the rock that floor encloses.
    """
    section = board.section_at(square)
    if section is None:
        return _enclosed_rock(board, square, filling)
    if isinstance(filling, SectionKind):
        if section.tile:
            raise EditError(translate("layout_edits", "a tile keeps its kind"))
        if section.kind is filling:
            raise EditError(translate("layout_edits", "this is of that kind already"))
    if filling in _ground(board, square):
        raise EditError(translate("layout_edits", "this is filled with that already"))
    found, waiting = {square}, [square]
    while waiting:
        here = waiting.pop()
        for side in SIDES:
            there = neighbour(here, side)
            if there in found or board.section_at(there) is not section or board.edge_state(here, side) != OPEN:
                continue
            if isinstance(filling, SectionKind) or _ground(board, there) == _ground(board, square):
                found.add(there)
                waiting.append(there)
    return frozenset(found)


def _ground(board: Board, square: Square) -> tuple[TerrainKind | None, ObstacleKind | None]:
    return board.terrain_at.get(square), board.obstacle_at.get(square)


def _enclosed_rock(board: Board, square: Square, filling: Filling) -> frozenset[Square]:
    """The rock around a square that floor encloses."""
    if not isinstance(filling, SectionKind):
        raise EditError(translate("layout_edits", "there is no floor here to fill"))
    (left, top), (width, height) = bounds(board.owner) if board.owner else ((0, 0), (0, 0))
    found, waiting = {square}, [square]
    while waiting:
        x, y = waiting.pop()
        if len(found) > MOST or not (left <= x < left + width and top <= y < top + height):
            raise EditError(translate("layout_edits", "nothing encloses this rock: draw a room instead"))
        beside = {neighbour((x, y), side) for side in SIDES} - found - board.owner.keys()
        found |= beside
        waiting += beside
    return frozenset(found)


def filled_with(board: Board, squares: Collection[Square], filling: Filling) -> Layout:
    """The layout with some squares filled; a whole section that gets another kind stays the section it is."""
    layout, library = board.layout, board.library
    if not isinstance(filling, SectionKind):
        return with_ground(layout, squares, filling)
    owner = board.section_at(next(iter(squares)))
    if owner is None:
        return with_room(layout, squares, filling, library)
    if set(owner.covers) != set(squares):
        return with_room(without_floor(layout, squares), squares, filling, library)
    section = next(each for each in layout.sections if each.id == owner.id)
    return normalised(with_section(layout, of_kind(layout, section, filling, library)))
