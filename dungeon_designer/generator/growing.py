"""Which grower grows the floors asked for: the ruleset's own data say so, never its name."""

from __future__ import annotations

from dungeon_designer.generator.request import Request
from dungeon_designer.generator.wishes import Grower
from dungeon_designer.rulesets.model import RuleLevel

SUPPLY = "tile-supply"
"""The rule that says which tiles there are."""

OF_TILES = ("tile-mix", "door-missing")
"""Rules that are about tiles where there are any."""


def lays_tiles(request: Request) -> bool:
    """Whether the floor is laid from tiles: the request names some, or the ruleset, and one of its rules is on them.

    A ruleset that counts sections by their kind and names no tiles is content with drawn ones.
    """
    if request.tiles or request.stock:
        return True
    rules = request.ruleset.rules
    asked = {name for name, entry in rules.items() if entry.level is not RuleLevel.OFF}
    return SUPPLY in asked or (SUPPLY in rules and not asked.isdisjoint(OF_TILES))


def grower_of(request: Request) -> Grower:
    """What grows the floors of a request."""
    if lays_tiles(request):
        from dungeon_designer.generator.laying.growing import grow as lay

        return lay
    from dungeon_designer.generator.drawn.growing import grow

    return grow
