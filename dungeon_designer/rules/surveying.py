"""A board surveyed as an edition walks, sees and jumps: what `analyse`, the maps and the editor take figures from.

It stands above the analyses because only here a ruleset and a board meet.
"""

from __future__ import annotations

from dungeon_designer.analysis.figures.survey import Survey
from dungeon_designer.analysis.figures.walks import PortalRule
from dungeon_designer.board.model import Board
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measuring import Measuring
from dungeon_designer.rulesets.model import Chests, Ruleset
from dungeon_designer.rulesets.play import play_of


def survey_of(board: Board, ruleset: Ruleset) -> Survey:
    """The survey of a board under a ruleset; nothing is worked out before it is asked."""
    context, play = Context(board, ruleset), play_of(ruleset)
    rule = PortalRule(play.jump or 0, play.arrival == "beside")
    beside = ruleset.chests is Chests.IMPASSABLE
    return Survey(context.reach, context.walk, Measuring(board, ruleset).sight, beside, rule)
