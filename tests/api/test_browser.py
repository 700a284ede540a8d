"""A browser has no arrays, geometry, pictures, processes and threads: what needs none works, the rest says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer import installation
from dungeon_designer.cli.main import COMMANDS, INSTALLED_COMMANDS, run_program
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.exporters import EXPORTERS, export_board

ROOT = Path(__file__).parents[2]
HALL = ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
ABSENT = (
    "numpy",
    "numba",
    "scipy",
    "shapely",
    "PySide6",
    "typst",
    "resvg_py",
    "PIL",
    "rich",
    "multiprocessing",
    "_yaml",
)
"""What a browser's Python does not have, or the page does not load."""


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program believes to run in a browser."""
    monkeypatch.setattr(installation, "is_browser", lambda: True)


@pytest.mark.parametrize(
    "call",
    [
        lambda hall: hall.place("naf-2019"),
        lambda hall: hall.vary("naf-2019"),
        lambda hall: hall.analyse("naf-2019"),
        lambda hall: hall.playtest("naf-2019", games=4),
        lambda hall: hall.mend("naf-2019", games=4),
        lambda hall: type(hall).generate("naf-2019"),
        lambda hall: type(hall).deal(1),
        *(
            lambda hall, ending=ending: export_board(hall.board, f"map{ending}")
            for ending in (".png", ".pdf", ".uvtt", ".dd2vtt", ".tts.json")
        ),
    ],
)
def test_what_needs_an_installation_says_so(browser: None, call) -> None:
    """Each of them raises an error of ours that names what was called and the remedy."""
    hall = dd.load(HALL)
    with pytest.raises(UsageError, match=r"^[a-z.]+: not in the browser; install the program$"):
        call(hall)


@pytest.mark.parametrize("name", sorted(INSTALLED_COMMANDS))
def test_commands_that_need_an_installation_say_so(browser: None, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The command ends with 2 and one line, before anything is imported or written."""
    assert run_program([name, str(HALL)]) == 2
    assert capfd.readouterr() == ("", f"dungeon-designer: {name}: not in the browser; install the program\n")
    assert name in COMMANDS


def test_lines_of_sight_and_printed_pages_say_so(
    browser: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What needs shapely or a typesetter inside another command is one line, too."""
    calls = (
        ("--pass-from", "1,8", "map.svg"),
        ("--overlay", "walked", "map.svg"),
        ("--overlay", "sight", "map.svg"),
        ("--paper", "A4", "sheets.pdf"),
    )
    for option, value, output in calls:
        assert run_program(["render", str(HALL), option, value, "-o", str(tmp_path / output)]) == 2
        assert "not in the browser; install the program" in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


SCRIPT = f"""
import ctypes, subprocess, sys
sys.platform = "emscripten"
sys.modules.update(dict.fromkeys({ABSENT!r}))

def refuse(*_, **__):
    raise RuntimeError("can't start new thread")

subprocess.Popen = subprocess.run = refuse
import threading
threading.Thread.start = refuse
import dungeon_designer as dd
from dungeon_designer.exports.exporters import EXPORTERS, export_board
from dungeon_designer.rulesets.loader import EDITIONS

for file in sys.argv[1:]:
    dungeon = dd.load(file)
    for edition in EDITIONS:
        report = dungeon.check(edition, moves=edition == dungeon.layout.ruleset)
        assert not report.failed, report.failed
    for exporter in EXPORTERS:
        if not exporter.needs_installation:
            export_board(dungeon.board, "map" + exporter.endings[0])
    dungeon.svg(dungeon.layout.ruleset)
    dungeon.fix(dungeon.layout.ruleset, unsafe=True)
    dd.Dungeon.linked(dungeon.link()).content("hall.dungeon.json")
assert sys.modules["numpy"] is None
"""


def test_what_the_page_offers_works_without_these_libraries() -> None:
    """Checks, moves, fixes, maps, boards, pages, links and solids need nothing that a browser has not."""
    files = [
        HALL,
        ROOT / "examples/brawl-2013/hogwurts.dungeon.yaml",
        ROOT / "examples/illegal/narrow-halls.dungeon.yaml",
    ]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *files], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_other_format_is_tried() -> None:
    """At least the formats that the page downloads are among those that need no installation."""
    free = {exporter.endings[0] for exporter in EXPORTERS if not exporter.needs_installation}
    assert {".svg", ".html", ".board.json", ".tmj"} <= free
