"""Read the `[play]` and `[set_up]` tables of a ruleset: how an edition moves, sees, throws and sets up.

Measuring tools and the playtest use them. Of `[play]`, rules read only how a player arrives by portal (nobody stands
on a portal from which he is scattered), what every player may jump over, and which obstacles are walls (nobody steps
between two walls that meet at a corner).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from dungeon_designer.errors import suggest_word
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.rulesets.topic_table import TableEntry, TableTopic
from dungeon_designer.text.read_faults import list_parameter_faults

Deadline = Annotated[str, Meta(pattern="^[1-9][0-9]{0,3} min: .")]
"""A time and what happens then, as in ``90 min: The reserves are closed.``"""

Count = Annotated[int, Meta(ge=0)]
"""A number of squares, players or turns; it may be 0."""


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


def parse_play(ruleset: Ruleset) -> Play:
    """Return the `[play]` table of a ruleset as a `Play`: how an edition moves, sees, throws and sets up.

    Tables of the rulesets that it extends are already merged in.
    """
    return msgspec.convert(ruleset.play, Play)


def list_deadlines(play: Play) -> list[tuple[int, str]]:
    """Return the deadlines of a match as (minutes, what happens then), the earliest first.

    >>> list_deadlines(Play(deadlines=("90 min: The reserves are closed.",)))
    [(90, 'The reserves are closed.')]
    """
    parts = [deadline.partition(" min: ") for deadline in play.deadlines]
    return sorted((int(minutes), event) for minutes, _, event in parts)


UNSET_KEY = "unset"
"""The key of a table that lists keys of the extended ruleset which are taken away."""

KEYS_BY_SOURCE_KEY = {
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
"""For each key that states a source, the keys that it is the source of."""


def merge_play(base: Mapping[str, Any], changes: Mapping[str, Any], default_source: str) -> dict[str, Any]:
    """Return the `[play]` table of a ruleset merged over that of the ruleset that it extends.

    The table says how players move, throw and so on. Some of its keys state the source (book and page) of others. Where
    the ruleset changes something without stating a source, `default_source` becomes the source.

    Args:
        base: The table of the extended ruleset.
        changes: The ruleset's own table. Its key `unset` lists keys of the base to leave out.
        default_source: The source of changes that state none.
    """
    unset_keys = changes.get(UNSET_KEY, ())
    kept_values = {key: value for key, value in base.items() if key not in unset_keys}
    stated_values = {key: value for key, value in changes.items() if key != UNSET_KEY}
    merged = {**kept_values, **stated_values}
    # The inner table says what happens in a match, topic by topic; each topic is replaced as a whole.
    stated_topics = {
        topic: {"source": default_source, **entry} for topic, entry in stated_values.get("table", {}).items()
    }
    if stated_topics:
        merged["table"] = {**base.get("table", {}), **stated_topics}
    for source_key, keys in KEYS_BY_SOURCE_KEY.items():
        has_changed = any(base.get(key) != merged.get(key) for key in keys)
        # a ruleset that extends none replaces no other source: it states its sources or has none
        if base and has_changed and source_key not in stated_values:
            merged[source_key] = default_source
    return merged


def apply_play(ruleset: Ruleset, changes: Mapping[str, Any], default_source: str) -> Ruleset:
    """Return a ruleset as one dungeon changes it: with the `play` table of the dungeon merged over its own.

    Args:
        ruleset: The ruleset.
        changes: The `play` table of the dungeon. If it is empty, the ruleset itself is returned.
        default_source: The source of changes that state none.
    """
    return replace(ruleset, play=merge_play(ruleset.play, changes, default_source)) if changes else ruleset


def check_unset(table: Mapping[str, Any]) -> str:
    """Return the problem of the key `unset` in a table of house rules; '' if it is valid.

    The key lists keys that the extended edition sets and that are dropped without a new value, as ``["jump"]``.
    """
    unset_keys = table[UNSET_KEY]
    if not isinstance(unset_keys, list) or not all(isinstance(key, str) for key in unset_keys):
        return "must be a list of names"
    contradictory_keys = [key for key in unset_keys if key in table]
    if contradictory_keys:
        return f"{contradictory_keys[0]!r} is set in the same table; leave out one of the two"
    return ""


def check_play(table: dict[str, Any]) -> str:
    """Return the first problem of a `[play]` table as a text; '' if the table is valid.

    This table of a ruleset file says how players move, throw and so on. House rules change only the keys that they
    name, and keep the others of the edition that they extend. Their key `unset` lists keys of the edition to drop
    without a new value: ``unset = ["jump"]`` removes the edition's limit of jumps.

    >>> check_play({"rusch": 2})
    "play: unknown key 'rusch' (did you mean rush?)"
    >>> check_play({"unset": ["jumps"]})
    "play.unset: unknown key 'jumps' (did you mean jump?)"
    """
    if UNSET_KEY in table:
        problem = check_unset(table) or _explain_unknown_key(table[UNSET_KEY], Play)
        if problem:
            return f"play.{UNSET_KEY}: {problem}"
    stated_values = {key: value for key, value in table.items() if key != UNSET_KEY}
    return _check_table("play", stated_values, Play)


def _check_table(name: str, table: Mapping[str, Any], model: type[Struct]) -> str:
    """Return the first unknown key or invalid value of a table as a text; '' if there is none.

    Args:
        name: The name of the table.
        table: The table.
        model: The struct whose fields are the known keys.
    """
    unknown_key_problem = _explain_unknown_key(table, model)
    if unknown_key_problem:
        return f"{name}: {unknown_key_problem}"
    value_problems = list_parameter_faults(table, model)
    return f"{name}: {value_problems[0]}" if value_problems else ""


def _explain_unknown_key(keys: Iterable[str], model: type[Struct]) -> str:
    """Return the problem of the first key that is no field of the struct `model`; '' if all are."""
    field_names = model.__struct_fields__
    for key in keys:
        if key not in field_names:
            return f"unknown key {key!r}{suggest_word(key, field_names)}"
    return ""


ObjectCount = Annotated[int, Meta(ge=1, le=1000)]
"""A number of objects to place."""


class StageTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of thing that the coaches lay in turns."""

    lay: Literal["chest", "portal", "door", "counter"]
    count: ObjectCount | None = None
    each: ObjectCount | None = None
    begins: Literal["winner", "loser", "next"] = "winner"
    turns: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()


class SetUpTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is laid in which order; chests, then portals, each begun by the winner, where nothing is written."""

    by_coaches: bool = True
    source: str = ""
    floor: Literal["", "book", "option"] = ""
    stages: tuple[StageTable, ...] = (StageTable(lay="chest"), StageTable(lay="portal"))


def parse_set_up(ruleset: Ruleset) -> SetUpTable:
    """Return the `[set_up]` table of a ruleset as a `SetUpTable`: who places what in which order before a match.

    Tables of the rulesets that it extends are already merged in.
    """
    return msgspec.convert(ruleset.set_up, SetUpTable)


def merge_set_up(base: Mapping[str, Any], changes: Mapping[str, Any], default_source: str) -> dict[str, Any]:
    """Return the `[set_up]` table of a ruleset merged over that of the ruleset that it extends.

    Args:
        base: The table of the extended ruleset.
        changes: The ruleset's own table.
        default_source: The source of changes that state none.
    """
    table = {**base, **changes}
    # a ruleset that extends none replaces no other source: it states its source or has none
    if base and table != base and "source" not in changes:
        table["source"] = default_source
    return table


def check_set_up(table: Mapping[str, Any]) -> str:
    """Return the first problem of a `[set_up]` table as a text; '' if the table is valid.

    This table of a ruleset file says in which stages coaches place chests and other objects before a match. A stage
    has the number of all its objects (`count`) or of those for each coach (`each`).

    >>> check_set_up({"stages": [{"lay": "chests"}]})
    "set_up: stages[0].lay: 'chests' is not known here (did you mean chest?)"
    """
    problem = _check_table("set_up", table, SetUpTable)
    if problem:
        return problem
    for index, stage in enumerate(table.get("stages", ())):
        if "count" in stage and "each" in stage:
            return f"set_up: stages[{index}]: has count and each; leave out one of the two"
    return ""
