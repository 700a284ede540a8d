"""Every door starts shut.

gw-1989 (Setting Up: Doors) asks it of the plastic doors of the boxed game and of its expansion. gw-2021 has the doors
of its doorways taken out, and the other editions do not speak of opening and shutting.

Looked at are square doors: an edge door is drawn neither open nor shut.

A sketch that breaks it, under gw-1989-basic::

    map: |
      ..'..

Mend: shut the door (draw `+`); the fix does so.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.findings import Fix, ShutDoor
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings

RuleSettings = create_empty_settings("Doors at the start", "shut")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem, with a fix, for each square door that is drawn open.

    The rule has no settings.
    """
    for door in context.board.layout.square_doors:
        if door.open:
            yield RuleProblem(
                f"the door at {door.at} stands open, but every door starts shut",
                (door.at,),
                fixes=(Fix(title=f"shut the door at {door.at}", edits=(ShutDoor(door.at),), safe=True),),
            )
