"""The tiles of a set as pieces, each as often as its stock says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing, Layer, Point
from dungeon_designer.exports.fitting import Cropper
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pieces.document import papers_for
from dungeon_designer.exports.pieces.kinds import PrintedPiece
from dungeon_designer.exports.sheets import Sheet, split
from dungeon_designer.grid import Square
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import TWO_SIDES, Layout, MatchSide, Section
from dungeon_designer.tiles.model import Tile, TileLibrary

OUTSIDE = ("page", "rock")
"""Layers of what lies around a tile."""

EDGES = ("walls", "shadows")
"""Layers of the walls a tile would have if it lay alone; one that is not walled off has none of its own."""


class Copies(NamedTuple):
    """A tile as it is printed: whose it is where the layout says that, whether mirrored, how often, and who plays.

    `called` is the name its section has in the dungeon, '' where it has the tile's own.
    """

    tile: Tile
    side: Team | None
    times: int
    flip: bool = False
    sides: tuple[MatchSide, ...] = TWO_SIDES
    called: str = ""

    @property
    def name(self) -> str:
        """What the piece is called."""
        whose = f", {self.side}" if self.side else ""
        return f"{self.tile.name}{whose}{', mirrored' if self.flip else ''}"

    def squares(self, turn: int) -> list[Square]:
        """Its squares, laid at the origin."""
        return [square for square, _ in self.tile.placed((0, 0), turn, self.flip)]


def tile_pieces(tiles: Sequence[Tile], library: TileLibrary, options: ExportOptions) -> list[PrintedPiece]:
    """Every tile of a list, as often as its stock says."""
    copies = [Copies(tile, side, count) for tile in tiles for side, count in _copies(tile)]
    return _pieces(copies, library, options)


def placed_tiles(board: Board, options: ExportOptions) -> list[PrintedPiece]:
    """The tiles a dungeon is laid with, as often as it needs them, mirrored ones as such; none where all is drawn."""
    named = options.drawing.section_names
    placed = Counter(
        (s.tile, str(s.side or ""), s.flip, s.name if named else "") for s in board.layout.sections if s.tile
    )
    copies = []
    for (name, side, flip, called), count in sorted(placed.items()):
        tile = board.library.get(name)
        whose = Team(side) if side and _takes_side(tile) else None
        copies.append(Copies(tile, whose, count, flip, board.layout.sides, called))
    return _pieces(copies, board.library, options)


def _pieces(copies: Sequence[Copies], library: TileLibrary, options: ExportOptions) -> list[PrintedPiece]:
    """Each copy; a tile larger than the paper is turned if that helps, or comes in parts."""
    _, paper = papers_for(options)[0]
    across, down = paper.squares(options.square)
    room = max(1, across), max(1, down)
    return [piece for each in copies for piece in _parts(each, library, options.drawing, room)]


def _takes_side(tile: Tile) -> bool:
    """Whether the layout says whose it is."""
    return tile.kind in (SectionKind.END_ZONE, SectionKind.ENTRY) and tile.side is None


def _copies(tile: Tile) -> list[tuple[Team | None, int]]:
    """How often a tile is printed, by side: half the stock for each of two where the layout says whose it is.

    A box is sold for two coaches; what a dungeon for more is laid with, `placed_tiles` knows.
    """
    stock = 1 if tile.stock is None else tile.stock
    if not _takes_side(tile):
        return [(None, stock)] if stock else []
    each = max(1, stock // 2) if stock or tile.stock is None else 0
    return [(Team.HOME, each), (Team.AWAY, max(each, stock - each))] if each else []


def _parts(
    copies: Copies, library: TileLibrary, options: DrawingOptions, room: tuple[int, int]
) -> Iterator[PrintedPiece]:
    tile = copies.tile
    turn = min((0, 1), key=lambda turn: len(split(copies.squares(turn), room)))
    section = Section(id=tile.name, tile=tile.id, side=copies.side, turn=turn, flip=copies.flip, name=copies.called)
    layout = Layout(name=tile.name, sections=(section,), sides=copies.sides)
    bare = replace(options, coordinates=False, title=False, legend=False)
    drawing = _alone(draw(build(layout, library), bare), tile)
    cropper, squares = Cropper(drawing), copies.squares(turn)
    sheets = split(squares, room)
    for sheet in sheets:
        part = f", part {sheet.label}" if len(sheets) > 1 else ""
        (x, y), (width, height) = sheet.at, sheet.size
        front = cropper.window((x, y, x + width, y + height))
        yield PrintedPiece(f"{copies.name}{part}", copies.times, front, None, _outline(squares, sheet))


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
