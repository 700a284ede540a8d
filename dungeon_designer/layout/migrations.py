"""Layout files of older versions, brought up to date in memory.

Version 1 is the first and, so far, the only one. The day version 2 comes, `STEPS` gets the function that
turns the plain data of a version 1 file into that of version 2, and nothing else has to change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dungeon_designer.text.read_faults import Fault, NewerFault, named, quoted

FORMAT = "dungeon-layout"
"""What the key ``format`` says in every layout file."""

VERSION = 1
"""The version this program writes."""

Step = Callable[[dict[str, Any]], dict[str, Any]]
STEPS: Mapping[int, Step] = {}
"""For each older version, what turns its data into the next version's."""


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
