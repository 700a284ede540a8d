"""Translate a ruleset into the numbers of `Game.rules`: what each edition's match is like where the dungeon matters.

`editions.toml` holds what no ruleset says. Its comments say clause by clause what is played and what is left out.
docs/reference/playtest.md tells users the exceptions.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.turns import RECOVER_INSTEAD, RECOVER_NEVER, RECOVER_ON_SIX
from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import Play, list_deadlines, parse_play
from dungeon_designer.rulesets.ruleset_model import Chests, Ruleset

MAX_TURNS = 32
"""Turns of each team after which an undecided match is over."""

_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_COMMON_RULES, _MATCH_RULES, _ROLL_TARGETS = _FILE["every"], _FILE["matches"], _FILE["rolls"]
_CODE_WORDS = {
    "BALL_LOST": ("stays", "away", "by-portal"),
    "WALLS": ("nothing", "anywhere", "behind", "last"),
    "ANNIHILATION": ("never", "nobody-left", "nobody-in-dungeon"),
}
"""The words of `editions.toml` that stand for codes in `Game.rules`; a word's place is its code."""

ROOM_CODES = {tile: int(getattr(s, room)) for tile, room in _FILE["rooms"].items()}
"""The codes of rooms with rules of their own, by their tiles."""
DEFAULT_TURN_MINUTES = 4
"""Minutes a turn where the ruleset gives no time."""
_RESET_BITS = {"trapdoors": 1, "doors": 2, "counters": 4, "machines": 8}


def find_edition(ruleset: Ruleset) -> str:
    """Return the id of the edition whose match is played: the ruleset itself or the nearest one it extends.

    `naf-2019` if none of these is an edition with a match of its own.
    """
    return next(
        (name for name in (ruleset.id, *ruleset.lineage) if name in _MATCH_RULES and name in EDITIONS), "naf-2019"
    )


def count_minutes(play: Play, turns: int) -> int:
    """Return the minutes that a number of turns takes, counting those of both teams.

    Turns late in a match may be shorter (`late_turns`).

    >>> count_minutes(Play(), 30), count_minutes(Play(late_turns=(120, 3)), 32)
    (120, 126)
    """
    turn_minutes = play.turn_minutes or DEFAULT_TURN_MINUTES
    late_from, late_minutes = play.late_turns or (turn_minutes * turns, turn_minutes)
    early_turns = min(turns, -(-late_from // turn_minutes))
    return turn_minutes * early_turns + min(late_minutes, turn_minutes) * (turns - early_turns)


def count_turns(play: Play, minutes: int) -> int:
    """Return how many turns, counting those of both teams, are over within some minutes.

    >>> count_turns(Play(), 50), count_turns(Play(turn_minutes=2), 50)
    (12, 25)
    """
    return next(turns for turns in range(minutes + 1) if count_minutes(play, turns + 1) > minutes)


def _build_clock_rules(play: Play, edition: str) -> dict[str, int]:
    """Return the rules of `Game.rules` for an edition's time limits, by name; times are numbers of turns.

    House rules may move the deadlines of an edition, but if their number differs those of the edition hold. Without
    deadlines time decides nothing.

    Args:
        play: how the ruleset is played, with its deadlines
        edition: the edition whose match is played
    """
    edition_deadlines, deadlines = (
        list_deadlines(table) for table in (parse_play(load_unchecked_ruleset(edition)), play)
    )
    if not deadlines or not edition_deadlines:
        return {"TIME_DECIDES": 0}
    turns = [
        count_turns(play, minutes)
        for minutes, _ in (deadlines if len(deadlines) == len(edition_deadlines) else edition_deadlines)
    ]
    if edition == "naf-2019":
        return {"RESERVE_UNTIL": turns[0] // 2, "REMOVED_FROM": turns[1] // 2 + 1, "CLOCK": turns[2]}
    if edition == "db7s-2019":
        return {"ALARM": turns[0], "LAST_ALARM": turns[1], "CLOCK": turns[2]}
    return {"CLOCK": turns[-1]}


def build_rules(ruleset: Ruleset) -> list[int]:
    """Return the numbers of `Game.rules` for a ruleset, by their places in `state.py`.

    They are the match of its edition (`editions.toml`) with what the ruleset's own file and its table of rolls say.
    """
    play, edition = parse_play(ruleset), find_edition(ruleset)
    rolls = {
        str(topic): entry.rolls
        for topic, entry in {**build_topic_table(load_unchecked_ruleset(edition)), **play.table}.items()
    }
    on_six = RECOVER_ON_SIX if "return" in rolls["knocked_out"] else RECOVER_NEVER
    edition_rules = _MATCH_RULES[edition]
    match_rules = {
        "RESERVE_UNTIL": MAX_TURNS,
        "LIMIT": MAX_TURNS,
        **_COMMON_RULES,
        **_MATCH_RULES.get(edition_rules.get("like"), {}),
        **edition_rules,
    }
    match_rules.pop("like", None)
    number_by_rule = {
        **{
            name: _CODE_WORDS[name].index(setting) if name in _CODE_WORDS else setting
            for name, setting in match_rules.items()
        },
        **_build_clock_rules(play, edition),
        **{
            name: rolls[topic][roll].target_number
            for name, (topic, roll) in _ROLL_TARGETS.items()
            if roll in rolls[topic]
        },
        "RECOVERY": RECOVER_INSTEAD if play.recovers_instead else on_six,
        **{name: int(getattr(play, key) == value) for name, (key, value) in _FILE["switches"].items()},
        "RESERVE_FROM": play.reserves_from,
        "CHEST_ENTERED": int(ruleset.chests is Chests.ENTERABLE),
        "JUMP_COST": play.jump or 0,
        "SET_UP": play.players or s.TEAM_SIZE,
        "RESERVES": 1 if play.reserves_a_turn is None else play.reserves_a_turn,
        "RESERVES_MOST": s.TEAM_SIZE if play.reserves is None else play.reserves,
        "RESERVE_WAY": int(any(route != "portal" for route in play.reserves_by)),
        "RUSH": play.rush,
        "DRIVE_FIRST": ("conceded", "scored", "chosen").index(play.drive_first),
        "DRIVE_RESETS": sum(_RESET_BITS[part] for part in set(play.drive_resets)),
    }
    row = [0] * s.RULE_COUNT
    for name, number in number_by_rule.items():
        row[getattr(s, name)] = number
    return row
