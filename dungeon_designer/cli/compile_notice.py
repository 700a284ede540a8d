"""Announce that the games of playtests are being compiled, which takes some time once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from dungeon_designer.cli.console import print_note

COMPILE_SECONDS = "20 to 40"
"""How long compiling takes: the longer, the busier the computer is."""


def create_announcer() -> Callable[[int, int], None]:
    """Return a function that prints that games are being compiled and how long that takes, when it is called first.

    It is called again and again with the progress of compiling: how many functions are finished, and of how many.
    """
    call_numbers = count()

    def announce(finished_count: int, function_count: int) -> None:
        """Print the note at the first call; the progress itself is not printed."""
        if next(call_numbers) == 0:
            print_note(f"compiling the games, once: this takes {COMPILE_SECONDS} seconds")

    return announce
