"""Everything that can be put on the table besides tiles: what the palette lists, and the tool each takes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.tips import TIPS
from dungeon_designer.editor.tools.brush import EraseTool, PaintTool
from dungeon_designer.editor.tools.edges import DoorTool, LeapTool, WallTool
from dungeon_designer.editor.tools.item import GroundTool, SquareDoorTool, TrapTool, TreasureTool
from dungeon_designer.editor.tools.machine import BallTool, TurningRoomTool
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.editor.tools.room import RoomTool
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Tool
from dungeon_designer.editor.words import plain
from dungeon_designer.layout.model import CounterContent, ObstacleKind, SectionKind, Team, TerrainKind, TrapKind

Maker = Callable[[Desk], Tool]

KEYS: dict[str, str] = {
    "select": "S", "paint": "P", "erase": "E", "wall": "W", "door": "D", "chest": "C", "portal": "T", "measure": "U",
    "draw-room": "M", "draw-corridor": "K", "draw-small_room": "Shift+S", "draw-large_room": "Shift+L",
    "draw-junction": "J", "draw-bridge": "Shift+B", "draw-platform": "Shift+P", "draw-end_zone": "Z", "draw-entry": "Y",
    "square-door": "Shift+D", "leap": "L", "open_pit": "O", "spiked_pit": "Shift+O",
    "trapdoor": "I", "trapdoor-2": "Shift+I",
    "counter-home-nothing": "H", "counter-home-open_pit": "Shift+H", "counter-home-spiked_pit": "Ctrl+H",
    "counter-away-nothing": "A", "counter-away-open_pit": "Shift+A", "counter-away-spiked_pit": "Ctrl+Shift+H",
    "lava": "V", "water": "Shift+W", "acid": "Shift+Q", "chasm": "X", "cliff": "Shift+X",
    "bridge": "B", "rope_bridge": "Shift+V",
    "statue": "G", "throne": "Shift+G", "fountain": "Shift+F", "idol": "Shift+E",
    "crypt": "Shift+Y", "dragon": "Shift+N",
    "turning-room": "Shift+T", "rolling-ball": "Shift+K",
}  # fmt: skip
"""The key that takes each piece."""


class Piece(Struct, frozen=True):
    """One entry: its id, its title, the group it stands in, its picture and its tool."""

    id: str
    title: str
    group: str
    picture: str
    make: Maker

    @property
    def key(self) -> str:
        """The key that takes it, unless the user chose another."""
        return KEYS[self.id]

    @property
    def tip(self) -> str:
        """What it is in the game."""
        return TIPS[self.id]


def _rooms() -> list[Piece]:
    kinds = [kind for kind in SectionKind if kind not in (SectionKind.BOARD,)]
    return [
        Piece(
            f"draw-{kind}",
            plain(kind).capitalize(),
            "Rooms",
            _room_picture(kind),
            _room_maker(kind),
        )
        for kind in kinds
    ]


def _room_picture(kind: SectionKind) -> str:
    return "bridge_section" if kind is SectionKind.BRIDGE else kind.value


def _room_maker(kind: SectionKind) -> Maker:
    return lambda desk: RoomTool(desk, kind)


def _grounds() -> list[Piece]:
    hazards = [
        Piece(kind.value, plain(kind).capitalize(), "Ground", kind.value, _ground_maker(kind)) for kind in TerrainKind
    ]
    things = [
        Piece(kind.value, plain(kind).capitalize(), "Obstacles", kind.value, _ground_maker(kind))
        for kind in ObstacleKind
    ]
    return hazards + things


def _ground_maker(kind: TerrainKind | ObstacleKind) -> Maker:
    return lambda desk: GroundTool(desk, kind)


def _counters() -> list[Piece]:
    return [
        Piece(
            f"counter-{owner}-{content}",
            f"Counter of {owner}: {plain(content)}",
            "Traps",
            f"counter-{owner}-{content}",
            _counter_maker(owner, content),
        )
        for owner in Team
        for content in CounterContent
    ]


def _counter_maker(owner: Team, content: CounterContent) -> Maker:
    return lambda desk: TrapTool(desk, TrapKind.COUNTER, owner=owner, content=content)


TOOLS: tuple[Piece, ...] = (
    Piece("select", "Select and move", "Tools", "select", SelectTool),
    Piece("draw-room", "Draw a room", "Tools", "room", _room_maker(SectionKind.ROOM)),
    Piece("paint", "Paint floor", "Tools", "paint", PaintTool),
    Piece("erase", "Erase", "Tools", "erase", EraseTool),
    Piece("wall", "Wall", "Tools", "wall", WallTool),
    Piece("door", "Door", "Tools", "door", DoorTool),
    Piece("chest", "Chest", "Tools", "chest", lambda desk: TreasureTool(desk, portal=False)),
    Piece("portal", "Portal", "Tools", "portal", lambda desk: TreasureTool(desk, portal=True)),
    Piece("measure", "Measure", "Tools", "measure", MeasureTool),
)
"""What stands in the tool bar."""

PIECES: tuple[Piece, ...] = (
    *_rooms(),
    Piece("square-door", "Square door", "Doors and edges", "square-door", SquareDoorTool),
    Piece("leap", "Leap edge", "Doors and edges", "leap", LeapTool),
    Piece("open_pit", "Pit", "Traps", "open_pit", lambda desk: TrapTool(desk, TrapKind.OPEN_PIT)),
    Piece("spiked_pit", "Spiked pit", "Traps", "spiked_pit", lambda desk: TrapTool(desk, TrapKind.SPIKED_PIT)),
    Piece("trapdoor", "Trapdoor", "Traps", "trapdoor", lambda desk: TrapTool(desk, TrapKind.TRAPDOOR)),
    Piece(
        "trapdoor-2", "Trapdoor 2 × 2", "Traps", "trapdoor", lambda desk: TrapTool(desk, TrapKind.TRAPDOOR, size=(2, 2))
    ),
    *_counters(),
    *_grounds(),
    Piece("turning-room", "Turning room", "Machines", "turning-room", TurningRoomTool),
    Piece("rolling-ball", "Rolling ball", "Machines", "rolling-ball", BallTool),
)
"""What stands in the palette."""

ALL: dict[str, Piece] = {piece.id: piece for piece in (*PIECES, *TOOLS)}
