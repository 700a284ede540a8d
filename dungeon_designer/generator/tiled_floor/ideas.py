"""Set pieces on floors laid from tiles: hazards on floor that is wide enough for them, chambers no way leads into."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.generator.free_floor.ground import FloorPiece, around
from dungeon_designer.generator.free_floor.set_pieces import SetPiece, known_to
from dungeon_designer.generator.options import Request
from dungeon_designer.grid import bounds, row_major
from dungeon_designer.kinds import SectionKind, TerrainKind
from dungeon_designer.layout.model import Layout, Section, Terrain, normalised
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, about, repeated

PLAIN = 0.1
"""How often a floor gets no set piece."""

CHAMBER = 12, 24
"""The least and the most squares of a sealed chamber."""

TRIES = 200
"""So many places are tried for a sealed chamber."""


def with_idea(layout: Layout, request: Request, mode: SymmetryMode, dice: Random) -> Layout:
    """A floor with a set piece and its twins, of those its edition knows that have room there; else as it is."""
    known = [each for each in known_to(request.ruleset) if each.sealed or each.piece.wet]
    if not known or dice.random() < PLAIN:
        return layout
    board = build(layout, request.library)
    symmetry = about(mode, board.squares)
    for idea in dice.sample(known, len(known)):
        after = (_sealed if idea.sealed else _hazardous)(board, idea, symmetry, dice)
        if after is not None:
            try:
                whole = repeated(layout, after, symmetry, request.library)
            except EditError:  # a twin would lie off the grid
                continue
            if not request.squares or len(build(whole, request.library).squares) <= request.squares[1]:
                return whole
    return layout


def _placed(piece: FloorPiece, x: int, y: int) -> FloorPiece:
    return piece.carried(lambda at: (at[0] + x, at[1] + y))


def _clear(piece: FloorPiece, symmetry: Symmetry) -> bool:
    """Whether a piece is its own twin, or meets none of them."""
    twins = [frozenset(map(turn.square, piece.squares)) for turn in symmetry.turns()]
    return all(twin == piece.squares or twin.isdisjoint(piece.squares) for twin in twins)


def _hazardous(board: Board, idea: SetPiece, symmetry: Symmetry, dice: Random) -> Layout | None:
    """A layout with the hazards of a set piece on floor as wide as it is; None where there is none."""
    zones = {at for zone in board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY) for at in zone.squares}
    free = board.walkable_squares - zones - around(zones)
    piece = idea.turned(dice.randrange(4))
    corners = sorted(free, key=row_major)
    dice.shuffle(corners)
    for x, y in corners:
        there = _placed(piece, x, y)
        if there.squares <= free and _clear(there, symmetry):
            wet = (Terrain(kind=kind, at=at) for at, kind in there.marks if isinstance(kind, TerrainKind))
            return normalised(replace(board.layout, terrain=(*board.layout.terrain, *wet)))
    return None


def _sealed(board: Board, idea: SetPiece, symmetry: Symmetry, dice: Random) -> Layout | None:
    """A layout with a small tile of the floor once more, away from all others; None where there is no room for it."""
    (left, top), (width, height) = bounds(board.squares)
    laid = [each for each in board.layout.sections if each.tile and each.side is None]
    rooms = [each for each in laid if CHAMBER[0] <= len(board.library.get(each.tile).letters) <= CHAMBER[1]]
    taken = {square for each in board.sections for square in each.covers}
    for _ in range(TRIES if rooms else 0):
        model = dice.choice(rooms)
        at = left + dice.randrange(width), top + dice.randrange(height)
        squares = frozenset(square for square, _ in board.library.get(model.tile).placed(at, model.turn))
        if taken.isdisjoint(squares | around(squares)) and _clear(FloorPiece(squares), symmetry):
            name = f"The {dice.choice(idea.piece.names)}"
            chamber = Section(id="sealed", name=name, tile=model.tile, at=at, turn=model.turn)
            return normalised(replace(board.layout, sections=(*board.layout.sections, chamber)))
    return None
