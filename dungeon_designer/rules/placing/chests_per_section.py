"""Each section has at most the allowed number of chests.

Fix: Move all chests but one. The offered fix moves the last one, counted row by row, to the nearest legal square.

How it is measured:

- A section is a placed tile or one drawn area. A chest is in the section to which its square belongs.
- There is one problem for each section. Its squares are the chests in it.

Editions:

- gw-2021, gw-2021-multiplayer: With one chest on a tile, the search leads through the whole dungeon.

Illegal map, under gw-1989-basic (three chests are on one board)::

    map: |
      <<<..C..C..C..>>>
      <<<...........>>>
    sections: |
      AAABBBBBBBBBBBCCC
      AAABBBBBBBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: board, C: {kind: end_zone, side: away}}
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
    """The least, the greatest, and other numbers of chests in a section. Without bounds it is at most one."""

    player_text = ("Chests in one section", "{asked}")


list_requirements = partial(require_count_per_section, ObjectKind.CHEST)
list_floor_requirements = partial(require_count_per_section_on_floor, ObjectKind.CHEST)
