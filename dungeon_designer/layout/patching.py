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
    comments, written_values = _count_comments(text), build_sketch_values(layout)
    rewritten_values = {
        key: _convert_to_plain_data(written_values.get(key))
        for key in KEY_ORDER
        if key in written_values or key in root.entries
    }
    for in_old_form in (True, False):
        try:
            new_values = (
                _PatchValues(root, old_layout, layout, rewritten_values).values if in_old_form else rewritten_values
            )
            new_text = change_text(text, new_values, KEY_ORDER)
            if read_sketch(new_text) == layout and _count_comments(new_text) >= comments:
                return new_text
        except (Fault, UnsupportedChange):
            continue
    line_break = LINE_BREAK.search(text)
    fresh_text = "\n".join([*comments.elements(), write_sketch(layout)]).replace(
        "\n", line_break[0] if line_break else "\n"
    )
    return fresh_text if LINE_BREAK.fullmatch(text[-1:]) else fresh_text.rstrip("\r\n")


def _count_comments(text: str) -> Counter[str]:
    """Return how often each comment stands in the text of a sketch. Serves to see that no comment gets lost."""
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
        self.entries, self.old_layout, self.new_layout = root.entries, old_layout, new_layout
        self.data = build_layout_data(root)
        self.document = convert_data(self.data, LayoutDocument)
        self.values: dict[str, Any] = {}
        self._legend = read_legend(self.entries["legend"]) if "legend" in self.entries else {}
        self._letter_by_meaning = {meaning: letter for letter, meaning in (BUILT_IN_LETTERS | self._legend).items()}
        self._map_rows = _LetterRows(self.entries.get("map"))
        self._floor_letters = dict[Square, str]()
        for key in (*PLAIN_KEYS, "extra"):
            if getattr(old_layout, key) != getattr(new_layout, key):
                self.values[key] = rewritten_values.get(key)
        required_version = find_version(list_used_keys(new_layout))
        if "version" in self.entries and build_plain_data(self.entries["version"], "version") < required_version:
            self.values["version"] = required_version
        for key in (*EDGE_FIELDS, "labels"):
            new = set(getattr(new_layout, key))
            self._update_list(
                key, new.__contains__, _exclude_items(getattr(new_layout, key), getattr(self.document, key))
            )
        for key in ("machines", "waivers"):
            self._update_ordered_list(key, build_file_entry)
        if isinstance(self.entries.get("sections"), YamlList):
            self._update_ordered_list("sections", build_section_entry)
        else:
            self._update_sections()
        self._update_items()
        self._map_rows.store_changes("map", self.values)

    def _update_list(self, key: str, is_kept: Callable[[Any], bool], missing: Iterable[Any]) -> None:
        """Set the new value of a list of the sketch.

        Entries that are not kept are removed. Missing items take the positions of removed entries; those left over
        come to the end.

        Args:
            key: the key of the list.
            is_kept: a function that returns whether an entry stays.
            missing: the items of the new layout that the sketch does not show yet.
        """
        new_entries = iter(
            [_convert_to_plain_data(item if isinstance(item, tuple) else build_file_entry(item)) for item in missing]
        )
        slots = zip(getattr(self.document, key), self.data.get(key, ()), strict=True)
        kept_entries = [old_data if is_kept(entry) else next(new_entries, None) for entry, old_data in slots]
        entries = [*filter(None, kept_entries), *new_entries]
        if key == "portals" and not isinstance(self.entries.get(key), YamlList):
            squares = group_portals(convert_data(entries, list[Portal])).items()
            table = {str(number): _convert_to_plain_data(portal_squares) for number, portal_squares in squares}
            if table != (build_plain_data(self.entries[key], key) if key in self.entries else {}):
                self.values[key] = table or None
        elif entries != self.data.get(key, []):
            self.values[key] = entries or None

    def _update_ordered_list(self, key: str, build_entry: Callable[[Any], Any]) -> None:
        """Set the new value of a list whose order has a meaning, if its items changed.

        Args:
            key: the key of the list.
            build_entry: a function that returns what a file says about an item.
        """
        old, new, old_data = getattr(self.old_layout, key), getattr(self.new_layout, key), self.data.get(key, [])
        if old != new:
            pairs = match_items(list(map(repr, old)), list(map(repr, new)))
            entries = [
                old_data[old_index]
                if old_index is not None and old[old_index] == new[new_index]
                else _convert_to_plain_data(build_entry(new[new_index]))
                for old_index, new_index in pairs
            ]
            self.values[key] = entries or None

    # Sections --------------------------------------------------------------------------------------------------------

    def _update_sections(self) -> None:
        """Set the map, and the grid of section letters where needed, so that they show the new sections.

        The grid is needed if the sketch has one, or if the map alone would be read as other sections.

        Raises:
            UnsupportedChange: letters cannot show the new sections.
        """
        floor = draw_floor(self.new_layout.sections)
        if floor is None:
            raise UnsupportedChange
        if "map" in self.entries:
            shows_zones = self._map_rows.has_zones or "sections" not in self.entries
            self._floor_letters = floor if shows_zones else dict.fromkeys(floor, FLOOR_LETTER)
            for square, letter in self._map_rows.list_squares():
                new_letter = self._floor_letters.get(square, self._map_rows.rock)
                if new_letter == self._map_rows.rock or letter in (FLOOR_LETTER, *ZONE_BY_LETTER):
                    self._map_rows[square] = new_letter
            for square, letter in self._floor_letters.items():
                if self._map_rows[square] in ROCK_LETTERS:
                    self._map_rows[square] = letter
        if (
            "sections" in self.entries
            or find_connected_sections(tuple(self._map_rows.rows)) != self.new_layout.sections
        ):
            self._update_section_letters()

    def _update_section_letters(self) -> None:
        """Set the grid of section letters, and the kind of each letter.

        The order of the kinds is the order of the sections. So all sections are named where the order of their first
        squares differs from it.
        """
        sections, rows = self.new_layout.sections, _LetterRows(self.entries.get("sections"))
        letters = {square: section.id for section in sections for square in section.squares}
        for square in [*dict(rows.list_squares()), *letters]:
            rows[square] = letters.get(square, rows.rock)
        rows.store_changes("sections", self.values)
        old_kinds = build_plain_data(self.entries["section_kinds"]) if "section_kinds" in self.entries else {}
        kinds_before, kinds_now = (
            {s.id: _convert_to_plain_data(build_kind_entry(s)) for s in layout.sections}
            for layout in (self.old_layout, self.new_layout)
        )
        names = [name for name in old_kinds if name in kinds_now] + [
            n for n in kinds_now if n not in old_kinds and kinds_now[n] != "room"
        ]
        drawn_letters = dict.fromkeys(letter for _, letter in rows.list_squares())
        if list(dict.fromkeys([*names, *drawn_letters])) != list(kinds_now):
            names = list(kinds_now)
        new_kinds = {
            name: old_kinds[name]
            if name in old_kinds and kinds_before.get(name) == kinds_now[name]
            else kinds_now[name]
            for name in names
        }
        if list(new_kinds.items()) != list(old_kinds.items()):
            self.values["section_kinds"] = new_kinds or None

    # Items in the map and in lists -----------------------------------------------------------------------------------

    def _update_items(self) -> None:
        """Set the map, the legend and the lists so that they show the items of the new layout.

        First, letters and entries of removed items go. Then what is left is read as a layout, and items of the new
        layout that it lacks are added. Such an item takes the position of a removed entry in its list. Else it is
        drawn on the map, if the map has space and a letter for it, and either the map shows items of its list
        already or the sketch has no such list. Else it comes to the end of its list. Where several items of one list
        lie on a square, none of them is drawn.
        """
        place_counts = Counter(
            (field, find_square(item)) for field in MAP_FIELDS[:3] for item in getattr(self.new_layout, field)
        )
        crowded_places = {field_square for field_square, place_count in place_counts.items() if place_count > 1}
        lost_places = set(crowded_places)
        for field in MAP_FIELDS:
            removed_items = _exclude_items(getattr(self.old_layout, field), getattr(self.new_layout, field))
            lost_places.update(*(_list_places(field, item) for item in removed_items))

        def is_kept(field: str, entry: Any) -> bool:
            """Return whether an entry may stay as the sketch has it.

            It may if its squares are none of `lost_places`, where an item of its list is removed or several lie.
            """
            return lost_places.isdisjoint(_list_places(field, entry))

        shown_meanings, drawn_fields = self._keep_letters(lost_places)
        kept_entries = {
            field: tuple(each for each in getattr(self.document, field) if is_kept(field, each)) for field in MAP_FIELDS
        }
        traps = zip(self.document.traps, self.data.get("traps", ()), strict=True)
        has_size = ["size" in trap_data for trap, trap_data in traps if is_kept("traps", trap)]
        remaining = build_layout(
            merge_drawn_items(
                replace(self.document, sections=(), machines=(), **kept_entries), shown_meanings, has_size
            ),
            {},
        )
        for field in MAP_FIELDS:
            missing_items = _exclude_items(getattr(self.new_layout, field), getattr(remaining, field))
            if "map" in self.entries and (field in drawn_fields or field not in self.entries):
                free_count = len(getattr(self.document, field)) - len(kept_entries[field])
                undrawn_items = missing_items[free_count:]
                missing_items[free_count:] = [
                    it
                    for it in undrawn_items
                    if (field, find_square(it)) in crowded_places or not self._draw_item(field, it)
                ]
            self._update_list(field, partial(is_kept, field), missing_items)

    def _keep_letters(
        self, lost_places: set[tuple[str, Square]]
    ) -> tuple[list[tuple[Square, LetterMeaning]], set[str]]:
        """Remove from the map the letters whose items lie at one of the `lost_places`, and return what it still shows.

        A lost place is a pair (list, square) from which an item is removed, or which several items share.

        Returns:
            Each other square whose letter shows items, with the meaning of the letter; and the keys of all lists of
            which the map showed items before.
        """
        shown_meanings, drawn_fields = list[tuple[Square, LetterMeaning]](), set[str]()
        for square, letter in self._map_rows.list_squares():
            if meaning := (BUILT_IN_LETTERS | self._legend).get(letter):
                fields = {field for field, _ in list_shown_items(square, meaning)}
                drawn_fields |= fields
                if lost_places.isdisjoint((field, square) for field in fields):
                    shown_meanings.append((square, meaning))
                else:
                    self._map_rows[square] = self._floor_letters.get(square, FLOOR_LETTER)
        return shown_meanings, drawn_fields

    def _draw_item(self, field: str, item: Any) -> bool:
        """Draw an item of the list `field` on the map of the sketch, and return whether that was possible.

        It is if the square shows nothing but floor (or rock, where the map does not draw the sections) and a letter
        means exactly this item. A letter that the legend lacks is added to it.
        """
        square, meaning = find_square(item), MEANINGS[field](item)
        free_letters = (FLOOR_LETTER, *ZONE_BY_LETTER) if self._floor_letters else (*ROCK_LETTERS, FLOOR_LETTER)
        if self._map_rows[square] not in free_letters or not self._map_rows.contains_square(square):
            return False
        if meaning in _LEGEND_LETTER_BY_MEANING and meaning not in self._letter_by_meaning:
            candidate_letters = _LEGEND_LETTER_BY_MEANING[meaning] + _SPARE_LETTERS
            if letter := next(
                (each for each in candidate_letters if each not in {*RESERVED_LETTERS, *self._legend}), None
            ):
                self._legend[letter], self._letter_by_meaning[meaning] = meaning, letter
                old_legend = build_plain_data(self.entries["legend"]) if "legend" in self.entries else {}
                self.values["legend"] = self.values.get("legend", old_legend) | {letter: msgspec.to_builtins(meaning)}
        if meaning not in self._letter_by_meaning:
            return False
        self._map_rows[square] = self._letter_by_meaning[meaning]
        return True


