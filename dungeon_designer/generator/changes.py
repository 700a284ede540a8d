"""Make small changes to a dungeon. Each function is pure and yields new layouts; other modules judge them.

A chest moves; a room is rotated, swapped or replaced by another tile; a wing (everything behind one passage) is
attached elsewhere; all chests are placed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import OPEN, BoardSection
from dungeon_designer.errors import DungeonError, EditError, PlacementError
from dungeon_designer.generator.generator_options import Placeable, PlaceOptions, VaryOptions
from dungeon_designer.generator.placement.placer import place
from dungeon_designer.grid import (
    SIDES,
    Edge,
    Side,
    Size,
    Square,
    find_bounds,
    find_neighbour,
    list_edges,
    normalise_edge,
    rotate_size,
)
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import Layout, Section, SectionKind, Trap, normalise_layout
from dungeon_designer.layout.transforms import Transform
from dungeon_designer.layout_edits.floor import list_alternative_tiles
from dungeon_designer.layout_edits.objects import (
    ObjectRef,
    find_covered_squares,
    find_object_squares,
    find_section_contents,
    find_tile_sizes,
    list_objects,
    replace_objects,
    transform_object,
)
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import PlacedObject, list_objects_of_kind
from dungeon_designer.rules.relocation import Mover
from dungeon_designer.rules.requirements import build_square_test
from dungeon_designer.rules.rule_registry import list_enabled_rules
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import mark_for_translation

_CHEST_MOVED = mark_for_translation("vary", "chest moved from %1 to %2")
_PORTAL_MOVED = mark_for_translation("vary", "portal %1 moved from %2 to %3")
_TRAP_MOVED = mark_for_translation("vary", "%1 moved from %2 to %3")
_DOOR_MOVED = mark_for_translation("vary", "door moved from %1 to %2")
_ROTATED = mark_for_translation("vary", "%1 rotated")
_FLIPPED = mark_for_translation("vary", "%1 mirrored")
_SWAPPED = mark_for_translation("vary", "%1 and %2 swapped")
_TILE_REPLACED = mark_for_translation("vary", "%1 in the place of %2")
_WING_FLIPPED = mark_for_translation("vary", "what lies behind %1 mirrored")
_WING_ROTATED = mark_for_translation("vary", "what lies behind %1 rotated")
_WING_MOVED = mark_for_translation("vary", "what lies behind %1 moved along")
_ALL_PLACED_ANEW = {
    Placeable.CHEST: mark_for_translation("vary", "all chests placed again"),
    Placeable.PORTAL: mark_for_translation("vary", "all portals placed again"),
}
_UNLOCKED_PLACED_ANEW = {
    Placeable.CHEST: mark_for_translation("vary", "all chests outside locked rooms placed again"),
    Placeable.PORTAL: mark_for_translation("vary", "all portals outside locked rooms placed again"),
}

_MOVED_NAMES = {
    _CHEST_MOVED: mark_for_translation("vary", "the chest at %1"),
    _PORTAL_MOVED: mark_for_translation("vary", "portal %1 at %2"),
    _TRAP_MOVED: mark_for_translation("vary", "the %1 at %2"),
    _DOOR_MOVED: mark_for_translation("vary", "the door at %1"),
    _ROTATED: "%1",
    _FLIPPED: "%1",
    _SWAPPED: mark_for_translation("vary", "%1 and %2"),
    _TILE_REPLACED: "%2",
    _WING_FLIPPED: mark_for_translation("vary", "what lies behind %1"),
    _WING_ROTATED: mark_for_translation("vary", "what lies behind %1"),
    _WING_MOVED: mark_for_translation("vary", "what lies behind %1"),
}
"""For the message about a change the text that names what was moved, with the placeholders of the message."""

MAX_WING_SITES = 12
"""How many other positions on its section are tried for a wing; most of them do not fit."""

ANEW_ATTEMPTS, ANEW_EFFORT = 4, 0.2
"""How often all objects of a kind are placed again, and with which share of the normal effort."""


class ChangeKind(StrEnum):
    """A kind of change to a dungeon.

    OBJECT moves one chest, portal or trap. SWAP, ROTATE and TILE change sections: two change places, one is rotated or
    flipped on its spot, one is replaced by another tile. WING moves all sections behind one passage. ANEW places all
    chests or all portals anew. DOOR moves one door.
    """

    OBJECT = "item"
    SWAP = "swap"
    ROTATE = "turn"
    WING = "wing"
    TILE = "tile"
    ANEW = "anew"
    DOOR = "door"


class Change(Struct, frozen=True):
    """One change of a dungeon: the changed layout, and a description of what was done.

    Attributes:
        layout: The layout after the change.
        kind: The kind of the change.
        message: What was done, untranslated, with placeholders for the values (`translation.mark_for_translation`).
        values: A value for each placeholder: a kind as files name it, a name, a number or a square.
        subject: A key for what was changed, such as `section a`; two changes with the same subject are alike.
    """

    layout: Layout
    kind: ChangeKind
    message: str
    values: tuple[object, ...]
    subject: str


def name_moved(change: Change) -> tuple[str, tuple[object, ...]]:
    """Return the untranslated text that names what a change moved, and the values for its placeholders.

    Objects are named by where they were: `the chest at %1`. A change of all chests or portals is named by its message.
    """
    return _MOVED_NAMES.get(change.message, change.message), change.values


class OriginalDungeon:
    """A dungeon to change, with the data that all kinds of changes use.

    Attributes:
        layout: The dungeon's layout.
        ruleset: The ruleset to check against.
        locked_ids: The ids of the sections that must stay.
        sets: The tile sets whose tiles come first as replacements.
        for_match_fairness: Whether the changes are meant to balance matches.
        allowed_kinds: The kinds of changes that are allowed; empty for all.
        board: The board of the layout.
        library: The tiles of the board.
        context: The board as the ruleset sees it.
        size_by_tile: The size of each tile in the layout.
    """

    def __init__(self, layout: Layout, ruleset: Ruleset, library: TileLibrary | None, options: VaryOptions) -> None:
        self.layout, self.ruleset, self.locked_ids, self.sets = layout, ruleset, options.locked, options.sets
        self.for_match_fairness, self.allowed_kinds = options.for_match_fairness, options.kinds
        self.board = build_board(layout, library)
        self.library = self.board.library
        self.context = Context(self.board, ruleset)
        self.size_by_tile = find_tile_sizes(layout, self.library)

    def check_locked_sections(self) -> None:
        """Raise EditError if a locked section does not exist."""
        if unknown_ids := sorted(self.locked_ids - {section.id for section in self.layout.sections}):
            raise EditError(f"there is no section {unknown_ids[0]}")

    @cached_property
    def squares_by_section(self) -> dict[str, frozenset[Square]]:
        """The squares that each section covers, by its id."""
        return {section.id: find_covered_squares(section, self.library) for section in self.layout.sections}

    def find_squares(self, ids: Iterable[str]) -> frozenset[Square]:
        """Return all squares that the sections with some ids cover. Unknown ids are ignored."""
        return frozenset().union(*(self.squares_by_section.get(section_id, frozenset()) for section_id in ids))

    @cached_property
    def locked_squares(self) -> frozenset[Square]:
        """The squares of the sections that must stay."""
        return self.find_squares(self.locked_ids)

    @cached_property
    def movable_sections(self) -> list[Section]:
        """The sections that may change: not locked, no end zone or entry, and not moved by a machine of the dungeon."""
        zones = {zone.id for zone in self.board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY)}
        rotating_ids = {name for machine in self.layout.machines for name in getattr(machine, "sections", ())}
        return [section for section in self.layout.sections if section.id not in zones | rotating_ids | self.locked_ids]

    @cached_property
    def free_squares(self) -> list[Square]:
        """The floor squares where an object may be put: without any object, and outside the locked sections.

        Doorways and the paths of machines are left out too.
        """
        free = Mover(self.context).free_squares - self.locked_squares
        return [square for square in self.board.squares if square in free]

    def find_name(self, section: Section | BoardSection) -> str:
        """Return what people call a section: its name, or else its kind as files name it."""
        board_section = next(candidate for candidate in self.board.sections if candidate.id == section.id)
        return board_section.name or board_section.kind.value

    def list_passages(self, ids: frozenset[str]) -> Iterator[Edge]:
        """Yield every edge without a wall through which a player enters a group of sections from outside.

        An edge is the square outside and the side of it on which the group lies. Doors count as passages.

        Args:
            ids: The ids of the sections in the group.
        """
        owner = self.board.section_by_square
        for side in SIDES:
            for square, section in owner.items():
                next_section = owner.get(find_neighbour(square, side))
                if (
                    next_section
                    and next_section.id in ids
                    and section.id not in ids
                    and normalise_edge(square, side) not in self.board.walls
                ):
                    yield square, side

    def transform_section(self, section: Section, turn: Transform) -> dict[ObjectRef, ObjectRef | None]:
        """Return what a rotation or flip makes of a section and of everything in it, as `replace_objects` needs it.

        Returns:
            For the section and each object in it, the object after the move.
        """
        return {
            item: transform_object(item, turn, self.size_by_tile)
            for item in find_section_contents(self.layout, section, self.library)
        }


def move_objects(original: OriginalDungeon, dice: Random) -> Iterator[Change]:
    """Yield changes that each move one chest, portal or trap of the original dungeon to a random free square.

    Chests and portals go only where the rules allow them; traps go to any free square. The objects take turns, and each
    tries every square once, until no square is left.
    """
    context, board, layout, locked_squares = original.context, original.board, original.layout, original.locked_squares
    demands = [demand for rule in list_enabled_rules(original.ruleset) for demand in rule.list_requirements(context)]
    free_squares_by_object: list[tuple[PlacedObject | Trap, list[Square]]] = []
    for item in (*list_objects_of_kind(board, ObjectKind.CHEST), *list_objects_of_kind(board, ObjectKind.PORTAL)):
        if item.square in board and item.square not in locked_squares:
            checks = [is_allowed for demand in demands if (is_allowed := build_square_test(context, demand, item))]
            free_squares_by_object.append(
                (item, [square for square in original.free_squares if all(is_allowed(square) for is_allowed in checks)])
            )
    free_squares_by_object += [
        (trap, list(original.free_squares)) for trap in layout.traps if locked_squares.isdisjoint(trap.squares)
    ]
    dice.shuffle(free_squares_by_object)
    while free_squares_by_object:
        for object_and_squares in list(free_squares_by_object):
            moved_object, squares = object_and_squares
            if not squares:
                free_squares_by_object.remove(object_and_squares)
                continue
            index = dice.randrange(len(squares))  # drawn one by one, since few are used on a large floor
            squares[index], squares[-1] = squares[-1], squares[index]
            target = squares.pop()
            source = moved_object.at if isinstance(moved_object, Trap) else moved_object.square
            values: tuple[object, ...] = (source, target)
            if isinstance(moved_object, Trap):
                traps = tuple(replace(trap, at=target) if trap is moved_object else trap for trap in layout.traps)
                new_layout = replace(layout, traps=traps)
                message = _TRAP_MOVED
                values = (moved_object.kind.value, *values)
                subject = f"trap {moved_object.at}"
            elif moved_object.is_portal:
                moved_portal = moved_object.number, moved_object.square
                portals = (
                    replace(portal, at=target) if (portal.number, portal.at) == moved_portal else portal
                    for portal in layout.portals
                )
                new_layout = replace(layout, portals=tuple(portals))
                message = _PORTAL_MOVED
                values = (moved_object.number, *values)
                subject = f"{moved_object.kind} {moved_object.square}"
            else:
                chests = tuple(target if chest == moved_object.square else chest for chest in layout.chests)
                new_layout = replace(layout, chests=chests)
                message = _CHEST_MOVED
                subject = f"{moved_object.kind} {moved_object.square}"
            yield Change(normalise_layout(new_layout), ChangeKind.OBJECT, message, values, subject)


def move_doors(original: OriginalDungeon, dice: Random) -> Iterator[Change]:
    """Yield all changes that each move one door, in random order.

    A door between squares moves to a wall that separates two sections along the whole width of the door. A door that
    fills a square moves to another free square between two opposite walls.
    """
    board, layout, locked_squares = original.board, original.layout, original.locked_squares

    def find_sections(border: Edge) -> frozenset[str]:
        """Return the ids of the sections on the two squares of an edge."""
        return frozenset(board.section_by_square[square].id for square in _list_edge_squares(border))

    free_walls = {
        wall for wall in board.walls if board.joins_floor(wall) and locked_squares.isdisjoint(_list_edge_squares(wall))
    }
    sections_by_wall = {wall: find_sections(wall) for wall in sorted(free_walls) if len(find_sections(wall)) == 2}
    moves: list[tuple[Square, Square, Layout]] = []
    for door in layout.doors:
        for (target, side), sections in (
            sections_by_wall.items() if locked_squares.isdisjoint(_list_edge_squares((door.at, door.side))) else ()
        ):
            if all(sections_by_wall.get(edge) == sections for edge in list_edges(target, side, door.width)):
                doors = tuple(
                    replace(door, at=target, side=side) if old_door is door else old_door for old_door in layout.doors
                )
                moves.append((door.at, target, replace(layout, doors=doors)))
    for square_door in layout.square_doors:
        for target in original.free_squares if square_door.at not in locked_squares else ():
            is_open = [board.get_edge_state(target, side) == OPEN for side in SIDES]
            if is_open in ([True, False, True, False], [False, True, False, True]):
                square_doors = tuple(
                    replace(old_door, at=target) if old_door is square_door else old_door
                    for old_door in layout.square_doors
                )
                moves.append((square_door.at, target, replace(layout, square_doors=square_doors)))
    dice.shuffle(moves)
    for source, target, new_layout in moves:
        yield Change(normalise_layout(new_layout), ChangeKind.DOOR, _DOOR_MOVED, (source, target), f"door {source}")


def _list_edge_squares(edge: Edge) -> tuple[Square, Square]:
    """Return the two squares that an edge lies between."""
    return edge[0], find_neighbour(*edge)


def rotate_rooms(original: OriginalDungeon, dice: Random) -> Iterator[Change]:
    """Yield changes that each rotate one section on its spot with everything in it, in random order.

    It covers the same rectangle afterwards, so only a square section is rotated by quarter turns. Drawn sections may
    also be flipped; tiles are printed on one side.
    """
    rotations = []
    for section in original.movable_sections:
        corner, size = find_bounds(original.squares_by_section[section.id])
        transforms = [(quarters, False) for quarters in ((1, 2, 3) if size[0] == size[1] else (2,))]
        if not section.tile:  # a tile has no mirrored picture
            transforms += [(0, True), (2, True)]
        rotations += [(section, Transform(corner, size, corner, *transform)) for transform in transforms]
    dice.shuffle(rotations)
    for section, turn in rotations:
        layout = replace_objects(original.layout, original.transform_section(section, turn))
        message = _FLIPPED if turn.flip else _ROTATED
        yield Change(layout, ChangeKind.ROTATE, message, (original.find_name(section),), f"section {section.id}")


def swap_rooms(original: OriginalDungeon, dice: Random) -> Iterator[Change]:
    """Yield changes that each let two sections change places, with everything in them, in random order.

    Each is rotated so that it fits into the other's rectangle. Pairs whose rectangles differ in size are left out.
    """
    boxes = {section.id: find_bounds(original.squares_by_section[section.id]) for section in original.movable_sections}
    pairs = list(combinations(original.movable_sections, 2))
    dice.shuffle(pairs)
    for first, second in pairs:
        first_turn = _choose_fitting_turn(boxes[first.id], boxes[second.id], dice)
        second_turn = _choose_fitting_turn(boxes[second.id], boxes[first.id], dice)
        if first_turn is None or second_turn is None:
            continue
        layout = replace_objects(
            original.layout,
            {**original.transform_section(first, first_turn), **original.transform_section(second, second_turn)},
        )
        names = original.find_name(first), original.find_name(second)
        yield Change(layout, ChangeKind.SWAP, _SWAPPED, names, f"section {first.id} {second.id}")


def _choose_fitting_turn(source: tuple[Square, Size], target: tuple[Square, Size], dice: Random) -> Transform | None:
    """Return a random rotation that moves one rectangle onto another; None if no rotation makes their sizes equal.

    Args:
        source: The upper left corner and the (width, height) of the rectangle to move.
        target: The same of the other rectangle.
        dice: The random numbers, which choose if several rotations fit.
    """
    fitting_quarters = [quarters for quarters in range(4) if rotate_size(source[1], quarters) == target[1]]
    return Transform(*source, target[0], dice.choice(fitting_quarters), False) if fitting_quarters else None


def replace_tiles(original: OriginalDungeon, dice: Random) -> Iterator[Change]:
    """Yield changes that each replace one tile by another tile that covers the same squares.

    So all doors lead where they did. Tiles of the sets in `original.sets` come first, otherwise the order is random.
    """
    pairs: list[tuple[Section, Section]] = []
    for section in original.movable_sections:
        with suppress(DungeonError):  # a set of the user may hold a broken tile
            replacements = list_alternative_tiles(section, original.library, original.sets) if section.tile else []
            old_squares = original.squares_by_section[section.id]
            pairs += [
                (section, replacement)
                for replacement in replacements
                if find_covered_squares(replacement, original.library) == old_squares
            ]
    dice.shuffle(pairs)
    pairs.sort(key=lambda pair: pair[1].tile.rpartition("/")[0] not in original.sets)
    for section, replacement_section in pairs:
        layout = replace_objects(
            original.layout, {ObjectRef("sections", section): ObjectRef("sections", replacement_section)}
        )
        names = original.library.get(replacement_section.tile).name, original.find_name(section)
        yield Change(layout, ChangeKind.TILE, _TILE_REPLACED, names, f"section {section.id}")


class Wing(NamedTuple):
    """A wing of a dungeon: all sections that can be entered only through one passage.

    Attributes:
        ids: The ids of the sections.
        base_id: The id of the section from which the passage leads into the wing.
        passage: The edges of the passage in a straight row, each as a square of that section and its side.
    """

    ids: frozenset[str]
    base_id: str
    passage: list[Edge]


def move_wings(original: OriginalDungeon, dice: Random) -> Iterator[Change]:
    """Yield changes that each move one wing: the sections behind a passage that is the only way to them.

    A wing is flipped about the middle of its passage, or attached to other squares of the section from which the
    passage leads. For each wing at most MAX_WING_SITES other positions are tried.
    """
    found_wings = list(find_wings(original))
    dice.shuffle(found_wings)
    for wing in found_wings:
        (first_square, side), (last_square, _) = wing.passage[0], wing.passage[-1]
        quarters = 0 if side in (Side.NORTH, Side.SOUTH) else 2
        mirror = Transform(
            (0, 0), (first_square[0] + last_square[0] + 1, first_square[1] + last_square[1] + 1), (0, 0), quarters, True
        )
        turns_and_messages = [(mirror, _WING_FLIPPED), *islice(_list_wing_turns(original, wing, dice), MAX_WING_SITES)]
        for turn, message in turns_and_messages:
            change = _attach_wing(original, wing, turn, message)
            if change is not None:
                yield change


def find_wings(original: OriginalDungeon) -> Iterator[Wing]:
    """Yield the wings of a dungeon: for each passage that is the only way to some sections, these sections.

    Only wings that can be moved are yielded: they cover at most half of the floor, hold only movable sections, and
    their passage is one straight row of edges.
    """
    sections, graph = original.board.sections, original.context.connected_sections_by_index
    movable_ids = {section.id for section in original.movable_sections}
    for base, neighbours in graph.items():
        for first_behind in sorted(neighbours):
            wing_sections = _find_sections_behind(graph, base, first_behind)
            if base in wing_sections:  # another way leads back to the base, so that the passage is not the only way
                continue
            ids = frozenset(sections[number].id for number in wing_sections)
            if not ids <= movable_ids or 2 * len(original.find_squares(ids)) > len(original.board):
                continue
            if passage := _sort_straight_edges(list(original.list_passages(ids))):
                yield Wing(ids, sections[base].id, passage)


def _find_sections_behind(graph: Mapping[int, frozenset[int]], base: int, first_behind: int) -> set[int]:
    """Return the sections that one reaches from the first section behind a passage without going through the passage.

    The base, from which the passage leads, is among them if another way leads to it.

    Args:
        graph: For the index of each section, the indices of the sections that it is connected to.
        base: The index of the section from which the passage leads.
        first_behind: The index of the section to which it leads.
    """
    reached_sections, pending = {first_behind}, [first_behind]
    while pending:
        current = pending.pop()
        # The passage is closed by leaving out the base here, and only here: from elsewhere it may be reached.
        closed_sections = {base} if current == first_behind else set()
        new_sections = graph.get(current, frozenset()) - reached_sections - closed_sections
        reached_sections |= new_sections
        pending += new_sections
    return reached_sections


def _sort_straight_edges(edges: list[Edge]) -> list[Edge]:
    """Return edges sorted along the straight row that they form; empty if they do not form one without gaps."""
    if len({side for _, side in edges}) != 1:
        return []
    is_horizontal = edges[0][1] in (Side.NORTH, Side.SOUTH)
    sorted_edges = sorted(edges, key=lambda edge: edge[0] if is_horizontal else edge[0][::-1])
    (x, y), _ = sorted_edges[0]
    row = [(x + offset, y) if is_horizontal else (x, y + offset) for offset in range(len(sorted_edges))]
    return sorted_edges if [square for square, _ in sorted_edges] == row else []


def _list_wing_turns(original: OriginalDungeon, wing: Wing, dice: Random) -> Iterator[tuple[Transform, str]]:
    """Yield the ways to attach a wing elsewhere to its section, in random order.

    The passage may lead from any row of the section's squares that has no other floor in front of it. Whether the wing
    has space there is not tested.

    Yields:
        The move as a rotation and shift, and the message that describes it.
    """
    base_squares = original.squares_by_section[wing.base_id]
    edges = [(square, side) for square in sorted(base_squares) for side in SIDES]
    dice.shuffle(edges)
    other_floor = original.board.section_by_square.keys() - original.find_squares(wing.ids)
    first_square, old_side = wing.passage[0]
    for square, side in edges:
        quarters = (SIDES.index(side) - SIDES.index(old_side)) % 4
        turn = Transform(first_square, (1, 1), square, quarters, False)
        row = [turn.transform_square(edge[0]) for edge in wing.passage]
        if all(
            row_square in base_squares and find_neighbour(row_square, side) not in other_floor for row_square in row
        ) and (square, side) != (first_square, old_side):
            yield turn, _WING_ROTATED if quarters else _WING_MOVED


def _attach_wing(original: OriginalDungeon, wing: Wing, turn: Transform, message: str) -> Change | None:
    """Return the change that moves a wing with everything in it and with the doors of its passage.

    Args:
        original: The dungeon.
        wing: The wing: the sections behind one passage.
        turn: The move, which may flip the wing.
        message: The message that describes the change.

    Returns:
        The change; None if the wing does not fit. That is so if it would touch other floor anywhere but at its passage,
        leave the grid, or flip a tile that looks different when flipped.
    """
    library, old_squares = original.library, original.find_squares(wing.ids)
    new_squares = frozenset(map(turn.transform_square, old_squares))
    other_floor = original.board.section_by_square.keys() - old_squares
    neighbours = {find_neighbour(square, side) for square in new_squares for side in SIDES} - new_squares
    if new_squares & other_floor or (other_floor & neighbours) - {
        turn.transform_square(square) for square, _ in wing.passage
    }:
        return None
    passage_squares = {square for edge in wing.passage for square in (edge[0], find_neighbour(*edge))}
    new_items: dict[ObjectRef, ObjectRef | None] = {}
    for item in list_objects(original.layout):
        squares = find_object_squares(item, library)
        is_inside = not squares.isdisjoint(old_squares) and squares.isdisjoint(other_floor)
        is_passage_door = item.field == "doors" and squares <= passage_squares
        if not (item.value.id in wing.ids if item.field == "sections" else is_inside or is_passage_door):
            continue
        try:
            new_item = transform_object(item, turn, original.size_by_tile)
        except EditError:
            return None
        if turn.flip and item.field == "sections" and item.value.tile:
            section = new_item.value
            tile = library.get(section.tile)
            flipped_squares = list(tile.list_placed_squares(section.at, section.turn, section.flip))
            rotated_sections = (replace(section, turn=quarters, flip=not section.flip) for quarters in range(4))
            same_looks = (
                candidate
                for candidate in rotated_sections
                if list(tile.list_placed_squares(candidate.at, candidate.turn, candidate.flip)) == flipped_squares
            )
            unflipped = next(same_looks, None)  # a rotation without a flip that looks the same
            if unflipped is None:
                return None
            new_item = ObjectRef("sections", unflipped)
        new_items[item] = new_item
    base_section = next(section for section in original.layout.sections if section.id == wing.base_id)
    subject = f"wing {' '.join(sorted(wing.ids))}"
    return Change(
        replace_objects(original.layout, new_items),
        ChangeKind.WING,
        message,
        (original.find_name(base_section),),
        subject,
    )


def place_anew(original: OriginalDungeon, dice: Random, symmetry: Symmetry) -> Iterator[Change]:
    """Yield changes that remove all chests, or all portals, and place as many by a new search.

    Objects in locked sections and in the mirrored copies of these stay. A search that finds no legal placement yields
    nothing.

    Args:
        original: The dungeon.
        dice: The random numbers.
        symmetry: The symmetry that the objects must keep; its mode is OFF for none.
    """
    layout, locked_squares = original.layout, original.locked_squares
    fixed_squares = locked_squares.union(
        *(map(turn.transform_square, locked_squares) for turn in symmetry.list_transforms())
    )
    layout_by_kind = {
        Placeable.CHEST: replace(layout, chests=tuple(square for square in layout.chests if square in fixed_squares)),
        Placeable.PORTAL: replace(
            layout, portals=tuple(portal for portal in layout.portals if portal.at in fixed_squares)
        ),
    }
    message_by_kind = _UNLOCKED_PLACED_ANEW if original.locked_ids else _ALL_PLACED_ANEW
    for kind in ANEW_ATTEMPTS * [
        kind for kind, remaining_layout in layout_by_kind.items() if remaining_layout != layout
    ]:
        options = PlaceOptions(
            only=(kind,),
            keep=True,
            seed=dice.randrange(2**31),
            symmetry=None if symmetry.mode is SymmetryMode.OFF else symmetry,
            strict=True,
            chests=len(layout.chests) if kind is Placeable.CHEST else None,
            portals=len(layout.portals) if kind is Placeable.PORTAL else None,
        )
        try:
            layouts = place(
                layout_by_kind[kind],
                original.ruleset,
                original.library,
                options,
                blocked_squares=fixed_squares,
                effort=ANEW_EFFORT,
            )
        except PlacementError:
            continue
        yield Change(layouts[0], ChangeKind.ANEW, message_by_kind[kind], (), f"all {kind}")
