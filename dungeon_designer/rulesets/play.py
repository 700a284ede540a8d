"""How an edition moves, sees and throws: the `[play]` table of a ruleset, for measuring tools.

Of it the rules read only how one arrives by portal, for nobody stands on a portal from which he is scattered, and what
every player may jump over, for that is no way to walk but one all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from dungeon_designer.errors import did_you_mean
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.table import TableEntry, TableTopic
from dungeon_designer.text.json_schema import described
from dungeon_designer.text.read_faults import parameter_faults

Deadline = Annotated[str, Meta(pattern="^[1-9][0-9]{0,3} min: .")]
"""``90 min: The reserves are closed.``"""


Source = Annotated[str, described("Where the book says so.", "Cup rules, page 4")]


Count = Annotated[int, Meta(ge=0)]


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a book says beside legality; where it is silent, what is written here."""

    longest_throw: Annotated[
        Literal["quick", "short", "long", "bomb"], described("The longest pass that may be thrown underground.", "long")
    ] = "short"
    longest_throw_source: Source = ""
    opaque: Annotated[tuple[ObstacleKind, ...], described("Obstacles no line of sight crosses.", ["statue"])] = ()
    opaque_source: Source = ""
    jump: Annotated[Count | None, described("What a jump through a portal costs in squares of movement.", 1)] = None
    arrival: Annotated[
        Literal["on", "beside"], described("Whether one arrives on the other portal, or is scattered beside it.", "on")
    ] = "on"
    onward: Annotated[bool, described("Whether one who jumped may move on in that turn.", False)] = True
    portal_source: Annotated[str, described("Where the book says how portals work.", "Cup rules, page 4")] = ""
    rush: Annotated[Count, described("Squares a player may add to his movement at a risk.", 2)] = 0
    rush_name: Annotated[str, described("What the book calls that.", "rush")] = ""
    rush_after_jump: Annotated[bool, described("Whether he may when he has no movement left after a jump.", False)] = (
        True
    )
    rush_source: Source = ""
    jump_over: Annotated[
        tuple[TerrainKind, ...], described("The terrain every player may jump over, at a risk.", ["chasm"])
    ] = ()
    jump_over_most: Annotated[Count, described("How many squares of it in a row.", 1)] = 0
    jump_over_source: Source = ""
    players: Annotated[Count | None, described("How many players each side sets up in the dungeon.", 6)] = None
    players_source: Source = ""
    reserves: Annotated[Count | None, described("How many more players each side has in reserve at most.", 5)] = None
    reserves_a_turn: Annotated[Count | None, described("How many of them may come into the dungeon in a turn.", 1)] = (
        None
    )
    reserves_by: Annotated[
        tuple[Literal["portal", "end_zone", "entry"], ...], described("Where they come in.", ["end_zone", "portal"])
    ] = ()
    reserves_source: Source = ""
    lost: Annotated[
        str, described("What becomes of who rolls his own portal's number.", "He is lost: put him in the KO box.")
    ] = ""
    lost_source: Source = ""
    deadlines: Annotated[
        tuple[Deadline, ...],
        described("What happens after how many minutes of play.", ["90 min: The reserves are closed."]),
    ] = ()
    turn_minutes: Annotated[Annotated[int, Meta(ge=1)] | None, described("The minutes a turn may take.", 4)] = None
    time_source: Source = ""
    begins: Annotated[
        Literal["rolled", "chosen"],
        described("Whether dice or a coin say who has the first turn, or who wins the toss chooses.", "rolled"),
    ] = "rolled"
    after_touchdown: Annotated[
        Literal["ends", "drive"], described("Whether a touchdown ends the match, or a new drive begins.", "drive")
    ] = "ends"
    drive_first: Annotated[
        Literal["conceded", "scored", "chosen"],
        described(
            "Who has the first turn of a new drive: the side that conceded, the one that scored, or as at the start.",
            "conceded",
        ),
    ] = "conceded"
    drive_resets: Annotated[
        tuple[Literal["trapdoors", "doors", "counters", "machines"], ...],
        described("What is put back for a new drive besides the chests.", ["trapdoors"]),
    ] = ()
    second_jump: Annotated[
        Literal["free", "hurts"],
        described("What a second jump of a player in one turn brings: nothing, or an injury roll.", "hurts"),
    ] = "free"
    occupied: Annotated[
        Literal["push", "next", "chain"],
        described(
            "What happens where somebody stands at the far end of a jump: he is pushed, the next free square"
            " clockwise is taken, or he jumps on.",
            "chain",
        ),
    ] = "push"
    reserves_from: Annotated[
        Annotated[int, Meta(ge=1)], described("From which turn of a side its reserves may come in.", 2)
    ] = 1
    first_side_waits: Annotated[
        bool, described("Whether the side with the first turn brings in no reserve in that turn.", True)
    ] = False
    recovers_instead: Annotated[
        bool, described("Whether one of the knocked out may go to the reserves in place of one coming in.", True)
    ] = False
    late_turns: Annotated[
        tuple[Count, Count] | None,
        described("After how many minutes of play a turn takes how many minutes at most.", [120, 3]),
    ] = None
    off_floor: Annotated[
        Literal["again", "next", "bounce", "stays"],
        described(
            "What a ball does that would scatter off the floor: the die is rolled again, it takes the next free"
            " square clockwise, it bounces off the wall, or it stays.",
            "again",
        ),
    ] = "again"
    ball_on_portal: Annotated[
        Literal["jumps", "scatters"],
        described("What a loose ball does on a portal: it comes out of another, or scatters on.", "scatters"),
    ] = "jumps"
    wall_bounce: Annotated[
        Literal["2D6", "D6", "1", ""],
        described(
            "How many squares a ball thrown at a wall travels from it; empty where none can be thrown so.", "2D6"
        ),
    ] = ""
    table: Annotated[
        dict[TableTopic, TableEntry],
        described(
            "What happens at the table, by topic; an entry replaces the whole one of the ruleset that is extended.",
            {"chest": {"happens": "It opens when a player enters its square."}},
        ),
    ] = {}


