"""The board as JSON for any player: everything derived, so that a program needs none of our code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

import msgspec

from dungeon_designer.analysis.set_up import set_ups
from dungeon_designer.analysis.turning import room_of
from dungeon_designer.board.model import DOOR, OBSTACLES, OPEN, SHUT, TERRAINS, WALL, Board, BoardSection, Flags
from dungeon_designer.exports.board_document import (
    VERSION,
    BoardDocument,
    DoorState,
    EdgeState,
    GoalEntry,
    LabelEntry,
    MachineEntry,
    OnEdgeEntry,
    PortalEntry,
    SectionEntry,
    SideEntry,
    SquareEntry,
    TrapEntry,
)
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.protocol import Takes
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, bounds
from dungeon_designer.layout.model import EdgeDoor, LeapEdge, Machine, RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import marked

_STATES: dict[int, EdgeState] = {OPEN: "open", WALL: "wall", DOOR: "door"}


def board_json(board: Board, ruleset: Ruleset) -> bytes:
    """The file: UTF-8, indented, the same for the same board and edition."""
    return msgspec.json.format(msgspec.json.encode(board_document(board, ruleset)), indent=1) + b"\n"


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


def board_document(board: Board, ruleset: Ruleset) -> BoardDocument:
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
        sides=tuple(SideEntry(id=side.id, colour=side.shown_colour, emblem=side.shown_emblem) for side in layout.sides),
        corner=corner,
        size=size,
        squares=_squares(board, context),
        sections=tuple(_section(board, section) for section in board.sections),
        goals=_goals(board, context.standing),
        portals=tuple(
            PortalEntry(number=portal.number, at=portal.at, square=portal.index if portal.index >= 0 else None)
            for portal in board.portals
        ),
        chest_squares=tuple(chest.index for chest in board.chests if chest.index >= 0),
        traps=_traps(board),
        doors=tuple(map(_on_edge, layout.doors)),
        leap_edges=tuple(map(_on_edge, layout.leap_edges)),
        machines=tuple(_machine(board, machine) for machine in board.machines),
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


def _traps(board: Board) -> tuple[TrapEntry, ...]:
    return tuple(
        TrapEntry(
            kind=trap.kind,
            squares=trap.squares,
            below=next((part.below for part in trap.parts if part.below), ""),
            owner=trap.parts[0].owner,
            content=trap.parts[0].content,
        )
        for trap in board.traps
    )


def _on_edge(thing: EdgeDoor | LeapEdge) -> OnEdgeEntry:
    return OnEdgeEntry(at=thing.at, side=Side(thing.side), width=thing.width)


def _machine(board: Board, machine: Machine) -> MachineEntry:
    if isinstance(machine, RollingBall):
        track = tuple(machine.track)
        return MachineEntry(kind="rolling_ball", at=machine.at, size=machine.size, travel=machine.travel, squares=track)
    squares = tuple(sorted(room_of(board, machine).squares, key=lambda square: square[::-1]))
    return MachineEntry(kind="rotating_room", sections=machine.sections, squares=squares)
