"""What bash, zsh and fish complete at TAB."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click
import pytest

from dungeon_designer.analysis.figure_picture import PICTURE_NAMES
from dungeon_designer.cli.completion.answer import TABLE_FILE, answer_shell, list_candidates
from dungeon_designer.cli.completion.table import UNKNOWN_VALUES, build_values, find_value_name, format_table
from dungeon_designer.cli.main import COMMANDS
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library

from .conftest import Call

TABLE = json.loads(TABLE_FILE.read_text())
MAX_SECONDS = 0.3
"""How long an answer may take, with the start of Python."""


def _complete(*words: str) -> list[str]:
    *before, incomplete = words
    return [each.text for each in list_candidates(TABLE, before, incomplete)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of all kinds, in which the shells are started."""
    names = (
        "hall.dungeon.yaml",
        "hall.pdf",
        "my hall.dungeon.json",
        "cup.toml",
        "photo.jpg",
        "halls/deep.dungeon.yaml",
    )
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("explain", ""), RULE_NAMES),
        (("check", "--select", ""), RULE_NAMES),
        (("check", "--ruleset", ""), (*EDITIONS, "all")),
        (("new", "sketch", "--ruleset", ""), EDITIONS),
        (("render", "--overlay", ""), PICTURE_NAMES),
        (("render", "--theme", ""), THEMES),
        (("pack", "--theme", ""), THEMES),
        (("render", "--paper", ""), PAPERS),
        (("tiles", ""), load_library().sets),
        (("render", "--tiles", ""), load_library().sets),
        (("check", "--format", ""), ("text", "json", "sarif", "junit")),
        (("new", ""), ("sketch", "ruleset", "season", "tile")),
        (("",), COMMANDS),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) and "" in each else "",
)
def test_words_that_the_program_knows_are_offered(words: Sequence[str], wanted: Sequence[str]) -> None:
    """Rules, rulesets, figures, themes, papers, tile sets, choices and commands are offered where they may stand."""
    assert set(wanted) <= set(_complete(*words))


def test_a_word_begins_as_it_was_typed(files: Path) -> None:
    """Only what begins with the typed letters is offered; in a list after its last comma, and each word once."""
    assert _complete("ren") == ["render"]
    assert _complete("check", "--ruleset", "naf") == ["naf-2019"]
    assert _complete("check", "--ruleset=naf") == ["--ruleset=naf-2019"]
    assert _complete("render", "hall.dungeon.yaml", "--distances-f") == ["--distances-from"]
    assert _complete("check", "--select", "chest-count,portal-num") == ["chest-count,portal-numbers"]
    assert "chest-count,chest-count" not in _complete("check", "--select", "chest-count,chest-c")
    assert _complete("rules", "") == [option for option in TABLE["commands"]["rules"]["options"] if option[1] == "-"]
    assert _complete("chekc", "") == []
    assert _complete("render", "--square", "") == []


def test_files_that_fit_are_offered(files: Path) -> None:
    """Dungeons, seasons and folders for what is read; TOML for a ruleset; folders for a folder; any file if none."""
    assert _complete("check", "ha") == ["hall.dungeon.yaml", "halls/"]
    dungeons = ["cup.toml", "hall.dungeon.yaml", "my hall.dungeon.json", "halls/"]
    assert _complete("check", "hall.dungeon.yaml", "") == dungeons
    assert _complete("check", "halls/") == ["halls/deep.dungeon.yaml"]
    assert _complete("check", "ph") == ["photo.jpg"]
    assert _complete("check", "--ruleset", "cu") == ["cup.toml"]
    assert _complete("publish", "-o", "") == ["halls/"]
    assert _complete("convert", "hall.dungeon.yaml", "hall.p") == ["hall.pdf"]
    assert _complete("check", "no/such/folder/") == []


def test_every_value_is_known_or_said_to_be_unknown() -> None:
    """An option or argument has values to complete, or its word is listed as one that only the user knows."""
    values = build_values()
    for name, (path, _) in COMMANDS.items():
        module, _, attribute = path.partition(":")
        for parameter in getattr(import_module(f"dungeon_designer.cli.{module}"), attribute).params:
            value_name = find_value_name(parameter)
            is_known = not value_name or value_name in values or value_name in UNKNOWN_VALUES
            assert is_known or isinstance(parameter.type, click.Choice), f"{name}: {value_name}"


def test_the_table_is_fresh() -> None:
    """The file that shells complete from says what the commands say; `make docs` writes it."""
    assert TABLE_FILE.read_text() == format_table(), "stale; run make docs"


def test_the_answer_comes_at_once(files: Path) -> None:
    """From the start of the program to its answer 0.3 s pass at most, for words and for files."""
    for line in (["render", "--th"], ["check", "--select", "chest-count,p"], ["check", "ha"]):
        environment = {
            **os.environ,
            "COMP_WORDS": "\n".join(("dungeon-designer", *line)),
            "COMP_CWORD": str(len(line)),
            "_DUNGEON_DESIGNER_COMPLETE": "bash_complete",
        }
        seconds = []
        for _ in range(5):
            started = os.times()
            done = subprocess.run(
                [sys.executable, "-m", "dungeon_designer"], env=environment, capture_output=True, check=True
            )
            ended = os.times()  # time of the processor, which other work on this machine does not add to
            seconds.append(sum(ended[2:4]) - sum(started[2:4]))  # of child processes: in the program, in the system
        assert done.stdout
        assert min(seconds) <= MAX_SECONDS


