"""No small file costs much: each call ends within seconds and in bounded memory, with a line or a result."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.rules import checker
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests.soak import FULL, soak

from .costly_dungeons import DUNGEONS, choose_file_name
from .costly_folders import FOLDERS, SHEET

SECONDS, MEGABYTES, UNREAD = 2.0, 500, 300
"""What a call may take: of memory less, where a small file cannot be read."""

TRIES = 3
"""The least of so many measurements counts."""

QUIET = 0.25
"""Processor seconds to import networkx and shapely where nothing else runs. On a busy or slow machine, where that takes
longer, everything may take as many times longer."""

PAINTED = 15.0
"""Seconds for a picture of dots, which takes as long as its dots do; a person chooses how many, and may end it."""

_MEASURED = """
import json, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
json.dump([done.returncode, done.stderr.decode(errors="replace"), used.ru_utime + used.ru_stime,
    used.ru_maxrss / 1024], sys.stdout)
"""
"""A small process that measures: the memory of a child of this one would be this one's, where that has more."""

CALLS = {
    "check": ("check", "FILE"),
    "check under all editions": ("check", "FILE", "--ruleset", "all", "--format", "json"),
    "fix": ("check", "FILE", "--ruleset", "gw-2021", "--fix"),
    "fix all": ("check", "FILE", "--ruleset", "naf-2019", "--fix-all"),
    "svg": ("render", "FILE", "-o", "x.svg"),
    "svg with findings": ("render", "FILE", "-o", "x.svg", "--findings", "--ruleset", "gw-2021"),
    "svg with everything": ("render", "FILE", "-o", "x.svg", "--legend", "--section-names", "--distances-from", "home"),
    "html": ("render", "FILE", "-o", "x.html"),
    "png": ("render", "FILE", "-o", "x.png"),
    "pdf": ("render", "FILE", "-o", "x.pdf"),
    "pdf to scale": ("render", "FILE", "-o", "x.pdf", "--square", "29mm"),
    "pieces": ("render", "FILE", "-o", "x.pdf", "--pieces"),
    "laid tiles": ("render", "FILE", "-o", "x.pdf", "--laid-tiles"),
    "pack": ("pack", "FILE", "-o", "pack.pdf", "--hidden"),
    "pack as a page": ("pack", "FILE", "-o", "pack.md"),
    "board": ("convert", "FILE", "x.board.json", "--ruleset", "naf-2019"),
    "layout": ("convert", "FILE", "out.dungeon.json"),
    "sketch": ("convert", "FILE", "out.dungeon.yaml"),
    "stock": ("stock", "FILE"),
}

SAMPLE = {
    ("a hall of 200 x 200", "svg"),
    ("an end zone with notches", "svg with findings"),
    ("single squares like a chessboard", "svg"),
    ("62 sections that mix", "check"),
    ("a map of doors", "check"),
    ("tiles: 10,000 apart", "check"),
    ("500 rooms of 9,000 squares in one place", "check"),
    ("3,000 rotating rooms in one place", "pdf"),
    ("a chest far off", "svg"),
    ("800,000 unknown keys", "check"),
    ("50,000 doors off the floor", "svg"),
    ("5,000 waivers for 1,800 chests", "check under all editions"),
    ("layout: a list of five million", "check"),
    ("a million squares of lava", "svg"),
    ("4,000 unknown rules", ""),
    ("a key of 20,000 parts in a folder's season", ""),
    ("900 open doors to mend", ""),
    ("five million letters of notes", ""),
    ("a tile of 1,000 x 1,000", ""),
}
"""Cases for every `make test`: one for each limit; `make soak` tries every file in every call."""

CASES = sorted({(name, call) for name in DUNGEONS for call in CALLS} | {(name, "") for name in FOLDERS})


class Cost(NamedTuple):
    """What a call said and used."""

    status: int
    said: str
    seconds: float
    megabytes: float


def measure(call: Sequence[str], folder: Path) -> Cost:
    """Return what Python is told to do in a folder, in a process of its own."""
    whole = [sys.executable, "-S", "-c", _MEASURED, sys.executable, *call]
    done = subprocess.run(whole, cwd=folder, capture_output=True, check=True)
    return Cost(*json.loads(done.stdout))


def try_until_short(call: Sequence[str], folder: Path, seconds: float) -> Iterator[Cost]:
    """Measure until one measurement is short enough; its seconds are those of a quiet machine."""
    for _ in range(TRIES):
        cost = measure(("-m", "dungeon_designer", *call), folder)
        if cost.seconds > seconds:
            yardstick = measure(("-c", "import networkx, shapely"), folder).seconds
            cost = cost._replace(seconds=cost.seconds * min(1.0, QUIET / yardstick))
        yield cost
        if cost.seconds <= seconds:
            break


def prepare(name: str, call: str, folder: Path) -> tuple[str, ...]:
    """Return the files of a case, written; and its call."""
    if call:
        text = DUNGEONS[name]()
        files, arguments = {choose_file_name(text): text}, CALLS[call]
        arguments = tuple(choose_file_name(text) if word == "FILE" else word for word in arguments)
    else:
        files, arguments = FOLDERS[name]()
        files = {"hall.dungeon.yaml": SHEET, **files}
    for file, content in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content)
    return arguments


LARGE = {"62 sections that mix": 4.0}
"""Seconds for a floor of more than 40,000 squares that can be read: half a second for each 10,000, as for any check."""


@soak
@pytest.mark.parametrize(("name", "call"), CASES if FULL else sorted(SAMPLE))
def test_a_small_file_costs_little(name: str, call: str, tmp_path: Path) -> None:
    """Whatever a file holds, a call takes two seconds and 500 MB at most (300 where it is refused); it ends with one
    line or a result."""
    arguments = prepare(name, call, tmp_path)
    limit = PAINTED if call == "png" else LARGE.get(name, SECONDS)
    costs = list(try_until_short(arguments, tmp_path, limit))
    status, said = costs[0].status, costs[0].said
    assert status in {0, 1, 2}, said
    assert status != 2 or (said.count("\n") == 1 and len(said) < 1500), said
    assert "Traceback" not in said
    assert min(cost.seconds for cost in costs) <= limit
    small = status == 2 and sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 100_000
    assert max(cost.megabytes for cost in costs) <= (UNREAD if small else MEGABYTES)


def test_forty_thousand_squares_are_drawn_and_checked(tmp_path: Path) -> None:
    """A hall of 200 x 200 squares is no hostile file: it is checked, and drawn as a map and on a page."""
    file = tmp_path / "x.dungeon.yaml"
    file.write_text(DUNGEONS["a hall of 200 x 200"]())
    board, ruleset = build_board(read_dungeon_file(file)), load_unchecked_ruleset("eagbbl")
    assert checker.check_board(board, ruleset).findings
    for ending in (".svg", ".pdf"):
        assert len(export_board(board, ending, ExportOptions(fitted=True))) > 100_000
