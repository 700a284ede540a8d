"""Before each entry there is room to set up.

brawl-2013 (Setup): a team sets up on the four squares before each of its entries. db7s-2019 does not say where its
seven stand.

How it is measured. The four squares are the 2x2 block along the entry's front, the long side that lies on the floor.
Each must be a standing square: floor without obstacle, liquid or chasm, no entry, and no shut door; in editions with
impassable chests no chest either (brawl-2013 lets players enter them). No portal may be among them, as nobody stays on
one. Pits and trapdoors can be stood on as far as the words go. Of an entry that has no front `entry-placement` tells.
The squares of a finding are those that cannot be stood on, as far as the map goes, and then the entry's own.

A sketch that breaks it, under brawl-2013 (the away entry's block runs into lava)::

    map: |
      #((##))#
      ......~.
      ........

Mend: clear the squares, or move the entry.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.team_access import find_set_up_zones
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import describe_section, explain_uncounted_portals, format_squares

RuleSettings = create_empty_settings("Before each entry", "room to set up")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each entry if a player cannot stand on all squares of the 2x2 block before it.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. A team sets up there.
    Squares with a portal do not count, since nobody stays on a portal. The rule has no settings.
    """
    standing_squares = context.standing_squares - context.board.portal_squares
    for set_up_zone in find_set_up_zones(context.board, standing_squares):
        if set_up_zone.entry and set_up_zone.missing_squares:
            free_count, required_count = len(set_up_zone.free_squares), len(set_up_zone.entry.block_before_front)
            missing_squares, section_text = set_up_zone.missing_squares, describe_section(set_up_zone.section)
            portal_text = explain_uncounted_portals(context.board, missing_squares, action="stays on")
            message = f"only {free_count} of the {required_count} squares before {section_text} can be stood on"
            message += f", not {format_squares(missing_squares)}{portal_text}"
            squares = (*context.board.keep_within_bounds(missing_squares), *set_up_zone.entry.squares)
            yield RuleProblem(message, squares, measured=free_count, required=required_count)
