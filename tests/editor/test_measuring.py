"""The measure in hand: dragged, clicked and asked by keys, over halls whose figures one counts oneself."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QSize, Qt

from dungeon_designer.editor.canvas.overlay import PATTERNS
from dungeon_designer.editor.tools.tool import EMPTY_PREVIEW, AreaStyle
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import Layout, Portal, Section, SquareDoor, Wall, normalise_layout

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("." * 12,) * 4),)))


@pytest.fixture
def measure(hand):
    """The measure in hand, over a hall of twelve squares by four from (2, 2)."""
    hand.workspace.open_layout(HALL, None)
    hand.window.select_tool("measure")
    return hand


def read_text(hand):
    return hand.canvas.tool.preview


def find_area(hand, look):
    return next((set(area.squares) for area in read_text(hand).areas if area.style is look), None)


def test_a_drag_tells_the_figures_and_draws_both_lines(measure):
    """Squares apart, steps, sight and pass are told; the way and the line of sight are both drawn, from end to end."""
    measure.drag((2, 2), (4, 3), (7, 5))
    assert read_text(measure).label.split("\n") == ["5 squares apart", "5 steps on foot", "in sight", "short pass"]
    assert read_text(measure).path[0] == read_text(measure).sight.start == (2.5, 2.5)
    assert read_text(measure).path[-1] == read_text(measure).sight.end == (7.5, 5.5)
    assert read_text(measure).sight.stop is None


@pytest.mark.parametrize(
    ("apart", "told"), [(3, "quick pass"), (4, "short pass"), (6, "short pass"), (7, "farther than a short pass")]
)
def test_passes_end_where_the_ruler_says(measure, apart, told):
    """Three squares are a quick pass and four a short one; six are a short one and seven none."""
    measure.drag((2, 2), (2 + apart, 2))
    assert read_text(measure).label.split("\n")[-1] == told


def test_what_blocks_sight_is_marked(measure):
    """Behind a wall one is out of sight, with no pass: the wall met is marked, and the line ends there."""
    wall = Wall(at=(5, 2), side=Side.EAST, width=2)
    measure.workspace.edit_without_symmetry("x", replace(HALL, walls=(wall,)))
    measure.drag((2, 2), (8, 2))
    assert read_text(measure).label.split("\n")[-2:] == ["out of sight: wall", "no pass"]
    assert read_text(measure).sight.stop == (6.0, 2.5)
    assert read_text(measure).sight.edges == (((5, 2), Side.EAST),)
    assert "8 steps" not in read_text(measure).label


def test_the_lines_of_a_drag_end_with_the_layouts_changes(measure):
    """Figures are measured anew when the layout or its ruleset changes: an undone wall, another book's passes."""
    measure.workspace.edit_without_symmetry("x", replace(HALL, walls=(Wall(at=(5, 2), side=Side.EAST, width=4),)))
    measure.drag((2, 2), (12, 2))
    assert "no route on foot" in read_text(measure).label
    measure.undo()
    assert "10 steps on foot" in read_text(measure).label
    measure.workspace.edit_without_symmetry("x", replace(HALL, ruleset="db7s-2019"))
    assert read_text(measure).label.endswith("long pass")


@pytest.mark.parametrize(("ruleset", "steps"), [("naf-2019", 1), ("eagbbl", 2)])
def test_corners_are_the_chosen_editions(measure, ruleset, steps):
    """Round the end of a wall one steps diagonally, but in eagbbl not."""
    walled = replace(HALL, ruleset=ruleset, walls=(Wall(at=(2, 2), side=Side.EAST),))
    measure.workspace.edit_without_symmetry("x", walled)
    measure.drag((2, 2), (3, 3))
    assert f"{steps} step" in read_text(measure).label
    assert (read_text(measure).sight.stop is None) is (steps == 1)


def test_a_shut_door_is_named(measure):
    """A shut door of gw-1989 stands in the way and is told as one; it can be opened, so one walks through."""
    door = SquareDoor(at=(5, 2))
    measure.workspace.edit_without_symmetry("x", replace(HALL, ruleset="gw-1989-basic", square_doors=(door,)))
    measure.drag((2, 2), (8, 2))
    assert "out of sight: shut door" in read_text(measure).label
    assert "6 steps on foot" in read_text(measure).label


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("gw-2021", "6 steps at best (gw-2021, Portals: Teleporting)"),
        ("naf-2019", "4 steps at best (naf-2019, Dungeon Artifacts: Teleportation)"),
        ("gw-1989-basic", "not before the next turn (gw-1989, Dungeonbowl Rules: Teleporting)"),
    ],
)
def test_portals_are_counted_by_the_book(measure, ruleset, told):
    """Two steps to one portal, three from the other: what that comes to, and which book says so."""
    portals = (Portal(number=1, at=(4, 2)), Portal(number=2, at=(13, 2)))
    measure.workspace.edit_without_symmetry("x", replace(HALL, ruleset=ruleset, portals=portals))
    measure.drag((2, 2), (10, 2))
    assert "portals 1 → 2: 2 to it, 3 from it\n" + told in read_text(measure).label


