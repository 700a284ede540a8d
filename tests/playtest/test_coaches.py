"""Coaches as files."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import PlaytestError, ReadError
from dungeon_designer.playtest.state import WEIGHT_NAMES
from dungeon_designer.playtest.teams import COACH_NAMES, STYLES, load_coach, parse_coach


def test_each_coach_of_ours_names_every_weight():
    """A coach that comes with the program leaves no weight to another one."""
    assert set(STYLES) < set(COACH_NAMES)
    for name in COACH_NAMES:
        assert tuple(load_coach(name).weights) == WEIGHT_NAMES, name


def test_what_a_coach_does_not_say_is_the_balanced_coachs():
    """A file with one weight is a whole coach."""
    found = parse_coach(b'name = "Old Fox"\n[weights]\nfailure = 7\n', "fox.toml").weight_row
    place = WEIGHT_NAMES.index("failure")
    assert found[place] == 7
    assert (found == load_coach("balanced").weight_row).sum() == len(WEIGHT_NAMES) - 1


def test_faults_are_one_line_with_the_near_miss():
    """An unknown coach and an unknown weight are told with the name that is near."""
    with pytest.raises(PlaytestError, match=r"there is no coach 'bald' \(did you mean bold\?\)"):
        load_coach("bald")
    with pytest.raises(ReadError, match=r"fox\.toml:3:10: weights\.failur: there is no weight 'failur'"):
        parse_coach(b'name = "Old Fox"\n[weights]\nfailur = 7\n', "fox.toml")
