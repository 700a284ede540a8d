"""All chests or all portals placed anew, as `place` would lay them on the floor there is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dungeon_designer.errors import CannotPlace
from dungeon_designer.generator.placement import Kind as Placed
from dungeon_designer.generator.placement import place
from dungeon_designer.generator.varying.ground import Change, Ground, Kind
from dungeon_designer.layout.model import Layout
from dungeon_designer.shaping.symmetry import Symmetry, Way
from dungeon_designer.translation import marked

_WORDS = {
    Placed.CHEST: marked("vary", "all chests placed anew"),
    Placed.PORTAL: marked("vary", "all portals placed anew"),
}

TIMES = 4
"""So often each kind is placed."""

_EFFORT = 0.2
"""The share of the usual search: one of many candidates."""


def placed(ground: Ground, dice: Random, symmetry: Symmetry) -> Iterator[Change]:
    """Other places for all chests, and for all portals; none where a section must stay, with all that lies in it."""
    if ground.locked:
        return
    lies = {Placed.CHEST: ground.layout.chests, Placed.PORTAL: ground.layout.portals}
    for kind in TIMES * [kind for kind in _WORDS if lies[kind]]:
        layout = _placed(ground, kind, dice.randrange(2**31), symmetry)
        if layout is not None:
            yield Change(layout, Kind.ANEW, _WORDS[kind], (), f"all {kind}")


def _placed(ground: Ground, kind: Placed, seed: int, symmetry: Symmetry) -> Layout | None:
    try:
        found = place(
            ground.layout,
            ground.ruleset,
            library=ground.library,
            kinds=(kind,),
            seed=seed,
            symmetry=None if symmetry.way is Way.OFF else symmetry,
            strict=True,
            effort=_EFFORT,
        )
    except CannotPlace:
        return None
    return found[0]
