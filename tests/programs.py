"""Programs that are no part of the project: tests that need one are left out where it is missing or too old."""

from __future__ import annotations

import re
import shutil
import subprocess

OLDEST_NODE = 18
"""The first that has the test runner, `structuredClone` and whatever else the page's modules are tried with."""


def find_node() -> str | None:
    """Return where node lies; None where there is none that will do."""
    path = shutil.which("node")
    if path is None:
        return None
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.match(r"v(\d+)\.", told)
    return path if version and int(version[1]) >= OLDEST_NODE else None


NODE = find_node()
