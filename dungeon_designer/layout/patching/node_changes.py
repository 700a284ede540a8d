"""Lists, tables and words of a YAML text changed in place, each in the style it is written in.

An item that goes takes its own lines with it or, where it shares a line, its own letters; one that comes is written
like its neighbours. What is put where is told by `Placed`; a word, list or table that is to say something else is
gone through by `fit`, so that of `{at: [1, 2], side: east}` the 2 alone may change.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, NamedTuple

from dungeon_designer.layout.patching.text_changes import BLOCKS, TextChanges, Unfit, end_of
from dungeon_designer.layout.sketch_letters import plain
from dungeon_designer.text.yaml_text import (
    BREAK,
    Listing,
    Node,
    Scalar,
    Table,
    block,
    fits_block,
    flow,
    in_quotes,
    lines_of,
    scalar,
)

_DEEPEST = 1_000_000
"""How deep the lines of a text are: deeper than what comes to stand behind the text."""

WIDTH = 120
"""Lists in brackets go on in a new line beyond so many letters."""

_GAP = re.compile("(?:[ \t\n\r\x85\u2028\u2029]|#[^\n\r\x85\u2028\u2029]*+)*+")
_COMMA = re.compile(_GAP.pattern + ",")
_BLANK_END = re.compile("[ \t]*(?:#.*)?$")
_HEAD = re.compile(r"[|>][-+0-9]*")

SAME: Any = object()
"""The value of an item that stays as it is."""


class Placed(NamedTuple):
    """An item of a list, or of a table: the number of the old one in whose place it stands, and what it says.

    `key` is its key in a table. `lines` are how it is written where it is new and stands in no brackets. A new one
    may stand for an old one that goes, `instead` of it.
    """

    old: int | None
    value: Any = SAME
    key: str = ""
    lines: Sequence[str] = ()
    instead: int | None = None


def fit(changes: TextChanges, node: Node, wanted: Any, key: str) -> None:
    """Make a value say what is wanted; `key` is the nearest key above it."""
    now = plain(node, key)
    if now == wanted:
        return
    if isinstance(node, Scalar) and not isinstance(wanted, list | dict):
        write(changes, node, wanted)
    elif isinstance(node, Listing) and isinstance(wanted, list) and now and wanted:
        fit_items(changes, node, aligned(now, wanted), key)
    elif isinstance(node, Table) and isinstance(wanted, dict) and set(now) & set(wanted):
        kept = [Placed(number, wanted[name], name) for number, name in enumerate(now) if name in wanted]
        new = [Placed(None, value, name) for name, value in wanted.items() if name not in now]
        fit_items(changes, node, [*kept, *new], key)
    else:
        _swap(changes, node, flow(wanted))


def fit_items(changes: TextChanges, node: Listing | Table, items: Sequence[Placed], key: str) -> None:
    """Make a list or table hold these items, those of the old ones in their old order."""
    items = [item if item.old is None else _fitted(changes, node, item, key) for item in items]
    _drop(changes, node, items)
    after = 0
    for is_new, group in groupby(items, key=lambda item: item.old is None):
        some = list(group)
        if is_new:
            for number, new in groupby(some, key=lambda item: item.instead):
                after = after if number is None else number + 1
                add(changes, node, after, list(new))
        else:
            after = (some[-1].old or 0) + 1


def _fitted(changes: TextChanges, node: Listing | Table, item: Placed, key: str) -> Placed:
    """The item in the place of its old one; as a new one where that cannot be made to say it."""
    number, count = item.old or 0, changes.so_far()
    value, names = _values(node)[number], _names(node)
    name = names[number].text if names else ""
    if names and item.key != name:
        write(changes, names[number], item.key, is_key=True)
    try:
        if item.value is not SAME:
            fit(changes, value, item.value, name if names and key != "extra" else key)
    except Unfit:
        changes.back_to(count)
        return item._replace(old=None, instead=number)
    return item


def aligned(old: Sequence[Any], new: Sequence[Any]) -> list[Placed]:
    """New items by old ones: equal ones stay, of the others one stands in the place of one."""
    is_place = len(old) == len(new) and all(isinstance(value, int) for value in old)
    pairs = [(i, i) for i in range(len(new))] if is_place else matched(list(map(repr, old)), list(map(repr, new)))
    return [Placed(i, SAME if i is not None and old[i] == new[j] else new[j]) for i, j in pairs]


def matched(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int | None, int]]:
    """For each new item, in order, its number and that of the old one it stands for.

    >>> matched("abc", "axcd")
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    stretches = alike(old, new)
    return [(a + i if a + i < b else None, c + i) for _, a, b, c, d in stretches for i in range(d - c)]


