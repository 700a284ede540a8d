"""Characters of a file's words that command a reader instead of being read."""

from __future__ import annotations

import re

_CONTROLS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def without_controls(text: str) -> str:
    """The text with U+FFFD for each letter that no XML may hold, that a terminal obeys, or that turns others round.

    Line ends, joiners and marks of direction stay.

    >>> without_controls("a\\x9bb\\n") == "a\\ufffdb\\n"
    True
    """
    return _CONTROLS.sub("\ufffd", text)
