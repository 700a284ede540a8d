"""A floor as a layout: its pieces as sections, as a person would have drawn them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from string import ascii_lowercase, ascii_uppercase

from dungeon_designer.generator.free_floor.furniture import pits, statues
from dungeon_designer.generator.free_floor.ground import Ground, Piece
from dungeon_designer.generator.free_floor.kinds import called
from dungeon_designer.generator.free_floor.names import names_of
from dungeon_designer.generator.free_floor.style import Style
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.generator.options import Request
from dungeon_designer.grid import Square, row_major
from dungeon_designer.kinds import TerrainKind
from dungeon_designer.layout.edits import moved
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    Section,
    Terrain,
    Trap,
    normalised,
    sides_of,
)
from dungeon_designer.layout_edits.floor import drawn

IDS = ascii_uppercase + ascii_lowercase
"""A sketch shows sections by letters."""


def layout_of(ground: Ground, style: Style, terms: Terms, request: Request, dice: Random) -> Layout:
    """The layout of a floor, with its hazards, statues and pits, in the upper left corner of the grid."""
    stones = statues(ground, style, terms, dice)
    holes = pits(ground, style, terms, stones, dice)
    lake, gorge = (dice.choice(terms.hazards) for _ in range(2)) if terms.hazards else (TerrainKind.LAVA,) * 2
    stone = dice.choice(terms.obstacles) if terms.obstacles else None
    names = names_of(ground, request.rooms, dice)
    called(ground, terms)
    pieces = sorted(ground.pieces, key=lambda piece: row_major(min(piece.squares, key=row_major)))
    layout = Layout(
        ruleset=request.ruleset.id,
        sides=sides_of(request.sides),
        sections=tuple(_section(piece, number, names) for number, piece in enumerate(pieces)),
        terrain=tuple(Terrain(kind=kind, at=at) for piece in pieces for at, kind in _terrain(piece, lake, gorge)),
        obstacles=tuple(Obstacle(kind=stone, at=at) for at in stones) if stone else (),
        traps=tuple(Trap(kind=kind, at=at) for at, kind in holes.items()),
    )
    left, top = (min(at[axis] for at in ground.owner) for axis in (0, 1))
    return moved(normalised(layout), (-left, -top))


def _terrain(piece: Piece, lake: TerrainKind, gorge: TerrainKind) -> list[tuple[tuple[int, int], TerrainKind]]:
    hazard = gorge if piece.planks else lake
    return [*((at, hazard) for at in piece.wet), *((at, TerrainKind.BRIDGE) for at in piece.planks)]


def _section(piece: Piece, number: int, names: Mapping[Square, str]) -> Section:
    letter = IDS[number] if number < len(IDS) else f"s{number}"
    name = names.get(min(piece.squares), "")
    return drawn(Section(id=letter, kind=piece.kind, side=piece.side, name=name), piece.squares)
