"""Define what the check of a rule yields: problems, and the check of a count, which many rules share."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from dungeon_designer.findings import Amount, Fix, Level, SuggestedMoves
from dungeon_designer.grid import Edge, Square
from dungeon_designer.rules.rule_settings import NumberOrBounds, build_bounds

MAX_FINDINGS_PER_RULE = 1000
"""A rule lists at most this many findings and then stops. A dungeon with more has one mistake many times."""


class RuleProblem(Struct, frozen=True):
    """A problem as a rule yields it. The checker makes a `Finding` of it by adding the rule, level and source.

    Attributes:
        message: What is wrong, in a sentence without a full stop.
        squares: The squares where it is wrong.
        measured: The number or text that was measured; None if nothing was.
        required: The number or text that the rule requires; None if there is none.
        level: A level that replaces that of the rule if it is lower, as for a notice; None for the level of the rule.
        fixes: Changes of the dungeon that may remove the problem.
        moves: Chests and portals that should lie elsewhere; see `dungeon_designer.rules.relocation`.
        source: The book and heading, if they differ from the source that the ruleset names for the rule; else ''.
        edges: The edges that a picture marks in place of the squares, for a problem of the border of two sections.
    """

    message: str
    squares: tuple[Square, ...] = ()
    measured: Amount = None
    required: Amount = None
    level: Level | None = None
    fixes: tuple[Fix, ...] = ()
    moves: SuggestedMoves | None = None
    source: str = ""
    edges: tuple[Edge, ...] = ()


def check_count(
    allowed_count: NumberOrBounds | None,
    count: int,
    description: str,
    squares: tuple[Square, ...] = (),
    requirement: str = "there must be {}",
) -> Iterator[RuleProblem]:
    """Yield a problem if a count is outside its bounds.

    Args:
        allowed_count: A number, which means exactly that many, or bounds; None allows any count.
        count: How many there are.
        description: The start of the message, which says how many there are.
        squares: The squares of the problem.
        requirement: The end of the message, with ``{}`` in place of the bounds.
    """
    bounds = build_bounds(allowed_count) if allowed_count is not None else None
    if bounds and not bounds.allows(count):
        allowed = "none" if bounds.max == 0 and not bounds.also else bounds.range_text
        message = f"{description}, but {requirement.format(allowed)}"
        yield RuleProblem(message, squares, measured=count, required=bounds.required_value)
