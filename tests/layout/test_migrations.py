"""Older versions of the format are read as they were; newer and impossible ones are refused."""

from __future__ import annotations

import pytest

from dungeon_designer.layout.layout_file import NEW_IN, VERSION, check_version
from dungeon_designer.text.read_faults import Fault, NewerVersionFault


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_every_version_so_far_is_read(version: int) -> None:
    """No released version is left behind."""
    check_version({"name": "x"}, version)


def test_a_newer_version_names_both() -> None:
    """The message about a newer version names both versions, so that the user knows what to do."""
    with pytest.raises(NewerVersionFault, match=rf"version {VERSION + 1} .* up to {VERSION}"):
        check_version({}, VERSION + 1)


@pytest.mark.parametrize("version", ["1", None, True, 1.0, [1], -1, 0])
def test_what_is_no_version_is_refused(version: object) -> None:
    """Text, nothing, truth and numbers that never were."""
    with pytest.raises(Fault, match="version"):
        check_version({}, version)


@pytest.mark.parametrize(("version", "key"), [(version, key) for version, keys in NEW_IN.items() for key in keys])
def test_a_key_of_a_later_version_is_refused(version: int, key: str) -> None:
    """A file that says it is of a version has that version's keys alone."""
    check_version({key: []}, version)
    with pytest.raises(Fault, match=f"no key '{key}'; it came with version {version}"):
        check_version({key: []}, version - 1)
