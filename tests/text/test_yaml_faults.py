"""What is told of text that is no YAML, or drops rows in silence: the place, and how it is written right."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.errors import ReadError
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_text import parse_yaml
from dungeon_designer.tiles.tile_file import parse_tile

COLON = "the value of 'name' holds a colon; put it in quotes: "
FLUSH = "this row is not indented; every row stands two blanks further right than the key above"
TAB = "a tab indents this line; indent it with blanks, two for each level"
BLANK = "what indents this line looks like blanks, but is none; indent it with blanks"

FAULTS = [
    # a colon in a name
    ("name: The Hall: Part Two\nmap: <..>\n", "1:15", f'{COLON}name: "The Hall: Part Two"'),
    ("map: <..>\nname: The Hall:\n", "2:15", f'{COLON}name: "The Hall:"'),
    ('map: <..>\nname: The "Old" Hall: Two\n', "2:21", f"{COLON}name: 'The \"Old\" Hall: Two'"),
    ("section_kinds:\n  A: {kind: room, name: Hall: Two}\nmap: .\nsections: A\n", "2:29", f'{COLON}name: "Hall: Two"'),
    ("waivers:\n  - {rule: chest-count, reason: x}\n  - reason: a: b\n", "3:14", "the value of 'reason' holds a colon"),
    # other text that stands in quotes
    ("name: @home\nmap: .\n", "1:7", "the value of 'name' begins with @; put it in quotes: name: \"@home\""),
    ('name: "Gob" the Great\nmap: .\n', "1:13", "the value of 'name' begins with \"; put it in quotes: name"),
    ("name: [The Hall] of Doom\nmap: .\n", "1:18", "the value of 'name' begins with [; put it in quotes"),
    ("name: “The Hall: Two”\nmap: .\n", "1:16", "curly quotes do not enclose text here; write straight ones: "),
    ("name: 'x\nmap: .\n", "1:9", "the quote at the end of this text is missing: name: 'x'"),
    # rows that are not indented
    ("map: |\n<<..>>\n<<..>>\n", "2:1", FLUSH),
    ("map: |\n\n..C..\n.....\nname: Hall\n", "3:1", FLUSH),
    ("map: |\n  <<..>>\n<<..>>\n  <<..>>\n", "3:1", FLUSH),
    ("map: |\n  ..\nsections: |\nAA\nname: Hall\n", "4:1", FLUSH),
    ("map: |\n...\n...\n", "2:1", f"map: {FLUSH}"),
    ("map: |\n#####\n#.C.#\n#####\n", "3:1", f"map: {FLUSH}"),
    ("map: |\n  #####\n#.C.#\n", "3:1", f"map: {FLUSH}"),
    ("notes: |\nIt is dark.\nmap: .\n", "2:1", FLUSH),
    ("map: |\n    ..\n  ....\n", "3:3", "this row stands further left than the first one; where that begins with rock"),
    # tabs and blanks that are none
    ("map: |\n\t<<..>>\n\t<<..>>\n", "2:1", TAB),
    ("map: |\n  <<..>>\n\t<<..>>\n", "3:1", TAB),
    ("map: .\nsections: A\nsection_kinds:\n\tA: room\n", "4:1", TAB),
    ("\tname: Hall\nmap: .\n", "1:1", TAB),
    ("map: |\n  ..\t..\n", "2:5", "map: a tab in the map"),
    ("map: ..\nsections: |\n  A\tA\n", "3:4", "sections: '\\t' is no section letter; it looks like blanks"),
    ("name: Hall\nmap: |\n\u00a0\u00a0<<..>>\n", "3:1", BLANK),
    ("map: |\n  ..\u00a0..\n", "2:5", "map: the letter '\\xa0' means nothing; it looks like blanks, but is none"),
    # what autocorrect puts into a map
    ("map: |\n  <<…>>\n", "2:5", "map: the letter '…' means nothing; autocorrect put it in the place of '...'"),
    ("map: |\n  «...»\n", "2:3", "map: the letter '«' means nothing; autocorrect put it in the place of '<<'"),
    ("map: |\n  .’.\n", "2:4", "map: the letter '’' means nothing; autocorrect put it in the place of \"'\""),
    ("map: |\n  ...\nsections: |\n  A…\n", "4:4", "sections: '…' is no section letter; autocorrect put it"),
    # keys
    ("name:The Hall\nmap: .\n", "1:6", "a blank stands behind the colon of a key: name: The Hall"),
    ("name = The Hall\nmap: .\n", "1:5", "a colon stands between a key and its value: name: The Hall"),
    ("name: Hall\n  ruleset: naf-2019\nmap: .\n", "2:10", "this line begins further right than the one above"),
    ("chests: [[1, 2\nmap: .\n", "1:10", "not valid YAML: the bracket that opens here has no end"),
    ("- a\nb: c\n", "2:1", "not valid YAML: did not find expected '-' indicator"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "problem"), FAULTS, ids=[each[0] for each in FAULTS])
def test_each_mistake_has_its_place_and_its_remedy(text: str, place: str, problem: str) -> None:
    """Line and column are those of the mistake; what people write wrong most often is shown as it is written right."""
    with pytest.raises(ReadError) as caught:
        read_layout(text.encode(), "hall.dungeon.yaml")
    assert str(caught.value).startswith(f"hall.dungeon.yaml:{place}: {problem}")


@pytest.mark.parametrize(
    "text",
    [
        "map: |\n  ..\n# the way out ...\n# <..>\nname: Hall\n",
        "map: |\n  ..\n# ..\nname: Hall\n",
        "map: |\n  ###\n  #.#\n###\nname: Hall\n",
        "map: |\n  ..C..\n#.......................\nname: Hall\n",
        "map: |\n\n  ..\n\n# end\nname: Hall\n",
        "map: |\n  ..\nsections: |\n  AA\n",
        'name: "The Hall: Part Two"\nmap: |\n  ..\n',
    ],
)
def test_what_is_written_well_is_read(text: str) -> None:
    """Comments below a map, even drawn ones, and walls of rock alone are no rows that somebody forgot to indent."""
    assert read_layout(text.encode(), "hall.dungeon.yaml").sections


def test_a_tile_is_told_of_alike() -> None:
    """The rows of a tile are as those of a dungeon."""
    for rows, problem in (("....\n....\n", FLUSH), ("\t....\n", TAB), ("  ..…\n", "autocorrect")):
        with pytest.raises(ReadError) as caught:
            parse_tile(f"name: Cell\nkind: room\nsquares: |\n{rows}".encode(), "cell.yaml", "my/cell")
        assert problem in str(caught.value)
        assert str(caught.value).startswith("cell.yaml:4:")


def test_curly_quotes_in_a_layout_file_are_named() -> None:
    """JSON from a word processor has them, too."""
    with pytest.raises(ReadError, match=r"x\.dungeon\.json:1:2: not valid JSON: curly quotes do not enclose text here"):
        read_layout("{“format”: “dungeon-layout”}".encode(), "x.dungeon.json")


SNIPPETS = [
    "name",
    ": ",
    ":",
    "map: |",
    "\n",
    "  ",
    "\t",
    "#",
    "..",
    "<",
    "“",
    '"',
    "'",
    "[",
    "]",
    "{",
    "}",
    ",",
    "- ",
    "=",
]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join))
def test_any_text_is_read_or_has_one_fault_with_a_place(text: str) -> None:
    """Whatever is typed, there are nodes or a fault with a line that the text has."""
    mark = None
    try:
        parse_yaml(text)
    except Fault as fault:
        mark = fault.mark
    assert mark is None or 1 <= mark[0] <= text.count("\n") + 1


def test_a_large_map_with_a_mistake_takes_no_time() -> None:
    """Trying remedies costs little, in a large map, too; in the largest file none is tried."""
    for rows in (1000, 6000):
        text = "map: |\n" + f"  {'.' * 400}\n" * rows + "name: a: b\n"
        start = time.process_time()
        with pytest.raises(Fault):
            parse_yaml(text)
        assert time.process_time() - start < 2
