"""Copy a picture beside a dungeon, so that the dungeon's file can name it. No other file is ever replaced."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from dungeon_designer.errors import ChangedError, ReadError
from dungeon_designer.pictures.decoding import MAX_FILE_BYTES, MAX_PIXELS, encode_bytes
from dungeon_designer.pictures.metadata import UnknownStructureError, remove_metadata
from dungeon_designer.pictures.picture_model import MAX_NAME_LETTERS, find_name_problem
from dungeon_designer.text.file_names import avoid_device_name
from dungeon_designer.text.file_reading import is_inside, read_bytes
from dungeon_designer.text.writing import FileContent, write_file

_MAX_STEM_BYTES = 120
"""The longest name of a copy without its ending and number; most systems allow 255 bytes for all of it."""

_BAD_LETTERS = frozenset('\\/:*?"<>|')
"""Letters that some system does not allow in the name of a file."""


def copy_picture(path: Path, folder: Path, preferred_name: str = "") -> str:
    """Copy a picture into a folder unless it is there already, and return its name from that folder.

    A copy has the pixels of the picture, but not its metadata, such as the place where a photo was taken. A picture
    whose parts cannot be told apart is encoded anew. A copy gets a name that no other file has: `cellar.jpg`, or
    `cellar-2.jpg`.

    Args:
        path: the picture.
        folder: the folder of the dungeon's file.
        preferred_name: a name from the folder, which may lead into folders there: it is used if the file of this name
            is the same picture.

    Raises:
        ReadError: the picture cannot be read, or is no picture.
        WriteError: the copy cannot be written.
    """
    content = read_bytes(path, MAX_FILE_BYTES, only_plain=True)
    if is_inside(path, folder):
        name = Path(os.path.realpath(path)).relative_to(os.path.realpath(folder)).as_posix()
        if not find_name_problem(name) and name.isprintable() and len(name) <= MAX_NAME_LETTERS:
            return name
    file_name = path.name
    try:
        content = remove_metadata(content)
    except UnknownStructureError:
        encoded = encode_bytes(content, str(path), (MAX_PIXELS, MAX_PIXELS))
        content, file_name = encoded.data, path.stem + encoded.ending
    if preferred_name and _has_content(folder, preferred_name, content):
        return preferred_name
    for name in _list_names(file_name):
        if _has_content(folder, name, content) or _write_new_file(folder / name, content):
            return name
    raise AssertionError  # there is always a further name


def _has_content(folder: Path, name: str, content: bytes) -> bool:
    """Return whether a file in a folder has exactly this content, and is no link that leads out of the folder."""
    path = folder / name
    try:
        has_size = os.path.isfile(path) and path.stat().st_size == len(content)
        return has_size and is_inside(path, folder) and read_bytes(path, MAX_FILE_BYTES, only_plain=True) == content
    except (OSError, ReadError):
        return False


def _write_new_file(path: Path, content: bytes) -> bool:
    """Write a file unless there is one of this name already, or a folder or link; return whether it was written.

    Raises:
        WriteError: it cannot be written for another reason.
    """
    if os.path.lexists(path):
        return False
    try:
        write_file(path, content, FileContent(None))
    except ChangedError:  # another program has just written a file of this name
        return False
    return True


def _list_names(name: str) -> Iterator[str]:
    """Yield names for a copy of a file, until one is free: its own, then with numbers.

    Letters that some system does not allow are replaced.

    >>> from itertools import islice
    >>> list(islice(_list_names("map: cellar.jpg"), 3))
    ['map- cellar.jpg', 'map- cellar-2.jpg', 'map- cellar-3.jpg']
    """
    clean_name = "".join("-" if letter in _BAD_LETTERS or not letter.isprintable() else letter for letter in name)
    stem, ending = os.path.splitext(clean_name.lstrip("~ ."))
    stem = stem.encode()[:_MAX_STEM_BYTES].decode(errors="ignore") or "picture"
    for number in count(1):
        yield avoid_device_name(f"{stem}-{number}{ending}" if number > 1 else f"{stem}{ending}")
