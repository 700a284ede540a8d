"""Hints that name a command: each names one that works for the way the program was installed."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from dungeon_designer import installation
from dungeon_designer.installation import InstallationKind, explain_installing, find_installation_kind

ROOT = Path(__file__).parents[2]
RECEIPT = '[tool]\nrequirements = [{{ name = "dungeon-designer", {source} }}{others}]\n'
AS_PACKAGE = re.compile(
    r"\b(?:pip3?|pipx|uv|uvx|conda)\b(?: \S+)*? (?:install|add|run|download|tool run)\b[^`\n#|]*?"
    r"(?<![\w./@-])dungeon[-_]designer(?![\w./-])"
    r"|additional_dependencies: \[dungeon-designer[\],]"
)
"""A command that asks an index of packages for the program; the name of a file or a folder, and `inject`, do not."""


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """An empty environment that the running Python takes for its own."""
    folder = tmp_path / "dungeon-designer"
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", "/opt/my hall/bin/python")
    return folder


def test_pipx_is_told_to_inject(environment):
    """In pipx's environment the hint is `pipx inject` with the environment's name."""
    (environment / "pipx_metadata.json").write_text("{}", encoding="utf-8")
    assert explain_installing("distributed", "numba") == "pipx inject dungeon-designer distributed numba"


@pytest.mark.parametrize("key", ["directory", "path", "editable"])
def test_uv_is_told_to_install_again(environment, tmp_path, key):
    """In the environment of `uv tool` the hint installs the program again, from where it came from."""
    receipt = RECEIPT.format(source=f"{key} = '{tmp_path}'", others="")
    (environment / "uv-receipt.toml").write_text(receipt, encoding="utf-8")
    assert explain_installing("numba") == f"uv tool install --with numba {tmp_path}"


def test_uv_keeps_what_was_added_before(environment):
    """A library that an earlier call of `uv tool install` added is named again, since uv would forget it."""
    others = ', { name = "numba", specifier = ">=0.61" }'
    receipt = RECEIPT.format(source='git = "https://league.example/designer"', others=others)
    (environment / "uv-receipt.toml").write_text(receipt, encoding="utf-8")
    source = "git+https://league.example/designer"
    assert explain_installing("distributed") == f"uv tool install --with numba --with distributed {source}"


@pytest.mark.parametrize("receipt", [RECEIPT.format(source='directory = "/gone"', others=""), "", "[tool", "tool = 1"])
def test_uv_without_a_source_names_the_download(environment, receipt):
    """Where the source is gone or the record cannot be read, the command is the one for the project's folder."""
    (environment / "uv-receipt.toml").write_text(receipt, encoding="utf-8")
    assert explain_installing("numba") == "uv tool install --with numba ."


def test_pip_is_called_by_its_own_python(environment):
    """In any other environment the hint calls pip by the path of its Python, quoted, whichever one is active."""
    assert find_installation_kind() is InstallationKind.ENVIRONMENT
    assert explain_installing("numba") == "'/opt/my hall/bin/python' -m pip install numba"


@pytest.mark.skipif(os.name == "nt", reason="the other branch of the same function")
def test_windows_quotes_in_its_own_way(environment, monkeypatch):
    """On Windows a path with a blank stands in double quotes."""
    monkeypatch.setattr(installation.os, "name", "nt")
    monkeypatch.setattr(installation, "find_installation_kind", lambda: InstallationKind.ENVIRONMENT)
    assert explain_installing("numba") == '"/opt/my hall/bin/python" -m pip install numba'


def test_an_environment_without_pip_is_left_to_uv(environment, monkeypatch):
    """An environment that uv made has no pip: the hint is `uv pip`, for its Python."""
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(installation, "find_spec", lambda name: None if name == "pip" else find_spec(name))
    assert explain_installing("numba") == "uv pip install --python '/opt/my hall/bin/python' numba"


def test_a_bundle_and_a_page_cannot_be_added_to(monkeypatch):
    """The bundle and the page in the browser name no command, but what to install instead."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert explain_installing("numba") == "not available in the bundle: install the program with pipx or uv"
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert explain_installing("numba") == "not available in the browser: install the program"


def test_a_python_of_the_system_is_left_alone(tmp_path, monkeypatch):
    """Where the operating system forbids pip to change its Python, the hint does not call pip."""
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    assert find_installation_kind() is InstallationKind.ENVIRONMENT
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    assert find_installation_kind() is InstallationKind.SYSTEM
    assert "pipx" in explain_installing("numba")


def test_the_hint_of_this_environment_reaches_its_pip():
    """The command for this environment starts the pip that installs into this environment."""
    *pip, verb, library = shlex.split(explain_installing("numba"))
    assert (verb, library) == ("install", "numba")
    version = subprocess.run([*pip, "--version"], capture_output=True, text=True, check=True).stdout
    assert f"from {sysconfig.get_path('purelib')}{os.sep}" in version


@pytest.mark.parametrize(
    "text",
    [
        "pip install dungeon-designer",
        "pip install -q dungeon-designer[playtest]",
        "pipx install dungeon-designer",
        "uv tool install --with numba dungeon-designer",
        "pipx run dungeon-designer check",
        "additional_dependencies: [dungeon-designer]",
    ],
)
def test_a_name_that_no_index_has_is_recognised(text):
    """The search below finds commands that ask an index for the program."""
    assert AS_PACKAGE.search(text)


def list_texts():
    """Return the files of the project in which a user may read a command."""
    files = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", ".pre-commit-hooks.yaml")]
    for folder, endings in (
        ("docs", (".md",)),
        ("dungeon_designer", (".py", ".md", ".toml", ".html", ".js")),
        ("scripts", (".py",)),
        (".github", (".yml",)),
    ):
        files += [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings]
    return files


def test_no_text_names_the_program_as_a_package_of_an_index():
    """No page, message or workflow has anybody install the program by a name that no index of packages has."""
    lines = ((path, line) for path in list_texts() for line in path.read_text(encoding="utf-8").splitlines())
    assert [(path.name, line) for path, line in lines if AS_PACKAGE.search(line)] == []
