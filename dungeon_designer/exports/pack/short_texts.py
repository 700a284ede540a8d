"""Describe rules and settings of a ruleset in short texts for players."""

from __future__ import annotations

import re
from typing import Any

from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rules.rule_text import replace_underscores
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, RuleEntry

CORNER_TEXTS = {
    Corners.FREE: "a diagonal step needs at least one of the two ways round its corner open",
    Corners.STRICT: "a diagonal step needs both ways round its corner open",
}
"""What a ruleset says about diagonal steps."""
CHEST_TEXTS = {
    Chests.ENTERABLE: "are opened by entering their square",
    Chests.IMPASSABLE: "are opened from a square beside them",
}
"""What a ruleset says about opening chests."""

_OTHER_SOURCES = {
    "almanac-2021": "The publisher's almanac of 2021",
    "gw-2022-colleges": "The college tiles of 2022",
}
"""The names of sources that are no editions, by their ids."""

_SOURCE_ID_PATTERN = re.compile(
    rf"\b({'|'.join(sorted(map(re.escape, (*EDITIONS, *_OTHER_SOURCES)), key=len, reverse=True))})(?![\w-])"
)
"""The id of an edition or of another source in a text."""


def replace_edition_ids(source: str) -> str:
    """Return a text that names a source, with the names of editions and of other sources in place of their ids.

    >>> replace_edition_ids("naf-2019, Obstacles: Liquids")
    'NAF Dungeonbowl (2019), Obstacles: Liquids'
    >>> replace_edition_ids("almanac-2021, Multi-player Dungeon Bowl")
    "The publisher's almanac of 2021, Multi-player Dungeon Bowl"
    """
    return _SOURCE_ID_PATTERN.sub(lambda source_id: _name_source(source_id[0]), source)


def _name_source(source_id: str) -> str:
    """Return the name of the edition or other source with an id."""
    return _OTHER_SOURCES.get(source_id) or load_unchecked_ruleset(source_id).name


def describe_rule(name: str, entry: RuleEntry) -> tuple[str, str]:
    """Return the subject of a rule and what a ruleset's entry requires, as two short texts for players.

    The rule itself may give these texts. If it does not, they are the rule's name, and the first sentence of its manual
    page with the parameters.

    Args:
        name: the name of the rule.
        entry: the level and the parameters that the ruleset gives it.

    >>> from dungeon_designer.rulesets.ruleset_model import RuleLevel
    >>> describe_rule("trap-spacing", RuleEntry(level=RuleLevel.MUST, parameters={"min": 4}))
    ('From one trap to another', 'at least 4 squares')
    """
    settings = load_rule(name).settings_type
    subject, requirement = settings.describe_for_players(entry.parameters)
    if subject:
        return subject, requirement
    parameter_text = settings.describe_parameters(entry.parameters)
    summary = load_rule(name).summary.rstrip(".:")
    title = replace_underscores(name).replace("-", " ").capitalize()
    return title, f"{summary}: {parameter_text}" if parameter_text else summary


def format_play_value(value: Any) -> str:
    """Return the value of a key of a ruleset's `[play]` table as a text for players.

    >>> format_play_value(True), format_play_value(["end_zone", "portal"])
    ('yes', 'end zone; portal')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "; ".join(map(replace_underscores, value))
    return replace_underscores(value)
