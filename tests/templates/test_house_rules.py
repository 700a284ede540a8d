"""House rules by questions: what a file says, and the file with other answers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dungeon_designer.errors import UsageError
from dungeon_designer.rules.registry import ruleset_in
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.templates.house_rules import POINTS, QUESTIONS, answered, begun, book, read_table, said

BY_KEY = {(question.table, question.key): question for question in QUESTIONS}
CUP = (Path(__file__).parents[2] / "examples" / "house-rules" / "kings-cup.toml").read_text()
NAF = load("naf-2019")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_is_read_back(edition: str) -> None:
    """A new file with every question answered is a sound ruleset that says just that, and names its book."""
    base = load(edition)
    answers = {
        question: ("90 min: One.", "95 min: Two.")
        if question.most is None
        else max(question.least, 7 if question.key == "max" else 3)
        for question in QUESTIONS
    }
    text = answered(begun(base, edition, "The Cup"), answers, base)
    assert said(read_table(text)) == answers
    ruleset = ruleset_in(text, "cup.toml", Path())
    assert book(ruleset)[BY_KEY["rules.square-count", "max"]] == 7
    assert ruleset.notes == (f"{POINTS}90 min: One.", f"{POINTS}95 min: Two.", "90 min: One.", "95 min: Two.")
    assert base.name in text


def test_what_is_not_asked_stays_as_it_was_written() -> None:
    """One other answer changes one line, comments and all else stay; the answer before gives the file before."""
    question = BY_KEY["rules.square-count", "max"]
    answers = said(read_table(CUP))
    assert answered(CUP, answers, NAF) == CUP
    other = answered(CUP, {**answers, question: 240}, NAF)
    assert other == CUP.replace("max = 220", "max = 240")
    commented = CUP.replace("max = 220", "max = 220   # the hall is small")
    assert answered(commented, {**answers, question: 240}, NAF) == commented.replace("max = 220", "max = 240")
    added = answered(CUP, {**answers, BY_KEY["rules.door-count", "max"]: 8}, NAF)
    assert added.startswith(CUP)
    assert tomllib.loads(added)["rules"]["door-count"] == {"max": 8}
    assert answered(added, answers, NAF).startswith(CUP)
    assert "door-count" not in answered(added, answers, NAF)


def test_lists_of_several_lines_are_changed_whole() -> None:
    """Sentences over several lines are replaced, and what comes after them stays."""
    text = 'extends = "naf-2019"\nnotes = [\n  "One.", # first\n  "Two.",\n]\ncorners = "strict"\n[play]\nrush = 2\n'
    notes = BY_KEY["", "notes"]
    assert said(read_table(text))[notes] == ("One.", "Two.")
    other = answered(text, {**said(read_table(text)), notes: ("Three.",)}, NAF)
    assert other == 'extends = "naf-2019"\nnotes = ["Three."]\ncorners = "strict"\n[play]\nrush = 2\n'


def test_a_file_that_cannot_be_changed_by_lines_is_refused() -> None:
    """A table within a line is none the form can change: one line says so, and nothing is written."""
    text = 'extends = "naf-2019"\nrules = {square-count = {max = 5}}\n'
    answers = {**said(read_table(text)), BY_KEY["rules.square-count", "max"]: 9}
    with pytest.raises(UsageError, match="by hand"):
        answered(text, answers, NAF)
    with pytest.raises(UsageError, match="line 1, column 5: the value of 'a' is missing behind the equals sign"):
        read_table("a = ")
