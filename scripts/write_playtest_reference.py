"""Plays the named dungeons and writes what a new one is compared with: `python -m scripts.write_playtest_reference`.

Into dungeon_designer/playtest/data/reference.json: of each named dungeon, edition by edition, the home side's share of
the wins with its interval in each style of play, the share of the agile team against the bashing one, and how long
games take. Where both sides have the same dungeon, the other styles play fewer games, since the verdict is known.
Counts may be given for a look: `python -m scripts.write_playtest_reference 96`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.named import drawing_of
from dungeon_designer.playtest.report import plan_of, played, playtest_of, with_styles

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "dungeon_designer/playtest/data/reference.json"
TEAMS = ("balanced", "agile", "bashing")
GAMES = 4800
OF_EVEN = 1200
"""Games of each other style where both sides have the same dungeon."""


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
    data = {"games": _asked(), "teams": TEAMS, "dungeons": found}
    TARGET.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")


def of_dungeon(path: Path) -> tuple[str, dict[str, object]]:
    """The edition of a dungeon, and what its games came to."""
    dungeon = Dungeon.load(path)
    ruleset = dungeon.ruleset()
    plan = plan_of(TEAMS, _asked(), styles=True)
    try:
        ready = arena(dungeon.board, plan.timed(ruleset))
        test = playtest_of(ready, plan, played(ready, plan), dungeon.name, path.name, ruleset)
        others = [replace(other, games=min(other.games, OF_EVEN)) if test.even else other for other in plan.others]
        test = with_styles(test, plan, [played(ready, other) for other in others])
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
        "decided": [_rounded(each.decided) for each in test.minutes],
        "over_styles": test.verdict_over_styles,
        "even": test.even,
        "styles": {
            each.coach: {"home": _rounded(each.home_wins), "agile": _rounded(each.agile_wins)}
            for each in test.styles[1:]
        },
    }
    print(f"{ruleset.id} {path.name}: {test.words_over_styles}; {told}", flush=True)
    return ruleset.id, told


def _asked() -> int:
    return int(sys.argv[1]) if len(sys.argv) > 1 else GAMES


def _rounded(found: object) -> list[float]:
    return [round(getattr(found, end), 4) for end in ("value", "low", "high")] if found else []


if __name__ == "__main__":
    main()
