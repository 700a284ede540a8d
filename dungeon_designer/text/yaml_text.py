"""Parse YAML text into nodes that know their line and column, and format values as YAML.

The nodes are built from the parser's events in one loop, so no depth of nesting is a problem. What no file
here needs and what makes YAML dangerous or surprising is refused: anchors, aliases, tags, several
documents, a repeated key. Scalars stay text; their readers decide what they mean.

A text is read with libyaml where that is installed. What is wrong with a text is always said by PyYAML's own parser, so
that a message is the same everywhere, as in a browser, which has no libyaml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import yaml

from dungeon_designer.text.plain_yaml import PlainLoader
from dungeon_designer.text.read_faults import Fault, KeyPath, Mark, format_value
from dungeon_designer.text.yaml_faults import explain_yaml_error

MAX_DEPTH = 64
"""The largest depth of lists and tables."""

MAX_VALUES = 400_000
"""The largest number of values in a file, about as many as libyaml can read in a second."""

MAX_PLAIN_VALUES = 40_000
"""The largest number of values in a file without libyaml, about as many as can then be read in a second."""

_FAST_LOADER: Any = getattr(yaml, "CSafeLoader", None)
"""PyYAML's loader that uses libyaml; None if libyaml is not installed."""

_FORBIDDEN_LETTERS = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Letters that a YAML file must not have."""
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The ends of lines, as YAML counts them."""


@dataclass(slots=True)
class Scalar:
    """A scalar of YAML: a key, or a value that is neither list nor table, as text.

    Attributes:
        mark: the line and column where the node begins.
        text: the text, without quotes.
        style: empty for plain text, else its quote (" or ') or the sign of its block (| or >).
        last: the last line of the node.
        start: the index of the node's first letter in the text; every kind of node has it.
        end: the index after the node's last letter.
    """

    mark: Mark
    text: str
    style: str = ""
    last: int = 0
    start: int = field(default=0, repr=False)
    end: int = field(default=0, repr=False)


@dataclass(slots=True)
class YamlList:
    """A list; one without brackets has the `end` 0, since it ends where its last item ends."""

    mark: Mark
    items: list[Node] = field(default_factory=list)
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class YamlTable:
    """A table of keys and values in the order of the file; `key_nodes` has the position of each key.

    A table without braces has the `end` 0, since it ends where its last value ends.
    """

    mark: Mark
    entries: dict[str, Node] = field(default_factory=dict)
    key_nodes: dict[str, Scalar] = field(default_factory=dict)
    start: int = 0
    end: int = 0


Node = Scalar | YamlList | YamlTable
"""A word, a list or a table of a YAML file."""


class TooManyValuesFault(Fault):
    """The fault of a file that holds more values than can be read in a second."""


def parse_yaml(text: str) -> Node:
    """Parse a text that is one YAML document, in linear time.

    Raises:
        Fault: the text is not plain YAML; it has the line and column.

    >>> parse_yaml("a: [1, x]").entries["a"].items[1]
    Scalar(mark=(1, 8), text='x', style='', last=1)
    """
    if forbidden := _FORBIDDEN_LETTERS.search(text):
        code = f"U+{ord(forbidden[0]):04X}"
        raise Fault(
            f"the character {code} does not belong in a text file", mark=find_index_mark(text, forbidden.start())
        )
    if _FAST_LOADER is None:
        return _parse_plain_yaml(text)
    try:
        return _build_nodes(yaml.parse(text, Loader=_FAST_LOADER), MAX_VALUES)
    except TooManyValuesFault:
        raise
    except (Fault, yaml.YAMLError) as fast_error:
        try:  # PyYAML's own parser says what is wrong, so that messages are the same where libyaml is absent
            return _parse_plain_yaml(text)
        except TooManyValuesFault:  # it would take too long to read the text again
            raise _explain_error(fast_error, text) from None


def _parse_plain_yaml(text: str) -> Node:
    """Parse a text with PyYAML's own parser.

    Raises:
        Fault: the text is not plain YAML, or holds more than MAX_PLAIN_VALUES values.
    """
    try:
        return _build_nodes(yaml.parse(text, Loader=PlainLoader), MAX_PLAIN_VALUES)
    except yaml.YAMLError as error:
        raise _explain_error(error, text) from None


