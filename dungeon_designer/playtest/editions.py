"""What each edition's match is like where the layout matters: the numbers of `Game.rules`.

What no ruleset says of itself stands in `editions.toml`. docs/playtest.md says clause by clause what is played, and
what of each book is left out.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.turns import RECOVER_INSTEAD, RECOVER_NEVER, RECOVER_ON_SIX
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.model import Chests, Ruleset
from dungeon_designer.rulesets.play import Play, deadlines_of, play_of

LIMIT = 32
"""Turns of each side after which a match that nothing else has ended is over."""

_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_EVERY, _MATCHES, _ROLLS = _FILE["every"], _FILE["matches"], _FILE["rolls"]
_CODES = {
    "BALL_LOST": ("stays", "away", "by-portal"),
    "WALLS": ("nothing", "anywhere", "behind", "last"),
    "ANNIHILATION": ("never", "nobody-left", "nobody-in-dungeon"),
}
"""What the words of the file are in `Game.rules`: their places."""

ROOMS = {tile: int(getattr(s, room)) for tile, room in _FILE["rooms"].items()}
"""The codes of rooms with rules of their own, by their tiles."""
USUAL_TURN = 4
"""Minutes a turn where no ruleset says how long one takes."""
_RESETS = {"trapdoors": 1, "doors": 2, "counters": 4, "machines": 8}


def edition_of(ruleset: Ruleset) -> str:
    """The edition whose match is played: the ruleset's or the nearest it extends; naf-2019 where it extends none."""
    return next((name for name in (ruleset.id, *ruleset.lineage) if name in _MATCHES and name in EDITIONS), "naf-2019")


def minutes_after(play: Play, turns: int) -> int:
    """After how many minutes so many turns, those of both sides counted together, are over; late ones may be shorter.

    >>> minutes_after(Play(), 30), minutes_after(Play(late_turns=(120, 3)), 32)
    (120, 126)
    """
    usual = play.turn_minutes or USUAL_TURN
    late, short = play.late_turns or (usual * turns, usual)
    early = min(turns, -(-late // usual))
    return usual * early + min(short, usual) * (turns - early)


def turns_within(play: Play, minutes: int) -> int:
    """How many turns, those of both sides counted together, are over within so many minutes.

    >>> turns_within(Play(), 50), turns_within(Play(turn_minutes=2), 50)
    (12, 25)
    """
    return next(turns for turns in range(minutes + 1) if minutes_after(play, turns + 1) > minutes)


def _clock(play: Play, edition: str) -> dict[str, int]:
    """What an edition's time brings, in turns; nothing where its deadlines are unset. House rules may move them."""
    times, own = (deadlines_of(each) for each in (play_of(load(edition)), play))
    if not own or not times:
        return {"TIME_DECIDES": 0}
    turns = [turns_within(play, minutes) for minutes, _ in (own if len(own) == len(times) else times)]
    if edition == "naf-2019":
        return {"RESERVE_UNTIL": turns[0] // 2, "REMOVED_FROM": turns[1] // 2 + 1, "CLOCK": turns[2]}
    if edition == "db7s-2019":
        return {"ALARM": turns[0], "LAST_ALARM": turns[1], "CLOCK": turns[2]}
    return {"CLOCK": turns[-1]}


def rules_row(ruleset: Ruleset) -> list[int]:
    """The `Game.rules` of a ruleset: its edition's match, with what its own file and the table say."""
    play, edition = play_of(ruleset), edition_of(ruleset)
    rolls = {str(topic): entry.rolls for topic, entry in {**table_of(load(edition)), **play.table}.items()}
    on_six = RECOVER_ON_SIX if "return" in rolls["knocked_out"] else RECOVER_NEVER
    own = _MATCHES[edition]
    match = {"RESERVE_UNTIL": LIMIT, "LIMIT": LIMIT, **_EVERY, **_MATCHES.get(own.get("like"), {}), **own}
    match.pop("like", None)
    named = {
        **{name: _CODES[name].index(said) if name in _CODES else said for name, said in match.items()},
        **_clock(play, edition),
        **{name: rolls[topic][roll].target for name, (topic, roll) in _ROLLS.items() if roll in rolls[topic]},
        "RECOVERY": RECOVER_INSTEAD if play.recovers_instead else on_six,
        **{name: int(getattr(play, key) == value) for name, (key, value) in _FILE["switches"].items()},
        "RESERVE_FROM": play.reserves_from,
        "CHEST_ENTERED": int(ruleset.chests is Chests.ENTERABLE),
        "JUMP_COST": play.jump or 0,
        "SET_UP": play.players or s.TEAM,
        "RESERVES": 1 if play.reserves_a_turn is None else play.reserves_a_turn,
        "RESERVES_MOST": s.TEAM if play.reserves is None else play.reserves,
        "RESERVE_WAY": int(any(way != "portal" for way in play.reserves_by)),
        "RUSH": play.rush,
        "DRIVE_FIRST": ("conceded", "scored", "chosen").index(play.drive_first),
        "DRIVE_RESETS": sum(_RESETS[each] for each in set(play.drive_resets)),
    }
    row = [0] * s.RULE_COUNT
    for name, number in named.items():
        row[getattr(s, name)] = number
    return row
