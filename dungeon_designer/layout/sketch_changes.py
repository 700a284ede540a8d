"""Change values in the text of a sketch.

All other text stays the same, and no comment is lost. A word is replaced within its quotes, a row within its block. A
removed item takes its own lines with it or, in brackets, its own characters; a new item is written below its
neighbours. Where a change cannot be made in the text it concerns, the item around it is written again. Comments
inside removed text get their own lines above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

DEFAULT_INDENTATION = 2
"""The number of blanks before the rows of a block in new sketches, see `sketch_writer.format_key`."""

_BLOCK_STYLES = ("|", ">")
_COMMENT = re.compile("#[^\n\r\x85\u2028\u2029]*")
_BLANKS_AND_COMMENTS = re.compile("(?:[ \t\n\r\x85\u2028\u2029]|#[^\n\r\x85\u2028\u2029]*+)*+")
_BLOCK_HEADER = re.compile(r"\|[-+]*(\d?)")


class _TextEdit(NamedTuple):
    """A change of the text: the characters from `start` up to but without `end` are replaced by `new_text`."""

    start: int
    end: int
    new_text: str


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
        """Parse the text of a sketch, and note where its lines and comments are. `line_end` ends each new line."""
        self.text, self.line_end, self.root = text, line_end, parse_yaml(text)
        self._starts = [0, *(match.end() for match in LINE_BREAK.finditer(text))]  # of the lines
        self._comments = find_comments(text, self.root)

    def apply_values(self, new_values: Mapping[str, Any], key_order: Sequence[str]) -> str:
        """Return the text of the sketch with other values for some keys. Only the lines of these values change.

        The last line of the text must end with a line break.

        Args:
            new_values: the value for each key that changes; None removes the key.
            key_order: the order in which new keys are inserted.
        """
        old_values = build_plain_data(self.root)
        items = [
            _TargetItem(index, new_values.get(key, old_value), key)
            for index, (key, old_value) in enumerate(old_values.items())
            if key not in new_values or new_values[key] is not None
        ]
        added_keys = [key for key in key_order if key not in old_values and new_values.get(key) is not None]
        for key in added_keys:
            # below the last of the keys that come before it in the order; above all if there is none
            earlier_keys = key_order[: key_order.index(key)]
            positions = [position for position, item in enumerate(items) if item.key in earlier_keys]
            items.insert(max(positions, default=-1) + 1, _TargetItem(None, new_values[key], key))
        return self._apply_edits(self._build_item_edits(self.root, items, ""))

    def _apply_edits(self, edits: list[_TextEdit]) -> str:
        """Return the text after some edits, each of which replaces the characters between two positions.

        A comment inside replaced text moves to its own line above that text.

        Raises:
            UnsupportedChange: two edits concern the same characters.
        """
        all_edits = self._move_lost_comments(edits) + edits
        all_edits.sort(key=lambda edit: (edit.start, edit.end))
        if any(edit.end > next_edit.start for edit, next_edit in pairwise(all_edits)):
            raise UnsupportedChange
        parts: list[str] = []
        position = 0
        for edit in all_edits:
            parts += [self.text[position : edit.start], edit.new_text]
            position = edit.end
        return "".join([*parts, self.text[position:]])

    def _move_lost_comments(self, edits: Iterable[_TextEdit]) -> list[_TextEdit]:
        """Return further edits that write each comment which an edit would remove in its own line above that edit."""
        comment_edits: list[_TextEdit] = []
        for edit in edits:
            comments = self._list_comments(edit.start, edit.end)
            lost_comments = [comment for comment in comments if comment not in edit.new_text]
            if lost_comments:
                line_start = self._find_line_start(edit.start)
                moved_text = self._format_lines(lost_comments, self._read_margin(edit.start))
                comment_edits.append(_TextEdit(line_start, line_start, moved_text))
        return comment_edits

    def _list_comments(self, start: int, end: int) -> list[str]:
        """Return the comments that begin between two positions of the text."""
        # `_comments` has sorted pairs (start, end); a pair (position, -1) comes just before all that start there
        first_index, end_index = bisect_right(self._comments, (start, -1)), bisect_right(self._comments, (end, -1))
        return [self.text[begin:stop] for begin, stop in self._comments[first_index:end_index]]

    def _find_line_start(self, position: int, lines_down: int = 0) -> int:
        """Return the start of the line at a position, or of the line some lines further down."""
        number = bisect_right(self._starts, position) - 1 + lines_down  # `_starts` has the start of each line
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
            is_quoted = bool(node.style)
            text = quote_text(new_value) if is_quoted and isinstance(new_value, str) else format_inline(new_value)
            is_empty = node.start == node.end  # nothing stands behind the colon of the key, not even a blank
            return [_TextEdit(node.start, node.end, f" {text}" if is_empty else text)]
        if isinstance(node, YamlList) and isinstance(new_value, list):
            pairs = match_items(list(map(repr, old_value)), list(map(repr, new_value)))
            items = [_TargetItem(old_index, new_value[new_index]) for old_index, new_index in pairs]
            return self._build_item_edits(node, items, key)
        if isinstance(node, YamlTable) and isinstance(new_value, dict):
            return self._build_item_edits(node, _list_table_items(old_value, new_value, key), key)
        raise UnsupportedChange

    def _build_row_edits(self, node: Scalar, text: str, key: str) -> list[_TextEdit]:
        """Return the edits that give an indented block of text (after ``|``) other rows. Equal rows are not touched.

        Args:
            node: the block in the text.
            text: the new content of the block.
            key: the nearest key above the node. The keys of drawings, such as ``map``, may hold rows of any form.

        Raises:
            UnsupportedChange: a block cannot hold the new text, or the value must be written again as a whole.
        """
        old_rows, new_rows = _split_block(node.text), _split_block(text)
        header = _BLOCK_HEADER.match(self.text, node.start)  # "|", or with the indentation of the rows: "|2"
        # the header stays as it is, and it says whether the text ends with a line break; in drawings that is no matter
        ends_alike = text.endswith("\n") == node.text.endswith("\n")
        fits_block = key in DRAWING_KEYS or (can_be_block(text) and ends_alike)
        if not header or not fits_block:
            raise UnsupportedChange
        indentation = header[1]
        if not indentation:  # only rows of drawings begin with blanks: `can_be_block` refuses other text that does
            _write_first_blanks_as_rock(new_rows)
        row_starts = [self._find_line_start(node.start, 1 + number) for number in range(len(old_rows) + 1)]
        margin = self._find_row_margin(old_rows, row_starts)
        if margin is None:  # no old row shows the margin: indent the rows as the header says, or as a new sketch would
            margin = self._read_margin(node.start) + " " * int(indentation or DEFAULT_INDENTATION)
        edits: list[_TextEdit] = []
        for tag, old_start, old_end, new_start, new_end in SequenceMatcher(None, old_rows, new_rows).get_opcodes():
            if tag != "equal":
                lines = self._format_lines(new_rows[new_start:new_end], margin)
                edits.append(_TextEdit(row_starts[old_start], row_starts[old_end], lines))
        return edits

    def _find_row_margin(self, rows: Sequence[str], row_starts: Sequence[int]) -> str | None:
        """Return what stands before the rows of an indented block in the text; None if no row has letters.

        `row_starts` has the start of each row's line, and then the start of the line below the last row.
        """
        for row, row_start in zip(rows, row_starts[:-1], strict=True):
            if row:
                return self.text[row_start : self.text.index(row, row_start)]
        return None

    def _build_item_edits(self, node: Node, items: Sequence[_TargetItem], key: str) -> list[_TextEdit]:
        """Return the edits that make a list or table hold these items. Old items among them stay in their order.

        Args:
            node: the list or table.
            items: the items that it shall hold.
            key: the nearest key above the node; '' for the whole sketch.

        Raises:
            UnsupportedChange: no old item stays, or the node is neither list nor table.
        """
        kept_indexes = {item.old_index for item in items if item.old_index is not None}
        if isinstance(node, Scalar) or not kept_indexes:
            raise UnsupportedChange
        values = node.items if isinstance(node, YamlList) else list(node.entries.values())
        spans = self._find_spans(node, values)
        first_start, _ = spans[0]
        margin = " " * (first_start - self._find_line_start(first_start))
        edits: list[_TextEdit] = []
        previous_index: int | None = None
        for item in items:
            if item.old_index is None:
                item_text = self._format_item(node, item, margin)
                edits.append(self._build_insertion(node, spans, previous_index, item_text))
                continue
            previous_index = item.old_index
            try:
                # an item of a list has no key of its own; below `extra`, words have the same meaning under all keys
                nearest_key = item.key if item.key and key != "extra" else key
                edits += self._build_value_edits(values[previous_index], item.value, nearest_key)
            except UnsupportedChange:  # the item is written again as a whole
                edits.append(_TextEdit(*spans[previous_index], self._format_item(node, item, margin)))
        removed_indexes = [index for index in range(len(values)) if index not in kept_indexes]
        first_kept = min(kept_indexes)
        return edits + [self._build_removal(node, spans, index, index > first_kept) for index in removed_indexes]

    def _find_spans(self, node: YamlList | YamlTable, values: Sequence[Node]) -> list[tuple[int, int]]:
        """Return a pair (start, end) of positions for each item of a list or table. Its dash or key is included.

        Raises:
            UnsupportedChange: an item of a list does not begin with a dash.
        """
        if isinstance(node, YamlTable):
            keys = node.key_nodes.values()
            return [(key.start, find_end(self.text, value)) for key, value in zip(keys, values, strict=True)]
        if _is_in_brackets(node):
            return [(value.start, find_end(self.text, value)) for value in values]
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
            lines = [format_inline(item.value)] if _is_in_brackets(node) else list(format_entry(item.value))
        elif node is self.root:
            lines = list(format_key(item.key, item.value))
        else:
            key = item.key if item.key.isdecimal() else format_scalar(item.key)  # numbers of portals get no quotes
            lines = [f"{key}: {format_inline(item.value)}"]
        return (self.line_end + margin).join(lines)

    def _build_removal(self, node: Node, spans: Sequence[tuple[int, int]], index: int, follows_kept: bool) -> _TextEdit:
        """Return the edit that removes an item of a list or table: with its lines or, in brackets, with a comma.

        Args:
            node: the list or table.
            spans: the start and end of each of its items.
            index: the number of the item to remove.
            follows_kept: whether an item before it stays. Then the comma before it is removed, else the one behind it.

        Raises:
            UnsupportedChange: something else stands before the item in its line.
        """
        start, end = spans[index]
        if _is_in_brackets(node):
            if follows_kept:
                _, end_before = spans[index - 1]
                return _TextEdit(end_before, end, "")
            start_behind, _ = spans[index + 1]
            return _TextEdit(start, start_behind, "")
        line_start = self._find_line_start(start)
        if self.text[line_start:start].strip():
            raise UnsupportedChange
        return _TextEdit(line_start, self._find_line_start(end, 1), "")

    def _build_insertion(
        self, node: Node, spans: Sequence[tuple[int, int]], previous_index: int | None, item_text: str
    ) -> _TextEdit:
        """Return the edit that inserts an item into a list or table, written with lines or in brackets.

        Args:
            node: the list or table.
            spans: the start and end of each of its old items.
            previous_index: the number of the old item behind which it is inserted; None to insert it before all.
            item_text: the YAML text of the new item.

        Raises:
            UnsupportedChange: the item should come before all, but something else stands before these in their line.
        """
        first_start, _ = spans[0]
        first_line_start = self._find_line_start(first_start)
        text_before = self.text[first_line_start:first_start]
        blanks = " " * len(text_before)  # the new item begins below or above the old ones
        if previous_index is None:
            if _is_in_brackets(node):
                return _TextEdit(first_start, first_start, f"{item_text}, ")
            if text_before.strip():
                raise UnsupportedChange
            return _TextEdit(first_line_start, first_line_start, f"{blanks}{item_text}{self.line_end}")
        _, previous_end = spans[previous_index]
        if _is_in_brackets(node):
            return _TextEdit(previous_end, previous_end, f", {item_text}")
        position = self._find_line_start(previous_end, 1)
        return _TextEdit(position, position, f"{blanks}{item_text}{self.line_end}")


def _is_in_brackets(node: Node) -> bool:
    """Return whether a list or table of YAML stands in brackets or braces; else it has a line for each item."""
    return bool(node.end)  # without brackets it ends where its last item ends, and its own end is 0


def _list_table_items(old_table: dict[str, Any], new_table: dict[str, Any], key: str) -> list[_TargetItem]:
    """Return the items that a table of a sketch shall have: the old keys that stay, in their order, then the new keys.

    Args:
        old_table: the keys and values that the table has.
        new_table: those that it shall have.
        key: the key of the table.

    Raises:
        UnsupportedChange: the order of the keys has a meaning, and this order would be wrong.
    """
    kept_items = [
        _TargetItem(index, new_table[name], name) for index, name in enumerate(old_table) if name in new_table
    ]
    added_items = [_TargetItem(None, value, name) for name, value in new_table.items() if name not in old_table]
    items = kept_items + added_items
    if key == "section_kinds" and [item.key for item in items] != list(new_table):
        raise UnsupportedChange  # the order of these keys is that of the sections
    return items


def _split_block(text: str) -> list[str]:
    """Return the rows of a block of text. A block without text has no row, not even an empty one."""
    return split_lines(text.removesuffix("\n")) if text else []


def _write_first_blanks_as_rock(rows: list[str]) -> None:
    """Write the blanks at the beginning of the first row that has letters as #, in place.

    In a map, a blank and # are both rock, but a YAML reader takes the first blanks of a block for its indentation.
    """
    filled_rows = [number for number, row in enumerate(rows) if row.strip()]
    if rows:
        first = filled_rows[0] if filled_rows else 0
        rows[first] = re.sub("^ +", lambda blanks: "#" * len(blanks[0]), rows[first])


def match_items(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, int]]:
    """Return a pair (old index, new index) for each new item, in order: which old item it equals or replaces.

    The old index is None for a new item that replaces nothing.

    >>> match_items("abc", "axcd")
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    """
    pairs: list[tuple[int | None, int]] = []
    for _, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        for new_index in range(new_start, new_end):
            old_index = old_start + new_index - new_start
            pairs.append((old_index if old_index < old_end else None, new_index))
    return pairs


def find_comments(text: str, root: Node) -> list[tuple[int, int]]:
    """Return a pair (start, end) of positions for each comment in the YAML text of a sketch.

    A comment is a # with the rest of its line. A # inside a key or value is none, nor is one inside a block of text
    such as the map.

    Args:
        text: the text of the sketch.
        root: the same text, parsed.
    """
    comments, position = [], 0
    end_of_text = Scalar((0, 0), "", start=len(text), end=len(text))
    for node in (*_list_scalars(root), end_of_text):
        gap_end = node.start  # comments stand in the gaps between keys and values
        if node.style in _BLOCK_STYLES:  # and behind the | with which a block begins
            first_break = LINE_BREAK.search(text, node.start)
            gap_end = first_break.end() if first_break else node.start
        comments += [match.span() for match in _COMMENT.finditer(text, position, gap_end)]
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
        # without brackets, a list or table ends where its last value ends
        node = node.items[-1] if isinstance(node, YamlList) else next(reversed(node.entries.values()))
    if node.style not in _BLOCK_STYLES:
        return node.end
    return node.start + len(text[node.start : node.end].rstrip())  # the end of a block includes blank lines