def _explain_error(error: Fault | yaml.YAMLError, text: str) -> Fault:
    """Return what is wrong with a text that a parser refused."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, yaml.MarkedYAMLError):
        return explain_yaml_error(error, text, split_lines(text))
    return Fault(f"not YAML: {str(error).splitlines()[0]}", mark=(1, 1))


def find_index_mark(text: str, index: int) -> Mark:
    r"""Return the line and column of the letter at an index of a text.

    >>> find_index_mark("ab\ncd", 4)
    (2, 2)
    """
    lines = split_lines(text[:index])
    return len(lines), len(lines[-1]) + 1


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, as YAML counts them."""
    if any(letter in text for letter in "\r\x85\u2028\u2029"):
        return LINE_BREAK.split(text)
    return text.split("\n")  # many times as fast


def find_node_mark(root: Node, path: KeyPath, at_key: bool = False) -> Mark:
    """Return the line and column of a value in a parsed YAML file, or of its key.

    Args:
        root: the file.
        path: the keys and list indexes that lead to the value. If nothing stands there, the innermost value on the way
            that exists is taken.
        at_key: whether to return the position of the key.
    """
    node, mark = root, root.mark
    for step in path:
        if isinstance(node, YamlTable) and isinstance(step, str) and step in node.entries:
            mark, node = node.key_nodes[step].mark, node.entries[step]
        elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node.items):
            mark, node = node.items[step].mark, node.items[step]
        else:
            return node.mark
    return mark if at_key else node.mark


def _build_nodes(events: Iterator[Any], max_values: int) -> Node:
    """Return the root of the nodes that the events of the YAML parser describe; they may be `max_values` at most.

    A node is a word, a list or a table. The parser reports where each list and table begins and ends.

    Raises:
        Fault: the text is empty, nested too deeply, too large, more than one document, or uses a refused feature.
    """
    # the lists and tables that have not ended yet, each with a list of at most one key whose value comes next
    open_nodes: list[tuple[YamlList | YamlTable, list[Scalar]]] = []
    root: Node | None = None
    for event_count, event in enumerate(events):
        start, end = event.start_mark, event.end_mark
        mark = (start.line + 1, start.column + 1)
        if isinstance(event, yaml.CollectionEndEvent):
            closed_node, _ = open_nodes.pop()
            closed_node.end = end.index if end.index > start.index else 0  # without brackets it has no width
            continue
        node = _build_node(event, mark)
        if node is None:
            if root is not None and isinstance(event, yaml.DocumentStartEvent):
                raise Fault("a second document begins here; a file is one document", mark=mark)
            continue
        if open_nodes:
            _add_node(open_nodes[-1], node)
        else:
            root = node
        if not isinstance(node, Scalar):
            open_nodes.append((node, []))
        if len(open_nodes) > MAX_DEPTH or event_count > max_values:
            raise _build_limit_fault(len(open_nodes), max_values, mark)
    if root is None:
        raise Fault("the file is empty")
    return root


def _build_limit_fault(depth: int, max_values: int, mark: Mark) -> Fault:
    """Return the fault of a file whose lists and tables are nested too deeply, or else of one with too many values.

    Args:
        depth: how many lists and tables are open at the mark.
        max_values: the largest number of values that a file may have.
        mark: the line and column at which the limit is exceeded.
    """
    if depth > MAX_DEPTH:
        return Fault(f"lists and tables are nested deeper than {MAX_DEPTH} levels", mark=mark)
    return TooManyValuesFault(f"a file holds at most {max_values:,} values", mark=mark)


def _build_node(event: Any, mark: Mark) -> Node | None:
    """Return the node that an event of the parser begins; None for any other event.

    Raises:
        Fault: the event has an anchor, an alias or a tag, or text with half a character.
    """
    start, end = event.start_mark, event.end_mark
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise Fault("anchors and aliases (& and *) are not used here; quote a text that begins so", mark=mark)
    if isinstance(event, yaml.NodeEvent) and event.tag is not None:  # type: ignore[attr-defined]
        raise Fault("tags (!) are not used here; quote a text that begins so", mark=mark)
    if isinstance(event, yaml.ScalarEvent):
        if event.style == '"' and any("\ud800" <= letter <= "\udfff" for letter in event.value):
            # no file could hold such a text when the dungeon is saved
            raise Fault("a \\u escape stands for half a character only", mark=mark)
        return Scalar(mark, event.value, event.style or "", end.line + 1, start.index, end.index)
    if isinstance(event, yaml.MappingStartEvent):
        return YamlTable(mark, start=start.index)
    return YamlList(mark, start=start.index) if isinstance(event, yaml.SequenceStartEvent) else None


