"""The ruleset as its file spells it: every key, what it is for, and what it may hold.

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
from dungeon_designer.text.json_schema import described
from dungeon_designer.text.read_faults import parameter_faults


class RuleTable(Struct, frozen=True, kw_only=True):
    """What a ruleset says of a rule, besides the rule's own parameters."""

    level: Annotated[
        RuleLevel | UnsetType,
        described(
            "How strongly it is asked: must is an error, should a warning, notice a notice, off asks it no more."
            " Without it, as in the ruleset that is extended; else must.",
            "should",
        ),
    ] = UNSET
    source: Annotated[
        str | UnsetType,
        described(
            "The book and heading that ask it, as findings show them. Without it, the ruleset's own title or name where"
            " it changes the rule, else as in the ruleset that is extended.",
            "Cup rules, page 2",
        ),
    ] = UNSET
    unset: Annotated[
        tuple[str, ...] | UnsetType,
        described(
            "Parameters that the ruleset that is extended has set and that hold no more: they are as if left out.",
            ["min"],
        ),
    ] = UNSET


class RulesetDocument(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruleset: an edition, or house rules that extend one."""

    id: Annotated[
        str | UnsetType,
        described("What reports call the ruleset; without it, the file's name.", "kings-cup", pattern=r"\S"),
    ] = UNSET
    name: Annotated[str | UnsetType, described("What people call the ruleset; without it, its id.", "King's Cup")] = (
        UNSET
    )
    title: Annotated[
        str | UnsetType,
        described('What its sources call the book, as in "naf-2019, The Dungeon"; without it, its name.', "naf-2019"),
    ] = UNSET
    extends: Annotated[
        str | UnsetType,
        described(
            "The edition or ruleset file that this one changes; without it, only the rules named here are asked.",
            "naf-2019",
        ),
    ] = UNSET
    order: Annotated[
        int | UnsetType,
        described("Where an edition stands among those that come with the program; of no effect in house rules.", 8),
    ] = UNSET
    corners: Annotated[
        Corners | UnsetType,
        described(
            "Diagonal steps round a corner: free when one of the two squares beside it is open, strict when both are."
            " Without it, as in the ruleset that is extended; else free.",
            "strict",
        ),
    ] = UNSET
    chests: Annotated[
        Chests | UnsetType,
        described(
            "How a chest is opened: impassable from a square beside it, enterable by stepping onto it. Without it, as"
            " in the ruleset that is extended; else enterable.",
            "impassable",
        ),
    ] = UNSET
    metric: Annotated[
        Metric | UnsetType,
        described(
            "How distances are counted: in squares as the crow flies, or in steps as one walks. Without it, as in the"
            " ruleset that is extended; else in squares.",
            "walk",
        ),
    ] = UNSET
    sides: Annotated[
        Annotated[int, Meta(ge=LEAST_SIDES, le=MOST_SIDES)]
        | Annotated[str, Meta(pattern=f"^[{LEAST_SIDES}-{MOST_SIDES}]-[{LEAST_SIDES}-{MOST_SIDES}]$")]
        | UnsetType,
        described(
            'How many sides play: a number from 2 to 6, or two of them, as "2-4". Without it, as in the ruleset that is'
            " extended; else 2.",
            "2-4",
        ),
    ] = UNSET
    notes: Annotated[
        tuple[str, ...] | UnsetType,
        described(
            "Sentences for players that no rule here measures, which packs print; those of the ruleset that is extended"
            " come before them.",
            ["No fouls in the first turn."],
        ),
    ] = UNSET
    rules: Annotated[
        dict[str, dict[str, Any]],
        described("Rules that are asked, changed or switched off, each in a table.", {"square-count": {"max": 220}}),
    ] = {}
    set_up: Annotated[
        SetUpTable | UnsetType,
        described("In which order coaches set a dungeon up together.", {"source": "Cup rules, page 5"}),
    ] = UNSET
    play: Annotated[
        Play | UnsetType, described("How the game is played, where it matters for what is measured.", {"rush": 2})
    ] = UNSET


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
