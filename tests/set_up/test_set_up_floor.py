"""The floor laid in turns: what may be laid next, where, and both sides of each bound."""

from __future__ import annotations

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Section, Team, list_teams
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_set_up
from dungeon_designer.set_up import session
from dungeon_designer.set_up.floor_tiles import (
    build_supply,
    count_remaining_tiles,
    find_squares_for_tile,
    place_tile,
    rotate_piece,
)
from dungeon_designer.set_up.order import SetUpKind, build_set_up_order
from dungeon_designer.set_up.session import SetUp
from dungeon_designer.tiles.library import load_library

TILES = load_library()
QUEST = "warhammer-quest-style"
SETS = {"naf-2019": QUEST, "gw-2021": "gw-2021", "gw-2021-multiplayer": "gw-2021"}


def begin(edition: str, owned: dict[str, int] | None = None) -> SetUp:
    """Return the floor of an edition alone after home won the roll-off; `owned` are numbers of tiles by name."""
    ruleset = load_unchecked_ruleset(edition)
    own = {f"{SETS[edition]}/{name}": count for name, count in (owned or {}).items()}
    layout = Layout(ruleset=edition, sides=list_teams(ruleset.team_count.min_teams))
    return session.start_set_up(layout, ruleset, Team.HOME, (), (), build_supply(ruleset, TILES, SETS[edition], own))


def place_tiles(setup: SetUp, *names: str) -> SetUp:
    """Return tiles laid by their names, each at the first lit square."""
    ruleset = load_unchecked_ruleset(setup.layout.ruleset)
    for name in names:
        piece = Section(id="?", tile=f"{SETS[ruleset.id]}/{name}")
        at = min(session.find_squares(setup, ruleset, TILES, piece).free_squares)
        setup = session.place_next(setup, at, ruleset, TILES, piece)
    return setup


def place_zone(setup: SetUp) -> SetUp:
    """Return the next end zone, at the first lit square."""
    ruleset = load_unchecked_ruleset(setup.layout.ruleset)
    piece, _ = session.list_floor_pieces(setup, ruleset, TILES)[0]
    return session.place_next(
        setup, min(session.find_squares(setup, ruleset, TILES, piece).free_squares), ruleset, TILES, piece
    )


def list_reasons(setup: SetUp) -> dict[str, str]:
    """Return why each tile that is left may not be placed next."""
    pieces = session.list_floor_pieces(setup, load_unchecked_ruleset(setup.layout.ruleset), TILES)
    return {piece.tile.partition("/")[2]: said for piece, said in pieces}


def count_broken(layout: Layout, *rules: str) -> int:
    """Return how much these rules find."""
    return len(check_board(build_board(layout, TILES), load_unchecked_ruleset(layout.ruleset), rules).findings)


def test_which_editions_lay_the_floor_in_turns() -> None:
    """naf-2019 by its book, both of gw-2021 as an option; no other."""
    floors = {edition: parse_set_up(load_unchecked_ruleset(edition)).floor for edition in EDITIONS}
    asked = {"naf-2019": "book", "gw-2021": "option", "gw-2021-multiplayer": "option"}
    assert {edition: floor for edition, floor in floors.items() if floor} == {
        name: floor for name, floor in asked.items() if name in EDITIONS
    }
    assert parse_set_up(load_unchecked_ruleset("gw-2021-multiplayer")).floor == "option"


def test_coaches_take_turns_and_the_zones_come_last() -> None:
    """Tiles alternate, each coach lays one end zone, then chests and portals go on as ever; the old floor goes."""
    ruleset, layout = (
        load_unchecked_ruleset("naf-2019"),
        Layout(sections=(Section(id="A", rows=("..",)),), chests=((0, 0),)),
    )
    supply = build_supply(ruleset, TILES, "", {f"{QUEST}/chamber": 3})
    setup = session.start_set_up(layout, ruleset, Team.AWAY, build_set_up_order(ruleset).stages, (), supply)
    assert (setup.layout.sections, setup.layout.chests) == ((), ())
    assert [what for _, what in setup.queue[:6]] == ["tile"] * 3 + ["zone"] * 2 + ["chest"]
    assert [team.value for team, _ in setup.queue[:5]] == ["away", "home", "away", "home", "away"]


def test_a_supply_is_what_the_boxes_or_the_cupboard_hold() -> None:
    """A tile that is all laid is gone; four cards hold four of eight small rooms, three boxes thrice the corridors."""
    assert set(list_reasons(place_tiles(begin("naf-2019", {"chamber": 1, "great-hall": 2}), "chamber"))) == {
        "great-hall"
    }
    setup = place_tiles(begin("gw-2021"), "armoury", "kitchen", "sewer")
    assert "armoury" not in list_reasons(setup)
    assert "cursed-room" in list_reasons(setup)
    assert "cursed-room" not in list_reasons(place_tiles(setup, "bone-pit"))
    boxes = count_remaining_tiles(begin("gw-2021-multiplayer").supply, Layout())
    assert (boxes["gw-2021/armoury"], boxes["gw-2021/corridor-straight"]) == (1, 12)


