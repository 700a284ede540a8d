"""Change values in the text of a sketch.

All other text stays the same, and no comment is lost. A word is replaced within its quotes, a row within its block. A
removed item takes its own lines with it or, in brackets, its own characters; a new item is written below its
neighbours. Where a change cannot be made in the text it concerns, the item around it is written again. Comments
inside removed text get their own lines above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, NamedTuple

from dungeon_designer.layout.sketch_letters import build_plain_data
from dungeon_designer.layout.sketch_writer import format_entry, format_key
from dungeon_designer.text.yaml_text import (
    LINE_BREAK,
    Node,
    Scalar,
    YamlList,
    YamlTable,
    can_be_block,
    format_inline,
    format_scalar,
    parse_yaml,
    quote_text,
    split_lines,
)

DRAWING_KEYS = ("map", "sections")
"""The keys whose values are rows of letters."""

_BLOCK_STYLES = ("|", ">")
_COMMENT = re.compile("#[^\n\r\x85\u2028\u2029]*")
_BLANKS_AND_COMMENTS = re.compile("(?:[ \t\n\r\x85\u2028\u2029]|#[^\n\r\x85\u2028\u2029]*+)*+")
_BLOCK_HEADER = re.compile(r"\|[-+]*(\d?)")
_TextEdit = tuple[int, int, str]
"""A change of the text: the start and the end of the replaced characters, and the new text."""


class UnsupportedChange(Exception):  # noqa: N818 - callers try another method; it never leaves this package
    """A change that cannot be made only in the lines it concerns. Callers inside this package try another method."""


class _TargetItem(NamedTuple):
    """An item that a list or table of the sketch shall have after the change.

    Attributes:
        old_index: the number of the old item that it replaces; None for a new item.
        value: its value as plain data.
        key: its key in a table; '' in a list.
    """

    old_index: int | None
    value: Any
    key: str = ""


def change_text(text: str, new_values: Mapping[str, Any], key_order: Sequence[str]) -> str:
    """Return the text of a sketch (a dungeon drawn in a YAML file) with other values for some keys.

    Only the lines of the changed values change. The caller must read the result to see whether it says what it
    should.

    Args:
        text: the sketch.
        new_values: the value for each key that changes; None removes the key.
        key_order: the order in which new keys are inserted.

    Raises:
        UnsupportedChange: the text cannot be changed in this way.
    """
    first = LINE_BREAK.search(text)
    line_end = first[0] if first else "\n"
    ends_with_break = LINE_BREAK.match(text[-1:]) is not None
    new_text = _SketchText(text if ends_with_break else text + line_end, line_end).apply_values(new_values, key_order)
    return new_text if ends_with_break else new_text.removesuffix(line_end)


class _SketchText:
    """The text of a sketch, with the positions of its lines, values and comments."""

    def __init__(self, text: str, line_end: str) -> None:
        self.text, self.line_end, self.root = text, line_end, parse_yaml(text)
        self._starts = [0, *(match.end() for match in LINE_BREAK.finditer(text))]
        self._comments = find_comments(text, self.root)

    def apply_values(self, new_values: Mapping[str, Any], key_order: Sequence[str]) -> str:
        """Return the text of the sketch with other values for some keys. Only the lines of these values change.

        The last line of the text must end with a line break.

        Args:
            new_values: the value for each key that changes; None removes the key.
            key_order: the order in which new keys are inserted.
        """
        old_values = build_plain_data(self.root)
        values = {**old_values, **new_values}
        items = [
            _TargetItem(index, values[key], key)
            for index, key in enumerate(old_values)
            if key not in new_values or new_values[key] is not None
        ]
        for key in key_order:
            if key not in old_values and new_values.get(key) is not None:
                earlier_keys = [
                    index for index, item in enumerate(items) if item.key in key_order[: key_order.index(key)]
                ]
                items.insert(max(earlier_keys, default=-1) + 1, _TargetItem(None, new_values[key], key))
        return self._apply_edits(self._build_item_edits(self.root, items, ""))

    def _apply_edits(self, edits: list[_TextEdit]) -> str:
        """Return the text after some edits, each of which replaces the characters between two positions.

        A comment inside replaced text moves to its own line above that text.

        Raises:
            UnsupportedChange: two edits concern the same characters.
        """
        comment_edits: list[_TextEdit] = []
        for start, end, new in edits:
            lost_comments = [comment for comment in self._list_comments(start, end) if comment not in new]
            if lost_comments:
                line_start = self._find_line_start(start)
                moved_text = self._format_lines(lost_comments, self._read_margin(start))
                comment_edits.append((line_start, line_start, moved_text))
        all_edits = sorted(comment_edits + edits, key=lambda edit: edit[:2])
        if any(first_end > second_start for (_, first_end, _), (second_start, _, _) in pairwise(all_edits)):
            raise UnsupportedChange
        parts: list[str] = []
        position = 0
        for start, end, new in all_edits:
            parts += [self.text[position:start], new]
            position = end
        return "".join([*parts, self.text[position:]])

    def _list_comments(self, start: int, end: int) -> list[str]:
        """Return the comments that begin between two positions of the text."""
        first_index, end_index = bisect_right(self._comments, (start, -1)), bisect_right(self._comments, (end, -1))
        return [self.text[begin:stop] for begin, stop in self._comments[first_index:end_index]]

    def _find_line_start(self, position: int, lines_down: int = 0) -> int:
        """Return the start of the line at a position, or of the line some lines further down."""
        number = bisect_right(self._starts, position) - 1 + lines_down
        return self._starts[number] if number < len(self._starts) else len(self.text)

    def _read_margin(self, position: int) -> str:
        """Return the blanks at the beginning of the line at a position."""
        line = self.text[self._find_line_start(position) : self._find_line_start(position, 1)]
        return line[: len(line) - len(line.lstrip(" "))]

    def _format_lines(self, lines: Sequence[str], margin: str) -> str:
        """Return lines as text, each after a margin and with a line break. Empty lines have no margin."""
        return "".join((margin + line if line else "") + self.line_end for line in lines)

    def _build_value_edits(self, node: Node, new_value: Any, key: str) -> list[_TextEdit]:
        """Return the edits of a sketch's text (a dungeon drawn in a YAML file) that give one value a new value.

        A single value is replaced in its line. Of a block of text (after ``|`` or ``>``) only the rows that differ are
        replaced, and of a list or table only the items that differ.

        Args:
            node: the old value, as a node of the parsed YAML text.
            new_value: the new value as plain data: strings, numbers, lists and dicts.
            key: the nearest key above the node, such as ``map``. An unquoted word such as ``3`` is a number under some
                keys and a string under others.

        Raises:
            UnsupportedChange: the value must be written again as a whole, since its old and new form differ.
        """
        old_value = build_plain_data(node, key)
        if old_value == new_value:
            return []
        if isinstance(node, Scalar) and not isinstance(new_value, list | dict):
            if node.style in _BLOCK_STYLES:
                return self._build_row_edits(node, new_value, key)
            text = quote_text(new_value) if isinstance(new_value, str) and node.style else format_inline(new_value)
            return [(node.start, node.end, text if node.start < node.end else f" {text}")]
        if isinstance(node, YamlList) and isinstance(new_value, list):
            pairs = match_items(list(map(repr, old_value)), list(map(repr, new_value)))
            items = [_TargetItem(old, new_value[new]) for old, new in pairs]
        elif isinstance(node, YamlTable) and isinstance(new_value, dict):
            items = [
                _TargetItem(index, new_value[name], name) for index, name in enumerate(old_value) if name in new_value
            ]
            items += [_TargetItem(None, value, name) for name, value in new_value.items() if name not in old_value]
            if key == "section_kinds" and [item.key for item in items] != list(new_value):
                raise UnsupportedChange  # the order of these keys is that of the sections
        else:
            raise UnsupportedChange
        return self._build_item_edits(node, items, key)

    def _build_row_edits(self, node: Scalar, text: str, key: str) -> list[_TextEdit]:
        """Return the edits that give an indented block of text (after ``|``) other rows. Equal rows are not touched.

        Args:
            node: the block in the text.
            text: the new content of the block.
            key: the nearest key above the node. The keys of drawings, such as ``map``, may hold rows of any form.

        Raises:
            UnsupportedChange: a block cannot hold the new text, or the value must be written again as a whole.
        """
        old_rows, new_rows = (
            split_lines(block_text.removesuffix("\n")) if block_text else [] for block_text in (node.text, text)
        )
        header = _BLOCK_HEADER.match(self.text, node.start)
        if not header or (
            key not in DRAWING_KEYS and (not can_be_block(text) or text.endswith("\n") != node.text.endswith("\n"))
        ):
            raise UnsupportedChange
        first = next((number for number, row in enumerate(new_rows) if row.strip()), 0)
        if new_rows and not header[1]:  # else a reader takes the first blanks for indentation
            new_rows[first] = re.sub("^ +", lambda blanks: "#" * len(blanks[0]), new_rows[first])
        row_starts = [self._find_line_start(node.start, 1 + number) for number in range(len(old_rows) + 1)]
        margin = self._read_margin(node.start) + " " * int(header[1] or 2)
        for row, row_start in zip(old_rows, row_starts, strict=False):
            if row:
                margin = self.text[row_start : self.text.index(row, row_start)]
                break
        return [
            (row_starts[a], row_starts[b], self._format_lines([row and margin + row for row in new_rows[c:d]], ""))
            for tag, a, b, c, d in SequenceMatcher(None, old_rows, new_rows).get_opcodes()
            if tag != "equal"
        ]

    def _build_item_edits(self, node: Node, items: Sequence[_TargetItem], key: str) -> list[_TextEdit]:
        """Return the edits that make a list or table hold these items. Old items among them stay in their order.

        Raises:
            UnsupportedChange: no old item stays, or the node is neither list nor table.
        """
        kept_indexes = {item.old_index for item in items if item.old_index is not None}
        if isinstance(node, Scalar) or not kept_indexes:
            raise UnsupportedChange
        values = node.items if isinstance(node, YamlList) else list(node.entries.values())
        spans = self._find_spans(node, values)
        margin = " " * (spans[0][0] - self._find_line_start(spans[0][0]))
        edits: list[_TextEdit] = []
        previous: int | None = None
        for item in items:
            if item.old_index is None:
                edits.append(self._build_insertion(node, spans, previous, self._format_item(node, item, margin)))
                continue
            previous = item.old_index
            try:
                nearest_key = item.key if item.key and key != "extra" else key
                edits += self._build_value_edits(values[previous], item.value, nearest_key)
            except UnsupportedChange:
                edits.append((*spans[previous], self._format_item(node, item, margin)))
        return edits + [
            self._build_removal(node, spans, index, index > min(kept_indexes))
            for index in range(len(values))
            if index not in kept_indexes
        ]

    def _find_spans(self, node: YamlList | YamlTable, values: Sequence[Node]) -> list[tuple[int, int]]:
        """Return a pair (start, end) of positions for each item of a list or table. Its dash or key is included.

        Raises:
            UnsupportedChange: an item of a list does not begin with a dash.
        """
        if isinstance(node, YamlTable) or node.end:
            starts = node.key_nodes.values() if isinstance(node, YamlTable) else values
            return [
                (node_start.start, find_end(self.text, value)) for node_start, value in zip(starts, values, strict=True)
            ]
        spans, position = [], node.start
        for value in values:
            gap = _BLANKS_AND_COMMENTS.match(self.text, position)
            start = gap.end() if gap else position
            if not self.text.startswith("-", start):
                raise UnsupportedChange
            position = find_end(self.text, value)
            spans.append((start, position))
        return spans

    def _format_item(self, node: Node, item: _TargetItem, margin: str) -> str:
        """Return the YAML text of an item, without the margin of its first line and the break of its last line.

        Args:
            node: the list or table that the item belongs to.
            item: the item.
            margin: the blanks before each further line.
        """
        if isinstance(node, YamlList):
            is_in_brackets = bool(node.end)
            lines = [format_inline(item.value)] if is_in_brackets else list(format_entry(item.value))
        elif node is self.root:
            lines = list(format_key(item.key, item.value))
        else:
            key = item.key if item.key.isdecimal() else format_scalar(item.key)
            lines = [f"{key}: {format_inline(item.value)}"]
        return (self.line_end + margin).join(lines)

    def _build_removal(self, node: Node, spans: Sequence[tuple[int, int]], index: int, follows_kept: bool) -> _TextEdit:
        """Return the edit that removes an item of a list or table: with its lines or, in brackets, with a comma.

        Args:
            node: the list or table.
            spans: the start and end of each of its items.
            index: the number of the item to remove.
            follows_kept: whether an item before it stays. Then the comma before it is removed, else the one behind it.
        """
        start, end = spans[index]
        if node.end:
            return (spans[index - 1][1], end, "") if follows_kept else (start, spans[index + 1][0], "")
        if self.text[self._find_line_start(start) : start].strip():
            raise UnsupportedChange
        return self._find_line_start(start), self._find_line_start(end, 1), ""

    def _build_insertion(
        self, node: Node, spans: Sequence[tuple[int, int]], previous: int | None, item_text: str
    ) -> _TextEdit:
        """Return the edit that inserts an item into a list or table, written with lines or in brackets.

        Args:
            node: the list or table.
            spans: the start and end of each of its old items.
            previous: the number of the old item behind which it is inserted; None to insert it before all.
            item_text: the YAML text of the new item.
        """
        first = spans[0][0]
        if node.end:
            position = first if previous is None else spans[previous][1]
            return position, position, f"{item_text}, " if previous is None else f", {item_text}"
        position = self._find_line_start(first) if previous is None else self._find_line_start(spans[previous][1], 1)
        if previous is None and self.text[position:first].strip():
            raise UnsupportedChange
        return position, position, " " * (first - self._find_line_start(first)) + item_text + self.line_end


def match_items(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, int]]:
    """Return a pair (old index, new index) for each new item, in order: which old item it equals or replaces.

    The old index is None for a new item that replaces nothing.

    >>> match_items("abc", "axcd")
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    changes = SequenceMatcher(None, old, new).get_opcodes()
    return [
        (old_start + i if old_start + i < old_end else None, new_start + i)
        for _, old_start, old_end, new_start, new_end in changes
        for i in range(new_end - new_start)
    ]