class _LetterRows:
    """Rows of letters that can be drawn on; no rows if the sketch has no such key.

    Rock is drawn as the sketch draws it: as # or as blanks.
    """

    def __init__(self, node: Node | None) -> None:
        text = node.text if isinstance(node, Scalar) else ""
        self.rows = split_lines(text.removesuffix("\n")) if text else []
        self._old_rows = list(self.rows)
        self.has_zones = any(letter in text for letter in ZONE_BY_LETTER)
        self.rock = "#" if text.count("#") >= sum(row.rstrip().count(" ") for row in self.rows) else " "

    def store_changes(self, key: str, values: dict[str, Any]) -> None:
        """Store the rows as the value of a key, if something was drawn."""
        if self.rows != self._old_rows:
            values[key] = "\n".join(self.rows)

    def __getitem__(self, square: Square) -> str:
        x, y = square
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else " "

    def __setitem__(self, square: Square, letter: str) -> None:
        x, y = square
        if letter == self[square] or (letter in ROCK_LETTERS and self[square] in ROCK_LETTERS):
            return
        self.rows += [""] * (y + 1 - len(self.rows))
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
        return square[1] < len(self.rows) and square[0] < max(map(len, self.rows))


def _convert_to_plain_data(value: Any) -> Any:
    """Return a value as plain data, as parsed YAML has it: lists for tuples, words for members of enumerations."""
    return msgspec.to_builtins(value, str_keys=True) if not isinstance(value, tuple) else list(value)


def _list_places(field: str, item: Any) -> Iterator[tuple[str, Square]]:
    """Yield a pair (`field`, square) for each square that an item of the list `field` covers."""
    return ((field, square) for square in list_block_squares(find_square(item), getattr(item, "size", (1, 1))))


def _exclude_items(items: Sequence[Any], excluded_items: Iterable[Any]) -> list[Any]:
    """Return the items that are not among the excluded items, in order."""
    excluded_set = set(excluded_items)
    return [item for item in items if item not in excluded_set]
