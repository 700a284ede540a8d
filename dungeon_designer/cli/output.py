"""What the commands write: results to standard output or a named file, one line of complaint to standard error."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from dungeon_designer.errors import one_line
from dungeon_designer.reports.look import NARROWEST, Look

PIPED_WIDTH = 100
"""Characters in a line when no terminal says how many it has."""
WIDEST = 120


def look(plain: bool = False, brief: bool = False) -> Look:
    """The terminal's width, and colours if it has them and nobody asked to leave them out (NO_COLOR)."""
    if plain or not sys.stdout.isatty():
        return Look(PIPED_WIDTH, brief=brief)
    columns = os.get_terminal_size(sys.stdout.fileno()).columns if _has_size() else PIPED_WIDTH
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(min(max(columns or PIPED_WIDTH, NARROWEST), WIDEST), colour, brief)


def say(text: str) -> None:
    """Text for people on standard output; what its encoding cannot show is escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace"), nl=False)


def give(text: str) -> None:
    """A document for programs on standard output: UTF-8, whatever the terminal speaks."""
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def give_json(data: Any) -> None:
    """Data as indented JSON on standard output."""
    import msgspec

    give(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def complain(text: str) -> None:
    """One line on standard error."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    try:
        click.echo(one_line(text).encode(encoding, "backslashreplace"), err=True)
    except (OSError, ValueError):
        return  # nobody listens to standard error: the exit status must do


def _has_size() -> bool:
    try:
        os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return True
