"""An edition's rules as players want them: how it is played, and what every dungeon keeps, in few words each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dungeon_designer.exports.pack.model import PackPart
from dungeon_designer.rules.registry import NAMES, rule
from dungeon_designer.rules.rule import as_words, both, counted
from dungeon_designer.rulesets.model import Chests, Corners, Metric, RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.play import Play, deadlines_of, play_of

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
_PASSES = {
    "quick": "quick passes only",
    "short": "quick and short passes",
    "long": "quick, short and long passes",
    "bomb": "passes of any range",
}


def parts(ruleset: Ruleset) -> Iterator[PackPart]:
    """How it is played, then what is asked of dungeons, the strictest first."""
    extends = f"House rules: they extend {both(ruleset.lineage)}." if ruleset.lineage else ""
    yield PackPart("How it is played", extends, HEAD, tuple(playing(ruleset)))
    for level, title in LEVELS.items():
        rows = tuple(asked(ruleset, level))
        if rows:
            yield PackPart(title, "", ("",) * len(HEAD), rows)


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
    """What the ruleset says of playing; where it is silent, nothing is."""
    play, said = play_of(ruleset), ruleset.play
    name = f" ({play.rush_name})" if play.rush_name else ""
    far = f"a player may go {counted(play.rush, 'square')}, at a risk{name}" if play.rush else ""
    most = f", {counted(play.jump_over_most, 'square')} in a row at most" if play.jump_over_most else ""
    over = f"{both([*map(as_words, play.jump_over)])}, at a risk{most}" if play.jump_over else ""
    minutes = f"at most {counted(play.turn_minutes, 'minute')}" if play.turn_minutes else ""
    players = f"each side sets up {counted(play.players, 'player')}" if play.players is not None else ""
    rows = (
        ("Players", players, play.players_source),
        ("Reserves", "; ".join(_reserves(play)), play.reserves_source),
        ("Steps", _CORNERS[ruleset.corners], ""),
        ("Distances", "are counted in steps of movement" if ruleset.metric is Metric.WALK else "", ""),
        ("Beyond his movement", far, play.rush_source),
        ("Jumping over", over, play.jump_over_source),
        ("Chests", _CHESTS[ruleset.chests], ""),
        ("Portals", "; ".join(_portals(play, said)), play.portal_source),
        ("Whose die shows his own portal", play.lost, play.lost_source or play.portal_source),
        ("Throws", _PASSES[play.longest_throw] if "longest_throw" in said else "", play.longest_throw_source),
        ("Nobody sees across", both([*map(as_words, play.opaque)]) if play.opaque else "", play.opaque_source),
        ("A turn takes", minutes, play.time_source),
        *((f"After {late} minutes", words, play.time_source) for late, words in deadlines_of(play)),
    )
    yield from (row for row in rows if row[1])


def _reserves(play: Play) -> Iterator[str]:
    if play.reserves is not None:
        yield f"each side has {counted(play.reserves, 'player')}"
    if play.reserves_a_turn is not None:
        where = f", by {' or '.join(map(as_words, play.reserves_by))}" if play.reserves_by else ""
        yield f"{play.reserves_a_turn} of them a turn may come in{where}"


def _portals(play: Play, said: Mapping[str, object]) -> Iterator[str]:
    if "arrival" in said:
        yield "one arrives on the other portal" if play.arrival == "on" else "one is scattered beside the other portal"
    if play.jump is not None:
        yield f"a jump costs {counted(play.jump, 'square')} of movement" if play.jump else "a jump costs no movement"
    if not play.onward:
        yield "who jumped does not move on in that turn"
