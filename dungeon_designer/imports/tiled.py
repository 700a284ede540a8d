"""Read maps of Tiled (mapeditor.org), as JSON or XML: layers of tiles are floor and rock, objects lie on the floor.

The class of a tile or an object says what it is: a kind of section, or a word for an object of a layout. What the
program's own export wrote is read back unchanged. In maps of other people, floor is wherever a tile lies. What is
unknown or cannot be read is left out and named in the summary.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from dungeon_designer.grid import Square, find_bounds, list_block_squares
from dungeon_designer.imports.import_result import (
    MAX_SQUARES,
    ImportResult,
    count_features,
    count_features_with_squares,
    format_count,
)
from dungeon_designer.imports.tiled_entries import (
    SECTION_KINDS,
    TERRAIN_LISTS,
    explain_fault,
    read_entry,
    read_map_properties,
    read_section_texts,
)
from dungeon_designer.imports.tiled_format import (
    GID_FLAGS,
    MapObject,
    TiledMap,
    TileSet,
    normalise_class,
    read_properties,
)
from dungeon_designer.imports.tiled_layers import ROCK_WORDS, Cells, SortedLayers, sort_layers
from dungeon_designer.imports.tiled_objects import (
    MapPosition,
    TileOrientation,
    explain_unreadable_shape,
    find_orientation,
    find_position,
)
from dungeon_designer.imports.tiled_sections import SectionCollector
from dungeon_designer.layout.layout_document import LayoutDocument, build_layout, read_teams
from dungeon_designer.layout.model import PART_BY_WORD
from dungeon_designer.text.read_faults import Fault, convert_data
from dungeon_designer.tiles.library import load_stock_library
from dungeon_designer.tiles.tile import TileLibrary

PROGRAM_NAME = "Tiled"
"""The name of the program in messages."""

_ROCK_ADVICE = (
    "all layers of tiles are read as floor; if one of them is rock, give its name or class one of the words "
    f"{', '.join(ROCK_WORDS[:-1])} or {ROCK_WORDS[-1]}"
)
"""What the user may do where no layer was read as rock."""


def read_tiled(data: object, tiles: TileLibrary | None = None) -> ImportResult:
    """Return the dungeon in the data of a map.

    Args:
        data: the map as Tiled's JSON has it.
        tiles: the tiles that placed tiles of the map may be; None for those of this program.

    Raises:
        Fault: the data is wrong; it names the key.
    """
    tiled_map = convert_data(data, TiledMap, strict=False)
    if tiled_map.orientation != "orthogonal":
        raise Fault(f"the map is {tiled_map.orientation[:20]}; a dungeon needs an orthogonal one", ("orientation",))
    reader = _MapReader(tiled_map, tiles or load_stock_library())
    layers = sort_layers(tiled_map, reader.names_section)
    reader.read_map(layers)
    reader.add_picture(layers)
    layout_data = reader.build_layout_data(layers.floor)
    square_count, section_count = len(layers.floor), len(layout_data["sections"])
    return ImportResult(
        layout=build_layout(convert_data(layout_data, LayoutDocument), layout_data),
        program=PROGRAM_NAME,
        kept_features=(
            format_count(square_count, "square"),
            format_count(section_count, "section"),
            *count_features(reader.kept_features),
            *layers.kept_features,
        ),
        changed_features=(*count_features(reader.changed_features), *count_features(layers.changed_features)),
        dropped_features=(
            *count_features(reader.dropped_features),
            *count_features_with_squares(reader.dropped_with_squares),
            *count_features(layers.dropped_features),
        ),
        advice="" if layers.has_rock or not layers.roles else _ROCK_ADVICE,
        layer_roles=layers.roles,
    )


class _MapReader:
    """A reader of one map, which collects the data of a layout file and what was changed or left out.

    The "facts" of a tile or object are its properties by name, with its class under the name ``class``.

    Attributes:
        kept_features: the words for what the layout has as the map has it.
        changed_features: the words for what was replaced by something similar.
        dropped_features: the words for what was left out.
        dropped_with_squares: the same for what lay on a square of the map, with that square.
    """

    def __init__(self, tiled_map: TiledMap, tiles: TileLibrary) -> None:
        self._square_pixels = tiled_map.tilewidth, tiled_map.tileheight
        self._shift = 0, 0  # from squares of the map to squares of the layout
        self._covered_count = 0
        self._tile_sets = sorted(tiled_map.tilesets, key=lambda tile_set: tile_set.firstgid)
        self._facts_by_gid = {
            tile_set.firstgid + tile.id: tile.facts for tile_set in tiled_map.tilesets for tile in tile_set.tiles
        }
        self._sections = SectionCollector(tiles)
        properties = read_properties(tiled_map.properties)
        self._head, problems = read_map_properties(properties)
        self._teams = read_teams(convert_data({"sides": self._head.get("sides", 2)}, LayoutDocument))
        self._entries_by_list: dict[str, list[Any]] = defaultdict(list)
        self.kept_features, self.changed_features = list[str](), list[str]()
        self.dropped_with_squares: list[tuple[str, Square]] = []
        self.dropped_features = [
            f"tile set {tile_set.source[:40]!r} (a file of its own)"
            for tile_set in tiled_map.tilesets
            if tile_set.source
        ]
        if properties.get("players"):
            self.dropped_features.append(
                "what lies below trapdoors and on counters' faces (the map is one for players)"
            )
        self.dropped_features += problems

    def names_section(self, gid: int) -> bool:
        """Return whether the tile on a square of the map stands for a kind of section, such as a room.

        Args:
            gid: the number of the tile on the map ("global id"), with the flags that say how it is rotated.
        """
        return self._facts_by_gid.get(gid & ~GID_FLAGS, {}).get("class") in SECTION_KINDS

    def read_map(self, layers: SortedLayers) -> None:
        """Read the cells and objects of all layers that count, and move the floor so that no coordinate is negative."""
        left, top = find_bounds(layers.floor)[0]
        self._shift = max(0, -left), max(0, -top)
        for _, facts in sorted(self._facts_by_gid.items(), key=lambda item: item[0]):
            if "id" in facts and facts["class"] in SECTION_KINDS:
                # first without squares, so that sections keep the order of their tiles in the map's tile sets
                self._add_section([], facts, "")
        for cells in layers.cells:
            self._add_cells(cells, layers.floor)
        for layer, offset in layers.objects:
            for map_object in layer.objects:
                self._add_map_object(map_object, offset)

    def add_picture(self, layers: SortedLayers) -> None:
        """Add the image below the map as the picture of the dungeon, unless a property of the map names one."""
        if layers.picture and "picture" not in self._head:
            x, y = layers.picture["at"]
            self._head["picture"] = layers.picture | {"at": [x + self._shift[0], y + self._shift[1]]}

    def build_layout_data(self, floor: Iterable[Square]) -> dict[str, Any]:
        """Return the dungeon as the plain data of a layout file, after the whole map was read.

        Args:
            floor: all squares of floor of the map.
        """
        sections, printed_entries = self._sections.build_sections(map(self._convert_square, floor))
        self.changed_features += self._sections.changed_features
        for key, entry in printed_entries:
            self._entries_by_list[key].append(entry)
        ids = {section["id"] for section in sections}
        machines = self._entries_by_list.pop("machines", [])
        for machine in machines:
            unknown_ids = sorted(set(machine.get("sections", ())) - ids)
            if unknown_ids:
                self.dropped_features.append(f"{machine['kind']} (no section has the id {unknown_ids[0][:40]!r})")
            else:
                self._entries_by_list["machines"].append(machine)
        return {**self._head, **self._entries_by_list, "sections": sections}

    def _convert_square(self, square: Square) -> Square:
        """Return the square of the layout for a square of the map."""
        return square[0] + self._shift[0], square[1] + self._shift[1]

    def _drop_feature(self, feature: str, square: Square) -> None:
        """Record for the summary what is left out, and the square of the map on which it lay.

        Args:
            feature: the words for it.
            square: a square of the layout.
        """
        self.dropped_with_squares.append((feature, (square[0] - self._shift[0], square[1] - self._shift[1])))

    def _add_cells(self, cells: Cells, floor: frozenset[Square]) -> None:
        """Add what the tiles of a layer say about the squares of floor below them.

        A tile may name a section, stand for an object on its square, or be plain floor. What is unknown is recorded
        as left out.
        """
        for gid in sorted(cells, key=lambda gid: (gid & ~GID_FLAGS, gid)):
            facts = self._facts_by_gid.get(gid & ~GID_FLAGS, {"class": ""})
            squares = [self._convert_square(square) for square in cells[gid] if square in floor]
            kind = facts["class"]
            if not squares:
                continue
            try:
                if _is_section(facts):
                    self._add_section(squares, facts, _join_words(kind, facts.get("side", "")))
                elif kind in PART_BY_WORD:
                    self._add_object_on_each(squares, facts, find_orientation(gid))
                elif kind not in ("", "floor"):
                    self.dropped_features += [f"tile {kind[:40]!r} (floor)"] * len(squares)
            except Fault as fault:
                for square in squares:
                    self._drop_feature(f"tile {kind!r} ({explain_fault(fault)}; floor)", square)

    def _add_object_on_each(
        self, squares: list[Square], facts: Mapping[str, Any], orientation: TileOrientation
    ) -> None:
        """Add the same object on each of some squares; its facts are read only once.

        Args:
            squares: squares of the layout.
            facts: the class and properties of the object.
            orientation: how the object is flipped and rotated.

        Raises:
            Fault: its properties cannot be read.
        """
        first_square = squares[0]
        key, entry = read_entry(facts["class"], MapPosition(first_square, orientation=orientation), facts, self._teams)
        if not isinstance(entry, dict):
            self._add_entries(key, facts, *squares)
        elif "at" not in entry:
            self._add_entries(key, facts, entry)
        else:
            x, y = entry["at"][0] - first_square[0], entry["at"][1] - first_square[1]
            self._add_entries(key, facts, *({**entry, "at": (left + x, top + y)} for left, top in squares))

    def _add_map_object(self, map_object: MapObject, offset: Square) -> None:
        """Add what an object of the map stands for, or remember why it is left out.

        Args:
            map_object: the object of the map.
            offset: the offset of its layer, in squares.
        """
        facts = self._find_object_facts(map_object)
        kind = facts["class"]
        if kind == "outline" and map_object.polygon:
            return  # the program's own export draws outlines for people alone
        position = find_position(map_object, self._find_tile_set(map_object.gid & ~GID_FLAGS), self._square_pixels)
        square = self._convert_square((position.corner[0] + offset[0], position.corner[1] + offset[1]))
        title = f"object {(kind or map_object.name)[:40]!r}" if kind or map_object.name else "object without a class"
        if not map_object.visible:
            self._drop_feature(f"hidden {title}", square)
        elif problem := explain_unreadable_shape(map_object, kind):
            self._drop_feature(f"{title} ({problem})", self._convert_square(self._find_square(map_object, offset)))
        elif kind not in SECTION_KINDS and kind not in PART_BY_WORD:
            self.dropped_features.append(title)
        else:
            self._count_covered(position)
            try:
                self._add_known_object(replace(position, corner=square), facts, map_object.name)
            except Fault as fault:
                self._drop_feature(f"{title} ({explain_fault(fault)})", square)

    def _find_object_facts(self, map_object: MapObject) -> dict[str, Any]:
        """Return the properties of an object and its class: its own, or else those of the tile that it shows.

        Without a class, the object's name serves as one; otherwise the name becomes a property.
        """
        facts = {**self._facts_by_gid.get(map_object.gid & ~GID_FLAGS, {})}
        facts |= {name: value for name, value in map_object.facts.items() if value != ""}
        name_as_class = normalise_class(map_object.name)
        facts["class"] = facts.get("class") or name_as_class
        if map_object.name and name_as_class != facts["class"]:
            facts.setdefault("name", map_object.name)
        return facts

    def _add_known_object(self, position: MapPosition, facts: dict[str, Any], name: str) -> None:
        """Add an object of a known class.

        Args:
            position: where it lies in the layout.
            facts: its class and properties.
            name: its name in the map.

        Raises:
            Fault: its properties cannot be read.
        """
        if _is_section(facts):
            key = _join_words(facts["class"], facts.get("side", ""), f"{name} {position.corner}")
            squares = list_block_squares(position.corner, position.size)
            self._add_section(squares, _rotate_placing(facts, position.orientation), key)
        else:
            key, entry = read_entry(facts["class"], position, facts, self._teams)
            self._add_entries(key, facts, entry)

    def _add_section(self, squares: list[Square], facts: dict[str, Any], key: str) -> None:
        """Give some squares of the layout to a section.

        Args:
            squares: the squares.
            facts: the class and properties of the tile or object that stands for the section.
            key: what all tiles and objects of this section have in common, if their facts have no id.

        Raises:
            Fault: the properties cannot be read.
        """
        texts = read_section_texts(facts, self._teams)
        self._sections.add_squares(str(facts.get("id", key)), facts, texts, squares)

    def _add_entries(self, key: str, facts: Mapping[str, Any], *entries: Any) -> None:
        """Add entries to a list of the layout file.

        Terrain that is printed on a tile is kept with the section of that tile.

        Args:
            key: the list.
            facts: the class and properties of the object that the entries stand for.
            *entries: the entries as the layout file has them.
        """
        if "printed" in facts and key in TERRAIN_LISTS:
            for entry in entries:
                self._sections.add_printed_entry(str(facts["printed"]), key, entry)
        else:
            self._entries_by_list[key] += entries
            self.kept_features += [facts["class"].replace("_", " ")] * len(entries)

    def _count_covered(self, position: MapPosition) -> None:
        """Count the squares of an object besides its first, and raise a Fault if all objects together cover too many.

        Objects are counted before any of their squares is listed, so a huge object takes no memory.
        """
        self._covered_count += position.size[0] * position.size[1] - 1
        if self._covered_count > MAX_SQUARES:
            raise Fault(f"the objects cover more than {MAX_SQUARES:,} squares", ("layers",))

    def _find_square(self, map_object: MapObject, offset: Square) -> Square:
        """Return the square of the map in which the (x, y) of an object lies."""
        width, height = self._square_pixels
        return int(map_object.x // width) + offset[0], int(map_object.y // height) + offset[1]

    def _find_tile_set(self, number: int) -> TileSet | None:
        """Return the tile set of a tile's number; None if there is none."""
        index = bisect_right(self._tile_sets, number, key=lambda tile_set: tile_set.firstgid)
        return self._tile_sets[index - 1] if number and index else None


