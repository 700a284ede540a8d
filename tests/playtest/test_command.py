"""`playtest` as its caller meets it, on a small hall."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import jsonschema
import pytest

from dungeon_designer.cli.main import run_program
from dungeon_designer.cli.output_folder import LIST_NAME
from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError, ReadError
from dungeon_designer.playtest import series
from dungeon_designer.playtest.teams import parse_team
from tests.playtest.games import HALL
from tests.soak import FULL, soak

ROOT = Path(__file__).parents[2]
TEAM = """\
name = "Rats"

[[players]]
name = "rat"
count = 8
movement = 7
strength = 2
agility = 3
passing = 4
armour = 8
"""


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small hall as a file; games are handed out a round at a time."""
    monkeypatch.setattr(series, "ROUNDS_PER_PORTION", 1)
    path = tmp_path / "hall.dungeon.yaml"
    path.write_text("name: The Hall\n" + HALL.format(ruleset="db7s-2019"))
    return str(path)


def test_a_table_says_how_games_end(hall: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The text names the dungeon, the games played, every share with its interval, and the pairings."""
    assert run_program(["playtest", hall, "--games", "8", "--teams", "balanced"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("The Hall: ")
    assert "8 matches of each style, seed 1, db7s-2019; 95 % intervals" in out
    assert "home wins, cautious coaches" in out
    assert "minutes a turn" in out
    assert "Balanced against Balanced" in out


def test_two_coaches_meet(hall: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A duel tells the first coach's share in all and by dungeon; in JSON it is the whole playtest's, too."""
    fox = tmp_path / "fox.toml"
    fox.write_text('name = "Old Fox"\n[weights]\nrush = 900\n')
    asked = ["playtest", hall, "--coaches", f"{fox},bold", "--games", "16", "--teams", "agile,balanced", "--duel"]
    assert run_program(asked) == 0
    first, second = capfd.readouterr().out.splitlines()
    assert re.fullmatch(r"Old Fox beats Bold: [0-9.]+ % \(.*\) of the wins, 1 dungeon", first)
    assert second.startswith("  The Hall  ")
    assert run_program([*asked, "--format", "json"]) == 0
    told = json.loads(capfd.readouterr().out)
    jsonschema.validate(told, build_kind_schema("playtest"))
    assert told["duel"]["value"] == told["playtests"][0]["coach_wins"]["value"]
    assert [pair["one"] for pair in told["playtests"][0]["pairings"]] == ["Agile", "Agile", "Balanced", "Balanced"]
    assert told["playtests"][0]["verdict_over_styles"] == ""


def test_the_time_is_asked_for(hall: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Minutes a turn are said, and whose they are; without the clock no match is a draw."""
    asked = ["playtest", hall, "--games", "4", "--teams", "agile", "--coaches", "bold"]
    assert run_program([*asked, "--turn-minutes", "10"]) == 0
    out = capfd.readouterr().out
    assert "10, as asked" in out
    assert run_program([*asked, "--no-clock"]) == 0
    out = capfd.readouterr().out
    assert "4, since the ruleset says nothing" in out
    assert "draw" not in out


def test_the_same_seed_gives_the_same_bytes(hall: str, capfd: pytest.CaptureFixture[str]) -> None:
    """JSON of one seed is the same twice, and another's is different."""
    told = []
    for seed in ("1", "1", "2"):
        assert (
            run_program(["playtest", hall, "--games", "4", "--teams", "agile", "--seed", seed, "--format", "json"]) == 0
        )
        told.append(capfd.readouterr().out)
    assert told[0] == told[1] != told[2]
    jsonschema.validate(json.loads(told[0]), build_kind_schema("playtest"))
    (test,) = json.loads(told[0])["playtests"]
    assert test["games"] == 4
    assert len(test["walked"]) == len(test["squares"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("map: |\n  .....C..\n", "no match can be played: the home team has no square to set up on"),
        ("map: |\n  <<.....>>\n", "no match can be played: there is no chest with the ball"),
    ],
)
def test_a_dungeon_without_a_match_gets_one_line(
    text: str, line: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The program names the file in a line if nobody can play in it, and ends with 2."""
    path = tmp_path / "no.dungeon.yaml"
    path.write_text("ruleset: naf-2019\n" + text)
    assert run_program(["playtest", str(path), "--games", "4"]) == 2
    assert capfd.readouterr().err == f"{path}: {line}\n"


def test_more_than_two_sides_get_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A dungeon of four sides is no match for two."""
    path = tmp_path / "four.dungeon.yaml"
    rows = "".join(f"  - {{id: z{n}, kind: end_zone, side: {side}, at: [{3 * n}, 0], rows: ['...', '...']}}\n"
                   for n, side in enumerate(("home", "away", "third")))  # fmt: skip
    path.write_text(f"ruleset: gw-2021\nsides: 3\nsections:\n{rows}chests: [[1, 1]]\n")
    assert run_program(["playtest", str(path), "--games", "4"]) == 2
    assert capfd.readouterr().err == f"{path}: this dungeon has 3 teams; only matches of two can be played\n"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("", ""),
        ('skills = ["flying"]\n', "rats.toml:11:11: players[0].skills[0]: there is no skill 'flying'"),
        ('skills = ["blok"]\n', "there is no skill 'blok' (did you mean block?)"),
        ("speed = 3\n", "rats.toml:11:1: players[0].speed: unknown key 'speed'"),
        ("[[players]]\n", "rats.toml:11:1: players[1]: the key 'name' is missing"),
    ],
)
def test_a_team_of_ones_own(change: str, problem: str, hall: str, capfd: pytest.CaptureFixture[str]) -> None:
    """A TOML file is a team; a fault in it is one line naming the file, the place and the key."""
    path = Path(hall).with_name("rats.toml")
    path.write_text(TEAM + change)
    status = run_program(["playtest", hall, "--games", "4", "--teams", str(path)])
    err = capfd.readouterr().err
    assert status == (2 if problem else 0)
    assert problem in err
    assert len(err.splitlines()) == bool(problem)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--teams", "agil"], "there is no team 'agil' (did you mean agile?)"),
        (["--precision", "no"], "write a share such as 2% or 0.02"),
        (["--ruleset", "all"], "no such ruleset"),
        (["--coaches", "bald"], "there is no coach 'bald' (did you mean bold?)"),
        (["--coaches", "bold,cautious,balanced"], "--coaches: name one or two"),
        (["--duel"], "--duel: name the two coaches who meet with --coaches"),
    ],
)
def test_a_wrong_call_gets_one_line(
    arguments: list[str], said: str, hall: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Unknown teams, odd precisions and absent clusters are said in one line each."""
    assert run_program(["playtest", hall, "--games", "4", *arguments]) == 2
    err = capfd.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1


def test_ctrl_c_says_what_is_known_so_far(
    hall: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped after two rounds, the program reports those eight games and ends with 130."""
    from dungeon_designer.cli.console import Progress

    heard: list[int] = []

    def advance(self: Progress, count: int = 1) -> None:
        heard.append(count)
        if len(heard) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "advance", advance)
    assert run_program(["playtest", hall, "--games", "400", "--teams", "balanced", "--coaches", "bold"]) == 130
    assert "8 matches, seed 1, then it was stopped" in capfd.readouterr().out


