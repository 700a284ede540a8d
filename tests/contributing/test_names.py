"""What CONTRIBUTING.md names is there: files, folders, functions, modules that are run, targets of make."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FUNCTIONS = sorted(set(re.findall(r"`([\w.]+)`\s+\(`([\w/]+\.py)`\)", GUIDE)))
FILES = sorted(set(re.findall(r"`([\w./-]+\.(?:py|toml|yaml|md|js|mjs|json))`", GUIDE)))
FOLDERS = sorted(set(re.findall(r"`([\w./-]+/)`", GUIDE)))


def find_paths(name: str) -> list[Path]:
    """Return what a path may mean: from the root, from the package, or the end of a path in the package."""
    candidates = [ROOT / name, ROOT / "dungeon_designer" / name]
    return [path for path in candidates if path.exists()] or list((ROOT / "dungeon_designer").rglob(name))


def list_definitions(path: Path) -> set[str]:
    """Return the names of the functions, classes and constants of a module, and of methods as `Class.method`."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names.update(f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef))
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


@pytest.mark.parametrize(("name", "file"), FUNCTIONS)
def test_a_function_is_in_its_file(name: str, file: str) -> None:
    """A newcomer who looks for a function where the page says so finds it."""
    (path,) = find_paths(file)
    assert name in list_definitions(path)


def test_the_way_of_a_file_and_of_a_click_are_told_by_functions() -> None:
    """Both ways are told step by step: the pairs of function and file are understood as such."""
    assert len(FUNCTIONS) > 30
    assert ("examine_all", "cli/check.py") in FUNCTIONS
    assert ("InteractiveMap.mousePressEvent", "editor/canvas/interactive_map.py") in FUNCTIONS


def test_files_and_folders_are_there() -> None:
    """No file or folder that the page names has been renamed or removed."""
    assert [name for name in (*FILES, *FOLDERS) if not find_paths(name)] == []


def test_calls_are_there() -> None:
    """Nor has a target of make, or a module that is run."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"`make (\w+)`", GUIDE)) <= targets
    modules = re.findall(r"`python -m ([\w.]+)`", GUIDE)
    files = {name: ROOT / name.replace(".", "/") for name in modules}
    assert [name for name, path in files.items() if not (path.is_dir() or path.with_suffix(".py").exists())] == []
