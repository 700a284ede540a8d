"""Measure how fast and how well objects are placed, compared with a proof by CP-SAT: `python -m benchmarks place`.

In each dungeon of about 300 squares twelve objects are placed anew, with several seeds. Its line shows the shortest
time of one answer, the worst and the mean spread of the answers as a share of the greatest spread that is proved, and
the seconds of that proof.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from benchmarks.amounts import choose_amount, choose_cases
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.placement.placer import PlacedLayout, Placer
from tests.generator.placement_proof import prove_best

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
SEED_COUNT = choose_amount(10, 1)
PROOF_TIMEOUT_S = choose_amount(120.0, 0.5)
"""Seconds for each proof."""


def main() -> None:
    """Place objects in each dungeon, prove the best placement, and print the table."""
    print("dungeon | squares | one answer | fair | spread, worst and mean of the proved optimum | CP-SAT")
    print("--- | --- | --- | --- | --- | ---")
    fastest_seconds, all_ratios, proofs = [], [], []
    for name in choose_cases(DUNGEONS):
        dungeon = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml")
        ruleset = dungeon.ruleset()
        Placer(dungeon.layout, ruleset, dungeon.library).find_placements()
        answers, durations = [], []
        for seed in range(1, SEED_COUNT + 1):
            start = time.process_time()
            placer = Placer(dungeon.layout, ruleset, dungeon.library)
            answers.append(placer.find_placements(1, seed)[0])
            durations.append(time.process_time() - start)
        proved_layout, proof = prove_best(placer, answers[-1], PROOF_TIMEOUT_S)
        ratios = [_compare_spread(answer, proved_layout) for answer in answers]
        fastest_seconds.append(min(durations))
        all_ratios += ratios
        proofs.append(proof.seconds)
        proof_text = "proved" if proof.is_optimal else f"not proved, at most {proof.bound}"
        print(
            f"{name} | {len(dungeon.board)} | {min(durations) * 1000:.0f} ms | {all(map(_is_fair, answers))}"
            f" | {min(ratios):.0%}, {sum(ratios) / len(ratios):.0%} | {proof_text} in {proof.seconds:.1f} s"
        )
        sys.stdout.flush()
    close_share = sum(ratio >= 0.95 for ratio in all_ratios) / len(all_ratios)
    slowest_text = f"{max(fastest_seconds) * 1000:.0f} ms at most (under 100)"
    print(
        f"all | | {slowest_text} | | within 5 %: {close_share:.0%} of answers "
        f"| {_format_ratio(fastest_seconds, proofs)}"
    )


def _compare_spread(answer: PlacedLayout, proved_layout: PlacedLayout) -> float:
    """Return the spread of an answer divided by the spread of the proved placement.

    The result is 0 if the two placements differ in broken demands or in the differences between the teams' walks.
    """
    answer_score, proved_score = answer.placement.score, proved_layout.placement.score
    return answer_score.spread / proved_score.spread if answer_score[:5] == proved_score[:5] else 0.0


def _is_fair(answer: PlacedLayout) -> bool:
    """Return whether the teams' walks to the chests are equally long: both differences in the score are 0."""
    return answer.placement.score[3:5] == (0, 0)


def _format_ratio(times: list[float], proofs: list[float]) -> str:
    """Return a text that compares the time of an answer with the time of its proof."""
    return f"an answer takes 1/{sum(proofs) / sum(times):.0f} of its time (1/10 at most)"


if __name__ == "__main__":
    main()
