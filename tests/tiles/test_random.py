"""Library tiles thrown down at random never break anything."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_designer.board.build import build_board
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import EdgeDoor, Layout, Portal, Section, Team
from dungeon_designer.layout.transforms import rotate_layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.tiles.library import load_stock_library
from tests.soak import count, soak

SIZES = {tile.id: tile.size for tile in load_stock_library()}
places = st.tuples(st.integers(0, 24), st.integers(0, 24))


@st.composite
def draw_dungeons(draw):
    """Draw a handful of tiles of one set, or of any, with items and doors on and beside them."""
    of_set = draw(st.sampled_from([*load_stock_library().sets, ""]))
    ids = [tile for tile in load_stock_library().ids if tile.startswith(of_set)]
    count = draw(st.integers(0, 9))
    step = draw(st.sampled_from([1, 2, 4]))
    sections = []
    for number in range(count):
        x, y = draw(places)
        sections.append(
            Section(
                id=f"s{number}",
                tile=draw(st.sampled_from(ids)),
                at=(x // step * step, y // step * step),
                turn=draw(st.integers(0, 3)),
                flip=draw(st.booleans()),
                side=draw(st.sampled_from([None, *Team])),
                enclosed=draw(st.sampled_from([None, None, True, False])),
            )
        )
    return Layout(
        sections=tuple(sections),
        enclosed=draw(st.booleans()),
        chests=tuple(draw(st.lists(places, max_size=6))),
        portals=tuple(Portal(number=n, at=draw(places)) for n in range(1, draw(st.integers(1, 7)))),
        doors=tuple(
            EdgeDoor(at=at, side=draw(st.sampled_from(Side)), width=draw(st.integers(1, 3)))
            for at in draw(st.lists(places, max_size=5))
        ),
    )


@given(draw_dungeons())
def test_any_tiles_anywhere_make_a_board(layout):
    """A board holds each covered square once, owned by the first tile placed on it, and drops no feature."""
    board = build_board(layout, load_stock_library())
    covered = {}
    for number, section in enumerate(layout.sections):
        for square, _ in (
            load_stock_library().get(section.tile).list_placed_squares(section.at, section.turn, section.flip)
        ):
            covered.setdefault(square, []).append(number)
    assert board.section_by_square == {square: board.sections[numbers[0]] for square, numbers in covered.items()}
    assert {square for square, _ in board.overlaps} == {s for s, n in covered.items() if len(n) > 1}
    assert not board.misplaced_features


@soak
@settings(max_examples=count(13, 1200))
@given(draw_dungeons(), st.sampled_from(EDITIONS))
def test_any_tiles_anywhere_can_be_checked(layout, edition):
    """No rule of any edition fails on tiles laid anyhow."""
    verdict = check_board(build_board(layout, load_stock_library()), load_unchecked_ruleset(edition))
    assert not verdict.failures


@given(draw_dungeons(), st.integers(0, 3), st.booleans())
def test_tiles_turn_with_their_dungeon(layout, quarters, flip):
    """A turned layout of tiles is the turned board: as many squares, features and walls, tile by tile."""
    before, after = (
        build_board(layout, load_stock_library()),
        build_board(rotate_layout(layout, quarters, flip, SIZES), load_stock_library()),
    )
    assert len(after) == len(before)
    assert sorted(after.terrain_at.values()) == sorted(before.terrain_at.values())
    assert sorted(after.obstacle_at.values()) == sorted(before.obstacle_at.values())
    assert (len(after.walls), len(after.edge_doors)) == (len(before.walls), len(before.edge_doors))
    assert [len(section.covered_squares) for section in after.sections] == [
        len(section.covered_squares) for section in before.sections
    ]
