"""Tell an installed program from one that runs in a browser, where some libraries and the system are absent.

In a browser Python runs as WebAssembly (Pyodide), without arrays (numpy), geometry (shapely), pictures, processes and
threads. What needs one of them calls `require_installation` before it imports anything.
"""

from __future__ import annotations

import sys

from dungeon_designer.errors import UsageError


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
