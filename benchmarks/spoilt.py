"""Measure whether `playtest --mend` makes unfair dungeons fair: `python -m benchmarks.spoilt`.

Twenty named dungeons are made unfair first. Chests, portals, doors and rooms are moved, as few as possible, until the
balanced coaches' share of home wins is not between 45 and 55 %. Then `playtest --mend` may move at most two objects to
fix these dungeons, and two more that are unfair as they were drawn. The best answer plays 10,000 matches in each style
with separate dice. A number and a step (`0 2`) select every second dungeon, so that two processes can share the work.
"""

from __future__ import annotations

import sys
import time
from itertools import islice

from msgspec.structs import replace

from benchmarks.bench_check import EXAMPLES
from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.changes import OriginalDungeon
from dungeon_designer.generator.fairness_fixes import STYLE_TOLERANCES, FairnessFixOptions, Shares, find_fairness_fixes
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.variations import try_changes
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.report import build_plan, play_plan
from dungeon_designer.playtest.teams import STYLES, load_coach

UNFAIR_DUNGEONS = ("gw-1989/set-up-2", "gw-1989/set-up-3")
FAIR_DUNGEONS = (
    *("gw-1989/set-up-1", "gw-1989/set-up-4", "gw-1989/set-up-5", "gw-2021/the-burning-horseshoe"),
    *("gw-2021/the-dragon-and-the-dead", "gw-2021/the-hungry-ladder", "gw-2021/the-idols-wheel"),
    *("gw-2021/the-garden-and-the-grave", "naf-2019/the-four-winds", "naf-2019/the-grinning-skull"),
    *("db7s-2019/layout-02", "db7s-2019/layout-05", "db7s-2019/layout-08", "db7s-2019/layout-11"),
    *("eagbbl/the-cleft", "eagbbl/the-throne-under-the-hill", "brawl-2013/the-classic"),
    *("brawl-2013/wormholes", "brawl-2013/challenge-stadium", "brawl-2013/the-catacombs"),
)
SPOIL_SEED, FIX_SEED, JUDGE_SEED = 11, 12, 13
"""The seeds of the matches that make a dungeon unfair, that fix it, and that judge the answer."""
MAX_VARIATIONS, FEW_MATCHES, MANY_MATCHES, JUDGE_MATCHES = 30, 200, 10_000, 10_000
"""How many variations are compared for each move; matches that choose two of them, that decide between these two,
and that judge an answer in each style."""


def measure_shares(dungeon: Dungeon, games: int, seed: int, styles: tuple[str, ...] = STYLES) -> Shares:
    """Return the home team's share of the wins in each style of play; styles in which nobody wins are left out."""
    dungeon_arena = build_arena(build_board(dungeon.layout, dungeon.library), dungeon.ruleset())
    plans = {style: replace(build_plan(games=games, seed=seed), coaches=(load_coach(style),)) for style in styles}
    share_by_style = ((style, play_plan(dungeon_arena, plan).home_share) for style, plan in plans.items())
    return {style: share for style, share in share_by_style if share is not None}


def measure_unfairness(dungeon: Dungeon, layout: Layout, games: int) -> float:
    """Return how far the home team's share is from one half when balanced coaches play a changed dungeon.

    Args:
        dungeon: the dungeon before the change.
        layout: the dungeon after the change.
        games: the number of matches.
    """
    return abs(
        measure_shares(replace(dungeon, layout=layout), games, SPOIL_SEED, ("balanced",))["balanced"].value - 0.5
    )


def make_unfair(dungeon: Dungeon) -> tuple[Dungeon, int]:
    """Change a dungeon by at most five moves of objects so that it becomes unfair; return it and the number of moves.

    A move is chosen from thirty random ones: a few matches choose the two that make the dungeon most unfair, and many
    matches decide between these two.
    """
    move_count, unfairness = 0, 0.0
    while unfairness <= 0.05 and move_count < 5:
        options = VaryOptions(seed=SPOIL_SEED, for_match_fairness=True)
        variations = try_changes(dungeon.board.layout, dungeon.ruleset(), dungeon.library, options)
        layouts = [each.layout for each in islice((each for each in variations if each is not None), MAX_VARIATIONS)]
        layouts.sort(key=lambda layout: -measure_unfairness(dungeon, layout, FEW_MATCHES))
        unfairness, layout = max(
            (measure_unfairness(dungeon, each, MANY_MATCHES), number, each) for number, each in enumerate(layouts[:2])
        )[::2]
        dungeon, move_count = replace(dungeon, layout=layout), move_count + 1
    return dungeon, move_count


def main(start: int = 0, step: int = 1, games: int = JUDGE_MATCHES) -> None:
    """Make each dungeon unfair, fix it, and print a line with its shares before and after and the processor seconds.

    Args:
        start: the number of the first dungeon.
        step: the distance to the next dungeon in the list.
        games: the number of matches in each style that judge an answer.
    """
    print("dungeon | moved | before | moves | after | kept | seconds")
    print("--- | --- | --- | --- | --- | --- | ---")
    for name in (*UNFAIR_DUNGEONS, *FAIR_DUNGEONS)[start::step]:
        dungeon, move_count = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml"), 0
        if name in FAIR_DUNGEONS:
            dungeon, move_count = make_unfair(dungeon)
        start_time = time.process_time()
        plan = build_plan(games=games, seed=FIX_SEED)
        original = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
        result = find_fairness_fixes(original, FairnessFixOptions(plan=plan))
        seconds = time.process_time() - start_time
        best = result.answers[0] if result.answers else None
        shares_after = (
            measure_shares(replace(dungeon, layout=best.layout), games, JUDGE_SEED) if best else result.original_shares
        )
        is_fair = all(abs(share.value - 0.5) <= STYLE_TOLERANCES[style] for style, share in shares_after.items())
        moves = best.description if best else "none"
        print(
            f"{name} | {move_count} | {_format_shares(result.original_shares)} | {moves} | "
            f"{_format_shares(shares_after)} | {is_fair} | {seconds:.0f}",
            flush=True,
        )


def _format_shares(share_by_style: Shares) -> str:
    """Return the home team's share in each style in percent, separated by commas."""
    return ", ".join(f"{100 * share_by_style[style].value:.1f}" for style in STYLES if style in share_by_style)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
