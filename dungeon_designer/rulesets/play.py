"""How an edition moves, sees and throws: the `[play]` table of a ruleset, for measuring tools.

Of it the rules read only how one arrives by portal, for nobody stands on a portal from which he is scattered, and what
every player may jump over, for that is no way to walk but one all the same.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dungeon_designer.errors import did_you_mean
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.json_schema import described

Deadline = Annotated[str, Meta(pattern="^[1-9][0-9]{0,3} min: .")]
"""``90 min: The reserves are closed.``"""


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a book says beside legality; where it is silent, what is written here."""

    longest_throw: Annotated[
        Literal["quick", "short", "long", "bomb"], described("The longest pass that may be thrown underground.", "long")
    ] = "short"
    longest_throw_source: Annotated[str, described("Where the book says so.", "Cup rules, page 4")] = ""
    opaque: Annotated[tuple[ObstacleKind, ...], described("Obstacles no line of sight crosses.", ["statue"])] = ()
    opaque_source: Annotated[str, described("Where the book says so.", "Cup rules, page 4")] = ""
    jump: Annotated[
        int | None,
        described("What a jump through a portal costs in squares of movement.", 1, minimum=0),
    ] = None
    arrival: Annotated[
        Literal["on", "beside"], described("Whether one arrives on the other portal, or is scattered beside it.", "on")
    ] = "on"
    onward: Annotated[bool, described("Whether one who jumped may move on in that turn.", False)] = True
    portal_source: Annotated[str, described("Where the book says how portals work.", "Cup rules, page 4")] = ""
    rush: Annotated[int, described("Squares a player may add to his movement at a risk.", 2, minimum=0)] = 0
    rush_name: Annotated[str, described("What the book calls that.", "rush")] = ""
    rush_after_jump: Annotated[bool, described("Whether he may when he has no movement left after a jump.", False)] = (
        True
    )
    rush_source: Annotated[str, described("Where the book says so.", "Cup rules, page 4")] = ""
    jump_over: Annotated[
        tuple[TerrainKind, ...], described("The terrain every player may jump over, at a risk.", ["chasm"])
    ] = ()
    jump_over_most: Annotated[int, described("How many squares of it in a row.", 1, minimum=0)] = 0
    jump_over_source: Annotated[str, described("Where the book says so.", "Cup rules, page 4")] = ""
    lost: Annotated[
        str, described("What becomes of who rolls his own portal's number.", "He is lost: put him in the KO box.")
    ] = ""
    deadlines: Annotated[
        tuple[Deadline, ...],
        described("What happens after how many minutes of play.", ["90 min: The reserves are closed."]),
    ] = ()
    turn_minutes: Annotated[int | None, described("The minutes a turn may take.", 4, minimum=1)] = None
    time_source: Annotated[str, described("Where the book says so.", "Cup rules, page 4")] = ""


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


def problem_in(table: dict[str, Any]) -> str:
    """What is wrong with a `[play]` table; empty when nothing is.

    >>> problem_in({"rusch": 2})
    "play: unknown key 'rusch' (did you mean rush?)"
    """
    for key in table:
        if key not in Play.__struct_fields__:
            return f"play: unknown key {key!r}{did_you_mean(key, Play.__struct_fields__)}"
    try:
        play = msgspec.convert(table, Play)
    except msgspec.ValidationError as error:
        return f"play: {error}"
    negative = [key for key in ("jump", "rush", "jump_over_most", "turn_minutes") if (getattr(play, key) or 0) < 0]
    return f"play.{negative[0]}: must not be negative" if negative else ""