def test_shift_click_shows_the_reach(measure):
    """Six squares far one walks, two more one goes for; every square tells its steps, and the rest is dimmed."""
    measure.click((2, 2), keys=SHIFT)
    assert find_area(measure, AreaStyle.NEAR) == {(x, y) for x in range(2, 9) for y in range(2, 6)}
    assert find_area(measure, AreaStyle.RISKY) == {(x, y) for x in (9, 10) for y in range(2, 6)}
    assert dict(read_text(measure).numbers)[(10, 5)] == 8
    assert read_text(measure).dims_rest
    assert "go for it, up to 2 more: 8" in [area.text for area in read_text(measure).areas]


def test_plus_and_minus_change_the_movement(measure):
    """Each press is a square more or less, never below one nor above twenty, measured from the same square."""
    measure.click((2, 2), keys=SHIFT)
    measure.key(Qt.Key.Key_Plus)
    assert (9, 2) in find_area(measure, AreaStyle.NEAR)
    for _ in range(30):
        measure.key(Qt.Key.Key_Minus)
    assert find_area(measure, AreaStyle.NEAR) == {(2, 2), (3, 2), (2, 3), (3, 3)}
    assert read_text(measure).heading.startswith("Movement 1 from (2, 2)")
    for _ in range(30):
        measure.key(Qt.Key.Key_Plus)
    assert read_text(measure).heading.startswith("Movement 20 ")


def test_reach_goes_through_portals(measure):
    """Squares one gets to by a jump alone stand in a pattern of their own, with the steps they take."""
    far = Section(id="B", at=(2, 8), rows=("....",))
    portals = (Portal(number=1, at=(4, 2)), Portal(number=2, at=(2, 8)))
    layout = normalise_layout(replace(HALL, ruleset="gw-2021", sections=(*HALL.sections, far), portals=portals))
    measure.workspace.edit_without_symmetry("x", layout)
    measure.click((2, 2), keys=SHIFT)
    assert find_area(measure, AreaStyle.MAGIC) == {(x, 8) for x in range(2, 6)}
    assert dict(read_text(measure).numbers)[(5, 8)] == 2 + 1 + 3


def test_control_click_shows_the_passes(measure):
    """Quick to three squares, short to six, and what a wall hides is hatched."""
    measure.workspace.edit_without_symmetry("x", replace(HALL, walls=(Wall(at=(4, 2), side=Side.EAST),)))
    measure.click((2, 2), keys=CONTROL)
    assert (5, 3) in find_area(measure, AreaStyle.NEAR)
    assert (6, 3) in find_area(measure, AreaStyle.FAR)
    assert (8, 4) in find_area(measure, AreaStyle.FAR)
    assert (9, 4) not in find_area(measure, AreaStyle.FAR)
    assert (5, 2) in find_area(measure, AreaStyle.HIDDEN)
    assert not find_area(measure, AreaStyle.HIDDEN) & (
        find_area(measure, AreaStyle.NEAR) | find_area(measure, AreaStyle.FAR)
    )
    assert not read_text(measure).dims_rest


@pytest.mark.parametrize(("ruleset", "bands"), [("naf-2019", 2), ("db7s-2019", 4)])
def test_each_edition_throws_as_far_as_it_may(measure, ruleset, bands):
    """Dungeonbowl 7s throws every pass of Blood Bowl, the others quick and short ones."""
    measure.workspace.edit_without_symmetry("x", replace(HALL, ruleset=ruleset))
    measure.click((2, 2), keys=CONTROL)
    assert len([area for area in read_text(measure).areas if area.style is not AreaStyle.HIDDEN]) == bands


def test_the_keys_choose_what_is_measured(measure):
    """1, 2 and 3 turn what is shown into figures, reach and passes of the same square, and the next click follows."""
    measure.drag((2, 2), (7, 5))
    measure.key(Qt.Key.Key_2)
    assert read_text(measure).heading.startswith("Movement 6 from (2, 2)")
    measure.key(Qt.Key.Key_3)
    assert read_text(measure).heading == "Passes from (2, 2)"
    measure.click((4, 4))
    assert read_text(measure).heading == "Passes from (4, 4)"
    measure.key(Qt.Key.Key_1)
    measure.drag((2, 2), (3, 2))
    assert "1 square apart\n1 step on foot" in read_text(measure).label


