"""Rock, walls, paving and the page's rim: what makes a map worth hanging up, and does not get in the way of playing."""

from __future__ import annotations

from itertools import product
from math import floor

import pytest
import shapely

from dungeon_designer.analysis.outlines import measure_signed_area
from dungeon_designer.board.build import build_board
from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.drawing import page as page_module
from dungeon_designer.drawing.rock_and_terrain import FADE_STEPS, FEW_FADE_STEPS, find_narrow_rock, list_fading_strokes
from dungeon_designer.drawing.section_floors import build_paving_square
from dungeon_designer.drawing.shapes import Path, Point, Use
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.team_looks import measure_contrast
from dungeon_designer.drawing.textures import HATCHING_SHEET_SIZE, PAVING_SHEET_SIZE, TEXTURES_BY_NAME
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.svg import write_svg
from dungeon_designer.grid import list_block_squares
from dungeon_designer.layout.model import Layout, Section, SectionKind
from tests.drawing.boards import CROWN, ENGINE, MELEE

HOLE = 1.28
"""No point of the hatching is farther from a stroke than so many gaps of a theme: gaps between bundles are a little
wider than those in them."""

BOARDS = (CROWN, ENGINE, MELEE)


def list_rings(path: Path) -> list[tuple[Point, ...]]:
    """Return the rings of a path that has straight lines alone."""
    found, at = [], 0
    for verbs in path.verbs.split("M")[1:]:
        size = 1 + verbs.count("L")
        found.append(path.points[at : at + size])
        at += size
    return found


def list_strokes(column: int, row: int, theme: str) -> list[shapely.Polygon]:
    """Return the strokes of one square of the hatching, where they lie on the sheet."""
    (path,) = load_picture(f"hatch-{column % HATCHING_SHEET_SIZE}-{row % HATCHING_SHEET_SIZE}", THEMES[theme]).shapes
    assert isinstance(path, Path)
    return [shapely.Polygon([(x + column + 0.5, y + row + 0.5) for x, y in ring]) for ring in list_rings(path)]


@pytest.mark.parametrize("theme", ["ink", "parchment"])
def test_hatching_has_no_holes(theme: str) -> None:
    """Wherever the sheet of hatching is looked at, a stroke is near: bundles fit into each other, at its seams too."""
    around = range(-1, HATCHING_SHEET_SIZE + 1)
    tree = shapely.STRtree([stroke for x, y in product(around, around) for stroke in list_strokes(x, y, theme)])
    points = [shapely.Point(x / 16, y / 16) for x, y in product(range(16 * HATCHING_SHEET_SIZE), repeat=2)]
    _, far = tree.query_nearest(points, return_distance=True, all_matches=False)
    assert far.max() <= HOLE * THEMES[theme].hatch_gap


def test_bundles_of_strokes_lie_across_their_neighbours() -> None:
    """Strokes are tapered, and those of one square lie at least two ways."""
    for column, row in product(range(HATCHING_SHEET_SIZE), repeat=2):
        (path,) = load_picture(f"hatch-{column}-{row}", THEMES["ink"]).shapes
        assert isinstance(path, Path)
        assert set(map(len, list_rings(path))) == {3}
        ways = {(a[0] < b[0]) == (a[1] < b[1]) for a, b, _ in list_rings(path)}
        assert ways == {True, False}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layout", BOARDS, ids=lambda layout: layout.name)
def test_all_rock_beside_the_floor_is_hatched(theme: str, layout: Layout) -> None:
    """Each square of rock that touches floor has its hatching, narrow rock too, and no floor has."""
    board = build_board(layout)
    (group,) = draw(board, DrawingOptions(theme=theme)).find_layer("rock").groups
    hatched = {
        (floor(shape.at[0]), floor(shape.at[1]))
        for shape in group.shapes
        if isinstance(shape, Use) and shape.symbol.startswith("hatch")
    }
    inside = set(board.squares)
    beside = {there for square in inside for there in list_block_squares((square[0] - 1, square[1] - 1), (3, 3))}
    assert hatched == beside.union(find_narrow_rock(set(board.squares))) - inside


@pytest.mark.parametrize("layout", BOARDS, ids=lambda layout: layout.name)
def test_strokes_never_enter_the_floor(layout: Layout) -> None:
    """Whatever strokes and stones reach over the edge of the rock lies below the floor, painted last of all."""
    board = build_board(layout)
    drawing = draw(board)
    (group,) = drawing.find_layer("rock").groups
    ground = group.shapes[-1]
    assert isinstance(ground, Path)
    assert ground.style.opacity == 1
    assert sum(measure_signed_area([(int(x), int(y)) for x, y in ring]) for ring in list_rings(ground)) == len(board)
    later = [shape for layer in drawing.layers if layer.name != "rock" for g in layer.groups for shape in g.shapes]
    assert not any(isinstance(s, Use) and s.symbol.startswith(("hatch", "stone", "pebble")) for s in later)


