"""Tell where a chest, a portal, a square door or a pit counter may lie, and why not elsewhere. No Qt here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.board.build import update_board
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square, find_neighbour, measure_distance
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.layout_edits.floor import add_square_door
from dungeon_designer.layout_edits.objects import add_chest, add_portal, list_objects, remove_objects
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.rules.closed_squares import limit_counters, limit_square_doors
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import DoorCount, FloorRequirement, ObjectCount, StatedRequirement
from dungeon_designer.rules.placed_objects import UNPLACED_PORTAL_NUMBER, UNPLACED_SQUARE, build_chest, build_portal
from dungeon_designer.rules.requirements import CountPerArea, MinDistanceBetween, SquareTest, build_square_test
from dungeon_designer.rules.rule_registry import list_enabled_rules, read_floor_requirements
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.translation import fill_placeholders, translate

NO_SYMMETRY = Symmetry()
"""The symmetry that mirrors nothing."""


class PossibleSquares(Struct, frozen=True):
    """The squares where an object may lie, and the reasons why not elsewhere.

    Attributes:
        free_squares: The squares where it may lie.
        reason_by_square: For other floor squares, why it may not lie there, with the rule that forbids it, if any.
        other_reason: The reason for all squares that are in neither of these; '' for "there is no floor here".
    """

    free_squares: frozenset[Square]
    reason_by_square: dict[Square, str]
    other_reason: str = ""

    def explain_refusal(self, square: Square) -> str:
        """Return why an object may not lie on a square; '' if it may."""
        if square in self.free_squares:
            return ""
        return self.reason_by_square.get(square) or self.other_reason or translate("placing", "there is no floor here")


def find_squares_for_object(
    board: Board, ruleset: Ruleset, is_portal: bool, moved_square: Square | None = None
) -> PossibleSquares:
    """Return where one more chest or portal may lie, and why not elsewhere.

    The square must be free floor to stand on. It must keep the requirements of all rules about placement, except those
    that would only give a notice. Its mirrored copies are not considered, see `find_squares_for_copies`.

    Args:
        board: The board.
        ruleset: The ruleset.
        is_portal: Whether the object is a portal; else it is a chest.
        moved_square: The square from which the object is picked up; None if it is a new one.
    """
    portal_numbers = (portal.number for portal in board.portals if portal.square == moved_square)
    if is_portal:
        placed_object = build_portal(moved_square or UNPLACED_SQUARE, next(portal_numbers, UNPLACED_PORTAL_NUMBER))
    else:
        placed_object = build_chest(moved_square or UNPLACED_SQUARE)
    context, reasons = Context(board, ruleset), [*_list_plain_tests(board, moved_square)]
    for enabled_rule in list_enabled_rules(ruleset):
        if enabled_rule.rule.closed_square_text:
            source = f" ({enabled_rule.entry.source})" if enabled_rule.entry.source else ""
            reason = f"{translate('placing', enabled_rule.rule.closed_square_text)}: {enabled_rule.rule.name}{source}"
            square_tests = (
                build_square_test(context, requirement, placed_object)
                for requirement in enabled_rule.list_requirements(context)
                if not requirement.is_notice
            )
            reasons += [(reason, is_free) for is_free in square_tests if is_free is not None]
    return _collect_free_squares(board, reasons)


def find_squares_for_copies(
    board: Board, ruleset: Ruleset, is_portal: bool, symmetry: Symmetry = NO_SYMMETRY
) -> PossibleSquares:
    """Return where one more chest or portal may lie, and why not elsewhere, with the copies that symmetry adds.

    If edits are mirrored, the object also appears on the mirrored squares, where it must be possible, too. No square is
    free if the dungeon would then have more chests or portals than the rules allow.

    Args:
        board: The board.
        ruleset: The ruleset.
        is_portal: Whether the object is a portal; else it is a chest.
        symmetry: The symmetry that gives the squares of the copies.
    """
    kind, context = ObjectKind.PORTAL if is_portal else ObjectKind.CHEST, Context(board, ruleset)
    requirements = [
        requirement
        for enabled_rule in list_enabled_rules(ruleset)
        if enabled_rule.rule.closed_square_text
        for requirement in enabled_rule.list_requirements(context)
    ]
    min_distances = [
        requirement.min_distance
        for requirement in requirements
        if isinstance(requirement, MinDistanceBetween) and requirement.kind is requirement.other_kind is kind
    ]
    section_limits = [
        requirement
        for requirement in requirements
        if isinstance(requirement, CountPerArea) and requirement.kind is kind
    ]
    present_count = len(board.portals if is_portal else board.chests)
    return _find_squares_for_copies(
        board,
        symmetry,
        find_squares=lambda current_board: find_squares_for_object(current_board, ruleset, is_portal),
        place_object=add_portal if is_portal else add_chest,
        explain_excess=_build_count_check(_list_object_limits(board, ruleset, kind), present_count),
        min_distance=max(min_distances, default=1),
        has_section_limit=bool(section_limits),
    )


def find_squares_for_door_copies(board: Board, ruleset: Ruleset, symmetry: Symmetry = NO_SYMMETRY) -> PossibleSquares:
    """Return where one more door may fill a square, and why not elsewhere, with the copies that symmetry adds.

    If edits are mirrored, the door also appears on the mirrored squares, where it must be possible, too. No square is
    free if the dungeon would then have more doors than the rules allow.
    """
    return _find_squares_for_copies(
        board,
        symmetry,
        find_squares=find_squares_for_door,
        place_object=lambda layout, square: add_square_door(layout, square, board.library),
        explain_excess=_build_count_check(
            [
                CountLimit(stated.requirement.bounds.max, stated)
                for stated in read_floor_requirements(ruleset, len(board.teams)).list_stated(DoorCount)
            ],
            len(board.layout.square_doors),
        ),
    )


def find_squares_to_move(
    board: Board, ruleset: Ruleset, square: Square, is_portal: bool, symmetry: Symmetry = NO_SYMMETRY
) -> PossibleSquares:
    """Return where a chest or portal may be moved together with its mirrored copies, and why not elsewhere.

    The object and its copies are taken away first, so that they are not in their own way.

    Args:
        board: The board.
        ruleset: The ruleset.
        square: The square where the object lies now.
        is_portal: Whether the object is a portal; else it is a chest.
        symmetry: The symmetry that gives the squares of the copies.
    """
    moved_squares = {square, *symmetry.list_copies(square)}
    field = "portals" if is_portal else "chests"
    objects = [map_object for map_object in list_objects(board.layout) if map_object.field == field]
    moved_objects = [
        map_object
        for map_object in objects
        if (map_object.value.at if is_portal else map_object.value) in moved_squares
    ]
    layout_without = remove_objects(board.layout, moved_objects)
    return find_squares_for_copies(update_board(board, layout_without), ruleset, is_portal, symmetry)


class CountLimit(NamedTuple):
    """The greatest number of objects that a rule allows; None if it allows any number."""

    maximum: int | None
    stated: StatedRequirement[FloorRequirement]


def _list_object_limits(board: Board, ruleset: Ruleset, kind: ObjectKind) -> list[CountLimit]:
    """Return the greatest numbers of objects of a kind that the rules allow in a dungeon for this number of teams."""
    team_count = len(board.teams)
    return [
        CountLimit(stated.requirement.build_total_bounds(team_count).max, stated)
        for stated in read_floor_requirements(ruleset, team_count).list_stated(ObjectCount)
        if stated.requirement.kind is kind
    ]


def _build_count_check(limits: Iterable[CountLimit], present_count: int) -> Callable[[int], str]:
    """Return a function that takes a number of further objects and returns why they are too many; '' if they are not.

    They are too many if the dungeon would have more than one of the limits allows. A rule that only gives a notice
    limits nothing.

    Args:
        limits: The limits of the rules.
        present_count: How many objects the dungeon has now.
    """
    limit_list = [limit for limit in limits if limit.stated.level is not RuleLevel.NOTICE]

    def explain_excess(added_count: int) -> str:
        """Return why so many further objects are too many; '' if they are not."""
        for maximum, stated in limit_list:
            if maximum is not None and present_count + added_count > maximum:
                return fill_placeholders(translate("placing", "no more may lie in this dungeon: %1"), stated.citation)
        return ""

    return explain_excess


def _find_squares_for_copies(
    board: Board,
    symmetry: Symmetry,
    find_squares: Callable[[Board], PossibleSquares],
    place_object: Callable[[Layout, Square], Layout],
    explain_excess: Callable[[int], str],
    min_distance: int = 1,
    has_section_limit: bool = False,
) -> PossibleSquares:
    """Return where one more object may lie together with its mirrored copies, and why not elsewhere.

    If edits are mirrored, an object also appears on the mirrored squares.

    Args:
        board: The board.
        symmetry: The symmetry that gives the squares of the copies.
        find_squares: Returns where one object may lie on a board, without regard to copies.
        place_object: Returns a layout with the object on a square.
        explain_excess: Returns why a number of further objects is too many; '' if it is not.
        min_distance: The distance that objects of this kind must keep. Copies that are farther apart cannot be in each
            other's way, which saves a millisecond a square.
        has_section_limit: Whether a rule limits the number of objects in a section.
    """
    possible_alone = find_squares(board)

    def can_conflict(squares: list[Square]) -> bool:
        """Return whether objects on these squares may be in each other's way: near each other, or in one section."""
        sections = [board.section_by_square[square] for square in squares] if has_section_limit else []
        is_near = any(measure_distance(first, second) < min_distance for first, second in combinations(squares, 2))
        return is_near or len(set(sections)) < len(sections)

    def explain_copies(square: Square, copies: list[Square]) -> str:
        """Return why one of the mirrored copies may not lie on its square; '' if all may.

        Each copy is tested alone, and again with the object and the copies before it placed.
        """
        if reason := next(filter(None, map(possible_alone.explain_refusal, copies)), ""):
            return reason
        if not can_conflict([square, *copies]):  # else each further test takes a millisecond
            return ""
        current_board = board
        for occupied_square, copy in pairwise([square, *copies]):
            current_board = update_board(current_board, place_object(current_board.layout, occupied_square))
            if reason := find_squares(current_board).explain_refusal(copy):
                return reason
        return ""

    reason_by_square = dict(possible_alone.reason_by_square)
    for square in possible_alone.free_squares:
        copies = symmetry.list_copies(square)
        if reason := explain_excess(1 + len(copies)):
            reason_by_square[square] = reason
        elif reason := explain_copies(square, copies):
            reason_by_square[square] = fill_placeholders(translate("placing", "across the axis: %1"), reason)
    return PossibleSquares(frozenset(possible_alone.free_squares - reason_by_square.keys()), reason_by_square)


