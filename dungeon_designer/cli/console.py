"""What the commands write: results to standard output or a named file, one line of complaint to standard error."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import Any, NoReturn

import click

from dungeon_designer.errors import UsageError, WriteError, one_line
from dungeon_designer.reports.text_style import NARROWEST, Talk, TextStyle
from dungeon_designer.text.escaping import uncommanding, with_texts

STDOUT, STDERR = 1, 2
PIPED_WIDTH = 100
"""Characters in a line when no terminal says how many it has."""
WIDEST = 120
TALK = "talk"
"""Where a call keeps how much it is to say."""
TOLD = "told"
"""Where a call keeps the notices that it has printed."""

_COLOUR = re.compile(r"(\x1b\[(?:0|1|2|1;3[1236])m)")
"""The colours of `reports.paint`."""


class PipeClosed(Exception):  # noqa: N818 - not an error
    """Whoever read standard output stopped reading."""


def talk() -> Talk:
    """How much the command that runs is to say."""
    context = click.get_current_context(silent=True)
    return context.meta.get(TALK, Talk.USUAL) if context else Talk.USUAL


def text_style(plain: bool = False, brief: bool = False) -> TextStyle:
    """The terminal's width, and colours if it has them and nobody asked to leave them out (NO_COLOR)."""
    if plain or not sys.stdout.isatty():
        return TextStyle(PIPED_WIDTH, brief=brief, talk=talk())
    columns = 0
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return TextStyle(min(max(columns or PIPED_WIDTH, NARROWEST), WIDEST), colour, brief, talk())


def say(text: str) -> None:
    """Text for people on standard output; what its encoding cannot show is escaped."""
    give(uncommanding(text), getattr(sys.stdout, "encoding", None) or "utf-8")


def give(text: str, encoding: str = "utf-8") -> None:
    """A document for programs on standard output, UTF-8 whatever the terminal speaks; WriteError if it takes none."""
    shown = for_terminal(text) if sys.stdout.isatty() else text
    with writing():
        click.echo(shown.encode(encoding, "backslashreplace"), nl=False)


def give_bytes(data: bytes) -> None:
    """A file for programs on standard output, byte for byte; a terminal gets text only, as `give` has it."""
    if sys.stdout.isatty():
        try:
            text = data.decode()
        except UnicodeDecodeError:
            remedy = "lead it into a file or a program"
            raise UsageError(f"standard output is a terminal, which cannot show this file; {remedy}") from None
        give(text)
        return
    with writing():
        click.echo(data, nl=False)


def as_json(data: Any) -> str:
    """Data as indented JSON; bytes in a file's name that are no text are escaped."""
    import msgspec

    try:
        encoded = msgspec.json.encode(data)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(data)
        encoded = msgspec.json.encode(with_texts(plain, lambda text: text.encode("utf-8", "backslashreplace").decode()))
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def complain(text: str) -> None:
    """One line on standard error."""
    aside(f"{one_line(text)}\n")


def aside(text: str) -> None:
    """Text on standard error; when nobody listens there, the exit status must do."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    try:
        click.echo(uncommanding(text).encode(encoding, "backslashreplace"), err=True, nl=False)
    except (OSError, ValueError):
        forget(STDERR)


def tell(notice: str) -> None:
    """One line on standard error of what is no fault but should be known; nothing of an empty one, or with -q."""
    if notice and talk() is not Talk.QUIET:
        complain(f"dungeon-designer: warning: {notice}")


def tell_once(notice: str) -> None:
    """Print a notice as `tell` does, unless the command that runs has printed it before."""
    context = click.get_current_context(silent=True)
    told: set[str] = context.meta.setdefault(TOLD, set()) if context else set()
    if notice not in told:
        told.add(notice)
        tell(notice)


def remark(text: str) -> None:
    """One line on standard error of what became of something; nothing with -q."""
    if talk() is not Talk.QUIET:
        complain(text)


def detail(line: str) -> None:
    """One line on standard error of how the command went about it; with -v alone."""
    if talk() is Talk.ALL:
        complain(f"dungeon-designer: {line}")


@contextmanager
def writing() -> Iterator[None]:
    """What is written inside must have reached standard output at its end: WriteError or PipeClosed, if not."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        forget(STDOUT)
        raise PipeClosed from None
    except OSError as error:
        forget(STDOUT)
        raise WriteError(f"standard output cannot be written: {str(error.strerror or error).lower()}") from None


def for_terminal(text: str) -> str:
    """The text with colours of our own, and no other character that a terminal would obey.

    The others are escaped as JSON and YAML escape them, since it may be a document of theirs.

    >>> for_terminal("\\x1b[1mHall\\x1b[0m \\x1b]0;x") == "\\x1b[1mHall\\x1b[0m " + r"\\u001b]0;x"
    True
    """
    parts = _COLOUR.split(text)
    parts[::2] = ["".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in p) for p in parts[::2]]
    return "".join(parts)


@contextmanager
def letters_told() -> Iterator[None]:
    """What is written inside may lack letters: each such warning is one line on standard error, at the end."""
    from dungeon_designer.drawing.fonts import MissingLetters

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MissingLetters)
        yield
    for told in caught:
        if not issubclass(told.category, MissingLetters):
            warnings.warn_explicit(told.message, told.category, told.filename, told.lineno)
    for line in dict.fromkeys(str(told.message) for told in caught if issubclass(told.category, MissingLetters)):
        tell(line)


class ClosedOutput:
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
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - open until the process ends


def forget(number: int) -> None:
    """Points a stream to nowhere, so that Python does not fail once more over what it could not write."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)


PATIENCE = 1.0
"""Seconds before a bar appears."""


class Progress:
    """Counts what is done of `total`; a context manager, so that the bar is gone before anything else is said.

    Without a total nothing can be counted: the bar then runs to and fro beside the seconds that have passed. It is
    kept moving by a thread of its own, so it appears, and moves, while the work lies in one call that tells nothing.
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what, self._total, self._done = what, total, 0
        self._bar: Any = None
        self._task: Any = None
        self._over = False
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._begin)
        self._timer.daemon = True

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        self._done += count
        with self._lock:
            if self._bar is not None:
                self._bar.update(self._task, completed=self._done)

    def turn_to(self, what: str) -> None:
        """From now on this is being done, and how much of it nobody can say."""
        with self._lock:
            self._what, self._total = what, None
            if self._bar is not None:
                self._bar.remove_task(self._task)
                self._task = self._bar.add_task(what, total=None)

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and talk() is not Talk.QUIET:
            self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bar is not None:
                self._bar.stop()

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeElapsedColumn
        from rich.text import Text

        class Counted(MofNCompleteColumn):
            """How many are done of how many; empty where nothing is counted."""

            def render(self, task: Task) -> Text:
                return Text("") if task.total is None else super().render(task)

        columns = (TextColumn("{task.description}"), BarColumn(), Counted(), TimeElapsedColumn())
        with self._lock:
            if not self._over:
                self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
                self._task = self._bar.add_task(self._what, total=self._total, completed=self._done)
                self._bar.start()
