"""Traps keep their distance from each other.

naf-2019 (The Dungeon) advises against a trap within four squares of another, so five is the least: between two
traps there should be ground to stop on. Orthogonally connected squares of one kind are one trap, open and spiked
pits are two kinds, and a pit counter is always a trap of its own. The distance of two traps is that of their
nearest squares; these are the squares of the finding, one for each two traps too near.

A sketch that breaks it, under naf-2019 (three apart)::

    map: |
      .oo..x....
      .oo.......

Mend: draw one of them elsewhere, or join them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.rules.apart import Least, apart, spaced
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import What
from dungeon_designer.rules.names import trap_at
from dungeon_designer.rules.rule import MOST, Violation


class RuleSettings(Least, frozen=True):
    """How far apart two traps must be."""

    players = ("From one trap to another", "at least {min} squares")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each two traps that are too near."""
    traps = context.board.traps
    for near in near_pairs([trap.squares for trap in traps], settings.min, context.measure, MOST):
        one, other = traps[near.first], traps[near.second]
        yield Violation(
            message=f"{trap_at(one)} and {trap_at(other)} are {apart(context, near.distance, settings.min)}",
            squares=near.squares,
            measured=near.distance,
            required=settings.min,
        )


demands = partial(spaced, What.TRAP)