def alike(
    old: Sequence[Hashable], new: Sequence[Hashable], in_place: bool = False
) -> Iterator[tuple[bool, int, int, int, int]]:
    """Stretches of two rows that are the same or not, as `SequenceMatcher` numbers them; quick where ends agree.

    `in_place`: rows of one length are not searched for what moved.
    """
    most = min(len(old), len(new))
    head = next((i for i in range(most) if old[i] != new[i]), most)
    tail = next((i for i in range(most - head) if old[-1 - i] != new[-1 - i]), most - head)
    a, b = len(old) - tail, len(new) - tail
    yield True, 0, head, 0, head
    if (in_place and a == b) or (a - head) * (b - head) > 1_000_000:
        yield False, head, a, head, b
    else:
        for tag, i, j, k, m in SequenceMatcher(None, old[head:a], new[head:b], autojunk=False).get_opcodes():
            yield tag == "equal", head + i, head + j, head + k, head + m
    yield True, a, len(old), b, len(new)


# Words and texts ---------------------------------------------------------------------------------------------------


def write(changes: TextChanges, node: Scalar, value: Any, is_key: bool = False) -> None:
    """Another word in the quotes of the old one, or another text in its block."""
    if node.style in BLOCKS:
        _write_block(changes, node, str(value))
        return
    if is_key and not node.style:
        text = _key(value)
    elif isinstance(value, str) and node.style == "'" and value.isprintable():
        text = "'" + value.replace("'", "''") + "'"
    else:
        text = in_quotes(value) if isinstance(value, str) and node.style else flow(value)
    changes.exchange(node.start, node.end, text if node.start < node.end else f" {text}")


def _write_block(changes: TextChanges, node: Scalar, text: str) -> None:
    head = _HEAD.match(changes.text, node.start)
    if (
        head is None
        or node.style != "|"
        or "+" in head[0]
        or not fits_block(text)
        or text.endswith("\n") != ("-" not in head[0])
    ):
        swap_block(changes, node, text)
    else:
        write_lines(changes, node, text.removesuffix("\n").split("\n"))


def swap_block(changes: TextChanges, node: Scalar, text: str) -> None:
    """A text in another style than its block had; what follows the block's sign on its line stays there."""
    sign = _HEAD.match(changes.text, node.start)
    if sign is None:
        raise Unfit
    inner = changes.next_line(node.start)
    first, *lines = block(text).split("\n")
    changes.exchange(node.start, sign.end(), first)
    end = changes.next_line(end_of(changes.text, node)) if end_of(changes.text, node) > inner else inner
    margin = changes.margin(node.start)
    changes.take_lines(inner, end, margin)
    changes.insert(end, changes.as_lines(lines, margin))


def write_lines(changes: TextChanges, node: Scalar, new: Sequence[str]) -> None:
    """Other lines in a block; those that stay are not touched."""
    old = lines_of(node.text)
    old = old[: len(old) - (not old[-1])]
    line = changes.line(node.start) + 1
    places = [changes.place(line + number) for number in range(len(old) + 1)]
    margin = _inner_margin(changes, node, old, places)
    for same, a, b, c, d in alike(old, new, in_place=True):
        if same:
            continue
        for number in range(a, b):
            end = changes.next_line(places[number])
            if c + number - a >= d:
                changes.exchange(places[number], end, "")
                continue
            row = new[c + number - a]
            stop = places[number] + len(BREAK.split(changes.text[places[number] : end], maxsplit=1)[0])
            changes.exchange(places[number], stop, margin + row if row else "")
        changes.insert(places[b], changes.as_lines(list(new[min(c + b - a, d) : d]), margin), _DEEPEST)


