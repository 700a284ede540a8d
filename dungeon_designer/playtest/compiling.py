"""Functions that numba compiles where it is installed; without it they run as they stand, with the same results.

What is compiled is kept on disk, in a folder named after the content of this package: numba itself does not see that
a function in another file changed. Where no folder can be written, it is compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

try:
    import numba
    from numba.core import config as _config
except ImportError:  # the extra `playtest` brings it
    numba = None
    COMPILED = False
else:
    COMPILED = not _config.DISABLE_JIT
"""Whether games are played by compiled functions."""


def compiled(function: Function) -> Function:
    """The function, compiled when first called; as it is where numba is missing or switched off."""
    if not COMPILED:
        return function
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _folder()
    try:
        made: Function = numba.njit(cache=True)(function)
    except (RuntimeError, OSError):  # no folder can be written
        made = numba.njit(function)
    finally:
        _config.CACHE_DIR = before
    return made


@lru_cache
def _folder() -> str:
    """Where compiled functions of just this content are kept."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "dungeon-designer", f"playtest-{digest.hexdigest()[:16]}")
