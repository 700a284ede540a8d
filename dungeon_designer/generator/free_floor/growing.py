"""A floor drawn freely, as a ruleset without a stock of tiles lets one: a room, and rooms joined to it by ways.

Rooms are built on to what is there, each at the end of a way of its own (as in Brogue); then ways are opened between
places that lie far from each other on foot, so that one can walk round; what leads nowhere goes, and what is missing of
the floor is made up by wider rooms. Under symmetry each step is done with its twins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import sqrt
from random import Random

from msgspec.structs import replace

from dungeon_designer.generator.constraints import Constraints, constraints_of
from dungeon_designer.generator.free_floor.ground import FloorPiece, Ground, before, touch_of
from dungeon_designer.generator.free_floor.rooms import SHARE, THIN, Builder, BuildingStyle
from dungeon_designer.generator.free_floor.sections import layout_of
from dungeon_designer.generator.free_floor.set_pieces import SetPiece, known_to
from dungeon_designer.generator.options import Genome, Request
from dungeon_designer.generator.zones import Gates, ZoneChoice, ZonePlace, along
from dungeon_designer.grid import Side, Size, Square, bounds, neighbour
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout.model import Layout, sides_of
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

TRIES = 120  # places that are tried for rooms at a time
CYCLES = 3  # so often what leads nowhere is taken away and the floor grows again
MISSES = 3  # so often no way is found before it is given up
DETOUR = 10  # a way is opened where it saves so many steps
SITES = 40  # places that are looked at for end zones
IDEAS = (2, 6, 2)  # how often a dungeon has no set piece, one and two
ASKED = 0.7  # the share of rooms with a hazard, or with statues, where the ruleset asks for some

WIDEST, LARGEST = 10, 90
"""No room is made wider than this, nor one of more squares, or of a larger share of the floor than rooms have."""


def grow(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """A floor as wished, or None where the dice led nowhere."""
    asked = constraints_of(request)
    least, most = asked.roomy
    zones = request.sides * asked.per_side * asked.zones[0][0] * asked.zones[0][1]
    wanted = least + round(genome.size * (most - least))
    size = _canvas(request, asked, wanted, dice)
    ground = Ground(size, Symmetry(request.symmetry, (size[0] - 1, size[1] - 1)), most - zones)
    style = _style(genome, asked, dice)
    builder = Builder(ground, style, asked, dice, _ideas(request, asked, dice))
    if not builder.begin():
        return None
    _build(builder, wanted - zones, style.loops)
    ground.most = most
    teams = tuple(side.id for side in sides_of(request.sides))
    lay = _lay_entries if asked.zone is SectionKind.ENTRY else _lay_zones
    if not lay(ground, asked, teams, asked.walk(genome.length), dice):
        return None
    for _ in range(CYCLES):
        _tidy(ground)
        if len(ground) >= least:
            break
        _build(builder, wanted, 1 + style.loops // 2)
    _tidy(ground)
    while len(ground) < least:
        if not _widen(ground, asked, dice):
            return None
    return layout_of(ground, style, asked, request, dice) if len(ground) <= most else None


def _ideas(request: Request, asked: Constraints, dice: Random) -> list[SetPiece]:
    """The set pieces of a dungeon: mostly one, sometimes two, sometimes none; none with ways of another width."""
    known = [each for each in known_to(request.ruleset) if not each.sealed] if asked.width <= 2 else []
    return dice.sample(known, min(len(known), dice.choices((0, 1, 2), IDEAS)[0]))


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


def _style(genome: Genome, asked: Constraints, dice: Random) -> BuildingStyle:
    """How a dungeon is built so as to come near a genome."""
    narrow, openness, detail = 1 - genome.openness, genome.openness, 0.3 + 0.7 * genome.detail
    wide = openness > 0.6 and dice.random() < 2.5 * (openness - 0.6)
    least = max(asked.width + wide + 1, round(3 + 2.5 * openness + dice.uniform(-0.5, 0.5)))
    most = least + 1 + round(4 * openness * dice.random()) + (openness > 0.6)
    hazards = detail if asked.hazards else 0.0
    return BuildingStyle(
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
        ground.put(FloorPiece(gate.squares, SectionKind.ENTRY, team))
    return bool(chosen)


def _lay_zones(ground: Ground, asked: Constraints, teams: Sequence[Team], wanted: float, dice: Random) -> bool:
    """Lay an end zone for each side, as far apart as wished; whether there was room."""
    sites = list(_sites(ground, asked))
    dice.shuffle(sites)
    free = (site for site, touched in sites if ground.fits(site.squares, touched))
    found = list(islice(free, SITES if ground.turns else 2 * SITES))

    def twin(site: ZonePlace, turn: Turn) -> ZonePlace:
        squares, feet = frozenset(map(turn.square, site.squares)), tuple(map(turn.square, site.feet))
        return ZonePlace(squares, feet, ground.owner[feet[0]], site.clumsy)

    choice = ZoneChoice(found, ground.turns, twin, ground.beside, None if asked.apart else wanted)
    chosen = choice.chosen(len(teams) * asked.per_side) if found else None
    for team, site in zip([*teams] * asked.per_side, chosen or (), strict=False):
        ground.put(FloorPiece(site.squares, SectionKind.END_ZONE, team))
    return bool(chosen)


def _sites(ground: Ground, asked: Constraints) -> Iterator[tuple[ZonePlace, set[Square]]]:
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
                site = ZonePlace(frozenset(before(row, side, deep)), feet, number, clumsy)
                yield site, touch_of(feet, side) & piece.squares


def _tidy(ground: Ground) -> None:
    """Nothing is left that leads nowhere: where one thing goes, what it led on from may be the next."""
    pieces = 0
    while pieces != len(ground.pieces):
        pieces = len(ground.pieces)
        while any(_united(ground, number) for number in range(len(ground.pieces))):
            pass
        while behind := _behind(ground):
            ground.remove(behind)
        while True:
            links = ground.links()
            gone = {number for number, near in links.items() if len(near) < 2 and ground.pieces[number].is_way}
            if not gone or len(gone) == len(ground.pieces):
                break
            ground.remove(gone)
        for number, piece in enumerate(ground.pieces):
            while piece.is_way and not piece.wet:  # cut off ends that stick out beyond what the way leads to
                squares = ground.pieces[number].squares
                rows = [row for side in Side if (row := _end(ground, number, side)) and len(row) < len(squares)]
                if not rows:
                    break
                ground.replace(number, squares - rows[0])


def _united(ground: Ground, number: int) -> bool:
    """Make a way one with another that goes straight on, as narrow as before, and their twins with theirs."""
    piece = ground.pieces[number]
    if piece.kind is not SectionKind.CORRIDOR:
        return False
    narrow = min(bounds(piece.squares)[1])
    beside = {ground.owner.get(neighbour(at, side), number) for at in piece.squares for side in Side} - {number}
    for other in sorted(beside):
        way = ground.pieces[other]
        if way.kind is not SectionKind.CORRIDOR or min(bounds(way.squares)[1]) != narrow:
            continue
        whole = ground.images(piece.squares | way.squares)
        if len(frozenset().union(*whole)) < sum(map(len, whole)):
            whole = [frozenset().union(*whole)]
        sizes = [bounds(squares)[1] for squares in whole]
        if all(min(s) == narrow and len(each) == s[0] * s[1] for each, s in zip(whole, sizes, strict=True)):
            gone = {ground.owner[at] for each in whole for at in each}
            piece = ground.pieces[min(gone)]
            ground.remove(gone)
            for squares in whole:
                ground.put(replace(piece, squares=squares))
            return True
    return False


def _behind(ground: Ground) -> set[int]:
    """Rooms behind rooms, with their ways: dead ends one gets to through a room with no other way but the one there.

    A single room may lie at the end of a way. Of a floor with zones nothing between these goes.
    """
    found, links = set(), ground.links()
    for number, near in links.items():
        if len(near) == 1 and ground.pieces[number].is_room:
            (way,) = near
            rest = links[way] - {number}
            if len(rest) == 1 and all(len(links[place]) <= 2 and ground.pieces[place].is_room for place in rest):
                found |= {number, way}
    return found


def _end(ground: Ground, number: int, side: Side) -> frozenset[Square] | None:
    """The outermost row of a way on a side, if nothing but the way itself lies beside it, and it goes straight on."""
    squares, (dx, dy) = ground.pieces[number].squares, side.step
    far = max(x * dx + y * dy for x, y in squares)
    row = frozenset((x, y) for x, y in squares if x * dx + y * dy == far)
    beside = {neighbour(at, each) for at in row for each in Side} - row
    if any(ground.owner.get(at, number) != number for at in beside):
        return None
    behind = {neighbour(at, side.opposite) for at in row}
    again = {neighbour(at, side.opposite) for at in behind}
    return row if beside & squares == behind and again <= squares else None


def _widen(ground: Ground, asked: Constraints, dice: Random) -> bool:
    """Make some room, and its twins, one row of squares wider; whether any could be."""
    numbers = [number for number, piece in enumerate(ground.pieces) if piece.is_room and not piece.names]
    dice.shuffle(numbers)
    sides = dice.sample(list(Side), 4)
    for number, side in product(numbers, sides):
        squares = ground.pieces[number].squares
        width, height = bounds(squares)[1]
        if min(width, height) >= min(asked.widest, WIDEST) or len(squares) > min(LARGEST, ground.most // SHARE):
            continue
        for run in ground.walls(number, side):
            row = before(run, side, 1)
            whole = len(run) == (height if side in (Side.EAST, Side.WEST) else width)
            if whole and ground.fits(row, touch_of(run, side) & squares) and ground.thin(row) <= THIN:
                for image in ground.images(row):
                    beside = (neighbour(square, each) for square in image for each in Side)
                    owner = next(ground.owner[at] for at in beside if at in ground.owner)
                    ground.replace(owner, ground.pieces[owner].squares | image)
                return True
    return False
