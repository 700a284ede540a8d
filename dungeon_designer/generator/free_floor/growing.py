"""A floor drawn freely, as a ruleset without a stock of tiles lets one: a room, and rooms joined to it by ways.

Rooms are built on to what is there, each at the end of a way of its own (as in Brogue); then ways are opened between
places that lie far from each other on foot, so that one can walk round; what leads nowhere goes, and what is missing of
the floor is made up by wider rooms. Under symmetry each step is done with its twins.
"""

from __future__ import annotations

from math import sqrt
from random import Random

from dungeon_designer.generator.free_floor.entries import lay_entries
from dungeon_designer.generator.free_floor.ground import Ground
from dungeon_designer.generator.free_floor.passages import join
from dungeon_designer.generator.free_floor.rooms import begin, grow_room
from dungeon_designer.generator.free_floor.sections import layout_of
from dungeon_designer.generator.free_floor.sizing import pruned, tidied, united, widen
from dungeon_designer.generator.free_floor.style import Style, style_of
from dungeon_designer.generator.free_floor.terms import Terms, terms_of
from dungeon_designer.generator.free_floor.zones import lay_zones
from dungeon_designer.generator.genome import Genome
from dungeon_designer.generator.options import Request
from dungeon_designer.grid import Size
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout, sides_of
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

TRIES = 120
"""Places that are tried for rooms at a time."""

CYCLES = 3
"""So often what leads nowhere is taken away and the floor grows again."""

MISSES = 3
"""So often no way is found before it is given up."""

DETOUR = 10
"""A way is opened where it saves so many steps."""


def grow(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """A floor as wished, or None where the dice led nowhere."""
    terms = terms_of(request)
    least, most = terms.squares
    zones = request.sides * terms.per_side * terms.zones[0][0] * terms.zones[0][1]
    wanted = least + round(genome.size * (most - least))
    size = _canvas(request, terms, wanted, dice)
    ground = Ground(size, Symmetry(request.symmetry, (size[0] - 1, size[1] - 1)), most - zones)
    style = style_of(genome, terms, dice)
    if not begin(ground, style, terms, dice):
        return None
    _build(ground, style, terms, wanted - zones, style.loops, dice)
    ground.most = most
    teams = tuple(side.id for side in sides_of(request.sides))
    lay = lay_entries if terms.zone is SectionKind.ENTRY else lay_zones
    if not lay(ground, terms, teams, genome.length, dice):
        return None
    _mended(ground, style, terms, wanted, dice)
    while len(ground) < least:
        if not widen(ground, terms, dice):
            return None
    return layout_of(ground, style, terms, request, dice) if len(ground) <= most else None


def _build(ground: Ground, style: Style, terms: Terms, aim: int, loops: int, dice: Random) -> None:
    """Rooms until there is floor enough, and ways round between them."""
    for _ in range(TRIES):
        if len(ground) >= aim:
            break
        grow_room(ground, style, terms, dice)
    missed = 0
    while loops > 0 and missed < MISSES:
        joined = join(ground, style, DETOUR, dice)
        loops, missed = loops - joined, missed + (not joined)


def _mended(ground: Ground, style: Style, terms: Terms, aim: int, dice: Random) -> None:
    """What leads nowhere goes, and for its squares others come, until that changes nothing any more."""
    for _ in range(CYCLES):
        _cleared(ground)
        if len(ground) >= terms.squares[0]:
            return
        _build(ground, style, terms, aim, 1 + style.loops // 2, dice)
    _cleared(ground)


def _cleared(ground: Ground) -> None:
    """Nothing is left that leads nowhere: where one thing goes, what it led on from may be the next."""
    pieces = 0
    while pieces != len(ground.pieces):
        pieces = len(ground.pieces)
        united(ground)
        pruned(ground)
        tidied(ground)


def _canvas(request: Request, terms: Terms, wanted: int, dice: Random) -> Size:
    """The rectangle the floor may grow in: some two to three times as large as the floor, at most what fits."""
    area = wanted / dice.uniform(0.38, 0.6)
    aspect = dice.uniform(1.0, 2.2)
    width, height = round(sqrt(area * aspect)), round(sqrt(area / aspect))
    if request.symmetry is SymmetryMode.QUARTER_TURNS:
        width = height = round(sqrt(area))
    elif request.symmetry is SymmetryMode.TOP_BOTTOM:
        width, height = (height, width) if dice.random() < 0.5 else (width, height)
    if terms.fit:
        long, short = max(terms.fit), min(terms.fit)
        width, height = (
            (min(width, long), min(height, short)) if width >= height else (min(width, short), min(height, long))
        )
    return width - width % 2, height - height % 2
