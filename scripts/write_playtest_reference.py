"""Play the named dungeons and write the results that `playtest` compares others with.

Run it with `python -m scripts.write_playtest_reference`, or with `make played`. It writes
dungeon_designer/playtest/data/reference.json: for each edition and named dungeon the home team's share of the wins
with its interval in each style of play, the share of the agile team against the bashing team, and how long matches
take; and, from matches of the default teams, how good a game each gives. On a dungeon that is the same for both teams
the other styles play fewer matches, since the verdict is known. For a quick look give the number of matches:
`python -m scripts.write_playtest_reference 96`. With `--games-only` only how good a game each gives is written anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.named_dungeons import compute_drawing_checksum
from dungeon_designer.playtest.report import add_styles, build_plan, build_report, play_plan, run_playtest

PROJECT_ROOT = Path(__file__).parents[1]
REFERENCE_FILE = PROJECT_ROOT / "dungeon_designer/playtest/data/reference.json"
TEAMS = ("balanced", "agile", "bashing")
DEFAULT_MATCHES = 4800
"""Matches in each style of play, if the command line does not give another number."""
GAME_MATCHES = 2000
"""Matches of the default teams that tell how good a game a dungeon gives."""
MAX_MATCHES_IF_SYMMETRIC = 1200
"""The most matches in each other style of play on a dungeon that is the same for both teams."""


def main() -> None:
    """Play many matches on every example dungeon for two teams, and write the file with their results.

    Illegal examples are left out. A line is printed for each dungeon.
    """
    figures_by_edition: dict[str, dict[str, object]] = {}
    if not REFERENCE_FILE.exists():
        REFERENCE_FILE.write_bytes(msgspec.json.encode({"games": 0, "teams": [], "dungeons": {}}))
    if "--games-only" in sys.argv:
        _write_games_only()
        return
    for path in sorted(PROJECT_ROOT.glob("examples/*/*.dungeon.yaml")):
        if path.parent.name != "illegal":
            edition, figures = measure_dungeon(path)
            if figures:
                figures_by_edition.setdefault(edition, {})[path.name.removesuffix(".dungeon.yaml")] = figures
    data = {"games": _read_match_count(), "teams": TEAMS, "dungeons": figures_by_edition}
    REFERENCE_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")


def _write_games_only() -> None:
    """Write anew how good a game each named dungeon gives; everything else in the file stays as it is."""
    data = msgspec.json.decode(REFERENCE_FILE.read_bytes())
    for path in sorted(PROJECT_ROOT.glob("examples/*/*.dungeon.yaml")):
        dungeon = Dungeon.load(path)
        figures = data["dungeons"].get(dungeon.ruleset().id, {}).get(path.name.removesuffix(".dungeon.yaml"))
        if figures and path.parent.name != "illegal":
            figures["game"] = measure_game(dungeon)
            print(f"{path.name}: {figures['game']}", flush=True)
    REFERENCE_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")


def measure_game(dungeon: Dungeon) -> dict[str, object]:
    """Play matches of the default teams on a dungeon, and return how good a game it gives.

    The matches are those of a playtest without options, so that its figures can be compared with these.
    """
    ruleset, plan = dungeon.ruleset(), build_plan(games=GAME_MATCHES)
    report = run_playtest(dungeon.board, ruleset, plan)
    return {
        "decided": _round_share(report.decided),
        "length": report.length.median if report.length else 0,
        "first": _round_share(report.first_wins),
        "losses": {
            team: {cause: round(count, 3) for cause, count in losses.items() if count}
            for team, losses in report.losses_by_team.items()
        },
    }


def measure_dungeon(path: Path) -> tuple[str, dict[str, object]]:
    """Play one dungeon and return the id of its edition and the figures of its matches.

    The figures are empty for a dungeon on which two teams cannot play; then the reason is printed.
    """
    dungeon = Dungeon.load(path)
    ruleset = dungeon.ruleset()
    plan = build_plan(TEAMS, _read_match_count(), styles=True)
    try:
        dungeon_arena = build_arena(dungeon.board, plan.apply_times(ruleset))
        tallies = [play_plan(dungeon_arena, plan)]
        report = build_report(dungeon_arena, plan, tallies[0], dungeon.name, path.name, ruleset)
        style_plans = [
            replace(style_plan, games=min(style_plan.games, MAX_MATCHES_IF_SYMMETRIC)) if report.even else style_plan
            for style_plan in plan.style_plans
        ]
        tallies += [play_plan(dungeon_arena, style_plan) for style_plan in style_plans]
        report = add_styles(report, plan, tallies)
    except PlaytestError as error:  # dungeons for more than two teams
        print(f"{path.name}: {error}", file=sys.stderr)
        return ruleset.id, {}
    figures: dict[str, object] = {
        "verdict": report.verdict,
        "drawing": compute_drawing_checksum(dungeon.layout),
        "home": _round_share(report.home_wins),
        "first": _round_share(report.first_wins),
        "unfinished": _round_share(report.unfinished),
        "agile": _round_share(report.agile_wins),
        "turns": report.turns.median if report.turns else None,
        "decided": [_round_share(entry.decided) for entry in report.minutes],
        "over_styles": report.verdict_over_styles,
        "verdict_word": report.verdict_word,
        "even": report.even,
        "styles": {
            entry.coach: {"home": _round_share(entry.home_wins), "agile": _round_share(entry.agile_wins)}
            for entry in report.styles[1:]
        },
        "game": measure_game(dungeon),
    }
    print(f"{ruleset.id} {path.name}: {report.words_over_styles}; {figures}", flush=True)
    return ruleset.id, figures


def _read_match_count() -> int:
    """Return the number of matches from the command line, or the default."""
    return next((int(word) for word in sys.argv[1:] if word.isdecimal()), DEFAULT_MATCHES)


def _round_share(share: object) -> list[float]:
    """Return a share and the lower and upper end of its interval, with four decimals; an empty list for None."""
    return [round(getattr(share, field), 4) for field in ("value", "low", "high")] if share else []


if __name__ == "__main__":
    main()
