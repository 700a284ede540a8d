"""Everything that can be put on the table besides tiles: one record each, with words, key, picture and tool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

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
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import TWO_TEAMS, CounterContent, ObstacleKind, TerrainKind, TrapKind
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.translation import filled, marked, translate

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
    """One tool, by which most put a thing on the table.

    id       by which actions, the palette and other modules know it
    title    its name in English, `%1` and so on standing for `kinds`
    key      what takes it, unless the user chooses another
    group    the heading it stands under, in English
    tip      what it is in the game, in a sentence or two
    picture  an icon of the folder `icons`, or a sketch that is drawn as maps are
    make     makes the tool

    What belongs to a side, its `owner`, is there where that side plays. Those of one `family` stand in the palette as
    one entry of that name, and which of them is chosen beside it.
    """

    id: str
    title: str
    key: str
    group: str
    tip: str
    picture: str
    make: Callable[[Workspace], Tool]
    kinds: tuple[str, ...] = ()
    family: str = ""
    owner: Team | None = None

    @property
    def words(self) -> str:
        """Its title in the user's language."""
        return filled(translate("pieces", self.title), *map(plain, self.kinds))

    @property
    def told(self) -> str:
        """What is said of it where the pointer rests."""
        return f"<p><b>{self.words}</b> ({self.key})<br>{translate('tips', self.tip)}</p>"


def _room(kind: SectionKind, title: str, key: str, tip: str) -> Piece:
    picture = "bridge_section" if kind is SectionKind.BRIDGE else kind.value
    return Piece(f"draw-{kind}", title, key, _ROOMS, tip, picture, partial(RoomTool, kind=kind))


def _ground(kind: TerrainKind | ObstacleKind, title: str, key: str, tip: str, rows: str = "K") -> Piece:
    """Ground or an obstacle, K in the rows of its picture."""
    group = _GROUND if isinstance(kind, TerrainKind) else _OBSTACLES
    what = "terrain" if isinstance(kind, TerrainKind) else "obstacle"
    sketch = f'{{map: "{rows}", legend: {{K: {{{what}: {kind}}}}}}}'
    return Piece(kind.value, title, key, group, tip, sketch, partial(GroundTool, kind=kind))


def counter_id(owner: Team, content: CounterContent) -> str:
    """The id of one side's counter with a face."""
    return f"counter-{owner}-{content}"


def _counters() -> Iterator[Piece]:
    keys = {Team.HOME: ("H", "Shift+H", "Ctrl+H"), Team.AWAY: ("A", "Shift+A", "Ctrl+Shift+H")}
    title = marked("pieces", "Counter of %1: %2")
    tip = marked("tips", "A pit counter lies face down; who steps on it turns it over (gw-1989, Pit Traps).")
    for number, owner in enumerate(Team, 1):
        sides = "" if owner in TWO_TEAMS else f"sides: {len(Team)}, "
        numbered = f"Alt+Shift+{number}", f"Ctrl+Shift+{number}", f"Ctrl+Alt+{number}"
        for content, key in zip(CounterContent, keys.get(owner, numbered), strict=True):
            sketch = f"{{map: '.', {sides}traps: [{{kind: counter, at: [0, 0], owner: {owner}, content: {content}}}]}}"
            make = partial(TrapTool, kind=TrapKind.COUNTER, owner=owner, content=content)
            kinds = owner.value, content.value
            yield Piece(counter_id(owner, content), title, key, _TRAPS, tip, sketch, make, kinds, COUNTER, owner)


_LIQUID = marked("tips", "A liquid: nobody stands there, and who is pushed in is out of the game (naf-2019, Liquids).")
_IN_THE_WAY = marked("tips", "An obstacle; nobody stands there.")

