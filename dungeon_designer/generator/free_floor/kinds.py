"""What kinds of sections a floor's pieces are called, where a ruleset counts sections by their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from dungeon_designer.generator.free_floor.ground import Ground
from dungeon_designer.generator.free_floor.terms import ROOMS, Terms
from dungeon_designer.layout.model import SectionKind

FORKS = (SectionKind.JUNCTION,)
"""What a way may be called that leads to more than two places."""


def called(ground: Ground, terms: Terms) -> None:
    """Name rooms, and ways that fork, by the kinds a ruleset asks for, twins alike; of each so many as it asks.

    Rooms beyond these are of the last kind of which there may be more.
    """
    links = ground.links()
    rooms = [n for n, piece in enumerate(ground.pieces) if piece.is_room]
    forks = [n for n, piece in enumerate(ground.pieces) if piece.kind is SectionKind.CORRIDOR and len(links[n]) > 2]
    _shared_out(ground, terms, rooms, [kind for kind in ROOMS if kind in terms.mix])
    _shared_out(ground, terms, forks, [kind for kind in FORKS if kind in terms.mix])


def _shared_out(ground: Ground, terms: Terms, numbers: Sequence[int], kinds: Sequence[SectionKind]) -> None:
    """Give pieces kinds, to the largest the first kind of which there are too few."""
    named: Counter[SectionKind] = Counter()
    for members in sorted(ground.orbits(numbers), key=lambda each: -len(ground.pieces[min(each)].squares)):
        lacking = [kind for kind in kinds if named[kind] < (terms.mix[kind].min or 0)]
        free = [kind for kind in kinds if terms.mix[kind].allows(named[kind] + len(members))]
        for kind in [*lacking, *reversed(free)][:1]:
            named[kind] += len(members)
            for number in members:
                ground.pieces[number] = replace(ground.pieces[number], kind=kind)
