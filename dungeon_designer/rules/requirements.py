"""State where objects may lie, as requirements of a rule.

Problems, fixes, the squares that the editor highlights, and the generator all follow from these requirements.

A rule about where objects lie has a function `list_requirements`, given the context and the rule's settings. The
problems of broken requirements (`find_problems`) are the rule's check unless it has one of its own.
`build_square_test` tells which squares a requirement leaves to an object.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from dungeon_designer.analysis.spacing import find_near_pairs
from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, list_block_squares, measure_distance
from dungeon_designer.kinds import ObjectKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import (
    PlacedObject,
    list_objects_of_kind,
    order_for_moving,
    propose_moving_all,
    propose_moving_one,
)
from dungeon_designer.rules.rule_problem import MAX_FINDINGS_PER_RULE, RuleProblem
from dungeon_designer.rules.rule_settings import (
    Bounds,
)
from dungeon_designer.rules.rule_text import (
    format_count,
    format_squares,
)
from dungeon_designer.rulesets.ruleset_model import Metric

MAX_MOVED_OBJECTS = 12
"""A section with more objects too many than this gets no proposal to move them."""

MAX_SQUARES_TO_AVOID = MAX_FINDINGS_PER_RULE
"""A requirement of distance from more squares than this allows no square, since measuring would take too long."""


class ClosedSquares(NamedTuple):
    """A requirement that objects of a kind do not lie on certain squares.

    Attributes:
        kind: The kind of the objects.
        explain_square: Returns where an object on a square would lie ("in the lava"); '' if it may lie there.
        owners: The teams whose objects are meant, with None for objects of no team; None if all objects are meant.
        is_notice: Whether breaking it is only a notice, whatever the level of the rule.
    """

    kind: ObjectKind
    explain_square: Callable[[Square], str]
    owners: frozenset[Team | None] | None = None
    is_notice: bool = False

    def matches(self, placed_object: PlacedObject) -> bool:
        """Return whether the requirement applies to an object: whether its kind and owner are the ones meant."""
        return placed_object.kind is self.kind and (self.owners is None or placed_object.owner in self.owners)


class MinDistanceFrom(NamedTuple):
    """A requirement that objects of a kind keep a distance from certain squares.

    Attributes:
        kind: The kind of the objects.
        squares: The squares to keep away from.
        min_distance: The least distance, by the ruleset's `metric`.
        name: What messages call the squares, as "an end zone".
        is_notice: Whether breaking it is only a notice, whatever the level of the rule.
    """

    kind: ObjectKind
    squares: Sequence[Square]
    min_distance: int
    name: str
    is_notice: bool = False


class MinDistanceBetween(NamedTuple):
    """A requirement that each object of one kind keeps a distance from each object of another kind.

    Attributes:
        kind: The first kind.
        other_kind: The second kind; it may be the same.
        min_distance: The least distance, by the ruleset's `metric`.
        is_notice: Whether breaking it is only a notice, whatever the level of the rule.
    """

    kind: ObjectKind
    other_kind: ObjectKind
    min_distance: int
    is_notice: bool = False


class FloorArea(NamedTuple):
    """A part of the floor in which objects are counted, such as a section or a team's half.

    Attributes:
        name: What messages call it.
        squares: Its squares.
        covered_squares: The squares that a finding shows if too few objects lie in it.
    """

    name: str
    squares: Collection[Square]
    covered_squares: tuple[Square, ...] = ()


class CountPerArea(NamedTuple):
    """A requirement on the number of objects of a kind in each of several parts of the floor.

    Attributes:
        kind: The kind of the objects.
        areas: The parts of the floor.
        bounds: How many objects may lie in each of them.
        is_notice: Whether breaking it is only a notice, whatever the level of the rule.
    """

    kind: ObjectKind
    areas: Sequence[FloorArea]
    bounds: Bounds
    is_notice: bool = False


class TotalCount(NamedTuple):
    """A requirement on the number of objects of a kind in the whole dungeon.

    Attributes:
        kind: The kind of the objects.
        bounds: How many objects there may be.
        is_notice: Whether breaking it is only a notice, whatever the level of the rule.
    """

    kind: ObjectKind
    bounds: Bounds
    is_notice: bool = False


Requirement = ClosedSquares | MinDistanceFrom | MinDistanceBetween | CountPerArea | TotalCount
"""One requirement of a rule on where objects lie."""

RequirementLister = Callable[[Context, Any], Iterable[Requirement]]
"""A function that lists the requirements of a rule, given the context and the rule's settings."""

SquareTest = Callable[[Square], bool]
"""A function that tells whether an object may lie on a floor square."""


