"""Damaged and hostile files: one line that says what is wrong, never anything else, and never slow."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from dungeon_designer.errors import DungeonError, ReadError
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.text import yaml_text as yaml_nodes
from tests.layout.sketches import FULL, load_sketch

SKETCH = FULL.encode()
LISTED = b"""\
name: Tiles
map: |
  C.1
sections:
  - {id: a, tile: gw-2021/armoury, at: [3, 4], turn: 1, flip: true}
  - id: b
    kind: end_zone
    side: home
    rows: ["..", "#."]
terrain: [{kind: lava, at: [1, 1], size: [2, 2]}]
obstacles: [{kind: statue, at: [9, 9]}]
square_doors: [{at: [4, 4], open: yes}]
walls: [{at: [4, 4], side: north}]
machines: [{kind: rotating_room, sections: [a, b]}]
extra: {a: [1, 2.5, null, "x"]}
"""
FILE = write_json(load_sketch(FULL))
SEEDS = {"a.dungeon.yaml": [SKETCH, LISTED], "a.dungeon.json": [FILE, write_json(read_layout(LISTED, "a.yaml"))]}
ROUNDS = 1500

SCRAPS = [
    *(
        b"\0",
        b"\xff",
        b"\t",
        b"\r",
        b"\n",
        b" ",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xa8",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98\x80",
    ),
    *(b"{", b"}", b"[", b"]", b":", b",", b"#", b"|", b">", b"&a ", b"*a", b"!!binary ", b"%", b"@", b"`", b"'", b'"'),
    *(b"- ", b"? ", b"---\n", b"...\n", b"<<: ", b"null", b"true", b"no", b"~", b".inf", b".nan", b"1e999", b"NaN"),
    *(b"-1", b"0", b"10000", b"9" * 30, b"9" * 5000, b"1.5", b"0x10", b"1:30", b"2027-05-01", b"\\ud800", b"\\"),
    *(
        b"map: |\n",
        b"sections: |\n",
        b"portals: {1: [0, 0]}\n",
        b"legend: {z: lava}\n",
        b"version: 2\n",
        b'"version": 2,',
    ),
    *(b"[" * 200, b"{a: " * 200, b'{"a":' * 200, b"[[0,0]]", b"{}", b"[]", b'""', b"size: [9999, 9999]"),
]


def make_mutants(seed: bytes, chance: random.Random, rounds: int) -> Iterator[bytes]:
    """Yield copies with one to three kinds of damage: cut, flipped, doubled, swapped, or with scraps added."""
    for _ in range(rounds):
        data = seed
        for _ in range(chance.randint(1, 3)):
            data = chance.choice([cut, flip, double, swap, add_scrap, retype])(data, chance)
        yield data


def cut(data: bytes, chance: random.Random) -> bytes:
    """Return the data without its end, or without a piece from the middle."""
    start = chance.randrange(len(data) + 1)
    return data[:start] + (b"" if chance.random() < 0.5 else data[start + chance.randint(1, 30) :])


def flip(data: bytes, chance: random.Random) -> bytes:
    """Return the data with one byte changed."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def double(data: bytes, chance: random.Random) -> bytes:
    """Return the data with one line twice."""
    lines = data.splitlines(keepends=True) or [b""]
    at = chance.randrange(len(lines))
    return b"".join([*lines[:at], lines[at], *lines[at:]])


