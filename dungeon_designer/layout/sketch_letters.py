"""Meanings of the letters and words of a sketch: the built-in letters, the letters of its legend, and plain scalars.

A plain scalar is read by what its key requires: a number, true or false, JSON in `extra`, else text. So a dungeon may
be named No, 1984 or 2027-05-01 without quotes, and ``010`` is not eight.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from dungeon_designer.errors import suggest_word
from dungeon_designer.grid import Square
from dungeon_designer.kinds import (
    CHEST_LETTER,
    NUMBER_BY_PORTAL_LETTER,
    STATE_BY_DOOR_LETTER,
    SYMBOLS,
    TRAP_BY_LETTER,
    ObstacleKind,
    TerrainKind,
    TrapKind,
)
from dungeon_designer.kinds import ZONE_BY_LETTER as ZONE_BY_LETTER
from dungeon_designer.layout.model import PortalNumber
from dungeon_designer.rulesets.play_table import Play
from dungeon_designer.text.letter_grid import FLOOR_LETTER as FLOOR_LETTER
from dungeon_designer.text.letter_grid import ROCK_LETTERS as ROCK_LETTERS
from dungeon_designer.text.letter_grid import LetterGrid, explain_unknown_letter, read_legend_letters
from dungeon_designer.text.read_faults import Fault, KeyPath, convert_data, format_value
from dungeon_designer.text.yaml_text import Node, Scalar, YamlList, YamlTable


class LetterMeaning(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The meaning of a letter in a legend. Several keys mean several things on one square."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None
    trap: TrapKind | None = None
    portal: PortalNumber | None = None
    door: Literal["shut", "open"] | None = None
    chest: bool = False


BUILT_IN_LETTERS: dict[str, LetterMeaning] = {
    CHEST_LETTER: LetterMeaning(chest=True),
    **{letter: LetterMeaning(portal=number) for letter, number in NUMBER_BY_PORTAL_LETTER.items()},
    **{letter: LetterMeaning(door=state) for letter, state in STATE_BY_DOOR_LETTER.items()},
    **{letter: LetterMeaning(trap=kind) for letter, kind in TRAP_BY_LETTER.items()},
    **{letter: LetterMeaning(terrain=kind) for letter, kind in SYMBOLS.items() if isinstance(kind, TerrainKind)},
    **{letter: LetterMeaning(obstacle=kind) for letter, kind in SYMBOLS.items() if isinstance(kind, ObstacleKind)},
}
"""The letters of every sketch, with their meanings."""

RESERVED_LETTERS = frozenset({*ROCK_LETTERS, FLOOR_LETTER, *ZONE_BY_LETTER, *BUILT_IN_LETTERS})
"""The letters to which a legend may not give another meaning."""

LEGEND_LETTERS: dict[str, LetterMeaning] = {
    "w": LetterMeaning(terrain=TerrainKind.WATER),
    "q": LetterMeaning(terrain=TerrainKind.ACID),
    "^": LetterMeaning(terrain=TerrainKind.CLIFF),
    "P": LetterMeaning(terrain=TerrainKind.SPIKE_PIT),
    "H": LetterMeaning(terrain=TerrainKind.ROPE_BRIDGE),
    "K": LetterMeaning(obstacle=ObstacleKind.THRONE),
    "F": LetterMeaning(obstacle=ObstacleKind.FOUNTAIN),
    "Y": LetterMeaning(obstacle=ObstacleKind.CRYPT),
    "D": LetterMeaning(obstacle=ObstacleKind.DRAGON),
    **{letter: LetterMeaning(portal=number) for number, letter in enumerate("abcdefghijklmn", start=10)},
}
"""The letters that the writer puts into a legend when it needs them, with their meanings."""


_GEOMETRY_KEYS = frozenset({"at", "size", "width", "length", "turn", "squares", "chests", "portals"})
_COUNT_KEYS = {
    "jump", "rush", "jump_over_most", "players", "reserves", "reserves_a_turn", "reserves_from", "turn_minutes",
    "late_turns",
}  # fmt: skip
NUMBER_KEYS = _GEOMETRY_KEYS | _COUNT_KEYS | {"number", "balls", "version", "portal", "sides"}
"""The keys under which plain digits are numbers."""

DECIMAL_KEYS = frozenset({"picture.at", "picture.size"})
"""The keys of the table `picture` under which plain digits are numbers, with or without decimals."""

_PLAY_DEFAULTS = zip(Play.__struct_fields__, Play.__struct_defaults__, strict=True)
FLAG_KEYS = frozenset(
    {"enclosed", "flip", "open", "chest", *(key for key, usual in _PLAY_DEFAULTS if isinstance(usual, bool))}
)
"""The keys under which plain yes and no, true and false, on and off are truth values."""

FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The plain words for true and false."""
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,9})?$")
_MAX_DIGITS = 19