@pytest.mark.parametrize("theme", THEMES)
def test_rock_and_rim_fade_in_steps_nobody_sees(theme: str) -> None:
    """No step from the page to the rock, or from the page to its rim, changes a colour by more than 6 of 255."""
    look = THEMES[theme]

    def apart(one: str, other: str) -> int:
        return max(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) for i in (1, 3, 5))

    if look.halo:
        left = 1.0
        for _, opacity in list_fading_strokes(*look.halo, FADE_STEPS):
            assert left * opacity * apart(look.page, look.rock) <= 6
            left *= 1 - opacity
        assert left == 0
        assert len(list_fading_strokes(*look.halo, FEW_FADE_STEPS)) == FEW_FADE_STEPS
    rims = [
        shape.style.opacity
        for group in draw(build_board(CROWN), DrawingOptions(theme=theme)).find_layer("page").groups
        for shape in group.shapes
        if isinstance(shape, Path) and shape.style.stroke == look.page_shade and shape.verbs == "MLLLZ"
    ]
    assert len(rims) == (page_module.RIM_STEPS if look.ornament else 0)
    assert all(opacity * apart(look.page, look.page_shade) <= 6 for opacity in rims)


@pytest.mark.parametrize("theme", THEMES)
def test_walls_waver_about_the_grid(theme: str) -> None:
    """A wall swerves, each of its two lines its own way, but never by half its width, and joins where it did."""
    (group,) = draw(build_board(CROWN), DrawingOptions(theme=theme)).find_layer("walls").groups
    one, other = group.shapes[:2]
    assert isinstance(one, Path)
    assert isinstance(other, Path)
    assert one.points != other.points
    width = THEMES[theme].wall_width
    for x, y in (*one.points, *other.points):
        off = min(abs(x - round(x)), abs(y - round(y)))
        assert off <= width / 2
    ends = [point for line in list_rings(one) for point in (line[0], line[-1])]
    assert all(ends.count(end) >= 2 for end in set(ends) if _is_corner(end))


def _is_corner(end: Point) -> bool:
    """Return the outermost corners of the board, where two walls surely meet."""
    return {round(end[0]), round(end[1])} == {2, 0}


@pytest.mark.parametrize(
    "kind", [word.removeprefix("floor-") for word in TEXTURES_BY_NAME if word.startswith("floor-")]
)
def test_paving_runs_on_in_the_next_square(kind: str) -> None:
    """Every joint that reaches the edge of its square goes on in the square beyond, and none leaves its square."""
    ends = {square: _list_ends(kind, *square) for square in product(range(PAVING_SHEET_SIZE), repeat=2)}
    for (column, row), found in ends.items():
        assert all(abs(value) <= 0.5 + 1e-9 for point in found for value in point)
        right = {round(y, 6) for x, y in found if x > 0.5 - 1e-9}
        below = {round(x, 6) for x, y in found if y > 0.5 - 1e-9}
        beyond, under = ends[(column + 1) % PAVING_SHEET_SIZE, row], ends[column, (row + 1) % PAVING_SHEET_SIZE]
        assert right == {round(y, 6) for x, y in beyond if x < -0.5 + 1e-9}
        assert below == {round(x, 6) for x, y in under if y < -0.5 + 1e-9}
    assert any(ends.values())


def _list_ends(kind: str, column: int, row: int) -> list[Point]:
    """Return the ends of the joints of one square of a whole sheet."""
    shapes = load_picture(f"floor-{kind}-{column}-{row}", THEMES["contrast"]).shapes
    paths = [shape for shape in shapes if isinstance(shape, Path)]
    return [point for path in paths for line in list_rings(path) for point in (line[0], line[-1])]


def test_paving_laid_upright_is_the_sheet_turned() -> None:
    """A brick of a corridor from north to south goes on in the square below, as it does to the east in a level one."""
    here, below = (build_paving_square(SectionKind.CORRIDOR, (4, y), is_rotated=True) for y in (7, 8))
    column, row = map(int, here.symbol.split("-")[2:])
    assert below.symbol == f"floor-corridor-{(column + 1) % PAVING_SHEET_SIZE}-{row}"
    assert here.turn == 90.0


@pytest.mark.parametrize("theme", THEMES)
def test_squares_can_be_counted_on_any_paving(theme: str) -> None:
    """The lines between squares stand out from the floor more than those of the paving."""
    look = THEMES[theme]
    for ground in (look.floor, look.floor_corridor, look.floor_large, look.floor_junction):
        assert measure_contrast(look.grid, ground) > measure_contrast(look.floor_line, ground) > 1


def test_floors_are_worn_cracked_and_mossy_here_and_there() -> None:
    """A large room has some of each, and most of its squares have none."""
    hall = Layout(sections=(Section(id="a", rows=("." * 30,) * 20),))
    (group,) = draw(build_board(hall)).find_layer("floor").groups
    aged = [shape.symbol.split("-")[1] for shape in group.shapes if isinstance(shape, Use) and "aged" in shape.symbol]
    assert set(aged) == {"crack", "worn", "moss"}
    assert len(aged) < 200


@pytest.mark.parametrize("theme", THEMES)
def test_a_map_of_300_squares_stays_small(theme: str) -> None:
    """However rich it looks, a map is 230 kB at most: a page for coaches carries one, a season dozens."""
    assert len(write_svg(draw(build_board(CROWN), DrawingOptions(theme=theme)))) <= 230_000
