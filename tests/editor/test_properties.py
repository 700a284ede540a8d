"""Properties edited in place: by the fields a person uses, each change one step of the history."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox, QWidget

from dungeon_designer.grid import Side
from dungeon_designer.layout.model import (
    CounterContent,
    EdgeDoor,
    Layout,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Waiver,
    normalise_layout,
)
from dungeon_designer.layout_edits.objects import ObjectRef, list_objects

ROOMS = tuple(Section(id=name, at=(7 * at, 0), rows=("......",) * 6) for at, name in enumerate("ABC"))


@pytest.fixture
def dock(hand):
    return hand.window.properties


def open_with_selection(hand, **lists):
    """Open a dungeon of three rooms with some objects in it, with one object selected."""
    layout = normalise_layout(Layout(sections=ROOMS, **lists))
    hand.workspace.open_layout(layout, None)
    things = [thing for thing in list_objects(layout) if thing.field != "sections"]
    hand.workspace.select_objects(things[:1])


def find_field(dock, label, kind):
    """Return the field of that name, as a screen reader finds it."""
    (found,) = [each for each in dock.findChildren(kind) if each.accessibleName() == label]
    return found


def type_text(dock, label, text):
    line = find_field(dock, label, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def choose_entry(dock, label, words):
    """Choose another entry of a list by the keyboard."""
    box = find_field(dock, label, QComboBox)
    box.setFocus()
    steps = box.findText(words) - box.currentIndex()
    for _ in range(abs(steps)):
        QTest.keyClick(find_field(dock, label, QComboBox), Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)


def tick_box(dock, label):
    """Click the box itself, since a click beside its words means nothing."""
    box = find_field(dock, label, QCheckBox)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(9, box.height() // 2))


def count_objects(dock, label, number):
    box = find_field(dock, label, QSpinBox)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, str(number))
    QTest.keyClick(box, Qt.Key.Key_Return)


def test_the_dungeon_is_named(hand, dock):
    """A name typed and finished with Return is one step, and undo takes it back."""
    hand.workspace.open_layout(Layout(sections=ROOMS), None)
    type_text(dock, "Name", "The Long Hall")
    assert (hand.layout.name, hand.steps) == ("The Long Hall", 1)
    hand.undo()
    assert hand.layout.name == ""


def test_the_dungeon_gets_a_theme(hand, dock):
    """A theme typed under Properties is one step, and stands in the dungeon's file."""
    hand.workspace.open_layout(Layout(sections=ROOMS), None)
    type_text(dock, "Theme", "ink")
    assert (hand.layout.theme, hand.steps) == ("ink", 1)


def test_notes_count_when_one_leaves_them(hand, dock):
    """Notes of several lines become one step of the history when their field loses the focus."""
    hand.workspace.open_layout(Layout(sections=ROOMS), None)
    notes = find_field(dock, "Notes", QWidget)
    notes.setFocus()
    QTest.keyClicks(notes, "Bring dice.")
    assert hand.layout.notes == ""
    notes.focusOutEvent(QFocusEvent(QEvent.Type.FocusOut))
    assert (hand.layout.notes, hand.steps) == ("Bring dice.", 1)


def test_walls_and_balls_of_the_dungeon(hand, dock):
    """A tick walls sections off; the number of balls is typed."""
    hand.workspace.open_layout(Layout(sections=ROOMS), None)
    tick_box(dock, "Walls between sections")
    count_objects(dock, "Balls", 2)
    assert (hand.layout.enclosed, hand.layout.balls) == (True, 2)


def test_a_waiver_is_withdrawn(hand, dock):
    """Its line names the rule and the reason, and has a way to withdraw it."""
    hand.workspace.open_layout(
        Layout(sections=ROOMS, waivers=(Waiver(rule="square-count", reason="club night"),)), None
    )
    (label,) = [each for each in dock.findChildren(QWidget) if "club night" in getattr(each, "text", str)()]
    label.linkActivated.emit("#")
    assert hand.layout.waivers == ()


