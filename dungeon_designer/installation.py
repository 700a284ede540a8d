"""Tell how the program was installed: what is absent in a browser, which extras are there, and how one is added.

In a browser Python runs as WebAssembly (Pyodide), without arrays (numpy), geometry (shapely), pictures, processes and
threads. What needs one of them calls `require_installation` before it imports anything.

Some features need a library that the program does not bring along, such as numba. Which command adds it depends on
what installed the program: pip, pipx or uv. `explain_installing` names the command. No index of packages has this
program, so no command names it as a package to download.
"""

from __future__ import annotations

import os
import sys
from enum import Enum, auto
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dungeon_designer.errors import UsageError

MODULES_BY_EXTRA = {"playtest": ("numba",), "cluster": ("numba", "distributed")}
"""The modules of each extra: libraries that the program works without, and that a user may install besides."""

_PROJECT = "dungeon-designer"
"""The name of the program where pip, pipx and uv list what is installed."""

_UV_RECEIPT = "uv-receipt.toml"
"""The file in which `uv tool` records what it installed into an environment."""

_PIPX_RECEIPT = "pipx_metadata.json"
"""The file in which pipx records what it installed into an environment."""


class InstallationKind(Enum):
    """What brought the program onto this machine.

    Attributes:
        BROWSER: the page in the browser.
        BUNDLE: the folder that holds a Python of its own, which `make bundle` builds.
        PIPX: pipx, with an environment for this program alone.
        UV_TOOL: `uv tool`, with an environment for this program alone.
        ENVIRONMENT: any other Python environment, or a Python into which pip may install.
        SYSTEM: the Python of an operating system that forbids pip to change it.
    """

    BROWSER = auto()
    BUNDLE = auto()
    PIPX = auto()
    UV_TOOL = auto()
    ENVIRONMENT = auto()
    SYSTEM = auto()


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
        raise UsageError(f"{feature}: not in the browser; install the program")


def find_installation_kind() -> InstallationKind:
    """Return what brought the running program onto this machine."""
    if is_browser():
        return InstallationKind.BROWSER
    if getattr(sys, "frozen", False):  # PyInstaller's mark
        return InstallationKind.BUNDLE
    if Path(sys.prefix, _PIPX_RECEIPT).is_file():
        return InstallationKind.PIPX
    if Path(sys.prefix, _UV_RECEIPT).is_file():
        return InstallationKind.UV_TOOL
    return InstallationKind.SYSTEM if _is_system_python() else InstallationKind.ENVIRONMENT


def _is_system_python() -> bool:
    """Return whether an operating system forbids pip to change this Python (PEP 668)."""
    from sysconfig import get_path

    return sys.prefix == sys.base_prefix and Path(get_path("stdlib"), "EXTERNALLY-MANAGED").is_file()


def explain_installing(*libraries: str) -> str:
    """Return the command that adds libraries to this installation, or a phrase that says why none does.

    Args:
        libraries: names of packages that the index of Python packages has, such as "numba".
    """
    kind = find_installation_kind()
    if kind is InstallationKind.BROWSER:
        return "not available in the browser: install the program"
    if kind is InstallationKind.BUNDLE:
        return "not available in the bundle: install the program with pipx or uv"
    if kind is InstallationKind.SYSTEM:
        return "not available in the system's own Python: install the program with pipx or uv"
    if kind is InstallationKind.PIPX:
        return _join_words("pipx", "inject", Path(sys.prefix).name, *libraries)
    if kind is InstallationKind.UV_TOOL:
        return _build_uv_command(libraries)
    if find_spec("pip") is None:  # environments that uv makes have none
        return _join_words("uv", "pip", "install", "--python", sys.executable, *libraries)
    return _join_words(sys.executable, "-m", "pip", "install", *libraries)


def _build_uv_command(libraries: tuple[str, ...]) -> str:
    """Return the command that installs the program with `uv tool` again, from the same source and with more libraries.

    uv forgets libraries that a new call does not name, so those of the earlier call are named, too.
    """
    requirements = _read_uv_requirements()
    others = [str(each.get("name")) for each in requirements if each.get("name") != _PROJECT]
    source = next((_find_uv_source(each) for each in requirements if each.get("name") == _PROJECT), ".")
    names = dict.fromkeys([*others, *libraries])
    return _join_words("uv", "tool", "install", *(word for name in names for word in ("--with", name)), source)


def _read_uv_requirements() -> list[dict[str, Any]]:
    """Return what `uv tool` recorded that it installed: the program and the libraries beside it, as tables."""
    import tomllib

    try:
        receipt = tomllib.loads(Path(sys.prefix, _UV_RECEIPT).read_text(encoding="utf-8"))
        return [each for each in receipt["tool"]["requirements"] if isinstance(each, dict)]
    except (OSError, ValueError, KeyError, TypeError):  # another version of uv may record it in another way
        return []


def _find_uv_source(requirement: dict[str, Any]) -> str:
    """Return where `uv tool` took the program from: a folder, a wheel or an address; "." if it is gone or unknown.

    The dot is right in the folder of the project's download.
    """
    if "git" in requirement:
        return f"git+{requirement['git']}"
    if "url" in requirement:
        return str(requirement["url"])
    path = requirement.get("directory") or requirement.get("editable") or requirement.get("path")
    return str(path) if path and Path(path).exists() else "."


def _join_words(*words: str) -> str:
    """Return a command as a user types it, with quotes where this system's shell needs them."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    from shlex import join

    return join(words)
