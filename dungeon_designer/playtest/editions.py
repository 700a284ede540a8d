"""What each edition's match is like where the layout matters: the numbers of `Game.rules`.

docs/playtest.md says clause by clause what is played, and what of each book is left out.
"""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.blocking import WALL_ANYWHERE, WALL_BEHIND, WALL_LAST, WALL_NOTHING
from dungeon_designer.playtest.turns import RECOVER_INSTEAD, RECOVER_NEVER, RECOVER_ON_SIX
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.model import Chests, Ruleset
from dungeon_designer.rulesets.play import play_of

LIMIT = 32
"""Turns of each side after which a game nobody won ends."""

STAYS, AWAY, BY_PORTAL = range(3)
"""BALL_LOST: the lost carrier's ball scatters from the portal, comes back by one at the next turn, or at once."""

_EVERY = {
    "CHEST_SPREAD": 1,
    "RESERVE_UNTIL": LIMIT,
    "PIT_SPIKES": 3,
    "WALLS": WALL_NOTHING,
    "LIMIT": LIMIT,
}
_OLD = {
    "CHEST_ENDS_TURN": 1,
    "CHEST_UNMARKED": 1,
    "CHEST_LAST": 1,
    "LOST_FOREVER": 1,
    "BALL_LOST": AWAY,
    "RESERVE_STILL": 1,
    "WALLS": WALL_ANYWHERE,
    "MUST_FOLLOW": 1,
}
_2021 = {
    "CHEST_UNMARKED": 1,
    "CHEST_LAST": 1,
    "LOST_FOREVER": 1,
    "RESERVE_STILL": 1,
}
_BRAWL = {
    "LOST_TURNOVER": 1,
    "BALL_LOST": BY_PORTAL,
    "BALL_PARTS": 1,
    "BALL_IN_HAZARD": 2,
    "WALLS": WALL_BEHIND,
    "PIT_SPIKES": 0,
}
_NAF = {
    "CHEST_KNOCKED": 1,
    "CHEST_PUSHED": 1,
    "LOST_TURNOVER": 1,
    "BALL_PARTS": 1,
    "RESERVE_UNTIL": LIMIT * 90 // 150,  # the last turns stand for the 150 minutes after which the game is abandoned
    "REMOVED_FROM": LIMIT * 120 // 150 + 1,
    "TIME_DECIDES": 1,
    "WALLS": WALL_LAST,
    "BALL_IN_HAZARD": 1,
    "PIT_CLIMB": 6,  # the book knows no pits: they are brawl-2013's
    "PIT_SPIKES": 0,
}
_SEVENS = {**_NAF, "RESERVE_UNTIL": LIMIT, "REMOVED_FROM": 0, "TIME_DECIDES": 0, "FIELD": 7}
_LEAGUE = {
    "CHEST_COST": 1,
    "LOST_FOREVER": 1,
    "RESERVE_COST": 1,
    "BALL_IN_HAZARD": 1,
}
MATCHES: dict[str, dict[str, int]] = {
    "gw-1989-basic": _OLD,
    "gw-1989-expanded": _OLD,
    "gw-2021": _2021,
    "gw-2021-multiplayer": _2021,
    "brawl-2013": _BRAWL,
    "naf-2019": _NAF,
    "db7s-2019": _SEVENS,
    "eagbbl": _LEAGUE,
}
"""The matches of the editions, by the places of `Game.rules`; what is not named is 0 or as in every edition."""

_ROLLS = {
    "CHEST_SPREAD": ("chest", "spread"),
    "BALL_SLIPS": ("portal", "keep"),
    "THROUGH_PORTAL": ("throwing", "portal"),
    "STATUES": ("statue", "hit"),
    "PRECARIOUS": ("rope_bridge", "balance"),
    "PIT_CLIMB": ("open_pit", "climb"),
    "PIT_SPIKES": ("spiked_pit", "spikes"),
}
"""The numbers that are the targets of rolls in the table, where it has them."""


def edition_of(ruleset: Ruleset) -> str:
    """The edition whose match is played: the ruleset's or the nearest it extends; naf-2019 where it extends none."""
    return next((name for name in (ruleset.id, *ruleset.lineage) if name in MATCHES and name in EDITIONS), "naf-2019")


def rules_row(ruleset: Ruleset) -> list[int]:
    """The `Game.rules` of a ruleset: its edition's match, with what its own file and the table say."""
    play, edition = play_of(ruleset), edition_of(ruleset)
    rolls = {str(topic): entry.rolls for topic, entry in {**table_of(load(edition)), **play.table}.items()}
    on_six = RECOVER_ON_SIX if "return" in rolls["knocked_out"] else RECOVER_NEVER
    named = {
        **_EVERY,
        **MATCHES[edition],
        **{name: rolls[topic][roll].target for name, (topic, roll) in _ROLLS.items() if roll in rolls[topic]},
        "RECOVERY": RECOVER_INSTEAD if play.recovers_instead else on_six,
        "SECOND_JUMP_HURTS": int(play.second_jump == "hurts"),
        "RESERVE_FROM": play.reserves_from,
        "FIRST_WAITS": int(play.first_side_waits),
        "BALL_AT_WALL": int(play.off_floor == "bounce"),
        "BALL_SCATTERS_ON": int(play.ball_on_portal == "scatters"),
        "CHEST_ENTERED": int(ruleset.chests is Chests.ENTERABLE),
        "JUMP_COST": play.jump or 0,
        "ARRIVES_BESIDE": int(play.arrival == "beside"),
        "OCCUPIED_PUSHED": int(play.occupied == "push"),
        "ONWARD": int(play.onward),
        "SET_UP": play.players or s.TEAM,
        "RESERVES": 1 if play.reserves_a_turn is None else play.reserves_a_turn,
        "RESERVES_MOST": s.TEAM if play.reserves is None else play.reserves,
        "RESERVE_WAY": int(any(way != "portal" for way in play.reserves_by)),
        "RUSH": play.rush,
        "RUSH_AFTER": int(play.rush_after_jump),
    }
    row = [0] * s.RULE_COUNT
    for name, number in named.items():
        row[getattr(s, name)] = number
    return row