def test_maps_are_drawn(hall: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--maps` writes where players walked, fought and fell as SVG."""
    assert run_program(["playtest", hall, "--games", "4", "--teams", "bashing", "--maps", str(tmp_path / "maps")]) == 0
    drawn = sorted(path.name for path in (tmp_path / "maps").iterdir() if path.name != LIST_NAME)
    assert drawn == ["hall-fell.svg", "hall-fought.svg", "hall-walked.svg"]
    assert (tmp_path / "maps" / "hall-walked.svg").read_text().startswith("<?xml")


def test_maps_of_two_files_of_one_name_are_apart(hall: str, tmp_path: Path) -> None:
    """Each dungeon has maps of its own, though their files differ in folder or capitals alone."""
    for name in ("east/hall.dungeon.yaml", "east/Hall.dungeon.yaml", "west/hall.dungeon.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(Path(hall).read_text())
    asked = ["--games", "4", "--teams", "bashing", "--maps", str(tmp_path / "maps")]
    assert run_program(["playtest", str(tmp_path / "east"), str(tmp_path / "west"), *asked]) == 0
    assert len({path.name.casefold() for path in (tmp_path / "maps").iterdir()} - {LIST_NAME}) == 9


def test_a_folder_of_maps_that_cannot_be_made(hall: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Below a file there is no folder: one line says so, and nothing of a fault."""
    assert run_program(["playtest", hall, "--games", "4", "--teams", "bashing", "--maps", f"{hall}/maps"]) == 2
    assert "this folder cannot be made: Not a directory" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("movement", "0", "players[0].movement: expected a number of at least 1, not 0"),
        ("movement", "13", "players[0].movement: expected a number of at most 12, not 13"),
        ("agility", '"3+"', "players[0].agility: expected a whole number, not '3+'"),
        ("name", '""', "players[0].name: this must not be empty"),
        ("count", "17", "players[0].count: expected a number of at most 16, not 17"),
    ],
)
def test_what_a_team_file_may_say(key: str, value: str, problem: str) -> None:
    """Each number has its bounds; a line names file, place, key and what is expected."""
    text = re.sub(rf"(?<=\n){key} = .*", f"{key} = {value}", TEAM)
    with pytest.raises(ReadError) as caught:
        parse_team(text.encode(), "rats.toml")
    line = text.split("\n").index(f"{key} = {value}", text[: text.index("[[players]]")].count("\n")) + 1
    assert str(caught.value) == f"rats.toml:{line}:{len(key) + 4}: {problem}"


CLUSTER = """
import os, signal, sys
from distributed import LocalCluster
from dungeon_designer.cli.main import run_program as run
from dungeon_designer.cli.console import Progress
heard = []
def advance(self, count=1):
    heard.append(count)
    if len(heard) == 3:
        os.kill(victim, signal.SIGKILL)
if __name__ == "__main__":
    Progress.advance = advance
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        status = run([*sys.argv[1:], "--cluster", cluster.scheduler_address])
    print("killed after", sum(heard[:3]), "of", sum(heard))
    sys.exit(status)
"""


@soak
def test_processes_and_machines_play_the_same_games(hall: str, tmp_path: Path) -> None:
    """One process, two, and a cluster of two workers of which one is killed tell the same to the last digit.

    Starting a cluster takes most of the time; `make test` leaves it to `tests/cli/test_generate.py`.
    """
    if not all(map(find_spec, ("numba", "distributed"))):
        pytest.skip("the extra `cluster` is not installed")
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    games = "3000" if FULL else "400"
    asked = ["playtest", hall, "--games", games, "--teams", "balanced,agile", "--format", "json", "-o"]
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"} | {"PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-m", "dungeon_designer"]
    calls = {
        "one": [*program, *asked, "one.json", "--jobs", "1"],
        "two": [*program, *asked, "two.json", "--jobs", "2"],
        "cluster": [sys.executable, str(script), *asked, "cluster.json"],
    }
    if not FULL:
        del calls["cluster"]
    for name, call in calls.items():
        done = subprocess.run(call, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stderr[-2000:]}"
        assert name != "cluster" or done.stdout.endswith("killed after 300 of 3000\n")
    told = {(tmp_path / f"{name}.json").read_bytes() for name in calls}
    assert len(told) == 1


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        ([], 4400),
        (["--coaches", "bold"], 4400),
        (["--games", "120"], 120),
        (["--precision", "1%"], 1_000_000),
        (["--precision", "1%", "--games", "120"], 120),
    ],
)
def test_the_number_of_games(
    arguments: list[str], games: int, hall: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without options 4,400 games of each style are played in one look; `--games` and `--precision` say otherwise."""
    plans: list[series.MatchPlan] = []

    def refuse_to_play(examiner: object, dungeon: object, plan: series.MatchPlan, *more: object) -> None:
        plans.append(plan)
        raise PlaytestError("enough")

    monkeypatch.setattr("dungeon_designer.cli.playtest.run_playtest", refuse_to_play)
    assert run_program(["playtest", hall, *arguments]) == 2
    (plan,) = plans
    assert (plan.games, plan.precision is None) == (games, "--precision" not in arguments)
    assert sum(4 * portion.count for wave in series.list_waves(plan) for portion in wave) in (games, games - games % 40)
    assert [style.games for style in plan.style_plans] == [games] * len(plan.style_plans)
    capfd.readouterr()


def test_python_plays_as_many_as_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Dungeon.playtest` without a number plays 4,400 games of each style, and with a precision 10,000 at most."""
    counts: list[int] = []
    monkeypatch.setattr(
        "dungeon_designer.playtest.report.run_playtest", lambda board, ruleset, plan, *more: counts.append(plan.games)
    )
    dungeon = Dungeon.parse(HALL.format(ruleset="naf-2019"))
    dungeon.playtest()
    dungeon.playtest(precision=0.01)
    dungeon.playtest(games=80)
    assert counts == [4400, 10_000, 80]


def test_compiling_is_announced(hall: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """One line on standard error says that games are compiled and how long it takes; where nothing is, none does."""
    asked = ["playtest", hall, "--games", "4", "--teams", "agile", "--coaches", "bold"]

    def pretend_to_compile(function: object, report_progress: Callable[[int, int], None]) -> None:
        report_progress(3, 80)  # the first three are in the cache
        report_progress(4, 80)

    assert run_program(asked) == 0
    assert capfd.readouterr().err == ""
    monkeypatch.setattr("dungeon_designer.playtest.compiling.compile_all", pretend_to_compile)
    assert run_program(asked) == 0
    assert capfd.readouterr().err == "compiling the playtests, once: this takes 20 to 60 seconds\n"
    assert run_program([*asked, "--quiet"]) == 0
    assert capfd.readouterr().err == ""
