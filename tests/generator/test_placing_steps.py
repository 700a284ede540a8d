"""Objects are placed as in named dungeons where that is legal; else the style and then the symmetry are given up."""

from __future__ import annotations

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import PlacementError
from dungeon_designer.findings import Level
from dungeon_designer.generator.generator_options import FurnitureStyle, PlaceOptions
from dungeon_designer.generator.placement.placing_steps import PlacingStep, describe_steps, list_steps, place_in_steps
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from tests.ten_joints import TEN_JOINTS

NAMED, SPREAD = FurnitureStyle.NAMED, FurnitureStyle.SPREAD
RULESET = load_ruleset("gw-2021")
BOARD = TEN_JOINTS.board


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_named_never_puts_two_chests_where_one_is_allowed(seed: int) -> None:
    """The style of named dungeons gives up shares of corners and walls for which the rooms with these have no room."""
    options = PlaceOptions(style=NAMED, seed=seed)
    (placement,), steps = place_in_steps(BOARD.layout, RULESET, BOARD.library, options)
    found = check_board(build_board(placement.layout, BOARD.library), RULESET)
    assert not [finding.message for finding in found.findings if finding.level is Level.ERROR]
    assert (len(placement.layout.chests), len(placement.layout.portals)) == (6, 6)
    assert steps == (PlacingStep(NAMED, None),)


def test_the_symmetry_is_given_up_last() -> None:
    """A symmetry without a legal placement in either style is given up, and each step is reported as it is made."""
    options, reported = PlaceOptions(style=NAMED, symmetry=SymmetryMode.TOP_BOTTOM), []
    (placement,), steps = place_in_steps(BOARD.layout, RULESET, BOARD.library, options, reported.append)
    assert [(step.style, step.symmetry) for step in steps] == [
        (NAMED, SymmetryMode.TOP_BOTTOM),
        (SPREAD, SymmetryMode.TOP_BOTTOM),
        (NAMED, None),
    ]
    assert [len(attempts) for attempts in reported] == [1, 2, 3]
    assert all(step.rules for step in steps[:-1])
    assert describe_steps(steps).endswith("; placed as in named dungeons, without the symmetry")
    assert len(placement.layout.chests) == 6


def test_spread_has_one_step() -> None:
    """Who asks for the style spread under a symmetry gets that or an error, as ever."""
    options = PlaceOptions(style=SPREAD, symmetry=SymmetryMode.TOP_BOTTOM)
    assert list_steps(options) == [PlacingStep(SPREAD, SymmetryMode.TOP_BOTTOM)]
    with pytest.raises(PlacementError, match="ruled out by"):
        place_in_steps(BOARD.layout, RULESET, BOARD.library, options)
