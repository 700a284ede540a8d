"""What the letters and words of a sketch mean: the built-in letters, its own from its legend, and plain scalars.

A scalar is read by what is due at its place: a number, true or false, JSON in `extra`, else text. So a dungeon may be
called No, 1984 or 2027-05-01 without quotes, and ``010`` is no eight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct, to_builtins

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import ObstacleKind, PortalNumber, SectionKind, Team, TerrainKind, TrapKind
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR as FLOOR
from dungeon_designer.text.rows import ROCK as ROCK
from dungeon_designer.text.rows import Grid
from dungeon_designer.text.yaml_text import Listing, Node, Scalar, Table

ZONES: dict[str, tuple[SectionKind, Team]] = {
    "<": (SectionKind.END_ZONE, Team.HOME),
    ">": (SectionKind.END_ZONE, Team.AWAY),
    "(": (SectionKind.ENTRY, Team.HOME),
    ")": (SectionKind.ENTRY, Team.AWAY),
}
"""Letters that say what the section under them is."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What lies on a square whose letter this is; floor is under it in any case."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None
    trap: TrapKind | None = None
    portal: int | None = None
    door: bool | None = None
    """Open or not; None for no door."""
    chest: bool = False


BUILT_IN: dict[str, Meaning] = {
    "C": Meaning(chest=True),
    **{str(number): Meaning(portal=number) for number in range(1, 10)},
    "+": Meaning(door=False),
    "'": Meaning(door=True),
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


NUMBERS = frozenset(
    {
        "at",
        "size",
        "width",
        "length",
        "number",
        "turn",
        "balls",
        "version",
        "squares",
        "chests",
        "portals",
        "portal",
        "sides",
    }
)
"""Keys under which plain digits are numbers."""

FLAGS = frozenset({"enclosed", "flip", "open", "chest"})
"""Keys under which plain yes and no, true and false, on and off are meant so."""

FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_REAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
_DIGITS = 19


def plain(node: Node, key: str = "") -> Any:
    """A node as plain data; `key` is the nearest key above it.

    Recursion is no danger: nodes are at most `yaml_nodes.DEPTH` deep.
    """
    if isinstance(node, Table):
        return {name: plain(value, key if key == "extra" else name) for name, value in node.entries.items()}
    if isinstance(node, Listing):
        return [plain(item, key) for item in node.items]
    if key == "extra":
        return _json(node)
    return scalar(node, key)


def scalar(node: Scalar, key: str) -> Any:
    """A scalar as what is due under a key; text that fits nothing else stays text, for the model to refuse."""
    if node.style:
        return node.text
    if not node.text:
        return None
    if key in NUMBERS and _WHOLE.match(node.text):
        return _number(node)
    if key in FLAGS:
        return FLAG_WORDS.get(node.text.lower(), node.text)
    return node.text


def _json(node: Scalar) -> Any:
    """A scalar of `extra`: what JSON calls null, true, false or a number is that, all else text."""
    if node.style:
        return node.text
    if node.text in _NULLS:
        return None
    if node.text.lower() in ("true", "false"):
        return node.text.lower() == "true"
    if _WHOLE.match(node.text):
        return _number(node)
    if _REAL.match(node.text):
        number = float(node.text)
        if number in (float("inf"), float("-inf")):
            raise Fault("this number is too large", mark=node.mark)
        return number
    return node.text


def _number(node: Scalar) -> int:
    if len(node.text.lstrip("+-")) > _DIGITS:
        raise Fault("this number is too long", mark=node.mark)
    return int(node.text)


_SHUT, _OPEN = "shut", "open"


class LetterSaid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a legend may say about a letter; several keys are several things on one square."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None
    trap: TrapKind | None = None
    portal: PortalNumber | None = None
    door: Literal["shut", "open"] | None = None
    chest: bool = False


WORDS: dict[str, LetterSaid] = {
    "chest": LetterSaid(chest=True),
    **{kind.value: LetterSaid(terrain=kind) for kind in TerrainKind},
    **{kind.value: LetterSaid(obstacle=kind) for kind in ObstacleKind},
    **{kind.value: LetterSaid(trap=kind) for kind in TrapKind},
}
"""Names that need no table."""


def legend_of(node: Node) -> dict[str, Meaning]:
    """The meaning of each letter of a legend; a Fault names a letter that is none, or has a meaning already."""
    if not isinstance(node, Table):
        raise Fault("expected a table of letters and what they mean", ("legend",))
    for letter in node.entries:
        _check_letter(letter, ("legend", letter))
    return {letter: _meaning(value, ("legend", letter)) for letter, value in node.entries.items()}


def legend_entry(meaning: Meaning) -> dict[str, Any]:
    """What a legend says to give a letter this meaning; `legend_of` the other way round.

    >>> legend_entry(Meaning(portal=10))
    {'portal': 10}
    """
    door = None if meaning.door is None else _OPEN if meaning.door else _SHUT
    said = LetterSaid(meaning.terrain, meaning.obstacle, meaning.trap, meaning.portal, door, meaning.chest)  # type: ignore[arg-type]
    entry: dict[str, Any] = to_builtins(said)
    return entry


def _check_letter(letter: str, path: Path) -> None:
    if len(letter) != 1 or not letter.isprintable():
        raise Fault(f"{quoted(letter)} is not one letter", path, at_key=True)
    if letter in TAKEN:
        raise Fault(f"{quoted(letter)} has its meaning in every sketch; choose another letter", path, at_key=True)


def _meaning(node: Node, path: Path) -> Meaning:
    if isinstance(node, Scalar):
        if node.text not in WORDS:
            raise Fault(f"nothing is called {quoted(node.text)}{did_you_mean(node.text, WORDS)}", path)
        said = WORDS[node.text]
    else:
        said = converted(plain(node), LetterSaid, path)
    door = None if said.door is None else said.door == _OPEN
    meaning = Meaning(said.terrain, said.obstacle, said.trap, said.portal, door, said.chest)
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
    other = did_you_mean(letter.swapcase(), [k for k in [*BUILT_IN, *own] if k == letter.swapcase()])
    return f"the letter {quoted(letter)} means nothing{other}; give it a meaning under 'legend'"
