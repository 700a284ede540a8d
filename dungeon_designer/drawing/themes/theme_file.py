"""Read themes from TOML files: those of the program, and those that people write.

A theme that extends one of the program's has its values, except for those that the file names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from dungeon_designer.drawing.fonts import FALLBACK_FAMILY, FILE_BY_FONT
from dungeon_designer.drawing.themes.theme import Theme, ThemeDocument, ThemeName
from dungeon_designer.errors import escape_line, suggest_word
from dungeon_designer.text.file_reading import read_bytes, record_reads
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_published_schema
from dungeon_designer.text.read_faults import Fault, convert_data, describe_value, format_value
from dungeon_designer.text.toml_text import build_toml_error, read_toml

FOLDER = Path(__file__).parent
"""The folder of the program's themes."""

THEME_NAMES: tuple[ThemeName, ...] = get_args(ThemeName)
"""The names of the program's themes, the default first."""

THEME_ENDING = ".toml"
"""How the name of a theme file ends."""

BUNDLED_FONTS = tuple(dict.fromkeys((*(family for family, _ in FILE_BY_FONT), FALLBACK_FAMILY)))
"""The fonts that come with the program."""

_OWN_KEYS = frozenset({"extends", "author", "licence"})
"""The keys that a theme does not take over from the one that it extends."""


def read_theme(path: str | os.PathLike[str], is_named_by_file: bool = False) -> Theme:
    """Return the theme in a file. A file that has not changed is parsed only once.

    Args:
        path: the path of the file.
        is_named_by_file: whether another file names the theme, and not the user; then it must be a plain file.

    Raises:
        ReadError: the file cannot be read or holds no theme; it names the line and column.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return parse_theme(read_bytes(path, only_plain=is_named_by_file), os.fspath(path))
    version = FileVersion(status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
    theme = _read_theme_version(os.fspath(path), version, is_named_by_file)
    record_reads([path])
    return theme


class FileVersion(Struct, frozen=True):
    """What changes when somebody writes a file: it tells whether a file that was read is still the same.

    Attributes:
        device: the number of the disk.
        inode: the number of the file on it.
        written_ns: when the file was written, in nanoseconds.
        size: the size of the file in bytes.
    """

    device: int
    inode: int
    written_ns: int
    size: int


@lru_cache(maxsize=64)
def _read_theme_version(path: str, version: FileVersion, is_named_by_file: bool) -> Theme:
    """Return the theme in a file; `version` only tells the cache whether the file has changed."""
    del version
    return parse_theme(read_bytes(path, only_plain=is_named_by_file), path)


def load_bundled_theme(name: str) -> Theme:
    """Return one of the program's themes by its name."""
    path = FOLDER / f"{name}{THEME_ENDING}"
    return parse_theme(path.read_bytes(), str(path))


def parse_theme(data: bytes, file_name: str) -> Theme:
    """Return the theme that the bytes of a TOML file describe.

    Args:
        data: the bytes of the file.
        file_name: the path of the file, for errors; the theme has its name without folder and ending.

    Raises:
        ReadError: the bytes hold no theme; it names the line and column.
    """
    try:
        table = read_toml(data)
        document = _convert_table({**_find_base_values(table), **table})
        _check_fonts(document)
    except Fault as fault:
        raise build_toml_error(fault, data, file_name) from None
    values = msgspec.structs.asdict(document)
    if not any(document.halo or ()):  # rock of no width is not drawn at all
        values["halo"] = None
    return Theme(name=escape_line(Path(file_name).stem), **values)


def _find_base_values(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the program's theme that a theme extends; none if it extends no theme.

    Raises:
        Fault: the program has no such theme.
    """
    if "extends" not in table:
        return {}
    base_name = table["extends"]
    if base_name not in THEME_NAMES:
        shown_name = format_value(base_name) if isinstance(base_name, str) else describe_value(base_name)
        hint = suggest_word(str(base_name), THEME_NAMES)
        raise Fault(f"a theme extends one of the program's, not {shown_name}{hint}", ("extends",))
    values: dict[str, Any] = msgspec.to_builtins(_load_bundled_document(base_name))
    return {key: value for key, value in values.items() if key not in _OWN_KEYS}


@lru_cache
def _load_bundled_document(name: str) -> ThemeDocument:
    """Return the keys of one of the program's themes; results are cached."""
    return _convert_table(read_toml((FOLDER / f"{name}{THEME_ENDING}").read_bytes()))


def _convert_table(table: dict[str, Any]) -> ThemeDocument:
    """Return the keys of a theme from the data of its file.

    Raises:
        Fault: a key is missing or unknown, or a value is wrong; of a colour it says how to write one.
    """
    try:
        return convert_data(table, ThemeDocument)
    except Fault as fault:
        if not fault.path:
            raise Fault(
                f'{fault.problem}; add it, or take it from a theme of the program: extends = "parchment"'
            ) from None
        value = _find_value(table, fault)
        if fault.problem.startswith("expected text") and isinstance(value, str) and fault.path[0] not in _OWN_KEYS:
            problem = (
                f'a colour is written as "#e6dcc4", a # and six digits of 0 to 9 and a to f, not {format_value(value)}'
            )
            raise Fault(problem, fault.path) from None
        raise


def _find_value(table: Any, fault: Fault) -> Any:
    """Return the value of a table that a fault is about; None if the fault is about a key."""
    value = table
    for step in () if fault.at_key else fault.path:
        value = value[step]
    return None if fault.at_key else value


def _check_fonts(document: ThemeDocument) -> None:
    """Raise a Fault unless the first font of each list comes with the program."""
    for key, fonts in (("title_fonts", document.title_fonts), ("label_fonts", document.label_fonts)):
        if fonts[0] not in BUNDLED_FONTS:
            known_fonts = ", ".join(BUNDLED_FONTS)
            problem = f"the first font must be one that comes with the program ({known_fonts}), not {fonts[0]!r}"
            raise Fault(problem, (key, 0))


def build_theme_schema() -> Schema:
    """Return the JSON Schema of theme files. A theme that extends another one needs no other key.

    >>> build_theme_schema()["anyOf"][0]
    {'required': ['extends']}
    """
    schema = build_described_schema(ThemeDocument)
    required_keys = schema.pop("required")
    return build_published_schema(
        "theme", {**schema, "anyOf": [{"required": ["extends"]}, {"required": required_keys}]}
    )
