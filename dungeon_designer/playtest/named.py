"""The named dungeons of an edition as a playtest found them: what others are compared with.

`scripts/write_playtest_reference.py` writes the file.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.editions import edition_of
from dungeon_designer.playtest.results import Share
from dungeon_designer.rulesets.model import Ruleset


class Named(Struct, frozen=True):
    """A named dungeon: shares as value, lower and upper end; turns as a median; `drawing` knows it again."""

    verdict: str
    drawing: str = ""
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


class AmongNamed(Struct, frozen=True):
    """A share beside those of the named dungeons of an edition: their least and greatest, how many lie below it."""

    least: float
    greatest: float
    below: int
    of: int


@lru_cache
def reference() -> Reference:
    """What stands in the file."""
    return msgspec.json.decode(Path(__file__).with_name("data").joinpath("reference.json").read_bytes(), type=Reference)


def drawing_of(layout: Layout) -> str:
    """What a dungeon is known again by: all that is drawn; its name, notes and `extra` are not."""
    return hashlib.sha256(write_json(replace(layout, name="", notes="", extra={}))).hexdigest()[:16]


def named_like(layout: Layout, ruleset: Ruleset) -> Named | None:
    """What was found of the named dungeon that is drawn just so, if it was played by this ruleset."""
    drawing = drawing_of(layout)
    return next((one for one in reference().dungeons.get(ruleset.id, {}).values() if one.drawing == drawing), None)


def agile_beside(ruleset: Ruleset, share: float) -> AmongNamed | None:
    """The agile team's share beside the named dungeons of an edition; None where there are none."""
    edition = edition_of(ruleset)
    names = (edition, edition.replace("basic", "expanded"), edition.replace("expanded", "basic"))
    found = {
        key: one.agile[0] for name in names for key, one in reference().dungeons.get(name, {}).items() if one.agile
    }
    if not found:
        return None
    shares = found.values()
    return AmongNamed(min(shares), max(shares), sum(one < share for one in shares), len(shares))


class Suited(Struct, frozen=True):
    """Whom a dungeon suits, `agile`, `bashing` or `both`, and in how many of how many dungeons it does so less."""

    whom: str
    more_than: int
    of: int


def suited(share: Share, ruleset: Ruleset) -> Suited | None:
    """Whom a dungeon suits, by the agile team's share against the bashing one; None where that cannot be said.

    It is measured by the named dungeons of the edition, and by that end of the interval that speaks against it.
    """
    low, high = agile_beside(ruleset, share.low), agile_beside(ruleset, share.high)
    if low is None or high is None:
        return None
    if 2 * low.below > low.of:
        return Suited("agile", low.below, low.of)
    above = high.of - high.below
    return Suited("bashing" if 2 * above > high.of else "both", above, high.of)
