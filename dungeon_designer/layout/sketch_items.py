"""Items of a sketch: what the map shows and what the lists name, put together.

The same item in both is one item, said twice. Where the two contradict each other (lava in the map, water
in the list) nothing is guessed: that is a fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from dungeon_designer.grid import Square, block, bounds, groups
from dungeon_designer.layout.document import Document, ObstacleEntry, TerrainEntry
from dungeon_designer.layout.letters import Meaning
from dungeon_designer.layout.model import Portal, SquareDoor, Trap, TrapKind
from dungeon_designer.text.read_faults import Fault

_Item = TypeVar("_Item")


def with_drawn(document: Document, shown: Sequence[tuple[Square, Meaning]], sized: Sequence[bool]) -> Document:
    """The document with everything the map shows. `sized` tells which of its traps had their size said."""
    terrain = {at: what.terrain for at, what in shown if what.terrain}
    obstacles = {at: what.obstacle for at, what in shown if what.obstacle}
    doors = {at: what.door for at, what in shown if what.door is not None}
    portals = [Portal(number=what.portal, at=at) for at, what in shown if what.portal]
    traps = [(at, what.trap) for at, what in shown if what.trap]
    return replace(
        document,
        chests=document.chests + _new([at for at, what in shown if what.chest], document.chests),
        portals=document.portals + _new(portals, document.portals),
        traps=with_drawn_traps(document.traps, traps, sized),
        terrain=document.terrain
        + tuple(TerrainEntry(kind=kind, at=at) for at, kind in _unsaid("terrain", terrain, document.terrain)),
        obstacles=document.obstacles
        + tuple(ObstacleEntry(kind=kind, at=at) for at, kind in _unsaid("obstacles", obstacles, document.obstacles)),
        square_doors=document.square_doors
        + tuple(SquareDoor(at=at, open=ajar) for at, ajar in _unsaid("square_doors", doors, document.square_doors)),
    )


def _new(drawn: Iterable[_Item], listed: Iterable[_Item]) -> tuple[_Item, ...]:
    known = set(listed)
    return tuple(item for item in drawn if item not in known)


def _unsaid(key: str, drawn: dict[Square, _Item], listed: Iterable[Any]) -> list[tuple[Square, _Item]]:
    """What is drawn on squares no list names; a Fault where the list says something else of a drawn square."""
    left = dict(drawn)
    for index, entry in enumerate(listed):
        said = entry.open if key == "square_doors" else entry.kind
        for at in _squares(entry, drawn):
            if drawn[at] is not said:
                words = f"drawn as {_word(drawn[at])} and listed as {_word(said)}"
                raise Fault(f"{at} is {words}; say one of them", (key, index))
            left.pop(at, None)
    return list(left.items())


def _squares(entry: Any, drawn: dict[Square, Any]) -> list[Square]:
    """The drawn squares an entry covers."""
    if getattr(entry, "size", (1, 1)) == (1, 1):
        return [entry.at] if entry.at in drawn else []
    return [at for at in block(entry.at, entry.size) if at in drawn]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "an open door" if value else "a shut door"
    return str(value)


def with_drawn_traps(
    listed: Sequence[Trap], drawn: Iterable[tuple[Square, TrapKind]], sized: Sequence[bool]
) -> tuple[Trap, ...]:
    """Listed traps and drawn ones. Drawn trapdoors that are connected are one, whose entry says what lies below."""
    covered: dict[TrapKind, set[Square]] = defaultdict(set)
    for trap in listed:
        covered[trap.kind].update(trap.squares)
    doors = [at for at, kind in drawn if kind is TrapKind.TRAPDOOR]
    single = [(at, kind) for at, kind in drawn if kind is not TrapKind.TRAPDOOR and at not in covered[kind]]
    entries = entries_at(listed)
    result: list[Trap | None] = list(listed)
    for group in groups(doors):
        at_place = sorted({i for at in group for i in entries[at]})
        if not at_place:
            result += as_trapdoors(group, Trap(kind=TrapKind.TRAPDOOR, at=group[0]))
        elif len(at_place) == 1 and not sized[at_place[0]]:
            result += as_trapdoors(group, listed[at_place[0]])
            result[at_place[0]] = None
        else:
            _check_covered(group, entries, at_place[0])
    return *(trap for trap in result if trap), *(Trap(kind=kind, at=at) for at, kind in single)


def entries_at(listed: Sequence[Trap]) -> dict[Square, list[int]]:
    """Which listed trapdoors lie on each square."""
    entries: dict[Square, list[int]] = defaultdict(list)
    for index, trap in enumerate(listed):
        if trap.kind is TrapKind.TRAPDOOR:
            for square in trap.squares:
                entries[square].append(index)
    return entries


def _check_covered(group: list[Square], entries: dict[Square, list[int]], first: int) -> None:
    """Entries that say their size must cover all of the group they touch."""
    covered = sum(1 for square in group if entries[square])
    if covered < len(group):
        problem = f"the trapdoor drawn here has {len(group)} squares, its entries cover {covered} of them"
        raise Fault(problem, ("traps", first))


def as_trapdoors(group: list[Square], like: Trap) -> list[Trap]:
    """The trapdoors that a group of letters draws: one where it is a rectangle, else one for each unbroken row of it.

    Some row of an odd group is two squares long or more, so that it is told from trapdoors of one square each.
    """
    at, size = bounds(group)
    if len(group) == size[0] * size[1]:
        return [replace(like, at=at, size=size)]
    rows: list[list[Square]] = []
    for x, y in group:
        if rows and rows[-1][-1] == (x - 1, y):
            rows[-1].append((x, y))
        else:
            rows.append([(x, y)])
    return [replace(like, at=row[0], size=(len(row), 1)) for row in rows]