def test_each_shell_gets_its_script(call: Call) -> None:
    """`completion SHELL` prints the script, and so does the variable of older versions; other shells are refused."""
    for shell in ("bash", "zsh", "fish"):
        script = call("completion", shell).out
        assert "_DUNGEON_DESIGNER_COMPLETE" in script
        assert answer_shell({"_DUNGEON_DESIGNER_COMPLETE": f"{shell}_source"}) == script
    assert call("completion", "tcsh").status == 2
    assert answer_shell({"_DUNGEON_DESIGNER_COMPLETE": "tcsh_complete"}) == ""


STARTS = {
    "bash": ("bash --norc --noprofile -i", 'eval "$(dungeon-designer completion bash)"'),
    "zsh": ("zsh -f -i", 'autoload -U compinit; compinit -D -u; eval "$(dungeon-designer completion zsh)"'),
    "fish": ("fish --no-config -i", "dungeon-designer completion fish | source"),
}
"""How each shell is started without the user's own settings, and the line that turns completion on."""

STAND_IN = f"""#!/bin/sh
cd "$HOME" || exit
if [ -n "$_DUNGEON_DESIGNER_COMPLETE" ]; then {sys.executable} -m dungeon_designer; touch answered
elif [ "$1" = completion ]; then exec {sys.executable} -m dungeon_designer "$@"
else for word in "$@"; do printf '%s\\n' "$word"; done > unfinished; mv unfinished called
fi
"""
"""A program that answers the shell as ours does, but only notes down the words with which it is called."""


class Terminal:
    """A shell in a terminal of its own, in which one types."""

    def __init__(self, shell: str, folder: Path) -> None:
        """Start a shell in a folder, and turn completion on."""
        command, start = STARTS[shell]
        program = folder / "bin" / "dungeon-designer"
        program.parent.mkdir()
        program.write_text(STAND_IN)
        program.chmod(0o755)
        self._folder, self._shell = folder, shell
        environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(folder)}
        environment |= {"TERM": "dumb", "PS1": "$ ", "PYTHONPATH": str(Path(__file__).parents[2])}
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(folder)
            os.execvpe(command.split()[0], command.split(), environment)  # noqa: S606
        self._type(f"{start}\n")
        self._type("touch ready\n")
        self._wait_for("ready")

    def complete(self, line: str) -> list[str]:
        """Type a line, press TAB and Enter, and return the words with which the program was called."""
        for name in ("answered", "called"):
            (self._folder / name).unlink(missing_ok=True)
        self._type(f"{line}\t")
        self._wait_for("answered")
        self._type("\n")
        self._wait_for("called")
        return (self._folder / "called").read_text().splitlines()

    def close(self) -> None:
        """End the shell."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def _type(self, text: str) -> None:
        """Type some text, and read what the shell shows for it until it shows no more."""
        os.write(self._terminal, text.encode())
        self._read()

    def _read(self) -> str:
        """Return what the shell shows until it is silent for a while."""
        shown = b""
        while select.select([self._terminal], [], [], 0.15)[0]:
            shown += os.read(self._terminal, 65536)
        return shown.decode("utf-8", "replace")

    def _wait_for(self, name: str) -> None:
        """Wait until there is a file of a name, and the shell is silent."""
        shown, end = "", time.monotonic() + 60
        while not (self._folder / name).exists() and time.monotonic() < end:
            shown += self._read()
        assert (self._folder / name).exists(), f"{self._shell} shows {shown!r}"
        self._read()


@pytest.mark.parametrize("shell", STARTS)
def test_a_shell_completes_at_tab(files: Path, shell: str) -> None:
    """In bash, zsh and fish TAB completes a command, a file (with a blank, too), a folder, and an option's words."""
    terminal = Terminal(shell, files)
    try:
        assert terminal.complete("dungeon-designer rend") == ["render"]
        assert terminal.complete("dungeon-designer check hall.") == ["check", "hall.dungeon.yaml"]
        assert terminal.complete("dungeon-designer check halls") == ["check", "halls/"]
        assert terminal.complete("dungeon-designer check my") == ["check", "my hall.dungeon.json"]
        assert terminal.complete("dungeon-designer check my\\ h") == ["check", "my hall.dungeon.json"]
        assert terminal.complete("dungeon-designer check ~/cu") == ["check", str(files / "cup.toml")]
        assert terminal.complete("dungeon-designer check --ruleset naf") == ["check", "--ruleset", "naf-2019"]
        assert terminal.complete("dungeon-designer check --ruleset=naf") == ["check", "--ruleset=naf-2019"]
        assert terminal.complete("dungeon-designer explain corridor") == ["explain", "corridor-width"]
    finally:
        terminal.close()
