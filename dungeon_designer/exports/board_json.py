"""The board as JSON for any player: everything derived, so that a program needs none of our code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import msgspec

from dungeon_designer.analysis.graphs import Pairs
from dungeon_designer.analysis.sides import set_ups
from dungeon_designer.analysis.turning import TurningRoom, room_of
from dungeon_designer.board.model import DOOR, OBSTACLES, OPEN, SHUT, TERRAINS, WALL, Board, BoardSection, Flags
from dungeon_designer.exports.board_document import (
    VERSION,
    BoardDocument,
    DoorState,
    EdgeState,
    GoalEntry,
    LabelEntry,
    LeapEdgeEntry,
    MachineEntry,
    OnEdgeEntry,
    PortalEntry,
    SectionEntry,
    SideEntry,
    SquareEntry,
    TerrainRule,
    TrapEntry,
    TurnEntry,
)
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.protocol import Takes
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Square, bounds
from dungeon_designer.kinds import HAZARDS, TerrainKind
from dungeon_designer.layout.model import EdgeDoor, LeapEdge, Machine, RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.machinery.leap_edge import leaps
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import play_of
from dungeon_designer.rulesets.set_up import set_up_of
from dungeon_designer.translation import marked

_STATES: dict[int, EdgeState] = {OPEN: "open", WALL: "wall", DOOR: "door"}


def board_json(board: Board, ruleset: Ruleset, players: bool = False) -> bytes:
    """The file: UTF-8, indented, the same for the same board and edition.

    The copy for `players` leaves out what lies below trapdoors and on the hidden face of counters.
    """
    return msgspec.json.format(msgspec.json.encode(board_document(board, ruleset, players)), indent=1) + b"\n"


@dataclass(frozen=True)
class BoardExporter:
    """The board under one edition, for programs; `convert` writes the same bytes."""

    ruleset: Ruleset

    name = marked("exports", "Board for programs")
    endings = (".board.json",)
    takes = Takes.NOTHING

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """The file; nothing in it is drawn."""
        return board_json(board, self.ruleset)


def board_document(board: Board, ruleset: Ruleset, players: bool = False) -> BoardDocument:
    """The board as data; steps and standing squares as the edition has them."""
    layout, context = board.layout, Context(board, ruleset)
    corner, size = bounds(board.squares)
    return BoardDocument(
        version=cast("Literal[2]", VERSION),
        name=layout.name,
        author=layout.author,
        notes=layout.notes,
        ruleset=ruleset.id,
        corners=ruleset.corners,
        chests=ruleset.chests,
        balls=layout.balls,
        play=play_of(ruleset),
        set_up=set_up_of(ruleset),
        sides=tuple(SideEntry(id=side.id, colour=side.shown_colour, emblem=side.shown_emblem) for side in layout.sides),
        corner=corner,
        size=size,
        terrain=tuple(_terrain(board, ruleset)),
        squares=_squares(board, context),
        sections=tuple(_section(board, section) for section in board.sections),
        goals=_goals(board, context.standing),
        portals=tuple(
            PortalEntry(number=portal.number, at=portal.at, square=portal.index if portal.index >= 0 else None)
            for portal in board.portals
        ),
        chest_squares=tuple(chest.index for chest in board.chests if chest.index >= 0),
        traps=_traps(board, players),
        doors=tuple(map(_on_edge, layout.doors)),
        leap_edges=tuple(_leap_edge(context, edge) for edge in layout.leap_edges),
        jumps=_pairs(context.jumps),
        machines=tuple(_machine(context, machine) for machine in board.machines),
        labels=tuple(LabelEntry(text=each.text, at=each.at, size=each.size, turn=each.turn) for each in layout.labels),
    )


def _squares(board: Board, context: Context) -> tuple[SquareEntry, ...]:
    steps, standing = context.strides.adjacent, context.standing.tolist()
    edges, doors = board.edges.tolist(), board.square_door.tolist()
    terrain, obstacle = board.terrain.tolist(), board.obstacle.tolist()
    chests = {chest.index for chest in board.chests}
    portals = {portal.index: portal.number for portal in board.portals}
    traps = {square: trap.kind for trap in board.traps for square in trap.squares}
    return tuple(
        SquareEntry(
            at=at,
            section=board.sections[section].id,
            terrain=TERRAINS[terrain[i]],
            obstacle=OBSTACLES[obstacle[i]],
            door=_door(doors[i]),
            item="chest" if i in chests else "portal" if i in portals else None,
            portal=portals.get(i),
            trap=traps.get(at),
            standing=standing[i],
            edges=cast("tuple[EdgeState, EdgeState, EdgeState, EdgeState]", tuple(_STATES[e] for e in edges[i])),
            steps=tuple(sorted(steps[i])),
        )
        for i, (at, section) in enumerate(zip(board.squares, board.section.tolist(), strict=True))
    )


def _terrain(board: Board, ruleset: Ruleset) -> Iterator[TerrainRule]:
    over = play_of(ruleset).jump_over
    for code in sorted(set(board.terrain.tolist())):
        kind = TERRAINS[code]
        if kind is not None:
            falls = kind in HAZARDS
            removes = falls and kind is not TerrainKind.SPIKE_PIT
            yield TerrainRule(kind=kind, walk=not falls, jump=kind in over, removes=removes)


def _door(state: int) -> DoorState | None:
    return None if not state else "shut" if state == SHUT else "open"


def _section(board: Board, section: BoardSection) -> SectionEntry:
    return SectionEntry(
        id=section.id,
        kind=section.kind,
        side=section.side,
        name=section.name,
        tile=section.tile,
        rule=board.library.get(section.tile).rule if section.tile else "",
        squares=tuple(section.squares.tolist()),
    )


def _goals(board: Board, standing: Flags) -> tuple[GoalEntry, ...]:
    """End zones and entries, each with where its side sets up."""
    return tuple(
        GoalEntry(
            section=place.section.id,
            kind="entry" if place.entry else "end_zone",
            side=place.section.side,
            front=place.entry.front if place.entry else None,
            squares=tuple(place.section.squares.tolist()),
            set_up=place.free,
        )
        for place in set_ups(board, standing)
    )


def _traps(board: Board, players: bool) -> tuple[TrapEntry, ...]:
    return tuple(
        TrapEntry(
            kind=trap.kind,
            at=trap.squares[0],
            squares=_numbers(board, trap.squares),
            below="" if players else next((part.below for part in trap.parts if part.below), ""),
            owner=trap.parts[0].owner,
            content=None if players else trap.parts[0].content,
        )
        for trap in board.traps
    )


def _on_edge(door: EdgeDoor) -> OnEdgeEntry:
    return OnEdgeEntry(at=door.at, side=Side(door.side), width=door.width)


def _leap_edge(context: Context, marked: LeapEdge) -> LeapEdgeEntry:
    found = tuple((context.board.index[one], context.board.index[other]) for one, other in leaps(context, marked))
    return LeapEdgeEntry(at=marked.at, side=Side(marked.side), width=marked.width, leaps=found)


def _machine(context: Context, machine: Machine) -> MachineEntry:
    board = context.board
    if isinstance(machine, RollingBall):
        track = _numbers(board, machine.track)
        return MachineEntry(kind="rolling_ball", at=machine.at, size=machine.size, travel=machine.travel, squares=track)
    room = room_of(board, machine)
    (x, y), (width, height) = room.corner, room.size
    return MachineEntry(
        kind="rotating_room",
        sections=machine.sections,
        squares=_numbers(board, room.squares),
        centre=(x + width / 2, y + height / 2),
        turns=tuple(_turns(context, room)),
    )


def _turns(context: Context, room: TurningRoom) -> Iterator[TurnEntry]:
    if room not in context.turning.rooms:
        return
    drawn = context.strides.adjacent
    for quarters in (1, 2, 3):
        turned = context.turning.turned(room, quarters).adjacent
        other = {str(i): tuple(sorted(steps)) for i, steps in enumerate(turned) if set(steps) != set(drawn[i])}
        yield TurnEntry(quarters=quarters, steps=other)


def _numbers(board: Board, squares: Iterable[Square]) -> tuple[int, ...]:
    """The numbers of those of some squares that are floor."""
    return tuple(sorted(number for number in map(board.find, squares) if number >= 0))


def _pairs(pairs: Pairs) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((min(pair), max(pair)) for pair in pairs.tolist()))
