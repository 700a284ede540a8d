"""Find which objects a dungeon lacks, and which kinds to place for them."""

from __future__ import annotations

import re

from dungeon_designer.findings import Finding
from dungeon_designer.generator.generator_options import Placeable
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.rule_registry import load_rule

_PLACED_KINDS = {
    ObjectKind.CHEST: (Placeable.CHEST, Placeable.BALL),
    ObjectKind.PORTAL: (Placeable.PORTAL,),
    ObjectKind.BALL: (Placeable.BALL,),
    ObjectKind.COUNTER: (Placeable.COUNTER,),
}
"""What to place if objects of a kind are missing. A ball goes with the chests."""


def list_missing_kinds(finding: Finding) -> tuple[Placeable, ...]:
    """Return the kinds of objects to place if the rule of a problem finds too few; () if it does not count objects."""
    counted_kind = load_rule(finding.rule).counted_kind
    return _PLACED_KINDS.get(counted_kind, ()) if counted_kind else ()


def count_missing(finding: Finding) -> int:
    """Return how many more objects a dungeon needs at least, as a problem of its check says.

    The least number is the first number of the problem's requirement. The result is 0 for a problem of a rule that
    does not count chests, portals, balls or counters, and for too many objects.

    >>> from dungeon_designer.findings import Level
    >>> count_missing(Finding(rule="portal-count", level=Level.ERROR, message="", measured=2, required="6 or 8 to 12"))
    4
    """
    min_count = re.match(r"\d+", str(finding.required))
    if not list_missing_kinds(finding) or not isinstance(finding.measured, int) or min_count is None:
        return 0
    return max(int(min_count[0]) - finding.measured, 0)
