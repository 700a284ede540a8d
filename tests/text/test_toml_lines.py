"""The line of each key of a TOML file."""

import tomllib
from pathlib import Path

import pytest

from dungeon_designer.text.toml_lines import line_of, lines_of

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


def keys_in(table, way=""):
    """The dotted path of each key and table, those inside lists too."""
    for key, value in table.items():
        yield way + key
        if isinstance(value, dict):
            yield from keys_in(value, f"{way}{key}.")
        for inner in value if isinstance(value, list) else ():
            yield from keys_in(inner, f"{way}{key}.") if isinstance(inner, dict) else ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_key_of_our_files_is_found(path):
    """Each key stands in the line that is told, and no key is told that is none."""
    text = path.read_text(encoding="utf-8")
    lines, known = lines_of(text), set(keys_in(tomllib.loads(text)))
    assert set(lines) <= known
    assert set(tomllib.loads(text)) - {"rules"} <= set(lines)
    for key, line in lines.items():
        assert key.rpartition(".")[2] in text.split("\n")[line - 1]


def test_odd_files():
    """Texts and lists over several lines, quoted keys, brackets in texts and comments, tables in a list."""
    tomllib.loads(ODD)
    wanted = {"a": 1, "d e.f": 5, "rules.x-y": 9, "rules.x-y.h": 10, "rules.x-y.i": 11, "j": 12, "j.k": 13}
    assert lines_of(ODD) == wanted


def test_a_fault_without_a_key_has_no_line():
    """What is said of the file as a whole has no line."""
    assert line_of("extends: no ruleset 'x'", {"extends": 3}) == 3
    assert line_of("this is no ruleset: it has neither rules nor extends", {"id": 1}) == 0
