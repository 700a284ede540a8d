"""One call for a whole playtest, and the cheap one for whoever asks about many boards."""

from __future__ import annotations

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.report import build_plan, measure_home_share, run_playtest
from tests.playtest.games import HALL


def test_the_share_of_a_board_is_that_of_its_playtest() -> None:
    """`measure_home_share` gives what a playtest of two balanced teams gives, the same each time."""
    hall = Dungeon.parse(HALL.format(ruleset="naf-2019"))
    asked = hall.board, hall.ruleset()
    found = measure_home_share(*asked, games=4, seed=3)
    assert found == measure_home_share(*asked, games=4, seed=3)
    assert found == run_playtest(*asked, build_plan(["balanced"], 4, None, 3)).home_wins
    assert found == hall.playtest(teams=["balanced"], games=4, seed=3).home_wins


def test_a_board_without_a_match_is_refused() -> None:
    """Whoever asks of a board without chests hears why in one line."""
    hall = Dungeon.parse("ruleset: naf-2019\nmap: <<..>>\n")
    with pytest.raises(PlaytestError, match="no chest with the ball"):
        measure_home_share(hall.board, hall.ruleset())
