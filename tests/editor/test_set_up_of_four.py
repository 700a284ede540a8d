"""Setting up together with three to six coaches: their roll-off, the almanac's order, the banner of each."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QSpinBox

from dungeon_designer import templates as sketches
from dungeon_designer.editor.dialogs.start import SetUpDialog
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Team, list_teams
from dungeon_designer.set_up.session import count_due_rolls, rank_teams
from tests.editor.docked import LEFT
from tests.editor.test_set_up import TWO_ROOMS, find_first_legal

HOME, AWAY, THIRD, FOURTH = list(Team)[:4]


@pytest.fixture
def four(hand, qtbot):
    """Four coaches at the dialog, over the dungeon the new edition begins with."""
    hand.workspace.open_layout(make_layout_of_four(), None)
    dialog = SetUpDialog(hand.workspace, hand.window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def make_layout_of_four():
    return read_dungeon_file(Path(sketches.__path__[0]) / "sketches" / "gw-2021-multiplayer.dungeon.yaml")


def type_dice(dialog, *numbers, at=0):
    """Type in dice, from the first coach on; None leaves one as it is."""
    for dice, number in zip(dialog.roll_off.dice.values(), numbers, strict=True):
        if number is not None:
            dice[at].setFocus()
            dice[at].selectAll()
            QTest.keyClicks(dice[at], str(number))
            QTest.keyClick(dice[at], Qt.Key.Key_Tab)


def list_initials(setup):
    return "".join(team[0] for team, _ in setup.queue)


def test_four_dice_rank_four_coaches(four):
    """The chests are laid by the 1st to 4th, 1st, 2nd, then the portals by the 3rd, 4th and the 1st to 4th."""
    type_dice(four, 3, 6, 1, 4)
    assert four.roll_off.ranking == [AWAY, FOURTH, HOME, THIRD]
    assert "In this order: Away, Fourth, Home, Third." in four.roll_off.result_label.text()
    assert [begins.text() for _, _, begins in four.stage_rows] == ["Away begins", "Home begins"]
    assert list_initials(four.setup) == "afht" + "af" + "ht" + "afht"


def test_who_ties_rolls_once_more(four):
    """Two sixes roll on among themselves: the others' places stand, and nothing begins before it is settled."""
    ok = four.buttons.button(four.buttons.StandardButton.Ok)
    type_dice(four, 1, 2, 3, 4)  # whatever the dialog rolled at first, and whoever tied in it
    type_dice(four, 6, 2, 6, 3)
    assert [len(dice) for dice in four.roll_off.dice.values()] == [2, 1, 2, 1]
    assert "A tie: Home, Third roll once more." in four.roll_off.result_label.text()
    assert not ok.isEnabled()
    type_dice(four, 1, None, None, None, at=1)
    assert not ok.isEnabled()
    type_dice(four, None, None, 1, None, at=1)
    assert [len(dice) for dice in four.roll_off.dice.values()] == [3, 1, 3, 1]
    type_dice(four, 2, None, 5, None, at=2)
    assert four.roll_off.ranking == [THIRD, HOME, FOURTH, AWAY]
    assert ok.isEnabled()
    type_dice(four, 5, None, None, None)
    assert not any(die.isVisible() for die in four.roll_off.findChildren(QSpinBox)[4:])
    assert [len(dice) for dice in four.roll_off.dice.values()] == [1, 1, 1, 1]


def test_the_dice_of_the_window_settle_it(four):
    """A click on Roll ranks all four, ties and all, however often."""
    (button,) = [each for each in four.findChildren(QPushButton) if each.text() == "Roll"]
    for _ in range(40):
        QTest.mouseClick(button, LEFT)
        assert sorted(four.roll_off.ranking) == sorted([HOME, AWAY, THIRD, FOURTH])


def test_the_banner_names_each_of_four(hand, four):
    """Each coach in turn has his name, colour and emblem in the banner, in words that can be read on it."""
    type_dice(four, 3, 6, 1, 4)
    setup = four.setup
    hand.window.start_set_up(setup)
    banner, seen = hand.window.set_up_mode, []
    for name in ("Away", "Fourth", "Home", "Third"):
        assert f"{name} places a chest" in banner.status_label.text()
        assert banner.emblem_label.isVisible()
        seen.append(banner.grab().toImage().pixelColor(2, 2).name())
        hand.click(find_first_legal(hand.canvas.tool.setup, hand.layout))
    assert seen == ["#d55e00", "#f0e442", "#0072b2", "#009e73"]
    assert "Third still has: portal × 2." in banner.status_label.text()
    hand.window.set_up_mode.end_set_up()
    assert "fourth placed a chest on" not in hand.layout.notes