def build_square_test(context: Context, requirement: Requirement, placed_object: PlacedObject) -> SquareTest | None:
    """Return a function that tells whether an object may lie on a square, as far as one requirement is concerned.

    All other objects stay where they lie. Return None if the requirement does not restrict this object.
    """
    if isinstance(requirement, MinDistanceBetween):
        return _build_test_between(context, requirement, placed_object)
    if isinstance(requirement, ClosedSquares):
        return (lambda square: not requirement.explain_square(square)) if requirement.matches(placed_object) else None
    if requirement.kind is not placed_object.kind or isinstance(requirement, TotalCount):
        return None
    if isinstance(requirement, CountPerArea):
        return _build_count_test(context.board, requirement, placed_object)
    return _build_test_from_squares(context, requirement)


def _build_test_between(
    context: Context, requirement: MinDistanceBetween, placed_object: PlacedObject
) -> SquareTest | None:
    """Return a function that tells whether a square is far enough from objects of another kind (or of the same).

    None is returned if the requirement is not about the kind of the object that is to lie there. Distances ignore
    walls: if the ruleset counts steps on foot, these are never fewer, so no square is allowed that is too near.
    """
    if placed_object.kind not in (requirement.kind, requirement.other_kind):
        return None
    is_first_kind = placed_object.kind is requirement.kind
    other_kind = requirement.other_kind if is_first_kind else requirement.kind
    other_objects = list_objects_of_kind(context.board, other_kind)
    if placed_object in other_objects:
        other_objects.remove(placed_object)
    squares = [square for other_object in other_objects for square in other_object.squares]
    return _build_distance_test(context.board, squares, requirement.min_distance)


def _build_count_test(board: Board, requirement: CountPerArea, placed_object: PlacedObject) -> SquareTest:
    """Return a function that tells whether a square lies in no part of the floor that holds enough objects already.

    The object that is to lie there, if it is on the board, is not counted where it lies now.
    """
    occupied_squares = [other_object.square for other_object in list_objects_of_kind(board, requirement.kind)]
    if placed_object.square in occupied_squares:
        occupied_squares.remove(placed_object.square)
    full_squares: set[Square] = set()
    for area in requirement.areas:
        object_count = sum(square in area.squares for square in occupied_squares)
        if not requirement.bounds.allows(object_count + 1):
            full_squares.update(area.squares)
    return lambda square: square not in full_squares


def _build_test_from_squares(context: Context, requirement: MinDistanceFrom) -> SquareTest:
    """Return a function that tells whether a square is far enough from the squares that the requirement names."""
    squares, min_distance = requirement.squares, requirement.min_distance
    if len(squares) > MAX_SQUARES_TO_AVOID:  # more than anybody draws
        return lambda square: False
    if context.ruleset.metric is Metric.SQUARES:
        return _build_distance_test(context.board, squares, min_distance)
    return lambda square: all(
        context.measure_distance(other_square, square, min_distance) >= min_distance for other_square in squares
    )


def _build_distance_test(board: Board, other_squares: Sequence[Square], min_distance: int) -> SquareTest:
    """Return a function that tells whether a square is at least `min_distance` from all of `other_squares`.

    Walls are ignored. The squares that are too near are collected beforehand, unless there would be more of them than
    squares on the board.
    """
    reach = min_distance - 1  # a square this far away, in any direction, is still too near
    block_width = 2 * reach + 1
    if block_width**2 > len(board):
        return lambda square: all(measure_distance(square, other) >= min_distance for other in other_squares)
    near_squares = {
        near_square
        for x, y in other_squares
        for near_square in list_block_squares((x - reach, y - reach), (block_width, block_width))
    }
    return lambda square: square not in near_squares


def find_problems(list_requirements: RequirementLister, context: Context, settings: Any) -> Iterator[RuleProblem]:
    """Yield the problems of objects that break a rule's requirements on where objects lie.

    `TotalCount` is skipped, since the rules that count objects report it themselves.

    Args:
        list_requirements: The rule's function that lists its requirements.
        context: The context of the check.
        settings: The rule's settings.
    """
    for requirement in list_requirements(context, settings):
        if isinstance(requirement, ClosedSquares):
            yield from find_intruders(context, requirement, list_objects_of_kind(context.board, requirement.kind))
        elif isinstance(requirement, MinDistanceFrom):
            yield from _find_objects_near_squares(context, requirement)
        elif isinstance(requirement, MinDistanceBetween):
            yield from _find_objects_near_each_other(context, requirement)
        elif isinstance(requirement, CountPerArea):
            yield from _find_count_problems(context.board, requirement)


def _find_objects_near_squares(context: Context, requirement: MinDistanceFrom) -> Iterator[RuleProblem]:
    """Yield a problem for each object that is too near to certain squares, such as those of end zones.

    The problem has the squares of the object, then all squares that it is too near to.
    """
    objects = list_objects_of_kind(context.board, requirement.kind)
    pairs = find_near_pairs(
        [placed_object.squares for placed_object in objects],
        requirement.min_distance,
        context.measure_distance,
        other_objects=[(square,) for square in requirement.squares],  # each square is an object of its own
    )
    for object_index, pairs_of_object in groupby(pairs, key=attrgetter("first")):
        placed_object, near_pairs = objects[object_index], list(pairs_of_object)
        near_squares = [requirement.squares[pair.second] for pair in near_pairs]
        yield _build_distance_problem(
            context,
            requirement,
            f"{placed_object.name_with_square} and {requirement.name}",
            min(pair.distance for pair in near_pairs),
            tuple(dict.fromkeys((*placed_object.squares, *near_squares))),
            placed_object,
        )


