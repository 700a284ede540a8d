"""Find which objects a dungeon lacks, and which kinds to place for them."""

from __future__ import annotations

import re

from dungeon_designer.findings import Finding
from dungeon_designer.generator.generator_options import Placeable

KINDS_BY_RULE = {
    "chest-count": (Placeable.CHEST, Placeable.BALL),
    "portal-count": (Placeable.PORTAL,),
    "ball-count": (Placeable.BALL,),
    "trap-counters": (Placeable.COUNTER,),
}
"""The rules that count objects, each with the kinds to place if one finds too few. A ball goes with the chests."""


def count_missing(finding: Finding) -> int:
    """Return how many more objects a dungeon needs at least, as a problem of its check says.

    The least number is the first number of the problem's requirement. The result is 0 for a problem of a rule that
    does not count chests, portals, balls or counters, and for too many objects.

    >>> from dungeon_designer.findings import Level
    >>> count_missing(Finding(rule="portal-count", level=Level.ERROR, message="", measured=2, required="6 or 8 to 12"))
    4
    """
    min_count = re.match(r"\d+", str(finding.required))
    if finding.rule not in KINDS_BY_RULE or not isinstance(finding.measured, int) or min_count is None:
        return 0
    return max(int(min_count[0]) - finding.measured, 0)
