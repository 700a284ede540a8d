"""No coach's pit counter lies on an opponent's End Zone section.

gw-1989 (Pit Traps) lets a coach lay counters anywhere but on the opposing player's End Zone board section: nobody
may mine the squares another team starts on; with more than two sides, each of the others is an opponent. Asked of
every pit counter that has an owner, on every end zone or entry that has a side; a counter without an owner is
`trap-counters`' to find, and a pit drawn face up is nobody's. One finding for each counter.

A sketch that breaks it, under gw-1989-expanded (the home coach's counter in the away end zone)::

    map: |
      <<<......>>>
      <<<......>>>
    traps:
      - {kind: counter, at: [10, 0], owner: home, content: nothing}

Mend: lay the counter elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dungeon_designer.board.model import Board, Flags
from dungeon_designer.layout.model import SectionKind, Team, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import section_name, trap_name
from dungeon_designer.rules.rule import Settings, Violation
from dungeon_designer.translation import marked

_ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

NOT_HERE = marked("placing", "this is the opponent's End Zone: %1 (%2)")
"""What the editor says of a square where a coach's counter may not lie: rule and source."""


class RuleSettings(Settings, frozen=True):
    """No parameters."""


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each counter on the end zone of another side than its owner's."""
    for trap in context.board.layout.traps:
        if trap.kind is not TrapKind.COUNTER or trap.owner is None:
            continue
        zone = context.board.section_at(trap.at)
        if zone is not None and zone.kind in _ZONES and zone.side not in (None, trap.owner):
            said = f"the {trap.owner} coach's {trap_name(trap.kind)} at {trap.at} lies on {section_name(zone)}"
            yield Violation(message=said, squares=(trap.at,))


def room_for_counter(board: Board, owner: Team) -> Flags:
    """The squares where a coach's counter may lie."""
    far = np.ones(len(board), dtype=np.bool_)
    for zone in board.of_kind(*_ZONES):
        if zone.side not in (None, owner):
            far[zone.squares] = False
    return far
