"""With and without libyaml, the same texts are read, with the same values at the same places, and the same is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_designer.text import yaml_text
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_text import MAX_PLAIN_VALUES, MAX_VALUES, Node, parse_yaml
from tests.soak import count, soak

Outcome = Node | tuple[str, tuple[int, int] | None]


def read(text: str, with_libyaml: bool) -> Outcome:
    """The nodes of a text, or its fault with the place."""
    with pytest.MonkeyPatch.context() as patch:
        if not with_libyaml:
            patch.setattr(yaml_text, "_FAST_LOADER", None)
        try:
            return parse_yaml(text)
        except Fault as fault:
            return fault.problem, fault.mark


EVENED_OUT = {
    "a tab within a word": "name: The\tHall\n",
    "a tab after a word": "name: Hall\t\nmap: .\n",
    "a tab before a comment": "name: Hall\t# it\n",
    "a tab after a colon": "name:\tHall\n",
    "a tab after the sign of a block": "map: |\t# it\n  ..\n",
    "a comment at the sign of a block": "map: |# it\n  ..\n",
    "a question mark in braces": "at: {why?: 1, b: c?}\n",
    "an empty value in braces": "at: {a: , b: }\n",
    "an empty value in brackets": "at: [a: , b: ]\n",
    "a byte order mark in a line": "name: a\ufeff: b\n",
    "a byte order mark before a line": "name: a\n\ufeffmap: .\n",
    "a question mark at the end": "name: Hall\n?",
    "an escape of half a character": 'name: "a\\uD800"\n',
    "an escape of no character": 'name: "\\UFFFFFFFF"\n',
    "an escaped backslash": 'name: "\\\\UFFFFFFFF \\u0041"\n',
    "a dash at the end": "- a\n-",
}


@pytest.mark.parametrize("text", EVENED_OUT.values(), ids=list(EVENED_OUT))
def test_what_libyaml_reads_is_read_without_it(text: str) -> None:
    """Each difference between PyYAML's parser and libyaml that was found is evened out."""
    assert read(text, with_libyaml=False) == read(text, with_libyaml=True)


PIECES = (
    *(
        "name",
        ": ",
        ":",
        "a b",
        "map: |",
        "\n",
        "\n",
        "  ",
        " ",
        "\t",
        "#",
        " #",
        "..",
        "“",
        '"',
        "'",
        "[",
        "]",
        "{",
        "}",
    ),
    *(
        ",",
        "- ",
        "-",
        "=",
        "? ",
        "?",
        ">",
        "|2",
        "---",
        "...",
        "\r\n",
        "\x85",
        "\u2028",
        "\ufeff",
        "%",
        "!",
        "&a",
        "*a",
    ),
    *("\\", "\\x41", "\\u00e9", "\\ud801", "\\U00110000", "@", "é"),
)


@soak
@settings(max_examples=count(500, 50_000))
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_text_is_the_same_with_and_without_libyaml(text: str) -> None:
    """Whatever is typed, both parsers give the same nodes at the same places, or the same message at the same place."""
    assert read(text, with_libyaml=False) == read(text, with_libyaml=True)


def test_the_largest_file_is_smaller_without_libyaml() -> None:
    """As many values are read as can be read in about a second; the message names the number."""
    text = f"[{'1,' * MAX_PLAIN_VALUES}]"
    assert read(text, with_libyaml=False) == (f"a file holds at most {MAX_PLAIN_VALUES:,} values", (1, 79_998))
    assert not isinstance(read(text, with_libyaml=True), tuple)
    assert read(f"[{'1,' * MAX_VALUES}]", with_libyaml=True)[0] == f"a file holds at most {MAX_VALUES:,} values"


def test_a_mistake_in_a_large_file_is_told() -> None:
    """A file with more values than can be read without libyaml has its mistake told by libyaml."""
    problem, mark = read(f"[{'1,' * MAX_PLAIN_VALUES}\n1\n", with_libyaml=True)
    assert (problem, mark) == (
        "not valid YAML: the bracket that opens here has no end; close it, or put a text that begins so in quotes",
        (1, 1),
    )
