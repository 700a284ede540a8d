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
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from dungeon_designer.layout.sketch_letters import plain
from dungeon_designer.layout.sketch_writer import entry_lines, key_lines
from dungeon_designer.text.yaml_text import (
    BREAK,
    Listing,
    Node,
    Scalar,
    Table,
    compose,
    fits_block,
    flow,
    in_quotes,
    lines_of,
    scalar,
)

DRAWN = ("map", "sections")
"""The keys of rows of letters."""

KEEP: Any = object()
"""The value of what stays as it is."""

_BLOCKS = ("|", ">")
_COMMENT = re.compile("#[^\n\r\x85\u2028\u2029]*")
_GAP = re.compile("(?:[ \t\n\r\x85\u2028\u2029]|#[^\n\r\x85\u2028\u2029]*+)*+")
_COMMA = re.compile(_GAP.pattern + ",")
_HEAD = re.compile(r"\|[-+]*(\d?)")
_MOST = 1_000_000
"""Of so many pairs of rows none are compared that changed their places."""

_Edit = tuple[int, int, str]
"""Where letters go, from and to, and what comes in their place."""


class Unfit(Exception):  # noqa: N818 - another way has to be found; it never leaves this package
    """A change that cannot be made on the lines it concerns alone."""


class Entry(NamedTuple):
    """An item of a list or table as it shall be: the number of the old one in whose place it stands, and its value."""

    old: int | None
    value: Any = KEEP
    key: str = ""


