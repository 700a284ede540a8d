"""Help, and the pages made from the program itself."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module

import pytest

from dungeon_designer import __version__, installation
from dungeon_designer.cli.main import COMMANDS
from scripts.write_docs import DOCS, build_pages

from .conftest import Call


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(call: Call, command: str) -> None:
    """Each command shows how it is called."""
    called = call(command, "--help")
    assert called.status == 0
    assert re.search(rf"Examples?:\n  +dungeon-designer {command}\b", called.out)


def test_the_programs_help_lists_every_command(call: Call) -> None:
    """Nobody needs the manual to find a command, and none is listed without a line about it."""
    called = call("--help")
    for command in COMMANDS:
        assert re.search(rf"^  {command} +[A-Z].*\.$", called.out, re.MULTILINE)


def test_the_help_of_render_has_its_options_in_groups(call: Call) -> None:
    """Paper, what is shown and overlays each have a heading with their options, and no option is there twice."""
    text = call("render", "--help").out
    groups = {
        heading: re.findall(r"^  (?:-\w, )?(--[\w-]+)", rest, re.MULTILINE) for heading, rest in _split_help(text)
    }
    assert list(groups) == ["Options", "Paper and size", "What is shown", "Overlays"]
    assert {"--output", "--ruleset", "--quiet", "--help"} <= set(groups["Options"])
    assert {"--paper", "--roll", "--tables", "--dpi"} <= set(groups["Paper and size"])
    assert {"--theme", "--no-grid", "--legend", "--hidden", "--pieces"} <= set(groups["What is shown"])
    assert groups["Overlays"] == ["--findings", "--distances-from", "--pass-from", "--overlay", "--games"]
    listed = [option for options in groups.values() for option in options]
    declared = {opt for param in import_module("dungeon_designer.cli.render").command.params for opt in param.opts}
    assert len(listed) == len(set(listed))
    assert {option for option in declared if option.startswith("--")} | {"--help"} == set(listed)


def test_the_commands_that_explain_rules_are_in_one_group(call: Call) -> None:
    """`explain`, `rules` and `rulesets` stand below one heading of the program's help."""
    groups = {
        heading: re.findall(r"^  (\w+) ", rest, re.MULTILINE) for heading, rest in _split_help(call("--help").out)
    }
    assert groups["Look up"][:3] == ["explain", "rules", "rulesets"]
    assert [name for names in groups.values() for name in names if name in COMMANDS] == list(COMMANDS)


def _split_help(text: str) -> list[tuple[str, str]]:
    """Return the headings of a help text and what stands below each."""
    _, *parts = re.split(r"^(\S.*):$", text, flags=re.MULTILINE)
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_no_command_and_a_wrong_command(call: Call) -> None:
    """Called with nothing the program shows its help; called with a wrong name, the right one."""
    assert call().status == 2
    wrong = call("chekc")
    assert wrong.status == 2
    assert "there is no command 'chekc' (did you mean check?)" in wrong.complaint


def test_the_version(call: Call) -> None:
    """--version names the program and its version."""
    assert re.fullmatch(r"dungeon-designer \d+\.\d+.*\n", call("--version").out)


@pytest.mark.parametrize(
    ("modules", "extras"), [((), "none"), (("numba",), "playtest"), (("numba", "distributed"), "playtest, cluster")]
)
def test_the_version_lists_the_extras_found(
    call: Call, monkeypatch: pytest.MonkeyPatch, modules: tuple[str, ...], extras: str
) -> None:
    """--version names the extras of which every library can be found, on the same line."""
    monkeypatch.setattr(installation, "find_spec", lambda name: name in modules)
    assert call("--version").out == f"dungeon-designer {__version__} (extras: {extras})\n"


def test_the_extras_are_those_of_the_distribution() -> None:
    """Each extra that --version may name can be installed by this name, and brings the libraries that are sought."""
    extras = tomllib.loads((DOCS.parent / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for extra, modules in installation.MODULES_BY_EXTRA.items():
        wanted = " ".join(extras[extra]).replace("dungeon-designer[playtest]", " ".join(extras["playtest"]))
        assert all(module in wanted for module in modules)


def test_the_pages_made_from_the_program_are_fresh() -> None:
    """docs/rules, schemas and table, the help and the tables of keys say what the program says; `make docs` writes."""
    made = build_pages()
    stale = [path.name for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    assert not stale, f"stale: {stale}; run make docs"
    assert set((DOCS / "rules").glob("*.md")) <= set(made), "a page of a rule that is gone"
    assert set((DOCS / "schemas").iterdir()) <= set(made), "a schema of no kind of file"
    assert set((DOCS / "table").iterdir()) <= set(made), "a page of no edition's table"


def test_the_commands_page_tells_of_every_command_and_option(call: Call) -> None:
    """docs/reference/commands.md has the help of each command; an option that it only names is in the shared table."""
    text = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    shared_table = text.partition("<!-- shared options -->")[2].partition("<!-- /shared options -->")[0]
    for command in COMMANDS:
        block = text.partition(f"<!-- help {command} -->")[2].partition("\n```\n")[0]
        explained, _, names = block.partition("\nShared options: ")
        shared = names.partition("\n")[0].split(", ") if names else []
        helped = re.findall(r"^  (?:-\w, )?(--[\w-]+)", call(command, "--help").out, re.MULTILINE)
        for option in set(helped) - {"--quiet", "--verbose", "--help"}:
            assert (option in shared) != bool(re.search(rf"^  (?:-\w, )?{option}\b(?!-)", explained, re.MULTILINE))
        assert all(f"| `{option}" in shared_table for option in shared)
