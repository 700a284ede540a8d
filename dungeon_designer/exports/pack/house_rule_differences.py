"""Compare house rules with the edition that they extend: each rule in both, and where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from dungeon_designer.exports.pack.short_texts import CHEST_TEXTS, CORNER_TEXTS, describe_rule, format_play_value
from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rules.rule_text import format_value, replace_underscores
from dungeon_designer.rulesets.loader import EDITIONS, format_title, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import KEYS_BY_SOURCE_KEY, Play, parse_play, parse_set_up
from dungeon_designer.rulesets.ruleset_model import Metric, RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.topic_table import TableEntry, format_topic
from dungeon_designer.text.json_schema import build_described_schema
from dungeon_designer.text.pack_part import PackPart

HEADINGS = ("rule", "in the edition", "here", "where it is written")
"""The headings of the table."""
NOT_REQUIRED_TEXT, NOT_GIVEN_TEXT = "not required", "not stated"
"""`NOT_REQUIRED_TEXT`: What the table says for a rule that is not required.

`NOT_GIVEN_TEXT`: What the table says for a value that is not given.
"""
_LEVEL_SUFFIXES = {RuleLevel.MUST: "", RuleLevel.SHOULD: " (advice)", RuleLevel.NOTICE: " (a notice only)"}
"""What follows a rule of each level."""
_METRIC_TEXTS = {Metric.SQUARES: "are counted in squares", Metric.WALK: "are counted in steps of movement"}
"""What a ruleset says about distances."""


class Difference(NamedTuple):
    """One requirement in which house rules differ from the edition that they extend.

    Attributes:
        subject: what it is about, such as a rule's topic.
        edition_text: what the edition requires.
        house_text: what the house rules require.
        source: the clause of the house rules.
    """

    subject: str
    edition_text: str
    house_text: str
    source: str


def find_edition_id(ruleset: Ruleset) -> str | None:
    """Return the id of the edition that a ruleset is or else extends, the nearest one; None if there is none."""
    return next((name for name in (ruleset.id, *ruleset.lineage) if name in EDITIONS), None)


def build_house_rules_part(ruleset: Ruleset) -> PackPart | None:
    """Return a part of an event's document: a table of everything in which house rules differ from their edition.

    Returns:
        the part; None if nothing differs, or if the ruleset extends no edition.
    """
    edition_id = find_edition_id(ruleset)
    if edition_id is None:
        return None
    edition = load_unchecked_ruleset(edition_id)  # the editions of the program need no check of their parameters
    rows = tuple(tuple(difference) for difference in list_differences(ruleset, edition))
    if not rows:
        return None
    return PackPart(f"House rules: what differs from {edition.name}", head=HEADINGS, rows=rows)


def list_differences(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """Yield everything that a ruleset requires differently from an edition.

    First come the rules; then teams, steps, chests, distances and set-up; then the `[play]` table; then what happens at
    the table.
    """
    yield from _list_rule_differences(ruleset, edition)
    ruleset_title = format_title(ruleset)
    for subject, before, after in (
        ("Teams", edition.team_count.text, ruleset.team_count.text),
        ("Steps", CORNER_TEXTS[edition.corners], CORNER_TEXTS[ruleset.corners]),
        ("Chests", CHEST_TEXTS[edition.chests], CHEST_TEXTS[ruleset.chests]),
        ("Distances", _METRIC_TEXTS[edition.metric], _METRIC_TEXTS[ruleset.metric]),
    ):
        if before != after:
            yield Difference(subject, before, after, ruleset_title)
    if _describe_stages(ruleset) != _describe_stages(edition):
        set_up_source = parse_set_up(ruleset).source
        yield Difference("Setting up", _describe_stages(edition), _describe_stages(ruleset), set_up_source)
    yield from _list_play_differences(ruleset, edition)
    yield from _list_table_differences(ruleset, edition)


def _list_rule_differences(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """Yield the rules that a ruleset requires differently from an edition, in the order of the manual.

    A ruleset's entry for a rule gives its level, such as "must", its parameters, and the clause it comes from.
    """
    for name in RULE_NAMES:
        edition_entry, house_entry = _find_required_entry(edition, name), _find_required_entry(ruleset, name)
        if edition_entry is house_entry:  # often None, since neither requires the rule
            continue
        if edition_entry and house_entry and _has_same_meaning(edition_entry, house_entry):
            continue
        edition_subject, edition_text = _describe_entry(name, edition_entry)
        house_subject, house_text = _describe_entry(name, house_entry)
        if edition_entry and house_entry and edition_text == house_text:  # the texts do not show what differs
            edition_text = _format_changed_parameters(edition_entry, house_entry)
            house_text = _format_changed_parameters(house_entry, edition_entry)
        source = ruleset.rules[name].source if name in ruleset.rules else ""
        yield Difference(house_subject or edition_subject, edition_text, house_text, source)


def _find_required_entry(ruleset: Ruleset, name: str) -> RuleEntry | None:
    """Return a ruleset's entry for the rule of this name: its level and parameters.

    It is None if the ruleset has no entry for the rule, or if the entry turns the rule off.
    """
    entry = ruleset.rules.get(name)
    return None if entry is None or entry.level is RuleLevel.OFF else entry


def _has_same_meaning(first: RuleEntry, second: RuleEntry) -> bool:
    """Return whether two entries of a rule have the same level and parameters. Their sources do not matter."""
    return (first.level, _find_requirements(first)) == (second.level, _find_requirements(second))


def _find_requirements(entry: RuleEntry) -> dict[str, object]:
    """Return the parameters of a rule's entry, without those that only name a source."""
    return {key: value for key, value in entry.parameters.items() if not key.endswith("_source")}


