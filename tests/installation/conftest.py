"""The built wheel, and an environment in which it alone is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of this tree."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT]
    subprocess.run(command, check=True, capture_output=True, cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """An environment outside the tree: the wheel as pip installs it, beside the libraries that are here already."""
    home = tmp_path_factory.mktemp("installed")
    environment = home / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True, capture_output=True)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel]
    subprocess.run(pip, check=True, capture_output=True, cwd=home)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return environment


@pytest.fixture
def program(installed, tmp_path):
    """Runs the installed program in an empty folder, with nothing of this tree within reach."""

    def run(*arguments, command="dungeon-designer", **more):
        kept = {name: os.environ[name] for name in ("PATH", "QT_QPA_PLATFORM") if name in os.environ}
        environment = {**kept, "HOME": str(tmp_path), **more}
        call = [installed / "bin" / command, *map(str, arguments)]
        return subprocess.run(call, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120)

    return run
