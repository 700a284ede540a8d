"""The hook for pre-commit: when it runs, and that it then finds what a changed ruleset made illegal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from .conftest import LEGAL, Call

ROOT = Path(__file__).parents[2]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "runs"),
    [
        ("hall.dungeon.yaml", True),
        ("halls/hall.dungeon.json", True),
        ("cup.toml", True),
        ("cup/season.toml", True),
        ("tiles/my/cell.yaml", True),
        ("cup/college-tiles/my/cell.yml", True),
        ("README.md", False),
        (".github/workflows/dungeons.yml", False),
    ],
)
def test_it_runs_for_whatever_verdicts_follow_from(path: str, runs: bool) -> None:
    """Dungeons, rulesets, seasons and tiles start it, other files do not."""
    assert bool(re.search(HOOK["files"], path)) == runs


def test_a_changed_ruleset_is_asked_of_all(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Called as pre-commit calls it, it judges dungeons that did not change; what lies in environments is left out."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text("id = 'cup'\nname = 'Cup'\n[rules.chest-count]\nmin = 1\n")
    for folder in ("halls", ".hidden", "venv/lib"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.dungeon.yaml").write_text(f"ruleset: ../cup.toml\n{LEGAL}")
    (tmp_path / "venv" / "pyvenv.cfg").touch()
    program, *words = HOOK["entry"].split()
    assert (program, HOOK["pass_filenames"]) == ("dungeon-designer", False)
    assert call(*words).status == 0
    (tmp_path / "cup.toml").write_text("id = 'cup'\nname = 'Cup'\n[rules.chest-count]\nmin = 2\n")
    assert call(*words).status == 1


def test_the_manual_shows_the_same_hook() -> None:
    """The hook that the manual shows is the hook of the repository."""
    text = (ROOT / "docs/how-to/league-in-git.md").read_text(encoding="utf-8")
    shown = yaml.safe_load(text.split('title=".pre-commit-config.yaml"\n')[1].split("```")[0])["repos"][0]["hooks"][0]
    assert {key: shown[key] for key in ("entry", "files", "language", "pass_filenames")} == {
        key: HOOK[key] for key in ("entry", "files", "language", "pass_filenames")
    }
