"""Workflow files: those of the project and those that the manual shows are what GitHub reads."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
SHOWN = re.compile(r"^```yaml title=\"\.github/workflows/([^\"]+)\"\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def validate(paths):
    """Return the exit status and the output of a validator with its copy of the schema of GitHub's workflows."""
    call = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *paths]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def list_commands(workflow):
    """Return all command lines of a workflow."""
    steps = (step for job in workflow["jobs"].values() for step in job["steps"])
    return [line for step in steps for line in step.get("run", "").splitlines()]


def test_the_projects_workflows_keep_githubs_schema():
    """Each workflow file of the project is valid by GitHub's schema of workflows."""
    paths = sorted(FOLDER.glob("*.yml"))
    assert {path.name for path in paths} == {"packages.yml", "pages.yml"}
    status, output = validate(paths)
    assert status == 0, output


def test_a_wrong_workflow_is_noticed(tmp_path):
    """The validator refuses a workflow whose job runs on nothing."""
    text = (FOLDER / "pages.yml").read_text(encoding="utf-8").replace("    runs-on: ubuntu-latest\n", "")
    (tmp_path / "wrong.yml").write_text(text, encoding="utf-8")
    assert validate([tmp_path / "wrong.yml"])[0] == 1


def test_the_manuals_workflows_keep_githubs_schema(tmp_path):
    """Each workflow that a page of the manual shows is valid by GitHub's schema of workflows."""
    shown = [each for page in (ROOT / "docs").rglob("*.md") for each in SHOWN.findall(page.read_text(encoding="utf-8"))]
    for name, text in shown:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == len(shown) >= 2
    status, output = validate(sorted(tmp_path.iterdir()))
    assert status == 0, output


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yml")), ids=lambda path: path.stem)
def test_workflows_call_scripts_that_exist(path):
    """A script or an extra that a workflow names is in the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    commands = list_commands(yaml.safe_load(path.read_text(encoding="utf-8")))
    scripts = [name for line in commands for name in re.findall(r"-m (scripts\.\w+)", line)]
    assert scripts
    for name in scripts:
        assert (ROOT / name.replace(".", "/")).with_suffix(".py").is_file()
    for line in commands:
        for extras in re.findall(r"\.\[([\w,]+)\]", line):
            assert set(extras.split(",")) <= set(project["optional-dependencies"])


def test_the_metadata_names_the_pythons_that_the_workflow_tries():
    """The Pythons of the classifiers are those on which the workflow builds and tests the wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    prefix = "Programming Language :: Python :: "
    named = [each.removeprefix(prefix) for each in project["classifiers"] if each.startswith(prefix + "3.")]
    workflow = yaml.safe_load((FOLDER / "packages.yml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["wheel"]["strategy"]["matrix"]["python"] == named


def test_the_metadata_counts_the_editions():
    """The description names as many rulesets as the program has editions."""
    from dungeon_designer.rulesets.loader import EDITIONS

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(EDITIONS) == 8
    assert "under eight rulesets" in project["description"]
