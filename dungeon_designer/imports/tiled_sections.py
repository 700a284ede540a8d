"""Build the sections of a Tiled map: those that tiles and objects name, and a room for each group of other floor.

What the program's own export wrote is read back unchanged. A placed tile stays a placed tile if the map still has the
same squares and the same terrain there; else its floor is drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.grid import Square, find_bounds, find_connected_groups, list_block_squares
from dungeon_designer.imports.import_result import check_letter_count
from dungeon_designer.layout.layout_document import build_file_entry
from dungeon_designer.layout.model import Section, SectionKind
from dungeon_designer.layout_edits.floor import draw_section
from dungeon_designer.text.letter_grid import FLOOR_LETTER
from dungeon_designer.text.read_faults import Fault, convert_data
from dungeon_designer.tiles.tile import TileLibrary

_MAX_ID_LENGTH = 80
"""The most letters in the id of a section."""

_PLACING_PROPERTIES = ("kind", "tile", "turn", "flip", "at", "rows")
"""The properties that say how a section lay in the program's own export."""


class _Area(Struct):
    """The squares that tiles or objects name as one section.

    Attributes:
        kind: the kind of the section.
        texts: its team, name and enclosure.
        placing: the properties that say how it lay in the program's own export.
        squares: its squares.
    """

    kind: str
    texts: dict[str, Any]
    placing: dict[str, Any]
    squares: set[Square]


