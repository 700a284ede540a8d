"""A wing, that is everything behind one passage, mirrored where it hangs or hung elsewhere on the same section."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.breadth_first import reached
from dungeon_designer.errors import EditError
from dungeon_designer.generator.varying.ground import Change, Ground, Kind, beside, in_line
from dungeon_designer.grid import SIDES, Edge, Side, neighbour
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout.model import Section
from dungeon_designer.layout_edits.items import ItemRef, exchanged, put, squares_of, tile_sizes
from dungeon_designer.translation import marked

_MIRRORED = marked("vary", "what lies behind %1 mirrored")
_TURNED = marked("vary", "what lies behind %1 turned")
_MOVED = marked("vary", "what lies behind %1 moved along")

TRIED = 12
"""On so many other places of its section a wing is hung at most: most of them end in a wall."""


class Wing(NamedTuple):
    """Sections behind one passage: their ids, the section they hang on, and the passage as seen from there."""

    ids: frozenset[str]
    on: str
    passage: list[Edge]


def moved(ground: Ground, dice: Random) -> Iterator[Change]:
    """Each wing mirrored about its passage, and hung with it elsewhere on its section."""
    found = list(wings(ground))
    dice.shuffle(found)
    for wing in found:
        ways = [(_mirror(wing.passage), _MIRRORED)]
        ways += islice(_elsewhere(ground, wing, dice), TRIED)
        for turn, words in ways:
            change = _carried(ground, wing, turn, words)
            if change is not None:
                yield change


def wings(ground: Ground) -> Iterator[Wing]:
    """What lies behind each passage between two sections that is the only way, half of the floor at most."""
    sections, graph = ground.board.sections, ground.context.connected_sections
    free = {section.id for section in ground.movable}
    for one, others in graph.items():
        for other in sorted(others):
            behind = _behind(graph, one, other)
            ids = frozenset(sections[number].id for number in behind)
            if one in behind or not ids <= free or 2 * len(ground.floor_of(ids)) > len(ground.board):
                continue
            passage = in_line(list(ground.passages(ids)))
            if passage:
                yield Wing(ids, sections[one].id, passage)


def _behind(graph: dict[int, frozenset[int]], one: int, other: int) -> frozenset[int]:
    """The sections one gets to from another without the way between two."""
    return frozenset(reached([other], lambda at: graph.get(at, frozenset()) - {one} if at == other else graph[at]))


def _mirror(passage: list[Edge]) -> Turn:
    """The mirror that leaves a passage where it is."""
    (first, side), (last, _) = passage[0], passage[-1]
    across = side in (Side.NORTH, Side.SOUTH)
    size = first[0] + last[0] + 1, first[1] + last[1] + 1
    return Turn((0, 0), size, (0, 0), 0 if across else 2, True)


def _elsewhere(ground: Ground, wing: Wing, dice: Random) -> Iterator[tuple[Turn, str]]:
    """The turns that hang a wing on other borders of its section beyond which there is rock."""
    own = ground.cover[wing.on]
    places = [(square, side) for square in sorted(own) for side in SIDES]
    dice.shuffle(places)
    floor = frozenset(ground.board.squares) - ground.floor_of(wing.ids)
    first, was = wing.passage[0]
    for square, side in places:
        quarters = (SIDES.index(side) - SIDES.index(was)) % 4
        base = Turn(first, (1, 1), square, quarters, False)
        row = [base.square(border[0]) for border in wing.passage]
        if all(each in own and neighbour(each, side) not in floor for each in row) and (square, side) != (first, was):
            yield base, _TURNED if quarters else _MOVED


def _carried(ground: Ground, wing: Wing, turn: Turn, words: str) -> Change | None:
    """The wing where a turn lays it; None where it would meet other floor anywhere but at its passage."""
    own = ground.floor_of(wing.ids)
    new = frozenset(map(turn.square, own))
    rest = frozenset(ground.board.squares) - own
    met = rest & beside(new)
    if new & rest or met - {turn.square(square) for square, _ in wing.passage}:
        return None
    try:
        landed = _landed(ground, wing, turn)
    except EditError:  # off the grid
        return None
    if landed is None:
        return None
    on = next(section for section in ground.layout.sections if section.id == wing.on)
    ids = " ".join(sorted(wing.ids))
    return Change(exchanged(ground.layout, landed), Kind.WING, words, (ground.name_of(on),), f"wing {ids}")


def _landed(ground: Ground, wing: Wing, turn: Turn) -> dict[ItemRef, ItemRef | None] | None:
    """A wing's things where a turn lays them, with the doors of its passage; None where a tile would be mirrored."""
    sizes = tile_sizes(ground.layout, ground.library)
    gate = {square for border in wing.passage for square in (border[0], neighbour(*border))}
    doors = (ItemRef("doors", door) for door in ground.layout.doors)
    things = {*ground.lying_in(wing.ids), *(door for door in doors if squares_of(door, ground.library) <= gate)}
    found: dict[ItemRef, ItemRef | None] = {}
    for thing in things:
        there = put(thing, turn, sizes)
        if turn.flip and thing.field == "sections" and thing.value.tile:
            unmirrored = _unmirrored(ground, there.value)
            if unmirrored is None:
                return None
            there = ItemRef("sections", unmirrored)
        found[thing] = there
    return found


def _unmirrored(ground: Ground, section: Section) -> Section | None:
    """A mirrored tile as one that is only turned, where that covers the same squares alike; else None."""
    tile = ground.library.get(section.tile)
    mirrored = list(tile.placed(section.at, section.turn, section.flip))
    for turn in range(4):
        if list(tile.placed(section.at, turn, not section.flip)) == mirrored:
            return replace(section, turn=turn, flip=not section.flip)
    return None