def _inner_margin(changes: TextChanges, node: Scalar, rows: Sequence[str], places: Sequence[int]) -> str:
    """The indentation of a block's lines: what they are longer by in the file."""
    for row, place in zip(rows, places, strict=False):
        if row:
            return changes.text[place : changes.text.index(row, place)]
    sign = _HEAD.match(changes.text, node.start)
    digits = re.sub(r"\D", "", sign[0]) if sign else ""
    return changes.margin(node.start) + " " * int(digits or 2)


def _swap(changes: TextChanges, node: Node, text: str) -> None:
    """Something else in the place of a word, or of a list or table in brackets."""
    if (isinstance(node, Scalar) and node.style in BLOCKS) or (not isinstance(node, Scalar) and not node.end):
        raise Unfit
    changes.exchange(node.start, node.end, text if node.start < node.end else f" {text}")


# Items that come and go --------------------------------------------------------------------------------------------


def _key(word: str) -> str:
    return word if word.isascii() and word.isdigit() else scalar(word)


def _values(node: Listing | Table) -> list[Node]:
    return node.items if isinstance(node, Listing) else list(node.entries.values())


def _names(node: Listing | Table) -> list[Scalar]:
    return list(node.keys.values()) if isinstance(node, Table) else []


def _spans(changes: TextChanges, node: Listing | Table) -> list[tuple[int, int]]:
    """Where each item begins, with its dash or key, and where it ends."""
    spans, place, names = [], node.start + bool(node.end), _names(node)
    for number, value in enumerate(_values(node)):
        gap = (_COMMA if node.end and number else _GAP).match(changes.text, place)
        start = _GAP.match(changes.text, gap.end()).end() if gap else place  # type: ignore[union-attr]
        place = end_of(changes.text, value)
        own = names[number].start if names else value.start if node.end else start
        if start != own or (not node.end and not names and changes.text[start : start + 1] != "-"):
            raise Unfit
        spans.append((start, place))
    return spans


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers that follow each other, as first and last."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def _drop(changes: TextChanges, node: Listing | Table, items: Sequence[Placed]) -> None:
    """Take out what is not among the items."""
    kept = {item.old for item in items}
    gone = [number for number in range(len(_values(node))) if number not in kept]
    if not gone:
        return
    spans = _spans(changes, node)
    if not items and not node.end:
        raise Unfit
    for first, last in _runs(gone):
        if node.end:
            _drop_in_brackets(changes, spans, first, last)
        else:
            _drop_lines(changes, spans, first, last)
            for number in range(first, last + 1):
                if _ends_in_text(node, items, number) or _ends_in_text(node, items, number + 1):
                    _hold_off(changes, changes.next_line(spans[number][1]), changes.ahead(spans[number][0]))


def _ends_in_text(node: Listing | Table, items: Sequence[Placed], number: int) -> bool:
    """Whether what will stand before the place of an old item is a text in a block."""
    before, place = None, -1
    for item in items:
        place = next((each for each in (item.old, item.instead) if each is not None), place)
        before = item if place < number else before
    if before is None or before.old is None:
        return before is not None and _is_text(before)
    value = _values(node)[before.old]
    return isinstance(value, Scalar) and value.style in BLOCKS


def _drop_lines(changes: TextChanges, spans: Sequence[tuple[int, int]], first: int, last: int) -> None:
    """Items with lines of their own; one that stands behind a dash gives its place to the next."""
    start = spans[first][0]
    ahead = changes.ahead(start)
    if not ahead.strip():
        for one, other in spans[first : last + 1]:
            changes.take_lines(changes.line_start(one), changes.next_line(other), ahead)
    elif last + 1 < len(spans):
        changes.exchange(start, spans[last + 1][0], "")
    else:
        raise Unfit


def _is_text(item: Placed) -> bool:
    """Whether a new item is a text in a block."""
    return bool(item.lines) and item.lines[0].endswith(("|", "|-"))


def _hold_off(changes: TextChanges, place: int, margin: str) -> None:
    """Comments indented below an item that went must not become lines of a text in the block before it."""
    while changes.is_blank(place) or changes.is_remark(place, len(margin)):
        if not changes.is_blank(place):
            changes.exchange_margin(place, margin)
        place = changes.next_line(place)


