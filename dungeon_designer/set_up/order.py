"""The order in which each edition has its coaches set a dungeon up. No Qt here.

gw-1989 (Setting Up): chests, teleport squares, doors, each begun by the winner of the roll-off; pit counters, which
only an expanded dungeon has (Pit Traps), come last, for they may not lie on what was placed before. gw-2021 (Setting
Up The Game): chests begun by the winner, portals begun by the loser. eagbbl (Setup Dungeon): chests, then pads, in
turns; it leaves open who begins. naf-2019 (The Dungeon) has coaches take turns in a league and the organiser draw the
dungeon of a tournament. brawl-2013 and the fields of db7s-2019 are drawn by the organiser; those who set them up all
the same do it as naf-2019 does.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from dungeon_designer.layout.model import CounterContent
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import marked, translate

_WORDS = {
    "chest": marked("set-up", "chest"),
    "portal": marked("set-up", "portal"),
    "door": marked("set-up", "door"),
    "counter": marked("set-up", "pit counter"),
}


class What(StrEnum):
    """What coaches place."""

    CHEST = "chest"
    PORTAL = "portal"
    DOOR = "door"
    COUNTER = "counter"

    @property
    def words(self) -> str:
        """As the notes of a dungeon name it, in the user's language."""
        return translate("set-up", _WORDS[self.value])


class Stage(Struct, frozen=True):
    """One kind placed in turns. `loser` says that the loser of the roll-off begins; `usual` that the edition has it."""

    what: What
    count: int
    loser: bool = False
    usual: bool = True


class SetUpOrder(Struct, frozen=True):
    """The stages of a set-up in order, the book and heading they come from, and who the book has set up."""

    stages: tuple[Stage, ...]
    source: str
    by_coaches: bool = True


USUAL = 6
"""How many chests and portals there are where a ruleset does not say."""

_FACES = {
    "nothing": CounterContent.NOTHING,
    "open_pit": CounterContent.OPEN_PIT,
    "spiked_pit": CounterContent.SPIKED_PIT,
}
_SOURCES = {
    "gw-1989-basic": "gw-1989, Setting Up",
    "gw-2021": "gw-2021, Setting Up The Game",
    "eagbbl": "eagbbl, Setup Dungeon",
    "naf-2019": "naf-2019, The Dungeon",
    "brawl-2013": "brawl-2013, Setup",
    "db7s-2019": "naf-2019, Dungeonbowl 7s",
}
_DRAWN = ("brawl-2013", "db7s-2019")
_BOX = (CounterContent.NOTHING,) * 3 + (CounterContent.OPEN_PIT,) * 2 + (CounterContent.SPIKED_PIT,)


def order_of(ruleset: Ruleset) -> SetUpOrder:
    """The order of an edition, or of the edition that a house ruleset extends; else that of naf-2019 without a source.

    >>> from dungeon_designer.rulesets.loader import load
    >>> [(stage.what.value, stage.count, stage.loser) for stage in order_of(load("gw-2021")).stages]
    [('chest', 6, False), ('portal', 6, True)]
    """
    family = next((name for name in (ruleset.id, *ruleset.lineage) if name in _SOURCES), "")
    stages: tuple[Stage, ...] = (
        Stage(What.CHEST, _least(ruleset, "chest-count")),
        Stage(What.PORTAL, _least(ruleset, "portal-count"), loser=family == "gw-2021"),
    )
    if family == "gw-1989-basic":
        faces = faces_of(ruleset)
        counters = Stage(What.COUNTER, 2 * len(faces or _BOX), usual=bool(faces))
        stages = (*stages, Stage(What.DOOR, _number(ruleset, "door-count", "max", 4)), counters)
    return SetUpOrder(stages, _SOURCES.get(family, ""), family not in _DRAWN)


def faces_of(ruleset: Ruleset) -> tuple[CounterContent, ...]:
    """The pit counters each coach is given, the harmless ones first; none where the edition has none."""
    entry = ruleset.rules.get("trap-counters")
    if entry is None or entry.parameters.get("none"):
        return ()
    counts = {face: _number(ruleset, "trap-counters", name, 0) for name, face in _FACES.items()}
    return tuple(face for face, count in counts.items() for _ in range(count))


def hand_of(ruleset: Ruleset) -> tuple[CounterContent, ...]:
    """The counters of a coach who plays with them: the edition's, else those of gw-1989, Pit Traps."""
    return faces_of(ruleset) or _BOX


def _least(ruleset: Ruleset, rule: str) -> int:
    entry = ruleset.rules.get(rule)
    also = entry.parameters.get("also", ()) if entry else ()
    return min((_number(ruleset, rule, "min", USUAL), *(n for n in also if isinstance(n, int))))


def _number(ruleset: Ruleset, rule: str, name: str, otherwise: int) -> int:
    entry = ruleset.rules.get(rule)
    number = entry.parameters.get(name, otherwise) if entry else otherwise
    return number if isinstance(number, int) else otherwise
