"""Small changes of a dungeon, each a pure function from a layout to others; none of them is judged here.

A chest moved, a room turned, swapped or laid as another tile, a wing (all that lies behind one passage) hung elsewhere,
all chests placed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import OPEN, BoardSection
from dungeon_designer.errors import CannotPlace, DungeonError, EditError
from dungeon_designer.generator.options import Placeable, PlaceOptions, VaryOptions
from dungeon_designer.generator.placement.placing import place
from dungeon_designer.grid import SIDES, Edge, Side, Size, Square, bounds, edge, edge_run, neighbour, turned_size
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout.model import Layout, Section, SectionKind, Trap, normalised
from dungeon_designer.layout_edits.floor import other_tiles
from dungeon_designer.layout_edits.items import (
    ItemRef,
    covered,
    exchanged,
    items_of,
    put,
    squares_of,
    tile_sizes,
    with_contents,
)
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import room
from dungeon_designer.rules.items import Item, items_on
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import configured
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import marked

_CHEST = marked("vary", "chest moved from %1 to %2")
_PORTAL = marked("vary", "portal %1 moved from %2 to %3")
_TRAP = marked("vary", "%1 moved from %2 to %3")
_DOOR = marked("vary", "door moved from %1 to %2")
_TURNED = marked("vary", "%1 turned")
_MIRRORED = marked("vary", "%1 mirrored")
_SWAPPED = marked("vary", "%1 and %2 swapped")
_LAID = marked("vary", "%1 in the place of %2")
_BEHIND_MIRRORED = marked("vary", "what lies behind %1 mirrored")
_BEHIND_TURNED = marked("vary", "what lies behind %1 turned")
_BEHIND_MOVED = marked("vary", "what lies behind %1 moved along")
_ALL = {
    Placeable.CHEST: marked("vary", "all chests placed anew"),
    Placeable.PORTAL: marked("vary", "all portals placed anew"),
}
_OTHERS = {
    Placeable.CHEST: marked("vary", "all chests outside locked rooms placed anew"),
    Placeable.PORTAL: marked("vary", "all portals outside locked rooms placed anew"),
}

TRIED = 12  # on so many other places of its section a wing is hung at most: most of them end in a wall

TIMES, EFFORT = 4, 0.2
"""So often all of a kind are placed anew, and with which share of the usual search: each is one of many candidates."""


class ChangeKind(StrEnum):
    """The kinds of changes there are."""

    ITEM = "item"
    SWAP = "swap"
    TURN = "turn"
    WING = "wing"
    TILE = "tile"
    ANEW = "anew"
    DOOR = "door"


class Change(Struct, frozen=True):
    """A layout that one change makes of another."""

    layout: Layout
    kind: ChangeKind
    words: str  # what was done, with places for the values, as `translation.marked` keeps it under "vary"
    values: tuple[object, ...]  # a kind as files name it, a name, a number or a square each
    subject: str  # what was changed: two changes with the same subject are alike


class Original:
    """A dungeon that is changed, with what every kind of change looks at."""

    def __init__(self, layout: Layout, ruleset: Ruleset, library: TileLibrary | None, options: VaryOptions) -> None:
        self.layout, self.ruleset, self.locked, self.sets = layout, ruleset, options.locked, options.sets
        self.play, self.kinds = options.play, options.kinds
        self.board = build(layout, library)
        self.library = self.board.library
        self.context = Context(self.board, ruleset)
        self.sizes = tile_sizes(layout, self.library)

    def refuse(self) -> None:
        """EditError for a locked section there is none of."""
        if missing := sorted(self.locked - {section.id for section in self.layout.sections}):
            raise EditError(f"there is no section {missing[0]}")

    @cached_property
    def cover(self) -> dict[str, frozenset[Square]]:
        """The squares each section covers, by its id."""
        return {section.id: covered(section, self.library) for section in self.layout.sections}

    def floor_of(self, ids: Iterable[str]) -> frozenset[Square]:
        """The squares of some sections; those there are none of count for nothing."""
        return frozenset().union(*(self.cover.get(name, frozenset()) for name in ids))

    @cached_property
    def locked_squares(self) -> frozenset[Square]:
        """The squares of the sections that must stay."""
        return self.floor_of(self.locked)

    @cached_property
    def movable(self) -> list[Section]:
        """The sections that may be changed: not locked, no end zone, no entry, and no part of a room that turns."""
        zones = {s.id for s in self.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)}
        turning = {name for machine in self.layout.machines for name in getattr(machine, "sections", ())}
        return [each for each in self.layout.sections if each.id not in zones | turning | self.locked]

    @cached_property
    def free(self) -> list[Square]:
        """Floor on which nothing lies, outside the sections that stay."""
        free = Mover(self.context).free - self.locked_squares
        return [square for square in self.board.squares if square in free]

    def name_of(self, section: Section | BoardSection) -> str:
        """What people call a section: its name, or its kind as files name it."""
        here = next(each for each in self.board.sections if each.id == section.id)
        return here.name or here.kind.value

    def passages(self, ids: frozenset[str]) -> Iterator[Edge]:
        """The borders over which one gets into some sections, each seen from outside: its square and side."""
        owner = self.board.owner
        for side in SIDES:
            for at, section in owner.items():
                beyond = owner.get(neighbour(at, side))
                if beyond and beyond.id in ids and section.id not in ids and edge(at, side) not in self.board.walls:
                    yield at, side

    def carried(self, section: Section, turn: Turn) -> dict[ItemRef, ItemRef | None]:
        """A section and all that lies in it, as a turn lays them."""
        return {each: put(each, turn, self.sizes) for each in with_contents(self.layout, section, self.library)}


def items_moved(original: Original, dice: Random) -> Iterator[Change]:
    """Each chest, portal and trap to each square where it may lie, the items in turn, the squares by dice.

    The ruleset's own demands say where that is.
    """
    context, board, layout, locked = original.context, original.board, original.layout, original.locked_squares
    demands = [demand for each in configured(original.ruleset) for demand in each.demands(context)]
    ways: list[tuple[Item | Trap, list[Square]]] = []
    for item in (*items_on(board, ItemKind.CHEST), *items_on(board, ItemKind.PORTAL)):
        if item.at in board and item.at not in locked:
            rooms = [free for demand in demands if (free := room(context, demand, item))]
            ways.append((item, [square for square in original.free if all(free(square) for free in rooms)]))
    ways += [(trap, list(original.free)) for trap in layout.traps if locked.isdisjoint(trap.squares)]
    dice.shuffle(ways)
    while ways:
        for way in list(ways):
            what, squares = way
            if not squares:
                ways.remove(way)
                continue
            drawn = dice.randrange(len(squares))  # one by one as they are asked for: on a large floor few ever are
            squares[drawn], squares[-1] = squares[-1], squares[drawn]
            to = squares.pop()
            values: tuple[object, ...] = (what.at, to)
            if isinstance(what, Trap):
                traps = tuple(replace(trap, at=to) if trap is what else trap for trap in layout.traps)
                after, words, values = replace(layout, traps=traps), _TRAP, (what.kind.value, *values)
                subject = f"trap {what.at}"
            elif what.is_portal:
                here = what.number, what.at
                portals = (replace(p, at=to) if (p.number, p.at) == here else p for p in layout.portals)
                after, words, values = replace(layout, portals=tuple(portals)), _PORTAL, (what.number, *values)
                subject = f"{what.kind} {what.at}"
            else:
                chests = tuple(to if at == what.at else at for at in layout.chests)
                after, words, subject = replace(layout, chests=chests), _CHEST, f"{what.kind} {what.at}"
            yield Change(normalised(after), ChangeKind.ITEM, words, values, subject)


def doors_moved(original: Original, dice: Random) -> Iterator[Change]:
    """Each door on edges to other walls between two sections, each door on a square to other squares between walls."""
    board, layout, locked = original.board, original.layout, original.locked_squares

    def between(border: Edge) -> frozenset[str]:
        return frozenset(board.owner[square].id for square in _beside(border))

    shut = {each for each in board.walls if board.has_edge(each) and locked.isdisjoint(_beside(each))}
    walls = {each: between(each) for each in sorted(shut) if len(between(each)) == 2}
    found: list[tuple[Square, Square, Layout]] = []
    for door in layout.doors:
        for (at, side), sections in walls.items() if locked.isdisjoint(_beside((door.at, door.side))) else ():
            if all(walls.get(each) == sections for each in edge_run(at, side, door.width)):
                moved = tuple(replace(door, at=at, side=side) if each is door else each for each in layout.doors)
                found.append((door.at, at, replace(layout, doors=moved)))
    for filled in layout.square_doors:
        for at in original.free if filled.at not in locked else ():
            ways = [board.edge_state(at, side) == OPEN for side in SIDES]
            if ways in ([True, False, True, False], [False, True, False, True]):
                doors = tuple(replace(each, at=at) if each is filled else each for each in layout.square_doors)
                found.append((filled.at, at, replace(layout, square_doors=doors)))
    dice.shuffle(found)
    for was, at, after in found:
        yield Change(normalised(after), ChangeKind.DOOR, _DOOR, (was, at), f"door {was}")


def _beside(border: Edge) -> tuple[Square, Square]:
    """The squares on both sides of a border."""
    return border[0], neighbour(*border)


def rooms_turned(original: Original, dice: Random) -> Iterator[Change]:
    """Each section turned on its spot with all that lies in it; drawn ones are also mirrored."""
    found = []
    for section in original.movable:
        corner, size = bounds(original.cover[section.id])
        ways = [(quarters, False) for quarters in ((1, 2, 3) if size[0] == size[1] else (2,))]
        if not section.tile:  # no tile shows its mirrored picture
            ways += [(0, True), (2, True)]
        found += [(section, Turn(corner, size, corner, *way)) for way in ways]
    dice.shuffle(found)
    for section, turn in found:
        layout, words = exchanged(original.layout, original.carried(section, turn)), _MIRRORED if turn.flip else _TURNED
        yield Change(layout, ChangeKind.TURN, words, (original.name_of(section),), f"section {section.id}")


def rooms_swapped(original: Original, dice: Random) -> Iterator[Change]:
    """Each two sections of one size with their contents in each other's place, turned so that they fit."""
    boxes = {section.id: bounds(original.cover[section.id]) for section in original.movable}
    pairs = list(combinations(original.movable, 2))
    dice.shuffle(pairs)
    for one, other in pairs:
        there, back = _onto(boxes[one.id], boxes[other.id], dice), _onto(boxes[other.id], boxes[one.id], dice)
        if there is None or back is None:
            continue
        layout = exchanged(original.layout, {**original.carried(one, there), **original.carried(other, back)})
        names = original.name_of(one), original.name_of(other)
        yield Change(layout, ChangeKind.SWAP, _SWAPPED, names, f"section {one.id} {other.id}")


