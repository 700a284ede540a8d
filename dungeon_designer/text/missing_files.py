"""Explain why a path leads to no file: which part of it is missing, and the most similar name that exists."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import islice

MIN_LIKENESS = 0.6
"""The smallest share of equal letters at which a name is suggested; the same as for other suggested words."""

MAX_NAMES = 1000
"""The largest number of names in a folder that are compared, so that a mistake in a huge folder costs no time."""

MAX_LETTERS = 80
"""The number of letters of each name that are compared."""


def explain_missing_file(path: str | os.PathLike[str]) -> str:
    """Return in words why no file can be read at a path, with the most similar name that exists."""
    name = os.fspath(path)
    if os.path.islink(name):
        return "this link leads to no file"
    folder_problem = explain_missing_folder(name)
    if folder_problem:
        return folder_problem
    folder, file = os.path.split(name.rstrip("/" + os.sep))
    return f"there is no such file{suggest_path(folder, file)}{explain_start(name)}"


def explain_missing_folder(path: str | os.PathLike[str]) -> str:
    """Return which folder in a path is missing or is a file; empty if all of them exist."""
    folder = os.path.dirname(os.fspath(path))
    while folder and not os.path.isdir(folder):
        parent, name = os.path.split(folder)
        if os.path.lexists(folder):
            return f"{folder!r} is not a folder"
        parent_exists = not parent or os.path.isdir(parent)  # without a parent, the path begins in the current folder
        if name and parent_exists:  # there is no name in a path that ends with a slash
            return f"there is no folder {folder!r}{suggest_path(parent, name, folders=True)}"
        folder = parent
    return ""


def explain_start(name: str, folder: str | os.PathLike[str] = "") -> str:
    """Return the end of a message that names the folder from which a relative path with `..` starts; else ''."""
    if os.path.isabs(name) or os.pardir not in name.replace(os.sep, "/").split("/"):
        return ""
    return f"; {name!r} starts from the folder {os.path.abspath(folder)!r}"


def suggest_path(folder: str, name: str, ending: str = "", folders: bool = False) -> str:
    """Return the end of a message, such as " (did you mean hall.yaml?)", with the most similar path in a folder.

    It is empty if no name is similar, or the folder has more than MAX_NAMES names.

    Args:
        folder: the folder to search.
        name: the name that does not exist.
        ending: how a name must end.
        folders: suggest folders alone.
    """
    try:
        with os.scandir(folder or ".") as entries:
            folder_entries = list(islice(entries, MAX_NAMES + 1))
            names = [entry.name for entry in folder_entries if not folders or entry.is_dir()]
    except (OSError, ValueError):
        return ""
    if len(folder_entries) > MAX_NAMES:
        return ""
    nearest = find_nearest_name(name, [candidate for candidate in names if candidate.lower().endswith(ending)])
    shown_folder = "" if folder == os.curdir else folder
    return f" (did you mean {os.path.join(shown_folder, nearest)}?)" if nearest else ""


def find_nearest_name(name: str, names: Iterable[str]) -> str:
    """Return the file name that was most likely meant; empty if none is similar.

    Names are compared without their endings, which many files share. The endings must be similar, too, but a
    name without an ending may match any.

    >>> find_nearest_name("seson.toml", ["season.toml", "session.csv"])
    'season.toml'
    >>> find_nearest_name("gone.dungeon.yaml", ["legal.dungeon.yaml"])
    ''
    """
    likeness_and_names = [(_measure_likeness(name, other), other) for other in names if other != name]
    similar_names = [(likeness, other) for likeness, other in likeness_and_names if likeness]
    _, nearest_name = max(similar_names, default=((), ""))
    return nearest_name


def _measure_likeness(name: str, other: str) -> tuple[float, ...]:
    """Return the likeness of two file names, as a tuple to be compared; () if they are too different.

    The tuple is (likeness of the stems, likeness of the last endings, 1.0 if the endings are equal). Likeness is from 0
    to 1. The stem of "hall.dungeon.yaml" is "hall", its last ending ".yaml".
    """
    (stem, ending), (other_stem, other_ending) = _split_ending(name), _split_ending(other)
    stem_likeness = _measure_similarity(stem, other_stem)
    last_ending, other_last_ending = os.path.splitext(name)[1], os.path.splitext(other)[1]
    # a name without an ending may be meant for a file with any
    ending_likeness = _measure_similarity(last_ending, other_last_ending) if ending else 1.0
    if min(stem_likeness, ending_likeness) < MIN_LIKENESS:
        return ()
    return stem_likeness, ending_likeness, float(ending == other_ending)


def _split_ending(name: str) -> tuple[str, str]:
    """Split a file name at its first dot; a dot at the beginning hides a file and begins no ending.

    >>> _split_ending("hall.dungeon.yaml"), _split_ending(".hidden")
    (('hall', '.dungeon.yaml'), ('.hidden', ''))
    """
    dot = name.find(".", 1)
    return (name, "") if dot < 0 else (name[:dot], name[dot:])


def _measure_similarity(first: str, second: str) -> float:
    """Return the share of letters that two words have in common, in the same order and in any case."""
    return SequenceMatcher(None, first[:MAX_LETTERS].casefold(), second[:MAX_LETTERS].casefold()).ratio()
