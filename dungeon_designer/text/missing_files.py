"""Why a path leads to no file: which part of it is missing, and the nearest name that exists."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import SequenceMatcher

MIN_LIKENESS = 0.6
"""From this share of equal letters on, a name may be the one that was meant; the same share as in `did_you_mean`."""

MAX_NAMES = 1000
"""Names of a folder that are compared at most, so that a mistake in a huge folder costs no time."""

MAX_LETTERS = 80
"""Letters of each name that are compared."""


def explain_missing_file(path: str | os.PathLike[str]) -> str:
    """Return why no file can be read at a path, with the nearest name that exists."""
    name = os.fspath(path)
    if os.path.islink(name):
        return "this link leads to no file"
    if explained := explain_missing_folder(name):
        return explained
    folder, file = os.path.split(name.rstrip("/" + os.sep))
    return f"there is no such file{suggest_path(folder, file)}{explain_start(name)}"


def explain_missing_folder(path: str | os.PathLike[str]) -> str:
    """Return which folder on the way to a path is missing or is a file; empty where all of them exist."""
    folder = os.path.dirname(os.fspath(path))
    while folder and not os.path.isdir(folder):
        parent, name = os.path.split(folder)
        if os.path.lexists(folder):
            return f"{folder!r} is not a folder"
        if name and (not parent or os.path.isdir(parent)):
            return f"there is no folder {folder!r}{suggest_path(parent, name, folders=True)}"
        folder = parent
    return ""


def explain_start(name: str, folder: str | os.PathLike[str] = "") -> str:
    """Return from which folder a path that leads upwards starts, for a message; '' for any other path."""
    if os.path.isabs(name) or os.pardir not in name.replace(os.sep, "/").split("/"):
        return ""
    return f"; {name!r} starts from the folder {os.path.abspath(folder)!r}"


def suggest_path(folder: str, name: str, ending: str = "", folders: bool = False) -> str:
    """Return a hint that names the nearest existing path in a folder; '' where none is near.

    Only names with the ending count, and with `folders` only those of folders.
    """
    try:
        with os.scandir(folder or ".") as entries:
            listed = [entry for _, entry in zip(range(MAX_NAMES + 1), entries, strict=False)]
            names = [entry.name for entry in listed if not folders or entry.is_dir()]
    except (OSError, ValueError):
        return ""
    names = [each for each in names if each.lower().endswith(ending)]
    near = find_nearest_name(name, names) if len(listed) <= MAX_NAMES else ""
    return f" (did you mean {os.path.join('' if folder == os.curdir else folder, near)}?)" if near else ""


def find_nearest_name(name: str, names: Iterable[str]) -> str:
    """Return the file name that was most likely meant, or ''.

    Names are compared without their endings, which many files share; the endings must be alike, too. A name without
    an ending may lack any.

    >>> find_nearest_name("seson.toml", ["season.toml", "session.csv"])
    'season.toml'
    >>> find_nearest_name("gone.dungeon.yaml", ["legal.dungeon.yaml"])
    ''
    """
    best = max((_measure_likeness(name, other), other) for other in [*names, ""] if other != name)
    return best[1] if best[0] else ""


def _measure_likeness(name: str, other: str) -> tuple[float, ...]:
    """Return how alike two file names are, stem before ending; () where they are too different."""
    if not other:
        return ()
    (stem, ending), (other_stem, other_ending) = _split_ending(name), _split_ending(other)
    in_stem = _compare(stem, other_stem)
    in_ending = _compare(os.path.splitext(name)[1], os.path.splitext(other)[1]) if ending else 1.0
    if min(in_stem, in_ending) < MIN_LIKENESS:
        return ()
    return in_stem, in_ending, float(ending == other_ending)


def _split_ending(name: str) -> tuple[str, str]:
    """Split a file name at its first dot; a dot at its beginning hides the file and begins no ending.

    >>> _split_ending("hall.dungeon.yaml"), _split_ending(".hidden")
    (('hall', '.dungeon.yaml'), ('.hidden', ''))
    """
    at = name.find(".", 1)
    return (name, "") if at < 0 else (name[:at], name[at:])


def _compare(one: str, other: str) -> float:
    """Return the share of letters that two words have in common, in the same order, whatever their case."""
    return SequenceMatcher(None, one[:MAX_LETTERS].casefold(), other[:MAX_LETTERS].casefold()).ratio()
