"""Everything that can be put on the table besides tiles: one record each, with its words, key, picture and tool."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from dungeon_designer.editor.tools.edges import DoorTool, LeapTool, WallTool
from dungeon_designer.editor.tools.floor import EraseTool, FillTool, GroundTool, PaintTool, RoomTool
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.editor.tools.pieces import (
    BallTool,
    LabelTool,
    SquareDoorTool,
    TrapTool,
    TreasureTool,
    TurningRoomTool,
)
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import CounterContent, ObstacleKind, SectionKind, Team, TerrainKind, TrapKind
from dungeon_designer.translation import marked, translate

Maker = Callable[[Workspace], Tool]

KEYS: dict[str, str] = {
    "select": "S", "paint": "P", "fill": "Q", "erase": "E", "wall": "W", "door": "D", "chest": "C", "portal": "T",
    "measure": "U", "draw-room": "M", "draw-corridor": "K", "draw-small_room": "Shift+S", "draw-large_room": "Shift+L",
    "draw-junction": "J", "draw-bridge": "Shift+B", "draw-platform": "Shift+P", "draw-end_zone": "Z", "draw-entry": "Y",
    "square-door": "Shift+D", "leap": "L", "open_pit": "O", "spiked_pit": "Shift+O",
    "trapdoor": "I", "trapdoor-2": "Shift+I",
    "counter-home-nothing": "H", "counter-home-open_pit": "Shift+H", "counter-home-spiked_pit": "Ctrl+H",
    "counter-away-nothing": "A", "counter-away-open_pit": "Shift+A", "counter-away-spiked_pit": "Ctrl+Shift+H",
    **{
        f"counter-{team}-{face}": f"{held}+{number}"
        for number, team in enumerate(list(Team)[2:], 3)
        for face, held in (("nothing", "Alt+Shift"), ("open_pit", "Ctrl+Shift"), ("spiked_pit", "Ctrl+Alt"))
    },
    "lava": "V", "water": "Shift+W", "acid": "Shift+Q", "chasm": "X", "cliff": "Shift+X",
    "spike_pit": "Shift+J",
    "bridge": "B", "rope_bridge": "Shift+V",
    "statue": "G", "throne": "Shift+G", "fountain": "Shift+F", "idol": "Shift+E",
    "crypt": "Shift+Y", "dragon": "Shift+N",
    "turning-room": "Shift+T", "rolling-ball": "Shift+K", "label": "Shift+C",
}  # fmt: skip
"""The key that takes each piece."""


TITLES: dict[str, str] = {
    "corridor": marked("pieces", "Corridor"),
    "small_room": marked("pieces", "Small room"),
    "large_room": marked("pieces", "Large room"),
    "room": marked("pieces", "Room"),
    "junction": marked("pieces", "Junction"),
    "bridge": marked("pieces", "Bridge"),
    "platform": marked("pieces", "Platform"),
    "end_zone": marked("pieces", "End zone"),
    "entry": marked("pieces", "Entry"),
    "lava": marked("pieces", "Lava"),
    "water": marked("pieces", "Water"),
    "acid": marked("pieces", "Acid"),
    "chasm": marked("pieces", "Chasm"),
    "cliff": marked("pieces", "Cliff"),
    "spike_pit": marked("pieces", "Spike pit"),
    "rope_bridge": marked("pieces", "Rope bridge"),
    "statue": marked("pieces", "Statue"),
    "throne": marked("pieces", "Throne"),
    "fountain": marked("pieces", "Fountain"),
    "idol": marked("pieces", "Idol"),
    "crypt": marked("pieces", "Crypt"),
    "dragon": marked("pieces", "Dragon"),
    "home-nothing": marked("pieces", "Counter of home: nothing"),
    "home-open_pit": marked("pieces", "Counter of home: open pit"),
    "home-spiked_pit": marked("pieces", "Counter of home: spiked pit"),
    "away-nothing": marked("pieces", "Counter of away: nothing"),
    "away-open_pit": marked("pieces", "Counter of away: open pit"),
    "away-spiked_pit": marked("pieces", "Counter of away: spiked pit"),
    "third-nothing": marked("pieces", "Counter of third: nothing"),
    "third-open_pit": marked("pieces", "Counter of third: open pit"),
    "third-spiked_pit": marked("pieces", "Counter of third: spiked pit"),
    "fourth-nothing": marked("pieces", "Counter of fourth: nothing"),
    "fourth-open_pit": marked("pieces", "Counter of fourth: open pit"),
    "fourth-spiked_pit": marked("pieces", "Counter of fourth: spiked pit"),
    "fifth-nothing": marked("pieces", "Counter of fifth: nothing"),
    "fifth-open_pit": marked("pieces", "Counter of fifth: open pit"),
    "fifth-spiked_pit": marked("pieces", "Counter of fifth: spiked pit"),
    "sixth-nothing": marked("pieces", "Counter of sixth: nothing"),
    "sixth-open_pit": marked("pieces", "Counter of sixth: open pit"),
    "sixth-spiked_pit": marked("pieces", "Counter of sixth: spiked pit"),
}
"""The titles of pieces there is one of for each kind."""

_TOOLS = marked("pieces", "Tools")
_ROOMS = marked("pieces", "Rooms")
_EDGES = marked("pieces", "Doors and edges")
_TRAPS = marked("pieces", "Traps")
_GROUND = marked("pieces", "Ground")
_OBSTACLES = marked("pieces", "Obstacles")
_MACHINES = marked("pieces", "Machines")
_WORDS = marked("pieces", "Words")

COUNTER = marked("pieces", "Counter")
"""The family of the counters."""


class Piece(Struct, frozen=True):
    """One entry: its id, its title and the group it stands in (both in English), its picture and its tool.

    What belongs to a side, its `owner`, is there where that side plays.

    Those of one `family` stand in the palette as one entry of that name, and which of them is chosen beside it.
    """

    id: str
    title: str
    group: str
    picture: str
    make: Maker
    family: str = ""
    owner: Team | None = None

    @property
    def key(self) -> str:
        """The key that takes it, unless the user chose another."""
        return KEYS[self.id]

    @property
    def words(self) -> str:
        """Its title in the user's language."""
        return translate("pieces", self.title)

    @property
    def group_words(self) -> str:
        """Its group in the user's language."""
        return translate("pieces", self.group)

    @property
    def family_words(self) -> str:
        """Its family in the user's language."""
        return translate("pieces", self.family)

    @property
    def tip(self) -> str:
        """What it is in the game, in the user's language."""
        return translate("tips", TIPS[self.id])


