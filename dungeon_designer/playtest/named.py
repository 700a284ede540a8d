"""The named dungeons of an edition as a playtest found them: what others are compared with.

`scripts/write_playtest_reference.py` writes the file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from dungeon_designer.playtest.editions import edition_of
from dungeon_designer.rulesets.model import Ruleset


class Named(Struct, frozen=True):
    """A named dungeon: shares as value, lower and upper end; turns as a median."""

    verdict: str
    home: tuple[float, ...] = ()
    first: tuple[float, ...] = ()
    unfinished: tuple[float, ...] = ()
    agile: tuple[float, ...] = ()
    turns: float | None = None


class Reference(Struct, frozen=True):
    """All of them, by edition and file."""

    games: int
    teams: tuple[str, ...]
    dungeons: dict[str, dict[str, Named]]


class Beside(Struct, frozen=True):
    """A share beside those of the named dungeons of an edition: their least and greatest, how many lie below it."""

    least: float
    greatest: float
    below: int
    of: int


@lru_cache
def reference() -> Reference:
    """What stands in the file."""
    return msgspec.json.decode(Path(__file__).with_name("data").joinpath("reference.json").read_bytes(), type=Reference)


def agile_beside(ruleset: Ruleset, share: float) -> Beside | None:
    """The agile team's share beside the named dungeons of an edition; None where there are none."""
    edition = edition_of(ruleset)
    names = (edition, edition.replace("basic", "expanded"), edition.replace("expanded", "basic"))
    found = {
        key: one.agile[0] for name in names for key, one in reference().dungeons.get(name, {}).items() if one.agile
    }
    if not found:
        return None
    return Beside(min(found.values()), max(found.values()), sum(one < share for one in found.values()), len(found))
