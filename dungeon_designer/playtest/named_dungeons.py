"""Compare a playtest with those of the named dungeons of an edition, which are kept in `data/reference.json`.

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
from dungeon_designer.playtest.editions import find_edition
from dungeon_designer.playtest.results import Share
from dungeon_designer.rulesets.ruleset_model import Ruleset


class StyleReference(Struct, frozen=True):
    """The playtest of a named dungeon in another style of play.

    Attributes:
        home: the home team's share of the wins: value, lower and upper end
        agile: the agile team's share of the wins against the bashing team, likewise
    """

    home: tuple[float, ...] = ()
    agile: tuple[float, ...] = ()


class DungeonReference(Struct, frozen=True):
    """The playtest of a named dungeon; each share is value, lower and upper end.

    Attributes:
        drawing: checksum of what is drawn, by which the dungeon is recognised
        first: the share of the team with the first turn
        turns: median of the turns to the first touchdown
        decided: the shares of decided matches by each of `report.MINUTES`
        over_styles: the verdict over all styles
        even: whether both teams have the same dungeon
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
    styles: dict[str, StyleReference] = {}


def build_share(ends: tuple[float, ...]) -> Share | None:
    """Return a share as the reference file holds it; None where the file has none."""
    return Share(ends[0], ends[1], ends[2], 0) if ends else None


class ReferenceFile(Struct, frozen=True):
    """The reference file: the playtests of all named dungeons, by edition and file."""

    games: int
    teams: tuple[str, ...]
    dungeons: dict[str, dict[str, DungeonReference]]


class NamedRange(Struct, frozen=True):
    """A share beside those of the named dungeons of an edition.

    Attributes:
        least: the lowest share of a named dungeon
        greatest: the highest one
        below: how many named dungeons have a lower share
        of: how many named dungeons there are
    """

    least: float
    greatest: float
    below: int
    of: int


@lru_cache
def load_reference() -> ReferenceFile:
    """Return the content of the reference file, read once."""
    return msgspec.json.decode(
        Path(__file__).with_name("data").joinpath("reference.json").read_bytes(), type=ReferenceFile
    )


def compute_drawing_checksum(layout: Layout) -> str:
    """Return the checksum of all that is drawn in a dungeon; name, notes and `extra` do not count."""
    return hashlib.sha256(write_json(replace(layout, name="", notes="", extra={}))).hexdigest()[:16]


def find_reference(layout: Layout, ruleset: Ruleset) -> DungeonReference | None:
    """Return the playtest of the named dungeon that is drawn exactly like a layout; None if there is none."""
    drawing = compute_drawing_checksum(layout)
    return next(
        (entry for entry in load_reference().dungeons.get(ruleset.id, {}).values() if entry.drawing == drawing), None
    )


def compare_agile_share(ruleset: Ruleset, share: float, style: str = "") -> NamedRange | None:
    """Compare the agile team's share of the wins with the named dungeons of an edition; None if there are none.

    Args:
        style: the style of play to compare; '' for the balanced coach
    """
    edition = find_edition(ruleset)
    names = (edition, edition.replace("basic", "expanded"), edition.replace("expanded", "basic"))
    share_by_dungeon = {
        key: interval[0]
        for name in names
        for key, entry in load_reference().dungeons.get(name, {}).items()
        if (interval := entry.styles[style].agile if style in entry.styles else () if style else entry.agile)
    }
    if not share_by_dungeon:
        return None
    shares = share_by_dungeon.values()
    return NamedRange(min(shares), max(shares), sum(entry < share for entry in shares), len(shares))


class Suitability(Struct, frozen=True):
    """Which teams a dungeon suits.

    Attributes:
        team_kind: `agile`, `bashing` or `both`
        lower_count: how many named dungeons suit them less
        dungeon_count: how many named dungeons there are
    """

    team_kind: str
    lower_count: int
    dungeon_count: int


def find_suitability(
    share: Share, ruleset: Ruleset, styles: Sequence[tuple[str, Share | None]] = ()
) -> Suitability | None:
    """Return which teams a dungeon suits, agile or bashing; None if that cannot be said.

    The dungeon is compared with the named dungeons of the edition, by the end of the interval that speaks against the
    statement. Nothing is said if another style of play disagrees.

    Args:
        share: the agile team's share of the wins against the bashing team
        styles: the same shares in other styles, by style
    """
    lower_place, upper_place = compare_agile_share(ruleset, share.low), compare_agile_share(ruleset, share.high)
    if lower_place is None or upper_place is None:
        return None
    other_places = [
        compare_agile_share(ruleset, style_share.value, name) for name, style_share in styles if style_share
    ]
    if 2 * lower_place.below > lower_place.of:
        if all(2 * place.below > place.of for place in other_places if place):
            return Suitability("agile", lower_place.below, lower_place.of)
        return None
    count_above = upper_place.of - upper_place.below
    if 2 * count_above <= upper_place.of:
        return Suitability("both", count_above, upper_place.of)
    if all(2 * place.below < place.of for place in other_places if place):
        return Suitability("bashing", count_above, upper_place.of)
    return None
