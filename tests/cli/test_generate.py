"""`generate` as it is called: what is written where, what is refused, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import dungeon_designer as dd
from dungeon_designer import workers
from dungeon_designer.cli.generate import GenerateCall, _describe_decided_check
from dungeon_designer.cli.output_folder import LIST_NAME
from dungeon_designer.cli.picture_page import PAGE_FILE
from dungeon_designer.cli.proposal_folder import ARCHIVE_FILE
from dungeon_designer.errors import UsageError
from dungeon_designer.generator import match_decisions, search
from dungeon_designer.generator.generator_options import GenerateOptions, Request
from dungeon_designer.grid import find_connected_groups
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from dungeon_designer.workers import Cluster, Work
from tests.generator.once import run_task_once
from tests.soak import count

from .begun import start_python
from .conftest import Call

ROOT = Path(__file__).parents[2]
USUAL = ("generate", "--ruleset", "naf-2019", "--count", "3", "--jobs", "1")
TILE = "gw-2021/armoury"
FIRST_ROUND = count(6, 16)


@pytest.fixture(autouse=True, scope="module")
def _small_rounds() -> Iterator[None]:
    """Rounds begin with few candidates, and what several searches of one process grow is grown once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "MIN_ROUND_SIZE", FIRST_ROUND)
        patch.setattr(search, "run_task", run_task_once)
        yield


def generate(call: Call, *more: str) -> str:
    """Return what a call that goes well says."""
    called = call(*USUAL, "-o", "out", *more)
    assert (called.status, called.err) == (0, "")
    return called.out


def test_sketches_a_page_and_the_archive_are_written(call: Call, table: Path) -> None:
    """The folder holds a sketch and a picture of each dungeon, a page that shows them, and the archive."""
    assert "3 dungeons" in generate(call)
    out = table / "out"
    sketches = sorted(path.name for path in out.glob("*.dungeon.yaml"))
    assert len(sketches) == 3
    page = (out / PAGE_FILE).read_text()
    for name in sketches:
        stem = name.removesuffix(".dungeon.yaml")
        assert f"]({name})" in page
        assert f"](pictures/{stem}.png)" in page
        assert (out / "pictures" / f"{stem}.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in out.iterdir()) == sorted(
        [LIST_NAME, PAGE_FILE, ARCHIVE_FILE, "pictures", *sketches]
    )
    assert call("check", "out", "--strict").status == 0
    assert [path.name for path in table.iterdir() if path.name.startswith(".")] == []


def test_extra_tells_the_command_that_makes_the_dungeon_again(call: Call, table: Path) -> None:
    """The call under `extra` writes the same files again, on any number of processes; it stands on no map."""
    generate(call, "--seed", "4")
    sketch = next((table / "out").glob("*.dungeon.yaml"))
    made = dd.load(sketch).layout.extra["made"]
    command = made["command"].split()
    assert made.keys() == {"command", "round", "number", "seed", "worth", "figures", "walks"}
    assert "generate" not in dd.load(sketch).svg(cartouche=True, title=True, legend=True)
    assert command == ["dungeon-designer", "generate", "--ruleset", "naf-2019", "--count", "3", "--seed", "4"]
    assert call(*command[1:], "-o", "again", "--jobs", "2").status == 0
    for path in (table / "out").rglob("*.*"):
        assert path.read_bytes() == (table / "again" / path.relative_to(table / "out")).read_bytes()


def test_a_later_call_goes_on(call: Call, table: Path) -> None:
    """A call for more keeps what is there, and one's own files beside it."""
    asked = ("generate", "--ruleset", "brawl-2013", "-o", "out", "--jobs", "1", "--count")
    assert call(*asked, "2").status == 0
    (table / "out" / "mine.txt").write_text("mine")
    before = json.loads((table / "out" / ARCHIVE_FILE).read_bytes())
    assert call(*asked, str(FIRST_ROUND + 1)).status == 0
    after = json.loads((table / "out" / ARCHIVE_FILE).read_bytes())
    assert len(list((table / "out").glob("*.dungeon.yaml"))) == FIRST_ROUND + 1
    assert after["rounds"] > before["rounds"]
    assert (table / "out" / "mine.txt").read_text() == "mine"


