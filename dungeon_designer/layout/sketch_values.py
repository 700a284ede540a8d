"""Scalars of a sketch by what is due at their place: a number, true or false, JSON in `extra`, else text.

So a dungeon may be called No, 1984 or 2027-05-01 without quotes, and ``010`` is no eight.
"""

from __future__ import annotations

import re
from typing import Any

from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_nodes import Listing, Node, Scalar, Table

NUMBERS = frozenset(
    {
        "at",
        "size",
        "width",
        "length",
        "number",
        "turn",
        "balls",
        "version",
        "squares",
        "chests",
        "portals",
        "portal",
        "sides",
    }
)
"""Keys under which plain digits are numbers."""

FLAGS = frozenset({"enclosed", "flip", "open", "chest"})
"""Keys under which plain yes and no, true and false, on and off are meant so."""

FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_REAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
_DIGITS = 19


def plain(node: Node, key: str = "") -> Any:
    """A node as plain data; `key` is the nearest key above it.

    Recursion is no danger: nodes are at most `yaml_nodes.DEPTH` deep.
    """
    if isinstance(node, Table):
        return {name: plain(value, key if key == "extra" else name) for name, value in node.entries.items()}
    if isinstance(node, Listing):
        return [plain(item, key) for item in node.items]
    if key == "extra":
        return _json(node)
    return scalar(node, key)


def scalar(node: Scalar, key: str) -> Any:
    """A scalar as what is due under a key; text that fits nothing else stays text, for the model to refuse."""
    if node.style:
        return node.text
    if not node.text:
        return None
    if key in NUMBERS and _WHOLE.match(node.text):
        return _number(node)
    if key in FLAGS:
        return FLAG_WORDS.get(node.text.lower(), node.text)
    return node.text


def _json(node: Scalar) -> Any:
    """A scalar of `extra`: what JSON calls null, true, false or a number is that, all else text."""
    if node.style:
        return node.text
    if node.text in _NULLS:
        return None
    if node.text.lower() in ("true", "false"):
        return node.text.lower() == "true"
    if _WHOLE.match(node.text):
        return _number(node)
    if _REAL.match(node.text):
        number = float(node.text)
        if number in (float("inf"), float("-inf")):
            raise Fault("this number is too large", mark=node.mark)
        return number
    return node.text


def _number(node: Scalar) -> int:
    if len(node.text.lstrip("+-")) > _DIGITS:
        raise Fault("this number is too long", mark=node.mark)
    return int(node.text)
