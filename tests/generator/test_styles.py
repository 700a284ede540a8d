"""Where things lie as people lay them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.generator.options import FurnitureStyle, PlaceOptions
from dungeon_designer.generator.placement.placing import place
from dungeon_designer.generator.placement.problem import PlacementGroup
from dungeon_designer.generator.placement.styles import FILE, Site, by_site, named_shares, placed_squares, sites
from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, load
from scripts.write_named import shares
from tests.soak import count, soak

FLOOR = Dungeon.parse("""
ruleset: naf-2019
map: |
  <<<......#####
  <<<......#####
  <<<......#####
  ###......#####
  ###...........
  ###...........
  ###......#####
  ###......#####
  ###......>>>##
  ###......>>>##
""")


def test_a_square_has_a_site() -> None:
    """The middle of a hall is open, its corners are corners, its sides walls, and the end of a way is a dead end."""
    found = sites(survey_of(FLOOR.board, load("naf-2019")))
    told = {
        (5, 4): Site.OPEN, (8, 0): Site.CORNER, (3, 9): Site.CORNER, (3, 7): Site.WALL, (8, 3): Site.WALL,
        (13, 4): Site.DEAD_END,
    }  # fmt: skip
    assert {at: found[at] for at in told} == told
    assert found.keys() == FLOOR.board.walkable_squares


def test_the_shares_are_those_of_the_named_dungeons() -> None:
    """furniture.toml is what `make named` writes today, and every edition is in it with shares that make a whole."""
    assert FILE.read_text(encoding="utf-8") == shares()
    for edition in EDITIONS:
        known = named_shares(load(edition))
        assert set(known) >= {"chest", "portal"}
        assert all(sum(each.values()) == pytest.approx(1, abs=0.002) for each in known.values())


def test_a_house_has_the_shares_of_its_edition(tmp_path: Path) -> None:
    """A house ruleset that extends an edition places as that edition does."""
    house = tmp_path / "house.toml"
    house.write_text('id = "house"\nname = "House"\nextends = "db7s-2019"\n')
    assert named_shares(load_ruleset(str(house))) == named_shares(load("db7s-2019"))


def test_each_draw_is_within_one_of_its_share_and_the_mean_is_the_share() -> None:
    """Of six things at sites with room for all, no draw is a whole thing off, and many draws are right together."""
    survey, ruleset = survey_of(FLOOR.board, load("db7s-2019")), load("db7s-2019")
    at, known = survey.grid.squares, sites(survey)
    group = PlacementGroup(ItemKind.PORTAL, np.arange(len(at), dtype=np.int32)[:, None], 6)
    share = named_shares(ruleset)["portal"]
    total: Counter[str] = Counter()
    for seed in range(200):
        parts = list(by_site([group], survey, np.ones(len(at), dtype=np.bool_), ruleset, Random(seed)))
        assert sum(part.times for part in parts) == 6
        drawn = Counter({known[at[part.squares[0, 0]]]: part.times for part in parts})
        assert all(len({known[at[row]] for row in part.squares[:, 0].tolist()}) == 1 for part in parts)
        assert all(abs(drawn[site] - 6 * share[site]) < 1 for site in Site if site is not Site.DEAD_END)
        total.update(drawn)
    assert all(total[site] / 1200 == pytest.approx(share[site], abs=0.02) for site in Site)


@soak
@pytest.mark.parametrize("edition", ["brawl-2013", "db7s-2019", "eagbbl", "naf-2019"][: count(1, 4)])
def test_open_floor_gets_its_share(edition: str) -> None:
    """Over many seeds the share of chests in open floor is the named dungeons' to a fifth, on a floor with room."""
    ruleset, many = load(edition), count(6, 40)
    options = (PlaceOptions(seed=seed, style=FurnitureStyle.NAMED) for seed in range(many))
    known = sites(survey_of(FLOOR.board, ruleset))
    placed = [place(FLOOR.layout, ruleset, options=each, effort=0.1)[0] for each in options]
    found = Counter(known[at] for layout in placed for at in placed_squares(layout)[ItemKind.CHEST])
    assert found[Site.OPEN] / found.total() == pytest.approx(named_shares(ruleset)["chest"]["open"], abs=0.2)


def test_spread_is_as_it_was() -> None:
    """Unless it is asked for, `place` lays things as far apart as can be, wherever that is."""
    (usual,), (spread,) = (
        place(FLOOR.layout, load("naf-2019"), options=PlaceOptions(seed=1, **more), effort=0.1)
        for more in ({}, {"style": FurnitureStyle.SPREAD})
    )
    assert usual == spread
