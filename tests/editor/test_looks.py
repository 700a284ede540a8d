"""What the window looks like: badges, groups, borders."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeySequence, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QSpinBox

from dungeon_designer.editor import widgets
from dungeon_designer.editor.canvas import overlay
from dungeon_designer.editor.canvas.overlay import _draw_number_chip
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.editor.dialogs.start import NewDialog
from dungeon_designer.editor.pieces import PIECE_BY_ID, TOOLBAR_PIECES
from dungeon_designer.layout.model import CounterContent, SquareDoor, Team, Trap, TrapKind
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from tests.editor.docked import HALL, click_item, show_dock, type_text


def test_only_the_chosen_badge_has_colour_and_all_have_full_names(hand):
    """The edition chosen stands in the window in its colour; the others lie behind their count, with names in full."""
    hand.workspace.open_layout(HALL, None)
    hand.verdict()
    badges = hand.window.badges.entries
    for chosen in ("naf-2019", "eagbbl"):
        badges[chosen].trigger()
        hand.verdict()
        assert hand.window.badges.ruleset_label.text() == badges[chosen].text()
        assert "color" in hand.window.badges.ruleset_label.styleSheet()
    assert hand.window.badges.editions_button.text() == f"Legal in 0 of {len(EDITIONS)} editions"
    for edition in EDITIONS:
        badge = badges[edition]
        assert badge.text().startswith(load_unchecked_ruleset(edition).name)
        assert load_unchecked_ruleset(edition).name in badge.toolTip()


def test_tools_stand_in_groups(hand):
    """The Tools menu holds tools, and pieces in menus of their own; the toolbar is parted in groups."""
    (pieces,) = (action.menu() for action in hand.window.actions_.menus["Tools"].actions() if action.menu())
    held = [action for group in pieces.actions() for action in group.menu().actions()]
    assert {action.objectName() for action in held} >= {"tool-lava", "tool-draw-corridor", "tool-open_pit"}
    assert sum(action.isSeparator() for action in hand.window.tool_bar.actions()) >= 4


def test_a_first_look_is_calm(windows):
    """At most 38 entries in the menus beside the tools, ten in a submenu; four panels, the dungeon's notes in sight."""
    window = windows()
    window.resize(1360, 860)
    QTest.qWait(1)

    def lines(menu):
        return [each for each in menu.actions() if not each.isSeparator() and each.isVisible()]

    menus = [action.menu() for action in window.menuBar().actions()]
    assert sum(len(lines(menu)) for menu in menus) <= 38 + len(TOOLBAR_PIECES)
    assert all(len(lines(menu)) <= 10 for menu in window.menuBar().findChildren(QMenu) if menu not in menus)
    assert [name for name, dock in window.docks.items() if not dock.isHidden()] == [
        "pieces",
        "tiles",
        "properties",
        "problems",
    ]
    (notes,) = window.properties.findChildren(QPlainTextEdit)
    assert not notes.visibleRegion().isEmpty()
    for name, dock in window.docks.items():
        assert (dock.titleBarWidget() is not None) == (name in ("pieces", "tiles")), name


def test_the_window_fits_a_small_screen(windows):
    """The whole window, with all its panels and the welcome, goes into 960 by 540."""
    window = windows()
    window.resize(1360, 860)
    window.dialogs.show_welcome()
    least = window.minimumSizeHint()
    assert (least.width() <= 960, least.height() <= 540) == (True, True)


