"""No square is covered by two sections.

Fix: Move, rotate or shorten one of the sections.

How it is measured:

- Every square counts that two or more sections cover.
- There is one problem for each set of sections that overlap.
- For all other rules, such a square belongs to the section that was placed first.

Editions:

- Tiles and floor plans lie flat on a table. A tile on another tile would hide what is printed there.

Illegal map (two tiles of 6x4 squares both cover the column x = 5)::

    sections:
      - {id: A, tile: db7s-2019/large, at: [0, 0]}
      - {id: B, tile: db7s-2019/large, at: [5, 0]}
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import format_squares, join_with_and

STAGE = RuleStage.TILE

RuleSettings = create_empty_settings("Tiles side by side", "no square is covered twice")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each set of sections that lie over one another, with the squares that all of them cover.

    The rule has no settings.
    """
    squares_by_sections: dict[tuple[str, ...], list[Square]] = {}
    for square, ids in context.board.overlaps:
        squares_by_sections.setdefault(ids, []).append(square)
    for ids, squares in squares_by_sections.items():
        yield RuleProblem(
            f"sections {join_with_and(ids)} overlap at {format_squares(squares)}",
            tuple(squares),
            measured=len(squares),
            required=0,
        )
