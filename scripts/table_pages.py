"""Write the pages of docs/table/: what happens at the table in each edition, in the words of its table.

A page says only once what several topics share. Topics that are nearly alike, such as an open and a spiked pit, have
one heading: first what holds for all of them, then what only one of them adds. An edition that extends another says
only what differs from that edition's page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from dungeon_designer.editor.manual_pages import build_anchor
from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.topic_table import (
    DEFAULT_ENTRIES,
    TableEntry,
    TableRoll,
    TableTopic,
    TopicTable,
    format_topic,
)

TABLE_PAGE_NOTE = "<!-- Made from dungeon_designer/rulesets/data/tables by `make docs`. -->\n"
TABLE_INDEX_HEAD = f"""{TABLE_PAGE_NOTE}
# At the table

Each edition has a page in our own words, with the headings of its book in italics. It says what happens on each square,
what is rolled, who begins, and when a turn and the match end.
[House rules](../reference/ruleset.md#what-happens-at-the-table) may differ.

Agree before the match on objects and terrain that a page does not name. In all else Blood Bowl's own rules hold.
"""
SILENCE = "For all else, see [At the table](README.md)."
MIN_SHARED_WORDS = 0.3
"""The least share of its words that the shorter of two entries under one heading has in common with the other."""
_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")


class Statement(NamedTuple):
    """One thing that an entry says.

    Attributes:
        kind: "sentence", "roll" or "turnover".
        text: the sentence, when the turn ends, or the roll as a list in Markdown.
    """

    kind: str
    text: str


class DividedEntries(NamedTuple):
    """The entries of some topics, divided into what all of them say and what only one says.

    Attributes:
        shared: what all entries say.
        remainders: for each entry, what not all of them say.
    """

    shared: list[Statement]
    remainders: list[list[Statement]]


@cache
def read_table(edition: str) -> TopicTable:
    """Return what an edition says of each topic; the table is built once."""
    return build_topic_table(load_unchecked_ruleset(edition))


def build_table_pages() -> dict[str, str]:
    """Return the text of each page of docs/table/, by its file name."""
    text_by_name = {f"{edition}.md": "\n".join(format_table_page(edition)) for edition in EDITIONS}
    links = "\n".join(f"- [{load_unchecked_ruleset(edition).name}]({edition}.md), `{edition}`" for edition in EDITIONS)
    return {**text_by_name, "README.md": f"{TABLE_INDEX_HEAD}\n{links}\n"}


def format_table_page(edition: str) -> Iterator[str]:
    """Yield the lines of an edition's page.

    For topics that are not on the page, it sends the reader to the page of the edition that this one extends, or says
    that the book is silent.
    """
    entry_by_topic = read_table(edition)
    book = find_book(edition)
    yield from (TABLE_PAGE_NOTE, f"# At the table: {load_unchecked_ruleset(edition).name}\n")
    extended = find_extended_edition(edition)
    rest = f"All else is as in [{load_unchecked_ruleset(extended).name}]({extended}.md)." if extended else SILENCE
    # Mostly the edition's name says which book is meant.
    yield f"{rest}\n" if edition.startswith(book) else f"{rest} Headings of `{book}` are in italics.\n"
    for topics in group_own_topics(edition):
        yield f"## {format_topics(topics)}\n"
        if extended and len(topics) == 1 and is_nearly_alike(edition, extended, topics[0]):
            yield from format_changes(edition, extended, topics[0])
        else:
            yield from format_group(topics, entry_by_topic)
        yield f"*{merge_sources([entry_by_topic[topic] for topic in topics], book)}*\n"


def format_group(topics: Sequence[TableTopic], entry_by_topic: TopicTable) -> Iterator[str]:
    """Yield the lines about topics that have one heading: what holds for all of them, then what each of them adds."""
    shared, remainders = divide_entries([entry_by_topic[topic] for topic in topics])
    yield from format_statements(shared)
    lines = [line for pair in zip(topics, remainders, strict=True) for line in format_remainder(*pair)]
    yield from (*lines, "") if lines else ()


def format_changes(edition: str, extended: str, topic: TableTopic) -> Iterator[str]:
    """Yield the lines about a topic of which an edition says nearly the same as the edition that it extends."""
    own_entry, entry = (read_table(name)[topic] for name in (edition, extended))
    _, (added, left_out) = divide_entries([own_entry, entry])
    exception = ", without “" + " ".join(each.text for each in left_out) + "”"
    yield f"As in [{extended}]({extended}.md#{find_anchor(extended, topic)}){exception if left_out else '.'}\n"
    yield from format_statements(added)


def format_statements(statements: Sequence[Statement]) -> Iterator[str]:
    """Yield the lines of statements: a paragraph of the sentences, a list of the rolls, and when the turn ends."""
    text_by_kind = {kind: [each.text for each in statements if each.kind == kind] for kind in ("sentence", "roll")}
    if text_by_kind["sentence"]:
        yield " ".join(text_by_kind["sentence"]) + "\n"
    if text_by_kind["roll"]:
        yield "\n".join(text_by_kind["roll"]) + "\n"
    yield from (f"Turnover: {each.text}\n" for each in statements if each.kind == "turnover")


def format_remainder(topic: TableTopic, statements: Sequence[Statement]) -> Iterator[str]:
    """Yield an item of a list with what only one of the topics under a heading says; nothing if that is nothing."""
    if not statements:
        return
    sentences = [each.text for each in statements if each.kind == "sentence"]
    sentences += [f"Turnover: {each.text}" for each in statements if each.kind == "turnover"]
    yield " ".join([f"- **{format_topic(topic)}**:", *sentences])
    for roll in (each.text for each in statements if each.kind == "roll"):
        yield from (f"    {line}" for line in roll.splitlines())


def format_topics(topics: Sequence[TableTopic]) -> str:
    """Return the names of topics as one heading.

    >>> format_topics([TableTopic.LAVA, TableTopic.ROPE_BRIDGE])
    'Lava, rope bridge'
    """
    return ", ".join(map(format_topic, topics)).capitalize()


def format_roll_as_list(roll: TableRoll) -> str:
    """Return a roll as an item of a list in Markdown, with an item for each result below it.

    If the same happens whatever is rolled, that follows at once.
    """
    condition = f", {roll.when}" if roll.when else ""
    if list(roll.outcomes) == ["any number"]:
        return f"- **{roll.dice}**{condition}: {roll.outcomes['any number']}"
    outcomes = [f"    - {result}: {words}" for result, words in roll.outcomes.items()]
    return "\n".join([f"- **{roll.dice}**{condition}:", *outcomes])


def group_own_topics(edition: str) -> list[list[TableTopic]]:
    """Return the topics that an edition's page describes; topics that are nearly alike are in one group."""
    entry_by_topic = read_table(edition)
    extended = find_extended_edition(edition)
    extended_table = read_table(extended) if extended else DEFAULT_ENTRIES
    groups: list[list[TableTopic]] = []
    for topic, entry in entry_by_topic.items():
        if entry in (DEFAULT_ENTRIES.get(topic), extended_table.get(topic)):
            continue
        similar_groups = [
            group for group in groups if belongs_to_group(entry, [entry_by_topic[other] for other in group])
        ]
        if similar_groups:
            similar_groups[0].append(topic)
        else:
            groups.append([topic])
    return groups


def find_extended_edition(edition: str) -> str:
    """Return the edition from whose table an edition takes entries; empty if it takes none."""
    entry_by_topic = read_table(edition)
    for earlier in EDITIONS[: EDITIONS.index(edition)]:
        earlier_table = read_table(earlier)
        if any(entry == earlier_table.get(topic) for topic, entry in entry_by_topic.items() if entry.source):
            return earlier
    return ""


def is_nearly_alike(edition: str, other: str, topic: TableTopic) -> bool:
    """Return whether an edition says what another does of a topic and perhaps more, except one sentence at most."""
    own_entry, entry = (read_table(name)[topic] for name in (edition, other))
    _, (_, left_out) = divide_entries([own_entry, entry])
    is_one_sentence = [each.kind for each in left_out] in ([], ["sentence"])
    return is_one_sentence and measure_likeness(own_entry, entry) >= MIN_SHARED_WORDS


def belongs_to_group(entry: TableEntry, group: Sequence[TableEntry]) -> bool:
    """Return whether an entry is so like all entries of a group that one heading for all of them needs fewer words."""
    words_together = count_group_words([*group, entry])
    words_apart = count_group_words(group) + count_words(list_statements(entry))
    is_like_all = all(measure_likeness(entry, other) >= MIN_SHARED_WORDS for other in group)
    return is_like_all and words_together < words_apart


def measure_likeness(first: TableEntry, second: TableEntry) -> float:
    """Return the share of the shorter entry's words that lie in statements which the other makes as well."""
    shared, remainders = divide_entries([first, second])
    shared_words = count_words(shared)
    least_words = shared_words + min(map(count_words, remainders))
    return shared_words / least_words if least_words else 1.0


def count_group_words(entries: Sequence[TableEntry]) -> int:
    """Return the number of words that stand below one heading for some entries."""
    shared, remainders = divide_entries(entries)
    return sum(map(count_words, [shared, *remainders]))


def count_words(statements: Sequence[Statement]) -> int:
    """Return the number of words in statements."""
    return sum(len(each.text.split()) for each in statements)


def divide_entries(entries: Sequence[TableEntry]) -> DividedEntries:
    """Divide entries into the statements that all of them make, and what each of them says beside."""
    lists = [list_statements(entry) for entry in entries]
    shared = [each for each in lists[0] if all(each in statements for statements in lists)]
    return DividedEntries(shared, [[each for each in statements if each not in shared] for statements in lists])


def list_statements(entry: TableEntry) -> list[Statement]:
    """Return everything that an entry says, apart from its source: its sentences, its rolls, when it ends the turn."""
    statements = [Statement("sentence", sentence) for sentence in _SENTENCE_END.split(entry.happens)]
    statements += [Statement("roll", format_roll_as_list(roll)) for roll in entry.rolls.values()]
    return [*statements, Statement("turnover", entry.turnover)] if entry.turnover else statements


def find_anchor(edition: str, topic: TableTopic) -> str:
    """Return the name by which links lead to a topic on an edition's page."""
    (group,) = (group for group in group_own_topics(edition) if topic in group)
    return build_anchor(format_topics(group))


def find_book(edition: str) -> str:
    """Return the book that most entries of an edition's page cite; an entry's source is "book, heading; heading"."""
    entry_by_topic = read_table(edition)
    own_topics = [topic for group in group_own_topics(edition) for topic in group]
    books = Counter(entry_by_topic[topic].source.partition(", ")[0] for topic in own_topics)
    return books.most_common(1)[0][0]


def merge_sources(entries: Sequence[TableEntry], book: str) -> str:
    """Return the headings that entries cite, each once; headings of other books than the given one name their book.

    >>> merge_sources([TableEntry(happens="x", source=f"A, {each}") for each in ("Pits; Turnovers", "Pits")], "A")
    'Pits; Turnovers'
    """
    headings = [heading for entry in entries for heading in entry.source.removeprefix(f"{book}, ").split("; ")]
    return "; ".join(dict.fromkeys(headings))
