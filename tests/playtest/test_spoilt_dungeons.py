"""Fair dungeons that were spoilt by hand: what playtests say of them, and what `playtest --mend` does about it.

Each of twelve dungeons is a named one with one change: a chest is moved three squares, a passage is filled or walled
up, or pits lie before a gate. All matches are real; so the tests run in `make soak` only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.naming import has_false_names
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.model import Layout, Trap, TrapKind
from dungeon_designer.layout_edits.edges import add_edges
from dungeon_designer.layout_edits.floor import erase_squares
from tests.soak import FULL

ROOT = Path(__file__).parents[2]
Change = Callable[[Dungeon], Layout]


def move_chest(start: Square, end: Square) -> Change:
    """Return a change that moves a chest."""

    def change(dungeon: Dungeon) -> Layout:
        layout = dungeon.board.layout
        assert start in layout.chests
        assert end in dungeon.board.squares
        return replace(layout, chests=tuple(end if chest == start else chest for chest in layout.chests))

    return change


def fill(*squares: Square) -> Change:
    """Return a change that makes floor rock."""
    return lambda dungeon: erase_squares(dungeon.board.layout, squares, dungeon.library)


def wall_up(side: Side, *squares: Square) -> Change:
    """Return a change that puts a wall on one side of some squares."""
    return lambda dungeon: add_edges(dungeon.board.layout, "walls", [(square, side) for square in squares])


def dig_pits(*squares: Square) -> Change:
    """Return a change that adds open pits."""
    pits = tuple(Trap(kind=TrapKind.OPEN_PIT, at=square) for square in squares)
    return lambda dungeon: replace(dungeon.board.layout, traps=(*dungeon.board.layout.traps, *pits))


WINDS, CLEFT = "naf-2019/the-four-winds", "eagbbl/the-cleft"
CLASSIC, SUNKEN_HALLS = "brawl-2013/the-classic", "gw-1989/the-sunken-halls"
EASTERN_PASSAGE = [(x, y) for x in range(19, 23) for y in (8, 9)]
SPOILT: dict[str, tuple[str, Change, str | None]] = {
    "winds, chest": (WINDS, move_chest((17, 10), (14, 10)), "home"),
    "winds, passage": (WINDS, fill(*EASTERN_PASSAGE), None),
    "winds, pits": (WINDS, dig_pits((26, 7), (26, 8), (26, 9)), "away"),
    "cleft, chest": (CLEFT, move_chest((22, 10), (19, 10)), "home"),
    "cleft, passage": (CLEFT, fill(*((x, 8) for x in range(14, 19))), None),
    "cleft, pits": (CLEFT, dig_pits((26, 8), (26, 9)), "away"),
    "classic, chest": (CLASSIC, move_chest((20, 1), (17, 1)), "home"),
    "classic, passage": (CLASSIC, wall_up(Side.SOUTH, (21, 17), (22, 17)), "home"),
    "classic, pits": (CLASSIC, dig_pits((24, 9), (24, 10)), None),
    "sunken halls, chest": (SUNKEN_HALLS, move_chest((29, 1), (26, 1)), "home"),
    "sunken halls, passage": (SUNKEN_HALLS, wall_up(Side.EAST, (35, 11), (35, 12)), "away"),
    "sunken halls, pits": (SUNKEN_HALLS, dig_pits((34, 11), (34, 12)), "away"),
}
"""The dungeons by name: what was spoilt and how, and the team that this favours; None where that is not clear."""

UNCLEAR_WORDS = {"fair", "depends on style", "too few games to tell"}
WORDS_FOR = {
    "home": {"slight edge for home", "unfair to away", *UNCLEAR_WORDS},
    "away": {"slight edge for away", "unfair to home", *UNCLEAR_WORDS},
    None: {"slight edge for home", "slight edge for away", *UNCLEAR_WORDS},
}
"""The verdicts that may be given on a dungeon that favours a team."""
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not FULL, reason="ten thousand games each, too many for functions that are not compiled"),
]


@pytest.fixture(params=SPOILT)
def spoilt(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str | None]:
    """Return the file of a spoilt dungeon, and the team that it favours."""
    name, change, favoured = SPOILT[request.param]
    dungeon = Dungeon.load(ROOT / f"examples/{name}.dungeon.yaml")
    path = tmp_path / "spoilt.dungeon.yaml"
    path.write_bytes(replace(dungeon, layout=change(dungeon)).content(str(path)))
    return path, favoured


def run_playtest(path: Path, *options: str) -> str:
    """Return what `playtest` prints of a dungeon, with compiled games."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-m", "dungeon_designer", "playtest", str(path), *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_the_verdict_points_to_the_favoured_team(spoilt: tuple[Path, str | None]) -> None:
    """If the change favours a team, home's share lies on its side of 50 %; no verdict for the other team is given."""
    path, favoured = spoilt
    (report,) = json.loads(run_playtest(path, "--format", "json"))["playtests"]
    share = report["home_wins_over_styles"]
    assert report["verdict_word"] in WORDS_FOR[favoured]
    if favoured:
        assert report["favours"] in (favoured, None)
        assert (share["value"] > 0.5) == (favoured == "home")
    else:
        assert 0.47 < share["value"] < 0.53


def test_mend_fixes_only_what_is_wrong(spoilt: tuple[Path, str | None], tmp_path: Path) -> None:
    """Nothing is to fix, or a move that is named as the reason brings home's share nearer to 50 %; names stay true."""
    path, _ = spoilt
    fixed_path = tmp_path / "fixed.dungeon.yaml"
    lines = run_playtest(path, "--mend", "--games", "4000", "-o", str(fixed_path)).splitlines()
    answers = [line for line in lines if re.match(r"\d\. ", line)]
    assert fixed_path.exists() == bool(answers)
    if not answers:
        assert re.match("nothing to fix|fair as it is|no move was found", lines[1])
        return
    before, after = (read_unfairness(line) for line in (lines[0], answers[0]))
    assert after < before
    reason = next(line for line in lines if line.startswith("because: "))
    moved_squares = re.findall(r"\(\d+, \d+\)", answers[0].split(": ")[0])
    assert any(square in reason for square in moved_squares)
    assert not has_false_names(Dungeon.load(path).board, Dungeon.load(fixed_path).board)


def read_unfairness(line: str) -> float:
    """Return how far home's shares of the wins are from 50 %: the mean square, balanced play counted twice."""
    cautious, balanced, bold = (float(text) - 50 for text in re.findall(r"(\d+\.\d) % \(", line))
    return (cautious**2 + 2 * balanced**2 + bold**2) / 4
