"""A whole map made symmetric: its first half repeated over the rest, and what that takes away."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, RotatingRoom, normalised
from dungeon_designer.shaping.floor import drawn, floor_of
from dungeon_designer.shaping.symmetry import PLAIN, Symmetry, SymmetryMode, repeated
from dungeon_designer.shaping.things import ItemRef, as_layout, covered, forgetful, squares_of, things_of
from dungeon_designer.tiles.model import TileLibrary

_ACROSS = ("doors", "walls", "leap_edges", "sections")
_FIELDS = (*PLAIN, "walls", "machines", "portals", "sections")
"""The lists of what symmetry repeats."""


def made_symmetric(layout: Layout, symmetry: Symmetry, library: TileLibrary) -> Layout:
    """The layout with its first half (left, top, or the upper left quarter) repeated over the rest of the map.

    What crosses the axis is cut there and grows over to the other side. Names, notes and waivers stay.
    """
    if symmetry.way is SymmetryMode.OFF:
        return layout
    keeps = _keeper(symmetry)
    half, crossing = _half(layout, keeps, library)
    bare = replace(layout, **dict.fromkeys(_FIELDS, ()))
    kept = replace(half, waivers=layout.waivers)
    result = repeated(bare, kept, symmetry, library)
    for name in crossing:
        result = _rejoined(result, name, symmetry, library)
    return normalised(forgetful(result))


def replaced(before: Layout, after: Layout, library: TileLibrary) -> list[ItemRef]:
    """What a layout loses: the things that are no longer there, and rooms of which squares are no floor any more."""
    kept, floor = set(things_of(after)), floor_of(after, library)
    gone = [thing for thing in things_of(before) if thing not in kept]
    return [thing for thing in gone if thing.field != "sections" or not covered(thing.value, library) <= floor]


def _keeper(symmetry: Symmetry) -> Callable[[Square], bool]:
    mx, my = symmetry.middle
    if symmetry.way is SymmetryMode.TOP_BOTTOM:
        return lambda square: 2 * square[1] <= my
    if symmetry.way is SymmetryMode.QUARTER_TURNS:
        return lambda square: 2 * square[0] <= mx and 2 * square[1] <= my
    return lambda square: 2 * square[0] <= mx


def _half(layout: Layout, keeps: Callable[[Square], bool], library: TileLibrary) -> tuple[Layout, list[str]]:
    """What lies in the half that is kept, sections cut there, and the ids of those that were."""
    kept, crossing = [], []
    for thing in things_of(layout):
        own = squares_of(thing, library)
        inside = {square for square in own if keeps(square)}
        if thing.field == "sections" and not thing.value.tile and inside and inside != own:
            crossing.append(thing.value.id)
            kept.append(ItemRef("sections", drawn(thing.value, inside)))
        elif (inside and (inside == own or thing.field in _ACROSS)) or isinstance(thing.value, RotatingRoom):
            kept.append(thing)
    lists = {field: getattr(as_layout(kept), field) for field in _FIELDS}
    order = {section.id: at for at, section in enumerate(layout.sections)}
    lists["sections"] = tuple(sorted(lists["sections"], key=lambda section: order[section.id]))
    return normalised(replace(layout, **lists)), crossing


def _rejoined(layout: Layout, name: str, symmetry: Symmetry, library: TileLibrary) -> Layout:
    """A section that was cut at the axis takes its twins in again."""
    own = next((section for section in layout.sections if section.id == name), None)
    if own is None:
        return layout
    whole = set(own.squares) | {twin for square in own.squares for twin in symmetry.twins(square)}
    kept = [s for s in layout.sections if s.id == name or s.tile or not set(s.squares) <= whole]
    sections = tuple(drawn(s, whole) if s.id == name else s for s in kept)
    return replace(layout, sections=sections)
