"""The floor laid in turns by pointer: the dialog, the tile in hand, undo, the end."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from dungeon_designer.board.build import build_board
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.dialogs.start import SetUpDialog
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests.editor.docked import LEFT

EMPTY = Layout(ruleset="naf-2019")
QUEST = "warhammer-quest-style"


@pytest.fixture
def table(hand, tmp_path, monkeypatch, qtbot):
    """Two coaches begin on an empty table, with a stock file of six tiles."""
    stock = tmp_path / "cupboard.toml"
    stock.write_text(f'["{QUEST}"]\ngreat-hall = 4\nchamber = 4\ncorridor-long = 2\n', encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(stock), ""))
    hand.workspace.open_layout(EMPTY, None)
    dialog = SetUpDialog(hand.workspace, hand.window)
    qtbot.addWidget(dialog)
    dialog.supply_box.setCurrentIndex(dialog.supply_box.count() - 1)
    dialog.supply_box.activated.emit(dialog.supply_box.currentIndex())
    hand.dialog = dialog
    hand.canvas.show_view(Viewport(16))
    hand.window.start_set_up(dialog.setup)
    yield hand
    hand.window.set_up_mode.end_set_up()


def follow_the_lights(table):
    """Click the first lit square on which the next object may lie."""
    tool = table.canvas.tool
    before = tool.setup
    for square in sorted(
        tool.find_allowed_squares().free_squares, key=lambda at: (abs(at[0] - 20) + abs(at[1] - 15), at)
    ):
        table.click(square)
        if tool.setup is not before:
            return
    raise AssertionError(f"nowhere to lay {tool.title}")


def test_two_coaches_lay_a_whole_dungeon_by_pointer(table):
    """Tiles in turns until no more fits, an end zone each, chests, portals: the dungeon is legal, the notes say who."""
    tool, banner = table.canvas.tool, table.window.set_up_mode
    first = tool.setup.next_turn[0]
    assert banner.tile_choice.itemText(0) == "Great Hall × 4"
    while not tool.setup.is_finished:
        follow_the_lights(table)
    layout = table.layout
    verdict = check_board(build_board(layout, table.workspace.library), load_unchecked_ruleset("naf-2019"))
    assert verdict.is_legal(), [each.message for each in verdict.findings]
    assert {section.side for section in layout.sections if section.side} == {Team.HOME, Team.AWAY}
    assert (len(layout.chests), len(layout.portals)) == (6, 6)
    assert layout.notes.startswith(f"Set up together: {first} placed a tile on")
    assert "home placed a team end zone on" in layout.notes


def test_the_pointer_shows_how_a_tile_would_lie(table):
    """Over a lit square one sees how the tile would lie, R turns it; elsewhere why not, and a click lays none."""
    tool = table.canvas.tool
    follow_the_lights(table)
    place = min(tool.find_allowed_squares().free_squares)
    table.hover(place)
    assert tool.preview.ghost.tile == f"{QUEST}/great-hall"
    assert place in tool.preview.squares
    lit = tool.preview.lit_squares
    table.key(Qt.Key.Key_R)
    assert tool.piece.turn == 1
    assert tool.preview.lit_squares != lit
    table.hover((1, 1))
    assert tool.preview.label == "it must join the floor"
    assert tool.preview.ghost is None
    sections = table.layout.sections
    table.click((1, 1))
    assert table.layout.sections == sections


def test_the_rest_of_the_supply_is_shown_and_undo_gives_back(table):
    """A tile that is chosen is laid, the list counts down; one undo takes tile and turn back, redo lays it again."""
    tool, banner = table.canvas.tool, table.window.set_up_mode
    banner.tile_choice.setCurrentIndex(1)
    banner.tile_choice.activated.emit(1)
    follow_the_lights(table)
    laid = table.layout
    assert laid.sections[0].tile == f"{QUEST}/chamber"
    assert "Chamber × 3" in [banner.tile_choice.itemText(at) for at in range(banner.tile_choice.count())]
    team = tool.setup.next_turn[0]
    table.undo()
    assert table.layout.sections == ()
    assert tool.setup.next_turn[0] is not team
    assert banner.tile_choice.itemText(1) == "Chamber × 4"
    table.redo()
    assert table.layout == laid
    assert tool.setup.next_turn[0] is team


def test_the_floor_is_done_when_the_coaches_say_so(table):
    """naf-2019 asks for no pieces of some kinds: the button goes on to the end zones, and the list goes."""
    banner = table.window.set_up_mode
    follow_the_lights(table)
    assert banner.skip_button.text() == "The floor is done"
    QTest.mouseClick(banner.skip_button, LEFT)
    assert table.canvas.tool.setup.next_turn[1] == "zone"
    assert not banner.tile_choice.isVisible()
    follow_the_lights(table)
    assert [section.kind for section in table.layout.sections][-1] == "end_zone"


def test_the_floor_is_offered_where_a_book_has_it(hand, qtbot):
    """Ticked on an empty table, not where a floor lies; gw-2021 calls it our option; brawl-2013 has none."""

    def dialog(layout):
        hand.workspace.open_layout(layout, None)
        found = SetUpDialog(hand.workspace, hand.window)
        qtbot.addWidget(found)
        return found

    assert dialog(EMPTY).floor_checkbox.isChecked()
    assert dialog(EMPTY).supply_box.currentText() == QUEST
    box = dialog(replace(EMPTY, ruleset="gw-2021"))
    assert "our option" in box.floor_checkbox.text()
    assert box.supply_box.currentText() == "gw-2021"
    assert dialog(replace(EMPTY, ruleset="brawl-2013")).setup.queue[0][1] == "chest"


def test_a_stock_file_that_is_wrong_is_told(hand, qtbot, tmp_path, monkeypatch, answers):
    """A wrong stock file is explained in one line, and the supply is a set again."""
    stock = tmp_path / "cupboard.toml"
    stock.write_text('"gw-2021/armory" = 1\n', encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(stock), ""))
    hand.workspace.open_layout(EMPTY, None)
    dialog = SetUpDialog(hand.workspace, hand.window)
    qtbot.addWidget(dialog)
    dialog.supply_box.setCurrentIndex(dialog.supply_box.count() - 1)
    dialog.supply_box.activated.emit(dialog.supply_box.currentIndex())
    assert "did you mean gw-2021/armoury" in answers.told[-1]
    assert dialog.supply_box.currentIndex() == 0