def test_a_house_ruleset_is_named_from_the_folder(call: Call, table: Path) -> None:
    """A dungeon for a house ruleset in a file names that file as it lies from the dungeon's own folder."""
    house = "id = 'small'\nname = 'Small'\nextends = 'naf-2019'\n[rules.square-count]\nmin = 200\nmax = 230\n"
    (table / "small.toml").write_text(house)
    assert call("generate", "--ruleset", "small.toml", "--count", "1", "-o", "deep/out", "--jobs", "1").status == 0
    sketch = next((table / "deep" / "out").glob("*.dungeon.yaml"))
    assert '\nruleset: "../../small.toml"\n' in sketch.read_text()
    assert call("check", "deep/out", "--strict").status == 0


def test_where_no_matches_can_be_played_that_is_said(call: Call, table: Path) -> None:
    """Without numba a line says that one team may win more often, unless nobody asked for matches."""
    laid = ("generate", "--ruleset", "brawl-2013", "--symmetry", "none", "--count", "1", "--jobs", "1")
    called = call(*laid, "-o", "one")
    assert called.status == 0
    assert called.err.count("\n") == 1
    assert "no matches were played" in called.err
    assert "pip install numba)" in called.err
    assert call(*laid, "-o", "two", "--no-playtest").err == ""
    sketch = next((table / "two").glob("*.dungeon.yaml")).read_text()
    assert "--symmetry none --seed 1 --no-playtest" in sketch
    called = call(*laid, "-o", "three", "--playtest")
    assert (called.status, "numba" in called.complaint) == (2, True)


def test_the_output_says_how_often_games_are_decided_or_why_nobody_looked(
    call: Call, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last line names the limit; without numba, with fewer than two named dungeons, or unasked it says so."""
    assert "; not checked: how often matches are decided (matches need numba" in generate(call)
    monkeypatch.setattr(match_decisions, "can_play", lambda: True)
    options, library = GenerateOptions(), load_library([])

    def describe(edition: str, playtest: bool, options: GenerateOptions = options) -> str:
        request = Request(ruleset=load_ruleset(edition), library=library, playtest=playtest)
        return _describe_decided_check(GenerateCall(options=options), request)

    assert re.fullmatch(r"at least \d\d % of the matches on each are decided", describe("naf-2019", playtest=True))
    assert describe("gw-1989-expanded", playtest=True) == (
        "not checked: how often matches are decided "
        "(gw-1989-expanded has fewer than two named dungeons to compare with)"
    )
    assert describe("naf-2019", playtest=False, options=GenerateOptions(playtest=False)).endswith("(--no-playtest)")


WRONG = {
    "no ruleset of the name": (["--ruleset", "naf-2091"], "naf-2091"),
    "every ruleset": (["--ruleset", "all"], "no such ruleset"),
    "squares in words": (["--squares", "many"], "--squares many"),
    "more squares than at most": (["--squares", "30-20"], "--squares 30-20"),
    "a table in words": (["--fit", "large"], "--fit large"),
    "a time in words": (["--time", "soon"], "--time soon"),
    "no time": (["--time", "0"], "--time 0"),
    "too many sides": (["--sides", "3"], "--sides 3"),
    "no set of the name": (["--tiles", "gw-2012"], "gw-2021"),
    "no tile of the name": (["--tiles", "gw-2021", "--rooms", "Armuory"], "Armoury"),
    "no wish of the name": (["--want", "lng"], "did you mean long?"),
    "a wish of another edition": (["--ruleset", "gw-2021", "--want", "lava=2"], "gw-2021 has no such wish"),
    "a wish that no try met": (["--ruleset", "gw-2021", "--want", "narrow"], "no such wish; it has open, short"),
    "a wish and its contrary": (["--want", "long", "--want", "short"], "exclude each other"),
    "a number of nothing": (["--want", "long=2"], "takes no number"),
    "no number": (["--want", "lava=many"], "from 1 to 9"),
    "no ruleset": (["--ruleset", ""], "--ruleset: the name is empty"),
    "no stock": (["--stock", "missing.toml"], "missing.toml"),
    "a stock of nothing": (["--stock", "empty.toml"], "empty.toml"),
    "a stock of unknown tiles": (["--stock", "unknown.toml"], "armoury"),
    "a stock of words": (["--stock", "words.toml"], "words.toml"),
    "a stock that is no TOML": (["--stock", "legal.dungeon.yaml"], "legal.dungeon.yaml"),
    "a folder of other things": (["-o", "."], "archive.json"),
    "a file": (["-o", "cup.toml"], "cup.toml"),
    "below a file": (["-o", "cup.toml/out"], "cup.toml"),
    "no scheduler": (["--cluster", "tcp://127.0.0.1:1"], "--cluster"),
}


@pytest.mark.parametrize(("options", "named"), WRONG.values(), ids=WRONG)
def test_a_wrong_call_gets_one_line(
    options: list[str], named: str, call: Call, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that makes no sense is refused in one line that names it, before anything is written."""
    monkeypatch.setattr(workers, "SCHEDULER_TIMEOUT_S", 0.5)
    (table / "empty.toml").write_text("")
    (table / "unknown.toml").write_text('"gw-2021/armuory" = 1\n')
    (table / "words.toml").write_text(f'"{TILE}" = "two"\n')
    before = sorted(table.rglob("*"))
    called = call("generate", "--ruleset", "naf-2019", "-o", "out", "--count", "1", "--jobs", "1", *options)
    assert called.status == 2
    assert named in called.complaint
    assert sorted(table.rglob("*")) == before


def test_wishes_come_true_or_are_named(call: Call, table: Path) -> None:
    """Each dungeon is what was wished for; wishes nobody could fulfil are told with how often they failed."""
    wishes = ("--want", "long", "--want", "few-loops", "--want", "lava=2", "--no-playtest")
    count_text = str(count(1, 3))
    generate(call, *wishes, "--count", count_text)
    for path in (table / "out").glob("*.dungeon.yaml"):
        hall = dd.load(path)
        figures = hall.layout.extra["made"]["figures"]
        assert figures["zone-steps"] >= 32
        assert figures["loops"] < 5
        assert len(list(find_connected_groups(at for at, kind in hall.board.terrain_at.items() if kind == "lava"))) >= 2
    none = call(*USUAL, "-o", "none", "--want", "lava=9", "--want", "few-loops", "--time", "0.5s", "--no-playtest")
    assert (none.status, "--want lava=9 (" in none.complaint) == (1, True)


def test_wishes_are_listed_by_edition(call: Call) -> None:
    """`--wants` needs no other option; with a ruleset it lists that one's alone."""
    every, one = call("generate", "--wants"), call("generate", "--wants", "--ruleset", "naf-2019")
    assert [line for line in every.out.splitlines() if not line.startswith(" ")] == list(EDITIONS)
    assert one.out in every.out
    assert "  lava=N " in one.out


def test_another_question_does_not_go_on(call: Call, table: Path) -> None:
    """An archive is gone on from only by who asks the same; a damaged one is refused."""
    generate(call)
    called = call(*USUAL, "-o", "out", "--symmetry", "none")
    assert (called.status, "symmetry half-turn" in called.complaint) == (2, True)
    for damage in (b"{}", b"[1]", b"", b"\xff", (table / "out" / ARCHIVE_FILE).read_bytes()[:-9]):
        (table / "out" / ARCHIVE_FILE).write_bytes(damage)
        called = call(*USUAL, "-o", "out")
        assert (called.status, ARCHIVE_FILE in called.complaint) == (2, True)


def test_nothing_legal_is_told_with_the_rules_in_the_way(call: Call, table: Path) -> None:
    """A search that finds nothing legal ends with 1, names the rules in one line, and writes nothing."""
    called = call(*USUAL, "-o", "out", "--squares", "90-100", "--time", "0.1s")
    assert called.status == 1
    assert "square-count" in called.complaint
    assert not (table / "out").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="no Ctrl+C here")
