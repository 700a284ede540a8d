"""The program as a process of its own: what it imports, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dungeon_designer.cli.main import run_program
from tests.soak import sample, soak

from .conftest import ILLEGAL, LEGAL

PROGRAM = [sys.executable, "-m", "dungeon_designer"]
HEAVY = {"numpy", "numba", "shapely", "scipy", "rich", "svgwrite", "PySide6", "typst", "resvg_py", "PIL"}
HEAVY |= {"multiprocessing", "asyncio", "http"}
IN_ONE_PIECE = "map: |\n  <<..C.....1..>>\n  <<........C..>>\n  <<...........>>\n"
FALLS_APART = "map: |\n  <<..C..#..1..>>\n  <<.....#..C..>>\n"
ROOT = Path(__file__).resolve().parents[2]


def build_environment(**extra: str) -> dict[str, str]:
    """Return this process's environment, with the package findable from any folder."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ROOT)]), **extra}


def call(*arguments: str, **extra: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, env=build_environment(**extra), check=False)


@pytest.mark.parametrize("form", ["text", "json", "github"])
@pytest.mark.parametrize("sketch", [IN_ONE_PIECE, ILLEGAL, FALLS_APART], ids=["whole", "row", "apart"])
def test_checking_a_small_file_imports_nothing_heavy(table: Path, form: str, sketch: str) -> None:
    """Start-up is most of a small check's time: drawing, window, geometry and arrays stay out."""
    (table / "hall.dungeon.yaml").write_text(f"ruleset: naf-2019\n{sketch}")
    code = (
        "import json, sys; from dungeon_designer.cli.main import run_program as run;"
        f"status = run(['check', 'hall.dungeon.yaml', '--format', '{form}', '-o', 'out']);"
        "print(json.dumps([status, sorted({name.partition('.')[0] for name in sys.modules})]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=build_environment(), check=True)
    status, modules = json.loads(done.stdout)
    assert status == 1
    assert not HEAVY & set(modules)
    assert {"networkx", "yaml", "msgspec", "click"} <= set(modules)


def test_a_reader_that_stops_reading_is_no_fault(table: Path) -> None:
    """`check … | head -1` ends in silence."""
    for number in range(60):
        (table / f"{number}.dungeon.yaml").write_text(ILLEGAL)
    with subprocess.Popen(
        [*PROGRAM, "check", ".", "--ruleset", "cup.toml", "--format", "text"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=build_environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_closed_and_full_outputs_are_one_line(table: Path) -> None:
    """With nowhere to write to the program says so, and ends with 2."""
    for redirect in (">&-", "> /dev/full"):
        script = f"{sys.executable} -m dungeon_designer check legal.dungeon.yaml --ruleset cup.toml {redirect}"
        done = subprocess.run(["sh", "-c", script], capture_output=True, env=build_environment(), check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(b"dungeon-designer: standard output ")
        assert done.stderr.count(b"\n") == 1


def test_interruption_is_one_line(table: Path) -> None:
    """Ctrl+C ends the program with the status shells expect and no traceback."""
    os.mkfifo(table / "slow.dungeon.yaml")
    with subprocess.Popen(
        [*PROGRAM, "check", "slow.dungeon.yaml", "--ruleset", "cup.toml"],
        stderr=subprocess.PIPE,
        env=build_environment(),
    ) as process:
        assert process.stderr is not None
        with (table / "slow.dungeon.yaml").open("wb"):  # opened for reading by now, so Python is up
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
    assert said.strip() == b"dungeon-designer: interrupted"
    assert process.returncode == 130


def test_a_terminal_that_knows_few_letters_gets_escapes(table: Path) -> None:
    """Text for people survives an ASCII terminal; documents for programs are UTF-8 on any."""
    (table / "ä.dungeon.yaml").write_text(f"ruleset: cup.toml\n{LEGAL}".replace("Legal", "Größe ×"), encoding="utf-8")
    text = call("check", "ä.dungeon.yaml", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert text.returncode == 0
    assert rb"\xe4.dungeon.yaml (Gr\xf6\xdfe \xd7)" in text.stdout
    data = call("check", "ä.dungeon.yaml", "--format", "json", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert json.loads(data.stdout.decode("utf-8"))["reports"][0]["name"] == "Größe ×"


def test_names_that_are_no_text_can_be_checked_and_named(
    table: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A file's name of any bytes is read, and shown with escapes."""
    name, gone = os.fsdecode(b"b\xff\x1b.dungeon.yaml"), os.fsdecode(b"gone\xff")
    Path(name).write_text(LEGAL)
    for form in ("text", "json", "sarif", "junit", "github", "markdown"):
        assert run_program(["check", name, gone, "--ruleset", "cup.toml", "--format", form]) == 2
        out, err = capsysbinary.readouterr()
        assert err == b"gone\\udcff: there is no such file\n"
        out.decode("utf-8")


@soak
@pytest.mark.parametrize("call", sample([["analyse"], ["playtest", "--games", "4", "--teams", "balanced"]], 1))
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_names_that_are_no_text_are_told_by_every_report(
    table: Path, call: list[str], form: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """On standard output and in a file, such a name is shown with escapes, whatever was asked."""
    name = os.fsdecode(b"b\xff.dungeon.yaml")
    Path(name).write_text(LEGAL.replace("name: Legal\n", ""))
    asked = [*call, name, "--ruleset", "naf-2019", "--format", form]
    assert run_program(asked) == 0, capfd.readouterr().err
    assert "b\\udcff" in capfd.readouterr().out.replace("\\\\", "\\")
    assert run_program([*asked, "-o", "told"]) == 0, capfd.readouterr().err
    assert "b\\udcff" in Path("told").read_text().replace("\\\\", "\\")


def test_a_bug_shows_its_place_only_when_asked(table: Path) -> None:
    """A fault of the program is one line; with DUNGEON_DESIGNER_DEBUG=1 there is a traceback."""
    code = (
        "import sys; from dungeon_designer.cli import main, check;"
        "check.list_sources = lambda *_, **__: 1 / 0;"
        " sys.exit(main.run_program(['check', 'x', '--ruleset', 'naf-2019']))"
    )
    plain = subprocess.run([sys.executable, "-c", code], capture_output=True, env=build_environment(), check=False)
    assert plain.returncode == 2
    assert plain.stderr.startswith(b"dungeon-designer: an unexpected fault (ZeroDivisionError: division by zero)")
    assert plain.stderr.count(b"\n") == 1
    debug = build_environment(DUNGEON_DESIGNER_DEBUG="1")
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, env=debug, check=False)
    assert b"Traceback" in shown.stderr


def test_ctrl_c_that_python_calls_another_error_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interruption that Python turns into another error while a class is made still ends the program."""

    def made(*_: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("dungeon_designer.cli.main._invoke_command", made)
    assert run_program([]) == 130
