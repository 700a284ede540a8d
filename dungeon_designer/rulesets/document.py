"""The ruleset as its file spells it: every key, what it is for, and what it may hold.

The file is read by hand (`dungeon_designer.rulesets.tables`), so that one reading finds every fault; which keys there
are stands here, for the reader, the schema and the manual alike.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from dungeon_designer.kinds import LEAST_SIDES, MOST_SIDES
from dungeon_designer.rulesets.model import Chests, Corners, Metric, RuleLevel
from dungeon_designer.rulesets.play import Play
from dungeon_designer.rulesets.set_up import SetUpTable
from dungeon_designer.text.json_schema import described


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
    rules: Annotated[
        dict[str, dict[str, Any]],
        described(
            "Rules that are asked, changed or switched off, each in a table.",
            {"square-count": {"max": 220}},
        ),
    ] = {}
    set_up: Annotated[
        SetUpTable | UnsetType,
        described("In which order coaches set a dungeon up together.", {"source": "Cup rules, page 5"}),
    ] = UNSET
    play: Annotated[
        Play | UnsetType, described("How the game is played, where it matters for what is measured.", {"rush": 2})
    ] = UNSET
