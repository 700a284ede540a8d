"""Enumerations of sections, teams, terrain, obstacles and objects, and the letters that draw them in files.

Dungeons and tiles share both. The values of the enumerations are the words of the files.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class SectionKind(StrEnum):
    """The kind of a section, in the words of the rule books."""

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
    """A team of a match. A dungeon for three teams has the first three."""

    HOME = "home"
    AWAY = "away"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"


MIN_TEAMS, MAX_TEAMS = 2, len(Team)
"""The smallest and the largest number of teams in a dungeon."""


class Emblem(StrEnum):
    """A simple shape that marks a team on the map where colours cannot be distinguished."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    STAR = "star"


DEFAULT_COLOURS: dict[Team, str] = {
    Team.HOME: "#0072b2",
    Team.AWAY: "#d55e00",
    Team.THIRD: "#009e73",
    Team.FOURTH: "#f0e442",
    Team.FIFTH: "#cc79a7",
    Team.SIXTH: "#56b4e9",
}
"""The colour (``#rrggbb``) of each team whose file names none.

The colours are from Okabe and Ito's set, which colour-blind people can distinguish.
"""

DEFAULT_EMBLEMS: dict[Team, Emblem] = dict(zip(Team, Emblem, strict=True))
"""The emblem of each team whose file names none."""


class TerrainKind(StrEnum):
    """Terrain other than plain floor."""

    LAVA = "lava"
    WATER = "water"
    ACID = "acid"
    CHASM = "chasm"
    CLIFF = "cliff"
    SPIKE_PIT = "spike_pit"
    BRIDGE = "bridge"
    ROPE_BRIDGE = "rope_bridge"


LIQUIDS = frozenset({TerrainKind.LAVA, TerrainKind.WATER, TerrainKind.ACID})
"""Terrain that rules.md calls liquid."""
HAZARDS = LIQUIDS | {TerrainKind.CHASM, TerrainKind.CLIFF, TerrainKind.SPIKE_PIT}
"""Terrain that rules.md calls a hazard: liquids, chasms, cliffs and spike pits."""
BRIDGES = frozenset({TerrainKind.BRIDGE, TerrainKind.ROPE_BRIDGE})
"""Terrain that lets players cross a hazard."""


class ObstacleKind(StrEnum):
    """A kind of obstacle, which no player may enter."""

    STATUE = "statue"
    THRONE = "throne"
    FOUNTAIN = "fountain"
    IDOL = "idol"
    CRYPT = "crypt"
    DRAGON = "dragon"


class TrapKind(StrEnum):
    """The kind of a trap. A counter lies face down; its content says what it is."""

    OPEN_PIT = "open_pit"
    SPIKED_PIT = "spiked_pit"
    TRAPDOOR = "trapdoor"
    COUNTER = "counter"


class ObjectKind(StrEnum):
    """A kind of object that is counted, placed, moved and required: pits, trapdoors and counters are traps."""

    CHEST = "chest"
    PORTAL = "portal"
    TRAP = "trap"
    COUNTER = "counter"
    BALL = "ball"


SYMBOLS: dict[str, TerrainKind | ObstacleKind] = {
    "~": TerrainKind.LAVA,
    "%": TerrainKind.CHASM,
    "=": TerrainKind.BRIDGE,
    "S": ObstacleKind.STATUE,
    "I": ObstacleKind.IDOL,
}
"""The letters for terrain and obstacles that need no legend, in sketches and on tiles alike."""

CHEST_LETTER = "C"
"""The letter for a chest in a sketch. It and the tables below are for sketches: a tile holds no object and no zone."""

NUMBER_BY_PORTAL_LETTER: dict[str, int] = {str(number): number for number in range(1, 10)}
"""The letters for portals that need no legend, with the number of the portal."""

STATE_BY_DOOR_LETTER: dict[str, Literal["shut", "open"]] = {"+": "shut", "'": "open"}
"""The letters for doors that cover a square."""

TRAP_BY_LETTER: dict[str, TrapKind] = {"o": TrapKind.OPEN_PIT, "x": TrapKind.SPIKED_PIT, "T": TrapKind.TRAPDOOR}
"""The letters for traps."""

ZONE_BY_LETTER: dict[str, tuple[SectionKind, Team]] = {
    "<": (SectionKind.END_ZONE, Team.HOME),
    ">": (SectionKind.END_ZONE, Team.AWAY),
    "(": (SectionKind.ENTRY, Team.HOME),
    ")": (SectionKind.ENTRY, Team.AWAY),
}
"""The letters that give the section under them a kind and a team."""


def parse_terrain_or_obstacle(word: str) -> TerrainKind | ObstacleKind:
    """Return the terrain or obstacle with a given name.

    Raises:
        ValueError: no terrain or obstacle has this name.

    >>> parse_terrain_or_obstacle("throne")
    <ObstacleKind.THRONE: 'throne'>
    """
    return TerrainKind(word) if word in set(TerrainKind) else ObstacleKind(word)