def _onto(box: tuple[Square, Size], onto: tuple[Square, Size], dice: Random) -> Turn | None:
    """A turn that lays one rectangle on another; None where they are of different sizes."""
    fitting = [quarters for quarters in range(4) if turned_size(box[1], quarters) == onto[1]]
    return Turn(*box, onto[0], dice.choice(fitting), False) if fitting else None


def tiles_exchanged(original: Original, dice: Random) -> Iterator[Change]:
    """Each tile with another one of its outline in its place, so that doors lead where they did.

    Those of sets that the caller named come first.
    """
    pairs: list[tuple[Section, Section]] = []
    for section in original.movable:
        with suppress(DungeonError):  # a set of the user's own that holds a broken tile
            others = other_tiles(section, original.library, original.sets) if section.tile else []
            cover = original.cover[section.id]
            pairs += [(section, each) for each in others if covered(each, original.library) == cover]
    dice.shuffle(pairs)
    pairs.sort(key=lambda pair: pair[1].tile.rpartition("/")[0] not in original.sets)
    for section, new in pairs:
        layout = exchanged(original.layout, {ItemRef("sections", section): ItemRef("sections", new)})
        names = original.library.get(new.tile).name, original.name_of(section)
        yield Change(layout, ChangeKind.TILE, _LAID, names, f"section {section.id}")


