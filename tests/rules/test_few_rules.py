"""House rules that check nothing are refused, and those that check little say so wherever their verdict is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dungeon_designer.cli.main import program, run_program
from dungeon_designer.rules.rule_registry import RULE_NAMES_BY_FAMILY
from dungeon_designer.rulesets.loader import EDITIONS, MIN_RULES_WITHOUT_NOTICE, format_notice, load_unchecked_ruleset

HALL = "name: Hall\nruleset: my.toml\nmap: |\n  <<..C.1.>>\n"
ONE = "[rules.ball-count]\nmin = 0\n"
NOTICE = "my.toml checks 1 rule and extends no edition"
FORMATS = ("text", "json", "sarif", "junit", "github", "markdown")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the calls run in, with a dungeon and its house rules of one rule."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.dungeon.yaml").write_text(HALL)
    (tmp_path / "my.toml").write_text(ONE)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(program, arguments)


@pytest.mark.parametrize(
    "text",
    ["", "\n# nothing\n", "name = 'x'\n", "[rules]\n", "[play]\njump = 2\n", "[rules.ball-count]\nlevel = 'off'\n"],
)
def test_empty_house_rules_are_refused(folder: Path, capfd: pytest.CaptureFixture[str], text: str) -> None:
    """A ruleset that has no rule on and extends nothing ends with 2 and one line that names the remedy."""
    (folder / "my.toml").write_text(text)
    for named in ([], ["--ruleset", "my.toml"]):
        assert run_program(["check", "hall.dungeon.yaml", *named]) == 2
        line = capfd.readouterr().err
        assert "my.toml: it checks nothing: name an edition (extends = " in line or "this is not a ruleset" in line
        assert line.count("\n") == 1


def test_an_empty_base_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """House rules that extend an empty file are refused, and the line names that file."""
    (folder / "base.toml").write_text("[rules]\n")
    (folder / "my.toml").write_text('extends = "base.toml"\n' + ONE)
    assert run_program(["check", "hall.dungeon.yaml"]) == 2
    assert "base.toml: it checks nothing" in capfd.readouterr().err


@pytest.mark.parametrize("form", FORMATS)
def test_every_report_says_that_few_rules_are_checked(folder: Path, form: str) -> None:
    """Each format of `check` tells that little was checked, and so does one line on standard error."""
    told = call("check", "hall.dungeon.yaml", "hall.dungeon.yaml", ".", "--format", form)
    assert NOTICE in told.stdout
    assert told.stderr == f"dungeon-designer: warning: {NOTICE}\n"
    if form == "json":
        assert {entry["notice"] for entry in json.loads(told.stdout)["reports"]} == {NOTICE}


def test_the_brief_report_says_it_too(folder: Path) -> None:
    """With -q, standard error stays empty; the report still tells that little was checked."""
    told = call("check", "hall.dungeon.yaml", "--brief", "-q")
    assert (NOTICE in told.stdout, told.stderr) == (True, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyse", "hall.dungeon.yaml"],
        ["place", "hall.dungeon.yaml"],
        ["render", "hall.dungeon.yaml", "-o", "x.svg", "--findings"],
        ["pack", "hall.dungeon.yaml", "-o", "x.md"],
        ["rules", "--ruleset", "my.toml"],
        ["generate", "--wants", "--ruleset", "my.toml"],
    ],
)
def test_every_command_warns_of_few_rules(folder: Path, arguments: list[str]) -> None:
    """Whatever command reads such house rules, one line on standard error warns of them."""
    told = call(*arguments)
    assert told.exit_code in (0, 1), told.output
    assert [line for line in told.stderr.splitlines() if "extends no" in line] == [
        f"dungeon-designer: warning: {NOTICE}"
    ]


def test_rules_are_counted_up_to_ten(folder: Path) -> None:
    """Nine rules that are on get the notice; ten do not, nor do any that extend an edition, however far away."""
    names = RULE_NAMES_BY_FAMILY["placing"]
    for count, notice in ((9, "my.toml checks 9 rules and extends no edition"), (10, "")):
        (folder / "my.toml").write_text("".join(f"[rules.{name}]\n" for name in names[:count]))
        assert format_notice(load_unchecked_ruleset("my.toml")) == notice
    (folder / "base.toml").write_text('extends = "naf-2019"\n')
    off = "".join(f'[rules.{name}]\nlevel = "off"\n' for name in load_unchecked_ruleset("naf-2019").enabled_rules[1:])
    (folder / "my.toml").write_text('extends = "base.toml"\n' + off)
    assert format_notice(load_unchecked_ruleset("my.toml")) == ""


def test_no_edition_is_told_of() -> None:
    """Every edition checks more than the few rules that would be told of."""
    assert all(
        len(load_unchecked_ruleset(name).enabled_rules) >= MIN_RULES_WITHOUT_NOTICE
        and not format_notice(load_unchecked_ruleset(name))
        for name in EDITIONS
    )
