"""What an object or a tile of a Tiled map is in a layout file, read one by one: one that is wrong spoils no other."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.grid import Side
from dungeon_designer.imports.tiled_objects import Facing, Site
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.document import Document, ObstacleEntry, TerrainEntry, check_extents, check_team, layout_of
from dungeon_designer.layout.model import (
    LISTS,
    PARTS,
    EdgeRun,
    Layout,
    Machine,
    MatchSide,
    Place,
    RotatingRoom,
    Section,
    Trap,
)
from dungeon_designer.text.read_faults import Fault, converted

SECTION_KINDS = frozenset(SectionKind)
GROUND_LISTS = ("terrain", "obstacles")
"""The lists of what may be printed on a tile."""

_SIZED_LISTS = (*GROUND_LISTS, "traps", "machines")
_HEAD = {*Layout.__struct_fields__} - {*LISTS} | {"waivers"}
"""What a map's own properties say of the dungeon."""

_MODELS: Mapping[str, Any] = {
    "terrain": TerrainEntry,
    "obstacles": ObstacleEntry,
    "chests": Place,
    "machines": Machine,
    **{key: part for key, part in PARTS.values() if part and key not in (*GROUND_LISTS, "machines")},
}
"""What an entry of each list of a layout file is."""


def read_head(properties: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return what the properties of a map say of the dungeon, and a word for each that cannot be read."""
    head, dropped = dict[str, Any](), list[str]()
    for name in sorted(_HEAD & properties.keys()):
        said = {name: properties[name]}
        try:
            layout_of(converted(said, Document), said)
            head |= said
        except Fault as fault:
            dropped.append(f"property {name!r} of the map ({fault.problem})")
    return head, dropped


def read_part(kind: str, site: Site, facts: Mapping[str, Any], sides: tuple[MatchSide, ...]) -> tuple[str, Any]:
    """Return the list of a layout file that a thing belongs in, and its entry there.

    Raises:
        Fault: the facts lack something, or say something that cannot be read
    """
    key, part = PARTS[kind]
    entry = list(site.at) if part is None else _build_entry(kind, key, part, site, facts)
    item = converted(entry, _MODELS[key], strict=False)
    try:
        check_extents(replace(Document(), **{key: (item,)}))
    except Fault as fault:
        raise Fault(fault.problem) from None  # its path leads into a file of this thing alone
    if isinstance(item, Trap):
        check_team(item.owner, sides, ("owner",))
    return key, to_builtins(item)


def _build_entry(kind: str, key: str, part: Any, site: Site, facts: Mapping[str, Any]) -> dict[str, Any]:
    entry = {name: facts[name] for name in part.__struct_fields__ if name in facts}
    if "turn" in entry and isinstance(entry["turn"], int):
        entry["turn"] = (entry["turn"] + site.facing.quarters) % 4
    elif "turn" in part.__struct_fields__ and "turn" not in entry:
        entry["turn"] = site.facing.quarters
    if "travel" in entry:
        entry["travel"] = _turn_side(entry["travel"], site.facing)
    if issubclass(part, EdgeRun):
        return entry | _find_run(site, _turn_side(entry.get("side"), site.facing))
    if part is RotatingRoom:
        return entry | {"kind": kind}
    entry["at"] = site.at
    return entry | ({"kind": kind, "size": site.size} if key in _SIZED_LISTS else {})


def _turn_side(word: Any, facing: Facing) -> Any:
    """Return the side that a word names as it looks when turned; a word that names none as it is."""
    with suppress(ValueError):
        return Side(word).turned(facing.quarters, facing.flip)
    return word


def _find_run(site: Site, side: Any) -> dict[str, Any]:
    """Return where the borders on a side of a rectangle lie, and how many they are.

    A line lies on the borders themselves: those on its northern side are the southern ones of the squares above it.
    """
    (x, y), (width, height) = site.at, site.size
    is_line = site.flat[0] != site.flat[1]
    if side == Side.EAST:
        x += -1 if is_line else width - 1
    elif side == Side.SOUTH:
        y += -1 if is_line else height - 1
    count = max(width, height) if is_line else width if side in (Side.NORTH, Side.SOUTH) else height
    return {"at": (x, y), "width": count} | ({} if side is None else {"side": side})


def read_section_words(facts: Mapping[str, Any], sides: tuple[MatchSide, ...]) -> dict[str, Any]:
    """Return side, name and enclosure of a section, as far as its facts say them.

    Raises:
        Fault: one of them cannot be read
    """
    words = {name: facts[name] for name in ("side", "name", "enclosed") if name in facts}
    section = converted({"id": "a", **words}, Section, strict=False)
    check_team(section.side, sides, ("side",))
    return {name: getattr(section, name) for name in words}


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
