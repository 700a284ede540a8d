"""Every example dungeon: legal where it should be, illegal where it is meant to be, fair, and signed."""

from __future__ import annotations

from collections import Counter

import pytest
import yaml

from dungeon_designer.analysis.stock import count_boxes, count_needed_tiles
from dungeon_designer.analysis.team_access import (
    ChestDistances,
    format_distances,
    measure_chest_distances,
    measure_unfairness,
)
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.ruleset_model import Chests
from dungeon_designer.tiles.library import load_library
from tests.examples.verdicts import (
    EXAMPLES,
    NAMES,
    RULESETS,
    TABLE,
    count_problems,
    find_folder,
    find_problems,
    load_board,
    load_layout,
)

ILLEGAL = [name for name in NAMES if name.startswith("illegal/")]
LEGAL = [name for name in NAMES if name not in ILLEGAL]
PROPOSED = [name for name in NAMES if name.startswith("generated/")]
"""The dungeons that the program itself proposed."""

OURS = [name for name in NAMES if name not in PROPOSED]
FAIR = 2
"""The most steps by which the two sides' walks to a chest may differ."""

MEANT = {
    "illegal/narrow-halls": {
        "portal-numbers": 1,
        "end-zone-size": 1,
        "corridor-width": 1,
        "junction-width": 2,
        "square-count": 1,
        "chest-spacing": 1,
        "portal-spacing": 2,
    },
    "illegal/the-careless-cellar": {
        "door-missing": 2,
        "portal-chest-distance": 1,
        "chest-section": 1,
        "reachability": 1,
        "door-centred": 1,
        "end-zones-apart": 1,
        "walking-route": 1,
        "dead-square": 1,
    },
}
"""What each illegal dungeon is drawn to show, notices left out."""


@pytest.fixture(scope="module")
def pinned() -> dict[str, dict[str, list[int]]]:
    """The table of verdicts as it was when somebody last looked at it."""
    return dict(yaml.safe_load(TABLE.read_text(encoding="utf-8")))


def measure_walks(name: str) -> ChestDistances:
    """Return how far each side walks to the chests, as the example's own edition walks."""
    ruleset = load_ruleset(load_layout(name).ruleset, find_folder(name))
    return measure_chest_distances(Context(load_board(name), ruleset).connectivity, ruleset.chests is Chests.IMPASSABLE)


@pytest.mark.parametrize("name", LEGAL)
def test_each_example_is_legal_under_its_own_ruleset(name: str) -> None:
    """Under its own edition an example has no error and no warning that is not waived."""
    found = [f for f in find_problems(name, load_layout(name).ruleset) if f.level is not Level.INFO]
    assert not found, "\n".join(f"{f.level}: {f.message}" for f in found)


@pytest.mark.parametrize("name", LEGAL)
def test_each_example_lies_in_the_folder_of_its_book(name: str) -> None:
    """The folder is named after the ruleset, or after the book where that has two; a house's dungeon lies with it."""
    ruleset = load_layout(name).ruleset
    if (find_folder(name) / ruleset).is_file():
        assert find_folder(name).name == "house-rules"
        return
    assert ruleset in RULESETS
    assert name.removeprefix("generated/").split("/")[0] in (ruleset, ruleset.rpartition("-")[0])


@pytest.mark.parametrize("name", PROPOSED)
def test_each_proposed_example_names_the_command_that_made_it(name: str) -> None:
    """`extra` says how the program was called, for that ruleset, and which dice it was; notes are two sentences."""
    layout = load_layout(name)
    made = layout.extra["made"]
    assert layout.author == "Dungeon Designer"
    assert made["command"].startswith(f"dungeon-designer generate --ruleset {layout.ruleset} ")
    assert isinstance(made["seed"], int)
    assert [line[-1] for line in layout.notes.splitlines()] == [".", "."]
    assert layout.notes.count(".") == 2


def test_three_proposed_examples_stand_for_each_edition() -> None:
    """Each ruleset that comes with the program has three."""
    assert Counter(load_layout(name).ruleset for name in PROPOSED) == dict.fromkeys(RULESETS, 3)


@pytest.mark.parametrize("name", OURS)
def test_each_example_is_signed_and_explained(name: str) -> None:
    """Name, author and notes are there, the idea stands in a comment on top, and legal ones say they are our own."""
    layout = load_layout(name)
    assert layout.name
    assert layout.author == "Dungeon Designer"
    assert "our own" in layout.notes.lower() or name in ILLEGAL
    assert (EXAMPLES / f"{name}.dungeon.yaml").read_text(encoding="utf-8").startswith("# ")


def test_no_two_examples_have_one_name() -> None:
    """A dungeon can be asked for by its name."""
    names = Counter(load_layout(name).name for name in NAMES)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("name", LEGAL)