def test_a_room_changes_its_kind_name_and_walls(hand, dock):
    """The fields of a drawn section; it stays selected."""
    hand.workspace.open_layout(Layout(sections=ROOMS), None)
    hand.workspace.select_objects([ObjectRef("sections", hand.layout.sections[0])])
    type_text(dock, "Name", "Sewer")
    choose_entry(dock, "Kind", "small room")
    choose_entry(dock, "Walls", "walls all round")
    (section,) = [thing.value for thing in hand.workspace.selection]
    assert (section.name, section.kind, section.enclosed) == ("Sewer", SectionKind.SMALL_ROOM, True)
    assert section in hand.layout.sections


def test_an_end_zone_changes_sides(hand, dock):
    """Side stands among the fields of what belongs to one."""
    zone = Section(id="Z", kind=SectionKind.END_ZONE, side=Team.HOME, rows=("...",) * 2)
    hand.workspace.open_layout(Layout(sections=(zone,)), None)
    hand.workspace.select_objects([ObjectRef("sections", hand.layout.sections[0])])
    choose_entry(dock, "Team", "away")
    assert hand.layout.sections[0].side is Team.AWAY


def test_a_portal_takes_another_number(hand, dock):
    """Typed, or by the arrows."""
    open_with_selection(hand, portals=(Portal(number=1, at=(2, 2)),))
    count_objects(dock, "Number", 7)
    assert hand.layout.portals == (Portal(number=7, at=(2, 2)),)


def test_a_counter_changes_owner_and_face(hand, dock):
    """Both stand in Properties, where the other coach does not look."""
    counter = Trap(kind=TrapKind.COUNTER, at=(2, 2), owner=Team.HOME, content=CounterContent.NOTHING)
    open_with_selection(hand, traps=(counter,))
    choose_entry(dock, "Owner", "away")
    choose_entry(dock, "Face", "spiked pit")
    assert [(trap.owner, trap.content) for trap in hand.layout.traps] == [(Team.AWAY, CounterContent.SPIKED_PIT)]


def test_a_trapdoor_says_what_lies_below(hand, dock):
    """One of the usual depths, or any word."""
    open_with_selection(hand, traps=(Trap(kind=TrapKind.TRAPDOOR, at=(2, 2), below="pit"),))
    choose_entry(dock, "Below", "lava")
    assert hand.layout.traps[0].below == "lava"


def test_ground_and_doors(hand, dock):
    """Terrain changes its kind, a square door opens, an edge door grows wider."""
    open_with_selection(hand, terrain=(Terrain(kind=TerrainKind.LAVA, at=(2, 2)),))
    choose_entry(dock, "Kind", "water")
    assert hand.layout.terrain[0].kind is TerrainKind.WATER
    open_with_selection(hand, square_doors=(SquareDoor(at=(2, 2)),))
    tick_box(dock, "Open")
    assert hand.layout.square_doors[0].open
    open_with_selection(hand, doors=(EdgeDoor(at=(2, 2), side=Side.EAST),))
    count_objects(dock, "Width", 3)
    assert hand.layout.doors[0].width == 3


def test_a_turning_room_names_its_sections(hand, dock):
    """The sections that turn are told by their ids."""
    open_with_selection(hand, machines=(RotatingRoom(sections=("A", "B")),))
    assert "A, B" in [label.text() for label in dock.widget().findChildren(QLabel)]


def test_a_ball_rolls_another_way(hand, dock):
    """Size, track and direction."""
    open_with_selection(hand, machines=(RollingBall(at=(1, 1), travel=Side.EAST, length=4, size=(2, 2)),))
    count_objects(dock, "Size", 3)
    count_objects(dock, "Track", 5)
    choose_entry(dock, "Rolls", "south")
    assert hand.layout.machines == (RollingBall(at=(1, 1), travel=Side.SOUTH, length=5, size=(3, 3)),)
