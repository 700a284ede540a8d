"""Sections of a changed layout told as the sketch tells its own: by the map, by letters, or in a list.

Where the map alone cannot tell them any more, letters do; where letters cannot, the sections become a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout.patching.node_changes import SAME, Placed, matched
from dungeon_designer.layout.patching.pairing import plainly
from dungeon_designer.layout.patching.source import Rows, Source, rows_of
from dungeon_designer.layout.patching.telling import new_key, no_key, tell, write_rows
from dungeon_designer.layout.sketch_letters import FLOOR, ROCK, ZONES
from dungeon_designer.layout.sketch_sections import ID_LETTERS, connected
from dungeon_designer.layout.sketch_writer import full_rows, kind_said, section_lines, section_list, tabled
from dungeon_designer.text.yaml_text import Table, lines_of

_SAID = ("kind", "side", "name", "enclosed")
_FIELDS = ("id", "tile", "turn", "flip", *_SAID)


def tell_sections(source: Source, before: Layout, after: Layout, by: Square, floor: dict[Square, str] | None) -> None:
    """Change map, letters, kinds or list so that they tell the sections of `after`."""
    drawn, sections = source.map, after.sections
    if source.form == "list":
        _tell_list(source, before, sections, by)
        return
    if floor is not None and drawn is not None:
        if source.form == "connected":
            rows = list(drawn.rows)
            _draw_floor(drawn, floor, exactly=True)
            if connected(tuple(drawn.rows)) == sections:
                return
            drawn.rows = rows
        _draw_floor(drawn, floor, exactly=False)
    if floor is not None and all(section.id in ID_LETTERS for section in sections):
        _tell_letters(source, before, sections, by)
    else:
        _make_list(source, sections)


# Drawn in the map ----------------------------------------------------------------------------------------------------


def background(source: Source, floor: dict[Square, str] | None, square: Square) -> str:
    """The letter of a square on which nothing lies any more."""
    if floor is None or source.map is None:
        return FLOOR
    letter = floor.get(square, source.map.rock)
    return FLOOR if letter in ZONES and source.form == "letters" and not source.map.has_zones else letter


def _draw_floor(drawn: Rows, floor: dict[Square, str], exactly: bool) -> None:
    """Floor where sections are, rock where none is. `exactly`: an end zone is drawn as one, other floor as floor."""
    for square, letter in list(drawn.squares()):
        wanted = floor.get(square)
        if wanted is None:
            drawn[square] = drawn.rock
        elif (letter in ZONES or (exactly and letter == FLOOR)) and letter != wanted:
            drawn[square] = wanted
    for square, letter in floor.items():
        if drawn[square] in ROCK:
            drawn[square] = letter if exactly or drawn.has_zones else FLOOR


# Told by letters -----------------------------------------------------------------------------------------------------


def _tell_letters(source: Source, before: Layout, sections: Sequence[Section], by: Square) -> None:
    letters = {square: section.id for section in sections for square in section.squares}
    rows = rows_of(source.root, "sections", lines_of(source.changes.text))
    if rows is None:
        made = full_rows(letters, "#")
        new_key(source, "sections", "\n".join(made), ["sections: |", *(f"  {row}" for row in made)])
        kinds = {section.id: kind_said(section) for section in sections}
        new_key(source, "section_kinds", kinds, tabled("section_kinds", kinds))
        return
    rows.move(by)
    for square, _ in list(rows.squares()):
        if square not in letters:
            rows[square] = rows.rock
    for square, letter in letters.items():
        if rows[square] != letter:
            rows[square] = letter
    write_rows(source, "sections", rows)
    _tell_kinds(source, before, sections, rows)


def _tell_kinds(source: Source, before: Layout, sections: Sequence[Section], rows: Rows) -> None:
    """The table of kinds: entries for what was in it or is no plain room; for all, where their order asks for it."""
    node = source.root.entries.get("section_kinds")
    old = list(node.entries) if isinstance(node, Table) else []
    known = {section.id: section for section in before.sections}
    new = [each.id for each in sections if each.id in old or kind_said(each) != "room"]
    found = list(dict.fromkeys(letter for row in rows.rows for letter in row if letter not in ROCK))
    ids = [section.id for section in sections]
    if [*new, *(letter for letter in found if letter not in new)] != ids:
        new = ids
    said = {section.id: section for section in sections}
    items = []
    for number, place in matched(old, new):
        name = new[place]
        if number is None:
            items.append(Placed(None, plainly(kind_said(said[name])), name))
        else:
            items.append(Placed(number, _kind_after(source.kinds[old[number]], known[old[number]], said[name]), name))
    if items:
        tell(source, "section_kinds", items, lambda: tabled("section_kinds", {i.key: i.value for i in items}))
    else:
        no_key(source, "section_kinds")


def _kind_after(data: Any, was: Section, is_: Section) -> Any:
    """What the table says of a letter, from what it said: only what changed changes."""
    if all(getattr(was, field) == getattr(is_, field) for field in _SAID):
        return SAME
    if isinstance(data, dict):
        return _changed(data, was, is_, _SAID) or plainly(is_.kind)
    return plainly(kind_said(is_))


# Told in a list ------------------------------------------------------------------------------------------------------


def _make_list(source: Source, sections: Sequence[Section]) -> None:
    """A list for what neither map nor letters can tell; the map then shows no zones."""
    if source.map is not None:
        for square, letter in list(source.map.squares()):
            if letter in ZONES:
                source.map[square] = FLOOR
    no_key(source, "section_kinds")
    data = [_entry(section) for section in sections]
    new_key(source, "sections", data, section_list(sections))


def _tell_list(source: Source, before: Layout, sections: Sequence[Section], by: Square) -> None:
    old = [section.id for section in before.sections]
    data, drawn = source.data["sections"], source.document.sections
    items = []
    for number, place in matched(old, [section.id for section in sections]):
        was, is_ = None if number is None else before.sections[number], sections[place]
        if number is None or was is None or was.tile != is_.tile:
            items.append(Placed(None, _entry(is_), "", list(section_lines(is_))))
        elif was == is_:
            items.append(Placed(number))
        else:
            entry = _changed(data[number], was, is_, _FIELDS)
            items.append(Placed(number, _framed(entry, drawn[number], was, is_)))
    tell(source, "sections", items, lambda: section_list(sections))


def _entry(section: Section) -> dict[str, Any]:
    """What a list says of a section."""
    entry = {field: getattr(section, field) for field in _FIELDS if getattr(section, field) != _default(field)}
    entry["at"] = section.at
    if not section.tile:
        entry["rows"] = section.rows
    result: dict[str, Any] = plainly(entry)
    return result


def _default(field: str) -> Any:
    return getattr(Section(id="A"), field) if field != "id" else ""


def _changed(data: dict[str, Any], was: Section, is_: Section, fields: Sequence[str]) -> dict[str, Any]:
    """The facts of an old entry with those changed that changed; one that is back at its default is not said."""
    entry = dict(data)
    for field in fields:
        value = getattr(is_, field)
        if getattr(was, field) == value:
            continue
        if value == _default(field):
            entry.pop(field, None)
        else:
            entry[field] = plainly(value)
    return entry


def _framed(entry: dict[str, Any], written: Section, was: Section, is_: Section) -> dict[str, Any]:
    """The entry with the place and rows of a section, within the frame its writer chose where they fit into it."""
    if (was.at, was.rows) == (is_.at, is_.rows):
        return entry
    (x, y), rows = written.at, list(written.rows)
    if was.rows == is_.rows:
        x, y = x + is_.at[0] - was.at[0], y + is_.at[1] - was.at[1]
    elif not is_.rows or is_.at[0] < x or is_.at[1] < y:
        (x, y), rows = is_.at, list(is_.rows)
    else:
        rows = _redrawn(rows, {(a - x, b - y) for a, b in is_.squares})
    if entry.get("at") != [x, y] and ("at" in entry or (x, y) != (0, 0)):
        entry["at"] = [x, y]
    return entry if was.tile else {**entry, "rows": rows}


def _redrawn(rows: list[str], squares: set[Square]) -> list[str]:
    """Rows with just these squares; those that have them are left as they are."""
    high = max(y for _, y in squares) + 1
    wide = max([*(len(row) for row in rows), *(x + 1 for x, _ in squares)])
    result = []
    for y in range(high):
        row = rows[y] if y < len(rows) else ""
        if {x for x, letter in enumerate(row) if letter == FLOOR} != {a for a, b in squares if b == y}:
            row = "".join(FLOOR if (x, y) in squares else "#" for x in range(wide))
        result.append(row)
    return result
