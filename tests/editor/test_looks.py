"""What the window looks like: badges, groups, borders."""

from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from dungeon_designer.rulesets.loader import EDITIONS, load
from tests.editor.docked import HALL, LEFT, clicked, shown


def test_only_the_chosen_badge_has_colour_and_all_have_full_names(hand):
    """A click on a badge gives it the colour; each says its edition's name in full."""
    hand.workspace.open(HALL, None)
    hand.verdict()
    badges = hand.window.badges.buttons
    for chosen in ("naf-2019", "eagbbl"):
        QTest.mouseClick(badges[chosen], LEFT)
        hand.verdict()
        assert [name for name, badge in badges.items() if "color" in badge.styleSheet()] == [chosen]
    for edition in EDITIONS:
        assert load(edition).name in badges[edition].toolTip()
        assert load(edition).name in badges[edition].accessibleName()


def test_tools_stand_in_groups(hand):
    """The Tools menu shows a dozen lines at most, pieces in menus of their own; the toolbar is parted in groups."""
    menu = hand.window.actions_.menus["Tools"]
    lines = [action for action in menu.actions() if not action.isSeparator()]
    assert len([line for line in lines if line.menu() is None]) <= 12
    held = [action for line in lines if line.menu() is not None for action in line.menu().actions()]
    assert {action.objectName() for action in held} >= {"tool-lava", "tool-draw-corridor", "tool-open_pit"}
    assert sum(action.isSeparator() for action in hand.window.tool_bar.actions()) >= 4


def test_text_fields_have_a_border_in_the_dark(hand):
    """In the dark a field's frame stands out from the window round it."""
    hand.window.set_dark(True)
    field = shown(hand, "properties").findChild(QLineEdit)
    image = field.grab().toImage()
    inside = image.pixelColor(image.width() - 8, image.height() // 2)
    top = max((image.pixelColor(image.width() // 2, y) for y in range(3)), key=QColor.lightness)
    hand.window.set_dark(False)
    assert top.lightness() - inside.lightness() > 25


def test_the_edition_card_counts_and_leads_on(hand):
    """Each line says how many of how many; a click takes the tool of what lacks, and shows what there is enough of."""
    hand.workspace.open(HALL, None)
    card = shown(hand, "edition")
    lines = [card.list.item(row).text() for row in range(card.list.count())]
    assert lines == ["✗ Floor squares: 40 of 250–280", "✗ Chests: 0 of 6", "✗ Portals: 0 of 6"]
    clicked(card.list, card.list.item(1))
    assert hand.canvas.tool.name == "chest"
    for x in range(2, 8):
        hand.click((x, 3))
    assert card.list.item(1).text() == "✓ Chests: 6 of 6"
    clicked(card.list, card.list.item(1))
    assert set(hand.workspace.marked) == set(hand.layout.chests)
    shown(hand, "map")