def _rooms() -> list[Piece]:
    kinds = [kind for kind in SectionKind if kind not in (SectionKind.BOARD,)]
    return [Piece(f"draw-{kind}", TITLES[kind], _ROOMS, _room_picture(kind), _room_maker(kind)) for kind in kinds]


def _room_picture(kind: SectionKind) -> str:
    return "bridge_section" if kind is SectionKind.BRIDGE else kind.value


def _room_maker(kind: SectionKind) -> Maker:
    return lambda workspace: RoomTool(workspace, kind)


def _grounds() -> list[Piece]:
    hazards = [Piece(kind.value, TITLES[kind], _GROUND, kind.value, _ground_maker(kind)) for kind in TerrainKind]
    things = [Piece(kind.value, TITLES[kind], _OBSTACLES, kind.value, _ground_maker(kind)) for kind in ObstacleKind]
    return hazards + things


def _ground_maker(kind: TerrainKind | ObstacleKind) -> Maker:
    return lambda workspace: GroundTool(workspace, kind)


def counter_id(owner: Team, content: CounterContent) -> str:
    """The id of one side's counter with a face."""
    return f"counter-{owner}-{content}"


def _counters() -> list[Piece]:
    return [
        Piece(
            counter_id(owner, content),
            TITLES[f"{owner}-{content}"],
            _TRAPS,
            f"counter-{owner}-{content}",
            _counter_maker(owner, content),
            COUNTER,
            owner,
        )
        for owner in Team
        for content in CounterContent
    ]


