"""What house rules ask otherwise than the edition they extend: each rule there and here, and where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from dungeon_designer.exports.pack.few_words import CHESTS, CORNERS, in_few_words, value_in_words
from dungeon_designer.exports.pack.model import PackPart
from dungeon_designer.rules.registry import NAMES
from dungeon_designer.rules.rule import as_words, value_text
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of, title_of
from dungeon_designer.rulesets.model import Metric, RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.play import CITED, Play, play_of, set_up_of
from dungeon_designer.rulesets.table import TableEntry, topic_in_words
from dungeon_designer.text.json_schema import schema_with_words

HEAD = ("rule", "in the edition", "here", "where it is written")
NOT_ASKED, NOT_SAID = "not asked", "not said"
_LEVELS = {RuleLevel.MUST: "", RuleLevel.SHOULD: " (advice)", RuleLevel.NOTICE: " (a notice only)"}
_METRICS = {Metric.SQUARES: "are counted in squares", Metric.WALK: "are counted in steps of movement"}


class Difference(NamedTuple):
    """One rule that differs: what it is about, what the edition asks, what is asked here, and the clause."""

    about: str
    edition: str
    here: str
    source: str


def edition_of(ruleset: Ruleset) -> str | None:
    """Return the id of the edition that a ruleset is or extends, the nearest one; None where there is none."""
    return next((name for name in (ruleset.id, *ruleset.lineage) if name in EDITIONS), None)


def house_rules(ruleset: Ruleset) -> PackPart | None:
    """Return the table of all that differs from the edition; None where nothing does or no edition is extended."""
    name = edition_of(ruleset)
    if name is None:
        return None
    rows = tuple(tuple(row) for row in differences(ruleset, load(name)))
    return PackPart(f"House rules: what differs from {load(name).name}", head=HEAD, rows=rows) if rows else None


def differences(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """All that a ruleset asks otherwise than an edition: the rules first, then how it is set up and played."""
    yield from _rules(ruleset, edition)
    whole = title_of(ruleset)
    for about, before, after in (
        ("Teams", edition.sides.in_letters, ruleset.sides.in_letters),
        ("Steps", CORNERS[edition.corners], CORNERS[ruleset.corners]),
        ("Chests", CHESTS[edition.chests], CHESTS[ruleset.chests]),
        ("Distances", _METRICS[edition.metric], _METRICS[ruleset.metric]),
    ):
        if before != after:
            yield Difference(about, before, after, whole)
    if _stages(ruleset) != _stages(edition):
        yield Difference("Setting up", _stages(edition), _stages(ruleset), set_up_of(ruleset).source)
    yield from _play(ruleset, edition)
    yield from _table(ruleset, edition)


def _rules(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """The rules that are asked otherwise, in the order of the manual."""
    for name in NAMES:
        before, after = (_asked_entry(each, name) for each in (edition, ruleset))
        if before is after or (before and after and _same(before, after)):
            continue
        (old_about, was), (about, words) = (_in_words(name, entry) for entry in (before, after))
        if was == words and before and after:
            was, words = (_parameters(each, other) for each, other in ((before, after), (after, before)))
        source = ruleset.rules[name].source if name in ruleset.rules else ""
        yield Difference(about or old_about, was, words, source)


def _asked_entry(ruleset: Ruleset, name: str) -> RuleEntry | None:
    entry = ruleset.rules.get(name)
    return None if entry is None or entry.level is RuleLevel.OFF else entry


def _same(one: RuleEntry, other: RuleEntry) -> bool:
    """Whether two entries ask the same, wherever that is written."""
    return (one.level, _asking(one)) == (other.level, _asking(other))


def _asking(entry: RuleEntry) -> dict[str, object]:
    """The parameters that ask something: not those that say where it is written."""
    return {key: value for key, value in entry.parameters.items() if not key.endswith("_source")}


def _in_words(name: str, entry: RuleEntry | None) -> tuple[str, str]:
    """What a rule is about, and what is asked with the level at which it is."""
    if entry is None:
        return "", NOT_ASKED
    about, words = in_few_words(name, entry)
    return about, f"{words}{_LEVELS[entry.level]}"


def _parameters(entry: RuleEntry, other: RuleEntry) -> str:
    """The parameters of an entry that another has otherwise, for rules whose words do not tell them."""
    changed = [key for key, value in _asking(entry).items() if other.parameters.get(key) != value]
    return "; ".join(f"{as_words(key)}: {value_text(entry.parameters[key])}" for key in changed) or NOT_SAID


def _stages(ruleset: Ruleset) -> str:
    """What coaches lay in turns, in order; who begins is told where it is not the winner of the roll-off."""
    nouns = {"counter": "pit counter"}
    stages = set_up_of(ruleset).stages
    laid = (f"{nouns.get(each.lay, each.lay)}s{_beginning(each.begins, each.turns)}" for each in stages)
    return ", then ".join(laid) or "nothing in turns"


def _beginning(begins: str, turns: tuple[int, ...]) -> str:
    if turns:
        return f" (by places in the roll-off: {', '.join(map(str, turns))})"
    return {"loser": " (the loser of the roll-off begins)", "next": " (whoever is next begins)"}.get(begins, "")


def _play(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """The keys of `[play]` that are otherwise, each by its description."""
    about, defaults = schema_with_words(Play)["properties"], msgspec.to_builtins(Play())
    cited = {key: source for source, keys in CITED.items() for key in keys}
    for key in about:
        before, after = (each.play.get(key, defaults[key]) for each in (edition, ruleset))
        if key not in (*CITED, "table") and before != after:
            was, words = (NOT_SAID if each in (None, "", [], ()) else value_in_words(each) for each in (before, after))
            source = ruleset.play.get(cited.get(key, ""), "") or title_of(ruleset)
            yield Difference(about[key]["description"].rstrip("."), was, words, source)


def _table(ruleset: Ruleset, edition: Ruleset) -> Iterator[Difference]:
    """The topics of which house rules say something else at the table."""
    before, after = table_of(edition), table_of(ruleset)
    for topic in play_of(ruleset).table:
        entry = after[topic]
        if entry != before.get(topic):
            yield Difference(topic_in_words(topic), _told(before.get(topic)), _told(entry), entry.source)


def _told(entry: TableEntry | None) -> str:
    return " ".join(entry.lines) if entry else NOT_SAID
