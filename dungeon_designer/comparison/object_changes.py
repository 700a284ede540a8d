"""Compare the objects of two dungeons: chests, portals, doors, traps, terrain and all else that lies on the floor."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.comparison.change import (
    Change,
    ChangeKind,
    FieldChange,
    format_fields,
    format_place,
    format_value,
    list_field_changes,
)
from dungeon_designer.comparison.pairing import Pairing, pair_parts
from dungeon_designer.grid import Side, Square, find_connected_groups, normalise_edge, rank_by_row
from dungeon_designer.layout.model import (
    EdgeRun,
    Label,
    Layout,
    Portal,
    RollingBall,
    SquareDoor,
    Trap,
    TrapKind,
    Waiver,
)
from dungeon_designer.rules.rule_text import format_count

_PITS = (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT)


def locate(item: Any) -> Square:
    """Return the square of an object; that of a chest is the object itself."""
    return item if isinstance(item, tuple) else item.at


def list_object_changes(before: Layout, after: Layout, offset: Square) -> Iterator[Change]:
    """Yield what changed in the objects of two dungeons.

    The objects of each list, such as the chests, are paired in stages: first those that are equal, then those with less
    and less in common, such as a chest anywhere with another one. Objects left over were removed or added.

    Args:
        before: the first dungeon, shifted to the location of the second, so that what did not change lies on the same
            squares.
        after: the second dungeon.
        offset: the shift. Texts and squares of the first dungeon are moved back by it, as its author counts them.
    """
    yield from _compare_areas(_list_areas(before), _list_areas(after), offset)
    for key, stages in _STAGES_BY_KEY.items():
        old_items, new_items = _list_items(before, key), _list_items(after, key)
        pairing = pair_parts(old_items, new_items, (_identify, *stages), locate)
        yield from _list_pairing_changes(key, pairing, offset)


def _list_pairing_changes(key: str, pairing: Pairing[Any], offset: Square) -> Iterator[Change]:
    """Yield what changed in the objects of one list: pairs that differ, then removed objects, then added ones.

    Args:
        key: the name of the list in a layout.
        pairing: its objects in pairs; those of the first dungeon are shifted by `offset`.
        offset: the shift, see `list_object_changes`.
    """
    for old, new in pairing.pairs:
        if _identify(old) != _identify(new):
            yield _compare_items(key, old, new, offset)
    for item in pairing.removed:
        text = f"{_describe(_move_back(item, offset))} removed"
        yield Change(kind=ChangeKind.REMOVED, subject=key, text=text, squares_before=_list_squares(item, offset))
    for item in pairing.added:
        text = f"{_describe(item)} added"
        yield Change(kind=ChangeKind.ADDED, subject=key, text=text, squares_after=_list_squares(item))


def _list_items(layout: Layout, key: str) -> list[Any]:
    """Return the entries of a list of a layout that are compared one by one.

    Pits are left out, since neighbouring pits are one area. So are rotating rooms, which have no square.
    """
    items = list(getattr(layout, key))
    if key == "traps":
        return [trap for trap in items if trap.kind not in _PITS]
    if key == "machines":
        return [machine for machine in items if isinstance(machine, RollingBall)]
    return items


def _identify(item: Any) -> Any:
    """Return a value that is equal for objects that mean the same, which are paired first: the object itself.

    A door or wall has its first edge in standard form, since the east side of a square is the west side of the next.
    """
    if not isinstance(item, EdgeRun):
        return item
    at, side = normalise_edge(item.at, item.side)
    return replace(item, at=at, side=side)


def _ignore_location(item: Any) -> Hashable:
    """Return everything of an object but its location; of a door or wall also whether it lies across or along."""
    located: Hashable = replace(_identify(item), at=(0, 0))
    return located


def _get_type(item: Any) -> Hashable:
    """Return the type of an object, to pair any two objects of a list."""
    return str(type(item))


def _get_edge(run: Any) -> Hashable:
    """Return the first edge of a door, wall or leap edge."""
    return normalise_edge(run.at, run.side)


_STAGES_BY_KEY: dict[str, tuple[Callable[[Any], Hashable], ...]] = {
    "square_doors": (locate, _ignore_location),
    "doors": (_get_edge, _ignore_location),
    "walls": (_get_edge, _ignore_location),
    "leap_edges": (_get_edge, _ignore_location),
    "chests": (_get_type,),
    "portals": (lambda portal: portal.number, locate),
    "traps": (lambda trap: (trap.at, trap.kind), _ignore_location, locate),
    "machines": (_ignore_location, locate, _get_type),
    "labels": (_ignore_location, locate),
}
"""For each list of a layout the keys by which objects are paired, the strictest first; see `pair_parts`."""


def _move_back(item: Any, offset: Square) -> Any:
    """Return an object of the shifted first dungeon as that dungeon itself counts its squares."""
    (x, y), (dx, dy) = locate(item), offset
    return (x - dx, y - dy) if isinstance(item, tuple) else replace(item, at=(x - dx, y - dy))


def _list_squares(item: Any, offset: Square = (0, 0)) -> tuple[Square, ...]:
    """Return the squares at which an object is shown, moved back by an offset: those that it covers or lies beside."""
    item = _move_back(item, offset)
    if isinstance(item, EdgeRun):
        dx, dy = (1, 0) if item.side in (Side.NORTH, Side.SOUTH) else (0, 1)
        (x, y), count = item.at, item.width
        return tuple((x + i * dx, y + i * dy) for i in range(count))
    if isinstance(item, Trap):
        return tuple(item.squares)
    return (locate(item),)


def _compare_items(key: str, old: Any, new: Any, offset: Square) -> Change:
    """Return the change of an object that both dungeons have."""
    own_old = _move_back(old, offset)
    fields = () if isinstance(new, tuple) else _list_changed_fields(old, new)
    is_moved = (_get_edge(old) != _get_edge(new)) if isinstance(new, EdgeRun) else locate(old) != locate(new)
    text = _describe(own_old)
    if is_moved:
        text += f" moved to {_format_location(new)}"
    if fields:
        text += f"{';' if is_moved else ':'} {format_fields(fields)}"
    if is_moved:
        fields = (FieldChange("at", locate(own_old), locate(new)), *fields)
    return Change(
        kind=ChangeKind.MOVED if is_moved and len(fields) == 1 else ChangeKind.CHANGED,
        subject=key,
        text=text,
        squares_before=_list_squares(old, offset),
        squares_after=_list_squares(new),
        fields=fields,
    )


def _list_changed_fields(old: Any, new: Any) -> tuple[FieldChange, ...]:
    """Return the changed facts of an object but its location."""
    return list_field_changes(old, new, tuple(name for name in new.__struct_fields__ if name not in ("at", "side")))


def _format_location(item: Any) -> str:
    """Return the location of an object in words; a door or wall lies on a side of a square."""
    if isinstance(item, EdgeRun):
        return f"the {item.side} side of {item.at}"
    return str(locate(item))


def _describe(item: Any) -> str:
    """Return an object in words, with its location as its own dungeon counts squares."""
    location = _format_location(item)
    match item:
        case tuple():
            return f"chest at {location}"
        case Portal():
            return f"portal {item.number} at {location}"
        case EdgeRun():
            width = f", {item.width} wide" if item.width > 1 else ""
            return f"{_NOUN_BY_TYPE[type(item).__name__]} on {location}{width}"
        case SquareDoor():
            return f"{'open' if item.open else 'shut'} door at {location}"
        case Label():
            return f"label “{format_value(item.text)}” at {location}"
        case RollingBall():
            return f"rolling ball at {location}"
    return f"{item.kind.replace('_', ' ')} at {location}"


_NOUN_BY_TYPE = {"EdgeDoor": "door", "Wall": "wall", "LeapEdge": "leap edge"}


class _Area(Struct, frozen=True):
    """Connected squares of one kind of terrain, obstacle or pit.

    Attributes:
        subject: the layout's list that holds them.
        kind: the kind.
        squares: the squares, by row.
    """

    subject: str
    kind: str
    squares: tuple[Square, ...]

    @property
    def shape(self) -> tuple[Square, ...]:
        """The squares relative to the first one."""
        left, top = self.squares[0]
        return tuple((x - left, y - top) for x, y in self.squares)

    @property
    def words(self) -> str:
        """The kind in words."""
        return self.kind.replace("_", " ")


def _list_areas(layout: Layout) -> list[_Area]:
    """Return the areas of terrain, obstacles and pits of a layout."""
    squares_by_kind: dict[tuple[str, str], list[Square]] = {}
    for subject in ("terrain", "obstacles", "traps"):
        for item in getattr(layout, subject):
            if subject != "traps" or item.kind in _PITS:
                squares_by_kind.setdefault((subject, str(item.kind)), []).append(item.at)
    return [
        _Area(subject, kind, tuple(group))
        for (subject, kind), squares in squares_by_kind.items()
        for group in find_connected_groups(squares)
    ]


def _compare_areas(before: Sequence[_Area], after: Sequence[_Area], offset: Square) -> Iterator[Change]:
    """Yield what changed in terrain, obstacles and pits: areas that moved or have another kind, then single squares.

    `before` is shifted by `offset` to the location of the second dungeon.
    """
    pairing = pair_parts(
        before,
        after,
        (_identify, lambda area: (area.subject, area.squares), lambda area: (area.subject, area.kind, area.shape)),
        lambda area: area.squares[0],
    )
    for old, new in pairing.pairs:
        if old != new:
            yield _compare_area_pair(old, new, offset)
    lost, gained = _group_by_kind(pairing.removed), _group_by_kind(pairing.added)
    for subject, kind in dict.fromkeys((*lost, *gained)):
        old_squares, new_squares = lost.get((subject, kind), set()), gained.get((subject, kind), set())
        yield from _compare_squares(subject, kind, old_squares, new_squares, offset)


def _compare_area_pair(old: _Area, new: _Area, offset: Square) -> Change:
    """Return the change of an area that moved, or whose kind changed."""
    squares_before = _shift_squares(old.squares, offset)
    if old.squares == new.squares:
        kind, fields = ChangeKind.CHANGED, (FieldChange("kind", old.kind, new.kind),)
        text = f"{new.words} in place of {old.words} {format_place(new.squares)}"
    else:
        kind, fields = ChangeKind.MOVED, (FieldChange("at", squares_before[0], new.squares[0]),)
        text = f"{old.words} {format_place(squares_before)} moved to {new.squares[0]}"
    return Change(
        kind=kind,
        subject=new.subject,
        text=text,
        squares_before=squares_before,
        squares_after=new.squares,
        fields=fields,
    )


def _group_by_kind(areas: Iterable[_Area]) -> Mapping[tuple[str, str], set[Square]]:
    """Return the squares of some areas by list and kind."""
    squares: dict[tuple[str, str], set[Square]] = {}
    for area in areas:
        squares.setdefault((area.subject, area.kind), set()).update(area.squares)
    return squares


def _compare_squares(
    subject: str, kind: str, before: set[Square], after: set[Square], offset: Square
) -> Iterator[Change]:
    """Yield a change for the squares that a kind of terrain, obstacle or pit gained, and one for those that it lost.

    Args:
        subject: the layout's list that holds them, such as `terrain`.
        kind: the kind, such as `lava`.
        before: the squares in the first dungeon, shifted to the location of the second.
        after: the squares in the second dungeon.
        offset: the shift. The lost squares are moved back by it, since a reader looks for them in the first dungeon.
    """
    words = kind.replace("_", " ")
    lost = _shift_squares(sorted(before - after, key=rank_by_row), offset)
    gained = tuple(sorted(after - before, key=rank_by_row))
    if lost:
        text = f"{words} {format_place(lost)} removed"
        yield Change(kind=ChangeKind.REMOVED, subject=subject, text=text, squares_before=lost)
    if gained:
        text = f"{words} {format_place(gained)} added"
        yield Change(kind=ChangeKind.ADDED, subject=subject, text=text, squares_after=gained)


def _shift_squares(squares: Iterable[Square], offset: Square) -> tuple[Square, ...]:
    """Return squares of the shifted first dungeon as that dungeon itself counts them."""
    return tuple((x - offset[0], y - offset[1]) for x, y in squares)


def list_rotating_room_changes(
    before: Iterable[tuple[str, ...]], after: Iterable[tuple[str, ...]], label_by_id: Mapping[str, str]
) -> Iterator[Change]:
    """Yield a change for each rotating room that only one of two dungeons has.

    A rotating room is a set of sections that rotate together, and is known by the ids of these sections.

    Args:
        before: the section ids of each rotating room of the first dungeon. A section that both dungeons have is named
            by its id in the second one, since an id may differ between two files.
        after: the section ids of each rotating room of the second dungeon.
        label_by_id: the words for each section.
    """
    old_rooms, new_rooms = ([tuple(sorted(ids)) for ids in rooms] for rooms in (before, after))
    # A rotating room has nothing but its sections, so only equal rooms are pairs: one key is enough. Equal rooms are
    # interchangeable, so that no distance need decide between them: all get the same location.
    keys = (_identify,)
    pairing = pair_parts(old_rooms, new_rooms, keys, lambda ids: (0, 0))
    for kind, rooms in ((ChangeKind.REMOVED, pairing.removed), (ChangeKind.ADDED, pairing.added)):
        for ids in rooms:
            names = ", ".join(label_by_id.get(section_id, section_id) for section_id in ids)
            text = f"rotating room of {format_count(len(ids), 'section')} {kind}: {names}"
            yield Change(kind=kind, subject="machines", text=text)


def list_waiver_changes(before: Layout, after: Layout, offset: Square) -> Iterator[Change]:
    """Yield what changed in the waivers of two dungeons: the problems that their authors accept, with a reason.

    `before` is shifted by `offset` to the location of the second dungeon.
    """
    old_waivers, new_waivers = ([_sort_squares(waiver) for waiver in each.waivers] for each in (before, after))
    pairing = pair_parts(
        old_waivers,
        new_waivers,
        (_identify, lambda each: (each.rule, each.ruleset, each.squares), lambda each: (each.rule, each.ruleset)),
        lambda each: each.squares[0] if each.squares else (0, 0),
    )
    for old, new in pairing.pairs:
        if old != new:
            own_old = replace(old, squares=_shift_squares(old.squares, offset))
            names = [name for name in ("squares", "reason") if getattr(old, name) != getattr(new, name)]
            fields = tuple(FieldChange(name, getattr(own_old, name), getattr(new, name)) for name in names)
            text = f"waiver of {new.rule}: {format_fields(fields)}"
            yield Change(kind=ChangeKind.CHANGED, subject="waivers", text=text, fields=fields)
    for kind, waivers in ((ChangeKind.REMOVED, pairing.removed), (ChangeKind.ADDED, pairing.added)):
        for waiver in waivers:
            text = f"waiver of {waiver.rule} {kind}: {waiver.reason}"
            yield Change(kind=kind, subject="waivers", text=text)


def _sort_squares(waiver: Waiver) -> Waiver:
    """Return a waiver with its squares in order, since their order has no meaning."""
    return replace(waiver, squares=tuple(sorted(set(waiver.squares), key=rank_by_row)))
