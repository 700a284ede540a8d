"""The tests pass or fail alike on every machine, whatever other programs it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import asked, program

TESTS = Path(__file__).parents[1]
PREPARED = ("Xvfb", "xdotool", "xmllint")
"""Programs that `scripts/prepare` installs for the tests."""


@pytest.mark.parametrize(
    ("script", "taken"),
    [
        ("echo v20.1", True),
        ("echo Chromium 120.0", True),
        ("echo v12", False),
        ("echo; exit 1", False),
        ("exit 0", False),
    ],
)
def test_a_program_that_does_not_work_is_not_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, taken: bool
) -> None:
    """One that fails, says nothing or is too old counts as none."""
    fake = tmp_path / "node"
    fake.write_text(f"#!/bin/sh\n{script}\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert (program("nothing", "node", least=18) == str(fake)) is taken


def test_programs_are_looked_up_in_one_place() -> None:
    """No test looks for a program by itself, but for those that `make test` installs."""
    for file in TESTS.rglob("*.py"):
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if "shutil." + "which" in line]
        assert file.name == "programs.py" or all(
            any(name in line for name in (*PREPARED, "NEEDED")) for line in lines
        ), file


def test_an_unknown_version_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of other programs are compared where one says so, and nowhere else."""
    assert asked("inkscape").args == (True,)
    monkeypatch.setenv("DUNGEON_PROGRAMS", "tiled inkscape")
    assert asked("inkscape").args == (False,)
