"""Sketches as different people write them: lists and tables in every style YAML has, comments in every place.

Nothing here knows how the program puts a change into a sketch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from random import Random

from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_letters import FLAG_KEYS, NUMBER_KEYS
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_text import Node, Scalar, YamlList, YamlTable

BARE = re.compile(r"[A-Za-z][\w./-]*( [\w./-]+)*$|\d+$")
ODD = ["", ": {", " - {at: [1, 2]}", " ]", " 'tis", ' "', " | >", " &a *b", " # again", ", and more", " <<..C..>>"]
"""What comments hold besides their number: all that means something elsewhere in YAML."""


class Hand:
    """One person's habits: the same seed writes the same text."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.step = random.choice([2, 2, 2, 3, 4])
        self.flow = random.choice([0.1, 0.5, 0.9])
        """How likely a list or table is written in brackets."""

    def written(self, root: YamlTable) -> str:
        """Return the sketch whose nodes these are, in this person's hand."""
        lines = self._table(root, 0)
        if self.random.random() < 0.1:
            lines = ["---", *lines]
        return "\n".join(lines) + "\n"

    def _table(self, node: YamlTable, column: int, above: str = "") -> list[str]:
        lines: list[str] = []
        for key, value in node.entries.items():
            name = above if above == "extra" else key
            lines += self._under(" " * column + self._scalar(Scalar((1, 1), key), "") + ":", value, column, name)
            if column == 0 and self.random.random() < 0.2:
                lines.append("")
        return lines

    def _listing(self, node: YamlList, column: int, key: str) -> list[str]:
        lines: list[str] = []
        for item in node.items:
            lines += self._under(" " * column + "-", item, column, key)
        return lines

    def _under(self, head: str, value: Node, column: int, key: str) -> list[str]:
        """Return a value behind its key or dash."""
        if isinstance(value, Scalar):
            if "\n" in value.text and value.style in ("|", ""):
                return self._block(head, value, column)
            return [f"{head} {self._scalar(value, key)}"]
        empty = not (value.items if isinstance(value, YamlList) else value.entries)
        if empty or self.random.random() < self.flow or self._is_square(value):
            return self._in_brackets(head, value, column, key)
        inner = column + self.step
        if head.endswith("-") and self.random.random() < 0.8:
            inner = column + 2
            lines = self._inside(value, inner, key)
            return [head + " " + lines[0][inner:], *lines[1:]]
        if not head.endswith("-") and isinstance(value, YamlList) and self.random.random() < 0.3:
            inner = column
        return [head, *self._inside(value, inner, key)]

    def _inside(self, value: YamlList | YamlTable, column: int, key: str) -> list[str]:
        return self._table(value, column, key) if isinstance(value, YamlTable) else self._listing(value, column, key)

    def _is_square(self, value: YamlList | YamlTable) -> bool:
        """Return a pair of numbers, which few people write below each other."""
        flat = isinstance(value, YamlList) and all(isinstance(item, Scalar) for item in value.items)
        return flat and self.random.random() < 0.9

    def _block(self, head: str, value: Scalar, column: int) -> list[str]:
        rows = value.text.removesuffix("\n").split("\n")
        first = next((row for row in rows if row), "")
        by = self.random.choice([1, 2, 2, 4])
        said = str(by) if first.startswith(" ") or self.random.random() < 0.2 else ""
        chomp = "" if value.text.endswith("\n") else "-"
        return [f"{head} |{said}{chomp}", *(" " * (column + by) + row if row else "" for row in rows)]

    def _in_brackets(self, head: str, value: YamlList | YamlTable, column: int, key: str) -> list[str]:
        """Return a list in brackets: on one line, broken anywhere, or with an item on each line."""
        way = self.random.random()
        parts = self._parts(value, key)
        open_, shut = "[]" if isinstance(value, YamlList) else "{}"
        inner = " " * (column + self.step)
        if way < 0.5 or not parts:
            return [f"{head} {open_}{', '.join(parts)}{shut}"]
        if way < 0.75:
            lines = [f"{head} {open_}"]
            for number, part in enumerate(parts):
                comma = "," if number < len(parts) - 1 else ""
                if number and self.random.random() < 0.4:
                    lines.append(inner + part + comma)
                else:
                    lines[-1] += (" " if number else "") + part + comma
            lines[-1] += shut
            return lines
        last = self.random.choice(["", ","])
        body = [inner + part + ("," if number < len(parts) - 1 else last) for number, part in enumerate(parts)]
        return [f"{head} {open_}", *body, f"{' ' * (column + 1)}{shut}"]

    def _parts(self, value: YamlList | YamlTable, key: str) -> list[str]:
        if isinstance(value, YamlList):
            return [self._flow(item, key) for item in value.items]
        return [
            f"{self._scalar(Scalar((1, 1), name), '')}: {self._flow(item, key if key == 'extra' else name)}"
            for name, item in value.entries.items()
        ]

    def _flow(self, value: Node, key: str) -> str:
        if isinstance(value, Scalar):
            return self._scalar(value, key)
        comma = self.random.choice([", ", ", ", ",", " , "])
        pad = self.random.choice(["", "", " "])
        open_, shut = "[]" if isinstance(value, YamlList) else "{}"
        return open_ + pad + comma.join(self._parts(value, key)) + pad + shut

    def _scalar(self, node: Scalar, key: str) -> str:
        """Return a word as it stands, or in quotes where that is no matter."""
        bare = BARE.match(node.text) and not node.style
        if bare and (key in NUMBER_KEYS or key in FLAG_KEYS or key == "extra" or self.random.random() < 0.85):
            return node.text
        if node.style == "" and (key in NUMBER_KEYS or key in FLAG_KEYS or key == "extra"):
            return node.text
        if self.random.random() < 0.5 and node.text.isprintable():
            return "'" + node.text.replace("'", "''") + "'"
        return json.dumps(node.text, ensure_ascii=False)


