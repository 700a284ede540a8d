"""State which keys a ruleset file has, and what each may hold; `keys.toml` says what each is for.

The loader reads the file by hand with `drop_invalid_keys`, so that one reading finds every problem. Reader, schema and
manual share the keys that are stated here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from dungeon_designer.errors import suggest_word
from dungeon_designer.kinds import MAX_TEAMS, MIN_TEAMS
from dungeon_designer.rulesets.play_table import Play, SetUpTable, check_play, check_set_up, check_unset
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Metric, RuleLevel, TeamCount
from dungeon_designer.text.json_schema import KeyDescriptions, read_key_descriptions
from dungeon_designer.text.read_faults import list_parameter_faults


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
        Annotated[int, Meta(ge=MIN_TEAMS, le=MAX_TEAMS)]
        | Annotated[str, Meta(pattern=f"^[{MIN_TEAMS}-{MAX_TEAMS}]-[{MIN_TEAMS}-{MAX_TEAMS}]$")]
        | UnsetType
    ) = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    rules: dict[str, dict[str, Any]] = {}
    set_up: SetUpTable | UnsetType = UNSET
    play: Play | UnsetType = UNSET


def read_key_texts() -> KeyDescriptions:
    """Return the descriptions of all keys of a ruleset file and its tables, from `keys.toml`."""
    return read_key_descriptions(__file__)


Table = dict[str, Any]
"""A table of a TOML file."""

RULESET_KEYS = RulesetDocument.__struct_fields__
"""The keys of a ruleset file."""
COMMON_RULE_KEYS = RuleTable.__struct_fields__
"""The keys that the table of every rule may have."""

ENUM_BY_KEY: Mapping[str, type[StrEnum]] = {"corners": Corners, "chests": Chests, "metric": Metric}
"""The keys whose values are words, with the enumeration of the words."""
ORDER_KEY = "order"
"""The key for the position of an edition among those of the program. House rules may keep it, without effect."""


def drop_invalid_keys(table: Table) -> tuple[Table, list[str]]:
    """Return a ruleset's table without unknown keys and invalid values, and a text for each of these problems.

    The parameters of rules are not checked here.
    """
    problem_by_key = {key: _check_key(key, value) for key, value in table.items()}
    problems = [problem for problem in problem_by_key.values() if problem]
    valid_table = {key: value for key, value in table.items() if not problem_by_key[key]}
    valid_entries = {}
    for name, entry in valid_table.get("rules", {}).items():
        valid_entries[name] = _drop_invalid_entry_keys(name, entry, problems)  # appends to `problems`
    return {**valid_table, "rules": valid_entries}, problems


def _check_key(key: str, value: Any) -> str:
    """Return the problem of one key of a ruleset file and its value; '' if both are valid."""
    if key not in RULESET_KEYS:
        return f"unknown key {key!r}{suggest_word(key, RULESET_KEYS)}"
    if key in ("rules", "play", "set_up") and not isinstance(value, dict):
        return f"{key}: must be a table"
    if key == "rules":
        return ""  # what is in it is checked rule by rule; see _drop_invalid_entry_keys
    if key == "play":
        return check_play(value)
    if key == "set_up":
        return check_set_up(value)
    if key == "sides" and parse_team_count(value) is None:
        range_text = f"a number from {MIN_TEAMS} to {MAX_TEAMS}, or two of them"
        return f'sides: must be {range_text}, the smaller first, as "2-4"'
    if key == "sides":
        return ""
    if key in ("id", "extends") and not str(value).strip():
        return f"{key}: must not be empty"
    return _check_value(key, value, RulesetDocument)


def _check_value(key: str, value: object, model: type[Struct]) -> str:
    """Return the problem of the value of a key; '' if it is valid.

    `model` is the struct that states the type of the key's value.
    """
    return "".join(list_parameter_faults({key: value}, model))


def parse_team_count(value: object) -> TeamCount | None:
    """Return the number of teams that a ruleset states ("2-4", or 2) as a range; None if the value is invalid.

    >>> parse_team_count("2-4"), parse_team_count(7)
    (TeamCount(min_teams=2, max_teams=4), None)
    """
    range_match = re.fullmatch(r"([0-9])-([0-9])", value) if isinstance(value, str) else None
    if range_match:
        min_teams, max_teams = int(range_match[1]), int(range_match[2])
    elif type(value) is int:  # true is an int, too, but no number of teams
        min_teams = max_teams = value
    else:
        return None
    return TeamCount(min_teams, max_teams) if MIN_TEAMS <= min_teams <= max_teams <= MAX_TEAMS else None


def _drop_invalid_entry_keys(name: str, entry: object, problem_texts: list[str]) -> Table:
    """Return the table of a rule without invalid keys, and append their problems to `problem_texts`.

    Only keys that every rule has (level, source, unset) are checked here, and not the parameters of the rule.

    Args:
        name: The name of the rule.
        entry: The value in the file, which should be a table.
        problem_texts: The list that receives the problems.
    """
    if not isinstance(entry, dict):
        problem_texts.append(f"rules.{name}: must be a table")
        return {}
    problem_by_key = {
        key: _check_value(key, value, RuleTable) for key, value in entry.items() if key in COMMON_RULE_KEYS
    }
    if "unset" in entry and not problem_by_key["unset"]:  # its type is right; it may still contradict other keys
        unset_problem = check_unset(entry)
        problem_by_key["unset"] = f"unset: {unset_problem}" if unset_problem else ""
    # A key of the whole file that is written below the first table belongs to that table for TOML.
    misplaced = "this is a key of the file, not of a rule: write it above the first table"
    problem_by_key |= {key: f"{key}: {misplaced}" for key in entry if key in RULESET_KEYS}
    problem_texts += (f"rules.{name}.{problem}" for problem in problem_by_key.values() if problem)
    return {key: value for key, value in entry.items() if not problem_by_key.get(key)}
