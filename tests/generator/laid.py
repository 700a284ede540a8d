"""Laid floors for the tests of laying: requests by edition, and the floors some seeds give."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.generator import placement
from dungeon_designer.generator.generator_options import Placeable, PlaceOptions, Request, build_random_genome
from dungeon_designer.generator.judging import list_floor_rules
from dungeon_designer.generator.tiled_floor.tiled_growing import grow_floor
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.library import load_library
from dungeon_designer.tiles.tile import TileLibrary
from tests.soak import count

CASES = {
    "one box": ("gw-2021", SymmetryMode.HALF_TURN, ()),
    "one box, mirrored": ("gw-2021", SymmetryMode.LEFT_RIGHT, ()),
    "one box, free": ("gw-2021", SymmetryMode.OFF, ()),
    "a box and the colleges": ("gw-2021", SymmetryMode.HALF_TURN, ("gw-2022-colleges",)),
    "four sides": ("gw-2021-multiplayer", SymmetryMode.QUARTER_TURNS, ()),
    "plain tiles": ("brawl-2013", SymmetryMode.HALF_TURN, ()),
    "plain tiles, free": ("brawl-2013", SymmetryMode.OFF, ()),
    "all tiles": ("db7s-2019", SymmetryMode.HALF_TURN, ()),
    "all tiles, mirrored": ("db7s-2019", SymmetryMode.TOP_BOTTOM, ()),
    "six boards": ("gw-1989-basic", SymmetryMode.HALF_TURN, ()),
    "six boards, free": ("gw-1989-basic", SymmetryMode.OFF, ()),
    "boards by name": ("gw-1989-expanded", SymmetryMode.HALF_TURN, ("gw-1989",)),
    "house tiles": ("naf-2019", SymmetryMode.HALF_TURN, ("warhammer-quest-style",)),
    "house tiles, far": ("eagbbl", SymmetryMode.HALF_TURN, ("warhammer-quest-style",)),
}
"""Ruleset, symmetry and tile sets of every kind of floor that is laid."""

SEEDS = count(8, 40)


def make_request(case: str = "one box", house: Path | None = None, **more: Any) -> Request:
    """Return the request of a case; under a house ruleset, if one is given."""
    name, way, tiles = CASES[case]
    ruleset = load_ruleset(str(house) if house else name)
    base = Request(
        ruleset=ruleset, library=load_library([]), team_count=ruleset.team_count.min_teams, symmetry=way, tiles=tiles
    )
    return replace(base, **more)


def place(
    layout: Layout,
    ruleset: Ruleset,
    *,
    library: TileLibrary | None = None,
    kinds: Collection[Placeable] = tuple(Placeable),
    counts: Mapping[Placeable, int] | None = None,
    effort: float = 1.0,
    **options: Any,
) -> list[Layout]:
    """Return the layout with things placed on it, the options said one by one."""
    said = {each.value: number for each, number in (counts or {}).items()}
    return placement.place(layout, ruleset, library, PlaceOptions(only=tuple(kinds), **said, **options), effort=effort)


def make_dice(seed: int) -> Random:
    """Return dice that fall the same each time."""
    return Random(seed)


def grow_floors(request: Request, seeds: int = SEEDS) -> Iterator[Layout]:
    """Yield the floors that some seeds give."""
    for seed in range(seeds):
        chance = make_dice(seed)
        floor = grow_floor(request, build_random_genome(chance), chance)
        if floor is not None:
            yield floor


@lru_cache
def grow_case(case: str) -> tuple[Layout, ...]:
    """Return the floors of a case, grown once for all tests."""
    return tuple(grow_floors(make_request(case)))


def make_board(floor: Layout) -> Board:
    """Return a floor as the rules see it."""
    return build_board(floor, load_library([]))


def find_broken_rules(floor: Layout, request: Request) -> set[str]:
    """Return the rules on floors that a strict check finds broken."""
    found = check_board(make_board(floor), request.ruleset, select=list_floor_rules()).findings
    return {finding.rule for finding in found if finding.level is not Level.INFO}
