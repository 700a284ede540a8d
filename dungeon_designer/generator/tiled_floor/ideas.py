"""Set pieces on floors laid from tiles: hazards on floor that is wide enough for them, chambers no way leads into."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.generator.constraints import constraints_of
from dungeon_designer.generator.free_floor.ground import FloorPiece, around
from dungeon_designer.generator.free_floor.set_pieces import SetPiece, known_to, set_pieces
from dungeon_designer.generator.options import Request
from dungeon_designer.grid import bounds, row_major
from dungeon_designer.kinds import SectionKind, TerrainKind
from dungeon_designer.layout.model import Layout, Section, Terrain, normalised
from dungeon_designer.layout_edits.items import covered
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, about, repeated

PLAIN = 0.1
"""How often a floor gets no set piece."""

CHAMBER = 12, 24
"""The least and the most squares of a sealed chamber."""

DRAWN = ("....",) * 4
"""The sealed chamber of a floor that is drawn."""

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
    """A layout with one more room in the rock, of a tile where floors are laid; None where there is no place."""
    (left, top), (width, height) = bounds(board.squares)
    laid = [board.library.get(each.tile) for each in board.layout.sections if each.tile and each.side is None]
    fitting = [each for each in laid if CHAMBER[0] <= len(each.letters) <= CHAMBER[1]]
    rooms = [Section(id="sealed", tile=each.id) for each in fitting if each.kind is not SectionKind.CORRIDOR]
    drawn = Section(id="sealed", kind=SectionKind.ROOM, rows=DRAWN)
    taken = {square for each in board.sections for square in each.covers}
    for _ in range(TRIES if rooms or not laid else 0):
        model, quarters = dice.choice(rooms or [drawn]), dice.randrange(4)
        if model.tile:  # a drawn chamber is the same in every direction, and files hold no turn of drawn rows
            model = replace(model, turn=quarters)
        at = max(0, left - 4) + dice.randrange(width + 4), max(0, top - 4) + dice.randrange(height + 4)
        chamber = replace(model, name=f"The {dice.choice(idea.piece.names)}", at=at)
        squares = frozenset(covered(chamber, board.library))
        if taken.isdisjoint(squares | around(squares)) and _clear(FloorPiece(squares), symmetry):
            return normalised(replace(board.layout, sections=(*board.layout.sections, chamber)))
    return None


def with_chamber(request: Request, grow: Callable[[Request], Layout | None], dice: Random) -> Layout | None:
    """A floor with a sealed chamber and its twins, and as many squares fewer elsewhere; None without room."""
    idea = next(each for each in set_pieces() if each.sealed)
    asked = constraints_of(request).squares
    room = len(idea.piece.squares) * (request.sides if request.symmetric else 1)
    layout = grow(replace(request, squares=(asked[0] - room, asked[1] - room)) if asked else request)
    if layout is None:
        return None
    board = build(layout, request.library)
    symmetry = about(request.symmetry, board.squares)
    after = _sealed(board, idea, symmetry, dice)
    try:
        return after and repeated(layout, after, symmetry, request.library)
    except EditError:  # a twin would lie off the grid
        return None