def _counter_maker(owner: Team, content: CounterContent) -> Maker:
    return lambda workspace: TrapTool(workspace, TrapKind.COUNTER, owner=owner, content=content)


TOOLS: tuple[Piece, ...] = (
    Piece("select", marked("pieces", "Select and move"), _TOOLS, "select", SelectTool),
    Piece("draw-room", marked("pieces", "Draw a room"), _TOOLS, "room", _room_maker(SectionKind.ROOM)),
    Piece("paint", marked("pieces", "Paint floor"), _TOOLS, "paint", PaintTool),
    Piece("fill", marked("pieces", "Fill"), _TOOLS, "fill", FillTool),
    Piece("erase", marked("pieces", "Erase"), _TOOLS, "erase", EraseTool),
    Piece("wall", marked("pieces", "Wall"), _TOOLS, "wall", WallTool),
    Piece("door", marked("pieces", "Door"), _TOOLS, "door", DoorTool),
    Piece("chest", marked("pieces", "Chest"), _TOOLS, "chest", lambda workspace: TreasureTool(workspace, portal=False)),
    Piece(
        "portal", marked("pieces", "Portal"), _TOOLS, "portal", lambda workspace: TreasureTool(workspace, portal=True)
    ),
    Piece("measure", marked("pieces", "Measure"), _TOOLS, "measure", MeasureTool),
)
"""What stands in the tool bar."""

PIECES: tuple[Piece, ...] = (
    *_rooms(),
    Piece("square-door", marked("pieces", "Square door"), _EDGES, "square-door", SquareDoorTool),
    Piece("leap", marked("pieces", "Leap edge"), _EDGES, "leap", LeapTool),
    Piece(
        "open_pit",
        marked("pieces", "Pit"),
        _TRAPS,
        "open_pit",
        lambda workspace: TrapTool(workspace, TrapKind.OPEN_PIT),
    ),
    Piece(
        "spiked_pit",
        marked("pieces", "Spiked pit"),
        _TRAPS,
        "spiked_pit",
        lambda workspace: TrapTool(workspace, TrapKind.SPIKED_PIT),
    ),
    Piece(
        "trapdoor",
        marked("pieces", "Trapdoor"),
        _TRAPS,
        "trapdoor",
        lambda workspace: TrapTool(workspace, TrapKind.TRAPDOOR),
    ),
    Piece(
        "trapdoor-2",
        marked("pieces", "Trapdoor 2 × 2"),
        _TRAPS,
        "trapdoor",
        lambda workspace: TrapTool(workspace, TrapKind.TRAPDOOR, size=(2, 2)),
    ),
    *_counters(),
    *_grounds(),
    Piece("turning-room", marked("pieces", "Turning room"), _MACHINES, "turning-room", TurningRoomTool),
    Piece("rolling-ball", marked("pieces", "Rolling ball"), _MACHINES, "rolling-ball", BallTool),
    Piece("label", marked("pieces", "Label"), _WORDS, "label", LabelTool),
)
"""What stands in the palette."""

GROUP_BEGINS = frozenset({"draw-room", "wall", "chest", "measure"})
"""The tools before which a new group begins, in the toolbar and the menu: floor, edges, treasure, measuring."""

ALL: dict[str, Piece] = {piece.id: piece for piece in (*PIECES, *TOOLS)}


_COUNTER = marked("tips", "A pit counter lies face down; who steps on it turns it over (gw-1989, Pit Traps).")
_LIQUID = marked("tips", "A liquid: nobody stands there, and who is pushed in is out of the game (naf-2019, Liquids).")

