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

from dungeon_designer.board.model import PortalAt
from dungeon_designer.findings import Fix, RenumberPortal
from dungeon_designer.grid import row_major
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, both, without_parameters

_HIGHEST = 99  # the highest number a layout file can hold

RuleSettings = without_parameters("Numbers of the portals", "from 1 on, each once")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """A fault for each number that several portals have, and each above the number of portals."""
    count = len(context.board.portals)
    by_number: dict[int, list[PortalAt]] = defaultdict(list)
    for portal in sorted(context.board.portals, key=lambda portal: row_major(portal.at)):
        by_number[portal.number].append(portal)
    missing = iter([number for number in range(1, count + 1) if number not in by_number])
    for number, same in sorted(by_number.items()):
        high, where = number > count, both([str(portal.at) for portal in same])
        wrong = same if high else same[1:]
        if not wrong:
            continue
        said = f"{len(same)} portals are numbered {number}, at {where}; each number names one portal"
        if high:
            said = f"the number of portal {number} at {where} is too high: {count} portals are numbered 1 to {count}"
        edits = tuple(RenumberPortal(portal.number, portal.at, next(missing)) for portal in wrong)
        title = f"portal {both([f'{edit.number} at {edit.at} becomes {edit.to}' for edit in edits])}"
        yield Violation(
            said,
            tuple(portal.at for portal in same),
            measured=number if high else len(same),
            required=f"at most {count}" if high else 1,
            fixes=(Fix(title, edits, safe=True),) if max(edit.to for edit in edits) <= _HIGHEST else (),
        )
