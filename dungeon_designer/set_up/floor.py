"""Laying the floor in turns: the supply, which of its tiles may be laid next, and where. No Qt here.

naf-2019 (The Dungeon) has the coaches lay pieces in turns from a supply. gw-2021 (Setting Up The Game) has them build
together, so that turns are an option of ours: tiles, then the End Zones, as far apart as possible. A piece in hand is a
section that lies at the corner of the grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from dungeon_designer.analysis.movement import FAR, Walking
from dungeon_designer.analysis.passages import junctions
from dungeon_designer.analysis.zone_sites import TileSites
from dungeon_designer.board.build import build
from dungeon_designer.board.model import DOOR, Board
from dungeon_designer.grid import LIMIT, SIDES, Square, block, bounds, neighbour
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, Team, normalised
from dungeon_designer.layout_edits.edges import junctions_made
from dungeon_designer.layout_edits.floor import SIDED, floor_of
from dungeon_designer.layout_edits.items import covered, fresh_id
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import bounds_of
from dungeon_designer.rules.shape.end_zones_apart import nearest
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.set_up.placement import Room
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import filled, translate

FloorSupply = tuple[tuple[frozenset[str], int], ...]
"""Heaps of tiles: so many there are of some together, of one tile or of the cards that several are faces of."""


def _asked(ruleset: Ruleset, rule: str) -> tuple[Any, str]:
    """The settings of a rule, and its name with its source; None where it is not asked."""
    found = ((each.settings, f"{rule} ({each.entry.source})") for each in configured(ruleset) if each.rule.name == rule)
    return next(found, (None, ""))


def supply_of(ruleset: Ruleset, library: TileLibrary, box: str, owned: Mapping[str, int] | None = None) -> FloorSupply:
    """The tiles of a set, as many as the ruleset's boxes hold, or else those that are owned, as many as those are."""
    if owned:
        return tuple((frozenset({name}), count) for name, count in owned.items())
    stock, _ = _asked(ruleset, "tile-supply")
    boxes = (stock.boxes or 1) if stock and box not in stock.besides else 1
    heaps = list[tuple[frozenset[str], int]]()
    for tile in (tiles := library.of_set(box)):
        count = 2 if tile.stock is None else tile.stock * (1 if tile.card else boxes)  # the set may not say
        heaps.append((frozenset({tile.id}), count))
        if tile.card:
            faces = frozenset(each.id for each in tiles if each.card == tile.card)
            heaps.append((faces, tile.card.stock * boxes))
    return tuple(dict.fromkeys(heaps))


def left_of(supply: FloorSupply, layout: Layout) -> dict[str, int]:
    """How many of each tile are left; below 0 where more are laid than there are."""
    laid, left = Counter(section.tile for section in layout.sections), dict[str, int]()
    for names, count in supply:
        rest = count - sum(laid[name] for name in names)
        left.update({name: min(rest, left.get(name, rest)) for name in names})
    return left


