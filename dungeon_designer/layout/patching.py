"""Write a changed layout into the sketch that a person wrote, with few changed lines and all comments kept.

What the sketch says is compared with the new layout, item by item, and each change is made where the sketch says it:
in a letter of the map, an entry of a list, a word. The result is read back. If it is not the new layout, each changed
key is written again, and at last the whole sketch, below its comments.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from dungeon_designer.grid import Square, list_block_squares
from dungeon_designer.layout.layout_document import LayoutDocument, build_file_entry, build_layout, list_used_keys
from dungeon_designer.layout.layout_file import find_version
from dungeon_designer.layout.model import Layout, Portal, normalise_layout
from dungeon_designer.layout.sketch import build_layout_data, list_shown_items, merge_drawn_items, read_sketch
from dungeon_designer.layout.sketch_changes import (
    DRAWING_KEYS,
    UnsupportedChange,
    change_text,
    find_comments,
    match_items,
)
from dungeon_designer.layout.sketch_letters import (
    BUILT_IN_LETTERS,
    LEGEND_LETTERS,
    RESERVED_LETTERS,
    ZONE_BY_LETTER,
    LetterMeaning,
    build_plain_data,
    read_legend,
)
from dungeon_designer.layout.sketch_sections import find_connected_sections
from dungeon_designer.layout.sketch_writer import (
    MEANINGS,
    PLAIN_KEYS,
    build_kind_entry,
    build_section_entry,
    build_sketch_values,
    draw_floor,
    find_square,
    group_portals,
    write_sketch,
)
from dungeon_designer.text.file_reading import decode_text
from dungeon_designer.text.letter_grid import FLOOR_LETTER, ROCK_LETTERS
from dungeon_designer.text.read_faults import Fault, convert_data
from dungeon_designer.text.yaml_text import LINE_BREAK, Node, Scalar, YamlList, YamlTable, parse_yaml, split_lines

MAP_FIELDS = tuple(MEANINGS)
"""The lists whose items a map may show, the lowest items first."""

EDGE_FIELDS = ("walls", "doors", "leap_edges")
"""The lists whose items stand on edges."""
KEY_ORDER = (
    *PLAIN_KEYS, *DRAWING_KEYS, "section_kinds", "legend", "chests", "portals", "square_doors", "terrain", "obstacles",
    "traps", *EDGE_FIELDS, "machines", "labels", "waivers", "extra",
)  # fmt: skip
"""The order in which new keys are inserted."""

_LEGEND_LETTER_BY_MEANING = {meaning: letter for letter, meaning in LEGEND_LETTERS.items()}
_SPARE_LETTERS = "abcdefghijklmnopqrstuvwxyzABDEFGHJKLMNOPQRUVWXYZ"
"""The letters that a legend may get when its usual letter is used already."""


def patch_sketch_bytes(data: bytes, layout: Layout) -> bytes:
    """Return the bytes of a sketch with few lines changed, so that it reads as `layout`.

    A sketch is a dungeon that a person drew in a YAML file. A byte order mark at the beginning of the data stays.

    Args:
        data: the content of the file so far. If it is no text in UTF-8 or no sketch, a new sketch is written.
        layout: the dungeon that the file shall hold.
    """
    try:
        text = decode_text(data)
    except Fault:
        return write_sketch(layout).encode()
    byte_order_mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return byte_order_mark + patch_sketch(text, layout).encode()


def patch_sketch(text: str, layout: Layout) -> str:
    """Return a sketch (a dungeon drawn in a YAML file) with few lines changed, so that it reads as `layout`.

    All comments stay. Three ways are tried in turn: change the values in the form in which the sketch has them, write
    each changed key again, and write the whole sketch again below its comments. A text that is no sketch is replaced
    by a new sketch.
    """
    layout = normalise_layout(layout)
    try:
        old_layout = read_sketch(text)
    except Fault:
        return write_sketch(layout)
    root = parse_yaml(text)
    if old_layout == layout or not isinstance(root, YamlTable):
        return text
    comments = _count_comments(text)
    rewritten_values = _build_rewritten_values(root, layout)
    for in_old_form in (True, False):
        try:
            new_values = rewritten_values
            if in_old_form:
                new_values = _PatchValues(root, old_layout, layout, rewritten_values).values
            new_text = change_text(text, new_values, KEY_ORDER)
            if read_sketch(new_text) == layout and _count_comments(new_text) >= comments:
                return new_text
        except (Fault, UnsupportedChange):
            continue  # this way is impossible here: try the next one
    return _rewrite_sketch(text, comments, layout)


def _build_rewritten_values(root: YamlTable, layout: Layout) -> dict[str, Any]:
    """Return the values of all keys as a new sketch (a dungeon drawn in a YAML file) of a layout would write them.

    A key that only the old sketch has gets None, which removes it. `root` is the parsed old sketch.
    """
    fresh_values = build_sketch_values(layout)
    return {
        key: _convert_to_plain_data(fresh_values.get(key))
        for key in KEY_ORDER
        if key in fresh_values or key in root.entries
    }


def _rewrite_sketch(text: str, comments: Counter[str], layout: Layout) -> str:
    """Return a sketch (a dungeon drawn in a YAML file) written anew, below all comments of the old sketch.

    The line breaks are those of the old sketch.

    Args:
        text: the old sketch.
        comments: its comments in order; each counts as often as it stands there and is repeated as often.
        layout: what the new sketch draws.
    """
    first_break = LINE_BREAK.search(text)
    line_break = first_break[0] if first_break else "\n"
    new_text = "\n".join([*comments.elements(), write_sketch(layout)]).replace("\n", line_break)
    ends_with_break = LINE_BREAK.fullmatch(text[-1:])
    return new_text if ends_with_break else new_text.rstrip("\r\n")


def _count_comments(text: str) -> Counter[str]:
    """Return how often each comment stands in a sketch (a dungeon in a YAML file), so that a lost one is noticed."""
    return Counter(text[start:end].rstrip() for start, end in find_comments(text, parse_yaml(text)))


class _PatchValues:
    """The values that the keys of a sketch need for another layout, in the form in which the sketch is written.

    The form is a person's choice: an object may be a letter of the map or an entry of a list, for instance.

    Attributes:
        values: the new value of each key that changes; None for a key that is removed.

    Raises:
        UnsupportedChange: the sketch cannot say it in its form.
    """

    def __init__(
        self, root: YamlTable, old_layout: Layout, new_layout: Layout, rewritten_values: dict[str, Any]
    ) -> None:
        """Compare a sketch with a new layout, and set `values`: the new value of each key that must change.

        Args:
            root: the parsed sketch (a dungeon that a person drew in a YAML file).
            old_layout: the layout that the sketch holds.
            new_layout: the layout that it shall hold.
            rewritten_values: the values of all keys as a new sketch would write them.
        """
        self.entries, self.old_layout, self.new_layout = root.entries, old_layout, new_layout
        self.data = build_layout_data(root)  # the values that the sketch writes, as dictionaries, lists and texts
        self.document = convert_data(self.data, LayoutDocument)  # the same values as typed entries of lists
        self.values: dict[str, Any] = {}
        self._legend = read_legend(self.entries["legend"]) if "legend" in self.entries else {}
        self._letter_by_meaning = {meaning: letter for letter, meaning in (BUILT_IN_LETTERS | self._legend).items()}
        self._map_rows = _LetterRows(self.entries.get("map"))
        self._floor_letters = dict[Square, str]()  # by square, if the map draws the sections; set by _update_sections
        self._update_all_keys(rewritten_values)

    def _update_all_keys(self, rewritten_values: dict[str, Any]) -> None:
        """Set the new value of every key. Objects come after the sections, since they stand on the floor of the map.

        Args:
            rewritten_values: the values of all keys as a new sketch (a dungeon drawn in YAML) would write them.
        """
        self._update_plain_keys(rewritten_values)
        for key in (*EDGE_FIELDS, "labels"):
            old_items, new_items = getattr(self.document, key), getattr(self.new_layout, key)
            is_kept = set(new_items).__contains__  # an entry stays if the new layout has it
            self._update_list(key, is_kept, _exclude_items(new_items, old_items))
        for key in ("machines", "waivers"):
            self._update_ordered_list(key, build_file_entry)
        if isinstance(self.entries.get("sections"), YamlList):
            self._update_ordered_list("sections", build_section_entry)
        else:
            self._update_sections()
        self._update_items()
        self._map_rows.store_changes("map", self.values)

    def _update_plain_keys(self, rewritten_values: dict[str, Any]) -> None:
        """Set the new values of single-valued keys such as the name, and the format's version if it is too old.

        Args:
            rewritten_values: the values of all keys as a new sketch (a dungeon drawn in YAML) would write them.
        """
        for key in (*PLAIN_KEYS, "extra"):
            if getattr(self.old_layout, key) != getattr(self.new_layout, key):
                self.values[key] = rewritten_values.get(key)
        required_version = find_version(list_used_keys(self.new_layout))
        if "version" in self.entries and build_plain_data(self.entries["version"], "version") < required_version:
            self.values["version"] = required_version

    def _update_list(self, key: str, is_kept: Callable[[Any], bool], missing_items: Iterable[Any]) -> None:
        """Set the new value of a list of the sketch (a dungeon drawn in YAML) whose order has no meaning.

        Entries that are not kept are removed. Missing items take the positions of removed entries; those left over
        come to the end. The new value is the list; for portals it is a table, unless the sketch has a list of them.

        Args:
            key: the key of the list.
            is_kept: a function that returns whether an entry stays.
            missing_items: the items of the new layout that the sketch does not show yet.
        """
        new_entries = map(_build_plain_entry, missing_items)
        entries: list[Any] = []
        # each entry of the list twice: with the type that the list has, for `is_kept`, and as the sketch writes it
        for entry, old_data in zip(getattr(self.document, key), self.data.get(key, ()), strict=True):
            if is_kept(entry):
                entries.append(old_data)
            else:  # the next missing item takes its position, if there is still one
                entries += islice(new_entries, 1)
        entries += new_entries  # those that no removed entry made room for
        if key == "portals" and not isinstance(self.entries.get(key), YamlList):
            self._set_portal_table(entries)
        elif entries != self.data.get(key, []):
            self.values[key] = entries or None

    def _set_portal_table(self, entries: list[Any]) -> None:
        """Set the new value of the key `portals` as a table: each portal's number has a square, or a list of them.

        Args:
            entries: the portals as entries with the keys `number` and `at`.
        """
        squares_by_number = group_portals(convert_data(entries, list[Portal]))
        table = {str(number): _convert_to_plain_data(squares) for number, squares in squares_by_number.items()}
        old_table = build_plain_data(self.entries["portals"], "portals") if "portals" in self.entries else {}
        if table != old_table:
            self.values["portals"] = table or None

    def _update_ordered_list(self, key: str, build_entry: Callable[[Any], Any]) -> None:
        """Set the new value of a list whose order has a meaning, if its items changed.

        An item that stays keeps the text of its entry; an item that is new or changed gets an entry of its own.

        Args:
            key: the key of the list.
            build_entry: a function that returns what a file says about an item.
        """
        old_items, new_items = getattr(self.old_layout, key), getattr(self.new_layout, key)
        if old_items == new_items:
            return
        old_data = self.data.get(key, [])
        entries = []
        # a pair for each new item: the index of the old item that it equals or replaces (None without one), and its own
        # index; items are compared as texts, since those that a program built may hold lists, which difflib cannot hash
        pairs = match_items(list(map(repr, old_items)), list(map(repr, new_items)))
        for old_index, new_index in pairs:
            if old_index is not None and old_items[old_index] == new_items[new_index]:
                entries.append(old_data[old_index])
            else:
                entries.append(_convert_to_plain_data(build_entry(new_items[new_index])))
        self.values[key] = entries or None  # None removes the key from the sketch

    # Sections --------------------------------------------------------------------------------------------------------

    def _update_sections(self) -> None:
        """Set the map of the sketch, and its second drawing of section letters where needed, to show the new sections.

        The second drawing, under the key `sections`, has the letter of a section on each square. It is needed if the
        sketch has one, or if the map alone would be read as other sections.

        Raises:
            UnsupportedChange: letters cannot show the new sections.
        """
        floor = draw_floor(self.new_layout.sections)
        if floor is None:
            raise UnsupportedChange
        if "map" in self.entries:
            # beside a second drawing, a map may show all floor as ".", without the letters of end zones
            shows_zones = self._map_rows.has_zones or "sections" not in self.entries
            self._floor_letters = floor if shows_zones else dict.fromkeys(floor, FLOOR_LETTER)
            self._update_floor_of_map()
        is_shown_by_map = find_connected_sections(tuple(self._map_rows.rows)) == self.new_layout.sections
        if "sections" in self.entries or not is_shown_by_map:
            self._update_section_letters()

    def _update_floor_of_map(self) -> None:
        """Draw the floor of the new layout in the map. Letters of objects stay where there still is floor."""
        for square, old_letter in self._map_rows.list_squares():
            new_letter = self._floor_letters.get(square, self._map_rows.rock)
            becomes_rock = new_letter == self._map_rows.rock
            shows_object = old_letter not in (FLOOR_LETTER, *ZONE_BY_LETTER)
            if becomes_rock or not shows_object:
                self._map_rows[square] = new_letter
        for square, floor_letter in self._floor_letters.items():
            if self._map_rows[square] in ROCK_LETTERS:
                self._map_rows[square] = floor_letter

    def _update_section_letters(self) -> None:
        """Set `sections`, which draws the letter of a section on each of its squares, and the kind of each letter."""
        rows = _LetterRows(self.entries.get("sections"))
        id_by_square = {square: section.id for section in self.new_layout.sections for square in section.squares}
        old_squares = [square for square, _ in rows.list_squares()]
        for square in [*old_squares, *id_by_square]:
            rows[square] = id_by_square.get(square, rows.rock)
        rows.store_changes("sections", self.values)
        letters_in_order = dict.fromkeys(letter for _, letter in rows.list_squares())  # each letter only once
        self._update_section_kinds(letters_in_order)

    def _update_section_kinds(self, drawn_letters: Iterable[str]) -> None:
        """Set the key `section_kinds`, which has the kind of each section letter, and no entry for a plain room.

        The reader takes sections in the order of this key, then in the order in which their letters are drawn. Where
        that is not the order of the new layout, the key gets an entry for every section.

        Args:
            drawn_letters: the section letters in the order in which they are drawn.
        """
        written_kinds = build_plain_data(self.entries["section_kinds"]) if "section_kinds" in self.entries else {}
        old_kinds, new_kinds = _list_kinds(self.old_layout), _list_kinds(self.new_layout)
        letters = [letter for letter in written_kinds if letter in new_kinds]
        letters += [letter for letter, kind in new_kinds.items() if letter not in written_kinds and kind != "room"]
        order_of_reader = dict.fromkeys([*letters, *drawn_letters])
        if list(order_of_reader) != list(new_kinds):
            letters = list(new_kinds)
        entries = {}
        for letter in letters:
            is_unchanged = letter in written_kinds and old_kinds.get(letter) == new_kinds[letter]
            entries[letter] = written_kinds[letter] if is_unchanged else new_kinds[letter]
        if list(entries.items()) != list(written_kinds.items()):  # lists, since the order counts
            self.values["section_kinds"] = entries or None

    # Items in the map and in lists -----------------------------------------------------------------------------------

    def _update_items(self) -> None:
        """Set the map, the legend and the lists of a sketch so that they show the items of the new layout.

        Items are doors, terrain, obstacles, traps, portals and chests. A sketch shows an item by a letter of its map or
        by an entry of a list, such as `chests`. First, letters and entries of removed items go. Then the items that the
        sketch lacks are added: on the map, if it shows items of the same list already or the sketch has no such list;
        else in the list.

        A place is a pair (key of a list, square). Crowded places are those where the new layout has several items of
        the list on the square. No letter can show these, so that what the sketch shows there goes as well, and the
        list names all of them.
        """
        crowded_places = _find_crowded_places(self.new_layout)
        lost_places = crowded_places | self._find_removed_places()  # where letters and entries go
        shown_meanings, drawn_fields = self._keep_letters(lost_places)
        kept_layout = self._read_kept_items(shown_meanings, lost_places)
        for field in MAP_FIELDS:
            is_kept = partial(_is_kept, field, lost_places)
            missing_items = _exclude_items(getattr(self.new_layout, field), getattr(kept_layout, field))
            prefers_map = field in drawn_fields or field not in self.entries
            if "map" in self.entries and prefers_map:
                # `_update_list` gives the position of each removed entry to a missing item: so many are not drawn
                removed_count = sum(not is_kept(entry) for entry in getattr(self.document, field))
                missing_items = self._draw_missing_items(field, missing_items, removed_count, crowded_places)
            self._update_list(field, is_kept, missing_items)

    def _read_kept_items(self, shown_meanings: list[tuple[Square, LetterMeaning]], lost_places: set[_Place]) -> Layout:
        """Return a layout of the items that the sketch still shows once letters and entries of removed items are gone.

        Args:
            shown_meanings: each square of the map whose letter stays, with the meaning of the letter.
            lost_places: each pair (key of a list, square) from which an item is removed, or which several items share.
        """
        kept_entries = {
            field: tuple(entry for entry in getattr(self.document, field) if _is_kept(field, lost_places, entry))
            for field in MAP_FIELDS
        }
        traps = zip(self.document.traps, self.data.get("traps", ()), strict=True)
        has_size = ["size" in trap_data for trap, trap_data in traps if _is_kept("traps", lost_places, trap)]
        # Only the items of MAP_FIELDS matter here, so sections and machines (which name sections) are left out. The
        # second argument of `build_layout`, the plain data of a file, would serve only to check such other keys.
        kept_document = replace(self.document, sections=(), machines=(), **kept_entries)
        return build_layout(merge_drawn_items(kept_document, shown_meanings, has_size), {})

    def _draw_missing_items(
        self, field: str, missing_items: list[Any], removed_count: int, crowded_places: set[_Place]
    ) -> list[Any]:
        """Draw missing items by letters on the map where possible, and return those that their list must name instead.

        The first items are not drawn, since each takes the position of an entry that was removed from the list.

        Args:
            field: the key of the list.
            missing_items: the items of the new layout that the sketch does not show yet.
            removed_count: how many entries were removed from the list.
            crowded_places: pairs (key of a list, square) where several items share the square; none of them is drawn.
        """
        replacing_items, further_items = missing_items[:removed_count], missing_items[removed_count:]
        undrawn_items = [
            item
            for item in further_items
            if (field, find_square(item)) in crowded_places or not self._draw_item(field, item)
        ]
        return replacing_items + undrawn_items

    def _find_removed_places(self) -> set[_Place]:
        """Return where the old layout has an item that the new layout does not have.

        Each such place is a pair of the key of a list, such as `chests`, and a square.
        """
        removed_places: set[_Place] = set()
        for field in MAP_FIELDS:
            for item in _exclude_items(getattr(self.old_layout, field), getattr(self.new_layout, field)):
                removed_places.update(_list_places(field, item))
        return removed_places

    def _keep_letters(self, lost_places: set[_Place]) -> tuple[list[tuple[Square, LetterMeaning]], set[str]]:
        """Remove from the map the letters whose items lie at one of the `lost_places`, and return what it still shows.

        Args:
            lost_places: each pair (key of a list, square) from which an item is removed, or which several items share.

        Returns:
            Each other square whose letter shows items, with the meaning of the letter; and the keys of all lists of
            which the map showed items before.
        """
        shown_meanings: list[tuple[Square, LetterMeaning]] = []
        drawn_fields: set[str] = set()
        meanings = BUILT_IN_LETTERS | self._legend
        for square, letter in self._map_rows.list_squares():
            meaning = meanings.get(letter)
            if not meaning:
                continue
            fields = {field for field, _ in list_shown_items(square, meaning)}
            drawn_fields |= fields
            if lost_places.isdisjoint((field, square) for field in fields):
                shown_meanings.append((square, meaning))
            else:
                self._map_rows[square] = self._floor_letters.get(square, FLOOR_LETTER)
        return shown_meanings, drawn_fields

    def _draw_item(self, field: str, item: Any) -> bool:
        """Draw an item, such as a chest, by its letter on the map of the sketch; return whether that was possible.

        `field` is the key of the list that the item belongs to. It is possible if the square shows nothing but floor
        (or rock, where the map does not draw the sections) and a letter means exactly this item. A letter that the
        legend lacks is added to it.
        """
        # the meaning that a letter must have to show all there is to say of the item; None if no letter can
        square, meaning = find_square(item), MEANINGS[field](item)
        free_letters = (FLOOR_LETTER, *ZONE_BY_LETTER) if self._floor_letters else (*ROCK_LETTERS, FLOOR_LETTER)
        if self._map_rows[square] not in free_letters or not self._map_rows.contains_square(square):
            return False
        # only what a legend may name can get a letter that the sketch does not use yet
        if meaning in _LEGEND_LETTER_BY_MEANING and meaning not in self._letter_by_meaning:
            self._add_to_legend(meaning)
        if meaning not in self._letter_by_meaning:
            return False
        self._map_rows[square] = self._letter_by_meaning[meaning]
        return True

    def _add_to_legend(self, meaning: LetterMeaning) -> None:
        """Add a letter with a meaning to the legend: its usual letter, else the first unused one, if there is any."""
        candidate_letters = _LEGEND_LETTER_BY_MEANING[meaning] + _SPARE_LETTERS
        used_letters = {*RESERVED_LETTERS, *self._legend}
        unused_letters = [letter for letter in candidate_letters if letter not in used_letters]
        if not unused_letters:
            return
        letter = unused_letters[0]
        self._legend[letter] = meaning
        self._letter_by_meaning[meaning] = letter
        old_legend = build_plain_data(self.entries["legend"]) if "legend" in self.entries else {}
        self.values["legend"] = self.values.get("legend", old_legend) | {letter: msgspec.to_builtins(meaning)}


class _LetterRows:
    """The rows of letters under a key of a sketch, such as `map`, in which squares can be changed.

    Without such a key there are no rows. Rock is drawn as the sketch draws it: as # or as blanks.
    """

    def __init__(self, node: Node | None) -> None:
        """Take the rows of letters from a node of a parsed sketch; None for a sketch without such a drawing."""
        text = node.text if isinstance(node, Scalar) else ""
        self.rows = split_lines(text.removesuffix("\n")) if text else []
        self._old_rows = list(self.rows)
        self.has_zones = any(letter in text for letter in ZONE_BY_LETTER)  # whether it draws end zones or entries
        # rock is written as the sketch writes it more often; blanks at the end of a row do not count
        blank_count = sum(row.rstrip().count(" ") for row in self.rows)
        self.rock = "#" if text.count("#") >= blank_count else " "

    def store_changes(self, key: str, values: dict[str, Any]) -> None:
        """Store the rows of letters in `values` as the new value of a key such as `map`, if a square was changed."""
        if self.rows != self._old_rows:
            values[key] = "\n".join(self.rows)

    def __getitem__(self, square: Square) -> str:
        """Return the letter on a square; a blank outside the rows."""
        x, y = square
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else " "

    def __setitem__(self, square: Square, letter: str) -> None:
        """Write a letter on a square. Rock stays as it is written. Rows grow as needed, but get no blanks at ends."""
        x, y = square
        if letter == self[square] or (letter in ROCK_LETTERS and self[square] in ROCK_LETTERS):
            return
        missing_row_count = y + 1 - len(self.rows)
        self.rows += [""] * missing_row_count
        row = self.rows[y].ljust(x, self.rock)
        row = row[:x] + letter + row[x + 1 :]
        self.rows[y] = row if self.rows[y].endswith(" ") else row.rstrip(" ")

    def list_squares(self) -> list[tuple[Square, str]]:
        """Return a pair (square, letter) for every square that is not rock, row by row."""
        return [
            ((x, y), letter)
            for y, row in enumerate(self.rows)
            for x, letter in enumerate(row)
            if letter not in ROCK_LETTERS
        ]

    def contains_square(self, square: Square) -> bool:
        """Return whether a square lies within the rectangle of the rows."""
        x, y = square
        return y < len(self.rows) and x < max(map(len, self.rows))


def _build_plain_entry(item: Any) -> Any:
    """Return an item of a layout's list as an entry of a sketch's list: a chest as its square, others as a dict."""
    return _convert_to_plain_data(item if isinstance(item, tuple) else build_file_entry(item))


def _convert_to_plain_data(value: Any) -> Any:
    """Return a value as parsed YAML would have it: a tuple as a list, a member of an enumeration as its word."""
    # `msgspec.to_builtins` leaves a tuple a tuple
    return list(value) if isinstance(value, tuple) else msgspec.to_builtins(value, str_keys=True)


_Place = tuple[str, Square]
"""The key of a list, and a square that an item of this list covers."""


def _list_places(field: str, item: Any) -> Iterator[_Place]:
    """Yield a pair (`field`, square) for each square that an item of the list `field` covers."""
    size = getattr(item, "size", (1, 1))  # an item without this field covers one square
    return ((field, square) for square in list_block_squares(find_square(item), size))


def _find_crowded_places(layout: Layout) -> set[_Place]:
    """Return the places where several items of one list share a square: terrain, obstacles or doors on squares.

    A place is a pair of the list's key and the square. Only in these lists may an item on the same square as a letter
    of the map contradict it. Traps, portals and chests are simply added to those that letters show.
    """
    item_count_by_place = Counter(
        (field, find_square(item))
        for field in ("terrain", "obstacles", "square_doors")
        for item in getattr(layout, field)
    )
    return {place for place, item_count in item_count_by_place.items() if item_count > 1}


def _is_kept(field: str, lost_places: set[_Place], entry: Any) -> bool:
    """Return whether an entry of a list in a sketch may stay as it is, since it covers none of the lost places.

    Args:
        field: the key of the list, such as `terrain`.
        lost_places: each pair (key of a list, square) from which an item is removed, or which several items share.
        entry: the entry.
    """
    return lost_places.isdisjoint(_list_places(field, entry))


def _list_kinds(layout: Layout) -> dict[str, Any]:
    """Return for each section's id what a sketch says of its kind under the key `section_kinds`, as plain data."""
    return {section.id: _convert_to_plain_data(build_kind_entry(section)) for section in layout.sections}


def _exclude_items(items: Sequence[Any], excluded_items: Iterable[Any]) -> list[Any]:
    """Return the items that are not among the excluded items, in order."""
    excluded_set = set(excluded_items)
    return [item for item in items if item not in excluded_set]
