"""Compile the functions that play matches, which takes some time once, and announce it."""

from __future__ import annotations

from itertools import count

from dungeon_designer.cli.console import Progress, print_note

COMPILE_SECONDS = "20 to 60"
"""How long compiling takes: 25 to 50 seconds of work, which two processes share where there are two cores.

The busier the computer is, the longer it takes.
"""


def compile_games() -> None:
    """Compile the functions if that was not done on this machine before; a line on standard error announces it."""
    from dungeon_designer.playtest.compiling import compile_all
    from dungeon_designer.playtest.match import play_rounds

    call_numbers = count()

    def announce(finished_count: int, function_count: int) -> None:
        """Print the note at the first call; the progress itself is not printed."""
        if next(call_numbers) == 0:
            print_note(f"compiling the playtests, once: this takes {COMPILE_SECONDS} seconds")

    with Progress("Compiling the code for matches, once…"):
        compile_all(play_rounds, announce)