class Wing(NamedTuple):
    """Sections behind one passage: their ids, the section they hang on, and the passage as seen from there."""

    ids: frozenset[str]
    on: str
    passage: list[Edge]


def wings_moved(original: Original, dice: Random) -> Iterator[Change]:
    """Each wing mirrored about its passage, and hung with it elsewhere on its section."""
    found = list(wings(original))
    dice.shuffle(found)
    for wing in found:
        (first, side), (last, _) = wing.passage[0], wing.passage[-1]
        quarters = 0 if side in (Side.NORTH, Side.SOUTH) else 2
        mirror = Turn((0, 0), (first[0] + last[0] + 1, first[1] + last[1] + 1), (0, 0), quarters, True)
        ways = [(mirror, _BEHIND_MIRRORED), *islice(_elsewhere(original, wing, dice), TRIED)]
        for turn, words in ways:
            change = _hung(original, wing, turn, words)
            if change is not None:
                yield change


def wings(original: Original) -> Iterator[Wing]:
    """What lies behind each passage between two sections that is the only way, half of the floor at most."""
    sections, graph = original.board.sections, original.context.connected_sections
    free = {section.id for section in original.movable}
    for one, others in graph.items():
        for other in sorted(others):
            behind, left = {other}, [other]
            while left:
                at = left.pop()
                fresh = graph.get(at, frozenset()) - behind - ({one} if at == other else set())
                behind |= fresh
                left += fresh
            ids = frozenset(sections[number].id for number in behind)
            if one in behind or not ids <= free or 2 * len(original.floor_of(ids)) > len(original.board):
                continue
            if passage := _in_line(list(original.passages(ids))):
                yield Wing(ids, sections[one].id, passage)


