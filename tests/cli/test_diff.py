"""`diff`: what changed between two dungeons, also when git calls it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from dungeon_designer.cli.diff import find_base_folder
from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.dungeon import Dungeon
from tests.rules.broken_rule import broken_rule

from .conftest import LEGAL, Call

ROOT = Path(__file__).parents[2]
FORMATS = ["text", "markdown", "json", "svg"]
MOVED = LEGAL.replace(".C.1.", "C..1.")
TILE = "name: Hall\nkind: room\nsquares: |\n  ....\n  ....\n"


@pytest.fixture
def halls(table: Path) -> Path:
    """The table with a hall whose chest moved, and with the same hall as a layout file."""
    (table / "moved.dungeon.yaml").write_text(MOVED)
    return table


@pytest.mark.parametrize("form", FORMATS)
def test_the_status_says_whether_they_are_alike(call: Call, halls: Path, form: str) -> None:
    """Alike is 0, different is 1, unreadable is 2 with one line, in every format."""
    call("convert", "legal.dungeon.yaml", "legal.dungeon.json")
    alike = call("diff", "legal.dungeon.yaml", "legal.dungeon.json", "--format", form)
    different = call("diff", "legal.dungeon.yaml", "moved.dungeon.yaml", "--format", form)
    unreadable = call("diff", "legal.dungeon.yaml", "gone.dungeon.yaml", "--format", form)
    assert [each.status for each in (alike, different, unreadable)] == [0, 1, 2]
    assert alike.err == different.err == unreadable.out == ""
    assert alike.out != different.out
    assert "no such file" in unreadable.complaint


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_that_is_not_there_was_added_or_removed(call: Call, halls: Path, form: str) -> None:
    """/dev/null is no file: with it on one side the dungeon was added or removed, on both there is nothing."""
    added = call("diff", "/dev/null", "legal.dungeon.yaml", "--format", form)
    removed = call("diff", "legal.dungeon.yaml", os.devnull, "--format", form)
    assert (added.status, removed.status) == (1, 1)
    assert "added" in added.out
    assert "removed" in removed.out
    neither = call("diff", "/dev/null", "/dev/null", "--format", form)
    assert (neither.status, neither.out) == (2, "")
    assert "nothing to compare; name a dungeon" in neither.complaint


def test_json_is_what_the_schema_says(call: Call, halls: Path) -> None:
    """The document fits the printed schema, and names kind, squares and facts of each change."""
    validator = jsonschema.Draft202012Validator(build_kind_schema("diff"))
    for names in (("legal", "moved"), ("legal", "legal"), ("misnumbered", "illegal")):
        document = json.loads(call("diff", *(f"{name}.dungeon.yaml" for name in names), "--format", "json").out)
        validator.validate(document)
    document = json.loads(call("diff", "legal.dungeon.yaml", "moved.dungeon.yaml", "--format", "json").out)
    assert (document["version"], document["outcome"], document["before"]["ruleset"]) == (1, "different", None)
    assert document["changes"] == [
        {
            "kind": "moved",
            "subject": "chests",
            "text": "chest at (3, 0) moved to (2, 0)",
            "squares_before": [[3, 0]],
            "squares_after": [[2, 0]],
            "fields": [{"field": "at", "before": [3, 0], "after": [2, 0]}],
        }
    ]


def test_the_picture_marks_each_change_by_its_number(call: Call, halls: Path) -> None:
    """The SVG has both maps, and a mark with the number of a change on each map where it has squares."""
    (halls / "more.dungeon.yaml").write_text(MOVED.replace(".1.>>", ".12>>").replace("Legal", "More"))
    assert call("diff", "legal.dungeon.yaml", "more.dungeon.yaml", "--format", "svg", "-o", "d.svg").status == 1
    svg = ElementTree.fromstring((halls / "d.svg").read_bytes())  # noqa: S314 - our own file
    ids = {element.get("id") for element in svg.iter() if element.get("id")}
    assert {"before-caption", "after-caption"} <= ids
    # 1: the name, without squares; 2: the moved chest; 3: the new portal
    assert {name for name in ids if name and "-change-" in name} == {
        "before-change-2", "after-change-2", "after-change-3",
    }  # fmt: skip


def test_verdicts_are_those_of_the_call(call: Call, halls: Path) -> None:
    """--ruleset judges both; a wrong one is an error; the file's own wrong one is told as "not judged"."""
    names = ("legal.dungeon.yaml", "illegal.dungeon.yaml")
    judged = call("diff", *names, "--ruleset", "cup.toml")
    assert "verdict         legal under cup; now not legal under cup" in judged.out
    assert "new error[chest-count]: " in judged.out
    assert call("diff", *names, "--ruleset", "gone.toml").status == 2
    own = call("diff", *names)
    assert (own.status, own.err) == (1, "")
    assert "not judged: it names no ruleset" in own.out


