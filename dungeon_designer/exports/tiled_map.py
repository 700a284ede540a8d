"""Write maps for Tiled as XML (`.tmx`) and JSON (`.tmj`): sections as a layer of tiles, everything else as objects.

Tiled's own format documentation (version 1.10) names the keys. The tiles have no pictures, since a map holds none, so
their layer is hidden. Visible are outlines of the sections, and the objects: a layer with a colour for each class.
Properties have the keys of a layout file; lists and tables in them are JSON. `imports.tiled` reads everything back,
so a dungeon survives a round trip.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.drawing.map_objects import find_end_points
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Size, Square, find_bounds
from dungeon_designer.layout.layout_document import (
    build_file_entry,
    build_picture_entry,
    build_teams_entry,
    list_used_keys,
)
from dungeon_designer.layout.model import (
    LIST_KEYS,
    PART_BY_WORD,
    EdgeRun,
    Layout,
    RollingBall,
    RotatingRoom,
    Section,
    Trap,
)
from dungeon_designer.text.letter_grid import FLOOR_LETTER
from dungeon_designer.text.tiled_xml import format_tiled_xml

OUTLINE_OPACITY = 0.8
"""The opacity of the layers with outlines, so that objects on an outline are seen."""

TILE_SIZE_PX = 32
"""The width of a tile. Tiled counts in pixels."""

FLOOR_COLOUR, DEFAULT_COLOUR = "#8a7a5c", "#9aa0a6"
"""`FLOOR_COLOUR`: The colour of the outlines of sections without a team.