@pytest.mark.parametrize(
    ("sent", "jobs", "status"), [(signal.SIGINT, "2", 130), (signal.SIGTERM, "1", 143)], ids=["Ctrl+C", "SIGTERM"]
)
def test_a_stopped_search_writes_what_was_found(tmp_path: Path, sent: signal.Signals, jobs: str, status: int) -> None:
    """Stopped in the middle of its search the command writes what it found, ends as shells expect, leaves no child."""
    words = ["generate", "--ruleset", "naf-2019", "--time", "10m", "-o", "out", "--no-playtest", "--jobs", jobs]
    heard = (
        "import dungeon_designer.generator.search as search\n"
        "search.MIN_ROUND_SIZE = 6\n"
        "entered = search._SearchRun._enter_outcomes\n"
        "def told(self, done):\n"
        "    kept = entered(self, done)\n"
        "    print('begun', flush=True)\n"
        "    return kept\n"
        "search._SearchRun._enter_outcomes = told\n"
        "from dungeon_designer.__main__ import main\n"
        "if __name__ == '__main__':\n    main()\n"
    )
    (tmp_path / "heard.py").write_text(heard)
    with start_python(tmp_path, "heard.py", *words) as process:
        time.sleep(0.3)
        process.send_signal(sent)
        out, err = (told.decode() for told in process.communicate(timeout=120))
    assert process.returncode == status
    said = [line for line in err.splitlines() if "dungeons were found" not in line]
    assert said == (["dungeon-designer: interrupted"] if sent == signal.SIGINT else [])
    assert " dungeons in " in out
    assert list((tmp_path / "out").glob("*.dungeon.yaml"))
    assert (tmp_path / "out" / ARCHIVE_FILE).is_file()
    assert not list(tmp_path.glob(".*"))


