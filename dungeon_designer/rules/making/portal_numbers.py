"""The portals are numbered from 1, each number once.

A die says which portal a player comes out of, so with n portals each of the numbers 1 to n must name exactly one
(gw-1989, Teleport Squares: counters 1 to 6, with more in the expansion; gw-2021, Setting Up The Game; brawl-2013,
Teleporting a Player; naf-2019, Teleportation; eagbbl, Setup Dungeon). n is the number of portals drawn; whether
that many may lie there is `portal-count`'s to say. One finding for each number that is used twice or too high; its
squares are the portals of that number.

A sketch that breaks it (two portals 1, none 2)::

    map: |
      ..1..1..3..

Mend: renumber the portals; the fix gives the portals found the numbers that are missing, lowest first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

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

    A fix gives the wrong portals the unused numbers, the lowest first.
    """
    count = len(context.board.portals)
    by_number: dict[int, list[PlacedPortal]] = defaultdict(list)
    for portal in sorted(context.board.portals, key=lambda portal: rank_by_row(portal.square)):
        by_number[portal.number].append(portal)
    missing = iter([number for number in range(1, count + 1) if number not in by_number])
    for number, same_number in sorted(by_number.items()):
        is_too_high, positions = number > count, join_with_and([str(portal.square) for portal in same_number])
        wrong_portals = same_number if is_too_high else same_number[1:]
        if not wrong_portals:
            continue
        message = f"{len(same_number)} portals are numbered {number}, at {positions}; each number names one portal"
        if is_too_high:
            message = (
                f"the number of portal {number} at {positions} is too high: {count} portals are numbered 1 to {count}"
            )
        edits = tuple(RenumberPortal(portal.number, portal.square, next(missing)) for portal in wrong_portals)
        title = f"portal {join_with_and([f'{edit.number} at {edit.at} becomes {edit.to}' for edit in edits])}"
        yield RuleProblem(
            message,
            tuple(portal.square for portal in same_number),
            measured=number if is_too_high else len(same_number),
            required=f"at most {count}" if is_too_high else 1,
            fixes=(Fix(title, edits, safe=True),) if max(edit.to for edit in edits) <= _MAX_PORTAL_NUMBER else (),
        )
