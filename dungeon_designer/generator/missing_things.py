"""Which things a dungeon lacks, and how they are placed."""

from __future__ import annotations

import re

from dungeon_designer.findings import Finding
from dungeon_designer.generator.options import Placeable

PLACED = {
    "chest-count": (Placeable.CHEST, Placeable.BALL),
    "portal-count": (Placeable.PORTAL,),
    "ball-count": (Placeable.BALL,),
    "trap-counters": (Placeable.COUNTER,),
}
"""The rules that count things, and what is placed where one finds too few: a ball goes with the chests."""


def count_missing(finding: Finding) -> int:
    """Return how many things a finding says are missing that can be placed; 0 where it says no such thing.

    >>> from dungeon_designer.findings import Level
    >>> count_missing(Finding(rule="portal-count", level=Level.ERROR, message="", measured=2, required="6 or 8 to 12"))
    4
    """
    least = re.match(r"\d+", str(finding.required))
    if finding.rule not in PLACED or not isinstance(finding.measured, int) or least is None:
        return 0
    return max(int(least[0]) - finding.measured, 0)
