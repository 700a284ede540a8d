"""Where a chest, a portal, a square door or a pit counter may lie, and why not elsewhere. No Qt here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.layout_edits.floor import with_door_square
from dungeon_designer.layout_edits.items import with_chest, with_portal
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Among, Apart, Free, room
from dungeon_designer.rules.items import IN_HAND, Item, chest_at, portal_at
from dungeon_designer.rules.placing import trap_section
from dungeon_designer.rules.registry import EnabledRule, configured
from dungeon_designer.rules.rule import PerSide
from dungeon_designer.rules.shape import door_placement
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.translation import filled, translate

OFF = Symmetry()


class Room(Struct, frozen=True):
    """The squares where a thing may lie, and the rule that forbids each other floor square."""

    free: frozenset[Square]
    forbidden: dict[Square, str]

    def why_not(self, square: Square) -> str:
        """Why a square will not do: a rule's name, or what is the matter with it; empty when it will."""
        if square in self.free:
            return ""
        return self.forbidden.get(square) or translate("placing", "there is no floor here")


def room_for(board: Board, ruleset: Ruleset, portal: bool, moved: Square | None = None) -> Room:
    """Where another chest (or portal) may lie; `moved` is one that is taken up first.

    The rules of placing are asked, and what is plain: floor, free, to be stood on.
    """
    asked = [each for each in configured(ruleset) if each.rule.why]
    context = Context(board, ruleset)
    item = _item(board, portal, moved)
    return _room(board, (*_plain(board, moved), *_by_rules(context, asked, item)))


def room_for_more(board: Board, ruleset: Ruleset, portal: bool, symmetry: Symmetry = OFF) -> Room:
    """Where one more chest (or portal) may lie together with its twins; nowhere when that would be too many."""
    put = with_portal if portal else with_chest
    have, rule = (len(board.portals), "portal-count") if portal else (len(board.chests), "chest-count")
    kind, context = ItemKind.PORTAL if portal else ItemKind.CHEST, Context(board, ruleset)
    demands = [demand for each in configured(ruleset) if each.rule.why for demand in each.demands(context)]
    near = max((d.least for d in demands if isinstance(d, Apart) and d.kind is d.other is kind), default=1)
    parts = any(isinstance(demand, Among) and demand.kind is kind for demand in demands)
    most = _most(board, ruleset, rule)
    return _More(symmetry, lambda now: room_for(now, ruleset, portal), put, have, most, near, parts).room(board)


def room_for_another_door(board: Board, ruleset: Ruleset, symmetry: Symmetry = OFF) -> Room:
    """Where one more square door may stand together with its twins; nowhere when there would be too many of them."""

    def put(layout: Layout, square: Square) -> Layout:
        return with_door_square(layout, square, board.library)

    have = len(board.layout.square_doors)
    return _More(symmetry, room_for_door, put, have, _most(board, ruleset, "door-count")).room(board)


def room_to_move(board: Board, ruleset: Ruleset, thing: Square, portal: bool, symmetry: Symmetry = OFF) -> Room:
    """Where a chest (or portal) that is taken up may lie, its twins moving with it."""
    taken = {thing, *symmetry.twins(thing)}
    layout = board.layout
    chests = tuple(at for at in layout.chests if portal or at not in taken)
    portals = tuple(each for each in layout.portals if not portal or each.at not in taken)
    bare = replace(layout, chests=chests, portals=portals)
    return room_for_more(build(bare, board.library, board), ruleset, portal, symmetry)


def _most(board: Board, ruleset: Ruleset, rule: str) -> tuple[int | None, str]:
    """How many things a rule that counts them allows, and the rule with its source."""
    asked = next((each for each in configured(ruleset) if each.rule.name == rule), None)
    if asked is None or asked.entry.level is RuleLevel.NOTICE:
        return None, rule
    bounds = asked.settings.for_sides(len(board.teams)) if isinstance(asked.settings, PerSide) else asked.settings
    return getattr(bounds, "max", None), f"{rule} ({asked.entry.source})" if asked.entry.source else rule


