"""What the ruleset asks of a laid floor, read from its rules' own settings."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from dungeon_designer.generator.options import Request
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import Bounds, bounds_of
from dungeon_designer.rules.shape.door_placement import Where

WIDTH = 2
"""Tiles touch along so many squares, and ways are so wide, where no rule says otherwise."""

SMALLEST, LARGEST = 120, 300
"""The squares of a floor of which no rule and no stock says how large it is."""


class Asked(Struct, frozen=True, kw_only=True):
    """What the rules ask.

    least     the squares along which tiles touch at least
    door      the width of doors between tiles that are walled off
    gaps      how many doors stand in gaps one square wide; none where the edition knows no such doors
    mix       the bounds of the number of tiles of a kind
    total     the bounds of the number of all tiles
    squares   the least and the most squares
    zone      the kind of zone a side starts from, and how many each side has
    size      how large a zone is
    shape     the rectangle it must be, if it must be one
    apart     whether zones lie as far apart as they can
    room      so many tiles besides those beside an end zone, as chests or portals ask
    """

    least: int
    door: int
    gaps: int
    mix: dict[SectionKind, Bounds]
    total: Bounds | None
    squares: tuple[int, int] | None
    zone: SectionKind
    per_side: int
    size: Bounds
    shape: tuple[int, int] | None
    apart: bool
    room: int
    beside: bool


def asked_of(request: Request) -> Asked:
    """What a request's ruleset asks."""
    rules = {asked.rule.name: asked.settings for asked in configured(request.ruleset)}
    mix: Any = rules.get("tile-mix")
    count: Any = rules.get("end-zone-count")
    size: Any = rules.get("end-zone-size")
    zone = SectionKind(count.kind) if count else SectionKind.END_ZONE
    sized = size if size is not None and size.kind == zone else None
    door: Any = rules.get("door-width")
    return Asked(
        least=max(_number(rules, "junction-width", "min"), _number(rules, "corridor-width", "width"), WIDTH),
        door=door.width if door else WIDTH,
        gaps=_gaps(rules),
        mix=dict(mix.kinds or {}) if mix else {},
        total=bounds_of(mix.total) if mix and mix.total is not None else None,
        squares=_squares(request, rules),
        zone=zone,
        per_side=count.per_side if count else 1,
        size=sized.bounded if sized else Bounds(min=1),
        shape=sized.shape if sized else None,
        apart="end-zones-apart" in rules,
        room=max(_room(rules, "chest"), _room(rules, "portal")),
        beside=any(getattr(rules.get(f"{thing}-section"), "connected", False) for thing in ("chest", "portal")),
    )


def _number(rules: dict[str, Any], name: str, key: str) -> int:
    return (getattr(rules[name], key) or 0) if name in rules else 0


def _gaps(rules: dict[str, Any]) -> int:
    where = rules.get("door-placement")
    if where is None or where.where is not Where.WALL_OR_GAP:
        return 0
    bounds = rules.get("door-count")
    return (bounds.max if bounds and bounds.max is not None else WIDTH * 2) if where else 0


def _squares(request: Request, rules: dict[str, Any]) -> tuple[int, int] | None:
    """The bounds of request and ruleset together."""
    rule: Any = rules.get("square-count", Bounds())
    least, most = (rule.min or 0, rule.max or LARGEST) if rule.min or rule.max else (0, 0)
    if request.squares:
        wanted = request.squares
        return (max(least, wanted[0]), min(most or wanted[1], wanted[1]))
    return (least, most) if most else None


def _room(rules: dict[str, Any], thing: str) -> int:
    """So many tiles the things of a kind need, if so many at most may lie on each."""
    per_tile, count = rules.get(f"{thing}s-per-section"), rules.get(f"{thing}-count")
    if per_tile is None or count is None or not per_tile.max:
        return 0
    return -(-(count.min or 0) // int(per_tile.max))
