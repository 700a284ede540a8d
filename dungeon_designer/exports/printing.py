"""Everything there is to print for a dungeon, as pages: the map over sheets, on one page or as a mat; pieces; tiles."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from msgspec.structs import replace as with_changes

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions, Mat
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.pdf import map_pages
from dungeon_designer.exports.pieces.account import EventAccount
from dungeon_designer.exports.pieces.document import piece_pages
from dungeon_designer.exports.pieces.kinds import PrintedPiece, drawn, full_set
from dungeon_designer.exports.pieces.kits import kits_pages
from dungeon_designer.exports.pieces.tiles import placed_tiles, tile_pieces
from dungeon_designer.findings import Finding


class Subject(StrEnum):
    """What is printed of a dungeon."""

    SHEETS = "sheets"
    PAGE = "page"
    MAT = "mat"
    PIECES = "pieces"
    TILES = "tiles"


def printout(subject: Subject, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> Pages:
    """What is to be printed of a board; UsageError for no tiles, and for a square or a piece larger than the paper."""
    name = board.layout.name or "a dungeon"
    if subject is Subject.PIECES:
        account = EventAccount({name: board}, (((name,),) * options.tables,))
        return Pages(f"Pieces for {name}", kits_pages(account, options, f"Pieces for {name}"))
    if subject is Subject.TILES:
        tiles = placed_tiles(board, options)
        if not tiles:
            raise UsageError("this dungeon is laid with no tiles of a set; print the map instead")
        return cut_out(tiles, options, f"Tiles for {name}")
    mat = options.mat or (Mat() if subject is Subject.MAT else None)
    return map_pages(board, replace(options, fitted=subject is Subject.PAGE, mat=mat), findings)


def box(options: ExportOptions) -> Pages:
    """The pieces for any dungeon."""
    return cut_out(drawn(full_set(), options.drawing.theme), options, "Pieces for any dungeon")


def tile_set(tiles: str, options: ExportOptions) -> Pages:
    """The tiles of a set, or of all sets in a folder, each as often as its stock says."""
    from dungeon_designer.tiles.library import library

    folder = os.path.isdir(tiles)
    known = library([tiles] if folder else [])
    own = set(library().sets)
    names = [name for name in known.sets if name not in own] if folder else [tiles]
    chosen = [tile for name in names for tile in known.of_set(name)]
    return cut_out(tile_pieces(chosen, known, options), options, f"Tiles of {', '.join(names)}")


def cut_out(pieces: Sequence[PrintedPiece], options: ExportOptions, title: str) -> Pages:
    """Pieces for every table on as many sheets as they need, each sheet's back after its front."""
    many = [with_changes(piece, count=piece.count * options.tables) for piece in pieces]
    for_tables = f"{title}, for {options.tables} tables" if options.tables > 1 else title
    return Pages(title, piece_pages(many, options, for_tables))
