"""Compare two layouts (dungeons as drawn), and find out whether the whole dungeon lies elsewhere on the grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.comparison.change import Change, ChangeKind, FieldChange, format_offset, format_value
from dungeon_designer.comparison.object_changes import (
    list_object_changes,
    list_rotating_room_changes,
    list_waiver_changes,
    locate,
)
from dungeon_designer.comparison.pairing import Pairing
from dungeon_designer.comparison.section_changes import PlacedSection, list_section_changes, pair_sections
from dungeon_designer.grid import Square, find_bounds
from dungeon_designer.layout.layout_document import build_picture_entry
from dungeon_designer.layout.model import LIST_KEYS, Layout, RotatingRoom, Section, Waiver, normalise_layout
from dungeon_designer.pictures.picture_model import DungeonPicture

MAX_OFFSETS = 3
"""The most shifts of the whole dungeon that are tried, the most frequent among its parts first."""

MAX_VOTES = 400
"""The most pairs of parts of one kind whose distance counts as a possible shift."""

_SINGLE_KEYS = ("name", "author", "theme", "balls", "enclosed")
"""The keys of a layout that have one value each, apart from the ruleset, which is compared by what it says."""

_TABLE_KEYS = ("play", "extra")
"""The keys of a layout that are tables."""


class ComparedLayout(Struct, frozen=True):
    """One of two layouts that are compared.

    Attributes:
        layout: the layout, in canonical form.
        squares_by_section: the squares that each section covers, in the order of the layout.
        has_written_ids: whether the file gives the ids of sections; those of a plain sketch are only their order.
        has_overlaps: whether some square is covered by several sections.
    """

    layout: Layout
    squares_by_section: tuple[tuple[Square, ...], ...]
    has_written_ids: bool
    has_overlaps: bool


def build_compared_layout(
    layout: Layout,
    has_written_ids: bool,
    squares_by_section: Sequence[tuple[Square, ...]] | None = None,
) -> ComparedLayout:
    """Return a layout in the form in which it is compared.

    Args:
        layout: the layout.
        has_written_ids: whether its file gives the ids of sections.
        squares_by_section: the squares of each section; None if the tiles are not known, so that only drawn sections
            have squares.
    """
    layout = normalise_layout(layout)
    known_squares = squares_by_section or [tuple(section.squares) for section in layout.sections]
    all_squares = [square for each in known_squares for square in each]
    has_overlaps = len(known_squares) > 1 and len(set(all_squares)) < len(all_squares)
    return ComparedLayout(layout, tuple(known_squares), has_written_ids, has_overlaps)


def compare_layouts(before: ComparedLayout, after: ComparedLayout) -> tuple[Change, ...]:
    """Return everything that differs between two layouts but their ruleset; () if they are alike.

    If the whole dungeon was shifted, that is the first change, and the others are those that remain. Of several
    shifts, the one that leaves the fewest changes is taken.
    """
    best = _compare_at(before, after, (0, 0))
    for offset in _find_offsets(before, after) if best else ():
        changes = _compare_at(before, after, offset)
        # A shift is a change itself. A dungeon whose only section moved is shifted, too, if nothing else differs.
        if len(changes) + 1 < len(best) or (len(changes) == 1 and len(best) == 1 and changes[0].subject == "layout"):
            best = changes
        if len(best) == 1:
            break
    return best


def _compare_at(before: ComparedLayout, after: ComparedLayout, offset: Square) -> tuple[Change, ...]:
    """Return the changes between two layouts if the first one is shifted by an offset; the shift comes first."""
    shifted, new_layout = shift_layout(before.layout, offset), after.layout
    pairing = pair_sections(_place_sections(before, shifted, offset), _place_sections(after, new_layout, (0, 0)))
    shift = [_build_shift(offset)] if offset != (0, 0) else []
    return (
        *shift,
        *_list_single_changes(shifted, new_layout),
        *list_section_changes(pairing, before.has_overlaps and after.has_overlaps),
        *list_object_changes(shifted, new_layout, offset),
        *_list_machine_changes(shifted, new_layout, pairing),
        *list_waiver_changes(shifted, new_layout, offset),
    )


def _build_shift(offset: Square) -> Change:
    """Return the change of a dungeon that lies elsewhere on the grid."""
    text = f"the whole dungeon moved {format_offset(offset)}"
    return Change(kind=ChangeKind.MOVED, subject="layout", text=text, fields=(FieldChange("at", (0, 0), offset),))


def shift_layout(layout: Layout, offset: Square) -> Layout:
    """Return a layout moved by an offset; unlike with `move_layout`, it may leave the grid.

    >>> shift_layout(Layout(chests=((0, 0),)), (-3, 4)).chests
    ((-3, 4),)
    """
    if offset == (0, 0):
        return layout
    lists = {key: tuple(_shift_item(each, offset) for each in getattr(layout, key)) for key in LIST_KEYS}
    return replace(layout, picture=_shift_item(layout.picture, offset), **lists)


def _shift_item(item: Any, offset: Square) -> Any:
    """Return an entry of one of a layout's lists, moved by an offset. What has no square stays as it is."""
    dx, dy = offset
    if isinstance(item, tuple):
        return item[0] + dx, item[1] + dy
    if isinstance(item, Waiver):
        return replace(item, squares=tuple((x + dx, y + dy) for x, y in item.squares))
    return replace(item, at=(item.at[0] + dx, item.at[1] + dy)) if hasattr(item, "at") else item