class SectionCollector:
    """A collector of the sections of a map while it is read.

    Attributes:
        changed_features: words for each section that could not stay as it was.
    """

    def __init__(self, tiles: TileLibrary) -> None:
        self._tiles = tiles
        self._areas: dict[str, _Area] = {}
        self._printed_by_section: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        self.changed_features: list[str] = []

    def add_squares(self, key: str, facts: dict[str, Any], texts: dict[str, Any], squares: Iterable[Square]) -> None:
        """Give squares to a section. The first facts that name a section describe it.

        Args:
            key: the id of the section, or what stands for it.
            facts: the class and properties of the tile or object.
            texts: the section's team, name and enclosure.
            squares: squares of the layout.
        """
        placing = {name: facts[name] for name in _PLACING_PROPERTIES if name in facts}
        self._areas.setdefault(key, _Area(facts["class"], texts, placing, set())).squares.update(squares)

    def add_printed_entry(self, section: str, key: str, entry: dict[str, Any]) -> None:
        """Remember what is printed on the tile of a section: a list of the layout file, and the entry."""
        self._printed_by_section[section].append((key, entry))

    def build_sections(self, floor: Iterable[Square]) -> tuple[list[dict[str, Any]], list[tuple[str, Any]]]:
        """Return the sections as a layout file has them, and printed entries whose tile is no longer placed.

        A square belongs to the first section that names it. Floor that no section names becomes a room for each
        connected group.
        """
        check_letter_count(area.squares for area in self._areas.values())
        floor_squares, used_ids = frozenset(floor), set(self._areas)
        sections: list[dict[str, Any]] = []
        unowned_squares = set(floor_squares)
        for number, (key, area) in enumerate(self._areas.items(), start=1):
            entry, reason = self._keep_placing(key, area, floor_squares, unowned_squares)
            section_squares = area.squares & unowned_squares
            if entry:
                sections.append(entry)
                self._printed_by_section.pop(key, None)
            elif section_squares:
                if reason:
                    self.changed_features.append(f"placed tile (drawn by hand: {reason})")
                section_id = key if 0 < len(key) <= _MAX_ID_LENGTH else _choose_id(f"s{number}", used_ids)
                sections.append({**_draw_rows(section_id, section_squares), "kind": area.kind, **area.texts})
            unowned_squares -= area.squares
        room_groups = list(map(set, find_connected_groups(unowned_squares)))
        check_letter_count(room_groups)
        sections += [
            _draw_rows(_choose_id(f"room{number}", used_ids), group) for number, group in enumerate(room_groups, 1)
        ]
        return sections, list(chain(*self._printed_by_section.values()))

    def _keep_placing(
        self, key: str, area: _Area, floor: frozenset[Square], unowned_squares: set[Square]
    ) -> tuple[dict[str, Any] | None, str]:
        """Return a section with the tile or the rows that it had when this program exported the map, if they still fit.

        Args:
            key: the id of the section.
            area: its squares and properties.
            floor: all floor of the map.
            unowned_squares: the floor that no earlier section has.

        Returns:
            The section as a layout file has it, or None; and why a tile cannot stay a placed tile, or ''.
        """
        tile = area.placing.get("tile")
        if tile is None and "rows" not in area.placing:
            return None, ""
        if tile is not None and str(tile) not in self._tiles:
            return None, "no set here holds it"
        try:
            entry = self._fit_placing(key, area, floor, unowned_squares)
        except Fault:
            return None, "its properties cannot be read" if tile is not None else ""
        return entry, "its squares were changed" if tile is not None else ""

    def _fit_placing(
        self, key: str, area: _Area, floor: frozenset[Square], unowned_squares: set[Square]
    ) -> dict[str, Any] | None:
        """Return a section with the tile or rows of the export, as a layout file has it; None if the map was changed.

        They must cover exactly the squares that the section has on the map, and terrain that is printed on the tile
        must be that of the map.

        Raises:
            Fault: the properties of the section cannot be read.
        """
        section_data = {"at": (0, 0), **area.placing, **area.texts, "id": key}
        section = convert_data(section_data, Section, strict=False)
        if section.tile:
            known_squares = set() if "at" in area.placing else area.squares
            section, terrain_by_square = self._place_tile(section, area.kind, known_squares)
        else:
            section = replace(section, kind=SectionKind(area.kind))
            terrain_by_square = dict.fromkeys(section.squares, "")
        if min(section.at) < 0 or not terrain_by_square.keys() <= floor:
            return None
        if terrain_by_square.keys() & unowned_squares != area.squares:
            return None
        if {(square, kind) for square, kind in terrain_by_square.items() if kind} != self._list_map_terrain(key):
            return None
        return build_file_entry(section) | ({} if section.tile else {"rows": section.rows})

    def _list_map_terrain(self, section: str) -> set[tuple[Square, str]]:
        """Return the squares on which the map says that the tile of a section has terrain, each with its kind."""
        return {
            (square, entry["kind"])
            for _, entry in self._printed_by_section[section]
            for square in list_block_squares(entry["at"], entry.get("size", (1, 1)))
        }

    def _place_tile(self, section: Section, kind: str, squares: set[Square]) -> tuple[Section, dict[Square, str]]:
        """Return a placed tile, and the terrain printed on each square it covers ('' for plain floor).

        Args:
            section: the section with its tile.
            kind: the kind of the section.
            squares: where the tile lies; empty if the section says that itself.
        """
        tile = self._tiles.get(section.tile)
        if squares:
            tile_squares = [square for square, _ in tile.list_placed_squares((0, 0), section.turn, section.flip)]
            (x, y), (left, top) = find_bounds(squares)[0], find_bounds(tile_squares)[0]
            section = replace(section, at=(x - left, y - top))
        if not section.kind and kind != tile.kind:
            section = replace(section, kind=SectionKind(kind))
        terrain_by_square = {
            square: "" if letter == FLOOR_LETTER else tile.find_meaning(letter)
            for square, letter in tile.list_placed_squares(section.at, section.turn, section.flip)
        }
        return section, terrain_by_square


def _choose_id(preferred_id: str, used_ids: set[str]) -> str:
    """Return an id that is not in `used_ids`, the preferred one if possible, and add it to `used_ids`."""
    candidates = chain([preferred_id], (f"{preferred_id}-{number}" for number in count(2)))
    unused_id = next(candidate for candidate in candidates if candidate not in used_ids)
    used_ids.add(unused_id)
    return unused_id


def _draw_rows(section_id: str, squares: set[Square]) -> dict[str, Any]:
    """Return a room that covers some squares, as a layout file has it."""
    section = draw_section(Section(id=section_id), squares)
    return {"id": section_id, "kind": "room", "at": section.at, "rows": section.rows}
