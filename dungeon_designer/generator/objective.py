"""Which of two legal dungeons of the same kind is the better one, and which is too unfair to be proposed at all."""

from __future__ import annotations

from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import Survey

SYMMETRIC_STEPS = 1
"""By so many steps the sides' walks to all chests may differ in a dungeon that repeats itself across its middle."""

FREE_SHARE = 0.02
"""By such a share of the longer sum they may differ in any other."""

FLOOR_WEIGHT = 0.25
DEAD_END = 0.02
POCKET = 0.01


def walks_fairly(survey: Survey, symmetric: bool) -> bool:
    """Whether all sides walk to all chests, and about equally far in sum."""
    sums = _sums(survey)
    if not sums:
        return False
    allowed = SYMMETRIC_STEPS if symmetric else FREE_SHARE * max(sums)
    return max(sums) - min(sums) <= allowed


def played_worth(worth: float, share: float) -> float:
    """What a dungeon is worth on which the home side won such a share of the games: less by the sides' difference.

    >>> played_worth(0.95, 0.51)
    0.93
    """
    return round(worth - abs(2 * share - 1), 9)


def worth(survey: Survey) -> float:
    """How good a dungeon is: 1 for a fair one without a blemish, less for others; at most 1.

    1 - (difference of the sides' walks to all chests / the longest of those) - a quarter of (1 - balance of floor)
    - 0.02 for each dead end - 0.01 for each square in a pocket behind a chest. A dungeon in which a side does not
    walk to all chests is worth nothing.
    """
    sums = _sums(survey)
    if not sums:
        return 0.0
    unfair = (max(sums) - min(sums)) / max(*sums, 1.0)
    floor = FLOOR_WEIGHT * (1 - _value("area-balance", survey))
    return 1 - unfair - floor - DEAD_END * _value("dead-ends", survey) - POCKET * _value("pocket-squares", survey)


def _sums(survey: Survey) -> list[float]:
    """Each side's steps to all chests; empty where one does not walk to all, or there are no sides."""
    by_side = MEASURES["chest-steps"].figure(survey).by_side or {}
    sums = list(by_side.values())
    return [value for value in sums if value is not None] if None not in sums else []


def _value(name: str, survey: Survey) -> float:
    return MEASURES[name].figure(survey).one or 0.0
