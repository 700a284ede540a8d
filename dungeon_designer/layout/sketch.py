"""Read a sketch: a dungeon as text, described in docs/reference/dungeon-file.md.

An object that both the map and a list name is one object. Where map and list contradict each other (lava in the map,
water in the list), the reader does not guess: that is a Fault.
"""

from __future__ import annotations

from collections import Counter, defaultdict
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
    """Yield what a letter of a sketch's map shows on a square, item by item: the key of a layout's list, and the item.

    A legend may let one letter mean several things, such as lava and a portal.
    """
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
    """Return a sketch's lists (`chests`, `terrain`...) with all items that its map shows by letters added to them.

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
    new_lists: dict[str, tuple[Any, ...]] = {
        "traps": _merge_drawn_traps(document.traps, drawn_items.pop("traps", ()), has_size)
    }
    for key, items in drawn_items.items():
        listed_items = getattr(document, key)
        if key in ("chests", "portals"):
            # map and list cannot contradict each other: all that is said of a chest is its square, and a square may
            # have several portals
            known_items = set(listed_items)
            unlisted_items = [item for item in items if item not in known_items]
        else:
            unlisted_items = _find_unlisted_items(key, {item.at: item for item in items}, listed_items)
        new_lists[key] = (*listed_items, *unlisted_items)
    return replace(document, **new_lists)


def _find_unlisted_items(key: str, drawn_items: dict[Square, Any], listed_items: Iterable[Any]) -> list[Any]:
    """Return the items drawn on the map whose squares no entry of the sketch's list `key` names.

    Raises:
        Fault: the list says something else of a square than the map.
    """
    unlisted_items = dict(drawn_items)
    for index, entry in enumerate(listed_items):
        for square in list_block_squares(entry.at, getattr(entry, "size", (1, 1))):
            if square not in drawn_items:
                continue
            drawn_words, listed_words = _describe_item(drawn_items[square]), _describe_item(entry)
            if drawn_words != listed_words:
                raise Fault(
                    f"{square} is drawn as {drawn_words} and listed as {listed_words}; keep one of them", (key, index)
                )
            unlisted_items.pop(square, None)
    return list(unlisted_items.values())


def _describe_item(item: Any) -> str:
    """Return the words by which messages name an item: "a shut door", or the kind of terrain or obstacle."""
    if isinstance(item, SquareDoor):
        return "an open door" if item.open else "a shut door"
    return str(item.kind)


def _merge_drawn_traps(
    listed_traps: Sequence[Trap], drawn_traps: Iterable[Trap], has_size: Sequence[bool]
) -> tuple[Trap, ...]:
    """Return the traps that the sketch lists and those that its map draws. A trap that both show comes only once.

    Args:
        listed_traps: the entries of the key `traps`.
        drawn_traps: a trap of one square for each letter of the map that shows a trap.
        has_size: for each listed trap, whether the sketch gives its size.

    Raises:
        Fault: the entries cover only a part of a drawn trapdoor.
    """
    listed_squares = {(trap.kind, square) for trap in listed_traps for square in trap.squares}
    trapdoor_squares = [trap.at for trap in drawn_traps if trap.kind is TrapKind.TRAPDOOR]
    drawn_pits = [trap for trap in drawn_traps if trap.kind is not TrapKind.TRAPDOOR]
    unlisted_pits = [trap for trap in drawn_pits if (trap.kind, trap.at) not in listed_squares]
    return *_merge_drawn_trapdoors(listed_traps, trapdoor_squares, has_size), *unlisted_pits


def _merge_drawn_trapdoors(
    listed_traps: Sequence[Trap], drawn_squares: Iterable[Square], has_size: Sequence[bool]
) -> list[Trap]:
    """Return the listed traps, and the trapdoors that are drawn only in the map.

    Connected squares of the map are one trapdoor. An entry of the list at one of them may say what lies below it; if
    the entry has no size, it gets the squares of the map.

    Args:
        listed_traps: the entries of the key `traps`.
        drawn_squares: the squares of the map with the letter of a trapdoor.
        has_size: for each listed trap, whether the sketch gives its size.

    Raises:
        Fault: the entries cover only a part of a drawn trapdoor.
    """
    entries_by_square: dict[Square, set[int]] = defaultdict(set)  # the indexes of listed trapdoors on each square
    for index, trap in enumerate(listed_traps):
        if trap.kind is TrapKind.TRAPDOOR:
            for square in trap.squares:
                entries_by_square[square].add(index)
    kept_traps = dict(enumerate(listed_traps))
    drawn_trapdoors: list[Trap] = []
    for group in find_connected_groups(drawn_squares):
        entries = sorted({index for square in group for index in entries_by_square[square]})
        listed_count = sum(1 for square in group if entries_by_square[square])
        if not entries:
            drawn_trapdoors += build_trapdoors(group, Trap(kind=TrapKind.TRAPDOOR, at=group[0]))
        elif len(entries) == 1 and not has_size[entries[0]]:
            drawn_trapdoors += build_trapdoors(group, kept_traps.pop(entries[0]))
        elif listed_count < len(group):
            problem = f"the trapdoor drawn here has {len(group)} squares, its entries cover {listed_count} of them"
            raise Fault(problem, ("traps", entries[0]))
    return [*kept_traps.values(), *drawn_trapdoors]


def build_trapdoors(group: list[Square], model: Trap) -> list[Trap]:
    """Return the trapdoors that a connected group of the letter T in a sketch's map draws.

    A rectangle is one trapdoor. Any other group becomes one trapdoor for each unbroken row of squares, of which one at
    least has two squares. So touching letters never mean only trapdoors of one square each; a sketch must list those.

    Args:
        group: the squares of the letters, sorted by row.
        model: a trapdoor with the other facts that the results get, such as what lies below.
    """
    corner, size = find_bounds(group)
    if len(group) == size[0] * size[1]:
        return [replace(model, at=corner, size=size)]
    rows: list[list[Square]] = []
    previous_square = None
    for x, y in group:
        continues_row = previous_square == (x - 1, y)
        if not continues_row:
            rows.append([])
        rows[-1].append((x, y))
        previous_square = (x, y)
    return [replace(model, at=row[0], size=(len(row), 1)) for row in rows]


SKETCH_ONLY_KEYS = ("map", "section_kinds", "legend", "version")
"""The keys that a sketch has besides those of a `Layout`. Of these, a layout file has only `version`."""

SKETCH_KEYS = frozenset({*Layout.__struct_fields__, *SKETCH_ONLY_KEYS})
"""All keys of a sketch."""


def read_sketch(text: str) -> Layout:
    r"""Return the layout (a dungeon as drawn) in the text of a sketch: YAML with a map of one letter for each square.

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
    """Return the layout that the parsed YAML of a sketch describes.

    Args:
        root: the YAML of the sketch.
        lines: the text of the sketch, line by line, for the location of errors.

    Raises:
        Fault: a value is wrong.
    """
    _check_keys(root)
    data = build_layout_data(root)
    document = convert_data(data, LayoutDocument)
    check_extents(document)
    grid = read_letter_grid(root.entries["map"], "map", lines) if "map" in root.entries else None
    if grid:  # a letter of the map stands for one square of terrain or for one object
        _check_amount(grid, MAX_TERRAIN_SQUARES + MAX_OBJECTS)
    legend = read_legend(root.entries["legend"]) if "legend" in root.entries else {}
    shown_meanings = list(list_drawn_meanings(grid, legend)) if grid else []
    has_size = ["size" in entry for entry in data.get("traps", ())]
    document = merge_drawn_items(document, shown_meanings, has_size)
    if "sections" not in data:
        document = replace(document, sections=_read_sections(root, grid, lines, read_teams(document)))
    elif grid:
        _check_no_zones(grid)
    return build_layout(document, data)


