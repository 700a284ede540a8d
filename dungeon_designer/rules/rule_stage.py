"""Name the stages of building a dungeon at which its rules can be judged."""

from __future__ import annotations

from enum import StrEnum


class RuleStage(StrEnum):
    """The earliest stage at which a rule says something of a dungeon that is being built.

    Attributes:
        TILE: A tile was placed, and others are still to come.
        FLOOR: The floor is complete, but no object lies on it.
        OBJECTS: The objects lie.
    """

    TILE = "tile"
    FLOOR = "floor"
    OBJECTS = "objects"
