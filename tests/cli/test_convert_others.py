"""Other programs' files through `convert`: a dungeon on standard output, one line about it on standard error."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from tests.imports.files import DONJON, ONE_PAGE, TILED, WORDS, encode_json

from .conftest import Call
from .test_process import call as process

FILES = {
    "keep.json": encode_json(ONE_PAGE),
    "vault.json": encode_json(DONJON),
    "vault.tsv": WORDS.encode(),
    "vault.txt": WORDS.encode(),
    "hall.tmj": encode_json(TILED),
    "hall.json": encode_json(TILED),
    "hall.csv": b"<,<,.,C,1,.,>,>\n",
    "hall.txt": b"<<.C1.>>\n",
}
PROGRAMS = {"keep.json": "One Page Dungeon", "vault": "donjon", "hall.tmj": "Tiled", "hall.json": "Tiled"}
NOT_READ = ("map.png", "map.jpg", "map.svg", "map.pdf", "map.xlsx", "map.uvtt")
SAVED = Path(__file__).parents[1] / "imports" / "tiled"
LARGE = 50 * 2**20


def _program(name: str) -> str:
    return next((program for start, program in PROGRAMS.items() if name.startswith(start)), "a grid of letters")


def _area(layout: Layout) -> int:
    return len({square for section in layout.sections for square in section.squares})


@pytest.mark.parametrize("name", FILES)
def test_a_sketch_and_one_line(call: Call, table: Path, name: str) -> None:
    """Standard output holds a sketch and nothing else; what became of the file is one line on standard error."""
    (table / name).write_bytes(FILES[name])
    called = call("convert", name, "-")
    assert called.status == 0
    assert called.complaint.startswith(f"{name}: {_program(name)}; kept: ")
    assert _area(read_sketch(called.out)) > 5
    assert call("convert", name, "-", "--to", "sketch").out == called.out


@pytest.mark.parametrize("name", FILES)
def test_a_named_sketch_is_written(call: Call, table: Path, name: str) -> None:
    """Into a named file goes the same sketch, and standard output stays empty."""
    (table / name).write_bytes(FILES[name])
    called = call("convert", name, "out.dungeon.yaml")
    assert (called.status, called.out) == (0, "")
    assert called.complaint.startswith(f"{name}: ")
    assert Path("out.dungeon.yaml").read_text() == call("convert", name, "-", "--to", "sketch").out


@pytest.mark.parametrize("name", NOT_READ)
def test_what_holds_no_squares_is_one_line(call: Call, table: Path, name: str) -> None:
    """A picture, a PDF, a spreadsheet and the like: what to do instead, in one line, and nothing is written."""
    (table / name).write_bytes(b"\x89PNG\r\n\x1a\n")
    for target in ("-", "out.dungeon.yaml"):
        called = call("convert", name, target)
        assert (called.status, called.out) == (2, "")
        assert called.complaint.startswith(f"dungeon-designer: {name}: ")
    assert not Path("out.dungeon.yaml").exists()


@pytest.mark.parametrize("name", ["halls", "halls.csv", "halls.json", "halls.png"])
def test_a_folder_is_one_line(call: Call, table: Path, name: str) -> None:
    """A folder is no file, whatever its name ends in."""
    (table / name).mkdir()
    called = call("convert", name, "-")
    assert (called.status, called.out) == (2, "")
    assert called.complaint == f"dungeon-designer: {name}: this is a folder, not a file"


@pytest.mark.parametrize("name", ["a.json", "a.tmj", "a.csv", "a.txt", "a.tsv", "a.png", "a.dungeon.yaml"])
def test_a_large_file_is_refused_at_once(table: Path, name: str) -> None:
    """50 MB are refused in one line within a second of processor time, the program's start included."""
    with (table / name).open("wb") as file:
        file.write(b'{"rects": [')
        file.truncate(LARGE)
    before = _processor_time()
    done = process("convert", name, "-")
    assert _processor_time() - before < 1
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [
        f"dungeon-designer: {name}: larger than 16 MB, which nothing here needs; nothing was read"
    ]


