"""Keys of a sketch told anew: words, rows of letters, lists, each by the lines it has in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dungeon_designer.grid import Square
from dungeon_designer.layout.document import said_keys, sides_said
from dungeon_designer.layout.layout_file import version_of
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.patching.node_changes import (
    SAME,
    Placed,
    fit,
    fit_items,
    matched,
    swap_block,
    write_lines,
)
from dungeon_designer.layout.patching.pairing import carried, facts, merged, paired, plainly
from dungeon_designer.layout.patching.source import Rows, Source
from dungeon_designer.layout.sketch_letters import legend_entry, plain
from dungeon_designer.layout.sketch_writer import in_order, listed, tabled
from dungeon_designer.text.yaml_text import Listing, Scalar, Table, block, flow

WORDS = ("name", "author", "ruleset", "notes", "balls", "enclosed", "sides")
ON_EDGES = ("walls", "doors", "leap_edges")
UNORDERED = (*ON_EDGES, "labels")
IN_ORDER = ("machines", "waivers")
ORDER = (
    *WORDS, "map", "sections", "section_kinds", "legend", "chests", "portals", "square_doors", "terrain", "obstacles",
    "traps", *ON_EDGES, "machines", "labels", "waivers", "extra",
)  # fmt: skip
"""The order in which keys come to stand that were not there."""

_BARE_ROW = re.compile(r"[<(.\w][\w<>().+=~%']*$")


def new_key(source: Source, key: str, value: Any, lines: Iterable[str] = ()) -> None:
    """A key that was not there, behind those that come before it; or one that is told in quite another way."""
    names = [item.key for item in source.keys]
    if key in names:
        old = source.keys[names.index(key)]
        source.keys[names.index(key)] = Placed(None, value, key, list(lines), old.old)
    else:
        before = [names.index(name) for name in ORDER[: ORDER.index(key)] if name in names]
        source.keys.insert(max(before, default=-1) + 1, Placed(None, value, key, list(lines)))


def no_key(source: Source, key: str) -> None:
    """Without a key, if it is there."""
    source.keys = [item for item in source.keys if item.key != key]


def _other_value(source: Source, key: str, value: Any) -> None:
    """A key that is there, with another value."""
    source.keys = [item._replace(value=value) if item.key == key else item for item in source.keys]


def tell(source: Source, key: str, items: Sequence[Placed], lines: Callable[[], Iterable[str]]) -> None:
    """A list or table with these entries; `lines` are how a file without it has it, which is never without entries."""
    node = source.root.entries.get(key)
    if isinstance(node, Listing | Table) and (items or key == "sections"):
        names = [""] * len(node.items) if isinstance(node, Listing) else list(node.entries)
        if names and all(item.old is None for item in items):
            new_key(source, key, [item.value for item in items], lines() if items else [f"{key}: []"])
        elif list(items) != [Placed(number, SAME, name) for number, name in enumerate(names)]:
            fit_items(source.changes, node, items, key)
    elif items:
        value = [item.value for item in items] if not items[0].key else {item.key: item.value for item in items}
        new_key(source, key, value, lines())
    elif node is not None:
        no_key(source, key)


def tell_words(source: Source, before: Layout, after: Layout) -> None:
    """Name, author and all else that is one word, number or text."""
    for key in WORDS:
        value = getattr(after, key)
        if getattr(before, key) == value:
            continue
        if key == "sides":
            value = plainly(sides_said(value))
        if key in source.root.entries:
            _other_value(source, key, value)
        else:
            text = block(value) if isinstance(value, str) else flow(value)
            new_key(source, key, value, f"{key}: {text}".split("\n"))


def tell_version(source: Source, after: Layout) -> None:
    """The version, where the sketch says one that does not know what is to be told."""
    needed = version_of(said_keys(after))
    if "version" in source.root.entries and int(plain(source.root.entries["version"], "version")) < needed:
        _other_value(source, "version", needed)


def tell_extra(source: Source, before: Layout, after: Layout) -> None:
    """What is the writer's own."""
    node = source.root.entries.get("extra")
    if before.extra == after.extra:
        return
    if node is None:
        new_key(source, "extra", after.extra, [f"extra: {flow(in_order(after.extra))}"])
    elif after.extra:
        _other_value(source, "extra", plainly(after.extra))
    else:
        no_key(source, "extra")


def tell_unordered(source: Source, after: Layout, by: Square) -> None:
    """Walls, doors, leap edges and labels, whose order carries no meaning."""
    for key in UNORDERED:
        needed, kept, free = list(getattr(after, key)), {}, []
        entries = [carried(entry, by) for entry in getattr(source.document, key)]
        for number, entry in enumerate(entries):
            if entry in needed:
                needed.remove(entry)
                kept[number] = entry
            else:
                free.append(number)
        pairs = paired([facts(entries[number]) for number in free], list(map(facts, needed)))
        kept |= {free[old]: needed[new] for new, old in pairs.items()}
        come = [(None, item) for new, item in enumerate(needed) if new not in pairs]
        _tell_entries(source, key, [*sorted(kept.items()), *come])