def add_comments(text: str, random: Random, count: int) -> tuple[str, list[str]]:
    """Return the text with so many comments at random places, and these comments; its meaning is the same."""
    layout = read_sketch(text)
    comments: list[str] = []
    for _ in range(count * 6):
        if len(comments) == count:
            break
        comment = f"# note {len(comments)} of {random.randrange(10**6)}{random.choice(ODD)}"
        tried = _add_comment(text, comment, random)
        if not find_lost_comments([*comments, comment], tried) and reads_as(tried, layout):
            text = tried
            comments.append(comment)
    return text, comments


def _add_comment(text: str, comment: str, random: Random) -> str:
    """Return the text with a comment behind a line, on a line of its own, or where a line breaks after a comma."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    way = random.random()
    if way < 0.4 and lines[at]:
        lines[at] += "  " + comment
    elif way < 0.8:
        lines.insert(at, " " * random.choice([0, 0, 2, 2, 4, 5]) + comment)
    else:
        places = [i for i, letter in enumerate(lines[at]) if letter in ",[{"]
        if places:
            cut = random.choice(places) + 1
            behind = lines[at][cut:].lstrip(" ")
            column = len(lines[at]) - len(lines[at].lstrip(" ")) + 2
            lines[at : at + 1] = [f"{lines[at][:cut]}  {comment}", " " * column + behind]
    return "\n".join(lines)


def reads_as(text: str, layout: Layout) -> bool:
    """Return whether a text is a sketch of this layout."""
    try:
        return read_sketch(text) == layout
    except Fault:
        return False


def find_lost_comments(comments: Iterable[str], text: str) -> list[str]:
    """Return the comments that a text no longer has, each on a line that ends with it."""
    ends = "\n".join(line.rstrip() + "\n" for line in text.splitlines())
    return [comment for comment in comments if comment.rstrip() + "\n" not in ends]
