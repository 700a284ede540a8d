"""The portals are numbered from 1, and each number is used once.

Fix: Change the numbers. The offered fix gives the reported portals the missing numbers, the lowest first.

How it is measured:

- With n portals, each of the numbers 1 to n belongs to exactly one portal. `portal-count` checks how large n may be.
- There is one problem for each number that is used twice or is too high. Its squares are the portals with that number.

Editions:

- In every edition a die decides from which portal a player comes out.

Illegal map (two portals have the number 1, and none has the number 2)::

    map: |
      ..1..1..3..
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from dungeon_designer.board.model import PlacedPortal
from dungeon_designer.findings import Fix, RenumberPortal
from dungeon_designer.grid import rank_by_row
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import join_with_and

_MAX_PORTAL_NUMBER = 99  # the highest number a layout file can hold

RuleSettings = create_empty_settings("Numbers of the portals", "from 1 on, each once")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each number that several portals have, and for each number above the number of portals.

    A fix gives the wrong portals the unused numbers, the lowest first. With four portals numbered 1, 1, 3 and 7, the
    second 1 becomes 2 and the 7 becomes 4. The rule has no settings.
    """
    portal_count = len(context.board.portals)
    portals_by_number: dict[int, list[PlacedPortal]] = defaultdict(list)
    for portal in sorted(context.board.portals, key=lambda portal: rank_by_row(portal.square)):
        portals_by_number[portal.number].append(portal)
    unused_numbers = iter([number for number in range(1, portal_count + 1) if number not in portals_by_number])
    for number, portals in sorted(portals_by_number.items()):
        # Of several portals, the first by row keeps its number, unless the number is too high.
        wrong_portals = portals if number > portal_count else portals[1:]
        if wrong_portals:
            edits = [RenumberPortal(portal.number, portal.square, next(unused_numbers)) for portal in wrong_portals]
            yield _build_problem(number, portals, portal_count, edits)


def _build_problem(
    number: int, portals: Sequence[PlacedPortal], portal_count: int, edits: Sequence[RenumberPortal]
) -> RuleProblem:
    """Return the problem of a number that is too high, or that several portals have.

    Args:
        number: The number.
        portals: The portals with this number.
        portal_count: The number of all portals, which is the highest number that one may have.
        edits: The edits that give other numbers to those of them that must change.
    """
    squares = tuple(portal.square for portal in portals)
    positions = join_with_and([str(square) for square in squares])
    changes = join_with_and([f"{edit.number} at {edit.at} becomes {edit.to}" for edit in edits])
    can_be_saved = max(edit.to for edit in edits) <= _MAX_PORTAL_NUMBER
    fixes = (Fix(f"portal {changes}", tuple(edits), safe=True),) if can_be_saved else ()
    if number > portal_count:
        message = f"the number of portal {number} at {positions} is too high"
        message += f": {portal_count} portals are numbered 1 to {portal_count}"
        return RuleProblem(message, squares, measured=number, required=f"at most {portal_count}", fixes=fixes)
    message = f"{len(portals)} portals are numbered {number}, at {positions}; each number names one portal"
    return RuleProblem(message, squares, measured=len(portals), required=1, fixes=fixes)