TOOLS: tuple[Piece, ...] = (
    Piece(
        "select",
        marked("pieces", "Select and move"),
        "S",
        _TOOLS,
        marked("tips", "Picks things up, moves, copies and turns them."),
        "select",
        SelectTool,
    ),
    Piece(
        "draw-room",
        marked("pieces", "Draw a room"),
        "M",
        _TOOLS,
        marked("tips", "Drag out a rectangle of floor; what edition counts it as is said in Properties."),
        "room",
        partial(RoomTool, kind=SectionKind.ROOM),
    ),
    Piece(
        "paint",
        marked("pieces", "Paint floor"),
        "P",
        _TOOLS,
        marked("tips", "Makes a drawn room larger, square by square."),
        "paint",
        PaintTool,
    ),
    Piece(
        "fill",
        marked("pieces", "Fill"),
        "Q",
        _TOOLS,
        marked("tips", "Fills what walls and borders enclose with the room, ground or obstacle taken last."),
        "fill",
        FillTool,
    ),
    Piece(
        "erase",
        marked("pieces", "Erase"),
        "E",
        _TOOLS,
        marked("tips", "Rubs out floor with all that lies on it; a tile goes whole."),
        "erase",
        EraseTool,
    ),
    Piece(
        "wall",
        marked("pieces", "Wall"),
        "W",
        _TOOLS,
        marked("tips", "Stands on the border between two squares; nobody steps, sees or throws through it."),
        "wall",
        WallTool,
    ),
    Piece(
        "door",
        marked("pieces", "Door"),
        "D",
        _TOOLS,
        marked("tips", "Stands on the border of two sections; gw-2021 and eagbbl have doors two squares wide."),
        "door",
        DoorTool,
    ),
    Piece(
        "chest",
        marked("pieces", "Chest"),
        "C",
        _TOOLS,
        marked(
            "tips", "One holds the ball, the others blow up. Most books keep chests apart and away from the end zones."
        ),
        "map: C",
        partial(TreasureTool, portal=False),
    ),
    Piece(
        "portal",
        marked("pieces", "Portal"),
        "T",
        _TOOLS,
        marked(
            "tips", "Whoever steps on it comes out of another by the roll of a die; portals take the next free number."
        ),
        "map: '1'",
        partial(TreasureTool, portal=True),
    ),
    Piece(
        "measure",
        marked("pieces", "Measure"),
        "U",
        _TOOLS,
        marked("tips", "Counts squares and steps, shows how far a player gets, what he sees and where he can throw."),
        "measure",
        MeasureTool,
    ),
)
"""What stands in the tool bar."""

