"""Begin floors of tiles with a centrepiece: tiles round something special, such as a platform over lava or a machine.

Each is a file in `generator/centrepieces`, written as a set piece is, with a `weight`. Its sections are
tiles, whose kinds may differ from what is printed on them. It lies on the middle of the floor, and the floor grows
round it. Nothing else lies in the rectangle around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.free_floor.set_pieces import is_known, read_set_piece_file
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.judging import list_floor_rules
from dungeon_designer.generator.tiled_floor.supply import StockTile, TilePose, encode_square
from dungeon_designer.generator.tiled_floor.tiling import START_CORNER, PlacedTile, TiledFloor
from dungeon_designer.grid import SIDES, Size, Square, find_bounds, find_neighbour, list_edges
from dungeon_designer.kinds import HAZARDS
from dungeon_designer.layout.model import LIST_KEYS, Layout, normalise_layout
from dungeon_designer.layout.transforms import Transform, transform_layout
from dungeon_designer.layout_edits.objects import find_covered_squares, find_tile_sizes
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary

CENTREPIECE_FOLDER = Path(__file__).parents[1] / "centrepieces"
"""The folder with one file for each centrepiece."""
CENTREPIECE_SHARE = 0.45
"""How many floors begin with a centrepiece, where the edition knows one: as many as of the named dungeons have one."""


class Centrepiece(Struct, frozen=True):
    """A group of tiles with something special, with which a floor can begin.

    Attributes:
        id: The name of its file without the ending.
        names: The names that it can have on a floor.
        layout: Its drawing: tiles, hazards, walls, traps, machines. The first section bears the name.
        editions: The clause or dungeon of each edition that knows such a thing, by the edition's id.
        weight: How often it is chosen, relative to others.
    """

    id: str
    names: tuple[str, ...]
    layout: Layout
    editions: dict[str, str]
    weight: int


@lru_cache
def load_centrepieces() -> tuple[Centrepiece, ...]:
    """Return all centrepieces (tiles with something special), sorted by file name; the files are read once."""
    return tuple(read_centrepiece(path) for path in sorted(CENTREPIECE_FOLDER.glob("*.yaml")))


def read_centrepiece(path: Path) -> Centrepiece:
    """Read a centrepiece (tiles with something special) from its file.

    Raises:
        ReadError: If the file cannot be read; the error says what is wrong with it.
    """
    file, layout = read_set_piece_file(path)
    return Centrepiece(path.stem, file.names, layout, file.editions, file.weight)


def find_known_centrepieces(ruleset: Ruleset) -> list[Centrepiece]:
    """Return the centrepieces (tiles with something special) that the edition of a ruleset knows.

    House rules also know those of the editions that they extend.
    """
    return [centrepiece for centrepiece in load_centrepieces() if is_known(centrepiece.editions, ruleset)]


def choose_centrepiece(request: Request, dice: Random) -> Centrepiece | None:
    """Return a random centrepiece that the edition knows, for one floor; None by chance, or if it knows none.

    A floor that must use all tiles, or that has rooms which the user wants, has none.
    """
    may_start = not (request.rooms or read_constraints(request).must_use_all_tiles)
    centrepieces = find_known_centrepieces(request.ruleset) if may_start else []
    if not centrepieces or dice.random() >= CENTREPIECE_SHARE:
        return None
    return dice.choices(centrepieces, [centrepiece.weight for centrepiece in centrepieces])[0]


def place_centrepiece(centrepiece: Centrepiece, tiling: TiledFloor, dice: Random) -> Layout | None:
    """Place the tiles of a centrepiece on an empty table, and fix the middle of the floor by it.

    Returns:
        The drawing of the centrepiece where it lies on the table, for `complete_floor`. None if tiles for it are
        missing, or if the symmetry maps none of its rotations onto itself; then the table is empty.
    """
    library = tiling.request.library
    if not _has_tiles(centrepiece, tiling):
        return None
    for quarters in dice.sample(range(len(SIDES)), len(SIDES)):
        drawing = _move_onto_table(centrepiece, quarters, library, dice)
        size = _find_box(drawing, library)[1]
        (x, y), (width, height) = START_CORNER, size
        symmetry = Symmetry(tiling.mode, (2 * x + width - 1, 2 * y + height - 1))
        if _repeats_itself(drawing, symmetry, library):
            tiles, hazard_tiles = _list_tiles(drawing, tiling)
            if not tiling.place_first_group(tiles, hazard_tiles, symmetry, (START_CORNER, size)):
                return None
            tiling.walled_pairs = frozenset(_find_walled_pairs(drawing, tiling))
            return drawing
    return None


def _has_tiles(centrepiece: Centrepiece, tiling: TiledFloor) -> bool:
    """Return whether the supply has all tiles of a centrepiece."""
    supply = tiling.supply
    copies = {stock_tile.tile.id: supply.count_copies(stock_tile) for stock_tile in supply.stock_tiles}
    needed_copies = Counter(section.tile for section in centrepiece.layout.sections)
    return all(copies.get(tile, 0) >= count for tile, count in needed_copies.items())


def _move_onto_table(centrepiece: Centrepiece, quarters: int, library: TileLibrary, dice: Random) -> Layout:
    """Return the drawing of a centrepiece, rotated and named, with its upper left corner at START_CORNER."""
    drawing, name = centrepiece.layout, f"The {dice.choice(centrepiece.names)}"
    first_section, *other_sections = drawing.sections
    named_drawing = replace(drawing, sections=(replace(first_section, name=name), *other_sections))
    corner, size = _find_box(drawing, library)
    transform = Transform(corner, size, START_CORNER, quarters, False)
    return transform_layout(named_drawing, transform, find_tile_sizes(drawing, library))


def _find_box(drawing: Layout, library: TileLibrary) -> tuple[Square, Size]:
    """Return the smallest rectangle around all sections: its upper left corner and its (width, height)."""
    return find_bounds(square for section in drawing.sections for square in find_covered_squares(section, library))


def _repeats_itself(drawing: Layout, symmetry: Symmetry, library: TileLibrary) -> bool:
    """Return whether each mirrored copy of a centrepiece is the centrepiece itself, with all that is on it.

    After a half turn a stone ball may be at the other end of its run.
    """
    sizes = find_tile_sizes(drawing, library)
    return all(
        _list_looks(transform_layout(drawing, turn, sizes), library, turn.flip)
        == _list_looks(drawing, library, turn.flip)
        for turn in symmetry.list_transforms()
    )


def _list_looks(drawing: Layout, library: TileLibrary, with_machines: bool) -> list[object]:
    """Return what tells two drawings of a centrepiece apart: the squares of each kind, and all that is on them."""
    squares_by_kind: dict[object, set[Square]] = {}
    for section in drawing.sections:
        squares_by_kind.setdefault(section.kind, set()).update(find_covered_squares(section, library))
    machines = drawing.machines if with_machines else ()
    return [squares_by_kind, drawing.terrain, drawing.walls, drawing.traps, drawing.leap_edges, machines]


def _list_tiles(drawing: Layout, tiling: TiledFloor) -> tuple[list[PlacedTile], list[StockTile]]:
    """Return the tiles of a centrepiece as tiles on the table, and those that are hazard all over.

    No floor can be joined to the latter, so that they are not put on the table before the floor is complete.
    """
    hazard_squares = {feature.at for feature in drawing.terrain if feature.kind in HAZARDS}
    stock_tiles = {stock_tile.tile.id: stock_tile for stock_tile in tiling.supply.stock_tiles}
    tiles, hazard_tiles = [], []
    for section in drawing.sections:
        stock_tile = stock_tiles[section.tile]
        if hazard_squares.issuperset(find_covered_squares(section, tiling.request.library)):
            hazard_tiles.append(stock_tile)
            continue
        outline = TilePose(stock_tile.tile, section.turn).outline
        pose = next(pose for pose in stock_tile.poses if pose.outline == outline)
        tiles.append(PlacedTile(stock_tile, pose, section.at))
    return tiles, hazard_tiles


def _find_walled_pairs(drawing: Layout, tiling: TiledFloor) -> Iterator[frozenset[int]]:
    """Yield the indices of the tiles on both sides of each wall of a centrepiece."""
    for wall in drawing.walls:
        for square, side in list_edges(wall.at, wall.side, wall.width):
            codes = encode_square(square), encode_square(find_neighbour(square, side))
            yield frozenset(tiling.tile_by_square[code] for code in codes if code in tiling.tile_by_square)


def complete_floor(layout: Layout, drawing: Layout, offset: Square, request: Request) -> Layout | None:
    """Return a floor with all of its centrepiece: kinds, names, hazards, walls, traps and machines.

    Args:
        layout: The floor, on which the centrepiece is only tiles so far.
        drawing: The drawing of the centrepiece where it lies on the table.
        offset: The square of the table that is (0, 0) in the layout.
        request: The request.

    Returns:
        None if the floor breaks a rule then, or has a notice, for instance since a room that rotates cuts off others.
    """
    sizes = find_tile_sizes(drawing, request.library)
    drawing = transform_layout(drawing, Transform(offset, (1, 1), (0, 0), 0, False), sizes)
    section_by_corner = {section.at: section for section in drawing.sections}
    sections = [
        replace(section_by_corner.pop(section.at), turn=section.turn) if section.at in section_by_corner else section
        for section in layout.sections
    ]
    sections += section_by_corner.values()  # the tiles that are hazard all over
    added = {key: (*getattr(layout, key), *getattr(drawing, key)) for key in LIST_KEYS}
    completed = normalise_layout(replace(layout, **{**added, "sections": tuple(sections)}))
    verdict = check_board(build_board(completed, request.library), request.ruleset, select=list_floor_rules())
    return None if verdict.findings_and_failures else completed
