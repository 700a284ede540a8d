"""Print results to standard output, and messages to standard error, for all commands."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import Any, NoReturn, TextIO

import click

from dungeon_designer.errors import MissingPicture, UsageError, WriteError, escape_line
from dungeon_designer.reports.text_style import MIN_WIDTH, TextStyle, Verbosity
from dungeon_designer.text.escaping import escape_github_commands, map_texts

STDIN_NUMBER, STDOUT_NUMBER, STDERR_NUMBER = 0, 1, 2
"""The numbers by which the system knows the standard streams."""
DEFAULT_LINE_WIDTH = 100
"""The characters in a line when no terminal says how wide it is."""
MAX_LINE_WIDTH = 120
"""The most characters in a line of text for people, however wide the terminal is."""
VERBOSITY_KEY = "talk"
"""The key under which click keeps the verbosity of the running command."""
PRINTED_WARNINGS_KEY = "told"
"""The key under which click keeps the warnings that the running command has printed."""

_COLOUR_CODE = re.compile(r"(\x1b\[(?:0|1|2|1;3[1236])m)")
"""Matches the colour codes that the program itself writes (`reports.text_style`)."""


class PipeClosed(Exception):  # noqa: N818 - not an error
    """The reader of standard output stopped reading."""


def find_verbosity() -> Verbosity:
    """Return the verbosity of the running command; the normal one if no command is running."""
    context = click.get_current_context(silent=True)
    return context.meta.get(VERBOSITY_KEY, Verbosity.NORMAL) if context else Verbosity.NORMAL


def detect_text_style(plain: bool = False, brief: bool = False) -> TextStyle:
    """Return the style of text for this terminal: its width, and whether it shows colours.

    There are no colours if standard output is not a terminal, or if NO_COLOR is set.

    Args:
        plain: whether to use no colours and the default width in any case, as for text that goes to a file.
        brief: whether reports take one line a problem, without maps.
    """
    if plain or not sys.stdout.isatty():
        return TextStyle(DEFAULT_LINE_WIDTH, brief=brief, verbosity=find_verbosity())
    columns = 0
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return TextStyle(
        min(max(columns or DEFAULT_LINE_WIDTH, MIN_WIDTH), MAX_LINE_WIDTH), colour, brief, find_verbosity()
    )


def print_text(text: str) -> None:
    r"""Print text for people on standard output, in the encoding of the terminal.

    Characters that this encoding lacks are written as escapes such as ``\u2713``. Where the program runs in GitHub
    Actions, a line that begins with ``::`` would be obeyed as a command; a backslash before it prevents that.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print_document(escape_github_commands(text), encoding)


def print_document(text: str, encoding: str = "utf-8") -> None:
    """Print a document for programs on standard output, by default in UTF-8, whatever encoding the terminal uses.

    On a terminal control characters are escaped, since the text of a file could otherwise change what it shows.

    Raises:
        WriteError: standard output cannot be written.
    """
    output = escape_for_terminal(text) if sys.stdout.isatty() else text
    with checked_stdout():
        click.echo(output.encode(encoding, "backslashreplace"), nl=False)


def print_bytes(data: bytes) -> None:
    """Print a file on standard output byte for byte. If standard output is a terminal, the file must be text.

    Raises:
        UsageError: standard output is a terminal, and the file is not text.
    """
    if sys.stdout.isatty():
        try:
            text = data.decode()
        except UnicodeDecodeError:
            remedy = "redirect it to a file or a program"
            raise UsageError(f"standard output is a terminal, which cannot show this file; {remedy}") from None
        print_document(text)
        return
    with checked_stdout():
        click.echo(data, nl=False)


def format_json(data: Any) -> str:
    """Return data as indented JSON. Bytes of a file name that are not valid text are escaped."""
    import msgspec

    try:
        encoded = msgspec.json.encode(data)
    except UnicodeEncodeError:  # a file name that is not valid text
        plain_data = msgspec.to_builtins(data)
        valid_data = map_texts(plain_data, lambda text: text.encode("utf-8", "backslashreplace").decode())
        encoded = msgspec.json.encode(valid_data)
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def print_error(text: str) -> None:
    """Print one line on standard error."""
    write_stderr(f"{escape_line(text)}\n")


