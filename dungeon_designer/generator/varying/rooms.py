"""Rooms turned where they lie, swapped with each other, or laid as another tile of the same outline."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from dungeon_designer.errors import DungeonError
from dungeon_designer.generator.varying.ground import Change, Ground, Kind
from dungeon_designer.grid import Size, Square, bounds, turned_size
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.floor import other_tiles
from dungeon_designer.layout_edits.items import ItemRef, covered, exchanged, put, tile_sizes, with_contents
from dungeon_designer.translation import marked

_TURNED = marked("vary", "%1 turned")
_MIRRORED = marked("vary", "%1 mirrored")
_SWAPPED = marked("vary", "%1 and %2 swapped")
_LAID = marked("vary", "%1 in the place of %2")


def turned(ground: Ground, dice: Random) -> Iterator[Change]:
    """Each section turned on its spot with all that lies in it; drawn ones are also mirrored."""
    found = []
    for section in ground.movable:
        corner, size = bounds(ground.cover[section.id])
        quarters = (1, 2, 3) if size[0] == size[1] else (2,)
        ways = [(turn, False) for turn in quarters]
        if not section.tile:  # no tile shows its mirrored picture
            ways += [(0, True), (2, True)]
        found += [(section, Turn(corner, size, corner, *way)) for way in ways]
    dice.shuffle(found)
    for section, turn in found:
        words = _MIRRORED if turn.flip else _TURNED
        yield Change(
            exchanged(ground.layout, _carried(ground, section, turn)),
            Kind.TURN,
            words,
            (ground.name_of(section),),
            f"section {section.id}",
        )


def swapped(ground: Ground, dice: Random) -> Iterator[Change]:
    """Each two sections of one size with their contents in each other's place, turned so that they fit."""
    boxes = {section.id: bounds(ground.cover[section.id]) for section in ground.movable}
    pairs = list(combinations(ground.movable, 2))
    dice.shuffle(pairs)
    for one, other in pairs:
        there, back = _turns(boxes[one.id], boxes[other.id], dice), _turns(boxes[other.id], boxes[one.id], dice)
        if there is None or back is None:
            continue
        new = {**_carried(ground, one, there), **_carried(ground, other, back)}
        names = ground.name_of(one), ground.name_of(other)
        yield Change(exchanged(ground.layout, new), Kind.SWAP, _SWAPPED, names, f"section {one.id} {other.id}")


def exchanged_tiles(ground: Ground, dice: Random) -> Iterator[Change]:
    """Each tile with another one of its outline in its place, so that doors lead where they did.

    Those of sets that the caller named come first.
    """
    pairs = [(section, new) for section in ground.movable if section.tile for new in _others(ground, section)]
    dice.shuffle(pairs)
    pairs.sort(key=lambda pair: pair[1].tile.rpartition("/")[0] not in ground.sets)
    for section, new in pairs:
        layout: Layout = exchanged(ground.layout, {ItemRef("sections", section): ItemRef("sections", new)})
        names = ground.library.get(new.tile).name, ground.name_of(section)
        yield Change(layout, Kind.TILE, _LAID, names, f"section {section.id}")


def _others(ground: Ground, section: Section) -> list[Section]:
    try:
        found = other_tiles(section, ground.library, ground.sets)
    except DungeonError:  # a set of the user's own that holds a broken tile
        return []
    return [each for each in found if covered(each, ground.library) == ground.cover[section.id]]


def _turns(box: tuple[Square, Size], onto: tuple[Square, Size], dice: Random) -> Turn | None:
    """A turn that lays one rectangle on another; None where they are of different sizes."""
    fitting = [quarters for quarters in range(4) if turned_size(box[1], quarters) == onto[1]]
    return Turn(*box, onto[0], dice.choice(fitting), False) if fitting else None


def _carried(ground: Ground, section: Section, turn: Turn) -> dict[ItemRef, ItemRef | None]:
    """A section and all that lies in it, as a turn lays them."""
    sizes = tile_sizes(ground.layout, ground.library)
    contents = with_contents(ground.layout, section, ground.library)
    return {thing: put(thing, turn, sizes) for thing in contents}
