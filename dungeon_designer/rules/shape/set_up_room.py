"""The four squares in front of each entry are free, so that a team can set up there.

Fix: Clear the squares, or move the entry.

How it is measured:

- The four squares are the block of 2x2 squares along the front of the entry. The front is the long side that is on the
  floor.
- Each of them must be a square to stand on: floor without an obstacle, a liquid or a chasm, no entry and no shut door.
- If players cannot enter chests in an edition, a chest must not be on them either. brawl-2013 lets players enter
  chests.
- No portal may be on them, because nobody stays on a portal. Pits and trapdoors are allowed.
- `entry-placement` reports an entry that has no front.
- The squares of a problem are those on which nobody can stand, as far as the map goes, and then those of the entry.

Editions:

- db7s-2019: The book does not say where its seven players set up.

Illegal map, under brawl-2013 (lava is in front of the away team's entry)::

    map: |
      #((##))#
      ......~.
      ........
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
