"""Build the pages of everything that is printed for a dungeon: its map, its pieces and its tiles."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from msgspec.structs import replace as with_changes

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions, Mat
from dungeon_designer.exports.pdf import build_map_pages
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.exports.pieces.kits import build_all_kit_pages
from dungeon_designer.exports.pieces.piece_kinds import PrintedPiece, build_pieces, list_full_set
from dungeon_designer.exports.pieces.piece_pages import build_piece_pages
from dungeon_designer.exports.pieces.tile_pieces import build_tile_pieces, list_placed_tiles
from dungeon_designer.exports.printed_pages import Pages
from dungeon_designer.findings import Finding


class PrintSubject(StrEnum):
    """What is printed of a dungeon."""

    SHEETS = "sheets"
    PAGE = "page"
    MAT = "mat"
    PIECES = "pieces"
    TILES = "tiles"


def build_printout(
    print_subject: PrintSubject, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()
) -> Pages:
    """Return the pages that print a board: its map, its pieces or its tiles.

    Args:
        print_subject: what is printed.
        board: the dungeon.
        options: what is drawn, the scale and the paper.
        findings: problems to mark on the map.

    Raises:
        UsageError: if the dungeon has no tiles to print, and if a square or a piece is larger than the paper.
    """
    if print_subject is PrintSubject.PIECES:
        return _build_pieces_pages(board, options)
    if print_subject is PrintSubject.TILES:
        tiles = list_placed_tiles(board, options)
        if not tiles:
            raise UsageError("this dungeon has no tiles of a set; print the map instead")
        return build_cut_out_pages(tiles, options, f"Tiles for {board.layout.name or 'a dungeon'}")
    mat = options.mat or (Mat() if print_subject is PrintSubject.MAT else None)
    return build_map_pages(board, replace(options, fitted=print_subject is PrintSubject.PAGE, mat=mat), findings)


def _build_pieces_pages(board: Board, options: ExportOptions) -> Pages:
    """Return the pages that print the pieces (chests, portals, counters) of a dungeon for every table of the options.

    They are the pieces of an event with one round, in which every table plays this dungeon.
    """
    name = board.layout.name or "a dungeon"
    names_by_table = ((name,),) * options.tables
    materials = EventMaterials({name: board}, rounds=(names_by_table,))
    return Pages(f"Pieces for {name}", build_all_kit_pages(materials, options, f"Pieces for {name}"))


def build_full_set(options: ExportOptions) -> Pages:
    """Return the pages that print a set of pieces (chests, portals, counters) that suffices for any dungeon."""
    return build_cut_out_pages(build_pieces(list_full_set(), options.drawing.theme), options, "Pieces for any dungeon")


def build_tile_set_pages(set_or_folder: str, options: ExportOptions) -> Pages:
    """Return the pages that print a tile set, or all tile sets in a folder.

    A tile is a ready-made section. It is printed as often as its stock, the number of copies in a box, says.
    """
    from dungeon_designer.tiles.library import load_library

    is_folder = os.path.isdir(set_or_folder)
    library = load_library([set_or_folder] if is_folder else [])
    if is_folder:  # the library also has the sets that come with the program
        bundled_sets = set(load_library().sets)
        names = [name for name in library.sets if name not in bundled_sets]
    else:
        names = [set_or_folder]
    tiles = [tile for name in names for tile in library.list_set_tiles(name)]
    return build_cut_out_pages(build_tile_pieces(tiles, library, options), options, f"Tiles of {', '.join(names)}")


def build_cut_out_pages(pieces: Sequence[PrintedPiece], options: ExportOptions, title: str) -> Pages:
    """Return pages with pieces to cut out, enough for every table, each sheet's back after its front."""
    copies = [with_changes(piece, count=piece.count * options.tables) for piece in pieces]
    full_title = f"{title}, for {options.tables} tables" if options.tables > 1 else title
    return Pages(title, build_piece_pages(copies, options, full_title))
