"""What is told of text that is no TOML: the place, and how it is written right."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_marks import find_key_positions, find_mark
from dungeon_designer.text.toml_text import read_toml
from tests.text.test_toml_text import FILES

CURLY = "curly quotes do not enclose text here; write straight ones: "
TEXT = "text stands in quotes: "
BRACES = "a table in braces stands on one line, without a comma at its end"

FAULTS = [
    ("name = “Cup”", 1, 8, f'{CURLY}name = "Cup"'),
    ("name = ‘Cup’", 1, 8, f"{CURLY}name = 'Cup'"),
    ("name = „Cup“", 1, 8, f'{CURLY}name = "Cup"'),
    ("name = «Cup»", 1, 8, f'{CURLY}name = "Cup"'),
    ('name = "Cup”', 1, 12, f'{CURLY}name = "Cup"'),
    ("name = 'The Coach’s Cup’", 1, 24, f"{CURLY}name = 'The Coach’s Cup'"),
    ('a = 1\n“name” = "Cup"', 2, 1, f'{CURLY}"name" = "Cup"'),
    ('rounds = [\n  { name = “One”, layout = "a" },\n]', 2, 12, f'{CURLY}{{ name = "One", layout = "a" }},'),
    ("layout = …", 1, 10, f'{TEXT}layout = "…"'),
    ("name = The Black Swan", 1, 8, f'{TEXT}name = "The Black Swan"'),
    ("name = The Black Swan # it is open", 1, 8, f'{TEXT}name = "The Black Swan"'),
    ('rounds = [{ name = One, layout = "a" }]', 1, 20, f'{TEXT}name = "One"'),
    ('layout = [a, "b"]', 1, 11, f'{TEXT}"a"'),
    ("date = 13.3.2027", 1, 8, f'{TEXT}date = "13.3.2027"'),
    ("starts = 9:30", 1, 10, 'a time stands in quotes: starts = "9:30"'),
    ("rounds = [{ name = One, starts = 9:30 }]", 1, 20, f'{TEXT}name = "One"'),
    ("enclosed = yes", 1, 12, "yes and no are written as true and false: enclosed = true"),
    ("enclosed = False # why", 1, 12, "yes and no are written as true and false: enclosed = false"),
    ("coaches = 1,000", 1, 12, "a number has digits alone: coaches = 1000"),
    ("name: Cup", 1, 5, 'an equals sign stands between a key and its value: name = "Cup"'),
    ('name: "Cup"', 1, 5, 'an equals sign stands between a key and its value: name = "Cup"'),
    ("coaches: 8", 1, 8, "an equals sign stands between a key and its value: coaches = 8"),
    ("name = ", 1, 8, "the value of 'name' is missing behind the equals sign"),
    ('name = "Cup', 1, 12, 'the quote at the end of this text is missing: name = "Cup"'),
    ('layout = "halls\\a.yaml"', 1, 16, "a backslash is no part of a text here; write / between folders: "),
    ('rounds = [{ name = "One", }]', 1, 25, 'no comma stands before a closing brace: rounds = [{ name = "One" }]'),
    ('rounds = [{\n  name = "One",\n}]', 1, 12, BRACES),
    ("[rounds]\na = 1\n[rounds]\n", 3, 1, "the table [rounds] is here a second time; in a list of tables each"),
    ("a = 1\n  a = 2", 2, 3, "this key is here a second time; a table has each key once"),
    ('x = [\n "a"\n "b"\n]', 3, 2, "not TOML: a comma or the bracket ] is missing before this"),
    ("[rounds\na = 1", 1, 8, "not TOML: the bracket ] is missing"),
    ("not toml", 1, 5, "not TOML: a key has an equals sign and a value"),
    ("= 3", 1, 1, "not TOML: this is neither a key"),
    ('a = "x" b = 1', 1, 9, "not TOML: each key has a line of its own"),
    ('a = """x', 1, 9, "not TOML: the end of this text is missing"),
]


@pytest.mark.parametrize(("text", "line", "column", "problem"), FAULTS, ids=[each[0] for each in FAULTS])
def test_each_mistake_has_its_place_and_its_remedy(text: str, line: int, column: int, problem: str) -> None:
    """Line and column are those of the mistake; what people write wrong most often is shown as it is written right."""
    with pytest.raises(Fault) as caught:
        read_toml(text.encode())
    assert caught.value.mark == (line, column)
    assert caught.value.problem.startswith(problem)


