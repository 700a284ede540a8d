"""Items of a changed layout put where the sketch has its items: in lists, in the map, or in both.

An item that stays, stays where it is told. One that moved is told where the old one was, by the likeness of the two.
A new one is drawn where the sketch draws such items and the map has room and a letter for it, else it is listed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from dungeon_designer.grid import SIDES, Square, block, groups, neighbour, row_major
from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    Portal,
    SquareDoor,
    Terrain,
    Trap,
    TrapKind,
    split,
)
from dungeon_designer.layout.patching.node_changes import SAME, Placed
from dungeon_designer.layout.patching.pairing import carried, facts, merged, paired, rectangles
from dungeon_designer.layout.patching.source import Source
from dungeon_designer.layout.sketch import as_trapdoors, entries_at
from dungeon_designer.layout.sketch_letters import Meaning

FIELDS = ("terrain", "obstacles", "square_doors", "traps", "portals", "chests")
"""The items a map may show, the lowest first."""

_PITS = (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT)


class Items:
    """What the lists and the map of a sketch have to say for the items of another layout.

    `lists` holds, for each field, its entries in order: the number of the old entry, and the facts of the new, or
    SAME. `letters` are the squares of the map that change, each with what it then means.
    """

    def __init__(
        self, source: Source, after: Layout, by: Square, floor: Collection[Square] | None, draws: bool
    ) -> None:
        self.source, self.by, self._draws = source, by, draws
        self._floor = floor
        self._need = {field: Counter(getattr(after, field)) for field in FIELDS}
        self._listed_only = set(_said_twice(after))
        self._old: dict[str, list[list[Any]]] = {field: self._listed(field) for field in FIELDS}
        self._told: dict[str, dict[int, Any]] = {field: {} for field in FIELDS}
        """For each field the old entries that stay or are changed, by number: SAME, or the new item and its facts."""
        self._new: dict[str, list[tuple[Any, Any]]] = {field: [] for field in FIELDS}
        self._on: dict[Square, dict[str, Any]] = defaultdict(dict)
        self._gone: dict[str, list[Any]] = defaultdict(list)
        self._shown: set[str] = set()
        self._changed: set[Square] = set()
        self._covered: list[list[Square]] = []
        self._pits: dict[Square, Trap] = {}
        self._units: set[int] = set()
        self._find_what_stays()
        self._list_what_is_there_twice()
        for field in FIELDS:
            self._keep_parts(field)
            self._place(field)
        self._settle_covered()
        self.letters = {square: _meaning(self._on[square]) for square in self._changed}
        self.lists = {field: self._entries(field) for field in FIELDS}

    # What stays ----------------------------------------------------------------------------------------------------

    def _listed(self, field: str) -> list[list[Any]]:
        """The items of each entry of a list, where they lie when all was moved."""
        return [
            [carried(item, self.by) for item in _items(field, entry)] for entry in getattr(self.source.document, field)
        ]

    def _find_what_stays(self) -> None:
        """Take from what is needed all that the sketch says already, in its lists, then in its map."""
        drawn = list(self._drawn())
        if self.source.map is not None:
            self.source.map.move(self.by)
        trapdoors = [at for at, meaning in drawn if meaning.trap is TrapKind.TRAPDOOR]
        units = list(self._trapdoors(trapdoors))
        for field in FIELDS:
            for number, items in enumerate(self._old[field]):
                if (field != "traps" or number not in self._units) and self._take(field, items):
                    self._told[field][number] = SAME
        said = {
            field: {item for number in told for item in self._old[field][number]} for field, told in self._told.items()
        }
        pits = {(trap.kind, at) for trap in said["traps"] for at in trap.squares}
        for old, meaning in drawn:
            at = carried(old, self.by)
            for field, item in _parts(meaning, at):
                self._shown.add(field)
                there = item in said[field] or (field == "traps" and (item.kind, at) in pits)
                fits = self._has_floor(at) and (field, at) not in self._listed_only
                if fits and (there or self._take(field, [item])):
                    self._on[at][field] = item
                else:
                    self._changed.add(at)
                    self._gone[field].append(item)
                    if field == "traps" and self._has_floor(at):
                        self._pits[at] = item
        for group, entry, traps in units:
            self._keep_trapdoor(group, entry, traps)
        self._give_up_nameless()

    def _give_up_nameless(self) -> None:
        """Where a letter said several things and no letter says those that stay, all have to be told anew."""
        for at in self._changed:
            if self._on[at] and not self.source.letter(_meaning(self._on[at])):
                for field, item in self._on.pop(at).items():
                    self._need[field][item] += 1

    def _drawn(self) -> Iterator[tuple[Square, Meaning]]:
        """Everything the map shows, where it lies in the file."""
        if self.source.map is not None:
            for square, letter in self.source.map.squares():
                meaning = self.source.meaning(letter)
                if meaning is not None:
                    yield square, meaning

    def _trapdoors(self, squares: Sequence[Square]) -> Iterator[tuple[list[Square], int | None, list[Trap]]]:
        """Drawn trapdoors: their squares, the entry that says what lies below, and what they are; moved, all."""
        listed = self.source.document.traps
        at_place, sized = entries_at(listed), ["size" in entry for entry in self.source.data.get("traps", ())]
        for group in groups(squares):
            numbers = sorted({number for at in group for number in at_place[at]})
            whole = [carried(at, self.by) for at in group]
            self._shown.add("traps")
            if not numbers:
                yield whole, None, as_trapdoors(whole, Trap(kind=TrapKind.TRAPDOOR, at=whole[0]))
            elif len(numbers) == 1 and not sized[numbers[0]]:
                self._units.add(numbers[0])
                yield whole, numbers[0], as_trapdoors(whole, carried(listed[numbers[0]], self.by))
            else:
                self._covered.append(whole)

    def _keep_trapdoor(self, group: list[Square], entry: int | None, traps: list[Trap]) -> None:
        if all(map(self._has_floor, group)) and self._take("traps", traps):
            self._draw_trapdoor(group)
            if entry is not None:
                self._told["traps"][entry] = SAME
        else:
            self._changed.update(group)
            self._gone["traps"] += traps if entry is None else []

    def _take(self, field: str, items: Sequence[Any]) -> bool:
        """Whether all items are still needed; if so they no longer are."""
        need, count = self._need[field], Counter(items)
        if any(need[item] < times for item, times in count.items()):
            return False
        need.subtract(count)
        return True

    def _has_floor(self, square: Square) -> bool:
        return self._floor is None or square in self._floor

    # What is new ---------------------------------------------------------------------------------------------------

    def _list_what_is_there_twice(self) -> None:
        """A map says once what is drawn and listed: of equal items on one square each has to be listed."""
        for items in self._on.values():
            for field, item in items.items():
                if self._need[field][item] > 0:
                    self._need[field][item] += 1

    def _keep_parts(self, field: str) -> None:
        """Of an entry for many squares of which some remain, these: as one rectangle in its place and others behind."""
        for number, items in enumerate(self._old[field]):
            if number in self._told[field] or len(items) < 2:
                continue
            left = [item for item in items if self._need[field][item] > 0]
            self._need[field].subtract(left)
            for item, said in _gathered(field, left):
                if number not in self._told[field]:
                    self._told[field][number] = item, said
                else:
                    self._new[field].append((item, said))

    def _place(self, field: str) -> None:
        """Tell the items still needed: in the place of one that went, drawn, or listed at the end."""
        needed = list((+self._need[field]).elements())
        free = [number for number in range(len(self._old[field])) if number not in self._told[field]]
        entries = [facts(self._entry(field, number)) for number in free]
        pairs = paired([*entries, *map(facts, self._gone[field])], list(map(facts, needed)))
        listed = []
        for number, item in enumerate(needed):
            old = pairs.get(number)
            if old is not None and old < len(free):
                self._retell(field, free[old], item)
            elif not (
                self._may_draw(field, old is not None) and self._need[field][item] == 1 and self._draw(field, item)
            ):
                listed.append(item)
        self._new[field] += _gathered(field, listed)

    def _entry(self, field: str, number: int) -> Any:
        return getattr(self.source.document, field)[number]

    def _retell(self, field: str, number: int, item: Any) -> None:
        """Another item in the place of an entry. What lies below a trapdoor stays with the trapdoor drawn."""
        said = facts(item)
        if field == "traps" and number in self._units and self._draw(field, item, below=True):
            said.pop("size", None)
            at = carried(self._entry(field, number), self.by).at
            said["at"] = list(at) if at in item.squares else said["at"]
        self._told[field][number] = item, said

    def _may_draw(self, field: str, was_drawn: bool) -> bool:
        return self._draws and (was_drawn or field in self._shown or field not in self.source.root.entries)

    def _draw(self, field: str, item: Any, below: bool = False) -> bool:
        """Draw an item if the map has room and a letter for it; with `below`, an entry says the rest of a trapdoor."""
        if isinstance(item, Trap) and item.kind is TrapKind.TRAPDOOR:
            return self._drawn_trapdoor(item, below)
        at: Square = item if isinstance(item, tuple) else item.at
        plain = not isinstance(item, Trap) or item == Trap(kind=item.kind, at=item.at)
        if not plain or not self._has_room(at) or field in self._on[at] or (field, at) in self._listed_only:
            return False
        if not self.source.letter(_meaning({**self._on[at], field: item})):
            return False
        self._on[at][field] = item
        self._changed.add(at)
        return True

    def _drawn_trapdoor(self, trap: Trap, below: bool) -> bool:
        squares = set(trap.squares)
        around = {neighbour(at, side) for at in squares for side in SIDES} - squares
        bare = trap == Trap(kind=trap.kind, at=trap.at, size=trap.size)
        if not self._draws or not all(self._has_room(at) and not self._on[at] for at in squares):
            return False
        if any(self._is_trapdoor(at) for at in around if at in self._on):
            return False
        self._draw_trapdoor(trap.squares)
        self._changed.update(squares)
        if not bare and not below:
            said = facts(trap)
            said.pop("size", None)
            self._new["traps"].append((trap, said))
        return True

    def _draw_trapdoor(self, squares: Sequence[Square]) -> None:
        for at in squares:
            self._on[at]["traps"] = Trap(kind=TrapKind.TRAPDOOR, at=at)

    def _is_trapdoor(self, at: Square) -> bool:
        trap = self._on[at].get("traps")
        return trap is not None and trap.kind is TrapKind.TRAPDOOR

    def _has_room(self, at: Square) -> bool:
        """Whether the map reaches as far and has floor there."""
        drawn = self.source.map
        return drawn is not None and (drawn.reaches(at) if self._floor is None else at in self._floor)

    def _settle_covered(self) -> None:
        """Drawn pits and trapdoors of which the list says more: they stay drawn while it says so."""
        traps = [trap for trap, _ in self._new["traps"]]
        for number, value in self._told["traps"].items():
            traps += self._old["traps"][number] if value is SAME else [value[0]]
        covered = {(trap.kind, at) for trap in traps for at in trap.squares}
        for at, pit in self._pits.items():
            if (pit.kind, at) in covered and not self._on[at]:
                self._on[at]["traps"] = pit
        squares = {at for kind, at in covered if kind is TrapKind.TRAPDOOR}
        for group in self._covered:
            if squares.issuperset(group) and all(map(self._has_floor, group)):
                self._draw_trapdoor(group)
            else:
                self._changed.update(group)

    # Entries -------------------------------------------------------------------------------------------------------

    def _entries(self, field: str) -> list[Placed]:
        """The entries of a list, those that are changed in the order of their facts."""
        data = self.source.data.get(field, ())
        told = []
        for number, value in sorted(self._told[field].items()):
            if value is not SAME:
                told.append(Placed(number, merged(data[number], *value)))
            elif self.by != (0, 0):
                item = carried(self._entry(field, number), self.by)
                told.append(Placed(number, merged(data[number], item, facts(item))))
            else:
                told.append(Placed(number))
        return [*told, *(Placed(None, said) for _, said in self._new[field])]


def _said_twice(after: Layout) -> Iterator[tuple[str, Square]]:
    """Where different things are said of a square, such as an open and a shut door: nothing of that may be drawn."""
    for field in ("terrain", "obstacles", "square_doors"):
        squares = Counter(item.at for item in {*getattr(after, field)})
        yield from ((field, at) for at, times in squares.items() if times > 1)


def _items(field: str, entry: Any) -> list[Any]:
    """The items one entry of a list stands for."""
    if field == "terrain":
        return [Terrain(kind=entry.kind, at=at) for at in block(entry.at, entry.size)]
    if field == "obstacles":
        return [Obstacle(kind=entry.kind, at=at) for at in block(entry.at, entry.size)]
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


def _meaning(items: dict[str, Any]) -> Meaning:
    """What a letter has to mean for the items on its square."""
    terrain, obstacle, door, trap, portal = (items.get(field) for field in FIELDS[:5])
    return Meaning(
        terrain=terrain and terrain.kind,
        obstacle=obstacle and obstacle.kind,
        trap=trap and trap.kind,
        portal=portal and portal.number,
        door=door and door.open,
        chest="chests" in items,
    )


def _gathered(field: str, items: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Items with the facts of their entries: neighbours of one kind of ground or pit as one rectangle."""
    found: list[tuple[Any, Any]] = []
    kinds: dict[Any, list[Square]] = defaultdict(list)
    for item in items:
        plain = field in ("terrain", "obstacles") or (field == "traps" and item.kind in _PITS)
        if plain and (field != "traps" or item == Trap(kind=item.kind, at=item.at)) and item.at not in kinds[item.kind]:
            kinds[item.kind].append(item.at)
        else:
            found.append((item, facts(item)))
    for kind, squares in kinds.items():
        for at, size in rectangles(squares):
            item = Terrain(kind=kind, at=at) if field == "terrain" else Obstacle(kind=kind, at=at)
            item = item if field != "traps" else Trap(kind=kind, at=at, size=size)
            found.append((item, facts(item) | ({} if size == (1, 1) else {"size": list(size)})))
    return sorted(found, key=lambda each: row_major(each[0] if isinstance(each[0], tuple) else each[0].at))
