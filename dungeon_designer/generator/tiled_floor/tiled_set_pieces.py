"""Add set pieces to floors of tiles: hazards and machines on wide floor, and chambers that no passage leads into."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.free_floor.growing_floor import FloorSection, list_surrounding_squares
from dungeon_designer.generator.free_floor.set_pieces import SetPiece, find_known_set_pieces, load_set_pieces
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.grid import Square, find_bounds, rank_by_row
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.layout.transforms import Transform, transform_layout
from dungeon_designer.layout_edits.objects import find_covered_squares
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry, repeat_edit

NO_SET_PIECE_SHARE = 0.1
"""The share of floors that get no set piece."""

SEALED_SHARE = 0.25
"""How often a sealed chamber is tried before all other set pieces; else it is tried last."""

CONTENT_FIELDS = ("terrain", "traps", "leap_edges", "machines")
"""The lists of a layout that a set piece adds to on a floor of tiles."""

CHAMBER_SQUARES = 12, 24
"""The minimum and maximum number of squares of a sealed chamber."""

DRAWN_CHAMBER_ROWS = ("....",) * 4
"""The rows of the sealed chamber on a floor without tiles."""

CHAMBER_TRIES = 200
"""How many locations are tried for a sealed chamber."""


def add_set_piece(
    layout: Layout,
    request: Request,
    mode: SymmetryMode,
    dice: Random,
    closed_squares: AbstractSet[Square] = frozenset(),
) -> Layout:
    """Return a floor with a random set piece and its mirrored copies, or the floor unchanged if none fits.

    A set piece is something special that somebody drew: here hazards and machines, such as a pool of lava or a stone
    ball, that are put on wide floor, or a sealed chamber that no passage leads into. Only those that the edition knows
    are used. Some floors get none by chance.

    Args:
        layout: The floor.
        request: The request.
        mode: The symmetry of the floor.
        dice: The random numbers.
        closed_squares: The squares where no set piece may lie.
    """
    set_pieces = [
        candidate
        for candidate in find_known_set_pieces(request.ruleset)
        if candidate.is_sealed or candidate.section.features or candidate.has_machines
    ]
    if not set_pieces or dice.random() < NO_SET_PIECE_SHARE:
        return layout
    board = build_board(layout, request.library)
    symmetry = build_symmetry(mode, board.squares)
    is_sealed_first = dice.random() < SEALED_SHARE
    for set_piece in sorted(
        dice.sample(set_pieces, len(set_pieces)), key=lambda candidate: candidate.is_sealed is not is_sealed_first
    ):
        changed_layout = (_add_sealed_chamber if set_piece.is_sealed else _add_contents)(
            board, set_piece, symmetry, dice, closed_squares
        )
        if changed_layout is not None and set_piece.has_machines:
            return changed_layout  # one ball on the middle, without a second one
        if changed_layout is not None:
            try:
                repeated_layout = repeat_edit(layout, changed_layout, symmetry, request.library)
            except EditError:  # a copy would lie off the grid
                continue
            if not request.squares or len(build_board(repeated_layout, request.library).squares) <= request.squares[1]:
                return repeated_layout
    return layout


def _move_section(section: FloorSection, x: int, y: int) -> FloorSection:
    """Return a section moved x squares to the right and y squares down."""
    return section.transform(lambda square: (square[0] + x, square[1] + y))


def _is_clear_of_copies(section: FloorSection, symmetry: Symmetry) -> bool:
    """Return whether a section does not partly overlap a mirrored copy: each copy is the section itself or apart."""
    copies = [frozenset(map(turn.transform_square, section.squares)) for turn in symmetry.list_transforms()]
    return all(copy == section.squares or copy.isdisjoint(section.squares) for copy in copies)


def _add_contents(
    board: Board, set_piece: SetPiece, symmetry: Symmetry, dice: Random, closed_squares: AbstractSet[Square]
) -> Layout | None:
    """Return the layout with the contents of a set piece, put on floor that is wide enough for the whole piece.

    Only hazards, traps, edges to leap from and machines are drawn, at a random location away from end zones and
    entries. A piece with machines lies on the middle of a symmetric floor. None without such floor.
    """
    zone_squares = {
        square for zone in board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY) for square in zone.squares
    }
    free_squares = board.walkable_squares - zone_squares - list_surrounding_squares(zone_squares) - closed_squares
    quarters = dice.randrange(4)
    rotated_section = set_piece.rotate(quarters)
    corners = sorted(free_squares, key=rank_by_row)
    dice.shuffle(corners)
    for corner in corners:
        moved_section = _move_section(rotated_section, *corner)
        if not moved_section.squares <= free_squares or not _is_clear_of_copies(moved_section, symmetry):
            continue
        if set_piece.has_machines and not _is_own_copy(moved_section, symmetry):
            continue
        _, size = find_bounds(set_piece.section.squares)
        contents = transform_layout(set_piece.layout, Transform((0, 0), size, corner, quarters, False), {})
        added = {field: (*getattr(board.layout, field), *getattr(contents, field)) for field in CONTENT_FIELDS}
        return normalise_layout(replace(board.layout, **added))
    return None


def _is_own_copy(section: FloorSection, symmetry: Symmetry) -> bool:
    """Return whether each mirrored copy of a section covers the same squares; True without symmetry."""
    return all(
        frozenset(map(turn.transform_square, section.squares)) == section.squares for turn in symmetry.list_transforms()
    )


def _add_sealed_chamber(
    board: Board,
    set_piece: SetPiece,
    symmetry: Symmetry,
    dice: Random,
    closed_squares: AbstractSet[Square] = frozenset(),
) -> Layout | None:
    """Return the layout with a sealed chamber: a room in the rock that touches no other floor.

    Only portals can lead into it. On a floor of tiles it is a room tile of suitable size that the floor already uses,
    else a drawn square. None if CHAMBER_TRIES random locations are too narrow, or if no tile is suitable.
    """
    (left, top), (width, height) = find_bounds(board.squares)
    tiles = [
        board.library.get(section.tile) for section in board.layout.sections if section.tile and section.side is None
    ]
    fitting_tiles = [tile for tile in tiles if CHAMBER_SQUARES[0] <= len(tile.letters) <= CHAMBER_SQUARES[1]]
    tile_chambers = [
        Section(id="sealed", tile=tile.id) for tile in fitting_tiles if tile.kind is not SectionKind.CORRIDOR
    ]
    drawn_chamber = Section(id="sealed", kind=SectionKind.ROOM, rows=DRAWN_CHAMBER_ROWS)
    used_squares = {square for section in board.sections for square in section.covered_squares} | closed_squares
    for _ in range(CHAMBER_TRIES if tile_chambers or not tiles else 0):
        model, quarters = dice.choice(tile_chambers or [drawn_chamber]), dice.randrange(4)
        if model.tile:  # a drawn chamber looks the same after a rotation, and files store none for drawn rows
            model = replace(model, turn=quarters)
        corner = max(0, left - 4) + dice.randrange(width + 4), max(0, top - 4) + dice.randrange(height + 4)
        chamber = replace(model, name=f"The {dice.choice(set_piece.section.possible_names)}", at=corner)
        squares = frozenset(find_covered_squares(chamber, board.library))
        if used_squares.isdisjoint(squares | list_surrounding_squares(squares)) and _is_clear_of_copies(
            FloorSection(squares), symmetry
        ):
            return normalise_layout(replace(board.layout, sections=(*board.layout.sections, chamber)))
    return None


def grow_with_chamber(request: Request, grow: Callable[[Request], Layout | None], dice: Random) -> Layout | None:
    """Grow a floor and add a sealed chamber (a room in the rock that only portals lead into) and its mirrored copies.

    So that the floor keeps to the limits, the rest of it is smaller by the squares of the chambers.

    Args:
        request: The request.
        grow: Grows the rest of the floor for a request; None where that fails.
        dice: The random numbers.

    Returns:
        The floor; None if none was grown or there is no space for the chambers.
    """
    set_piece = next(candidate for candidate in load_set_pieces() if candidate.is_sealed)
    square_range = read_constraints(request).squares
    chamber_squares = len(set_piece.section.squares) * (request.team_count if request.is_symmetric else 1)
    layout = grow(
        dataclasses.replace(request, squares=(square_range[0] - chamber_squares, square_range[1] - chamber_squares))
        if square_range
        else request
    )
    if layout is None:
        return None
    board = build_board(layout, request.library)
    symmetry = build_symmetry(request.symmetry, board.squares)
    changed_layout = _add_sealed_chamber(board, set_piece, symmetry, dice)
    try:
        return changed_layout and repeat_edit(layout, changed_layout, symmetry, request.library)
    except EditError:  # a copy would lie off the grid
        return None