def _in_line(edges: list[Edge]) -> list[Edge]:
    """Borders in a row on one side of their squares, in order along it; empty where they are none."""
    if len({side for _, side in edges}) != 1:
        return []
    across = edges[0][1] in (Side.NORTH, Side.SOUTH)
    found = sorted(edges, key=lambda border: border[0] if across else border[0][::-1])
    (x, y), _ = found[0]
    row = [(x + by, y) if across else (x, y + by) for by in range(len(found))]
    return found if [square for square, _ in found] == row else []


def _elsewhere(original: Original, wing: Wing, dice: Random) -> Iterator[tuple[Turn, str]]:
    """The turns that hang a wing on other borders of its section beyond which there is rock."""
    own = original.cover[wing.on]
    places = [(square, side) for square in sorted(own) for side in SIDES]
    dice.shuffle(places)
    floor = original.board.owner.keys() - original.floor_of(wing.ids)
    first, was = wing.passage[0]
    for square, side in places:
        quarters = (SIDES.index(side) - SIDES.index(was)) % 4
        base = Turn(first, (1, 1), square, quarters, False)
        row = [base.square(border[0]) for border in wing.passage]
        if all(each in own and neighbour(each, side) not in floor for each in row) and (square, side) != (first, was):
            yield base, _BEHIND_TURNED if quarters else _BEHIND_MOVED


def _hung(original: Original, wing: Wing, turn: Turn, words: str) -> Change | None:
    """The wing with all that lies in it and the doors between it and the rock, where a turn lays it.

    None where it would meet other floor anywhere but at its passage, lie off the grid, or a tile would be mirrored.
    """
    library, own = original.library, original.floor_of(wing.ids)
    new, rest = frozenset(map(turn.square, own)), original.board.owner.keys() - own
    beside = {neighbour(square, side) for square in new for side in SIDES} - new
    if new & rest or (rest & beside) - {turn.square(square) for square, _ in wing.passage}:
        return None
    gate = {square for border in wing.passage for square in (border[0], neighbour(*border))}
    moved: dict[ItemRef, ItemRef | None] = {}
    for thing in items_of(original.layout):
        squares = squares_of(thing, library)
        inside = not squares.isdisjoint(own) and squares.isdisjoint(rest)
        in_passage = thing.field == "doors" and squares <= gate
        if not (thing.value.id in wing.ids if thing.field == "sections" else inside or in_passage):
            continue
        try:
            there = put(thing, turn, original.sizes)
        except EditError:
            return None
        if turn.flip and thing.field == "sections" and thing.value.tile:
            section = there.value
            tile = library.get(section.tile)
            mirrored = list(tile.placed(section.at, section.turn, section.flip))
            turns = (replace(section, turn=quarters, flip=not section.flip) for quarters in range(4))
            fitting = (each for each in turns if list(tile.placed(each.at, each.turn, each.flip)) == mirrored)
            unmirrored = next(fitting, None)  # turned only, where that covers the same squares alike
            if unmirrored is None:
                return None
            there = ItemRef("sections", unmirrored)
        moved[thing] = there
    on = next(section for section in original.layout.sections if section.id == wing.on)
    subject = f"wing {' '.join(sorted(wing.ids))}"
    return Change(exchanged(original.layout, moved), ChangeKind.WING, words, (original.name_of(on),), subject)


def placed_anew(original: Original, dice: Random, symmetry: Symmetry) -> Iterator[Change]:
    """Other places for all chests, and for all portals, but for those in sections that must stay and their twins."""
    layout, locked = original.layout, original.locked_squares
    still = locked.union(*(map(turn.square, locked) for turn in symmetry.turns()))
    without = {
        Placeable.CHEST: replace(layout, chests=tuple(at for at in layout.chests if at in still)),
        Placeable.PORTAL: replace(layout, portals=tuple(portal for portal in layout.portals if portal.at in still)),
    }
    words = _OTHERS if original.locked else _ALL
    for kind in TIMES * [kind for kind, left in without.items() if left != layout]:
        options = PlaceOptions(
            only=(kind,),
            keep=True,
            seed=dice.randrange(2**31),
            symmetry=None if symmetry.way is SymmetryMode.OFF else symmetry,
            strict=True,
            chests=len(layout.chests) if kind is Placeable.CHEST else None,
            portals=len(layout.portals) if kind is Placeable.PORTAL else None,
        )
        try:
            found = place(without[kind], original.ruleset, original.library, options, barred=still, effort=EFFORT)
        except CannotPlace:
            continue
        yield Change(found[0], ChangeKind.ANEW, words[kind], (), f"all {kind}")
