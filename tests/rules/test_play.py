"""Measuring by the book: what each edition's corners, portals, chests and passes make of the same floor."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import RulesetError
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Obstacle,
    ObstacleKind,
    Portal,
    Section,
    Side,
    SquareDoor,
    Terrain,
    TerrainKind,
    Wall,
)
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets import loader
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import Play, parse_play

HALL = Layout(sections=(Section(id="a", rows=("..........",) * 2),))
APART = Layout(
    sections=(Section(id="a", rows=("......",)), Section(id="b", at=(0, 2), rows=("......",))),
    portals=(Portal(number=1, at=(3, 0)), Portal(number=2, at=(0, 2))),
)
"""Two corridors, and a portal in each: three steps to the one, and up to five from the other."""


def by(edition, layout, **more):
    return BoardMeasurer(build_board(replace(layout, **more)), load_unchecked_ruleset(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_says_how_it_is_played(edition):
    """Each ruleset that comes with the program names its passes, portals and sprints, and where its book does."""
    play = parse_play(load_unchecked_ruleset(edition))
    assert play.jump is not None
    assert play.portal_source.split(",")[0] == load_unchecked_ruleset(edition).title
    assert play.rush == 2
    assert bool(play.opaque) is bool(play.opaque_source)
    assert bool(play.jump_over) is bool(play.jump_over_most) is bool(play.jump_over_source)


@pytest.mark.parametrize(("edition", "free"), [("naf-2019", True), ("gw-2021", True), ("eagbbl", False)])
def test_corners_are_the_editions(edition, free):
    """Round a wall's corner one steps and sees diagonally, but not in eagbbl (Corners and Doors)."""
    found = by(edition, HALL, walls=(Wall(at=(0, 0), side=Side.EAST),)).measure_between((0, 0), (1, 1))
    assert found.steps == (1 if free else 2)
    assert (found.obstruction is None) is free


@pytest.mark.parametrize("edition", EDITIONS)
def test_doors_on_edges_are_openings_and_those_on_squares_shut(edition):
    """One sees through a doorway on edges, not through a shut door on a square, and again through an open one."""
    door = EdgeDoor(at=(1, 0), side=Side.EAST)
    assert by(edition, HALL, doors=(door,)).measure_between((0, 0), (3, 0)).obstruction is None
    shut = by(edition, HALL, square_doors=(SquareDoor(at=(1, 0)),)).measure_between((0, 0), (3, 0))
    assert shut.obstruction.cause == "door"
    ajar = by(edition, HALL, square_doors=(SquareDoor(at=(1, 0), open=True),))
    assert ajar.measure_between((0, 0), (3, 0)).obstruction is None


@pytest.mark.parametrize(
    ("edition", "kind", "seen"),
    [
        ("gw-2021", ObstacleKind.IDOL, False),
        ("gw-2021", ObstacleKind.CRYPT, True),
        ("gw-2021", ObstacleKind.DRAGON, True),
        ("naf-2019", ObstacleKind.STATUE, True),
        ("eagbbl", ObstacleKind.IDOL, True),
    ],
)
def test_only_the_chaotic_idol_stands_in_the_way(edition, kind, seen):
    """gw-2021's idol is a wall to the eye; crypt, dragon, statues and eagbbl's obstacles are thrown over."""
    found = by(edition, HALL, obstacles=(Obstacle(kind=kind, at=(1, 0)),)).measure_between((0, 0), (3, 0))
    assert (found.obstruction is None) is seen


@pytest.mark.parametrize("kind", [TerrainKind.CHASM, TerrainKind.ROPE_BRIDGE, TerrainKind.SPIKE_PIT])
def test_one_sees_across_chasm_bridge_pit_and_chests(kind):
    """In gw-2021 no ground stands in the way of the eye, and no chest."""
    hall = by("gw-2021", HALL, terrain=(Terrain(kind=kind, at=(1, 0)),), chests=((2, 0),))
    found = hall.measure_between((0, 0), (3, 0))
    assert found.obstruction is None


@pytest.mark.parametrize(
    ("apart", "short", "any_pass"), [(3, "quick", "quick"), (6, "short", "short"), (7, None, "long")]
)
def test_seven_squares_are_a_pass_in_sevens_alone(apart, short, any_pass):
    """Only quick and short passes go underground, but Dungeonbowl 7s throws as far as Blood Bowl."""
    assert by("naf-2019", HALL).measure_between((0, 0), (apart, 0)).pass_name == short
    assert by("db7s-2019", HALL).measure_between((0, 0), (apart, 0)).pass_name == any_pass


