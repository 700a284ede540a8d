"""YAML text as nodes that know their line and column.

The nodes are built from the parser's events in one loop, so that no nesting is too deep for it. What
no file here has use for and what makes YAML dangerous or surprising is refused: anchors, aliases, tags,
several documents, a key written twice. Scalars stay text; what they mean is for their reader to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import yaml

from dungeon_designer.text.read_faults import Fault, Mark, Path, quoted
from dungeon_designer.text.yaml_faults import explain_yaml_error

DEPTH = 64
"""How deep lists and tables may be nested."""

COUNT = 400_000
"""How many values a file may hold: in a second or so no more are read."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The ends of lines, as YAML counts them."""


@dataclass(slots=True)
class Scalar:
    """A word or text; `style` is '' when plain, else its quote or block sign. `last` is its last line.

    Of all nodes, `start` and `end` are the places in the text where they begin and end, counted in letters from 0.
    """

    mark: Mark
    text: str
    style: str = ""
    last: int = 0
    start: int = field(default=0, repr=False)
    end: int = field(default=0, repr=False)


@dataclass(slots=True)
class Listing:
    """A list. One without brackets has no `end` of its own: it ends where its last item does."""

    mark: Mark
    items: list[Node] = field(default_factory=list)
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class YamlTable:
    """A table of keys and values, in the order written; `keys` says where each key stands.

    One without braces has no `end` of its own: it ends where its last value does.
    """

    mark: Mark
    entries: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)
    start: int = 0
    end: int = 0


Node = Scalar | Listing | YamlTable


def compose(text: str, loader: Any = None) -> Node:
    """The one document in a text. O(n); a Fault with line and column when it is no plain YAML.

    >>> compose("a: [1, x]").entries["a"].items[1]
    Scalar(mark=(1, 8), text='x', style='', last=1)
    """
    if bad := _FORBIDDEN.search(text):
        code = f"U+{ord(bad[0]):04X}"
        raise Fault(f"the character {code} does not belong in a text file", mark=mark_of(text, bad.start()))
    chosen = loader or _Loader
    try:
        return _composed(yaml.parse(text, Loader=chosen))
    except yaml.MarkedYAMLError as error:
        raise explain_yaml_error(error, text, lines_of(text), chosen) from None
    except yaml.YAMLError as error:
        raise Fault(f"not YAML: {str(error).splitlines()[0]}", mark=(1, 1)) from None


def mark_of(text: str, index: int) -> Mark:
    """Line and column of a character of a text.

    >>> mark_of("ab\\ncd", 4)
    (2, 2)
    """
    lines = lines_of(text[:index])
    return len(lines), len(lines[-1]) + 1


def lines_of(text: str) -> list[str]:
    """The lines of a text, as YAML counts them."""
    if any(letter in text for letter in "\r\x85\u2028\u2029"):
        return BREAK.split(text)
    return text.split("\n")  # many times as fast


def located(root: Node, path: Path, at_key: bool = False) -> Mark:
    """Where the value at a path stands (its key, with `at_key`), or the last of its parents that exists."""
    node, mark = root, root.mark
    for step in path:
        if isinstance(node, YamlTable) and isinstance(step, str) and step in node.entries:
            mark, node = node.keys[step].mark, node.entries[step]
        elif isinstance(node, Listing) and isinstance(step, int) and step < len(node.items):
            mark, node = node.items[step].mark, node.items[step]
        else:
            return node.mark
    return mark if at_key else node.mark


def _composed(events: Iterator[Any]) -> Node:
    """Events to nodes. `open_nodes` are the lists and tables not yet ended, each with its waiting key."""
    open_nodes: list[tuple[Listing | YamlTable, list[Scalar]]] = []
    root: Node | None = None
    for count, event in enumerate(events):
        start, end = event.start_mark, event.end_mark
        mark = (start.line + 1, start.column + 1)
        if isinstance(event, yaml.CollectionEndEvent):
            ended, _ = open_nodes.pop()
            ended.end = end.index if end.index > start.index else 0  # without brackets it has no width
            continue
        node = _node(event, mark)
        if node is None:
            if root is not None and isinstance(event, yaml.DocumentStartEvent):
                raise Fault("a second document begins here; a file is one document", mark=mark)
            continue
        if open_nodes:
            _add(open_nodes[-1], node)
        else:
            root = node
        if not isinstance(node, Scalar):
            open_nodes.append((node, []))
        if len(open_nodes) > DEPTH:
            raise Fault(f"lists and tables are nested deeper than {DEPTH} levels", mark=mark)
        if count > COUNT:
            raise Fault(f"a file holds at most {COUNT:,} values", mark=mark)
    if root is None:
        raise Fault("the file is empty")
    return root


