"""House rulesets without tiles: what they ask for is drawn, with no code."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.generator.free_floor.growing import grow_floor
from dungeon_designer.generator.generator_options import Request, build_random_genome
from dungeon_designer.generator.search import needs_tiles
from dungeon_designer.layout.model import Layout, SectionKind, TrapKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import check_board
from dungeon_designer.set_up.order import list_counter_faces
from tests.soak import count, soak

from .test_search import HOUSE, request

GATES = """
[rules.end-zone-count]
kind = "entry"
per_side = 2
[rules.end-zone-size]
level = "off"
[rules.entry-placement]
[rules.set-up-room]
[rules.entry-clear]
"""

KINDS = """
[rules.tile-mix]
kinds = { large_room = { min = 2, max = 4 }, small_room = { min = 2 }, junction = { max = 9 } }
"""

PITS = """
[rules.trap-counters]
face_up = { open_pit = { min = 2, max = 2 }, spiked_pit = { min = 4, max = 4 } }
"""


def make_request(
    folder: Path, rules: str, way: SymmetryMode = SymmetryMode.HALF_TURN, edition: str = "naf-2019"
) -> Request:
    """Return a request under a house ruleset."""
    file = folder / "house.toml"
    file.write_text(f'id = "house"\nname = "House"\nextends = "{edition}"\n{rules}', encoding="utf-8")
    return request(str(file), symmetry=way)


def grow_floors(asked: Request) -> list[Layout]:
    """Return the floors some dice draw."""
    floors = (grow_floor(asked, build_random_genome(Random(seed)), Random(seed)) for seed in range(count(7, 200)))
    return [floor for floor in floors if floor]


def find_problems(floor: Layout, asked: Request, *rules: str) -> list[str]:
    """Return what some rules find in a floor."""
    return [
        finding.message
        for finding in check_board(build_board(floor, asked.library), asked.ruleset, select=rules).findings
    ]


@soak
@pytest.mark.parametrize(
    "way", [SymmetryMode.HALF_TURN, SymmetryMode.LEFT_RIGHT, SymmetryMode.TOP_BOTTOM, SymmetryMode.OFF]
)
def test_entries_lie_at_the_rim_with_room_before_them(way: SymmetryMode, tmp_path: Path) -> None:
    """A ruleset with entries gets so many for each team, all facing one way, opposite to the other team's."""
    house = make_request(tmp_path, GATES, way)
    floors = grow_floors(house)
    assert len(floors) > count(1, 60)
    assert not any(find_problems(floor, house, "end-zone-count", "entry-placement", "set-up-room") for floor in floors)


def test_sevens_without_their_tiles_are_drawn(tmp_path: Path) -> None:
    """An edition of entries whose tiles are not counted is drawn freely, with its entries."""
    house = make_request(tmp_path, "[rules.tile-supply]\nlevel = 'off'\n", edition="db7s-2019")
    assert not needs_tiles(house)
    assert not any(find_problems(floor, house, "end-zone-count", "entry-placement") for floor in grow_floors(house))


@soak
def test_sections_are_of_the_kinds_a_ruleset_counts(tmp_path: Path) -> None:
    """Rooms are called large or small, and ways that fork junctions, as often as the ruleset asks: for most floors."""
    house = make_request(tmp_path, KINDS)
    assert not needs_tiles(house)
    floors = grow_floors(house)
    legal = [floor for floor in floors if not find_problems(floor, house, "tile-mix")]
    assert 3 * len(legal) > len(floors) > 0
    kinds = {section.kind for floor in legal for section in floor.sections}
    assert {SectionKind.LARGE_ROOM, SectionKind.SMALL_ROOM, SectionKind.JUNCTION} <= kinds


@soak
def test_pits_are_as_many_as_a_ruleset_says(tmp_path: Path) -> None:
    """As many pits of each kind are drawn face up as the ruleset requires."""
    for floor in grow_floors(make_request(tmp_path, PITS)):
        kinds = [trap.kind for trap in floor.traps]
        assert (kinds.count(TrapKind.OPEN_PIT), kinds.count(TrapKind.SPIKED_PIT)) == (2, 4)


def test_a_ruleset_that_only_stops_counting_tiles_still_lays_them(tmp_path: Path) -> None:
    """Tiles are laid where doors between them are asked for, though nobody counts them any more."""
    assert needs_tiles(make_request(tmp_path, "[rules.tile-supply]\nlevel = 'off'\n", edition="gw-2021"))


@pytest.mark.parametrize(
    ("each", "faces"),
    [
        ("{ open_pit = { min = 1, max = 2 }, spiked_pit = 0, all = 3 }", ["nothing", "open_pit", "open_pit"]),
        ("{ open_pit = 2, spiked_pit = { max = 4 }, all = 3 }", ["open_pit", "open_pit", "spiked_pit"]),
        ("{ all = { max = 1 } }", ["nothing"]),
    ],
)
def test_a_coach_is_given_as_many_counters_in_all_as_the_ruleset_says(
    each: str, faces: list[str], tmp_path: Path
) -> None:
    """Faces that nobody counts make up what is missing; the most harmful ones go where there are too many."""
    house = make_request(tmp_path, f"[rules.trap-counters]\ncompulsory = true\neach_coach = {each}\n")
    assert [face.value for face in list_counter_faces(house.ruleset)] == faces


def test_the_moot_of_pits_has_three_counters_a_coach() -> None:
    """The example's hand: two pits at most, three counters in all."""
    assert len(list_counter_faces(request(str(HOUSE / "moot-of-pits.toml")).ruleset)) == 3