def _find_objects_near_each_other(context: Context, requirement: MinDistanceBetween) -> Iterator[RuleProblem]:
    """Yield a problem for each two objects, such as a chest and a portal, that are too near to each other."""
    is_same_kind = requirement.other_kind is requirement.kind
    objects = list_objects_of_kind(context.board, requirement.kind)
    other_objects = objects if is_same_kind else list_objects_of_kind(context.board, requirement.other_kind)
    # Without other objects, those of the one kind are compared with each other.
    other_squares = None if is_same_kind else [placed_object.squares for placed_object in other_objects]
    for pair in find_near_pairs(
        [placed_object.squares for placed_object in objects],
        requirement.min_distance,
        context.measure_distance,
        MAX_FINDINGS_PER_RULE,
        other_squares,
    ):
        first_object, second_object = objects[pair.first], other_objects[pair.second]
        subject = f"{first_object.name_with_square} and {second_object.name_with_square}"
        if first_object.kind is second_object.kind is ObjectKind.CHEST:
            subject = f"the chests at {first_object.square} and {second_object.square}"
        movable_objects = [first_object, second_object]
        if is_same_kind:
            movable_objects = order_for_moving(movable_objects)
        yield _build_distance_problem(context, requirement, subject, pair.distance, pair.squares, *movable_objects)


def _choose_level(requirement: Requirement) -> Level | None:
    """Return the level of the requirement's problems: INFO if it is only a notice, None for the level of the rule."""
    return Level.INFO if requirement.is_notice else None


def _build_distance_problem(
    context: Context,
    requirement: MinDistanceFrom | MinDistanceBetween,
    subject: str,
    measured_distance: int,
    squares: tuple[Square, ...],
    *movable_objects: PlacedObject,
) -> RuleProblem:
    """Return the problem of an object that is too near to another object, or to certain squares.

    Args:
        context: The context of the check.
        requirement: The distance that is required.
        subject: The start of the message: what is too near to what.
        measured_distance: Their distance, in squares or, if the ruleset's `metric` is walk, in steps.
        squares: The squares of the problem.
        movable_objects: The objects that a fix may move; the first that fits elsewhere is moved.
    """
    unit = "step" if context.ruleset.metric is Metric.WALK else "square"
    distance_text = format_count(measured_distance, unit)
    message = f"{subject} are {distance_text} apart; at least {requirement.min_distance} are required"
    return RuleProblem(
        message,
        squares,
        measured_distance,
        requirement.min_distance,
        level=_choose_level(requirement),
        moves=propose_moving_one(*movable_objects),
    )


def find_intruders(
    context: Context, requirement: ClosedSquares, objects: Iterable[PlacedObject]
) -> Iterator[RuleProblem]:
    """Yield a problem for each of the objects that lies on a square where the requirement forbids it."""
    for placed_object in objects:
        square = placed_object.square
        if not requirement.matches(placed_object) or square not in context.board:
            continue
        reason = requirement.explain_square(square)  # "in the lava", or '' if it may lie there
        if reason:
            yield RuleProblem(
                f"{placed_object.name_with_square} lies {reason}",
                (square,),
                level=_choose_level(requirement),
                moves=propose_moving_one(placed_object),
            )


def _find_count_problems(board: Board, requirement: CountPerArea) -> Iterator[RuleProblem]:
    """Yield a problem for each part of the floor that holds too many or too few objects.

    If there are too many, the problem proposes to move the last ones by row; if MAX_MOVED_OBJECTS are not enough, it
    proposes no move.
    """
    objects, bounds = list_objects_of_kind(board, requirement.kind), requirement.bounds
    if not objects and bounds.allows(0):
        return
    for area in requirement.areas:
        area_objects = [placed_object for placed_object in objects if placed_object.square in area.squares]
        if bounds.allows(len(area_objects)):
            continue
        squares = tuple(placed_object.square for placed_object in area_objects)
        count_text = f"no {requirement.kind}s"
        if area_objects:
            count_text = f"{format_count(len(area_objects), requirement.kind)}, at {format_squares(squares)}"
        is_too_few = bounds.min is not None and len(area_objects) < bounds.min
        excess_count = len(area_objects) - bounds.max if bounds.max is not None else 0
        can_move = 0 < excess_count <= MAX_MOVED_OBJECTS
        yield RuleProblem(
            f"{area.name} holds {count_text}; {bounds.range_text} {'must' if is_too_few else 'may'} lie in it",
            area.covered_squares if is_too_few else squares,
            measured=len(area_objects),
            required=bounds.required_value,
            level=_choose_level(requirement),
            moves=propose_moving_all(order_for_moving(area_objects)[:excess_count] if can_move else []),
        )
