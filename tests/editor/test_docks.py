"""The docks round the table, by mouse and keyboard: tiles, pieces, history, badges, and where they stand."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar

from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.model import Layout, Section
from tests.editor.docked import HALL, LEFT, click_item, find_item_point, show_dock, type_text

# Tiles ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tiles(hand, unasked):
    hand.workspace.open_layout(Layout(ruleset="brawl-2013"), None)
    dock = show_dock(hand, "tiles")
    dock.search.clear()
    return dock


def list_tile_items(dock):
    items = [dock.list.item(at) for at in range(dock.list.count())]
    return [item for item in items if not item.isHidden() and item.data(Qt.ItemDataRole.UserRole) is not None]


def find_item(dock, words):
    return next(item for item in list_tile_items(dock) if item.data(Qt.ItemDataRole.UserRole).id.endswith(words))


def test_tiles_are_searched(hand, tiles):
    """Letters leave the tiles whose name or kind holds them; the cross brings all back."""
    every = len(list_tile_items(tiles))
    type_text(tiles.search, "2X6")
    assert [item.data(Qt.ItemDataRole.UserRole).id for item in list_tile_items(tiles)] == ["brawl-2013/2x6"]
    type_text(tiles.search, "entry")
    assert 0 < len(list_tile_items(tiles)) < every
    type_text(tiles.search, "")
    assert len(list_tile_items(tiles)) == every


def test_the_stock_is_counted(hand, tiles):
    """Each tile says how many are left, one less after it was laid, one more after undo."""
    assert "2 of 2 left" in find_item(tiles, "2x6").text()
    click_item(tiles.list, find_item(tiles, "2x6"))
    hand.click((8, 8))
    hand.click((20, 8))
    hand.click((8, 16))
    assert "1 beyond the box" in find_item(tiles, "2x6").text()
    hand.undo()
    assert "0 of 2 left" in find_item(tiles, "2x6").text()
    hand.undo()
    assert "1 of 2 left" in find_item(tiles, "2x6").text()


def test_rooms_on_one_card_are_counted_together(hand, tiles):
    """Four small rooms of 2021 use up the box's square tiles: no other is left, and a fifth is one beyond the box."""
    rooms = ("armoury", "bone-pit", "kitchen", "sewer", "cursed-room")
    laid = tuple(Section(id=room, tile=f"gw-2021/{room}", at=(5 * n, 0)) for n, room in enumerate(rooms))
    hand.workspace.open_layout(Layout(ruleset="gw-2021", sections=laid[:3]), None)
    assert "1 of 1 left" in find_item(tiles, "gw-2021/sewer").text()
    hand.workspace.edit_layout("lay", Layout(ruleset="gw-2021", sections=laid[:4]))
    assert "0 of 1 left" in find_item(tiles, "gw-2021/cursed-room").text()
    assert "1 of 1 left" in find_item(tiles, "gw-2021/crypt").text()
    hand.workspace.edit_layout("lay", Layout(ruleset="gw-2021", sections=laid))
    assert "1 beyond the box" in find_item(tiles, "gw-2021/cursed-room").text()
    assert "0 of 1 left" in find_item(tiles, "gw-2021/flooded-room").text()
    assert "One face of 4 × square tile" in find_item(tiles, "gw-2021/sewer").toolTip()


def test_the_colleges_have_their_palette(hand, tiles):
    """Their fourteen tiles are a set to choose, each with a picture of its own."""
    while tiles.set_box.currentText() != "gw-2022-colleges":
        QTest.keyClick(tiles.set_box, Qt.Key.Key_Down)
    hand.qtbot.waitUntil(lambda: not any(item.icon().isNull() for item in list_tile_items(tiles)), timeout=10000)
    pictures = [item.icon().pixmap(84, 84).toImage() for item in list_tile_items(tiles)]
    assert len(pictures) == 14
    assert not any(one == other for at, one in enumerate(pictures) for other in pictures[:at])


def test_a_tile_is_taken_by_a_click(hand, tiles):
    """A click takes the tile in hand and gives the keys to the table, so that R turns it."""
    click_item(tiles.list, find_item(tiles, "2x3"))
    assert hand.canvas.tool.tile.id == "brawl-2013/2x3"
    hand.hover((8, 8))
    flat = {y for _, y in hand.canvas.tool.preview.squares}
    QTest.keyClick(hand.canvas, Qt.Key.Key_R)
    assert {y for _, y in hand.canvas.tool.preview.squares} != flat
    assert hand.canvas.hasFocus()