TIPS: dict[str, str] = {
    "select": marked("tips", "Picks things up, moves, copies and turns them."),
    "fill": marked("tips", "Fills what walls and borders enclose with the room, ground or obstacle taken last."),
    "paint": marked("tips", "Makes a drawn room larger, square by square."),
    "erase": marked("tips", "Rubs out floor with all that lies on it; a tile goes whole."),
    "wall": marked("tips", "Stands on the border between two squares; nobody steps, sees or throws through it."),
    "door": marked("tips", "Stands on the border of two sections; gw-2021 and eagbbl have doors two squares wide."),
    "chest": marked(
        "tips", "One holds the ball, the others blow up. Most books keep chests apart and away from the end zones."
    ),
    "portal": marked(
        "tips", "Whoever steps on it comes out of another by the roll of a die; portals take the next free number."
    ),
    "measure": marked(
        "tips", "Counts squares and steps, shows how far a player gets, what he sees and where he can throw."
    ),
    "draw-corridor": marked("tips", "A way between rooms; most books want it two squares wide."),
    "draw-small_room": marked(
        "tips", "A room such as gw-2021's eight small ones; at least three of them belong in its dungeons."
    ),
    "draw-large_room": marked(
        "tips", "A room such as gw-2021's four large ones, of which its dungeons have at least one."
    ),
    "draw-room": marked("tips", "Drag out a rectangle of floor; what edition counts it as is said in Properties."),
    "draw-junction": marked(
        "tips", "Where ways meet; some books say how wide the places must be where sections touch."
    ),
    "draw-bridge": marked("tips", "Floor across something deadly, with standing room at both ends."),
    "draw-platform": marked("tips", "Floor in the midst of a hazard, reached by bridge, leap or portal."),
    "draw-end_zone": marked(
        "tips", "Where a team sets up, and where the other scores. The editions differ in its size."
    ),
    "draw-entry": marked(
        "tips", "Two squares by which a team comes in, and where the other scores (brawl-2013, db7s-2019)."
    ),
    "square-door": marked("tips", "Fills a square between two walls, and is shut at first (gw-1989)."),
    "leap": marked("tips", "A rim from which a player who can leap may cross a hazard (brawl-2013)."),
    "open_pit": marked("tips", "Whoever falls in lies there until he climbs out."),
    "spiked_pit": marked("tips", "A pit that injures."),
    "trapdoor": marked("tips", "Opens under a player; what lies below is said in Properties (brawl-2013)."),
    "trapdoor-2": marked("tips", "Four squares that open together (brawl-2013)."),
    **{f"counter-{team}-{face}": _COUNTER for team in Team for face in CounterContent},
    "lava": _LIQUID,
    "water": _LIQUID,
    "acid": _LIQUID,
    "chasm": marked("tips", "A drop without a bottom."),
    "cliff": marked("tips", "An edge one can be pushed over (eagbbl)."),
    "spike_pit": marked("tips", "Stakes from wall to wall: one jumps across or goes round (gw-2022-colleges)."),
    "bridge": marked("tips", "A square of bridge over a hazard."),
    "rope_bridge": marked("tips", "A bridge that wants a steady foot (gw-2021, eagbbl)."),
    "statue": marked("tips", "Stone in the way: nobody stands there, and a pass over it may hit it (naf-2019)."),
    "throne": marked("tips", "An obstacle; nobody stands there."),
    "fountain": marked("tips", "An obstacle; nobody stands there."),
    "idol": marked(
        "tips", "The Chaotic Idol of gw-2021: a wall to feet and eyes; who starts in its room may grow stronger."
    ),
    "crypt": marked("tips", "The tombs of gw-2021's Crypt: in the way, but one throws across them."),
    "dragon": marked("tips", "The young dragon of gw-2021: four squares in the way, but one throws across them."),
    "turning-room": marked("tips", "Sections that turn together about their middle (brawl-2013, Hogwurts)."),
    "rolling-ball": marked("tips", "A stone ball that rolls along a straight track (brawl-2013, Temple of Doom)."),
    "label": marked("tips", "Words on the map, for whoever plays on it; no rule reads them."),
}
