"""Setting up together: coaches place chests, then portals, then pit counters in turns. No Qt here.

A `SetUp` is a value: the layout so far, who is to place, and every placing before. Taking back is the value before.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.editor.placing import Room, room_for
from dungeon_designer.editor.shaping.items import with_chest, with_portal, with_trap
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, Layout, Team, Trap, TrapKind
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

CHEST, PORTAL = "chest", "portal"
COUNTERS = (CounterContent.NOTHING,) * 3 + (CounterContent.OPEN_PIT,) * 2 + (CounterContent.SPIKED_PIT,)
"""The counters of a coach in gw-1989-expanded: three nothings, two pits, a spiked pit."""


class Placing(Struct, frozen=True):
    """One thing put down: by whom, what, and where."""

    team: Team
    what: str
    at: Square


class SetUp(Struct, frozen=True):
    """A set-up under way. `queue` holds what is still to be placed, as (team, thing), the next first."""

    layout: Layout
    queue: tuple[tuple[Team, str], ...]
    done: tuple[Placing, ...] = ()
    before: SetUp | None = None

    @property
    def over(self) -> bool:
        """Whether everything is placed."""
        return not self.queue

    @property
    def next(self) -> tuple[Team, str]:
        """Who places what now; EditError when everything is placed."""
        if not self.queue:
            raise EditError("everything is placed")
        return self.queue[0]


def winner(home: int, away: int) -> Team | None:
    """Who won a roll-off, None for a tie: roll again.

    >>> winner(5, 3)
    <Team.HOME: 'home'>
    """
    return None if home == away else Team.HOME if home > away else Team.AWAY


def begun(layout: Layout, ruleset: Ruleset, first: Team, chests: int, portals: int, counters: bool = False) -> SetUp:
    """A set-up of a dungeon whose chests and portals are taken off first; `first` begins with each kind.

    In gw-2021 and the older books alike chests come before portals; counters, where they are played with, come last.
    """
    bare = replace(layout, chests=(), portals=(), traps=_without_counters(layout) if counters else layout.traps)
    queue = (*_turns(first, CHEST, chests), *_turns(first, PORTAL, portals))
    if counters:
        queue = (*queue, *(pair for face in COUNTERS for pair in _turns(first, face.value, 2)))
    return SetUp(bare, queue)


def usual_counts(ruleset: Ruleset) -> tuple[int, int]:
    """How many chests and portals the edition's rules ask for at least; six where they do not say."""
    found = []
    for name in ("chest-count", "portal-count"):
        entry = ruleset.rules.get(name)
        number = entry.parameters.get("min", 6) if entry is not None else 6
        found.append(number if isinstance(number, int) else 6)
    return found[0], found[1]


def room(setup: SetUp, ruleset: Ruleset, library: TileLibrary) -> Room:
    """Where the next thing may lie."""
    team, what = setup.next
    board = build(setup.layout, library)
    if what in (CHEST, PORTAL):
        return room_for(board, ruleset, what == PORTAL)
    return _room_for_counter(setup.layout, room_for(board, ruleset, portal=False), team, library)


def placed(setup: SetUp, at: Square, ruleset: Ruleset, library: TileLibrary) -> SetUp:
    """The set-up with the next thing on a square; EditError says why it may not lie there."""
    team, what = setup.next
    why = room(setup, ruleset, library).why_not(at)
    if why:
        raise EditError(f"the {what.replace('_', ' ')} may not lie on {at}: {why}")
    done = (*setup.done, Placing(team, what, at))
    return SetUp(_with(setup.layout, team, what, at), setup.queue[1:], done, setup)


def taken_back(setup: SetUp) -> SetUp:
    """One placing less, by agreement."""
    return setup.before or setup


def finished(setup: SetUp) -> Layout:
    """The dungeon as set up, with who placed what in its notes; as a new paragraph, so that the words before stay."""
    lines = [f"{each.team} placed a {each.what.replace('_', ' ')} on {each.at}" for each in setup.done]
    record = "Set up together: " + "; ".join(lines) + "." if lines else ""
    notes = "\n".join(filter(None, (setup.layout.notes.rstrip("\n"), record)))
    return replace(setup.layout, notes=notes)


def _turns(first: Team, what: str, count: int) -> Iterator[tuple[Team, str]]:
    for at in range(count):
        yield (first if at % 2 == 0 else first.other), what


def _without_counters(layout: Layout) -> tuple[Trap, ...]:
    return tuple(trap for trap in layout.traps if trap.kind is not TrapKind.COUNTER)


def _with(layout: Layout, team: Team, what: str, at: Square) -> Layout:
    if what == CHEST:
        return with_chest(layout, at)
    if what == PORTAL:
        return with_portal(layout, at)
    return with_trap(layout, Trap(kind=TrapKind.COUNTER, at=at, owner=team, content=CounterContent(what)))


def _room_for_counter(layout: Layout, like_chest: Room, team: Team, library: TileLibrary) -> Room:
    """Free floor, but for the opponent's end zone; the rules of chests do not bind counters."""
    board = build(layout, library)
    forbidden = {square: why for square, why in like_chest.forbidden.items() if " " in why and "(" not in why}
    for section in board.sections:
        if section.side is team.other:
            forbidden.update(dict.fromkeys(section.covers, "trap-section: this is the opponent's End Zone"))
    return Room(frozenset(set(board.squares) - set(forbidden)), forbidden)
