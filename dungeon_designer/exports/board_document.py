"""The board as other programs read it: the shape that is promised to them, and its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dungeon_designer.grid import Side, Square
from dungeon_designer.kinds import Emblem, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import CounterContent, LabelSize, TrapKind
from dungeon_designer.rulesets.model import Chests, Corners

FORMAT = "dungeon-board"
VERSION = 2
"""1: the first. 2: `labels`, and `sides`: more than two may play; what belongs to a side may belong to any of them."""

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
    """A trap, all its squares at once; what lies below a trapdoor, whose a counter is and what its face shows."""

    kind: TrapKind
    squares: tuple[Square, ...]
    below: str
    owner: Team | None
    content: CounterContent | None


class OnEdgeEntry(Struct, frozen=True, kw_only=True):
    """A door or a leap edge of `width` edges, going right or down from `at`."""

    at: Square
    side: Side
    width: int


class MachineEntry(Struct, frozen=True, kw_only=True):
    """A room that turns (`sections`, `squares`), or a ball that rolls (`size`, `travel`, over `squares`)."""

    kind: Literal["rotating_room", "rolling_ball"]
    sections: tuple[str, ...] = ()
    at: Square | None = None
    size: tuple[int, int] | None = None
    travel: Side | None = None
    squares: tuple[Square, ...] = ()


class LabelEntry(Struct, frozen=True, kw_only=True):
    """Words on the map, centred on a square, floor or not; `turn` counts clockwise quarters."""

    text: str
    at: Square
    size: LabelSize
    turn: int


class BoardDocument(Struct, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl board with everything a program needs to play on it. x runs to the right, y down."""

    version: Literal[2]
    name: str
    author: str
    notes: str
    ruleset: str
    corners: Corners
    chests: Chests
    balls: int
    sides: tuple[SideEntry, ...]
    corner: Square
    size: tuple[int, int]
    squares: tuple[SquareEntry, ...]
    sections: tuple[SectionEntry, ...]
    goals: tuple[GoalEntry, ...]
    portals: tuple[PortalEntry, ...]
    chest_squares: tuple[Number, ...]
    traps: tuple[TrapEntry, ...]
    doors: tuple[OnEdgeEntry, ...]
    leap_edges: tuple[OnEdgeEntry, ...]
    machines: tuple[MachineEntry, ...]
    labels: tuple[LabelEntry, ...]


def board_schema() -> dict[str, Any]:
    """The JSON Schema of the board.

    >>> board_schema()["title"]
    'Dungeon board, version 2'
    """
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(BoardDocument)))
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Dungeon board, version {VERSION}"}
    return {**head, **schema}
