"""Kinds of things that may be hidden on the table: what each is in the layout, in the drawing, in the palette."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct


class HideableKind(Struct, frozen=True):
    """One kind: `fields` of the layout and `layers` of the drawing hold it, `pieces` or groups put it down.

    Several names have spaces between them.
    """

    id: str
    words: str
    key: str
    fields: str
    layers: str
    pieces: str


_TABLE = tomllib.loads(Path(__file__).with_name("actions.toml").read_text(encoding="utf-8"))

HIDEABLE = tuple(HideableKind(**record) for record in _TABLE["hideable"])
"""What can be hidden, in the order of the menu. Floor, walls and rock cannot: they are the dungeon."""


def fields_of(hidden: frozenset[str]) -> frozenset[str]:
    """The lists of a layout that hold some hidden kinds.

    >>> sorted(fields_of(frozenset({"doors"})))
    ['doors', 'square_doors']
    """
    return frozenset(field for kind in HIDEABLE if kind.id in hidden for field in kind.fields.split())


def layers_of(hidden: frozenset[str]) -> frozenset[str]:
    """The layers of the drawing that show some hidden kinds."""
    return frozenset(layer for kind in HIDEABLE if kind.id in hidden for layer in kind.layers.split())


def put_down_by(piece: str, group: str) -> frozenset[str]:
    """The kinds a piece of the palette puts down.

    >>> put_down_by("lava", "Ground"), put_down_by("select", "Tools")
    (frozenset({'terrain'}), frozenset())
    """
    return frozenset(kind.id for kind in HIDEABLE if {piece, group}.intersection(kind.pieces.split()))
