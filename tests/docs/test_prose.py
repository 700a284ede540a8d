"""The texts for users are plain English, or become it: what scripts/check_prose.py counts."""

from __future__ import annotations

import doctest

import pytest

from scripts import check_prose, prose_texts
from scripts.check_prose import count_problems, find_problems, list_worse_kinds, read_record
from scripts.prose_texts import list_sources, split_markdown

RECORD = read_record()


@pytest.mark.parametrize("source", list_sources())
def test_no_text_gets_worse(source: str) -> None:
    """A text has no long sentence and no word that readers stumble over, or no more of them than are recorded."""
    counts, limits = count_problems(source), RECORD.get(source, {})
    assert list_worse_kinds(counts, limits) == [], (
        f"{counts}, recorded {limits}: python -m scripts.check_prose {source}"
    )


def test_the_record_names_no_text_that_is_gone() -> None:
    """Each recorded text exists."""
    assert sorted(set(RECORD) - set(list_sources())) == []


LONG = " ".join(["word"] * 31)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (f"{LONG}.", ["over 30"]),
        (f"| a | {LONG} |", ["over 30"]),
        (f"- {LONG}", ["over 30"]),
        (f"# {LONG}", []),
        ("Use `" + LONG + "`.", []),
        ("```\n" + LONG + "\n```", []),
        ("There are so many chests. It is but one.", ["words", "words"]),
        ("One can mend his dungeon anew, too.", ["words"] * 5),
        ("Call `playtest --mend`. The button says “mend”, or *Mend*.", []),
        ("Of all chests one counts. Whoever opens it wins.", ["words", "words"]),
        ("What lies there is lost.", ["words"]),
        ("What lies there?", []),
        ("# What it checks", []),
        ("a; b; c; d.", ["semicolons"] * 3),
        ("- a; b; c; d.", []),
    ],
)
def test_what_is_counted(text: str, kinds: list[str]) -> None:
    """Long sentences, stumbling words and semicolons count; code, headings, quotations and names are free."""
    assert [problem.kind for problem in find_problems(list(split_markdown(text)))] == kinds


@pytest.mark.parametrize("module", [check_prose, prose_texts])
def test_the_examples_hold(module) -> None:
    """The examples in the docstrings of the scripts give the results that they show."""
    assert not doctest.testmod(module).failed
