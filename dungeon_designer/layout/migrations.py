"""Layout files of older versions, brought up to date in memory.

Version 1 was the first. Version 2 knows more than two sides, and labels; what needs none of what it brought is written
as version 1 still, so that older programs read it and files keep their bytes. `STEPS` holds, for each older version,
the function that turns its plain data into the next version's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from dungeon_designer.text.read_faults import Fault, NewerFault, named, quoted

FORMAT = "dungeon-layout"
"""What the key ``format`` says in every layout file."""

VERSION = 2
"""The newest version: the one this program writes where a dungeon needs it."""

NEW_IN: Mapping[int, tuple[str, ...]] = {2: ("sides", "labels")}
"""The keys each version brought."""

Step = Callable[[dict[str, Any]], dict[str, Any]]


def _with_no_news(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 as version 2: all as it was; what only version 2 knows is no key of version 1."""
    for key in NEW_IN[2]:
        if key in data:
            raise Fault(f"version 1 of the format has no key {quoted(key)}; it came with version 2", (key,))
    return data


STEPS: Mapping[int, Step] = {1: _with_no_news}
"""For each older version, what turns its data into the next version's."""


def version_of(keys: Collection[str]) -> int:
    """The oldest version that knows all of some keys.

    >>> version_of(["name", "chests"]), version_of(["name", "sides"])
    (1, 2)
    """
    return max((version for version, new in NEW_IN.items() if not set(new).isdisjoint(keys)), default=1)


def migrated(
    data: dict[str, Any], version: object, steps: Mapping[int, Step] = STEPS, current: int = VERSION
) -> dict[str, Any]:
    """Plain data of some version as data of the current one; a Fault when there is no way there.

    >>> migrated({"name": "Hall"}, 1, {1: lambda data: {"title": data["name"]}}, current=2)
    {'title': 'Hall'}
    """
    if not isinstance(version, int) or isinstance(version, bool):
        raise Fault(f"expected the number of the format's version, not {named(version)}", ("version",))
    if version > current:
        problem = (
            f"written in version {quoted(version)} of the format; this program knows up to {current}: use a newer one"
        )
        raise NewerFault(problem, ("version",))
    for number in range(version, current):
        if number not in steps:
            raise Fault(f"there never was a version {quoted(version)} of the format", ("version",))
        data = steps[number](data)
    return data
