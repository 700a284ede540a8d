"""Dungeon Designer: draw a Dungeonbowl dungeon, check it by each rule book, print it.

    >>> import dungeon_designer as dd
    >>> dd.Dungeon.parse("map: <..C.>").check("naf-2019").legal
    False

`load` reads a file and returns a `Dungeon`. The page docs/programmers/python.md describes the rest.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it, without the time `typing` takes to import
if TYPE_CHECKING:
    from dungeon_designer.dungeon import Dungeon as Dungeon
    from dungeon_designer.dungeon import load as load
    from dungeon_designer.errors import DungeonError as DungeonError

__version__ = "0.1.0"

__all__ = ["Dungeon", "DungeonError", "__version__", "load"]

_MODULE_BY_NAME = {"Dungeon": "dungeon", "load": "dungeon", "DungeonError": "errors"}
"""The module that defines each public name."""


def __getattr__(name: str) -> object:
    """Return a public name, importing its module on first use, so that importing the package takes no time."""
    if name not in _MODULE_BY_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULE_BY_NAME[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
