"""Write a board as JSON for other programs: all derived facts are in the file, so that a reader needs none of our code.

The structs come first: they are the format that is promised to other programs. The functions that fill them follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from dungeon_designer.analysis.leaps import list_leaps
from dungeon_designer.analysis.rotation import RotatingArea, find_rotating_area
from dungeon_designer.analysis.ruler import format_ruler
from dungeon_designer.analysis.team_access import find_set_up_zones
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.exports.export_options import ExportOptions, find_ruleset
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Side, Square
from dungeon_designer.kinds import HAZARDS, Emblem, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import CounterContent, LabelSize, Machine, RollingBall, TrapKind
from dungeon_designer.rules.board_topics import find_entries_on_board
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.play_table import Play, SetUpTable, parse_play, parse_set_up
from dungeon_designer.rulesets.ruleset_document import read_key_texts
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.topic_table import TableEntry, TableTopic
from dungeon_designer.text.json_schema import DIALECT, build_model_schema

FORMAT = "dungeon-board"
VERSION = 2
"""1: the first version.

2: `sides`, since more than two teams may play, and what belongs to a team may belong to any of them; `labels`;
the edition's `play` and `set_up`; `effects`; `terrain`, `jumps`, leaps over leap edges, steps in rotated rooms.
Squares are numbers in every list of squares, also in the lists of traps and machines. The square where an object
lies or begins is `at`.
"""

SquareNumber = Annotated[int, Meta(ge=0)]
"""The position of a square in the list of squares, from 0."""

EdgeState = Literal["open", "wall", "door"]
ChestOrPortal = Literal["chest", "portal"]
DoorState = Literal["shut", "open"]


class SquareEntry(Struct, frozen=True, kw_only=True):
    """One square of floor.

    Attributes:
        at: column and row of the square.
        section: the id of its section.
        terrain: the terrain on it, if any.
        obstacle: the obstacle on it, if any.
        door: the state of the door that fills the square, if there is one.
        item: the chest or portal on it, if any.
        portal: the number of that portal.
        trap: the kind of trap on it, if any.
        standing: whether a player may end a move here: no hazard, obstacle or shut door; no chest where chests are
            impassable; no portal where arriving players are scattered.
        edges: the states of the northern, eastern, southern and western edge.
        steps: the numbers of the squares one step away under the named edition: through doors, over chests, onto
            portals and entries; empty where nobody can walk.
    """

    at: Square
    section: str
    terrain: TerrainKind | None
    obstacle: ObstacleKind | None
    door: DoorState | None
    item: ChestOrPortal | None
    portal: int | None
    trap: TrapKind | None
    standing: bool
    edges: tuple[EdgeState, EdgeState, EdgeState, EdgeState]
    steps: tuple[SquareNumber, ...]


class SectionEntry(Struct, frozen=True, kw_only=True):
    """A section of the dungeon: its squares, and the special rule of its tile, if the tile has one."""

    id: str
    kind: SectionKind
    side: Team | None
    name: str
    tile: str
    rule: str
    squares: tuple[SquareNumber, ...]


class SideEntry(Struct, frozen=True, kw_only=True):
    """One team of the match, in the order of all teams.

    Its colour is ``#rrggbb``. Its emblem is the shape that distinguishes it from other teams on the map.
    """

    id: Team
    colour: str
    emblem: Emblem


class TerrainRule(Struct, frozen=True, kw_only=True):
    """The rules for one kind of terrain that is on this board.

    Attributes:
        kind: the kind of terrain.
        walk: whether players can walk on it.
        jump: whether every player may jump over it, at a risk.
        removes: whether a player who falls in is out of the match (naf-2019, Liquids; gw-2021, The Fiery Chasm;
            brawl-2013, Dukes of Hashut; eagbbl, Pits). A spike pit only knocks the player down (gw-2022-colleges,
            Spike Pit).
    """

    kind: TerrainKind
    walk: bool
    jump: bool
    removes: bool


class PortalEntry(Struct, frozen=True, kw_only=True):
    """A portal. `square` is its square's number, None if the portal was drawn in the rock."""

    number: int
    at: Square
    square: SquareNumber | None


