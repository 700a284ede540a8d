"""Plays the named dungeons and writes what a new one is compared with: `python -m scripts.write_playtest_reference`.

Into dungeon_designer/playtest/data/reference.json: of each named dungeon, edition by edition, the home side's share of
the wins with its interval, the share of the agile team against the bashing one, and how long games take.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.named import drawing_of
from dungeon_designer.playtest.report import plan_of, playtested

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "dungeon_designer/playtest/data/reference.json"
TEAMS = ("balanced", "agile", "bashing")
GAMES = 4800


def main() -> None:
    """Every dungeon under examples/ that is played, but the illegal ones; a line of each is printed."""
    found: dict[str, dict[str, object]] = {}
    if not TARGET.exists():
        TARGET.write_bytes(msgspec.json.encode({"games": 0, "teams": [], "dungeons": {}}))
    for path in sorted(ROOT.glob("examples/*/*.dungeon.yaml")):
        if path.parent.name != "illegal":
            edition, told = of_dungeon(path)
            if told:
                found.setdefault(edition, {})[path.name.removesuffix(".dungeon.yaml")] = told
    data = {"games": GAMES, "teams": TEAMS, "dungeons": found}
    TARGET.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")


def of_dungeon(path: Path) -> tuple[str, dict[str, object]]:
    """The edition of a dungeon, and what its games came to."""
    dungeon = Dungeon.load(path)
    ruleset = dungeon.ruleset()
    try:
        test = playtested(dungeon.board, ruleset, plan_of(TEAMS, GAMES), dungeon.name, path.name)
    except PlaytestError as error:  # dungeons of more than two sides
        print(f"{path.name}: {error}", file=sys.stderr)
        return ruleset.id, {}
    told: dict[str, object] = {
        "verdict": test.verdict,
        "drawing": drawing_of(dungeon.layout),
        "home": _rounded(test.home_wins),
        "first": _rounded(test.first_wins),
        "unfinished": _rounded(test.unfinished),
        "agile": _rounded(test.agile_wins),
        "turns": test.turns.median if test.turns else None,
    }
    print(f"{ruleset.id} {path.name}: {test.words}; {told}", flush=True)
    return ruleset.id, told


def _rounded(found: object) -> list[float]:
    return [round(getattr(found, end), 4) for end in ("value", "low", "high")] if found else []


if __name__ == "__main__":
    main()
