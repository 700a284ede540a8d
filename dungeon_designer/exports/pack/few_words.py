"""Rules and settings of a ruleset in few words, as players are told them."""

from __future__ import annotations

import re
from typing import Any

from dungeon_designer.rules.registry import rule
from dungeon_designer.rules.rule import as_words
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import Chests, Corners, RuleEntry

CORNERS = {
    Corners.FREE: "a diagonal step needs one open way round its corner",
    Corners.STRICT: "a diagonal step needs both ways round its corner open",
}
CHESTS = {
    Chests.ENTERABLE: "are opened by entering their square",
    Chests.IMPASSABLE: "are opened from a square beside them",
}

_IDS = re.compile(rf"\b({'|'.join(sorted(map(re.escape, EDITIONS), key=len, reverse=True))})(?![\w-])")


def by_name(source: str) -> str:
    """Where something is written, with the names of editions in place of their ids.

    >>> by_name("naf-2019, Obstacles: Liquids")
    'NAF Dungeonbowl (2019), Obstacles: Liquids'
    """
    return _IDS.sub(lambda found: load(found[0]).name, source)


def in_few_words(name: str, entry: RuleEntry) -> tuple[str, str]:
    """A rule as players are told it: by the rule itself, else its manual's first sentence with the parameters.

    >>> from dungeon_designer.rulesets.model import RuleLevel
    >>> in_few_words("trap-spacing", RuleEntry(level=RuleLevel.MUST, parameters={"min": 4}))
    ('From one trap to another', 'at least 4 squares')
    """
    settings = rule(name).settings
    about, words = settings.for_players(entry.parameters)
    if about:
        return about, words
    told = settings.in_words(entry.parameters)
    summary = rule(name).summary.rstrip(".:")
    return as_words(name).replace("-", " ").capitalize(), f"{summary}: {told}" if told else summary


def value_in_words(value: Any) -> str:
    """The value of a key of `[play]` as players are told it.

    >>> value_in_words(True), value_in_words(["end_zone", "portal"])
    ('yes', 'end zone; portal')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "; ".join(map(as_words, value)) if isinstance(value, list | tuple) else as_words(value)
