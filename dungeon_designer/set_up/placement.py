"""Where a chest, a portal, a square door or a pit counter may lie, and why not elsewhere. No Qt here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from msgspec import Struct

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square, distance, neighbour
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.layout_edits.floor import with_door_square
from dungeon_designer.layout_edits.items import items_of, with_chest, with_portal, without
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Among, Apart, Free, room
from dungeon_designer.rules.items import IN_HAND, chest_at, portal_at
from dungeon_designer.rules.placing import trap_section
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import PerSide
from dungeon_designer.rules.shape import door_placement
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.translation import filled, translate

OFF = Symmetry()


class Room(Struct, frozen=True):
    """The squares where a thing may lie, the rule that forbids each other floor square, and what is said of others."""

    free: frozenset[Square]
    forbidden: dict[Square, str]
    elsewhere: str = ""

    def why_not(self, square: Square) -> str:
        """Why a square will not do: a rule's name, or what is the matter with it; empty when it will."""
        if square in self.free:
            return ""
        return self.forbidden.get(square) or self.elsewhere or translate("placing", "there is no floor here")


def room_for(board: Board, ruleset: Ruleset, portal: bool, moved: Square | None = None) -> Room:
    """Where another chest (or portal) may lie; `moved` is one that is taken up first.

    The rules of placing are asked, but for where they would only notice it, and what is plain: floor, free, to be stood
    on.
    """
    numbers = (each.number for each in board.portals if each.at == moved)
    item = portal_at(moved or IN_HAND, next(numbers, 98)) if portal else chest_at(moved or IN_HAND)
    context, reasons = Context(board, ruleset), [*_plain(board, moved)]
    for each in configured(ruleset):
        if each.rule.why:
            source = f" ({each.entry.source})" if each.entry.source else ""
            words = f"{translate('placing', each.rule.why)}: {each.rule.name}{source}"
            rooms = (room(context, demand, item) for demand in each.demands(context) if not demand.noticed)
            reasons += [(words, free) for free in rooms if free is not None]
    return _room(board, reasons)


def room_for_more(board: Board, ruleset: Ruleset, portal: bool, symmetry: Symmetry = OFF) -> Room:
    """Where one more chest (or portal) may lie together with its twins; nowhere when that would be too many."""
    kind, context = ItemKind.PORTAL if portal else ItemKind.CHEST, Context(board, ruleset)
    demands = [demand for each in configured(ruleset) if each.rule.why for demand in each.demands(context)]
    return _with_twins(
        board,
        symmetry,
        room_on=lambda now: room_for(now, ruleset, portal),
        put=with_portal if portal else with_chest,
        too_many=_too_many(board, ruleset, f"{kind}-count", len(board.portals if portal else board.chests)),
        near=max((d.least for d in demands if isinstance(d, Apart) and d.kind is d.other is kind), default=1),
        sections=any(isinstance(demand, Among) and demand.kind is kind for demand in demands),
    )


def room_for_another_door(board: Board, ruleset: Ruleset, symmetry: Symmetry = OFF) -> Room:
    """Where one more square door may stand together with its twins; nowhere when there would be too many of them."""
    return _with_twins(
        board,
        symmetry,
        room_on=room_for_door,
        put=lambda layout, square: with_door_square(layout, square, board.library),
        too_many=_too_many(board, ruleset, "door-count", len(board.layout.square_doors)),
    )


def room_to_move(board: Board, ruleset: Ruleset, thing: Square, portal: bool, symmetry: Symmetry = OFF) -> Room:
    """Where a chest (or portal) that is taken up may lie, its twins moving with it."""
    taken = {thing, *symmetry.twins(thing)}
    things = [each for each in items_of(board.layout) if each.field == ("portals" if portal else "chests")]
    bare = without(board.layout, [each for each in things if (each.value.at if portal else each.value) in taken])
    return room_for_more(build(bare, board.library, board), ruleset, portal, symmetry)


def _too_many(board: Board, ruleset: Ruleset, rule: str, have: int) -> Callable[[int], str]:
    """Why so many things more are more than a rule allows that counts them; '' where it allows them."""
    asked = next((each for each in configured(ruleset) if each.rule.name == rule), None)
    if asked is None or asked.entry.level is RuleLevel.NOTICE:
        return lambda count: ""
    bounds = asked.settings.for_sides(len(board.teams)) if isinstance(asked.settings, PerSide) else asked.settings
    most = getattr(bounds, "max", None)
    source = f"{rule} ({asked.entry.source})" if asked.entry.source else rule
    why = filled(translate("placing", "no more may lie in this dungeon: %1"), source)
    return lambda count: "" if most is None or have + count <= most else why


