"""How much a command says: -q and -v, which every command has."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from dungeon_designer.cli.main import COMMANDS

from .conftest import Call

SEASON = 'name = "Spring Cup"\nruleset = "cup.toml"\nrounds = [{ name = "One", layout = "named.dungeon.yaml" }]\n'


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_told_to_say_less_or_more(command: str) -> None:
    """Each command has -q and -v beside its own options."""
    module, _, name = COMMANDS[command][0].partition(":")
    options = [
        opt
        for each in getattr(importlib.import_module(f"dungeon_designer.cli.{module}"), name).params
        for opt in each.opts
    ]
    assert {"-q", "--quiet", "-v", "--verbose"} <= set(options)
    assert len(options) == len(set(options))


def test_both_at_once_are_refused(call: Call, table: Path) -> None:
    """A call with --quiet and --verbose is refused in one line."""
    called = call("check", "legal.dungeon.yaml", "-q", "-v")
    assert called.status == 2
    assert "-q and -v exclude each other" in called.complaint


def test_quiet_says_results_and_errors_alone(call: Call, table: Path) -> None:
    """With -q nothing is told that is no fault, nor what stands beside the findings; what is wrong still is."""
    (table / "named.dungeon.yaml").write_text("ruleset: naf-2019\nmap: |\n  <<...1.>>\n")
    (table / "season.toml").write_text(SEASON)
    usual, quiet = call("check", "season.toml"), call("check", "season.toml", "-q")
    assert "it names the ruleset naf-2019" in usual.err
    assert "not asked" not in usual.out
    assert (quiet.status, quiet.err) == (1, "")
    assert "error[chest-count]" in quiet.out
    assert "not asked" not in quiet.out
    assert "no such file" in call("check", "gone.dungeon.yaml", "-q").complaint


def test_verbose_says_everything(call: Call, table: Path) -> None:
    """With -v rules that were not asked are listed, and standard error tells what was written and how long it took."""
    told = call("check", "legal.dungeon.yaml", "--ruleset", "cup.toml", "-v")
    assert "Not asked under cup (" in told.out
    assert "tile-mix, " in told.out
    drawn = call("render", "legal.dungeon.yaml", "-o", "legal.svg", "-v").err.splitlines()
    assert drawn[0] == f"dungeon-designer: legal.svg: {(table / 'legal.svg').stat().st_size} bytes written"
    assert drawn[1].startswith("dungeon-designer: done in ")
    assert not call("render", "legal.dungeon.yaml", "-o", "legal.svg").err


def test_who_selects_rules_is_not_told_the_others(check: Call) -> None:
    """With --select the call itself says what is asked."""
    assert "ot asked" not in check("legal.dungeon.yaml", "--select", "chest-count", "-v").out


def test_a_dungeon_that_is_legal_under_its_own_ruleset_is_not_called_illegal(call: Call, table: Path) -> None:
    """Asked under all editions, the sum says how many are legal under the edition each names."""
    example = Path(__file__).parents[2] / "examples/naf-2019/the-four-winds.dungeon.yaml"
    told = call("check", str(example), "--ruleset", "all").out.splitlines()[-1]
    assert told == "1 file checked under 8 rulesets; under its own 1 is legal and 0 are not"
