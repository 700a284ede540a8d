"""Maps and other programs' files on standard output: the bytes a named file would hold, nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import sample, soak

from .conftest import Call
from .test_process import build_environment
from .test_process import call as process
from .test_streams import PROGRAM

FORMATS = ("svg", "png", "pdf", "html", "uvtt", "tmx", "tmj")
BINARY = ("png", "pdf")


@soak
@pytest.mark.parametrize("form", sample(FORMATS, 3))
def test_standard_output_gets_what_a_file_would(call: Call, table: Path, form: str) -> None:
    """`-o - --to FORMAT` gives the very bytes of the file with that ending, and says nothing beside them."""
    done = process("render", "legal.dungeon.yaml", "-o", "-", "--to", form)
    assert (done.returncode, done.stderr) == (0, b"")
    assert call("render", "legal.dungeon.yaml", "-o", f"hall.{form}").status == 0
    assert done.stdout == (table / f"hall.{form}").read_bytes()
    assert not (table / "-").exists()


def test_pieces_come_to_standard_output(table: Path) -> None:
    """Pieces to cut out go to standard output as a map does, and only as PDF."""
    done = process("render", "--pieces", "-o", "-", "--to", "pdf")
    assert (done.returncode, done.stderr, done.stdout[:5]) == (0, b"", b"%PDF-")
    refused = process("render", "--pieces", "-o", "-", "--to", "svg")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.endswith(b"the file's name must end in .pdf, or add --to pdf\n")


@pytest.mark.parametrize("form", ["uvtt", "tmx", "tmj"])
def test_convert_gives_other_programs_files(call: Call, table: Path, form: str) -> None:
    """`convert IN - --to FORMAT` gives the bytes of the file with that ending."""
    called = call("convert", "legal.dungeon.yaml", "-", "--to", form)
    assert (called.status, called.err) == (0, "")
    assert call("convert", "legal.dungeon.yaml", f"hall.{form}").status == 0
    assert called.out.encode() == (table / f"hall.{form}").read_bytes()
    assert called.out.startswith("<?xml" if form == "tmx" else "{")


def test_said_format_stands_for_the_ending(call: Call, table: Path) -> None:
    """With --to a file may be called as one likes."""
    assert call("render", "legal.dungeon.yaml", "-o", "hall", "--to", "svg") == (0, "", "")
    assert call("convert", "legal.dungeon.yaml", "map", "--to", "tmj") == (0, "", "")
    assert (table / "hall").read_bytes().startswith(b"<?xml")
    assert json.loads((table / "map").read_bytes())["type"] == "map"


def test_standard_output_needs_a_format(call: Call, table: Path) -> None:
    """Standard output has no ending to go by: --to is asked for, in one line."""
    called = call("render", "legal.dungeon.yaml", "-o", "-")
    assert (called.status, called.out) == (2, "")
    assert called.complaint == "dungeon-designer: standard output has no ending; name the format with --to"


@pytest.mark.parametrize("form", FORMATS)
def test_a_terminal_gets_no_binary(
    call: Call, table: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], form: str
) -> None:
    """A terminal is sent text only: a picture or a PDF is refused in one line before anything is drawn."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    called = call("render", "legal.dungeon.yaml", "-o", "-", "--to", form)
    if form in BINARY:
        assert (called.status, called.out) == (2, "")
        refusal = f"standard output is a terminal, which cannot show {form}; redirect it to a file or a program"
        assert called.complaint == f"dungeon-designer: {refusal}"
    else:
        assert called.status == 0
        assert called.out


@soak
@pytest.mark.parametrize("form", sample(["png", "svg"], 1))
def test_a_reader_of_a_map_that_stops_reading(table: Path, form: str) -> None:
    """`render … -o - | true` is no fault: 141 and silence; closed or full, standard output gets its usual line."""
    small = " --pixels-per-square 20" if form == "png" else ""
    drawn = f"{PROGRAM} render legal.dungeon.yaml -o - --to {form}{small}"
    assert _run_shell(f"{drawn} | true; echo ${{PIPESTATUS[0]}}") in ((b"141\n", b""), (b"0\n", b""))
    line = b"dungeon-designer: standard output is closed; there is nowhere to write to\n"
    assert _run_shell(f"{drawn} >&-") == (b"", line)
    full = b"dungeon-designer: standard output cannot be written: no space left on device\n"
    assert _run_shell(f"{drawn} > /dev/full") == (b"", full)


def _run_shell(script: str) -> tuple[bytes, bytes]:
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=build_environment(), timeout=60, check=False)
    return done.stdout, done.stderr
