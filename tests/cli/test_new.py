"""`new`: what it writes where, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.seasons.season_file import read_season

from .conftest import LEGAL, Call

FILES = {
    "sketch": "hall.dungeon.yaml",
    "ruleset": "spring.toml",
    "season": "season.toml",
    "tile": "cell.yaml",
    "theme": "ink.toml",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", FILES)
def test_a_file_is_what_is_printed(call: Call, folder: Path, kind: str) -> None:
    """-o writes the file and prints nothing; -o - and no -o print the same."""
    named = call("new", kind, "-o", FILES[kind])
    assert (named.status, named.out, named.err) == (0, "", "")
    printed, dashed = call("new", kind), call("new", kind, "-o", "-")
    assert printed.out == dashed.out
    assert printed.out.startswith("# ")
    written = (folder / FILES[kind]).read_text(encoding="utf-8")
    assert written.splitlines()[0] == printed.out.splitlines()[0]


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_there_stays(call: Call, folder: Path, kind: str) -> None:
    """One line, status 2, and not a byte of it is changed; a link that leads nowhere counts as there."""
    target = folder / FILES[kind]
    target.write_text("mine", encoding="utf-8")
    called = call("new", kind, "-o", FILES[kind])
    assert called.status == 2
    words = "this file is there already; nothing was written (--force replaces it)"
    assert called.complaint == f"dungeon-designer: {FILES[kind]}: {words}"
    assert target.read_text(encoding="utf-8") == "mine"
    target.unlink()
    target.symlink_to(folder / "gone")
    assert call("new", kind, "-o", FILES[kind]).status == 2
    assert not (folder / "gone").exists()


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_new_can_be_used_at_once(call: Call, folder: Path, edition: str) -> None:
    """For each edition: a sketch that check calls legal, a ruleset it can be asked, a season that can be checked."""
    assert call("new", "sketch", "--ruleset", edition, "-o", "hall.dungeon.yaml").status == 0
    assert call("new", "ruleset", "--ruleset", edition, "-o", "house.toml").status == 0
    assert call("new", "season", "--ruleset", "house.toml", "-o", "season.toml").status == 0
    assert call("check", "hall.dungeon.yaml").status == 0
    assert call("check", "hall.dungeon.yaml", "--ruleset", "house.toml").status == 0
    assert call("check", "season.toml").status == 0
    assert read_season(folder / "season.toml").layouts == ("hall.dungeon.yaml",)


def test_a_tile_is_drawn_and_placed(call: Call, folder: Path) -> None:
    """A new tile in a set of one's own is listed, and a dungeon can be built of it."""
    (folder / "tiles" / "my-club").mkdir(parents=True)
    assert call("new", "tile", "-o", "tiles/my-club/wine-cellar.yaml").status == 0
    listed = call("tiles", "--tiles", "tiles", "my-club")
    assert listed.status == 0
    assert "Wine Cellar" in listed.out
    (folder / "hall.dungeon.yaml").write_text("sections: [{id: a, tile: my-club/wine-cellar}]\n", encoding="utf-8")
    assert dd.load(folder / "hall.dungeon.yaml").board.sections[0].name == "Wine Cellar"
    assert call("render", "hall.dungeon.yaml", "-o", "hall.svg").status == 0


def test_files_are_named_from_the_new_files_folder(call: Call, folder: Path) -> None:
    """Rulesets and dungeons are found from where the new file lies, wherever the call was made."""
    (folder / "halls").mkdir()
    (folder / "rules").mkdir()
    (folder / "halls" / "legal.dungeon.yaml").write_text(LEGAL, encoding="utf-8")
    call("new", "ruleset", "--ruleset", "eagbbl", "-o", "rules/base.toml")
    call("new", "ruleset", "--ruleset", "rules/base.toml", "-o", "halls/cup.toml")
    assert load_ruleset("cup.toml", folder / "halls").lineage == ("base", "eagbbl")
    call("new", "season", "halls/legal.dungeon.yaml", "--ruleset", "halls/cup.toml", "-o", "rules/season.toml")
    season = read_season(folder / "rules" / "season.toml")
    assert (season.ruleset, season.layouts) == ("../halls/cup.toml", ("../halls/legal.dungeon.yaml",))
    call("new", "sketch", "--ruleset", "halls/cup.toml", "-o", "rules/hall.dungeon.yaml")
    assert dd.load(folder / "rules" / "hall.dungeon.yaml").check().ruleset == "cup"


def test_a_season_names_the_dungeons_of_its_folder(call: Call, folder: Path) -> None:
    """Without dungeons in the call, those that lie beside the season, by name."""
    (folder / "halls").mkdir()
    for name in ("b.dungeon.yaml", "a.dungeon.json", "notes.yaml"):
        (folder / "halls" / name).write_text(LEGAL, encoding="utf-8")
    call("new", "season", "-o", "halls/season.toml")
    assert read_season(folder / "halls" / "season.toml").layouts == ("a.dungeon.json", "b.dungeon.yaml")
    assert 'layout = "halls/a.dungeon.json"' in call("new", "season", "halls/a.dungeon.json").out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["sketch", "-o", "hall.json"], "dungeon-designer: hall.json: the file of a sketch ends in .yaml or .yml"),
        (["season", "-o", "season.yaml"], "dungeon-designer: season.yaml: the file of a season ends in .toml"),
        (["sketch", "--ruleset", "naf-2091"], "no such ruleset (did you mean naf-2019?)"),
        (["ruleset", "--ruleset", "gone.toml"], "dungeon-designer: gone.toml: there is no such file"),
        (["season", "--ruleset", "gone.toml"], "dungeon-designer: gone.toml: there is no such file"),
        (["season", "gone.dungeon.yaml"], "dungeon-designer: gone.dungeon.yaml: there is no such file"),
        (["tile", "--ruleset", "naf-2019"], "dungeon-designer: a tile has no ruleset; leave out --ruleset"),
        (["tile", "hall.dungeon.yaml"], "dungeon-designer: only a season names dungeons, not a tile"),
        (
            ["tile", "-o", "gone/cell.yaml"],
            "dungeon-designer: gone/cell.yaml: cannot be written: there is no folder 'gone'; make that folder",
        ),
        (
            ["season", "-o", "gone/season.toml"],
            "gone/season.toml: cannot be written: there is no folder 'gone'; make that folder",
        ),
        (["sketch", "-o", "h\udcffll.dungeon.yaml"], "a name that is not text cannot be written into a file"),
        (["dungeon"], "'dungeon' is not one of 'sketch', 'ruleset', 'season', 'tile'"),
    ],
)
def test_what_makes_no_sense(call: Call, folder: Path, arguments: list[str], complaint: str) -> None:
    """One line that says what and why, status 2, and nothing is written."""
    called = call("new", *arguments)
    assert called.status == 2
    assert complaint in called.complaint
    assert called.out == ""
    assert list(folder.iterdir()) == []


def test_odd_names_do_no_harm(call: Call, folder: Path) -> None:
    """Quotes, line breaks and dots in a file's name give a file that reads."""
    for name in ('a "b": [c].dungeon.yaml', "a\nb.dungeon.yaml", "- x.dungeon.yaml", "null.dungeon.yaml"):
        assert call("new", "sketch", "-o", name).status == 0
        assert dd.load(folder / name).check().legal
    for name in ('a "b" [c].toml', "a\nb.toml", " .toml"):
        assert call("new", "ruleset", "-o", name).status == 0
        assert load_ruleset(name, folder).lineage == ("naf-2019",)
