"""Test an installed program with a few commands in an empty home: `python -m scripts.self_test [PROGRAM]`.

The commands check dungeons, print one and open the editor. `scripts/bundle.py` runs them with the bundle, the workflow
of packages with the program that pipx installed, whose name is `dungeon-designer`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

PROGRAM = "dungeon-designer"

_WINDOW_DELAY_S = 6
"""Seconds after which the editor's window counts as opened, if the program still runs."""

_TIMEOUT_S = 300
"""Seconds after which any other command counts as failed."""

_KEPT_VARIABLES = ("SYSTEMROOT", "COMSPEC", "TEMP", "TMP", "LD_LIBRARY_PATH")
"""The variables that a test leaves as they are: Windows starts no program without the first."""


def list_calls(examples: str, output: str) -> Iterator[tuple[str, ...]]:
    """Yield the commands of the test, each as its words without the program.

    Args:
        examples: the folder with the examples of naf-2019, as the program sees it.
        output: the folder in which files are written, as the program sees it.
    """
    dungeon = f"{examples}/the-four-winds.dungeon.yaml"
    yield ("--version",)
    yield "check", examples
    yield "render", dungeon, "-o", f"{output}/hall.pdf"
    yield "render", dungeon, "-o", f"{output}/hall.png", "--dpi", "300"  # large: painted by a second process
    yield "render", dungeon, "-o", f"{output}/hall.html"
    yield "convert", dungeon, f"{output}/hall.board.json"
    yield "explain", "chest-spacing"
    yield "analyse", dungeon
    # two processes share the search; no match is played, since uncompiled games take minutes
    search = ("--ruleset", "naf-2019", "--count", "1", "--jobs", "2", "--no-playtest")
    yield "generate", *search, "-o", f"{output}/halls"
    yield "edit", dungeon


def run_call(command: Sequence[str], arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run one command and print whether it works.

    A command works if it ends with status 0. The editor works if its window is still open after some seconds.

    Args:
        command: the words that start the program.
        arguments: the words after them.
        environment: all environment variables of the command.

    Raises:
        SystemExit: the command does not work.
    """
    opens_window = arguments[0] == "edit"
    process = subprocess.Popen(  # noqa: S603 - our own words
        [*command, *arguments], env=dict(environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        error_output = process.communicate(timeout=_WINDOW_DELAY_S if opens_window else _TIMEOUT_S)[1]
        succeeded = not opens_window and not process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        error_output, succeeded = process.communicate()[1], opens_window
    result = "works" if succeeded else f"{error_output.strip() or 'failed'} (status {process.returncode})"
    print(f"{PROGRAM} {' '.join(arguments)}: {result}", flush=True)
    if not succeeded:
        raise SystemExit(1)


def try_program(program: str, examples: Path) -> None:
    """Run the commands of the test with a program, in an empty home and with no other program on the path.

    Args:
        program: the path of the program.
        examples: the folder with the examples of naf-2019.

    Raises:
        SystemExit: a command does not work.
    """
    with tempfile.TemporaryDirectory() as home:
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        environment = {
            **kept, "HOME": home, "USERPROFILE": home, "APPDATA": home, "LOCALAPPDATA": home, "PATH": "",
            "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "QT_QPA_PLATFORM": "offscreen",
        }  # fmt: skip
        for arguments in list_calls(str(examples), home):
            run_call([program], arguments, environment)


def main() -> None:
    """Test the program that the command line names, or the one on the path."""
    name = sys.argv[1] if len(sys.argv) > 1 else PROGRAM
    program = shutil.which(name)
    if program is None:
        raise SystemExit(f"{name} is not on the path")
    try_program(program, Path(__file__).resolve().parents[1] / "examples" / "naf-2019")


if __name__ == "__main__":
    main()
