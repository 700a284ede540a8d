"""A cabinet: every kind of thing there is, each in a room of its own, on one board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from dungeon_designer.grid import Side
from dungeon_designer.layout.model import (
    TWO_TEAMS,
    CounterContent,
    EdgeDoor,
    Layout,
    LeapEdge,
    Portal,
    RollingBall,
    RotatingRoom,
    SectionKind,
    Team,
    Trap,
    TrapKind,
    Wall,
)
from tests.drawing.boards import Kinds, make_layout

CELL, COLUMNS = 4, 11
"""A specimen has three squares by three, one square of rock beside them, and so many neighbours in a row."""

ROOM = "AAA AAA AAA"


def _make_room(
    things: str = "", kind: SectionKind = SectionKind.ROOM, side: Team | None = None, name: str = "", **more: Any
) -> Layout:
    return make_layout("", ROOM, things, {"A": (kind, side, name)}, **more)


def _list_kinds() -> dict[str, Layout]:
    plain = (kind for kind in SectionKind if kind not in (SectionKind.END_ZONE, SectionKind.ENTRY))
    return {**{f"section {kind.value}": _make_room(kind=kind) for kind in plain}, **_list_zones(TWO_TEAMS)}


def _list_zones(teams: Iterable[Team]) -> dict[str, Layout]:
    found = {}
    for team in teams:
        found[f"end zone {team}"] = _make_room(kind=SectionKind.END_ZONE, side=team)
        kinds: Kinds = {"E": (SectionKind.ENTRY, team, "")}
        found[f"entry {team}"] = make_layout("", "AAA AAA EE#", "", kinds)
    return found


def _list_ground() -> dict[str, Layout]:
    letters = {"lava": "~", "water": "w", "acid": "a", "chasm": "%", "cliff": "c", "spike pit": "p"}
    found = {f"terrain {name}": _make_room(f"... .{c}{c} .{c}.") for name, c in letters.items()}
    found["terrain bridge"] = _make_room("~~~ === ~~~")
    found["terrain rope bridge"] = _make_room("%r% %r% %r%")
    return found


def _list_objects() -> dict[str, Layout]:
    return {
        "chest": _make_room("... .C. ..."),
        **{f"portals {n} to {n + 3}": _make_room(portals=_make_four(n)) for n in (1, 5, 9)},
        "statue": _make_room("... .S. ..."),
        "throne": _make_room("... .H. ..."),
        "fountain": _make_room("FF. FF. ..F"),
        "idol": _make_room("II. II. ..I"),
        "crypt": _make_room("YY. ..Y ..Y"),
        "dragon": _make_room("DD. DD. ..D"),
    }


def _make_four(first: int) -> tuple[Portal, ...]:
    return tuple(Portal(number=first + i, at=at) for i, at in enumerate(((0, 0), (2, 0), (0, 2), (2, 2))))


def _list_traps() -> dict[str, Layout]:
    def door(width: int, height: int, below: str) -> tuple[Trap, ...]:
        return (Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(width, height), below=below),)

    return {
        "open pit": _make_room("o.. .oo .o."),
        "spiked pit": _make_room("x.. .xx .x."),
        "trapdoor 1 by 1": _make_room(traps=door(1, 1, "pit")),
        "trapdoor 2 by 2": _make_room(traps=door(2, 2, "lava")),
        "trapdoor 3 by 1": _make_room(traps=door(3, 1, "spiked_pit")),
        "counter": _make_room(traps=_make_counter(None, CounterContent.NOTHING)),
        "counter home": _make_room(traps=_make_counter(Team.HOME, CounterContent.OPEN_PIT)),
        "counter away": _make_room(traps=_make_counter(Team.AWAY, CounterContent.SPIKED_PIT)),
    }


def _make_counter(owner: Team | None, content: CounterContent) -> tuple[Trap, ...]:
    return (Trap(kind=TrapKind.COUNTER, at=(1, 1), owner=owner, content=content),)


FURTHER = tuple(team for team in Team if team not in TWO_TEAMS)


def _list_further_sides() -> dict[str, Layout]:
    pit = CounterContent.OPEN_PIT
    return {
        **_list_zones(FURTHER),
        **{f"counter {team}": _make_room(traps=_make_counter(team, pit)) for team in FURTHER},
    }


def _list_edges() -> dict[str, Layout]:
    two: Sequence[Any] = ("", "AAA AAA BBB", "")
    return {
        "door one wide": make_layout(*two, doors=(EdgeDoor(at=(1, 1), side=Side.SOUTH),)),
        "door two wide": make_layout(*two, doors=(EdgeDoor(at=(0, 1), side=Side.SOUTH, width=2),)),
        "door three wide": make_layout("", "ABB ABB ABB", "", doors=(EdgeDoor(at=(0, 0), side=Side.EAST, width=3),)),
        "square door shut": make_layout("", "AAA #B# CCC", "... .+. ..."),
        "square door open": make_layout("", "A#C ABC A#C", "... .'. ..."),
        "walls": _make_room(walls=(Wall(at=(0, 0), side=Side.SOUTH, width=2), Wall(at=(1, 1), side=Side.EAST))),
        "leap edges": _make_room(
            "~.. ~.. ~..",
            leap_edges=(LeapEdge(at=(1, 0), side=Side.WEST, width=2), LeapEdge(at=(2, 1), side=Side.SOUTH)),
        ),
        "rotating room": _make_room(machines=(RotatingRoom(sections=("A",)),)),
        "rolling ball": _make_room(machines=(RollingBall(at=(0, 0), size=(2, 2), travel=Side.SOUTH, length=3),)),
        "nothing": Layout(),
    }


EMBLEMS = (
    "Armoury", "Bone Pit", "Cursed Room", "Flooded Room", "Forgotten Jail", "Kitchen", "Sewer", "Treasure Room",
    "Stairs", "Fiery Chasm", "Crypt", "Dragon's Lair", "Idol",
    "Tuck Shop", "Root Walk", "Tranquil Meadow", "Fungus Farm", "Fountain of Youth", "Gluttonous Greenhouse",
    "Malodorous Marsh", "Werewolf's Lair", "Hall of Bones", "Swirling Mists", "Ghost Junction",
    "Necromancer's Laboratory", "Corpse Chasm", "Spike Pit",
)  # fmt: skip

SPECIMENS: dict[str, Layout] = {
    **_list_objects(),
    **_list_traps(),
    **_list_ground(),
    **_list_edges(),
    **_list_kinds(),
    **{f"emblem {name}": _make_room(name=name) for name in EMBLEMS},
    **_list_further_sides(),
}
"""Every kind of thing by name, each on a board of its own, in the order of the cabinet.

