"""Two to six sides in the editor: how many play, what is theirs, and what goes with them."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QColorDialog, QMessageBox, QPushButton

from dungeon_designer.board.build import build_board
from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.editor.dialogs.start import NewDialog
from dungeon_designer.editor.docks.rules import list_count_lines
from dungeon_designer.kinds import Emblem
from dungeon_designer.layout.model import (
    CounterContent,
    EdgeDoor,
    Layout,
    Section,
    SectionKind,
    Side,
    Team,
    Trap,
    TrapKind,
    list_teams,
    normalise_layout,
)
from dungeon_designer.layout_edits.objects import find_covered_squares, list_objects
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.layout_edits.teams import set_team_count
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from tests.editor.docked import LEFT, click_item, show_dock
from tests.editor.test_properties import choose_entry, count_objects, find_field

CORNERS = ((0, 0), (20, 0), (20, 20), (0, 20))


def make_zone(team, at):
    return Section(id=team.value, kind=SectionKind.END_ZONE, side=team, at=at, rows=("...",) * 3)


def make_counter(team, at):
    return Trap(kind=TrapKind.COUNTER, at=at, owner=team, content=CounterContent.NOTHING)


def make_dungeon(count, **lists):
    """Return a zone and a counter of each side, in the corners round a hall."""
    teams = list(Team)[:count]
    hall = Section(id="hall", at=(4, 4), rows=("." * 12,) * 12)
    zones = tuple(make_zone(team, at) for team, at in zip(teams, CORNERS, strict=False))
    counters = tuple(make_counter(team, (5 + at, 5)) for at, team in enumerate(teams))
    return normalise_layout(Layout(sides=list_teams(count), sections=(hall, *zones), traps=counters, **lists))


@pytest.fixture
def dock(hand):
    return hand.window.properties


def list_owners(layout):
    return [trap.owner for trap in layout.traps], [section.side for section in layout.sections if section.side]


def test_more_sides_only_come(hand, dock):
    """A number typed into the dungeon's properties adds sides in one step, and nothing else; undo takes them back."""
    before = make_dungeon(2)
    hand.workspace.open_layout(before, None)
    count_objects(dock, "Teams", 4)
    assert hand.layout == replace(before, sides=list_teams(4))
    assert hand.steps == 1
    hand.undo()
    assert hand.layout == before


def test_what_a_side_has_goes_with_it(hand, dock, answers):
    """Fewer sides ask first, then zones and counters of those that go go in one step that undo brings back."""
    before = make_dungeon(4)
    hand.workspace.open_layout(before, None)
    answers.question = QMessageBox.StandardButton.Yes
    count_objects(dock, "Teams", 2)
    assert answers.told == ["4 objects of third, fourth would go. Go on?"]
    assert list_owners(hand.layout) == ([Team.HOME, Team.AWAY], [Team.HOME, Team.AWAY])
    assert hand.layout.sides == list_teams(2)
    assert hand.steps == 1
    hand.undo()
    assert hand.layout == before


def test_whoever_cancels_keeps_all_sides(hand, dock, answers):
    """Cancel leaves the dungeon as it was, and the field says so."""
    before = make_dungeon(3)
    hand.workspace.open_layout(before, None)
    answers.question = QMessageBox.StandardButton.Cancel
    count_objects(dock, "Teams", 2)
    assert (hand.layout, hand.steps) == (before, 0)
    assert dock._page.team_count_field.value() == 3


def test_a_side_that_has_nothing_goes_unasked(hand, dock, answers):
    """A team that has nothing on the map is removed without a question."""
    hand.workspace.open_layout(replace(make_dungeon(2), sides=list_teams(3)), None)
    count_objects(dock, "Teams", 2)
    assert (answers.told, hand.layout) == ([], make_dungeon(2))


def test_doors_of_a_zone_go_with_it():
    """A door between the hall and the zone of a side that goes would stand at no floor: it goes, too."""
    beside = replace(make_zone(Team.THIRD, (16, 6)), id="third")
    doors = (EdgeDoor(at=(15, 7), side=Side.EAST), EdgeDoor(at=(6, 6), side=Side.EAST))
    layout = replace(make_dungeon(2, doors=doors), sides=list_teams(3))
    layout = normalise_layout(replace(layout, sections=(*layout.sections, beside)))
    assert [door.at for door in set_team_count(layout, 2, load_library()).doors] == [(6, 6)]