def test_a_tile_is_taken_by_keyboard(hand, tiles):
    """Return in the search takes what was found; one may also go into the tiles, and take one there."""
    type_text(tiles.search, "2x3")
    QTest.keyClick(tiles.search, Qt.Key.Key_Return)
    assert hand.canvas.tool.tile.id == "brawl-2013/2x3"
    type_text(tiles.search, "entry")
    QTest.keyClick(tiles.search, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is tiles.list
    QTest.keyClick(tiles.list, Qt.Key.Key_Return)
    assert hand.canvas.tool.tile.kind == "entry"


def test_no_key_takes_a_tile_that_is_not_seen(hand, tiles):
    """Return selects nothing if nothing was found."""
    hand.window.select_tool("select")
    click_item(tiles.list, find_item(tiles, "2x2"))
    hand.window.select_tool("select")
    type_text(tiles.search, "no such tile")
    QTest.keyClick(tiles.search, Qt.Key.Key_Return)
    assert hand.canvas.tool.name == "select"


def test_another_set_is_chosen(hand, tiles):
    """The set's name is chosen by the keys; an edition's own set comes with its dungeon."""
    tiles.set_box.setFocus()
    assert tiles.set_box.currentText() == "brawl-2013"
    while tiles.set_box.currentText() != "gw-2021":
        QTest.keyClick(tiles.set_box, Qt.Key.Key_Down)
    assert {item.data(Qt.ItemDataRole.UserRole).id.split("/")[0] for item in list_tile_items(tiles)} == {"gw-2021"}
    hand.workspace.open_layout(Layout(ruleset="gw-1989-basic"), None)
    assert tiles.set_box.currentText() == "gw-1989"


# Pieces -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pieces(hand, unasked):
    dock = show_dock(hand, "pieces")
    dock.search.clear()
    return dock


def list_piece_items(dock):
    groups = [dock.tree.topLevelItem(at) for at in range(dock.tree.topLevelItemCount())]
    children = [group.child(at) for group in groups if not group.isHidden() for at in range(group.childCount())]
    return [item for item in children if not item.isHidden()]


def test_pieces_are_searched(hand, pieces):
    """Letters leave the pieces that hold them and their groups; a group's name leaves the whole group."""
    type_text(pieces.search, "LAVA")
    assert [item.text(0) for item in list_piece_items(pieces)] == ["Lava"]
    type_text(pieces.search, "traps")
    assert {item.parent().text(0) for item in list_piece_items(pieces)} == {"Traps"}
    type_text(pieces.search, "xyz")
    assert list_piece_items(pieces) == []


def test_a_piece_is_taken_by_click_and_by_keyboard(hand, pieces):
    """A click takes it in hand; so does Return on the line one came to by the keys."""
    type_text(pieces.search, "lava")
    click_item(pieces.tree, list_piece_items(pieces)[0])
    assert hand.canvas.tool.name == "lava"
    type_text(pieces.search, "statue")
    QTest.keyClick(pieces.search, Qt.Key.Key_Tab)
    QTest.keyClick(pieces.tree, Qt.Key.Key_Home)
    QTest.keyClick(pieces.tree, Qt.Key.Key_Down)
    QTest.keyClick(pieces.tree, Qt.Key.Key_Return)
    assert hand.canvas.tool.name == "statue"


def test_a_group_is_folded(hand, pieces):
    """A click on a group's line folds it, another unfolds it; a double click is two of them."""
    group = pieces.tree.topLevelItem(0)
    for folded in (True, False):
        click_item(pieces.tree, group)
        assert group.isExpanded() is not folded
    at = find_item_point(pieces.tree, group)
    QTest.mouseClick(pieces.tree.viewport(), LEFT, pos=at)
    QTest.mouseDClick(pieces.tree.viewport(), LEFT, pos=at)
    QTest.mouseRelease(pieces.tree.viewport(), LEFT, pos=at)
    QTest.qWait(1)
    assert group.isExpanded() in (True, False)
    group.setExpanded(True)


# History, badges, the docks themselves -----------------------------------------------------------------------------


def test_a_click_in_the_history_goes_back(hand):
    """Its lines name what was done; a click shows the dungeon as it was then, another goes forward again."""
    hand.workspace.open_layout(HALL, None)
    history = show_dock(hand, "history")
    hand.window.select_tool("chest")
    for square in ((2, 2), (5, 5), (8, 2)):
        hand.click(square)
    model = history.model()
    assert [model.index(row, 0).data() for row in range(4)] == ["As opened", *["Place a chest"] * 3]
    for row, count in ((1, 1), (0, 0), (3, 3)):
        QTest.mouseClick(history.viewport(), LEFT, pos=history.visualRect(model.index(row, 0)).center())
        assert len(hand.layout.chests) == count


def test_a_badge_is_clicked(hand):
    """A click on a badge makes that edition the dungeon's own, as one step; its button alone is pressed."""
    hand.workspace.open_layout(HALL, None)
    hand.verdict()
    badges = hand.window.badges.entries
    for _ in range(2):
        badges["eagbbl"].trigger()
        assert (hand.layout.ruleset, hand.steps) == ("eagbbl", 1)
        assert [name for name, button in badges.items() if button.isChecked()] == ["eagbbl"]
    assert hand.window.ruleset.currentData() == "eagbbl"
    assert hand.verdict().ruleset == "eagbbl"
    hand.undo()
    assert [name for name, button in badges.items() if button.isChecked()] == ["naf-2019"]


def test_docks_are_found_again(hand, tmp_path):
    """A dock that was closed and one that was moved are so in the next window, too; so are the keys' places."""
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)

    def window():
        made = MainWindow(settings, RecoveryFile(tmp_path / "recovery"), dark=False)
        made.resize(1360, 860)
        made.show()
        return made

    first = window()
    first.docks["map"].close()
    first.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, first.docks["problems"])
    first.docks["tiles"].setFloating(True)
    first.close()
    settings.sync()
    second = window()
    assert not second.docks["map"].isVisible()
    assert second.docks["properties"].isVisibleTo(second)
    assert second.dockWidgetArea(second.docks["problems"]) is Qt.DockWidgetArea.LeftDockWidgetArea
    assert second.docks["tiles"].isFloating()
    second.close()


def test_each_tab_bar_is_one_of_docks(hand):
    """No empty tab bar is left over beside the docks."""
    QTest.qWait(1)
    bars = [bar for bar in hand.window.findChildren(QTabBar) if bar.isVisible() and bar.parent() is hand.window]
    assert all(bar.count() > 1 for bar in bars if bar.geometry().intersects(hand.window.rect()))
