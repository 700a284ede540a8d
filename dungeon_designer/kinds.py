"""The words for what sections are and what lies on their squares, shared by layouts and tiles."""

from __future__ import annotations

from enum import StrEnum


class SectionKind(StrEnum):
    """What a section is in its book's terms."""

    BOARD = "board"
    CORRIDOR = "corridor"
    SMALL_ROOM = "small_room"
    LARGE_ROOM = "large_room"
    ROOM = "room"
    JUNCTION = "junction"
    BRIDGE = "bridge"
    PLATFORM = "platform"
    END_ZONE = "end_zone"
    ENTRY = "entry"


class Team(StrEnum):
    """The sides a match may have, in their fixed order: a dungeon for three has the first three."""

    HOME = "home"
    AWAY = "away"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"


LEAST_SIDES, MOST_SIDES = 2, len(Team)
"""So many sides a dungeon may have."""


class Emblem(StrEnum):
    """Plain shapes by which sides are told apart where colours cannot."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    STAR = "star"


COLOURS: dict[Team, str] = {
    Team.HOME: "#0072b2",
    Team.AWAY: "#d55e00",
    Team.THIRD: "#009e73",
    Team.FOURTH: "#f0e442",
    Team.FIFTH: "#cc79a7",
    Team.SIXTH: "#56b4e9",
}
"""The colour of each side where a dungeon names none: of Okabe and Ito's set, which colour-blind people tell apart."""

EMBLEMS: dict[Team, Emblem] = dict(zip(Team, Emblem, strict=True))
"""The emblem of each side where a dungeon names none."""


class TerrainKind(StrEnum):
    """Ground other than plain floor."""

    LAVA = "lava"
    WATER = "water"
    ACID = "acid"
    CHASM = "chasm"
    CLIFF = "cliff"
    SPIKE_PIT = "spike_pit"
    BRIDGE = "bridge"
    ROPE_BRIDGE = "rope_bridge"


LIQUIDS = frozenset({TerrainKind.LAVA, TerrainKind.WATER, TerrainKind.ACID})
HAZARDS = LIQUIDS | {TerrainKind.CHASM, TerrainKind.CLIFF, TerrainKind.SPIKE_PIT}
BRIDGES = frozenset({TerrainKind.BRIDGE, TerrainKind.ROPE_BRIDGE})


class ObstacleKind(StrEnum):
    """Things no player may enter."""

    STATUE = "statue"
    THRONE = "throne"
    FOUNTAIN = "fountain"
    IDOL = "idol"
    CRYPT = "crypt"
    DRAGON = "dragon"


class ItemKind(StrEnum):
    """What lies on squares and is counted, placed, moved and asked for: pits and trapdoors are traps, counters, too."""

    CHEST = "chest"
    PORTAL = "portal"
    TRAP = "trap"
    COUNTER = "counter"
    BALL = "ball"


LETTERS: dict[str, TerrainKind | ObstacleKind] = {
    "~": TerrainKind.LAVA,
    "%": TerrainKind.CHASM,
    "=": TerrainKind.BRIDGE,
    "S": ObstacleKind.STATUE,
    "I": ObstacleKind.IDOL,
}
"""The letters for terrain and obstacles that need no legend, in sketches and on tiles alike."""


def ground(word: str) -> TerrainKind | ObstacleKind:
    """The terrain or obstacle of a name; ValueError when nothing is called so.

    >>> ground("throne")
    <ObstacleKind.THRONE: 'throne'>
    """
    return TerrainKind(word) if word in set(TerrainKind) else ObstacleKind(word)