def find_squares_for_counter(board: Board, ruleset: Ruleset, owner: Team) -> PossibleSquares:
    """Return where a coach may place a pit counter, and why not elsewhere.

    It may lie on free floor where the ruleset allows counters of its owner. An edition without a rule about them uses
    that of gw-1989, Pit Traps.
    """
    limit = limit_counters(Context(board, ruleset), owner)
    return _collect_free_squares(board, (*_list_plain_tests(board), limit))


def find_squares_for_door(board: Board) -> PossibleSquares:
    """Return where a door that fills a square may stand, and why not elsewhere.

    It may fill a free floor square in a gap one square wide, or a rock square with floor on exactly two opposite sides,
    which is a wall one square thick. Source: gw-1989, Setting Up: Doors.
    """
    possible_on_floor = _collect_free_squares(board, (*_list_plain_tests(board), limit_square_doors(board)))
    squares_beside_floor = {
        find_neighbour(square, side) for square in board.section_by_square for side in (Side.EAST, Side.SOUTH)
    }
    thin_walls = {square for square in squares_beside_floor if square not in board and _is_thin_wall(board, square)}
    return PossibleSquares(possible_on_floor.free_squares | thin_walls, possible_on_floor.reason_by_square)


def _is_thin_wall(board: Board, square: Square) -> bool:
    """Return whether a square of rock has floor on exactly two sides, which are opposite each other."""
    sides_with_floor = {side for side in Side if find_neighbour(square, side) in board}
    return sides_with_floor in ({Side.EAST, Side.WEST}, {Side.NORTH, Side.SOUTH})


