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
    """The two sides of a match."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> Team:
        """The opponent."""
        return Team.AWAY if self is Team.HOME else Team.HOME


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
