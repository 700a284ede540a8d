"""Dungeon Designer: draw a Dungeonbowl dungeon, see what each rule book thinks of it, print it.

    >>> import dungeon_designer as dd
    >>> dd.Dungeon.parse("map: <..C.>").check("naf-2019").legal
    False

`load` reads a file, `Dungeon` is what it gives; docs/python.md tells the rest.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it, without the time `typing` takes to import
if TYPE_CHECKING:
    from dungeon_designer.dungeon import Dungeon as Dungeon
    from dungeon_designer.dungeon import load as load
    from dungeon_designer.errors import DungeonError as DungeonError

__version__ = "0.1.0"

__all__ = ["Dungeon", "DungeonError", "__version__", "load"]

_HOMES = {"Dungeon": "dungeon", "load": "dungeon", "DungeonError": "errors"}


def __getattr__(name: str) -> object:
    """What the package offers, imported when it is first asked for: importing the package itself stays free."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """The names that are offered."""
    return sorted(__all__)
