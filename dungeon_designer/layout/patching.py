"""A changed layout put back into the sketch a person wrote: a change touches few lines, and no comment is lost.

What the sketch says is compared with what it is to say, item by item, and each change is made where the sketch says it:
a letter of the map, an entry of a list, a word. The result is read: if it is not the changed layout, items are listed
rather than drawn, then the drawing and its lists are written anew, and at last all is, below the comments.
"""

from __future__ import annotations

import codecs
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from dungeon_designer.grid import Square, block, groups
from dungeon_designer.layout.document import Document, said, said_keys, sides_said
from dungeon_designer.layout.layout_file import version_of
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    Portal,
    SquareDoor,
    Terrain,
    Trap,
    TrapKind,
    normalised,
    split,
)
from dungeon_designer.layout.sketch import as_trapdoors, data_of, entries_at, read_sketch
from dungeon_designer.layout.sketch_changes import DRAWN, SketchText, Unfit, comments_in, matched
from dungeon_designer.layout.sketch_letters import BUILT_IN, OWN, TAKEN, ZONES, Meaning, legend_entry, legend_of, plain
from dungeon_designer.layout.sketch_sections import ID_LETTERS, connected
from dungeon_designer.layout.sketch_writer import (
    WORDS,
    floor_letters,
    full_rows,
    in_order,
    kind_said,
    section_said,
    sketch_values,
    write_sketch,
)
from dungeon_designer.text.files import decoded
from dungeon_designer.text.read_faults import Fault, converted
from dungeon_designer.text.rows import FLOOR, ROCK
from dungeon_designer.text.yaml_text import BREAK, Listing, Scalar, Table, compose, lines_of

FIELDS = ("terrain", "obstacles", "square_doors", "traps", "portals", "chests")
"""The items a map may show, the lowest first."""

ON_EDGES = ("walls", "doors", "leap_edges")
ORDER = (
    *WORDS, *DRAWN, "section_kinds", "legend", "chests", "portals", "square_doors", "terrain", "obstacles", "traps",
    *ON_EDGES, "machines", "labels", "waivers", "extra",
)  # fmt: skip
"""The order in which keys come to stand that were not there."""

