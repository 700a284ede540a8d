"""Let coaches lay the floor in turns: the supply of tiles, which tile may be laid next, and where. No Qt here.

In naf-2019 (The Dungeon) the coaches lay tiles in turns from a supply. In gw-2021 (Setting Up The Game) they build
together, so turns are an option of this program: first tiles, then the End Zones, as far apart as possible. A piece
that is not laid yet is a section at the corner of the grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from dungeon_designer.analysis.movement import UNREACHABLE, WalkingDistances, measure_to_nearest
from dungeon_designer.analysis.passages import find_junctions, list_middle_doors
from dungeon_designer.analysis.zone_sites import TileSites
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import DOOR, Board
from dungeon_designer.grid import MAX_COORDINATE, SIDES, Square, find_bounds, find_neighbour, list_block_squares
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout, Section, Team, normalise_layout
from dungeon_designer.layout_edits.edges import find_new_junctions
from dungeon_designer.layout_edits.floor import TEAM_KINDS, find_floor
from dungeon_designer.layout_edits.objects import find_covered_squares, find_free_section_id
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import (
    FloorSize,
    JunctionWidth,
    SectionMix,
    TileStock,
    ZonesApart,
    ZoneShape,
)
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.set_up.placement import PossibleSquares
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import fill_placeholders, translate

FloorSupply = tuple[tuple[frozenset[str], int], ...]
"""The tiles of a supply, in groups: the ids of some tiles, and how many of them there are together.

