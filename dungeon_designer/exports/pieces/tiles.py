"""The tiles of a set as pieces, each as often as its stock says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.build import build
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing, Layer, Point
from dungeon_designer.exports.cropping import Cropper
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pieces.imposition import papers_for
from dungeon_designer.exports.pieces.model import Piece
from dungeon_designer.exports.sheets import Sheet, split
from dungeon_designer.grid import Square
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.tiles.model import Tile, TileLibrary

OUTSIDE = ("page", "rock")
"""Layers of what lies around a tile."""

EDGES = ("walls", "shadows")
"""Layers of the walls a tile would have if it lay alone; one that is not walled off has none of its own."""


def tile_pieces(tiles: Sequence[Tile], library: TileLibrary, options: ExportOptions) -> list[Piece]:
    """Every tile of a list; one larger than the paper is turned if that helps, or comes in parts."""
    _, room = papers_for(options)[0]
    squares = room.squares(options.square)
    return [
        piece
        for tile in tiles
        for side, count in _copies(tile)
        for piece in _parts(tile, side, count, library, options.drawing, (max(1, squares[0]), max(1, squares[1])))
    ]


def _copies(tile: Tile) -> list[tuple[Team | None, int]]:
    """How often a tile is printed, by side: half the stock for each where the layout says whose it is."""
    stock = 1 if tile.stock is None else tile.stock
    if tile.kind not in (SectionKind.END_ZONE, SectionKind.ENTRY) or tile.side is not None:
        return [(None, stock)] if stock else []
    each = max(1, stock // 2) if stock or tile.stock is None else 0
    return [(Team.HOME, each), (Team.AWAY, max(each, stock - each))] if each else []


def _parts(
    tile: Tile, side: Team | None, count: int, library: TileLibrary, options: DrawingOptions, room: tuple[int, int]
) -> Iterator[Piece]:
    turn = min((0, 1), key=lambda turn: len(split(_squares(tile, turn), room)))
    section = Section(id=tile.name, tile=tile.id, side=side, turn=turn)
    bare = replace(options, coordinates=False, title=False, legend=False)
    drawing = _alone(draw(build(Layout(name=tile.name, sections=(section,)), library), bare), tile)
    cropper, squares = Cropper(drawing), _squares(tile, turn)
    sheets = split(squares, room)
    for sheet in sheets:
        part = f", part {sheet.label}" if len(sheets) > 1 else ""
        (x, y), (width, height) = sheet.at, sheet.size
        front = cropper.window((x, y, x + width, y + height))
        whose = f", {side}" if side else ""
        yield Piece(f"{tile.name}{whose}{part}", count, front, None, _outline(squares, sheet))


def _squares(tile: Tile, turn: int) -> list[Square]:
    """The squares of a tile laid at the origin."""
    return [square for square, _ in tile.placed((0, 0), turn)]


def _alone(drawing: Drawing, tile: Tile) -> Drawing:
    """The tile without its surroundings."""
    gone = OUTSIDE if tile.enclosed else (*OUTSIDE, *EDGES)
    kept: tuple[Layer, ...] = tuple(layer for layer in drawing.layers if layer.name not in gone)
    return with_changes(drawing, layers=kept, background="#ffffff")


def _outline(squares: Sequence[Square], sheet: Sheet) -> tuple[tuple[Point, ...], ...]:
    """The rings around the squares of one part, from the part's own corner."""
    x0, y0 = sheet.at
    own = {(x - x0, y - y0) for x, y in squares if sheet.holds((x, y))}
    return tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings(own))