New ones come last: the grain of a floor depends on its place.
"""


def place_of(name: str) -> tuple[int, int]:
    """Return the square of the cabinet where a specimen's room begins."""
    at = list(SPECIMENS).index(name)
    return at % COLUMNS * CELL, at // COLUMNS * CELL


def build_cabinet() -> Layout:
    """Return all specimens on one board."""
    parts = [_move_layout(part, *place_of(name), f"{name} ") for name, part in SPECIMENS.items()]
    fields = ("sections", "walls", "doors", "square_doors", "terrain", "obstacles", "chests", "portals", "traps")
    every = (*fields, "leap_edges", "machines")
    whole = {field: tuple(thing for part in parts for thing in getattr(part, field)) for field in every}
    return Layout(name="The Cabinet", **whole)


def _move_layout(part: Layout, dx: int, dy: int, prefix: str) -> Layout:
    """Return a layout shifted, its sections renamed."""

    def at(square: tuple[int, int]) -> tuple[int, int]:
        return square[0] + dx, square[1] + dy

    def shifted(things: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(thing, at=at(thing.at)) for thing in things)

    return replace(
        part,
        sections=tuple(replace(s, id=prefix + s.id, at=at(s.at)) for s in part.sections),
        chests=tuple(map(at, part.chests)),
        machines=tuple(
            replace(m, at=at(m.at))
            if isinstance(m, RollingBall)
            else replace(m, sections=tuple(prefix + s for s in m.sections))
            for m in part.machines
        ),
        **{
            field: shifted(getattr(part, field))
            for field in ("walls", "doors", "square_doors", "terrain", "obstacles", "portals", "traps", "leap_edges")
        },
    )