def _node(event: Any, mark: Mark) -> Node | None:
    start, end = event.start_mark, event.end_mark
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise Fault("anchors and aliases (& and *) are not used here; quote a text that begins so", mark=mark)
    if isinstance(event, yaml.NodeEvent) and event.tag is not None:  # type: ignore[attr-defined]
        raise Fault("tags (!) are not used here; quote a text that begins so", mark=mark)
    if isinstance(event, yaml.ScalarEvent):
        if event.style == '"' and any("\ud800" <= letter <= "\udfff" for letter in event.value):
            raise Fault("a \\u escape stands for half a character only", mark=mark)  # nothing writes that again
        return Scalar(mark, event.value, event.style or "", end.line + 1, start.index, end.index)
    if isinstance(event, yaml.MappingStartEvent):
        return YamlTable(mark, start=start.index)
    return Listing(mark, start=start.index) if isinstance(event, yaml.SequenceStartEvent) else None


def _add(parent: tuple[Listing | YamlTable, list[Scalar]], node: Node) -> None:
    """Put a node into its list or table; in a table, keys and values come by turns."""
    table, waiting = parent
    if isinstance(table, Listing):
        table.items.append(node)
    elif waiting:
        key = waiting.pop()
        table.entries[key.text] = node
        table.keys[key.text] = key
    elif not isinstance(node, Scalar):
        raise Fault("a key must be a single word", mark=node.mark)
    elif node.text in table.entries:
        first = table.keys[node.text].mark[0]
        raise Fault(f"the key {quoted(node.text)} stands here a second time (first in line {first})", mark=node.mark)
    else:
        waiting.append(node)


_WORD = re.compile(r"[^\W\d][\w./'-]*( [\w./'-]+)*$")
_MISREAD = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_LONGEST_KEY = 1000
"""YAML takes only 1024 characters for a key without a question mark before it."""


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow({"kind": "end_zone", "at": (1, 2), "name": "No", "flip": True})
    '{kind: end_zone, at: [1, 2], name: "No", flip: true}'
    """
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, dict):
        names = [text if len(text := flow(name)) < _LONGEST_KEY else f"? {text} " for name in value]
        return (
            "{" + ", ".join(f"{name}: {flow(inner)}" for name, inner in zip(names, value.values(), strict=True)) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return msgspec.json.encode(value).decode()


def scalar(text: str) -> str:
    """Text on one line, in quotes where it needs them.

    >>> print(scalar("The Long Hall"), scalar("1: a\\n"))
    The Long Hall "1: a\\n"
    """
    if _WORD.match(text) and text.isprintable() and text.lower() not in _MISREAD:
        return text
    return in_quotes(text)


def in_quotes(text: str) -> str:
    """Text on one line, in double quotes."""
    return '"' + "".join(map(_escaped, text)) + '"'


def block(text: str) -> str:
    """Text of several lines as an indented block, where a block keeps it as it is; else in quotes."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 2 or not fits_block(text):
        return scalar(text)
    sign = "|" if text.endswith("\n") else "|-"
    return "\n".join([sign, *(f"  {line}" if line else "" for line in lines)])


def fits_block(text: str) -> bool:
    """Whether an indented block keeps a text as it is.

    >>> fits_block("one\\ntwo\\n"), fits_block(" indented"), fits_block("blanks behind ")
    (True, False, False)
    """
    lines = text.removesuffix("\n").split("\n")
    safe = all(line.isprintable() and line == line.rstrip() for line in lines)
    return safe and bool(lines[0]) and lines[0][0] != " " and bool(lines[-1])


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if letter == "\n":
        return "\\n"
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