def _add_node(parent: tuple[YamlList | YamlTable, list[Scalar]], node: Node) -> None:
    """Add a node to the list or table that is open.

    In a table, keys and values alternate: a node is a key unless a key waits for its value.

    Args:
        parent: the list or table, and the keys that wait for a value: at most one.
        node: the node to add.

    Raises:
        Fault: a key is no single word, or stands in the table already.
    """
    collection, waiting_keys = parent
    if isinstance(collection, YamlList):
        collection.items.append(node)
    elif waiting_keys:
        key = waiting_keys.pop()
        collection.entries[key.text] = node
        collection.key_nodes[key.text] = key
    elif not isinstance(node, Scalar):
        raise Fault("a key must be a single word", mark=node.mark)
    elif node.text in collection.entries:
        first_line, _ = collection.key_nodes[node.text].mark
        raise Fault(
            f"the key {format_value(node.text)} is here a second time (first in line {first_line})", mark=node.mark
        )
    else:
        waiting_keys.append(node)


_PLAIN_WORD = re.compile(r"[^\W\d][\w./'-]*( [\w./'-]+)*$")
"""Text that needs no quotes."""
_MISREAD_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that YAML takes for true, false or null."""
_MAX_KEY_LETTERS = 1000
"""The largest number of letters of a key without a question mark before it; YAML allows 1024 letters."""


def format_inline(value: Any) -> str:
    """Return a value as YAML on one line.

    >>> format_inline({"kind": "end_zone", "at": (1, 2), "name": "No", "flip": True})
    '{kind: end_zone, at: [1, 2], name: "No", flip: true}'
    """
    if isinstance(value, str):
        return format_scalar(value)
    if isinstance(value, dict):
        entries = [f"{_format_inline_key(name)}: {format_inline(inner)}" for name, inner in value.items()]
        return "{" + ", ".join(entries) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(format_inline, value)) + "]"
    return msgspec.json.encode(value).decode()


def _format_inline_key(key: Any) -> str:
    """Return a key as YAML on one line; a very long one begins with a question mark, as YAML requires."""
    text = format_inline(key)
    return text if len(text) < _MAX_KEY_LETTERS else f"? {text} "


def format_scalar(text: str) -> str:
    r"""Return a text as YAML on one line, in quotes if it needs them.

    >>> print(format_scalar("The Long Hall"), format_scalar("1: a\n"))
    The Long Hall "1: a\n"
    """
    if _PLAIN_WORD.match(text) and text.isprintable() and text.lower() not in _MISREAD_WORDS:
        return text
    return quote_text(text)


def quote_text(text: str) -> str:
    """Return a text as YAML on one line, in double quotes."""
    return '"' + "".join(map(_escape_letter, text)) + '"'


def format_block(text: str) -> str:
    """Return a text as the value of a YAML key: several lines as an indented block if that keeps them unchanged.

    Any other text stays on one line, in quotes if it needs them.
    """
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 2 or not can_be_block(text):
        return format_scalar(text)
    sign = "|" if text.endswith("\n") else "|-"
    return "\n".join([sign, *(f"  {line}" if line else "" for line in lines)])


def can_be_block(text: str) -> bool:
    r"""Return whether an indented block keeps a text unchanged.

    >>> can_be_block("one\ntwo\n"), can_be_block(" indented"), can_be_block("blanks behind ")
    (True, False, False)
    """
    lines = text.removesuffix("\n").split("\n")
    is_safe = all(line.isprintable() and line == line.rstrip() for line in lines)
    first_line, last_line = lines[0], lines[-1]
    # a reader takes blanks at the beginning for indentation, and may drop empty lines at the end
    return is_safe and bool(first_line) and not first_line.startswith(" ") and bool(last_line)


def _escape_letter(letter: str) -> str:
    """Return a letter as YAML text in double quotes writes it, with an escape if it needs one."""
    if letter in '"\\':
        return f"\\{letter}"
    if letter == "\n":
        return "\\n"
    if letter.isprintable():
        return letter
    code = ord(letter)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
