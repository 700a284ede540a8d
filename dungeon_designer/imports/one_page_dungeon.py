"""One Page Dungeon (watabou), JSON of version 1.2: rectangles of floor, and doors that stand on squares of their own.

The shape of the file is known from the files themselves; its author publishes no description. Types of doors:
0 an opening, 1 a door, 2 a narrow opening, 3 the way in, 4 a portcullis, 5 double doors, 6 a secret door, 7 a barred
one, 8 and 9 stairs.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct

from dungeon_designer.grid import LIMIT, Square, block
from dungeon_designer.imports.imported import MOST, Areas, Imported, counted
from dungeon_designer.layout.model import Layout, SectionKind, Terrain, TerrainKind
from dungeon_designer.text.read_faults import Fault, converted

PROGRAM = "One Page Dungeon"

_Whole = Annotated[int, Meta(ge=-LIMIT, le=LIMIT)]
_Extent = Annotated[int, Meta(ge=1, le=LIMIT)]

_SHUT = {
    1: "door",
    4: "portcullis (a door)",
    5: "double doors (a door)",
    6: "secret door (a door)",
    7: "barred door (a door)",
}
_OPENINGS = {0: "", 2: "", 3: "way in (floor)", 8: "stairs (floor)", 9: "stairs (floor)"}
"""What each type of door becomes; of an opening that says no more than that nothing is told."""


class Rect(Struct, frozen=True):
    """A rectangle of floor; with `rotunda` the circle in it."""

    x: _Whole
    y: _Whole
    w: _Extent
    h: _Extent
    rotunda: bool = False

    @property
    def squares(self) -> list[Square]:
        """Its squares; of a round room those whose middle lies in the circle."""
        every = block((self.x, self.y), (self.w, self.h))
        if not self.rotunda:
            return every
        across, down, radius = self.x + self.w / 2, self.y + self.h / 2, min(self.w, self.h) / 2
        return [(x, y) for x, y in every if (x + 0.5 - across) ** 2 + (y + 0.5 - down) ** 2 <= radius**2]


class Door(Struct, frozen=True):
    """A door, an opening or a flight of stairs on one square."""

    x: _Whole
    y: _Whole
    type: int = 0


class Spot(Struct, frozen=True):
    """A place on the map, in squares."""

    x: Annotated[float, Meta(ge=-LIMIT, le=LIMIT)]
    y: Annotated[float, Meta(ge=-LIMIT, le=LIMIT)]


class Note(Struct, frozen=True):
    """A note on the map, by the number that stands there."""

    text: str = ""
    ref: str | int = ""


class OnePageDungeon(Struct, frozen=True):
    """The parts of the file that are read."""

    rects: tuple[Rect, ...]
    title: str = ""
    story: str = ""
    doors: tuple[Door, ...] = ()
    water: tuple[Spot, ...] = ()
    columns: tuple[Any, ...] = ()
    notes: tuple[Any, ...] = ()


def read_one_page(data: object) -> Imported:
    """The dungeon in the data of a file; a Fault names the key that is wrong."""
    file = converted(data, OnePageDungeon)
    if sum(rect.w * rect.h for rect in file.rects) > MOST:
        raise Fault(f"the rectangles cover more than {MOST:,} squares", ("rects",))
    areas, doorways = Areas(), {(door.x, door.y) for door in file.doors}
    rects = [rect for rect in file.rects if (rect.x, rect.y) not in doorways or rect.w * rect.h > 1]
    for rect in rects:
        areas.add(SectionKind.CORRIDOR if 1 in (rect.w, rect.h) else SectionKind.ROOM, rect.squares)
    for square in sorted(doorways, key=lambda at: at[::-1]):
        areas.attach(square)
    shut = {(door.x, door.y) for door in file.doors if door.type in _SHUT}
    wet = {(int(spot.x // 1), int(spot.y // 1)) for spot in file.water} & areas.squares.keys()
    layout = Layout(
        name=file.title,
        notes=_write_notes(file),
        sections=areas.sections(),
        square_doors=areas.doors(shut),
        terrain=tuple(Terrain(kind=TerrainKind.WATER, at=areas.place(square)) for square in wet),
    )
    kinds = ["corridor" if 1 in (rect.w, rect.h) else "room" for rect in rects]
    words = {**_SHUT, **_OPENINGS}
    doors = [words.get(door.type, "unknown kind of door (floor)") for door in file.doors]
    changed = [word for word in doors if "(" in word and not word.startswith("unknown")]
    changed += [word for word in doors if word.startswith("unknown")]
    changed += ["round room (the squares in its circle)" for rect in file.rects if rect.rotunda]
    changed += ["square of water (a hazard here)"] * len(wet)
    notes = _read_notes(file)
    changed += ["note (words in the dungeon's notes)"] * len(notes)
    dropped = ["column"] * len(file.columns) + ["note without words"] * (len(file.notes) - len(notes))
    kept = counted([*kinds, *(word for word in doors if word == "door")])
    return Imported(layout, PROGRAM, kept, counted(changed), counted(dropped))


def _read_notes(file: OnePageDungeon) -> list[Note]:
    """Return the notes that say something."""
    notes = list[Note]()
    for data in file.notes:
        with suppress(Fault):
            notes.append(converted(data, Note))
    return [note for note in notes if note.text.strip()]


def _write_notes(file: OnePageDungeon) -> str:
    """Return the story, and below it a line for each note of the map.

    >>> _write_notes(OnePageDungeon((), story="It is old.", notes=({"text": "A rat.", "ref": "1"}, {"text": "Bones"})))
    'It is old.\\n\\n1. A rat.\\n- Bones'
    """
    lines = [
        f"{note.ref}. {text}" if note.ref else f"- {text}"
        for note in _read_notes(file)
        for text in [" ".join(note.text.split())]
    ]
    return "\n\n".join(filter(None, (file.story, "\n".join(lines))))
