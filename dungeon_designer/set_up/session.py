"""Setting up together: coaches lay tiles, place chests, portals, doors and pit counters in turns. No Qt here.

A `SetUp` is a value: the layout so far, who is to place, and every placing before. Taking back is the value before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, Layout, Section, Team, Trap, TrapKind
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.layout_edits.floor import with_door_square
from dungeon_designer.layout_edits.items import items_of, with_chest, with_portal, with_things, without
from dungeon_designer.rules.checker import check
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.set_up import floor
from dungeon_designer.set_up.order import Stage, What, hand_of
from dungeon_designer.set_up.placement import Room, room_for, room_for_counter, room_for_door
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import filled, translate

FLOOR = (What.TILE, What.ZONE)

SHAPE = ("tile-overlap", "junction-width", "corridor-width")  # asked of a tile once it lies: too slow for every place


class Placing(Struct, frozen=True):
    """One thing put down: by whom, what, and where; a counter with what stands on its face."""

    team: Team
    what: What
    at: Square
    face: CounterContent | None = None


class SetUp(Struct, frozen=True):
    """A set-up under way.

    `queue` holds what is still to be placed, as (team, thing), the next first; `hand` the pit counters each coach
    began with, `supply` what all lay the floor from.
    """

    layout: Layout
    queue: tuple[tuple[Team, What], ...]
    hand: tuple[CounterContent, ...] = ()
    done: tuple[Placing, ...] = ()
    before: SetUp | None = None
    supply: floor.FloorSupply = ()

    @property
    def over(self) -> bool:
        """Whether everything is placed."""
        return not self.queue

    @property
    def next(self) -> tuple[Team, What]:
        """Who places what now; EditError when everything is placed."""
        if not self.queue:
            raise EditError(translate("set-up", "everything is placed"))
        return self.queue[0]

    @property
    def faces(self) -> tuple[CounterContent, ...]:
        """The pit counters that whoever is next has left."""
        left = list(self.hand)
        for each in self.done:
            if each.what is What.COUNTER and each.team is self.next[0] and each.face in left:
                left.remove(each.face)
        return tuple(left)


def ranked(rolls: Mapping[Team, Sequence[int]]) -> list[list[Team]]:
    """Who rolled highest, then the others; together those who tie. Who tied rolled again: 0 where that is still due.

    >>> ranked({Team.HOME: [5, 2], Team.AWAY: [6], Team.THIRD: [5, 4]})
    [[<Team.AWAY: 'away'>], [<Team.THIRD: 'third'>], [<Team.HOME: 'home'>]]
    >>> ranked({Team.HOME: [5, 0], Team.AWAY: [5, 4]})
    [[<Team.HOME: 'home'>, <Team.AWAY: 'away'>]]
    """
    if len(rolls) < 2 or not all(mine and mine[0] for mine in rolls.values()):
        return [list(rolls)]
    groups = []
    for value in sorted({mine[0] for mine in rolls.values()}, reverse=True):
        groups += ranked({team: mine[1:] for team, mine in rolls.items() if mine[0] == value})
    return groups


def rolls_due(rolls: Mapping[Team, Sequence[int]]) -> dict[Team, int]:
    """How often each must roll: once more than he tied with somebody else.

    >>> list(rolls_due({Team.HOME: [5], Team.AWAY: [6], Team.THIRD: [5]}).values())
    [2, 1, 2]
    """

    def tied(mine: Sequence[int], other: Sequence[int]) -> int:  # how many rolls from the first on are the same
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] != 0, zip(mine, other, strict=False)))

    return {
        team: 1 + max((tied(mine, other) for each, other in rolls.items() if each is not team), default=0)
        for team, mine in rolls.items()
    }


def begun(
    layout: Layout,
    ruleset: Ruleset,
    won: Team,
    stages: Iterable[Stage],
    others: Sequence[Team] = (),
    supply: floor.FloorSupply = (),
) -> SetUp:
    """A set-up of a dungeon, from which everything that is to be placed is taken off first.

    `won` is who won the roll-off; `others` follow in its order, without them in the order of the sides. What no stage
    places stays where it lies, but with a `supply` all goes: tiles are laid as long as any may be, then an end zone
    each. No coach lays more counters than he is given.
    """
    if supply:
        layout = without(layout, tuple(items_of(layout)))
        tiles = Stage(What.TILE, sum(count for _, count in supply))
        stages = [tiles, Stage(What.ZONE, len(layout.teams), "next"), *stages]
    bare, queue, hand = layout, list[tuple[Team, What]](), hand_of(ruleset)
    at = layout.teams.index(won)
    ranking = [won, *others] if others else [*layout.teams[at:], *layout.teams[:at]]
    stages = list(stages)
    for stage, teams in zip(stages, turns_of(stages, ranking), strict=True):
        if stage.what is What.COUNTER:
            kept = tuple(trap for trap in bare.traps if trap.kind is not TrapKind.COUNTER)
            bare = replace(bare, traps=kept)
        elif stage.what not in FLOOR:
            field = {What.CHEST: "chests", What.PORTAL: "portals", What.DOOR: "square_doors"}[stage.what]
            bare = replace(bare, **{field: ()})
        most = len(ranking) * len(hand) if stage.what is What.COUNTER else stage.count
        queue.extend((team, stage.what) for team in teams[:most])
    return SetUp(bare, tuple(queue), hand, supply=supply)


def turns_of(stages: Iterable[Stage], ranking: Sequence[Team]) -> list[list[Team]]:
    """Who places each thing of each stage, the coaches ranked as in the roll-off, the winner first.

    >>> pair = [Team.HOME, Team.AWAY]
    >>> snake = Stage(What.CHEST, 5, turns=(1, 2, 2, 1))
    >>> [[team.value for team in turns] for turns in turns_of([snake, Stage(What.PORTAL, 2, "next")], pair)]
    [['home', 'away', 'away', 'home', 'home'], ['away', 'home']]
    """
    found: list[list[Team]] = []
    for stage in stages:
        last = found[-1][-1] if found and found[-1] else ranking[-1]
        start = {"winner": 0, "loser": len(ranking) - 1, "next": ranking.index(last) + 1}[stage.begins]
        ranks = [rank - 1 for rank in stage.turns if rank <= len(ranking)]
        turn = ranks or [(start + at) % len(ranking) for at in range(len(ranking))]
        found.append([ranking[turn[at % len(turn)]] for at in range(stage.count)])
    return found


def pieces(setup: SetUp, ruleset: Ruleset, library: TileLibrary) -> list[tuple[Section, str]]:
    """The pieces of the floor that are left, and why each may not be laid next; none once the floor is laid."""
    what = None if setup.over else setup.next[1]
    if what is What.ZONE:
        return [(floor.zone_piece(setup.supply, ruleset, library), "")]
    return floor.choices(setup.layout, setup.supply, ruleset, library) if what is What.TILE else []


def room(setup: SetUp, ruleset: Ruleset, library: TileLibrary, piece: Section | None = None) -> Room:
    """Where the next thing may lie; of the floor this `piece`, nowhere without it."""
    team, what = setup.next
    board = build(setup.layout, library)
    if what in FLOOR:
        known = {each.tile: why for each, why in pieces(setup, ruleset, library)}
        why = known.get(piece.tile) if piece else None
        none = Room(frozenset(), {}, why or translate("placing", "none is left"))
        return floor.room_for_tile(board, ruleset, piece) if piece and why == "" else none
    if what is What.DOOR:
        return room_for_door(board)
    if what is What.COUNTER:
        return room_for_counter(board, ruleset, team)
    return room_for(board, ruleset, what is What.PORTAL)


def placed(
    setup: SetUp, at: Square, ruleset: Ruleset, library: TileLibrary, chosen: CounterContent | Section | None = None
) -> SetUp:
    """The set-up with the next thing on a square; EditError says why it may not lie there.

    A pit counter is `chosen` among those a coach has left, without it the first of them; a piece of the floor must be.
    """
    (team, what), piece = setup.next, chosen if isinstance(chosen, Section) else None
    if why := room(setup, ruleset, library, piece).why_not(at):
        raise EditError(filled(translate("set-up", "the %1 may not lie on %2: %3"), what.noun, at, why))
    laid = None
    if piece is not None:
        layout = floor.with_tile(setup.layout, at, piece, team, ruleset, library)
        known, found = (check(build(each, library), ruleset, SHAPE).findings for each in (setup.layout, layout))
        if new := [each for each in found if each.level is Level.ERROR and each not in known]:
            raise EditError(f"{new[0].message}: {new[0].rule}")
    elif what in (What.CHEST, What.PORTAL):
        layout = (with_chest if what is What.CHEST else with_portal)(setup.layout, at)
    elif what is What.DOOR:
        layout = with_door_square(setup.layout, at, library)
    else:
        laid = next(face for face in (chosen, *setup.faces) if face in setup.faces)
        layout = with_things(setup.layout, "traps", [Trap(kind=TrapKind.COUNTER, at=at, owner=team, content=laid)])
    done = (*setup.done, Placing(team, what, at, laid))
    after = replace(setup, layout=layout, queue=setup.queue[1:], done=done, before=setup)
    ended = what is What.TILE and all(why for _, why in pieces(after, ruleset, library))
    return replace(after, queue=_without_tiles(after)) if ended else after


def skipped(setup: SetUp, ruleset: Ruleset, library: TileLibrary) -> SetUp:
    """The set-up without what is next, of tiles without all that are left; EditError while the rules ask for some."""
    if setup.next[1] is not What.TILE:
        return replace(setup, queue=setup.queue[1:], before=setup)
    if missing := floor.lacking(setup.layout, ruleset, library):
        kinds = ", ".join(f"{kind_in_words(kind)} × {count}" for kind, count in missing.items())
        raise EditError(filled(translate("set-up", "the rules still ask for tiles: %1"), kinds))
    return replace(setup, queue=_without_tiles(setup), before=setup)


def _without_tiles(setup: SetUp) -> tuple[tuple[Team, What], ...]:
    return tuple(turn for turn in setup.queue if turn[1] is not What.TILE)


def way_to(setup: SetUp) -> list[SetUp]:
    """A set-up and all before it, the last first."""
    return [setup, *way_to(setup.before)] if setup.before else [setup]


def finished(setup: SetUp) -> Layout:
    """The dungeon as set up; its notes end with a paragraph of who placed what, but not what counters hide."""
    words = translate("set-up", "%1 placed a %2 on %3")
    lines = [filled(words, kind_in_words(each.team), each.what.noun, each.at) for each in setup.done]
    record = filled(translate("set-up", "Set up together: %1."), "; ".join(lines)) if lines else ""
    notes = "\n".join(filter(None, (setup.layout.notes.rstrip("\n"), record)))
    return replace(setup.layout, notes=notes)
