"""The docstrings of rules, read as fields."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.reports.manual import build_rule_page, format_rule_as_markdown, format_rule_as_text
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_description import EditionNote, parse_description
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule, parse_ruleset
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
MAX_WORDS = 30
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


def test_a_page_lists_only_the_editions_that_have_the_rule():
    """An edition without the rule is on no page of Markdown, unless none of the page's rulesets has the rule."""
    rulesets = list(map(load_unchecked_ruleset, EDITIONS))
    assert "gw-2021" not in format_rule_as_markdown(build_rule_page("chest-spacing", rulesets))
    assert "- No edition requires it.\n" in format_rule_as_markdown(build_rule_page("walking-fairness", rulesets))
    alone = build_rule_page("chest-spacing", [load_unchecked_ruleset("gw-2021")])
    assert "- Not required by gw-2021.\n" in format_rule_as_markdown(alone)


def test_a_long_value_is_shortened_in_markdown_alone():
    """Markdown leaves out the tiles of a box; the text names each of them."""
    page = build_rule_page("tile-supply", [load_unchecked_ruleset("gw-1989-basic")])
    assert "`stock = […]`" in format_rule_as_markdown(page)
    assert 'name = "board 6"' in " ".join(format_rule_as_text(page, TextStyle()).split())


def test_a_setting_says_what_it_holds():
    """A setting has what it holds, whether it is required, its default, and an example that says something new."""
    text = format_rule_as_markdown(build_rule_page("tile-supply", []))
    assert "- `use_all` (true or false; default `false`): " in text
    assert '- `besides` (a list of texts; example `["gw-2022-colleges"]`): ' in text
    assert "- `count` in `stock` (a whole number; required; example `2`): " in text


def test_the_example_of_a_setting_is_a_value_of_a_ruleset():
    """If a ruleset of the page has the setting, its value is the example."""
    page = build_rule_page("portal-count", [load_unchecked_ruleset("gw-1989-expanded")])
    text = format_rule_as_markdown(page, bounds="[bounds](#bounds)")
    assert "- `min`, `max`, `also` ([bounds](#bounds); example `min = 8, max = 12, also = [6]`): " in text
    assert "- `notice` (a list of whole numbers; example `[9, 11]`): " in text


def test_a_map_may_be_illegal_in_every_edition():
    """The heading of an illegal map may leave out the edition, and keeps its caption."""
    illegal_map = parse_description(
        "Chests.\n\nIllegal map (a chest is in lava)::\n\n    map: |\n      C\n"
    ).illegal_map
    assert (illegal_map.ruleset, illegal_map.caption) == ("", "a chest is in lava")


@pytest.mark.parametrize("name", RULE_NAMES)
def test_the_page_of_every_rule_is_complete(name):
    """Each rule has a fix, a list of how it is measured, notes on editions that exist, and an illegal map."""
    description = load_rule(name).description
    assert description.fix
    assert description.measurement
    assert description.edition_notes
    assert all(set(note.editions) <= set(EDITIONS) for note in description.edition_notes)
    assert description.illegal_map.caption


@pytest.mark.parametrize("name", RULE_NAMES)
def test_the_sentences_of_a_page_are_short(name):
    """No sentence of a rule's page has more than 30 words."""
    description = load_rule(name).description
    notes = [note.text for note in description.edition_notes]
    texts = [description.summary, description.fix, *description.measurement, *notes, *description.settings_notes]
    sentences = [sentence for text in texts for sentence in re.split(r"(?<=[.?!:;])\s", text)]
    assert [sentence for sentence in sentences if len(sentence.split()) > MAX_WORDS] == []


@pytest.mark.parametrize("name", RULE_NAMES)
def test_the_illegal_map_breaks_the_rule(name):
    """The map on the page of a rule breaks the rule, in the edition that the page names."""
    illegal_map = load_rule(name).description.illegal_map
    rulesets = [load_unchecked_ruleset(illegal_map.ruleset)] if illegal_map.ruleset else list_rulesets_with(name)
    dungeon = Dungeon.parse(illegal_map.sketch)
    assert rulesets
    assert all(dungeon.check(ruleset, select=[name]).findings for ruleset in rulesets)


def list_rulesets_with(name):
    """Return the editions that use a rule, or a house ruleset that turns it on if there is no such edition."""
    editions = [load_unchecked_ruleset(edition) for edition in EDITIONS]
    house_rules = f'extends = "naf-2019"\n[rules.{name}]\nlevel = "should"\n'
    house_ruleset = parse_ruleset(house_rules, "house.toml", Path())
    return [edition for edition in editions if name in edition.enabled_rules] or [house_ruleset]
