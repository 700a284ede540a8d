"""Define a ruleset as the program uses it: which rules are on, and with which parameters."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from dungeon_designer.kinds import MIN_TEAMS

_NUMBER_WORDS = ("none", "one", "two", "three", "four", "five", "six")


class RuleLevel(StrEnum):
    """How strongly a ruleset requires something; `off` turns off a rule of the extended ruleset."""

    MUST = "must"
    SHOULD = "should"
    NOTICE = "notice"
    OFF = "off"


class Corners(StrEnum):
    """When a diagonal step is legal: `free` if one of the two squares beside it is open, `strict` if both are."""

    FREE = "free"
    STRICT = "strict"


class Chests(StrEnum):
    """Whether a chest is opened from a square beside it (`impassable`) or by entering its square (`enterable`)."""

    IMPASSABLE = "impassable"
    ENTERABLE = "enterable"


class Metric(StrEnum):
    """How distances are counted: in `squares` with walls ignored, or by `walk`, in steps on foot."""

    SQUARES = "squares"
    WALK = "walk"


class TeamCount(Struct, frozen=True):
    """The number of teams that a ruleset is for, as a range."""

    min_teams: int = MIN_TEAMS
    max_teams: int = MIN_TEAMS

    def allows(self, count: int) -> bool:
        """Return whether a dungeon for this number of teams may be played.

        >>> TeamCount(2, 4).allows(3)
        True
        """
        return self.min_teams <= count <= self.max_teams

    @property
    def text(self) -> str:
        """The range in words, or one number if both ends are equal.

        >>> TeamCount(2, 4).text
        'two to four'
        """
        minimum, maximum = _NUMBER_WORDS[self.min_teams], _NUMBER_WORDS[self.max_teams]
        return minimum if minimum == maximum else f"{minimum} to {maximum}"

    @property
    def file_value(self) -> int | str:
        """The range as a ruleset file states it: a number such as 2, or a text such as "2-4"."""
        return self.min_teams if self.min_teams == self.max_teams else f"{self.min_teams}-{self.max_teams}"

    @property
    def required_value(self) -> int | str:
        """The range as a report prints it: a number such as 2, or a text such as "2 to 4"."""
        return self.min_teams if self.min_teams == self.max_teams else f"{self.min_teams} to {self.max_teams}"


class RuleEntry(Struct, frozen=True, kw_only=True):
    """One rule as a ruleset turns it on or off.

    Attributes:
        level: How strongly the ruleset requires it.
        source: The book and heading that require it.
        parameters: Its own parameters, not yet converted to settings.
        inherited: For each parameter that an extended ruleset has set, the id of the nearest one that did.
        unset: The parameters of the extended ruleset that this ruleset takes away.
    """

    level: RuleLevel
    source: str = ""
    parameters: dict[str, Any]
    inherited: dict[str, str] = {}
    unset: tuple[str, ...] = ()


class Ruleset(Struct, frozen=True, kw_only=True):
    """An edition or house rules, with the rulesets that they extend already merged in.

    Attributes:
        id: The id.
        name: What people call it.
        title: What sources call the book.
        corners: When a diagonal step is legal.
        chests: How a chest is opened.
        metric: How distances are counted.
        team_count: How many teams may play.
        lineage: The ids of the rulesets that it extends, nearest first.
        rules: The rules by name.
        play: The `[play]` table, for measuring tools; see `parse_play`.
        set_up: The `[set_up]` table: who places what in which order; see `parse_set_up`.
        notes: Sentences for players that no rule checks.
        file: The TOML file that it was read from; '' for an edition or a text.
    """

    id: str = ""
    name: str = ""
    title: str = ""
    corners: Corners = Corners.FREE
    chests: Chests = Chests.ENTERABLE
    metric: Metric = Metric.SQUARES
    team_count: TeamCount = TeamCount()
    lineage: tuple[str, ...] = ()
    rules: dict[str, RuleEntry] = {}
    play: dict[str, Any] = {}
    set_up: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    file: str = ""

    @property
    def enabled_rules(self) -> tuple[str, ...]:
        """The names of the rules that are not off, sorted by name."""
        return tuple(sorted(name for name, entry in self.rules.items() if entry.level is not RuleLevel.OFF))
