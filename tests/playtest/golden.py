"""A hundred games, move by move, as they were when somebody last meant to change how games go.

To renew the record after a wanted change: ``make recorded``, and say in CHANGELOG.md what changed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from pathlib import Path

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.match import RESULT_COLUMNS, play_rounds
from dungeon_designer.playtest.teams import STYLES, TEAM_NAMES, load_coach, load_team
from dungeon_designer.rulesets.loader import load_unchecked_ruleset

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = Path(__file__).with_name("golden.json")
RENEWED = bool(os.environ.get("DUNGEON_RECORD"))
"""Whether what is played is written down instead of compared."""
DUNGEONS = {
    "gw-1989-basic": "gw-1989/set-up-3",
    "gw-1989-expanded": "gw-1989/the-sunken-halls",
    "gw-2021": "gw-2021/the-idols-wheel",
    "gw-2021-multiplayer": "gw-2021/the-hungry-ladder",
    "brawl-2013": "brawl-2013/the-temple-of-doom",
    "naf-2019": "naf-2019/the-four-winds",
    "db7s-2019": "db7s-2019/layout-07",
    "eagbbl": "eagbbl/the-cleft",
}
"""A dungeon for each edition."""
MEETINGS = (("classic", "classic"), *((style, style) for style in STYLES), ("bold", "classic"), ("cautious", "bold"))
_TURNS = 100
_DIGITS = 4


@lru_cache
def _prepare(edition: str, file: str) -> Arena:
    return build_arena(Dungeon.load(EXAMPLES / f"{file}.dungeon.yaml").board, load_unchecked_ruleset(edition))


def play_games() -> Iterator[tuple[str, str]]:
    """Yield the name of each game, and what stands for it: four digits a team's turn."""
    meetings, teams = cycle(MEETINGS), cycle(zip(TEAM_NAMES, (*TEAM_NAMES[2:], *TEAM_NAMES[:2]), strict=True))
    for number, (edition, file) in enumerate([*DUNGEONS.items()] * 3 + [("brawl-2013", "brawl-2013/hogwurts")]):
        ready = _prepare(edition, file)
        coaches, (one, other) = next(meetings), map(load_team, next(teams))
        results = np.zeros((4, RESULT_COLUMNS + _TURNS), dtype=np.int64)
        rerolls = np.array([one.rerolls, other.rerolls], dtype=np.int64)
        rows = np.array([load_coach(name).weight_row for name in coaches])
        play_rounds(ready.create_game(), 1, number, 1, one.player_rows, other.player_rows, rerolls, rows, results)
        for half, row in enumerate(results[:, RESULT_COLUMNS:]):
            name = f"{number:02} {edition} {'-'.join(coaches)} {one.name}-{other.name} {half + 1}"
            yield name, "".join(f"{mark:0{_DIGITS}x}" for mark in row if mark)


def find_differences(played: dict[str, str], kept: dict[str, str]) -> list[str]:
    """Return each game that went otherwise than it is recorded, with the first team's turn that did."""
    assert played.keys() == kept.keys()
    return [_describe_difference(name, played[name], kept[name]) for name in kept if played[name] != kept[name]]


def _describe_difference(name: str, one: str, other: str) -> str:
    """Return where two games part."""
    places = range(0, max(len(one), len(other)), _DIGITS)
    place = next(at for at in places if one[at : at + _DIGITS] != other[at : at + _DIGITS]) // _DIGITS
    return f"{name}: from the {'second' if place % 2 else 'first'} team's turn {place // 2 + 1}"


if __name__ == "__main__":
    if RENEWED:
        RECORD.write_text(json.dumps(dict(play_games()), indent=0) + "\n")
    found = find_differences(dict(play_games()), json.loads(RECORD.read_text()))
    sys.exit("\n".join(found) or 0)
