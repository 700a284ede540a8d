"""Which lines of a changed sketch had no need to change, and how many changed.

The first is asked of the reader alone, who does not know how a change is made: with the old line put back, does the
text still read as it should?
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.text.yaml_text import YamlList, YamlTable, parse_yaml
from tests.layout.handwriting import find_lost_comments, reads_as

LISTS = (
    "chests", "portals", "traps", "terrain", "obstacles", "square_doors", "doors", "walls", "leap_edges", "waivers",
    "machines",
)  # fmt: skip
"""The keys of lists."""

Stretch = tuple[int, int, int, int]


class Case(NamedTuple):
    """A sketch in somebody's hand, its comments, and the layout it is to become."""

    text: str
    comments: list[str]
    after: Layout


def shift(before: Layout, after: Layout) -> Square:
    """Return how far right and down most sections lie from where they lay; (0, 0) where they do not agree."""
    places = {(s.id, s.tile, s.turn, s.rows): s.at for s in after.sections}
    moves = [
        (places[name][0] - s.at[0], places[name][1] - s.at[1])
        for s in before.sections
        if (name := (s.id, s.tile, s.turn, s.rows)) in places
    ]
    move, times = Counter(moves).most_common(1)[0] if moves else ((0, 0), 0)
    return move if times * 2 > len(before.sections) else (0, 0)


# Lines put back ------------------------------------------------------------------------------------------------------


def find_needless_changes(case: Case, new: str, most: int = 40) -> list[str]:
    """Return lines that changed, came or went although the text without that reads as it should, comments and all."""
    found = []
    pictured = _list_pictured_rows(case)
    for way in (_list_stretches, _match_from_behind):
        found = []
        old_lines, new_lines = case.text.splitlines(keepends=True), new.splitlines(keepends=True)
        for a, b, c, d in list(_list_differences(case.text, new, way))[:most]:
            if pictured and a in pictured:
                continue
            text = "".join([*new_lines[:c], *old_lines[a:b], *new_lines[d:]])
            if not find_lost_comments(case.comments, text) and reads_as(text, case.after):
                found.append("".join([*old_lines[a:b], "=>\n", *new_lines[c:d]]))
        if not found:
            break
    return found


def _list_pictured_rows(case: Case) -> range:
    """Return the rows of a map that is only a picture, beside a list of sections that all moved."""
    root, before = parse_yaml(case.text), read_sketch(case.text)
    assert isinstance(root, YamlTable)
    first = _split_blocks(case.text).get("map", (0, 0))
    listed = isinstance(root.entries.get("sections"), YamlList)
    return range(*first) if listed and shift(before, case.after) != (0, 0) else range(0)


def _list_differences(old: str, new: str, way: Any) -> Iterator[Stretch]:
    """Yield what differs, key by key, and line by line where as many lines came as went."""
    mine, theirs = _split_blocks(old), _split_blocks(new)
    for key in dict.fromkeys((*mine, *theirs)):
        a0, b0 = mine.get(key, (0, 0))
        c0, d0 = theirs.get(key, (0, 0))
        if key not in mine or key not in theirs:
            if key not in mine:
                a0 = b0 = _find_line_before(theirs, mine, key)
            else:
                c0 = d0 = _find_line_before(mine, theirs, key)
            yield a0, b0, c0, d0
            continue
        old_lines, new_lines = old.splitlines()[a0:b0], new.splitlines()[c0:d0]
        for a, b, c, d in way(old_lines, new_lines):
            if b - a == d - c:
                same = [i for i in range(b - a) if old_lines[a + i] == new_lines[c + i]]
                yield from (
                    (a0 + a + i, a0 + a + i + 1, c0 + c + i, c0 + c + i + 1) for i in range(b - a) if i not in same
                )
            else:
                yield a0 + a, a0 + b, c0 + c, c0 + d


def _split_blocks(text: str) -> dict[str, tuple[int, int]]:
    """Return the lines of each top-level key. Comments and blank lines between two keys belong to neither."""
    root, lines = parse_yaml(text), text.splitlines()
    assert isinstance(root, YamlTable)
    starts = [(key.mark[0] - 1, name) for name, key in root.key_nodes.items()]
    found = {}
    for (start, name), (end, _) in zip(starts, [*starts[1:], (len(lines), "")], strict=True):
        while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
            end -= 1
        found[name] = start, end
    return found


def _find_line_before(has: dict[str, tuple[int, int]], lacks: dict[str, tuple[int, int]], key: str) -> int:
    """Return the line behind the block before a key, in the text that lacks the key."""
    names = list(has)
    for name in reversed(names[: names.index(key)]):
        if name in lacks:
            return lacks[name][1]
    return 0


def _list_stretches(old: list[str], new: list[str]) -> list[Stretch]:
    if len(old) == len(new):
        return [(0, len(old), 0, len(new))]
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [(a, b, c, d) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def _match_from_behind(old: list[str], new: list[str]) -> list[Stretch]:
    """Return the stretches found from the end, where another of equal lines may be the new one."""
    turned = _list_stretches(old[::-1], new[::-1])
    return [(len(old) - b, len(old) - a, len(new) - d, len(new) - c) for a, b, c, d in turned]


def count_gone_lines(case: Case, new: str) -> int:
    """Return how many lines of a text are not in the new one as they were."""
    return sum((Counter(case.text.splitlines()) - Counter(new.splitlines())).values())
