"""A ruleset: an edition's words, and which rules it turns on with which parameters."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct


class RuleLevel(StrEnum):
    """How strongly a book asks; `off` switches a rule off that the base ruleset has."""

    MUST = "must"
    SHOULD = "should"
    NOTICE = "notice"
    OFF = "off"


class Corners(StrEnum):
    """Diagonal steps: `free` when one orthogonal way round is open, `strict` when both are."""

    FREE = "free"
    STRICT = "strict"


class Chests(StrEnum):
    """Whether a chest is opened from a neighbouring square or by entering it."""

    IMPASSABLE = "impassable"
    ENTERABLE = "enterable"


class Metric(StrEnum):
    """How distances are counted: in `squares`, as the crow flies, or by `walk`, in steps of movement."""

    SQUARES = "squares"
    WALK = "walk"


class RuleEntry(Struct, frozen=True, kw_only=True):
    """One rule as a ruleset turns it on: its level, the book and heading, and its own parameters, unread."""

    level: RuleLevel
    source: str = ""
    parameters: dict[str, Any]


class Ruleset(Struct, frozen=True, kw_only=True):
    """An edition or house ruleset, its bases already merged in.

    `lineage` names the rulesets it extends, nearest first. `play` holds what measuring tools need
    (portals, sight, passes); see `dungeon_designer.rulesets.play`.
    """

    id: str
    name: str
    title: str = ""
    corners: Corners = Corners.FREE
    chests: Chests = Chests.ENTERABLE
    metric: Metric = Metric.SQUARES
    lineage: tuple[str, ...] = ()
    rules: dict[str, RuleEntry]
    play: dict[str, Any] = {}

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the rules that are on, sorted."""
        return tuple(sorted(name for name, entry in self.rules.items() if entry.level is not RuleLevel.OFF))
