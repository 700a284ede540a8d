"""Which grower grows the floors asked for: the ruleset's own data say so, never its name."""

from __future__ import annotations

from dungeon_designer.generator.request import Request
from dungeon_designer.generator.wishes import Grower
from dungeon_designer.rulesets.model import RuleLevel

STOCKED = ("tile-supply", "tile-mix")
"""Rules that speak of the tiles a dungeon is built of."""


def lays_tiles(request: Request) -> bool:
    """Whether the floor is laid from tiles: the ruleset counts them, or the request names some."""
    if request.tiles or request.stock:
        return True
    entries = [request.ruleset.rules[name] for name in STOCKED if name in request.ruleset.rules]
    return any(entry.level is not RuleLevel.OFF for entry in entries)


def grower_of(request: Request) -> Grower:
    """What grows the floors of a request."""
    if lays_tiles(request):
        from dungeon_designer.generator.laying.growing import grow as lay

        return lay
    from dungeon_designer.generator.drawn.growing import grow

    return grow
