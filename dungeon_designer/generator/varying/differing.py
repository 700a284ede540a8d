"""What a variation changes, in plain words made of the figures that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dungeon_designer.translation import PLURAL, translate

MOST = 3
"""So many differences are told: the first of those there are."""

_EVEN = 0.01
"""Balances that differ by less are told as the same."""

_SHARE = 0.03
"""Shares that do."""


_ALL_WALKED = "chest-sum-difference"
"""A figure there is only where every side walks to every chest."""


class _Share(NamedTuple):
    """A figure from 0 to 1, of which one sees only whether it is more or less, and from where on one sees it."""

    figure: str
    least: float
    less: str
    more: str


def difference(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """The figures that differ, the weightiest first; '' where none does.

    >>> difference({"chest-sum-difference": 3, "loops": 1}, {"chest-sum-difference": 1, "loops": 2})
    '2 steps fairer, 1 loop more'
    """
    told = []
    for words in _told(before, after):
        told.append(words)
        if len(told) == MOST:
            break
    return ", ".join(told)


def _told(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[str]:
    change = {name: after[name] - before[name] for name in before if name in after}
    if _ALL_WALKED in after and _ALL_WALKED not in before:
        yield translate("vary", "every side walks to every chest")
    yield from _counted(change)
    less, more = translate("vary", "portals matter less"), translate("vary", "portals matter more")
    for share in (
        _Share("chest-balance", _EVEN, "", translate("vary", "chests shared more evenly")),
        _Share("area-balance", _EVEN, "", translate("vary", "floor shared more evenly")),
        _Share("portal-share", _SHARE, less, more),
        _Share("open-floor", _SHARE, translate("vary", "narrower"), translate("vary", "more open")),
    ):
        by = change.get(share.figure, 0)
        words = share.more if by >= share.least else share.less if by <= -share.least else ""
        if words:
            yield words


def _counted(change: Mapping[str, float]) -> Iterator[str]:
    """What is told with a number."""
    fairer = -round(change.get("chest-sum-difference", 0))
    if fairer:
        yield translate("vary", "%n step(s) fairer", None, PLURAL, fairer)
    nearest = -round(change.get("chest-steps-difference", 0))
    if nearest and not fairer:
        yield translate("vary", "%n step(s) fairer to a chest", None, PLURAL, nearest)
    for name, less, more in _NUMBERED:
        by = round(change.get(name, 0))
        count = abs(by)
        if by > 0:
            yield _TOLD[more](count)
        elif by < 0:
            yield _TOLD[less](count)


_TOLD = {
    "loop-more": lambda count: translate("vary", "%n loop(s) more", None, PLURAL, count),
    "loop-less": lambda count: translate("vary", "%n loop(s) fewer", None, PLURAL, count),
    "end-more": lambda count: translate("vary", "%n dead end(s) more", None, PLURAL, count),
    "end-less": lambda count: translate("vary", "%n dead end(s) fewer", None, PLURAL, count),
    "pocket-more": lambda count: translate("vary", "%n square(s) more in pockets", None, PLURAL, count),
    "pocket-less": lambda count: translate("vary", "%n square(s) fewer in pockets", None, PLURAL, count),
    "chest-more": lambda count: translate("vary", "chests %n step(s) farther", None, PLURAL, count),
    "chest-less": lambda count: translate("vary", "chests %n step(s) nearer", None, PLURAL, count),
    "zone-more": lambda count: translate("vary", "end zones %n step(s) farther apart", None, PLURAL, count),
    "zone-less": lambda count: translate("vary", "end zones %n step(s) nearer", None, PLURAL, count),
}
_NUMBERED = (
    ("loops", "loop-less", "loop-more"),
    ("dead-ends", "end-less", "end-more"),
    ("pocket-squares", "pocket-less", "pocket-more"),
    ("chest-steps", "chest-less", "chest-more"),
    ("zone-steps", "zone-less", "zone-more"),
)
