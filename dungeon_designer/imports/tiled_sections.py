"""The sections of a Tiled map: named by tiles and objects, as they were in our own export, or what floor is left.

A placed tile is one still where it covers what it did and the same is printed there; else it is drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.grid import Square, block, bounds, groups
from dungeon_designer.imports.imported import check_reach
from dungeon_designer.layout.document import file_entry
from dungeon_designer.layout.model import Section, SectionKind
from dungeon_designer.layout_edits.floor import drawn
from dungeon_designer.text.read_faults import Fault, converted
from dungeon_designer.text.rows import FLOOR
from dungeon_designer.tiles.model import TileLibrary

_LONGEST_ID = 80
"""So many letters the id of a section may have."""

_PLACING = ("kind", "tile", "turn", "flip", "at", "rows")
"""The properties that say how a section lay in our own export."""


class _Area(Struct):
    """Squares that tiles or objects name as one section: its kind, its side, name and enclosure, and how it lay."""

    kind: str
    words: dict[str, Any]
    placing: dict[str, Any]
    squares: set[Square]


class SectionsReading:
    """The sections of a map while it is read; `printed` is what lay on placed tiles, by their sections' ids.

    Attributes:
        changed: a word for each section that could not stay as it was
    """

    def __init__(self, tiles: TileLibrary) -> None:
        self._tiles = tiles
        self._areas: dict[str, _Area] = {}
        self._printed: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        self.changed: list[str] = []

    def add_squares(self, key: str, facts: dict[str, Any], words: dict[str, Any], squares: Iterable[Square]) -> None:
        """Give squares to a section, which the first facts that name it describe."""
        placing = {name: facts[name] for name in _PLACING if name in facts}
        self._areas.setdefault(key, _Area(facts["class"], words, placing, set())).squares.update(squares)

    def add_printed(self, section: str, key: str, entry: dict[str, Any]) -> None:
        """Remember what is printed on the tile of a section: the list it belongs in, and its entry there."""
        self._printed[section].append((key, entry))

    def build(self, floor: Iterable[Square]) -> tuple[list[dict[str, Any]], list[tuple[str, Any]]]:
        """Return the sections as a layout file has them, and what is printed on no placed tile any more.

        The first that names a square owns it. Floor that none owns is a room for each connected group.
        """
        check_reach(area.squares for area in self._areas.values())
        whole, found, taken = frozenset(floor), list[dict[str, Any]](), set(self._areas)
        left = set(whole)
        for number, (key, area) in enumerate(self._areas.items(), 1):
            entry, lost = self._keep_placing(key, area, whole, left)
            if entry:
                found.append(entry)
                self._printed.pop(key, None)
            elif own := area.squares & left:
                self.changed += [f"placed tile (drawn by hand: {lost})"] if lost else []
                name = key if 0 < len(key) <= _LONGEST_ID else _choose_id(f"s{number}", taken)
                found.append({**_draw_rows(name, own), "kind": area.kind, **area.words})
            left -= area.squares
        rest = list(map(set, groups(left)))
        check_reach(rest)
        found += [_draw_rows(_choose_id(f"room{number}", taken), part) for number, part in enumerate(rest, 1)]
        return found, list(chain(*self._printed.values()))

    def _keep_placing(
        self, key: str, area: _Area, floor: frozenset[Square], left: set[Square]
    ) -> tuple[dict[str, Any] | None, str]:
        """Return a section by the tile or the rows it had; else None, and why a tile cannot stay one."""
        tile = area.placing.get("tile")
        if tile is None and "rows" not in area.placing:
            return None, ""
        if tile is not None and str(tile) not in self._tiles:
            return None, "no set here holds it"
        try:
            entry = self._fit_placing(key, area, floor, left)
        except Fault:
            return None, "its properties cannot be read" if tile is not None else ""
        return entry, "its squares were changed" if tile is not None else ""

    def _fit_placing(self, key: str, area: _Area, floor: frozenset[Square], left: set[Square]) -> dict[str, Any] | None:
        """Return a section by its tile or rows, if these cover just its squares and are printed so; else None."""
        said = {"at": (0, 0), **area.placing, **area.words, "id": key}
        section = converted(said, Section, strict=False)
        if section.tile:
            section, covers = self._place_tile(section, area.kind, set() if "at" in area.placing else area.squares)
        else:
            section = replace(section, kind=SectionKind(area.kind))
            covers = dict.fromkeys(section.squares, "")
        lies = {
            (at, each["kind"]) for _, each in self._printed[key] for at in block(each["at"], each.get("size", (1, 1)))
        }
        printed = {(square, ground) for square, ground in covers.items() if ground}
        if min(section.at) >= 0 and covers.keys() <= floor and covers.keys() & left == area.squares and lies == printed:
            return file_entry(section) | ({} if section.tile else {"rows": section.rows})
        return None

    def _place_tile(self, section: Section, kind: str, squares: set[Square]) -> tuple[Section, dict[Square, str]]:
        """Return a placed tile, moved to the corner of squares, and all it covers with the ground printed there."""
        tile = self._tiles.get(section.tile)
        if squares:
            face = [square for square, _ in tile.placed((0, 0), section.turn, section.flip)]
            (x, y), (left, top) = bounds(squares)[0], bounds(face)[0]
            section = replace(section, at=(x - left, y - top))
        if not section.kind and kind != tile.kind:
            section = replace(section, kind=SectionKind(kind))
        placed = tile.placed(section.at, section.turn, section.flip)
        return section, {square: "" if letter == FLOOR else tile.meaning(letter) for square, letter in placed}


def _choose_id(wanted: str, taken: set[str]) -> str:
    """Return an id that is not taken, the wanted one if that is free, and remember it as taken."""
    chosen = next(name for name in chain([wanted], (f"{wanted}-{number}" for number in count(2))) if name not in taken)
    taken.add(chosen)
    return chosen


def _draw_rows(key: str, squares: set[Square]) -> dict[str, Any]:
    section = drawn(Section(id=key), squares)
    return {"id": key, "kind": "room", "at": section.at, "rows": section.rows}
