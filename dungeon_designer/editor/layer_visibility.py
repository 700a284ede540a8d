"""Kinds of things that may be hidden on the table: what each is in the layout, in the drawing, in the palette."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.translation import marked


class HideableKind(Struct, frozen=True):
    """One kind: `fields` of the layout and `layers` of the drawing hold it, `pieces` or groups put it down."""

    id: str
    words: str
    key: str
    fields: frozenset[str]
    layers: frozenset[str]
    pieces: frozenset[str]


def _kind(name: str, words: str, key: str, fields: str, layers: str, pieces: str) -> HideableKind:
    return HideableKind(
        name, words, key, frozenset(fields.split()), frozenset(layers.split()), frozenset(pieces.split())
    )


HIDEABLE: tuple[HideableKind, ...] = (
    _kind("chests", marked("hiding", "&Chests"), "Alt+Shift+C", "chests", "chests", "chest"),
    _kind("portals", marked("hiding", "&Portals"), "Alt+Shift+P", "portals", "portals", "portal"),
    _kind("traps", marked("hiding", "&Traps and counters"), "Alt+Shift+T", "traps", "traps", "Traps"),
    _kind("doors", marked("hiding", "&Doors"), "Alt+Shift+D", "doors square_doors", "doors", "door square-door"),
    _kind("leap-edges", marked("hiding", "&Leap edges"), "Alt+Shift+L", "leap_edges", "leap-edges", "leap"),
    _kind("terrain", marked("hiding", "&Ground"), "Alt+Shift+G", "terrain", "terrain", "Ground fill"),
    _kind("obstacles", marked("hiding", "&Obstacles"), "Alt+Shift+O", "obstacles", "obstacles", "Obstacles fill"),
    _kind("machines", marked("hiding", "&Machines"), "Alt+Shift+M", "machines", "machines", "Machines"),
    _kind("labels", marked("hiding", "&Words"), "Alt+Shift+W", "labels", "labels", "label"),
)
"""What can be hidden, in the order of the menu. Floor, walls and rock cannot: they are the dungeon."""


def fields_of(hidden: frozenset[str]) -> frozenset[str]:
    """The lists of a layout that hold some hidden kinds.

    >>> sorted(fields_of(frozenset({"doors"})))
    ['doors', 'square_doors']
    """
    return frozenset(field for kind in HIDEABLE if kind.id in hidden for field in kind.fields)


def layers_of(hidden: frozenset[str]) -> frozenset[str]:
    """The layers of the drawing that show some hidden kinds."""
    return frozenset(layer for kind in HIDEABLE if kind.id in hidden for layer in kind.layers)


def put_down_by(piece: str, group: str) -> frozenset[str]:
    """The kinds a piece of the palette puts down.

    >>> put_down_by("lava", "Ground"), put_down_by("select", "Tools")
    (frozenset({'terrain'}), frozenset())
    """
    return frozenset(kind.id for kind in HIDEABLE if {piece, group} & kind.pieces)