def test_each_side_has_a_colour_and_an_emblem_of_its_choice(hand, dock, monkeypatch):
    """With more than two sides each has a button for its colour and a list of emblems; the usual ones are not said."""
    hand.workspace.open_layout(make_dungeon(3), None)
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor("#123456"))
    QTest.mouseClick(find_field(dock, "Third: colour", QPushButton), LEFT)
    assert [side.colour for side in hand.layout.sides] == ["", "", "#123456"]
    choose_entry(dock, "Home: emblem", "Star")
    assert hand.layout.sides[0].emblem is Emblem.STAR
    choose_entry(dock, "Home: emblem", "Circle")
    assert hand.layout.sides[0].emblem is None
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor())
    steps = hand.steps
    QTest.mouseClick(find_field(dock, "Third: colour", QPushButton), LEFT)
    assert hand.steps == steps


def test_two_sides_need_no_colours(hand, dock):
    """A dungeon for two has the number of sides among its properties, and no more of them."""
    hand.workspace.open_layout(make_dungeon(2), None)
    assert not [each for each in dock.findChildren(QPushButton) if "colour" in each.accessibleName()]
    QTest.keyClick(dock._page.team_count_field, Qt.Key.Key_Up)
    assert len(hand.layout.sides) == 3
    assert find_field(dock, "Third: colour", QPushButton).isVisibleTo(dock)


def list_offered_owners(hand):
    """Return the owners whose counters stand in the palette, and in the menus and lists of actions."""
    items = [item for name, item in hand.window.palette_dock._items.items() if name.startswith("counter-")]
    owners = dict.fromkeys(item.data(0, Qt.ItemDataRole.UserRole).owner for item in items if not item.isHidden())
    actions = [each for each in hand.window.actions_ if each.objectName().startswith("tool-counter-")]
    visible = {each.objectName().split("-")[2] for each in actions if each.isVisible()}
    return list(owners), visible


def test_the_palette_has_the_counters_of_whoever_plays(hand):
    """The counters of three sides are offered where three play, those of two where two do; undo follows."""
    hand.workspace.open_layout(make_dungeon(2), None)
    assert list_offered_owners(hand) == ([Team.HOME, Team.AWAY], {"home", "away"})
    count_objects(hand.window.properties, "Teams", 3)
    assert list_offered_owners(hand) == ([Team.HOME, Team.AWAY, Team.THIRD], {"home", "away", "third"})
    hand.undo()
    assert list_offered_owners(hand) == ([Team.HOME, Team.AWAY], {"home", "away"})


def test_a_counter_of_the_fourth_side_by_the_palette(hand):
    """The group of counters unfolded, a click on the fourth's spiked pit and one on the floor lay it."""
    hand.workspace.open_layout(make_dungeon(4), None)
    palette = show_dock(hand, "pieces")
    item = palette._items["counter-fourth-spiked_pit"]
    item.parent().setExpanded(True)
    click_item(palette.tree, item)
    hand.click((8, 8))
    laid = next(trap for trap in hand.layout.traps if trap.at == (8, 8))
    assert (laid.owner, laid.content) == (Team.FOURTH, CounterContent.SPIKED_PIT)


def test_a_counter_of_a_side_that_goes_leaves_the_hand(hand, answers):
    """Whoever holds a counter of the third side when that goes has the arrow, and lays nothing of it."""
    hand.workspace.open_layout(replace(make_dungeon(2), sides=list_teams(3)), None)
    hand.window.select_tool("counter-third-nothing")
    count_objects(hand.window.properties, "Teams", 2)
    assert hand.canvas.tool.name == "select"
    assert hand.window.palette_dock._items["counter-third-nothing"].isHidden()
    hand.click((8, 8))
    assert hand.layout.traps == make_dungeon(2).traps


def test_zones_are_drawn_for_each_side_in_turn(hand):
    """The tool for end zones gives the four it draws to the four sides."""
    hand.workspace.open_layout(normalise_layout(Layout(sides=list_teams(4))), None)
    hand.window.select_tool("draw-end_zone")
    for x, y in CORNERS:
        hand.drag((x + 2, y + 2), (x + 4, y + 4))
    assert [section.side for section in hand.layout.sections] == list(Team)[:4]


