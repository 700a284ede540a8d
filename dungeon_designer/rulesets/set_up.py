"""How coaches set a dungeon up together: the `[set_up]` table of a ruleset. The rules read nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dungeon_designer.errors import did_you_mean
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.json_schema import described
from dungeon_designer.text.read_faults import parameter_faults

Number = Annotated[int, Meta(ge=1, le=1000)]


class StageTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of thing that the coaches lay in turns."""

    lay: Annotated[Literal["chest", "portal", "door", "counter"], described("What is laid.", "chest")]
    count: Annotated[
        Number | None,
        described(
            "How many in all. Without it, as many chests or portals as the ruleset asks at least, as many doors as it"
            " allows, all counters that the coaches are given.",
            6,
        ),
    ] = None
    each: Annotated[Number | None, described("How many every coach lays, in place of count.", 3)] = None
    begins: Annotated[
        Literal["winner", "loser", "next"],
        described(
            "Who begins: the winner of the roll-off, who came last in it, or whoever is next after the stage before."
            " The others follow in the order of the roll-off.",
            "loser",
        ),
    ] = "winner"
    turns: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=6)], ...],
        described(
            "Who lays when, in place of begins: places in the roll-off, over and over; a place that nobody has is"
            " passed over.",
            [1, 2, 2, 1],
        ),
    ] = ()


class SetUpTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is laid in which order; chests, then portals, each begun by the winner, where nothing is written."""

    by_coaches: Annotated[
        bool, described("Whether the coaches lay things; else the organiser draws the whole dungeon.", False)
    ] = True
    source: Annotated[str, described("Where the book says so.", "Cup rules, page 5")] = ""
    stages: Annotated[
        tuple[StageTable, ...],
        described(
            "What is laid, in this order.", [{"lay": "chest", "begins": "winner"}, {"lay": "portal", "begins": "next"}]
        ),
    ] = (StageTable(lay="chest"), StageTable(lay="portal"))


def set_up_of(ruleset: Ruleset) -> SetUpTable:
    """The `[set_up]` table of a ruleset, its bases' merged in."""
    return msgspec.convert(ruleset.set_up, SetUpTable)


def changed_set_up(base: Mapping[str, Any], changes: Mapping[str, Any], cited: str) -> dict[str, Any]:
    """A `[set_up]` table over that of the ruleset it extends; who changes it is its source, unless he names another."""
    table = {**base, **changes}
    if base and table != base and "source" not in changes:
        table["source"] = cited
    return table


def problem_in_set_up(table: Mapping[str, Any]) -> str:
    """What is wrong with a `[set_up]` table; empty when nothing is.

    >>> problem_in_set_up({"stages": [{"lay": "chests"}]})
    "set_up: stages[0].lay: 'chests' is not known (did you mean chest?)"
    """
    for key in table:
        if key not in SetUpTable.__struct_fields__:
            return f"set_up: unknown key {key!r}{did_you_mean(key, SetUpTable.__struct_fields__)}"
    faults = parameter_faults(table, SetUpTable)
    if faults:
        return f"set_up: {faults[0]}"
    both = [at for at, stage in enumerate(table.get("stages", ())) if {"count", "each"} <= set(stage)]
    return f"set_up: stages[{both[0]}]: has count and each; leave out one of the two" if both else ""
