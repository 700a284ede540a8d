"""A floor as a layout, as a person would have drawn it: its pieces as named sections, with statues and pits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from string import ascii_letters

from msgspec.structs import replace

from dungeon_designer.generator.constraints import ROOMS, Constraints
from dungeon_designer.generator.free_floor.ground import FloorPiece, Ground, Squares, around
from dungeon_designer.generator.free_floor.rooms import BuildingStyle
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.wishes import WISHES
from dungeon_designer.grid import Square, block, bounds, distance, row_major
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.edits import moved
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    Section,
    SectionKind,
    Terrain,
    Trap,
    TrapKind,
    normalised,
    sides_of,
)
from dungeon_designer.layout_edits.floor import drawn
from dungeon_designer.rules.rule import Bounds

IDS = ascii_letters[26:] + ascii_letters[:26]  # a sketch shows sections by letters
FORKS = (SectionKind.JUNCTION,)  # what a way may be called that leads to more than two places
DIGS = 12  # so many squares are tried for each pit
CLEAR = 2  # so many squares stay free round what stands in a room

SMALL = (
    *("Cell", "Guardroom", "Larder", "Vestry", "Store", "Lookout", "Scullery", "Antechamber", "Alcove", "Cold Store"),
    *("Gatehouse", "Toll Booth", "Watch Post", "Hermitage", "Counting Room", "Clerk's Room", "Shrine", "Cupboard"),
)
MIDDLING = (
    *("Chamber", "Workshop", "Barracks", "Chapel", "Library", "Stables", "Smithy", "Dormitory", "Brewhouse", "Vault"),
    *("Tannery", "Mess", "Archive", "Observatory", "Granary", "Menagerie", "Map Room", "Trophy Room", "Bath House"),
)
LARGE = (
    *("Great Hall", "Feasting Hall", "Throne Room", "Temple", "Court", "Market", "Assembly", "Nave", "Drill Hall"),
    *("Hall of Echoes", "Hall of Banners", "Audience Hall", "Moot Hall", "Burial Hall"),
)
ROUND = ("Cloister", "Ambulatory", "Round Walk", "Pillar Walk", "Colonnade", "Turning Walk", "Well House")
WET = ("Pool", "Fountain Court", "Basin", "Font", "Quenching Room", "Sinkhole", "Cauldron", "Deep Well")
BRIDGES = ("Bridge", "Crossing", "Span", "Causeway", "Narrow Bridge", "Leap", "Toll Bridge")
WAYS = ("Gallery", "Passage", "Long Walk", "Undercroft Way", "Tunnel", "Arcade", "Servants' Way", "Processional")
LONG = 12  # a way of so many squares has a name


def layout_of(ground: Ground, style: BuildingStyle, asked: Constraints, request: Request, dice: Random) -> Layout:
    """The layout of a floor, with its hazards, statues and pits, in the upper left corner of the grid."""
    stones = _statues(ground, style, dice)
    holes = _pits(ground, style, asked, stones, dice)
    wished = [WISHES[key].kind for key in request.wants]
    hazards = [kind for kind in asked.hazards if kind in wished] or asked.hazards
    stones_of = [kind for kind in asked.obstacles if kind in wished] or asked.obstacles
    lake, gorge = (dice.choice(hazards) for _ in range(2)) if hazards else (TerrainKind.LAVA,) * 2
    stone = dice.choice(stones_of) if stones_of else None
    names = _names(ground, request.rooms, dice)
    _set_kinds(ground, asked)
    pieces = sorted(ground.pieces, key=lambda piece: row_major(min(piece.squares, key=row_major)))
    terrain = [(at, gorge if piece.planks else lake) for piece in pieces for at in piece.wet if not piece.marks]
    terrain += [(at, TerrainKind.BRIDGE) for piece in pieces for at in piece.planks if not piece.marks]
    marks = [mark for piece in pieces for mark in piece.marks]
    terrain += [(at, kind) for at, kind in marks if isinstance(kind, TerrainKind)]
    obstacles = [(at, stone) for at in stones if stone]
    obstacles += [(at, kind) for at, kind in marks if isinstance(kind, ObstacleKind)]
    sections = []
    for number, piece in enumerate(pieces):
        letter, name = IDS[number] if number < len(IDS) else f"s{number}", names.get(min(piece.squares), "")
        sections.append(drawn(Section(id=letter, kind=piece.kind, side=piece.side, name=name), piece.squares))
    layout = Layout(
        ruleset=request.ruleset.id,
        sides=sides_of(request.sides),
        sections=tuple(sections),
        terrain=tuple(Terrain(kind=kind, at=at) for at, kind in terrain),
        obstacles=tuple(Obstacle(kind=kind, at=at) for at, kind in obstacles),
        traps=tuple(Trap(kind=kind, at=at) for at, kind in holes.items()),
    )
    (left, top), _ = bounds(ground.owner)
    return moved(normalised(layout), (-left, -top))


def _set_kinds(ground: Ground, asked: Constraints) -> None:
    """Name rooms, and ways that fork, by the kinds a ruleset counts, twins alike; of each so many as it asks.

    The largest are of the first kind of which there are too few; those beyond of the last of which there may be more.
    """
    links = ground.links()
    rooms = [n for n, piece in enumerate(ground.pieces) if piece.is_room]
    forks = [n for n, piece in enumerate(ground.pieces) if piece.kind is SectionKind.CORRIDOR and len(links[n]) > 2]
    for numbers, every in ((rooms, ROOMS), (forks, FORKS)):
        kinds, counted = [kind for kind in every if kind in asked.mix], Counter[SectionKind]()
        for members in _largest_first(ground, numbers):
            lacking = [kind for kind in kinds if counted[kind] < (asked.mix[kind].min or 0)]
            free = [kind for kind in kinds if asked.mix[kind].allows(counted[kind] + len(members))]
            for kind in [*lacking, *reversed(free)][:1]:
                counted[kind] += len(members)
                for number in members:
                    ground.pieces[number] = replace(ground.pieces[number], kind=kind)


def _largest_first(ground: Ground, numbers: Iterable[int]) -> list[set[int]]:
    """Pieces with their twins."""
    return sorted(ground.orbits(numbers), key=lambda members: -len(ground.pieces[min(members)].squares))


def _names(ground: Ground, rooms: Iterable[str], dice: Random) -> dict[Square, str]:
    """A name for each room, bridge and long way, by its first square; the rooms asked for are the largest ones."""
    long = {n for n, p in enumerate(ground.pieces) if p.kind is SectionKind.CORRIDOR and len(p.squares) >= LONG}
    named = [n for n, each in enumerate(ground.pieces) if each.is_room or each.planks or n in long]
    wanted, taken, found = list(rooms), set(rooms), {}
    for members in _largest_first(ground, named):
        pieces = [ground.pieces[number] for number in sorted(members)]
        words = _fitting_names(pieces[0])
        word = dice.choice([word for word in words if word not in taken] or words)
        taken.add(word)
        for piece, where in zip(pieces, _directions(pieces), strict=True):
            asked = wanted.pop(0) if wanted and piece.is_room else ""
            found[min(piece.squares)] = asked or f"The {where}{word}"
    return found


def _fitting_names(piece: FloorPiece) -> tuple[str, ...]:
    """What a piece may be called, going by what it looks like; rock in the middle makes it a way round."""
    if piece.names:
        return piece.names
    if piece.is_way:
        return BRIDGES if piece.planks else WAYS
    (left, top), (width, height) = bounds(piece.squares)
    if piece.wet or (left + width // 2, top + height // 2) not in piece.squares:
        return WET if piece.wet else ROUND
    return SMALL if len(piece.squares) < 16 else MIDDLING if len(piece.squares) < 30 else LARGE


def _directions(pieces: list[FloorPiece]) -> list[str]:
    """The direction in which each lies from the middle of all; nothing for a single piece."""
    boxes = [bounds(piece.squares) for piece in pieces]
    middles = [(left + width / 2, top + height / 2) for (left, top), (width, height) in boxes]
    x, y = (sum(at[axis] for at in middles) / len(middles) for axis in (0, 1))
    away = [(u - x, v - y) for u, v in middles]
    flat = max(abs(u) for u, _ in away) >= max(abs(v) for _, v in away)
    found = []
    for u, v in away:
        across = flat if len(pieces) == 2 else abs(u) >= abs(v)
        found.append(("Western " if u < 0 else "Eastern ") if across else "Northern " if v < 0 else "Southern ")
    return found if len(pieces) > 1 else [""]


def _statues(ground: Ground, style: BuildingStyle, dice: Random) -> Squares:
    """The squares of statues: in the middle of rooms, in pairs, or one towards each corner."""
    found: set[Square] = set()
    for members in ground.orbits(n for n, piece in enumerate(ground.pieces) if piece.is_room):
        piece = ground.pieces[min(members)]
        if dice.random() >= style.posts or piece.names:
            continue
        patterns = [each for each in _patterns(piece.squares) if piece.squares.issuperset({*each, *around(each)})]
        if patterns and not piece.wet:
            found = found.union(*ground.images(dice.choice(patterns)))
    return frozenset(found)


def _patterns(squares: Squares) -> Iterator[list[Square]]:
    """The ways statues may stand in a room, each mirrored both ways."""
    (left, top), (width, height) = bounds(squares)
    if len(squares) < width * height - 12 or min(width, height) < 2 * CLEAR + 1:
        return
    middle = (2 - width % 2, 2 - height % 2)
    at = left + (width - middle[0]) // 2, top + (height - middle[1]) // 2
    if width - middle[0] >= 2 * CLEAR and height - middle[1] >= 2 * CLEAR:
        yield block(at, middle)
    across, down = (left + CLEAR, left + width - 1 - CLEAR), (top + CLEAR, top + height - 1 - CLEAR)
    if width >= 8 and middle[1] + 2 * CLEAR <= height:
        yield [each for x in across for each in block((x, at[1]), (1, middle[1]))]
    if height >= 8 and middle[0] + 2 * CLEAR <= width:
        yield [each for y in down for each in block((at[0], y), (middle[0], 1))]
    if width >= 8 and height >= 8:
        yield [(x, y) for x in across for y in down]


def _pits(
    ground: Ground, style: BuildingStyle, asked: Constraints, blocked: Squares, dice: Random
) -> dict[Square, TrapKind]:
    """Pits on ways, and in rooms away from the walls, as far from each other as pits must be.

    As many of each kind as a ruleset asks for, else some of one kind.
    """
    found = {at: kind for piece in ground.pieces for at, kind in piece.marks if isinstance(kind, TrapKind)}
    free = []
    for piece in (each for each in ground.pieces if not each.names):
        dry = piece.squares - piece.wet
        if piece.is_room:
            free += [at for at in dry - blocked if dry.issuperset(around([at]))]
        elif piece.side is None:
            free += dry - piece.planks - blocked
    free.sort()
    usual = dice.choice((TrapKind.OPEN_PIT, TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT))
    for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        bounds = asked.face_up.get(kind, Bounds())
        count = max(style.pits * ground.twins if kind is usual else 0, bounds.min or 0) - [*found.values()].count(kind)
        count = count if bounds.max is None else min(count, bounds.max)
        for _ in range(DIGS * count if free else 0):  # with twins; the last ones, too few for all twins, alone
            at = dice.choice(free)
            orbit = [next(iter(image)) for image in ground.images([at])] if count >= ground.twins else [at]
            others = {*found, *orbit}
            clear = all(distance(a, b) >= max(asked.pits, 1) for a in orbit for b in others - {a})
            if clear and count >= len(orbit) and found.keys().isdisjoint(orbit):
                found.update(dict.fromkeys(orbit, kind))
                count -= len(orbit)
    return found
