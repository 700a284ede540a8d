"""How an edition moves, sees and throws: the `[play]` table of a ruleset, for measuring tools.

Of it the rules read only how one arrives by portal, for nobody stands on a portal from which he is scattered, and what
every player may jump over, for that is no way to walk but one all the same.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from dungeon_designer.errors import did_you_mean
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.rulesets.model import Ruleset


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a book says beside legality; where it is silent, what is written here.

    longest_throw    the longest pass that may be thrown underground
    opaque           obstacles no line of sight crosses
    jump             what a jump through a portal costs in squares of movement; None where no book is asked
    arrival          `on` the other portal, or `beside` it, scattered there for nothing
    onward           whether one who jumped may move on in that turn
    rush             squares a player may add to his movement at a risk, and what the book calls that
    rush_after_jump  whether he may when he has no movement left after a jump
    jump_over        the terrain every player may jump over, at a risk, and `jump_over_most` squares of it in a row
    """

    longest_throw: Literal["quick", "short", "long", "bomb"] = "short"
    longest_throw_source: str = ""
    opaque: tuple[ObstacleKind, ...] = ()
    opaque_source: str = ""
    jump: int | None = None
    arrival: Literal["on", "beside"] = "on"
    onward: bool = True
    portal_source: str = ""
    rush: int = 0
    rush_name: str = ""
    rush_after_jump: bool = True
    rush_source: str = ""
    jump_over: tuple[TerrainKind, ...] = ()
    jump_over_most: int = 0
    jump_over_source: str = ""


def play_of(ruleset: Ruleset) -> Play:
    """The `[play]` table of a ruleset, its bases' merged in."""
    return msgspec.convert(ruleset.play, Play)


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
    negative = [key for key in ("jump", "rush", "jump_over_most") if (getattr(play, key) or 0) < 0]
    return f"play.{negative[0]}: must not be negative" if negative else ""
