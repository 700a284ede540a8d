"""A rule's parameters as a person says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dungeon_designer.rules.rule import in_words

Parameters = Mapping[str, Any]


def asked(parameters: Parameters) -> str:
    """All parameters of a rule in words; '' where there is nothing to say.

    >>> asked({"min": 5}), asked({"kind": "entry", "shape": [2, 1], "count": "squares"})
    ('at least 5', 'entry; 2 by 1 squares')
    """
    if parameters.get("none"):
        return "none at all"
    rest = {key: value for key, value in parameters.items() if key not in ("min", "max", "also")}
    if "by_chests" in parameters:
        return _by_chests(rest["by_chests"])
    parts = (_said(key, value) for key, value in rest.items())
    return "; ".join(part for part in (bounds(parameters), *parts) if part)


def bounds(parameters: Parameters) -> str:
    """How many there may be.

    >>> bounds({"min": 8, "max": 12, "also": [6]}), bounds({"min": 6, "max": 6}), bounds({"max": 1})
    ('6, or 8 to 12', 'exactly 6', 'at most 1')
    """
    low, high = parameters.get("min"), parameters.get("max")
    also = parameters.get("also", ())
    others = f"{_listed(also if isinstance(also, Sequence) else [also])}, or " if also else ""
    if low is None and high is None:
        return ""
    if low == high:
        return f"{others}{low}" if others else f"exactly {low}"
    if high is None:
        return f"{others}at least {low}"
    return f"{others}at most {high}" if low is None else f"{others}{low} to {high}"


def _by_chests(parts: Sequence[Parameters]) -> str:
    """Bounds that go by the number of chests."""
    return "; ".join(f"{bounds(part)} with {_span(part.get('from'), part.get('to'))} chests" for part in parts)


def _span(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    if high is None:
        return f"{low} or more"
    return f"up to {high}" if low is None else f"{low} to {high}"


def _said(key: str, value: Any) -> str:
    """One parameter: in the words kept for it, else by its own name."""
    if key in _WORDS:
        return _WORDS[key](value)
    name = _plain(key)
    if isinstance(value, bool):
        return name if value else ""
    return f"{name}: {_listed(value) if isinstance(value, Sequence) and not isinstance(value, str) else _plain(value)}"


def _stock(tiles: Sequence[Parameters]) -> str:
    return ", ".join(f"{tile['count']} × {tile['name']}" for tile in tiles)


def _cards(cards: Mapping[str, int]) -> str:
    counts = " and ".join(f"{count} × {name}" for name, count in cards.items())
    return f"in each at most {counts}, of two faces"


def _kinds(kinds: Mapping[str, Parameters]) -> str:
    return ", ".join(f"{_plain(kind)}: {bounds(bound)}" for kind, bound in kinds.items())


def _extent(size: Sequence[int]) -> str:
    return f"{size[0]} by {size[1]} squares"


def _when(words: str) -> Callable[[Any], str]:
    """Words that are said where a switch is on."""
    return lambda value: words if value else ""


def _around(before: str, after: str = "") -> Callable[[Any], str]:
    """A value between words."""
    return lambda value: f"{before}{_listed(value) if isinstance(value, list | tuple) else _plain(value)}{after}"


_COUNTED = {"standing": "standing squares alone count", "clear": "on none an obstacle or a hazard"}

_WORDS: dict[str, Callable[[Any], str]] = {
    "none": _when("none at all"),
    "stock": _stock,
    "kinds": _kinds,
    "boxes": lambda boxes: f"from {in_words(boxes)} {'box' if boxes == 1 else 'boxes'}",
    "cards": _cards,
    "besides": _around("besides it "),
    "shape": _extent,
    "size": _extent,
    "block": _extent,
    "kind": _around(""),
    "per_side": _around("", " a side"),
    "width": lambda width: "" if width == 2 else f"{width} squares",  # two is what the sentence before says
    "count": lambda value: _COUNTED.get(value, ""),
    "zone": lambda value: "each a tile that may be laid elsewhere" if value == "tile" else "",
    "where": _around("at a "),
    "forbidden": _around(""),
    "connected": _when("sections connected to one"),
    "counters_apart": lambda value: "" if value else "but pit counters may share a square",
    "bridges": _when("bridges too"),
    "one_square_gaps": _when("but a gap one square wide and deep is none"),
    "elements": _when("bridges and traps of several squares too"),
    "use_all": _when("what is left over is told"),
    "left_out": _around("not counted: "),
    "notice": lambda counts: f"no die has so many sides: {_listed(counts)}" if counts else "",
    "nothing": _around("each coach begins with ", " × nothing"),
    "open_pit": _around("", " × open pit"),
    "spiked_pit": _around("", " × spiked pit"),
    "extra": _around("may take ", " more pits"),
    "most_open_pits": _around("in all at most ", " open pits"),
    "most_spiked_pits": _around("at most ", " spiked pits"),
}
"""What is said of a parameter; of any other, its name and its value."""


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(_plain, values))


def _plain(value: Any) -> str:
    return str(value).replace("_", " ")


def sentence(summary: str, parameters: Parameters) -> str:
    """A rule's summary with its parameters.

    >>> sentence("Chests keep their distance.", {"min": 5})
    'Chests keep their distance: at least 5.'
    """
    said = asked(parameters)
    return f"{summary.rstrip('.')}: {said}." if said else summary