def find_comments(text: str, root: Node) -> list[tuple[int, int]]:
    """Return a pair (start, end) of positions for each comment in the YAML text of a sketch.

    A comment is a # with the rest of its line. A # inside a key or value is none, nor is one inside a block of text
    such as the map.

    Args:
        text: the text of the sketch.
        root: the same text, parsed.
    """
    comments, position = [], 0
    for node in (*_list_scalars(root), Scalar((0, 0), "", start=len(text), end=len(text))):
        header_end = LINE_BREAK.search(text, node.start) if node.style in _BLOCK_STYLES else None
        comments += [
            match.span() for match in _COMMENT.finditer(text, position, header_end.end() if header_end else node.start)
        ]
        position = max(position, node.end)
    return comments


def _list_scalars(node: Node) -> Iterator[Scalar]:
    """Yield every scalar below a node, in the order of the text. A scalar is a key, or a value without parts.

    Nodes are never nested deeper than `yaml_text.MAX_DEPTH`, so recursion is safe.
    """
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from _list_scalars(item)
    else:
        for key, value in node.entries.items():
            yield node.key_nodes[key]
            yield from _list_scalars(value)


def find_end(text: str, node: Node) -> int:
    """Return the position where a value ends. Blank lines and comments behind it are no part of the value."""
    while not isinstance(node, Scalar):
        if node.end:
            return node.end
        node = node.items[-1] if isinstance(node, YamlList) else next(reversed(node.entries.values()))
    if node.style not in _BLOCK_STYLES:
        return node.end
    return node.start + len(text[node.start : node.end].rstrip())