@pytest.mark.parametrize("text", [each[0] for each in FAULTS if ": " in each[3] and not each[3].startswith("not")])
def test_a_remedy_that_is_shown_can_be_read(text: str) -> None:
    """The line that a message shows as right is TOML, and so is the file that has it in the place of the wrong one."""
    with pytest.raises(Fault) as caught:
        read_toml(text.encode())
    shown = caught.value.problem.rpartition(": ")[2].rstrip(",")
    tomllib.loads(shown if "=" in shown and shown[0] != "{" else f"x = {shown}")


@pytest.mark.parametrize(
    ("data", "mark", "problem"),
    [
        (b"name = 'x'\nplace = 'Caf\xe9'", (2, 13), "the byte 0xe9 is not UTF-8; save the file as UTF-8 text"),
        ("name = 'x'".encode("utf-16"), (1, 1), "the text is UTF-16; save it as UTF-8"),
        ("name = 'x'".encode("utf-16-le"), (1, 1), "the text is UTF-16; save it as UTF-8"),
        ("name = 'x'".encode("utf-16-be"), (1, 1), "the text is UTF-16; save it as UTF-8"),
    ],
)
def test_another_encoding_is_named_with_its_first_wrong_byte(data: bytes, mark: tuple[int, int], problem: str) -> None:
    """TOML in Windows-1252 or UTF-16 is refused as a dungeon is: with the place, the byte and the remedy."""
    with pytest.raises(Fault) as caught:
        read_toml(data)
    assert (caught.value.mark, caught.value.problem) == (mark, problem)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_key_and_entry_of_our_files_has_its_place(path: Path) -> None:
    """The places are those of all keys, tables and list entries, no others, and each key stands where it is said."""
    text = path.read_text(encoding="utf-8")
    places = find_key_positions(text)
    assert set(places) == set(list_paths(tomllib.loads(text)))
    lines = text.split("\n")
    for way, place in places.items():
        line, column = place.key
        if isinstance(way[-1], str) and not lines[line - 1].startswith("["):
            assert way[-1] in lines[line - 1][column - 1 :].partition("=")[0]


def list_paths(value: object, way: tuple[str | int, ...] = ()):  # type: ignore[no-untyped-def]
    """Yield every path in plain data."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in pairs:
        yield (*way, step)
        yield from list_paths(inner, (*way, step))


def test_a_missing_value_is_located_at_what_holds_it() -> None:
    """A missing value is located at the nearest table around it, an unknown key where it is written."""
    places = find_key_positions('name = "x"\n\n[[rounds]]\nname = "One"\n[[rounds]]\nnmae = "Two"\n')
    assert find_mark(places, ("rounds", 1, "layout")) == (5, 1)
    assert find_mark(places, ("rounds", 1, "nmae"), at_key=True) == (6, 1)
    assert find_mark(places, ("rounds", 1, "nmae")) == (6, 8)
    assert find_mark(places, ("coaches",)) is None


SNIPPETS = (
    ["name", "=", ":", '"', "'", "“", "”", "[", "]", "{", "}", ",", "\n", " ", "#", "\\", "9:30", "…", "[[", "]]", "."]
)  # fmt: skip


@given(st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join))
def test_any_text_is_read_or_has_one_fault_with_a_place(text: str) -> None:
    """Whatever is typed, there is a table whose keys all have places, or a fault with a line that the text has."""
    places, mark = set(), None
    try:
        table = read_toml(text.encode())
        places = set(find_key_positions(text)) ^ set(list_paths(table))
    except Fault as fault:
        mark = fault.mark
    assert not places
    assert mark is None or 1 <= mark[0] <= text.count("\n") + 1


def test_a_long_file_with_a_mistake_takes_no_time() -> None:
    """Trying remedies costs little, even in the largest file."""
    text = "\n".join([f"key_{number} = 'value'" for number in range(2500)]) + "\nname = “x”\n"
    start = time.process_time()
    with pytest.raises(Fault, match="curly quotes"):
        read_toml(text.encode())
    assert time.process_time() - start < 1
