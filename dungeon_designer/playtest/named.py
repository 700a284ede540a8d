"""The named dungeons of an edition as a playtest found them: what others are compared with.

`scripts/write_playtest_reference.py` writes the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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


class NamedStyle(Struct, frozen=True):
    """How a named dungeon is in another style of play: the home side's share, the agile team's against the bashing."""

    home: tuple[float, ...] = ()
    agile: tuple[float, ...] = ()


class Named(Struct, frozen=True):
    """A named dungeon: shares as value, lower and upper end; turns as a median; `drawing` knows it again.

    `decided` are the shares by each of `report.MINUTES`, `over_styles` and `even` the verdict of all styles.
    """

    verdict: str
    drawing: str = ""
    home: tuple[float, ...] = ()
    first: tuple[float, ...] = ()
    unfinished: tuple[float, ...] = ()
    agile: tuple[float, ...] = ()
    turns: float | None = None
    decided: tuple[tuple[float, ...], ...] = ()
    over_styles: str = ""
    even: bool = False
    styles: dict[str, NamedStyle] = {}


def share_from(ends: tuple[float, ...]) -> Share | None:
    """A share of the file, None where it has none."""
    return Share(ends[0], ends[1], ends[2], 0) if ends else None


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


def agile_beside(ruleset: Ruleset, share: float, style: str = "") -> AmongNamed | None:
    """The agile team's share beside the named dungeons of an edition, as the balanced coach plays or in another style;
    None where there are none."""
    edition = edition_of(ruleset)
    names = (edition, edition.replace("basic", "expanded"), edition.replace("expanded", "basic"))
    found = {
        key: ends[0]
        for name in names
        for key, one in reference().dungeons.get(name, {}).items()
        if (ends := one.styles[style].agile if style in one.styles else () if style else one.agile)
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


def suited(share: Share, ruleset: Ruleset, styles: Sequence[tuple[str, Share | None]] = ()) -> Suited | None:
    """Whom a dungeon suits, by the agile team's share against the bashing one; None where that cannot be said.

    It is measured by the named dungeons of the edition, and by that end of the interval that speaks against it. It is
    not said where it is otherwise in another of the `styles`.
    """
    low, high = agile_beside(ruleset, share.low), agile_beside(ruleset, share.high)
    if low is None or high is None:
        return None
    others = [agile_beside(ruleset, other.value, name) for name, other in styles if other]
    if 2 * low.below > low.of:
        return Suited("agile", low.below, low.of) if all(2 * one.below > one.of for one in others if one) else None
    above = high.of - high.below
    if 2 * above <= high.of:
        return Suited("both", above, high.of)
    return Suited("bashing", above, high.of) if all(2 * one.below < one.of for one in others if one) else None
