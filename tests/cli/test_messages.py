"""What is told of wrong calls and wrong files: one line that says where, what, and the remedy."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from .conftest import LEGAL, Call

SEASON = """\
name = "Cup"
ruleset = "cup.toml"

[[rounds]]
name = "One"
layout = "legal.dungeon.yaml"

[[rounds]]
name = "Two"
layout = "warned.dungeon.yaml"
"""


@pytest.fixture
def season(table: Path) -> Path:
    """A season of two rounds among the halls."""
    (table / "season.toml").write_text(SEASON)
    return table / "season.toml"


@pytest.mark.parametrize(
    "command",
    [["check"], ["stock"], ["pack", "-o", "x.pdf"], ["publish", "-o", "x"], ["roll"], ["analyse"]],
    ids=lambda command: command[0],
)
def test_a_season_that_is_not_there_is_told_with_the_one_that_is(call: Call, season: Path, command: list[str]) -> None:
    """Whichever command names it, `seson.toml` is answered with `season.toml`, and nothing else is said."""
    called = call(*command, "seson.toml")
    assert (called.status, called.out) == (2, "")
    assert called.complaint.endswith("seson.toml: there is no such file (did you mean season.toml?)")


@pytest.mark.parametrize(
    "command",
    [
        ["check", "legel.dungeon.yaml"],
        ["render", "legel.dungeon.yaml", "-o", "x.svg"],
        ["convert", "legel.dungeon.yaml", "x.dungeon.json"],
        ["place", "legel.dungeon.yaml", "-o", "x.dungeon.yaml"],
        ["link", "legel.dungeon.yaml"],
        ["vary", "legel.dungeon.yaml", "-o", "x"],
        ["new", "season", "legel.dungeon.yaml", "-o", "x.toml"],
    ],
    ids=lambda command: command[0],
)
def test_a_dungeon_that_is_not_there_is_told_with_the_one_that_is(call: Call, table: Path, command: list[str]) -> None:
    """Every missing input file has the nearest existing name."""
    called = call(*command)
    assert (called.status, called.out) == (2, "")
    assert "legel.dungeon.yaml: there is no such file (did you mean legal.dungeon.yaml?)" in called.complaint


OUTPUTS = [
    ["check", "legal.dungeon.yaml", "--ruleset", "cup.toml", "-o", "no/x.txt"],
    ["render", "legal.dungeon.yaml", "-o", "no/x.pdf"],
    ["convert", "legal.dungeon.yaml", "no/x.dungeon.json"],
    ["place", "legal.dungeon.yaml", "--ruleset", "cup.toml", "-o", "no/x.dungeon.yaml"],
    ["link", "legal.dungeon.yaml", "--qr", "no/x.svg"],
    ["pack", "season.toml", "-o", "no/x.pdf"],
    ["new", "sketch", "-o", "no/x.dungeon.yaml"],
    ["deal", "-o", "no/x.dungeon.yaml"],
    ["playtest", "legal.dungeon.yaml", "--ruleset", "cup.toml", "-o", "no/x.txt"],
    ["playtest", "legal.dungeon.yaml", "--ruleset", "cup.toml", "--replay", "1", "-o", "no/x.html"],
]


@pytest.mark.parametrize("command", OUTPUTS, ids=lambda command: f"{command[0]} {command[-1]}")
def test_an_output_into_no_folder_names_the_folder(call: Call, season: Path, command: list[str]) -> None:
    """Every -o says which folder is missing and what to do, and writes nothing."""
    before = sorted(os.listdir("."))
    called = call(*command)
    assert (called.status, called.out) == (2, "")
    told = f"{command[-1]}: cannot be written: there is no folder 'no'; make that folder first, or name another"
    assert called.complaint == f"dungeon-designer: {told}"
    assert sorted(os.listdir(".")) == before


def test_a_missing_folder_is_told_before_any_work_is_done(
    call: Call, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing folder is reported before matches are played or pages are made."""
    from dungeon_designer.dungeon import Dungeon

    monkeypatch.setattr(Dungeon, "load", lambda *_, **__: pytest.fail("a dungeon was read"))
    for command in OUTPUTS:
        if command[0] not in ("new", "deal"):
            assert "there is no folder 'no'" in call(*command).complaint