def write_stderr(text: str) -> None:
    """Write text on standard error. If that fails, nothing is raised: only the exit status can report the error.

    A backslash goes before what GitHub Actions, where the program may run, would obey as a command.
    """
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    encoded_text = escape_github_commands(text).encode(encoding, "backslashreplace")
    try:
        click.echo(encoded_text, err=True, nl=False)
    except (OSError, ValueError):
        discard_stream(STDERR_NUMBER)


def print_warning(message: str) -> None:
    """Print a warning on standard error, unless it is empty or `-q` was given."""
    if message and find_verbosity() is not Verbosity.QUIET:
        print_error(f"dungeon-designer: warning: {message}")


def print_warning_once(message: str) -> None:
    """Print a warning on standard error, unless the running command has printed the same warning before."""
    context = click.get_current_context(silent=True)
    printed_warnings: set[str] = context.meta.setdefault(PRINTED_WARNINGS_KEY, set()) if context else set()
    if message not in printed_warnings:
        printed_warnings.add(message)
        print_warning(message)


def print_note(text: str) -> None:
    """Print on standard error what happened to a file, unless `-q` was given."""
    if find_verbosity() is not Verbosity.QUIET:
        print_error(text)


def print_verbose(line: str) -> None:
    """Print on standard error how the command does its work, if `-v` was given."""
    if find_verbosity() is Verbosity.VERBOSE:
        print_error(f"dungeon-designer: {line}")


