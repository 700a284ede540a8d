"""A board surveyed as an edition walks, sees and jumps: what `analyse`, the maps and the editor take figures from.

It stands above the analyses because only here a ruleset and a board meet.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.figures.balance import SAFE, alike, chest_safety
from dungeon_designer.figures.measures import figures
from dungeon_designer.figures.model import Figure
from dungeon_designer.figures.named import edition_of
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.walks import PortalRule
from dungeon_designer.figures.ways import chests_of, finite
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measuring import Measuring
from dungeon_designer.rulesets.model import Chests, Ruleset
from dungeon_designer.rulesets.play import play_of

CONTESTED, NOBODY = "contested", "nobody"
"""Whose a chest is that is safe for no side, or that none walks to."""


class ChestSteps(Struct, frozen=True):
    """Steps from each side to where one chest is opened, None where none lead; and the side it is safe for."""

    at: Square
    steps: dict[str, float | None]
    safe_for: str


class Analysis(Struct, frozen=True):
    """What can be said of a dungeon without dice.

    figures     all there are, in the order they are told
    chests      chest by chest, as placed
    symmetries  the turns and mirrors that bring it onto itself with no side left where it was
    alike       whether by symmetry every side has the same dungeon
    edition     the edition with whose named dungeons it is compared, '' for none
    """

    figures: tuple[Figure, ...]
    chests: tuple[ChestSteps, ...]
    symmetries: tuple[str, ...]
    alike: bool
    edition: str


def survey_of(board: Board, ruleset: Ruleset) -> Survey:
    """The survey of a board under a ruleset; nothing is worked out before it is asked."""
    context, play = Context(board, ruleset), play_of(ruleset)
    rule = PortalRule(play.jump or 0, play.arrival == "beside")
    beside = ruleset.chests is Chests.IMPASSABLE
    return Survey(context.reach, context.walk, Measuring(board, ruleset).sight, beside, rule)


def analysis_of(survey: Survey, ruleset: Ruleset) -> Analysis:
    """All that is said of a surveyed board."""
    found = figures(survey)
    swaps = tuple(symmetry.way for symmetry in survey.symmetries if symmetry.swaps)
    edition = edition_of((ruleset.id, *ruleset.lineage))
    return Analysis(found, chest_steps(survey), swaps, alike(survey), edition)


def chest_steps(survey: Survey) -> tuple[ChestSteps, ...]:
    """How far each side walks to each chest, and whose it is."""
    steps = {team: chests_of(survey, team) for team in survey.sides}
    safety = chest_safety(survey) if len(survey.sides) > 1 else {}
    found = []
    for number, chest in enumerate(survey.chests):
        safe = [str(team) for team, values in safety.items() if values[number] > SAFE]
        walked = any(np.isfinite(values[number]) for values in steps.values())
        told = {str(team): finite(values[number]) for team, values in steps.items()}
        found.append(ChestSteps(chest.at, told, safe[0] if safe else CONTESTED if walked else NOBODY))
    return tuple(found)
