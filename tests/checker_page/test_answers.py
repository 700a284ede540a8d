"""What the page in the browser asks of Python is answered as the commands answer it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeon_designer.browser import answers
from dungeon_designer.browser.answers import answer_json
from dungeon_designer.browser.starts import build_starts
from dungeon_designer.cli.main import run_program
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.rulesets.loader import EDITIONS

from .questions import EXAMPLES, ROOT, read_dungeon

WINDS = ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
NARROW = ROOT / "examples" / "illegal" / "narrow-halls.dungeon.yaml"


def ask(kind: str, **more: Any) -> dict[str, Any]:
    """Return the answer to a question."""
    answer: dict[str, Any] = json.loads(answer_json(json.dumps({"type": kind, **more})))
    return answer


def test_a_check_is_what_the_command_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """`check` with moves answers with the same report as `check --format json`."""
    assert run_program(["check", str(NARROW), "--format", "json"]) == 1
    (report,) = json.loads(capsys.readouterr().out)["reports"]
    answer = ask("check", dungeon=read_dungeon(NARROW), moves=True)
    assert answer["report"] == {**report, "file": NARROW.name}


def test_each_edition_is_asked() -> None:
    """`check-all` says of each of the eight editions whether the dungeon is legal."""
    answer = ask("check-all", dungeon=read_dungeon(WINDS))
    assert [each["ruleset"] for each in answer["editions"] if each["legal"]] == ["naf-2019"]
    assert len(answer["editions"]) == 8


def test_own_rules_judge() -> None:
    """The user's own TOML file is a ruleset, also where the dungeon names it."""
    dungeon = read_dungeon(WINDS)
    text = 'id = "cup"\nname = "Cup"\nextends = "naf-2019"\n[rules.chest-count]\nmin = 9\nmax = 9\n'
    own = {"name": "cup.toml", "text": text}
    answer = ask("check", dungeon=dungeon, ruleset="house", house_rules=own)
    assert "chest-count" in {each["rule"] for each in answer["report"]["findings"]}
    named = {**dungeon, "text": dungeon["text"].replace("ruleset: naf-2019", "ruleset: cup.toml")}
    assert ask("check", dungeon=named, house_rules=own)["report"] == {**answer["report"], "file": dungeon["name"]}
    assert "open your own ruleset (cup.toml" in ask("check", dungeon=named)["problem"]


def test_a_fix_is_made_in_the_text() -> None:
    """A fix that a check with moves offers changes the text, and removes the problem."""
    dungeon = {"name": "winds.dungeon.yaml", "text": "map: <.1.1.>\nruleset: naf-2019\n"}
    findings = ask("check", dungeon=dungeon, moves=True)["report"]["findings"]
    problem = next(number for number, each in enumerate(findings) if each["rule"] == "portal-numbers" and each["fixes"])
    fixed = ask("apply-fix", dungeon=dungeon, problem=problem, fix=0)
    numbers = [portal.number for portal in Dungeon.parse(fixed["dungeon"]["text"]).layout.portals]
    assert sorted(numbers) == [1, 2]
    assert ask("apply-fix", dungeon=dungeon, problem=99, fix=0)["type"] == "refused"


def test_a_link_opens_what_it_holds() -> None:
    """The dungeon of a link that the page makes is the one that it was made of."""
    link = ask("make-link", dungeon=read_dungeon(WINDS), page="https://example.org/checker/")["link"]
    assert link.startswith("https://example.org/checker/#d=")
    opened = ask("open-link", link=link)["dungeon"]
    assert Dungeon.parse(opened["text"]).layout == Dungeon.load(WINDS).layout
    assert ask("open-link", link=link[:-9])["type"] == "refused"


def test_files_of_other_programs_become_sketches() -> None:
    """A One Page Dungeon is converted, and the answer says what became of its parts; a wrong file is refused."""
    map_data = json.dumps({"rects": [{"x": 0, "y": 0, "w": 5, "h": 5}], "doors": [], "notes": []}).encode()
    opened = ask("open-file", name="keep.json", data=base64.b64encode(map_data).decode())
    assert opened["dungeon"]["name"] == "keep.dungeon.yaml"
    assert opened["remark"].startswith("One Page Dungeon")
    assert len(Dungeon.parse(opened["dungeon"]["text"]).board.squares) == 25
    assert ask("open-file", name="x.json", data=base64.b64encode(b"{").decode())["type"] == "refused"


def test_each_start_is_readable() -> None:
    """Each template and each example can be started from, names a ruleset and has a name; templates come first."""
    starts = build_starts().starts
    assert [start.id for start in starts[:8]] == list(EDITIONS)
    assert sum(start.kind == "example" for start in starts) >= 30
    assert len({start.id for start in starts}) == len(starts)
    for start in starts:
        assert "ruleset:" in start.dungeon.text
        assert start.name.strip()
        assert not start.name.endswith(".yaml")
    for start in starts[::4]:
        assert ask("check", dungeon=msgspec.to_builtins(start.dungeon))["type"] in ("checked", "refused")


@pytest.mark.parametrize("ending", answers.MEDIA_TYPES)
def test_downloads_are_the_files_of_the_commands(ending: str, tmp_path: Path) -> None:
    """A download is the file that the commands write for the same dungeon."""
    exported = ask("export", dungeon=read_dungeon(WINDS), ending=ending)
    data = base64.b64decode(exported["data"])
    assert exported["name"] == f"the-four-winds{ending}"
    target = tmp_path / exported["name"]
    render, convert = ["render", str(WINDS), "-o", str(target), "--title"], ["convert", str(WINDS), str(target)]
    command = render if ending in (".svg", ".html") else convert
    assert run_program(command) == 0
    assert data == (WINDS.read_bytes() if ending == ".dungeon.yaml" else target.read_bytes())


def test_what_needs_the_program_says_so() -> None:
    """A format that the page does not make is refused with the remedy."""
    problem = ask("export", dungeon=read_dungeon(WINDS), ending=".pdf")["problem"]
    assert problem == ".pdf: not in the browser; install the program"


def test_a_crash_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash of the program is answered as a failure, never as a verdict."""
    monkeypatch.setattr(answers, "build_report_entry", None)
    assert ask("check", dungeon=read_dungeon(WINDS))["type"] == "failed"


def test_every_rule_is_explained() -> None:
    """`explain` answers with the manual of the rule, in which no text can become an element of the page."""
    answer = ask("explain", dungeon=read_dungeon(EXAMPLES[0]), rule="corridor-width", ruleset="naf-2019")
    assert answer["summary"] == "Every corridor is at least two squares wide."
    assert "<script" not in answer["html"]
    assert ask("explain", dungeon=read_dungeon(EXAMPLES[0]), rule="corridor-widht")["type"] == "refused"