PIECES: tuple[Piece, ...] = (
    _room(
        SectionKind.CORRIDOR,
        marked("pieces", "Corridor"),
        "K",
        marked("tips", "A way between rooms; most books want it two squares wide."),
    ),
    _room(
        SectionKind.SMALL_ROOM,
        marked("pieces", "Small room"),
        "Shift+S",
        marked("tips", "A room such as gw-2021's eight small ones; at least three of them belong in its dungeons."),
    ),
    _room(
        SectionKind.LARGE_ROOM,
        marked("pieces", "Large room"),
        "Shift+L",
        marked("tips", "A room such as gw-2021's four large ones, of which its dungeons have at least one."),
    ),
    _room(
        SectionKind.ROOM,
        marked("pieces", "Room"),
        "M",
        marked("tips", "Drag out a rectangle of floor; what edition counts it as is said in Properties."),
    ),
    _room(
        SectionKind.JUNCTION,
        marked("pieces", "Junction"),
        "J",
        marked("tips", "Where ways meet; some books say how wide the places must be where sections touch."),
    ),
    _room(
        SectionKind.BRIDGE,
        marked("pieces", "Bridge"),
        "Shift+B",
        marked("tips", "Floor across something deadly, with standing room at both ends."),
    ),
    _room(
        SectionKind.PLATFORM,
        marked("pieces", "Platform"),
        "Shift+P",
        marked("tips", "Floor in the midst of a hazard, reached by bridge, leap or portal."),
    ),
    _room(
        SectionKind.END_ZONE,
        marked("pieces", "End zone"),
        "Z",
        marked("tips", "Where a team sets up, and where the other scores. The editions differ in its size."),
    ),
    _room(
        SectionKind.ENTRY,
        marked("pieces", "Entry"),
        "Y",
        marked("tips", "Two squares by which a team comes in, and where the other scores (brawl-2013, db7s-2019)."),
    ),
    Piece(
        "square-door",
        marked("pieces", "Square door"),
        "Shift+D",
        _EDGES,
        marked("tips", "Fills a square between two walls, and is shut at first (gw-1989)."),
        "map: '+'",
        SquareDoorTool,
    ),
    Piece(
        "leap",
        marked("pieces", "Leap edge"),
        "L",
        _EDGES,
        marked("tips", "A rim from which a player who can leap may cross a hazard (brawl-2013)."),
        "leap",
        LeapTool,
    ),
    Piece(
        "open_pit",
        marked("pieces", "Pit"),
        "O",
        _TRAPS,
        marked("tips", "Whoever falls in lies there until he climbs out."),
        "map: o",
        partial(TrapTool, kind=TrapKind.OPEN_PIT),
    ),
    Piece(
        "spiked_pit",
        marked("pieces", "Spiked pit"),
        "Shift+O",
        _TRAPS,
        marked("tips", "A pit that injures."),
        "map: x",
        partial(TrapTool, kind=TrapKind.SPIKED_PIT),
    ),
    Piece(
        "trapdoor",
        marked("pieces", "Trapdoor"),
        "I",
        _TRAPS,
        marked("tips", "Opens under a player; what lies below is said in Properties (brawl-2013)."),
        "map: T",
        partial(TrapTool, kind=TrapKind.TRAPDOOR),
    ),
    Piece(
        "trapdoor-2",
        marked("pieces", "Trapdoor 2 × 2"),
        "Shift+I",
        _TRAPS,
        marked("tips", "Four squares that open together (brawl-2013)."),
        "map: T",
        partial(TrapTool, kind=TrapKind.TRAPDOOR, size=(2, 2)),
    ),
    *_counters(),
    _ground(TerrainKind.LAVA, marked("pieces", "Lava"), "V", _LIQUID),
    _ground(TerrainKind.WATER, marked("pieces", "Water"), "Shift+W", _LIQUID),
    _ground(TerrainKind.ACID, marked("pieces", "Acid"), "Shift+Q", _LIQUID),
    _ground(TerrainKind.CHASM, marked("pieces", "Chasm"), "X", marked("tips", "A drop without a bottom.")),
    _ground(
        TerrainKind.CLIFF,
        marked("pieces", "Cliff"),
        "Shift+X",
        marked("tips", "An edge one can be pushed over (eagbbl)."),
    ),
    _ground(
        TerrainKind.SPIKE_PIT,
        marked("pieces", "Spike pit"),
        "Shift+J",
        marked("tips", "Stakes from wall to wall: one jumps across or goes round (gw-2022-colleges)."),
    ),
    _ground(
        TerrainKind.BRIDGE, marked("pieces", "Bridge"), "B", marked("tips", "A square of bridge over a hazard."), "~K~"
    ),
    _ground(
        TerrainKind.ROPE_BRIDGE,
        marked("pieces", "Rope bridge"),
        "Shift+V",
        marked("tips", "A bridge that wants a steady foot (gw-2021, eagbbl)."),
        "%K%",
    ),
    _ground(
        ObstacleKind.STATUE,
        marked("pieces", "Statue"),
        "G",
        marked("tips", "Stone in the way: nobody stands there, and a pass over it may hit it (naf-2019)."),
    ),
    _ground(ObstacleKind.THRONE, marked("pieces", "Throne"), "Shift+G", _IN_THE_WAY),
    _ground(ObstacleKind.FOUNTAIN, marked("pieces", "Fountain"), "Shift+F", _IN_THE_WAY),
    _ground(
        ObstacleKind.IDOL,
        marked("pieces", "Idol"),
        "Shift+E",
        marked(
            "tips", "The Chaotic Idol of gw-2021: a wall to feet and eyes; who starts in its room may grow stronger."
        ),
    ),
    _ground(
        ObstacleKind.CRYPT,
        marked("pieces", "Crypt"),
        "Shift+Y",
        marked("tips", "The tombs of gw-2021's Crypt: in the way, but one throws across them."),
        "KK",
    ),
    _ground(
        ObstacleKind.DRAGON,
        marked("pieces", "Dragon"),
        "Shift+N",
        marked("tips", "The young dragon of gw-2021: four squares in the way, but one throws across them."),
        "KK\\nKK",
    ),
    Piece(
        "turning-room",
        marked("pieces", "Turning room"),
        "Shift+T",
        _MACHINES,
        marked("tips", "Sections that turn together about their middle (brawl-2013, Hogwurts)."),
        "turning-room",
        TurningRoomTool,
    ),
    Piece(
        "rolling-ball",
        marked("pieces", "Rolling ball"),
        "Shift+K",
        _MACHINES,
        marked("tips", "A stone ball that rolls along a straight track (brawl-2013, Temple of Doom)."),
        "rolling-ball",
        BallTool,
    ),
    Piece(
        "label",
        marked("pieces", "Label"),
        "Shift+C",
        _WORDS,
        marked("tips", "Words on the map, for whoever plays on it; no rule reads them."),
        "label",
        LabelTool,
    ),
)
"""What stands in the palette."""

GROUP_BEGINS = frozenset({"draw-room", "wall", "chest", "measure"})
"""The tools before which a new group begins, in the toolbar and the menu: floor, edges, treasure, measuring."""

ALL: dict[str, Piece] = {piece.id: piece for piece in (*TOOLS, *PIECES)}
