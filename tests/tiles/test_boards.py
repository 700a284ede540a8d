"""The boards of gw-1989 join in any order and any turn."""

from itertools import product

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.grid import rotate_size
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.tiles.library import load_stock_library

BOARDS = load_stock_library().list_set_tiles("gw-1989")
WAYS = list(product(range(4), (False, True)))
OPENINGS = {8: {3, 4}, 12: {3, 4, 7, 8}}
"""Where a side of so many squares is open, counted from either of its corners."""


def list_sides(tile, turn, flip):
    """Yield the open squares of the north, east, south and west side of a placed board, with the length of the side."""
    squares = {square for square, _ in tile.list_placed_squares((0, 0), turn, flip)}
    width, height = rotate_size(tile.size, turn)
    yield width, {x for x in range(width) if (x, 0) in squares}
    yield height, {y for y in range(height) if (width - 1, y) in squares}
    yield width, {x for x in range(width) if (x, height - 1) in squares}
    yield height, {y for y in range(height) if (0, y) in squares}


@pytest.mark.parametrize("tile", BOARDS, ids=[tile.id for tile in BOARDS])
@pytest.mark.parametrize(("turn", "flip"), WAYS)
def test_openings_are_at_the_same_places(tile, turn, flip):
    """Every side of a dungeon board is open at 3 and 4 (and 7 and 8) however it lies; End Zones have fewer openings."""
    found = list(list_sides(tile, turn, flip))
    for length, squares in found:
        if tile.kind is SectionKind.BOARD:
            assert squares == OPENINGS[length]
        else:
            assert squares in ({3, 4}, {7, 8}, set())
            assert squares <= OPENINGS[length]
    if tile.kind is SectionKind.END_ZONE:
        assert sum(1 for _, squares in found if squares) == 3


@pytest.mark.parametrize("offset", [-4, 0, 4])
@pytest.mark.parametrize(("above", "below"), list(product((0, 1), repeat=2)))
def test_boards_join_at_offsets_of_four(offset, above, below):
    """Laid edge to edge, upright or lengthwise, moved by nothing or four, boards that share eight squares join."""
    for first, second in zip(BOARDS[:6], BOARDS[1:6] + BOARDS[:1], strict=True):
        width, height = rotate_size(first.size, above)
        shared = min(width, offset + rotate_size(second.size, below)[0]) - max(0, offset)
        if shared < 8:
            continue
        a = Section(id="a", tile=first.id, at=(4, 0), turn=above)
        b = Section(id="b", tile=second.id, at=(4 + offset, height), turn=below)
        board = build_board(Layout(sections=(a, b)), load_stock_library())
        joined = [x for x in range(30) if (x, height - 1) in board and (x, height) in board]
        assert len(joined) in (2, 4)
        runs = [x for x in joined if x - 1 not in joined]
        assert all(x + 1 in joined for x in runs), "openings meet whole"
        found = check_board(board, load_unchecked_ruleset("gw-1989-expanded"), select=["corridor-width"]).findings
        assert not [finding.message for finding in found]


def test_both_end_zone_boards_are_equal_in_size():
    """Neither side has more room to set up in."""
    zones = [tile for tile in BOARDS if tile.kind is SectionKind.END_ZONE]
    assert {len(zone.letters) for zone in zones} == {56}