class GoalEntry(Struct, frozen=True, kw_only=True):
    """An end zone or an entry.

    It has squares, the direction in which an entry faces, and the squares where its team sets up.
    """

    section: str
    kind: Literal["end_zone", "entry"]
    side: Team | None
    front: Side | None
    squares: tuple[SquareNumber, ...]
    set_up: tuple[SquareNumber, ...]


class TrapEntry(Struct, frozen=True, kw_only=True):
    """A trap with all its squares of floor.

    Attributes:
        kind: the kind of trap.
        at: its first square.
        squares: the numbers of its squares.
        below: the terrain below a trapdoor, '' if there is none or if it is kept secret.
        owner: the team that a counter belongs to, if any.
        content: what the face of a counter shows; None if unknown or kept secret.
    """

    kind: TrapKind
    at: Square
    squares: tuple[SquareNumber, ...]
    below: str
    owner: Team | None
    content: CounterContent | None


class LeapEdgeEntry(Struct, frozen=True, kw_only=True):
    """A leap edge that is `width` square edges long and goes right or down from `at`.

    `leaps` lists pairs of squares: from where to where a player can leap.
    """

    at: Square
    side: Side
    width: int
    leaps: tuple[tuple[SquareNumber, SquareNumber], ...]


class TurnEntry(Struct, frozen=True, kw_only=True):
    """The steps in a rotating room after `quarters` clockwise quarter rotations.

    Only squares whose steps differ from the drawn position are listed.
    """

    quarters: int
    steps: dict[str, tuple[SquareNumber, ...]]


class OnEdgeEntry(Struct, frozen=True, kw_only=True):
    """A doorway that is `width` square edges long and goes right or down from `at`; the doorway is open."""

    at: Square
    side: Side
    width: int


class MachineEntry(Struct, frozen=True, kw_only=True):
    """A rotating room (`sections`, `squares`), or a rolling ball (`size`, `travel`, the `squares` on its way).

    `centre` is the point that a room rotates about, in squares from the corner of square (0, 0). `turns` has the steps
    in each of the three other positions, by the number of a square. It is empty for a room that cannot rotate because
    its squares do not fill a square shape.
    """

    kind: Literal["rotating_room", "rolling_ball"]
    sections: tuple[str, ...] = ()
    at: Square | None = None
    size: tuple[int, int] | None = None
    travel: Side | None = None
    squares: tuple[SquareNumber, ...] = ()
    centre: tuple[float, float] | None = None
    turns: tuple[TurnEntry, ...] = ()


class LabelEntry(Struct, frozen=True, kw_only=True):
    """A text on the map, centred on a square, which may be rock; `turn` is its rotation in clockwise quarters."""

    text: str
    at: Square
    size: LabelSize
    turn: int


class PassesEntry(Struct, frozen=True, kw_only=True):
    """How far a throw goes.

    `ruler` has 14 rows, one for each number of squares down, with 14 letters each, one for each number of squares to
    the right.

    The letters Q, S, L and B stand for the quick, short and long pass and the long bomb: the shortest pass that reaches
    that far, even if `longest` forbids it here. A dot stands at (0, 0) and where no pass reaches.
    """

    ruler: tuple[str, ...]
    longest: str