def _place_sections(compared: ComparedLayout, shifted: Layout, offset: Square) -> list[PlacedSection]:
    """Return the sections of a layout that was shifted by an offset."""
    return [
        PlacedSection(section, squares, offset, compared.has_written_ids, rank=number)
        for number, (section, squares) in enumerate(zip(shifted.sections, compared.squares_by_section, strict=True))
    ]


def _find_offsets(before: ComparedLayout, after: ComparedLayout) -> list[Square]:
    """Return likely shifts of the whole dungeon: distances that many of its parts share, the most frequent first."""
    votes = Counter[Square]()
    for key, parts in _list_parts(before.layout).items():
        other_parts = _list_parts(after.layout).get(key, [])
        if len(parts) * len(other_parts) <= MAX_VOTES:
            votes.update((x1 - x0, y1 - y0) for x0, y0 in parts for x1, y1 in other_parts)
    if before.layout.sections and after.layout.sections:
        (x0, y0), (x1, y1) = (
            find_bounds(section.at for section in each.layout.sections)[0] for each in (before, after)
        )
        votes[x1 - x0, y1 - y0] += 1
    del votes[0, 0]
    return [offset for offset, _ in votes.most_common(MAX_OFFSETS)]


def _list_parts(layout: Layout) -> Mapping[Any, list[Square]]:
    """Return the locations of sections, chests, portals and traps, by what tells each from the others of its kind."""
    parts: dict[Any, list[Square]] = {}
    for section in layout.sections:
        parts.setdefault((section.tile, section.rows), []).append(section.at)
    for portal in layout.portals:
        parts.setdefault(portal.number, []).append(portal.at)
    for key in ("chests", "traps", "square_doors", "doors"):
        parts[key] = [locate(item) for item in getattr(layout, key)]
    return parts


def _list_single_changes(before: Layout, after: Layout) -> Iterator[Change]:
    """Yield what changed in the facts of which a dungeon has one: name, picture, notes, teams, `play` and so on."""
    for key in _SINGLE_KEYS:
        yield from _compare_values(key, getattr(before, key), getattr(after, key))
    yield from _compare_notes(before.notes, after.notes)
    yield from _compare_pictures(before.picture, after.picture)
    teams = [{str(team.id): team for team in each.sides} for each in (before, after)]
    if len(teams[0]) != len(teams[1]):
        yield from _compare_values("sides", len(teams[0]), len(teams[1]))
    for name in filter(teams[1].__contains__, teams[0]):
        for field in ("shown_colour", "shown_emblem"):
            values = [str(getattr(each[name], field)) for each in teams]
            yield from _compare_values(f"sides.{name}.{field.removeprefix('shown_')}", *values)
    for key in _TABLE_KEYS:
        tables = [msgspec.to_builtins(getattr(each, key)) for each in (before, after)]
        for name in dict.fromkeys((*tables[0], *tables[1])):
            if (name in tables[0], tables[0].get(name)) != (name in tables[1], tables[1].get(name)):
                yield _build_value_change(f"{key}.{name}", tables[0].get(name), tables[1].get(name))