`DEFAULT_COLOUR`: The colour of classes of objects that have no colour of their own.
"""
_COLOURS = {
    "lava": "#d9481c",
    "water": "#3d8fd1",
    "acid": "#86b81a",
    "bridge": "#c08a4a",
    "edge_door": "#7b3f10",
    "wall": "#1f1a14",
    "open_pit": "#1f1a14",
    "spiked_pit": "#8f1d1d",
    "trapdoor": "#5c4630",
    "counter": "#f2f2f2",
    "chest": "#ffcc33",
    "portal": "#b03cf0",
}
"""The colour of each class of objects. A class has a layer, which Tiled paints in this colour. A class that is not
listed has DEFAULT_COLOUR.
"""

_ROUND_CLASSES = frozenset({"portal", "counter", "open_pit", "spiked_pit", "rotating_room"})
"""Classes of objects that are shown as ellipses."""
_SECRET_KEYS = ("below", "content")
"""Keys that players may not see."""


def export_tiled_json(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return the map as JSON for game engines that read files of the map editor Tiled.

    What is hidden from players is in it only if the options show it.

    Args:
        board: the dungeon.
        options: whether hidden contents are shown.
        findings: not used; every export function takes them.
    """
    document = _TiledMapWriter(board, options.drawing.hidden).build_document()
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def export_tiled_xml(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return the map as XML (.tmx), the format in which the map editor Tiled itself saves.

    `findings` is not used; every export function takes it.
    """
    return format_tiled_xml(_TiledMapWriter(board, options.drawing.hidden).build_document())


class _TiledMapWriter:
    """A writer of one board as the data of a Tiled map. It numbers the layers and objects that it builds."""

    def __init__(self, board: Board, hidden: bool) -> None:
        """Prepare to write a board; `hidden` says whether hidden contents are written."""
        self._board = board
        self._hidden = hidden
        self._ids = count(1)  # in Tiled objects are numbered, and so are layers
        self._layer_ids = count(1)
        (left, top), (width, height) = find_bounds(board.squares or [(0, 0)])
        self._size: Size = (left + width, top + height)  # from (0, 0) to the last square

    def build_document(self) -> dict[str, Any]:
        """Return the whole map as data with the keys of Tiled, ready to be written as JSON or XML."""
        layout, width, height = self._board.layout, *self._size
        # these take the numbers of layers and objects, so they are built before the next numbers are written
        layers = [self._build_tile_layer(), *self._list_outline_layers(), *self._list_object_layers()]
        return {
            "type": "map",
            "version": "1.10",
            "tiledversion": "1.10.0",  # of which this is the format; some readers insist on it
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "width": width,
            "height": height,
            "tilewidth": TILE_SIZE_PX,
            "tileheight": TILE_SIZE_PX,
            "infinite": False,
            "nextlayerid": next(self._layer_ids),
            "nextobjectid": next(self._ids),
            "properties": _format_properties(self._build_map_properties(layout)),
            "tilesets": [self._build_tile_set(layout)] if layout.sections else [],
            "layers": layers,
        }

    def _build_tile_set(self, layout: Layout) -> dict[str, Any]:
        """Return the sections of a layout as a tile set of Tiled: a tile without a picture for each section."""
        tiles = [self._build_section_tile(number, section) for number, section in enumerate(layout.sections)]
        return {
            "firstgid": 1,
            "name": "sections",
            "tilewidth": TILE_SIZE_PX,
            "tileheight": TILE_SIZE_PX,
            "margin": 0,
            "spacing": 0,
            "columns": 0,
            "tilecount": len(tiles),
            "tiles": tiles,
        }

    def _build_map_properties(self, layout: Layout) -> dict[str, Any]:
        """Return the properties of the map: every key of the layout file that is not a list, the teams and the waivers.

        A waiver is a problem that the author of the dungeon accepts. The property `players` is true if something that
        players may not see was left out.
        """
        properties = {key: getattr(layout, key) for key in list_used_keys(layout) if key not in LIST_KEYS}
        if "sides" in properties:
            properties["sides"] = build_teams_entry(layout.sides)
        if layout.picture:
            properties["picture"] = build_picture_entry(layout.picture)
        if layout.waivers:
            properties["waivers"] = [build_file_entry(waiver) for waiver in layout.waivers]
        has_secrets = any(trap.below or trap.content for trap in layout.traps)
        if has_secrets and not self._hidden:
            properties["players"] = True
        return properties

    def _build_section_tile(self, number: int, section: Section) -> dict[str, Any]:
        """Return a section as a tile of Tiled's tile set, without a picture.

        Its properties are what a layout file says about it. Its position and rows are left out if all its squares are
        visible in the tile layer; they are kept if a later section covers some of them.
        """
        board_section, properties = self._board.sections[number], build_file_entry(section)
        # it covers all squares that it was drawn over, and has those that no later section covers
        is_wholly_visible = set(board_section.squares) == set(board_section.covered_squares)
        if board_section.squares and is_wholly_visible:
            properties = {key: value for key, value in properties.items() if key not in ("at", "rows")}
        elif not section.tile:
            properties["rows"] = section.rows
        if not section.tile:
            properties.pop("kind", None)  # the class says it
        return {"id": number, "type": board_section.kind.value, "properties": _format_properties(properties)}

    def _build_tile_layer(self) -> dict[str, Any]:
        """Return the hidden layer that says which section each square belongs to: its number from 1, or 0 for rock."""
        width, height = self._size
        data = [0] * (width * height)
        for number, section in enumerate(self._board.sections, start=1):
            for x, y in section.squares:
                data[y * width + x] = number
        layer = {**self._build_layer("sections", "tilelayer"), "visible": False}
        return {**layer, "width": width, "height": height, "data": data}

    def _build_layer(self, name: str, kind: str) -> dict[str, Any]:
        """Return the keys that every layer of a Tiled map has: id, name, type, position and visibility."""
        position = {"x": 0, "y": 0, "opacity": 1, "visible": True}
        return {"id": next(self._layer_ids), "name": name, "type": kind, **position}

    def _build_object_layer(self, name: str, colour: str, objects: list[dict[str, Any]]) -> dict[str, Any]:
        """Return a layer of a Tiled map that holds objects, which the editor Tiled shows in one colour."""
        return {**self._build_layer(name, "objectgroup"), "color": colour, "draworder": "topdown", "objects": objects}

    def _list_outline_layers(self) -> Iterator[dict[str, Any]]:
        """Yield a layer with the outlines of the sections of each kind and team.

        They cannot share a layer, since in Tiled all objects of a layer have its colour.
        """
        colours = {team.id.value: team.shown_colour for team in self._board.layout.sides}
        sections_by_layer: dict[tuple[str, str], list[BoardSection]] = defaultdict(list)
        for section in self._board.sections:
            sections_by_layer[section.kind.value, section.team or ""].append(section)
        for (kind, team), sections in sorted(sections_by_layer.items(), key=itemgetter(0)):
            objects = [
                {
                    **self._build_object("outline", (0, 0), (0, 0), {}, section.name or section.id),
                    "polygon": [{"x": x * TILE_SIZE_PX, "y": y * TILE_SIZE_PX} for x, y in ring],
                }
                for section in sections
                for ring in trace_rings(section.squares)
            ]
            name = f"outlines: {kind} {team}".replace("_", " ").rstrip()
            layer = self._build_object_layer(name, colours.get(team, FLOOR_COLOUR), objects)
            yield {**layer, "opacity": OUTLINE_OPACITY}

    def _build_object(
        self, kind: str, square: Square, size: Size, properties: dict[str, Any], name: str = ""
    ) -> dict[str, Any]:
        """Return an object of a Tiled map: a rectangle or ellipse over some squares, with properties."""
        (x, y), (width, height) = square, size
        position = {
            "x": x * TILE_SIZE_PX,
            "y": y * TILE_SIZE_PX,
            "width": width * TILE_SIZE_PX,
            "height": height * TILE_SIZE_PX,
        }
        head = {"id": next(self._ids), "name": name, "type": kind, "rotation": 0, "visible": True}
        shape = {"ellipse": True} if kind in _ROUND_CLASSES else {}
        return {**head, **position, **shape, "properties": _format_properties(properties)}

    def _list_object_layers(self) -> Iterator[dict[str, Any]]:
        """Yield a layer for each class of objects: chests, portals, walls, each kind of terrain and so on."""
        objects_by_class: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for properties, terrain in self._list_terrain():
            for row in _join_rows(terrain):
                row_object = self._build_object(row.kind, row.first_square, (row.length, 1), properties)
                objects_by_class[row.kind].append(row_object)
        for list_name, default_class in _map_lists_to_classes().items():
            for layout_object in getattr(self._board.layout, list_name):
                # what a layout file says about the object; of a chest it only says the square
                entry = {} if list_name == "chests" else build_file_entry(layout_object)
                object_class = str(entry.get("kind", default_class))
                objects_by_class[object_class].append(self._build_layout_object(object_class, layout_object, entry))
        for object_class, objects in objects_by_class.items():
            colour = _COLOURS.get(object_class, DEFAULT_COLOUR)
            yield self._build_object_layer(object_class.replace("_", " "), colour, objects)

    def _list_terrain(self) -> Iterator[tuple[dict[str, Any], list[tuple[str, Square]]]]:
        """Yield all terrain and obstacles in groups: the properties of the group, and its kinds with their squares.

        There is a group for what is printed on each placed tile; its property names the section of the tile. The last
        two groups are the terrain and the obstacles that the dungeon file lists itself, without properties.
        """
        layout, tiles = self._board.layout, self._board.library
        for section in layout.sections:
            if section.tile:
                tile = tiles.get(section.tile)
                # each square of a tile has a letter, which the tile's file explains; one letter is plain floor
                squares_with_letters = tile.list_placed_squares(section.at, section.turn, section.flip)
                printed_terrain = [
                    (tile.find_meaning(letter).value, square)
                    for square, letter in squares_with_letters
                    if letter != FLOOR_LETTER
                ]
                yield {"printed": section.id}, printed_terrain
        yield {}, [(terrain.kind.value, terrain.at) for terrain in layout.terrain]
        yield {}, [(obstacle.kind.value, obstacle.at) for obstacle in layout.obstacles]

    def _build_layout_object(self, kind: str, layout_object: Any, entry: dict[str, Any]) -> dict[str, Any]:
        """Return an entry of one of the dungeon's lists, such as a chest, as an object of the map editor Tiled.

        Args:
            kind: the class of the object.
            layout_object: the entry itself; a square for a chest.
            entry: what a layout file says about it. Keys that the object's position and shape show are left out of its
                properties, and so are hidden contents unless they are asked for.
        """
        keys_without_property = {"kind", "at", "width"}
        if kind != "label":  # the size of a label is that of its type, which the object does not show
            keys_without_property.add("size")
        if not self._hidden:
            keys_without_property.update(_SECRET_KEYS)
        properties = {key: value for key, value in entry.items() if key not in keys_without_property}
        first_square, size = self._find_extent(layout_object)
        return self._build_object(kind, first_square, size, properties, str(entry.get("number", "")))

    def _find_extent(self, layout_object: Any) -> tuple[Square, Size]:
        """Return the first square and the size in squares of an entry of the dungeon file, such as a chest or a door.

        A rotating room is shown on the first square of its first section. The size of a door between squares is its
        length along one axis, and 0 along the other.
        """
        single_square: Size = (1, 1)
        if isinstance(layout_object, tuple):  # a chest
            return layout_object, single_square
        if isinstance(layout_object, EdgeRun):
            (x, y), (right, bottom) = find_end_points(layout_object)
            return (x, y), (right - x, bottom - y)
        if isinstance(layout_object, RotatingRoom):
            for section in self._board.sections:
                if section.id in layout_object.sections and section.squares:
                    return section.squares[0], single_square
            return (0, 0), single_square
        has_size = isinstance(layout_object, Trap | RollingBall)
        return layout_object.at, layout_object.size if has_size else single_square


def _map_lists_to_classes() -> dict[str, str]:
    """Return the lists of a layout whose entries become objects, each with the class of an entry that names no kind.

    For instance, the list "doors" has the class "edge_door". The entries of some lists, such as traps, all name their
    kind. Terrain and obstacles are left out, since their squares are joined to rows.
    """
    return {
        list_name: word
        for word, (list_name, _entry_type) in PART_BY_WORD.items()
        if list_name not in ("terrain", "obstacles")
    }


class TerrainRow(NamedTuple):
    """Squares of one kind of terrain or obstacle that follow each other in a row.

    Attributes:
        kind: the kind.
        first_square: the leftmost square.
        length: how many squares there are.
    """

    kind: str
    first_square: Square
    length: int

    @property
    def next_square(self) -> Square:
        """The square to the right of the last one."""
        x, y = self.first_square
        return x + self.length, y


def _join_rows(terrain: Iterable[tuple[str, Square]]) -> list[TerrainRow]:
    """Join squares of one kind of terrain that follow each other in a row, so that each such row is one object.

    Args:
        terrain: kind and square of each terrain or obstacle, sorted row by row.

    >>> [tuple(row) for row in _join_rows([("lava", (3, 0)), ("lava", (4, 0)), ("water", (5, 0))])]
    [('lava', (3, 0), 2), ('water', (5, 0), 1)]
    """
    rows: list[TerrainRow] = []
    for kind, square in terrain:
        if rows and (kind, square) == (rows[-1].kind, rows[-1].next_square):
            rows[-1] = rows[-1]._replace(length=rows[-1].length + 1)
        else:
            rows.append(TerrainRow(kind, square, 1))
    return rows


def _format_properties(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return named values as Tiled, a map editor, expects the properties of an object: with a type each.

    Lists and tables become JSON texts. Empty values are left out.
    """
    type_names = {bool: "bool", int: "int"}
    properties = []
    for name, value in values.items():
        if value not in (None, ""):
            plain_value = value if isinstance(value, bool | int | str) else msgspec.json.encode(value).decode()
            properties.append({"name": name, "type": type_names.get(type(value), "string"), "value": plain_value})
    return properties
