"""House rules by questions: what a file says, and the file with other answers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dungeon_designer.errors import UsageError
from dungeon_designer.rules.rule_registry import parse_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.templates.house_rules_form import (
    POINTS_PREFIX,
    QUESTIONS,
    build_new_file,
    read_answers,
    read_ruleset_answers,
    read_table,
    replace_answers,
)

BY_KEY = {(question.table, question.key): question for question in QUESTIONS}
CUP = (Path(__file__).parents[2] / "examples" / "house-rules" / "kings-cup.toml").read_text()
NAF = load_unchecked_ruleset("naf-2019")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_is_read_back(edition: str) -> None:
    """A new file with every question answered is a sound ruleset that says just that, and names its book."""
    base = load_unchecked_ruleset(edition)
    answers = {
        question: ("90 min: One.", "95 min: Two.")
        if question.max_number is None
        else max(question.min_number, 7 if question.key == "max" else 3)
        for question in QUESTIONS
    }
    text = replace_answers(build_new_file(base, edition, "The Cup"), answers, base)
    assert read_answers(read_table(text)) == answers
    ruleset = parse_ruleset(text, "cup.toml", Path())
    assert read_ruleset_answers(ruleset)[BY_KEY["rules.square-count", "max"]] == 7
    assert ruleset.notes == (
        f"{POINTS_PREFIX}90 min: One.",
        f"{POINTS_PREFIX}95 min: Two.",
        "90 min: One.",
        "95 min: Two.",
    )
    assert base.name in text


def test_what_is_not_asked_stays_as_it_was_written() -> None:
    """One other answer changes one line, comments and all else stay; the answer before gives the file before."""
    question = BY_KEY["rules.square-count", "max"]
    answers = read_answers(read_table(CUP))
    assert replace_answers(CUP, answers, NAF) == CUP
    other = replace_answers(CUP, {**answers, question: 240}, NAF)
    assert other == CUP.replace("max = 220", "max = 240")
    commented = CUP.replace("max = 220", "max = 220   # the hall is small")
    assert replace_answers(commented, {**answers, question: 240}, NAF) == commented.replace("max = 220", "max = 240")
    added = replace_answers(CUP, {**answers, BY_KEY["rules.door-count", "max"]: 8}, NAF)
    assert added.startswith(CUP)
    assert tomllib.loads(added)["rules"]["door-count"] == {"max": 8}
    assert replace_answers(added, answers, NAF).startswith(CUP)
    assert "door-count" not in replace_answers(added, answers, NAF)


def test_lists_of_several_lines_are_changed_whole() -> None:
    """Sentences over several lines are replaced, and what comes after them stays."""
    text = 'extends = "naf-2019"\nnotes = [\n  "One.", # first\n  "Two.",\n]\ncorners = "strict"\n[play]\nrush = 2\n'
    notes = BY_KEY["", "notes"]
    assert read_answers(read_table(text))[notes] == ("One.", "Two.")
    other = replace_answers(text, {**read_answers(read_table(text)), notes: ("Three.",)}, NAF)
    assert other == 'extends = "naf-2019"\nnotes = ["Three."]\ncorners = "strict"\n[play]\nrush = 2\n'


def test_a_file_that_cannot_be_changed_by_lines_is_refused() -> None:
    """A table within a line is none the form can change: one line says so, and nothing is written."""
    text = 'extends = "naf-2019"\nrules = {square-count = {max = 5}}\n'
    answers = {**read_answers(read_table(text)), BY_KEY["rules.square-count", "max"]: 9}
    with pytest.raises(UsageError, match="by hand"):
        replace_answers(text, answers, NAF)
    with pytest.raises(UsageError, match="line 1, column 5: the value of 'a' is missing behind the equals sign"):
        read_table("a = ")
