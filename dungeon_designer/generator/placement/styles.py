"""Where things lie as people lay them: how many of a kind in open floor, in corners, in dead ends and along walls.

`furniture.toml` holds the shares of the named dungeons of each edition (`python -m scripts.write_named`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from random import Random

import numpy as np

from dungeon_designer.board.model import OPEN
from dungeon_designer.figures.arrays import Flags
from dungeon_designer.figures.character import dead_end_places
from dungeon_designer.figures.survey import Survey
from dungeon_designer.generator.placement.problem import PlacementGroup
from dungeon_designer.grid import SIDES, Square, neighbour
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.model import Layout, TrapKind
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.toml_text import read_toml

FILE = Path(__file__).with_name("furniture.toml")

ROOMY = 2
"""For each thing there must be so many places of its site; else its site counts for nothing."""

ROUNDED = 1e-9
"""What the rounding of shares may lose."""


class Site(StrEnum):
    """What is round a square of floor."""

    OPEN = "open"
    DEAD_END = "dead-end"
    CORNER = "corner"
    WALL = "wall"


def sites(survey: Survey) -> dict[Square, Site]:
    """The site of each square that can be stood on.

    In open floor all eight neighbours can be stood on, too. A corner is shut on two sides that meet. A dead end is what
    `character.dead_end_places` takes for one, open floor apart. All else lies along a wall.
    """
    board = survey.board
    floor = board.walkable_squares
    dead = {square for place in dead_end_places(survey) for square in place}
    found = {}
    for x, y in floor:
        shut = [board.edge_state((x, y), s) != OPEN or neighbour((x, y), s) not in floor for s in SIDES]
        if all((x + i, y + j) in floor for i in (-1, 0, 1) for j in (-1, 0, 1)):
            found[x, y] = Site.OPEN
        elif (x, y) in dead:
            found[x, y] = Site.DEAD_END
        else:
            cornered = any(shut[at] and shut[(at + 1) % 4] for at in range(4))
            found[x, y] = Site.CORNER if cornered else Site.WALL
    return found


def placed_squares(layout: Layout) -> dict[ItemKind, list[Square]]:
    """Where things of each kind that is laid lie."""
    return {
        ItemKind.CHEST: list(layout.chests),
        ItemKind.PORTAL: [portal.at for portal in layout.portals],
        ItemKind.COUNTER: [trap.at for trap in layout.traps if trap.kind is TrapKind.COUNTER],
    }


@lru_cache
def _table() -> dict[str, dict[str, dict[str, float]]]:
    table: dict[str, dict[str, dict[str, float]]] = read_toml(FILE.read_bytes())
    return table


def named_shares(ruleset: Ruleset) -> Mapping[str, Mapping[str, float]]:
    """The share of each site by kind in the named dungeons of an edition, or of the nearest one it extends."""
    return next((_table()[name] for name in (ruleset.id, *ruleset.lineage) if name in _table()), {})


def by_site(
    groups: Collection[PlacementGroup], survey: Survey, free: Flags, ruleset: Ruleset, dice: Random
) -> Iterator[PlacementGroup]:
    """The groups parted by site: as many things of a kind at each as its share says, the rest of a share by lot.

    A site with too few places that are `free` counts for nothing: its share falls to corners and walls by halves, as a
    dead end has both.
    """
    shares, known = named_shares(ruleset), sites(survey)
    at = np.array([known.get(square, "") for square in survey.grid.squares])
    for group in groups:
        named = shares.get(group.kind.value, {})
        parts = {site: group._replace(squares=group.squares[at[group.squares[:, 0]] == site]) for site in named}
        roomy = {
            site: share
            for site, share in named.items()
            if free[parts[site].squares].all(axis=1).sum() >= ROOMY * max(1.0, share * group.times)
        }
        beside = [edge for edge in (Site.CORNER, Site.WALL) if edge in roomy]
        for edge in beside:
            roomy[edge] += (1 - sum(named[each] for each in roomy)) / len(beside)
        whole = sum(roomy.values())
        if not whole:
            yield group
            continue
        before, lot = 0.0, dice.random() + ROUNDED
        for site, share in roomy.items():
            until = before + share / whole * group.times
            if count := int(until + lot) - int(before + lot):
                yield parts[site]._replace(times=count)
            before = until
