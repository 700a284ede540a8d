"""Enumerations of sections, teams, terrain, obstacles and objects, which dungeons and tiles share.

The values are the words of the files.
"""

from __future__ import annotations

from enum import StrEnum


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
"""The symbols for terrain and obstacles that need no legend, in sketches and on tiles alike."""


def parse_terrain_or_obstacle(word: str) -> TerrainKind | ObstacleKind:
    """Return the terrain or obstacle with a given name.

    Raises:
        ValueError: no terrain or obstacle has this name.

    >>> parse_terrain_or_obstacle("throne")
    <ObstacleKind.THRONE: 'throne'>
    """
    return TerrainKind(word) if word in set(TerrainKind) else ObstacleKind(word)