@contextmanager
def checked_stdout() -> Iterator[None]:
    """Flush standard output at the end of the block, so that errors of writing are raised here and not at the exit.

    Raises:
        WriteError: the text could not be written.
        PipeClosed: the reader stopped reading.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        discard_stream(STDOUT_NUMBER)
        raise PipeClosed from None
    except OSError as error:
        discard_stream(STDOUT_NUMBER)
        raise WriteError(f"standard output cannot be written: {str(error.strerror or error).lower()}") from None


def escape_for_terminal(text: str) -> str:
    r"""Return the text with every control character escaped, apart from line breaks and the program's own colours.

    Characters are escaped as in JSON and YAML, since the text may be such a document.

    >>> escape_for_terminal("\x1b[1mHall\x1b[0m \x1b]0;x") == "\x1b[1mHall\x1b[0m " + r"\u001b]0;x"
    True
    """
    parts = _COLOUR_CODE.split(text)  # text, colour code, text, colour code, ..., text
    parts[::2] = [_escape_control_characters(part) for part in parts[::2]]  # the texts, every second part
    return "".join(parts)


def _escape_control_characters(text: str) -> str:
    """Return the text with every control character but line breaks as an escape such as ``\\u001b``."""
    return "".join(letter if letter.isprintable() or letter == "\n" else f"\\u{ord(letter):04x}" for letter in text)


@contextmanager
def reported_missing_letters() -> Iterator[None]:
    """Collect the warnings of the block about letters that a font lacks, and print each of them once at its end.

    Other warnings of the block are passed on.
    """
    from dungeon_designer.drawing.fonts import MissingLetters

    with warnings.catch_warnings(record=True) as caught_warnings:
        warnings.simplefilter("always", MissingLetters)
        yield
    messages: list[str] = []
    for warning in caught_warnings:
        if issubclass(warning.category, MissingLetters):
            messages.append(str(warning.message))
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    for message in dict.fromkeys(messages):
        print_warning(message)


@contextmanager
def reported_missing_pictures() -> Iterator[None]:
    """Print each warning of the block that a dungeon's picture is not on its map, as one line and only once."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", MissingPicture)
        show_other = warnings.showwarning

        def show_warning(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            """Print a warning about a picture as a line; leave any other warning to Python."""
            if issubclass(category, MissingPicture):
                print_warning_once(str(message))
            else:
                show_other(message, category, filename, lineno, file, line)

        warnings.showwarning = show_warning
        yield


class ClosedOutput:
    """A stand-in for a closed standard output: writing to it raises an error."""

    encoding = "utf-8"

    def write(self, text: str) -> NoReturn:
        """Raise WriteError."""
        raise WriteError("standard output is closed; there is nowhere to write to")

    def flush(self) -> None:
        """Do nothing, since nothing is buffered."""

    def isatty(self) -> bool:
        """Return False."""
        return False


def replace_closed_streams() -> None:
    """Open a replacement for each standard stream that the caller of the program closed.

    The replacement takes the number of the stream. Otherwise a file opened later would get that number, and with it
    whatever a library prints. Errors then go nowhere; only the exit status reports them. A closed standard input stays
    None.
    """
    for descriptor in (STDIN_NUMBER, STDOUT_NUMBER, STDERR_NUMBER):
        try:
            os.fstat(descriptor)
        except OSError:  # it is closed; the system gives the lowest free number to the next file, thus this one
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - open until the process ends


def discard_stream(descriptor: int) -> None:
    """Redirect a stream to the null device, so that Python does not fail again when it flushes the stream at exit.

    Args:
        descriptor: the number of the stream, such as STDOUT_NUMBER.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


PROGRESS_DELAY_S = 1.0
"""Seconds before a progress bar appears."""


class Progress:
    """A progress bar on standard error; a context manager that removes the bar at its end.

    Without a total the bar only moves to and fro beside the elapsed time. A thread of its own keeps the bar moving, so
    it also appears while one long call reports nothing.
    """

    def __init__(self, task_name: str, total: int | None = None) -> None:
        """Prepare a bar; it appears only when the work takes longer than a moment.

        Args:
            task_name: the words before the bar, such as "Checking".
            total: the number of units of work, such as dungeons; None if it is not known.
        """
        self._task_name, self._total, self._finished_count = task_name, total, 0
        self._bar: Any = None  # None until it is shown
        self._task: Any = None
        self._is_finished = False
        self._lock = Lock()  # the timer shows the bar in a thread of its own
        self._timer = Timer(PROGRESS_DELAY_S, self._show_bar)
        self._timer.daemon = True

    def advance(self, count: int = 1) -> None:
        """Add `count` finished units of work, such as dungeons, and move the bar."""
        self._finished_count += count
        with self._lock:
            if self._bar is not None:
                self._bar.update(self._task, completed=self._finished_count)

    def start_uncounted_task(self, task_name: str) -> None:
        """Show the name of another task instead, whose number of units is not known."""
        with self._lock:
            self._task_name, self._total = task_name, None
            if self._bar is not None:
                self._bar.remove_task(self._task)
                self._task = self._bar.add_task(task_name, total=None)

    def __enter__(self) -> Progress:
        """Start the timer that will show the bar; without a terminal, or with `-q`, there is none."""
        if sys.stderr.isatty() and find_verbosity() is not Verbosity.QUIET:
            self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Remove the bar, or see to it that it does not appear any more."""
        self._timer.cancel()
        with self._lock:
            self._is_finished = True
            if self._bar is not None:
                self._bar.stop()

    def _show_bar(self) -> None:
        """Show the bar, unless the work is finished. The timer calls this in its own thread."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeElapsedColumn
        from rich.text import Text

        class CountColumn(MofNCompleteColumn):
            """A column with the finished and total units; empty without a total."""

            def render(self, task: Task) -> Text:
                return Text("") if task.total is None else super().render(task)

        columns = (TextColumn("{task.description}"), BarColumn(), CountColumn(), TimeElapsedColumn())
        with self._lock:
            if not self._is_finished:
                self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
                self._task = self._bar.add_task(self._task_name, total=self._total, completed=self._finished_count)
                self._bar.start()
