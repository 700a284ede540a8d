"""Compiled games on disk: whatever happened to them, they are played; and nobody else's are."""

from __future__ import annotations

import ast
import json
import os
import pickle
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import dungeon_designer.playtest as games
from dungeon_designer.playtest import compiling

ROOT = Path(__file__).parents[2]
COMPILED = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"} | {
    "PYTHONPATH": str(ROOT)
}

pytestmark = pytest.mark.skipif(not (find_spec("numba") and hasattr(os, "fork")), reason="nothing is compiled here")

SCRIPT = """
from __future__ import annotations
import os, resource, sys, time
from pathlib import Path
from dungeon_designer.playtest import compiling
from dungeon_designer.playtest.compiling import compile_all, find_cache_folder, jit_entry_point

def twice(x: int) -> int:
    return 2 * x

def play(said):
    compiling._compiled.clear()
    made, heard = jit_entry_point(twice), []
    compile_all(made, lambda done, of: heard.append((done, of)))
    assert made(21) == 42, said
    print(said, "compiled" if heard else "read", flush=True)

play("at first")
play("again")
(file,) = find_cache_folder().rglob("*.nbc")
whole = file.read_bytes()
half = len(whole) // 2
for said, damage in {
    "empty": b"", "a part": whole[:half], "a byte less": whole[:-1], "a byte more": whole + b"0", "zeros": bytes(half),
    "another byte": whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1:], "no checksum": None,
}.items():
    if damage is None:
        (find_cache_folder() / "names").unlink()
    else:
        file.write_bytes(damage)
    play(said)
    play("then")
compiling._empty_folder(find_cache_folder())
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
play("a full disk")
resource.setrlimit(resource.RLIMIT_FSIZE, limits)
assert not list(find_cache_folder().iterdir())
other = os.fork()
if other:
    time.sleep(0.1)
play("at once")
if other:
    os.waitpid(other, 0)
"""


def test_a_cache_that_is_damaged_full_or_shared_costs_a_compile_at_most(tmp_path: Path) -> None:
    """Damage, a full disk, or a second process cost at most one compile, and games are played all the same."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    env = COMPILED | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, str(script)], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[:2] == ["at first compiled", "again read"]
    assert [line.rpartition(" ")[2] for line in told[2:-3]] == ["compiled", "read"] * 7
    assert told[-3] == "a full disk compiled"
    assert sorted(told[-2:]) == ["at once compiled", "at once read"]


TINY_GAME = """
from __future__ import annotations
from dungeon_designer.playtest.compiling import jit, jit_entry_point

@jit
def add_one(x: int) -> int:
    return x + 1

@jit
def count_up(x: int) -> int:
{steps}
    return add_one(x)

@jit
def count_twice(x: int) -> int:
{steps}
    return count_up(x)

@jit_entry_point
def play(x: int) -> int:
    return count_up(x) + count_twice(x)
"""
HELPED = """
import json, os, sys
import tiny_game
from dungeon_designer.playtest import compile_helpers, compiling

compile_helpers.MIN_FUNCTION_COUNT = 3
os.sched_getaffinity = lambda process: {{0, 1}}
sys.executable = {interpreter!r} or sys.executable
own, heard = [], []
compile_alone = compiling._compile_inlined
compiling._compile_inlined = lambda function: (own.append(function.__name__), compile_alone(function))
compiling.compile_all(tiny_game.play, lambda done, of: heard.append((done, of)))
print(json.dumps([tiny_game.play(0), sorted({{*own}}), heard]))
"""


@pytest.mark.parametrize("case", ["helped", "no interpreter", "an interpreter that fails"])
def test_helper_processes_compile_and_this_process_does_what_they_left(case: str, tmp_path: Path) -> None:
    """Two processes compile all functions, each once; where they fail, the games are compiled all the same."""
    interpreter = {"helped": "", "no interpreter": str(tmp_path / "python-none")}.get(case, str(tmp_path / "python"))
    (tmp_path / "python").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python").chmod(0o700)
    steps = "\n".join("    x = x + 1" for _ in range(60))
    (tmp_path / "tiny_game.py").write_text(TINY_GAME.format(steps=steps))
    (tmp_path / "script.py").write_text(HELPED.format(interpreter=interpreter))
    env = COMPILED | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    runs = [
        subprocess.run(
            [sys.executable, str(tmp_path / "script.py")], env=env, capture_output=True, text=True, check=False
        )
        for _ in range(2)
    ]
    assert [run.stderr for run in runs] == ["", ""]
    first, second = (run.stdout for run in runs)
    result, own, heard = json.loads(first)
    assert result == (60 + 1) + (60 + 60 + 1)
    assert (own == []) == (case == "helped")
    if case == "helped":
        assert heard == [[0, 3], [1, 3], [2, 3], [3, 3]]
    assert json.loads(second) == [result, [], []]


class Planted:
    """Says so when it is read."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return print, ("planted",)


@pytest.mark.parametrize("said", [{"HOME": "~"}, {"HOME": ".", "XDG_CACHE_HOME": "~/.cache"}], ids=["home", "cache"])
def test_nothing_of_the_folder_it_is_called_in_is_run(
    said: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a home that is no absolute path nothing is kept, and no pickle that lies there is read."""
    for name, value in {"XDG_CACHE_HOME": "", **said}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    assert compiling.find_cache_folder.__wrapped__() is None
    assert not list(tmp_path.iterdir())


def test_only_ones_own_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that others may write into, that is another's, or that a link leads to, is not used."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = compiling.find_cache_folder.__wrapped__()
    assert folder is not None
    assert folder.is_absolute()
    assert [path.stat().st_mode & 0o777 for path in (folder, folder.parent)] == [0o700, 0o700]
    folder.chmod(0o770)
    assert compiling.find_cache_folder.__wrapped__() is None
    folder.rename(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").chmod(0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    assert compiling.find_cache_folder.__wrapped__() is None
    folder.unlink()
    monkeypatch.setattr(os, "getuid", lambda: 1234567)
    assert compiling.find_cache_folder.__wrapped__() is None


def test_a_damaged_file_is_not_unpickled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files whose checksum is wrong are removed, and not even read as pickles."""
    planted = tmp_path / "games" / "kept.nbi"
    planted.parent.mkdir()
    planted.write_bytes(pickle.dumps(Planted()))
    (tmp_path / "names").write_bytes(bytes(32) + b"dungeon_designer.playtest.match.play_rounds")
    assert compiling._read_names(tmp_path) == set()
    assert not list(tmp_path.iterdir())
    assert capsys.readouterr().out == ""


def test_the_folder_is_named_after_all_that_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change in any module that compiled games are made of gives the folder another name."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = Path(games.__file__).parent
    made_of, waiting = set[str](), ["match"]
    while waiting:
        made_of.add(name := waiting.pop())
        tree = ast.parse((source / f"{name}.py").read_text())
        froms = [
            node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and "playtest" in (node.module or "")
        ]
        ways = [f"{node.module}.{each.name}".split(".") for node in froms for each in node.names]
        names = {way[2] for way in ways}
        waiting += names - made_of - set(waiting)
    assert {"state", "walking", "compiling"} <= made_of
    copy = tmp_path / "games"
    copy.mkdir()
    for path in source.glob("*.py"):
        (copy / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(compiling, "__file__", str(copy / "compiling.py"))
    before = compiling.find_cache_folder.__wrapped__()
    for name in sorted(made_of):
        with (copy / f"{name}.py").open("a") as file:
            file.write("# changed\n")
        after = compiling.find_cache_folder.__wrapped__()
        assert after != before, name
        before = after