def test_reach_and_passes_follow_a_drag(measure):
    """With the button down the square they are measured from goes along with the pointer."""
    measure.key(Qt.Key.Key_3)
    measure.drag((2, 2), (3, 3), (5, 4))
    assert read_text(measure).heading == "Passes from (5, 4)"


def test_figures_stay_until_esc(measure):
    """Passing over the map changes nothing that was measured; Esc clears it, and so does another tool."""
    measure.drag((2, 2), (7, 5))
    figures = read_text(measure)
    measure.hover((9, 3))
    assert read_text(measure) == figures
    measure.key(Qt.Key.Key_Escape)
    assert read_text(measure) == EMPTY_PREVIEW
    measure.click((2, 2), keys=SHIFT)
    tool = measure.canvas.tool
    measure.window.select_tool("select")
    assert tool.preview == EMPTY_PREVIEW


def test_esc_in_the_middle_of_a_drag_ends_it(measure):
    """After Esc the rest of the drag measures nothing."""
    measure.drag((2, 2), (7, 5), cancel=True)
    assert read_text(measure) == EMPTY_PREVIEW


def test_a_right_click_clears_figures_before_it_rubs_out_floor(measure):
    """While something is measured the right button only clears that."""
    measure.drag((2, 2), (7, 5))
    measure.click((4, 4), Qt.MouseButton.RightButton)
    assert read_text(measure) == EMPTY_PREVIEW
    assert measure.layout == HALL


def test_measuring_from_rock_is_harmless(measure):
    """Off the floor, and off the grid, there are figures but no way, no reach and no pass; nothing changes."""
    for square in ((0, 0), (-1, -1)):
        measure.drag(square, (5, 3))
        assert "no route on foot" in read_text(measure).label
        measure.click(square, keys=SHIFT)
        assert find_area(measure, AreaStyle.NEAR) == set()
        measure.click(square, keys=CONTROL)
        assert find_area(measure, AreaStyle.NEAR) == set()
        measure.canvas.grab()
    assert measure.layout is HALL or measure.layout == HALL
    assert measure.steps == 0


def test_an_empty_table_can_be_measured(hand):
    """With nothing drawn yet squares apart are counted all the same, and nothing fails."""
    hand.window.select_tool("measure")
    hand.drag((2, 2), (5, 3))
    assert read_text(hand).label.startswith("3 squares apart\nno route on foot")
    hand.click((2, 2), keys=SHIFT)
    hand.click((2, 2), keys=CONTROL)
    hand.canvas.grab()


def test_the_hint_names_the_keys(measure):
    """Whoever takes the tool reads how its three measures are asked for, and how they go away."""
    hint = measure.canvas.tool.hint
    assert all(word in hint for word in ("1", "2", "3", "Shift-click", "Ctrl-click", "+", "−", "Esc"))


def test_no_two_patterns_differ_by_colour_alone():
    """Every area has a filling and a frame of its own, whatever its colour."""
    looks = [(pattern.brush, pattern.pen) for pattern in PATTERNS.values()]
    assert len(set(looks)) == len(looks)


def test_what_is_measured_is_painted(measure):
    """The line of sight, the legend and the dimming change the picture where they lie."""
    plain = measure.canvas.grab().toImage()
    measure.drag((2, 2), (12, 4))
    between = measure.canvas.grab().toImage()
    sight = measure.middle((7, 3))
    measure.click((2, 2), keys=SHIFT)
    reach = measure.canvas.grab().toImage()
    legend, beyond = QPoint(40, 40), measure.middle((13, 4)) - QPoint(5, 5)
    assert plain.copy(QRect(sight, QSize(24, 24))) != between.copy(QRect(sight, QSize(24, 24)))
    assert plain.pixelColor(legend) != reach.pixelColor(legend)
    assert plain.pixelColor(beyond) != reach.pixelColor(beyond)


def test_a_right_click_rubs_nothing_out_while_one_measures(hand):
    """A right click while measuring clears the figures, and never the floor."""
    hand.workspace.open_layout(Layout(sections=(Section(id="A", rows=("......",) * 6),)), None)
    before = hand.layout
    hand.window.select_tool("measure")
    for _ in range(3):
        hand.click((2, 2), button=Qt.MouseButton.RightButton)
    assert hand.layout == before