def _collect_free_squares(board: Board, tests: Iterable[tuple[str, SquareTest]]) -> PossibleSquares:
    """Return the floor squares that pass all tests, and for each other one the reason of the first test that it fails.

    Args:
        board: The board.
        tests: Pairs of a reason, and a function that returns True for squares to which the reason does not apply.
    """
    test_list, reason_by_square = list(tests), dict[Square, str]()
    for square in board.section_by_square:
        if reason := next((text for text, is_free in test_list if not is_free(square)), ""):
            reason_by_square[square] = reason
    return PossibleSquares(frozenset(board.section_by_square.keys() - reason_by_square.keys()), reason_by_square)


def _list_plain_tests(board: Board, picked_square: Square | None = None) -> Iterator[tuple[str, SquareTest]]:
    """Yield the reasons, apart from rules, why an object may not lie on a square, each with its test.

    They are that something lies there, nobody can stand there, a door stands there, or it is an entry. The test returns
    True for squares to which the reason does not apply.

    Args:
        board: The board.
        picked_square: The square of an object that is picked up, so that it is not in its own way; None for none.
    """
    traps = {square for trap in board.traps for square in trap.squares}
    occupied_squares = ((board.chest_squares | board.portal_squares) - {picked_square}) | traps
    yield translate("placing", "something lies here already"), lambda candidate: candidate not in occupied_squares
    yield translate("placing", "nobody can stand here"), lambda candidate: candidate in board.walkable_squares
    yield translate("placing", "a door stands here"), lambda candidate: candidate not in board.door_squares
    yield translate("placing", "this is an entry"), lambda candidate: candidate not in board.entry_squares