def test_text_fields_have_a_border_in_the_dark(hand):
    """The frame of a field stands out from a dark window."""
    hand.window.set_dark(True)
    field = show_dock(hand, "properties").findChild(QLineEdit)
    image = field.grab().toImage()
    inside = image.pixelColor(image.width() - 8, image.height() // 2)
    top = max((image.pixelColor(image.width() // 2, y) for y in range(3)), key=QColor.lightness)
    hand.window.set_dark(False)
    assert top.lightness() - inside.lightness() > 25


def test_the_edition_card_counts_and_leads_on(hand):
    """Each line says how many of how many; a click takes the tool of what lacks, and shows what there is enough of."""
    hand.workspace.open_layout(HALL, None)
    card = show_dock(hand, "card").numbers
    lines = [card.list.item(row).text() for row in range(card.list.count())]
    assert lines == [
        "✗ Floor squares: 40 of 250–280",
        "✗ End zones, side by side: 0 + 0 of 2",
        "✗ Chests: 0 of 6",
        "✓ Balls: 1 of 1",
        "✗ Portals: 0 of 6",
    ]
    click_item(card.list, card.list.item(2))
    assert hand.canvas.tool.name == "chest"
    for x in range(2, 8):
        hand.click((x, 3))
    assert card.list.item(2).text() == "✓ Chests: 6 of 6"
    click_item(card.list, card.list.item(2))
    assert set(hand.workspace.marked_squares) == set(hand.layout.chests)
    show_dock(hand, "properties")


def test_counters_stand_in_a_group_of_their_own(hand):
    """Each side that plays has its counters there, and a key takes the same."""
    hand.workspace.open_layout(HALL, None)
    palette = show_dock(hand, "pieces")
    entry = palette._items["counter-away-spiked_pit"]
    entry.parent().setExpanded(True)
    click_item(palette.tree, entry)
    hand.click((3, 3))
    (trap,) = hand.layout.traps
    assert (trap.owner, trap.content) == (Team.AWAY, CounterContent.SPIKED_PIT)
    hand.window.actions_["tool-counter-home-open_pit"].trigger()
    assert palette.tree.currentItem() is palette._items["counter-home-open_pit"]
    hand.window.select_tool("select")
    assert palette.tree.currentItem() is None
    type_text(palette.search, "spiked")
    assert not entry.isHidden()
    type_text(palette.search, "")
    entry.parent().setExpanded(False)


def test_the_edition_card_leads_to_zones_balls_doors_and_counters(hand):
    """Too few end zones or counters lead to their tool, balls to their number, what there is enough of to its place."""
    counter = Trap(kind=TrapKind.COUNTER, at=(4, 4), owner=Team.HOME, content=CounterContent.NOTHING)
    door = SquareDoor(at=(6, 4))
    hand.workspace.open_layout(replace(HALL, ruleset="gw-1989-expanded", traps=(counter,), square_doors=(door,)), None)
    card = show_dock(hand, "card").numbers

    def line(words):
        return next(item for item in map(card.list.item, range(card.list.count())) if words in item.text())

    click_item(card.list, line("End zones"))
    assert hand.window.actions_["tool-draw-end_zone"].isChecked()
    assert line("Pit counters").text() == "✗ Pit counters: 1 of 0, 12–24"
    click_item(card.list, line("Pit counters"))
    hand.click((5, 5))
    assert line("Pit counters").text().startswith("✗ Pit counters: 2")
    hand.window.rules.choose_ruleset("gw-1989-basic")
    assert line("Pit counters").text() == "✗ Pit counters: 2 of 0"
    click_item(card.list, line("Pit counters"))
    assert set(hand.workspace.marked_squares) == {(4, 4), (5, 5)}
    assert line("Doors").text() == "✓ Doors: 1 of ≤ 4"
    click_item(card.list, line("Doors"))
    assert hand.workspace.marked_squares == (door.at,)
    hand.in_front()
    click_item(card.list, line("Balls"))
    balls = show_dock(hand, "properties").findChild(QSpinBox)
    assert balls.hasFocus()
    QTest.keyClicks(balls, "2")
    QTest.keyClick(balls, Qt.Key.Key_Return)
    assert hand.layout.balls == 2
    assert line("Balls").text() == "✗ Balls: 2 of 1"
    show_dock(hand, "properties")


def test_measured_steps_can_be_read_at_25_pixels(hand, monkeypatch):
    """Measuring on squares of 25 pixels writes its numbers at least 11 pixels high, each within its square."""
    written = []

    def numbered(number, family, pixels, *rest):
        chip = _draw_number_chip(number, family, pixels, *rest)
        written.append((pixels, chip.width()))
        return chip

    monkeypatch.setattr(overlay, "_draw_number_chip", numbered)
    hand.workspace.open_layout(HALL, None)
    hand.canvas.show_view(Viewport(25))
    hand.window.select_tool("measure")
    hand.drag((2, 2), (9, 6))
    hand.key(Qt.Key.Key_2)
    hand.canvas.repaint()
    assert written
    assert all(pixels >= 11 and broad <= 25 for pixels, broad in written)


def measure_luminance(colour):
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3])
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def measure_contrast(one, other):
    dim, bright = sorted(measure_luminance(colour) for colour in (one, other))
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_words_stand_out_from_their_ground(dark):
    """Light and dark, words differ from what they stand on by 4.5 to 1, those that cannot be used now by 3 to 1."""
    role, colours = QPalette.ColorRole, widgets.build_palette(dark)
    for words, ground in (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.PlaceholderText, role.Base),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.Link, role.Base),
    ):
        assert measure_contrast(colours.color(words), colours.color(ground)) >= 4.5, words
    faint = colours.color(QPalette.ColorGroup.Disabled, role.WindowText)
    assert measure_contrast(faint, colours.color(role.Window)) >= 3


def test_no_hint_of_a_tool_is_cut(hand):
    """Below the map every tool's hint can be read to its end."""
    hint = hand.window.hint_label
    for name in PIECE_BY_ID:
        hand.window.select_tool(name)
        assert hint.heightForWidth(740) <= hint.height(), name
    hand.window.select_tool("select")


def test_numbers_are_typed_into_fields_as_high_as_words(hand):
    """Name and number of balls are fields of one height."""
    properties = show_dock(hand, "properties")
    line, number = properties.findChild(QLineEdit), properties.findChild(QSpinBox)
    assert abs(line.height() - number.height()) <= 2


def test_enter_in_the_search_for_shortcuts_resets_none(hand, qtbot):
    """Enter in the search for shortcuts keeps the keys that were chosen."""
    hand.window.actions_.set_key("tool-chest", QKeySequence("Ctrl+7"))
    dialog = ShortcutsDialog(hand.window.actions_, hand.window)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClicks(dialog.search, "chest")
    QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    kept = hand.window.actions_["tool-chest"].shortcut()
    hand.window.actions_.reset_keys()
    assert kept == QKeySequence("Ctrl+7")


def test_examples_stand_under_the_full_names_of_their_editions(qtbot):
    """Whoever begins a dungeon reads the same names of editions everywhere."""
    dialog = NewDialog(dark=False)
    qtbot.addWidget(dialog)
    groups = [dialog.tree.topLevelItem(at).text(0) for at in range(1, dialog.tree.topLevelItemCount())]
    assert "Examples: NAF Dungeonbowl (2019)" in groups
    assert "Examples: Dungeonbowl (1989)" in groups