def test_the_whole_order_by_the_mouse(hand, four):
    """Twelve clicks on lit squares lay six chests and six portals, and the notes say who laid which."""
    type_dice(four, 6, 5, 4, 3)
    hand.window.start_set_up(four.setup)
    while hand.canvas.tool.name == "set-up" and not hand.canvas.tool.setup.is_finished:
        if not hand.canvas.tool.find_allowed_squares().free_squares:
            QTest.mouseClick(hand.window.set_up_mode.skip_button, LEFT)
            continue
        square = find_first_legal(hand.canvas.tool.setup, hand.layout)
        hand.canvas.scroll_to((square,))
        hand.click(square)
        if hand.canvas.tool.preview.label.startswith("This leaves no square"):
            hand.click(square)
    hand.qtbot.waitUntil(lambda: not hand.window.set_up_mode.isVisible())
    notes = hand.layout.notes
    assert (len(hand.layout.chests), len(hand.layout.portals)) == (6, 6)
    assert [words.split()[0] for words in notes.removeprefix("Set up together: ").split("; ")] == [
        *("home", "away", "third", "fourth", "home", "away"),
        *("third", "fourth", "home", "away", "third", "fourth"),
    ]


def test_a_side_that_left_meanwhile_has_no_turn(hand, four):
    """While it is paused two coaches leave: what is resumed is placed by those who are still there."""
    type_dice(four, 6, 5, 4, 3)
    hand.window.start_set_up(four.setup)
    hand.window.select_tool("select")
    zones = tuple(each for each in hand.layout.sections if each.side in (HOME, AWAY, None))
    hand.workspace.edit_without_symmetry("fewer", replace(hand.layout, sides=list_teams(2), sections=zones))
    QTest.mouseClick(hand.window.set_up_mode.pause_button, LEFT)
    assert list_initials(hand.canvas.tool.setup) == "hahaha"
    assert "Third" not in hand.window.set_up_mode.status_label.text()
    hand.window.set_up_mode.end_set_up()


def test_two_coaches_roll_once_more_when_they_tie(hand, qtbot):
    """Two who tie get a second die each, as more coaches do; it goes when they tie no longer."""
    hand.workspace.open_layout(TWO_ROOMS, None)
    dialog = SetUpDialog(hand.workspace, hand.window)
    qtbot.addWidget(dialog)
    dialog.show()
    type_dice(dialog, 1, 6)  # whatever the dialog rolled at first, and whether they tied in it
    type_dice(dialog, 4, 4)
    assert dialog.roll_off.result_label.text() == "A tie: Home, Away roll once more."
    assert [len(dice) for dice in dialog.roll_off.dice.values()] == [2, 2]
    type_dice(dialog, 4, 5)
    assert dialog.roll_off.result_label.text() == "In this order: Away, Home."
    assert [len(dice) for dice in dialog.roll_off.dice.values()] == [1, 1]


def test_a_tie_within_a_tie():
    """Three who tie roll again, and of them two once more: the order holds from roll to roll."""
    rolls = {HOME: [5, 3, 2], AWAY: [5, 6], THIRD: [5, 3, 4], FOURTH: [6]}
    assert rank_teams(rolls) == [[FOURTH], [AWAY], [THIRD], [HOME]]
    assert count_due_rolls({**rolls, THIRD: [5, 3, 2]}) == {HOME: 4, AWAY: 2, THIRD: 4, FOURTH: 1}


@pytest.mark.parametrize("team", list(Team))
def test_the_banner_can_be_read_in_every_colour(team):
    """The words of the banner stand out from each side's colour, at least 4.5 to 1."""
    from dungeon_designer.editor.bars.set_up_banner import choose_banner_colours
    from tests.editor.test_looks import measure_contrast

    colour, ink = choose_banner_colours(next(side for side in list_teams(6) if side.id is team))
    assert measure_contrast(QColor(colour), QColor(ink)) >= 4.5


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("dark", [False, True])
def test_each_team_has_the_colour_of_the_map_in_set_up(qapp, count, dark):
    """The icon of a team beside the dice and on the banner has the team's colour and the floor of the map's theme."""
    from PySide6.QtCore import QSize

    from dungeon_designer.drawing.team_looks import build_team_look
    from dungeon_designer.drawing.themes import find_theme
    from dungeon_designer.editor.pictures import build_map_team_icon

    theme, teams = find_theme("slate" if dark else "parchment"), list_teams(count)
    for team in teams:
        image = build_map_team_icon(team.id, teams, dark, 48).pixmap(QSize(48, 48)).toImage()
        colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert {theme.floor.lower(), build_team_look(theme, teams, team.id).colour.lower()} <= colours
