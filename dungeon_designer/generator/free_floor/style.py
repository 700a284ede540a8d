"""How one dungeon is built: what its rooms and ways have in common, so that it looks like one place."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.generator.genome import Genome

ASKED = 0.7
"""The share of rooms with a hazard, or with statues, where the ruleset asks for some."""


class Style(Struct, frozen=True, kw_only=True):
    """What pieces are chosen by.

    sizes     the least and the most length of a room's sides
    way       how wide ways are
    longest   how long a straight way may be
    bends     the share of ways that bend once
    bare      the share of ways that lead on to others, not to a room
    rings     the share of rooms that are a way round a block of rock
    lakes     the share of rooms with a hazard in the middle
    bridges   the share of ways that are bridges over a hazard
    shaped    the share of rooms that are no rectangles
    posts     the share of rooms with statues
    pits      how many pits, with their twins
    onward    how much likelier the newest piece is to be built on, from 0 to 1
    centred   the share of ways that leave from the middle of a wall
    loops     how many ways are opened between places
    """

    sizes: tuple[int, int]
    way: int
    longest: int
    bends: float
    bare: float
    rings: float
    lakes: float
    bridges: float
    shaped: float
    posts: float
    pits: int
    onward: float
    centred: float
    loops: int


def style_of(genome: Genome, terms: Terms, dice: Random) -> Style:
    """How a dungeon is built so as to come near some genome."""
    narrow, openness, detail = 1 - genome.openness, genome.openness, 0.3 + 0.7 * genome.detail
    wide = openness > 0.6 and dice.random() < 2.5 * (openness - 0.6)
    least = max(terms.width + wide + 1, round(3 + 2.5 * openness + dice.uniform(-0.5, 0.5)))
    most = least + 1 + round(4 * openness * dice.random()) + (openness > 0.6)
    hazards = detail if terms.hazards else 0.0
    return Style(
        sizes=(least, most),
        way=terms.width + wide,
        longest=dice.randint(3, 4) + round(2 * narrow + 2 * genome.length),
        bends=dice.uniform(0.0, 0.4),
        bare=max(0.0, 0.9 * narrow - 0.35, 1.5 * genome.length - 1.0) * dice.uniform(0.4, 1.0),
        rings=dice.uniform(0.0, 0.5) * narrow,
        lakes=max(dice.uniform(0.1, 0.6) * hazards, ASKED * terms.asked[0]),
        bridges=dice.uniform(0.0, 0.5) * hazards,
        shaped=dice.uniform(0.0, 0.8) * detail,
        posts=max(dice.uniform(0.2, 1.0) * detail, ASKED * terms.asked[1]) if terms.obstacles else 0.0,
        pits=round(dice.uniform(0.0, 2.4) * detail) if terms.pits else 0,
        onward=genome.length * dice.uniform(0.4, 1.0),
        centred=dice.uniform(0.4, 0.9),
        loops=1 + round(genome.loops * 8),
    )