def build_plain_data(node: Node, key: str = "") -> Any:
    """Return a value of a parsed YAML sketch as dictionaries, lists, texts, numbers and truth values.

    YAML itself does not say whether a word without quotes is a number, a truth value or text; here its key decides:
    after ``name:`` 1984 is a text, after ``jump:`` a number. The key `extra` holds data of other programs, whose keys
    are unknown here; so below it, at any depth, words are read as JSON would read them.

    Recursion is safe, since nodes are nested at most `yaml_text.MAX_DEPTH` deep.

    Args:
        node: the node.
        key: the nearest key above it; `extra` if any key above it is `extra`.

    Raises:
        Fault: a number is too long or too large.
    """
    is_extra = key == "extra"
    if isinstance(node, YamlTable) and key == "picture":
        return {name: build_plain_data(value, f"picture.{name}") for name, value in node.entries.items()}
    if isinstance(node, YamlTable):
        return {name: build_plain_data(value, key if is_extra else name) for name, value in node.entries.items()}
    if isinstance(node, YamlList):
        return [build_plain_data(item, key) for item in node.items]
    return _parse_scalar(node, key)


def _parse_scalar(scalar: Scalar, key: str) -> Any:
    """Return the number, truth value, text or None that a word of a sketch means under a key.

    Args:
        scalar: the word.
        key: the nearest key above it; `extra` (data of other programs) if any key above it is `extra`.

    Raises:
        Fault: a number is too long or too large.
    """
    text, is_extra = scalar.text, key == "extra"
    is_quoted = bool(scalar.style)
    if is_quoted:
        return text
    # a word such as `null` means that a number is not limited; under other keys it is a text
    if not text or (text in _NULLS and (is_extra or key in _COUNT_KEYS)):
        return None
    if key in DECIMAL_KEYS and _DECIMAL.match(text):
        return float(text)
    if (is_extra or key in NUMBER_KEYS) and _INTEGER.match(text):
        if len(text.lstrip("+-")) > _MAX_DIGITS:
            raise Fault("this number is too long", mark=scalar.mark)
        return int(text)
    if is_extra:
        return _parse_json_word(scalar)
    return FLAG_WORDS.get(text.lower(), text) if key in FLAG_KEYS else text


def _parse_json_word(word: Scalar) -> bool | float | str:
    """Return an unquoted word as a truth value or a number where JSON would read it so; otherwise as text.

    Raises:
        Fault: the number is too large.
    """
    if word.text.lower() in ("true", "false"):
        return word.text.lower() == "true"
    if not _NUMBER.match(word.text):
        return word.text
    number = float(word.text)
    if math.isinf(number):
        raise Fault("this number is too large", mark=word.mark)
    return number


MEANING_BY_WORD: dict[str, LetterMeaning] = {
    "chest": LetterMeaning(chest=True),
    **{kind.value: LetterMeaning(terrain=kind) for kind in TerrainKind},
    **{kind.value: LetterMeaning(obstacle=kind) for kind in ObstacleKind},
    **{kind.value: LetterMeaning(trap=kind) for kind in TrapKind},
}
"""The names that a legend may give to a letter without a table, with their meanings."""


def read_legend(node: Node) -> dict[str, LetterMeaning]:
    """Return the meaning of each letter in the legend of a sketch: the terrain and objects that it stands for.

    Raises:
        Fault: a key is no letter, or a letter that has a meaning already.
    """
    return {
        letter: _read_meaning(value, ("legend", letter))
        for letter, value in read_legend_letters(node, RESERVED_LETTERS).items()
    }


def _read_meaning(node: Node, path: KeyPath) -> LetterMeaning:
    """Return the meaning that the legend of a sketch gives to a letter of the map.

    The legend has a name such as `lava` for the letter, or a table with at least one key, such as `{terrain: lava}`.

    Args:
        node: the value in the legend.
        path: the keys that lead to it, for errors.

    Raises:
        Fault: the name is unknown, or the table is wrong or empty.
    """
    if isinstance(node, Scalar):
        if node.text not in MEANING_BY_WORD:
            raise Fault(f"nothing is called {format_value(node.text)}{suggest_word(node.text, MEANING_BY_WORD)}", path)
        return MEANING_BY_WORD[node.text]
    meaning = convert_data(build_plain_data(node), LetterMeaning, path)
    if meaning == LetterMeaning():
        raise Fault("say what the letter means, as {terrain: water} does", path)
    return meaning


_PLAIN_LETTERS = frozenset({*ROCK_LETTERS, FLOOR_LETTER, *ZONE_BY_LETTER})
"""The letters of a map that show only rock, floor and zones."""


def list_drawn_meanings(grid: LetterGrid, legend: dict[str, LetterMeaning]) -> Iterator[tuple[Square, LetterMeaning]]:
    """Yield each square of a sketch's map whose letter means more than rock, floor or a zone, with its meaning.

    Raises:
        Fault: a letter has no meaning.
    """
    meanings = BUILT_IN_LETTERS | legend
    for y, row in enumerate(grid.rows):
        if set(row) <= _PLAIN_LETTERS:  # most rows show only rock, floor and zones: pass over them quickly
            continue
        for x, letter in enumerate(row):
            if letter in _PLAIN_LETTERS:
                continue
            if letter not in meanings:
                raise Fault(_explain_unknown_letter(letter, legend), ("map",), grid.find_mark((x, y)))
            yield (x, y), meanings[letter]


def _explain_unknown_letter(letter: str, legend: dict[str, LetterMeaning]) -> str:
    """Return the message for a letter of a map that has no meaning."""
    if letter == "\t":
        return "a tab in the map; use blanks or # for rock"
    if letter == "0":
        return "the letter '0' means nothing; portals are numbered from 1, those above 9 need a letter in the legend"
    return explain_unknown_letter(letter, [*BUILT_IN_LETTERS, *legend])