_DRAWING = (*DRAWN, "section_kinds", "legend", *FIELDS)
_SPARE = "abcdefghijklmnopqrstuvwxyzABDEFGHJKLMNOPQRUVWXYZ"
_MOST = 10_000
"""Of so many pairs of items the likest are looked for; of more, items are taken in their order."""


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
    if before == after:
        return text
    comments = _comments(text)
    for draws, anew in ((True, ()), (False, ()), (True, _DRAWING), (True, ORDER)):
        try:
            sketch = SketchText(text)
            changed = sketch.changed(_Wanted(sketch, before, after, draws, anew).values, ORDER)
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
    """What the keys of a sketch have to say for another layout: `values` by key, None for a key that goes.

    New items are drawn where `draws` and where there is room; keys of `anew` say all as a new sketch does.
    """

    def __init__(
        self, sketch: SketchText, before: Layout, after: Layout, draws: bool, anew: Sequence[str] = ()
    ) -> None:
        self.entries, self.before, self.after = sketch.root.entries, before, after
        self.data = data_of(sketch.root)
        self.document = converted(self.data, Document)
        self.values: dict[str, Any] = {}
        self._own = legend_of(self.entries["legend"]) if "legend" in self.entries else {}
        self._draws, self._new_letters = draws, dict[str, Meaning]()
        self._words()
        self._edges_and_machines()
        if anew:
            written = sketch_values(after)
            self.values |= {key: _plainly(written.get(key)) for key in anew if key in written or key in self.entries}
            return
        self._map = _Rows.of(self.entries.get("map"))
        self._floor = None if isinstance(self.entries.get("sections"), Listing) else floor_letters(after.sections)
        self._items()
        self._sections()
        if self._map is not None and self._map.changed:
            self.values["map"] = self._map.text
        if self._new_letters:
            old = plain(self.entries["legend"]) if "legend" in self.entries else {}
            self.values["legend"] = old | {letter: legend_entry(what) for letter, what in self._new_letters.items()}

    def _words(self) -> None:
        """Name, author and all else that is one word, number or text; the version where it is too old; `extra`."""
        for key in WORDS:
            value = getattr(self.after, key)
            if getattr(self.before, key) != value:
                self.values[key] = _plainly(sides_said(value) if key == "sides" else value)
        if self.before.extra != self.after.extra:
            self.values["extra"] = in_order(self.after.extra) or None
        needed = version_of(said_keys(self.after))
        if "version" in self.entries and plain(self.entries["version"], "version") < needed:
            self.values["version"] = needed

    def _edges_and_machines(self) -> None:
        """Lists that no map shows; machines and waivers stay in their order."""
        for key in (*ON_EDGES, "labels"):
            self._list(key, _in_place(self._slots(key), list(getattr(self.after, key))))
        for key in ("machines", "waivers"):
            old, new = getattr(self.document, key), getattr(self.after, key)
            pairs = matched(list(map(repr, old)), list(map(repr, new)))
            self._list(key, [_merged(self.data[key][a], new[b]) if a is not None else _facts(new[b]) for a, b in pairs])

    def _slots(self, key: str) -> list[tuple[Any, Any]]:
        """The entries of a list, each with what the file says of it."""
        return list(zip(getattr(self.document, key), self.data.get(key, ()), strict=True))

    def _list(self, key: str, entries: list[Any]) -> None:
        if entries != self.data.get(key, []):
            self.values[key] = entries or None

    # Items in the map and in lists -----------------------------------------------------------------------------------

    def _items(self) -> None:
        """Keep what is said and needed still, drop what is not, and tell what is new."""
        self._need = {field: Counter(getattr(self.after, field)) for field in FIELDS}
        self._twice = {(field, at) for field in FIELDS[:3] for at, times in self._times(field).items() if times > 1}
        kept: dict[str, dict[int, Any]] = {field: {} for field in FIELDS}
        units = self._trapdoors(kept["traps"])
        listed: dict[str, set[Any]] = defaultdict(set)
        for field in FIELDS:
            for number, (entry, told) in enumerate(self._slots(field)):
                items = _items(field, entry)
                if (field != "traps" or number not in units) and self._take(field, items):
                    kept[field][number] = told
                    listed[field].update(items)
        self._keep_drawn(listed)
        for field in FIELDS:
            self._tell(field, kept[field])

    def _times(self, field: str) -> Counter[Square]:
        """How often different things are said of a square, such as an open and a shut door: they cannot be drawn."""
        return Counter(item.at for item in {*getattr(self.after, field)})

    def _take(self, field: str, items: Sequence[Any]) -> bool:
        """Whether all items are still needed; if so they no longer are."""
        if any(self._need[field][item] < times for item, times in Counter(items).items()):
            return False
        self._need[field].subtract(items)
        return True

    def _trapdoors(self, kept: dict[int, Any]) -> set[int]:
        """Keep drawn trapdoors that stay, with the entry that says what lies below; gives all such entries."""
        numbers = set()
        letters = self._map.squares() if self._map is not None else ()
        drawn = [at for at, letter in letters if self._meaning(letter).trap is TrapKind.TRAPDOOR]
        at_place, slots = entries_at(self.document.traps), self._slots("traps")
        for group in groups(drawn):
            found = sorted({number for at in group for number in at_place[at]})
            if len(found) > 1 or (found and "size" in slots[found[0]][1]):
                traps = [trap for number in found for trap in _items("traps", slots[number][0])]
                stays = all(self._need["traps"][trap] > 0 for trap in traps)
            else:
                numbers.update(found)
                like = slots[found[0]][0] if found else Trap(kind=TrapKind.TRAPDOOR, at=group[0])
                stays = self._take("traps", as_trapdoors(group, like))
                kept |= {number: slots[number][1] for number in found if stays}
            for at in group:
                if not stays or not self._has_floor(at):
                    self._draw(at, "")
        return numbers

    def _keep_drawn(self, listed: dict[str, set[Any]]) -> None:
        """Keep the letters of the map of which all is still to be said; the others go."""
        self._shown = {"traps"} if "T" in (self._map.text if self._map is not None else "") else set()
        pits = {(trap.kind, at) for trap in listed["traps"] for at in trap.squares}
        for at, letter in self._map.squares() if self._map is not None else ():
            parts = list(_parts(self._meaning(letter), at))
            self._shown.update(field for field, _ in parts)
            said = {(field, item) for field, item in parts if item in listed[field]}
            said |= {(field, item) for field, item in parts if field == "traps" and (item.kind, at) in pits}
            fits = self._has_floor(at) and not any((field, at) in self._twice for field, _ in parts)
            rest = [(field, item) for field, item in parts if (field, item) not in said]
            if parts and fits and all(self._need[field][item] > 0 for field, item in rest):
                for field, item in rest:
                    self._need[field][item] -= 1
            elif parts:
                self._draw(at, "")

    def _tell(self, field: str, kept: dict[int, Any]) -> None:
        """Items still needed: in the place of an entry that went, drawn, or listed at the end."""
        slots: list[tuple[Any, Any]] = [
            (entry if number not in kept else None, kept.get(number, told))
            for number, (entry, told) in enumerate(self._slots(field))
        ]
        needed = list((+self._need[field]).elements())
        free = sum(entry is not None for entry, _ in slots)
        rest = [item for number, item in enumerate(needed) if number < free or not self._drawn(field, item)]
        entries = _in_place(slots, rest)
        if field == "portals" and not isinstance(self.entries.get("portals"), Listing):
            self._portals(entries)
        else:
            self._list(field, entries)

    def _drawn(self, field: str, item: Any) -> bool:
        """Draw an item if the map has room and a letter for it, and shows such items or nothing lists them."""
        at: Square = item if isinstance(item, tuple) else item.at
        may = self._draws and (field in self._shown or field not in self.entries) and self._need[field][item] == 1
        if not may or self._map is None or (field, at) in self._twice or not self._has_room(at):
            return False
        letter = self._letter([(field, item)], at)
        if letter:
            self._draw(at, letter)
        return bool(letter)

    def _has_floor(self, square: Square) -> bool:
        return self._floor is None or square in self._floor

    def _has_room(self, square: Square) -> bool:
        letter = self._map[square] if self._map is not None else ""
        if self._floor is not None:
            return square in self._floor and letter in (*ROCK, FLOOR, *ZONES)
        return self._map is not None and letter in (*ROCK, FLOOR) and self._map.reaches(square)

    def _draw(self, square: Square, letter: str) -> None:
        """A letter on the map; without one, what is under it."""
        if self._map is not None:
            self._map[square] = letter or self._background(square)

    def _background(self, square: Square) -> str:
        if self._floor is None or self._map is None:
            return FLOOR
        letter = self._floor.get(square, self._map.rock)
        return FLOOR if letter in ZONES and "sections" in self.entries and not self._map.has_zones else letter

    def _meaning(self, letter: str) -> Meaning:
        return self._own.get(letter) or BUILT_IN.get(letter) or Meaning()

    def _letter(self, said: list[tuple[str, Any]], at: Square) -> str:
        """The letter for something, a new one of the legend where it has none yet; "" where no letter can say it."""
        letters = (*self._own.items(), *BUILT_IN.items(), *OWN.items())
        letter, meaning = next((each for each in letters if list(_parts(each[1], at)) == said), ("", Meaning()))
        if letter and meaning not in (*self._own.values(), *BUILT_IN.values()):
            letter = next((each for each in letter + _SPARE if each not in {*TAKEN, *self._own}), "")
            if letter:
                self._own[letter] = self._new_letters[letter] = meaning
        return letter

    def _portals(self, entries: list[Any]) -> None:
        """Portals in a table: a square, or squares, below each number."""
        node, left = self.entries.get("portals"), defaultdict(list)
        for portal in entries:
            left[portal["number"]].append(list(portal["at"]))
        table: dict[str, Any] = {}
        for word in node.entries if isinstance(node, Table) else ():
            told = plain(node.entries[word], "at")  # type: ignore[union-attr]
            many = bool(told) and isinstance(told[0], list)
            if squares := left.pop(int(word), None):
                same = sorted(squares) == sorted(told if many else [told])
                table[word] = told if same else squares if many or len(squares) > 1 else squares[0]
        table |= {str(number): squares if len(squares) > 1 else squares[0] for number, squares in left.items()}
        if table != (plain(node, "portals") if node is not None else {}):
            self.values["portals"] = table or None

    # Sections --------------------------------------------------------------------------------------------------------

    def _sections(self) -> None:
        """Sections told as the sketch tells its own: by the map, by letters, or in a list.

        Where the map alone cannot tell them any more, letters do; where letters cannot, they become a list.
        """
        node, sections = self.entries.get("sections"), self.after.sections
        if isinstance(node, Listing):
            self._section_list()
            return
        if self._floor is not None and self._map is not None:
            if node is None:
                rows = list(self._map.rows)
                self._draw_floor(self._floor, exactly=True)
                if connected(tuple(self._map.rows)) == sections:
                    return
                self._map.rows = rows
            self._draw_floor(self._floor, exactly=False)
        if self._floor is not None and all(section.id in ID_LETTERS for section in sections):
            self._letters()
            return
        for square, letter in self._map.squares() if self._map is not None else ():
            if letter in ZONES:
                self._draw(square, FLOOR)
        self.values["sections"] = [_plainly(section_said(section)) for section in sections]
        self.values["section_kinds"] = None

    def _draw_floor(self, floor: dict[Square, str], exactly: bool) -> None:
        """Floor where sections are, else rock. `exactly`: an end zone is drawn as one, other floor as floor."""
        drawn = self._map
        assert drawn is not None  # noqa: S101 - the caller has asked
        for square, letter in drawn.squares():
            wanted = floor.get(square, drawn.rock)
            if wanted == drawn.rock or ((letter in ZONES or (exactly and letter == FLOOR)) and letter != wanted):
                drawn[square] = wanted
        for square, letter in floor.items():
            if drawn[square] in ROCK:
                drawn[square] = letter if exactly or drawn.has_zones else FLOOR

    def _letters(self) -> None:
        """The grid of letters, and what kind each is."""
        sections = self.after.sections
        letters = {square: section.id for section in sections for square in section.squares}
        rows = _Rows.of(self.entries.get("sections"))
        if rows is None:
            self.values["sections"] = "\n".join(full_rows(letters, "#"))
            self.values["section_kinds"] = {section.id: _plainly(kind_said(section)) for section in sections}
            return
        for square, _ in rows.squares():
            if square not in letters:
                rows[square] = rows.rock
        for square, letter in letters.items():
            rows[square] = letter
        if rows.changed:
            self.values["sections"] = rows.text
        node = self.entries.get("section_kinds")
        old = plain(node) if isinstance(node, Table) else {}
        known, said_now = ({s.id: kind_said(s) for s in layout.sections} for layout in (self.before, self.after))
        ids = [section.id for section in sections]
        named = [name for name in old if name in ids] + [n for n in ids if n not in old and said_now[n] != "room"]
        seen = dict.fromkeys(letter for row in rows.rows for letter in row if letter not in ROCK)
        if [*named, *(letter for letter in seen if letter not in named)] != ids:
            named = ids
        told = {n: old[n] if n in old and known.get(n) == said_now[n] else _plainly(said_now[n]) for n in named}
        if list(told.items()) != list(old.items()):
            self.values["section_kinds"] = told or None

    def _section_list(self) -> None:
        """The list of sections; one that only moved keeps the frame its writer chose for it."""
        old, new, entries = self.before.sections, self.after.sections, []
        for number, place in matched([section.id for section in old], [section.id for section in new]):
            entry = _plainly(section_said(new[place]))
            if number is not None and (was := old[number]).id == new[place].id:
                told, at = self.data["sections"][number], self.document.sections[number].at
                if was == new[place]:
                    entry = told
                elif was.rows == new[place].rows and not was.tile:
                    by = new[place].at[0] - was.at[0], new[place].at[1] - was.at[1]
                    entry |= {"at": [at[0] + by[0], at[1] + by[1]], "rows": told["rows"]}
            entries.append(entry)
        if entries != self.data["sections"]:
            self.values["sections"] = entries


