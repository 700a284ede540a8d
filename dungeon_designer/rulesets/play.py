"""How an edition moves, sees and throws: the `[play]` table of a ruleset, for measuring tools.

Of it the rules read only how one arrives by portal, for nobody stands on a portal from which he is scattered, what
every player may jump over, for that is no way to walk but one all the same, and which obstacles are walls, for nobody
steps between two walls that meet at a corner.
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
from dungeon_designer.text.read_faults import parameter_faults

Deadline = Annotated[str, Meta(pattern="^[1-9][0-9]{0,3} min: .")]
"""``90 min: The reserves are closed.``"""

Count = Annotated[int, Meta(ge=0)]


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a book says beside legality; where it is silent, what is written here."""

    longest_throw: Literal["quick", "short", "long", "bomb"] = "short"
    longest_throw_source: str = ""
    opaque: tuple[ObstacleKind, ...] = ()
    opaque_source: str = ""
    wall_obstacles: tuple[ObstacleKind, ...] = ()
    wall_obstacles_source: str = ""
    jump: Count | None = None
    arrival: Literal["on", "beside"] = "on"
    onward: bool = True
    portal_source: str = ""
    rush: Count = 0
    rush_name: str = ""
    rush_after_jump: bool = True
    rush_source: str = ""
    jump_over: tuple[TerrainKind, ...] = ()
    jump_over_most: Count = 0
    jump_over_source: str = ""
    players: Count | None = None
    players_source: str = ""
    reserves: Count | None = None
    reserves_a_turn: Count | None = None
    reserves_by: tuple[Literal["portal", "end_zone", "entry"], ...] = ()
    reserves_source: str = ""
    lost: str = ""
    lost_source: str = ""
    deadlines: tuple[Deadline, ...] = ()
    turn_minutes: Annotated[int, Meta(ge=1)] | None = None
    time_source: str = ""
    begins: Literal["rolled", "chosen"] = "rolled"
    after_touchdown: Literal["ends", "drive"] = "ends"
    drive_first: Literal["conceded", "scored", "chosen"] = "conceded"
    drive_resets: tuple[Literal["trapdoors", "doors", "counters", "machines"], ...] = ()
    second_jump: Literal["free", "hurts"] = "free"
    occupied: Literal["push", "next", "chain"] = "push"
    reserves_from: Annotated[int, Meta(ge=1)] = 1
    first_side_waits: bool = False
    recovers_instead: bool = False
    late_turns: tuple[Count, Count] | None = None
    off_floor: Literal["again", "next", "bounce", "stays"] = "again"
    ball_on_portal: Literal["jumps", "scatters"] = "jumps"
    wall_bounce: Literal["2D6", "D6", "1", ""] = ""
    table: dict[TableTopic, TableEntry] = {}


class PlayChanges(Play, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `[play]` table that stands over another."""

    unset: tuple[Annotated[str, Meta(extra_json_schema={"enum": list(Play.__struct_fields__)})], ...] = ()


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
    "wall_obstacles_source": ("wall_obstacles",),
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

    lay: Literal["chest", "portal", "door", "counter"]
    count: Number | None = None
    each: Number | None = None
    begins: Literal["winner", "loser", "next"] = "winner"
    turns: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()


class SetUpTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is laid in which order; chests, then portals, each begun by the winner, where nothing is written."""

    by_coaches: bool = True
    source: str = ""
    floor: Literal["", "book", "option"] = ""
    stages: tuple[StageTable, ...] = (StageTable(lay="chest"), StageTable(lay="portal"))


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
