"""Collect the texts that users read: pages of the manual, and the program's own words.

A text belongs to a source: a Markdown file, a Python module, a TOML file of words, or the help of a command. It comes
in blocks such as a paragraph, an item of a list or a cell of a table, since no sentence goes on in the next block.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PROJECT_ROOT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT_ROOT / "dungeon_designer"
WORD_FILES = (
    "editor/actions.toml",
    "editor/pieces.toml",
    "editor/words.toml",
    "figures/measures.toml",
    "*/keys.toml",
)
"""The TOML files of the package that hold words for users."""

_MIN_WORDS = 4
"""A string of Python or TOML with fewer words in small letters is a name, not a text."""
_CODE_PATTERN = re.compile(r"==|=>|\{\n")
"""What shows that a string is code of another language."""


class Block(NamedTuple):
    """A piece of text without markup.

    Attributes:
        text: the words; a code span is a single word, `code`.
        kind: "heading", "paragraph", "item" of a list, "cell" of a table, or "string" of the program.
        prose: the words without quotations and emphasised names, in which any word is allowed.
    """

    text: str
    kind: str
    prose: str


def list_sources() -> list[str]:
    """Return the names of all sources, sorted: paths below the project's folder, and `help COMMAND`."""
    from dungeon_designer.cli.main import COMMANDS

    paths = [*(PROJECT_ROOT / "docs").rglob("*.md"), PROJECT_ROOT / "README.md", *PACKAGE.rglob("*.py")]
    paths += [path for pattern in WORD_FILES for path in PACKAGE.glob(pattern)]
    return sorted([path.relative_to(PROJECT_ROOT).as_posix() for path in paths] + [f"help {name}" for name in COMMANDS])


def read_blocks(source: str) -> list[Block]:
    """Return the blocks of text of a source: a path (below the project's folder, or any other) or `help COMMAND`."""
    if source.startswith("help "):
        return list(split_markdown(_read_help(source.removeprefix("help "))))
    text = (PROJECT_ROOT / source).read_text(encoding="utf-8")
    if source.endswith(".md"):
        return list(split_markdown(text))
    strings = list_python_strings(text) if source.endswith(".py") else list_toml_strings(tomllib.loads(text))
    return [
        build_block(string, "string")
        for string in strings
        if len(re.findall(r"\b[a-z]+\b", string)) >= _MIN_WORDS and not _CODE_PATTERN.search(string)
    ]


def _read_help(name: str) -> str:
    """Return what a command's help says above its options."""
    import click

    from dungeon_designer.cli.main import program

    command = program.get_command(click.Context(program), name)
    return (command.help or "").replace("\b", "") if command else ""


def build_block(markup: str, kind: str) -> Block:
    """Return a block from a piece of Markdown or of a string, without its markup.

    >>> build_block("Use `--mend`, see [the *page*](x.md).", "paragraph").text
    'Use code, see the page.'
    >>> build_block("He says “one may”.", "paragraph").prose
    'He says “…”.'
    """
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", markup)
    text = re.sub(r"``.+?``|`[^`]*`", "code", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<[^>]+>", " ", text)
    prose = re.sub(r"(?<![\w*])\*[^*\s][^*]*\*(?![\w*])", "name", text)
    prose = re.sub(r"“[^”]*”", "“…”", re.sub(r'"[^"]*"', '"…"', prose))
    return Block(_tidy(text.replace("*", "")), kind, _tidy(prose.replace("*", "")))


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def split_markdown(text: str) -> Iterator[Block]:
    """Yield the blocks of a page; code, comments and pictures are left out.

    >>> [block.kind for block in split_markdown("# A\\n\\ntext\\non two lines\\n\\n- one\\n- two\\n")]
    ['heading', 'paragraph', 'item', 'item']
    """
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"^ *(```|~~~).*?^ *\1 *$", "", text, flags=re.DOTALL | re.MULTILINE)
    lines: list[str] = []
    kind = "paragraph"

    def finish() -> Iterator[Block]:
        if any(line.strip() for line in lines):
            yield build_block(" ".join(lines), kind)
        lines.clear()

    for line in text.splitlines():
        item = re.match(r"\s*(?:[-*+]|\d+\.) +(.*)", line)
        if not line.strip() or line.startswith(("#", "|", ":::")) or item:
            yield from finish()
            kind = "item" if item else "paragraph" if not line.startswith((" ", "\t")) else kind
        if line.startswith("#"):
            yield build_block(line.lstrip("# "), "heading")
        elif line.startswith("|"):
            yield from (build_block(cell, "cell") for cell in re.split(r"(?<!\\)\|", line) if re.search(r"\w", cell))
        elif not line.startswith(":::") and not re.match(r" {4}(options|members|heading_level):", line):
            lines.append(item[1] if item else line)
    yield from finish()


def list_python_strings(code: str) -> Iterator[str]:
    """Yield the strings of a module that are no docstrings. A value in an f-string becomes the word X.

    >>> list(list_python_strings('\"\"\"Docstring.\"\"\"\\nprint(f"the file {name} is gone")'))
    ['the file X is gone']
    """
    tree = ast.parse(code)
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.JoinedStr):
            parts.add(id(node.value))  # a docstring, or one below an assignment
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.value


def list_toml_strings(value: Any) -> Iterator[str]:
    """Yield all strings below a value that was read from TOML."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from list_toml_strings(each)
