"""Place objects as people do: so many of a kind in open floor, in corners, in dead ends and along walls.

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
from dungeon_designer.figures.character import find_dead_ends
from dungeon_designer.figures.survey import Survey
from dungeon_designer.generator.placement.placement_model import PlacementGroup
from dungeon_designer.grid import SIDES, Square, find_neighbour
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import Layout, TrapKind
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.toml_text import read_toml

FURNITURE_FILE = Path(__file__).with_name("furniture.toml")

MIN_SITES_PER_OBJECT = 2
"""How many sites of a kind each object needs. A kind with fewer sites is not used."""

ROUNDING_ERROR = 1e-9
"""The largest rounding error of a sum of shares."""


class SiteKind(StrEnum):
    """A kind of square, by the walls around it, where an object can lie; see `classify_squares`."""

    OPEN = "open"
    DEAD_END = "dead-end"
    CORNER = "corner"
    WALL = "wall"


def classify_squares(survey: Survey) -> dict[Square, SiteKind]:
    """Return the kind of each square where a player can stand, by the walls around it.

    OPEN: a player can stand on all eight neighbours too. DEAD_END: not open, and in a dead end as `analyse` counts
    them. CORNER: two adjoining sides are shut by a wall, a door or rock. WALL: all other squares.
    """
    board = survey.board
    floor = board.walkable_squares
    dead_end_squares = {square for dead_end in find_dead_ends(survey) for square in dead_end}
    kind_by_square = {}
    for x, y in floor:
        is_shut = [
            board.get_edge_state((x, y), side) != OPEN or find_neighbour((x, y), side) not in floor for side in SIDES
        ]
        if all((x + dx, y + dy) in floor for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            kind_by_square[x, y] = SiteKind.OPEN
        elif (x, y) in dead_end_squares:
            kind_by_square[x, y] = SiteKind.DEAD_END
        else:
            is_corner = any(is_shut[index] and is_shut[(index + 1) % 4] for index in range(4))
            kind_by_square[x, y] = SiteKind.CORNER if is_corner else SiteKind.WALL
    return kind_by_square


def list_object_squares(layout: Layout) -> dict[ObjectKind, list[Square]]:
    """Return the squares of the chests, portals and counters of a layout, by kind."""
    return {
        ObjectKind.CHEST: list(layout.chests),
        ObjectKind.PORTAL: [portal.at for portal in layout.portals],
        ObjectKind.COUNTER: [trap.at for trap in layout.traps if trap.kind is TrapKind.COUNTER],
    }


@lru_cache
def _load_shares() -> dict[str, dict[str, dict[str, float]]]:
    """Return where published dungeons have their objects: the content of `furniture.toml`, which is read once.

    It is, by edition and kind of object, the share of these objects on each kind of site, such as a corner.
    """
    shares: dict[str, dict[str, dict[str, float]]] = read_toml(FURNITURE_FILE.read_bytes())
    return shares


def find_named_shares(ruleset: Ruleset, dead_end_factor: float = 1.0) -> Mapping[str, Mapping[str, float]]:
    """Return where an edition's published dungeons have their objects, as shares of each kind of site.

    The published (named) dungeons are those of the edition's books among the examples. House rules use the shares of
    the nearest edition that they extend.

    Args:
        ruleset: The ruleset.
        dead_end_factor: The share of dead ends is multiplied by this, at most up to 1; the other shares make room.

    Returns:
        By kind of object, such as `chest`, the share of these objects on each kind of site, such as `corner`; the
        shares of a kind of object add up to 1. Empty if no edition has named dungeons.
    """
    named = next((_load_shares()[name] for name in (ruleset.id, *ruleset.lineage) if name in _load_shares()), {})
    return {kind: _multiply_dead_ends(shares, dead_end_factor) for kind, shares in named.items()}


def _multiply_dead_ends(shares: Mapping[str, float], factor: float) -> dict[str, float]:
    """Return shares of sites with that of dead ends multiplied; the others shrink so that the sum stays the same."""
    old_share, total = shares[SiteKind.DEAD_END], sum(shares.values())
    new_share = min(total, factor * old_share)
    rest_factor = (total - new_share) / (total - old_share) if total > old_share else 1.0
    return {site: new_share if site == SiteKind.DEAD_END else share * rest_factor for site, share in shares.items()}


def split_by_site(
    groups: Collection[PlacementGroup],
    survey: Survey,
    free_squares: Flags,
    shares: Mapping[str, Mapping[str, float]],
    dice: Random,
) -> Iterator[PlacementGroup]:
    """Split groups of objects so that open floor, dead ends, corners and walls each get their share of the objects.

    The shares are those of the edition's published dungeons. Fractions of an object are decided by chance. If a kind of
    site has too few free sites, its share goes in equal parts to corners and walls, since a dead end has both. A group
    for which no share is known or usable is yielded as it is.

    Args:
        groups: The groups to split: units of one kind (an object, or one with its mirrored copies) with possible sites.
        survey: The survey of the floor.
        free_squares: The squares to which `check --fix-all` would move objects, as True or False for each square.
        shares: By kind of object, the share of these objects on each kind of site, see `find_named_shares`.
        dice: The random numbers.

    Yields:
        For each kind of site that gets objects, the group with only the sites of that kind and its number of units.
    """
    kind_by_square = classify_squares(survey)
    kind_by_index = np.array([kind_by_square.get(square, "") for square in survey.grid.squares])
    for group in groups:
        shares_of_kind = shares.get(group.kind.value, {})
        group_by_kind = {
            site_kind: group._replace(sites=group.sites[kind_by_index[group.sites[:, 0]] == site_kind])
            for site_kind in shares_of_kind
        }
        usable_shares = {
            site_kind: share
            for site_kind, share in shares_of_kind.items()
            if free_squares[group_by_kind[site_kind].sites].all(axis=1).sum()
            >= MIN_SITES_PER_OBJECT * max(1.0, share * group.unit_count)
        }
        edge_kinds = [edge_kind for edge_kind in (SiteKind.CORNER, SiteKind.WALL) if edge_kind in usable_shares]
        for edge_kind in edge_kinds:
            usable_shares[edge_kind] += (1 - sum(shares_of_kind[used_kind] for used_kind in usable_shares)) / len(
                edge_kinds
            )
        total_share = sum(usable_shares.values())
        if not total_share:
            yield group
            continue
        lower_limit, offset = 0.0, dice.random() + ROUNDING_ERROR
        for site_kind, share in usable_shares.items():
            upper_limit = lower_limit + share / total_share * group.unit_count
            if count := int(upper_limit + offset) - int(lower_limit + offset):
                yield group_by_kind[site_kind]._replace(unit_count=count)
            lower_limit = upper_limit