@pytest.mark.parametrize(
    ("where", "place"),
    [("cup/hall.dungeon.yaml", "2:10: ruleset: "), ("cup/season.toml", "2:11: ruleset: ")],
)
def test_a_ruleset_above_says_which_folder_it_is_relative_to(call: Call, table: Path, where: str, place: str) -> None:
    """A path with two dots in a file starts from that file's folder, which the message names."""
    (table / "cup").mkdir()
    (table / "cup" / "hall.dungeon.yaml").write_text("name: Hall\nruleset: ../rules.toml\nmap: <.C1>\n")
    (table / "cup" / "season.toml").write_text(
        'name = "Cup"\nruleset = "../rules.toml"\nalso = ["hall.dungeon.yaml"]\n'
    )
    called = call("check", where)
    assert (called.status, called.out) == (2, "")
    start = f"'../rules.toml' starts from the folder '{table / 'cup'}'"
    assert called.complaint == f"{where}:{place}cup/../rules.toml: there is no such file; {start}"


def test_what_a_ruleset_above_extends_says_so_too(call: Call, table: Path) -> None:
    """A path of `extends` starts from the folder of its file; a path in the call starts from the current folder."""
    (table / "cup").mkdir()
    (table / "cup" / "house.toml").write_text('extends = "../rules.toml"\n')
    told = call("check", "legal.dungeon.yaml", "--ruleset", "cup/house.toml").complaint
    assert told.endswith(f"rules.toml: there is no such file; '../rules.toml' starts from the folder '{table / 'cup'}'")
    told = call("check", "legal.dungeon.yaml", "--ruleset", "../rules.toml").complaint
    assert told.endswith(f"../rules.toml: there is no such file; '../rules.toml' starts from the folder '{table}'")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "legal.dungeon.yaml",
            "legal.dungeon.yaml: this is a dungeon, and dice are rolled for a season; name a season",
        ),
        ("halls", "halls: this folder holds no season.toml; name a season with a [dice] table"),
        ("notes.txt", "notes.txt: the file of a season ends in .toml; name a season with a [dice] table"),
        ("season.toml", "season.toml: the season 'Cup' is played in rounds; it has no dice table to roll on"),
        (".", "season.toml: the season 'Cup' is played in rounds; it has no dice table to roll on"),
        ("cup.toml", "cup.toml:1:1: this is a ruleset, not a season"),
    ],
)
def test_roll_says_what_it_wants(call: Call, season: Path, name: str, told: str) -> None:
    """A dungeon, a folder, another file, a season without dice, a ruleset: each is named as what it is."""
    Path("halls").mkdir()
    Path("notes.txt").touch()
    called = call("roll", name)
    assert (called.status, called.out) == (2, "")
    assert told in called.complaint


