"""An edition's rules as players want them: how it is played, and what every dungeon keeps, in few words each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dungeon_designer.exports.pack.few_words import CHESTS, CORNERS, by_name, in_few_words, value_in_words
from dungeon_designer.exports.pack.house_rules import edition_of, house_rules
from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import NAMES
from dungeon_designer.rules.rule import both
from dungeon_designer.rules.what_happens import chest_counts, things_of
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.model import Metric, RuleLevel, Ruleset
from dungeon_designer.rulesets.play import CITED, Play
from dungeon_designer.rulesets.table import COURSE, THINGS, ChestCount, TableTopic, topic_in_words
from dungeon_designer.text.json_schema import schema_with_words

Row = tuple[str, str, str]
"""What it is about, what is asked or done, and where it is written."""

HEAD = ("", "", "where it is written")

LEVELS = {
    RuleLevel.MUST: "Every dungeon",
    RuleLevel.SHOULD: "Every dungeon, where it can be",
    RuleLevel.NOTICE: "Worth knowing of a dungeon",
}
"""What rules of a level stand under."""

_ALWAYS = ("players", "rush", "opaque")
"""Keys of `[play]` that no entry of the table tells."""


def parts(pack: Pack, ruleset: Ruleset) -> Iterator[PackPart]:
    """What house rules change, what happens in the pack's dungeons and in a match; where, with an edition's name.

    The organiser is also told what may lie in other dungeons, and what is asked of dungeons, the strictest first.
    """
    for part in _parts(pack, ruleset):
        yield replace(part, rows=tuple((*words, by_name(source)) for *words, source in part.rows))


def _parts(pack: Pack, ruleset: Ruleset) -> Iterator[PackPart]:
    extends = f"House rules: they extend {both([*map(by_name, ruleset.lineage)])}." if ruleset.lineage else ""
    yield PackPart("How it is played", extends, HEAD, tuple(playing(ruleset)))
    if changed := house_rules(ruleset):
        yield changed
    if ruleset.notes:
        yield PackPart("House rules besides", items=ruleset.notes)
    boards = [each.board for each in pack.chapters if each.ruleset.id == ruleset.id]
    held = {topic for board in boards for topic in things_of(board)}
    told = [topic for topic, entry in table_of(ruleset).items() if entry.source]
    for title, topics in (
        ("What lies in these dungeons", [topic for topic in THINGS if topic in held]),
        ("The course of a match", [topic for topic in COURSE if topic in told]),
        ("What may lie in others", [topic for topic in told if pack.organiser and topic not in {*COURSE, *held}]),
    ):
        if not topics:
            continue
        rows = tuple(at_the_table(ruleset, topics, chest_counts(boards)))
        yield PackPart(title, "", ("",) * len(HEAD), rows)
    for level, title in LEVELS.items() if pack.organiser else ():
        rows = tuple(asked(ruleset, level))
        if rows:
            yield PackPart(title, "", ("",) * len(HEAD), rows)


def at_the_table(ruleset: Ruleset, topics: Iterable[TableTopic], chests: Sequence[ChestCount] = ()) -> Iterator[Row]:
    """What happens where it comes to some topics; each roll and the turnover in a row of its own.

    `chests` are the numbers of chests and balls for which it is told, those that the ruleset asks for by default.
    """
    table = table_of(ruleset, chests)
    for topic in topics:
        happens, *others = table[topic].lines
        yield topic_in_words(topic), happens, table[topic].source
        yield from (("", line, "") for line in others)


def asked(ruleset: Ruleset, level: RuleLevel) -> Iterator[Row]:
    """Each rule of a level, in the order of the manual."""
    for name in NAMES:
        entry = ruleset.rules.get(name)
        if entry is not None and entry.level is level:
            yield (*in_few_words(name, entry), entry.source)


def playing(ruleset: Ruleset) -> Iterator[Row]:
    """What the ruleset says and its table does not: how one steps, and what house rules change of their edition."""
    edition = edition_of(ruleset)
    yield "Steps", CORNERS[ruleset.corners], ""
    if ruleset.metric is Metric.WALK:
        yield "Distances", "are counted in steps of movement", ""
    if ruleset.id not in EDITIONS:
        yield "Chests", CHESTS[ruleset.chests], ""
    yield from by_keys(ruleset, load(edition).play if edition else {}, _ALWAYS)


def own_rules(chapter: Chapter) -> Iterator[Row]:
    """What a dungeon has otherwise than its ruleset."""
    own = Context(chapter.board, chapter.ruleset).ruleset
    chests = chest_counts([chapter.board])
    book, table = table_of(chapter.ruleset, chests), table_of(own, chests)
    yield from by_keys(own, chapter.ruleset.play)
    for topic, entry in table.items():
        if entry != book.get(topic):
            yield topic_in_words(topic), " ".join(entry.lines), entry.source


def by_keys(ruleset: Ruleset, base: Mapping[str, Any], always: Collection[str] = ()) -> Iterator[Row]:
    """The keys of `[play]` that are other than in a base, and some `always`, each by its description."""
    about = schema_with_words(Play)["properties"]
    cited = {key: ruleset.play.get(source, "") for source, keys in CITED.items() for key in keys}
    for key, value in ruleset.play.items():
        if key not in (*CITED, "table") and (key in always or value != base.get(key)):
            yield about[key]["description"].rstrip("."), value_in_words(value), cited.get(key, "")
