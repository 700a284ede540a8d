"""How fast things are placed, and how well: `python -m benchmarks place`, beside what CP-SAT finds and proves.

Each dungeon of about 300 squares is furnished anew with twelve things, by several seeds. Its line has the time of one
answer, the least, the spread of each answer over the greatest that is proved, and the seconds of that proof.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.placement.placing import PlacedLayout, Placer

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
DUNGEONS = (
    "brawl-2013/the-classic",
    "brawl-2013/wormholes",
    "db7s-2019/layout-05",
    "db7s-2019/layout-09",
    "db7s-2019/layout-11",
    "eagbbl/the-cleft",
    "gw-2021/the-hungry-ladder",
    "naf-2019/the-four-winds",
    "naf-2019/the-grinning-skull",
)
SEEDS = 10
PATIENCE = 120.0
"""Seconds for each proof."""


def main() -> None:
    """Prints the table."""
    print("dungeon | squares | one answer | fair | spread, worst and mean of the proved optimum | CP-SAT")
    print("--- | --- | --- | --- | --- | ---")
    times, shares, proofs = [], [], []
    for name in DUNGEONS:
        drawn = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml")
        ruleset = drawn.ruleset()
        Placer(drawn.layout, ruleset, drawn.library).ways()
        answers, took = [], []
        for seed in range(1, SEEDS + 1):
            start = time.process_time()
            placer = Placer(drawn.layout, ruleset, drawn.library)
            answers.append(placer.ways(1, seed)[0])
            took.append(time.process_time() - start)
        proved, proof = placer.proved(answers[-1], PATIENCE)
        found = [_share(answer, proved) for answer in answers]
        times.append(min(took))
        shares += found
        proofs.append(proof.seconds)
        sure = "proved" if proof.optimal else f"not proved, at most {proof.bound}"
        print(
            f"{name} | {len(drawn.board)} | {min(took) * 1000:.0f} ms | {all(map(_is_fair, answers))}"
            f" | {min(found):.0%}, {sum(found) / len(found):.0%} | {sure} in {proof.seconds:.1f} s"
        )
        sys.stdout.flush()
    close = sum(share >= 0.95 for share in shares) / len(shares)
    slowest = f"{max(times) * 1000:.0f} ms at most (under 100)"
    print(f"all | | {slowest} | | within 5 %: {close:.0%} of answers | {_ratio(times, proofs)}")


def _share(answer: PlacedLayout, proved: PlacedLayout) -> float:
    """The spread of an answer over the proved one; 0 where its sides walk less fairly."""
    one, best = answer.found.score, proved.found.score
    return one.spread / best.spread if one[:5] == best[:5] else 0.0


def _is_fair(answer: PlacedLayout) -> bool:
    return answer.found.score[3:5] == (0, 0)


def _ratio(times: list[float], proofs: list[float]) -> str:
    return f"an answer takes 1/{sum(proofs) / sum(times):.0f} of its time (1/10 at most)"


if __name__ == "__main__":
    main()
