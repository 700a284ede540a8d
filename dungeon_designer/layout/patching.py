"""A changed layout put back into the sketch a person wrote: a change touches few lines, and no comment is lost.

What the sketch says is compared with what it is to say, item by item, and each change is made where the sketch says it:
a letter of the map, an entry of a list, a word. The result is read: if it is not the changed layout, every key that
says something else is written anew, and at last all is, below the comments.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from dungeon_designer.grid import Square, block
from dungeon_designer.layout.document import Document, file_entry, layout_of, said_keys
from dungeon_designer.layout.layout_file import version_of
from dungeon_designer.layout.model import Layout, Portal, normalised
from dungeon_designer.layout.sketch import data_of, items_shown, read_sketch, with_drawn
from dungeon_designer.layout.sketch_changes import DRAWN, Unfit, changed_text, comments_in, matched
from dungeon_designer.layout.sketch_letters import (
    BUILT_IN,
    OWN,
    TAKEN,
    ZONES,
    Meaning,
    legend_of,
    plain_data,
)
from dungeon_designer.layout.sketch_sections import connected
from dungeon_designer.layout.sketch_writer import (
    MEANINGS,
    WORDS,
    floor_letters,
    kind_entry,
    numbered,
    place_of,
    section_entry,
    sketch_values,
    write_sketch,
)
from dungeon_designer.text.files import decoded
from dungeon_designer.text.read_faults import Fault, converted
from dungeon_designer.text.rows import FLOOR, ROCK
from dungeon_designer.text.yaml_text import BREAK, Listing, Node, Scalar, YamlTable, compose, lines_of

FIELDS = tuple(MEANINGS)
"""The items a map may show, the lowest first."""

ON_EDGES = ("walls", "doors", "leap_edges")
ORDER = (
    *WORDS, *DRAWN, "section_kinds", "legend", "chests", "portals", "square_doors", "terrain", "obstacles", "traps",
    *ON_EDGES, "machines", "labels", "waivers", "extra",
)  # fmt: skip
"""The order in which keys come to stand that were not there."""

_OWN_LETTERS = {meaning: letter for letter, meaning in OWN.items()}
_SPARE = "abcdefghijklmnopqrstuvwxyzABDEFGHJKLMNOPQRUVWXYZ"


def patched_file(data: bytes, after: Layout) -> bytes:
    """The bytes of a sketch, changed in few lines, so that they read as `after`; a mark of UTF-8 stays.

    Bytes that are no sketch are given up, as in `patched`.
    """
    try:
        text = decoded(data)
    except Fault:
        return write_sketch(after).encode()
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return mark + patched(text, after).encode()


def patched(text: str, after: Layout) -> str:
    """The sketch `text`, changed in few lines, so that it reads as `after`; all its comments stay.

    A text that is no sketch is given up: the answer is `after` as a sketch is always written.
    """
    after = normalised(after)
    try:
        before = read_sketch(text)
    except Fault:
        return write_sketch(after)
    root = compose(text)
    if before == after or not isinstance(root, YamlTable):
        return text
    comments, written = _comments(text), sketch_values(after)
    anew = {key: _plainly(written.get(key)) for key in ORDER if key in written or key in root.entries}
    for in_its_form in (True, False):
        try:
            wanted = _Wanted(root, before, after, anew).values if in_its_form else anew
            changed = changed_text(text, wanted, ORDER)
            if read_sketch(changed) == after and _comments(changed) >= comments:
                return changed
        except (Fault, Unfit):
            continue
    ends = BREAK.search(text)
    made = "\n".join([*comments.elements(), write_sketch(after)]).replace("\n", ends[0] if ends else "\n")
    return made if BREAK.fullmatch(text[-1:]) else made.rstrip("\r\n")


def _comments(text: str) -> Counter[str]:
    return Counter(text[start:end].rstrip() for start, end in comments_in(text, compose(text)))


class _Wanted:
    """What the keys of a sketch have to say for another layout, told as its writer tells it: `values` by key.

    None is the value of a key that goes. Unfit where the sketch cannot tell it in its form.
    """

    def __init__(self, root: YamlTable, before: Layout, after: Layout, anew: dict[str, Any]) -> None:
        self.entries, self.before, self.after = root.entries, before, after
        self.data = data_of(root)
        self.document = converted(self.data, Document)
        self.values: dict[str, Any] = {}
        self._own = legend_of(self.entries["legend"]) if "legend" in self.entries else {}
        self._letters = {meaning: letter for letter, meaning in (BUILT_IN | self._own).items()}
        self._map = _Rows(self.entries.get("map"))
        self._floor = dict[Square, str]()
        for key in (*WORDS, "extra"):
            if getattr(before, key) != getattr(after, key):
                self.values[key] = anew.get(key)
        needed = version_of(said_keys(after))
        if "version" in self.entries and plain_data(self.entries["version"], "version") < needed:
            self.values["version"] = needed
        for key in (*ON_EDGES, "labels"):
            new = set(getattr(after, key))
            self._list(key, new.__contains__, _without(getattr(after, key), getattr(self.document, key)))
        for key in ("machines", "waivers"):
            self._ordered_list(key, file_entry)
        if isinstance(self.entries.get("sections"), Listing):
            self._ordered_list("sections", section_entry)
        else:
            self._draw_sections()
        self._items()
        self._map.told("map", self.values)

    def _list(self, key: str, stays: Callable[[Any], bool], missing: Iterable[Any]) -> None:
        """A list without the entries that do not stay; what is missing takes their places or comes to the end."""
        new = iter([_plainly(item if isinstance(item, tuple) else file_entry(item)) for item in missing])
        slots = zip(getattr(self.document, key), self.data.get(key, ()), strict=True)
        kept = [told if stays(entry) else next(new, None) for entry, told in slots]
        entries = [*filter(None, kept), *new]
        if key == "portals" and not isinstance(self.entries.get(key), Listing):
            squares = numbered(converted(entries, list[Portal])).items()
            table = {str(number): _plainly(places) for number, places in squares}
            if table != (plain_data(self.entries[key], key) if key in self.entries else {}):
                self.values[key] = table or None
        elif entries != self.data.get(key, []):
            self.values[key] = entries or None

    def _ordered_list(self, key: str, entry: Callable[[Any], Any]) -> None:
        """A list whose order says something."""
        old, new, told = getattr(self.before, key), getattr(self.after, key), self.data.get(key, [])
        if old != new:
            pairs = matched(list(map(repr, old)), list(map(repr, new)))
            kept = [told[a] if a is not None and old[a] == new[b] else _plainly(entry(new[b])) for a, b in pairs]
            self.values[key] = kept or None

    # Sections --------------------------------------------------------------------------------------------------------

    def _draw_sections(self) -> None:
        """The floor of the map, and a grid of section letters where there is one or the map cannot tell them alone."""
        floor = floor_letters(self.after.sections)
        if floor is None:
            raise Unfit
        if "map" in self.entries:
            exactly = self._map.has_zones or "sections" not in self.entries
            self._floor = floor if exactly else dict.fromkeys(floor, FLOOR)
            for square, letter in self._map.squares():
                wanted = self._floor.get(square, self._map.rock)
                if wanted == self._map.rock or letter in (FLOOR, *ZONES):
                    self._map[square] = wanted
            for square, letter in self._floor.items():
                if self._map[square] in ROCK:
                    self._map[square] = letter
        if "sections" in self.entries or connected(tuple(self._map.rows)) != self.after.sections:
            self._section_letters()

    def _section_letters(self) -> None:
        """The grid of letters, and what kind each is."""
        sections, rows = self.after.sections, _Rows(self.entries.get("sections"))
        letters = {square: section.id for section in sections for square in section.squares}
        for square in [*dict(rows.squares()), *letters]:
            rows[square] = letters.get(square, rows.rock)
        rows.told("sections", self.values)
        old = plain_data(self.entries["section_kinds"]) if "section_kinds" in self.entries else {}
        was, now = ({s.id: _plainly(kind_entry(s)) for s in layout.sections} for layout in (self.before, self.after))
        named = [name for name in old if name in now] + [n for n in now if n not in old and now[n] != "room"]
        seen = dict.fromkeys(letter for _, letter in rows.squares())
        if list(dict.fromkeys([*named, *seen])) != list(now):
            named = list(now)
        told = {name: old[name] if name in old and was.get(name) == now[name] else now[name] for name in named}
        if list(told.items()) != list(old.items()):
            self.values["section_kinds"] = told or None

    # Items in the map and in lists -----------------------------------------------------------------------------------

    def _items(self) -> None:
        """Drop the letters and entries of what goes, read what is left, and tell what is missing in that.

        It takes the place of an entry that went, else it comes on the map if that has room and a letter for it, and
        shows such items or nothing lists them; else to the end of the list.
        """
        places = Counter((field, place_of(item)) for field in FIELDS[:3] for item in getattr(self.after, field))
        crowded = {place for place, times in places.items() if times > 1}
        lost = set(crowded)
        for field in FIELDS:
            gone = _without(getattr(self.before, field), getattr(self.after, field))
            lost.update(*(_places(field, item) for item in gone))

        def stays(field: str, entry: Any) -> bool:
            return lost.isdisjoint(_places(field, entry))

        shown, drawn = self._kept_letters(lost)
        kept = {field: tuple(each for each in getattr(self.document, field) if stays(field, each)) for field in FIELDS}
        traps = zip(self.document.traps, self.data.get("traps", ()), strict=True)
        sized = ["size" in told for trap, told in traps if stays("traps", trap)]
        said = layout_of(with_drawn(replace(self.document, sections=(), machines=(), **kept), shown, sized), {})
        for field in FIELDS:
            missing = _without(getattr(self.after, field), getattr(said, field))
            if "map" in self.entries and (field in drawn or field not in self.entries):
                free = len(getattr(self.document, field)) - len(kept[field])
                new = missing[free:]
                missing[free:] = [it for it in new if (field, place_of(it)) in crowded or not self._draw(field, it)]
            self._list(field, partial(stays, field), missing)

    def _kept_letters(self, lost: set[tuple[str, Square]]) -> tuple[list[tuple[Square, Meaning]], set[str]]:
        """What the map still shows without the letters on lost places; and what lists it shows any items of."""
        shown, drawn = list[tuple[Square, Meaning]](), set[str]()
        for at, letter in self._map.squares():
            if what := (BUILT_IN | self._own).get(letter):
                fields = {field for field, _ in items_shown(at, what)}
                drawn |= fields
                if lost.isdisjoint((field, at) for field in fields):
                    shown.append((at, what))
                else:
                    self._map[at] = self._floor.get(at, FLOOR)
        return shown, drawn

    def _draw(self, field: str, item: Any) -> bool:
        """Draw an item if the map has room and a letter for it."""
        at, meaning = place_of(item), MEANINGS[field](item)
        room = (FLOOR, *ZONES) if self._floor else (*ROCK, FLOOR)
        if self._map[at] not in room or not self._map.reaches(at):
            return False
        if meaning in _OWN_LETTERS and meaning not in self._letters:
            spare = _OWN_LETTERS[meaning] + _SPARE
            if letter := next((each for each in spare if each not in {*TAKEN, *self._own}), None):
                self._own[letter], self._letters[meaning] = meaning, letter
                old = plain_data(self.entries["legend"]) if "legend" in self.entries else {}
                self.values["legend"] = self.values.get("legend", old) | {letter: msgspec.to_builtins(meaning)}
        if meaning not in self._letters:
            return False
        self._map[at] = self._letters[meaning]
        return True


class _Rows:
    """Rows of letters that can be drawn on, none where there is no key for them.

    Rock is drawn as the writer does: as # or as blanks.
    """

    def __init__(self, node: Node | None) -> None:
        text = node.text if isinstance(node, Scalar) else ""
        self.rows = lines_of(text.removesuffix("\n")) if text else []
        self._old = list(self.rows)
        self.has_zones = any(letter in text for letter in ZONES)
        self.rock = "#" if text.count("#") >= sum(row.rstrip().count(" ") for row in self.rows) else " "

    def told(self, key: str, values: dict[str, Any]) -> None:
        """The rows as the value of a key, if something was drawn."""
        if self.rows != self._old:
            values[key] = "\n".join(self.rows)

    def __getitem__(self, square: Square) -> str:
        x, y = square
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else " "

    def __setitem__(self, square: Square, letter: str) -> None:
        x, y = square
        if letter == self[square] or (letter in ROCK and self[square] in ROCK):
            return
        self.rows += [""] * (y + 1 - len(self.rows))
        row = self.rows[y].ljust(x, self.rock)
        row = row[:x] + letter + row[x + 1 :]
        self.rows[y] = row if self.rows[y].endswith(" ") else row.rstrip(" ")

    def squares(self) -> list[tuple[Square, str]]:
        """Every square that is no rock, with its letter."""
        return [
            ((x, y), letter) for y, row in enumerate(self.rows) for x, letter in enumerate(row) if letter not in ROCK
        ]

    def reaches(self, square: Square) -> bool:
        """Whether a square is within the rectangle the rows fill."""
        return square[1] < len(self.rows) and square[0] < max(map(len, self.rows))


def _plainly(value: Any) -> Any:
    """A value as plain data: lists for tuples, words for what is one of a kind."""
    return msgspec.to_builtins(value, str_keys=True) if not isinstance(value, tuple) else list(value)


def _places(field: str, item: Any) -> Iterator[tuple[str, Square]]:
    """Where an item, or an entry of a list, lies."""
    return ((field, at) for at in block(place_of(item), getattr(item, "size", (1, 1))))


def _without(items: Sequence[Any], others: Iterable[Any]) -> list[Any]:
    known = set(others)
    return [item for item in items if item not in known]
