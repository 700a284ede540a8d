"""Nothing stale, nothing blamed; keys and words that lead where one expects."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.dialogs.start import NewDialog, StartDialog
from dungeon_designer.layout.model import Layout, Section, TrapKind, normalise_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rulesets.loader import EDITIONS
from tests.editor.docked import HALL, ROOM, show_dock, type_text


def test_a_ghost_waits_where_something_was_put_down(laid_out):
    """Nothing is red where a chest was just placed before the pointer leaves the square and comes back."""
    hand = laid_out(HALL)
    hand.window.select_tool("chest")
    hand.hover((4, 4))
    hand.click((4, 4))
    assert hand.layout.chests == ((4, 4),)
    assert not hand.canvas.tool.preview.wrong_squares
    hand.hover((6, 4))
    hand.hover((4, 4))
    assert hand.canvas.tool.preview.wrong_squares


@pytest.mark.parametrize("mode", [SymmetryMode.OFF, SymmetryMode.LEFT_RIGHT])
@pytest.mark.parametrize("tool", ["open_pit", "trapdoor", "square-door", "door"])
def test_every_ghost_waits_where_something_was_put_down(tool, mode, laid_out):
    """Pits, doors and square doors wait for the pointer to move on, too, with symmetry and without."""
    rows = ("....",) * 5
    rooms = [Section(id=name, at=(2 + 4 * at, 2), rows=rows) for at, name in enumerate("AB")]
    hand = laid_out(normalise_layout(Layout(ruleset="naf-2019", sections=tuple(rooms))))
    hand.window.editing.set_symmetry_mode(mode)
    hand.window.select_tool(tool)
    square = (3, 3) if tool != "door" else (5, 4)
    before = hand.layout
    hand.hover(square)
    hand.click(square)
    assert hand.layout != before
    preview = hand.canvas.tool.preview
    assert (preview.squares, preview.wrong_squares, preview.edges, preview.label) == ((), (), (), "")
    hand.hover((4, 6))
    hand.hover(square)
    preview = hand.canvas.tool.preview
    assert preview.squares or preview.wrong_squares or preview.edges


def test_a_trapdoor_shows_where_it_would_lie_on_the_axis(laid_out):
    """Where a large trapdoor crosses an axis through squares, which has no middle for it, its ghost is red."""
    hand = laid_out(normalise_layout(Layout(ruleset="naf-2019", sections=(replace(ROOM, rows=(".......",) * 5),))))
    hand.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    hand.window.select_tool("trapdoor-2")
    hand.hover((5, 3))
    assert len(hand.canvas.tool.preview.wrong_squares) == 4
    hand.click((5, 3))
    assert not hand.layout.traps
    assert "no middle is free" in hand.said[-1]


def test_a_ghost_leaves_with_the_pointer(laid_out):
    """A tile in hand is not seen on the map while the pointer is elsewhere."""
    hand = laid_out(Layout(ruleset="gw-2021"))
    hand.window.select_tile(hand.workspace.library.get("gw-2021/armoury"))
    hand.hover((5, 5))
    assert hand.canvas.tool.preview.ghost is not None
    QApplication.sendEvent(hand.canvas, QEvent(QEvent.Type.Leave))
    assert hand.canvas.tool.preview.ghost is None
    assert not hand.canvas.tool.preview.squares


def test_both_ghosts_are_seen_across_the_axis(laid_out):
    """Under a symmetry the twin's square changes as the pointer's does, and that of no other square."""
    hand = laid_out(HALL)
    hand.workspace.hide_kinds(frozenset({"chests"}))
    hand.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    hand.window.select_tool("open_pit")
    bare = hand.canvas.grab().toImage()
    hand.hover((3, 3))
    over = hand.canvas.grab().toImage()

    def changed(square):
        at = hand.middle(square) * hand.canvas.devicePixelRatioF()
        return QImage.pixel(bare, at) != QImage.pixel(over, at)

    assert [changed(square) for square in ((3, 3), (8, 3), (5, 5))] == [True, True, False]
    hand.window.editing.set_symmetry_mode(SymmetryMode.OFF)
    hand.workspace.hide_kinds(frozenset())


def test_the_verdict_follows_undo_and_tabs_at_once(hand):
    """After undo the problems are those of the dungeon as it is again; another tab shows none of the one before."""
    hand.workspace.open_layout(HALL, None)
    hand.verdict()
    before = hand.workspace.findings
    hand.workspace.edit_without_symmetry("edit", replace(hand.layout, chests=((3, 3), (4, 3))))
    hand.verdict()
    assert hand.workspace.findings != before
    hand.undo()
    assert hand.workspace.findings == before
    hand.workspace.document.mark_unsaved()
    hand.window.filing.start_new(replace(HALL, chests=((4, 4),)))
    assert not hand.workspace.findings
    hand.verdict()
    hand.window.tabs.switch_tab(1)
    assert hand.workspace.findings == before


def test_a_pit_never_rests_on_rock(laid_out):
    """Neither put down nor dragged does a pit come to lie beside the floor."""
    hand = laid_out(HALL)
    hand.window.select_tool("open_pit")
    hand.click((20, 20))
    assert not hand.layout.traps
    hand.click((4, 4))
    hand.window.select_tool("select")
    hand.drag((4, 4), (5, 5), (20, 20))
    assert [(trap.kind, trap.at) for trap in hand.layout.traps] == [(TrapKind.OPEN_PIT, (5, 5))]


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("place chests", "tool-chest"),
        ("fill", "tool-fill"),
        ("check", "next-problem"),
        ("draw rooms", "tool-draw-room"),
    ],
)
def test_a_tool_is_found_in_the_words_one_would_type(hand, words, action):
    """The first line of the finder is what was meant."""
    finder = Finder(hand.window.actions_, hand.window)
    finder.search.setText(words)
    assert finder.list.topLevelItem(0).data(0, Qt.ItemDataRole.UserRole).objectName() == action
    finder.deleteLater()


def test_alt_and_a_number_bring_a_panel_to_the_front(hand):
    """A panel that lies behind another comes to the front, one that is away comes back, the one in front stays."""
    QTest.qWait(1)
    action, dock = hand.window.actions_["dock-tiles"], hand.window.docks["tiles"]
    hand.window.docks["pieces"].raise_()
    QTest.qWait(1)
    action.trigger()
    QTest.qWait(1)
    assert not dock.visibleRegion().isEmpty()
    action.trigger()
    QTest.qWait(1)
    assert not dock.visibleRegion().isEmpty()
    dock.close()
    action.trigger()
    assert not dock.isHidden()
    hand.window.docks["pieces"].raise_()


def test_the_menu_of_panels_closes_and_opens_a_panel(hand):
    """An entry of View ▸ Panels names its key, closes the panel that it has ticked and opens it again in front."""
    dock = hand.window.docks["tiles"]
    hand.window.show_panel("tiles")
    hand.window._show_panel_keys()
    entry = dock.toggleViewAction()
    assert entry.text() == "Tiles\tAlt+2"
    entry.trigger()
    assert dock.isHidden()
    entry.trigger()
    QTest.qWait(1)
    assert not dock.visibleRegion().isEmpty()
    hand.window.docks["pieces"].raise_()


def test_tiles_are_shown_to_one_scale(hand):
    """A longer tile is drawn longer in the palette."""
    tiles = show_dock(hand, "tiles")
    tiles.set_box.setCurrentText("brawl-2013")
    rows = [tiles.list.item(row) for row in range(tiles.list.count())]
    items = [row for row in rows if row.data(Qt.ItemDataRole.UserRole) is not None]  # headings left out
    hand.qtbot.waitUntil(lambda: not any(item.icon().isNull() for item in items), timeout=20000)
    scales = set()
    for item in items:
        tile, drawn = item.data(Qt.ItemDataRole.UserRole), item.icon().availableSizes()[0]
        scales.add(round(drawn.width() / tile.size[0], 0))
    assert max(scales) - min(scales) <= 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Down])
def test_a_key_takes_the_first_piece_that_was_found(hand, key):
    """Return in the search of the pieces takes the first hit; Down goes to it, and Return takes it there."""
    palette = show_dock(hand, "pieces")
    hand.in_front()
    type_text(palette.search, "lava")
    QTest.keyClick(palette.search, key)
    if key == Qt.Key.Key_Down:
        QTest.keyClick(palette.tree, Qt.Key.Key_Return)
    assert hand.window.actions_["tool-lava"].isChecked()
    palette.search.clear()


def test_return_after_a_label_gives_the_keys_back(laid_out):
    """The words are written, and the map has the keyboard."""
    hand = laid_out(HALL)
    hand.window.select_tool("label")
    hand.click((4, 4))
    field = QApplication.focusWidget()
    QTest.keyClicks(field, "Way in")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert [label.text for label in hand.layout.labels] == ["Way in"]
    assert hand.canvas.hasFocus()


def test_new_begins_with_the_edition_in_front(qtbot):
    """The table it offers first is of the edition of the tool bar, and of 2021 with both its End Zones."""
    for edition in EDITIONS:
        dialog = NewDialog(False, None, edition)
        qtbot.addWidget(dialog)
        assert dialog.template == edition
    assert [section.tile for section in dungeon_files.build_template("gw-2021").sections] == ["gw-2021/end-zone"] * 2


def test_the_start_list_has_names_and_pictures(qtbot, tmp_path):
    """A file is told by its dungeon's name and picture; one that cannot be read by its own name."""
    good, bad = tmp_path / "a.dungeon.yaml", tmp_path / "b.dungeon.yaml"
    dungeon_files.save_layout(Layout(name="The Well", sections=(Section(id="A", rows=("...",) * 3),)), good)
    bad.write_text("map: [", encoding="utf-8")
    dialog = StartDialog([good, bad])
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: not dialog._items_to_draw, timeout=5000)
    first, second = (dialog.list.item(row) for row in range(2))
    assert (first.text().split("\n")[0], first.icon().isNull()) == ("The Well", False)
    assert (second.text().split("\n")[0], second.icon().isNull()) == ("b.dungeon.yaml", True)


def test_doors_that_are_left_out_name_the_rule(laid_out):
    """The message about doors that were left out names the rules they would break."""
    rooms = tuple(Section(id=f"r{at}", at=(4 * at, 0), rows=("....",) * 4) for at in range(3))
    hand = laid_out(Layout(ruleset="gw-1989-basic", sections=rooms))
    hand.window.actions_["doors-everywhere"].trigger()
    assert hand.said == ["No door placed; 2 left out, because they would break door-placement."]
