"""The board as JSON for any player: everything derived, so that a program needs none of our code.

First the shape that is promised to other programs, then how a board comes into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from dungeon_designer.analysis.rotation import area_of
from dungeon_designer.analysis.ruler import ruler_letters
from dungeon_designer.analysis.sides import set_ups
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.exports.options import ExportOptions, edition_of
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Side, Square
from dungeon_designer.kinds import HAZARDS, Emblem, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import CounterContent, LabelSize, Machine, RollingBall, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.machinery.leap_edge import leaps
from dungeon_designer.rules.what_happens import table_here
from dungeon_designer.rulesets.document import ruleset_words
from dungeon_designer.rulesets.model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.play import Play, SetUpTable, play_of, set_up_of
from dungeon_designer.rulesets.table import TableEntry, TableTopic
from dungeon_designer.text.json_schema import DIALECT, model_schema

FORMAT = "dungeon-board"
VERSION = 2
"""1: the first.

2: `sides`, since more than two may play, and what belongs to a side may belong to any of them; `labels`; the edition's
`play` and `set_up`; `effects`; `terrain`, `jumps`, leaps over leap edges, steps in turned rooms. Squares are numbers in
every list of them, those of traps and machines, too; where something lies or begins is `at`.
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


class PassesEntry(Struct, frozen=True, kw_only=True):
    """How far a throw goes: 14 rows of `ruler` by squares down, in each 14 letters by squares to the right.

    Q, S, L, B: the quick, short and long pass and the long bomb that reach so far at least, whatever is `longest` here;
    a dot where none does, and at (0, 0).
    """

    ruler: tuple[str, ...]
    longest: str