class _More(Struct, frozen=True):
    """One more thing with its twins across the axis: `have` are there, `most` may be, and the rule that says so.

    Two of them may be in each other's way when they lie less than `near` squares apart, or with `sections` in the
    same section; elsewhere that need not be looked at, which takes a millisecond a square.
    """

    symmetry: Symmetry
    room_on: Callable[[Board], Room]
    put: Callable[[Layout, Square], Layout]
    have: int
    most: tuple[int | None, str]
    near: int = 1
    sections: bool = False

    def room(self, board: Board) -> Room:
        """The squares where all of them may lie; each other says what is the matter, here or across the axis."""
        alone = self.room_on(board)
        forbidden, free = dict(alone.forbidden), set(alone.free)
        for square in sorted(alone.free):
            twins = self.symmetry.twins(square)
            why = self._too_many(1 + len(twins)) or self._across(board, alone, square, twins)
            if why:
                free.discard(square)
                forbidden[square] = why
        return Room(frozenset(free), forbidden)

    def _too_many(self, count: int) -> str:
        most, rule = self.most
        if most is None or self.have + count <= most:
            return ""
        return filled(translate("placing", "no more may lie in this dungeon: %1"), rule)

    def _across(self, board: Board, alone: Room, square: Square, twins: list[Square]) -> str:
        """Why a twin may not lie where it would: by itself, or once the others lie there."""
        why = next(filter(None, map(alone.why_not, twins)), "")
        if not why and self._meet(board, [square, *twins]):
            why = self._together(board, [square, *twins])
        return filled(translate("placing", "across the axis: %1"), why) if why else ""

    def _meet(self, board: Board, squares: list[Square]) -> bool:
        """Whether some of these squares are so near, or so joined, that what lies there may be in each other's way."""
        for (x, y), (other_x, other_y) in combinations(squares, 2):
            if max(abs(x - other_x), abs(y - other_y)) < self.near:
                return True
        where = [board.owner[square] for square in squares] if self.sections else []
        return len(set(where)) < len(where)

    def _together(self, board: Board, squares: list[Square]) -> str:
        for at, square in enumerate(squares[1:]):
            board = build(self.put(board.layout, squares[at]), board.library, board)
            why = self.room_on(board).why_not(square)
            if why:
                return why
        return ""


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
    return Room(found.free | door_placement.thin_walls(board), found.forbidden)


def _room(board: Board, reasons: Iterable[tuple[str, Free]]) -> Room:
    """What is left when each reason has forbidden its squares; the first reason is the one that is told."""
    told = list(reasons)
    forbidden = {at: why for at in board.owner for why in [next((w for w, free in told if not free(at)), "")] if why}
    return Room(frozenset(board.owner.keys() - forbidden.keys()), forbidden)


def _item(board: Board, portal: bool, moved: Square | None) -> Item:
    if not portal:
        return chest_at(moved or IN_HAND)
    numbers = (each.number for each in board.portals if each.at == moved)
    return portal_at(moved or IN_HAND, next(numbers, 98))


def _plain(board: Board, taken_up: Square | None = None) -> Iterator[tuple[str, Free]]:
    """What needs no rule to say; `taken_up` is the square of an item that is in hand."""
    traps = {square for trap in board.traps for square in trap.squares}
    taken = ((board.chest_squares | board.portal_squares) - {taken_up}) | traps
    yield translate("placing", "something lies here already"), lambda at: at not in taken
    yield translate("placing", "nobody can stand here"), lambda at: at in board.walkable_squares
    yield translate("placing", "a door stands here"), lambda at: at not in board.door_squares
    yield translate("placing", "this is an entry"), lambda at: at not in board.entry_squares


def _by_rules(context: Context, asked: list[EnabledRule], item: Item) -> Iterator[tuple[str, Free]]:
    """What each rule closes, but for where it would only notice the item."""
    for each in asked:
        source = f" ({each.entry.source})" if each.entry.source else ""
        for demand in each.demands(context):
            free = None if demand.noticed else room(context, demand, item)
            if free is not None:
                yield f"{translate('placing', each.rule.why)}: {each.rule.name}{source}", free
