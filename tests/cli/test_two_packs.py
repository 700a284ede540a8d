"""The two packs of an event: what coaches read tells no more than they should know; the organiser's tells all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from dungeon_designer.rules.rule_registry import RULE_NAMES
from tests.exports import pages
from tests.soak import sample, soak

from .conftest import Call

FOLDER = Path("examples/generated/naf-2019").resolve()
MARKED = """\
name: The Marked Hall
ruleset: naf-2019
map: |
  <<.C.1....>>
traps:
  - {kind: counter, at: [3, 0], content: spiked_pit, owner: home}
  - {kind: counter, at: [6, 0], content: nothing, owner: away}
  - {kind: trapdoor, at: [8, 0], below: honey vat}
"""
SEASON = """\
name = "The Autumn Cup"
ruleset = "naf-2019"
coaches = 8
date = "2027-10-09"
referee = "Table 2 leans."
rounds = [
  {{ name = "Round 1", layout = {first} }},
  {{ name = "Round 2", layout = "marked.dungeon.yaml" }},
]
"""
UNTOLD = re.compile(
    r"\bseeds?\b|\.toml|\.yaml|dungeon-designer|/tmp|examples|naf-2019|\bverdict\b|\bwaive|walking distances"
    r"|not legal|rules? asked|\d %|[a-z]+-[a-z]+-(?:count|distance|spacing)|honey|Table 2 leans",
    re.IGNORECASE,
)


@pytest.fixture
def event(table: Path) -> Path:
    """Proposed dungeons, whose notes tell how they were found, and one with hidden things, in two rounds."""
    files = sorted(FOLDER.glob("*.yaml"))
    for file in files:
        shutil.copy(file, table)
    (table / "marked.dungeon.yaml").write_text(MARKED)
    (table / "season.toml").write_text(SEASON.format(first=[file.name for file in files]))
    return table


def read_words(call: Call, name: str, *more: str) -> str:
    """Return all the words of a pack."""
    assert call("pack", "season.toml", "-o", name, *more).status == 1  # the marked hall is not legal
    if name.endswith(".md"):
        return Path(name).read_text()
    return "\n".join(pages.text(Path(name), number) for number in range(1, pages.count_pages(Path(name)) + 1))


@pytest.mark.parametrize("name", ["out.md", "out.pdf"])
def test_coaches_read_no_seed_path_rule_or_figure(call: Call, event: Path, name: str) -> None:
    """A search of the coaches' pack finds nothing of how dungeons were found or judged, and nothing hidden."""
    text = read_words(call, name)
    assert not UNTOLD.findall(text)
    assert not [rule for rule in RULE_NAMES if "-" in rule and re.search(rf"\b{rule}\b", text)]
    assert "spiked pit" not in text.partition("rules of")[0]
    assert "face down: counter 1 at (3, 0), counter 2 at (6, 0)" in " ".join(text.split())


@soak
@pytest.mark.parametrize("name", sample(["out.md", "out.pdf"], 2))
@pytest.mark.parametrize("option", ["--organiser", "--hidden"])
def test_the_organiser_reads_everything(call: Call, event: Path, name: str, option: str) -> None:
    """Kits, what lies hidden, verdicts, the referee's notes, what changes between rounds, and pages to expect."""
    text = " ".join(read_words(call, name, option).split())
    for said in (
        "spiked pit", "honey vat", "Not legal under", "The kits of pieces", "Between the rounds", "Pages and ink",
        "Table 2 leans.", "What lies hidden", "Steps to all chests", "put away",
    ):  # fmt: skip
        assert said in text


def test_every_page_has_its_number(call: Call, event: Path) -> None:
    """The pages are numbered from the second on, maps too, each at its foot."""
    for option in ((), ("--organiser",)):
        read_words(call, "out.pdf", *option)
        told = [pages.text(Path("out.pdf"), number) for number in range(1, pages.count_pages(Path("out.pdf")) + 1)]
        assert [text.split()[-1] for text in told[1:]] == [str(number) for number in range(2, len(told) + 1)]


def test_the_pages_to_expect_are_those_that_come(call: Call, event: Path) -> None:
    """The organiser's table counts the sheets and kits that --square prints."""
    plain = read_words(call, "out.pdf", "--organiser")
    words = pages.count_pages(Path("out.pdf"))
    (expected,) = re.findall(r"^ *Total +(\d+)$", plain, re.MULTILINE)
    read_words(call, "out.pdf", "--organiser", "--square", "29mm")
    assert pages.count_pages(Path("out.pdf")) == words + int(expected)