def _check_no_zones(grid: LetterGrid) -> None:
    """Raise a Fault if the letters of a map draw an end zone or entry.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Where a sketch gives
    its sections as a list, only the list says which of them are end zones or entries.
    """
    for y, row in enumerate(grid.rows):
        for x, letter in enumerate(row):
            if letter in ZONE_BY_LETTER:
                problem = (
                    f"{format_value(letter)} cannot be drawn where 'sections' is a list; the list gives kind and side"
                )
                raise Fault(problem, ("map",), grid.find_mark((x, y)))


def _check_keys(root: YamlTable) -> None:
    """Raise a Fault if a sketch (a dungeon in YAML) has unknown keys, draws nothing, or has keys that do not match."""
    if "version" in root.entries:
        check_version(root.entries, build_plain_data(root.entries["version"], "version"))
    for key in root.entries:
        if key not in SKETCH_KEYS:
            raise Fault(f"unknown key {format_value(key)}{suggest_word(key, SKETCH_KEYS)}", (key,), at_key=True)
    if "map" not in root.entries and "sections" not in root.entries:
        raise Fault("nothing is drawn: a sketch needs the key 'map' or 'sections'")
    sections_are_drawn = isinstance(root.entries.get("sections"), Scalar)  # by rows of letters, as one text
    if "section_kinds" in root.entries and not sections_are_drawn:
        state = "a list that says the kinds itself" if "sections" in root.entries else "missing"
        raise Fault(f"this names the letters of 'sections', which is {state}", ("section_kinds",), at_key=True)


