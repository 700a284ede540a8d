"""Tell what the program finds where it runs: a whole system or a browser, and which of its extras.

In a browser Python runs as WebAssembly (Pyodide), without arrays (numpy), geometry (shapely), pictures, processes and
threads. What needs one of them calls `require_installation` before it imports anything.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from dungeon_designer.errors import UsageError

MODULES_BY_EXTRA = {"playtest": ("numba",), "cluster": ("numba", "distributed")}
"""The modules of each extra: libraries that the program works without, and that a user may install besides."""


def list_extras() -> list[str]:
    """Return the extras (sets of further libraries) that are installed. Their modules are found, not imported."""
    return [extra for extra, modules in MODULES_BY_EXTRA.items() if all(find_spec(module) for module in modules)]


def is_browser() -> bool:
    """Return whether the program runs in a browser, or in another program that runs WebAssembly."""
    return sys.platform == "emscripten"


def require_installation(feature: str) -> None:
    """Raise an error in a browser, where a feature does not work.

    Args:
        feature: what the user called, such as the name of a command or the ending of a file.

    Raises:
        UsageError: the program runs in a browser; the error says to install it.

    Examples:
        >>> require_installation("analyse")  # nothing happens: this program is installed
    """
    if is_browser():
        raise UsageError(f"{feature}: not in the browser: install the program")
