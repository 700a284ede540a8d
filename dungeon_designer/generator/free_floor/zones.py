"""End zones laid against a floor, as far from each other as is wished for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct

from dungeon_designer.generator.free_floor.ground import Ground, Piece, Squares, before, touch_of
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.model import SectionKind, Team
from dungeon_designer.layout_edits.symmetry import SymmetryMode

SHORTEST, LONGEST = 12, 52
"""Steps from zone to zone between which the wish for length lies."""

EVEN = 4.0
"""What a step of difference between the sides' ways is worth, in steps from zone to zone, where several play."""

SITES = 40
"""Places that are looked at for each zone."""


class Site(Struct, frozen=True, eq=False):
    """A place for an end zone: its squares, and those of the floor before it."""

    squares: Squares
    front: tuple[Square, ...]
    piece: int


def lay_zones(ground: Ground, terms: Terms, teams: tuple[Team, ...], wanted: float, dice: Random) -> bool:
    """Lay an end zone for each side, so many steps apart (1 for as far as can be); whether there was room."""
    if ground.symmetry.way is not SymmetryMode.OFF:
        return _repeated(ground, terms, teams, wanted, dice)
    return _single(ground, terms, teams, wanted, dice)


def _repeated(ground: Ground, terms: Terms, teams: tuple[Team, ...], wanted: float, dice: Random) -> bool:
    """Zones that are each other's twins; with more sides than twins several such sets."""
    steps = SHORTEST + wanted * (LONGEST - SHORTEST)
    left = list(teams) * terms.per_side
    while left:
        sites = [site for site in _some(ground, terms, dice) if not _shared(ground, site)]
        ranked = sorted(sites, key=lambda site: _misses(ground, site, steps, terms))
        if not ranked:
            return False
        images = ground.images(ranked[0].squares)
        if len(images) > len(left) or len(images) == 1:
            return False
        images = sorted(images, key=min) if len(images) == 2 else images
        for image in images:
            ground.put(Piece(image, SectionKind.END_ZONE, left.pop(0)))
    return True


def _shared(ground: Ground, site: Site) -> bool:
    """Whether a site and its twin lie beside one room."""
    return any(ground.owner[at] == site.piece for image in ground.images(site.front)[1:] for at in image)


def _misses(ground: Ground, site: Site, steps: float, terms: Terms) -> float:
    """How far a site and its twin are from lying so many steps apart; less at the end of a dead end."""
    (twin, *_) = ground.images(site.front)[1:] or [frozenset(site.front)]
    far = min(ground.steps(site.front).get(at, 0) for at in twin) + 2
    return -far if terms.apart else abs(far - steps) + _clumsy(ground, site)


def _clumsy(ground: Ground, site: Site) -> float:
    """How many steps it is worth to lay a zone elsewhere than at the side of a way, or aside of a wall's middle."""
    piece = ground.pieces[site.piece]
    row = sorted(site.front)
    wall = next(run for run in ground.walls(site.piece, _facing(site)) if row[0] in run)
    ends = {wall[0], wall[-1]} & set(row)
    balanced = len(ends) == 2 or abs((wall.index(row[0])) - (len(wall) - 1 - wall.index(row[-1]))) <= 1
    return 3.0 * piece.is_way + (0.0 if balanced else 2.5) + (1.0 if len(row) * 2 < len(site.squares) else 0.0)


def _single(ground: Ground, terms: Terms, teams: tuple[Team, ...], wanted: float, dice: Random) -> bool:
    """Zones one by one: the first at an end of the floor, each other as far from those before as is wished for, and
    with as long ways to all of the floor as these, so that no side walks farther to the chests."""
    steps = SHORTEST + wanted * (LONGEST - SHORTEST)
    placed: list[Site] = []
    for team in teams * terms.per_side:
        rooms = {other.piece for other in placed}
        sites = [site for site in _some(ground, terms, dice) if site.piece not in rooms]
        if not sites:
            return False
        if placed:
            tables = [ground.steps(other.front) for other in placed]
            far = {site: min(min(t.get(at, 0) for at in site.front) for t in tables) + 2 for site in sites}
            uneven = {site: _uneven(ground, site, tables) if len(teams) > 2 else 0.0 for site in sites}
            best = min(sites, key=lambda site: uneven[site] + (-far[site] if terms.apart else abs(far[site] - steps)))
        else:
            start = sites[0].front
            best = max(sites, key=lambda site: min(ground.steps(start).get(at, 0) for at in site.front))
        placed.append(best)
        ground.put(Piece(best.squares, SectionKind.END_ZONE, team))
    return True


def _uneven(ground: Ground, site: Site, tables: Sequence[Mapping[Square, int]]) -> float:
    """How many steps a site is nearer to the floor, or farther from it, than others, on average; dear as it is."""
    means = [sum(table.values()) / len(table) for table in (*tables, ground.steps(site.front))]
    return EVEN * (max(means) - min(means))


def _some(ground: Ground, terms: Terms, dice: Random) -> list[Site]:
    """Some of the places where a zone has room, in any order."""
    sites = list(_sites(ground, terms))
    dice.shuffle(sites)
    found = []
    for site in sites:
        if ground.fits(site.squares, _touched(ground, site)):
            found.append(site)
            if len(found) == SITES:
                break
    return found


def _touched(ground: Ground, site: Site) -> set[Square]:
    piece = ground.pieces[site.piece].squares
    side = _facing(site)
    row = [at for at in site.front if at in piece]
    return touch_of(row, side) & piece


def _facing(site: Site) -> Side:
    x, y = site.front[0]
    return next(side for side in Side if (x + side.step[0], y + side.step[1]) in site.squares)


def _sites(ground: Ground, terms: Terms) -> Iterator[Site]:
    """Blocks of each size before each wall: in its middle, at its ends, or longer than it and over it."""
    for number, piece in enumerate(ground.pieces):
        if piece.side is not None:
            continue
        for side in Side:
            for run in ground.walls(number, side):
                for size in terms.zones:
                    for long, deep in {size, size[::-1]}:
                        yield from _before(run, side, long, deep, number, max(2, terms.joined))


def _before(run: list[Square], side: Side, long: int, deep: int, number: int, joined: int) -> Iterator[Site]:
    if len(run) < joined:
        return
    spare = len(run) - long
    along = (0, 1) if side in (Side.EAST, Side.WEST) else (1, 0)
    offsets = {0, spare, spare // 2}
    for offset in sorted(offsets):
        first = (run[0][0] + offset * along[0], run[0][1] + offset * along[1])
        row = [(first[0] + i * along[0], first[1] + i * along[1]) for i in range(long)]
        front = tuple(at for at in row if at in run)
        yield Site(frozenset(before(row, side, deep)), front, number)