def test_a_season_is_no_ruleset_and_a_ruleset_no_season(call: Call, season: Path) -> None:
    """Each, in the place of the other, is named as what it is."""
    told = call("check", "legal.dungeon.yaml", "--ruleset", "season.toml").complaint
    assert told.endswith("season.toml: this is a season, not a ruleset")
    told = call("check", "legal.dungeon.yaml", "--ruleset", "legal.dungeon.yaml").complaint
    assert told.endswith("no such ruleset; the file of a ruleset ends in .toml")
    assert call("check", "cup.toml").complaint.startswith(
        "cup.toml:1:1: this is a ruleset, not a season; name it with check"
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"Cup"', "“Cup”", '1:8: curly quotes do not enclose text here; write straight ones: name = "Cup"'),
        ("warned.", "wanred.", "10:10: round 2, layout: there is no file 'wanred.dungeon.yaml' (did you mean warned."),
        ("warned.", "halls\\bwarned.", "/ between folders"),
        ('"Two"', "2", "9:8: round 2, name: expected text, not 2"),
        ("cup.toml", "cap.toml", "2:11: ruleset: cap.toml: there is no such file (did you mean cup.toml?)"),
        ('layout = "warned.dungeon.yaml"', "", "8:1: round 2: the round names no dungeon"),
        (
            '"warned.dungeon.yaml"',
            '"no/warned.dungeon.yaml"',
            "'no/warned.dungeon.yaml'; there is no folder 'no'; a season",
        ),
    ],
)
def test_a_fault_in_a_season_has_its_line(call: Call, season: Path, old: str, new: str, told: str) -> None:
    """The line and column in the season are told, and rounds count from 1; what can be checked is."""
    season.write_text(SEASON.replace(old, new))
    called = call("check", "season.toml")
    assert called.status == 2
    assert told in called.complaint


@pytest.mark.parametrize("form", ["text", "--brief"])
@pytest.mark.parametrize("name", ["gone.dungeon.yaml", "seson.toml", "empty.toml", "cup.toml"])
def test_after_a_file_error_nothing_is_counted(call: Call, season: Path, name: str, form: str) -> None:
    """No count follows if no file could be read; a report in a file has one."""
    Path("empty.toml").touch()
    called = call("check", name, *(["--brief"] if form == "--brief" else []))
    assert (called.status, called.out, called.err.count("\n")) == (2, "", 1)
    assert call("check", name, "-o", "report.txt").out == ""
    assert Path("report.txt").read_text() == "1 file could not be checked\n"
    assert "1 file checked, 1 legal" in call("check", name, "legal.dungeon.yaml", "--ruleset", "cup.toml").out
    assert call("stock", name if name != "gone.dungeon.yaml" else "seson.toml").out == ""


def test_a_fix_that_fixes_nothing_says_what_would(call: Call, table: Path) -> None:
    """Missing things are placed by `place`, whose call is told and does it; what lies wrong is moved by --fix-all."""
    Path("bare.dungeon.yaml").write_text("ruleset: cup.toml\nmap: |\n  <<.....>>\n")
    told = call("check", "bare.dungeon.yaml", "--fix").out
    line = "bare.dungeon.yaml: nothing was fixed; `dungeon-designer place bare.dungeon.yaml --keep -o NEW.dungeon.yaml`"
    assert told.startswith(f"{line} places the 2 missing things\n\n")
    assert call("place", "bare.dungeon.yaml", "--keep", "-o", "NEW.dungeon.yaml").status == 0
    told = call("check", "NEW.dungeon.yaml", "--fix").out
    assert told.startswith("nothing was fixed: there are no problems to fix\n\n")
    rules = 'extends = "cup.toml"\n[rules.chest-end-zone-distance]\nmin = 3\n[rules.square-count]\nmin = 100\n'
    Path("far.toml").write_text(rules)
    Path("near.dungeon.yaml").write_text("ruleset: far.toml\nmap: |\n  <<C....1.....>>\n")
    told = call("check", "near.dungeon.yaml", "--fix").out
    assert "--fix-all moves what chest-end-zone-distance finds in the wrong place" in told
    assert "what square-count finds needs a change by hand" in told


def test_a_fix_says_nothing_of_the_kind_where_something_was_fixed(call: Call, table: Path) -> None:
    """A fixed file is shown as its difference; programs get the rest on standard error."""
    called = call("check", "misnumbered.dungeon.yaml", "legal.dungeon.yaml", "--ruleset", "cup.toml", "--fix")
    assert "nothing was fixed" not in called.out
    called = call("check", "legal.dungeon.yaml", "--ruleset", "cup.toml", "--fix", "--format", "json")
    assert json.loads(called.out)["reports"][0]["legal"]
    assert called.err == "nothing was fixed: there are no problems to fix\n\n"
    assert Path("legal.dungeon.yaml").read_text() == LEGAL
