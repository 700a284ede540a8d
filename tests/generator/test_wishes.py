"""Wishes for new dungeons: an edition offers those that at least one of a thousand tries meets, and no others."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import UsageError
from dungeon_designer.generator.generator_options import GenerateOptions
from dungeon_designer.generator.request_builder import build_request
from dungeon_designer.generator.search import list_possible_wishes, needs_tiles
from dungeon_designer.generator.wishes import MAX_TRIES, TRIES_BY_EDITION, list_allowed_wishes
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from scripts.write_wishes import build_edition_request, find_first_try
from tests.soak import FULL, sample, soak

FEW_TRIES = 12
"""`make test` repeats only the count of wishes that were met within so many tries."""

OFFERED = [
    (edition, key)
    for edition, tries in TRIES_BY_EDITION.items()
    for key, count in tries.items()
    if count > 0 and (FULL or count <= FEW_TRIES)
]


@soak
@pytest.mark.parametrize(("edition", "key"), sample(OFFERED, 4))
def test_one_of_a_thousand_tries_meets_each_wish(edition: str, key: str) -> None:
    """Each wish that an edition offers is met by one of the first thousand dungeons that are tried."""
    assert 1 <= find_first_try(edition, key) <= MAX_TRIES


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_wish_of_an_edition_is_counted(edition: str) -> None:
    """The program knows of each wish that an edition's rules allow how many dungeons must be tried for it."""
    request = build_edition_request(edition)
    assert list(TRIES_BY_EDITION.get(edition, {})) == list(list_allowed_wishes(request, needs_tiles(request)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_wishes_that_come_true_are_offered(edition: str) -> None:
    """A wish that no dungeon met when they were counted is refused in one line that names the edition's wishes."""
    offered = list_possible_wishes(build_edition_request(edition))
    assert list(offered) == [key for key, count in TRIES_BY_EDITION[edition].items() if count > 0]
    for key in set(TRIES_BY_EDITION[edition]) - set(offered):
        with pytest.raises(UsageError) as refusal:
            build_request(GenerateOptions(wants=[key], playtest=False), load_ruleset(edition), load_library())
        assert str(refusal.value) == f"--want {key}: {edition} has no such wish; it has {', '.join(offered)}"


def test_house_rules_offer_all_that_they_allow(tmp_path_factory: pytest.TempPathFactory) -> None:
    """House rules may make room for a wish that their edition never meets, so they offer it."""
    path = tmp_path_factory.mktemp("house") / "mine.toml"
    path.write_text('id = "mine"\nname = "Mine"\nextends = "gw-2021"\n')
    request = build_request(GenerateOptions(playtest=False), load_ruleset(str(path)), load_library())
    assert list(list_possible_wishes(request)) == list(list_allowed_wishes(request, needs_tiles(request)))
