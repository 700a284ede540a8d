"""Whether `playtest --mend` mends: `python -m benchmarks.spoilt`.

Twenty named dungeons are spoilt: chests, portals, doors and rooms are moved, as few as are enough, until the balanced
coaches' share of home leaves 45 to 55 %. These and two that are unfair as they were drawn are mended by at most two
moves, and the best answer plays so many games in each style with dice of its own. A number and a step (`0 2`) take
every second one, so that two processes share them.
"""

from __future__ import annotations

import sys
import time
from itertools import islice

from msgspec.structs import replace

from benchmarks.bench_check import EXAMPLES
from dungeon_designer.board.build import build
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.changes import Original
from dungeon_designer.generator.mending import WITHIN, MendOptions, Shares, mended
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.generator.vary import tried
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.report import plan_of, played
from dungeon_designer.playtest.teams import STYLES, coach

UNFAIR = ("gw-1989/set-up-2", "gw-1989/set-up-3")
NAMED = (
    *("gw-1989/set-up-1", "gw-1989/set-up-4", "gw-1989/set-up-5", "gw-2021/the-burning-horseshoe"),
    *("gw-2021/the-dragon-and-the-dead", "gw-2021/the-hungry-ladder", "gw-2021/the-idols-wheel"),
    *("gw-2021/the-garden-and-the-grave", "naf-2019/the-four-winds", "naf-2019/the-grinning-skull"),
    *("db7s-2019/layout-02", "db7s-2019/layout-05", "db7s-2019/layout-08", "db7s-2019/layout-11"),
    *("eagbbl/the-cleft", "eagbbl/the-throne-under-the-hill", "brawl-2013/the-classic"),
    *("brawl-2013/wormholes", "brawl-2013/challenge-stadium", "brawl-2013/the-catacombs"),
)
SPOILING, MENDING, JUDGING = 11, 12, 13
"""The seeds."""
LOOKED_AT, FEW, MANY, GAMES = 30, 200, 10_000, 10_000
"""Neighbours a move is taken from, games that choose it, games that say it is enough, and games that judge."""


def shares(dungeon: Dungeon, games: int, seed: int, styles: tuple[str, ...] = STYLES) -> Shares:
    """The home side's share in each style."""
    ready = arena(build(dungeon.layout, dungeon.library), dungeon.ruleset())
    plans = {style: replace(plan_of(games=games, seed=seed), coaches=(coach(style),)) for style in styles}
    found = ((style, played(ready, plan).home_share) for style, plan in plans.items())
    return {style: share for style, share in found if share is not None}


def lean(dungeon: Dungeon, layout: Layout, games: int) -> float:
    """How far from a half the balanced coaches' share is after a change."""
    return abs(shares(replace(dungeon, layout=layout), games, SPOILING, ("balanced",))["balanced"].value - 0.5)


def spoilt(dungeon: Dungeon) -> tuple[Dungeon, int]:
    """A dungeon that is unfair after some moves, and how many: each of them that of some which leads farthest off."""
    moved, off = 0, 0.0
    while off <= 0.05 and moved < 5:
        options = VaryOptions(seed=SPOILING, play=True)
        ways = tried(dungeon.board.layout, dungeon.ruleset(), dungeon.library, options)
        found = [each.layout for each in islice((each for each in ways if each is not None), LOOKED_AT)]
        found.sort(key=lambda layout: -lean(dungeon, layout, FEW))
        off, layout = max((lean(dungeon, each, MANY), number, each) for number, each in enumerate(found[:2]))[::2]
        dungeon, moved = replace(dungeon, layout=layout), moved + 1
    return dungeon, moved


def main(first: int = 0, step: int = 1, games: int = GAMES) -> None:
    """Prints a line for each dungeon; the processor's own time counts."""
    print("dungeon | moved | before | moves | after | kept | seconds")
    print("--- | --- | --- | --- | --- | --- | ---")
    for name in (*UNFAIR, *NAMED)[first::step]:
        dungeon, moved = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml"), 0
        if name in NAMED:
            dungeon, moved = spoilt(dungeon)
        begun = time.process_time()
        plan = plan_of(games=games, seed=MENDING)
        original = Original(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
        found = mended(original, MendOptions(plan=plan))
        took = time.process_time() - begun
        best = found.answers[0] if found.answers else None
        after = shares(replace(dungeon, layout=best.layout), games, JUDGING) if best else found.before
        kept = all(abs(share.value - 0.5) <= WITHIN[style] for style, share in after.items())
        told = best.words if best else "none"
        print(f"{name} | {moved} | {_row(found.before)} | {told} | {_row(after)} | {kept} | {took:.0f}", flush=True)


def _row(found: Shares) -> str:
    return ", ".join(f"{100 * found[style].value:.1f}" for style in STYLES if style in found)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