def test_the_edition_card_leads_to_the_counter_that_is_due(hand):
    """Its line of pit counters takes one of the side that has fewest, the third here."""
    layout = make_dungeon(3, ruleset="gw-1989-expanded")
    layout = replace(layout, traps=tuple(trap for trap in layout.traps if trap.owner is not Team.THIRD))
    hand.workspace.open_layout(layout, None)
    lines = list_count_lines(hand.workspace.board, hand.workspace.ruleset)
    (line,) = [line for line in lines if "counters" in line.text]
    assert line.tool == "counter-third-nothing"


def test_the_edition_card_counts_chests_for_each_side(hand, tmp_path):
    """A house ruleset that asks for two chests a side asks three sides for six."""
    (tmp_path / "house.toml").write_text(
        'name = "House"\nextends = "gw-2021"\n[rules.chest-count]\nlevel = "must"\nper_side = 2\n'
    )
    ruleset = load_ruleset("house.toml", tmp_path)
    hand.workspace.open_layout(make_dungeon(3), None)
    (line,) = [line for line in list_count_lines(hand.workspace.board, ruleset) if line.tool == "chest"]
    assert (line.required.min, line.required.max) == (6, 6)


def test_what_is_copied_keeps_its_side(hand):
    """The zone of the third side is pasted as one of the third; where no third plays it is not, and it is said why."""
    hand.workspace.open_layout(make_dungeon(3), None)
    hand.workspace.select_objects(
        [thing for thing in list_objects(hand.layout) if thing.value == make_zone(Team.THIRD, (20, 20))]
    )
    hand.window.editing.copy_selection()
    hand.window.editing.paste_at((30, 30))
    assert [section.side for section in hand.layout.sections if section.at == (30, 30)] == [Team.THIRD]
    hand.workspace.open_layout(make_dungeon(2), None)
    said = []
    link = hand.workspace.message_sent.connect(said.append)
    hand.window.editing.paste_at((30, 30))
    hand.workspace.message_sent.disconnect(link)
    assert hand.layout == make_dungeon(2)
    assert said == ["third does not play here: Properties say how many teams do."]


def open_new_dialog(qtbot, edition):
    dialog = NewDialog(dark=False)
    qtbot.addWidget(dialog)
    dialog.show()
    for _ in range(20):
        if dialog.template == edition:
            return dialog
        QTest.keyClick(dialog.tree, Qt.Key.Key_Down)
    while dialog.template != edition:
        QTest.keyClick(dialog.tree, Qt.Key.Key_Up)
    return dialog


def test_the_edition_decides_how_many_sides_are_new(qtbot):
    """New offers four sides for the edition of four teams and two for others; another number is remarked on."""
    dialog = open_new_dialog(qtbot, "naf-2019")
    assert (dialog.team_count_field.value(), dialog.team_note.text()) == (2, "")
    dialog = open_new_dialog(qtbot, "gw-2021-multiplayer")
    assert (dialog.team_count_field.value(), dialog.team_note.text()) == (4, "")
    dialog.team_count_field.setFocus()
    QTest.keyClick(dialog.team_count_field, Qt.Key.Key_Down)
    assert dialog.team_count_field.value() == 3
    assert dialog.team_note.text() == "The edition is for four: more or fewer are for house rules."


def test_new_lays_the_zones_of_all_sides(hand, monkeypatch):
    """Ctrl+N and the edition for four teams: four End Zones lie on the table, each a quarter turn on from the last."""

    def accept(dialog):
        dialog.tree.setCurrentItem(dialog.tree.topLevelItem(0).child(EDITIONS.index("gw-2021-multiplayer")))
        return 1

    monkeypatch.setattr(NewDialog, "exec", accept)
    hand.window.dialogs.create_dungeon()
    assert hand.layout.sides == list_teams(4)
    zones = [(section.side, section.turn) for section in hand.layout.sections]
    assert zones == list(zip(list(Team)[:4], range(4), strict=True))
    middle = Symmetry(SymmetryMode.QUARTER_TURNS, (41, 41))
    squares = {square for section in hand.layout.sections for square in find_covered_squares(section, load_library())}
    assert len(squares) == 64
    assert {twin for square in squares for twin in middle.list_copies(square)} == squares


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("count", range(2, 7))
def test_zones_of_a_new_table_lie_apart(edition, count):
    """Whatever edition and number of sides: the zones of the empty table overlap nowhere, one a side."""
    layout = dungeon_files.build_template(edition, count)
    squares = [square for section in layout.sections for square in find_covered_squares(section, load_library())]
    assert len(squares) == len(set(squares))
    sides = [section.side for section in layout.sections]
    assert sides == list(layout.teams)[: len(sides)]


