"""The board as other programs read it: the shape that is promised to them, and its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dungeon_designer.grid import Side, Square
from dungeon_designer.kinds import Emblem, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import CounterContent, LabelSize, TrapKind
from dungeon_designer.rulesets.model import Chests, Corners
from dungeon_designer.rulesets.play import Play, SetUpTable
from dungeon_designer.text.json_schema import DIALECT

FORMAT = "dungeon-board"
VERSION = 2
"""1: the first.

2: `sides`, since more than two may play, and what belongs to a side may belong to any of them; `labels`; the edition's
`play` and `set_up`; `terrain`, `jumps`, leaps over leap edges, steps in turned rooms. Squares are numbers in every list
of them, those of traps and machines, too; where something lies or begins is `at`.
"""

Number = Annotated[int, Meta(ge=0)]
"""A square's place in the list of squares, from 0."""

EdgeState = Literal["open", "wall", "door"]
ItemKind = Literal["chest", "portal"]
DoorState = Literal["shut", "open"]


class SquareEntry(Struct, frozen=True, kw_only=True):
    """One square of floor.

    `section` is the id of its section; `door` the state of the door that fills it. `item` is what lies on it,
    `portal` that portal's number, `trap` the kind of trap. `standing`: a player may end here (no hazard, obstacle or
    shut door, no chest where chests are impassable, no portal where who arrives is scattered). `edges`: north, east,
    south, west. `steps`: the squares one step away under the edition named, through doors, over chests, onto portals
    and entries; none where nobody walks.
    """

    at: Square
    section: str
    terrain: TerrainKind | None
    obstacle: ObstacleKind | None
    door: DoorState | None
    item: ItemKind | None
    portal: int | None
    trap: TrapKind | None
    standing: bool
    edges: tuple[EdgeState, EdgeState, EdgeState, EdgeState]
    steps: tuple[Number, ...]


class SectionEntry(Struct, frozen=True, kw_only=True):
    """A section: its squares, and what playing on it means, if its tile says."""

    id: str
    kind: SectionKind
    side: Team | None
    name: str
    tile: str
    rule: str
    squares: tuple[Number, ...]


class SideEntry(Struct, frozen=True, kw_only=True):
    """A side of the match, in the order of all sides: its colour, ``#rrggbb``, and the shape that tells it apart."""

    id: Team
    colour: str
    emblem: Emblem


class TerrainRule(Struct, frozen=True, kw_only=True):
    """What a kind of terrain that lies on this board means.

    `walk`: one walks on it. `jump`: every player may jump over it, at a risk. `removes`: who falls in is out of the
    match (naf-2019, Liquids; gw-2021, The Fiery Chasm; brawl-2013, Dukes of Hashut; eagbbl, Pits); of a spike pit one
    is only knocked down (gw-2022-colleges, Spike Pit).
    """

    kind: TerrainKind
    walk: bool
    jump: bool
    removes: bool


class PortalEntry(Struct, frozen=True, kw_only=True):
    """A portal; `square` is None where it was drawn in the rock."""

    number: int
    at: Square
    square: Number | None


class GoalEntry(Struct, frozen=True, kw_only=True):
    """An end zone or an entry: its squares, which way an entry faces, and where its side sets up."""

    section: str
    kind: Literal["end_zone", "entry"]
    side: Team | None
    front: Side | None
    squares: tuple[Number, ...]
    set_up: tuple[Number, ...]


class TrapEntry(Struct, frozen=True, kw_only=True):
    """A trap, all its squares of floor at once; what lies below a trapdoor, whose a counter is, what its face shows."""

    kind: TrapKind
    at: Square
    squares: tuple[Number, ...]
    below: str
    owner: Team | None
    content: CounterContent | None


class LeapEdgeEntry(Struct, frozen=True, kw_only=True):
    """A leap edge of `width` edges, going right or down from `at`; `leaps`: the squares it leads from and to."""

    at: Square
    side: Side
    width: int
    leaps: tuple[tuple[Number, Number], ...]


class TurnEntry(Struct, frozen=True, kw_only=True):
    """The steps of a rotating room turned by so many clockwise quarters, of the squares that have others then."""

    quarters: int
    steps: dict[str, tuple[Number, ...]]


class OnEdgeEntry(Struct, frozen=True, kw_only=True):
    """A doorway of `width` edges, going right or down from `at`; it stands open."""

    at: Square
    side: Side
    width: int


class MachineEntry(Struct, frozen=True, kw_only=True):
    """A room that turns (`sections`, `squares`), or a ball that rolls (`size`, `travel`, over `squares`).

    `centre`: about which a room turns, in squares from the corner of square (0, 0). `turns`: its steps in each of the
    other turns, by the number of a square; none for a room that cannot turn, for it is no full square.
    """

    kind: Literal["rotating_room", "rolling_ball"]
    sections: tuple[str, ...] = ()
    at: Square | None = None
    size: tuple[int, int] | None = None
    travel: Side | None = None
    squares: tuple[Number, ...] = ()
    centre: tuple[float, float] | None = None
    turns: tuple[TurnEntry, ...] = ()


class LabelEntry(Struct, frozen=True, kw_only=True):
    """Words on the map, centred on a square, floor or not; `turn` counts clockwise quarters."""

    text: str
    at: Square
    size: LabelSize
    turn: int


class BoardDocument(Struct, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl board with everything a program needs to play on it. x runs to the right, y down.

    `play` and `set_up` are the edition's tables of these names: sight, passes, portals, players, the order of laying.
    `jumps`: from which square to which every player may jump over terrain, both ways.
    """

    version: Literal[2]
    name: str
    author: str
    notes: str
    ruleset: str
    corners: Corners
    chests: Chests
    balls: int
    play: Play
    set_up: SetUpTable
    sides: tuple[SideEntry, ...]
    corner: Square
    size: tuple[int, int]
    terrain: tuple[TerrainRule, ...]
    squares: tuple[SquareEntry, ...]
    sections: tuple[SectionEntry, ...]
    goals: tuple[GoalEntry, ...]
    portals: tuple[PortalEntry, ...]
    chest_squares: tuple[Number, ...]
    traps: tuple[TrapEntry, ...]
    doors: tuple[OnEdgeEntry, ...]
    leap_edges: tuple[LeapEdgeEntry, ...]
    jumps: tuple[tuple[Number, Number], ...]
    machines: tuple[MachineEntry, ...]
    labels: tuple[LabelEntry, ...]


def board_schema() -> dict[str, Any]:
    """The JSON Schema of the board.

    >>> board_schema()["title"]
    'Dungeon board, version 2'
    """
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(BoardDocument)))
    title = f"Dungeon board, version {VERSION}"
    return {"$schema": DIALECT, "$id": f"urn:dungeon-designer:board:{VERSION}", "title": title, **schema}
