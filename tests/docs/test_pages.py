"""The manual: every example of its pages is tried, and the site builds without a broken link."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dungeon_designer.cli.main import run_program

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [DOCS / "first-dungeon.md", DOCS / "printing.md", *sorted((DOCS / "recipes").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ENDS = re.compile(r"\s+# ends with (\d)$")


def run_playtest(words):
    """Return the exit status of a call in a process of its own, where games are compiled, and what was printed."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    call = [sys.executable, "-m", "dungeon_designer", *words]
    environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def called(tmp_path, monkeypatch, capfd):
    """A way to call the program: the exit status a line promises, the real one, and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())

    def of(line):
        promised = ENDS.search(line)
        program, *words = shlex.split(ENDS.sub("", line))
        assert program == "dungeon-designer", line
        status, said = (
            run_playtest(words) if "--playtest" in words else (run_program(words), "".join(capfd.readouterr()))
        )
        return int(promised[1]) if promised else 0, status, said

    return of


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_of_a_page_does_what_it_says(page, tmp_path, called):
    """Files of a page are written, its commands called: each ends as it says and prints the lines shown."""
    for kind, title, text in FENCE.findall(page.read_text(encoding="utf-8")):
        if title:
            (tmp_path / title).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / title).write_text(text, encoding="utf-8")
        elif kind == "console":
            said = ""
            for line in text.splitlines():
                if line.startswith("$ "):
                    promised, status, said = called(line[2:])
                    assert (line, status, said if status != promised else "") == (line, promised, "")
                else:
                    assert line in said


def test_the_site_builds_strictly(tmp_path):
    """The whole manual builds with every warning an error: links, anchors, pages missing in the navigation."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    call = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-q",
        "-f",
        ROOT / "mkdocs.yml",
        "-d",
        tmp_path / "site",
    ]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)
    assert (done.returncode, [line for line in done.stderr.splitlines() if line.startswith("WARNING")]) == (0, [])
    html = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html"))
    assert not re.findall(
        r"<(?:script|link|img)[^>]+(?:src|href)=\"https?://(?!squidfunk)[^\"]*\.(?:js|css|woff2?|png|svg)\"", html
    )
