"""The ruleset as its file spells it: every key, and what it may hold; `keys.toml` says what each is for.

The file is read by hand (`dungeon_designer.rulesets.document`), so that one reading finds every fault; which keys there
are stands here, for the reader, the schema and the manual alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from dungeon_designer.errors import did_you_mean
from dungeon_designer.kinds import LEAST_SIDES, MOST_SIDES
from dungeon_designer.rulesets.model import Chests, Corners, Metric, RuleLevel, SideCount
from dungeon_designer.rulesets.play import Play, SetUpTable, problem_in, problem_in_set_up, problem_in_unset
from dungeon_designer.text.json_schema import Words, words_beside
from dungeon_designer.text.read_faults import parameter_faults


class RuleTable(Struct, frozen=True, kw_only=True):
    """What a ruleset says of a rule, besides the rule's own parameters."""

    level: RuleLevel | UnsetType = UNSET
    source: str | UnsetType = UNSET
    unset: tuple[str, ...] | UnsetType = UNSET


class RulesetDocument(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruleset: an edition, or house rules that extend one."""

    id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    extends: str | UnsetType = UNSET
    order: int | UnsetType = UNSET
    corners: Corners | UnsetType = UNSET
    chests: Chests | UnsetType = UNSET
    metric: Metric | UnsetType = UNSET
    sides: (
        Annotated[int, Meta(ge=LEAST_SIDES, le=MOST_SIDES)]
        | Annotated[str, Meta(pattern=f"^[{LEAST_SIDES}-{MOST_SIDES}]-[{LEAST_SIDES}-{MOST_SIDES}]$")]
        | UnsetType
    ) = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    rules: dict[str, dict[str, Any]] = {}
    set_up: SetUpTable | UnsetType = UNSET
    play: Play | UnsetType = UNSET


def ruleset_words() -> Words:
    """What the keys of a ruleset are for, those of its tables included."""
    return words_beside(__file__)


Table = dict[str, Any]

KEYS = RulesetDocument.__struct_fields__
OF_EVERY_RULE = RuleTable.__struct_fields__

WORDS: Mapping[str, type[StrEnum]] = {"corners": Corners, "chests": Chests, "metric": Metric}
ORDER = "order"
"""Where an edition stands among those that come with the program; a house ruleset may keep it, to no effect."""


def sound(table: Table) -> tuple[Table, list[str]]:
    """The table without the keys whose value cannot be, and what is wrong with each; parameters are not asked."""
    problems = {key: _problem(key, value) for key, value in table.items()}
    faults = list(filter(None, problems.values()))
    kept = {key: value for key, value in table.items() if not problems[key]}
    kept["rules"] = {name: _sound_entry(name, entry, faults) for name, entry in kept.get("rules", {}).items()}
    return kept, faults


def _problem(key: str, value: object) -> str:
    """What is wrong with one of the table's own keys; empty when nothing is."""
    if key not in KEYS:
        return f"unknown key {key!r}{did_you_mean(key, KEYS)}"
    if key in ("rules", "play", "set_up"):
        if not isinstance(value, dict):
            return f"{key}: must be a table"
        return {"play": problem_in, "set_up": problem_in_set_up}[key](value) if key != "rules" else ""
    if key == "sides":
        span = f"a number from {LEAST_SIDES} to {MOST_SIDES}, or two of them"
        return "" if side_count(value) else f'sides: must be {span}, the smaller first, as "2-4"'
    if key in ("id", "extends") and not str(value).strip():
        return f"{key}: must not be empty"
    return _wrong(key, value, RulesetDocument)


def _wrong(key: str, value: object, kind: type[Struct]) -> str:
    """What is wrong with the value of a key of a table; empty when nothing is."""
    return "".join(parameter_faults({key: value}, kind))


def side_count(value: object) -> SideCount | None:
    """What a ruleset says of its sides; None where that cannot be.

    >>> side_count("2-4"), side_count(7)
    (SideCount(least=2, most=4), None)
    """
    told = re.fullmatch(r"([0-9])-([0-9])", value) if isinstance(value, str) else None
    if told:
        least, most = int(told[1]), int(told[2])
    elif type(value) is int:
        least = most = value
    else:
        return None
    return SideCount(least, most) if LEAST_SIDES <= least <= most <= MOST_SIDES else None


def _sound_entry(name: str, entry: object, faults: list[str]) -> Table:
    """A rule's table without what cannot be in it; what that is joins the faults."""
    if not isinstance(entry, dict):
        faults.append(f"rules.{name}: must be a table")
        return {}
    problems = {key: _wrong(key, value, RuleTable) for key, value in entry.items() if key in OF_EVERY_RULE}
    if problems.get("unset") == "" and (problem := problem_in_unset(entry)):
        problems["unset"] = f"unset: {problem}"
    misplaced = "this is a key of the file, not of a rule: write it above the first table"
    problems |= {key: f"{key}: {misplaced}" for key in entry if key in KEYS}
    faults += (f"rules.{name}.{problem}" for problem in problems.values() if problem)
    return {key: value for key, value in entry.items() if not problems.get(key)}