class _Rows:
    """Rows of letters that can be drawn on. Rock is drawn as the writer does: as # or as blanks."""

    def __init__(self, text: str) -> None:
        self.rows = lines_of(text.removesuffix("\n"))
        self._old = list(self.rows)
        self.has_zones = any(letter in text for letter in ZONES)
        self.rock = "#" if text.count("#") >= sum(row.rstrip().count(" ") for row in self.rows) else " "

    @classmethod
    def of(cls, node: Any) -> _Rows | None:
        """The rows below a key; None where there are none."""
        return cls(node.text) if isinstance(node, Scalar) else None

    @property
    def changed(self) -> bool:
        """Whether something was drawn."""
        return self.rows != self._old

    @property
    def text(self) -> str:
        """The rows as the text of a key."""
        return "\n".join(self.rows)

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
    """What a list says of new items: equal ones stay, others take the place of the likest that went, or the end.

    `slots` are the old entries, each with what the file says of it; None for an entry stays.
    """
    told: list[Any] = [words if entry is None else None for entry, words in slots]
    left = list(new)
    for number, (entry, words) in enumerate(slots):
        if entry is not None and entry in left:
            left.remove(entry)
            told[number] = words
    free = [number for number, each in enumerate(told) if each is None]
    added = []
    for item in left:
        if not free:
            added.append(_facts(item))
            continue
        likest = free[0] if len(free) * len(left) > _MOST else min(free, key=lambda n: _unlike(slots[n][0], item))
        free.remove(likest)
        told[likest] = _merged(slots[likest][1], item)
    return [*(each for each in told if each is not None), *added]


