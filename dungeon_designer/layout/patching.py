"""A changed layout put back into the sketch a person wrote: a change touches few lines, and no comment is lost.

What the sketch says is compared with what it is to say, item by item, and each change is made where the sketch says it:
a letter of the map, an entry of a list, a word. The result is read: if it is not the changed layout, every key that
says something else is written anew, and at last all is, below the comments.
"""

from __future__ import annotations

import codecs
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from dungeon_designer.grid import Square, block, groups
from dungeon_designer.layout.document import Document, file_entry, said_keys, sides_entry
from dungeon_designer.layout.layout_file import version_of
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    Terrain,
    Trap,
    TrapKind,
    normalised,
    split,
)
from dungeon_designer.layout.sketch import data_of, entries_at, items_shown, read_sketch, with_drawn_traps
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
from dungeon_designer.layout.sketch_sections import ID_LETTERS, connected
from dungeon_designer.layout.sketch_writer import (
    MEANINGS,
    WORDS,
    floor_letters,
    full_rows,
    kind_entry,
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
            wanted = _Wanted(root, before, after).values if in_its_form else anew
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

    None is the value of a key that goes.
    """

    def __init__(self, root: YamlTable, before: Layout, after: Layout) -> None:
        self.entries, self.before, self.after = root.entries, before, after
        self.data = data_of(root)
        self.document = converted(self.data, Document)
        self.values: dict[str, Any] = {}
        self._own = legend_of(self.entries["legend"]) if "legend" in self.entries else {}
        self._letters = {meaning: letter for letter, meaning in (BUILT_IN | self._own).items()}
        self._map = _Rows(self.entries.get("map"))
        self._floor = None if isinstance(self.entries.get("sections"), Listing) else floor_letters(after.sections)
        self._words()
        for key in (*ON_EDGES, "labels"):
            self._list(key, _in_place(self._slots(key), list(getattr(after, key))))
        for key in ("machines", "waivers"):
            self._ordered_list(key, file_entry)
        self._items()
        self._sections()
        self._map.told("map", self.values)

    def _words(self) -> None:
        """Name, author and all else that is one word, number or text; the version where it is too old; `extra`."""
        for key in WORDS:
            value = getattr(self.after, key)
            if getattr(self.before, key) != value:
                self.values[key] = _plainly(sides_entry(value) if key == "sides" else value)
        if self.before.extra != self.after.extra:
            self.values["extra"] = msgspec.to_builtins(self.after.extra, order="sorted") or None
        needed = version_of(said_keys(self.after))
        if "version" in self.entries and plain_data(self.entries["version"], "version") < needed:
            self.values["version"] = needed

    def _slots(self, key: str) -> list[tuple[Any, Any]]:
        """The entries of a list, each with what the file says of it."""
        return list(zip(getattr(self.document, key), self.data.get(key, ()), strict=True))

    def _list(self, key: str, entries: list[Any]) -> None:
        if entries != self.data.get(key, []):
            self.values[key] = entries or None

    def _ordered_list(self, key: str, entry: Callable[[Any], Any]) -> None:
        """A list whose order says something."""
        old, new, told = getattr(self.before, key), getattr(self.after, key), self.data.get(key, [])
        pairs = matched(list(map(repr, old)), list(map(repr, new)))
        self._list(key, [told[a] if a is not None and old[a] == new[b] else _plainly(entry(new[b])) for a, b in pairs])

    # Items in the map and in lists -----------------------------------------------------------------------------------

    def _items(self) -> None:
        """Keep what is said and needed still, drop what is not, and tell what is new.

        New items come in the place of an entry that went, else on the map if it has room and a letter for them, and
        shows such items or nothing lists them; else at the end of their list.
        """
        self._need = {field: Counter(getattr(self.after, field)) for field in FIELDS}
        times = Counter((field, place_of(item)) for field in FIELDS[:3] for item in self._need[field])
        self._crowded = {what for what, number in times.items() if number > 1}
        slots = {field: self._slots(field) for field in FIELDS}
        self._keep_trapdoors(slots["traps"])
        listed: set[tuple[str, Any]] = set()
        for field in FIELDS:
            for number, (entry, told) in enumerate(slots[field]):
                if entry is not None and self._take(field, items := _items_of(field, entry)):
                    slots[field][number] = None, told
                    listed.update((field, _shown(item)) for item in items)
        drawn = self._keep_letters(listed)
        for field in FIELDS:
            free = sum(entry is not None for entry, _ in slots[field])
            draws = "map" in self.entries and (field in drawn or field not in self.entries)
            rest = [
                item
                for number, item in enumerate((+self._need[field]).elements())
                if number < free or not (draws and self._draw(field, item))
            ]
            entries = _in_place(slots[field], rest)
            if field == "portals" and not isinstance(self.entries.get("portals"), Listing):
                self._portals(entries)
            else:
                self._list(field, entries)

    def _take(self, field: str, items: Sequence[Any]) -> bool:
        """Whether all items are still needed; if so they no longer are."""
        if any(self._need[field][item] < times for item, times in Counter(items).items()):
            return False
        self._need[field].subtract(items)
        return True

    def _lettered(self) -> list[tuple[Square, Meaning]]:
        """The squares on which the map shows items."""
        means = BUILT_IN | self._own
        return [(at, means[letter]) for at, letter in self._map.squares() if letter in means]

    def _keep_trapdoors(self, slots: list[tuple[Any, Any]]) -> None:
        """Keep drawn trapdoors that stay, with the entries that say what lies below."""
        at_place = entries_at(self.document.traps)
        for group in groups([at for at, what in self._lettered() if what.trap is TrapKind.TRAPDOOR]):
            found = sorted({number for at in group for number in at_place[at]})
            letters = [Trap(kind=TrapKind.TRAPDOOR, at=at) for at in group]
            sized = ["size" in slots[number][1] for number in found]
            shown = with_drawn_traps([slots[number][0] for number in found], letters, sized)
            if all(map(self._has_floor, group)) and self._take("traps", shown):
                for number in found:
                    slots[number] = None, slots[number][1]
            else:
                for at in group:
                    self._map[at] = self._background(at)

    def _keep_letters(self, listed: set[tuple[str, Any]]) -> set[str]:
        """Keep the letters of the map of which all is still to be said; the others go. Gives the lists they are of."""
        drawn: set[str] = set()
        for at, what in self._lettered():
            parts = list(items_shown(at, what))
            drawn.update(field for field, _ in parts)
            rest = [
                (field, item)
                for field, entry in parts
                for item in _items_of(field, entry)
                if (field, _shown(item)) not in listed and getattr(item, "kind", None) is not TrapKind.TRAPDOOR
            ]
            fits = self._has_floor(at) and self._crowded.isdisjoint((field, at) for field, _ in parts)
            if fits and all(self._need[field][item] > 0 for field, item in rest):
                for field, item in rest:
                    self._need[field][item] -= 1
            else:
                self._map[at] = self._background(at)
        return drawn

    def _draw(self, field: str, item: Any) -> bool:
        """Draw an item if the map has room and a letter for it."""
        at, meaning = place_of(item), MEANINGS[field](item)
        room = (*ROCK, FLOOR) if self._floor is None else (*ROCK, FLOOR, *ZONES)
        fits = self._map.reaches(at) if self._floor is None else at in self._floor
        if not fits or self._map[at] not in room or (field, at) in self._crowded or self._need[field][item] > 1:
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

    def _has_floor(self, square: Square) -> bool:
        return self._floor is None or square in self._floor

    def _background(self, square: Square) -> str:
        """What is under the letter of an item."""
        letter = FLOOR if self._floor is None else self._floor.get(square, self._map.rock)
        return FLOOR if letter in ZONES and "sections" in self.entries and not self._map.has_zones else letter

    def _portals(self, entries: list[Any]) -> None:
        """Portals in a table: a square, or squares, below each number."""
        squares: dict[str, list[Any]] = defaultdict(list)
        for portal in entries:
            squares[str(portal["number"])].append(list(portal["at"]))
        table = {number: places if len(places) > 1 else places[0] for number, places in squares.items()}
        if table != (plain_data(self.entries["portals"], "portals") if "portals" in self.entries else {}):
            self.values["portals"] = table or None

    # Sections --------------------------------------------------------------------------------------------------------

    def _sections(self) -> None:
        """Sections told as the sketch tells its own: by the map, by letters, or in a list.

        Where the map alone cannot tell them any more, letters do; where letters cannot, they become a list.
        """
        node, sections = self.entries.get("sections"), self.after.sections
        if isinstance(node, Listing):
            self._ordered_list("sections", section_entry)
            return
        if self._floor is not None and "map" in self.entries:
            if node is None:
                rows = list(self._map.rows)
                self._draw_floor(self._floor, exactly=True)
                if connected(tuple(self._map.rows)) == sections:
                    return
                self._map.rows = rows
            self._draw_floor(self._floor, exactly=False)
        if self._floor is not None and all(section.id in ID_LETTERS for section in sections):
            self._section_letters()
            return
        for square, letter in self._map.squares():
            if letter in ZONES:
                self._map[square] = self._background(square)
        self.values["sections"] = [_plainly(section_entry(section)) for section in sections]
        self.values["section_kinds"] = None

    def _draw_floor(self, floor: dict[Square, str], exactly: bool) -> None:
        """Floor where sections are, else rock. `exactly`: an end zone is drawn as one, other floor as floor."""
        drawn = self._map
        for square, letter in drawn.squares():
            wanted = floor.get(square, drawn.rock)
            if wanted == drawn.rock or ((letter in ZONES or (exactly and letter == FLOOR)) and letter != wanted):
                drawn[square] = wanted
        for square, letter in floor.items():
            if drawn[square] in ROCK:
                drawn[square] = letter if exactly or drawn.has_zones else FLOOR

    def _section_letters(self) -> None:
        """The grid of letters, and what kind each is."""
        sections, rows = self.after.sections, _Rows(self.entries.get("sections"))
        letters = {square: section.id for section in sections for square in section.squares}
        for square, _ in rows.squares():
            rows[square] = letters.get(square, rows.rock)
        for square, letter in letters.items():
            rows[square] = letter
        if "sections" not in self.entries:
            self.values["sections"] = "\n".join(full_rows(letters, "#"))
        else:
            rows.told("sections", self.values)
        old = plain_data(self.entries["section_kinds"]) if "section_kinds" in self.entries else {}
        was, now = ({s.id: _plainly(kind_entry(s)) for s in layout.sections} for layout in (self.before, self.after))
        named = [name for name in old if name in now] + [n for n in now if n not in old and now[n] != "room"]
        seen = dict.fromkeys(letter for row in rows.rows for letter in row if letter not in ROCK)
        if [*named, *(letter for letter in seen if letter not in named)] != list(now):
            named = list(now)
        told = {name: old[name] if name in old and was.get(name) == now[name] else now[name] for name in named}
        if list(told.items()) != list(old.items()):
            self.values["section_kinds"] = told or None


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


def _in_place(slots: Sequence[tuple[Any, Any]], new: list[Any]) -> list[Any]:
    """What a list says of new items: equal ones stay, others take the places of those that went, or come to the end.

    `slots` are the old entries, each with what the file says of it; None for an entry stays.
    """
    told: list[Any] = [words if entry is None else None for entry, words in slots]
    left = list(new)
    for number, (entry, words) in enumerate(slots):
        if entry is not None and entry in left:
            left.remove(entry)
            told[number] = words
    facts = iter([_plainly(item if isinstance(item, tuple) else file_entry(item)) for item in left])
    return [*(each for words in told if (each := words or next(facts, None)) is not None), *facts]


def _plainly(value: Any) -> Any:
    """A value as plain data: lists for tuples, words for what is one of a kind."""
    return msgspec.to_builtins(value, str_keys=True) if not isinstance(value, tuple) else list(value)


def _items_of(field: str, entry: Any) -> list[Any]:
    """The items one entry of a list stands for."""
    if field in ("terrain", "obstacles"):
        kind = Terrain if field == "terrain" else Obstacle
        return [kind(kind=entry.kind, at=at) for at in block(entry.at, entry.size)]
    return split(entry) if field == "traps" else [entry]


def _shown(item: Any) -> Any:
    """What of an item a letter says: all, but of a pit its kind and place alone."""
    return (item.kind, item.at) if isinstance(item, Trap) else item
