"""The pages of docs/rules: all that the editions and settings of a rule say, and what editions share only once."""

from __future__ import annotations

import doctest
import re

import pytest

import scripts.key_tables
import scripts.rule_pages
import scripts.write_docs
from dungeon_designer.reports.manual import MAX_VALUE_LETTERS, RulePage, build_rule_page, format_parameters
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.text.escaping import escape_markdown
from scripts.rule_pages import format_rule_page

RULESETS = [load_unchecked_ruleset(name) for name in EDITIONS]


def read_editions(page: RulePage) -> str:
    """Return what the page of a rule says under Editions."""
    return format_rule_page(page).partition("\n## Editions\n")[2].partition("\n## ")[0]


def find_edition_text(page: RulePage, edition: str) -> str:
    """Return the line of an edition, with the line above that states level and parameters for several editions."""
    above = ""
    for line in read_editions(page).splitlines():
        above = above if line.startswith(" ") else line
        if f"**{edition}**" in line or "**All editions**" in line:
            return line if line == above else f"{above}\n{line}"
    return ""


@pytest.mark.parametrize("name", RULE_NAMES)
def test_a_page_has_all_that_each_edition_requires(name: str) -> None:
    """Level, parameters and headings of each edition stand in its line or above it; notes stand on the page."""
    page = build_rule_page(name, RULESETS)
    for setting in page.rulesets:
        text = find_edition_text(page, setting.ruleset)
        assert bool(text) is (setting.level != "off")
        if text:
            parameters = format_parameters(setting.parameters, MAX_VALUE_LETTERS)
            assert setting.level in text
            assert not parameters or f"`{parameters}`" in text
            book, _, headings = setting.source.partition(", ")
            assert escape_markdown(headings or book) in text
            assert setting.ruleset.startswith(book) or escape_markdown(book) in text, (
                "the book is not the edition's own"
            )
    assert all(note.text in read_editions(page) for note in page.edition_notes)


def test_editions_with_equal_numbers_state_them_once() -> None:
    """Seven editions require six chests: the page says so once, and the clause of each stands below."""
    text = read_editions(build_rule_page("chest-count", RULESETS))
    assert text.count("min = 6, max = 6") == 1
    assert "\n- must: `min = 6, max = 6`\n    - **gw-1989-basic**: *Setting Up: Treasure Chests*\n" in text
    assert "\n    - **db7s-2019**: naf-2019, Dungeon Layouts: You Will Need\n" in text


def test_a_setting_does_not_repeat_what_its_default_shows() -> None:
    """A switch has only its default, a list with a default has no example, and kinds of sections are a link."""
    text = format_rule_page(build_rule_page("chest-section", RULESETS))
    assert "\n- `connected` (default `false`): Whether " in text
    assert re.search(
        r'- `forbidden` \(list of \[kinds of sections\]\(\S+\); default `\["end_zone", "entry"\]`\): ', text
    )


@pytest.mark.parametrize("module", [scripts.rule_pages, scripts.key_tables, scripts.write_docs])
def test_examples_of_the_scripts_hold(module: object) -> None:
    """An example in a docstring of the scripts that write these pages gives the result that it shows."""
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted
    assert not results.failed
