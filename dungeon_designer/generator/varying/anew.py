"""All chests or all portals placed anew, as `place` would lay them on the floor there is; what is locked stays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from dungeon_designer.errors import CannotPlace
from dungeon_designer.generator.options import Placeable as Placed
from dungeon_designer.generator.options import PlaceOptions
from dungeon_designer.generator.placement import place
from dungeon_designer.generator.varying.ground import Change, Ground, Kind
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.translation import marked

_ALL = {
    Placed.CHEST: marked("vary", "all chests placed anew"),
    Placed.PORTAL: marked("vary", "all portals placed anew"),
}
_OTHERS = {
    Placed.CHEST: marked("vary", "all chests outside locked rooms placed anew"),
    Placed.PORTAL: marked("vary", "all portals outside locked rooms placed anew"),
}

TIMES = 4
"""So often each kind is placed."""

_EFFORT = 0.2
"""The share of the usual search: one of many candidates."""


def placed(ground: Ground, dice: Random, symmetry: Symmetry) -> Iterator[Change]:
    """Other places for all chests, and for all portals, but for those in sections that must stay and their twins."""
    still = _still(ground, symmetry)
    without = {
        Placed.CHEST: _without_chests(ground.layout, still),
        Placed.PORTAL: _without_portals(ground.layout, still),
    }
    words = _OTHERS if ground.locked else _ALL
    for kind in TIMES * [kind for kind in _ALL if without[kind] != ground.layout]:
        layout = _placed(ground, without[kind], kind, still, dice.randrange(2**31), symmetry)
        if layout is not None:
            yield Change(layout, Kind.ANEW, words[kind], (), f"all {kind}")


def _still(ground: Ground, symmetry: Symmetry) -> frozenset[Square]:
    """The squares of the sections that must stay, with their twins across the middle."""
    locked = ground.locked_squares
    return locked.union(*(map(turn.square, locked) for turn in symmetry.turns()))


def _without_chests(layout: Layout, still: frozenset[Square]) -> Layout:
    return replace(layout, chests=tuple(at for at in layout.chests if at in still))


def _without_portals(layout: Layout, still: frozenset[Square]) -> Layout:
    return replace(layout, portals=tuple(portal for portal in layout.portals if portal.at in still))


def _placed(
    ground: Ground, without: Layout, kind: Placed, still: frozenset[Square], seed: int, symmetry: Symmetry
) -> Layout | None:
    """The layout with as many of a kind as there were; None where they cannot be placed."""
    count = len(ground.layout.chests if kind is Placed.CHEST else ground.layout.portals)
    options = PlaceOptions(
        only=(kind,),
        keep=True,
        seed=seed,
        symmetry=None if symmetry.way is SymmetryMode.OFF else symmetry,
        strict=True,
        chests=count if kind is Placed.CHEST else None,
        portals=count if kind is Placed.PORTAL else None,
    )
    try:
        found = place(without, ground.ruleset, ground.library, options, barred=still, effort=_EFFORT)
    except CannotPlace:
        return None
    return found[0]
