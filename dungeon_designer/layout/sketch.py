"""The sketch: a dungeon as text, read. What it may say is told in docs/formats.md."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import did_you_mean
from dungeon_designer.layout.document import (
    GROUND,
    SQUARES,
    THINGS,
    Document,
    check_extents,
    check_team,
    layout_of,
    read_sides,
)
from dungeon_designer.layout.letters import ZONES
from dungeon_designer.layout.migrations import migrated
from dungeon_designer.layout.model import Layout, MatchSide, Place, Section
from dungeon_designer.layout.sketch_grid import drawn
from dungeon_designer.layout.sketch_items import with_drawn
from dungeon_designer.layout.sketch_legend import legend_of
from dungeon_designer.layout.sketch_sections import by_letters, connected, kinds_of
from dungeon_designer.layout.sketch_values import plain
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR, ROCK, Grid, grid_of
from dungeon_designer.text.yaml_nodes import Listing, Node, Scalar, Table, compose, lines_of, located

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
    if not isinstance(root, Table):
        raise Fault("a sketch is a table of keys and values, as in 'name: The Long Hall'", mark=root.mark)
    try:
        return _layout(root, lines_of(text))
    except Fault as fault:
        if fault.mark is None:
            fault.mark = located(root, fault.path, fault.at_key)
        raise


def _layout(root: Table, lines: list[str]) -> Layout:
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
    elif grid:
        _check_no_zones(grid)
    return layout_of(document, data)


def _check_keys(root: Table) -> None:
    if "version" in root.entries:
        migrated(dict(root.entries), plain(root.entries["version"], "version"))
    for key in root.entries:
        if key not in KEYS:
            raise Fault(f"unknown key {quoted(key)}{did_you_mean(key, KEYS)}", (key,), at_key=True)
    if "map" not in root.entries and "sections" not in root.entries:
        raise Fault("nothing is drawn: a sketch needs the key 'map' or 'sections'")
    if "section_kinds" in root.entries and not isinstance(root.entries.get("sections"), Scalar):
        what = "a list that says the kinds itself" if "sections" in root.entries else "missing"
        raise Fault(f"this names the letters of 'sections', which is {what}", ("section_kinds",), at_key=True)


def data_of(root: Table) -> dict[str, Any]:
    """What a sketch spells as a layout file does, as plain data; portals are brought to that form."""
    entries = {key: node for key, node in root.entries.items() if key not in OWN_KEYS}
    if not isinstance(entries.get("sections"), Listing):
        entries.pop("sections", None)
    data = {key: plain(node, key) for key, node in entries.items()}
    if isinstance(portals := entries.get("portals"), Table):
        data["portals"] = _portals(portals)
    return data


def _portals(table: Table) -> list[dict[str, Any]]:
    """Portals given as number and square, or number and several squares."""
    found: list[dict[str, Any]] = []
    for word, node in table.entries.items():
        path: Path = ("portals", word)
        if not word.isascii() or not word.isdigit() or len(word) > 2 or not int(word):
            raise Fault(f"expected the number of a portal, 1 to 99, not {quoted(word)}", path, at_key=True)
        found += [{"number": int(word), "at": square} for square in _squares(node, path)]
    return found


def _squares(node: Node, path: Path) -> list[Place]:
    value = plain(node, "at")
    if isinstance(value, list) and value and isinstance(value[0], list):
        return list(converted(value, tuple[Place, ...], path))
    return [converted(value, Place, path)]  # type: ignore[arg-type]


def _sections(root: Table, grid: Grid | None, lines: list[str], sides: tuple[MatchSide, ...]) -> tuple[Section, ...]:
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


def _check_no_zones(grid: Grid) -> None:
    """Where sections are listed, the list says what an end zone or entry is."""
    for y, row in enumerate(grid.rows):
        for x, letter in enumerate(row):
            if letter in ZONES:
                problem = f"{quoted(letter)} cannot be drawn where 'sections' is a list; the list gives kind and side"
                raise Fault(problem, ("map",), grid.mark_of((x, y)))
