"""A floor drawn freely, as a ruleset without a stock of tiles lets one: a room, and rooms joined to it by ways.

Rooms are built on to what is there, each at the end of a way of its own (as in Brogue); then ways are opened between
places that lie far from each other on foot, so that one can walk round; what leads nowhere goes, and what is missing of
the floor is made up by wider rooms. Under symmetry each step is done with its twins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from random import Random

from dungeon_designer.generator.constraints import Constraints, constraints_of
from dungeon_designer.generator.free_floor.ground import Ground, Piece, before, touch_of
from dungeon_designer.generator.free_floor.rooms import Builder, Style
from dungeon_designer.generator.free_floor.sections import layout_of
from dungeon_designer.generator.free_floor.tidying import tidy, widen
from dungeon_designer.generator.genome import Genome
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.zones import Gates, Site, ZoneChoice, along
from dungeon_designer.grid import Side, Size, Square
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.edits import Turn
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

SITES = 40
"""Places that are looked at for end zones."""

ASKED = 0.7
"""The share of rooms with a hazard, or with statues, where the ruleset asks for some."""


def grow(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """A floor as wished, or None where the dice led nowhere."""
    asked = constraints_of(request)
    least, most = asked.roomy
    zones = request.sides * asked.per_side * asked.zones[0][0] * asked.zones[0][1]
    wanted = least + round(genome.size * (most - least))
    size = _canvas(request, asked, wanted, dice)
    ground = Ground(size, Symmetry(request.symmetry, (size[0] - 1, size[1] - 1)), most - zones)
    style = _style(genome, asked, dice)
    builder = Builder(ground, style, asked, dice)
    if not builder.begin():
        return None
    _build(builder, wanted - zones, style.loops)
    ground.most = most
    teams = tuple(side.id for side in sides_of(request.sides))
    lay = _lay_entries if asked.zone is SectionKind.ENTRY else _lay_zones
    if not lay(ground, asked, teams, genome.length, dice):
        return None
    for _ in range(CYCLES):
        tidy(ground)
        if len(ground) >= least:
            break
        _build(builder, wanted, 1 + style.loops // 2)
    tidy(ground)
    while len(ground) < least:
        if not widen(ground, asked, dice):
            return None
    return layout_of(ground, style, asked, request, dice) if len(ground) <= most else None


def _build(builder: Builder, aim: int, loops: int) -> None:
    """Rooms until there is floor enough, and ways round between them."""
    for _ in range(TRIES):
        if len(builder.ground) >= aim:
            break
        builder.grow_room()
    missed = 0
    while loops > 0 and missed < MISSES:
        joined = builder.join(DETOUR)
        loops, missed = loops - joined, missed + (not joined)


def _canvas(request: Request, asked: Constraints, wanted: int, dice: Random) -> Size:
    """The rectangle the floor may grow in: some two to three times as large as the floor, at most what fits."""
    area = wanted / dice.uniform(0.38, 0.6)
    aspect = dice.uniform(1.0, 2.2)
    width, height = round(sqrt(area * aspect)), round(sqrt(area / aspect))
    if request.symmetry is SymmetryMode.QUARTER_TURNS:
        width = height = round(sqrt(area))
    elif request.symmetry is SymmetryMode.TOP_BOTTOM and dice.random() < 0.5:
        width, height = height, width
    if asked.fit:
        short, long = sorted(asked.fit)
        most = (long, short) if width >= height else (short, long)
        width, height = min(width, most[0]), min(height, most[1])
    return width - width % 2, height - height % 2


def _style(genome: Genome, asked: Constraints, dice: Random) -> Style:
    """How a dungeon is built so as to come near a genome."""
    narrow, openness, detail = 1 - genome.openness, genome.openness, 0.3 + 0.7 * genome.detail
    wide = openness > 0.6 and dice.random() < 2.5 * (openness - 0.6)
    least = max(asked.width + wide + 1, round(3 + 2.5 * openness + dice.uniform(-0.5, 0.5)))
    most = least + 1 + round(4 * openness * dice.random()) + (openness > 0.6)
    hazards = detail if asked.hazards else 0.0
    return Style(
        sizes=(least, most),
        way=asked.width + wide,
        longest=dice.randint(3, 4) + round(2 * narrow + 2 * genome.length),
        bends=dice.uniform(0.0, 0.4),
        bare=max(0.0, 0.9 * narrow - 0.35, 1.5 * genome.length - 1.0) * dice.uniform(0.4, 1.0),
        rings=dice.uniform(0.0, 0.5) * narrow,
        lakes=max(dice.uniform(0.1, 0.6) * hazards, ASKED * asked.asked[0]),
        bridges=dice.uniform(0.0, 0.5) * hazards,
        shaped=dice.uniform(0.0, 0.8) * detail,
        posts=max(dice.uniform(0.2, 1.0) * detail, ASKED * asked.asked[1]) if asked.obstacles else 0.0,
        pits=round(dice.uniform(0.0, 2.4) * detail) if asked.pits else 0,
        onward=genome.length * dice.uniform(0.4, 1.0),
        centred=dice.uniform(0.4, 0.9),
        loops=1 + round(genome.loops * 8),
    )


def _lay_entries(ground: Ground, asked: Constraints, teams: Sequence[Team], wanted: float, dice: Random) -> bool:
    """Lay the entries of each side, as far apart as wished; whether there was room."""
    planks = {at for piece in ground.pieces for at in piece.planks}
    walked = ground.owner.keys() - ground.wet - planks
    gates = Gates(ground.owner, walked, lambda some: ground.fits(some, ground.owner), ground.beside, wanted, dice)
    chosen = gates.chosen(teams, asked.per_side, ground.symmetry)
    for team, gate in chosen or ():
        ground.put(Piece(gate.squares, SectionKind.ENTRY, team))
    return bool(chosen)


def _lay_zones(ground: Ground, asked: Constraints, teams: Sequence[Team], wanted: float, dice: Random) -> bool:
    """Lay an end zone for each side, as far apart as wished; whether there was room."""
    sites = list(_sites(ground, asked))
    dice.shuffle(sites)
    free = (site for site, touched in sites if ground.fits(site.squares, touched))
    found = list(islice(free, SITES if ground.turns else 2 * SITES))
    choice = ZoneChoice(
        found,
        ground.turns,
        lambda site, turn: _twin(ground, site, turn),
        ground.beside,
        None if asked.apart else wanted,
    )
    chosen = choice.chosen(len(teams) * asked.per_side) if found else None
    for team, site in zip([*teams] * asked.per_side, chosen or (), strict=False):
        ground.put(Piece(site.squares, SectionKind.END_ZONE, team))
    return bool(chosen)


def _twin(ground: Ground, site: Site, turn: Turn) -> Site:
    squares, feet = frozenset(map(turn.square, site.squares)), tuple(map(turn.square, site.feet))
    return Site(squares, feet, ground.owner[feet[0]], site.clumsy)


def _sites(ground: Ground, asked: Constraints) -> Iterator[tuple[Site, set[Square]]]:
    """Blocks of each size before each wall: in its middle, at its ends, or longer than it and over it.

    With each the floor it touches. It is clumsy to lie at the side of a way, or aside of a wall's middle.
    """
    sizes = {turned for size in asked.zones for turned in (size, size[::-1])}
    walls = [
        (number, side, run)
        for number in range(len(ground.pieces))
        for side in Side
        for run in ground.walls(number, side)
    ]
    for number, side, run in walls:
        piece, (dx, dy) = ground.pieces[number], along(side)
        for long, deep in sorted(sizes) if len(run) >= max(2, asked.joined) else ():
            spare = len(run) - long
            for offset in sorted({0, spare, spare // 2}):
                row = [(run[0][0] + by * dx, run[0][1] + by * dy) for by in range(offset, offset + long)]
                feet = tuple(at for at in row if at in run)
                aside = 2.5 if abs(2 * offset - spare) > 1 and spare > 0 else 0.0
                clumsy = 3.0 * piece.is_way + aside + (1.0 if 2 * len(feet) < long * deep else 0.0)
                site = Site(frozenset(before(row, side, deep)), feet, number, clumsy)
                yield site, touch_of(feet, side) & piece.squares
