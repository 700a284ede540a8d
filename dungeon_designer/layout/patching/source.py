"""A sketch as its writer drew it: what each part of the file says, and by which means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dungeon_designer.grid import Square
from dungeon_designer.layout.document import Document
from dungeon_designer.layout.patching.node_changes import SAME, Placed, fit_items
from dungeon_designer.layout.patching.text_changes import TextChanges, Unfit
from dungeon_designer.layout.sketch import data_of
from dungeon_designer.layout.sketch_letters import BUILT_IN, OWN, ROCK, TAKEN, ZONES, Meaning, legend_of, plain
from dungeon_designer.text.read_faults import converted
from dungeon_designer.text.rows import grid_of
from dungeon_designer.text.yaml_text import Listing, Scalar, Table, compose, lines_of

_SPARE = "abcdefghijklmnopqrstuvwxyzABDEFGHJKLMNOPQRUVWXYZ"


class Rows:
    """Rows of letters that can be drawn on. Rock is drawn as the writer does: as # or as blanks."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self._ragged = {number for number, row in enumerate(rows) if row.endswith(" ")}
        self.has_zones = any(letter in row for row in rows for letter in ZONES)
        self.rock = "#" if sum(row.count("#") for row in rows) >= sum(row.rstrip().count(" ") for row in rows) else " "

    def __getitem__(self, square: Square) -> str:
        x, y = square
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else " "

    def __setitem__(self, square: Square, letter: str) -> None:
        x, y = square
        if letter in ROCK and self[square] in ROCK:
            return
        while y >= len(self.rows):
            self.rows.append("")
        row = self.rows[y].ljust(x, self.rock)
        row = row[:x] + letter + row[x + 1 :]
        self.rows[y] = row if y in self._ragged else row.rstrip(" ")

    def squares(self) -> Iterator[tuple[Square, str]]:
        """Every square that is no rock, with its letter."""
        for y, row in enumerate(self.rows):
            yield from (((x, y), letter) for x, letter in enumerate(row) if letter not in ROCK)

    def reaches(self, square: Square) -> bool:
        """Whether a square is within the rectangle the rows fill."""
        return square[1] < len(self.rows) and square[0] < max(map(len, self.rows))

    def move(self, by: Square) -> None:
        """All rows so many columns to the right and rows down; what leaves the grid is gone."""
        across, down = by
        rows = [self.rock * across + row if row.strip() else row for row in self.rows] if across > 0 else self.rows
        rows = [row[-across:] for row in rows] if across < 0 else rows
        wide = self.rock * max(map(len, rows), default=0) if self.rock == "#" else ""
        self.rows = [*[wide] * down, *rows] if down > 0 else rows[-down:]
        self._ragged = {number + down for number in self._ragged}


@dataclass
class Source:
    """A sketch's nodes, the document it lists, its drawing, and the changes to be made to it.

    `form` says how its sections are told: "connected" by the map, "letters" by a grid of them, or as a "list".
    `keys` are its keys as they shall be, `new_letters` those of the map that its legend does not have yet.
    """

    root: Table
    changes: TextChanges
    data: dict[str, Any]
    document: Document
    map: Rows | None
    own: dict[str, Meaning]
    form: str
    keys: list[Placed]
    new_letters: list[str]

    @classmethod
    def of(cls, text: str) -> Source:
        """The parts of a sketch that reads well."""
        root = compose(text)
        if not isinstance(root, Table):
            raise Unfit
        data = data_of(root)
        sections = root.entries.get("sections")
        form = "connected" if sections is None else "list" if isinstance(sections, Listing) else "letters"
        own = legend_of(root.entries["legend"]) if "legend" in root.entries else {}
        document = converted(data, Document)
        keys = [Placed(number, SAME, name) for number, name in enumerate(root.entries)]
        rows = rows_of(root, "map", lines_of(text))
        return cls(root, TextChanges(text, root), data, document, rows, own, form, keys, [])

    def made(self) -> str:
        """The text with all changes made."""
        fit_items(self.changes, self.root, self.keys, "")
        return self.changes.made()

    @property
    def kinds(self) -> dict[str, Any]:
        """What `section_kinds` says."""
        node = self.root.entries.get("section_kinds")
        return plain(node) if isinstance(node, Table) else {}

    def meaning(self, letter: str) -> Meaning | None:
        """What a letter of the map says besides floor and zones."""
        return self.own.get(letter) or BUILT_IN.get(letter)

    def letter(self, meaning: Meaning) -> str:
        """The letter for something, a new one of the legend where it has none yet; "" where no letter can say it."""
        for letter, known in (*self.own.items(), *BUILT_IN.items()):
            if known == meaning:
                return letter
        if meaning not in OWN.values():
            return ""
        wished = next(letter for letter, known in OWN.items() if known == meaning)
        used = {*TAKEN, *self.own}
        letter = next((letter for letter in wished + _SPARE if letter not in used), "")
        if letter:
            self.own[letter] = meaning
            self.new_letters.append(letter)
        return letter


def rows_of(root: Table, key: str, lines: list[str]) -> Rows | None:
    """The rows of letters below a key, as long as they stand in the file."""
    node = root.entries.get(key)
    if not isinstance(node, Scalar):
        return None
    grid_of(node, key, lines)
    rows = lines_of(node.text)
    return Rows(rows[: len(rows) - (not rows[-1])])
