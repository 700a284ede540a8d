"""The sketch: a dungeon as text, read. What it may say is told in docs/formats.md.

The same item in the map and in a list is one item, said twice. Where the two contradict each other (lava in the map,
water in the list) nothing is guessed: that is a fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import Square, block, bounds, groups
from dungeon_designer.layout.document import (
    GROUND,
    SQUARES,
    THINGS,
    Document,
    ObstacleEntry,
    TerrainEntry,
    check_extents,
    check_team,
    layout_of,
    read_sides,
)
from dungeon_designer.layout.layout_file import check_version
from dungeon_designer.layout.model import Layout, MatchSide, Place, Portal, Section, SquareDoor, Trap, TrapKind
from dungeon_designer.layout.sketch_letters import ZONES, Meaning, drawn, legend_of, plain_data
from dungeon_designer.layout.sketch_sections import by_letters, connected, kinds_of
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR, ROCK, Grid, grid_of
from dungeon_designer.text.yaml_text import Listing, Scalar, YamlTable, compose, lines_of, located


def items_shown(at: Square, what: Meaning) -> Iterator[tuple[str, Any]]:
    """The items that a letter with some meaning shows on a square, each with the key under which lists have such."""
    if what.terrain:
        yield "terrain", TerrainEntry(kind=what.terrain, at=at)
    if what.obstacle:
        yield "obstacles", ObstacleEntry(kind=what.obstacle, at=at)
    if what.door is not None:
        yield "square_doors", SquareDoor(at=at, open=what.door == "open")
    if what.trap:
        yield "traps", Trap(kind=what.trap, at=at)
    if what.portal:
        yield "portals", Portal(number=what.portal, at=at)
    if what.chest:
        yield "chests", at


def with_drawn(document: Document, shown: Iterable[tuple[Square, Meaning]], sized: Sequence[bool]) -> Document:
    """The document with everything the map shows. `sized` tells which of its traps had their size said."""
    drawn: dict[str, list[Any]] = defaultdict(list)
    for at, what in shown:
        for key, item in items_shown(at, what):
            drawn[key].append(item)
    new: dict[str, tuple[Any, ...]] = {"traps": _with_drawn_traps(document.traps, drawn.pop("traps", ()), sized)}
    for key, items in drawn.items():
        listed = getattr(document, key)
        if key in ("chests", "portals"):
            known = set(listed)
            new[key] = (*listed, *(item for item in items if item not in known))
        else:
            new[key] = (*listed, *_unsaid(key, {item.at: item for item in items}, listed))
    return replace(document, **new)


def _unsaid(key: str, drawn: dict[Square, Any], listed: Iterable[Any]) -> list[Any]:
    """What is drawn on squares no list names; a Fault where the list says something else of a drawn square."""
    left = dict(drawn)
    for index, entry in enumerate(listed):
        size = getattr(entry, "size", (1, 1))
        for at in [entry.at] if size == (1, 1) else block(entry.at, size):
            if at not in drawn:
                continue
            words, said = (
                ("an open door" if item.open else "a shut door") if isinstance(item, SquareDoor) else str(item.kind)
                for item in (drawn[at], entry)
            )
            if words != said:
                raise Fault(f"{at} is drawn as {words} and listed as {said}; say one of them", (key, index))
            left.pop(at, None)
    return list(left.values())


def _with_drawn_traps(listed: Sequence[Trap], drawn: Iterable[Trap], sized: Sequence[bool]) -> tuple[Trap, ...]:
    """Listed traps and drawn ones. Drawn trapdoors that are connected are one, whose entry says what lies below."""
    covered: dict[TrapKind, set[Square]] = defaultdict(set)
    entries: dict[Square, list[int]] = defaultdict(list)
    for index, trap in enumerate(listed):
        covered[trap.kind].update(trap.squares)
        for square in trap.squares if trap.kind is TrapKind.TRAPDOOR else ():
            entries[square].append(index)
    doors = [trap.at for trap in drawn if trap.kind is TrapKind.TRAPDOOR]
    single = [trap for trap in drawn if trap.kind is not TrapKind.TRAPDOOR and trap.at not in covered[trap.kind]]
    result: list[Trap | None] = list(listed)
    for group in groups(doors):
        at_place = sorted({i for at in group for i in entries[at]})
        if not at_place:
            result += as_trapdoors(group, Trap(kind=TrapKind.TRAPDOOR, at=group[0]))
        elif len(at_place) == 1 and not sized[at_place[0]]:
            result += as_trapdoors(group, listed[at_place[0]])
            result[at_place[0]] = None
        elif (told := sum(1 for square in group if entries[square])) < len(group):
            problem = f"the trapdoor drawn here has {len(group)} squares, its entries cover {told} of them"
            raise Fault(problem, ("traps", at_place[0]))
    return *(trap for trap in result if trap), *single


def as_trapdoors(group: list[Square], like: Trap) -> list[Trap]:
    """The trapdoors that a group of letters draws: one where it is a rectangle, else one for each unbroken row of it.

    Some row of an odd group is two squares long or more, so that it is told from trapdoors of one square each.
    """
    at, size = bounds(group)
    if len(group) == size[0] * size[1]:
        return [replace(like, at=at, size=size)]
    rows: list[list[Square]] = []
    for x, y in group:
        if rows and rows[-1][-1] == (x - 1, y):
            rows[-1].append((x, y))
        else:
            rows.append([(x, y)])
    return [replace(like, at=row[0], size=(len(row), 1)) for row in rows]


OWN_KEYS = ("map", "section_kinds", "legend", "version")
"""What a sketch may say that a layout file says otherwise or not at all."""

KEYS = frozenset({*Layout.__struct_fields__, *OWN_KEYS})
"""Every key of a sketch."""


def read_sketch(text: str) -> Layout:
    """The normalised layout in a sketch's text; a Fault with line and column.

    >>> read_sketch("name: Hall\\nmap: <.C>").chests
    ((2, 0),)
    """
    root = compose(text)
    if not isinstance(root, YamlTable):
        raise Fault("a sketch is a table of keys and values, as in 'name: The Long Hall'", mark=root.mark)
    try:
        return _layout(root, lines_of(text))
    except Fault as fault:
        if fault.mark is None:
            fault.mark = located(root, fault.path, fault.at_key)
        raise


def _layout(root: YamlTable, lines: list[str]) -> Layout:
    _check_keys(root)
    data = data_of(root)
    document = converted(data, Document)
    check_extents(document)
    grid = grid_of(root.entries["map"], "map", lines) if "map" in root.entries else None
    if grid:
        _check_amount(grid, GROUND + THINGS)
    own = legend_of(root.entries["legend"]) if "legend" in root.entries else {}
    shown = list(drawn(grid, own)) if grid else []
    sized = ["size" in entry for entry in data.get("traps", ())]
    document = with_drawn(document, shown, sized)
    if "sections" not in data:
        document = replace(document, sections=_sections(root, grid, lines, read_sides(document)))
    else:
        for y, row in enumerate(grid.rows if grid else ()):
            if grid and (zone := next((letter for letter in row if letter in ZONES), "")):
                problem = f"{quoted(zone)} cannot be drawn where 'sections' is a list; the list gives kind and side"
                raise Fault(problem, ("map",), grid.mark_of((row.index(zone), y)))
    return layout_of(document, data)


def _check_keys(root: YamlTable) -> None:
    if "version" in root.entries:
        check_version(root.entries, plain_data(root.entries["version"], "version"))
    for key in root.entries:
        if key not in KEYS:
            raise Fault(f"unknown key {quoted(key)}{did_you_mean(key, KEYS)}", (key,), at_key=True)
    if "map" not in root.entries and "sections" not in root.entries:
        raise Fault("nothing is drawn: a sketch needs the key 'map' or 'sections'")
    if "section_kinds" in root.entries and not isinstance(root.entries.get("sections"), Scalar):
        what = "a list that says the kinds itself" if "sections" in root.entries else "missing"
        raise Fault(f"this names the letters of 'sections', which is {what}", ("section_kinds",), at_key=True)


def data_of(root: YamlTable) -> dict[str, Any]:
    """What a sketch spells as a layout file does, as plain data; portals are brought to that form."""
    entries = {key: node for key, node in root.entries.items() if key not in OWN_KEYS}
    if not isinstance(entries.get("sections"), Listing):
        entries.pop("sections", None)
    data = {key: plain_data(node, key) for key, node in entries.items()}
    if isinstance(portals := entries.get("portals"), YamlTable):
        data["portals"] = _portals(portals)
    return data


def _portals(table: YamlTable) -> list[dict[str, Any]]:
    """Portals given as number and square, or number and several squares."""
    found: list[dict[str, Any]] = []
    for word, node in table.entries.items():
        path: Path = ("portals", word)
        if not word.isascii() or not word.isdigit() or len(word) > 2 or not int(word):
            raise Fault(f"expected the number of a portal, 1 to 99, not {quoted(word)}", path, at_key=True)
        value = plain_data(node, "at")
        several = isinstance(value, list) and value and isinstance(value[0], list)
        places = converted(value, tuple[Place, ...], path) if several else [converted(value, Place, path)]  # type: ignore[arg-type]
        found += [{"number": int(word), "at": square} for square in places]
    return found


def _sections(
    root: YamlTable, grid: Grid | None, lines: list[str], sides: tuple[MatchSide, ...]
) -> tuple[Section, ...]:
    """The sections a sketch draws: by its letters, else what is connected in its map."""
    if "sections" in root.entries:
        kinds = kinds_of(root.entries["section_kinds"]) if "section_kinds" in root.entries else {}
        for letter, said in kinds.items():
            check_team(said.side, sides, ("section_kinds", letter, "side"))
        letters = grid_of(root.entries["sections"], "sections", lines)
        _check_amount(letters, SQUARES)
        return by_letters(letters, grid, kinds)
    return connected(grid.rows) if grid else ()


def _check_amount(grid: Grid, most: int) -> None:
    """A Fault when rows of letters have more floor than a layout may hold, or more than `most` things on it."""
    floor = sum(len(row) - sum(map(row.count, ROCK)) for row in grid.rows)
    things = floor - sum(sum(map(row.count, (FLOOR, *ZONES))) for row in grid.rows)
    if floor > SQUARES or things > most:
        what = f"{SQUARES:,} squares" if floor > SQUARES else f"{most:,} things"
        raise Fault(f"more than {what} are drawn", mark=grid.mark)
