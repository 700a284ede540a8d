"""The program's own words are those of messages.golden.txt: its problems, errors, tips and help."""

from __future__ import annotations

from functools import cache

import pytest

from tests.docs.messages import GOLDEN, LISTS, split_lists


@cache
def read_golden() -> dict[str, list[str]]:
    """Return the recorded lines by the heading of their list."""
    return split_lists(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("heading", LISTS)
def test_the_words_are_those_recorded(heading: str) -> None:
    """A message, tip or line of help changes only together with the record, so that somebody reads it."""
    lines, recorded = list(LISTS[heading]()), read_golden()[heading]
    new_lines = [line for line in lines if line not in set(recorded)]
    lost_lines = [line for line in recorded if line not in set(lines)]
    assert lines == recorded, f"new: {new_lines}\nlost: {lost_lines}\npython -m tests.docs.messages records them"


def test_each_rule_says_something() -> None:
    """The problems name every rule that the editions have."""
    from dungeon_designer.rules.rule_registry import RULE_NAMES

    assert sorted(line for line in read_golden()["Problems"] if not line.startswith(" ")) == sorted(RULE_NAMES)
