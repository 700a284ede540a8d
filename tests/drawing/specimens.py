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
from tests.drawing.boards import Kinds, layout

CELL, COLUMNS = 4, 11
"""A specimen has three squares by three, one square of rock beside them, and so many neighbours in a row."""

ROOM = "AAA AAA AAA"


def _room(
    things: str = "", kind: SectionKind = SectionKind.ROOM, side: Team | None = None, name: str = "", **more: Any
) -> Layout:
    return layout("", ROOM, things, {"A": (kind, side, name)}, **more)


def _kinds() -> dict[str, Layout]:
    plain = (kind for kind in SectionKind if kind not in (SectionKind.END_ZONE, SectionKind.ENTRY))
    return {**{f"section {kind.value}": _room(kind=kind) for kind in plain}, **_zones(TWO_TEAMS)}


def _zones(teams: Iterable[Team]) -> dict[str, Layout]:
    found = {}
    for team in teams:
        found[f"end zone {team}"] = _room(kind=SectionKind.END_ZONE, side=team)
        kinds: Kinds = {"E": (SectionKind.ENTRY, team, "")}
        found[f"entry {team}"] = layout("", "AAA AAA EE#", "", kinds)
    return found


def _ground() -> dict[str, Layout]:
    letters = {"lava": "~", "water": "w", "acid": "a", "chasm": "%", "cliff": "c", "spike pit": "p"}
    found = {f"terrain {name}": _room(f"... .{c}{c} .{c}.") for name, c in letters.items()}
    found["terrain bridge"] = _room("~~~ === ~~~")
    found["terrain rope bridge"] = _room("%r% %r% %r%")
    return found


def _things() -> dict[str, Layout]:
    return {
        "chest": _room("... .C. ..."),
        **{f"portals {n} to {n + 3}": _room(portals=_four(n)) for n in (1, 5, 9)},
        "statue": _room("... .S. ..."),
        "throne": _room("... .H. ..."),
        "fountain": _room("FF. FF. ..F"),
        "idol": _room("II. II. ..I"),
        "crypt": _room("YY. ..Y ..Y"),
        "dragon": _room("DD. DD. ..D"),
    }


def _four(first: int) -> tuple[Portal, ...]:
    return tuple(Portal(number=first + i, at=at) for i, at in enumerate(((0, 0), (2, 0), (0, 2), (2, 2))))


def _traps() -> dict[str, Layout]:
    def door(width: int, height: int, below: str) -> tuple[Trap, ...]:
        return (Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(width, height), below=below),)

    return {
        "open pit": _room("o.. .oo .o."),
        "spiked pit": _room("x.. .xx .x."),
        "trapdoor 1 by 1": _room(traps=door(1, 1, "pit")),
        "trapdoor 2 by 2": _room(traps=door(2, 2, "lava")),
        "trapdoor 3 by 1": _room(traps=door(3, 1, "spiked_pit")),
        "counter": _room(traps=_counter(None, CounterContent.NOTHING)),
        "counter home": _room(traps=_counter(Team.HOME, CounterContent.OPEN_PIT)),
        "counter away": _room(traps=_counter(Team.AWAY, CounterContent.SPIKED_PIT)),
    }


def _counter(owner: Team | None, content: CounterContent) -> tuple[Trap, ...]:
    return (Trap(kind=TrapKind.COUNTER, at=(1, 1), owner=owner, content=content),)


FURTHER = tuple(team for team in Team if team not in TWO_TEAMS)


def _further_sides() -> dict[str, Layout]:
    pit = CounterContent.OPEN_PIT
    return {**_zones(FURTHER), **{f"counter {team}": _room(traps=_counter(team, pit)) for team in FURTHER}}


def _edges() -> dict[str, Layout]:
    two: Sequence[Any] = ("", "AAA AAA BBB", "")
    return {
        "door one wide": layout(*two, doors=(EdgeDoor(at=(1, 1), side=Side.SOUTH),)),
        "door two wide": layout(*two, doors=(EdgeDoor(at=(0, 1), side=Side.SOUTH, width=2),)),
        "door three wide": layout("", "ABB ABB ABB", "", doors=(EdgeDoor(at=(0, 0), side=Side.EAST, width=3),)),
        "square door shut": layout("", "AAA #B# CCC", "... .+. ..."),
        "square door open": layout("", "A#C ABC A#C", "... .'. ..."),
        "walls": _room(walls=(Wall(at=(0, 0), side=Side.SOUTH, width=2), Wall(at=(1, 1), side=Side.EAST))),
        "leap edges": _room(
            "~.. ~.. ~..",
            leap_edges=(LeapEdge(at=(1, 0), side=Side.WEST, width=2), LeapEdge(at=(2, 1), side=Side.SOUTH)),
        ),
        "turning room": _room(machines=(RotatingRoom(sections=("A",)),)),
        "rolling ball": _room(machines=(RollingBall(at=(0, 0), size=(2, 2), travel=Side.SOUTH, length=3),)),
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
    **_things(),
    **_traps(),
    **_ground(),
    **_edges(),
    **_kinds(),
    **{f"emblem {name}": _room(name=name) for name in EMBLEMS},
    **_further_sides(),
}
"""Every kind of thing by name, each on a board of its own, in the order of the cabinet.

New ones come last: the grain of a floor depends on its place.
"""


def place_of(name: str) -> tuple[int, int]:
    """The square of the cabinet where a specimen's room begins."""
    at = list(SPECIMENS).index(name)
    return at % COLUMNS * CELL, at // COLUMNS * CELL


def cabinet() -> Layout:
    """All specimens on one board."""
    parts = [_moved(part, *place_of(name), f"{name} ") for name, part in SPECIMENS.items()]
    fields = ("sections", "walls", "doors", "square_doors", "terrain", "obstacles", "chests", "portals", "traps")
    every = (*fields, "leap_edges", "machines")
    whole = {field: tuple(thing for part in parts for thing in getattr(part, field)) for field in every}
    return Layout(name="The Cabinet", **whole)


def _moved(part: Layout, dx: int, dy: int, prefix: str) -> Layout:
    """A layout shifted, its sections renamed."""

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