class PlayChanges(Play, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `[play]` table that stands over another."""

    unset: Annotated[
        tuple[Annotated[str, Meta(extra_json_schema={"enum": list(Play.__struct_fields__)})], ...],
        described("Keys that the ruleset has set and that hold no more.", ["turn_minutes"]),
    ] = ()


def play_of(ruleset: Ruleset) -> Play:
    """The `[play]` table of a ruleset, its bases' merged in."""
    return msgspec.convert(ruleset.play, Play)


def deadlines_of(play: Play) -> list[tuple[int, str]]:
    """What happens after how many minutes, the first first.

    >>> deadlines_of(Play(deadlines=("90 min: The reserves are closed.",)))
    [(90, 'The reserves are closed.')]
    """
    parted = [said.partition(" min: ") for said in play.deadlines]
    return sorted((int(minutes), words) for minutes, _, words in parted)


UNSET = "unset"
"""The key of a table that names those which hold no more, though the ruleset that is extended has set them."""

CITED = {
    "longest_throw_source": ("longest_throw",),
    "opaque_source": ("opaque",),
    "portal_source": ("jump", "arrival", "onward"),
    "lost_source": ("lost",),
    "rush_source": ("rush", "rush_name", "rush_after_jump"),
    "jump_over_source": ("jump_over", "jump_over_most"),
    "players_source": ("players",),
    "reserves_source": ("reserves", "reserves_a_turn", "reserves_by"),
    "time_source": ("deadlines", "turn_minutes"),
}
"""Which key says where the book speaks of which others."""


def changed_play(base: Mapping[str, Any], changes: Mapping[str, Any], cited: str) -> dict[str, Any]:
    """A `[play]` table over that of the ruleset it extends.

    Where it changes something and does not say where that stands, `cited` is named.
    """
    own = {key: value for key, value in changes.items() if key != UNSET}
    unset = changes.get(UNSET, ())
    table = {**{key: value for key, value in base.items() if key not in unset}, **own}
    entries = {topic: {"source": cited, **entry} for topic, entry in own.get("table", {}).items()}
    if entries:
        table["table"] = {**base.get("table", {}), **entries}
    for source, keys in CITED.items():
        if base and source not in own and any(base.get(key) != table.get(key) for key in keys):
            table[source] = cited
    return table


def with_play(ruleset: Ruleset, changes: Mapping[str, Any], cited: str) -> Ruleset:
    """The ruleset with the `play` of one dungeon over its own; `cited` as in `changed_play`."""
    return replace(ruleset, play=changed_play(ruleset.play, changes, cited)) if changes else ruleset


def problem_in_unset(table: Mapping[str, Any]) -> str:
    """What is wrong with the `unset` of a table; empty when nothing is."""
    unset = table[UNSET]
    if not isinstance(unset, list) or not all(isinstance(key, str) for key in unset):
        return "must be a list of names"
    both = [key for key in unset if key in table]
    return f"{both[0]!r} is set in the same table; leave out one of the two" if both else ""


def problem_in(table: dict[str, Any]) -> str:
    """What is wrong with a `[play]` table; empty when nothing is.

    >>> problem_in({"rusch": 2})
    "play: unknown key 'rusch' (did you mean rush?)"
    """
    if UNSET in table and (problem := problem_in_unset(table) or _unknown(table[UNSET], Play)):
        return f"play.{UNSET}: {problem}"
    own = {key: value for key, value in table.items() if key != UNSET}
    return _problem("play", own, Play)


def _problem(name: str, table: Mapping[str, Any], kind: type[Struct]) -> str:
    """The first key of a table that is not known, or whose value cannot be."""
    if problem := _unknown(table, kind):
        return f"{name}: {problem}"
    faults = parameter_faults(table, kind)
    return f"{name}: {faults[0]}" if faults else ""


def _unknown(keys: Iterable[str], kind: type[Struct]) -> str:
    known = kind.__struct_fields__
    unknown = next((key for key in keys if key not in known), None)
    return f"unknown key {unknown!r}{did_you_mean(unknown, known)}" if unknown is not None else ""


Number = Annotated[int, Meta(ge=1, le=1000)]


class StageTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of thing that the coaches lay in turns."""

    lay: Annotated[Literal["chest", "portal", "door", "counter"], described("What is laid.", "chest")]
    count: Annotated[
        Number | None,
        described(
            "How many in all. Without it, as many chests or portals as the ruleset asks at least, as many doors as it"
            " allows, all counters that the coaches are given.",
            6,
        ),
    ] = None
    each: Annotated[Number | None, described("How many every coach lays, in place of count.", 3)] = None
    begins: Annotated[
        Literal["winner", "loser", "next"],
        described(
            "Who begins: the winner of the roll-off, who came last in it, or whoever is next after the stage before."
            " The others follow in the order of the roll-off.",
            "loser",
        ),
    ] = "winner"
    turns: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=6)], ...],
        described(
            "Who lays when, in place of begins: places in the roll-off, over and over; a place that nobody has is"
            " passed over.",
            [1, 2, 2, 1],
        ),
    ] = ()


class SetUpTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is laid in which order; chests, then portals, each begun by the winner, where nothing is written."""

    by_coaches: Annotated[
        bool, described("Whether the coaches lay things; else the organiser draws the whole dungeon.", False)
    ] = True
    source: Annotated[str, described("Where the book says so.", "Cup rules, page 5")] = ""
    floor: Annotated[
        Literal["", "book", "option"],
        described("Whether coaches may lay tiles in turns first: by the book, or as an option.", "book"),
    ] = ""
    stages: Annotated[
        tuple[StageTable, ...],
        described(
            "What is laid, in this order.", [{"lay": "chest", "begins": "winner"}, {"lay": "portal", "begins": "next"}]
        ),
    ] = (StageTable(lay="chest"), StageTable(lay="portal"))


def set_up_of(ruleset: Ruleset) -> SetUpTable:
    """The `[set_up]` table of a ruleset, its bases' merged in."""
    return msgspec.convert(ruleset.set_up, SetUpTable)


def changed_set_up(base: Mapping[str, Any], changes: Mapping[str, Any], cited: str) -> dict[str, Any]:
    """A `[set_up]` table over that of the ruleset it extends; who changes it is its source, unless he names another."""
    table = {**base, **changes}
    if base and table != base and "source" not in changes:
        table["source"] = cited
    return table


def problem_in_set_up(table: Mapping[str, Any]) -> str:
    """What is wrong with a `[set_up]` table; empty when nothing is.

    >>> problem_in_set_up({"stages": [{"lay": "chests"}]})
    "set_up: stages[0].lay: 'chests' is not known here (did you mean chest?)"
    """
    if problem := _problem("set_up", table, SetUpTable):
        return problem
    both = [at for at, stage in enumerate(table.get("stages", ())) if {"count", "each"} <= set(stage)]
    return f"set_up: stages[{both[0]}]: has count and each; leave out one of the two" if both else ""
