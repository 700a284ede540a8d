"""Find the folders that come with the program beside its modules: the examples, the manual and its built site."""

from __future__ import annotations

from pathlib import Path

_PACKAGE_FOLDER = Path(__file__).resolve().parents[1]


_OTHER_FOLDERS = ("illegal", "house-rules", "pictured")
"""The folders of examples that are not named after an edition."""


def find_bundled_folder(name: str) -> Path | None:
    """Return a folder that comes with the program, or None if it is missing.

    The folders are `examples`, `docs` (the pages of the manual) and `site` (the manual as it was built for a browser).
    They are inside the package in an installed program, and beside it in a checkout.
    """
    return next((folder for folder in (_PACKAGE_FOLDER / name, _PACKAGE_FOLDER.parent / name) if folder.is_dir()), None)


def list_examples() -> list[tuple[str, Path]]:
    """Return the example dungeons as pairs of an edition's folder name and a file, sorted.

    Examples of illegal dungeons, of house rules and of pictures are left out. The list is empty if the examples are
    missing.
    """
    folder = find_bundled_folder("examples")
    if folder is None:
        return []
    paths = sorted(folder.glob("*/*.dungeon.yaml")) + sorted(folder.glob("*/*.dungeon.json"))
    return sorted((path.parent.name, path) for path in paths if path.parent.name not in _OTHER_FOLDERS)