def test_each_states_how_far_each_side_walks(name: str) -> None:
    """The figure in the notes, of what was proposed under `extra`, is what is measured today."""
    layout = load_layout(name)
    told = layout.extra["made"]["walks"] if name in PROPOSED else " ".join(layout.notes.split())
    assert format_distances(measure_walks(name)) in told


@pytest.mark.parametrize("name", LEGAL)
def test_neither_side_walks_much_farther(name: str) -> None:
    """Chest by chest, from the nearest to the farthest, the sides' walks differ by two steps at most."""
    distances = measure_walks(name)
    assert len(distances[Team.HOME]) == len(load_layout(name).chests)
    unfair = measure_unfairness(distances)
    assert unfair is not None
    assert unfair <= FAIR


def test_the_dungeons_of_2021_use_all_twelve_rooms() -> None:
    """Three dungeons of the box alone use all twelve rooms, two more all fourteen tiles of the colleges."""
    laid = {
        name: {section.tile for section in load_layout(name).sections} for name in LEGAL if name.startswith("gw-2021/")
    }
    colleges = {tile.id for tile in load_library().list_set_tiles("gw-2022-colleges")}
    of_the_box = [tiles for tiles in laid.values() if not tiles & colleges]
    assert (len(laid), len(of_the_box), len(colleges)) == (5, 3, 14)
    rooms = {tile.id for tile in load_library().list_set_tiles("gw-2021") if tile.kind.endswith("_room")}
    assert len(rooms) == 12
    assert rooms <= set().union(*of_the_box)
    assert colleges <= set().union(*laid.values())


@pytest.mark.parametrize("name", [name for name in NAMES if "gw-2021/" in name or name.endswith("careless-cellar")])
def test_the_dungeons_of_2021_are_laid_from_one_box(name: str) -> None:
    """No tile is drawn by hand, none lies oftener than a box and a set of each college hold it."""
    assert all(section.tile for section in load_layout(name).sections)
    assert all(count == 1 for count in count_boxes(count_needed_tiles(load_board(name))).values())


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("gw-2021-multiplayer/")])
def test_the_dungeons_for_several_teams_are_laid_from_three_boxes(name: str) -> None:
    """No tile is drawn by hand, and three boxes with a set of each college hold them."""
    assert all(section.tile for section in load_layout(name).sections)
    assert all(count <= 3 for count in count_boxes(count_needed_tiles(load_board(name))).values())


def test_each_set_up_of_1989_uses_every_board_once() -> None:
    """Five set-ups, each of the six boards and the two End Zone boards, with shut doors, four at most."""
    set_ups = [name for name in LEGAL if name.startswith("gw-1989/set-up-")]
    boards = sorted(i for i in load_library().ids if i.startswith("gw-1989/"))
    assert len(set_ups) == 5
    for name in set_ups:
        layout = load_layout(name)
        assert sorted(section.tile for section in layout.sections) == boards
        assert len(layout.square_doors) <= 4
        assert not any(door.open for door in layout.square_doors)


def test_the_expanded_dungeon_of_1989_plays_with_everything() -> None:
    """Twelve chests, two balls, twelve teleporters, six pit counters a coach, and both End Zone boards."""
    layout = load_layout("gw-1989/the-sunken-halls")
    assert (len(layout.chests), layout.balls, len(layout.portals)) == (12, 2, 12)
    assert Counter(trap.owner for trap in layout.traps) == {Team.HOME: 6, Team.AWAY: 6}
    assert {"gw-1989/end-zone-1", "gw-1989/end-zone-2"} <= {section.tile for section in layout.sections}


@pytest.mark.parametrize("name", ILLEGAL)
def test_each_illegal_example_breaks_what_it_is_meant_to(name: str) -> None:
    """An illegal example has exactly the errors and warnings it is drawn to show, and says that they are meant."""
    found = [f for f in find_problems(name, load_layout(name).ruleset) if f.level is not Level.INFO]
    assert Counter(f.rule for f in found) == MEANT[name]
    assert any(f.level is Level.ERROR for f in found)
    assert "Every problem below is intended" in load_layout(name).notes


def test_the_table_names_every_example(pinned: dict[str, dict[str, list[int]]]) -> None:
    """No example is missing from the table, none in it is gone; `python -m tests.examples.verdicts` renews it."""
    assert list(pinned) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_says_of_each_example_what_it_said(name: str, pinned: dict[str, dict[str, list[int]]]) -> None:
    """Errors and warnings under all seven editions are those of the table."""
    assert pinned[name] == {ruleset: count_problems(name, ruleset) for ruleset in RULESETS}
