"""`check`: which files, which rules, which status."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from dungeon_designer.rules.relocation import Mover
from dungeon_designer.rulesets.loader import EDITIONS

from .conftest import ILLEGAL, LEGAL, WARNED, Call


def list_files(out: str) -> list[str]:
    return [report["file"] for report in json.loads(out)["reports"]]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["legal.dungeon.yaml"], 0),
        (["warned.dungeon.yaml"], 0),
        (["warned.dungeon.yaml", "--strict"], 1),
        (["legal.dungeon.yaml", "--strict"], 0),
        (["illegal.dungeon.yaml"], 1),
        (["legal.dungeon.yaml", "illegal.dungeon.yaml"], 1),
        (["illegal.dungeon.yaml", "gone.dungeon.yaml"], 2),
        (["legal.dungeon.yaml", "gone.dungeon.yaml"], 2),
    ],
)
def test_the_status_says_what_was_found(check: Call, arguments: list[str], status: int) -> None:
    """0 when every report is legal, 1 when one is not, 2 when a file could not be read."""
    assert check(*arguments).status == status


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "markdown"])
def test_the_status_is_the_same_in_every_format(check: Call, form: str) -> None:
    """How a report is written does not change what it says."""
    assert check("legal.dungeon.yaml", "--format", form).status == 0
    assert check("illegal.dungeon.yaml", "--format", form).status == 1
    assert check("illegal.dungeon.yaml", "gone.yaml", "--format", form).status == 2


def test_unreadable_files_are_named_and_the_others_reported(check: Call) -> None:
    """One line says which file could not be read and why; the other reports are whole."""
    called = check("gone.dungeon.yaml", "illegal.dungeon.yaml", "--format", "json")
    assert called.complaint == "gone.dungeon.yaml: there is no such file"
    assert list_files(called.out) == ["illegal.dungeon.yaml"]


SHOWN = [["--format", "text"], ["--format", "json"]]
NOT_SHOWN = [["--format", form] for form in ("sarif", "junit", "github", "markdown")]


@pytest.mark.parametrize("how", [*SHOWN, *NOT_SHOWN, ["--brief"], ["--ruleset", "all"], ["--fix"]])
def test_places_to_move_to_are_looked_for_only_to_be_shown(call: Call, table: Path, how: list[str]) -> None:
    """To look for the place of a chest takes longer than the check: only reports that name it have it looked for."""
    (table / "near.dungeon.yaml").write_text(
        "ruleset: eagbbl\nmap: |\n  <<<<.......C.C......>>>>\n  <<<<................>>>>\n"
    )
    with patch.object(Mover, "_search", return_value=None) as search:
        call("check", "near.dungeon.yaml", *how)
    assert search.called is (how in SHOWN or how == ["--fix"])


def test_a_folder_stands_for_the_dungeons_in_it(check: Call, table: Path) -> None:
    """Sketches and layout files are found in folders of folders, in a steady order; other files are left alone."""
    (table / "halls" / "deep").mkdir(parents=True)
    (table / "halls" / "deep" / "b.dungeon.yaml").write_text(LEGAL)
    (table / "halls" / "a.dungeon.json").write_text('{"format": "dungeon-layout", "version": 1}')
    (table / "halls" / "notes.yaml").write_text("not a dungeon")
    called = check("halls", "--format", "json")
    assert list_files(called.out) == ["halls/a.dungeon.json", "halls/deep/b.dungeon.yaml"]


def test_a_folder_without_a_dungeon_is_said(check: Call, table: Path) -> None:
    """A wrong folder does not pass for one where all is well."""
    (table / "empty").mkdir()
    called = check("empty", "legal.dungeon.yaml")
    assert called.status == 2
    assert called.complaint.startswith("empty: there is no dungeon in this folder")
    assert "1 file checked, 1 legal" in called.out


def test_a_file_named_twice_is_checked_once(check: Call) -> None:
    """A folder and a file in it may both be named."""
    called = check("legal.dungeon.yaml", "legal.dungeon.yaml", "--format", "json")
    assert list_files(called.out) == ["legal.dungeon.yaml"]


def test_standard_input_is_a_sketch_or_a_layout_file(check: Call) -> None:
    """With - the layout comes from standard input, in either format, and is called so."""
    assert list_files(check("-", "--format", "json", stdin=LEGAL).out) == ["-"]
    assert check("-", stdin='{"format": "dungeon-layout", "version": 1, "chests": [[1, 1]]}').status == 0
    wrong = check("-", stdin="map: |\n  ?\n")
    assert wrong.status == 2
    assert wrong.complaint.startswith("standard input:2:3: ")


def test_the_layouts_own_ruleset_is_asked(call: Call, table: Path) -> None:
    """Without --ruleset each file's own is asked, a TOML file relative to the layout's."""
    (table / "sub").mkdir()
    (table / "sub" / "hall.dungeon.yaml").write_text(f"ruleset: ../cup.toml\n{ILLEGAL}")
    called = call("check", "sub/hall.dungeon.yaml", "--format", "json")
    assert json.loads(called.out)["reports"][0]["ruleset"] == "cup"
    assert called.status == 1


def test_without_any_ruleset_the_call_says_how_to_name_one(call: Call, table: Path) -> None:
    """A layout that names no ruleset is not guessed about."""
    called = call("check", "legal.dungeon.yaml")
    assert called.status == 2
    assert "names no ruleset; give one with --ruleset (gw-1989-basic, " in called.complaint


def test_a_layouts_wrong_ruleset_is_that_files_fault(call: Call, table: Path) -> None:
    """A ruleset that does not exist, or is wrong, keeps only its own file from being checked."""
    (table / "a.dungeon.yaml").write_text(f"ruleset: naf-2091\n{LEGAL}")
    (table / "b.dungeon.yaml").write_text(f"ruleset: wrong.toml\n{LEGAL}")
    (table / "c.dungeon.yaml").write_text(f"ruleset: cup.toml\n{LEGAL}")
    (table / "wrong.toml").write_text("[rules.chest-count]\nmni = 1\n")
    called = call("check", "a.dungeon.yaml", "b.dungeon.yaml", "c.dungeon.yaml", "--format", "json")
    first, second = called.err.splitlines()
    assert first.startswith("a.dungeon.yaml:1:10: ruleset: ")
    assert "did you mean naf-2019?" in first
    assert second.startswith("b.dungeon.yaml")
    assert "did you mean min?" in second
    assert list_files(called.out) == ["c.dungeon.yaml"]
    assert called.status == 2


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--ruleset", "naf-2091"], "did you mean naf-2019?"),
        (["--ruleset", "gone.toml"], "gone.toml: there is no such file"),
        (["--ruleset", "cup.toml", "--select", "chest-cuont"], "did you mean chest-count?"),
        (["--ruleset", "cup.toml", "--ignore", "chest-count,portal-cuont"], "did you mean portal-count?"),
        (["--ruleset", "cup.toml", "--tiles", "nowhere"], "there is no folder of tiles here"),
        (["--ruleset", "cup.toml", "--format", "xml"], "'xml' is not one of"),
        (["--ruleset", "cup.toml", "--strcit"], "No such option"),
        (["--ruleset", "all", "--fix"], "--fix needs one ruleset"),
    ],
)
def test_a_wrong_call_is_one_line_and_nothing_else(call: Call, table: Path, arguments: list[str], hint: str) -> None:
    """A wrong call is reported before any file is read, with the nearest right spelling."""
    called = call("check", "legal.dungeon.yaml", *arguments)
    assert called.status == 2
    assert called.out == ""
    assert hint in called.complaint


def test_no_file_is_a_wrong_call(call: Call) -> None:
    """`check` alone asks for a file."""
    assert "Missing argument 'FILE...'" in call("check").complaint


def test_selected_and_ignored_rules(check: Call) -> None:
    """--select asks those rules only, --ignore leaves some out; what was left out is listed as not asked."""
    for arguments in (
        ["--select", "portal-count,portal-numbers"],
        ["--ignore", "chest-count", "--ignore", "door-count"],
    ):
        called = check("illegal.dungeon.yaml", "--format", "json", *arguments)
        assert called.status == 0
        assert "chest-count" in json.loads(called.out)["reports"][0]["not_asked"]


def test_all_editions_make_a_table(call: Call, table: Path) -> None:
    """--ruleset all asks every edition: as text a table, as JSON one report for each file and edition."""
    called = call("check", "legal.dungeon.yaml", "warned.dungeon.yaml", "--ruleset", "all", "--format", "json")
    asked = [(report["file"], report["ruleset"]) for report in json.loads(called.out)["reports"]]
    assert asked == [(file, edition) for file in ("legal.dungeon.yaml", "warned.dungeon.yaml") for edition in EDITIONS]
    text = call("check", "legal.dungeon.yaml", "warned.dungeon.yaml", "--ruleset", "all")
    assert text.status == 1
    assert [line.split()[0] for line in text.out.splitlines()[2:4]] == ["legal.dungeon.yaml", "warned.dungeon.yaml"]


def test_the_report_can_go_to_a_file(check: Call, table: Path) -> None:
    """With -o the report is in the file named and nowhere else."""
    called = check("illegal.dungeon.yaml", "--format", "json", "-o", "report.json")
    assert (called.status, called.out) == (1, "")
    assert list_files((table / "report.json").read_text()) == ["illegal.dungeon.yaml"]
    failed = check("illegal.dungeon.yaml", "-o", "no/such/folder/report.txt")
    assert failed.status == 2
    assert "cannot be written" in failed.complaint


def test_nothing_is_written_unasked(check: Call, table: Path) -> None:
    """Checking leaves every file as it was and makes none."""
    before = {path: path.read_bytes() for path in table.iterdir()}
    check(".", "--strict")
    assert {path: path.read_bytes() for path in table.iterdir()} == before


def test_tiles_of_ones_own(call: Call, table: Path) -> None:
    """A layout may name tiles of --tiles and of the folder tiles beside it; one that no set holds is named."""
    (table / "tiles" / "mine").mkdir(parents=True)
    (table / "tiles" / "mine" / "cell.yaml").write_text("name: Cell\nkind: room\nsquares: ....\n")
    layout = "ruleset: cup.toml\nchests: [[0, 0]]\nsections: [{id: a, tile: mine/%s, at: [0, 0]}]\n"
    (table / "own.dungeon.yaml").write_text(layout % "cell")
    (table / "wrong.dungeon.yaml").write_text(layout % "celll")
    assert call("check", "own.dungeon.yaml").status == 0
    assert call("check", "own.dungeon.yaml", "--tiles", "tiles").status == 0
    wrong = call("check", "wrong.dungeon.yaml")
    assert wrong.status == 2
    assert wrong.complaint.startswith("wrong.dungeon.yaml:3:11: sections: ")
    assert "did you mean mine/cell?" in wrong.complaint


def test_strict_and_brief_are_heeded_by_the_text(check: Call) -> None:
    """--brief leaves out the maps."""
    whole, brief = check("illegal.dungeon.yaml"), check("illegal.dungeon.yaml", "--brief")
    assert "Cup rules, page 1; measured 0, required 1" in whole.out
    assert len(brief.out.splitlines()) == 3
    assert WARNED != LEGAL