def test_stopped_while_it_writes_the_archive_is_kept(call: Call, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C while the pictures are drawn leaves the archive alone, from which the same call goes on."""

    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("dungeon_designer.cli.generate.draw_entry", pressed)
        assert call(*USUAL, "-o", "out").status == 130
    assert [path.relative_to(table).as_posix() for path in table.rglob("*") if ".dungeon-" in path.name] == [
        f"out/{LIST_NAME}"
    ]
    assert sorted(path.name for path in (table / "out").iterdir()) == [LIST_NAME, ARCHIVE_FILE]
    assert "3 dungeons" in generate(call)


@pytest.mark.parametrize(
    ("address", "secure", "said"),
    [
        ("here", False, "write an address such as tcp://10.0.0.5:8786"),
        ("foo://10.0.0.5:8786", False, "an address such as"),
        ("tls://10.0.0.5:8786", False, "name no certificates"),
        ("tcp://10.0.0.5:8786", True, "require encryption"),
    ],
)
def test_an_address_nobody_could_reach_is_refused_at_once(address: str, secure: bool, said: str) -> None:
    """A wrong address, or one that contradicts dask's settings, is refused before dask tries it."""

    class Settings:
        def get_connection_args(self, role: str) -> dict[str, Any]:
            assert role == "client"
            return {"ssl_context": None, "require_encryption": secure}

    cluster = Cluster(Work((), int, max), address, print)
    with pytest.raises(UsageError, match=said):
        cluster._check_address(Settings())


CLUSTER = """
import os, signal, sys
from distributed import LocalCluster
from dungeon_designer import workers
from dungeon_designer.cli.main import run_program as run
whole, program = workers.Cluster.run_pieces, workers.describe_program
heard, worker_lost, scheduler_lost = [], 4, 0
def done(self, pieces):
    for each in whole(self, pieces):
        heard.append(each)
        if len(heard) == worker_lost:
            os.kill(victim, signal.SIGKILL)
        if len(heard) == scheduler_lost:
            cluster.sync(cluster.scheduler.close)
        yield each
if __name__ == "__main__":
    workers.Cluster.run_pieces = done
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        call = [*sys.argv[1:], "--cluster", cluster.scheduler_address, "-o"]
        statuses = [run([*call, "two"])]
        print("killed after 4 of", len(heard), flush=True)
        workers.describe_program = lambda: "0.0.1 (5a5a5a5a)"
        statuses += [run([*call, "three"])]
        workers.describe_program = program
        scheduler_lost = len(heard) + 5
        statuses += [run([*call, "four", "--time", "5m"])]
        print(*statuses, flush=True)
        os._exit(0)
"""


def test_machines_find_the_same_archive(call: Call, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process and a cluster of two workers of which one is killed in mid-round write the same, byte for byte.

    Workers of another version are refused by name; when the scheduler is lost one line says so, and what was found
    is written.
    """
    if not find_spec("distributed"):
        pytest.skip("the extra `cluster` is not installed")
    monkeypatch.setattr(search, "MIN_ROUND_SIZE", 16)
    (table / "cluster.py").write_text(CLUSTER)
    asked = ["generate", "--ruleset", "naf-2019", "--count", "4", "--seed", "2"]
    assert call(*asked, "-o", "one", "--jobs", "1").status == 0
    together, env = [sys.executable, "cluster.py", *asked], os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(together, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    killed = next(line for line in done.stdout.splitlines() if line.startswith("killed"))
    assert int(killed.split()[-1]) >= 16
    one, two, four = (table / name / ARCHIVE_FILE for name in ("one", "two", "four"))
    assert one.read_bytes() == two.read_bytes()
    assert done.stdout.splitlines()[-1] == "0 2 130"
    refused, lost = (line for line in done.stderr.splitlines() if line.startswith("dungeon-designer: --cluster"))
    assert re.search("the worker [01] has dungeon-designer 0.*, and this is 0.0.1 .5a5a5a5a.; install", refused)
    assert lost.endswith("the scheduler was lost; what was done until then is kept")
    assert json.loads(four.read_bytes())["proposals"]
