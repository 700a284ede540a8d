"""Each square has at most one chest, portal or trap.

Fix: Move all but one of them. The offered fix moves chests rather than portals, each to the nearest legal square.

How it is measured:

- Pits of one kind that are drawn twice on a square are one pit.
- Two trapdoors on a square are two objects.
- There is one problem for each square with several objects.

Editions:

- Each piece is as large as a square.
- gw-1989-basic, gw-1989-expanded: Pit counters may not be on the squares of chests and portals. Two pit counters may
  share a square, because nothing forbids it. In all other editions they are two objects.

Illegal map (a chest is on a portal)::

    map: |
      ..C..
    portals: {1: [2, 0]}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Annotated

from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import (
    OBJECT_KINDS,
    PlacedObject,
    list_all_objects,
    order_for_moving,
    propose_moving_all,
)
from dungeon_designer.rules.requirements import MinDistanceBetween, Requirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, build_phrases
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.text.json_schema import describe_key

RULE_NAME = "item-overlap"

MAX_NAMED_OBJECTS = 6
"""A message about one square with more objects than this only states their number."""


class RuleSettings(Settings, frozen=True):
    """What the rule requires of pit counters."""

    player_text = ("On one square", "one chest, portal or trap[, {asked}]")
    phrases = build_phrases(
        counters_apart=lambda apart: "" if apart else "but pit counters may share a square",
        counters_source=lambda source: "",
    )

    counters_apart: Annotated[bool, describe_key("Whether two pit counters on one square are a problem.", False)] = True
    counters_source: Annotated[
        str,
        describe_key(
            "The clause about pit counters on chests and portals, if it is not the clause of the rule.",
            "Cup rules, page 4",
        ),
    ] = ""


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each square on which several chests, portals or traps lie.

    Pit counters alone may share a square, if the settings say so.
    """
    objects_by_square: dict[Square, list[PlacedObject]] = defaultdict(list)
    for placed_object in list_all_objects(context.board):
        for square in placed_object.squares:
            objects_by_square[square].append(placed_object)
    for square, objects_here in objects_by_square.items():
        may_share = not settings.counters_apart and all(map(_is_counter, objects_here))
        if len(objects_here) < 2 or may_share:
            continue
        # All but one must go away. Only chests and portals can be moved, so with several traps that is not possible.
        excess_count = len(objects_here) - 1
        movable_objects = order_for_moving([each for each in objects_here if each.is_movable])
        moved_objects = movable_objects[:excess_count] if len(movable_objects) >= excess_count else []
        yield RuleProblem(
            f"{_name_objects(objects_here)} lie together at {square}; each needs its own square",
            (square,),
            measured=len(objects_here),
            required=1,
            moves=propose_moving_all(moved_objects),
            source=_find_source(context, settings, objects_here),
        )


def _name_objects(objects: Sequence[PlacedObject]) -> str:
    """Return the objects in words, such as "a chest and portal 2"; if there are many, only their number."""
    if len(objects) > MAX_NAMED_OBJECTS:
        return f"{len(objects)} objects"
    texts = []
    for placed_object in objects:
        noun = placed_object.name.removeprefix("the ")
        article = "an" if noun.startswith("o") else "a"  # of all nouns, only "open pit" begins with a vowel
        texts.append(noun if placed_object.is_portal else f"{article} {noun}")
    return join_with_and(texts)


def _is_counter(placed_object: PlacedObject) -> bool:
    """Return whether the object is a pit counter."""
    return placed_object.name == "the pit counter"  # all traps are of one kind, and only their names tell them apart


def _find_source(context: Context, settings: RuleSettings, objects: Sequence[PlacedObject]) -> str:
    """Return the heading in the book that says that these objects, which share a square, need squares of their own.

    The ruleset states one heading for the whole rule. A book may say under another heading that pit counters lie apart
    from chests and portals; the ruleset states that one as `counters_source`. So for a counter and a chest it is that
    heading, and for a counter and two chests it is both, as in "Chests; Pit Traps". The result is '' if the heading of
    the whole rule is enough.

    Args:
        context: The context of the check.
        settings: The settings of the rule.
        objects: The objects on one square.
    """
    other_objects = [placed_object for placed_object in objects if not _is_counter(placed_object)]
    has_counter = len(other_objects) < len(objects)
    is_about_counters = has_counter and any(map(_is_chest_or_portal, other_objects))
    if not settings.counters_source or not is_about_counters:
        return ""
    if len(other_objects) == 1:
        return settings.counters_source
    rule_source = context.ruleset.rules[RULE_NAME].source
    return f"{rule_source}; {settings.counters_source}"


def _is_chest_or_portal(placed_object: PlacedObject) -> bool:
    """Return whether the object is a chest or a portal."""
    return placed_object.kind in (ObjectKind.CHEST, ObjectKind.PORTAL)


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Yield the requirements that no two objects (chests, portals, traps) share a square.

    Pit counters are traps, too. So for two traps it is only a notice if the settings let counters share a square. Every
    such function gets `context`, which is not needed here.
    """
    for first_kind, second_kind in combinations_with_replacement(OBJECT_KINDS, 2):
        is_notice = first_kind is second_kind is ObjectKind.TRAP and not settings.counters_apart
        yield MinDistanceBetween(first_kind, second_kind, 1, is_notice=is_notice)
