"""Deal the six boards of the boxed game onto a Set-Up, as gw-1989 (Setting Up: Board Set-Up) describes.

The boards lie face down and are turned up where they lie. That a board may lie either way round in its slot is our
reading: the book says neither that a board is rotated nor that it is not. A deal counts whether it is legal or not.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import PlacementError, UsageError
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.judging import PLACEMENT_EFFORT, list_floor_rules
from dungeon_designer.generator.placement.placer import place
from dungeon_designer.generator.proposal import AUTHOR, MADE_KEY
from dungeon_designer.generator.tiled_floor.tiled_growing import add_doors
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.text.toml_text import read_toml
from dungeon_designer.tiles.library import load_library

EDITION = "gw-1989-basic"
COMMAND = "dungeon-designer deal"
BOARD_SET_PREFIX = "gw-1989/"
"""The tile set of the boards, as the start of their ids."""

PLACED_NOTE = "Chests lie on different boards, so do teleporters, and every door is shut."
BARE_NOTE = "Chests, teleporters and doors are still to be placed."


class BoardSlot(Struct, frozen=True, forbid_unknown_fields=True):
    """The place for one board in a Set-Up, which is a plan of the book for laying out the six boards.

    Attributes:
        at: The upper left corner.
        turn: The number of clockwise quarter turns.
        tile: The id of the tile; only for the slot of an End Zone.
    """

    at: tuple[int, int]
    turn: int = 0
    tile: str = ""


class BoardSetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """One Set-Up: a plan of the book that shows where the six boards and the two End Zones lie.

    Attributes:
        home: The slot of the home team's End Zone.
        away: The slot of the away team's End Zone.
        boards: The slots of the six boards.
    """

    home: BoardSlot
    away: BoardSlot
    boards: tuple[BoardSlot, ...]


class Deal(Struct, frozen=True):
    """A dungeon that was made by shuffling the six boards of the boxed game onto a Set-Up.

    Attributes:
        layout: The dungeon.
        set_up: The number of its Set-Up.
        seed: The seed it was dealt with.
        errors: The names of the rules with errors, each once; or of those that allowed no placement of objects.
        warnings: The names of the rules with warnings, each once.
    """

    layout: Layout
    set_up: int
    seed: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


@lru_cache
def load_set_ups() -> dict[int, BoardSetUp]:
    """Return the Set-Ups by number: the plans of the book that show where the six boards lie."""
    slots_by_number = read_toml(Path(__file__).with_name("set_ups.toml").read_bytes())
    return {int(number): msgspec.convert(slots, BoardSetUp) for number, slots in slots_by_number.items()}


def deal_boards(seed: int, set_up: int | None = None, bare: bool = False) -> Deal:
    """Shuffle the six boards onto a Set-Up (a plan of the book) and return the dungeon, whether it is legal or not.

    The same seed always gives the same dungeon. Unless `bare`, chests and teleporters are placed as the rules require,
    then doors. If the rules allow no placement, the floor stays bare and these rules are reported as broken. A bare
    floor is checked only against rules that a floor without objects can keep.

    Args:
        seed: The seed of the random numbers.
        set_up: The number of the Set-Up; None to draw one.
        bare: Whether to leave out chests, teleporters and doors.

    Raises:
        UsageError: If the Set-Up does not exist.
    """
    if set_up not in (None, *load_set_ups()):
        raise UsageError(f"there is no Set-Up {set_up}; there are {min(load_set_ups())} to {max(load_set_ups())}")
    dice, rules = Random(f"deal {seed}"), load_ruleset(EDITION, Path())
    drawn_number = dice.choice(list(load_set_ups()))
    number = set_up or drawn_number
    layout, broken_rules = _build_floor(load_set_ups()[number], dice), tuple[str, ...]()
    if not bare:
        try:
            (layout,) = place(layout, rules, load_library(), effort=PLACEMENT_EFFORT)
            layout = add_doors(
                layout,
                load_library(),
                read_constraints(Request(ruleset=rules, library=load_library())).max_gap_doors,
                dice,
            )
        except PlacementError as error:
            broken_rules = tuple(error.rules)
    has_objects = not bare and not broken_rules
    note = PLACED_NOTE if has_objects else BARE_NOTE
    layout = replace(
        layout,
        name=f"Set-Up {number}, deal {seed}",
        author=AUTHOR,
        ruleset=EDITION,
        notes=f"Set-Up {number}: its six boards were shuffled and turned up where they lay. {note}\n",
        extra={MADE_KEY: {"command": f"{COMMAND} --set-up {number} --seed {seed}{' --bare' if bare else ''}"}},
    )
    verdict = check_board(
        build_board(layout, load_library()), rules, select=None if has_objects else list_floor_rules()
    )

    def list_rules(level: Level) -> tuple[str, ...]:
        """Return the names of the rules with problems of a level, each name once."""
        findings = verdict.findings_and_failures
        return tuple(dict.fromkeys(finding.rule for finding in findings if finding.level is level))

    return Deal(layout, number, seed, broken_rules or list_rules(Level.ERROR), list_rules(Level.WARNING))


def _build_floor(set_up: BoardSetUp, dice: Random) -> Layout:
    """Return a layout of two End Zones and the six boards, shuffled and each turned either way round at random.

    They lie in the slots of a Set-Up, which is a plan of the book.
    """
    board_ids = [
        tile.id for tile in load_library() if tile.id.startswith(BOARD_SET_PREFIX) and tile.kind is SectionKind.BOARD
    ]
    dice.shuffle(board_ids)
    sections = [
        Section(id=tile.removeprefix(BOARD_SET_PREFIX), tile=tile, at=slot.at, turn=slot.turn + 2 * dice.randrange(2))
        for tile, slot in zip(board_ids, set_up.boards, strict=True)
    ]
    for team, slot in ((Team.HOME, set_up.home), (Team.AWAY, set_up.away)):
        sections.append(Section(id=str(team), tile=slot.tile, at=slot.at, turn=slot.turn, side=team))
    return normalise_layout(Layout(sections=tuple(sections)))
