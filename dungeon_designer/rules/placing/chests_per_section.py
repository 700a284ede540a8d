"""How many chests lie in one section.

gw-1989 (Treasure Chests) sets no more than one chest on any one board section, gw-2021 (Setting Up The Game) only
one in each dungeon tile; so the search leads through the whole dungeon. A section is a tile as placed, or one
hand-drawn area; a chest lies in the section that owns its square. One finding for each section, its squares the
chests in it.

A sketch that breaks it, under gw-1989-basic (three chests on one board)::

    map: |
      <<<..C..C..C.>>>
      <<<...........>>>
    sections: |
      AAABBBBBBBBBBBCCC
      AAABBBBBBBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: board, C: {kind: end_zone, side: away}}

Mend: move all but one; the fix moves the last by row to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.shared_requirements import (
    SectionLimitSettings,
    require_count_per_section,
    require_count_per_section_on_floor,
)
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "enough chests lie in this section")
"""What the editor says of a closed square."""


class RuleSettings(SectionLimitSettings, frozen=True):
    """How many chests lie in each section: `min`, `max` (at most one where neither is named), `also`."""

    player_text = ("Chests in one section", "{asked}")


list_requirements = partial(require_count_per_section, ObjectKind.CHEST)
list_floor_requirements = partial(require_count_per_section_on_floor, ObjectKind.CHEST)
