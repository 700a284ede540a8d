"""A ruleset: an edition's words, and which rules it turns on with which parameters."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from dungeon_designer.kinds import LEAST_SIDES

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


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


class SideCount(Struct, frozen=True):
    """How many sides a ruleset is for: from `least` to `most`."""

    least: int = LEAST_SIDES
    most: int = LEAST_SIDES

    def allows(self, count: int) -> bool:
        """Whether so many may play.

        >>> SideCount(2, 4).allows(3)
        True
        """
        return self.least <= count <= self.most

    @property
    def in_letters(self) -> str:
        """As a person says it.

        >>> SideCount(2, 4).in_letters
        'two to four'
        """
        least, most = _NUMBERS[self.least], _NUMBERS[self.most]
        return least if least == most else f"{least} to {most}"

    @property
    def file_value(self) -> int | str:
        """As a ruleset says it: 2, or "2-4"."""
        return self.least if self.least == self.most else f"{self.least}-{self.most}"

    @property
    def required(self) -> int | str:
        """As a report's `required`: a number where one number says it all."""
        return self.least if self.least == self.most else f"{self.least} to {self.most}"


class RuleEntry(Struct, frozen=True, kw_only=True):
    """One rule as a ruleset turns it on: its level, the book and heading, and its own parameters, unread.

    `inherited` names for each parameter that a ruleset it extends has set the nearest one that did, and `unset` are
    the parameters it took away.
    """

    level: RuleLevel
    source: str = ""
    parameters: dict[str, Any]
    inherited: dict[str, str] = {}
    unset: tuple[str, ...] = ()


class Ruleset(Struct, frozen=True, kw_only=True):
    """An edition or house ruleset, its bases already merged in.

    `file` is the TOML file it was read from, '' for an edition or a text. `lineage` names the rulesets it extends,
    nearest first. `play` holds what measuring tools need
    (portals, sight, passes), `notes` what a house tells players besides, `set_up` who lays what in which order; see
    `dungeon_designer.rulesets.play` and `.set_up`.
    """

    id: str = ""
    name: str = ""
    title: str = ""
    corners: Corners = Corners.FREE
    chests: Chests = Chests.ENTERABLE
    metric: Metric = Metric.SQUARES
    sides: SideCount = SideCount()
    lineage: tuple[str, ...] = ()
    rules: dict[str, RuleEntry] = {}
    play: dict[str, Any] = {}
    set_up: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    file: str = ""

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the rules that are on, sorted."""
        return tuple(sorted(name for name, entry in self.rules.items() if entry.level is not RuleLevel.OFF))