def _describe_entry(name: str, entry: RuleEntry | None) -> tuple[str, str]:
    """Return the subject of a rule, and what a ruleset's entry for it requires, with its level unless it is a must.

    If the entry is None, the result is ('', NOT_REQUIRED_TEXT).
    """
    if entry is None:
        return "", NOT_REQUIRED_TEXT
    subject, requirement = describe_rule(name, entry)
    return subject, f"{requirement}{_LEVEL_SUFFIXES[entry.level]}"


def _format_changed_parameters(entry: RuleEntry, compared_entry: RuleEntry) -> str:
    """Return the parameters of a rule's entry in a ruleset that differ from those of another entry, as text.

    It is used where the rule's own description does not mention them. If this entry has none of them, the result is
    NOT_GIVEN_TEXT.
    """
    changed_texts = [
        f"{replace_underscores(key)}: {format_value(value)}"
        for key, value in _find_requirements(entry).items()
        if compared_entry.parameters.get(key) != value
    ]
    return "; ".join(changed_texts) or NOT_GIVEN_TEXT


def _describe_stages(ruleset: Ruleset) -> str:
    """Return what coaches place in turns before a match, in order, such as "chests, then portals".

    Each kind is followed by who begins, unless it is the winner of the roll-off (a roll of dice between the coaches).
    """
    texts = []
    for stage in parse_set_up(ruleset).stages:
        noun = "pit counter" if stage.lay == "counter" else stage.lay
        texts.append(f"{noun}s{_describe_beginning(stage.begins, stage.turns)}")
    return ", then ".join(texts) or "nothing in turns"


def _describe_beginning(begins: str, turns: tuple[int, ...]) -> str:
    """Return a suffix that says which coach places the first object of a kind, such as " (the loser … begins)".

    It is '' if the winner of the roll-off begins, a roll of dice between the coaches.

    Args:
        begins: "winner", "loser" or "next", who is the next after the coach who placed the last object of the kind
            before.
        turns: if not empty, the coaches' ranks in the roll-off, 1 for the winner, in the order in which they place.
    """
    if turns:
        return f" (by places in the roll-off: {', '.join(map(str, turns))})"
    suffixes = {
        "winner": "",
        "loser": " (the loser of the roll-off begins)",
        "next": " (the next coach begins)",
    }
    return suffixes.get(begins, "")


def _list_play_differences(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """Yield the keys of the table `[play]` (how a match is played) that have another value than in the edition.

    The subject of a difference is the key's description in the schema of rulesets. Some keys only give the source of
    other keys: the book and clause that they come from.
    """
    properties, defaults = build_described_schema(Play)["properties"], msgspec.to_builtins(Play())
    for key in properties:
        if key in KEYS_BY_SOURCE_KEY or key == "table":  # `_list_table_differences` compares what `table` says
            continue
        edition_value, house_value = edition.play.get(key, defaults[key]), ruleset.play.get(key, defaults[key])
        if edition_value != house_value:
            subject = properties[key]["description"].rstrip(".")
            source = _find_source_of_key(ruleset, key) or format_title(ruleset)
            yield Difference(subject, _format_key_value(edition_value), _format_key_value(house_value), source)


def _find_source_of_key(ruleset: Ruleset, key: str) -> str:
    """Return the book and clause that a ruleset names for a key of its `[play]` table, '' if it names none.

    For instance, the key `rush` has its source in the key `rush_source`.
    """
    source_keys = (source_key for source_key, keys in KEYS_BY_SOURCE_KEY.items() if key in keys)
    return next((ruleset.play.get(source_key, "") for source_key in source_keys), "")


def _format_key_value(value: object) -> str:
    """Return the value of a key of `[play]` as text; NOT_GIVEN_TEXT for an empty one."""
    return NOT_GIVEN_TEXT if value in (None, "", [], ()) else format_play_value(value)


def _list_table_differences(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """Yield each topic, such as chests or lava, for which house rules say that something else happens in a match.

    Only topics that the house rules mention themselves are compared.
    """
    edition_table, house_table = build_topic_table(edition), build_topic_table(ruleset)
    for topic in parse_play(ruleset).table:
        edition_entry, house_entry = edition_table.get(topic), house_table[topic]
        if house_entry != edition_entry:
            edition_text, house_text = _format_table_entry(edition_entry), _format_table_entry(house_entry)
            yield Difference(format_topic(topic), edition_text, house_text, house_entry.source)


def _format_table_entry(entry: TableEntry | None) -> str:
    """Return what a ruleset says of a topic, such as chests or lava, as one text; NOT_GIVEN_TEXT for None."""
    return " ".join(entry.lines) if entry else NOT_GIVEN_TEXT
