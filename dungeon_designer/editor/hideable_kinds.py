"""The kinds of objects that can be hidden on the map, and what each is in the layout, the drawing and the palette."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct


class HideableKind(Struct, frozen=True):
    """A kind of objects that can be hidden, as a record of `actions.toml` describes it.

    Attributes:
        id: the name of the kind in the program.
        words: the English title of its menu entry.
        key: the default shortcut.
        fields: the lists of a layout that hold the kind, separated by blanks.
        layers: the layers of the drawing that show the kind, separated by blanks.
        pieces: the pieces, or groups of pieces, that place the kind, separated by blanks.
    """

    id: str
    words: str
    key: str
    fields: str
    layers: str
    pieces: str


_TABLE = tomllib.loads(Path(__file__).with_name("actions.toml").read_text(encoding="utf-8"))

HIDEABLE_KINDS = tuple(HideableKind(**record) for record in _TABLE["hideable"])
"""The kinds that can be hidden, in the order of the menu. Floor, walls and rock cannot be hidden."""


def list_hidden_fields(hidden_ids: frozenset[str]) -> frozenset[str]:
    """Return the lists of a layout that hold some hidden kinds.

    >>> sorted(list_hidden_fields(frozenset({"doors"})))
    ['doors', 'square_doors']
    """
    return frozenset(field for kind in HIDEABLE_KINDS if kind.id in hidden_ids for field in kind.fields.split())


def list_hidden_layers(hidden_ids: frozenset[str]) -> frozenset[str]:
    """Return the layers of the drawing that show the kinds of objects with the given ids, to be left out."""
    return frozenset(layer for kind in HIDEABLE_KINDS if kind.id in hidden_ids for layer in kind.layers.split())


def list_placed_kinds(piece_id: str, group: str) -> frozenset[str]:
    """Return the ids of the hideable kinds that a piece of the palette places.

    >>> list_placed_kinds("lava", "Terrain"), list_placed_kinds("select", "Tools")
    (frozenset({'terrain'}), frozenset())
    """
    return frozenset(kind.id for kind in HIDEABLE_KINDS if {piece_id, group}.intersection(kind.pieces.split()))
