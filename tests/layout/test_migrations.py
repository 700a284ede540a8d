"""Older files are brought up to date step by step; newer and impossible ones are refused."""

from __future__ import annotations

from typing import Any

import pytest

from dungeon_designer.layout.layout_file import STEPS, VERSION, migrated
from dungeon_designer.text.read_faults import Fault, NewerFault

STORY = {
    1: lambda data: {**data, "told": [*data.get("told", []), "1 to 2"]},
    2: lambda data: {**data, "told": [*data.get("told", []), "2 to 3"]},
}


@pytest.mark.parametrize(("version", "told"), [(1, ["1 to 2", "2 to 3"]), (2, ["2 to 3"])])
def test_steps_are_taken_in_order_from_the_files_version(version: int, told: list[str]) -> None:
    """Each step is given what the one before made."""
    assert migrated({"name": "x"}, version, STORY, current=3) == {"name": "x", "told": told}


def test_the_current_version_is_left_as_it_is() -> None:
    """No step touches a file of today."""
    data: dict[str, Any] = {"name": "x"}
    assert migrated(data, 3, STORY, current=3) is data


def test_the_given_data_are_not_changed() -> None:
    """A migration makes new data."""
    data: dict[str, Any] = {"name": "x"}
    migrated(data, 1, STORY, current=3)
    assert data == {"name": "x"}


def test_a_newer_version_names_both() -> None:
    """So that the user knows what to do."""
    with pytest.raises(NewerFault, match=r"version 4 .* up to 3"):
        migrated({}, 4, STORY, current=3)


@pytest.mark.parametrize("version", ["1", None, True, 1.0, [1], -1, 0])
def test_what_is_no_version_is_refused(version: object) -> None:
    """Text, nothing, truth and numbers that never were."""
    with pytest.raises(Fault, match="version"):
        migrated({}, version, STORY, current=3)


def test_every_older_version_has_its_step() -> None:
    """No released version may be left behind."""
    assert set(STEPS) == set(range(1, VERSION))
