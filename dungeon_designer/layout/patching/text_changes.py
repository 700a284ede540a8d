"""Changes to a YAML text by places in it: what is not named stays to the letter, and no comment goes.

Places are letters of the old text, counted from 0. Changes are gathered first and made together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from dungeon_designer.text.yaml_text import BREAK, Listing, Node, Scalar, Table

_COMMENT = re.compile("#[^\n\r\x85\u2028\u2029]*")
BLOCKS = ("|", ">")
"""The styles of texts in an indented block."""


class Unfit(Exception):  # noqa: N818 - it says that another way has to be found, and never leaves this package
    """A change that cannot be made on the lines it concerns alone."""


class TextChanges:
    """A text, its comments, and what is to be changed in it."""

    def __init__(self, text: str, root: Node) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in BREAK.finditer(text))]
        first = BREAK.search(text)
        self.line_end = first[0] if first else "\n"
        self.comments = comments_in(text, root)
        self._changes: list[tuple[int, int, int, str]] = []

    def line(self, place: int) -> int:
        """The number of the line a place is on, from 0."""
        return bisect_right(self._starts, place) - 1

    def place(self, line: int) -> int:
        """Where the line of a number begins; the text's end behind the last."""
        return self._starts[line] if line < len(self._starts) else len(self.text)

    def line_start(self, place: int) -> int:
        """Where the line of a place begins."""
        return self._starts[self.line(place)]

    def next_line(self, place: int) -> int:
        """Where the line after that of a place begins; the text's end where there is none."""
        return self.place(self.line(place) + 1)

    def ahead(self, place: int) -> str:
        """What stands before a place on its line."""
        return self.text[self.line_start(place) : place]

    def margin(self, place: int) -> str:
        """The blanks the line of a place begins with."""
        line = self.text[self.line_start(place) : self.next_line(place)]
        return line[: len(line) - len(line.lstrip(" "))]

    def is_remark(self, place: int, column: int) -> bool:
        """Whether the line that begins at a place is a comment, indented by more than so many columns."""
        line = self.text[place : self.next_line(place)]
        return line.lstrip(" ").startswith("#") and line.index("#") > column

    def is_blank(self, place: int) -> bool:
        """Whether nothing stands on the line that begins at a place; False at the text's end."""
        return place < len(self.text) and not self.text[place : self.next_line(place)].strip()

    def exchange_margin(self, place: int, margin: str) -> None:
        """Indent the line that begins at a place otherwise; said twice, it is done once."""
        change = (place, place + len(self.margin(place)), 0, margin)
        self._changes += [change] if change not in self._changes else []

    def remarks(self, start: int, end: int) -> list[str]:
        """The comments that begin in a stretch of the text."""
        first, last = (bisect_right(self.comments, (place, -1)) for place in (start, end))
        return [self.text[a:b] for a, b in self.comments[first:last]]

    def exchange(self, start: int, end: int, new: str) -> None:
        """Put something else in the place of a stretch. Comments in it get lines of their own above its line."""
        if found := self.remarks(start, end):
            self.insert(self.line_start(start), self.as_lines(found, self.margin(start)))
        self._changes.append((start, end, 0, new))

    def take_lines(self, start: int, end: int, margin: str) -> None:
        """Take out whole lines; comments on them stay, each on a line of its own behind the margin."""
        self._changes.append((start, end, 0, self.as_lines(self.remarks(start, end), margin)))

    def insert(self, place: int, new: str, depth: int = 0) -> None:
        """Put something in. Of several things at one place the deepest comes first, then that put there first."""
        self._changes.append((place, place, -depth, new))

    def as_lines(self, lines: list[str], margin: str) -> str:
        """Lines behind a margin, with this text's line ends; empty ones stay empty."""
        return "".join((margin + line if line else "") + self.line_end for line in lines)

    def so_far(self) -> int:
        """How many changes there are, for `back_to`."""
        return len(self._changes)

    def back_to(self, count: int) -> None:
        """Forget the changes after the first so many."""
        del self._changes[count:]

    def made(self) -> str:
        """The text with all changes made; Unfit where two of them concern the same letters."""
        changes = sorted(self._changes, key=lambda change: change[:3])
        if any(one[1] > other[0] for one, other in pairwise(changes)):
            raise Unfit
        parts, place = [], 0
        for start, end, _, new in changes:
            parts += [self.text[place:start], new]
            place = end
        return "".join([*parts, self.text[place:]])


def comments_in(text: str, root: Node) -> list[tuple[int, int]]:
    """Where each comment begins and ends: all that follows a # outside of words and texts."""
    found, place = [], 0
    for start, end in (*_opaque(text, root), (len(text), len(text))):
        found += [match.span() for match in _COMMENT.finditer(text, place, start)]
        place = max(place, end)
    return found


def _opaque(text: str, root: Node) -> Iterator[tuple[int, int]]:
    """The stretches where a # is no comment, in order: words, quoted texts, the lines of blocks."""
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Listing):
            waiting += reversed(node.items)
        elif isinstance(node, Table):
            pairs = [(node.keys[key], value) for key, value in node.entries.items()]
            waiting += [each for pair in reversed(pairs) for each in reversed(pair)]
        elif node.style in BLOCKS:
            head = BREAK.search(text, node.start)
            yield (head.end() if head else node.end), node.end
        else:
            yield node.start, node.end


def end_of(text: str, node: Node) -> int:
    """Where a value ends: blank lines and comments behind it are no part of it."""
    while not isinstance(node, Scalar):
        if node.end:
            return node.end
        node = node.items[-1] if isinstance(node, Listing) else next(reversed(node.entries.values()))
    if node.style in BLOCKS:
        head = BREAK.split(text[node.start : node.end], maxsplit=1)[0]
        if "+" in head.split("#")[0]:
            return node.end - 1
        return node.start + len(text[node.start : node.end].rstrip())
    return node.end
