"""Tell where pit counters and square doors may lie while several coaches set a dungeon up, and what to say elsewhere.

Coaches may use pit counters and square doors under any ruleset. Where it has no rule about them, the one of gw-1989
holds, the book that has both. So this module knows these two rules, and others need not.
"""

from __future__ import annotations

from typing import NamedTuple

from dungeon_designer.analysis.passages import find_gaps
from dungeon_designer.board.model import Board
from dungeon_designer.kinds import Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placing import trap_section
from dungeon_designer.rules.requirements import SquareTest
from dungeon_designer.rules.rule_registry import list_enabled_rules
from dungeon_designer.rules.shape import door_placement
from dungeon_designer.translation import fill_placeholders, translate


class SquareLimit(NamedTuple):
    """A limit on where an object may lie.

    Attributes:
        reason: What to say of a square where it may not lie, in the user's language.
        is_free: Tells whether it may lie on a floor square.
    """

    reason: str
    is_free: SquareTest


def limit_counters(context: Context, owner: Team) -> SquareLimit:
    """Return where the pit counters of a coach may lie by the rule `trap-section`; other rules are not considered.

    A limit is a test of squares, with a sentence that tells the user why a square is refused. If the ruleset does not
    turn the rule on, its default settings, those of gw-1989, count.

    Args:
        context: The board and the ruleset.
        owner: The coach's team.
    """
    default_settings = trap_section.RuleSettings()
    settings, source = default_settings, "gw-1989, Pit Traps"
    for configured in list_enabled_rules(context.ruleset):
        if isinstance(configured.settings, trap_section.RuleSettings):
            settings, source = configured.settings, configured.entry.source
    is_as_in_book = settings == default_settings
    text = trap_section.DEFAULT_CLOSED_TEXT if is_as_in_book else trap_section.HOUSE_RULE_CLOSED_TEXT
    closed_squares = trap_section.list_closed_squares(context, settings, owner)
    return SquareLimit(
        fill_placeholders(translate("placing", text), trap_section.RULE_NAME, source),
        lambda square: not closed_squares.explain_square(square),  # '' where a counter may lie
    )


def limit_square_doors(board: Board) -> SquareLimit:
    """Return where a door that fills a floor square may stand: in a gap, with walls on two opposite sides.

    A limit is a test of squares, with a sentence that tells the user why a square is refused.
    """
    gaps, source = find_gaps(board), "gw-1989, Setting Up: Doors"
    reason = fill_placeholders(translate("placing", door_placement.NO_GAP_TEXT), door_placement.RULE_NAME, source)
    return SquareLimit(reason, lambda square: square in gaps)
