"""Which theme a map gets: the option's, the dungeon's, the season's; and whose theme files are read."""

from __future__ import annotations

from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer.browser import answers, requests

from .conftest import Call

MAP = "map: |\n  <<..C.1.>>\n"
FLOORS = {"mine": "#abcdef", "yours": "#fedcba", "ink": "#ffffff"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in: two themes, a dungeon with one, a dungeon with none, and a season with the other."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "looks").mkdir()
    for name in ("mine", "yours"):
        write_theme(tmp_path / "looks" / f"{name}.toml", FLOORS[name])
    (tmp_path / "hall.dungeon.yaml").write_text(f"name: Hall\ntheme: looks/mine.toml\n{MAP}", encoding="utf-8")
    (tmp_path / "cave.dungeon.yaml").write_text(f"name: Cave\n{MAP}", encoding="utf-8")
    write_season(tmp_path, "looks/yours.toml")
    return tmp_path


def write_theme(path: Path, floor: str) -> None:
    """Write a theme with a colour of its own for floors."""
    path.write_text(f'extends = "parchment"\nfloor = "{floor}"\n', encoding="utf-8")


def write_season(folder: Path, theme: str) -> None:
    """Write a season that names a theme."""
    text = f'name = "Cup"\ntheme = "{theme}"\nalso = ["hall.dungeon.yaml", "cave.dungeon.yaml"]\n'
    (folder / "season.toml").write_text(text, encoding="utf-8")


def find_floor(path: Path) -> str:
    """Return which of the themes of this module a map is drawn in."""
    svg = path.read_text(encoding="utf-8")
    return next((name for name, floor in FLOORS.items() if name != "ink" and floor in svg), "")


def test_the_dungeon_goes_before_the_season(call: Call, folder: Path) -> None:
    """A dungeon's own theme is drawn, and the season's where it has none."""
    assert call("render", "season.toml", "-o", "maps/").status == 0
    assert [find_floor(folder / "maps" / f"{name}.svg") for name in ("hall", "cave")] == ["mine", "yours"]
    call("publish", "season.toml", "--ruleset", "naf-2019", "-o", "public")
    assert [find_floor(folder / "public" / f"{name}.svg") for name in ("hall", "cave")] == ["mine", "yours"]


def test_the_option_goes_before_both(call: Call, folder: Path) -> None:
    """--theme wins over the dungeon's theme and the season's."""
    assert call("render", "season.toml", "-o", "maps/", "--theme", "looks/yours.toml").status == 0
    assert [find_floor(folder / "maps" / f"{name}.svg") for name in ("hall", "cave")] == ["yours", "yours"]
    call("render", "hall.dungeon.yaml", "-o", "hall.svg", "--theme", "parchment")
    assert find_floor(folder / "hall.svg") == ""


def test_a_program_draws_the_theme_of_the_dungeon(folder: Path) -> None:
    """`Dungeon.svg` and `Dungeon.draw` use the dungeon's theme unless they are given one."""
    hall = dd.load("hall.dungeon.yaml")
    assert FLOORS["mine"] in hall.svg()
    assert FLOORS["mine"] not in hall.svg(theme="ink")
    assert find_floor(hall.draw("hall.svg")) == "mine"


@pytest.mark.parametrize(
    ("theme", "problem"),
    [
        ("../theme.toml", "lies outside the folder of this file"),
        ("/etc/theme.toml", "lies outside the folder of this file"),
        ("C:/theme.toml", "lies outside the folder of this file"),
        ("link.toml", "lies outside the folder of this file"),
        ("looks/mien.toml", "did you mean looks/mine.toml?"),
        ("parchmnt", "did you mean parchment?"),
    ],
)
def test_a_path_stays_in_its_folder(call: Call, folder: Path, theme: str, problem: str) -> None:
    """A theme that a file names lies in the folder of the file; else there is one line with its place, and status 2."""
    write_theme(folder.parent / "theme.toml", "#abcdef")
    (folder / "link.toml").symlink_to(folder.parent / "theme.toml")
    (folder / "hall.dungeon.yaml").write_text(f"name: Hall\ntheme: {theme}\n{MAP}", encoding="utf-8")
    called = call("render", "hall.dungeon.yaml", "-o", "hall.svg")
    assert called.status == 2
    assert called.complaint.startswith("dungeon-designer: hall.dungeon.yaml:2:8: theme: ")
    assert problem in called.complaint
    write_season(folder, theme)
    called = call("render", "season.toml", "-o", "maps/")
    assert called.status == 2
    assert problem in called.err


def test_no_verdict_depends_on_a_theme(call: Call, folder: Path) -> None:
    """`check` reads no theme, so that a wrong one changes nothing."""
    right = call("check", "season.toml", "--ruleset", "naf-2019")
    write_season(folder, "nothing.toml")
    (folder / "looks" / "mine.toml").write_text("[", encoding="utf-8")
    assert call("check", "season.toml", "--ruleset", "naf-2019") == right


def test_standard_input_reads_no_theme_file(call: Call, folder: Path) -> None:
    """A theme file that a dungeon on standard input names is not read; one line says so, and the map is drawn."""
    text = (folder / "hall.dungeon.yaml").read_text(encoding="utf-8")
    called = call("render", "-", "-o", "hall.svg", stdin=text)
    assert called.status == 0
    assert "standard input: the theme file looks/mine.toml is not read from here" in called.err
    assert find_floor(folder / "hall.svg") == ""
    assert FLOORS["mine"] not in dd.Dungeon.parse(text).svg()
    assert FLOORS["mine"] in dd.Dungeon.parse(text, folder=folder).svg()


def test_a_link_leaves_a_theme_file_out(call: Call, folder: Path) -> None:
    """A link holds the name of a theme of the program, but no theme file; one line names what is left out."""
    called = call("link", "hall.dungeon.yaml")
    assert called.status == 0
    assert "hall.dungeon.yaml: the link does not hold the theme file looks/mine.toml" in called.err
    assert dd.Dungeon.linked(called.out.strip()).layout.theme == ""
    ink = dd.Dungeon.parse(f"theme: ink\n{MAP}")
    assert dd.Dungeon.linked(ink.link()).layout.theme == "ink"


def test_the_page_in_the_browser_reads_no_theme_file(folder: Path) -> None:
    """The checker's page draws a dungeon without its theme file, and says so; so does its link."""
    data = (folder / "hall.dungeon.yaml").read_bytes()
    file = requests.File("hall.dungeon.yaml", f"ruleset: naf-2019\n{data.decode()}")
    answer = answers.draw(requests.Draw(dungeon=file))
    assert FLOORS["mine"] not in answer.svg
    opened = answers.open_file(requests.OpenFile(name="hall.dungeon.yaml", data=data))
    assert opened.remark.startswith("The theme file looks/mine.toml is not read here")
    link = answers.make_link(requests.MakeLink(dungeon=file, page="https://example.org/"))
    assert link.remark == "A link holds no theme of your own."


def test_both_file_formats_keep_the_theme(call: Call, folder: Path) -> None:
    """A sketch and a layout file name the theme, also after a conversion."""
    assert call("convert", "hall.dungeon.yaml", "hall.dungeon.json").status == 0
    assert call("convert", "hall.dungeon.json", "again.dungeon.yaml").status == 0
    assert dd.load("again.dungeon.yaml").layout.theme == "looks/mine.toml"
    assert call("diff", "hall.dungeon.yaml", "cave.dungeon.yaml").out.count("theme: ") == 1
