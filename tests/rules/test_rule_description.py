"""The docstrings of rules, read as fields."""

from __future__ import annotations

from dungeon_designer.reports.manual import build_rule_page, format_rule_as_markdown, format_rule_as_text
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_description import EditionNote, parse_description
from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset

DOCSTRING = """Two chests lie
apart.

Fix: Move one
of them.

Or remove it.

How it is measured:

- Walls do not
  matter.
- A chest counts.

Editions:

- The books say little.
- naf-2019, db7s-2019: This is advice: do it.

Settings:

- House rules may differ.

Illegal map, under naf-2019 (two chests are
too near)::

    map: |
      C.C
"""
TITLES = ["What it checks", "Fix", "Illegal map", "How it is measured", "Editions", "Settings"]


def test_a_docstring_becomes_fields():
    """Each part of a rule's docstring becomes a field, with paragraphs and items on one line each."""
    description = parse_description(DOCSTRING)
    assert description.summary == "Two chests lie apart."
    assert description.fix == "Move one of them.\n\nOr remove it."
    assert description.measurement == ("Walls do not matter.", "A chest counts.")
    assert description.edition_notes == (
        EditionNote((), "The books say little."),
        EditionNote(("naf-2019", "db7s-2019"), "This is advice: do it."),
    )
    assert description.settings_notes == ("House rules may differ.",)
    assert description.illegal_map.ruleset == "naf-2019"
    assert description.illegal_map.caption == "two chests are too near"
    assert description.illegal_map.sketch == "map: |\n  C.C\n"


def test_the_page_of_a_rule_has_fixed_headings():
    """Text and Markdown of a rule's page have the same headings in the same order."""
    page = build_rule_page("chest-spacing", map(load_unchecked_ruleset, EDITIONS))
    text_lines = format_rule_as_text(page, TextStyle()).splitlines()
    assert [line for line in text_lines if line in TITLES] == TITLES
    markdown_lines = format_rule_as_markdown(page).splitlines()
    assert [line.removeprefix("## ") for line in markdown_lines if line.startswith("## ")] == TITLES


def test_an_edition_has_its_note_in_its_own_line():
    """A note about one edition stands beside its level and clause on the page, and nowhere else."""
    page = build_rule_page("chest-spacing", map(load_unchecked_ruleset, EDITIONS))
    (note,) = (note for note in load_rule("chest-spacing").description.edition_notes if note.editions == ("naf-2019",))
    (line,) = (line for line in format_rule_as_markdown(page).splitlines() if note.text in line)
    assert line == f"- **naf-2019**, should: `min = 5`; naf-2019, The Dungeon. {note.text}"
