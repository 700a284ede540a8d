"""Write a saved object of Tabletop Simulator: the board under its picture, and chests, portals and counters to move.

Tabletop Simulator loads pictures by address, or by name from its folder Mods/Images; a picture cannot be in the file
itself. So the board names a picture that belongs in that folder (`name_picture_beside`), and everything else is made
of the simulator's own pieces. A square is one unit. The keys are those of
kb.tabletopsimulator.com/custom-content/save-file-format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.png import MAX_PIXELS, paint_png
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.text.escaping import map_texts, replace_control_characters

PIXELS_PER_SQUARE, TILE_UNITS, BOARD_THICKNESS = 100, 2.0, 0.1
"""`PIXELS_PER_SQUARE`: The width of a square of the picture in pixels.

`TILE_UNITS`: The width of a tile of scale 1, in the simulator's units.

`BOARD_THICKNESS`: The thickness of the board, in the simulator's units.
"""

CHEST_SIZE, PORTAL_SIZE, COUNTER_SIZE, PIECE_SIZE = (
    (0.35, 0.35, 0.35),
    (0.7, 0.4, 0.7),
    (0.3, 0.15, 0.3),
    (0.5, 0.5, 0.5),
)
"""The scales along x, y (upwards) and z of a chest, a portal, a counter and a piece in a bag.

With them, an object stands within its square; a counter is flat.
"""

WOOD_COLOUR, COUNTER_COLOUR, BALL_COLOUR, TRAP_COLOUR = "#8a5a2c", "#333333", "#c0392b", "#555555"
"""The colours of chests, counters, the ball, and traps (also of what is on the face of a counter)."""

_SHUFFLE_SCRIPT = """\
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
"""The board's script, which runs when the board is first placed.

Chests that look alike change places, so that nobody knows where the ball is.
"""


