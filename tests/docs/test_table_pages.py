"""The pages of docs/table: everything that an edition's table says, and what several topics share only once."""

from __future__ import annotations

import re
import tomllib

import pytest

from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.topic_table import DEFAULT_ENTRIES, TableEntry, TableTopic, format_topic
from scripts.prose_texts import PROJECT_ROOT
from scripts.table_pages import (
    build_table_pages,
    find_extended_edition,
    format_changes,
    format_group,
    is_nearly_alike,
    list_statements,
    measure_likeness,
)

SECTIONS = {
    edition: dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)*)", build_table_pages()[f"{edition}.md"], re.MULTILINE))
    for edition in EDITIONS
}
"""The text below each heading of each edition's page."""


def find_section(edition: str, topic: TableTopic) -> str:
    """Return what a page says of a topic, with what the page of the extended edition says where it leads there."""
    name, extended = format_topic(topic).lower(), find_extended_edition(edition)
    for heading, text in SECTIONS[edition].items():
        if name in heading.lower().split(", "):
            leads_on = extended and text.startswith("As in ")
            return text + (find_section(extended, topic) if leads_on else "")
    return find_section(extended, topic) if extended else ""


def strip_lists(text: str) -> str:
    """Return a text without the signs and indents of lists."""
    return re.sub(r"^ *- ", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_page_says_all_that_its_table_says(edition: str) -> None:
    """Each sentence, roll, result, end of a turn and clause of each topic stands on the page or where it leads."""
    for topic, entry in build_topic_table(load_unchecked_ruleset(edition)).items():
        section = strip_lists(find_section(edition, topic))
        if entry == DEFAULT_ENTRIES.get(topic):
            assert not section, f"the book says nothing of {topic}"
            continue
        for statement in list_statements(entry):
            assert strip_lists(statement.text) in section, topic
        _, _, headings = entry.source.partition(", ")
        assert all(heading in section for heading in headings.split("; ")), topic


def test_topics_that_are_nearly_alike_have_one_heading() -> None:
    """An open pit and a spiked pit have one heading, what both share stands once, and the difference names its pit."""
    (pits,) = [text for heading, text in SECTIONS["brawl-2013"].items() if heading == "Open pit, spiked pit"]
    assert pits.count("knocked down") == pits.count("6 or more") == 1
    assert "\n- **Spiked pit**: Roll for injury without armour." in pits


def test_topics_with_different_rules_keep_their_headings() -> None:
    """Entries that share nothing are not alike; equal ones are."""
    first, second = TableEntry(happens="A. B."), TableEntry(happens="C.", turnover="D.")
    assert (measure_likeness(first, second), measure_likeness(first, first)) == (0, 1)


def test_a_group_says_when_each_topic_ends_the_turn() -> None:
    """A turnover that only one topic of a heading has stands in that topic's item."""
    table = {
        TableTopic.LAVA: TableEntry(happens="It is hot. It is deep.", turnover="A player falls in."),
        TableTopic.WATER: TableEntry(happens="It is deep."),
    }
    assert list(format_group(list(table), table)) == [
        "It is deep.\n",
        "- **Lava**: It is hot. Turnover: A player falls in.",
        "",
    ]


def test_what_an_edition_leaves_out_is_named() -> None:
    """Where Sevens does not limit passes as naf-2019 does, its page quotes the limit that does not hold."""
    assert is_nearly_alike("db7s-2019", "naf-2019", TableTopic.THROWING)
    lead, *changes = format_changes("db7s-2019", "naf-2019", TableTopic.THROWING)
    assert "(naf-2019.md#throwing), without “Quick and short passes only" in lead
    assert changes == ["Passes go as far as in Blood Bowl.\n"]
    assert not is_nearly_alike("db7s-2019", "naf-2019", TableTopic.RESERVES), "three sentences would be left out"


def test_the_reference_names_the_rolls_that_playtests_take() -> None:
    """docs/reference/ruleset.md names each roll whose number a playtest takes from the table, and no other."""
    text = (PROJECT_ROOT / "docs" / "reference" / "ruleset.md").read_text(encoding="utf-8")
    sentence = text.partition("Playtests take such numbers from the rolls")[2].partition(". ")[0]
    editions = tomllib.loads((PROJECT_ROOT / "dungeon_designer/playtest/editions.toml").read_text(encoding="utf-8"))
    assert re.findall(r"`(.*?)`", sentence) == [".".join(roll) for roll in editions["rolls"].values()]