class BoardDocument(Struct, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl board with everything a program needs to play on it. x runs to the right, y down.

    `play` and `set_up` are the edition's tables of these names: sight, passes, portals, players, the order of laying.
    `effects`: what happens at the table, an entry for each thing that lies here and for each part of a match.
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
    effects: dict[TableTopic, TableEntry]
    set_up: SetUpTable
    passes: PassesEntry
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
    schema: dict[str, Any] = model_schema(BoardDocument, ruleset_words())
    title = f"Dungeon board, version {VERSION}"
    return {"$schema": DIALECT, "$id": f"urn:dungeon-designer:board:{VERSION}", "title": title, **schema}


def board_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """The board under one edition, for programs; what lies hidden is in it for the organiser alone."""
    return board_json(board, edition_of(board, options), players=not options.drawing.hidden)


def board_json(board: Board, ruleset: Ruleset, players: bool = False) -> bytes:
    """The file: UTF-8, indented, the same for the same board and edition."""
    return msgspec.json.format(msgspec.json.encode(board_document(board, ruleset, players)), indent=1) + b"\n"


_STATES: dict[int, EdgeState] = {OPEN: "open", WALL: "wall", DOOR: "door"}
_DOORS: dict[bool | None, DoorState | None] = {None: None, True: "open", False: "shut"}


def board_document(board: Board, ruleset: Ruleset, players: bool = False) -> BoardDocument:
    """The board as data; steps and standing squares as the edition has them.

    The copy for `players` leaves out what lies below trapdoors and on the hidden face of counters.
    """
    layout, context = board.layout, Context(board, ruleset)
    play = play_of(context.ruleset)
    number = {square: at for at, square in enumerate(board.squares)}
    corner, size = board.bounds
    present = set(board.terrain_at.values())
    return BoardDocument(
        version=cast("Literal[2]", VERSION),
        name=layout.name,
        author=layout.author,
        notes=layout.notes,
        ruleset=ruleset.id,
        corners=ruleset.corners,
        chests=ruleset.chests,
        balls=layout.balls,
        play=replace(play, table={}),
        effects=table_here(board, ruleset),
        set_up=set_up_of(ruleset),
        passes=PassesEntry(ruler=ruler_letters(), longest=play.longest_throw),
        sides=tuple(SideEntry(id=side.id, colour=side.shown_colour, emblem=side.shown_emblem) for side in layout.sides),
        corner=corner,
        size=size,
        terrain=tuple(
            TerrainRule(
                kind=kind,
                walk=kind not in HAZARDS,
                jump=kind in play.jump_over,
                removes=kind in HAZARDS and kind is not TerrainKind.SPIKE_PIT,
            )
            for kind in TerrainKind
            if kind in present
        ),
        squares=tuple(_squares(context, number)),
        sections=tuple(_sections(board, number)),
        goals=tuple(_goals(context, number)),
        portals=tuple(
            PortalEntry(number=portal.number, at=portal.at, square=number.get(portal.at)) for portal in board.portals
        ),
        chest_squares=tuple(number[chest.at] for chest in board.chests if chest.at in board),
        traps=tuple(_trap(trap, players, number) for trap in board.traps),
        doors=msgspec.convert(layout.doors, tuple[OnEdgeEntry, ...], from_attributes=True),
        leap_edges=tuple(
            LeapEdgeEntry(
                at=edge.at,
                side=Side(edge.side),
                width=edge.width,
                leaps=tuple((number[start], number[end]) for start, end in leaps(context, edge)),
            )
            for edge in layout.leap_edges
        ),
        jumps=tuple(sorted((min(ends), max(ends)) for ends in (_numbers(ends, number) for ends in context.jump_steps))),
        machines=tuple(_machine(context, machine, number) for machine in board.machines),
        labels=msgspec.convert(layout.labels, tuple[LabelEntry, ...], from_attributes=True),
    )


def _sections(board: Board, number: dict[Square, int]) -> Iterator[SectionEntry]:
    for section in board.sections:
        yield SectionEntry(
            id=section.id,
            kind=section.kind,
            side=section.side,
            name=section.name,
            tile=section.tile,
            rule=board.library.get(section.tile).rule if section.tile else "",
            squares=_numbers(section.squares, number),
        )


def _goals(context: Context, number: dict[Square, int]) -> Iterator[GoalEntry]:
    for place in set_ups(context.board, context.standing_squares):
        yield GoalEntry(
            section=place.section.id,
            kind="entry" if place.entry else "end_zone",
            side=place.section.side,
            front=place.entry.front if place.entry else None,
            squares=_numbers(place.section.squares, number),
            set_up=tuple(number[square] for square in place.free),
        )


def _numbers(squares: Iterable[Square], number: dict[Square, int]) -> tuple[int, ...]:
    """The numbers of those of some squares that are floor, rising."""
    return tuple(sorted(number[square] for square in squares if square in number))


def _squares(context: Context, number: dict[Square, int]) -> Iterator[SquareEntry]:
    board, steps = context.board, context.step_graph
    portals = {portal.at: portal.number for portal in board.portals}
    traps = {square: trap.kind for trap in board.traps for square in trap.squares}
    for at, section in board.owner.items():
        edges = tuple(_STATES[board.edge_state(at, side)] for side in SIDES)
        yield SquareEntry(
            at=at,
            section=section.id,
            terrain=board.terrain_at.get(at),
            obstacle=board.obstacle_at.get(at),
            door=_DOORS[board.door_squares.get(at)],
            item="chest" if at in board.chest_squares else "portal" if at in portals else None,
            portal=portals.get(at),
            trap=traps.get(at),
            standing=at in context.standing_squares,
            edges=cast("tuple[EdgeState, EdgeState, EdgeState, EdgeState]", edges),
            steps=_numbers(steps[at], number) if at in steps else (),
        )


def _trap(trap: TrapGroup, players: bool, number: dict[Square, int]) -> TrapEntry:
    return TrapEntry(
        kind=trap.kind,
        at=trap.squares[0],
        squares=_numbers(trap.squares, number),
        below="" if players else next((part.below for part in trap.parts if part.below), ""),
        owner=trap.parts[0].owner,
        content=None if players else trap.parts[0].content,
    )


def _machine(context: Context, machine: Machine, number: dict[Square, int]) -> MachineEntry:
    if isinstance(machine, RollingBall):
        track = _numbers(machine.track, number)
        return MachineEntry(kind="rolling_ball", at=machine.at, size=machine.size, travel=machine.travel, squares=track)
    room = area_of(context.board, machine)
    (x, y), (width, height) = room.corner, room.size
    drawn, turns = context.step_graph, []
    for quarters in (1, 2, 3) if room in context.rotation.rooms else ():
        turned = context.rotation.graph(room, quarters)
        other = [at for at in context.board.squares if at in turned and set(turned[at]) != set(drawn[at])]
        steps = {str(number[at]): _numbers(turned[at], number) for at in other}
        turns.append(TurnEntry(quarters=quarters, steps=steps))
    return MachineEntry(
        kind="rotating_room",
        sections=machine.sections,
        squares=_numbers(room.squares, number),
        centre=(x + width / 2, y + height / 2),
        turns=tuple(turns),
    )
