"""Where things lie as people lay them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.generator.generator_options import FurnitureStyle, PlaceOptions
from dungeon_designer.generator.placement.furniture_styles import (
    FURNITURE_FILE,
    SiteKind,
    classify_squares,
    find_named_shares,
    list_object_squares,
    split_by_site,
)
from dungeon_designer.generator.placement.placement_model import PlacementGroup, PlacementModel
from dungeon_designer.generator.placement.placer import Placer, place
from dungeon_designer.generator.placement.site_quotas import fit_quotas
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from scripts.write_named import format_shares
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
    found = classify_squares(create_survey(FLOOR.board, load_unchecked_ruleset("naf-2019")))
    told = {
        (5, 4): SiteKind.OPEN, (8, 0): SiteKind.CORNER, (3, 9): SiteKind.CORNER,
        (3, 7): SiteKind.WALL, (8, 3): SiteKind.WALL, (13, 4): SiteKind.DEAD_END,
    }  # fmt: skip
    assert {at: found[at] for at in told} == told
    assert found.keys() == FLOOR.board.walkable_squares


def test_the_shares_are_those_of_the_named_dungeons() -> None:
    """furniture.toml is what `make named` writes today, and every edition is in it with shares that make a whole."""
    assert FURNITURE_FILE.read_text(encoding="utf-8") == format_shares()
    for edition in EDITIONS:
        known = find_named_shares(load_unchecked_ruleset(edition))
        assert set(known) >= {"chest", "portal"}
        assert all(sum(each.values()) == pytest.approx(1, abs=0.002) for each in known.values())


def test_a_house_has_the_shares_of_its_edition(tmp_path: Path) -> None:
    """A house ruleset that extends an edition places as that edition does."""
    house = tmp_path / "house.toml"
    house.write_text('id = "house"\nname = "House"\nextends = "db7s-2019"\n')
    assert find_named_shares(load_ruleset(str(house))) == find_named_shares(load_unchecked_ruleset("db7s-2019"))


def test_each_draw_is_within_one_of_its_share_and_the_mean_is_the_share() -> None:
    """Each draw of six objects is less than one off at every kind of site, and many draws are right together."""
    survey, ruleset = (
        create_survey(FLOOR.board, load_unchecked_ruleset("db7s-2019")),
        load_unchecked_ruleset("db7s-2019"),
    )
    at, known = survey.grid.squares, classify_squares(survey)
    group = PlacementGroup(ObjectKind.PORTAL, np.arange(len(at), dtype=np.int32)[:, None], 6)
    share = find_named_shares(ruleset)["portal"]
    total: Counter[str] = Counter()
    for seed in range(200):
        parts = list(
            split_by_site([group], survey, np.ones(len(at), dtype=np.bool_), find_named_shares(ruleset), Random(seed))
        )
        assert sum(part.unit_count for part in parts) == 6
        drawn = Counter({known[at[part.sites[0, 0]]]: part.unit_count for part in parts})
        assert all(len({known[at[row]] for row in part.sites[:, 0].tolist()}) == 1 for part in parts)
        assert all(abs(drawn[site] - 6 * share[site]) < 1 for site in SiteKind if site is not SiteKind.DEAD_END)
        total.update(drawn)
    assert all(total[site] / 1200 == pytest.approx(share[site], abs=0.02) for site in SiteKind)


def test_every_kind_of_site_keeps_its_objects_where_rules_leave_room() -> None:
    """Where no rule limits the objects in a part of the floor, all lie on the kind of site that was drawn for them."""
    ruleset = load_unchecked_ruleset("naf-2019")
    placer = Placer(FLOOR.layout, ruleset, options=PlaceOptions(style=FurnitureStyle.NAMED))
    floor, shares = placer.floor, {"chest": {"open": 0.5, "wall": 0.5}}
    parts = list(split_by_site(placer.groups, floor.survey, floor.free_squares, shares, Random(1)))
    assert sum(part.kind is ObjectKind.CHEST for part in parts) == 2
    fitting = fit_quotas(PlacementModel(floor, parts), placer.groups)
    assert [(part.unit_count, len(part.sites)) for part in fitting] == [
        (part.unit_count, len(part.sites)) for part in parts
    ]


@soak
@pytest.mark.parametrize("edition", ["brawl-2013", "db7s-2019", "eagbbl", "naf-2019"][: count(1, 4)])
def test_open_floor_gets_its_share(edition: str) -> None:
    """Over many seeds the share of chests in open floor is the named dungeons' to a fifth, on a floor with room."""
    ruleset, many = load_unchecked_ruleset(edition), count(6, 40)
    options = (PlaceOptions(seed=seed, style=FurnitureStyle.NAMED) for seed in range(many))
    known = classify_squares(create_survey(FLOOR.board, ruleset))
    placed = [place(FLOOR.layout, ruleset, options=each, effort=0.1)[0] for each in options]
    found = Counter(known[at] for layout in placed for at in list_object_squares(layout)[ObjectKind.CHEST])
    assert found[SiteKind.OPEN] / found.total() == pytest.approx(find_named_shares(ruleset)["chest"]["open"], abs=0.2)


def test_spread_is_as_it_was() -> None:
    """Unless it is asked for, `place` lays things as far apart as can be, wherever that is."""
    (usual,), (spread,) = (
        place(FLOOR.layout, load_unchecked_ruleset("naf-2019"), options=PlaceOptions(seed=1, **more), effort=0.1)
        for more in ({}, {"style": FurnitureStyle.SPREAD})
    )
    assert usual == spread