class BoardDocument(Struct, frozen=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A Dungeonbowl board with everything that a program needs to play on it. x runs to the right, y down.

    `play` and `set_up` are the edition's tables of these names: sight, passes, portals, players, the order of placing.
    `effects` says what happens at the table: an entry for each object and terrain on this board and for each part of a
    match. `jumps` has pairs of squares: every player may jump over terrain from one to the other, in both directions.
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
    chest_squares: tuple[SquareNumber, ...]
    traps: tuple[TrapEntry, ...]
    doors: tuple[OnEdgeEntry, ...]
    leap_edges: tuple[LeapEdgeEntry, ...]
    jumps: tuple[tuple[SquareNumber, SquareNumber], ...]
    machines: tuple[MachineEntry, ...]
    labels: tuple[LabelEntry, ...]


def build_board_schema() -> dict[str, Any]:
    """Return the JSON Schema of a board file.

    >>> build_board_schema()["title"]
    'Dungeon board, version 2'
    """
    schema: dict[str, Any] = build_model_schema(BoardDocument, read_key_texts())
    title = f"Dungeon board, version {VERSION}"
    return {"$schema": DIALECT, "$id": f"urn:dungeon-designer:board:{VERSION}", "title": title, **schema}


def export_board_json(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return the bytes of the board file (JSON): the dungeon with all facts derived by the rules of one edition.

    What is hidden from players (below trapdoors, on the face of counters) is in it only if the options ask for it.

    Args:
        board: the dungeon.
        options: the edition, and whether hidden contents are shown.
        findings: not used; every export function takes them.
    """
    return format_board_json(board, find_ruleset(board, options), for_players=not options.drawing.hidden)


def format_board_json(board: Board, ruleset: Ruleset, for_players: bool = False) -> bytes:
    """Return the bytes of a board file, which programs read: indented JSON, always the same for the same dungeon.

    Args:
        board: the board to write.
        ruleset: the edition that decides steps and standing squares.
        for_players: whether the file is for players, so that hidden contents are left out.
    """
    return msgspec.json.format(msgspec.json.encode(build_board_document(board, ruleset, for_players)), indent=1) + b"\n"


_EDGE_STATES: dict[int, EdgeState] = {OPEN: "open", WALL: "wall", DOOR: "door"}
"""The name of each edge state in the file."""
_DOOR_STATES: dict[bool | None, DoorState | None] = {None: None, True: "open", False: "shut"}
"""The name of a door's state in the file: True is open, False is shut, None is no door."""


def build_board_document(board: Board, ruleset: Ruleset, for_players: bool = False) -> BoardDocument:
    """Return everything that a board file (JSON for other programs) says about a board, as structured data.

    Args:
        board: the dungeon.
        ruleset: the edition whose rules decide to which squares players can step and where they may end a move.
        for_players: whether to leave out what is below trapdoors and on the hidden face of counters.
    """
    layout, context = board.layout, Context(board, ruleset)
    play = parse_play(context.ruleset)
    # everywhere else in the file, a square is named by its number: its position in the list of squares
    square_numbers = {square: index for index, square in enumerate(board.squares)}
    corner, size = board.bounds
    return BoardDocument(
        version=cast("Literal[2]", VERSION),
        name=layout.name,
        author=layout.author,
        notes=layout.notes,
        ruleset=ruleset.id,
        corners=ruleset.corners,
        chests=ruleset.chests,
        balls=layout.balls,
        play=replace(play, table={}),  # `effects` has those entries of the table that concern this board
        effects=find_entries_on_board(board, ruleset),
        set_up=parse_set_up(ruleset),
        passes=PassesEntry(ruler=format_ruler(), longest=play.longest_throw),  # a row of letters for each distance
        sides=tuple(SideEntry(id=team.id, colour=team.shown_colour, emblem=team.shown_emblem) for team in layout.sides),
        corner=corner,
        size=size,
        terrain=tuple(_list_terrain_rules(board, play)),
        squares=tuple(_list_squares(context, square_numbers)),
        sections=tuple(_list_sections(board, square_numbers)),
        goals=tuple(_list_goals(context, square_numbers)),
        portals=tuple(_list_portals(board, square_numbers)),
        chest_squares=tuple(square_numbers[chest.square] for chest in board.chests if chest.square in board),
        traps=tuple(_build_trap_entry(trap, for_players, square_numbers) for trap in board.traps),
        doors=msgspec.convert(layout.doors, tuple[OnEdgeEntry, ...], from_attributes=True),
        leap_edges=tuple(_list_leap_edges(context, square_numbers)),
        jumps=tuple(_list_jumps(context, square_numbers)),
        machines=tuple(_build_machine_entry(context, machine, square_numbers) for machine in board.machines),
        labels=msgspec.convert(layout.labels, tuple[LabelEntry, ...], from_attributes=True),
    )


def _list_terrain_rules(board: Board, play: Play) -> Iterator[TerrainRule]:
    """Yield the rules for each kind of terrain on a board: may players walk on it, jump over it, and is it deadly.

    `removes` means that a player who falls in is out of the match. Hazards such as lava and chasms remove him. A spike
    pit is a hazard, too, but only knocks him down.

    Args:
        board: The board.
        play: How the edition plays its matches; it names the terrain that players may jump over.
    """
    kinds_on_board = set(board.terrain_at.values())
    for kind in TerrainKind:
        if kind in kinds_on_board:
            yield TerrainRule(
                kind=kind,
                walk=kind not in HAZARDS,
                jump=kind in play.jump_over,
                removes=kind in HAZARDS and kind is not TerrainKind.SPIKE_PIT,
            )


def _list_portals(board: Board, square_numbers: dict[Square, int]) -> Iterator[PortalEntry]:
    """Yield the file's entry of each portal (a numbered teleport square) of a board.

    `square` is the number of its square, None for a portal in the rock.
    """
    for portal in board.portals:
        yield PortalEntry(number=portal.number, at=portal.square, square=square_numbers.get(portal.square))


def _list_leap_edges(context: Context, square_numbers: dict[Square, int]) -> Iterator[LeapEdgeEntry]:
    """Yield the file's entry of each leap edge, a line from which players may leap over a hazard.

    Each entry has the numbers of the squares where a leap may start and end, as pairs.
    """
    for edge in context.board.layout.leap_edges:
        leaps = list_leaps(context.board, edge, context.standing_squares)
        numbers = tuple((square_numbers[start], square_numbers[end]) for start, end in leaps)
        yield LeapEdgeEntry(at=edge.at, side=Side(edge.side), width=edge.width, leaps=numbers)


def _list_jumps(context: Context, square_numbers: dict[Square, int]) -> list[tuple[int, int]]:
    """Return the pairs of squares between which players may jump over terrain, as square numbers in rising order."""
    jumps: list[tuple[int, int]] = []
    for squares in context.jump_steps:
        lower, higher = _list_square_numbers(squares, square_numbers)
        jumps.append((lower, higher))
    return sorted(jumps)


def _list_sections(board: Board, square_numbers: dict[Square, int]) -> Iterator[SectionEntry]:
    """Yield the file's entry of each section (a room, a corridor, an end zone…) of a board.

    `rule` says what the rule of its tile is; a tile is a ready-made section, and only some have a rule of their own.
    """
    for section in board.sections:
        yield SectionEntry(
            id=section.id,
            kind=section.kind,
            side=section.team,
            name=section.name,
            tile=section.tile,
            rule=board.library.get(section.tile).rule if section.tile else "",
            squares=_list_square_numbers(section.squares, square_numbers),
        )


def _list_goals(context: Context, square_numbers: dict[Square, int]) -> Iterator[GoalEntry]:
    """Yield the file's entry of each zone where one team sets up and the other scores.

    It is an end zone or an entry, a zone of two squares. An entry has a front: the side from which players walk in.
    """
    for zone in find_set_up_zones(context.board, context.standing_squares):
        yield GoalEntry(
            section=zone.section.id,
            kind="entry" if zone.entry else "end_zone",
            side=zone.section.team,
            front=zone.entry.front if zone.entry else None,
            squares=_list_square_numbers(zone.section.squares, square_numbers),
            set_up=tuple(square_numbers[square] for square in zone.free_squares),
        )


def _list_square_numbers(squares: Iterable[Square], square_numbers: dict[Square, int]) -> tuple[int, ...]:
    """Return the numbers of the given squares in rising order; squares that are not floor are left out."""
    return tuple(sorted(square_numbers[square] for square in squares if square in square_numbers))


def _list_squares(context: Context, square_numbers: dict[Square, int]) -> Iterator[SquareEntry]:
    """Yield the file's entry of each square of floor: what is on it, its edges, and where players can step.

    `edges` says what lies on its north, east, south and west side; `standing` whether a player may stand there. `steps`
    is empty where nobody can walk, such as in lava, since the graph of steps has only walkable squares.
    """
    board, steps = context.board, context.step_graph
    portal_numbers = {portal.square: portal.number for portal in board.portals}
    trap_kinds = {trap_square: trap.kind for trap in board.traps for trap_square in trap.squares}
    for square, section in board.section_by_square.items():
        edges = tuple(_EDGE_STATES[board.get_edge_state(square, side)] for side in SIDES)
        yield SquareEntry(
            at=square,
            section=section.id,
            terrain=board.terrain_at.get(square),
            obstacle=board.obstacle_at.get(square),
            door=_DOOR_STATES[board.door_squares.get(square)],  # the key is None if no door fills the square
            item="chest" if square in board.chest_squares else "portal" if square in portal_numbers else None,
            portal=portal_numbers.get(square),
            trap=trap_kinds.get(square),
            standing=square in context.standing_squares,
            edges=cast("tuple[EdgeState, EdgeState, EdgeState, EdgeState]", edges),
            steps=_list_square_numbers(steps[square], square_numbers) if square in steps else (),
        )


def _build_trap_entry(trap: TrapGroup, for_players: bool, square_numbers: dict[Square, int]) -> TrapEntry:
    """Return the file's entry of a trap. In a copy for players, its hidden contents are left out.

    A pit may be drawn as several parts side by side, which are one trap of the board; what lies below may be written
    on any of them. Only counters, which have one part, have an owner and a content.
    """
    first_part = trap.drawn_traps[0]
    texts_below = [part.below for part in trap.drawn_traps if part.below]
    return TrapEntry(
        kind=trap.kind,
        at=trap.squares[0],
        squares=_list_square_numbers(trap.squares, square_numbers),
        below=texts_below[0] if texts_below and not for_players else "",
        owner=first_part.owner,
        content=None if for_players else first_part.content,
    )


def _build_machine_entry(context: Context, machine: Machine, square_numbers: dict[Square, int]) -> MachineEntry:
    """Return the file's entry of a machine: a rolling ball with its track, or a rotating room with its positions.

    A room that cannot rotate, because it is not square or shares squares with another one, has no positions.
    """
    if isinstance(machine, RollingBall):
        track = _list_square_numbers(machine.track, square_numbers)
        return MachineEntry(kind="rolling_ball", at=machine.at, size=machine.size, travel=machine.travel, squares=track)
    room = find_rotating_area(context.board, machine)
    (x, y), (width, height) = room.corner, room.size
    can_rotate = room in context.rotation.rooms
    return MachineEntry(
        kind="rotating_room",
        sections=machine.sections,
        squares=_list_square_numbers(room.squares, square_numbers),
        centre=(x + width / 2, y + height / 2),
        turns=tuple(_list_turns(context, room, square_numbers)) if can_rotate else (),
    )


def _list_turns(context: Context, room: RotatingArea, square_numbers: dict[Square, int]) -> Iterator[TurnEntry]:
    """Yield an entry for each of the three rotated positions of a rotating room.

    It lists the squares of the dungeon from which players can step to other squares than in the drawn position, each
    with the squares to which they can step now.
    """
    drawn_steps = context.step_graph  # like the graphs below, it has only the walkable squares
    for quarter_turns in (1, 2, 3):
        rotated_steps = context.rotation.build_graph(room, quarter_turns)
        changed_squares = [
            square
            for square in context.board.squares
            if square in rotated_steps and set(rotated_steps[square]) != set(drawn_steps[square])
        ]
        steps = {
            str(square_numbers[square]): _list_square_numbers(rotated_steps[square], square_numbers)
            for square in changed_squares
        }
        yield TurnEntry(quarters=quarter_turns, steps=steps)
