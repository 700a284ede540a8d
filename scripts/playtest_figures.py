"""Compare what coaches do per team turn with what people do: `python -m scripts.playtest_figures [coach ...]`.

The figures of people come from 11,580 recorded games of the current rules with 365,449 team turns. Their source is the
file docs/human-baseline.json of the public repository seconds-0/bloodbowl-rl (commit b01b46c). The coaches play eleven
players a team on an open floor of 26 by 15 squares with one chest in the middle.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.state import Array
from dungeon_designer.playtest.teams import load_coach, load_team
from dungeon_designer.rules.rule_registry import load_ruleset

TURNS_PER_MATCH = 365_449 / 11_580
"""The number of team turns in one recorded game, on average."""
HUMAN_RATES = {
    "blocks": 80.2394 / TURNS_PER_MATCH,
    "dodges": 22.0512 / TURNS_PER_MATCH,
    "rushes": 15.4619 / TURNS_PER_MATCH,
    "pick-ups": 6.10699 / TURNS_PER_MATCH,
    "passes": 1.99344 / TURNS_PER_MATCH,
    "hand-offs": 1.18705 / TURNS_PER_MATCH,
}
"""How often people do each action, per team turn."""
HUMAN_PICK_UP_SUCCESS = 4.90699 / 6.10699
"""The share of people's pick-ups that succeed."""
_HOUSE_RULES = 'id = "eleven"\nname = "Eleven a side"\nextends = "naf-2019"\n[play]\nplayers = 11\n'
_TEAM_PAIRS = (("balanced", "agile"), ("balanced", "bashing"), ("agile", "bashing"), ("balanced", "balanced"))


def main() -> None:
    """Print a table for each named coach, or for the balanced coach if no coach is named."""
    floor_arena = build_open_floor()
    for name in sys.argv[1:] or ["balanced"]:
        rates, pick_up_success, agile_share = measure_figures(floor_arena, name, 200)
        print(
            f"{name}: {100 * pick_up_success:.0f} % of pick-ups succeed, agile "
            f"wins {100 * agile_share:.1f} % against bashing"
        )
        for action, rate in rates.items():
            print(f"| {action} | {HUMAN_RATES[action]:.3f} | {rate:.3f} | {rate / HUMAN_RATES[action] - 1:+.0%} |")


def build_open_floor() -> Arena:
    """Return the arena of an open floor with an end zone along each short side, for eleven players a team."""
    rows = ["<" + "." * 24 + ">"] * 15
    rows[7] = "<" + "." * 12 + "C" + "." * 11 + ">"
    dungeon = Dungeon.parse("ruleset: naf-2019\nmap: |\n" + "".join(f"  {row}\n" for row in rows))
    with tempfile.TemporaryDirectory() as folder:
        house_rules_file = Path(folder) / "eleven.toml"
        house_rules_file.write_text(_HOUSE_RULES, encoding="utf-8")
        return build_arena(dungeon.board, load_ruleset(str(house_rules_file)))


def measure_figures(floor_arena: Arena, coach_name: str, rounds: int) -> tuple[dict[str, float], float, float]:
    """Return a coach's actions per team turn, the share of pick-ups that succeed, and agile's share against bashing.

    Args:
        floor_arena: the arena to play in.
        coach_name: the coach of both teams.
        rounds: the number of rounds of four matches, for each pair of teams.
    """
    results = [play_matches(floor_arena, coach_name, pair, rounds) for pair in _TEAM_PAIRS]
    all_results = np.concatenate(results)
    turns, first_column = all_results[:, match.LAST_TURN].sum(), match.ROLL_COUNTS
    blocks, passes_and_hand_offs = all_results[:, match.BLOCKS].sum(), all_results[:, match.PASSES].sum()
    dodges, rushes, pick_ups, successful_pick_ups, hand_offs = all_results[:, first_column : first_column + 5].sum(
        axis=0
    )
    sums = (blocks, dodges, rushes, pick_ups, passes_and_hand_offs - hand_offs, hand_offs)
    winner, agile_teams = results[2][:, match.WINNER], np.tile([0, 1, 1, 0], rounds)
    agile_share = float(np.where(winner == 2, 0.5, winner == agile_teams).mean())
    return (
        {action: float(total / turns) for action, total in zip(HUMAN_RATES, sums, strict=True)},
        float(successful_pick_ups / pick_ups),
        agile_share,
    )


def play_matches(floor_arena: Arena, coach_name: str, pair: tuple[str, str], rounds: int) -> Array:
    """Return the results of some rounds of four matches between two teams under one coach, a row for each match."""
    first_team, second_team = load_team(pair[0]), load_team(pair[1])
    results = np.zeros((4 * rounds, match.RESULT_COLUMNS), dtype=np.int64)
    rerolls = np.array([first_team.rerolls, second_team.rerolls], dtype=np.int64)
    coaches = np.array([load_coach(coach_name).weight_row] * 2)
    match.play_rounds(
        floor_arena.create_game(),
        25,
        0,
        rounds,
        first_team.player_rows,
        second_team.player_rows,
        rerolls,
        coaches,
        results,
    )
    return results


if __name__ == "__main__":
    main()
