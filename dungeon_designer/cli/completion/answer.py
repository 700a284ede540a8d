"""Answer a shell that asks how the word before the cursor may go on.

A shell asks at each press of TAB, so the answer must come at once. Nothing is imported here but the standard library:
what the commands know is read from a file that `scripts.write_docs` makes (`completion.table`).

The shell calls the program with three variables. `_DUNGEON_DESIGNER_COMPLETE` names the shell, such as
``bash_complete``; `COMP_WORDS` holds the words of the line, and `COMP_CWORD` the number of the word at the cursor (in
fish the word itself). These are the names and the answers of click, so that scripts made by older versions go on
working. The value ``bash_source`` asks for the script itself.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

COMPLETE_VARIABLE = "_DUNGEON_DESIGNER_COMPLETE"
"""The environment variable by which a shell asks for completions."""

SCRIPT_BY_SHELL = {"bash": "completion.bash", "zsh": "completion.zsh", "fish": "completion.fish"}
"""The file of the script for each shell, in the folder of this module."""

TABLE_FILE = Path(__file__).with_name("table.json")
"""The commands, their options, and the values that these take."""

GLOBAL_OPTIONS = (("--version", "Show the version, and the extras found."), ("--help", "Show this message and exit."))
"""The options that stand before a command."""


class Candidate(NamedTuple):
    """A text that may stand in place of the word at the cursor.

    Attributes:
        text: the whole word.
        description: what it means; '' for nothing to say.
        kind: ``plain``, or ``file`` for the name of a file or folder, in which the shell escapes blanks.
    """

    text: str
    description: str = ""
    kind: str = "plain"


def answer_shell(environment: Mapping[str, str]) -> str:
    """Return what to print for a shell: its script, or the candidates for the word at the cursor.

    Args:
        environment: the environment variables of the process.
    """
    shell, _, request = environment[COMPLETE_VARIABLE].partition("_")
    if shell not in SCRIPT_BY_SHELL:
        return ""
    if request == "source":
        return read_script(shell)
    words, incomplete = _split_line(shell, environment.get("COMP_WORDS", ""), environment.get("COMP_CWORD", ""))
    table = json.loads(TABLE_FILE.read_text(encoding="utf-8"))
    return "".join(_format_candidate(shell, candidate) for candidate in list_candidates(table, words, incomplete))


def read_script(shell: str) -> str:
    """Return the script that makes a shell ask for completions."""
    return Path(__file__).with_name(SCRIPT_BY_SHELL[shell]).read_text(encoding="utf-8")


def _format_candidate(shell: str, candidate: Candidate) -> str:
    """Return the line, or for zsh the three lines, of one candidate; '' if its text has a line break.

    >>> _format_candidate("bash", Candidate("check", "Check dungeons."))
    'plain,check\\n'
    """
    text, description, kind = candidate
    if "\n" in text:
        return ""
    if shell == "zsh":
        return f"{kind}\n{text}\n{description or '_'}\n"
    return f"{kind},{text}\t{description}\n" if shell == "fish" and description else f"{kind},{text}\n"


def _split_line(shell: str, line: str, cursor: str) -> tuple[list[str], str]:
    """Return the words between the program's name and the cursor, without quotes, and the unfinished word at it.

    Args:
        shell: the name of the shell.
        line: the words of the line, with line breaks between them, or with blanks as the user typed them.
        cursor: the number of the word at the cursor; in fish, that word.

    Examples:
        >>> _split_line("bash", "dungeon-designer\\ncheck\\nmy\\\\ ha", "2")
        (['check'], 'my ha')
        >>> _split_line("bash", "dungeon-designer\\ncheck\\n--ruleset\\n=\\nnaf", "4")
        (['check', '--ruleset'], 'naf')
    """
    raw_words = line.split("\n") if "\n" in line else _split_words(line)
    words = [_remove_quotes(word) for word in raw_words]
    if shell == "fish":
        incomplete = _remove_quotes(cursor)
        return (words[1:-1] if words[-1:] == [incomplete] else words[1:]), incomplete
    number = int(cursor) if cursor.isdigit() else len(words)
    incomplete = words[number] if number < len(words) else ""
    words = words[1:number]
    if shell == "bash":  # which makes three words of --ruleset=naf-2019
        if incomplete == "=":
            return words, ""
        if words[-1:] == ["="]:
            return words[:-1], incomplete
        words = [word for word in words if word != "="]
    return words, incomplete


def _split_words(line: str) -> list[str]:
    """Return the words of a line as the user typed them, with their quotes; the last one may lack its closing quote."""
    lexer = shlex.shlex(line, posix=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    with suppress(ValueError):  # no closing quote
        words += iter(lexer)
        return words
    return [*words, lexer.token]


def _remove_quotes(word: str) -> str:
    """Return a word without quotes and backslashes, as the program would get it; a closing quote may be missing."""
    for closing in ("", '"', "'"):
        with suppress(ValueError):
            return "".join(shlex.split(word + closing))
    return word.rstrip("\\")


def list_candidates(table: Mapping[str, Any], words: Sequence[str], incomplete: str) -> list[Candidate]:
    """Return how the unfinished word at the cursor may go on.

    Args:
        table: the commands and their options, as `completion.table` builds it.
        words: the words before it, without the name of the program.
        incomplete: the unfinished word.
    """
    names = [word for word in words if not word.startswith("-")]
    if not names:
        is_option = incomplete.startswith("-")
        pairs = GLOBAL_OPTIONS if is_option else [(name, entry["help"]) for name, entry in table["commands"].items()]
        return [Candidate(*pair) for pair in pairs if pair[0].startswith(incomplete)]
    command = table["commands"].get(names[0])
    if command is None:
        return []
    position = _find_position(command, words[words.index(names[0]) + 1 :])
    if isinstance(position, str):  # the value of an option
        return list(_list_values(table, position, incomplete))
    option, equals, value = incomplete.partition("=")
    if equals and option in command["options"]:
        value_name = command["options"][option][0]
        return [
            each._replace(text=f"{option}={each.text}", kind="plain") for each in _list_values(table, value_name, value)
        ]
    return list(_list_words(table, command, position, incomplete))


def _find_position(command: Mapping[str, Any], words: Sequence[str]) -> int | str:
    """Return what stands at the cursor: the number of an argument, or the name of the values of an option.

    Args:
        command: the command's entry in the table.
        words: the words between the command and the cursor.
    """
    argument_count, value_name = 0, ""
    for word in words:
        if value_name:
            value_name = ""  # this word is the option's value
        elif word.startswith("-") and word != "-":
            value_name = command["options"].get(word, [""])[0]
        else:
            argument_count += 1
    return value_name or argument_count


def _list_words(
    table: Mapping[str, Any], command: Mapping[str, Any], number: int, incomplete: str
) -> Iterator[Candidate]:
    """Yield the values of an argument; for a word that begins with ``-``, or past the last argument, the options.

    Args:
        table: the commands and the values.
        command: the command's entry in the table.
        number: how many arguments stand before the cursor.
        incomplete: the unfinished word.
    """
    arguments = command["arguments"]
    is_last_repeated = bool(arguments) and arguments[-1].endswith("...")
    if number < len(arguments) or is_last_repeated:
        value_name = arguments[min(number, len(arguments) - 1)].removesuffix("...")
        if not incomplete.startswith("-"):
            yield from _list_values(table, value_name, incomplete)
            return
    for option, (_, description) in command["options"].items():
        if option.startswith(incomplete) and (option.startswith("--") or incomplete == option):
            yield Candidate(option, description)


def _list_values(table: Mapping[str, Any], value_name: str, incomplete: str) -> Iterator[Candidate]:
    """Yield the values of an option or argument that begin like the unfinished word: words, then files.

    Args:
        table: the commands and the values.
        value_name: the name of the kind of values; nothing is known of a kind that the table lacks.
        incomplete: the unfinished word.
    """
    values = table["values"].get(value_name)
    if values is None:
        return
    done, comma, start = incomplete.rpartition(",") if values.get("is_list") else ("", "", incomplete)
    for word in values.get("words", ()):
        if word.lower().startswith(start.lower()) and word not in done.split(","):
            yield Candidate(f"{done}{comma}{word}")
    if "endings" in values:
        yield from list_files(incomplete, values["endings"])


def list_files(start: str, endings: Sequence[str]) -> list[Candidate]:
    """Return the files and folders whose path begins with a text.

    Args:
        start: the text, which may begin with ``~/``.
        endings: the endings of the files to list; folders are listed, too, and so are all other files if there is
            neither a file with such an ending nor a folder. Without endings, only folders are listed.
    """
    folder, slash, name_start = start.rpartition("/")
    files, folders, others = [], [], []
    with suppress(OSError), os.scandir(os.path.expanduser(folder + slash) or ".") as entries:
        for entry in entries:
            name = entry.name
            if not name.startswith(name_start) or (name.startswith(".") and not name_start):
                continue
            if entry.is_dir():
                folders.append(f"{folder}{slash}{name}/")
            elif name.lower().endswith(tuple(endings)):
                files.append(f"{folder}{slash}{name}")
            elif endings:
                others.append(f"{folder}{slash}{name}")
    paths = [*sorted(files), *sorted(folders)] or sorted(others)
    return [Candidate(path, kind="file") for path in paths]
