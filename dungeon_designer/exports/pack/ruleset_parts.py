"""Explain a ruleset to players: how it is played, and what every dungeon must keep, each in short texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dungeon_designer.exports.pack.house_rule_differences import build_house_rules_part, find_edition_id
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.short_texts import (
    CHEST_TEXTS,
    CORNER_TEXTS,
    describe_rule,
    format_play_value,
    replace_edition_ids,
)
from dungeon_designer.rules.board_topics import build_topic_table, find_topic_squares, list_chest_counts
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import KEYS_BY_SOURCE_KEY, Play
from dungeon_designer.rulesets.ruleset_model import Metric, RuleLevel, Ruleset
from dungeon_designer.rulesets.topic_table import MATCH_TOPICS, SQUARE_TOPICS, ChestCount, TableTopic, format_topic
from dungeon_designer.text.json_schema import build_described_schema
from dungeon_designer.text.pack_part import PackPart

Row = tuple[str, str, str]
"""The subject, what is required or done, and where it is written."""

HEADINGS = ("", "", "where it is written")
"""The headings of the table."""

LEVEL_TITLES = {
    RuleLevel.MUST: "Required in every dungeon",
    RuleLevel.SHOULD: "Advised for every dungeon",
    RuleLevel.NOTICE: "Reported as a notice",
}
"""The title for the rules of each level."""

_ALWAYS_SHOWN = ("players", "rush", "opaque")
"""Keys of `[play]` that are always shown, since no entry of the table says them."""


def list_parts(pack: Pack, ruleset: Ruleset) -> Iterator[PackPart]:
    """Yield the parts of a pack that explain a ruleset, with the names of editions instead of their ids.

    They say what house rules change, and what happens in the pack's dungeons and in a match. The organiser also gets
    what may lie in other dungeons, and what is required of dungeons, the strictest rules first. The pack is the printed
    document of an event.
    """
    for part in _list_parts_with_ids(pack, ruleset):
        # the last column of each table says in which book a rule is written
        rows = tuple((*cells, replace_edition_ids(source)) for *cells, source in part.rows)
        yield replace(part, rows=rows)


def _list_parts_with_ids(pack: Pack, ruleset: Ruleset) -> Iterator[PackPart]:
    """Yield the parts that explain a ruleset, with sources that name editions by their ids; see `list_parts`."""
    introduction = ""
    if ruleset.lineage:  # the rulesets that house rules extend
        extended_names = [replace_edition_ids(ruleset_id) for ruleset_id in ruleset.lineage]
        introduction = f"House rules: they extend {join_with_and(extended_names)}."
    yield PackPart("How it is played", introduction, HEADINGS, tuple(list_play_rows(ruleset)))
    if house_rules_part := build_house_rules_part(ruleset):
        yield house_rules_part
    if ruleset.notes:
        yield PackPart("Other house rules", items=ruleset.notes)
    yield from _list_topic_parts(pack, ruleset)
    if pack.organiser:
        for level, title in LEVEL_TITLES.items():
            rows = tuple(list_rules_of_level(ruleset, level))
            if rows:
                yield PackPart(title, "", ("",) * len(HEADINGS), rows)


def _list_topic_parts(pack: Pack, ruleset: Ruleset) -> Iterator[PackPart]:
    """Yield the tables that say what happens at the table, by topic: an object such as a chest, or a part of a match.

    The pack is the printed document of an event. There is a table for what is in the dungeons of the pack, one for the
    course of a match, and for the organiser one for what other dungeons may contain.
    """
    boards = [chapter.board for chapter in pack.chapters if chapter.ruleset.id == ruleset.id]
    present_topics = {topic for board in boards for topic in find_topic_squares(board)}
    # an entry without a source is a default of the program: no book of this ruleset speaks of its topic
    described_topics = [topic for topic, entry in build_topic_table(ruleset).items() if entry.source]
    topics_by_title = {
        "In these dungeons": [topic for topic in SQUARE_TOPICS if topic in present_topics],
        "The course of a match": [topic for topic in MATCH_TOPICS if topic in described_topics],
    }
    if pack.organiser:
        other_topics = [topic for topic in described_topics if topic not in {*MATCH_TOPICS, *present_topics}]
        topics_by_title["In other dungeons"] = other_topics
    for title, topics in topics_by_title.items():
        if topics:
            rows = tuple(list_topic_rows(ruleset, topics, list_chest_counts(boards)))
            yield PackPart(title, "", ("",) * len(HEADINGS), rows)


def list_topic_rows(ruleset: Ruleset, topics: Iterable[TableTopic], chests: Sequence[ChestCount] = ()) -> Iterator[Row]:
    """Yield rows (topic, text, source) that say what happens at the table for these topics.

    A topic is an object or terrain, such as a chest or lava, or a part of a match. Each dice roll has a row of its own,
    without topic and source, and so has the turnover (the end of a team's turn).

    Args:
        ruleset: The ruleset.
        topics: The topics.
        chests: Pairs of a number of chests and of balls in them that the texts mention; without any, those that the
            ruleset allows.
    """
    table = build_topic_table(ruleset, chests)
    for topic in topics:
        first_line, *further_lines = table[topic].lines
        yield format_topic(topic), first_line, table[topic].source
        yield from (("", line, "") for line in further_lines)


def list_rules_of_level(ruleset: Ruleset, level: RuleLevel) -> Iterator[Row]:
    """Yield a row (subject, requirement, source) for each rule that a ruleset has at a level, such as "must".

    The rows are in the order of the manual.
    """
    for name in RULE_NAMES:
        entry = ruleset.rules.get(name)
        if entry is not None and entry.level is level:
            yield (*describe_rule(name, entry), entry.source)


def list_play_rows(ruleset: Ruleset) -> Iterator[Row]:
    """Yield rows (subject, text, source) that say how a ruleset is played: steps, distances and so on.

    They are how players step diagonally, how distances are counted, how house rules open chests, the keys of the
    ruleset's table `[play]` that house rules change, and a few keys that are always shown.
    """
    yield "Steps", CORNER_TEXTS[ruleset.corners], ""
    if ruleset.metric is Metric.WALK:
        yield "Distances", "are counted in steps of movement", ""
    if ruleset.id not in EDITIONS:
        yield "Chests", CHEST_TEXTS[ruleset.chests], ""
    edition_id = find_edition_id(ruleset)
    edition_play = load_unchecked_ruleset(edition_id).play if edition_id else {}
    yield from list_play_keys(ruleset, edition_play, _ALWAYS_SHOWN)


def list_changed_rules(chapter: Chapter) -> Iterator[Row]:
    """Yield a row (subject, text, source) for each rule of play that a dungeon changes by itself.

    A dungeon file may change how a match is played in it, such as how many players a team has, and so may its tiles.
    The first rows are about keys of the table `[play]`, the others about what happens at objects and terrain.
    """
    dungeon_ruleset = Context(chapter.board, chapter.ruleset).ruleset
    chests = list_chest_counts([chapter.board])
    ruleset_table = build_topic_table(chapter.ruleset, chests)
    dungeon_table = build_topic_table(dungeon_ruleset, chests)
    yield from list_play_keys(dungeon_ruleset, chapter.ruleset.play)
    for topic, entry in dungeon_table.items():
        if entry != ruleset_table.get(topic):
            yield format_topic(topic), " ".join(entry.lines), entry.source


def list_play_keys(ruleset: Ruleset, base: Mapping[str, Any], always_shown: Collection[str] = ()) -> Iterator[Row]:
    """Yield a row (description, value, source) for each key of a ruleset's table `[play]` that differs from `base`.

    Keys that only name the source of other keys have no row.

    Args:
        ruleset: the ruleset.
        base: the table `[play]` of the ruleset that this one changes.
        always_shown: keys that have a row even if they do not differ.
    """
    properties = build_described_schema(Play)["properties"]
    source_by_key = {
        key: ruleset.play.get(source_key, "") for source_key, keys in KEYS_BY_SOURCE_KEY.items() for key in keys
    }
    for key, value in ruleset.play.items():
        if key in KEYS_BY_SOURCE_KEY or key == "table":  # `table` says what happens at objects; other rows tell that
            continue
        if key in always_shown or value != base.get(key):
            yield properties[key]["description"].rstrip("."), format_play_value(value), source_by_key.get(key, "")
