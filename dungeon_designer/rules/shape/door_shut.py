"""Every door is shut at the beginning.

Fix: Shut the door: draw `+`. The offered fix does this.

How it is measured:

- Only square doors are checked. An edge door is drawn neither open nor shut.

Editions:

- gw-1989-basic, gw-1989-expanded: The plastic doors of the box start shut, in the expansion as well.
- gw-2021, gw-2021-multiplayer: The doors are removed from their doorways.
- brawl-2013, naf-2019, db7s-2019, eagbbl: The books do not mention opening and shutting doors.

Illegal map, under gw-1989-basic (the door is open)::

    map: |
      ..'..
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
