"""Lengths as people write them: `29mm`, `2.9 cm`, `1in`."""

from __future__ import annotations

import re

from dungeon_designer.errors import UsageError

MILLIMETRES = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 25.4 / 72}
"""The units we know; a bare number counts millimetres."""

_LENGTH = re.compile(r"\s*(\d{1,6}(?:\.\d{1,6})?)\s*([a-z\"]*)\s*")


def millimetres(text: str) -> float:
    """A length in millimetres; UsageError for nonsense.

    >>> millimetres("1in"), millimetres("2.9 cm"), millimetres("29")
    (25.4, 29.0, 29.0)
    """
    found = _LENGTH.fullmatch(text.lower())
    if found is None or found[2] not in MILLIMETRES:
        raise UsageError(f"{text!r} is no length; write it as 29mm, 2.9cm or 1in")
    return round(float(found[1]) * MILLIMETRES[found[2]], 6)