def test_the_floor_is_done_once_the_least_pieces_of_each_kind_lie() -> None:
    """gw-2021 asks for four corridors, three small rooms and a large one: with one less it is not done."""
    rules = load_unchecked_ruleset("gw-2021")
    setup = place_tiles(begin("gw-2021"), *["corridor-straight"] * 4, "armoury", "kitchen", "crypt")
    with pytest.raises(EditError, match="small room × 1"):
        session.skip_next(setup, rules, TILES)
    done = session.skip_next(place_tiles(setup, "sewer"), rules, TILES)
    assert done.next_turn[1] is SetUpKind.ZONE


def test_the_floor_ends_at_its_most_squares() -> None:
    """naf-2019 has 280 squares at most, the end zones with them; then the end zones are next by themselves."""
    setup = begin("naf-2019", {"great-hall": 9, "corridor-short": 9})
    while not list_reasons(setup).get("great-hall"):
        setup = place_tiles(setup, "great-hall")
    assert "square-count" in list_reasons(setup)["great-hall"]
    while setup.next_turn[1] is SetUpKind.TILE:
        setup = place_tiles(setup, "corridor-short")
    while not setup.is_finished:
        setup = place_zone(setup)
    assert count_broken(setup.layout, "square-count", "end-zone-size", "end-zone-count", "junction-width") == 0


@pytest.mark.parametrize("edition", ["naf-2019", "gw-2021"])
def test_lit_places_keep_the_rules_and_no_other_does(edition: str) -> None:
    """On each lit square a tile covers nothing and joins by two squares; on each other it breaks one or the other."""
    rules, setup = (
        load_unchecked_ruleset(edition),
        place_tiles(begin(edition), *{"naf-2019": ["chamber"]}.get(edition, ["armoury"])),
    )
    name = {"naf-2019": "corridor-short", "gw-2021": "corridor-straight"}[edition]
    piece = rotate_piece(Section(id="?", tile=f"{SETS[edition]}/{name}"))
    room = find_squares_for_tile(build_board(setup.layout, TILES), rules, piece)
    assert room.free_squares
    for at in (*room.free_squares, *room.reason_by_square):
        after = place_tile(setup.layout, at, piece, Team.HOME, rules, TILES)
        assert bool(count_broken(after, "junction-width", "tile-overlap")) is (at in room.reason_by_square), at
    assert room.explain_refusal((0, 0)) == "it must join the floor"


def test_doors_stand_wherever_tiles_of_gw_2021_join() -> None:
    """No junction is without a door of two squares in its middle; naf-2019 asks for none."""
    setup = place_tiles(begin("gw-2021"), "armoury", "corridor-t", "corridor-straight", "crypt", "kitchen")
    assert count_broken(setup.layout, "door-missing", "door-width", "door-centred", "door-placement") == 0
    assert place_tiles(begin("naf-2019"), "chamber", "chamber").layout.doors == ()


def test_end_zones_lie_as_far_apart_as_possible() -> None:
    """After both End Zones of gw-2021 no two other places are farther apart; a nearer one says so and is not lit."""
    rules, names = load_unchecked_ruleset("gw-2021"), ["corridor-straight"] * 4
    setup = session.skip_next(
        place_tiles(begin("gw-2021"), *names, "armoury", "kitchen", "sewer", "crypt"), rules, TILES
    )
    first = place_zone(setup)
    piece, _ = session.list_floor_pieces(first, rules, TILES)[0]
    room = session.find_squares(first, rules, TILES, piece)
    both = place_zone(first)
    assert count_broken(both.layout, "end-zones-apart", "end-zone-count") == 0
    near = next(at for at, said in room.reason_by_square.items() if "end-zones-apart" in said)
    after = place_tile(first.layout, near, piece, first.next_turn[0], rules, TILES)
    assert count_broken(after, "end-zones-apart") == 1


def test_a_tile_that_makes_a_way_too_narrow_is_refused() -> None:
    """A tile that breaks a rule on the whole floor is refused when it lies, in the rule's own words."""
    rules = load_unchecked_ruleset("naf-2019")
    setup = place_tiles(begin("naf-2019", {"rope-bridge": 1, "chamber": 1}), "chamber")
    piece = Section(id="?", tile=f"{QUEST}/rope-bridge")
    bare = setup.layout

    def narrow(at: Square) -> int:
        after = place_tile(bare, at, piece, Team.HOME, rules, TILES)
        return count_broken(after, "junction-width", "corridor-width") - count_broken(
            bare, "junction-width", "corridor-width"
        )

    at = next(at for at in sorted(session.find_squares(setup, rules, TILES, piece).free_squares) if narrow(at))
    with pytest.raises(EditError, match=r"(junction|corridor)-width$"):
        session.place_next(setup, at, rules, TILES, piece)


def test_a_supply_without_tiles_for_the_floor_lights_nothing() -> None:
    """A supply of end zones alone lights nothing, since no floor can be built, and says why."""
    setup = begin("gw-2021", {"end-zone": 2})
    room = session.find_squares(setup, load_unchecked_ruleset("gw-2021"), TILES)
    assert (room.free_squares, room.explain_refusal((20, 15))) == (frozenset(), "none is left")
