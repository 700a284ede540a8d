"""A sketch's own letters: its legend."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, to_builtins

from dungeon_designer.errors import did_you_mean
from dungeon_designer.layout.letters import TAKEN, Meaning
from dungeon_designer.layout.model import ObstacleKind, PortalNumber, TerrainKind, TrapKind
from dungeon_designer.layout.sketch_values import plain
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.yaml_nodes import Node, Scalar, Table

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