class SketchText:
    """The text of a sketch that reads well, and where its lines, values and comments are."""

    def __init__(self, text: str) -> None:
        first = BREAK.search(text)
        self.line_end = first[0] if first else "\n"
        self._ended = text if BREAK.match(text[-1:]) else text + self.line_end
        self._cut = len(self._ended) - len(text)
        root = compose(self._ended)
        if not isinstance(root, Table):
            raise Unfit
        self.text, self.root = self._ended, root
        self._starts = [0, *(match.end() for match in BREAK.finditer(self.text))]
        self.comments = comments_in(self.text, root)

    def changed(self, wanted: Mapping[str, Any], order: Sequence[str]) -> str:
        """The text with other values below some keys; None takes a key away, new ones come in an order."""
        entries = [Entry(number, wanted.get(key, KEEP), key) for number, key in enumerate(self.root.entries)]
        entries = [entry for entry in entries if entry.value is not None]
        for key in order:
            if key not in self.root.entries and wanted.get(key) is not None:
                ahead = [at for at, entry in enumerate(entries) if entry.key in order[: order.index(key)]]
                entries.insert(max(ahead, default=-1) + 1, Entry(None, wanted[key], key))
        made = self._made(self._entries(self.root, entries, ""))
        return made[: len(made) - len(self.line_end)] if self._cut and made.endswith(self.line_end) else made

    def _made(self, edits: list[_Edit]) -> str:
        """The text with all edits made; Unfit where two of them concern the same letters."""
        rescued = []
        for start, end, new in edits:
            a, b = (bisect_right(self.comments, (place, -1)) for place in (start, end))
            if found := [self.text[i:j] for i, j in self.comments[a:b] if self.text[i:j] not in new]:
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

    # Values ----------------------------------------------------------------------------------------------------------

    def _fitted(self, node: Node, wanted: Any, key: str) -> list[_Edit]:
        """What makes a value say what is wanted; `key` is the nearest key above it."""
        now = plain(node, key)
        if wanted is KEEP or now == wanted:
            return []
        if isinstance(node, Scalar) and not isinstance(wanted, list | dict):
            return self._block(node, wanted, key) if node.style in _BLOCKS else [self._word(node, wanted)]
        if isinstance(node, Listing) and isinstance(wanted, list) and now and wanted:
            pairs = matched(list(map(repr, now)), list(map(repr, wanted)))
            if len(now) == len(wanted) and all(isinstance(value, int) for value in now):
                pairs = [(at, at) for at in range(len(now))]
            return self._entries(node, [Entry(old, wanted[new]) for old, new in pairs], key)
        if isinstance(node, Table) and isinstance(wanted, dict) and now.keys() & wanted.keys():
            kept = [Entry(number, wanted[name], name) for number, name in enumerate(now) if name in wanted]
            new = [Entry(None, value, name) for name, value in wanted.items() if name not in now]
            if key == "section_kinds" and [entry.key for entry in (*kept, *new)] != list(wanted):
                raise Unfit  # their order is that of the sections
            return self._entries(node, [*kept, *new], key)
        if node.style in _BLOCKS if isinstance(node, Scalar) else not node.end:
            raise Unfit
        bare = {int(name): value for name, value in wanted.items()} if key == "portals" else wanted
        return [(node.start, node.end, flow(bare))]

    def _word(self, node: Scalar, value: Any) -> _Edit:
        """Another word in the quotes of the old one."""
        text = in_quotes(value) if isinstance(value, str) and node.style else flow(value)
        if isinstance(value, str) and node.style == "'" and value.isprintable():
            text = "'" + value.replace("'", "''") + "'"
        return node.start, node.end, text if node.start < node.end else f" {text}"

    def _block(self, node: Scalar, text: str, key: str) -> list[_Edit]:
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
            for tag, a, b, c, d in alike(old, new)
            if tag != "equal"
        ]

    # Items that change, come and go ----------------------------------------------------------------------------------

    def _entries(self, node: Listing | Table, entries: Sequence[Entry], key: str) -> list[_Edit]:
        """What makes a list or table hold these items, those of the old ones in their old order."""
        values = node.items if isinstance(node, Listing) else list(node.entries.values())
        names = list(node.keys) if isinstance(node, Table) else []
        changing = [e for e in entries if e.old is not None and e.value is not KEEP]
        kept = {entry.old for entry in entries}
        gone = [number for number in range(len(values)) if number not in kept]
        if not changing and not gone and len(entries) == len(values):
            return []
        spans = self._spans(node, values)
        edits: list[_Edit] = []
        for entry in changing:
            old = entry.old or 0
            try:
                edits += self._fitted(values[old], entry.value, names[old] if names and key != "extra" else key)
            except Unfit:
                edits.append((*spans[old], self._anew(node, entry, " " * self._column(spans[old][0]))))
        for _, run in groupby(enumerate(gone), lambda each: each[1] - each[0]):
            numbers = [number for _, number in run]
            edits.append(self._without(node, spans, numbers[0], numbers[-1]))
        before: int | None = None
        for is_new, some in groupby(entries, lambda entry: entry.old is None):
            group = list(some)
            if is_new:
                edits.append(self._with(node, spans, before, group))
            else:
                before = group[-1].old
        return edits

    def _spans(self, node: Listing | Table, values: Sequence[Node]) -> list[tuple[int, int]]:
        """Where each item begins, with its dash or key, and where it ends."""
        spans, place = [], node.start + bool(node.end)
        keys = list(node.keys.values()) if isinstance(node, Table) else []
        for number, value in enumerate(values):
            gap = (_COMMA if node.end and number else _GAP).match(self.text, place)
            after = _GAP.match(self.text, gap.end() if gap else place)
            start = after.end() if after else place
            own = keys[number].start if keys else value.start if node.end else start
            if start != own or not (node.end or keys or self.text.startswith("-", start)):
                raise Unfit
            place = end_of(self.text, value)
            spans.append((start, place))
        return spans

    def _column(self, place: int) -> int:
        return place - self._line(place)

    def _anew(self, node: Listing | Table, entry: Entry, margin: str) -> str:
        """An item written as new ones are, without the margin of its first line and the end of its last."""
        if isinstance(node, Listing):
            lines = [flow(entry.value)] if node.end else list(entry_lines(entry.value))
        elif node is self.root and not node.end:
            lines = list(key_lines(entry.key, entry.value))
        else:
            lines = [f"{entry.key if entry.key.isdecimal() else scalar(entry.key)}: {flow(entry.value)}"]
        return (self.line_end + margin).join(lines)

    def _without(self, node: Listing | Table, spans: Sequence[tuple[int, int]], first: int, last: int) -> _Edit:
        """Items taken out: with their lines, or in brackets with a comma."""
        start, end = spans[first][0], spans[last][1]
        if not node.end:
            if self.text[self._line(start) : start].strip() or len(spans) == last - first + 1:
                raise Unfit
            return self._line(start), self._line(end, 1), ""
        if last + 1 < len(spans):
            return start, spans[last + 1][0], ""
        return (spans[first - 1][1], end, "") if first else (start, end, "")

    def _with(
        self, node: Listing | Table, spans: Sequence[tuple[int, int]], before: int | None, new: Sequence[Entry]
    ) -> _Edit:
        """New items put behind an old one, or before all."""
        if node.end:
            texts = [self._anew(node, entry, "") for entry in new]
            if before is None:
                place = spans[0][0] if spans else node.start + 1
                return place, place, ", ".join(texts) + ", " * bool(spans)
            return spans[before][1], spans[before][1], "".join(f", {text}" for text in texts)
        margin = " " * self._column(spans[0][0])
        place = self._line(spans[0][0]) if before is None else self._line(spans[before][1], 1)
        if before is None and self.text[place : spans[0][0]].strip():
            raise Unfit
        return place, place, "".join(margin + self._anew(node, entry, margin) + self.line_end for entry in new)


def alike(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[str, int, int, int, int]]:
    """How one row becomes another, as `SequenceMatcher` says it; quick where the ends agree."""
    most = min(len(old), len(new))
    head = next((i for i in range(most) if old[i] != new[i]), most)
    tail = next((i for i in range(most - head) if old[-1 - i] != new[-1 - i]), most - head)
    a, b = len(old) - tail, len(new) - tail
    yield "equal", 0, head, 0, head
    if (a - head) * (b - head) > _MOST:
        yield "replace", head, a, head, b
    else:
        for tag, i, j, k, m in SequenceMatcher(None, old[head:a], new[head:b], autojunk=False).get_opcodes():
            yield tag, head + i, head + j, head + k, head + m
    yield "equal", a, len(old), b, len(new)


def matched(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, int]]:
    """For each new item, in order, the number of the old one it stands for and its own.

    >>> matched("abc", "axcd")
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    return [(a + i if a + i < b else None, c + i) for _, a, b, c, d in alike(old, new) for i in range(d - c)]


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
    head = BREAK.split(text[node.start : node.end], maxsplit=1)[0]
    if "+" in head.split("#")[0]:
        return node.end - 1
    return node.start + len(text[node.start : node.end].rstrip())