@pytest.mark.parametrize(
    ("edition", "total"), [("gw-2021", 3 + 1 + 4), ("eagbbl", 3 + 1 + 4), ("naf-2019", 3 + 3), ("gw-1989-basic", None)]
)
def test_a_jump_costs_what_the_book_says(edition, total):
    """A jump costs a square in gw-2021 and eagbbl; in naf-2019 nothing, and the scatter is a free step; in gw-1989 the
    turn is over."""
    found = by(edition, APART).measure_between((0, 0), (4, 2))
    assert found.steps is None
    assert (found.jump.steps_before, found.jump.steps_after) == (3, 4)
    assert (found.jump.entry_portal, found.jump.exit_portal, found.jump.total_steps) == (1, 2, total)


@pytest.mark.parametrize(("edition", "total"), [("gw-1989-basic", 3), ("gw-2021", 4), ("naf-2019", 3)])
def test_a_jump_may_end_on_the_other_portal(edition, total):
    """Where the way ends on the pad one arrives at, the turn need not go on, and no step away is free."""
    assert by(edition, APART).measure_between((0, 0), (0, 2)).jump.total_steps == total


def test_nobody_comes_out_of_the_portal_he_entered():
    """Between two squares beside one portal the way through portals goes by the other one."""
    portals = (Portal(number=1, at=(4, 0)), Portal(number=2, at=(9, 1)))
    jump = by("gw-2021", HALL, portals=portals).measure_between((3, 0), (5, 0)).jump
    assert (jump.entry_portal, jump.exit_portal, jump.steps_before, jump.steps_after) == (1, 2, 1, 4)


def test_portals_cost_what_no_book_was_asked():
    """A ruleset that says nothing of portals gives steps to and from, and no sum."""
    from dungeon_designer.rulesets.ruleset_model import Ruleset

    measuring = BoardMeasurer(build_board(APART), Ruleset(id="", name="", rules={}))
    assert measuring.measure_between((0, 0), (4, 2)).jump.total_steps is None
    assert measuring.find_reachable_squares((0, 0), 6).by_portal == {}


def test_one_portal_leads_nowhere():
    """With a single portal there is no way by magic; nor from off the floor."""
    assert by("gw-2021", APART, portals=APART.portals[:1]).measure_between((0, 0), (4, 2)).jump is None
    off = by("gw-2021", APART).measure_between((0, 0), (9, 9))
    assert (off.jump, off.steps, off.path, off.obstruction.cause) == (None, None, (), "wall")


def test_reach_is_movement_then_rush():
    """The square at the movement's end is walked, the next two are rushed, the third is out of reach."""
    found = by("gw-2021", HALL).find_reachable_squares((0, 0), 6)
    assert found.within_movement[(6, 0)] == 6
    assert (7, 0) not in found.within_movement
    assert found.with_rush == {(x, y): x for x in (7, 8) for y in (0, 1)}
    assert found.by_portal == {}
    assert by("gw-2021", HALL).find_reachable_squares((-1, -1), 6) == ({}, {}, {})


def test_a_closed_chest_stands_in_the_way_only_where_it_is_impassable():
    """In gw-2021 nobody moves over a chest; in naf-2019 one enters it and goes on."""
    corridor = Layout(sections=(Section(id="a", rows=("......",)),), chests=((2, 0),))
    assert set(by("gw-2021", corridor).find_reachable_squares((0, 0), 4).within_movement) == {(0, 0), (1, 0)}
    assert set(by("naf-2019", corridor).find_reachable_squares((0, 0), 4).within_movement) == {(x, 0) for x in range(5)}
    assert by("gw-2021", corridor).measure_between((0, 0), (2, 0)).steps == 2
    assert by("gw-2021", corridor).measure_between((0, 0), (3, 0)).steps is None


@pytest.mark.parametrize(
    ("edition", "movement", "farthest"),
    [
        ("gw-2021", 6, 4),  # three to it, one for the jump, two left and two rushed
        ("gw-2021", 4, 2),  # three to it, the jump takes the last: two rushed
        ("gw-2021", 3, 2),  # nothing left to pay with: two rushed
        ("eagbbl", 6, 4),
        ("eagbbl", 4, 0),  # the jump took the last square: no going for it
        ("eagbbl", 5, 3),
        ("eagbbl", 2, 0),  # he went for the portal itself, and stays where he comes out
        ("gw-1989-basic", 6, 0),  # nothing else that turn
        ("naf-2019", 6, 5),  # the first step away is the scatter's
        ("naf-2019", 3, 3),
    ],
)
def test_reach_through_a_portal(edition, movement, farthest):
    """How far a player gets beyond a portal follows from what the jump costs and whether the turn goes on."""
    jumped = by(edition, APART).find_reachable_squares((0, 0), movement).by_portal
    assert max(x for x, _ in jumped) == farthest
    assert ((0, 2) in jumped) is (edition != "naf-2019")  # scattered: nobody stays on the square of a portal


