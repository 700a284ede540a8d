"""Floors laid from tiles: one way of growing for every edition that has tiles."""

from __future__ import annotations

from random import Random

from dungeon_designer.board.build import build
from dungeon_designer.findings import Level
from dungeon_designer.generator.genome import Genome
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.asking import Asked, asked_of
from dungeon_designer.generator.tiled_floor.drawing_up import layout_of
from dungeon_designer.generator.tiled_floor.entries import lay_entries
from dungeon_designer.generator.tiled_floor.gap_doors import with_doors
from dungeon_designer.generator.tiled_floor.images import Images
from dungeon_designer.generator.tiled_floor.plan import plan_of
from dungeon_designer.generator.tiled_floor.seeds import seed_of
from dungeon_designer.generator.tiled_floor.supply import Supply, supply_of
from dungeon_designer.generator.tiled_floor.table import Table
from dungeon_designer.generator.tiled_floor.tiling import Tiling
from dungeon_designer.generator.tiled_floor.zones import lay_zones, zone_pieces
from dungeon_designer.grid import SIDES
from dungeon_designer.kinds import LEAST_SIDES, SectionKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import check

PASSAGES = 2
"""So many passages are laid on before end zones that do not lie far enough apart."""

QUARTERS = 0.8
"""How often four sides that half a turn exchanges get a floor of four quarters."""


def grow(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """A floor laid from the tiles there are, with doors and end zones or entries; None where these dice led nowhere."""
    asked = asked_of(request)
    supply = supply_of(request)
    tiling = _tiling(request, asked, supply, genome, dice)
    if tiling is None or not (_lacks(supply, asked) or tiling.grown(_stubs(request, asked))):
        return None
    if asked.zone is SectionKind.ENTRY:
        teams = lay_entries(tiling, request, asked, genome.length, dice)
        return layout_of(tiling.table, request, teams) if teams else None
    layout = _with_zones(tiling, request, asked, genome, dice)
    return with_doors(layout, asked.gaps, request.library, dice) if layout else None


def _with_zones(tiling: Tiling, request: Request, asked: Asked, genome: Genome, dice: Random) -> Layout | None:
    """The floor with end zones; where they do not lie far enough apart, at the ends of further passages."""
    for _ in range(1 + PASSAGES):
        bare = len(tiling.table.laid)
        teams = lay_zones(tiling, request, asked, genome.length, dice)
        if not teams:
            return None
        layout = layout_of(tiling.table, request, teams)
        if not asked.apart or not _too_near(layout, request):
            return layout
        way_in = next(joint for joint in tiling.table.joints if joint.one == bare)
        while len(tiling.table.laid) > bare:
            tiling.table.lift()
        if not tiling.extended(way_in):
            return None
    return None


def _too_near(layout: Layout, request: Request) -> bool:
    """Whether the rule on how far apart end zones lie finds better places."""
    found = check(build(layout, request.library), request.ruleset, select=["end-zones-apart"]).findings
    return any(finding.level is not Level.INFO for finding in found)


def _lacks(supply: Supply, asked: Asked) -> bool:
    """Whether there are too few tiles of a kind for any floor: then the first tiles show what rule is in the way."""
    on_table = {kind: bounds.min or 0 for kind, bounds in asked.mix.items()}
    return any(supply.all_of(kind) < least for kind, least in on_table.items())


def _way(request: Request, dice: Random) -> SymmetryMode:
    """How the floor repeats itself: for four sides that half a turn exchanges most often by quarter turns, which do so
    too and are as fair to all four."""
    quarters = request.symmetry is SymmetryMode.HALF_TURN and request.sides == len(SIDES)
    return SymmetryMode.QUARTER_TURNS if quarters and dice.random() < QUARTERS else request.symmetry


def _stubs(request: Request, asked: Asked) -> int:
    """How many ends of passages may be left for end zones; entries close none, nor do several zones laid freely."""
    free = request.symmetry is SymmetryMode.OFF and request.sides > LEAST_SIDES
    return request.sides if asked.zone is SectionKind.END_ZONE and not free else 0


def _tiling(request: Request, asked: Asked, supply: Supply, genome: Genome, dice: Random) -> Tiling | None:
    """A floor of its first tiles."""
    if not supply.pieces:
        return None
    plan = plan_of(request, asked, supply, zone_pieces(request, asked)[0].squares, genome, dice)
    seed = seed_of(_way(request, dice), supply, asked, dice)
    if seed is None:
        return None
    table = Table(asked.least, asked.door, request.fit)
    tiling = Tiling(request, asked, supply, plan, Images(seed.symmetry), table, dice)
    if len(seed.tiles) > 1:
        return tiling if all(tiling.lay_alone(*tile) for tile in seed.tiles) else None
    return tiling if tiling.lay(*seed.tiles[0]) else None