def _drop_in_brackets(changes: TextChanges, spans: Sequence[tuple[int, int]], first: int, last: int) -> None:
    """Items between commas: with the comma on their own line, or with their line where they are alone on it."""
    start, end = spans[first][0], spans[last][1]
    comma = _COMMA.match(changes.text, end)
    stop = comma.end() if comma and changes.line(comma.end()) == changes.line(end) else end
    behind = changes.text[stop : changes.next_line(stop)]
    if last + 1 < len(spans) and changes.line(spans[last + 1][0]) == changes.line(end):
        changes.exchange(start, spans[last + 1][0], "")
    elif first and changes.line(spans[first - 1][1]) == changes.line(start):
        changes.exchange(spans[first - 1][1], end, "")
    elif not changes.ahead(start).strip() and _BLANK_END.match(behind.rstrip("\r\n\x85\u2028\u2029")):
        changes.take_lines(changes.line_start(start), changes.next_line(stop), changes.ahead(start))
    else:
        changes.exchange(start, stop, "")


def add(changes: TextChanges, node: Listing | Table, number: int, items: Sequence[Placed]) -> None:
    """Put items before the one of this number, or behind the last."""
    is_list = isinstance(node, Listing)
    texts = [flow(item.value) if is_list else f"{_key(item.key)}: {flow(item.value)}" for item in items]
    if node.end:
        _add_in_brackets(changes, node, number, texts)
        return
    dash = "- " if is_list else ""
    lines = [line for item, text in zip(items, texts, strict=True) for line in item.lines or [dash + text]]
    spans = _spans(changes, node)
    place = _add_lines(changes, spans, number, lines, is_list)
    if _is_text(items[-1]):
        _hold_off(changes, place, changes.ahead(spans[0][0]))


def _add_lines(
    changes: TextChanges, spans: Sequence[tuple[int, int]], number: int, lines: list[str], is_list: bool
) -> int:
    """Lines for new items, behind the comments that are indented below the item before them; gives their place."""
    first = spans[0][0]
    margin, place = " " * len(changes.ahead(first)), first
    if number:
        place = changes.next_line(spans[number - 1][1])
        while changes.is_remark(place, len(margin)):
            place = changes.next_line(place)
        changes.insert(place, changes.as_lines(lines, margin), 2 * len(margin) + is_list)
    elif changes.ahead(first).strip():
        changes.insert(first, changes.as_lines(lines, margin).lstrip(" ") + margin)
    else:
        changes.insert(changes.line_start(first), changes.as_lines(lines, margin))
    return place


def _add_in_brackets(changes: TextChanges, node: Listing | Table, number: int, texts: Sequence[str]) -> None:
    """New items between commas; on lines of their own where their neighbours have theirs."""
    spans = _spans(changes, node)
    if not spans:
        changes.insert(node.start + 1, ", ".join(texts))
        return
    start, end = spans[min(number, len(spans) - 1)]
    alone = not changes.ahead(start).strip()
    if number < len(spans):
        if alone:
            whole = changes.as_lines([f"{text}," for text in texts], changes.ahead(start))
            changes.insert(changes.line_start(start), whole)
        elif number:
            changes.insert(spans[number - 1][1], "".join(f", {text}" for text in texts))
        else:
            changes.insert(start, "".join(f"{text}, " for text in texts))
        return
    comma = _COMMA.match(changes.text, end)
    if alone and changes.line(node.end) > changes.line(end):
        if not comma:
            changes.insert(end, ",")
        lines = [f"{text}," for text in texts[:-1]] + [texts[-1] + ("," if comma else "")]
        changes.insert(changes.next_line(comma.end() if comma else end), changes.as_lines(lines, changes.ahead(start)))
        return
    margin = changes.margin(end) + ("  " if changes.line(node.start) == changes.line(end) else "")
    width, new = end - changes.line_start(end), ""
    for text in texts:
        width += len(text) + 2
        wide = width > WIDTH
        new += ("," if new or not comma else "") + (f"{changes.line_end}{margin}" if wide else " ") + text
        width = len(margin) + len(text) if wide else width
    changes.insert(comma.end() if comma else end, new)
