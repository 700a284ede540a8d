"""The pictures on the pages of the rules."""

from __future__ import annotations

import pytest

from dungeon_designer.rules.rule_registry import RULE_NAMES
from scripts.rule_pictures import FOLDER, MAX_PICTURE_BYTES, build_pictures, read_choices

PICTURES = build_pictures()


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_what_the_program_draws(path):
    """Each picture of a rule is byte for byte what `make pictures` draws, and no larger than allowed."""
    assert path.read_bytes() == PICTURES[path]
    assert len(PICTURES[path]) <= MAX_PICTURE_BYTES


def test_no_picture_is_left_over():
    """The folder holds the pictures of the rules and nothing else."""
    assert set(FOLDER.iterdir()) == set(PICTURES)


@pytest.mark.parametrize("rule", read_choices())
def test_one_picture_shows_a_problem_and_one_does_not(rule):
    """The first picture of a rule has a marked problem, the second one has none."""
    illegal, legal = (PICTURES[FOLDER / f"{rule}-{word}.svg"].decode() for word in ("illegal", "legal"))
    assert ">Legal</text>" not in illegal
    assert ">Legal</text>" in legal


def test_every_rule_has_pictures():
    """The page of each rule shows an illegal and a legal map, with a text that says what they show."""
    choices = read_choices()
    assert list(choices) == list(RULE_NAMES)
    for rule, choice in choices.items():
        text = (FOLDER.parent / f"{rule}.md").read_text(encoding="utf-8")
        assert f"![Breaks the rule: {choice.illegal_alt}](pictures/{rule}-illegal.svg)" in text
        assert f"![Keeps the rule: {choice.legal_alt}](pictures/{rule}-legal.svg)" in text
