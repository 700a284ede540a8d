"""Deals: the six boards of the boxed game shuffled onto a Set-Up, as gw-1989 (Setting Up: Board Set-Up) has it.

The boards lie face down and are turned up where they lie. Either way round in its slot is our reading: the book says
neither that a board is turned nor that it is not. No deal is dealt again, be it legal or not.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.errors import CannotPlace, UsageError
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import constraints_of
from dungeon_designer.generator.judging import EFFORT, OF_FLOOR
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.placement.placing import place
from dungeon_designer.generator.proposal import AUTHOR, MADE
from dungeon_designer.generator.tiled_floor.growing import with_doors
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import Layout, Section, normalised
from dungeon_designer.rules.checker import check
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.text.toml_text import read_toml
from dungeon_designer.tiles.library import library

EDITION = "gw-1989-basic"
COMMAND = "dungeon-designer deal"
BOARDS = "gw-1989/"
"""The tile set of the boards."""

LAID = "Chests lie on different boards, so do teleporters, and every door is shut."
BARE = "Chests, teleporters and doors are still to be placed."


class BoardSlot(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a board lies: its upper left corner and quarters clockwise; an End Zone's slot names its tile."""

    at: tuple[int, int]
    turn: int = 0
    tile: str = ""


class BoardSetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """The slots of one of the book's Set-Ups."""

    home: BoardSlot
    away: BoardSlot
    boards: tuple[BoardSlot, ...]


class Deal(Struct, frozen=True):
    """A dungeon as dealt, from which Set-Up and seed, and the rules it breaks and those that warn, each once."""

    layout: Layout
    set_up: int
    seed: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


@lru_cache
def set_ups() -> dict[int, BoardSetUp]:
    """The Set-Ups by their number."""
    data = read_toml(Path(__file__).with_name("set_ups.toml").read_bytes())
    return {int(number): msgspec.convert(each, BoardSetUp) for number, each in data.items()}


def deal(seed: int, set_up: int | None = None, bare: bool = False) -> Deal:
    """Shuffle the boards onto a Set-Up, without `set_up` one chosen by lot; the same seed deals the same.

    Unless `bare`, chests and teleporters are placed as the rules ask, then doors. Where the rules let nothing be
    placed, the floor stays bare, and they are what it breaks. A bare floor is asked what a floor alone can keep.
    UsageError where there is no such Set-Up.
    """
    if set_up not in (None, *set_ups()):
        raise UsageError(f"there is no Set-Up {set_up}; there are {min(set_ups())} to {max(set_ups())}")
    dice, rules = Random(f"deal {seed}"), load_ruleset(EDITION, Path())
    lot = dice.choice(list(set_ups()))
    number = set_up or lot
    layout, broken = _floor(set_ups()[number], dice), tuple[str, ...]()
    if not bare:
        try:
            (layout,) = place(layout, rules, library(), effort=EFFORT)
            layout = with_doors(layout, library(), constraints_of(Request(ruleset=rules, library=library())).gaps, dice)
        except CannotPlace as error:
            broken = tuple(error.rules)
    lying = not bare and not broken
    told = LAID if lying else BARE
    layout = replace(
        layout,
        name=f"Set-Up {number}, deal {seed}",
        author=AUTHOR,
        ruleset=EDITION,
        notes=f"Set-Up {number}: its six boards were shuffled and turned up where they lay. {told}\n",
        extra={MADE: {"command": f"{COMMAND} --set-up {number} --seed {seed}{' --bare' if bare else ''}"}},
    )
    verdict = check(build(layout, library()), rules, select=None if lying else OF_FLOOR)

    def found(level: Level) -> tuple[str, ...]:
        return tuple(dict.fromkeys(finding.rule for finding in verdict.findings if finding.level is level))

    return Deal(layout, number, seed, broken or found(Level.ERROR), found(Level.WARNING))


def _floor(slots: BoardSetUp, dice: Random) -> Layout:
    """The boards in their slots, in the order the dice bring, and the End Zones last."""
    boards = [tile.id for tile in library() if tile.id.startswith(BOARDS) and tile.kind is SectionKind.BOARD]
    dice.shuffle(boards)
    sections = [
        Section(id=tile.removeprefix(BOARDS), tile=tile, at=slot.at, turn=slot.turn + 2 * dice.randrange(2))
        for tile, slot in zip(boards, slots.boards, strict=True)
    ]
    for team, slot in ((Team.HOME, slots.home), (Team.AWAY, slots.away)):
        sections.append(Section(id=str(team), tile=slot.tile, at=slot.at, turn=slot.turn, side=team))
    return normalised(Layout(sections=tuple(sections)))
