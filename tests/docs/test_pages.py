"""The manual: every example of its pages is tried, and the site builds without a broken link."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import scripts.build_site
from dungeon_designer.cli.main import run_program
from scripts.build_site import build_site, read_moved_headings, read_redirects

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted(DOCS.glob("*/*.md")))
    if "```console" in page.read_text(encoding="utf-8")
]
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ENDS = re.compile(r"\s+# ends with (\d)$")


def split_line(line):
    """Return the words of a line of the shell, and the file that gets what it prints, or None."""
    words = shlex.split(ENDS.sub("", line))
    return (words[:-2], Path(words[-1])) if words[-2:-1] == [">"] else (words, None)


def plays_matches(words):
    """Return whether a call of the program plays matches."""
    return words[0] == "playtest" or "--playtest" in words


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
        (program, *words), target = split_line(line)
        if program == "mkdir":
            (folder,) = words
            Path(folder).mkdir()
            return 0, 0, ""
        assert program == "dungeon-designer", line
        if plays_matches(words):
            status, said = run_playtest(words)
        else:
            status, (printed, complained) = run_program(words), capfd.readouterr()
            said = printed + complained
            if target:
                assert printed, line
                target.write_text(printed, encoding="utf-8")
                said = complained
        return int(promised[1]) if promised else 0, status, said

    return of


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_of_a_page_does_what_it_says(page, tmp_path, called):
    """Files of a page are written, its commands called: each ends and prints as shown, up to cuts (…)."""
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
                elif line != "…":
                    assert line in said


def test_the_site_asks_nothing_of_other_computers(site):
    """No page loads a script, a style or a picture from the web; the search's worker comes with the site."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<(?:script|img)[^>]+src=\"(?:https?:)?//[^\"]*", text) == []
        assert re.findall(r"<link[^>]+href=\"(?:https?:)?//[^\"]*", text) == []
    assert "iframe-worker.js" in (site / "rules" / "chest-spacing.html").read_text(encoding="utf-8")


def test_a_page_is_called_by_its_heading(site):
    """The title of each page, in the browser and in the search, is its heading."""
    entries = json.loads((site / "search.json").read_text(encoding="utf-8"))["items"]
    title_by_page = {entry["location"]: entry["title"] for entry in reversed(entries) if "#" not in entry["location"]}
    for page in DOCS.rglob("*.md"):
        path = page.relative_to(DOCS).as_posix().replace("README.md", "index.html").replace(".md", ".html")
        (heading, *others) = re.findall(r"<h1[^>]*>(.*?)(?:<a class=\"headerlink\"|</h1>)", (site / path).read_text())
        assert others == []
        assert title_by_page[path] == heading.strip()
        assert f"<title>{re.sub('<.*?>', '', heading).strip()} - Dungeon Designer</title>" in (site / path).read_text()


def test_a_broken_link_stops_the_build(tmp_path, monkeypatch):
    """A link that leads nowhere ends the build with a line that names page and link."""
    for name in ("docs", "scripts/site", "dungeon_designer/reports"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    page = tmp_path / "docs" / "start" / "glossary.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n[nowhere](nowhere.md)\n", encoding="utf-8")
    monkeypatch.setattr(scripts.build_site, "PROJECT_ROOT", tmp_path)
    with pytest.raises(SystemExit, match=r"(?s)glossary\.md.*nowhere\.md"):
        build_site(tmp_path / "site")


def test_old_addresses_lead_to_the_text(site):
    """Each old address leads to a page, and each old heading to a heading, that the site has."""
    redirects = read_redirects()
    assert len(redirects) > 25
    for old_page, (new_page, headings) in redirects.items():
        text = (site / old_page).read_text(encoding="utf-8")
        up = "../" * old_page.count("/")
        assert f'<a href="{up}{new_page}">' in text
        for address in (new_page, *headings.values()):
            path, _, anchor = address.partition("#")
            target = (site / path).read_text(encoding="utf-8")
            assert not anchor or f'id="{anchor}"' in target, f"{old_page} leads to {address}"


def test_a_heading_that_moved_leads_to_its_text(site):
    """A page whose headings moved leads from each of them, which it has no longer, to one that the site has."""
    assert read_moved_headings()
    for page, headings in read_moved_headings().items():
        text = (site / page).read_text(encoding="utf-8")
        for heading, address in headings.items():
            path, _, anchor = address.partition("#")
            assert f'id="{heading}"' not in text
            assert f'"{heading}": "../{address}"' in text
            assert not anchor or f'id="{anchor}"' in (site / path).read_text(encoding="utf-8"), address


def count_words(text: str) -> int:
    """Return the number of tokens of a text that hold a letter."""
    return sum(any(letter.isalpha() for letter in token) for token in text.split())


def test_the_readme_is_short_and_leads_to_every_how_to():
    """The README leads to every how-to with at most 450 words before its first reference heading, 1,000 in all."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    entrance, _, _ = text.partition("## A dungeon is a text file")
    assert count_words(entrance) <= 450
    assert count_words(text) <= 1000
    linked = {Path(link).name for link in re.findall(r"\(docs/how-to/([a-z0-9-]+\.md)\)", entrance)}
    assert {page.name for page in (DOCS / "how-to").glob("*.md")} - linked == set()
    assert ".venv/bin" not in text
