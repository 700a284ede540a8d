"""Recognise files of programs that cannot be read, since they hold no squares, and say what to export instead.

The keys of LDtk are from its JSON documentation (version 1.5.3), those of Foundry from `SceneData` in its API
(version 14). The other programs publish no description: their keys are known from files.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

TRACING_ADVICE = "draw over it in the editor (View, Picture to trace)"
"""What the user may do with a picture."""


class UnsupportedProgram(Struct, frozen=True):
    """A kind of file that is recognised but not read.

    Attributes:
        message: which program wrote the file, and what to export there instead.
        endings: the endings that only its files have.
        signs: lists of keys. A file is of this kind if it has all keys of one list; ``a.b`` is a key in a table.
    """

    message: str
    endings: tuple[str, ...]
    signs: tuple[tuple[str, ...], ...]


UNSUPPORTED_PROGRAMS = (
    UnsupportedProgram(
        "this is a file of LDtk; switch on the export to Tiled in its project settings, save there,"
        " and convert the .tmx file that LDtk writes",
        (".ldtk", ".ldtkl"),
        (("defs", "levels", "jsonVersion"), ("layerInstances", "iid"), ("uniqueIdentifer", "layers")),
    ),
    UnsupportedProgram(
        "this is a map of Dungeondraft, which holds textures and lines, no squares;"
        f" export it there as a picture (PNG), and {TRACING_ADVICE}",
        (".dungeondraft_map",),
        (("header.creation_build", "world"), ("header", "world.levels")),
    ),
    UnsupportedProgram(
        "this is a map of Dungeon Scrawl, which holds shapes and lines, no squares;"
        f" export it there as a picture (PNG), and {TRACING_ADVICE}",
        (".ds",),
        (("state.document.nodes",), ("data.geometry", "state")),
    ),
    UnsupportedProgram(
        "a universal VTT file holds a picture and lines, no squares;"
        f" export a picture (PNG) from the program that drew the map, and {TRACING_ADVICE}",
        (".uvtt", ".dd2vtt", ".df2vtt"),
        (("resolution.pixels_per_grid",), ("resolution", "line_of_sight")),
    ),
    UnsupportedProgram(
        "this is a scene of Foundry Virtual Tabletop, which holds a picture and walls as lines, no squares;"
        f" export its background picture there, and {TRACING_ADVICE}",
        (),
        tuple(("walls", other) for other in ("grid", "gridDistance", "tokenVision", "tokens", "lights", "navigation")),
    ),
)
"""The programs whose files are recognised but not read."""


def find_unsupported_message(data: object) -> str:
    """Return which program wrote the data of a JSON file, and what to export there instead; '' if not known.

    >>> find_unsupported_message({"resolution": {"pixels_per_grid": 70}})[:20]
    'a universal VTT file'
    >>> find_unsupported_message({"format": "dungeon-layout"})
    ''
    """
    return _find_message(lambda keys: all(_has_key(data, key) for key in keys))


def find_message_for_large(data: bytes) -> str:
    """Return which program wrote a JSON file that is too large to be parsed, and what to do; '' if not known.

    The program is recognised by the names of keys that occur in the bytes.
    """

    def has_all_names(keys: tuple[str, ...]) -> bool:
        """Return whether every name in some keys, such as a and b in ``a.b``, occurs in the bytes in quotes."""
        return all(f'"{name}"'.encode() in data for key in keys for name in key.split("."))

    return _find_message(has_all_names)


def _find_message(has_all_keys: Callable[[tuple[str, ...]], bool]) -> str:
    """Return the message of the first unsupported program that a file's keys reveal; '' if there is none.

    Args:
        has_all_keys: a function that returns whether the file has all of some keys (one of the program's `signs`).
    """
    for program in UNSUPPORTED_PROGRAMS:
        if any(has_all_keys(keys) for keys in program.signs):
            return program.message
    return ""


def _has_key(data: object, path: str) -> bool:
    """Return whether data has a key; ``a.b`` is the key b in the table a."""
    key, _, inner_path = path.partition(".")
    if not isinstance(data, dict) or key not in data:
        return False
    return not inner_path or _has_key(data[key], inner_path)
