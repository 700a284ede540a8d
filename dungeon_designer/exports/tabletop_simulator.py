"""A saved object of Tabletop Simulator: the board under its picture, and on it chests, portals and counters to move.

The program fetches pictures by address, or by name from its folder Mods/Images; none can stand in the file itself. So
the board names a picture that goes there (`picture_beside`), and all else is made of pieces the program has. A square
is one unit. The members are those of kb.tabletopsimulator.com/custom-content/save-file-format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.themes import theme_named
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import MAX_PIXELS, png_of
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.text.escaping import with_texts, without_controls

PIXELS, TILE, THICK = 100, 2.0, 0.1
"""Dots a square of the picture; how many units a tile of scale 1 is wide, and how thick the board is."""

_SHUFFLE = """\
function onLoad(state)
  if state == "hidden" then return end
  Wait.time(function()
    local chests = getObjectsWithTag("%s")
    for at = #chests, 2, -1 do
      local other = math.random(at)
      local here, there = chests[at].getPosition(), chests[other].getPosition()
      chests[at].setPosition(there)
      chests[other].setPosition(here)
    end
  end, 1)
end

function onSave() return "hidden" end
"""
"""What the board does when it is first laid down: chests that look alike change places, so that nobody knows where the
ball lies."""


def tts_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """The saved object as JSON: the same for the same board.

    Each chest is a bag; as many as there are balls hold one, and the board's script has all of them change places.
    A counter is a bag that holds what is below it, where the options tell hidden things.
    """
    drawing = drawing_of(board, _pictured(options))
    (left, top), (width, height) = drawing.corner, drawing.size
    middle = left + width / 2, top + height / 2
    name = board.layout.name or "A dungeon"
    tag = f"chest of {sha256(name.encode()).hexdigest()[:8]}"
    ground = _thing("Custom_Tile", name, middle, middle, (width / TILE, 1.0, height / TILE), locked=True)
    ground["CustomImage"] = {
        "ImageURL": options.picture or PICTURE,
        "ImageSecondaryURL": "",
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": THICK, "Stackable": False, "Stretch": False},
    }
    ground["LuaScript"] = _SHUFFLE % tag
    objects = [
        ground,
        *_chests(board, middle, tag),
        *_portals(board, middle, options),
        *_counters(board, middle, options),
    ]
    for number, each in enumerate(objects, start=1):
        each["GUID"] = f"{number:06x}"
    data = {
        "SaveName": "", "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "", "GameComplexity": "",
        "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "", "Note": "", "TabStates": {},
        "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": objects,
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(with_texts(data, without_controls)), indent=1) + b"\n"


PICTURE = "dungeon.tts.png"
"""The name of the board's picture where nobody names the object's file."""


def picture_beside(name: str) -> str:
    """Return the name of the picture that belongs to the file of an object: never one that the dungeon chooses.

    >>> picture_beside("hall.tts.json"), picture_beside("HALL.TTS.JSON"), picture_beside("hall")
    ('hall.tts.png', 'HALL.TTS.png', 'hall.tts.png')
    """
    return f"{name[: -len('.json')] if name.lower().endswith('.tts.json') else f'{name}.tts'}.png"


def picture_file(board: Board, options: ExportOptions) -> bytes:
    """The picture that lies on the board: whole squares, and none of the pieces that stand on it."""
    drawing = drawing_of(board, _pictured(options))
    most = (MAX_PIXELS / (drawing.size[0] * drawing.size[1])) ** 0.5
    return png_of(drawing, 25.4, min(PIXELS, int(most)))


def _pictured(options: ExportOptions) -> ExportOptions:
    shown = replace(options.drawing, border=False, bare=True, title=False, legend=False, cartouche=False, hidden=False)
    return replace(options, drawing=shown)


def _thing(
    kind: str,
    name: str,
    at: tuple[float, float],
    middle: tuple[float, float],
    size: tuple[float, float, float],
    *,
    colour: str = "#ffffff",
    locked: bool = False,
) -> dict[str, Any]:
    """One object at a point of the map; north lies away from who lays the board down."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    place = {"posX": at[0] - middle[0], "posY": 1.0 if locked else 1.5, "posZ": middle[1] - at[1]}
    turn = {"rotX": 0.0, "rotY": 180.0 if locked else 0.0, "rotZ": 0.0}  # a tile's picture has its head to the south
    return {
        "GUID": "",
        "Name": kind,
        "Transform": {**place, **turn, "scaleX": size[0], "scaleY": size[1], "scaleZ": size[2]},
        "Nickname": name,
        "Description": "",
        "ColorDiffuse": {"r": red, "g": green, "b": blue},
        "Locked": locked,
        "Grid": False,
        "Snap": True,
        "Tooltip": True,
    }


def _centre(square: Square) -> tuple[float, float]:
    return square[0] + 0.5, square[1] + 0.5


def _holding(bag: dict[str, Any], name: str, colour: str) -> dict[str, Any]:
    """The bag with one piece in it."""
    inside = _thing("Checker_white", name, (0.0, 0.0), (0.0, 0.0), (0.5, 0.5, 0.5), colour=colour)
    return {**bag, "ContainedObjects": [{**inside, "GUID": sha256(name.encode()).hexdigest()[:6]}]}


def _chests(board: Board, middle: tuple[float, float], tag: str) -> Iterator[dict[str, Any]]:
    for number, square in enumerate(sorted(board.chest_squares)):
        size = (0.35, 0.35, 0.35)
        bag = {**_thing("Bag", "Chest", _centre(square), middle, size, colour="#8a5a2c"), "Tags": [tag]}
        full = number < board.layout.balls
        yield _holding(bag, "The ball" if full else "A trap", "#c0392b" if full else "#555555")


def _portals(board: Board, middle: tuple[float, float], options: ExportOptions) -> Iterator[dict[str, Any]]:
    theme = theme_named(options.drawing.theme)
    for portal in board.portals:
        colour, size = theme.portal(portal.number), (0.7, 0.4, 0.7)
        yield _thing("Checker_white", f"Portal {portal.number}", _centre(portal.at), middle, size, colour=colour)


def _counters(board: Board, middle: tuple[float, float], options: ExportOptions) -> Iterator[dict[str, Any]]:
    for trap in board.traps:
        if trap.kind is TrapKind.COUNTER:
            size = (0.3, 0.15, 0.3)
            bag = _thing("Bag", "Counter", _centre(trap.squares[0]), middle, size, colour="#333333")
            content = trap.parts[0].content
            told = options.drawing.hidden and content is not None
            yield _holding(bag, str(content).replace("_", " ").capitalize(), "#555555") if told else bag
