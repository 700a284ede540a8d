"""An edition's rules as players want them: how it is played, and what every dungeon keeps, in few words each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dungeon_designer.exports.pack.model import Pack, PackPart
from dungeon_designer.rules.registry import NAMES, rule
from dungeon_designer.rules.rule import as_words, both, counted
from dungeon_designer.rules.what_happens import things_of
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.model import Chests, Corners, Metric, RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.play import CITED, Play, play_of
from dungeon_designer.rulesets.table import COURSE, THINGS, TableTopic, topic_in_words
from dungeon_designer.text.json_schema import schema_of

Row = tuple[str, str, str]
"""What it is about, what is asked or done, and where it is written."""

HEAD = ("", "", "where it is written")

LEVELS = {
    RuleLevel.MUST: "Every dungeon",
    RuleLevel.SHOULD: "Every dungeon, where it can be",
    RuleLevel.NOTICE: "Worth knowing of a dungeon",
}
"""What rules of a level stand under."""

_CORNERS = {
    Corners.FREE: "a diagonal step needs one open way round its corner",
    Corners.STRICT: "a diagonal step needs both ways round its corner open",
}
_CHESTS = {
    Chests.ENTERABLE: "are opened by entering their square",
    Chests.IMPASSABLE: "are opened from a square beside them",
}
_TOLD_BY = {
    "longest_throw_source": TableTopic.THROWING,
    "portal_source": TableTopic.PORTAL,
    "lost_source": TableTopic.PORTAL,
    "jump_over_source": TableTopic.JUMPING,
    "reserves_source": TableTopic.RESERVES,
    "time_source": TableTopic.TIME,
}
"""The entry of the table that tells what the keys of a source say, too."""


def parts(pack: Pack, ruleset: Ruleset) -> Iterator[PackPart]:
    """What happens in the pack's dungeons and in a match, and what is asked of dungeons, the strictest first."""
    extends = f"House rules: they extend {both(ruleset.lineage)}." if ruleset.lineage else ""
    yield PackPart("How it is played", extends, HEAD, tuple(playing(ruleset)))
    held = {topic for each in pack.chapters if each.ruleset.id == ruleset.id for topic in things_of(each.board)}
    told = [topic for topic, entry in table_of(ruleset).items() if entry.source]
    for title, topics in (
        ("What lies in these dungeons", [topic for topic in THINGS if topic in held]),
        ("The course of a match", [topic for topic in COURSE if topic in told]),
        ("What may lie in others", [topic for topic in told if topic not in {*COURSE, *held}]),
    ):
        yield PackPart(title, "", ("",) * len(HEAD), tuple(at_the_table(ruleset, topics)))
    for level, title in LEVELS.items():
        rows = tuple(asked(ruleset, level))
        if rows:
            yield PackPart(title, "", ("",) * len(HEAD), rows)


def at_the_table(ruleset: Ruleset, topics: Iterable[TableTopic]) -> Iterator[Row]:
    """What happens where it comes to some topics; each roll and the turnover in a row of its own."""
    table = table_of(ruleset)
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


def in_few_words(name: str, entry: RuleEntry) -> tuple[str, str]:
    """A rule as players are told it: by the rule itself, else its manual's first sentence with the parameters.

    >>> in_few_words("trap-spacing", RuleEntry(level=RuleLevel.MUST, parameters={"min": 4}))
    ('From one trap to another', 'at least 4 squares')
    """
    settings = rule(name).settings
    about, words = settings.for_players(entry.parameters)
    if about:
        return about, words
    told = settings.in_words(entry.parameters)
    summary = rule(name).summary.rstrip(".:")
    return as_words(name).replace("-", " ").capitalize(), f"{summary}: {told}" if told else summary


def playing(ruleset: Ruleset) -> Iterator[Row]:
    """What the ruleset's keys say and its table does not; where both are silent, nothing is said."""
    play = play_of(ruleset)
    name = f" ({play.rush_name})" if play.rush_name else ""
    far = f"a player may go {counted(play.rush, 'square')}, at a risk{name}" if play.rush else ""
    players = f"each side sets up {counted(play.players, 'player')}" if play.players is not None else ""
    rows = (
        ("Players", players, play.players_source),
        ("Steps", _CORNERS[ruleset.corners], ""),
        ("Distances", "are counted in steps of movement" if ruleset.metric is Metric.WALK else "", ""),
        ("Beyond his movement", far, play.rush_source),
        ("Chests", "" if ruleset.id in EDITIONS else _CHESTS[ruleset.chests], ""),
        ("Nobody sees across", both([*map(as_words, play.opaque)]) if play.opaque else "", play.opaque_source),
    )
    yield from (row for row in rows if row[1])
    yield from _untold(ruleset)


def _untold(ruleset: Ruleset) -> Iterator[Row]:
    """The other keys of `[play]`, by their descriptions: those that no entry tells, or that house rules change."""
    edition = next((name for name in (ruleset.id, *ruleset.lineage) if name in EDITIONS), None)
    base, table, about = load(edition).play if edition else {}, table_of(ruleset), schema_of(Play)["properties"]
    for source, topic in _TOLD_BY.items():
        for key in (key for key in CITED[source] if key in ruleset.play):
            value = ruleset.play[key]
            if topic not in table or value != base.get(key):
                words = "; ".join(as_words(each) for each in (value if isinstance(value, list | tuple) else [value]))
                yield f"{topic_in_words(topic)}: {about[key]['description']}", words, ruleset.play.get(source, "")
