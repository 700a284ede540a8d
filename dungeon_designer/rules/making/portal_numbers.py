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
from collections.abc import Iterator, Mapping, Sequence

from dungeon_designer.board.model import PortalAt
from dungeon_designer.findings import Fix, RenumberPortal
from dungeon_designer.grid import row_major
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import both
from dungeon_designer.rules.rule import Settings, Violation

_HIGHEST = 99
"""The highest number a layout file can hold."""


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("Numbers of the portals", "from 1 on, each once")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each number that several portals have, and each above the number of portals."""
    portals = context.board.portals
    count = len(portals)
    if {portal.number for portal in portals} == set(range(1, count + 1)):
        return
    by_number: dict[int, list[PortalAt]] = defaultdict(list)
    for portal in sorted(portals, key=lambda portal: row_major(portal.at)):
        by_number[portal.number].append(portal)
    missing = iter([number for number in range(1, count + 1) if number not in by_number])
    for number, same in sorted(by_number.items()):
        wrong = same[1:] if number <= count else same
        if wrong:
            yield _fault(number, count, same, {portal: next(missing) for portal in wrong})


def _fault(number: int, count: int, same: Sequence[PortalAt], renumbered: Mapping[PortalAt, int]) -> Violation:
    where = both([str(portal.at) for portal in same])
    if number > count:
        said = f"portal {number} at {where}, but the {count} portals must be numbered 1 to {count}"
    else:
        said = f"{len(same)} portals are numbered {number}, at {where}; each number names one portal"
    return Violation(
        message=said,
        squares=tuple(portal.at for portal in same),
        measured=number if number > count else len(same),
        required=f"at most {count}" if number > count else 1,
        fixes=_fixes(renumbered),
    )


def _fixes(renumbered: Mapping[PortalAt, int]) -> tuple[Fix, ...]:
    """The renumbering; none where a layout file could not hold it."""
    if max(renumbered.values()) > _HIGHEST:
        return ()
    edits = tuple(RenumberPortal(portal.number, portal.at, new) for portal, new in renumbered.items())
    words = [f"{edit.number} at {edit.at} becomes {edit.to}" for edit in edits]
    return (Fix(f"portal {both(words)}", edits, safe=True),)