def _processor_time() -> float:
    used = os.times()
    return used.children_user + used.children_system


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_a_dungeon_goes_to_tiled_and_back(call: Call, table: Path, ending: str) -> None:
    """The sketch that comes back is the one that `convert` writes of the dungeon itself, hidden things included."""
    keep = SAVED / "keep.dungeon.yaml"
    assert call("convert", str(keep), f"keep{ending}") == (0, "", "")
    assert call("convert", f"keep{ending}", "-").out == call("convert", str(keep), "-", "--to", "sketch").out


def test_a_map_for_players_tells_what_it_lacks(call: Call, table: Path) -> None:
    """With --players a Tiled map holds no faces, and reading it says so."""
    call("convert", str(SAVED / "keep.dungeon.yaml"), "keep.tmx", "--players")
    called = call("convert", "keep.tmx", "-")
    assert "faces" in called.complaint
    assert "acid bath" not in called.out


def test_own_tiles_stay_tiles(call: Call, table: Path) -> None:
    """A tile of one's own set is placed again where its set is named or lies beside the map."""
    (table / "mine" / "set").mkdir(parents=True)
    (table / "mine/set/cell.yaml").write_text("id: set/cell\nname: Cell\nkind: room\nsquares: |\n  ..\n  .I\n")
    (table / "own.dungeon.yaml").write_text("sections: [{id: a, tile: set/cell, at: [0, 0]}]\n")
    call("convert", "own.dungeon.yaml", "own.tmx", "--tiles", "mine")
    assert "tile: set/cell" in call("convert", "own.tmx", "-", "--tiles", "mine").out
    assert "no set here holds it" in call("convert", "own.tmx", "-").complaint
    (table / "mine").rename(table / "tiles")
    assert "tile: set/cell" in call("convert", "own.tmx", "-").out


@pytest.mark.parametrize(
    "words", [["convert", "DUNGEON", "out/a.tts.json"], ["render", "DUNGEON", "-o", "out/a.tts.json"]]
)
def test_the_picture_of_an_object_is_named_by_its_file(call: Call, table: Path, words: list[str]) -> None:
    """The picture of a Tabletop Simulator object lies beside it under its name, not under the dungeon's."""
    (table / "out").mkdir()
    (table / "out" / "mine.png").write_bytes(b"mine")
    (table / "strange.dungeon.yaml").write_text("name: Mine\nmap: <<.C.>>\n")
    called = call(*[word.replace("DUNGEON", "strange.dungeon.yaml") for word in words])
    assert (called.status, "out/a.tts.png: the board's picture" in called.err) == (0, True)
    assert sorted(path.name for path in (table / "out").iterdir()) == ["a.tts.json", "a.tts.png", "mine.png"]
    assert (table / "out" / "mine.png").read_bytes() == b"mine"
    assert (table / "out" / "a.tts.png").read_bytes().startswith(b"\x89PNG")
    saved = json.loads((table / "out" / "a.tts.json").read_bytes())
    assert saved["ObjectStates"][0]["CustomImage"]["ImageURL"] == "a.tts.png"


def test_objects_of_a_folder_have_each_their_picture(call: Call, table: Path) -> None:
    """`render` into a folder writes the picture of each object; on standard output there is the object alone."""
    assert call("render", ".", "-o", "out/", "--to", "tts.json", "-q").status == 0
    names = {path.name for path in (table / "out").iterdir() if not path.name.startswith(".")}
    assert names == {
        f"{hall}{end}" for hall in ("legal", "warned", "illegal", "misnumbered") for end in (".tts.json", ".tts.png")
    }
    called = call("render", "legal.dungeon.yaml", "-o", "-", "--to", "tts.json")
    assert json.loads(called.out)["ObjectStates"][0]["CustomImage"]["ImageURL"] == "dungeon.tts.png"
    assert not list(table.glob("*.tts.png"))