def tell_in_order(source: Source, after: Layout, by: Square) -> None:
    """Machines and waivers, which stay in their order."""
    for key in IN_ORDER:
        entries = [carried(entry, by) for entry in getattr(source.document, key)]
        new = getattr(after, key)
        pairs = matched(list(map(repr, entries)), list(map(repr, new)))
        _tell_entries(source, key, [(old, new[place]) for old, place in pairs])


def _tell_entries(source: Source, key: str, entries: Sequence[tuple[int | None, Any]]) -> None:
    """A list of these items, each in the place of an old entry or new."""
    old, data = getattr(source.document, key), source.data.get(key, ())
    placed = []
    for number, item in entries:
        if number is None:
            placed.append(Placed(None, facts(item)))
        else:
            placed.append(Placed(number, SAME if old[number] == item else merged(data[number], item, facts(item))))
    tell(source, key, placed, lambda: listed(key, [item.value for item in placed]))


def tell_portals(source: Source, items: Sequence[Placed]) -> None:
    """Portals in a list as any other; in a table, squares below their numbers."""
    node = source.root.entries.get("portals")
    if isinstance(node, Listing):
        tell(source, "portals", items, lambda: ())
        return
    words = [(word, n) for word, squares in _squares(source).items() for n in range(len(squares))]
    entries: dict[int, tuple[str | None, list[Any]]] = {}
    used: set[str | None] = {None}
    for item in items:
        word = words[item.old][0] if item.old is not None else None
        said = source.data["portals"][item.old] if item.value is SAME else item.value
        if said["number"] not in entries:
            entries[said["number"]] = (None if word in used else word), []
            used.add(word)
        entries[said["number"]][1].append(list(said["at"]))
    _tell_table(source, entries)


def _tell_table(source: Source, entries: dict[int, tuple[str | None, list[Any]]]) -> None:
    old = _squares(source)
    names = list(old)
    placed = []
    for number, (word, squares) in entries.items():
        value = squares[0] if len(squares) == 1 and (word is None or not _is_many(source, word)) else squares
        key = word if word is not None and int(word) == number else str(number)
        if word is None:
            placed.append(Placed(None, value, key))
        else:
            placed.append(Placed(names.index(word), SAME if squares == old[word] else value, key))
    placed.sort(key=lambda item: len(names) if item.old is None else item.old)
    table = {int(item.key): item.value for item in placed}
    tell(source, "portals", placed, lambda: tabled("portals", table))


def _squares(source: Source) -> dict[str, list[Any]]:
    """The squares below each number of a table of portals, as written."""
    node = source.root.entries.get("portals")
    words = list(node.entries) if isinstance(node, Table) else []
    found: dict[str, list[Any]] = {word: [] for word in words}
    numbers = iter(source.data.get("portals", ()))
    for word in words:
        many = _is_many(source, word)
        table = node.entries[word] if isinstance(node, Table) else None
        count = len(table.items) if many and isinstance(table, Listing) else 1
        found[word] = [list(next(numbers)["at"]) for _ in range(count)]
    return found


def _is_many(source: Source, word: str) -> bool:
    """Whether a number has a list of squares below it rather than one square."""
    table = source.root.entries["portals"]
    node = table.entries[word] if isinstance(table, Table) else None
    return isinstance(node, Listing) and bool(node.items) and isinstance(node.items[0], Listing)


def tell_legend(source: Source) -> None:
    """The letters that were not needed before."""
    node = source.root.entries.get("legend")
    new = {letter: legend_entry(source.own[letter]) for letter in source.new_letters}
    old = [Placed(number, SAME, name) for number, name in enumerate(node.entries)] if isinstance(node, Table) else []
    if new:
        items = [*old, *(Placed(None, value, letter) for letter, value in new.items())]
        tell(source, "legend", items, lambda: tabled("legend", new))


def write_rows(source: Source, key: str, rows: Rows) -> None:
    """Rows of letters in the lines of their block; one row, or rows in braces, as the word they were."""
    node, changes = source.root.entries[key], source.changes
    if not isinstance(node, Scalar):
        return
    lines = _rows_in_block(rows.rows, changes.text[node.start : changes.next_line(node.start)])
    if node.style == "|":
        write_lines(changes, node, lines)
    elif "\n".join(rows.rows) == node.text:
        return
    elif len(lines) == 1 and not node.style and _BARE_ROW.match(lines[0]):
        changes.exchange(node.start, node.end, lines[0])
    elif len(lines) == 1 or source.root.end:
        fit(changes, node, "\n".join(lines), key)
    else:
        swap_block(changes, node, "\n".join(lines) + "\n")


def _rows_in_block(rows: Sequence[str], head: str) -> list[str]:
    """Rows whose first letter no reader of a block takes for its indentation."""
    first = next((number for number, row in enumerate(rows) if row.strip()), None)
    if first is None or re.match(r"\|[-+]*\d", head):
        return list(rows)
    row = rows[first].lstrip(" ")
    return [*[""] * first, "#" * (len(rows[first]) - len(row)) + row, *rows[first + 1 :]]
