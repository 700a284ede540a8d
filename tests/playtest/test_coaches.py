"""Coaches as files."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import PlaytestError, ReadError
from dungeon_designer.playtest.state import WEIGHT_NAMES
from dungeon_designer.playtest.teams import COACHES, STYLES, coach, parse_coach


def test_each_coach_of_ours_names_every_weight():
    """A coach that comes with the program leaves no weight to another one."""
    assert set(STYLES) < set(COACHES)
    for name in COACHES:
        assert tuple(coach(name).weights) == WEIGHT_NAMES, name


def test_what_a_coach_does_not_say_is_the_balanced_coachs():
    """A file with one weight is a whole coach."""
    found = parse_coach(b'name = "Old Fox"\n[weights]\nfailure = 7\n', "fox.toml").row
    place = WEIGHT_NAMES.index("failure")
    assert found[place] == 7
    assert (found == coach("balanced").row).sum() == len(WEIGHT_NAMES) - 1


def test_faults_are_one_line_with_the_near_miss():
    """An unknown coach and an unknown weight are told with the name that is near."""
    with pytest.raises(PlaytestError, match=r"there is no coach 'bald' \(did you mean bold\?\)"):
        coach("bald")
    with pytest.raises(ReadError, match=r"fox\.toml:3:10: weights\.failur: there is no weight 'failur'"):
        parse_coach(b'name = "Old Fox"\n[weights]\nfailur = 7\n', "fox.toml")
