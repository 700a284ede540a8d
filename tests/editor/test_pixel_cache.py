"""What the table shows after any edits is what it would show painted anew."""

import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from dungeon_designer.drawing.team_looks import build_team_look
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.grid import Side, list_block_squares
from dungeon_designer.kinds import DEFAULT_COLOURS
from dungeon_designer.layout.model import (
    Layout,
    MatchTeam,
    ObstacleKind,
    RollingBall,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    TerrainKind,
    Trap,
    TrapKind,
)
from dungeon_designer.layout_edits import edges, floor, objects
from tests.editor.docked import show_dock
from tests.examples.verdicts import load_layout
from tests.soak import count, soak

EXAMPLE = "naf-2019/the-four-winds"


def edit_each_layer(layout, library):
    """Yield one edit after the other, of every layer there is."""
    square = layout.chests[0]
    yield replace(layout, chests=layout.chests[1:])
    yield replace(layout, portals=layout.portals[1:])
    yield objects.add_terrain(layout, list_block_squares(square, (2, 2)), TerrainKind.LAVA)
    yield objects.add_terrain(layout, [square], ObstacleKind.STATUE)
    yield objects.add_objects(layout, "traps", [Trap(kind=TrapKind.TRAPDOOR, at=square, size=(2, 2), below="pit")])
    yield edges.add_edges(layout, "walls", [(square, Side.EAST)])
    yield edges.add_edges(layout, "doors", [(square, Side.SOUTH)])
    yield objects.add_objects(layout, "square_doors", [SquareDoor(at=square)])
    yield floor.add_room(layout, list_block_squares((1, 1), (3, 3)), SectionKind.ROOM, library)
    yield floor.erase_squares(layout, list_block_squares(square, (3, 3)), library)
    yield layout


@soak
@pytest.mark.parametrize("names", [True, False][: count(1, 2)])
def test_only_what_changed_is_painted_and_nothing_is_missed(hand, names):
    """After every edit each pixel is what a whole repaint makes of it, and most of the ground keeps its own."""
    hand.workspace.open_layout(load_layout(EXAMPLE), None)
    hand.verdict()
    canvas = hand.canvas
    canvas.set_look("names", names)
    canvas.show_view(Viewport(20, -10, -15))
    for layout in edit_each_layer(hand.layout, hand.workspace.library):
        hand.workspace.edit_without_symmetry("edit", layout)
        canvas.repaint()
        assert is_repainted_whole(canvas)
    canvas.set_look("names", False)


BALLS = tuple(RollingBall(at=(6 + x, 5), size=(2, 2), travel=Side.EAST, length=6) for x in (0, 3))


def test_what_comes_to_lie_above_is_painted(hand):
    """Two tracks that cross and change their order are painted anew, though each is what it was."""
    hand.workspace.open_layout(replace(load_layout(EXAMPLE), machines=BALLS), None)
    canvas = hand.canvas
    canvas.show_view(Viewport(30, 60, 60))
    canvas.repaint()
    hand.workspace.edit_without_symmetry("edit", replace(hand.layout, machines=BALLS[::-1]))
    canvas.repaint()
    assert is_repainted_whole(canvas)


def is_repainted_whole(canvas):
    """Return whether the map's pixels are what a whole repaint makes of them, but for roundings."""
    quick = QImage(canvas._map_cache.image)
    canvas._repaint_all()
    canvas.repaint()
    whole = canvas._map_cache.image
    pairs = zip(bytes(quick.constBits()), bytes(whole.constBits()), strict=True)
    return quick == whole or all(abs(a - b) <= 8 for a, b in pairs)


def test_a_moved_chest_leaves_the_ground_alone(hand):
    """While a chest is dragged the rock is not painted at all."""
    hand.workspace.open_layout(load_layout(EXAMPLE), None)
    hand.verdict()
    hand.canvas.repaint()
    hand.workspace.edit_without_symmetry("edit", replace(hand.layout, chests=hand.layout.chests[1:]))
    assert hand.canvas.picture.drawing
    assert hand.canvas._floor_cache.stale.isEmpty()
    assert not hand.canvas._map_cache.stale.isEmpty()