def _join_words(*words: object) -> str:
    """Return words that are not empty as one text with blanks between them."""
    texts = map(str, words)
    return " ".join(text for text in texts if text)


def _is_section(facts: Mapping[str, Any]) -> bool:
    """Return whether a tile or object of a Tiled map stands for a section rather than an object.

    The class "bridge" is both a kind of section and of terrain: it is a section if it has an id.

    Args:
        facts: the properties of the tile or object by name, with its class under the name ``class``.
    """
    kind = facts["class"]
    return kind in SECTION_KINDS and ("id" in facts or kind not in PART_BY_WORD)


def _rotate_placing(facts: dict[str, Any], orientation: TileOrientation) -> dict[str, Any]:
    """Return the properties of an object; for a placed tile, with its rotation on the map added to `turn` and `flip`.

    If `turn` or `flip` has a wrong type, all are returned unchanged, so that a later check reports it.

    Args:
        facts: the properties by name, with the object's class under the name ``class``.
        orientation: how the object is rotated and flipped on the map.
    """
    turn, flip = facts.get("turn", 0), facts.get("flip", False)
    if "tile" not in facts or orientation == TileOrientation():
        return facts
    if not isinstance(turn, int) or not isinstance(flip, bool):
        return facts
    total_turn = ((-turn if orientation.flip else turn) + orientation.quarters) % 4
    return facts | {"turn": total_turn, "flip": flip != orientation.flip}
