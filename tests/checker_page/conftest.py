"""The page in the browser, built once for all processes of a test run."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from scripts.build_web import build_web


@pytest.fixture(scope="session")
def web_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the built folder of the page; the first process that needs it builds it, while others wait."""
    run_folder = tmp_path_factory.getbasetemp()
    shared_folder = run_folder.parent if run_folder.name.startswith("popen-") else run_folder
    folder = shared_folder / "web"
    with (shared_folder / "web.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "offline.js").exists():
            build_web(folder)
    return folder