def _compare_values(key: str, old: Any, new: Any) -> Iterator[Change]:
    """Yield a change if the value of a key differs."""
    if old != new:
        yield _build_value_change(key, old, new)


def _build_value_change(key: str, old: Any, new: Any) -> Change:
    """Return the change of the value of a key; a key in a table has the name of the table and a dot before it."""
    text = f"{key}: {format_value(new)} (before: {format_value(old)})"
    field = FieldChange(key, old, new)
    return Change(kind=ChangeKind.CHANGED, subject=key.partition(".")[0], text=text, fields=(field,))


def _compare_pictures(old: DungeonPicture | None, new: DungeonPicture | None) -> Iterator[Change]:
    """Yield a change if the picture below the map, its place or its credit differ."""
    if old != new:
        text = f"picture: {_describe_picture(new)} (before: {_describe_picture(old)})"
        values = (build_picture_entry(each) if each else None for each in (old, new))
        yield Change(kind=ChangeKind.CHANGED, subject="picture", text=text, fields=(FieldChange("picture", *values),))


def _describe_picture(picture: DungeonPicture | None) -> str:
    """Return a picture in words: its file, place, size and credit.

    >>> _describe_picture(DungeonPicture(file="cave.jpg", at=(-1, 0.5), size=(24, 16), licence="CC0"))
    'cave.jpg at (-1, 0.5), 24 x 16 squares, CC0'
    """
    if picture is None:
        return format_value(None)
    (x, y), (width, height) = picture.at, picture.size
    parts = f"{picture.file} at ({x:g}, {y:g})", f"{width:g} x {height:g} squares", picture.author, picture.licence
    return ", ".join(filter(None, parts))


def _compare_notes(old: str, new: str) -> Iterator[Change]:
    """Yield a change with the number of changed lines if the notes differ."""
    if old != new:
        lines = [Counter(notes.splitlines()) for notes in (old, new)]
        added, removed = (lines[1] - lines[0]).total(), (lines[0] - lines[1]).total()
        text = f"notes: lines added {added}, removed {removed}"
        yield Change(kind=ChangeKind.CHANGED, subject="notes", text=text, fields=(FieldChange("notes", old, new),))


def _list_machine_changes(before: Layout, after: Layout, pairing: Pairing[PlacedSection]) -> Iterable[Change]:
    """Return what changed in the rotating rooms of two dungeons, whose sections may have other ids in each.

    Sections of the second dungeon that are the same but for their ids count as one.
    """
    first_id: dict[Section, str] = {}
    for section in after.sections:
        first_id.setdefault(replace(section, id=""), section.id)
    same_id = {section.id: first_id[replace(section, id="")] for section in after.sections}
    new_id = {old.section.id: same_id[new.section.id] for old, new in pairing.pairs}
    label_by_id = {f"removed {each.section.id}": each.label for each in pairing.removed}
    label_by_id |= {each.section.id: each.label for each in (*(new for _, new in pairing.pairs), *pairing.added)}
    rooms = [[room.sections for room in each.machines if isinstance(room, RotatingRoom)] for each in (before, after)]
    old_rooms = [tuple(new_id.get(name, f"removed {name}") for name in room) for room in rooms[0]]
    new_rooms = [tuple(same_id.get(name, name) for name in room) for room in rooms[1]]
    return list_rotating_room_changes(old_rooms, new_rooms, label_by_id)
