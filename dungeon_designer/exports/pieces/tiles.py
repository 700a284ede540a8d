"""The tiles of a set as pieces, each as often as its stock says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.papers import paper_named
from dungeon_designer.exports.pieces.document import RIM
from dungeon_designer.exports.pieces.kinds import PrintedPiece
from dungeon_designer.exports.sheets import Cropper, split
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import TWO_SIDES, Layout, MatchSide, Section
from dungeon_designer.tiles.model import Tile, TileLibrary

OUTSIDE = ("page", "rock")
"""Layers of what lies around a tile."""

EDGES = ("walls", "shadows")
"""Layers of the walls a tile would have if it lay alone; one that is not walled off has none of its own."""


def tile_pieces(tiles: Sequence[Tile], library: TileLibrary, options: ExportOptions) -> list[PrintedPiece]:
    """Every tile of a list, as often as its stock says, one of no stock once.

    Where the layout says whose it is, each of two sides has half the stock, and one at least: a box is sold for two
    coaches. What a dungeon for more is laid with, `placed_tiles` knows.
    """
    pieces: list[PrintedPiece] = []
    for tile in tiles:
        stock = 1 if tile.stock is None else tile.stock
        copies: dict[Team | None, int] = {None: stock}
        if stock and _takes_side(tile):
            half = max(1, stock // 2)
            copies = {Team.HOME: half, Team.AWAY: max(half, stock - half)}
        for side, count in copies.items():
            section = Section(id=tile.name, tile=tile.id, side=side)
            pieces += _parts(section, count, TWO_SIDES, library, options) if count else ()
    return pieces


def placed_tiles(board: Board, options: ExportOptions) -> list[PrintedPiece]:
    """The tiles a dungeon is laid with, as often as it needs them, mirrored ones as such; none where all is drawn.

    With names a tile has that of its section in the dungeon, where that has one of its own.
    """
    copies: Counter[Section] = Counter()
    for laid in board.layout.sections:
        if laid.tile:
            tile = board.library.get(laid.tile)
            side, name = laid.side if _takes_side(tile) else None, laid.name if options.drawing.section_names else ""
            copies[Section(id=tile.name, tile=tile.id, side=side, flip=laid.flip, name=name)] += 1
    ordered = sorted(copies.items(), key=lambda each: (each[0].tile, each[0].side or "", each[0].flip, each[0].name))
    return [
        piece
        for section, count in ordered
        for piece in _parts(section, count, board.layout.sides, board.library, options)
    ]


def _takes_side(tile: Tile) -> bool:
    """Whether the layout says whose it is."""
    return tile.kind in (SectionKind.END_ZONE, SectionKind.ENTRY) and tile.side is None


def _parts(
    section: Section, count: int, sides: tuple[MatchSide, ...], library: TileLibrary, options: ExportOptions
) -> Iterator[PrintedPiece]:
    """A tile as a piece; one larger than the paper is turned if that helps, or comes in parts."""
    paper = paper_named(options.paper).lying(options.orientation)[0]
    across, down = paper.within(RIM).squares(options.square)
    tile, room = library.get(section.tile), (max(1, across), max(1, down))
    lying = [[square for square, _ in tile.placed((0, 0), turn, section.flip)] for turn in (0, 1)]
    turn = min((0, 1), key=lambda turn: len(split(lying[turn], room)))
    layout = Layout(name=tile.name, sections=(with_changes(section, turn=turn),), sides=sides)
    bare = replace(options.drawing, coordinates=False, title=False, legend=False)
    whole = draw(build(layout, library), bare)
    gone = OUTSIDE if tile.enclosed else (*OUTSIDE, *EDGES)
    layers = tuple(layer for layer in whole.layers if layer.name not in gone)
    cropper = Cropper(with_changes(whole, layers=layers, background="#ffffff"))
    sheets = split(lying[turn], room)
    name = tile.name + (f", {section.side}" if section.side else "") + (", mirrored" if section.flip else "")
    for sheet in sheets:
        part = f", part {sheet.label}" if len(sheets) > 1 else ""
        (left, top), (width, height) = sheet.at, sheet.size
        own = {(x - left, y - top) for x, y in lying[turn] if sheet.holds((x, y))}
        outline = tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings(own))
        front = cropper.window((left, top, left + width, top + height))
        yield PrintedPiece(f"{name}{part}", count, front, None, outline)