def _unlike(old: Any, new: Any) -> tuple[int, int]:
    """How many facts differ, and how far apart two items are."""
    one, other = (item if isinstance(item, tuple) else item.at for item in (old, new))
    apart = abs(one[0] - other[0]) + abs(one[1] - other[1])
    if isinstance(new, tuple):
        return 0, apart
    a, b = asdict(old), asdict(new)
    return sum(1 for key in b if a.get(key) != b[key]), apart


def _facts(item: Any) -> Any:
    """What a file says of an item, as plain data."""
    return _plainly(item if isinstance(item, tuple) else said(item))


def _merged(old: Any, item: Any) -> Any:
    """The facts of an item; what an old entry said needlessly, and would say rightly still, it still says."""
    if not isinstance(old, dict):
        return _facts(item)
    whole = _plainly(asdict(item))
    kept = {key: value for key, value in old.items() if key in whole and whole[key] == value}
    return kept | _facts(item)


def _plainly(value: Any) -> Any:
    """A value as plain data: lists for tuples, words for what is one of a kind."""
    return msgspec.to_builtins(value, str_keys=True) if not isinstance(value, tuple) else list(value)


def _items(field: str, entry: Any) -> list[Any]:
    """The items one entry of a list stands for."""
    if field in ("terrain", "obstacles"):
        kind = Terrain if field == "terrain" else Obstacle
        return [kind(kind=entry.kind, at=at) for at in block(entry.at, entry.size)]
    return split(entry) if field == "traps" else [entry]


def _parts(meaning: Meaning, at: Square) -> Iterator[tuple[str, Any]]:
    """The items a letter stands for, trapdoors left out."""
    if meaning.terrain:
        yield "terrain", Terrain(kind=meaning.terrain, at=at)
    if meaning.obstacle:
        yield "obstacles", Obstacle(kind=meaning.obstacle, at=at)
    if meaning.door is not None:
        yield "square_doors", SquareDoor(at=at, open=meaning.door)
    if meaning.trap and meaning.trap is not TrapKind.TRAPDOOR:
        yield "traps", Trap(kind=meaning.trap, at=at)
    if meaning.portal:
        yield "portals", Portal(number=meaning.portal, at=at)
    if meaning.chest:
        yield "chests", at