@pytest.mark.parametrize("count", range(2, 7))
def test_a_new_table_of_1989_begins_with_the_end_zone_boards(count):
    """Each zone of the empty table of gw-1989-expanded is an End Zone board, as the edition requires."""
    layout = dungeon_files.build_template("gw-1989-expanded", count)
    boards = [f"gw-1989/end-zone-{1 + index % 2}" for index in range(count)]
    assert [section.tile for section in layout.sections] == boards
    ruleset = load_ruleset("gw-1989-expanded")
    assert not check_board(build_board(layout, load_library()), ruleset, select=["end-zone-size"]).findings


def test_keys_are_chosen_for_the_counters_of_whoever_plays(hand, qtbot):
    """The lists of shortcuts and of actions have counters of the third side where it plays, and nowhere else."""
    for count in (2, 3):
        hand.workspace.open_layout(make_dungeon(count), None)
        shortcuts = ShortcutsDialog(hand.window.actions_, hand.window)
        finder = Finder(hand.window.actions_, hand.window)
        qtbot.addWidget(shortcuts)
        qtbot.addWidget(finder)
        QTest.keyClicks(shortcuts.search, "counter of")
        QTest.keyClicks(finder.search, "counter of")
        shown = [row for row in range(shortcuts.table.rowCount()) if not shortcuts.table.isRowHidden(row)]
        assert (len(shown), finder.list.topLevelItemCount()) == (3 * count, 3 * count)


def test_keys_take_the_counters_of_a_third_side(hand):
    """Alt+Shift+3 takes a counter of the third side in hand where that plays, and means nothing where it does not."""
    held = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
    hand.workspace.open_layout(make_dungeon(2), None)
    hand.in_front()
    hand.key(Qt.Key.Key_3, held)
    assert hand.canvas.tool.name == "select"
    hand.workspace.open_layout(make_dungeon(3), None)
    hand.key(Qt.Key.Key_3, held)
    hand.click((9, 9))
    assert [trap.owner for trap in hand.layout.traps if trap.at == (9, 9)] == [Team.THIRD]


def test_the_overview_has_the_colour_a_dungeon_names(hand):
    """The overview shows home's zone in the colour that the dungeon gives home."""
    sides = (replace(list_teams(2)[0], colour="#112233"), *list_teams(3)[1:])
    hand.workspace.open_layout(replace(make_dungeon(3), sides=sides), None)
    small = show_dock(hand, "map")
    scale, left, top = small._measure_view()
    assert (
        small.grab().toImage().pixelColor(round((1.5 - left) * scale), round((1.5 - top) * scale)).name() == "#112233"
    )


def test_examples_of_each_edition_have_a_heading_of_their_own(qtbot):
    """No two groups of examples in the New dialog are called the same."""
    dialog = NewDialog(dark=False)
    qtbot.addWidget(dialog)
    groups = [dialog.tree.topLevelItem(at).text(0) for at in range(dialog.tree.topLevelItemCount())]
    assert len(groups) == len(set(groups))
    assert "Examples: Dungeon Bowl (2021), four teams" in groups


def test_three_boxes_are_counted_as_three(hand):
    """The edition for four teams has three boxes: two End Zones are left of six, each named room lies once.

    A new dungeon of the edition for two has both of its End Zones on the table already.
    """
    tiles = hand.window.tiles

    def left():
        tiles.set_box.setCurrentText("gw-2021")
        items = [tiles.list.item(at) for at in range(tiles.list.count())]
        items = [item for item in items if item.data(Qt.ItemDataRole.UserRole) is not None]  # headings left out
        return {item.data(Qt.ItemDataRole.UserRole).id: item.text().split("\n")[1] for item in items}

    hand.workspace.open_layout(dungeon_files.build_template("gw-2021"), None)
    assert (left()["gw-2021/end-zone"], left()["gw-2021/armoury"]) == ("0 of 2 left over", "1 of 1 left over")
    hand.workspace.open_layout(dungeon_files.build_template("gw-2021-multiplayer", 4), None)
    assert (left()["gw-2021/end-zone"], left()["gw-2021/armoury"]) == ("2 of 6 left over", "1 of 1 left over")
