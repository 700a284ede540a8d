"""Draw, paint, fill and erase floor, square by square."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from dungeon_designer.board.model import OPEN, Board
from dungeon_designer.errors import EditError
from dungeon_designer.grid import SIDES, Edge, Square, find_bounds, find_neighbour
from dungeon_designer.layout.model import (
    Layout,
    ObstacleKind,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    TerrainKind,
    normalise_layout,
)
from dungeon_designer.layout_edits.edges import remove_edges_around
from dungeon_designer.layout_edits.objects import (
    SQUARE_FIELDS,
    ObjectRef,
    add_objects,
    add_terrain,
    drop_missing_sections,
    find_covered_squares,
    find_free_section_id,
    find_object_on_edge,
    find_object_squares,
    list_objects,
    list_objects_at,
    remove_objects,
)
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import translate

TEAM_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)
"""The kinds of sections that belong to a team."""


def draw_section(section: Section, squares: Collection[Square]) -> Section:
    """Return a drawn section that covers exactly some squares, with all other facts of `section`."""
    (left, top), (width, height) = find_bounds(squares)
    rows = ["".join("." if (left + x, top + y) in squares else "#" for x in range(width)) for y in range(height)]
    return replace(section, at=(left, top), rows=tuple(rows))


def replace_section(layout: Layout, section: Section) -> Layout:
    """Return the layout with a section in place of the one that has its id."""
    return replace(
        layout,
        sections=tuple(section if old_section.id == section.id else old_section for old_section in layout.sections),
    )


def add_room(
    layout: Layout, squares: Iterable[Square], kind: SectionKind, library: TileLibrary, team: Team | None = None
) -> Layout:
    """Return the layout with a new section on those of the squares that are rock.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. An end zone or entry
    also takes drawn floor from other sections. Without squares left, the layout is returned itself.

    Args:
        layout: the layout.
        squares: the squares that were drawn.
        kind: the kind of the new section.
        library: the tiles of the layout.
        team: the team of an end zone or entry; None for the team that has fewest of them.
    """
    new_squares = set(squares)
    if kind in TEAM_KINDS:
        team = team or choose_team(layout, kind, library)
        new_squares -= _find_tile_floor(layout, library)
        layout = remove_floor(layout, new_squares)
    else:
        team = None
        new_squares -= find_floor(layout, library)
    if not new_squares:
        return layout
    section_id = find_free_section_id({section.id for section in layout.sections})
    section = draw_section(Section(id=section_id, kind=kind, side=team), new_squares)
    return normalise_layout(replace(layout, sections=(*layout.sections, section)))


def choose_team(layout: Layout, kind: SectionKind, library: TileLibrary) -> Team:
    """Return the team that has fewest sections of a kind, such as end zones; the first of equals.

    Placed tiles count as well as drawn sections.
    """
    section_count_by_team = dict.fromkeys(layout.teams, 0)
    for section in layout.sections:
        tile = library.get(section.tile) if section.tile else None
        team = section.side or (tile.side if tile else None)
        section_kind = section.kind or (tile.kind if tile else None)
        if team in section_count_by_team and section_kind is kind:
            section_count_by_team[team] += 1
    return min(section_count_by_team, key=section_count_by_team.__getitem__)


def extend_section(layout: Layout, section_id: str, squares: Iterable[Square], library: TileLibrary) -> Layout:
    """Return the layout with some squares added to a drawn section. Other drawn sections lose them, tiles do not."""
    new_squares = set(squares) - _find_tile_floor(layout, library)
    drawn_section_by_id = {section.id: section for section in layout.sections if not section.tile}
    target = drawn_section_by_id.get(section_id)
    if target is None or not new_squares:
        return layout
    layout = remove_floor(layout, new_squares, kept_id=section_id)
    return normalise_layout(replace_section(layout, draw_section(target, set(target.squares) | new_squares)))


def add_square_door(layout: Layout, square: Square, library: TileLibrary) -> Layout:
    """Return the layout with a shut door that fills a square. Where that is rock, a corridor square is made first."""
    if square not in find_floor(layout, library):
        layout = add_room(layout, [square], SectionKind.CORRIDOR, library)
    return add_objects(layout, "square_doors", [SquareDoor(at=square)])


def erase_squares(layout: Layout, squares: Iterable[Square], library: TileLibrary) -> Layout:
    """Return the layout with nothing on some squares: objects and drawn floor go, and tiles there go as a whole."""
    erased_squares = set(squares)
    erased_tiles = [
        section
        for section in layout.sections
        if section.tile and find_covered_squares(section, library) & erased_squares
    ]
    for section in erased_tiles:
        erased_squares |= find_covered_squares(section, library)
    layout = replace(layout, sections=tuple(section for section in layout.sections if section not in erased_tiles))
    layout = remove_floor(layout, erased_squares)
    layout = remove_edges_around(layout, erased_squares)
    return clear_squares(layout, erased_squares, library)


def clear_squares(layout: Layout, squares: Collection[Square], library: TileLibrary) -> Layout:
    """Return the layout without the objects that stand on some squares. The floor stays.

    These are chests, portals, traps, obstacles, terrain and square doors.
    """
    lists = {
        field: tuple(
            value
            for value in getattr(layout, field)
            if find_object_squares(ObjectRef(field, value), library).isdisjoint(squares)
        )
        for field in SQUARE_FIELDS
    }
    return normalise_layout(replace(layout, **lists))


def erase_top_object(
    board: Board,
    square: Square,
    edge: Edge | None = None,
    excluded_fields: Collection[str] = (),
    find_companions: Callable[[Section], Collection[ObjectRef]] = lambda section: (),
) -> Layout:
    """Return the layout without the topmost object: the one on an edge, else one on a square, else the floor there.

    Of a drawn section only the square is removed; a placed tile is removed as a whole.

    Args:
        board: the board of the layout.
        square: the square.
        edge: an edge; None if only the square counts.
        excluded_fields: lists whose objects are passed over.
        find_companions: returns the objects that go with a tile, such as its automatic doors; they are removed, too.

    Raises:
        EditError: a tile with other objects on it or at its rim would go, or floor under hidden objects.
    """
    layout, library = board.layout, board.library
    top_ref = find_object_on_edge(layout, edge, excluded_fields) if edge else None
    if top_ref is None:
        refs_from_top = list_objects_at(board, square, excluded_fields)
        if not refs_from_top:
            return layout
        top_ref = refs_from_top[0]
    if top_ref.field != "sections":
        return remove_objects(layout, [top_ref])
    if any(ref.field in excluded_fields for ref in list_objects_at(board, square)):
        raise EditError(translate("layout_edits", "something hidden lies on this floor: show it first"))
    if not top_ref.value.tile:
        return erase_squares(layout, {square}, library)
    removed_refs = [top_ref, *find_companions(top_ref.value)]
    _check_tile_is_bare(layout, top_ref, removed_refs, library)
    return remove_objects(layout, removed_refs)


def _check_tile_is_bare(
    layout: Layout, tile_ref: ObjectRef, removed_refs: Collection[ObjectRef], library: TileLibrary
) -> None:
    """Raise an EditError if an object that is not removed together with a placed tile lies on it or at its rim."""
    tile_squares = find_covered_squares(tile_ref.value, library)
    for ref in list_objects(layout):
        if ref not in removed_refs and not tile_squares.isdisjoint(find_object_squares(ref, library)):
            message = "objects lie on this tile or at its edge: remove them first, or remove it all with Erase"
            raise EditError(translate("layout_edits", message))


def change_kind(layout: Layout, section: Section, kind: SectionKind, library: TileLibrary) -> Section:
    """Return a drawn section with another kind.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. An end zone or entry
    without a team gets the team that has fewest of them. Other kinds lose their team.
    """
    needs_team = kind in TEAM_KINDS
    team = (section.side or choose_team(layout, kind, library)) if needs_team else None
    return replace(section, kind=kind, side=team)


def list_alternative_tiles(section: Section, library: TileLibrary, sets: Sequence[str] = ()) -> list[Section]:
    """Return the sections that may replace a placed tile: the same section with each other tile of the same size.

    Tiles of the same set come first, in the order of the set, then those of other `sets`. A tile that has the size
    only after a quarter turn is rotated.
    """
    placed_tile = library.get(section.tile)
    set_names = dict.fromkeys((placed_tile.set_name, *sets))
    sections = []
    for tile in chain.from_iterable(map(library.list_set_tiles, set_names)):
        fitting_turns = [quarters for quarters in (0, 1) if tile.find_placed_size(quarters) == placed_tile.size]
        if tile.id != placed_tile.id and fitting_turns:
            quarters = fitting_turns[0]
            team = section.side if tile.kind in TEAM_KINDS else None  # only zones of a team belong to one
            sections.append(replace(section, tile=tile.id, turn=(section.turn + quarters) % 4, side=team))
    return sections


def find_floor(layout: Layout, library: TileLibrary) -> set[Square]:
    """Return the floor of a layout: every square that any section of it covers."""
    return {square for section in layout.sections for square in find_covered_squares(section, library)}


def _find_tile_floor(layout: Layout, library: TileLibrary) -> set[Square]:
    """Return every square that a placed tile covers."""
    return {square for section in layout.sections if section.tile for square in find_covered_squares(section, library)}


def remove_objects_and_edges(layout: Layout, refs: Collection[ObjectRef], library: TileLibrary) -> Layout:
    """Return the layout without some objects, and without doors and walls that no longer touch floor."""
    new_layout = remove_objects(layout, refs)
    lost_floor = find_floor(layout, library) - find_floor(new_layout, library)
    return remove_edges_around(new_layout, lost_floor)


def remove_floor(layout: Layout, squares: Collection[Square], kept_id: str = "") -> Layout:
    """Return the layout with some squares taken from its drawn sections.

    The section with the id `kept_id` keeps them. Sections without squares are removed; objects on the squares stay.
    """
    sections = []
    for section in layout.sections:
        if section.tile or section.id == kept_id or not _covers_any(section, squares):
            sections.append(section)
            continue
        squares_left = set(section.squares).difference(squares)
        if squares_left:
            sections.append(draw_section(section, squares_left))
    return drop_missing_sections(replace(layout, sections=tuple(sections)))


def _covers_any(section: Section, squares: Collection[Square]) -> bool:
    """Return whether a drawn section covers at least one of some squares.

    Only its rows are looked up, since listing all its squares takes long in a large dungeon.
    """
    left, top = section.at
    for x, y in squares:
        row = section.rows[y - top] if 0 <= y - top < len(section.rows) else ""
        if 0 <= x - left < len(row) and row[x - left] == ".":
            return True
    return False


FillKind = TerrainKind | ObstacleKind | SectionKind
"""What an area may be filled with."""

MAX_ENCLOSED_SQUARES = 4000
"""The number of rock squares from which on rock counts as endless: nobody wants a room of that size."""


def find_fill_area(board: Board, square: Square, fill_kind: FillKind) -> frozenset[Square]:
    """Return the squares that the editor's filling tool would fill from one square.

    On floor, these are the squares of the same section that are reached without crossing walls and doors. For terrain
    and obstacles, they end where other terrain or obstacles begin. On rock, which only a kind of section can fill,
    they are the rock that floor encloses.

    Raises:
        EditError: nothing can be filled here. The text says why.
    """
    section = board.find_section(square)
    if section is None:
        return _find_enclosed_rock(board, square, fill_kind)
    if isinstance(fill_kind, SectionKind):
        if section.tile:
            raise EditError(translate("layout_edits", "a tile keeps its kind"))
        if section.kind is fill_kind:
            raise EditError(translate("layout_edits", "this is already of that kind"))
    if fill_kind in _find_terrain(board, square):
        raise EditError(translate("layout_edits", "this is already filled with that"))
    return _find_open_area(board, square, stops_at_terrain=not isinstance(fill_kind, SectionKind))


def _find_open_area(board: Board, start: Square, stops_at_terrain: bool) -> frozenset[Square]:
    """Return the squares of one section that are reached from a square without crossing walls and doors.

    Args:
        board: the board.
        start: the square.
        stops_at_terrain: whether only squares with the same terrain and obstacle as `start` belong to the area.
    """
    section, terrain = board.find_section(start), _find_terrain(board, start)
    area, pending = {start}, [start]
    while pending:
        square = pending.pop()
        for side in SIDES:
            neighbour = find_neighbour(square, side)
            if neighbour in area or board.find_section(neighbour) is not section:
                continue
            if board.get_edge_state(square, side) != OPEN:
                continue
            if stops_at_terrain and _find_terrain(board, neighbour) != terrain:
                continue
            area.add(neighbour)
            pending.append(neighbour)
    return frozenset(area)


def _find_terrain(board: Board, square: Square) -> tuple[TerrainKind | None, ObstacleKind | None]:
    """Return the kinds of the terrain and of the obstacle on a square, each None if the square has none."""
    return board.terrain_at.get(square), board.obstacle_at.get(square)


def _find_enclosed_rock(board: Board, square: Square, fill_kind: FillKind) -> frozenset[Square]:
    """Return the connected rock around a square that floor encloses.

    Raises:
        EditError: no floor encloses the rock, it is too large, or terrain is to fill it, which needs floor.
    """
    if not isinstance(fill_kind, SectionKind):
        raise EditError(translate("layout_edits", "there is no floor here to fill"))
    (left, top), (width, height) = board.bounds
    area, pending = {square}, [square]
    while pending:
        x, y = pending.pop()
        is_within_bounds = left <= x < left + width and top <= y < top + height
        if len(area) > MAX_ENCLOSED_SQUARES or not is_within_bounds:
            raise EditError(translate("layout_edits", "nothing encloses this rock: draw a room instead"))
        new_squares = {find_neighbour((x, y), side) for side in SIDES} - area - board.section_by_square.keys()
        area |= new_squares
        pending += new_squares
    return frozenset(area)


def fill_squares(board: Board, squares: Collection[Square], fill_kind: FillKind) -> Layout:
    """Return the layout with some squares, all of one section or all rock, filled.

    Terrain or an obstacle is put on them. A kind of section makes them a new section; if they are a whole section,
    that section gets the kind and keeps its id and name.
    """
    layout, library = board.layout, board.library
    if not isinstance(fill_kind, SectionKind):
        return add_terrain(layout, squares, fill_kind)
    any_square, *_ = squares  # all of them are in one section, or rock
    owner = board.find_section(any_square)
    if owner is None:
        return add_room(layout, squares, fill_kind, library)
    if set(owner.covered_squares) != set(squares):
        return add_room(remove_floor(layout, squares), squares, fill_kind, library)
    section_by_id = {section.id: section for section in layout.sections}
    refilled_section = change_kind(layout, section_by_id[owner.id], fill_kind, library)
    return normalise_layout(replace_section(layout, refilled_section))