def _with_twins(
    board: Board,
    symmetry: Symmetry,
    room_on: Callable[[Board], Room],
    put: Callable[[Layout, Square], Layout],
    too_many: Callable[[int], str],
    near: int = 1,
    sections: bool = False,
) -> Room:
    """Where one more thing may lie with its twins across the axis; elsewhere what is the matter, here or there."""
    alone = room_on(board)

    def across(square: Square, twins: list[Square]) -> str:
        """Why a twin may not lie where it would: by itself, or once the others lie there."""
        if why := next(filter(None, map(alone.why_not, twins)), ""):
            return why
        lying = [square, *twins]
        # only those near each other, or in one section, may be in each other's way: to see takes a millisecond a square
        where = [board.owner[at] for at in lying] if sections else []
        if len(set(where)) == len(where) and not any(distance(a, b) < near for a, b in combinations(lying, 2)):
            return ""
        now = board
        for at, twin in pairwise(lying):
            now = build(put(now.layout, at), now.library, now)
            if why := room_on(now).why_not(twin):
                return why
        return ""

    forbidden = dict(alone.forbidden)
    for square in alone.free:
        twins = symmetry.twins(square)
        if why := too_many(1 + len(twins)):
            forbidden[square] = why
        elif why := across(square, twins):
            forbidden[square] = filled(translate("placing", "across the axis: %1"), why)
    return Room(frozenset(alone.free - forbidden.keys()), forbidden)


def room_for_counter(board: Board, ruleset: Ruleset, owner: Team) -> Room:
    """Where a coach's pit counter may lie: on free floor where `trap-section` allows it.

    Source: gw-1989, Pit Traps, for every edition that does not ask the rule itself.
    """
    usual = trap_section.RuleSettings()
    asked = [each for each in configured(ruleset) if each.rule.name == "trap-section"]
    settings = next((each.settings for each in asked if isinstance(each.settings, trap_section.RuleSettings)), usual)
    source = next((each.entry.source for each in asked), "gw-1989, Pit Traps")
    why = trap_section.NOT_HERE if settings == usual else trap_section.CLOSED
    words = filled(translate("placing", why), "trap-section", source)
    closed = trap_section.closed_to(Context(board, ruleset), settings, owner)
    return _room(board, (*_plain(board), (words, lambda at: not closed.why(at))))


def room_for_door(board: Board) -> Room:
    """Where a square door may stand: in a gap one square wide, or in a wall one square thick, where there is rock yet.

    Source: gw-1989, Setting Up: Doors.
    """
    words = filled(translate("placing", door_placement.NO_GAP), "door-placement", "gw-1989, Setting Up: Doors")
    gaps = door_placement.gaps(board)
    found = _room(board, (*_plain(board), (words, lambda at: at in gaps)))
    beside = {neighbour(square, side) for square in board.owner for side in (Side.EAST, Side.SOUTH)}
    open_sides = {at: {side for side in Side if neighbour(at, side) in board} for at in beside if at not in board}
    across = {Side.EAST, Side.WEST}, {Side.NORTH, Side.SOUTH}
    return Room(found.free | {at for at, sides in open_sides.items() if sides in across}, found.forbidden)


def _room(board: Board, reasons: Iterable[tuple[str, Free]]) -> Room:
    """What is left when each reason has forbidden its squares; the first reason is the one that is told."""
    told = list(reasons)
    forbidden = {at: why for at in board.owner for why in [next((w for w, free in told if not free(at)), "")] if why}
    return Room(frozenset(board.owner.keys() - forbidden.keys()), forbidden)


def _plain(board: Board, taken_up: Square | None = None) -> Iterator[tuple[str, Free]]:
    """What needs no rule to say; `taken_up` is the square of an item that is in hand."""
    traps = {square for trap in board.traps for square in trap.squares}
    taken = ((board.chest_squares | board.portal_squares) - {taken_up}) | traps
    yield translate("placing", "something lies here already"), lambda at: at not in taken
    yield translate("placing", "nobody can stand here"), lambda at: at in board.walkable_squares
    yield translate("placing", "a door stands here"), lambda at: at not in board.door_squares
    yield translate("placing", "this is an entry"), lambda at: at not in board.entry_squares
