"""The board as JSON for any player: everything derived, so that a program needs none of our code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import msgspec

from dungeon_designer.analysis.rotation import RoomArea, area_of
from dungeon_designer.analysis.sides import set_ups
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, BoardSection, TrapGroup
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
from dungeon_designer.exports.options import ExportOptions, Takes
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Side, Square, bounds
from dungeon_designer.kinds import HAZARDS, TerrainKind
from dungeon_designer.layout.model import LeapEdge, Machine, RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.machinery.leap_edge import leaps
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import play_of, set_up_of
from dungeon_designer.translation import marked

_STATES: dict[int, EdgeState] = {OPEN: "open", WALL: "wall", DOOR: "door"}
_DOORS: dict[bool | None, DoorState | None] = {None: None, True: "open", False: "shut"}


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
    layout, context, numbered = board.layout, Context(board, ruleset), _Numbers(board)
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
        squares=tuple(_squares(board, context, numbered)),
        sections=tuple(_section(board, section, numbered) for section in board.sections),
        goals=tuple(_goals(context, numbered)),
        portals=tuple(
            PortalEntry(number=portal.number, at=portal.at, square=numbered.of.get(portal.at))
            for portal in board.portals
        ),
        chest_squares=tuple(numbered.of[chest.at] for chest in board.chests if chest.at in board),
        traps=tuple(_trap(trap, players, numbered) for trap in board.traps),
        doors=tuple(OnEdgeEntry(at=door.at, side=Side(door.side), width=door.width) for door in layout.doors),
        leap_edges=tuple(_leap_edge(context, edge, numbered) for edge in layout.leap_edges),
        jumps=tuple(sorted((min(ends), max(ends)) for ends in map(numbered.all, context.jump_steps))),
        machines=tuple(_machine(context, machine, numbered) for machine in board.machines),
        labels=tuple(LabelEntry(text=each.text, at=each.at, size=each.size, turn=each.turn) for each in layout.labels),
    )


class _Numbers:
    """The places of squares in the list of all."""

    def __init__(self, board: Board) -> None:
        self.of = {square: number for number, square in enumerate(board.squares)}

    def all(self, squares: Iterable[Square]) -> tuple[int, ...]:
        """The numbers of those of some squares that are floor, rising."""
        return tuple(sorted(self.of[square] for square in squares if square in self.of))


def _squares(board: Board, context: Context, numbered: _Numbers) -> Iterator[SquareEntry]:
    steps, chests = context.step_graph, {chest.at for chest in board.chests}
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
            item="chest" if at in chests else "portal" if at in portals else None,
            portal=portals.get(at),
            trap=traps.get(at),
            standing=at in context.standing_squares,
            edges=cast("tuple[EdgeState, EdgeState, EdgeState, EdgeState]", edges),
            steps=numbered.all(steps[at]) if at in steps else (),
        )


def _terrain(board: Board, ruleset: Ruleset) -> Iterator[TerrainRule]:
    over, present = play_of(ruleset).jump_over, set(board.terrain_at.values())
    for kind in (kind for kind in TerrainKind if kind in present):
        falls = kind in HAZARDS
        removes = falls and kind is not TerrainKind.SPIKE_PIT
        yield TerrainRule(kind=kind, walk=not falls, jump=kind in over, removes=removes)


def _section(board: Board, section: BoardSection, numbered: _Numbers) -> SectionEntry:
    return SectionEntry(
        id=section.id,
        kind=section.kind,
        side=section.side,
        name=section.name,
        tile=section.tile,
        rule=board.library.get(section.tile).rule if section.tile else "",
        squares=numbered.all(section.owned),
    )


def _goals(context: Context, numbered: _Numbers) -> Iterator[GoalEntry]:
    """End zones and entries, each with where its side sets up."""
    for place in set_ups(context.board, context.standing_squares):
        yield GoalEntry(
            section=place.section.id,
            kind="entry" if place.entry else "end_zone",
            side=place.section.side,
            front=place.entry.front if place.entry else None,
            squares=numbered.all(place.section.owned),
            set_up=tuple(numbered.of[square] for square in place.free),
        )


def _trap(trap: TrapGroup, players: bool, numbered: _Numbers) -> TrapEntry:
    return TrapEntry(
        kind=trap.kind,
        at=trap.squares[0],
        squares=numbered.all(trap.squares),
        below="" if players else next((part.below for part in trap.parts if part.below), ""),
        owner=trap.parts[0].owner,
        content=None if players else trap.parts[0].content,
    )


def _leap_edge(context: Context, marked: LeapEdge, numbered: _Numbers) -> LeapEdgeEntry:
    found = tuple((numbered.of[start], numbered.of[end]) for start, end in leaps(context, marked))
    return LeapEdgeEntry(at=marked.at, side=Side(marked.side), width=marked.width, leaps=found)


def _machine(context: Context, machine: Machine, numbered: _Numbers) -> MachineEntry:
    if isinstance(machine, RollingBall):
        track = numbered.all(machine.track)
        return MachineEntry(kind="rolling_ball", at=machine.at, size=machine.size, travel=machine.travel, squares=track)
    room = area_of(context.board, machine)
    (x, y), (width, height) = room.corner, room.size
    return MachineEntry(
        kind="rotating_room",
        sections=machine.sections,
        squares=numbered.all(room.squares),
        centre=(x + width / 2, y + height / 2),
        turns=tuple(_turns(context, room, numbered)),
    )


def _turns(context: Context, room: RoomArea, numbered: _Numbers) -> Iterator[TurnEntry]:
    if room not in context.rotation.rooms:
        return
    drawn = context.step_graph
    for quarters in (1, 2, 3):
        turned = context.rotation.graph(room, quarters)
        other = [at for at in context.board.squares if at in turned and set(turned[at]) != set(drawn[at])]
        yield TurnEntry(quarters=quarters, steps={str(numbered.of[at]): numbered.all(turned[at]) for at in other})