def test_a_rule_that_crashes_ends_with_two(call: Call, halls: Path) -> None:
    """What changed is shown, and one line for each dungeon says that it cannot be judged, and why."""
    with broken_rule("chest-count"):
        called = call("diff", "legal.dungeon.yaml", "moved.dungeon.yaml", "--ruleset", "cup.toml")
    assert called.status == 2
    assert "chest at (3, 0) moved to (2, 0)" in called.out
    first, second = called.err.splitlines()
    assert first.startswith("legal.dungeon.yaml: it cannot be judged: under cup the rule chest-count failed")
    assert second.startswith("moved.dungeon.yaml: ")


def test_standard_input_and_links_are_read(call: Call, halls: Path) -> None:
    """- and a link stand for a dungeon, on either side; standard input holds only one."""
    link = call("link", "legal.dungeon.yaml").out.strip()
    assert call("diff", "-", link, stdin=LEGAL).status == 0
    assert call("diff", link, "-", stdin=MOVED).status == 1
    twice = call("diff", "-", "-", stdin=LEGAL)
    assert twice.status == 2
    assert "name a file for the other" in twice.complaint


def test_it_writes_over_no_input(call: Call, halls: Path) -> None:
    """The report is written to a file, and never to one of the two dungeons."""
    assert call("diff", "legal.dungeon.yaml", "moved.dungeon.yaml", "-o", "report.txt").out == ""
    assert (halls / "report.txt").read_text().startswith("1 change from ")
    refused = call("diff", "legal.dungeon.yaml", "moved.dungeon.yaml", "-o", "moved.dungeon.yaml")
    assert refused.status == 2
    assert (halls / "moved.dungeon.yaml").read_text() == MOVED


# --base-dir ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A league's folder: a cup, tiles of its own, and a hall in a folder that needs both."""
    league = tmp_path / "league"
    (league / "halls" / "tiles" / "club").mkdir(parents=True)
    (league / "halls" / "tiles" / "club" / "hall.yaml").write_text(TILE)
    (league / "cup.toml").write_text('extends = "naf-2019"\nname = "The Cup"\n')
    (league / "halls" / "hall.dungeon.yaml").write_text(
        "# a hall\nruleset: ../cup.toml\nsections: [{id: A, tile: club/hall, at: [0, 0]}]\nchests: [[1, 1]]\n"
    )
    return league


def copy_elsewhere(repository: Path, *folders: str) -> Path:
    """Write the hall with another chest where git would put an old version of it, and return its path."""
    copy = repository.parent.joinpath("tmp", "git-blob-7a", *folders, "hall.dungeon.yaml")
    copy.parent.mkdir(parents=True)
    copy.write_text((repository / "halls" / "hall.dungeon.yaml").read_text().replace("[1, 1]", "[2, 1]"))
    return copy


@pytest.mark.parametrize("folders", [(), ("left", "halls")], ids=["one file", "--dir-diff"])
@pytest.mark.parametrize("base", ["halls", ""], ids=["its folder", "the repository"])
def test_a_copy_finds_rulesets_and_tiles(call: Call, repository: Path, folders: tuple[str, ...], base: str) -> None:
    """--base-dir names the file's folder or the repository: a copy elsewhere is judged as the file is."""
    copy, file = copy_elsewhere(repository, *folders), repository / "halls" / "hall.dungeon.yaml"
    for names in ((copy, file), (file, copy)):
        called = call("diff", *map(str, names), "--base-dir", str(repository / base))
        assert (called.status, called.err) == (1, "")
        assert "not judged" not in called.out
        assert "under cup" in called.out
        assert called.out.splitlines()[1].startswith("  1  chest at ")


def test_without_a_base_it_is_not_judged(call: Call, repository: Path) -> None:
    """A copy elsewhere finds neither its ruleset nor its tiles; what changed is still shown."""
    copy, file = copy_elsewhere(repository), repository / "halls" / "hall.dungeon.yaml"
    called = call("diff", str(copy), str(file))
    assert called.status == 1
    assert "not judged: " in called.out
    assert "chest at (2, 1) moved to (1, 1)" in called.out
    picture = call("diff", str(copy), str(file), "--format", "svg")
    assert (picture.status, picture.out) == (2, "")
    assert "no map can be drawn" in picture.complaint


def test_two_copies_lie_where_the_base_has_the_file(call: Call, repository: Path) -> None:
    """Where git compares two commits, both files are copies; --base-dir is then the file's own folder."""
    copy = copy_elsewhere(repository)
    other = copy.parent.with_name("git-blob-8b") / copy.name
    other.parent.mkdir()
    other.write_text(copy.read_text().replace("[2, 1]", "[3, 1]"))
    called = call("diff", str(copy), str(other), "--base-dir", str(repository / "halls"))
    assert (called.status, called.err) == (1, "")
    assert "under cup" in called.out
    assert find_base_folder(str(copy), str(other), repository) == repository


