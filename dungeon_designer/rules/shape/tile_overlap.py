"""No square is covered twice.

Every edition lays its tiles or floor plan flat on a table: gw-1989 and gw-2021 (setting up), brawl-2013 (Dungeon
Construction), naf-2019 (The Dungeon), db7s-2019 (Dungeon Layouts), eagbbl (Setup Dungeon). None says so in words;
one piece on top of another would hide what is printed on it.

Counted is every square that two or more sections cover. There is one finding for each set of sections that lie over
one another. For everything else such a square belongs to the section that was placed first.

A sketch that breaks it (two tiles of 6x4 that both cover the column x = 5)::

    sections:
      - {id: A, tile: db7s-2019/large, at: [0, 0]}
      - {id: B, tile: db7s-2019/large, at: [5, 0]}

Mend: move, turn or trim one of the sections.
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
            f"sections {join_with_and(ids)} lie over one another at {format_squares(squares)}",
            tuple(squares),
            measured=len(squares),
            required=0,
        )
