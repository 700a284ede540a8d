"""The sides of a dungeon: more of them or fewer, with what belongs to those that go."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from dungeon_designer.layout.model import LEAST_SIDES, Layout, MatchSide, Team, normalised, sides_of
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.layout_edits.floor import without_items
from dungeon_designer.layout_edits.items import ItemRef, items_of
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import filled, translate


def belonging_to(layout: Layout, teams: Collection[Team]) -> list[ItemRef]:
    """The end zones, entries and counters of some sides."""
    return [thing for thing in items_of(layout) if owner_of(thing) in teams]


_OWNERS = {"sections": "side", "traps": "owner"}
"""By the list of a layout: which field of its things names a side."""


def owner_of(thing: ItemRef) -> Team | None:
    """The side a section or a counter says it belongs to."""
    return getattr(thing.value, _OWNERS.get(thing.field, ""), None)


def given_to(thing: ItemRef, team: Team) -> ItemRef:
    """A section or a counter as another side's."""
    return ItemRef(thing.field, replace(thing.value, **{_OWNERS[thing.field]: team}))


def with_side_count(layout: Layout, count: int, library: TileLibrary) -> Layout:
    """The layout with so many sides, from 2 to 6.

    Sides that come have their usual colours and emblems, and nothing yet. With those that go, the last ones, go their
    end zones, entries and counters, and the doors and walls that are at no floor any more.
    """
    sides = (*layout.sides[:count], *sides_of(count)[len(layout.sides) :])
    left = without_items(layout, belonging_to(layout, layout.teams[count:]), library)
    return normalised(replace(left, sides=sides))


def with_side(layout: Layout, side: MatchSide) -> Layout:
    """The layout with the colour and emblem of one of its sides; what is the usual one is not said."""
    (usual,) = (each for each in sides_of(len(layout.sides)) if each.id is side.id)
    told = replace(
        side,
        colour="" if side.colour.lower() == usual.shown_colour else side.colour,
        emblem=None if side.emblem is usual.shown_emblem else side.emblem,
    )
    return normalised(replace(layout, sides=tuple(told if each.id is side.id else each for each in layout.sides)))


def sides_in_words(teams: tuple[Team, ...], way: SymmetryMode) -> str:
    """Which sides a symmetry carries onto which, where more than two play; empty where nothing need be said.

    >>> sides_in_words(tuple(Team)[:3], SymmetryMode.LEFT_RIGHT)
    'Across the axis lie home and away; third lies on it.'
    """
    if way is SymmetryMode.OFF or len(teams) == LEAST_SIDES:
        return ""
    if way is SymmetryMode.QUARTER_TURNS:
        no = translate(
            "layout_edits",
            "Quarter turns carry four sides onto each other, not %1: for their end zones mirror or turn by half.",
        )
        return "" if len(teams) == 4 else filled(no, len(teams))
    pairs = zip(teams[::2], teams[1::2], strict=False)
    both = [filled(translate("layout_edits", "%1 and %2"), *map(kind_in_words, pair)) for pair in pairs]
    if len(teams) % 2 == 0:
        return filled(translate("layout_edits", "Across the axis lie %1."), ", ".join(both))
    odd = translate("layout_edits", "Across the axis lie %1; %2 lies on it.")
    return filled(odd, ", ".join(both), kind_in_words(teams[-1]))
