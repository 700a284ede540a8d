"""A table of small dungeons and a small ruleset, and a way to call the program in this process."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dungeon_designer.cli.main import run_program

CUP = """\
id = "cup"
name = "The Cup"

[rules.chest-count]
min = 1
max = 1
source = "Cup rules, page 1"

[rules.portal-count]
level = "should"
min = 1
max = 1

[rules.portal-numbers]
"""
# With fewer than ten rules a ruleset is warned of; these find nothing in the halls.
CUP += "".join(f"[rules.{name}]\n" for name in (
    "tile-overlap", "item-overlap", "leap-edge", "bridge", "trapdoor", "rotating-room", "rolling-hazard",
))  # fmt: skip

LEGAL = "name: Legal\nmap: |\n  <<.C.1.>>\n"
WARNED = "name: Warned\nmap: |\n  <<.C...>>\n"
ILLEGAL = "name: Illegal\nmap: |\n  <<...1.>>\n"
RENUMBERED = "# a remark\nname: Misnumbered\nmap: |\n  <<.C.7.>>\n"


WRITTEN = re.compile(r"(?!dungeon-designer: ).*: ([\d.]+ (bytes|kB|MB)|\d+ files?) written\n")
"""Matches the line by which a command says what it wrote."""


class _Called(NamedTuple):
    status: int
    out: str
    err: str


class Called(_Called):
    """What a call ended with and said.

    Attributes:
        err: standard error without the lines about files that were written.
        written: these lines, such as ``hall.svg: 34 kB written``.
    """

    written: str = ""

    @classmethod
    def from_bytes(cls, status: int, out: bytes, err: bytes) -> Called:
        """Return what a process ended with and said, with standard error taken apart."""
        lines = err.decode().splitlines(keepends=True)
        called = cls(status, out.decode(), "".join(line for line in lines if not WRITTEN.fullmatch(line)))
        called.written = "".join(line for line in lines if WRITTEN.fullmatch(line))
        return called

    @property
    def complaint(self) -> str:
        """The one line on standard error."""
        (line,) = self.err.splitlines()
        return line


Call = Callable[..., Called]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the cup's rules and four halls."""
    halls = {"legal": LEGAL, "warned": WARNED, "illegal": ILLEGAL, "misnumbered": RENUMBERED}
    (tmp_path / "cup.toml").write_text(CUP)
    for name, text in halls.items():
        (tmp_path / f"{name}.dungeon.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Call:
    """The program, called with arguments and standard input."""

    def called(*arguments: str, stdin: str | bytes = b"") -> Called:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = run_program(arguments)
        out, err = capsysbinary.readouterr()
        return Called.from_bytes(status, out, err)

    return called


@pytest.fixture
def check(call: Call, table: Path) -> Call:
    """`check` under the cup's rules."""

    def checked(*arguments: str, stdin: str | bytes = b"") -> Called:
        return call("check", "--ruleset", "cup.toml", *arguments, stdin=stdin)

    return checked
