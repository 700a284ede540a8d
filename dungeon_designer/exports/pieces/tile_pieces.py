"""Print the tiles of a set as pieces, each as often as its stock says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.papers import find_paper
from dungeon_designer.exports.pieces.piece_kinds import PrintedPiece
from dungeon_designer.exports.pieces.piece_pages import PIECE_MARGIN_MM
from dungeon_designer.exports.sheets import Cropper, divide_into_sheets
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import TWO_MATCH_TEAMS, Layout, MatchTeam, Section
from dungeon_designer.tiles.tile import Tile, TileLibrary

OUTSIDE_LAYERS = ("page", "rock")
"""The layers of a drawing that show what is around a tile."""

WALL_LAYERS = ("walls", "shadows")
"""The layers with the walls of a tile that lies alone; a tile that is not enclosed has no such walls of its own."""


def build_tile_pieces(tiles: Sequence[Tile], library: TileLibrary, options: ExportOptions) -> list[PrintedPiece]:
    """Return every tile of a list as pieces to print, as often as its set holds it; once if the set does not say.

    The stock of a tile is the number of copies in a box of the set. If the layout gives a tile to a team, each of two
    teams has half of the stock, and at least one: a box is sold for two coaches. For a dungeon with more teams, use
    `list_placed_tiles`.
    """
    pieces: list[PrintedPiece] = []
    for tile in tiles:
        stock = 1 if tile.stock is None else tile.stock
        copies_by_team: dict[Team | None, int] = {None: stock}
        if stock and _has_team_choice(tile):
            half = max(1, stock // 2)
            copies_by_team = {Team.HOME: half, Team.AWAY: max(half, stock - half)}
        for team, copy_count in copies_by_team.items():
            if copy_count:
                section = Section(id=tile.name, tile=tile.id, side=team)
                pieces += _divide_tile(section, copy_count, TWO_MATCH_TEAMS, library, options)
    return pieces


def list_placed_tiles(board: Board, options: ExportOptions) -> list[PrintedPiece]:
    """Return the tiles that a dungeon is built from as pieces to print, as often as it needs them.

    Mirrored tiles are separate pieces. The list is empty if the whole dungeon is drawn. If the options show names, a
    tile has the name of its section in the dungeon.
    """
    copies: Counter[Section] = Counter()
    for section in board.layout.sections:
        if section.tile:
            tile = board.library.get(section.tile)
            team = section.side if _has_team_choice(tile) else None
            name = section.name if options.drawing.section_names else ""
            # without its position and rotation, so that equal tiles are counted together
            copies[Section(id=tile.name, tile=tile.id, side=team, flip=section.flip, name=name)] += 1
    pieces: list[PrintedPiece] = []
    for section in sorted(copies, key=_rank_tile_section):
        pieces += _divide_tile(section, copies[section], board.layout.sides, board.library, options)
    return pieces


def _rank_tile_section(section: Section) -> tuple[str, str, bool, str]:
    """Return a sort key for tiles: by tile, then by team, then mirrored tiles last, then by name."""
    return section.tile, section.side or "", section.flip, section.name


def _has_team_choice(tile: Tile) -> bool:
    """Return whether a tile is an end zone or entry that each dungeon may give to any team.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone.
    """
    return tile.kind in (SectionKind.END_ZONE, SectionKind.ENTRY) and tile.side is None


def _divide_tile(
    section: Section, count: int, teams: tuple[MatchTeam, ...], library: TileLibrary, options: ExportOptions
) -> Iterator[PrintedPiece]:
    """Yield a tile as a piece to print, or as several pieces if it is larger than the paper.

    The tile is rotated by a quarter if it then takes fewer pieces.

    Args:
        section: the tile as a section of a dungeon: which tile, whose team, and whether it is mirrored.
        count: how many copies are printed.
        teams: the teams, whose colours the tile shows.
        library: the known tiles.
        options: the scale, the paper and the theme.
    """
    tile = library.get(section.tile)
    sheets_by_turn, squares_by_turn = [], []
    for turn in (0, 1):  # quarters by which the tile is rotated
        squares = [square for square, _ in tile.list_placed_squares((0, 0), turn, section.flip)]
        squares_by_turn.append(squares)
        sheets_by_turn.append(divide_into_sheets(squares, _find_capacity(options)))
    turn = 0 if len(sheets_by_turn[0]) <= len(sheets_by_turn[1]) else 1
    sheets, squares = sheets_by_turn[turn], squares_by_turn[turn]
    cropper = Cropper(_draw_tile(with_changes(section, turn=turn), tile, teams, library, options))
    team_text = f", {section.side}" if section.side else ""
    name = f"{tile.name}{team_text}{', mirrored' if section.flip else ''}"
    for sheet in sheets:
        part_name = f", part {sheet.label}" if len(sheets) > 1 else ""
        (left, top), (width, height) = sheet.corner, sheet.size
        part_squares = {(x - left, y - top) for x, y in squares if sheet.has_square((x, y))}
        outline = tuple(tuple((float(x), float(y)) for x, y in ring) for ring in trace_rings(part_squares))
        front = cropper.crop((left, top, left + width, top + height))
        yield PrintedPiece(f"{name}{part_name}", count, front, None, outline)


def _find_capacity(options: ExportOptions) -> tuple[int, int]:
    """Return how many columns and rows of squares fit on a sheet of paper with the scale of the options.

    It is at least one of each; a square that is larger than the paper is reported when the pieces are arranged.
    """
    paper = find_paper(options.paper).list_orientations(options.orientation)[0]
    columns, rows = paper.find_print_area(PIECE_MARGIN_MM).count_squares(options.square)
    return max(1, columns), max(1, rows)


def _draw_tile(
    section: Section, tile: Tile, teams: tuple[MatchTeam, ...], library: TileLibrary, options: ExportOptions
) -> Drawing:
    """Return the drawing of a tile that lies alone, without what is around it; the arguments are as in `_divide_tile`.

    A tile without walls of its own gets none, since in a dungeon other tiles may continue it.
    """
    layout = Layout(name=tile.name, sections=(section,), sides=teams)
    drawing_options = replace(options.drawing, coordinates=False, title=False, legend=False)
    drawing = draw(build_board(layout, library), drawing_options)
    hidden_layers = OUTSIDE_LAYERS if tile.enclosed else (*OUTSIDE_LAYERS, *WALL_LAYERS)
    layers = tuple(layer for layer in drawing.layers if layer.name not in hidden_layers)
    return with_changes(drawing, layers=layers, background="#ffffff")
