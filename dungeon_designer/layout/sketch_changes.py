"""Values of a sketch changed in its text: what is not named stays to the letter, and no comment goes.

A word is exchanged in its quotes, a row in its block; an item that goes takes its own lines with it or, in brackets,
its own letters; one that comes is written below its neighbours. Where a change cannot be made on the letters it
concerns, the item around it is written anew. Comments within what goes get lines of their own above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, NamedTuple

from dungeon_designer.layout.sketch_letters import plain_data
from dungeon_designer.layout.sketch_writer import entry_lines, key_lines
from dungeon_designer.text.yaml_text import (
    BREAK,
    Listing,
    Node,
    Scalar,
    YamlTable,
    compose,
    fits_block,
    flow,
    in_quotes,
    lines_of,
    scalar,
)

DRAWN = ("map", "sections")
"""The keys of rows of letters."""

_BLOCKS = ("|", ">")
_COMMENT = re.compile("#[^\n\r\x85\u2028\u2029]*")
_GAP = re.compile("(?:[ \t\n\r\x85\u2028\u2029]|#[^\n\r\x85\u2028\u2029]*+)*+")
_HEAD = re.compile(r"\|[-+]*(\d?)")
_Edit = tuple[int, int, str]
"""Where letters go, from and to, and what comes in their place."""


class Unfit(Exception):  # noqa: N818 - another way has to be found; it never leaves this package
    """A change that cannot be made on the lines it concerns alone."""


class _Item(NamedTuple):
    """An item of a list or table as it shall be: the number of the old one in whose place it stands, and its value."""

    old: int | None
    value: Any
    key: str = ""


def changed_text(text: str, wanted: Mapping[str, Any], order: Sequence[str]) -> str:
    """A sketch that reads well with other values below some keys; None takes a key away, new ones come in an order.

    Unfit where that cannot be done; whether it says what it should, the caller has to read.
    """
    first = BREAK.search(text)
    line_end = first[0] if first else "\n"
    ended = BREAK.match(text[-1:]) is not None
    made = _SketchText(text if ended else text + line_end, line_end).changed(wanted, order)
    return made if ended else made.removesuffix(line_end)


class _SketchText:
    """The text of a sketch, and where its lines, values and comments are."""

    def __init__(self, text: str, line_end: str) -> None:
        self.text, self.line_end, self.root = text, line_end, compose(text)
        self._starts = [0, *(match.end() for match in BREAK.finditer(text))]
        self._comments = comments_in(text, self.root)

    def changed(self, wanted: Mapping[str, Any], order: Sequence[str]) -> str:
        """As `changed_text` says, of a text whose last line is ended."""
        now = plain_data(self.root)
        values = {**now, **wanted}
        items = [
            _Item(at, values[key], key) for at, key in enumerate(now) if key not in wanted or wanted[key] is not None
        ]
        for key in order:
            if key not in now and wanted.get(key) is not None:
                ahead = [at for at, item in enumerate(items) if item.key in order[: order.index(key)]]
                items.insert(max(ahead, default=-1) + 1, _Item(None, wanted[key], key))
        return self._made(self._items(self.root, items, ""))

    def _made(self, edits: list[_Edit]) -> str:
        """The text with all edits made; Unfit where two of them concern the same letters."""
        rescued = []
        for start, end, new in edits:
            a, b = (bisect_right(self._comments, (place, -1)) for place in (start, end))
            if found := [self.text[i:j] for i, j in self._comments[a:b] if self.text[i:j] not in new]:
                place = self._line(start)
                rescued.append((place, place, self._lines(found, self._margin(start))))
        parts, edits = [], sorted(rescued + edits, key=lambda edit: edit[:2])
        if any(one[1] > other[0] for one, other in pairwise(edits)):
            raise Unfit
        place = 0
        for start, end, new in edits:
            parts += [self.text[place:start], new]
            place = end
        return "".join([*parts, self.text[place:]])

    def _line(self, place: int, more: int = 0) -> int:
        """Where the line of a place begins, or one so many lines further on."""
        number = bisect_right(self._starts, place) - 1 + more
        return self._starts[number] if number < len(self._starts) else len(self.text)

    def _margin(self, place: int) -> str:
        line = self.text[self._line(place) : self._line(place, 1)]
        return line[: len(line) - len(line.lstrip(" "))]

    def _lines(self, lines: Sequence[str], margin: str) -> str:
        return "".join((margin + line if line else "") + self.line_end for line in lines)

    def _fitted(self, node: Node, wanted: Any, key: str) -> list[_Edit]:
        """What makes a value say what is wanted; `key` is the nearest key above it."""
        now = plain_data(node, key)
        if now == wanted:
            return []
        if isinstance(node, Scalar) and not isinstance(wanted, list | dict):
            if node.style in _BLOCKS:
                return self._rows(node, wanted, key)
            text = in_quotes(wanted) if isinstance(wanted, str) and node.style else flow(wanted)
            return [(node.start, node.end, text if node.start < node.end else f" {text}")]
        if isinstance(node, Listing) and isinstance(wanted, list):
            pairs = matched(list(map(repr, now)), list(map(repr, wanted)))
            items = [_Item(old, wanted[new]) for old, new in pairs]
        elif isinstance(node, YamlTable) and isinstance(wanted, dict):
            items = [_Item(at, wanted[name], name) for at, name in enumerate(now) if name in wanted]
            items += [_Item(None, value, name) for name, value in wanted.items() if name not in now]
            if key == "section_kinds" and [item.key for item in items] != list(wanted):
                raise Unfit  # their order is that of the sections
        else:
            raise Unfit
        return self._items(node, items, key)

    def _rows(self, node: Scalar, text: str, key: str) -> list[_Edit]:
        """Other rows in an indented text; those that stay are not touched."""
        old, new = (lines_of(each.removesuffix("\n")) if each else [] for each in (node.text, text))
        head = _HEAD.match(self.text, node.start)
        if not head or (key not in DRAWN and (not fits_block(text) or text.endswith("\n") != node.text.endswith("\n"))):
            raise Unfit
        first = next((number for number, row in enumerate(new) if row.strip()), 0)
        if new and not head[1]:  # no reader shall take the first letters for the indentation
            new[first] = re.sub("^ +", lambda blanks: "#" * len(blanks[0]), new[first])
        places = [self._line(node.start, 1 + number) for number in range(len(old) + 1)]
        margin = self._margin(node.start) + " " * int(head[1] or 2)
        for row, place in zip(old, places, strict=False):
            if row:
                margin = self.text[place : self.text.index(row, place)]
                break
        return [
            (places[a], places[b], self._lines([row and margin + row for row in new[c:d]], ""))
            for tag, a, b, c, d in SequenceMatcher(None, old, new).get_opcodes()
            if tag != "equal"
        ]

    def _items(self, node: Node, items: Sequence[_Item], key: str) -> list[_Edit]:
        """What makes a list or table hold these items, those of the old ones in their old order."""
        stay = {item.old for item in items if item.old is not None}
        if isinstance(node, Scalar) or not stay:
            raise Unfit
        values = node.items if isinstance(node, Listing) else list(node.entries.values())
        spans = self._spans(node, values)
        margin = " " * (spans[0][0] - self._line(spans[0][0]))
        edits: list[_Edit] = []
        before: int | None = None
        for item in items:
            if item.old is None:
                edits.append(self._inserted(node, spans, before, self._anew(node, item, margin)))
                continue
            before = item.old
            try:
                within = item.key if item.key and key != "extra" else key
                edits += self._fitted(values[before], item.value, within)
            except Unfit:
                edits.append((*spans[before], self._anew(node, item, margin)))
        return edits + [self._removed(node, spans, at, at > min(stay)) for at in range(len(values)) if at not in stay]

    def _spans(self, node: Listing | YamlTable, values: Sequence[Node]) -> list[tuple[int, int]]:
        """Where each item begins, with its dash or key, and where it ends."""
        if isinstance(node, YamlTable) or node.end:
            starts = node.keys.values() if isinstance(node, YamlTable) else values
            return [(at.start, end_of(self.text, value)) for at, value in zip(starts, values, strict=True)]
        spans, place = [], node.start
        for value in values:
            gap = _GAP.match(self.text, place)
            start = gap.end() if gap else place
            if not self.text.startswith("-", start):
                raise Unfit
            place = end_of(self.text, value)
            spans.append((start, place))
        return spans

    def _anew(self, node: Node, item: _Item, margin: str) -> str:
        """An item written as new ones are, without the margin of its first line and the end of its last."""
        if isinstance(node, Listing):
            lines = [flow(item.value)] if node.end else list(entry_lines(item.value))
        elif node is self.root:
            lines = list(key_lines(item.key, item.value))
        else:
            lines = [f"{item.key if item.key.isdecimal() else scalar(item.key)}: {flow(item.value)}"]
        return (self.line_end + margin).join(lines)

    def _removed(self, node: Node, spans: Sequence[tuple[int, int]], at: int, behind: bool) -> _Edit:
        """An item taken out: with its lines, or in brackets with a comma, `behind` one that stays or before it."""
        start, end = spans[at]
        if node.end:
            return (spans[at - 1][1], end, "") if behind else (start, spans[at + 1][0], "")
        if self.text[self._line(start) : start].strip():
            raise Unfit
        return self._line(start), self._line(end, 1), ""

    def _inserted(self, node: Node, spans: Sequence[tuple[int, int]], before: int | None, new: str) -> _Edit:
        """A new item put behind an old one, or before all."""
        first = spans[0][0]
        if node.end:
            place = first if before is None else spans[before][1]
            return place, place, f"{new}, " if before is None else f", {new}"
        place = self._line(first) if before is None else self._line(spans[before][1], 1)
        if before is None and self.text[place:first].strip():
            raise Unfit
        return place, place, " " * (first - self._line(first)) + new + self.line_end


def matched(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, int]]:
    """For each new item, in order, the number of the old one it stands for and its own.

    >>> matched("abc", "axcd")
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    changes = SequenceMatcher(None, old, new).get_opcodes()
    return [(a + i if a + i < b else None, c + i) for _, a, b, c, d in changes for i in range(d - c)]


def comments_in(text: str, root: Node) -> list[tuple[int, int]]:
    """Where each comment begins and ends: all that follows a # outside of words and texts."""
    found, place = [], 0
    for node in (*_words(root), Scalar((0, 0), "", start=len(text), end=len(text))):
        head = BREAK.search(text, node.start) if node.style in _BLOCKS else None
        found += [match.span() for match in _COMMENT.finditer(text, place, head.end() if head else node.start)]
        place = max(place, node.end)
    return found


def _words(node: Node) -> Iterator[Scalar]:
    """Every key and word in the order of the text; nodes are never deeper than `yaml_text.DEPTH`."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Listing):
        for item in node.items:
            yield from _words(item)
    else:
        for key, value in node.entries.items():
            yield node.keys[key]
            yield from _words(value)


def end_of(text: str, node: Node) -> int:
    """Where a value ends: blank lines and comments behind it are no part of it."""
    while not isinstance(node, Scalar):
        if node.end:
            return node.end
        node = node.items[-1] if isinstance(node, Listing) else next(reversed(node.entries.values()))
    if node.style not in _BLOCKS:
        return node.end
    return node.start + len(text[node.start : node.end].rstrip())
