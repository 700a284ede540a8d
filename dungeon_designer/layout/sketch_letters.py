"""What the letters and words of a sketch mean: the built-in letters, its own from its legend, and plain scalars.

A scalar is read by what is due at its place: a number, true or false, JSON in `extra`, else text. So a dungeon may be
called No, 1984 or 2027-05-01 without quotes, and ``010`` is no eight.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import ObstacleKind, PortalNumber, SectionKind, Team, TerrainKind, TrapKind
from dungeon_designer.rulesets.play import Play
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR as FLOOR
from dungeon_designer.text.rows import ROCK as ROCK
from dungeon_designer.text.rows import Grid, means_nothing, own_letters
from dungeon_designer.text.yaml_text import Listing, Node, Scalar, YamlTable

ZONES: dict[str, tuple[SectionKind, Team]] = {
    "<": (SectionKind.END_ZONE, Team.HOME),
    ">": (SectionKind.END_ZONE, Team.AWAY),
    "(": (SectionKind.ENTRY, Team.HOME),
    ")": (SectionKind.ENTRY, Team.AWAY),
}
"""Letters that say what the section under them is."""


class Meaning(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a legend may say about a letter; several keys are several things on one square."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None
    trap: TrapKind | None = None
    portal: PortalNumber | None = None
    door: Literal["shut", "open"] | None = None
    chest: bool = False


BUILT_IN: dict[str, Meaning] = {
    "C": Meaning(chest=True),
    **{str(number): Meaning(portal=number) for number in range(1, 10)},
    "+": Meaning(door="shut"),
    "'": Meaning(door="open"),
    "S": Meaning(obstacle=ObstacleKind.STATUE),
    "I": Meaning(obstacle=ObstacleKind.IDOL),
    "o": Meaning(trap=TrapKind.OPEN_PIT),
    "x": Meaning(trap=TrapKind.SPIKED_PIT),
    "T": Meaning(trap=TrapKind.TRAPDOOR),
    "~": Meaning(terrain=TerrainKind.LAVA),
    "%": Meaning(terrain=TerrainKind.CHASM),
    "=": Meaning(terrain=TerrainKind.BRIDGE),
}
"""The letters every sketch has."""

TAKEN = frozenset({*ROCK, FLOOR, *ZONES, *BUILT_IN})
"""Letters a legend may not give another meaning."""

OWN: dict[str, Meaning] = {
    "w": Meaning(terrain=TerrainKind.WATER),
    "q": Meaning(terrain=TerrainKind.ACID),
    "^": Meaning(terrain=TerrainKind.CLIFF),
    "P": Meaning(terrain=TerrainKind.SPIKE_PIT),
    "H": Meaning(terrain=TerrainKind.ROPE_BRIDGE),
    "K": Meaning(obstacle=ObstacleKind.THRONE),
    "F": Meaning(obstacle=ObstacleKind.FOUNTAIN),
    "Y": Meaning(obstacle=ObstacleKind.CRYPT),
    "D": Meaning(obstacle=ObstacleKind.DRAGON),
    **{letter: Meaning(portal=number) for number, letter in enumerate("abcdefghijklmn", start=10)},
}
"""The letters the writer puts into a legend when it needs them."""


_PLACES = frozenset({"at", "size", "width", "length", "turn", "squares", "chests", "portals"})
_COUNTS = {
    "jump", "rush", "jump_over_most", "players", "reserves", "reserves_a_turn", "reserves_from", "turn_minutes",
    "late_turns",
}  # fmt: skip
NUMBERS = _PLACES | _COUNTS | {"number", "balls", "version", "portal", "sides"}
"""Keys under which plain digits are numbers."""

_USUAL = zip(Play.__struct_fields__, Play.__struct_defaults__, strict=True)
FLAGS = frozenset({"enclosed", "flip", "open", "chest", *(key for key, usual in _USUAL if isinstance(usual, bool))})
"""Keys under which plain yes and no, true and false, on and off are meant so."""

FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_REAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
_DIGITS = 19


def plain_data(node: Node, key: str = "") -> Any:
    """A node as plain data; `key` is the nearest key above it.

    Recursion is no danger: nodes are at most `yaml_nodes.DEPTH` deep.
    """
    if isinstance(node, YamlTable):
        return {name: plain_data(value, key if key == "extra" else name) for name, value in node.entries.items()}
    if isinstance(node, Listing):
        return [plain_data(item, key) for item in node.items]
    text = node.text
    if node.style:
        return text
    if not text or (text in _NULLS and key in (*_COUNTS, "extra")):
        return None
    if key in (*NUMBERS, "extra") and _WHOLE.match(text):
        if len(text.lstrip("+-")) > _DIGITS:
            raise Fault("this number is too long", mark=node.mark)
        return int(text)
    if key != "extra":
        return FLAG_WORDS.get(text.lower(), text) if key in FLAGS else text
    if text.lower() in ("true", "false"):  # what JSON calls true, false or a number is that, all else text
        return text.lower() == "true"
    if _REAL.match(text) and math.isinf(float(text)):
        raise Fault("this number is too large", mark=node.mark)
    return float(text) if _REAL.match(text) else text


WORDS: dict[str, Meaning] = {
    "chest": Meaning(chest=True),
    **{kind.value: Meaning(terrain=kind) for kind in TerrainKind},
    **{kind.value: Meaning(obstacle=kind) for kind in ObstacleKind},
    **{kind.value: Meaning(trap=kind) for kind in TrapKind},
}
"""Names that need no table."""


def legend_of(node: Node) -> dict[str, Meaning]:
    """The meaning of each letter of a legend; a Fault names a letter that is none, or has a meaning already."""
    return {letter: _meaning(value, ("legend", letter)) for letter, value in own_letters(node, TAKEN).items()}


def _meaning(node: Node, path: Path) -> Meaning:
    if isinstance(node, Scalar):
        if node.text not in WORDS:
            raise Fault(f"nothing is called {quoted(node.text)}{did_you_mean(node.text, WORDS)}", path)
        return WORDS[node.text]
    meaning = converted(plain_data(node), Meaning, path)
    if meaning == Meaning():
        raise Fault("say what the letter means, as {terrain: water} does", path)
    return meaning


_PLAIN = frozenset({*ROCK, FLOOR, *ZONES})


def drawn(grid: Grid, own: dict[str, Meaning]) -> Iterator[tuple[Square, Meaning]]:
    """Everything a map shows besides floor and zones; a Fault at the first letter that means nothing."""
    meanings = BUILT_IN | own
    for y, row in enumerate(grid.rows):
        if set(row) <= _PLAIN:
            continue
        for x, letter in enumerate(row):
            if letter in _PLAIN:
                continue
            if letter not in meanings:
                raise Fault(_unknown(letter, own), ("map",), grid.mark_of((x, y)))
            yield (x, y), meanings[letter]


def _unknown(letter: str, own: dict[str, Meaning]) -> str:
    if letter == "\t":
        return "a tab in the map; use blanks or # for rock"
    if letter == "0":
        return "the letter '0' means nothing; portals are numbered from 1, those above 9 need a letter in the legend"
    return means_nothing(letter, [*BUILT_IN, *own])
