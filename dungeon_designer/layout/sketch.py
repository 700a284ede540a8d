"""Read a sketch: a dungeon as text, described in docs/formats.md.

An object that both the map and a list name is one object. Where map and list contradict each other (lava in the map,
water in the list), the reader does not guess: that is a Fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import suggest_word
from dungeon_designer.grid import Square, find_bounds, find_connected_groups, list_block_squares
from dungeon_designer.layout.layout_document import (
    MAX_OBJECTS,
    MAX_SECTION_SQUARES,
    MAX_TERRAIN_SQUARES,
    LayoutDocument,
    ObstacleEntry,
    TerrainEntry,
    build_layout,
    check_extents,
    check_team,
    read_teams,
)
from dungeon_designer.layout.layout_file import check_version
from dungeon_designer.layout.model import Layout, MatchTeam, Portal, Section, SquareDoor, SquareInFile, Trap, TrapKind
from dungeon_designer.layout.sketch_letters import (
    ZONE_BY_LETTER,
    LetterMeaning,
    build_plain_data,
    list_drawn_meanings,
    read_legend,
)
from dungeon_designer.layout.sketch_sections import build_lettered_sections, find_connected_sections, read_section_kinds
from dungeon_designer.text.letter_grid import FLOOR_LETTER, ROCK_LETTERS, LetterGrid, read_letter_grid
from dungeon_designer.text.read_faults import Fault, KeyPath, convert_data, format_value
from dungeon_designer.text.yaml_text import Scalar, YamlList, YamlTable, find_node_mark, parse_yaml, split_lines


def list_shown_items(square: Square, meaning: LetterMeaning) -> Iterator[tuple[str, Any]]:
    """Yield the items that a letter with some meaning shows on a square, each with the key of its list."""
    if meaning.terrain:
        yield "terrain", TerrainEntry(kind=meaning.terrain, at=square)
    if meaning.obstacle:
        yield "obstacles", ObstacleEntry(kind=meaning.obstacle, at=square)
    if meaning.door is not None:
        yield "square_doors", SquareDoor(at=square, open=meaning.door == "open")
    if meaning.trap:
        yield "traps", Trap(kind=meaning.trap, at=square)
    if meaning.portal:
        yield "portals", Portal(number=meaning.portal, at=square)
    if meaning.chest:
        yield "chests", square


def merge_drawn_items(
    document: LayoutDocument, shown_meanings: Iterable[tuple[Square, LetterMeaning]], has_size: Sequence[bool]
) -> LayoutDocument:
    """Return the document with all items that its map shows.

    Args:
        document: the keys of the sketch without the map.
        shown_meanings: each square whose letter in the map means more than floor, with the meaning.
        has_size: for each listed trap, whether the sketch gives its size.

    Raises:
        Fault: the map and a list contradict each other.
    """
    drawn_items: dict[str, list[Any]] = defaultdict(list)
    for square, meaning in shown_meanings:
        for key, item in list_shown_items(square, meaning):
            drawn_items[key].append(item)
    new: dict[str, tuple[Any, ...]] = {
        "traps": _merge_drawn_traps(document.traps, drawn_items.pop("traps", ()), has_size)
    }
    for key, items in drawn_items.items():
        listed_items = getattr(document, key)
        if key in ("chests", "portals"):
            known_items = set(listed_items)
            new[key] = (*listed_items, *(item for item in items if item not in known_items))
        else:
            new[key] = (*listed_items, *_find_unlisted_items(key, {item.at: item for item in items}, listed_items))
    return replace(document, **new)


def _find_unlisted_items(key: str, drawn_items: dict[Square, Any], listed_items: Iterable[Any]) -> list[Any]:
    """Return the items drawn on the map whose squares no entry of the sketch's list `key` names.

    Raises:
        Fault: the list says something else of a square than the map.
    """
    unlisted_items = dict(drawn_items)
    for index, entry in enumerate(listed_items):
        size = getattr(entry, "size", (1, 1))
        for square in [entry.at] if size == (1, 1) else list_block_squares(entry.at, size):
            if square not in drawn_items:
                continue
            drawn_words, listed_words = (
                ("an open door" if item.open else "a shut door") if isinstance(item, SquareDoor) else str(item.kind)
                for item in (drawn_items[square], entry)
            )
            if drawn_words != listed_words:
                raise Fault(
                    f"{square} is drawn as {drawn_words} and listed as {listed_words}; say one of them", (key, index)
                )
            unlisted_items.pop(square, None)
    return list(unlisted_items.values())


def _merge_drawn_traps(
    listed_traps: Sequence[Trap], drawn_traps: Iterable[Trap], has_size: Sequence[bool]
) -> tuple[Trap, ...]:
    """Return the listed and the drawn traps, each once.

    Connected drawn trapdoors are one trapdoor. One entry of the list may say what lies below a drawn trapdoor;
    without a size, the entry takes the shape from the map.

    Raises:
        Fault: the entries cover only a part of a drawn trapdoor.
    """
    listed_squares: dict[TrapKind, set[Square]] = defaultdict(set)
    trapdoor_entries: dict[Square, list[int]] = defaultdict(list)
    for index, trap in enumerate(listed_traps):
        listed_squares[trap.kind].update(trap.squares)
        for square in trap.squares if trap.kind is TrapKind.TRAPDOOR else ():
            trapdoor_entries[square].append(index)
    trapdoor_squares = [trap.at for trap in drawn_traps if trap.kind is TrapKind.TRAPDOOR]
    other_traps = [
        trap for trap in drawn_traps if trap.kind is not TrapKind.TRAPDOOR and trap.at not in listed_squares[trap.kind]
    ]
    result: list[Trap | None] = list(listed_traps)
    for group in find_connected_groups(trapdoor_squares):
        group_entries = sorted({i for trapdoor_square in group for i in trapdoor_entries[trapdoor_square]})
        if not group_entries:
            result += build_trapdoors(group, Trap(kind=TrapKind.TRAPDOOR, at=group[0]))
        elif len(group_entries) == 1 and not has_size[group_entries[0]]:
            result += build_trapdoors(group, listed_traps[group_entries[0]])
            result[group_entries[0]] = None
        elif (listed_count := sum(1 for square in group if trapdoor_entries[square])) < len(group):
            problem = f"the trapdoor drawn here has {len(group)} squares, its entries cover {listed_count} of them"
            raise Fault(problem, ("traps", group_entries[0]))
    return *(trap for trap in result if trap), *other_traps


def build_trapdoors(group: list[Square], model: Trap) -> list[Trap]:
    """Return the trapdoors that a connected group of letters draws, each with the other facts of `model`.

    A rectangle is one trapdoor. Any other group becomes one trapdoor for each unbroken row. It has a row of at least
    two squares, so that it cannot be confused with trapdoors of one square each.
    """
    corner, size = find_bounds(group)
    if len(group) == size[0] * size[1]:
        return [replace(model, at=corner, size=size)]
    rows: list[list[Square]] = []
    for x, y in group:
        if rows and rows[-1][-1] == (x - 1, y):
            rows[-1].append((x, y))
        else:
            rows.append([(x, y)])
    return [replace(model, at=row[0], size=(len(row), 1)) for row in rows]


SKETCH_ONLY_KEYS = ("map", "section_kinds", "legend", "version")
"""The keys that a sketch has and a layout file has not."""

SKETCH_KEYS = frozenset({*Layout.__struct_fields__, *SKETCH_ONLY_KEYS})
"""All keys of a sketch."""


def read_sketch(text: str) -> Layout:
    r"""Return the canonical layout in the text of a sketch.

    Raises:
        Fault: the text is no sketch, or a value is wrong. The Fault has the line and column.

    >>> read_sketch("name: Hall\nmap: <.C>").chests
    ((2, 0),)
    """
    root = parse_yaml(text)
    if not isinstance(root, YamlTable):
        raise Fault("a sketch is a table of keys and values, as in 'name: The Long Hall'", mark=root.mark)
    try:
        return _build_sketch_layout(root, split_lines(text))
    except Fault as fault:
        if fault.mark is None:
            fault.mark = find_node_mark(root, fault.path, fault.at_key)
        raise


def _build_sketch_layout(root: YamlTable, lines: list[str]) -> Layout:
    """Return the layout that the parsed YAML of a sketch describes. `lines` is the text of the sketch."""
    _check_keys(root)
    data = build_layout_data(root)
    document = convert_data(data, LayoutDocument)
    check_extents(document)
    grid = read_letter_grid(root.entries["map"], "map", lines) if "map" in root.entries else None
    if grid:
        _check_amount(grid, MAX_TERRAIN_SQUARES + MAX_OBJECTS)
    legend = read_legend(root.entries["legend"]) if "legend" in root.entries else {}
    shown_meanings = list(list_drawn_meanings(grid, legend)) if grid else []
    has_size = ["size" in entry for entry in data.get("traps", ())]
    document = merge_drawn_items(document, shown_meanings, has_size)
    if "sections" not in data:
        document = replace(document, sections=_read_sections(root, grid, lines, read_teams(document)))
    else:
        for y, row in enumerate(grid.rows if grid else ()):
            if grid and (zone_letter := next((letter for letter in row if letter in ZONE_BY_LETTER), "")):
                problem = (
                    f"{format_value(zone_letter)} cannot be drawn where 'sections' is a list;"
                    " the list gives kind and side"
                )
                raise Fault(problem, ("map",), grid.find_mark((row.index(zone_letter), y)))
    return build_layout(document, data)


def _check_keys(root: YamlTable) -> None:
    """Raise a Fault for an unknown key, a missing map, or keys that do not fit together."""
    if "version" in root.entries:
        check_version(root.entries, build_plain_data(root.entries["version"], "version"))
    for key in root.entries:
        if key not in SKETCH_KEYS:
            raise Fault(f"unknown key {format_value(key)}{suggest_word(key, SKETCH_KEYS)}", (key,), at_key=True)
    if "map" not in root.entries and "sections" not in root.entries:
        raise Fault("nothing is drawn: a sketch needs the key 'map' or 'sections'")
    if "section_kinds" in root.entries and not isinstance(root.entries.get("sections"), Scalar):
        state = "a list that says the kinds itself" if "sections" in root.entries else "missing"
        raise Fault(f"this names the letters of 'sections', which is {state}", ("section_kinds",), at_key=True)


def build_layout_data(root: YamlTable) -> dict[str, Any]:
    """Return the keys that a sketch shares with layout files, as plain data.

    Portals are converted to the form of a layout file.
    """
    entries = {key: node for key, node in root.entries.items() if key not in SKETCH_ONLY_KEYS}
    if not isinstance(entries.get("sections"), YamlList):
        entries.pop("sections", None)
    data = {key: build_plain_data(node, key) for key, node in entries.items()}
    if isinstance(portals := entries.get("portals"), YamlTable):
        data["portals"] = _read_portals(portals)
    return data


def _read_portals(table: YamlTable) -> list[dict[str, Any]]:
    """Return the portals of a sketch as entries of a layout file.

    In the sketch they are a table: each number of a portal has a square, or a list of squares.

    Raises:
        Fault: a key is no number from 1 to 99, or a value is no square.
    """
    entries: list[dict[str, Any]] = []
    for word, node in table.entries.items():
        path: KeyPath = ("portals", word)
        if not word.isascii() or not word.isdigit() or len(word) > 2 or not int(word):
            raise Fault(f"expected the number of a portal, 1 to 99, not {format_value(word)}", path, at_key=True)
        value = build_plain_data(node, "at")
        if isinstance(value, list) and value and isinstance(value[0], list):
            squares = convert_data(value, tuple[SquareInFile, ...], path)
        else:
            squares = (convert_data(value, SquareInFile, path),)  # type: ignore[arg-type]
        entries += [{"number": int(word), "at": square} for square in squares]
    return entries


def _read_sections(
    root: YamlTable, grid: LetterGrid | None, lines: list[str], teams: tuple[MatchTeam, ...]
) -> tuple[Section, ...]:
    """Return the sections that a sketch draws: by its section letters, else by what is connected in its map."""
    if "sections" in root.entries:
        kinds = read_section_kinds(root.entries["section_kinds"]) if "section_kinds" in root.entries else {}
        for letter, settings in kinds.items():
            check_team(settings.side, teams, ("section_kinds", letter, "side"))
        letter_grid = read_letter_grid(root.entries["sections"], "sections", lines)
        _check_amount(letter_grid, MAX_SECTION_SQUARES)
        return build_lettered_sections(letter_grid, grid, kinds)
    return find_connected_sections(grid.rows) if grid else ()


def _check_amount(grid: LetterGrid, max_objects: int) -> None:
    """Raise a Fault if rows of letters have more floor than a layout may hold, or more than `max_objects` objects."""
    floor_count = sum(len(row) - sum(map(row.count, ROCK_LETTERS)) for row in grid.rows)
    object_count = floor_count - sum(sum(map(row.count, (FLOOR_LETTER, *ZONE_BY_LETTER))) for row in grid.rows)
    if floor_count > MAX_SECTION_SQUARES or object_count > max_objects:
        limit = f"{MAX_SECTION_SQUARES:,} squares" if floor_count > MAX_SECTION_SQUARES else f"{max_objects:,} things"
        raise Fault(f"more than {limit} are drawn", mark=grid.mark)
