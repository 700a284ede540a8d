"""Files that were good once: of each kind some seeds, changed at random, and who reads them to the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from dungeon_designer.board.build import build_board
from dungeon_designer.generator import archive as archives
from dungeon_designer.generator.descriptors import list_bin_names
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.proposal import add_notes
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.playtest.teams import parse_team
from dungeon_designer.rules import checker
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.seasons.season_file import parse_season
from dungeon_designer.tiles.library import load_library
from dungeon_designer.tiles.tile_file import parse_tile, read_stock

ROOT = Path(__file__).parents[2]
SKETCHES = ROOT / "dungeon_designer" / "templates" / "sketches"
SMALL = b"ruleset: naf-2019\nmap: |\n  <<.C.1.>>\n  <<..S..>>\n"

_WORDS = (
    "[ ] { } [[ ]] = : , ' \" \\ | > # &a *a !!str null ~ true nan inf - -1 0 1 1e999 1e-300 0x10 1979-05-27 07:32:00"
    " << \\ud800 \\u0000 \u202e \u2028 \ufeff \U0001f4a9"
)
INSERTED = [word.encode() for word in _WORDS.split(" ")]
INSERTED += [b'"""', b"'''", b": ", b"- ", b"\n", b"\r", b"\t", b"\0", b"\xff", b"\xc3", b"9" * 19, b"9" * 5000]
INSERTED += [b"a." * 40, b"[" * 70, b"x" * 300]
"""What says something in some format, or is hard to hold or to show."""


class FileKind(NamedTuple):
    """Seeds of one kind of file, and who reads a mutant, as far as its first use."""

    seeds: Callable[[], list[bytes]]
    use: Callable[[bytes, Path], object]


def make_mutant(seeds: list[bytes], dice: Random) -> bytes:
    """Return a seed with one to four changes: bytes, words, lines and parts of other seeds, gone, doubled or new."""
    data = bytearray(dice.choice(seeds))
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(data) + 1)
        until = min(len(data), at + dice.choice((1, 1, 4, 16, 100)))
        way = dice.randrange(7)
        if way == 0:
            data[at:until] = b""
        elif way == 1:
            data[at:at] = data[at:until] * dice.choice((1, 2, 50))
        elif way == 2:
            data[at:until] = bytes(dice.randrange(256) for _ in range(until - at))
        elif way == 3:
            data[at:at] = dice.choice(INSERTED)
        elif way == 4:
            data[at : data.find(b"\n", at)] = dice.choice(INSERTED)
        elif way == 5:
            lines = data.split(b"\n")
            lines[dice.randrange(len(lines))] = dice.choice(lines)
            data = bytearray(b"\n".join(lines))
        else:
            other = dice.choice(seeds)
            start = dice.randrange(len(other))
            data[at:until] = other[start : start + until - at]
    return bytes(data)


def _check(data: bytes, folder: Path, name: str) -> object:
    layout = read_layout(data, name)
    board = build_board(layout, load_library([]))
    return len(layout.sections) < 9 and checker.check_board(board, load_ruleset("naf-2019"))


def _load_ruleset(data: bytes, folder: Path) -> object:
    (folder / "x.toml").write_bytes(data)
    return checker.check_board(build_board(read_layout(SMALL, "x.dungeon.yaml")), load_ruleset("x.toml", folder))


@cache
def _request() -> Request:
    return Request(ruleset=load_ruleset("naf-2019"), library=load_library([]), team_count=2)


def _make_proposals() -> list[bytes]:
    archive = archives.Archive(_request(), 1)
    stored = json.loads(archive.encode_archive())
    layout = json.loads(write_json(read_layout(SMALL, "x.dungeon.yaml")))
    entry = {
        "layout": layout,
        "cell": [0] * 4,
        "worth": 1.0,
        "figures": {"a": 1.0},
        "wishes": {},
        "seed": 1,
        "made": [1, 1],
    }
    return [archive.encode_archive(), json.dumps(stored | {"proposals": [entry]}).encode()]


def _make_archive(data: bytes, folder: Path) -> object:
    found = archives.read_archive(data, "archive.json", _request(), 4)
    return [
        (list_bin_names(each.cell), add_notes(each, found.request, "again", "")) for each in found.choose_proposals()
    ]


def _list_files(pattern: str) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for path in sorted(ROOT.glob(pattern))]


KINDS = {
    "sketch": FileKind(
        _list_files("dungeon_designer/templates/sketches/*"), lambda data, folder: _check(data, folder, "x.yaml")
    ),
    "layout": FileKind(
        lambda: [
            write_json(read_layout(data, "x.yaml")) for data in _list_files("dungeon_designer/templates/sketches/*")()
        ],
        lambda data, folder: _check(data, folder, "x.json"),
    ),
    "ruleset": FileKind(_list_files("examples/house-rules/*.toml"), _load_ruleset),
    "season": FileKind(_list_files("examples/*/season.toml"), lambda data, folder: parse_season(data, "season.toml")),
    "team": FileKind(
        _list_files("dungeon_designer/playtest/data/teams/*"), lambda data, folder: parse_team(data, "x.toml")
    ),
    "tile": FileKind(
        lambda: [data.partition(b"\n")[2] for data in _list_files("tile_library/gw-2021/*.yaml")()],
        lambda data, folder: parse_tile(data, "x.yaml", "a/x"),
    ),
    "stock": FileKind(
        lambda: [b'"gw-2021/armoury" = 2\n"gw-2021/bone-pit" = 1\n', b"[gw-2021]\narmoury = 3\n"],
        lambda data, folder: read_stock(data, "stock.toml", load_library([]).ids),
    ),
    "archive": FileKind(_make_proposals, _make_archive),
}
"""Every kind of file of ours; maps of other programs have mutants of their own."""
