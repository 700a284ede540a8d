"""What coaches do a team turn beside what people do: `python -m scripts.playtest_figures [coach ...]`.

People's figures are those of 11,580 recorded games of the current rules with 365,449 team turns, as the file
docs/human-baseline.json of the public repository seconds-0/bloodbowl-rl has them (commit b01b46c). The coaches play
eleven a side on an open floor of 26 by 15 with the one chest in the middle.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.state import Array
from dungeon_designer.playtest.teams import coach, team
from dungeon_designer.rules.registry import load_ruleset

TURNS_A_GAME = 365_449 / 11_580
PEOPLE = {
    "blocks": 80.2394 / TURNS_A_GAME,
    "dodges": 22.0512 / TURNS_A_GAME,
    "rushes": 15.4619 / TURNS_A_GAME,
    "pick-ups": 6.10699 / TURNS_A_GAME,
    "passes": 1.99344 / TURNS_A_GAME,
    "hand-offs": 1.18705 / TURNS_A_GAME,
}
"""A team turn."""
PICKED_UP = 4.90699 / 6.10699
"""The share of their pick-ups that succeed."""
_HOUSE = 'id = "eleven"\nname = "Eleven a side"\nextends = "naf-2019"\n[play]\nplayers = 11\n'
_PAIRS = (("balanced", "agile"), ("balanced", "bashing"), ("agile", "bashing"), ("balanced", "balanced"))


def main() -> None:
    """Prints a table for each coach named, or for the balanced one."""
    of = open_floor()
    for name in sys.argv[1:] or ["balanced"]:
        found, picked, agile = figures(of, name, 200)
        print(f"{name}: {100 * picked:.0f} % of pick-ups succeed, agile wins {100 * agile:.1f} % against bashing")
        for what, mean in found.items():
            print(f"| {what} | {PEOPLE[what]:.3f} | {mean:.3f} | {mean / PEOPLE[what] - 1:+.0%} |")


def open_floor() -> Arena:
    """The arena of an open floor, its end zones at the short sides."""
    rows = ["<" + "." * 24 + ">"] * 15
    rows[7] = "<" + "." * 12 + "C" + "." * 11 + ">"
    dungeon = Dungeon.parse("ruleset: naf-2019\nmap: |\n" + "".join(f"  {row}\n" for row in rows))
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder) / "eleven.toml"
        house.write_text(_HOUSE, encoding="utf-8")
        return arena(dungeon.board, load_ruleset(str(house)))


def figures(of: Arena, name: str, rounds: int) -> tuple[dict[str, float], float, float]:
    """The figures a team turn, the share of pick-ups that succeed, and how often agile beats bashing."""
    played = [games(of, name, pair, rounds) for pair in _PAIRS]
    rows = np.concatenate(played)
    turns, first = rows[:, match.OVER_AT].sum(), match.DODGED_BY
    blocks, throws = rows[:, match.BLOWS].sum(), rows[:, match.THROWS].sum()
    dodges, rushes, picked, done, handed = rows[:, first : first + 5].sum(axis=0)
    sums = (blocks, dodges, rushes, picked, throws - handed, handed)
    winner, sides = played[2][:, match.WINNER], np.tile([0, 1, 1, 0], rounds)
    agile = float(np.where(winner == 2, 0.5, winner == sides).mean())
    return {what: float(each / turns) for what, each in zip(PEOPLE, sums, strict=True)}, float(done / picked), agile


def games(of: Arena, name: str, pair: tuple[str, str], rounds: int) -> Array:
    """The results of so many rounds of two teams under a coach."""
    one, other = team(pair[0]), team(pair[1])
    results = np.zeros((4 * rounds, match.RESULT_COLUMNS), dtype=np.int64)
    rerolls = np.array([one.rerolls, other.rerolls], dtype=np.int64)
    coaches = np.array([coach(name).row] * 2)
    match.play_rounds(of.game(), 25, 0, rounds, one.roster, other.roster, rerolls, coaches, results)
    return results


if __name__ == "__main__":
    main()