def make_four_hundred_rooms():
    """Return rooms of 9 x 9 with passages, on 200 x 200 squares."""
    rooms = [
        Section(id=f"r{x}-{y}", at=(10 * x, 10 * y), rows=("." * (10 if x < 19 else 9),) * 9 + ("...",) * (y < 19))
        for x in range(20)
        for y in range(20)
    ]
    return Layout(ruleset="naf-2019", sections=tuple(rooms))


@soak
@pytest.mark.parametrize("scale", [12, 4][: count(1, 2)])
def test_a_room_dragged_among_four_hundred_spoils_its_surroundings_alone(hand, unasked, scale):
    """A room dragged by the mouse has a tenth of the map painted anew at most, and no pixel of it is missed."""
    hand.workspace.open_layout(make_four_hundred_rooms(), None)
    canvas, view = hand.canvas, Viewport(scale, 195 * scale - 800, 195 * scale - 560)
    canvas.show_view(view)
    canvas.repaint()
    start = hand.middle((195, 195))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    for squares in (1, 2):
        QTest.mouseMove(canvas, start + QPoint(0, squares * scale))
        assert canvas.picture.drawing
        spoiled = sum(box.width() * box.height() for box in canvas._floor_cache.stale)
        assert 0 < spoiled <= canvas.width() * canvas.height() / 10
        canvas.repaint()
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(0, 2 * scale))
    canvas.repaint()
    assert hand.steps == 1
    assert is_repainted_whole(canvas)


def test_a_room_laid_spoils_its_surroundings_alone(hand, unasked):
    """On a dungeon of usual size, too, a new room has the rest of the ground keep its pixels, each as painted anew."""
    hand.workspace.open_layout(load_layout(EXAMPLE), None)
    canvas, whole = hand.canvas, hand.layout
    canvas.show_view(Viewport(20, -40, -40))
    canvas.repaint()
    for at in ((30, 3), (31, 3), (31, 9)):
        room = Section(id="new", at=at, rows=("..",))
        hand.workspace.edit_without_symmetry("room", replace(whole, sections=(*whole.sections, room)))
        assert canvas.picture.drawing
        spoiled = canvas._floor_cache.stale.boundingRect()
        assert spoiled.width() <= 8 * 20
        assert spoiled.height() <= 12 * 20
        canvas.repaint()
        assert is_repainted_whole(canvas)


def test_the_minimap_holds_up_no_drag(hand):
    """Four hundred rooms are in the minimap in less than the 16 ms a drag may take, best of five."""
    hand.workspace.open_layout(make_four_hundred_rooms(), None)
    small, took = show_dock(hand, "map"), []
    for _ in range(5):
        start = time.process_time()
        small.repaint()
        took.append(time.process_time() - start)
    assert min(took) < 0.016


def test_the_minimap_tells_the_sides(hand):
    """Floor, home's end zone and away's lie in the minimap where they lie on the map, each in its colour."""
    hand.workspace.open_layout(load_layout(EXAMPLE), None)
    small = show_dock(hand, "map")
    seen = small.grab().toImage()
    scale, left, top = small._measure_view()
    found = {}
    for section in hand.workspace.board.sections:
        x, y = section.covered_squares[0]
        pixel = seen.pixelColor(round((x + 0.5 - left) * scale), round((y + 0.5 - top) * scale))
        found.setdefault(section.team, set()).add(pixel.name())
    theme, sides = find_theme("parchment"), hand.layout.sides
    for team in (Team.HOME, Team.AWAY):
        assert found[team] == {build_team_look(theme, sides, team).colour}, "that of the map"
    assert QColor("#b9a67f").name() in found[None]


def test_the_minimap_shows_a_third_side(hand):
    """The end zone of a third side has that side's own colour in the minimap."""
    zone = Section(id="C", kind=SectionKind.END_ZONE, side=Team.THIRD, at=(2, 2), rows=("..",) * 3)
    sides = tuple(MatchTeam(id=team) for team in (Team.HOME, Team.AWAY, Team.THIRD))
    hand.workspace.open_layout(Layout(ruleset="naf-2019", sides=sides, sections=(zone,)), None)
    small = show_dock(hand, "map")
    scale, left, top = small._measure_view()
    pixel = small.grab().toImage().pixelColor(round((3 - left) * scale), round((3.5 - top) * scale))
    assert pixel.name() == DEFAULT_COLOURS[Team.THIRD]
