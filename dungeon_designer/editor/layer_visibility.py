"""Kinds of things that may be hidden on the table: what each is in the layout, in the drawing, in the palette."""

from __future__ import annotations

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


HIDEABLE: tuple[HideableKind, ...] = (
    HideableKind("chests", "&Chests", "Alt+Shift+C", "chests", "chests", "chest"),
    HideableKind("portals", "&Portals", "Alt+Shift+P", "portals", "portals", "portal"),
    HideableKind("traps", "&Traps and counters", "Alt+Shift+T", "traps", "traps", "Traps Counters"),
    HideableKind("doors", "&Doors", "Alt+Shift+D", "doors square_doors", "doors", "door square-door"),
    HideableKind("leap-edges", "&Leap edges", "Alt+Shift+L", "leap_edges", "leap-edges", "leap"),
    HideableKind("terrain", "&Ground", "Alt+Shift+G", "terrain", "terrain", "Ground fill"),
    HideableKind("obstacles", "&Obstacles", "Alt+Shift+O", "obstacles", "obstacles", "Obstacles fill"),
    HideableKind("machines", "&Machines", "Alt+Shift+M", "machines", "machines", "Machines"),
    HideableKind("labels", "&Words", "Alt+Shift+W", "labels", "labels", "label"),
)
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
