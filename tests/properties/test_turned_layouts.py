"""Turning and mirroring random layouts."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import add_machines, draw_dungeon

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.grid import SIDES, Square
from dungeon_designer.layout.model import Layout, Section, Waiver, normalise_layout
from dungeon_designer.layout.transforms import Transform, build_transform, rotate_layout
from dungeon_designer.tiles.tile import Tile, TileLibrary
from tests.soak import count, soak


def draw_layout(chance: Random) -> Layout:
    """Return a random layout with everything a layout may hold but tiles."""
    layout = add_machines(chance, draw_dungeon(chance, size=9))
    return replace(layout, waivers=(Waiver(rule="chest-count", reason="so", squares=layout.chests[:1]),))


layouts = st.randoms(use_true_random=False).map(draw_layout)
turns = st.tuples(st.integers(0, 3), st.booleans())


@soak
@settings(max_examples=count(30, 3000))
@given(layouts)
def test_four_quarters_are_none(layout: Layout) -> None:
    """Four quarter turns, one after another, give the same layout in its normal form."""
    after = layout
    for _ in range(4):
        after = rotate_layout(after, 1)
    assert after == normalise_layout(layout)


@soak
@settings(max_examples=count(30, 3000))
@given(layouts, st.integers(0, 3))
def test_flipped_twice_is_none(layout: Layout, quarters: int) -> None:
    """Mirroring and turning, done twice over by the same even amount, gives the same layout in its normal form."""
    once = rotate_layout(rotate_layout(layout, quarters, flip=True), quarters, flip=True)
    assert once == normalise_layout(layout)


@soak
@settings(max_examples=count(30, 3000))
@given(layouts, turns, turns)
def test_turns_add_up(layout: Layout, first: tuple[int, bool], then: tuple[int, bool]) -> None:
    """Two turns in a row are one turn: quarters add up, and run backwards once mirrored."""
    quarters = then[0] + (-first[0] if then[1] else first[0])
    assert rotate_layout(rotate_layout(layout, *first), *then) == rotate_layout(layout, quarters, first[1] != then[1])


@soak
@settings(max_examples=count(30, 3000))
@given(layouts, turns)
def test_board_of_the_turned_layout(layout: Layout, how: tuple[int, bool]) -> None:
    """The board of the turned layout is the turned board: sections, ground, doors, edges and items."""
    turn = build_transform(layout, *how)
    assert describe(build_board(rotate_layout(layout, *how)), None) == describe(build_board(layout), turn)


@soak
@settings(max_examples=count(13, 1200))
@given(st.randoms(use_true_random=False), turns)
def test_board_with_tiles(chance: Random, how: tuple[int, bool]) -> None:
    """Placed tiles, turned and mirrored themselves, turn with their features."""
    tile = Tile(id="t/hook", name="Hook", kind="room", rows=("...S", "=~##", "..##"))
    layout = draw_dungeon(chance, size=6)
    placed = tuple(
        Section(id=f"t{i}", tile=tile.id, at=(chance.randrange(12), 8), turn=chance.randrange(4), flip=i % 2 == 0)
        for i in range(3)
    )
    layout = replace(layout, sections=(*layout.sections, *placed))
    library, sizes = TileLibrary([tile]), {tile.id: tile.size}
    turn = build_transform(layout, *how, sizes)
    assert describe(build_board(rotate_layout(layout, *how, sizes), library), None) == describe(
        build_board(layout, library), turn
    )


def describe(board: Board, turn: Transform | None) -> dict[str, object]:
    """Return all a board says, square by square, moved by `turn`."""

    def to(square: Square) -> Square:
        return turn.transform_square(square) if turn else square

    edges = {}
    for square in board.squares:
        for side in SIDES:
            edges[to(square), turn.transform_side(side) if turn else side] = board.get_edge_state(square, side)
    return {
        "squares": {
            to(at): (section.id, board.terrain_at.get(at), board.obstacle_at.get(at), board.door_squares.get(at))
            for at, section in board.section_by_square.items()
        },
        "edges": edges,
        "sections": [(s.id, s.kind, s.team, s.enclosed, {to(c) for c in s.covered_squares}) for s in board.sections],
        "overlaps": {to(square): ids for square, ids in board.overlaps},
        "strays": sorted((what, to(square)) for what, square in board.misplaced_features),
        "chests": sorted(to(chest.square) for chest in board.chests),
        "portals": sorted((portal.number, to(portal.square)) for portal in board.portals),
        "traps": sorted((trap.kind, sorted(map(to, trap.squares))) for trap in board.traps),
    }