def export_tts(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return the dungeon as a saved object of Tabletop Simulator, in JSON: a board, and pieces to move on it.

    Each chest is a bag with a ball or a trap; as many chests have a ball as the dungeon has balls. The board's script
    shuffles the chests. A counter is a bag with its hidden contents, if the options show hidden contents.

    Args:
        board: the dungeon.
        options: the theme, and whether hidden contents are in the bags.
        findings: not used; every export function takes them.
    """
    drawing = draw_board(board, _choose_picture_options(options))
    (left, top), (width, height) = drawing.corner, drawing.size
    middle = left + width / 2, top + height / 2
    name = board.layout.name or "A dungeon"
    # the script finds its chests by this tag, which differs from that of any other dungeon on the same table
    chest_tag = f"chest of {sha256(name.encode()).hexdigest()[:8]}"
    objects = [
        _build_board_tile(name, middle, (width, height), options.picture_name or DEFAULT_PICTURE, chest_tag),
        *_list_chests(board, middle, chest_tag),
        *_list_portals(board, middle, options),
        *_list_counters(board, middle, options),
    ]
    for number, saved_object in enumerate(objects, start=1):
        saved_object["GUID"] = f"{number:06x}"
    # the simulator requires all keys of a saved game; 0.5 is its usual gravity and play area
    data = {
        "SaveName": "", "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "", "GameComplexity": "",
        "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "", "Note": "", "TabStates": {},
        "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": objects,
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(map_texts(data, replace_control_characters)), indent=1) + b"\n"


def _build_board_tile(
    name: str, middle: tuple[float, float], size: tuple[float, float], picture_name: str, tag: str
) -> dict[str, Any]:
    """Return the saved object of the board: a large tile with a picture, and the script that shuffles the chests.

    Args:
        name: the name of the dungeon.
        middle: the middle of the map, in squares.
        size: width and height of the map, in squares.
        picture_name: the name of the picture file.
        tag: the tag by which the script finds the chests.
    """
    scale = size[0] / TILE_UNITS, 1.0, size[1] / TILE_UNITS
    board_tile = _build_object("Custom_Tile", name, middle, middle, scale, locked=True)
    board_tile["CustomImage"] = {
        "ImageURL": picture_name,
        "ImageSecondaryURL": "",
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": BOARD_THICKNESS, "Stackable": False, "Stretch": False},
    }
    board_tile["LuaScript"] = _SHUFFLE_SCRIPT % tag
    return board_tile


DEFAULT_PICTURE = "dungeon.tts.png"
"""The name of the board's picture if the name of the object's file is not known."""


def name_picture_beside(name: str) -> str:
    """Return the name of the picture file beside a file for Tabletop Simulator.

    It is made from the name of that file, never from the name of the dungeon, which may contain any letters.

    >>> name_picture_beside("hall.tts.json"), name_picture_beside("HALL.TTS.JSON"), name_picture_beside("hall")
    ('hall.tts.png', 'HALL.TTS.png', 'hall.tts.png')
    """
    has_usual_ending = name.lower().endswith(".tts.json")
    stem = name[: -len(".json")] if has_usual_ending else f"{name}.tts"
    return f"{stem}.png"


def draw_picture_file(board: Board, options: ExportOptions) -> bytes:
    """Return the picture that lies under the pieces, as a PNG: the map without the objects that become pieces."""
    drawing = draw_board(board, _choose_picture_options(options))
    width, height = drawing.size
    max_pixels_per_square = int((MAX_PIXELS / (width * height)) ** 0.5)
    # with 25.4 mm (an inch) a square, dots an inch are pixels a square
    return paint_png(drawing, 25.4, min(PIXELS_PER_SQUARE, max_pixels_per_square))


def _choose_picture_options(options: ExportOptions) -> ExportOptions:
    """Return the options for the picture under the pieces: a map without border, objects, title and legend.

    Nothing that is hidden from players is drawn.
    """
    drawing_options = replace(
        options.drawing, border=False, bare=True, title=False, legend=False, cartouche=False, hidden=False
    )
    return replace(options, drawing=drawing_options)


def _build_object(
    kind: str,
    name: str,
    point: tuple[float, float],
    middle: tuple[float, float],
    size: tuple[float, float, float],
    *,
    colour: str = "#ffffff",
    locked: bool = False,
) -> dict[str, Any]:
    """Return an object for a saved game of Tabletop Simulator, with the keys that the simulator requires.

    Args:
        kind: the simulator's name of the kind of object.
        name: the name that players see.
        point: the point of the map where it stands, in squares; north is away from the person who places the board.
        middle: the middle of the map, in squares.
        size: its scale along x, y and z.
        colour: its colour as ``#rrggbb``.
        locked: whether players cannot move it.
    """
    red, green, blue = (value / 255 for value in bytes.fromhex(colour.removeprefix("#")))
    (x, y), (middle_x, middle_y) = point, middle
    height = 1.0 if locked else 1.5  # pieces fall onto the board, which is locked
    position = {"posX": x - middle_x, "posY": height, "posZ": middle_y - y}
    # a tile's picture has its head to the south
    rotation = {"rotX": 0.0, "rotY": 180.0 if locked else 0.0, "rotZ": 0.0}
    scale_x, scale_y, scale_z = size
    return {
        "GUID": "",
        "Name": kind,
        "Transform": {**position, **rotation, "scaleX": scale_x, "scaleY": scale_y, "scaleZ": scale_z},
        "Nickname": name,
        "Description": "",
        "ColorDiffuse": {"r": red, "g": green, "b": blue},
        "Locked": locked,
        "Grid": False,
        "Snap": True,
        "Tooltip": True,
    }


def _find_centre(square: Square) -> tuple[float, float]:
    """Return the middle of a square."""
    return square[0] + 0.5, square[1] + 0.5


def _fill_bag(bag: dict[str, Any], name: str, colour: str) -> dict[str, Any]:
    """Return a copy of a bag (an object of the simulator that hides others) with one piece in it.

    The piece has the given name and colour. Players see it when they take it out.
    """
    piece = _build_object("Checker_white", name, (0.0, 0.0), (0.0, 0.0), PIECE_SIZE, colour=colour)
    # the simulator's ids have six hexadecimal digits; this one is the same in every export
    guid = sha256(name.encode()).hexdigest()[:6]
    return {**bag, "ContainedObjects": [{**piece, "GUID": guid}]}


def _list_chests(board: Board, middle: tuple[float, float], tag: str) -> Iterator[dict[str, Any]]:
    """Yield a bag for each chest, with a ball or a trap in it: first the balls of the dungeon, then traps.

    A bag is an object of the simulator that hides what is in it.

    Args:
        board: the dungeon.
        middle: the middle of the map, in squares.
        tag: the tag by which the board's script finds the chests that it shuffles.
    """
    for number, square in enumerate(sorted(board.chest_squares)):
        bag = _build_object("Bag", "Chest", _find_centre(square), middle, CHEST_SIZE, colour=WOOD_COLOUR)
        tagged_bag = {**bag, "Tags": [tag]}
        has_ball = number < board.layout.balls
        name, colour = ("The ball", BALL_COLOUR) if has_ball else ("A trap", TRAP_COLOUR)
        yield _fill_bag(tagged_bag, name, colour)


def _list_portals(board: Board, middle: tuple[float, float], options: ExportOptions) -> Iterator[dict[str, Any]]:
    """Yield a round piece for each portal of the dungeon, with its number and its colour."""
    theme = find_theme(options.drawing.theme)
    for portal in board.portals:
        colour, centre = theme.find_portal_colour(portal.number), _find_centre(portal.square)
        yield _build_object("Checker_white", f"Portal {portal.number}", centre, middle, PORTAL_SIZE, colour=colour)


def _list_counters(board: Board, middle: tuple[float, float], options: ExportOptions) -> Iterator[dict[str, Any]]:
    """Yield a bag (an object that hides what is in it) for each pit counter that lies face down.

    If the options show hidden contents, a piece in the bag is named after the face of the counter.
    """
    for trap in board.traps:
        if trap.kind is TrapKind.COUNTER:
            square, counter = trap.squares[0], trap.drawn_traps[0]  # a counter is on one square
            bag = _build_object("Bag", "Counter", _find_centre(square), middle, COUNTER_SIZE, colour=COUNTER_COLOUR)
            if options.drawing.hidden and counter.content is not None:
                face_name = str(counter.content).replace("_", " ").capitalize()
                bag = _fill_bag(bag, face_name, TRAP_COLOUR)
            yield bag
