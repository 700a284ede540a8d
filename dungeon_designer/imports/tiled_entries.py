"""Turn each object or tile of a Tiled map into an entry of a layout file, one by one, so that an error in one spoils no
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.grid import Side
from dungeon_designer.imports.tiled_objects import MapPosition, TileOrientation
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.layout_document import (
    LayoutDocument,
    ObstacleEntry,
    TerrainEntry,
    build_layout,
    check_extents,
    check_team,
)
from dungeon_designer.layout.model import (
    LIST_KEYS,
    PART_BY_WORD,
    EdgeRun,
    Layout,
    Machine,
    MatchTeam,
    RotatingRoom,
    Section,
    SquareInFile,
    Trap,
)
from dungeon_designer.text.read_faults import Fault, convert_data

SECTION_KINDS = frozenset(SectionKind)
"""The classes that are kinds of sections."""
TERRAIN_LISTS = ("terrain", "obstacles")
"""The lists of a layout file whose entries may be printed on a tile."""

_SIZED_LISTS = (*TERRAIN_LISTS, "traps", "machines")
"""The lists of a layout file whose entries have a size."""
_MAP_PROPERTIES = {*Layout.__struct_fields__} - {*LIST_KEYS} | {"waivers"}
"""The properties of a map that describe the dungeon as a whole."""

_ENTRY_TYPES: Mapping[str, Any] = {
    "terrain": TerrainEntry,
    "obstacles": ObstacleEntry,
    "chests": SquareInFile,
    "machines": Machine,
    **{key: part for key, part in PART_BY_WORD.values() if part and key not in (*TERRAIN_LISTS, "machines")},
}
"""The type of an entry in each list of a layout file."""


def read_map_properties(properties: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return what the properties of a map say about the dungeon, and a message for each that cannot be read."""
    dungeon_data: dict[str, Any] = {}
    problems: list[str] = []
    for name in sorted(_MAP_PROPERTIES & properties.keys()):
        property_data = {name: properties[name]}
        try:
            build_layout(convert_data(property_data, LayoutDocument), property_data)
            dungeon_data |= property_data
        except Fault as fault:
            problems.append(f"property {name!r} of the map ({fault.problem})")
    return dungeon_data, problems


def read_entry(
    kind: str, position: MapPosition, facts: Mapping[str, Any], teams: tuple[MatchTeam, ...]
) -> tuple[str, Any]:
    """Return the list of a layout file to which an object belongs, and its entry in this list.

    Args:
        kind: the class of the object.
        position: where the object lies.
        facts: its class and properties.
        teams: the teams of the dungeon.

    Raises:
        Fault: a fact is missing or cannot be read.
    """
    key, entry_type = PART_BY_WORD[kind]
    entry = list(position.corner) if entry_type is None else _build_entry(kind, key, entry_type, position, facts)
    item = convert_data(entry, _ENTRY_TYPES[key], strict=False)
    try:
        check_extents(replace(LayoutDocument(), **{key: (item,)}))
    except Fault as fault:
        raise Fault(fault.problem) from None  # without its path, which leads into a file with this object alone
    if isinstance(item, Trap):
        check_team(item.owner, teams, ("owner",))
    return key, to_builtins(item)


def _build_entry(
    kind: str, key: str, entry_type: Any, position: MapPosition, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the entry of a layout file for an object of a Tiled map, as plain data.

    It has those properties of the object that the type of the entry knows. Its position, size and directions are
    those with which the object lies on the map.

    Args:
        kind: the class of the object.
        key: the list of the layout file.
        entry_type: the type of entries in this list.
        position: where the object lies, and how it is rotated.
        facts: the class and properties of the object.
    """
    entry = {name: facts[name] for name in entry_type.__struct_fields__ if name in facts}
    if "turn" in entry and isinstance(entry["turn"], int):
        entry["turn"] = (entry["turn"] + position.orientation.quarters) % 4
    elif "turn" in entry_type.__struct_fields__ and "turn" not in entry:
        entry["turn"] = position.orientation.quarters
    if "travel" in entry:
        entry["travel"] = _rotate_side(entry["travel"], position.orientation)
    if issubclass(entry_type, EdgeRun):
        return entry | _find_edge_run(position, _rotate_side(entry.get("side"), position.orientation))
    if entry_type is RotatingRoom:
        return entry | {"kind": kind}
    entry["at"] = position.corner
    return entry | ({"kind": kind, "size": position.size} if key in _SIZED_LISTS else {})


def _rotate_side(side_name: Any, orientation: TileOrientation) -> Any:
    """Return the compass direction that a word names, rotated with the object; return an unknown word unchanged."""
    with suppress(ValueError):
        return Side(side_name).rotate(orientation.quarters, orientation.flip)
    return side_name


def _find_edge_run(position: MapPosition, side: Any) -> dict[str, Any]:
    """Return the keys `at`, `width` and `side` of a layout file for the edges on one side of a rectangle or line.

    A line lies on the edges themselves. The edges on its northern side are the southern edges of the squares above it.
    """
    (x, y), (width, height) = position.corner, position.size
    is_line = position.flat[0] != position.flat[1]
    if side == Side.EAST:
        x += -1 if is_line else width - 1
    elif side == Side.SOUTH:
        y += -1 if is_line else height - 1
    edge_count = width if side in (Side.NORTH, Side.SOUTH) else height
    if is_line:
        edge_count = max(width, height)
    keys: dict[str, Any] = {"at": (x, y), "width": edge_count}
    return keys if side is None else keys | {"side": side}


def read_section_texts(facts: Mapping[str, Any], teams: tuple[MatchTeam, ...]) -> dict[str, Any]:
    """Return what the properties of a tile or object say about its section: the keys `side`, `name` and `enclosed`.

    Keys without a property are left out.

    Raises:
        Fault: a value cannot be read, or the dungeon does not have the team.
    """
    texts = {name: facts[name] for name in ("side", "name", "enclosed") if name in facts}
    section = convert_data({"id": "a", **texts}, Section, strict=False)
    check_team(section.side, teams, ("side",))
    return {name: getattr(section, name) for name in texts}


def explain_fault(fault: Fault) -> str:
    """Return what is wrong with the properties of an object or a tile.

    >>> explain_fault(Fault("the key 'number' is missing")), explain_fault(Fault("expected text, not 3", ("text",)))
    ("the property 'number' is missing", "the property 'text': expected text, not 3")
    """
    if fault.path and fault.path[0] == "at":
        return "it lies beyond the grid"
    if fault.path:
        return f"the property {fault.path[0]!r}: {fault.problem}"
    return fault.problem.replace("the key", "the property", 1)
