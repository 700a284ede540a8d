"""Which lines of a changed sketch had no need to change.

Two readings, neither of which knows how a change is made. One asks the reader: with the old line put back, does the
text still read as it should? The other tells from the old text where each fact that went stands: every other line
has to be there, as it was.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from dungeon_designer.grid import Square, block
from dungeon_designer.layout.document import Document
from dungeon_designer.layout.model import Layout, Trap, TrapKind
from dungeon_designer.layout.patching.pairing import shift
from dungeon_designer.layout.sketch import data_of, read_sketch
from dungeon_designer.layout.sketch_letters import ZONES
from dungeon_designer.layout.sketch_writer import floor_letters
from dungeon_designer.text.read_faults import converted
from dungeon_designer.text.yaml_text import Listing, Node, Scalar, Table, compose
from tests.layout.handwriting import lost, reads_as

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


# Lines put back ------------------------------------------------------------------------------------------------------


def needless(case: Case, new: str, most: int = 40) -> list[str]:
    """Lines that changed, came or went although the text without that reads as it should, comments and all."""
    found = []
    pictured = _pictured(case)
    for way in (_stretches, _from_behind):
        found = []
        old_lines, new_lines = case.text.splitlines(keepends=True), new.splitlines(keepends=True)
        for a, b, c, d in list(_differences(case.text, new, way))[:most]:
            if pictured and a in pictured:
                continue
            text = "".join([*new_lines[:c], *old_lines[a:b], *new_lines[d:]])
            if not lost(case.comments, text) and reads_as(text, case.after):
                found.append("".join([*old_lines[a:b], "=>\n", *new_lines[c:d]]))
        if not found:
            break
    return found


def _pictured(case: Case) -> range:
    """The rows of a map that is only a picture, beside a list of sections that all moved: it moves as they do."""
    root, before = compose(case.text), read_sketch(case.text)
    assert isinstance(root, Table)
    first = _blocks(case.text).get("map", (0, 0))
    listed = isinstance(root.entries.get("sections"), Listing)
    return range(*first) if listed and shift(before, case.after) != (0, 0) else range(0)


def _differences(old: str, new: str, way: Any) -> Iterator[Stretch]:
    """What differs, key by key, and line by line where as many lines came as went."""
    mine, theirs = _blocks(old), _blocks(new)
    for key in dict.fromkeys((*mine, *theirs)):
        a0, b0 = mine.get(key, (0, 0))
        c0, d0 = theirs.get(key, (0, 0))
        if key not in mine or key not in theirs:
            if key not in mine:
                a0 = b0 = _before(theirs, mine, key)
            else:
                c0 = d0 = _before(mine, theirs, key)
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


def _blocks(text: str) -> dict[str, tuple[int, int]]:
    """The lines of each top-level key. Comments and blank lines between two keys belong to neither."""
    root, lines = compose(text), text.splitlines()
    assert isinstance(root, Table)
    starts = [(key.mark[0] - 1, name) for name, key in root.keys.items()]
    found = {}
    for (start, name), (end, _) in zip(starts, [*starts[1:], (len(lines), "")], strict=True):
        while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
            end -= 1
        found[name] = start, end
    return found


def _before(has: dict[str, tuple[int, int]], lacks: dict[str, tuple[int, int]], key: str) -> int:
    """The line behind the block before a key, in the text that lacks the key."""
    names = list(has)
    for name in reversed(names[: names.index(key)]):
        if name in lacks:
            return lacks[name][1]
    return 0


def _stretches(old: list[str], new: list[str]) -> list[Stretch]:
    if len(old) == len(new):
        return [(0, len(old), 0, len(new))]
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [(a, b, c, d) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def _from_behind(old: list[str], new: list[str]) -> list[Stretch]:
    """The same from the end: of lines that are alike another may be the one that came or went."""
    turned = _stretches(old[::-1], new[::-1])
    return [(len(old) - b, len(old) - a, len(new) - d, len(new) - c) for a, b, c, d in turned]


# Lines that say nothing that went ------------------------------------------------------------------------------------


def touched(case: Case, new: str) -> list[str]:
    """Lines of the old text that say nothing which went, and yet are not in the new one as they were."""
    old_lines = case.text.splitlines()
    free = _Facts(case).lines()
    kept = [line for number, line in enumerate(old_lines) if number not in free and not line.lstrip().startswith("#")]
    missing = Counter(kept) - Counter(new.splitlines())
    return [line for line in missing if line.strip()]


class _Facts:
    """Where in a text the facts stand that the new layout no longer has."""

    def __init__(self, case: Case) -> None:
        root = compose(case.text)
        assert isinstance(root, Table)
        self.text, self.root, self.after = case.text, root, case.after
        self.before = read_sketch(case.text)
        self.data = data_of(root)
        self.document = converted(self.data, Document)
        self.squares: set[Square] = set()

    def lines(self) -> set[int]:
        """The lines that may change, from 0."""
        found: set[int] = set()
        for key, node in self.root.entries.items():
            if key in ("name", "author", "notes", "ruleset", "balls", "enclosed", "extra"):
                if getattr(self.before, key) != getattr(self.after, key):
                    found |= self._span(self.root.keys[key], node)
            elif key in LISTS:
                found |= self._listed(key, node)
            elif key == "legend":
                found.add(max(self._span(node, node)))
        return found | self._sections() | self._map()

    def _span(self, first: Node, last: Node) -> set[int]:
        """The lines from one node to the end of another."""
        end = last
        while not isinstance(end, Scalar) and not end.end:
            end = end.items[-1] if isinstance(end, Listing) else list(end.entries.values())[-1]
        stop = self.text.count("\n", 0, len(self.text[: end.end].rstrip()))
        start = first.mark[0] - 1
        while self.text.splitlines()[start - 1].strip() == "-" or self._is_remark(start - 1):
            start -= 1
        return set(range(start, stop + 1))

    def _is_remark(self, line: int) -> bool:
        return self.text.splitlines()[line].lstrip().startswith("#")

    def _listed(self, key: str, node: Node) -> set[int]:
        """The lines of entries that say what went; those of the last one and the end, where something comes."""
        before, after = (Counter(map(repr, getattr(layout, key))) for layout in (self.before, self.after))
        gone, come = before - after, after - before
        if isinstance(node, Table):
            places = [(node.keys[word], value) for word, value in node.entries.items()]
            words = [(word, square) for word, value in node.entries.items() for square in _squares(value)]
            entries = [(place, place_of) for place, (word, _) in zip(places, node.entries.items(), strict=True)
                       for place_of in [[n for n, (other, _) in enumerate(words) if other == word]]]  # fmt: skip
            numbers = {portal.number for portal in self.after.portals if portal not in self.before.portals}
            items = [[repr(getattr(self.document, key)[n]) for n in numbers] for _, numbers in entries]
            gone += Counter(repr(portal) for portal in self.before.portals if portal.number in numbers)
        else:
            assert isinstance(node, Listing)
            places = [(item, item) for item in node.items]
            items = [self._items(key, entry) for entry in getattr(self.document, key)]
        found: set[int] = set()
        for (first, last), said in zip(places, items, strict=True):
            if any(item in gone for item in said):
                found |= self._span(first, last)
        if come or gone or floor_letters(self.before.sections) != floor_letters(self.after.sections):
            found |= {max(self._span(node, node))} | ({max(self._span(*places[-1]))} if places else set())
        if not after or all(any(item in gone for item in said) for said in items):
            found |= self._span(self.root.keys[key], node)
        return found

    def _items(self, key: str, entry: Any) -> list[str]:
        """The items an entry stands for, as text."""
        if key == "traps" and entry.kind is TrapKind.TRAPDOOR:
            return [repr(trap) for trap in self.before.traps if entry.at in trap.squares]
        kept = set(map(repr, getattr(self.before, key)))
        if repr(entry) in kept or key not in ("traps", "terrain", "obstacles"):
            return [repr(entry)]
        places = set(block(entry.at, entry.size))
        return [repr(each) for each in getattr(self.before, key) if each.at in places and each.kind == entry.kind]

    def _sections(self) -> set[int]:
        """The lines of sections that changed, in a list, in their letters, and in their kinds."""
        node = self.root.entries.get("sections")
        if self.before.sections == self.after.sections or node is None:
            return set()
        if isinstance(node, Listing):
            kept = Counter(map(repr, self.after.sections))
            said = zip(node.items, self.before.sections, strict=True)
            found = {line for item, section in said if repr(section) not in kept for line in self._span(item, item)}
            if not self.after.sections:
                found |= self._span(self.root.keys["sections"], node)
            return found | {max(self._span(node, node)), max(self._span(node.items[-1], node.items[-1]))}
        kinds = self.root.entries.get("section_kinds")
        floor = floor_letters(self.after.sections)
        if floor is None or any(len(section.id) != 1 for section in self.after.sections):
            found = self._span(self.root.keys["sections"], node)
            return found | (self._span(self.root.keys["section_kinds"], kinds) if kinds else set())
        ids = [
            {at: section.id for section in layout.sections for at in section.squares}
            for layout in (self.before, self.after)
        ]
        found = {node.mark[0] + y for x, y in {*ids[0], *ids[1]} if ids[0].get((x, y)) != ids[1].get((x, y))}
        if isinstance(kinds, Table):
            same = {section.id for section in self.after.sections} & {section.id for section in self.before.sections}
            after = {section.id: _kind(section) for section in self.after.sections}
            before = {section.id: _kind(section) for section in self.before.sections}
            for letter, value in kinds.entries.items():
                if letter not in same or before[letter] != after[letter]:
                    found |= self._span(kinds.keys[letter], value)
            if kinds.entries:
                last = list(kinds.entries.values())[-1]
                found |= {max(self._span(kinds, kinds)), max(self._span(last, last))}
            if not same & set(kinds.entries):
                found |= self._span(self.root.keys["section_kinds"], kinds)
        return found

    def _map(self) -> set[int]:
        """The rows of the map on which something came or went."""
        node = self.root.entries.get("map")
        if not isinstance(node, Scalar):
            return set()
        squares: set[Square] = set()
        for key in ("chests", "portals", "traps", "terrain", "obstacles", "square_doors"):
            before, after = (Counter(getattr(layout, key)) for layout in (self.before, self.after))
            for item in (before - after) + (after - before):
                squares |= (
                    set(item.squares) if isinstance(item, Trap) else {item if isinstance(item, tuple) else item.at}
                )
        rows = node.text.split("\n")
        if not isinstance(self.root.entries.get("sections"), Listing):
            old, new = floor_letters(self.before.sections) or {}, floor_letters(self.after.sections)
            if new is None or any(len(section.id) > 1 for section in self.after.sections):
                squares |= {(0, y) for y, row in enumerate(rows) if set(row) & set(ZONES)}
            new = new or {}
            squares |= {at for at in {*old, *new} if old.get(at) != new.get(at)}
        corner = node.mark[0] if node.style == "|" else node.mark[0] - 1
        return {corner + y for _, y in squares}


def _kind(section: Any) -> tuple[Any, ...]:
    return section.kind, section.side, section.name, section.enclosed


def _squares(node: Node) -> list[Node]:
    many = isinstance(node, Listing) and node.items and isinstance(node.items[0], Listing)
    return node.items if many and isinstance(node, Listing) else [node]