def test_one_who_jumped_ends_on_no_other_portal_and_no_chest():
    """Scattered beside one portal a player does not stop on the next; in gw-2021 he does not stop on a chest."""
    third = Portal(number=3, at=(2, 2))
    jumped = by("naf-2019", APART, portals=(*APART.portals, third)).find_reachable_squares((0, 0), 6).by_portal
    assert {square for square in jumped if square[1] == 2} == {(1, 2), (3, 2), (4, 2), (5, 2)}
    beyond = by("gw-2021", APART, chests=((2, 2),)).find_reachable_squares((0, 0), 6).by_portal
    assert set(beyond) == {(0, 2), (1, 2)}


def test_a_portal_out_of_reach_carries_nobody():
    """With movement and rush short of the portal by one square nothing lies beyond it."""
    portals = (Portal(number=1, at=(5, 0)), APART.portals[1])
    assert by("gw-2021", APART, portals=portals).find_reachable_squares((0, 0), 2).by_portal == {}
    assert by("gw-2021", APART, portals=portals).find_reachable_squares((0, 0), 3).by_portal


def test_house_rules_change_play(tmp_path):
    """A ruleset's `[play]` table changes its base's key by key, and what it changes is its own."""
    path = tmp_path / "house.toml"
    path.write_text('extends = "gw-2021"\n[play]\nlongest_throw = "long"\njump = 0\n')
    play, base = parse_play(load_unchecked_ruleset(str(path))), parse_play(load_unchecked_ruleset("gw-2021"))
    own = {"longest_throw_source": "house", "portal_source": "house"}
    assert play == replace(base, longest_throw="long", jump=0, **own)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("longest_trow = 'long'", "unknown key 'longest_trow' (did you mean longest_throw?)"),
        ("longest_throw = 'far'", "play: "),
        ("opaque = ['idle']", "play: "),
        ("jump = -1", "play: jump: expected a number of at least 0, not -1"),
        ("rush = 'two'", "play: "),
    ],
)
def test_a_wrong_play_table_is_told(tmp_path, line, fault):
    """An unknown key, word or number in `[play]` is a fault of the ruleset that names it."""
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "gw-2021"\n[play]\n{line}\n')
    with pytest.raises(RulesetError) as caught:
        load_unchecked_ruleset(str(path))
    assert fault in str(caught.value)


def test_a_ruleset_that_says_nothing_throws_short():
    """Without a `[play]` table passes are quick and short, and nothing is opaque."""
    assert Play().longest_throw == "short"
    assert Play().opaque == ()


HEADINGS = yaml.safe_load((Path(__file__).parent / "headings.yaml").read_text(encoding="utf-8"))
OWN = ("no book requires it", "the pieces require it", "its two squares are Blood Bowl's")
"""What is said where no heading can be."""


def cited(table):
    """Every citation in a ruleset's file, however deep."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from cited(value)
        elif key.endswith("source"):
            yield value


@pytest.mark.parametrize("edition", EDITIONS)
def test_citations_name_headings_of_their_books(edition):
    """Each citation is a book's title and headings as the book has them, so that a reader finds the place."""
    file = Path(loader.__file__).with_name("data") / f"{edition}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    for source in cited(table):
        title, _, rest = source.partition(", ")
        wrong = [part for part in re.split(r"; |: ", rest) if part and part not in (*HEADINGS.get(title, ()), *OWN)]
        assert source in OWN or (title in HEADINGS and not wrong), (source, wrong)


@pytest.mark.parametrize(
    ("edition", "key", "source"),
    [
        ("brawl-2013", "lost_source", "brawl-2013, Teleporting a Player"),
        ("brawl-2013", "time_source", "brawl-2013, The Game; Turnovers"),
        ("gw-2021", "lost_source", "gw-2021, Portals: Magical Mishap"),
        ("db7s-2019", "longest_throw_source", "naf-2019, DB7s Rules: Passing"),
        ("naf-2019", "rush_source", "naf-2019, Blood Bowl Rules; its two squares are Blood Bowl's"),
    ],
)
def test_what_is_cited_stands_there(edition, key, source):
    """Who is lost, how long a match takes, how far one throws and runs are cited where the book says it."""
    assert getattr(parse_play(load_unchecked_ruleset(edition)), key) == source
