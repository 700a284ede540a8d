"""The program from Python: what docs/programmers/python.md promises."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dungeon_designer as dd
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.dungeon import MapOptions
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.findings import MoveChest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "programmers" / "python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
HALL = ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_of_the_page_runs(number, tmp_path, monkeypatch):
    """Each block of Python in docs/programmers/python.md runs as it stands."""
    monkeypatch.chdir(tmp_path)
    Path("hall.dungeon.yaml").write_bytes(HALL.read_bytes())
    exec(compile(EXAMPLES[number], f"docs/programmers/python.md, example {number}", "exec"), {})  # noqa: S102 - our own page


def test_a_dungeon_is_a_value():
    """An edit gives another dungeon and leaves the first as it was."""
    hall = dd.load(HALL)
    chest = hall.layout.chests[0]
    other = hall.edit(MoveChest(chest, (chest[0] + 1, chest[1])))
    assert hall.layout.chests[0] == chest
    assert other.layout.chests != hall.layout.chests
    assert other.board is not hall.board


def print_check(*arguments: str) -> str:
    """Return what `check` prints of the hall."""
    command = [sys.executable, "-m", "dungeon_designer", "check", HALL, "--ruleset", "gw-2021", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout


def test_the_report_is_the_one_check_prints():
    """A report's text is what the command prints of the file, with rules selected, too; its findings are the same."""
    report = dd.load(HALL).check("gw-2021", moves=True)
    assert str(report) == print_check()
    chosen = dd.load(HALL).check("gw-2021", select=["chest-count"], moves=True)
    assert str(chosen) == print_check("--select", "chest-count")
    assert not report.legal
    assert report.findings == report.verdict.findings


def test_a_notebook_shows_the_map():
    """A notebook asks for an SVG and gets one that is well formed."""
    assert ElementTree.fromstring(dd.load(HALL)._repr_svg_()).tag.endswith("svg")  # noqa: S314 - our own


def test_saving_keeps_the_comments_of_a_sketch(tmp_path):
    """A dungeon that is renamed and saved keeps what else its file says."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_text("# for the club\nname: Old  # to be changed\nmap: <<..C.>>\n", encoding="utf-8")
    dd.load(path).edit(name="New").save()
    said = path.read_text(encoding="utf-8")
    assert "# for the club" in said
    assert "New" in said
    assert dd.load(path).name == "New"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda hall: hall.edit(nmae="x"), "no field 'nmae' (did you mean name?)"),
        (lambda hall: hall.draw("map.svg", them="ink"), "no option 'them' (did you mean theme?)"),
        (lambda hall: hall.draw("map.bmp"), "cannot be written to this ending"),
        (lambda hall: hall.check("naf-2020"), "naf-2019"),
        (lambda hall: hall.check(), "names no ruleset"),
        (lambda hall: hall.check("naf-2019", select=["chest-cuont"]), "chest-count"),
        (lambda hall: hall.save(), "came from no file"),
        (lambda hall: hall.edit(MoveChest((9, 9), (1, 1))), "no chest"),
    ],
)
def test_a_wrong_call_is_one_line(call, words, tmp_path, monkeypatch):
    """Whatever is wrong with a call is a DungeonError of one line that says what and how to mend it."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(dd.DungeonError) as caught:
        call(dd.Dungeon.parse("map: <<..C.>>"))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_importing_the_package_imports_nothing_else():
    """`import dungeon_designer` costs nothing until something of it is used."""
    program = "import sys; before = set(sys.modules); import dungeon_designer; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert set(done.stdout.split()) == {"dungeon_designer", "__future__"}


def test_what_is_offered_is_listed():
    """`dir` names everything the package offers, and nothing else is there."""
    assert set(dd.__all__) == set(dir(dd))
    with pytest.raises(AttributeError, match="laod"):
        dd.laod  # noqa: B018


def test_a_chest_is_added_once():
    """`add_chest` gives a dungeon with one chest more, and says where one lies already."""
    hall = dd.Dungeon.parse("map: <<....>>").add_chest((3, 0))
    assert hall.layout.chests == ((3, 0),)
    with pytest.raises(dd.DungeonError, match=r"a chest lies at \(3, 0\) already"):
        hall.add_chest((3, 0))


def test_things_are_placed_and_neighbours_found():
    """`place` makes a floor legal, and `vary` gives dungeons that are others and as legal."""
    hall = dd.load(HALL)
    bare = hall.edit(chests=(), portals=(), balls=0)
    placed = bare.place("naf-2019", seed=3)
    assert len(placed.layout.chests) == 6
    assert placed.check("naf-2019").legal
    assert placed.layout == bare.place("naf-2019", seed=3).layout
    (other,) = hall.vary(count=1, seed=2)
    assert other.layout != hall.layout
    assert other.check().legal


def test_whole_dungeons_are_generated():
    """`generate` gives as many legal dungeons as were asked, the same for the same seed."""
    found = dd.Dungeon.generate("gw-2021", count=2, seed=4)
    assert [each.check("gw-2021").legal for each in found] == [True, True]
    assert [each.layout for each in dd.Dungeon.generate("gw-2021", count=2, seed=4)] == [each.layout for each in found]


def test_the_options_of_a_map_are_those_of_the_records():
    """The typed options of `draw` are the fields of the two records of a drawing, no more and no less."""
    names = {field.name for kind in (DrawingOptions, ExportOptions) for field in fields(kind)}
    computed = {"drawing", "distances", "reach", "figure", "ruleset", "picture_name", "code"}
    assert set(MapOptions.__annotations__) == names - computed


def test_a_dungeon_is_shown_in_a_line():
    """A console shows a dungeon as its name, its size and its ruleset, not as its whole layout."""
    assert repr(dd.load(HALL)) == "<Dungeon 'The Four Winds', 29 x 17, naf-2019>"
