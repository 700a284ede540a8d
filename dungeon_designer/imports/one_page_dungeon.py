"""Read One Page Dungeon (watabou), JSON of version 1.2: rectangles of floor, and doors that have squares of their own.

The author publishes no description of the format; it is known from files. The types of doors: 0 opening, 1 door,
2 narrow opening, 3 way in, 4 portcullis, 5 double doors, 6 secret door, 7 barred door, 8 and 9 stairs.
"""

from __future__ import annotations

from contextlib import suppress
from math import floor
from typing import Annotated, Any

from msgspec import Meta, Struct

from dungeon_designer.grid import MAX_COORDINATE, Square, list_block_squares, rank_by_row
from dungeon_designer.imports.import_result import MAX_SQUARES, AreaCollector, ImportResult, count_features
from dungeon_designer.layout.model import Layout, SectionKind, Terrain, TerrainKind
from dungeon_designer.text.read_faults import Fault, convert_data

PROGRAM_NAME = "One Page Dungeon"
"""The name of the program in messages."""

_Coordinate = Annotated[int, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
"""A coordinate in squares."""
_Extent = Annotated[int, Meta(ge=1, le=MAX_COORDINATE)]
"""A width or height in squares."""

_DOOR_RESULTS = {
    1: "door",
    4: "portcullis (a door)",
    5: "double doors (a door)",
    6: "secret door (a door)",
    7: "barred door (a door)",
}
"""What each type of door that can close becomes."""
_OPENING_RESULTS = {0: "", 2: "", 3: "way in (floor)", 8: "stairs (floor)", 9: "stairs (floor)"}
"""What each type of opening becomes; '' for openings that the summary does not mention."""


class Rect(Struct, frozen=True):
    """A rectangle of floor, in squares.

    Attributes:
        rotunda: whether only the circle in the rectangle is floor.
    """

    x: _Coordinate
    y: _Coordinate
    w: _Extent
    h: _Extent
    rotunda: bool = False

    @property
    def is_corridor(self) -> bool:
        """Whether the rectangle is one square wide or high; others are rooms."""
        return 1 in (self.w, self.h)

    @property
    def squares(self) -> list[Square]:
        """The squares of floor; of a round room those whose centre lies in the circle."""
        all_squares = list_block_squares((self.x, self.y), (self.w, self.h))
        if not self.rotunda:
            return all_squares
        centre_x, centre_y, radius = self.x + self.w / 2, self.y + self.h / 2, min(self.w, self.h) / 2
        return [(x, y) for x, y in all_squares if (x + 0.5 - centre_x) ** 2 + (y + 0.5 - centre_y) ** 2 <= radius**2]


class Door(Struct, frozen=True):
    """A door, an opening or stairs on one square; the module's docstring lists the types."""

    x: _Coordinate
    y: _Coordinate
    type: int = 0


class Spot(Struct, frozen=True):
    """A position on the map, in squares."""

    x: Annotated[float, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
    y: Annotated[float, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]


class Note(Struct, frozen=True):
    """A note on the map.

    Attributes:
        text: the words.
        ref: the number at the position of the note.
    """

    text: str = ""
    ref: str | int = ""


class OnePageDungeon(Struct, frozen=True):
    """The keys of the file that are read."""

    rects: tuple[Rect, ...]
    title: str = ""
    story: str = ""
    doors: tuple[Door, ...] = ()
    water: tuple[Spot, ...] = ()
    columns: tuple[Any, ...] = ()
    notes: tuple[Any, ...] = ()


def read_one_page(data: object) -> ImportResult:
    """Return the dungeon in the data of a One Page Dungeon file.

    Raises:
        Fault: the data is wrong; it names the key.
    """
    file = convert_data(data, OnePageDungeon)
    if sum(rect.w * rect.h for rect in file.rects) > MAX_SQUARES:
        raise Fault(f"the rectangles cover more than {MAX_SQUARES:,} squares", ("rects",))
    areas, doorways = AreaCollector(), {(door.x, door.y) for door in file.doors}
    rects = [rect for rect in file.rects if (rect.x, rect.y) not in doorways or rect.w * rect.h > 1]
    for rect in rects:
        areas.add_area(SectionKind.CORRIDOR if rect.is_corridor else SectionKind.ROOM, rect.squares)
    for square in sorted(doorways, key=rank_by_row):
        areas.attach_square(square)
    door_squares = {(door.x, door.y) for door in file.doors if door.type in _DOOR_RESULTS}
    water_squares = {(floor(spot.x), floor(spot.y)) for spot in file.water} & areas.squares.keys()
    layout = Layout(
        name=file.title,
        notes=_write_notes(file),
        sections=areas.build_sections(),
        square_doors=areas.build_doors(door_squares),
        terrain=tuple(Terrain(kind=TerrainKind.WATER, at=areas.convert_square(square)) for square in water_squares),
    )
    return _build_result(file, layout, rects, len(water_squares))


def _build_result(file: OnePageDungeon, layout: Layout, rects: list[Rect], water_count: int) -> ImportResult:
    """Return a layout with the summary of what was kept, changed and left out of the file.

    Args:
        file: the file.
        layout: the layout that was made of it.
        rects: the rectangles that became rooms and corridors.
        water_count: the number of squares of water.
    """
    results_by_type = {**_DOOR_RESULTS, **_OPENING_RESULTS}
    door_results = [results_by_type.get(door.type, "unknown kind of door (floor)") for door in file.doors]
    kept_features = ["corridor" if rect.is_corridor else "room" for rect in rects]
    kept_features += [result for result in door_results if result == "door"]
    changed_features = [result for result in door_results if "(" in result and not result.startswith("unknown")]
    changed_features += [result for result in door_results if result.startswith("unknown")]
    changed_features += ["round room (the squares in its circle)" for rect in file.rects if rect.rotunda]
    changed_features += ["square of water (a hazard here)"] * water_count
    notes = _read_notes(file)
    changed_features += ["note (words in the dungeon's notes)"] * len(notes)
    dropped_features = ["column"] * len(file.columns) + ["note without words"] * (len(file.notes) - len(notes))
    return ImportResult(
        layout,
        PROGRAM_NAME,
        count_features(kept_features),
        count_features(changed_features),
        count_features(dropped_features),
    )


def _read_notes(file: OnePageDungeon) -> list[Note]:
    """Return the notes of the map that have text; those that cannot be read are left out."""
    notes = list[Note]()
    for data in file.notes:
        with suppress(Fault):
            notes.append(convert_data(data, Note))
    return [note for note in notes if note.text.strip()]


def _write_notes(file: OnePageDungeon) -> str:
    r"""Return the notes of the layout: the story, and below it a line for each note of the map.

    >>> _write_notes(OnePageDungeon((), story="It is old.", notes=({"text": "A rat.", "ref": "1"}, {"text": "Bones"})))
    'It is old.\n\n1. A rat.\n- Bones'
    """
    lines = []
    for note in _read_notes(file):
        text = " ".join(note.text.split())
        lines.append(f"{note.ref}. {text}" if note.ref else f"- {text}")
    parts = [file.story, "\n".join(lines)]
    return "\n\n".join(part for part in parts if part)
