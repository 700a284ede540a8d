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

from dungeon_designer.analysis.sides import set_ups
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, few_squares, not_counted, section_name, without_parameters

RuleSettings = without_parameters("Before each entry", "room to set up")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """A fault for each entry whose block is not all standing squares."""
    standing = context.standing_squares - context.board.portal_squares
    for place in set_ups(context.board, standing):
        if place.entry and place.missing:
            free, wanted, lacking = len(place.free), len(place.entry.before), place.missing
            said = f"only {free} of the {wanted} squares before {section_name(place.section)} can be stood on"
            said += f", not {few_squares(lacking)}{not_counted(context.board, lacking, why='stays on')}"
            squares = (*context.board.on_map(lacking), *place.entry.squares)
            yield Violation(said, squares, measured=free, required=wanted)
