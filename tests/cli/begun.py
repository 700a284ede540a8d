"""A Python of its own that tests stop in the middle of its work."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def start_python(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start Python in a folder and in a process group of its own;

    the block begins when it has written the line `begun`.
    """
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n", process.communicate()
        yield process
