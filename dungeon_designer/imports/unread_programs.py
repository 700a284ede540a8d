"""Programs whose files hold no squares that can be read: how each file is recognised, and what to export instead.

LDtk's keys are those of its JSON documentation (version 1.5.3), Foundry's those of `SceneData` in its API (version 14).
The others publish no description: their keys are known from files.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

TRACE_IT = "draw over it in the editor (View, Picture to trace)"
"""What a person may do with a picture."""


class UnreadProgram(Struct, frozen=True):
    """A kind of file that is recognised, but not read.

    Attributes:
        message: which program wrote it, and what to export there instead
        endings: the endings that only its files have
        signs: lists of keys; a file is of this kind where it has all keys of one of them, ``a.b`` for a key in a table
    """

    message: str
    endings: tuple[str, ...]
    signs: tuple[tuple[str, ...], ...]


UNREAD_PROGRAMS = (
    UnreadProgram(
        "this is a file of LDtk; switch on the export to Tiled in its project settings, save there,"
        " and convert the .tmx file that LDtk writes",
        (".ldtk", ".ldtkl"),
        (("defs", "levels", "jsonVersion"), ("layerInstances", "iid"), ("uniqueIdentifer", "layers")),
    ),
    UnreadProgram(
        "this is a map of Dungeondraft, which holds textures and lines, no squares;"
        f" export it there as a picture (PNG), and {TRACE_IT}",
        (".dungeondraft_map",),
        (("header.creation_build", "world"), ("header", "world.levels")),
    ),
    UnreadProgram(
        "this is a map of Dungeon Scrawl, which holds shapes and lines, no squares;"
        f" export it there as a picture (PNG), and {TRACE_IT}",
        (".ds",),
        (("state.document.nodes",), ("data.geometry", "state")),
    ),
    UnreadProgram(
        "a universal VTT file holds a picture and lines, no squares;"
        f" export a picture (PNG) from the program that drew the map, and {TRACE_IT}",
        (".uvtt", ".dd2vtt", ".df2vtt"),
        (("resolution.pixels_per_grid",), ("resolution", "line_of_sight")),
    ),
    UnreadProgram(
        "this is a scene of Foundry Virtual Tabletop, which holds a picture and walls as lines, no squares;"
        f" export its background picture there, and {TRACE_IT}",
        (),
        tuple(("walls", other) for other in ("grid", "gridDistance", "tokenVision", "tokens", "lights", "navigation")),
    ),
)


def recognise_unread(data: object) -> str:
    """Return which program the data of a JSON file is of, and what to export there instead; '' for no known one.

    >>> recognise_unread({"resolution": {"pixels_per_grid": 70}})[:20]
    'a universal VTT file'
    >>> recognise_unread({"format": "dungeon-layout"})
    ''
    """
    return _find_message(lambda keys: all(_has_key(data, key) for key in keys))


def recognise_large(data: bytes) -> str:
    """Return the same for the bytes of a JSON file too large to be read, by the names that stand in it."""
    return _find_message(lambda keys: all(f'"{name}"'.encode() in data for key in keys for name in key.split(".")))


def _find_message(has_all: Callable[[tuple[str, ...]], bool]) -> str:
    return next((program.message for program in UNREAD_PROGRAMS if any(map(has_all, program.signs))), "")


def _has_key(data: object, path: str) -> bool:
    key, _, rest = path.partition(".")
    if not isinstance(data, dict) or key not in data:
        return False
    return not rest or _has_key(data[key], rest)