def swap(data: bytes, chance: random.Random) -> bytes:
    """Return the data with two lines exchanged."""
    lines = data.splitlines(keepends=True) or [b""]
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def add_scrap(data: bytes, chance: random.Random) -> bytes:
    """Return the data with something added that does not belong there."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(SCRAPS) + data[at:]


def retype(data: bytes, chance: random.Random) -> bytes:
    """Return the data with a value of another type after a colon."""
    colons = [at for at in range(len(data)) if data[at : at + 2] == b": "]
    if not colons:
        return data
    at = chance.choice(colons) + 2
    end = min(found for end in (b",", b"\n", b"}") if (found := data.find(end, at)) >= 0 or (found := len(data)))
    return data[:at] + chance.choice(SCRAPS) + data[end:]


def read_outcome(data: bytes, name: str) -> str:
    """Return what reading gives: '' for a layout, else the one line of its error. Anything else is a failure.

    What can be read can also be written in both formats, and reads as the same again.
    """
    try:
        layout = read_layout(data, name)
        assert read_layout(write_json(layout), "a.json") == layout
        assert read_layout(write_sketch(layout).encode(), "a.yaml") == layout
    except DungeonError as error:
        line = str(error)
        assert line.startswith(f"{name}:")
        assert line.isprintable()
        assert len(line) < 1000
        return line
    return ""


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.parametrize("number", [0, 1])
def test_thousands_of_damaged_files_give_a_layout_or_one_line(name: str, number: int) -> None:
    """Whatever happens to a file, reading it ends in a layout or in one clear line."""
    chance = random.Random(f"{name} {number}")  # noqa: S311 - no secret, but the same every time
    outcomes = [read_outcome(data, name) for data in make_mutants(SEEDS[name][number], chance, ROUNDS)]
    assert outcomes.count("") < ROUNDS * 0.7
    assert len(set(outcomes)) > 150


def test_both_yaml_parsers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same files are read, and the same is said of the others, with and without libyaml."""
    damaged = [SKETCH, LISTED, *make_mutants(SKETCH, random.Random(7), 200)]  # noqa: S311 - the same every time
    fast = [read_outcome(data, "a.yaml") for data in damaged]
    monkeypatch.setattr(yaml_nodes, "_FAST_LOADER", None)
    slow = [read_outcome(data, "a.yaml") for data in damaged]
    assert fast == slow


def write_laughs(levels: int) -> str:
    """Return YAML with anchors that grow ninefold at every level."""
    lines = ["map: .", "extra:", "  a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(lines)


HOSTILE = {
    "a billion laughs": write_laughs(12),
    "nested lists": "map: .\nextra: {a: " + "[" * 500_000,
    "nested tables": "{a: " * 200_000,
    "nested dashes": "- " * 200_000,
    "nested questions": "? " * 200_000,
    "an endless quote": "map: '" + "x" * 1_000_000,
    "a long key": "a" * 1_000_000 + ": 1",
    "many keys": "".join(f"k{n}: 1\n" for n in range(50_000)),
    "a huge number": "map: .\nballs: " + "9" * 1_000_000,
    "an unknown letter far out": "map: |\n" + "  ....\n" * 9_000 + "  z\n",
    "many comments": "# x\n" * 300_000,
    "a huge pit": "map: .\ntraps: [{kind: spiked_pit, at: [0, 0], size: [10000, 10000]}]",
    "many huge pits": "map: .\ntraps:\n" + "- {kind: open_pit, at: [0, 0], size: [999, 1000]}\n" * 2_000,
    "a huge lake": "map: .\nterrain: [{kind: lava, at: [0, 0], size: [10000, 10000]}]",
    "wide doors": "map: .\ndoors:\n" + "- {at: [0, 0], side: north, width: 10000}\n" * 2_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sketches_are_refused_fast(name: str) -> None:
    """No sketch can make the reader run away with time or memory, or fall over its own depth."""
    start = time.process_time()
    assert read_outcome(HOSTILE[name].encode(), "a.yaml")
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        '{"a":' * 500_000,
        '{"format": "dungeon-layout", "version": 1, "extra": {"a": ' + "[" * 900 + "]" * 900 + "}}",
        '{"format": "dungeon-layout", "version": ' + "9" * 1_000_000 + "}",
        '{"format": "dungeon-layout", "version": 1, "traps": ['
        + ", ".join(['{"kind": "open_pit", "at": [0, 0], "size": [999, 1000]}'] * 2000)
        + "]}",
    ],
    ids=lambda text: text[:20],
)
def test_hostile_layout_files_are_refused_fast(text: str) -> None:
    """The same for layout files."""
    start = time.process_time()
    assert read_outcome(text.encode(), "a.json")
    assert time.process_time() - start < 20


def test_many_trapdoors_and_their_entries_meet_fast() -> None:
    """A thousand groups of T with a thousand entries are matched square by square, not each with each."""
    entries = "".join(
        f"- {{kind: trapdoor, at: [{2 * n}, {y}], below: pit}}\n" for n in range(50) for y in range(0, 40, 2)
    )
    text = "map: |\n" + ("  " + "T." * 50 + "\n  ..\n") * 20 + "traps:\n" + entries
    assert len(load_sketch(text).traps) == 1000


def test_no_error_ends_in_silence() -> None:
    """An error's line names the file even when the fault is the whole file's."""
    with pytest.raises(ReadError, match=r"^-: the file is empty$"):
        read_layout(b"", "-")