A group is one tile, or the tiles that are the faces of one kind of two-sided card.
"""


MAX_FLOOR_SQUARES = MAX_COORDINATE**2
"""More squares than any floor has."""


def build_supply(
    ruleset: Ruleset, library: TileLibrary, set_name: str, owned_counts: Mapping[str, int] | None = None
) -> FloorSupply:
    """Return the supply from which coaches lay the floor: the tiles that they own or, without these, those of a set.

    Args:
        ruleset: The ruleset, which may say how many boxes of the set there are.
        library: The tile sets.
        set_name: The set. There are two of each tile for which it states no number.
        owned_counts: How many of each tile the coaches own, by id; None or empty to use the set.
    """
    if owned_counts:
        return tuple((frozenset({name}), count) for name, count in owned_counts.items())
    stock = read_floor_requirements(ruleset).find(TileStock)
    box_count = (stock.box_count or 1) if stock and set_name not in stock.additional_sets else 1
    groups, tiles = list[tuple[frozenset[str], int]](), library.list_set_tiles(set_name)
    for tile in tiles:
        count = 2 if tile.stock is None else tile.stock * (1 if tile.card else box_count)  # the set may not say
        groups.append((frozenset({tile.id}), count))
        if tile.card:
            faces = frozenset(face.id for face in tiles if face.card == tile.card)
            groups.append((faces, tile.card.stock * box_count))
    return tuple(dict.fromkeys(groups))


def count_remaining_tiles(supply: FloorSupply, layout: Layout) -> dict[str, int]:
    """Return how many of each tile of a supply are left, by id, after those that a dungeon uses.

    A number is negative if more are used than there are. Tiles on the faces of the same cards share their number.
    """
    used_counts, remaining = Counter(section.tile for section in layout.sections), dict[str, int]()
    for tile_ids, count in supply:
        remaining_in_group = count - sum(used_counts[tile_id] for tile_id in tile_ids)
        for tile_id in tile_ids:  # a tile may be in several groups; the smallest one limits it
            remaining[tile_id] = min(remaining_in_group, remaining.get(tile_id, remaining_in_group))
    return remaining


def build_zone_piece(supply: FloorSupply, ruleset: Ruleset, library: TileLibrary) -> Section:
    """Return the end zone that each coach places, as a section at the corner of the grid.

    It is the first end zone among the tiles of the supply that has an allowed size; without one, a drawn section two
    squares wide.
    """
    shape, zone = read_floor_requirements(ruleset).find(ZoneShape), SectionKind.END_ZONE
    for tile in (library.get(name) for names, _ in supply for name in names):
        if tile.kind is zone and (shape is None or shape.square_bounds.allows(len(tile.letters))):
            return Section(id="?", tile=tile.id, kind=zone)
    min_squares = (shape and shape.square_bounds.min) or 6
    length = -(-min_squares // 2)  # rounded up
    return Section(id="?", kind=zone, rows=("." * length,) * 2)


def list_tile_choices(
    layout: Layout, supply: FloorSupply, ruleset: Ruleset, library: TileLibrary
) -> list[tuple[Section, str]]:
    """Return the tiles that are left in a supply, each with the reason why it may not be placed next.

    The reason is '' if it may. The only reason is that the floor would be larger than the rules allow, with the end
    zones that are still to come. End zones and entries are not listed.
    """
    squares_of_zone = find_covered_squares(build_zone_piece(supply, ruleset, library), library)
    max_squares, citation = _find_max_squares(ruleset, len(layout.teams))
    remaining_squares = max_squares - len(layout.teams) * len(squares_of_zone) - len(find_floor(layout, library))
    reason = fill_placeholders(
        translate("placing", "the floor would be too large with it and the end zones: %1"), citation
    )
    remaining_tiles = [library.get(name) for name, count in count_remaining_tiles(supply, layout).items() if count > 0]
    tiles = [tile for tile in remaining_tiles if tile.kind not in TEAM_KINDS]
    return [(Section(id="?", tile=tile.id), reason if len(tile.letters) > remaining_squares else "") for tile in tiles]


def _find_max_squares(ruleset: Ruleset, team_count: int) -> tuple[int, str]:
    """Return the most squares that the floor may have, and the rule that says so with its source.

    Without such a rule, the number is greater than that of any floor, and the text is ''.
    """
    limits = [
        (stated.requirement.bounds.max, stated.citation)
        for stated in read_floor_requirements(ruleset, team_count).list_stated(FloorSize)
        if stated.requirement.bounds.max is not None
    ]
    return min(limits, default=(MAX_FLOOR_SQUARES, ""))


def count_required_pieces(layout: Layout, ruleset: Ruleset, library: TileLibrary) -> Counter[SectionKind]:
    """Return how many tiles of each kind a dungeon still lacks, as the rules require.

    Kinds of which there are enough are left out.
    """
    required_counts = Counter[SectionKind]()
    for mix in read_floor_requirements(ruleset, len(layout.teams)).list_of_type(SectionMix):
        required_counts |= Counter({kind: bounds.min or 0 for kind, bounds in mix.bounds_by_kind.items()})
    return required_counts - Counter(library.get(section.tile).kind for section in layout.sections if section.tile)


def rotate_piece(piece: Section) -> Section:
    """Return a tile or drawn section that is not placed yet, rotated clockwise by a quarter."""
    if piece.tile:
        return replace(piece, turn=(piece.turn + 1) % 4)
    return replace(piece, rows=tuple("".join(column) for column in zip(*piece.rows, strict=True)))


def centre_piece(piece: Section, square: Square, library: TileLibrary) -> Section:
    """Return a tile or drawn section moved so that its middle is on a square.

    If it has an even number of columns or rows, this is the square up or left of the middle.
    """
    _, (width, height) = find_bounds(find_covered_squares(piece, library))
    return replace(piece, at=(square[0] - (width - 1) // 2, square[1] - (height - 1) // 2))


def find_squares_for_tile(board: Board, ruleset: Ruleset, piece: Section) -> PossibleSquares:
    """Return where the middle of a tile or end zone may be so that it joins the floor, and why not elsewhere.

    The piece (the tile or end zone) must join each tile beside it along enough squares. If the ruleset requires tiles
    with end zones to be far apart, an end zone must be as far as possible from the other end zones. The first piece may
    be anywhere in the middle of the table.
    """
    if not board.section_by_square:
        other_reason = translate("placing", "the first tile lies in the middle of the table")
        # there is room around: the grid begins at 0
        return PossibleSquares(frozenset(list_block_squares((14, 10), (14, 10))), {}, other_reason)
    touching, overlapping = _find_middles_at_floor(board, piece)
    required = read_floor_requirements(ruleset, len(board.teams))
    widest = max(required.list_stated(JunctionWidth), key=lambda stated: stated.requirement.min, default=None)
    middle_by_cover = _find_wide_joins(board, piece, touching, widest.requirement.min if widest else 1)
    narrow_text = fill_placeholders(
        translate("placing", "it would join another tile too narrowly: %1"), widest.citation if widest else ""
    )
    apart = next((stated for stated in required.list_stated(ZonesApart) if stated.requirement.are_tiles), None)
    free_squares, occupied_text = set(middle_by_cover.values()), translate("placing", "floor lies there")
    reason_by_square = dict.fromkeys(touching - free_squares, narrow_text) | dict.fromkeys(overlapping, occupied_text)
    if apart and piece.kind is SectionKind.END_ZONE:
        near_text = fill_placeholders(
            translate("placing", "another place is farther from the other end zones: %1"), apart.citation
        )
        free_squares = _find_farthest_sites(Context(board, ruleset), piece, middle_by_cover)
        reason_by_square |= dict.fromkeys({*middle_by_cover.values()} - free_squares, near_text)
    return PossibleSquares(frozenset(free_squares), reason_by_square, translate("placing", "it must join the floor"))


def _list_offsets(board: Board, piece: Section) -> set[Square]:
    """Return the squares that a tile or end zone covers, as (columns, rows) from its middle."""
    return set(find_covered_squares(centre_piece(piece, (0, 0), board.library), board.library))


def _find_middles_at_floor(board: Board, piece: Section) -> tuple[set[Square], set[Square]]:
    """Return two sets of squares for the middle of a tile or end zone: where it touches the floor, where it overlaps.

    In the first set it touches the floor along an edge without covering any of it.
    """
    offsets = _list_offsets(board, piece)
    squares_beside_floor = {find_neighbour(square, side) for square in board.section_by_square for side in SIDES}
    overlapping = {(x - dx, y - dy) for x, y in board.section_by_square for dx, dy in offsets}
    touching = {(x - dx, y - dy) for x, y in squares_beside_floor for dx, dy in offsets}
    return touching - overlapping, overlapping


def _find_wide_joins(
    board: Board, piece: Section, middles: set[Square], min_width: int
) -> dict[frozenset[Square], Square]:
    """Return where a tile or end zone joins each tile beside it along at least `min_width` squares.

    Args:
        board: The floor so far.
        piece: The tile or end zone.
        middles: The squares for its middle that are considered; it touches the floor there.
        min_width: The least width of a join in squares.

    Returns:
        By the squares that the piece would cover, the square of its middle.
    """
    offsets, middle_by_cover = _list_offsets(board, piece), dict[frozenset[Square], Square]()
    for x, y in middles:
        squares = frozenset((x + dx, y + dy) for dx, dy in offsets)
        is_on_grid = min(map(min, squares)) >= 0
        if is_on_grid and min(map(len, find_new_junctions(squares, board))) >= min_width:
            middle_by_cover[squares] = x, y
    return middle_by_cover


def _find_farthest_sites(
    context: Context, piece: Section, middle_by_cover: Mapping[frozenset[Square], Square]
) -> set[Square]:
    """Return the squares for the middle of an end zone at which it is as far as possible from the other end zones.

    Distances are counted in steps on foot. While there is no other end zone, the distance is that from the farthest
    other site, since the next zone can go there. If no site is known, all squares are returned.

    Args:
        context: The floor as its ruleset sees it.
        piece: The end zone.
        middle_by_cover: The sites: by the squares that the end zone would cover, the square of its middle.
    """
    board, walking = context.board, WalkingDistances(context.walking_graph, ())
    enclosed = board.layout.enclosed or bool(piece.tile and board.library.get(piece.tile).enclosed)
    tile_sites = TileSites(board, (), context.walking_graph, context.has_strict_corners, context.wall_obstacle_squares)
    all_sites = tile_sites.find_sites(sorted(find_covered_squares(piece, board.library)), enclosed)
    sites = [
        (middle_by_cover[cover], site.start_squares)
        for site in all_sites
        if (cover := frozenset(site.squares)) in middle_by_cover
    ]
    zones = [zone.squares for zone in board.list_sections(SectionKind.END_ZONE)]
    distance_by_middle: dict[Square, int] = {}
    for middle, start_squares in sites:
        steps = walking.measure_from(start_squares)
        if zones:
            distances = [min(measure_to_nearest(steps, zone) for zone in zones)]
        else:
            distances = [measure_to_nearest(steps, other_start_squares) for _, other_start_squares in sites]
        distance_by_middle[middle] = max((distance for distance in distances if distance < UNREACHABLE), default=-1)
    if not distance_by_middle:
        return set(middle_by_cover.values())
    greatest_distance = max(distance_by_middle.values())
    return {middle for middle, distance in distance_by_middle.items() if distance == greatest_distance}


def place_tile(
    layout: Layout, middle: Square, piece: Section, team: Team, ruleset: Ruleset, library: TileLibrary
) -> Layout:
    """Return the layout with a tile or end zone placed.

    If the rules require doors, the border with each neighbouring section gets one in its middle, unless it has one or
    is too narrow.

    Args:
        layout: The layout before.
        middle: The square for the middle of the piece.
        piece: The tile or end zone.
        team: The team that owns it, if it is an end zone.
        ruleset: The ruleset.
        library: The tile sets.
    """
    section_id = find_free_section_id({section.id for section in layout.sections})
    kind, owner = None if piece.tile else piece.kind, team if piece.kind else None
    placed_section = replace(centre_piece(piece, middle, library), id=section_id, kind=kind, side=owner)
    layout = normalise_layout(replace(layout, sections=(*layout.sections, placed_section)))
    width = read_floor_requirements(ruleset, len(layout.teams)).junction_door_width
    if width is None:
        return layout
    junctions = find_junctions(build_board(layout, library))
    doors = [
        door
        for junction in junctions
        if not junction.has_edge_state(DOOR)
        for door in list_middle_doors(junction, width)[:1]
    ]
    return normalise_layout(replace(layout, doors=(*layout.doors, *doors)))
