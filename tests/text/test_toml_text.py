"""The place of each key of a TOML file, and what is wrong where there is none."""

import time
import tomllib
from pathlib import Path

import pytest

from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import find_fault_line, list_key_lines, read_toml

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("dungeon_designer/rulesets/data/*.toml"), *ROOT.glob("examples/**/*.toml")])

ODD = '''a = """
b = 1
[c]
"""  # text of three lines
"d e".'f' = [
  "]",   # ]
  { g = 1 },
]
[ rules . "x-y" ]   # a table
h = '\\'
i = "\\""
[[j]]
k = 1
[[j]]
k = 2
'''


def list_keys(table, way=""):
    """Yield the dotted path of each key and table, those inside lists too."""
    for key, value in table.items():
        yield way + key
        if isinstance(value, dict):
            yield from list_keys(value, f"{way}{key}.")
        for inner in value if isinstance(value, list) else ():
            yield from list_keys(inner, f"{way}{key}.") if isinstance(inner, dict) else ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_key_of_our_files_is_found(path):
    """Each key stands in the line that is told, and no key is told that is none."""
    text = path.read_text(encoding="utf-8")
    lines, known = list_key_lines(text), set(list_keys(tomllib.loads(text)))
    assert set(lines) <= known
    assert set(tomllib.loads(text)) - {"rules"} <= set(lines)
    for key, line in lines.items():
        assert key.rpartition(".")[2] in text.split("\n")[line - 1]


def test_odd_files():
    """Texts and lists over several lines, quoted keys, brackets in texts and comments, tables in a list."""
    tomllib.loads(ODD)
    wanted = {
        "a": 1,
        "d e": 5,
        "d e.f": 5,
        "d e.f.g": 7,
        "rules": 9,
        "rules.x-y": 9,
        "rules.x-y.h": 10,
        "rules.x-y.i": 11,
        "j": 12,
        "j.k": 13,
    }
    assert list_key_lines(ODD) == wanted


def test_a_fault_without_a_key_has_no_line():
    """A fault of the file as a whole has no line."""
    assert find_fault_line("extends: no ruleset 'x'", {"extends": 3}) == 3
    assert find_fault_line("this is not a ruleset: it has neither rules nor extends", {"id": 1}) == 0


HOSTILE = {
    "a key of 20,000 parts": b"a." * 20_000 + b"b = 1",
    "quoted parts": b'"a" . ' * 8_000 + b"b = 1",
    "a table of many parts": b"[" + b"a." * 20_000 + b"b]",
    "a key of many parts in a table": b"x = {" + b"a." * 20_000 + b"b = 1}",
    "5,000 digits": b"x = " + b"9" * 5_000,
    "a long number in another base": b"x = [[0x" + b"f" * 30_000 + b"]]",
    "lists in lists": b"x = " + b"[" * 30_000,
    "40 lists": b"x = " + b"[" * 40 + b"]" * 40,
    "a key of 300 letters": b"[a]\n" + b"k" * 300 + b" = 1",
    "a long table declared twice": (b"[" + b"k" * 5000 + b"]\n") * 2,
    "too many bytes": b"#" * 70_000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_no_file_needs_is_one_line_in_no_time(data: bytes) -> None:
    """Long keys, long numbers and deep nesting are refused at once, whatever Python's reader would make of them."""
    start = time.process_time()
    with pytest.raises(Fault) as error:
        read_toml(data)
    assert time.process_time() - start < 0.5
    assert len(error.value.problem) < 300
