"""A changed layout put back into the sketch a person wrote: comments, order and style of the rest stay.

The canonical sketches of the layout before and after say which keys changed. In the map only the letters that
differ are exchanged; of other keys the block that changed is. Should the text then not read as the changed layout
(its chests may stand in a list, say, where the canonical sketch draws them), the canonical sketch is the answer.
"""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.rows import Grid, grid_of
from dungeon_designer.text.yaml_nodes import Table, compose, lines_of


class _Blocks(Struct, frozen=True):
    """A sketch's lines, and the lines each top-level key stands on, as (first, behind last) from 0."""

    lines: list[str]
    spans: dict[str, tuple[int, int]]
    map: Grid | None

    def text(self, key: str) -> list[str]:
        """The lines of a key; none if it is not there."""
        first, end = self.spans.get(key, (0, 0))
        return self.lines[first:end]


def patched(text: str, after: Layout) -> str:
    """The sketch `text`, changed as little as can be, so that it reads as `after`."""
    canonical = write_sketch(after)
    try:
        changed = _patched(text, canonical)
        if changed is not None and read_sketch(changed) == normalised(after):
            return changed
    except Fault:
        pass
    return canonical


def _patched(text: str, canonical: str) -> str | None:
    """The text with the changed keys exchanged; None when its map has no letters to exchange."""
    own, old, new = _blocks(text), _blocks(write_sketch(read_sketch(text))), _blocks(canonical)
    lines = [[line] for line in own.lines]
    for key in dict.fromkeys((*old.spans, *new.spans)):
        if key != "map" and old.text(key) != new.text(key):
            _exchange(lines, own.spans.get(key), new.text(key))
    for square, letter in _letters(old.map, new.map).items():
        if not _put(lines, own.map, square, letter):
            return None
    end = "\r\n" if "\r\n" in text else "\n"
    whole = end.join(line for block in lines for line in block)
    return f"{whole}{end}" if text.endswith("\n") else whole


def _exchange(lines: list[list[str]], span: tuple[int, int] | None, block: list[str]) -> None:
    """Another block in the place of a key's, or at the end. Each entry of `lines` stands for one line of the text."""
    if span is None:
        lines.append(block)
    else:
        lines[span[0] : span[1]] = [block, *([] for _ in range(span[1] - span[0] - 1))]


def _put(lines: list[list[str]], grid: Grid | None, square: Square, letter: str) -> bool:
    """Write a letter into the map; whether there is a place for it."""
    if grid is None or grid.corner is None:
        return False
    row, column = grid.corner[0] - 1 + square[1], grid.corner[1] - 1 + square[0]
    if row >= len(lines) or len(lines[row]) != 1:
        return False
    line = lines[row][0].ljust(column + 1)
    lines[row] = [line[:column] + letter + line[column + 1 :]]
    return True


def _blocks(text: str) -> _Blocks:
    """The keys of a sketch. Comments and blank lines before a key belong to nobody and stay where they are."""
    root = compose(text)
    lines = lines_of(text.removesuffix("\n").removesuffix("\r"))
    if not isinstance(root, Table):
        raise Fault("a sketch is a table of keys and values", mark=root.mark)
    starts = sorted((mark[0] - 1, key) for key, mark in root.marks.items())
    spans = {}
    for (first, key), (end, _) in zip(starts, [*starts[1:], (len(lines), "")], strict=True):
        while end > first + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
            end -= 1
        spans[key] = first, end
    grid = grid_of(root.entries["map"], "map", lines) if "map" in root.entries else None
    return _Blocks(lines, spans, grid)


def _letters(old: Grid | None, new: Grid | None) -> dict[Square, str]:
    """The letters of the new map where it differs from the old."""
    before, after = (grid.rows if grid else () for grid in (old, new))
    found = {}
    for y in range(max(len(before), len(after))):
        one, other = (rows[y] if y < len(rows) else "" for rows in (before, after))
        for x in range(max(len(one), len(other))):
            letters = [row[x] if x < len(row) else " " for row in (one, other)]
            if letters[0] != letters[1]:
                found[x, y] = letters[1]
    return found
