"""Read the notes of a dungeon as Markdown: paragraphs, lists, headings, bold and emphasised words.

Everything else stays as it was written: a link, a picture, a table or a tag in notes is plain text. Whoever
shows the blocks puts letters on a page; no part of a note is ever a command in the language of that page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

MAX_NOTE_LETTERS = 100_000
"""The number of letters of notes that are shown: fifty pages."""

MAX_LIST_DEPTH = 4
"""The largest depth of lists in lists; deeper lists become part of the list around them."""

MAX_INDENTATION = 12
"""The most blanks that may indent a line. More would put its list too deep: a list needs two blanks at least."""

MAX_PARSED_DEPTH = 40
"""The depth of nodes at which the Markdown parser stops: more than six lists in each other need."""

_DEEP_INDENTATION = re.compile(rf"^[ \t]{{{MAX_INDENTATION},}}", re.MULTILINE)
"""Blanks that would indent a line so far that its list is too deep."""
_DEEP_LIST_MARKERS = re.compile(r"^(?=[ \t]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+){7})([ \t]*[0-9]*)", re.MULTILINE)
"""Lines that begin a list more than six levels deep.

They are escaped: the parser stops at a depth, and text below it would be lost.
"""


class WordRun(Struct, frozen=True):
    """A run of text in one kind of letters."""

    text: str
    strong: bool = False
    emphasised: bool = False


class Paragraph(Struct, frozen=True):
    """A paragraph or a heading of the notes."""

    runs: tuple[WordRun, ...]
    heading: bool = False

    @property
    def text(self) -> str:
        """The plain text, without what is bold or emphasised in it."""
        return "".join(run.text for run in self.runs)


class NoteList(Struct, frozen=True):
    """A list in notes.

    Attributes:
        items: the items, each a sequence of blocks.
        first: the number of the first item; None for a list with bullets.
    """

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


Block = Paragraph | NoteList
"""A paragraph, a heading or a list."""


def parse_notes(text: str) -> tuple[Block, ...]:
    r"""Return notes, which are Markdown, as paragraphs, headings and lists.

    >>> [block.text for block in parse_notes("One\ntwo.\n\nThree.")]
    ['One two.', 'Three.']
    >>> [len(block.items) for block in parse_notes("- a\n- b")]
    [2]
    """
    shortened_text = f"{text[:MAX_NOTE_LETTERS]}…" if len(text) > MAX_NOTE_LETTERS else text
    if not shortened_text.strip():
        return ()
    from markdown_it.tree import SyntaxTreeNode

    # the parser stops at some depth and would lose the text below it, so lists may not be nested that deep
    less_indented_text = _DEEP_INDENTATION.sub(" " * MAX_INDENTATION, shortened_text)
    # many markers in one line, as in "- - - a", begin lists in each other, too: a backslash makes them plain text
    shallow_text = _DEEP_LIST_MARKERS.sub(r"\1\\", less_indented_text)
    root = SyntaxTreeNode(_create_parser().parse(shallow_text))
    return tuple(_list_blocks(root, 0))


def format_as_line(text: str) -> str:
    """Return notes as plain text on one line, for a cell of a table."""
    return " ".join(_list_block_texts(parse_notes(text)))


def list_all_runs(text: str) -> tuple[WordRun, ...]:
    r"""Return notes as the runs of one paragraph, with a bullet or a number before each item of a list.

    A run is a piece of text in one kind of letters: plain, bold, emphasised or both.

    >>> "".join(run.text for run in list_all_runs("One **two**.\n\n- a\n- b"))
    'One two. • a • b '
    """
    return tuple(_list_block_runs(parse_notes(text)))


def _list_block_runs(blocks: Sequence[Block]) -> Iterator[WordRun]:
    """Yield the runs of some blocks, with a bullet or a number before each item of a list.

    A run is a piece of text in one kind of letters: plain, bold, emphasised or both.
    """
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from (replace(run, strong=True) if block.heading else run for run in block.runs)
            yield WordRun(" ")
        else:
            for number, item in enumerate(block.items, start=block.first or 0):
                yield WordRun("• " if block.first is None else f"{number}. ")
                yield from _list_block_runs(item)


def _list_block_texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the text of each paragraph; items of a list end with a semicolon."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block.text
        else:
            for item in block.items:
                yield f"{' '.join(_list_block_texts(item)).rstrip('.;,')};"


@cache
def _create_parser() -> MarkdownIt:
    """Return a CommonMark parser that reads nothing but lists, headings and kinds of letters."""
    from markdown_it import MarkdownIt

    reads_nothing = "zero"  # the preset that reads paragraphs alone; what is enabled below is all that it reads more
    parser = MarkdownIt(reads_nothing, {"maxNesting": MAX_PARSED_DEPTH})
    return parser.enable(["list", "heading", "emphasis", "balance_pairs", "fragments_join", "escape"])


def _list_blocks(parent: SyntaxTreeNode, depth: int) -> Iterator[Block]:
    """Yield the paragraphs, headings and lists within a node of the Markdown parser, which lies `depth` lists deep."""
    for node in parent.children:
        if node.type in ("heading", "paragraph"):
            inline = node.children[0]  # its only child, which holds its text
            if inline.content.strip():
                yield Paragraph(tuple(_list_inline_runs(inline)), node.type == "heading")
        else:
            items = [tuple(_list_blocks(item, depth + 1)) for item in node.children]
            if depth >= MAX_LIST_DEPTH:  # the items become part of the list around this one
                yield from (block for item in items for block in item)
            else:
                is_numbered = node.type == "ordered_list"
                first_number = int(node.attrs.get("start", 1)) if is_numbered else None
                yield NoteList(tuple(items), first_number)


def _list_inline_runs(parent: SyntaxTreeNode, strong: bool = False, emphasised: bool = False) -> Iterator[WordRun]:
    """Yield the text within a node of the Markdown parser as runs of plain, bold or emphasised letters.

    A run is a piece of text in one kind of letters: plain, bold, emphasised or both. A line end becomes a blank.

    Args:
        parent: the node.
        strong: whether the node lies within bold text.
        emphasised: whether it lies within emphasised text.
    """
    for node in parent.children:
        if node.children:
            yield from _list_inline_runs(node, strong or node.type == "strong", emphasised or node.type == "em")
        elif node.content:
            yield WordRun(re.sub(r"\s+", " ", node.content), strong, emphasised)
