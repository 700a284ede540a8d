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
        if placed_object.kind not in (requirement.kind, requirement.other_kind):
            return None
        other_objects = list_objects_of_kind(
            context.board, requirement.other_kind if placed_object.kind is requirement.kind else requirement.kind
        )
        if placed_object in other_objects:
            other_objects.remove(placed_object)
        squares = [square for other_object in other_objects for square in other_object.squares]
        # as the crow flies: no walk is shorter
        return _build_distance_test(context.board, squares, requirement.min_distance)
    if isinstance(requirement, ClosedSquares):
        return (lambda square: not requirement.explain_square(square)) if requirement.matches(placed_object) else None
    if requirement.kind is not placed_object.kind or isinstance(requirement, TotalCount):
        return None
    if isinstance(requirement, CountPerArea):
        occupied_squares = [other.square for other in list_objects_of_kind(context.board, requirement.kind)]
        if placed_object.square in occupied_squares:
            occupied_squares.remove(placed_object.square)
        full_areas = [
            p
            for p in requirement.areas
            if not requirement.bounds.allows(sum(other_square in p.squares for other_square in occupied_squares) + 1)
        ]
        full_squares = {square for area in full_areas for square in area.squares}
        return lambda square: square not in full_squares
    if len(requirement.squares) > MAX_FINDINGS_PER_RULE:  # nowhere, where that is more than anybody draws
        return lambda square: False
    if context.ruleset.metric is Metric.SQUARES:
        return _build_distance_test(context.board, requirement.squares, requirement.min_distance)
    return lambda square: all(
        context.measure_distance(other_square, square, requirement.min_distance) >= requirement.min_distance
        for other_square in requirement.squares
    )


def _build_distance_test(board: Board, other_squares: Sequence[Square], min_distance: int) -> SquareTest:
    """Return a function that tells whether a square is at least `min_distance` from all of `other_squares`.

    Walls are ignored. The squares that are too near are collected beforehand, unless there would be more of them than
    squares on the board.
    """
    if (2 * min_distance - 1) ** 2 > len(board):
        return lambda square: all(measure_distance(square, other) >= min_distance for other in other_squares)
    size = 2 * min_distance - 1, 2 * min_distance - 1
    near_squares = {
        near_square
        for x, y in other_squares
        for near_square in list_block_squares((x - min_distance + 1, y - min_distance + 1), size)
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
        elif isinstance(requirement, MinDistanceFrom):  # one for each thing, with all squares it is too near to
            objects = list_objects_of_kind(context.board, requirement.kind)
            squares = [(square,) for square in requirement.squares]
            pairs = find_near_pairs(
                [placed_object.squares for placed_object in objects],
                requirement.min_distance,
                context.measure_distance,
                other_objects=squares,
            )
            for index, pairs_of_object in groupby(pairs, key=attrgetter("first")):
                placed_object, object_pairs = objects[index], list(pairs_of_object)
                problem_squares = tuple(
                    dict.fromkeys(
                        (
                            *placed_object.squares,
                            *(requirement.squares[near_pair.second] for near_pair in object_pairs),
                        )
                    )
                )
                nearest = min(near_pair.distance for near_pair in object_pairs)
                yield _build_distance_problem(
                    context,
                    requirement,
                    f"{placed_object.name_with_square} and {requirement.name}",
                    nearest,
                    problem_squares,
                    placed_object,
                )
        elif isinstance(requirement, MinDistanceBetween):
            first_objects = list_objects_of_kind(context.board, requirement.kind)
            is_same_kind = requirement.other_kind is requirement.kind
            second_objects = (
                first_objects if is_same_kind else list_objects_of_kind(context.board, requirement.other_kind)
            )
            second_squares = None if is_same_kind else [placed_object.squares for placed_object in second_objects]
            for pair in find_near_pairs(
                [placed_object.squares for placed_object in first_objects],
                requirement.min_distance,
                context.measure_distance,
                MAX_FINDINGS_PER_RULE,
                second_squares,
            ):
                first_object, second_object = first_objects[pair.first], second_objects[pair.second]
                are_chests = first_object.kind is second_object.kind is ObjectKind.CHEST
                if are_chests:
                    subject = f"the chests at {first_object.square} and {second_object.square}"
                else:
                    subject = f"{first_object.name_with_square} and {second_object.name_with_square}"
                moved_first, moved_second = (
                    order_for_moving([first_object, second_object]) if is_same_kind else (first_object, second_object)
                )
                yield _build_distance_problem(
                    context, requirement, subject, pair.distance, pair.squares, moved_first, moved_second
                )
        elif isinstance(requirement, CountPerArea):
            yield from _find_count_problems(context.board, requirement)


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
    message = f"{subject} are {distance_text} apart; at least {requirement.min_distance} are asked for"
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
        if (
            requirement.matches(placed_object)
            and placed_object.square in context.board
            and (reason := requirement.explain_square(placed_object.square))
        ):
            message = f"{placed_object.name_with_square} lies {reason}"
            yield RuleProblem(
                message,
                (placed_object.square,),
                level=_choose_level(requirement),
                moves=propose_moving_one(placed_object),
            )


def _find_count_problems(board: Board, requirement: CountPerArea) -> Iterator[RuleProblem]:
    """Yield a problem for each part of the floor that holds too many or too few objects.

    If there are too many, the problem proposes to move the last ones by row; if MAX_MOVED_OBJECTS are not enough, it
    proposes no move.
    """
    objects, bounds = list_objects_of_kind(board, requirement.kind), requirement.bounds
    for area in requirement.areas if objects or not bounds.allows(0) else ():
        area_objects = [placed_object for placed_object in objects if placed_object.square in area.squares]
        if bounds.allows(len(area_objects)):
            continue
        is_too_few = bounds.min is not None and len(area_objects) < bounds.min
        count_text, positions = f"no {requirement.kind}s", ""
        if area_objects:
            count_text = format_count(len(area_objects), requirement.kind)
            positions = f", at {format_squares([placed_object.square for placed_object in area_objects])}"
        excess = len(area_objects) - bounds.max if bounds.max is not None else 0
        yield RuleProblem(
            f"{area.name} holds {count_text}{positions};"
            f" {bounds.range_text} {'must' if is_too_few else 'may'} lie in it",
            area.covered_squares if is_too_few else tuple(placed_object.square for placed_object in area_objects),
            measured=len(area_objects),
            required=bounds.required_value,
            level=_choose_level(requirement),
            moves=propose_moving_all(
                order_for_moving(area_objects)[:excess] if 0 < excess <= MAX_MOVED_OBJECTS else []
            ),
        )
