"""The streams a process is born with, some of which may be closed: `>&-` in a shell, a service without a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from dungeon_designer.errors import WriteError


class Closed:
    """Stands for a standard output that is closed: who writes to it hears so."""

    encoding = "utf-8"

    def write(self, text: str) -> NoReturn:
        """WriteError, always."""
        raise WriteError("standard output is closed; there is nowhere to write to")

    def flush(self) -> None:
        """Nothing waits to be written."""

    def isatty(self) -> bool:
        """It is no terminal."""
        return False


def make_good() -> None:
    """Puts something in the place of each closed stream.

    Their numbers are taken, lest a file opened later got one of them, and with it what some library writes there.
    Complaints then go nowhere; the exit status must do. A closed standard input stays None.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - open until the process ends


def forget(number: int) -> None:
    """Points a stream to nowhere, so that Python does not fail once more over what it could not write."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
