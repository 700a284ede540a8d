"""Programs that some tests call and nobody has to have: no test fails because a machine has one, or an odd one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import suppress

import pytest


def program(*names: str, least: int) -> str | None:
    """The first of some programs that is there, tells its version, and that is not too old; None when none is."""
    for path in filter(None, map(shutil.which, names)):
        with suppress(OSError, subprocess.SubprocessError):
            said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
            number = re.search(r"\d+", said)
            if number and int(number[0]) >= least:
                return path
    return None


def asked(name: str) -> pytest.MarkDecorator:
    """Marks a test against a program whose every version behaves otherwise: it runs where it is asked for by name."""
    wanted = name in os.environ.get("DUNGEON_PROGRAMS", "").split()
    return pytest.mark.skipif(not wanted, reason=f"asked for by DUNGEON_PROGRAMS={name}")
