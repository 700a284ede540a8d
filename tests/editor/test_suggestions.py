"""The suggestions dock: variations found while one works, looked at by pointing and adopted by a click."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import dungeon_designer as dd
from dungeon_designer.editor.docks import background as suggestions
from dungeon_designer.editor.picture_list import SmallPicture
from dungeon_designer.editor.proposals import SUGGESTED, Suggested
from dungeon_designer.generator.changes import ChangeKind
from dungeon_designer.generator.vary import Variation
from dungeon_designer.layout.sketch_writer import write_sketch
from tests.editor.docked import shown
from tests.examples.verdicts import EXAMPLES

HALL = dd.Dungeon.parse("ruleset: naf-2019\nmap: |\n  <.........>\n  <..C......>\n  <.........>\n").layout
HORSESHOE = EXAMPLES / "gw-2021" / "the-burning-horseshoe.dungeon.yaml"


@pytest.fixture
def dock(hand, monkeypatch):
    """The dock in front, the hall on the table; what would be asked is written down in `asked`."""
    asked = []
    made = hand.window.suggestions

    monkeypatch.setattr(made.worker, "ask", asked.append)
    monkeypatch.setattr(made.worker, "forget", lambda: None)
    made.asked = asked
    shown(hand, "suggestions")
    hand.workspace.open(HALL, None)
    hand.verdict()
    yield made
    hand.workspace.lock(frozenset())
    shown(hand, "problems")


def with_chest(at):
    return replace(HALL, chests=(at,))


def suggest(dock, place, at, **more):
    """Have the process tell of a variation: the chest moved there."""
    values = {"kind": ChangeKind.ITEM, "words": "chest moved from %1 to %2", "values": ((3, 1), at), "subject": "chest"}
    figures = {"before": {"loops": 1.0}, "figures": {"loops": 2.0}, "gain": 0.0}
    variation = Variation(layout=with_chest(at), across=False, squares=(at,), **(values | figures | more))
    picture = SmallPicture(dd.Dungeon(with_chest(at)).svg().encode(), (-1, -1), (13, 5))
    dock._on_found(Suggested(place, variation, picture))


def middle(dock, place):
    return dock.list.visualItemRect(dock.list.item(place)).center()


def point(dock, place):
    QTest.mouseMove(dock.list.viewport(), middle(dock, place) + QPoint(1, 1))
    QTest.mouseMove(dock.list.viewport(), middle(dock, place))


def leave(dock):
    QApplication.sendEvent(dock.list, QEvent(QEvent.Type.Leave))


def seen(hand):
    """The map with its marks, the pointer elsewhere: where it lies is shown as well, and need not be there later."""
    QApplication.sendEvent(hand.canvas, QEvent(QEvent.Type.Leave))
    return hand.canvas.grab().toImage()


def waited(hand, dock, count):
    hand.qtbot.waitUntil(lambda: len(dock.asked) == count, timeout=5000)


def test_variations_are_found_by_another_process(hand):
    """Each is told with what it changes, and is a dungeon that can be adopted; none is looked for in this process."""
    dock = shown(hand, "suggestions")
    hand.workspace.open(dd.load(HORSESHOE).layout, None)
    hand.qtbot.waitUntil(lambda: len(dock.variations) > 1, timeout=60_000)
    assert len(dock.variations) <= SUGGESTED
    assert all(each.summary for each in dock.variations)
    assert not dock.list.item(0).icon().isNull()
    assert dock.list.item(0).text()
    first = dock.variations[0]
    QTest.mouseClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=middle(dock, 0))
    assert hand.layout == first.layout
    dock.worker.close()
    shown(hand, "problems")


def test_each_edit_begins_anew(hand, dock):
    """After an edit nothing old is shown, and a moment later the dungeon as it is then is asked about."""
    waited(hand, dock, 1)
    suggest(dock, 0, (5, 1))
    assert dock.list.item(0).text() == "1 loop more"
    hand.workspace.edit("more", with_chest((8, 1)))
    assert dock.variations == []
    waited(hand, dock, 2)
    assert dock.asked[1].layout == with_chest((8, 1))


def test_nothing_is_looked_for_while_a_button_is_down(hand, dock, monkeypatch):
    """A drag is one edit after the other: only when it ends is anything asked."""
    waited(hand, dock, 1)
    with monkeypatch.context() as patch:
        patch.setattr(suggestions.QGuiApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
        hand.workspace.edit("more", with_chest((8, 1)))
        QTest.qWait(3 * suggestions.AFTER)
        assert len(dock.asked) == 1
    waited(hand, dock, 2)


def test_nothing_is_looked_for_where_nobody_sees_it(hand, dock):
    """With another dock in front, edits ask nothing; once this one is seen again, the dungeon is asked about."""
    waited(hand, dock, 1)
    shown(hand, "problems")
    hand.workspace.edit("more", with_chest((8, 1)))
    QTest.qWait(3 * suggestions.AFTER)
    assert len(dock.asked) == 1
    shown(hand, "suggestions")
    waited(hand, dock, 2)


def test_pointing_shows_it_on_the_map(hand, dock):
    """While the pointer is on a picture the map shows that dungeon; when it leaves, the dungeon as it stands."""
    suggest(dock, 0, (5, 1))
    suggest(dock, 1, (7, 1))
    plain = seen(hand)
    point(dock, 0)
    one = seen(hand)
    point(dock, 1)
    assert plain != one != seen(hand) != plain
    assert hand.layout == HALL
    leave(dock)
    assert seen(hand) == plain


def test_a_click_adopts_it_as_one_step(hand, dock):
    """The dungeon is the variation, and one undo brings back what was there."""
    suggest(dock, 0, (5, 1))
    steps, said = hand.steps, []
    hand.workspace.said.connect(said.append)
    QTest.mouseClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=middle(dock, 0))
    assert hand.layout == with_chest((5, 1))
    assert hand.steps == steps + 1
    assert said == ["Chest moved from (3, 1) to (5, 1): 1 loop more"]
    assert hand.workspace.history.undoText() == "Adopt: chest moved from (3, 1) to (5, 1)"
    hand.undo()
    assert hand.layout == HALL


def test_keys_do_all_that(hand, dock):
    """Arrows go from picture to picture and show each on the map, Esc looks away, Return adopts."""
    suggest(dock, 0, (5, 1))
    suggest(dock, 1, (7, 1))
    told = []
    dock.previewed.connect(told.append)
    dock.list.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        QTest.keyClick(dock.list, key)
    assert told[-1].layout == with_chest((7, 1))
    QTest.keyClick(dock.list, Qt.Key.Key_Escape)
    assert told[-1] is None
    QTest.keyClick(dock.list, Qt.Key.Key_Home)
    QTest.keyClick(dock.list, Qt.Key.Key_Return)
    assert hand.layout == with_chest((5, 1))


def test_what_one_points_at_stays(hand, dock):
    """A better variation that is found meanwhile takes its place only when the pointer has left."""
    suggest(dock, 0, (5, 1))
    point(dock, 0)
    suggest(dock, 0, (7, 1))
    assert dock.variations[0].layout == with_chest((5, 1))
    leave(dock)
    assert dock.variations[0].layout == with_chest((7, 1))


def test_rooms_are_locked_in_the_dock(hand, dock):
    """A selected room is locked and unlocked again; the map shows it, the next question says so, the file does not."""
    waited(hand, dock, 1)
    name = HALL.sections[0].id
    plain = seen(hand)
    hand.click((0, 1))
    dock.lock.click()
    assert hand.workspace.locked == {name}
    hand.workspace.select(())
    assert seen(hand) != plain
    waited(hand, dock, 2)
    assert dock.asked[-1].locked == {name}
    assert write_sketch(hand.layout) == write_sketch(HALL)
    assert dock.unlock.text() == "Unlock 1 room"
    dock.unlock.click()
    assert not hand.workspace.locked
    assert not dock.unlock.isEnabled()


def test_rooms_are_locked_by_a_right_click(hand, dock):
    """The menu of a room has a tick for it, and takes it away again."""
    for locked in (True, False):
        hand.click((5, 1), Qt.MouseButton.RightButton)
        menu = QApplication.activePopupWidget()
        action = next(each for each in menu.actions() if "Locked" in each.text())
        assert action.isChecked() is not locked
        action.trigger()
        menu.close()
        assert bool(hand.workspace.locked) is locked


def test_locks_belong_to_the_dungeon_in_its_tab(hand, dock):
    """Another dungeon has none of them; back in the first tab they are there again."""
    hand.workspace.edit("more", with_chest((8, 1)))
    hand.workspace.lock(frozenset({HALL.sections[0].id}))
    hand.window.filing.start_new(HALL)
    assert not hand.workspace.locked
    hand.window.tabs.step(1)
    assert hand.workspace.locked == {HALL.sections[0].id}


def test_a_dungeon_that_cannot_be_varied_is_told(hand, dock):
    """An empty table, and a search that found nothing, are said in a sentence."""
    hand.workspace.open(dd.Dungeon.parse("map: ''").layout, None)
    hand.qtbot.waitUntil(lambda: "nothing to vary" in dock.state.text(), timeout=5000)
    dock.worker.ended.emit("", False)
    assert "No variation" in dock.state.text()
