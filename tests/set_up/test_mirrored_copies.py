"""One check with the copies decides as a check with them and one without them would."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board, update_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import EditError
from dungeon_designer.layout.model import normalise_layout
from dungeon_designer.layout_edits.floor import find_floor
from dungeon_designer.layout_edits.objects import add_chest, add_portal
from dungeon_designer.layout_edits.symmetry import SymmetryMode, build_symmetry, repeat_edit
from dungeon_designer.rules.checker import check_board, find_worsened_rules
from dungeon_designer.set_up.mirrored_copies import MirroredPlacement, find_rules_broken_by_copies
from tests.soak import count, soak

EXAMPLES = sorted(Path("examples").glob("*/*.dungeon.yaml"))
MODES = [mode for mode in SymmetryMode if mode is not SymmetryMode.OFF]


@soak
@pytest.mark.parametrize("seed", range(count(12, 200)))
def test_copies_are_left_out_where_two_checks_would_leave_them_out(seed: int) -> None:
    """On the examples, with some of their objects taken away, the rules named are those of two whole checks."""
    dice = random.Random(seed)  # noqa: S311
    dungeon = Dungeon.load(dice.choice(EXAMPLES))
    ruleset, library, share = dungeon.ruleset(), dungeon.library, dice.choice((0, 0.5, 1))
    dungeon = dungeon.edit(
        chests=tuple(square for square in dungeon.layout.chests if dice.random() < share),
        portals=tuple(portal for portal in dungeon.layout.portals if dice.random() < share),
    )
    board, layout = dungeon.board, dungeon.layout
    symmetry = build_symmetry(dice.choice(MODES), sorted(find_floor(layout, library)))
    alone = dice.choice((add_chest, add_portal))(layout, dice.choice(board.squares))
    try:
        with_copies = normalise_layout(repeat_edit(layout, alone, symmetry, library))
    except EditError:
        return  # a copy would leave the grid
    placement = MirroredPlacement(board, ruleset, alone, with_copies)
    broken_rules = find_rules_broken_by_copies(
        placement, check_board(board, ruleset), check_board(update_board(board, with_copies), ruleset)
    )
    before, after_all, after_one = (
        check_board(build_board(each, library), ruleset) for each in (layout, with_copies, alone)
    )
    worsened_rules = find_worsened_rules(before, after_all)
    is_object_at_fault = bool(worsened_rules & find_worsened_rules(before, after_one))
    assert broken_rules == (frozenset() if is_object_at_fault else worsened_rules)