def test_two_copies_of_a_tree_lie_where_the_repository_has_the_file(call: Call, repository: Path) -> None:
    """`git difftool --dir-diff` of two commits copies folders, too: their names lead to the file in the repository."""
    copies = [copy_elsewhere(repository, name, "halls") for name in ("left", "right")]
    copies[1].write_text(copies[1].read_text().replace("[2, 1]", "[3, 1]"))
    called = call("diff", *map(str, copies), "--base-dir", str(repository))
    assert (called.status, called.err) == (1, "")
    assert "under cup" in called.out


def test_a_base_that_is_no_folder_is_refused(call: Call, halls: Path) -> None:
    """A misspelt folder is one line, since verdicts would be missing for no visible reason."""
    called = call("diff", "legal.dungeon.yaml", "moved.dungeon.yaml", "--base-dir", "gone")
    assert called.status == 2
    assert "--base-dir gone: there is no such folder" in called.complaint


# git ----------------------------------------------------------------------------------------------------------------

PAGE = ROOT / "docs" / "how-to" / "league-in-git.md"


def run_git(folder: Path, *words: str) -> str:
    """Run git in a repository, with this program on the path, and return what it printed."""
    environment = build_environment(folder)
    done = subprocess.run(
        ["git", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build_environment(folder: Path) -> dict[str, str]:
    """Return the environment of git in a repository: no settings of this machine, and this program on the path."""
    return {
        "PATH": f"{folder / '.git' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_PAGER": "cat",
    }


@pytest.fixture
def history(repository: Path) -> Path:
    """The league's folder as a repository of git with the settings of the recipe, and a hall that is changed."""
    run_git(repository, "init", "-q")
    (repository / ".git" / "bin").mkdir()
    program = repository / ".git" / "bin" / "dungeon-designer"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dungeon_designer "$@"\n')
    program.chmod(0o755)
    for name, value in (("user.name", "Ada"), ("user.email", "ada@example.org")):
        run_git(repository, "config", name, value)
    page = PAGE.read_text(encoding="utf-8")
    for line in page.splitlines():
        if line.startswith("git config "):
            run_git(repository, *shlex.split(line)[1:])
    (repository / ".gitattributes").write_text(page.partition('title=".gitattributes"\n')[2].partition("```")[0])
    run_git(repository, "add", ".")
    run_git(repository, "commit", "-q", "-m", "The hall")
    hall = repository / "halls" / "hall.dungeon.yaml"
    hall.write_text(hall.read_text().replace("[1, 1]", "[2, 1]"))
    return repository


def test_git_difftool_calls_it_by_the_recipe(history: Path) -> None:
    """`git difftool` shows what changed and judges both, from the root, from a folder, and between two commits."""
    said = run_git(history, "-C", "halls", "difftool", "HEAD")
    run_git(history, "commit", "-q", "-a", "-m", "Another chest")
    for text in (said, run_git(history, "difftool", "HEAD~1", "HEAD")):
        assert "chest at (1, 1) moved to (2, 1)" in text
        assert "under cup" in text
        assert "not judged" not in text
    (history / "halls" / "new.dungeon.yaml").write_text("map: <..C.>\n")
    run_git(history, "add", ".")
    run_git(history, "rm", "-q", "halls/hall.dungeon.yaml")
    said = run_git(history, "difftool", "--cached", "--no-renames")
    assert "halls/new.dungeon.yaml was added" in said
    assert "hall.dungeon.yaml was removed" in said


def test_the_step_of_a_workflow_writes_a_summary(history: Path, tmp_path: Path) -> None:
    """The script on the page writes the changes of each dungeon of a branch as Markdown."""
    script = textwrap.dedent(PAGE.read_text(encoding="utf-8").partition("- run: |\n")[2].partition("```")[0])
    run_git(history, "update-ref", "refs/remotes/origin/main", "HEAD")
    run_git(history, "commit", "-q", "-a", "-m", "Another chest")
    values = {"GITHUB_BASE_REF": "main", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    call = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]  # as GitHub calls it
    subprocess.run(call, cwd=history, env={**build_environment(history), **values}, check=True, timeout=120)
    summary = (tmp_path / "summary.md").read_text()
    assert summary.startswith("**1 change from standard input to halls/hall.dungeon.yaml.**")
    assert "1. chest at (1, 1) moved to (2, 1)" in summary
    assert "| under cup" not in summary
    assert "under cup |" in summary


def test_git_diff_shows_layout_files_as_sketches(history: Path) -> None:
    """With the text conversion of the recipe `git diff` shows rows of a map where a layout file changed."""
    file = history / "halls" / "gate.dungeon.json"
    Dungeon.parse("map: <..C.>").save(file)
    run_git(history, "add", ".")
    run_git(history, "commit", "-q", "-m", "A gate")
    Dungeon.parse("map: <C...>").save(file)
    said = run_git(history, "diff", "halls/gate.dungeon.json")
    assert "-  <..C.>" in said
    assert "+  <C...>" in said
