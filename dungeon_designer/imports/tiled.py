"""Tiled (mapeditor.org), maps as JSON or XML: layers of tiles are the floor and the rock, objects what lies on it.

The class of a tile or an object says what it is: a kind of section or a word of `PARTS`. What our own export
writes comes back as it was; of other people's maps everything is floor where a tile lies. What is unknown, or cannot
be read, is left out and told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from dungeon_designer.grid import Square, block, bounds
from dungeon_designer.imports.imported import MOST, Imported, counted, located, number_of
from dungeon_designer.imports.tiled_format import GID_FLAGS, Map, MapObject, TileSet, as_class, read_properties
from dungeon_designer.imports.tiled_layers import ROCK_WORDS, Cells, LayersReading, read_layers
from dungeon_designer.imports.tiled_objects import Facing, Site, explain_unread_shape, facing_of, find_site
from dungeon_designer.imports.tiled_parts import (
    GROUND_LISTS,
    SECTION_KINDS,
    explain_fault,
    read_head,
    read_part,
    read_section_words,
)
from dungeon_designer.imports.tiled_sections import SectionsReading
from dungeon_designer.layout.document import Document, layout_of, read_sides
from dungeon_designer.layout.model import PARTS
from dungeon_designer.text.read_faults import Fault, converted
from dungeon_designer.tiles.library import stock
from dungeon_designer.tiles.model import TileLibrary

PROGRAM = "Tiled"

_ADVICE = (
    "all layers of tiles are read as floor; if one of them is rock, give its name or class one of the words "
    f"{', '.join(ROCK_WORDS[:-1])} or {ROCK_WORDS[-1]}"
)


def read_tiled(data: object, tiles: TileLibrary | None = None) -> Imported:
    """The dungeon in the data of a map; a Fault names the key that is wrong.

    `tiles` are those that its placed tiles may be, without it the program's own.
    """
    chart = converted(data, Map, strict=False)
    if chart.orientation != "orthogonal":
        raise Fault(f"the map is {chart.orientation[:20]}; a dungeon needs an orthogonal one", ("orientation",))
    reader = _Reader(chart, tiles or stock())
    layers = read_layers(chart, reader.names_section)
    reader.read(layers)
    plain = reader.build(layers.floor)
    sizes = number_of(len(layers.floor), "square"), number_of(len(plain["sections"]), "section")
    return Imported(
        layout_of(converted(plain, Document), plain),
        PROGRAM,
        (*sizes, *counted(reader.kept)),
        (*counted(reader.changed), *counted(layers.changed)),
        (*counted(reader.dropped), *located(reader.dropped_at), *counted(layers.dropped)),
        "" if layers.has_rock or not layers.told else _ADVICE,
        layers.told,
    )


class _Reader:
    """One map on its way to a layout: plain data of the layout file, and what was met on the way."""

    def __init__(self, chart: Map, tiles: TileLibrary) -> None:
        self._pixels, self._shift, self._covered = (chart.tilewidth, chart.tileheight), (0, 0), 0
        self._sets = sorted(chart.tilesets, key=lambda each: each.firstgid)
        self._meanings = {each.firstgid + tile.id: tile.facts for each in chart.tilesets for tile in each.tiles}
        self._sections = SectionsReading(tiles)
        said = read_properties(chart.properties)
        self._head, faults = read_head(said)
        self._sides = read_sides(converted({"sides": self._head.get("sides", 2)}, Document))
        self._lists: dict[str, list[Any]] = defaultdict(list)
        self.kept, self.changed = list[str](), list[str]()
        self.dropped_at: list[tuple[str, Square]] = []
        self.dropped = [f"tile set {each.source[:40]!r} (a file of its own)" for each in chart.tilesets if each.source]
        if said.get("players"):
            self.dropped.append("what lies below trapdoors and on counters' faces (the map is one for players)")
        self.dropped += faults

    def names_section(self, gid: int) -> bool:
        """Return whether the tile of a cell's number names a section."""
        return self._meanings.get(gid & ~GID_FLAGS, {}).get("class") in SECTION_KINDS

    def read(self, layers: LayersReading) -> None:
        """Read the cells and objects of all layers that count, in a grid that nothing of the floor lies left of."""
        left, top = bounds(layers.floor)[0]
        self._shift = max(0, -left), max(0, -top)
        for _, facts in sorted(self._meanings.items(), key=lambda item: item[0]):
            if "id" in facts and facts["class"] in SECTION_KINDS:  # in their order, those that own no square, too
                self._add_section([], facts, "")
        for cells in layers.cells:
            self._add_cells(cells, layers.floor)
        for layer, offset in layers.objects:
            for thing in layer.objects:
                self._add_object(thing, offset)

    def build(self, floor: Iterable[Square]) -> dict[str, Any]:
        """Return the layout as a layout file has it."""
        sections, printed = self._sections.build(map(self._place, floor))
        self.changed += self._sections.changed
        for key, entry in printed:
            self._lists[key].append(entry)
        ids = {section["id"] for section in sections}
        machines = self._lists.pop("machines", [])
        for machine in machines:
            if unknown := sorted(set(machine.get("sections", ())) - ids):
                self.dropped.append(f"{machine['kind']} (no section has the id {unknown[0][:40]!r})")
            else:
                self._lists["machines"].append(machine)
        return {**self._head, **self._lists, "sections": sections}

    def _place(self, square: Square) -> Square:
        """Return the square of the layout that a square of the map is."""
        return square[0] + self._shift[0], square[1] + self._shift[1]

    def _drop(self, what: str, at: Square) -> None:
        """Remember what was left out, and where it lay in the map."""
        self.dropped_at.append((what, (at[0] - self._shift[0], at[1] - self._shift[1])))

    def _add_cells(self, cells: Cells, floor: frozenset[Square]) -> None:
        """Add what the tiles of a layer say of the squares of floor below them."""
        for gid in sorted(cells, key=lambda gid: (gid & ~GID_FLAGS, gid)):
            facts = self._meanings.get(gid & ~GID_FLAGS, {"class": ""})
            squares = [self._place(square) for square in cells[gid] if square in floor]
            kind = facts["class"]
            try:
                if not squares:
                    continue
                if _is_section(facts):
                    self._add_section(squares, facts, " ".join(filter(None, (kind, str(facts.get("side", ""))))))
                elif kind in PARTS:
                    self._add_part_on_each(squares, facts, facing_of(gid))
                elif kind not in ("", "floor"):
                    self.dropped += [f"tile {kind[:40]!r} (floor)"] * len(squares)
            except Fault as fault:
                for square in squares:
                    self._drop(f"tile {kind!r} ({explain_fault(fault)}; floor)", square)

    def _add_part_on_each(self, squares: list[Square], facts: Mapping[str, Any], facing: Facing) -> None:
        """Add a thing on each of some squares; it is read once, since it is the same on all of them."""
        first = squares[0]
        key, entry = read_part(facts["class"], Site(first, facing=facing), facts, self._sides)
        if not isinstance(entry, dict):
            self._keep(key, facts, *squares)
        elif "at" not in entry:
            self._keep(key, facts, entry)
        else:
            x, y = entry["at"][0] - first[0], entry["at"][1] - first[1]
            self._keep(key, facts, *({**entry, "at": (left + x, top + y)} for left, top in squares))

    def _add_object(self, thing: MapObject, offset: Square) -> None:
        """Add an object, a section or a thing on the map, or say why it is left out."""
        facts = {**self._meanings.get(thing.gid & ~GID_FLAGS, {})}
        facts |= {name: value for name, value in thing.facts.items() if value != ""}
        kind = facts["class"] = facts.get("class") or as_class(thing.name)
        if kind == "outline" and thing.polygon:
            return  # our own export draws them, for the eye alone
        site = find_site(thing, self._find_set(thing.gid & ~GID_FLAGS), self._pixels)
        at = self._place((site.at[0] + offset[0], site.at[1] + offset[1]))
        title = f"object {(kind or thing.name)[:40]!r}" if kind or thing.name else "object without a class"
        if not thing.visible:
            self._drop(f"hidden {title}", at)
        elif problem := explain_unread_shape(thing, kind):
            self._drop(f"{title} ({problem})", self._place(self._find_square(thing, offset)))
        elif kind not in SECTION_KINDS and kind not in PARTS:
            self.dropped.append(title)
        else:
            if thing.name and as_class(thing.name) != kind:
                facts.setdefault("name", thing.name)
            self._check_cover(site)
            try:
                self._add_thing(Site(at, site.size, site.flat, site.facing), facts, thing.name)
            except Fault as fault:
                self._drop(f"{title} ({explain_fault(fault)})", at)

    def _add_thing(self, site: Site, facts: dict[str, Any], name: str) -> None:
        """Add an object of a known class; a Fault where its properties cannot be read."""
        if _is_section(facts):
            key = " ".join(filter(None, (facts["class"], str(facts.get("side", "")), f"{name} {site.at}")))
            self._add_section(block(site.at, site.size), _turn_placing(facts, site.facing), key)
        else:
            key, entry = read_part(facts["class"], site, facts, self._sides)
            self._keep(key, facts, entry)

    def _add_section(self, squares: list[Square], facts: dict[str, Any], key: str) -> None:
        words = read_section_words(facts, self._sides)
        self._sections.add_squares(str(facts.get("id", key)), facts, words, squares)

    def _keep(self, key: str, facts: Mapping[str, Any], *entries: Any) -> None:
        """Keep entries of a list of the layout file, what is printed on a tile together with that."""
        if "printed" in facts and key in GROUND_LISTS:
            for entry in entries:
                self._sections.add_printed(str(facts["printed"]), key, entry)
        else:
            self._lists[key] += entries
            self.kept += [facts["class"].replace("_", " ")] * len(entries)

    def _check_cover(self, site: Site) -> None:
        """A Fault where objects cover more squares than are read; none of them is counted out yet."""
        self._covered += site.size[0] * site.size[1] - 1
        if self._covered > MOST:
            raise Fault(f"the objects cover more than {MOST:,} squares", ("layers",))

    def _find_square(self, thing: MapObject, offset: Square) -> Square:
        """Return the square of the map that the (x, y) of an object lies on."""
        width, height = self._pixels
        return int(thing.x // width) + offset[0], int(thing.y // height) + offset[1]

    def _find_set(self, number: int) -> TileSet | None:
        """Return the tile set that the number of a tile is of."""
        index = bisect_right(self._sets, number, key=lambda each: each.firstgid)
        return self._sets[index - 1] if number and index else None


def _is_section(facts: Mapping[str, Any]) -> bool:
    """Return whether facts describe a section; a bridge is one if it has an id, and else terrain."""
    kind = facts["class"]
    return kind in SECTION_KINDS and ("id" in facts or kind not in PARTS)


def _turn_placing(facts: dict[str, Any], facing: Facing) -> dict[str, Any]:
    """Return the facts of an object that is a placed tile, its turn and flip as the object itself is turned."""
    turn, flip = facts.get("turn", 0), facts.get("flip", False)
    if "tile" not in facts or facing == Facing() or not isinstance(turn, int) or not isinstance(flip, bool):
        return facts
    turned = ((-turn if facing.flip else turn) + facing.quarters) % 4
    return facts | {"turn": turned, "flip": flip != facing.flip}