def build_layout_data(root: YamlTable) -> dict[str, Any]:
    """Return the keys of a sketch that a layout file may have too, with their values as dictionaries, lists and texts.

    Portals, which a sketch writes as a table, are converted to the list that a layout file has.
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
        is_list_of_squares = isinstance(value, list) and value and isinstance(value[0], list)
        if is_list_of_squares:
            squares = convert_data(value, tuple[SquareInFile, ...], path)
        else:
            squares = (convert_data(value, SquareInFile, path),)  # type: ignore[arg-type]
        entries += [{"number": int(word), "at": square} for square in squares]
    return entries


def _read_sections(
    root: YamlTable, grid: LetterGrid | None, lines: list[str], teams: tuple[MatchTeam, ...]
) -> tuple[Section, ...]:
    """Return the sections that a sketch draws.

    The key `sections` draws them with one letter for each section. Without this key, each connected group of floor in
    the map is a section.

    Args:
        root: the YAML of the sketch.
        grid: its map; None without a map.
        lines: its text, line by line, for the location of errors.
        teams: the teams that play in the dungeon.

    Raises:
        Fault: the drawing of the sections is wrong.
    """
    if "sections" not in root.entries:
        return find_connected_sections(grid.rows) if grid else ()
    kinds = read_section_kinds(root.entries["section_kinds"]) if "section_kinds" in root.entries else {}
    for letter, settings in kinds.items():
        check_team(settings.side, teams, ("section_kinds", letter, "side"))
    letter_grid = read_letter_grid(root.entries["sections"], "sections", lines)
    _check_amount(letter_grid, MAX_SECTION_SQUARES)
    return build_lettered_sections(letter_grid, grid, kinds)


def _check_amount(grid: LetterGrid, max_objects: int) -> None:
    """Raise a Fault if rows of letters have more floor than a layout may hold, or more than `max_objects` objects."""
    count_by_letter = Counter[str]()
    for row in grid.rows:
        count_by_letter.update(row)
    floor_count = sum(count for letter, count in count_by_letter.items() if letter not in ROCK_LETTERS)
    object_count = floor_count - sum(count_by_letter[letter] for letter in (FLOOR_LETTER, *ZONE_BY_LETTER))
    if floor_count > MAX_SECTION_SQUARES:
        raise Fault(f"more than {MAX_SECTION_SQUARES:,} squares are drawn", mark=grid.mark)
    if object_count > max_objects:
        raise Fault(f"more than {max_objects:,} objects are drawn", mark=grid.mark)