def zone_piece(supply: FloorSupply, ruleset: Ruleset, library: TileLibrary) -> Section:
    """What each coach lays as an end zone: a tile of a size the rules allow, else one drawn, two squares wide."""
    asked, zone = _asked(ruleset, "end-zone-size")[0], SectionKind.END_ZONE
    for tile in (library.get(name) for names, _ in supply for name in names):
        if tile.kind is zone and (asked is None or asked.allows(len(tile.letters))):
            return Section(id="?", tile=tile.id, kind=zone)
    return Section(id="?", kind=zone, rows=("." * -(-((asked and asked.min) or 6) // 2),) * 2)


def choices(layout: Layout, supply: FloorSupply, ruleset: Ruleset, library: TileLibrary) -> list[tuple[Section, str]]:
    """The tiles that are left, and why each may not be laid next; empty words where it may."""
    size, said = _asked(ruleset, "square-count")
    zones = len(layout.teams) * len(covered(zone_piece(supply, ruleset, library), library))
    free = size.max - zones - len(floor_of(layout, library)) if size and size.max is not None else LIMIT
    why = filled(translate("placing", "the floor would be too large with it and the end zones: %1"), said)
    left = [library.get(name) for name, count in left_of(supply, layout).items() if count > 0]
    tiles = [tile for tile in left if tile.kind not in SIDED]
    return [(Section(id="?", tile=tile.id), why if len(tile.letters) > free else "") for tile in tiles]


def lacking(layout: Layout, ruleset: Ruleset, library: TileLibrary) -> Counter[SectionKind]:
    """How many pieces of each kind the rules still ask for."""
    asked, _ = _asked(ruleset, "tile-mix")
    kinds = (asked.kinds if asked else None) or {}
    least = Counter({kind: bounds_of(number).min or 0 for kind, number in kinds.items()})
    return least - Counter(library.get(each.tile).kind for each in layout.sections if each.tile)


def turned(piece: Section) -> Section:
    """A piece in hand, a quarter further round."""
    if piece.tile:
        return replace(piece, turn=(piece.turn + 1) % 4)
    return replace(piece, rows=tuple("".join(column) for column in zip(*piece.rows, strict=True)))


def lying(piece: Section, at: Square, library: TileLibrary) -> Section:
    """A piece with its middle on a square."""
    _, (width, height) = bounds(covered(piece, library))
    return replace(piece, at=(at[0] - (width - 1) // 2, at[1] - (height - 1) // 2))


def room_for_tile(board: Board, ruleset: Ruleset, piece: Section) -> Room:
    """Where the middle of a piece may lie: joined widely on each side, end zones far apart where that is asked."""
    if not board.owner:
        why = translate("placing", "the first tile lies in the middle of the table")
        return Room(frozenset(block((14, 10), (14, 10))), {}, why)  # there is room around: the grid begins at 0
    cover = covered(lying(piece, (0, 0), board.library), board.library)
    around = {neighbour(at, side) for at in board.owner for side in SIDES}
    covering = {(at[0] - x, at[1] - y) for at in board.owner for x, y in cover}
    touching = {(at[0] - x, at[1] - y) for at in around for x, y in cover} - covering
    width, said = _asked(ruleset, "junction-width")
    least, places = width.min if width else 1, {}
    for x, y in touching:
        squares = frozenset((x + dx, y + dy) for dx, dy in cover)
        if min(map(min, squares)) >= 0 and min(map(len, junctions_made(squares, board))) >= least:
            places[squares] = x, y
    narrow = filled(translate("placing", "it would join another tile too narrowly: %1"), said)
    far, said = _asked(ruleset, "end-zones-apart")
    free, taken = set(places.values()), translate("placing", "floor lies there")
    forbidden = dict.fromkeys(touching - free, narrow) | dict.fromkeys(covering, taken)
    if far and far.zone == "tile" and piece.kind is SectionKind.END_ZONE:
        near = filled(translate("placing", "another place is farther from the other end zones: %1"), said)
        free = _farthest(Context(board, ruleset), piece, places)
        forbidden |= dict.fromkeys({*places.values()} - free, near)
    return Room(frozenset(free), forbidden, translate("placing", "it must join the floor"))


def _farthest(context: Context, piece: Section, places: Mapping[frozenset[Square], Square]) -> set[Square]:
    """Of some places for an end zone those farthest from the end zones there are, or from any other of the places."""
    board, walking = context.board, Walking(context.walk_graph, ())
    enclosed = board.layout.enclosed or bool(piece.tile and board.library.get(piece.tile).enclosed)
    table = TileSites(board, (), context.walk_graph, context.strict, context.wall_obstacle_squares)
    found = table.of(sorted(covered(piece, board.library)), enclosed)
    sites = [(places[cover], site.feet) for site in found if (cover := frozenset(site.squares)) in places]
    zones = [zone.squares for zone in board.of_kind(SectionKind.END_ZONE)]
    apart: dict[Square, int] = {}
    for at, feet in sites:
        steps = walking.lengths(feet)
        ways = [min(nearest(steps, zone) for zone in zones)] if zones else [nearest(steps, other) for _, other in sites]
        apart[at] = max((way for way in ways if way < FAR), default=-1)
    return {at for at, far in apart.items() if far == max(apart.values())} or set(places.values())


def with_tile(layout: Layout, at: Square, piece: Section, side: Team, ruleset: Ruleset, library: TileLibrary) -> Layout:
    """The layout with a piece laid, and a door wherever it joins another, where the rules ask for doors."""
    name, kind = fresh_id({each.id for each in layout.sections}), None if piece.tile else piece.kind
    laid = replace(lying(piece, at, library), id=name, kind=kind, side=side if piece.kind else None)
    layout = normalised(replace(layout, sections=(*layout.sections, laid)))
    if not _asked(ruleset, "door-missing")[1]:
        return layout
    width = getattr(_asked(ruleset, "door-width")[0], "width", 2)
    passages = (each for each in junctions(build(layout, library)) if each.width >= width and not each.holds(DOOR))
    edges = [each.longest.edges[(each.width - width) // 2] for each in passages]
    doors = (EdgeDoor(at=square, side=side, width=width) for square, side in edges)
    return normalised(replace(layout, doors=(*layout.doors, *doors)))
