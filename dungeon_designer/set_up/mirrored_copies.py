"""Tell which rules the mirrored copies of a chest or portal break, where the object alone breaks none.

The editor places an object together with its mirrored copies. Only the board with all of them is checked. Whether the
object alone would break one of the broken rules, too, follows from the requirements of the rules on the board before,
and from the squares of the problems. A rule that the object breaks alone, but not with its copies, is not noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict, find_worsened_rules
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import list_objects_of_kind
from dungeon_designer.rules.requirements import TotalCount
from dungeon_designer.rules.rule_registry import ConfiguredRule, list_enabled_rules
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.set_up.placement import find_squares_for_object


class MirroredPlacement(NamedTuple):
    """A chest or portal that is placed together with its mirrored copies.

    Attributes:
        before: the board before.
        ruleset: the ruleset.
        layout_alone: the layout with the object, but without its copies.
        layout_with_copies: the layout with the object and its copies.
    """

    before: Board
    ruleset: Ruleset
    layout_alone: Layout
    layout_with_copies: Layout


def find_rules_broken_by_copies(
    placement: MirroredPlacement, verdict_before: Verdict, verdict_with_copies: Verdict
) -> frozenset[str]:
    """Return the names of the rules that only the mirrored copies break, so that the object should be placed alone.

    The result is empty if no rule finds more errors or warnings than before, or if the object alone breaks one of the
    rules that do.

    Args:
        placement: the object and its copies.
        verdict_before: the verdict on the board before.
        verdict_with_copies: the verdict on the board with the object and its copies.
    """
    worsened_rules = find_worsened_rules(verdict_before, verdict_with_copies)
    if not worsened_rules or _is_object_refused(placement):
        return frozenset()
    known_findings = {_identify_finding(finding) for finding in verdict_before.findings}
    rules = list_enabled_rules(placement.ruleset)
    rules_about_places = {configured.rule.name for configured in rules if configured.rule.list_requirements}
    new_findings = [
        finding
        for finding in verdict_with_copies.findings
        if finding.rule in worsened_rules - rules_about_places
        and finding.level is not Level.INFO
        and _identify_finding(finding) not in known_findings
    ]
    object_squares = {square for _, square in _list_added_objects(placement.before.layout, placement.layout_alone)}
    all_added = _list_added_objects(placement.before.layout, placement.layout_with_copies)
    copy_squares = {square for _, square in all_added} - object_squares
    if any(_concerns_object(finding, object_squares, copy_squares) for finding in new_findings):
        return frozenset()
    return worsened_rules


def _is_object_refused(placement: MirroredPlacement) -> bool:
    """Return whether the object alone breaks a rule that states where objects may lie, or how many there may be."""
    before, ruleset = placement.before, placement.ruleset
    context, rules = Context(before, ruleset), list_enabled_rules(ruleset)
    return any(
        find_squares_for_object(before, ruleset, kind is ObjectKind.PORTAL).explain_refusal(square)
        or any(_is_number_exceeded(configured, context, kind) for configured in rules)
        for kind, square in _list_added_objects(before.layout, placement.layout_alone)
    )


def _is_number_exceeded(configured: ConfiguredRule, context: Context, kind: ObjectKind) -> bool:
    """Return whether a rule allows the present number of objects of a kind in the whole dungeon, but not one more."""
    count = len(list_objects_of_kind(context.board, kind))
    return any(
        requirement.bounds.allows(count) and not requirement.bounds.allows(count + 1)
        for requirement in configured.list_requirements(context)
        if isinstance(requirement, TotalCount) and requirement.kind is kind and not requirement.is_notice
    )


def _list_added_objects(before: Layout, after: Layout) -> Iterator[tuple[ObjectKind, Square]]:
    """Yield the kind and square of each chest and portal that the second layout has and the first has not."""
    for square in after.chests:
        if square not in before.chests:
            yield ObjectKind.CHEST, square
    for portal in after.portals:
        if portal not in before.portals:
            yield ObjectKind.PORTAL, portal.at


def _concerns_object(finding: Finding, object_squares: set[Square], copy_squares: set[Square]) -> bool:
    """Return whether a problem concerns the object that a coach placed, and not only its mirrored copies.

    Symmetry repeats an object as mirrored copies elsewhere. A problem concerns only the copies if its squares contain
    one of theirs but none of the object's. If its squares contain neither, it counts as the object's.
    """
    return not object_squares.isdisjoint(finding.squares) or copy_squares.isdisjoint(finding.squares)


def _identify_finding(finding: Finding) -> tuple[str, str, tuple[Square, ...]]:
    """Return what tells a problem from others: its rule, message and squares."""
    return finding.rule, finding.message, finding.squares
