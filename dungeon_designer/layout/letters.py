"""What a letter of a map stands for: the built-in ones, and a sketch's own from its legend."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.layout.model import ObstacleKind, SectionKind, Team, TerrainKind, TrapKind
from dungeon_designer.text.rows import FLOOR as FLOOR
from dungeon_designer.text.rows import ROCK as ROCK

ZONES: dict[str, tuple[SectionKind, Team]] = {
    "<": (SectionKind.END_ZONE, Team.HOME),
    ">": (SectionKind.END_ZONE, Team.AWAY),
    "(": (SectionKind.ENTRY, Team.HOME),
    ")": (SectionKind.ENTRY, Team.AWAY),
}
"""Letters that say what the section under them is."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What lies on a square whose letter this is; floor is under it in any case."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None
    trap: TrapKind | None = None
    portal: int | None = None
    door: bool | None = None
    """Open or not; None for no door."""
    chest: bool = False


BUILT_IN: dict[str, Meaning] = {
    "C": Meaning(chest=True),
    **{str(number): Meaning(portal=number) for number in range(1, 10)},
    "+": Meaning(door=False),
    "'": Meaning(door=True),
    "S": Meaning(obstacle=ObstacleKind.STATUE),
    "I": Meaning(obstacle=ObstacleKind.IDOL),
    "o": Meaning(trap=TrapKind.OPEN_PIT),
    "x": Meaning(trap=TrapKind.SPIKED_PIT),
    "T": Meaning(trap=TrapKind.TRAPDOOR),
    "~": Meaning(terrain=TerrainKind.LAVA),
    "%": Meaning(terrain=TerrainKind.CHASM),
    "=": Meaning(terrain=TerrainKind.BRIDGE),
}
"""The letters every sketch has."""

TAKEN = frozenset({*ROCK, FLOOR, *ZONES, *BUILT_IN})
"""Letters a legend may not give another meaning."""

OWN: dict[str, Meaning] = {
    "w": Meaning(terrain=TerrainKind.WATER),
    "q": Meaning(terrain=TerrainKind.ACID),
    "^": Meaning(terrain=TerrainKind.CLIFF),
    "P": Meaning(terrain=TerrainKind.SPIKE_PIT),
    "H": Meaning(terrain=TerrainKind.ROPE_BRIDGE),
    "K": Meaning(obstacle=ObstacleKind.THRONE),
    "F": Meaning(obstacle=ObstacleKind.FOUNTAIN),
    "Y": Meaning(obstacle=ObstacleKind.CRYPT),
    "D": Meaning(obstacle=ObstacleKind.DRAGON),
    **{letter: Meaning(portal=number) for number, letter in enumerate("abcdefghijklmn", start=10)},
}
"""The letters the writer puts into a legend when it needs them."""
