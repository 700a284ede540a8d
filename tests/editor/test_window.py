"""The window as a whole: symmetry, problems, fixes, waivers, badges, set-up, files, recovery, faults."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox

from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.actions import format_plain_title
from dungeon_designer.editor.app import Guard
from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.pieces import PIECE_BY_ID
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.errors import WriteError
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Portal, Section, normalise_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rulesets.loader import EDITIONS

EXAMPLE = Path("examples/naf-2019/the-four-winds.dungeon.yaml")
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("........",) * 5),)))


def test_what_is_drawn_is_repeated_across_the_axis(hand):
    """With half-turn symmetry chests and portals come in pairs, each portal with a number, as one step."""
    hand.workspace.open_layout(HALL, None)
    hand.window.editing.set_symmetry_mode(SymmetryMode.HALF_TURN)
    hand.window.select_tool("chest")
    hand.click((2, 2))
    hand.click((3, 3))
    assert hand.layout.chests == ((2, 2), (3, 3), (8, 5), (9, 6))
    hand.window.select_tool("portal")
    hand.click((2, 6))
    assert [(portal.number, portal.at) for portal in hand.layout.portals] == [(1, (2, 6)), (2, (9, 2))]
    assert hand.steps == 3
    hand.undo()
    assert hand.layout.portals == ()


def test_problems_lead_to_their_place(hand):
    """F8 chooses the next problem and marks its squares; the badges of all editions become current."""
    hand.workspace.open_layout(HALL, None)
    verdict = hand.verdict()
    assert verdict is not None
    assert set(hand.window.badges.entries) >= set(EDITIONS)
    hand.window.actions_["next-problem"].trigger()
    finding = hand.window.problems.current_finding
    assert finding == verdict.findings[0]
    assert hand.workspace.marked_squares == finding.squares


def test_a_fix_is_one_step(hand):
    """Fixes are offered with the problem; carrying one out is one step of the history, and undo takes it back."""
    portals = (Portal(number=1, at=(2, 2)), Portal(number=7, at=(8, 6)))
    hand.workspace.open_layout(replace(HALL, portals=portals), None)
    verdict = hand.verdict()
    finding = next(finding for finding in verdict.findings if finding.rule == "portal-numbers")
    hand.window.quick_fixes.apply_fix(finding.fixes[0])
    assert [portal.number for portal in hand.layout.portals] == [1, 2]
    assert hand.steps == 1
    hand.undo()
    assert hand.layout.portals == portals


def test_a_waiver_sets_a_problem_aside(hand):
    """A waiver with its reason stands in the layout, and its problem is counted as waived."""
    hand.workspace.open_layout(HALL, None)
    before = hand.verdict()
    hand.window.rules.add_waiver("chest-count", "club night")
    after = hand.verdict()
    assert after.waived_count == before.waived_count + 1
    assert hand.layout.waivers[0].reason == "club night"


def test_a_badge_chooses_the_ruleset(hand):
    """A click on a badge makes that edition the dungeon's own, as one step."""
    hand.workspace.open_layout(HALL, None)
    hand.verdict()
    hand.window.badges.entries["gw-2021"].trigger()
    assert hand.layout.ruleset == "gw-2021"
    assert hand.verdict().ruleset == "gw-2021"


def test_a_ruleset_of_ones_own_has_a_badge(hand):
    """A house ruleset is checked beside the editions."""
    hand.workspace.open_layout(HALL, None)
    house = sorted(Path("examples/house-rules").glob("*.toml"))[0].resolve()
    hand.window.rules.add_ruleset_file(house)
    hand.verdict()
    assert str(house) in hand.window.badges.entries


def test_an_example_is_legal_in_the_window(hand):
    """An example that the command line calls legal is legal in the window."""
    hand.window.filing.open_in_place(EXAMPLE)
    assert hand.verdict().is_legal()
    assert hand.window.windowTitle().startswith("The Four Winds")


@pytest.mark.parametrize("ending", [".dungeon.yaml", ".dungeon.json"])
def test_save_and_open_again(hand, tmp_path, ending):
    """Both forms keep every fact, and a saved document is not called changed."""
    path = tmp_path / f"hall{ending}"
    hand.workspace.open_layout(HALL, None)
    hand.window.select_tool("chest")
    hand.click((3, 3))
    assert hand.window.filing.write_document(path)
    assert hand.workspace.document.is_saved
    assert read_dungeon_file(path) == hand.layout
    assert hand.window.filing.open_in_place(path)
    assert path.resolve() in hand.window.filing.list_recent_files()


def test_a_sketch_keeps_its_comments(hand, tmp_path):
    """Saving a sketch a person wrote leaves his comment line."""
    path = tmp_path / "winds.dungeon.yaml"
    path.write_bytes(EXAMPLE.read_bytes())
    hand.window.filing.open_in_place(path)
    hand.window.select_tool("select")
    square = hand.layout.chests[0]
    hand.drag(square, (square[0] + 1, square[1]))
    assert hand.window.filing.save()
    assert path.read_text().startswith("# Four corner rooms")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"format": "dungeon-layout", "version": 99}', "version"),
        ("map: [", ""),
        ("sections:\n  - {id: A, tile: no/such, at: [0, 0]}\n", "no/such"),
    ],
)
def test_a_file_that_cannot_be_opened_leaves_the_document(hand, tmp_path, answers, text, said):
    """A newer version, broken text or an unknown tile is told in one dialog; what was open stays open."""
    hand.workspace.open_layout(HALL, None)
    path = tmp_path / ("x.dungeon.json" if text.startswith("{") else "x.dungeon.yaml")
    path.write_text(text)
    assert not hand.window.filing.open_in_place(path)
    assert len(answers.told) == 1
    assert said in answers.told[0]
    assert hand.layout == HALL
    assert path.read_text() == text


def test_a_full_disk_keeps_the_work(hand, tmp_path, answers, monkeypatch):
    """When writing fails, one dialog says so, the old file is whole and the work lies in the recovery file."""
    path = tmp_path / "hall.dungeon.json"
    hand.workspace.open_layout(HALL, None)
    hand.window.filing.write_document(path)
    before = path.read_bytes()
    hand.window.select_tool("chest")
    hand.click((3, 3))

    def full(target, *_):
        raise WriteError(f"{target}: cannot be written: no space left on device")

    monkeypatch.setattr(dungeon_files, "write_file", full)
    assert not hand.window.filing.save()
    assert "no space left" in answers.told[-1]
    assert path.read_bytes() == before
    assert hand.window.workspace.document.recovery.file.exists()
    assert not hand.workspace.document.is_saved


def test_a_read_only_file_is_left_alone(hand, tmp_path, answers, monkeypatch):
    """A write-protected file is refused in words."""
    path = tmp_path / "hall.dungeon.json"
    hand.workspace.open_layout(HALL, None)
    hand.window.filing.write_document(path)
    before = path.read_bytes()
    path.chmod(0o444)
    monkeypatch.setattr("os.access", lambda *_: False)
    hand.window.select_tool("chest")
    hand.click((3, 3))
    assert not hand.window.filing.save()
    assert "write-protected" in answers.told[-1]
    assert path.read_bytes() == before


def test_a_change_on_disk_is_noticed(hand, tmp_path, answers):
    """When another program writes the file, it is read again if one says so."""
    path = tmp_path / "hall.dungeon.json"
    hand.workspace.open_layout(HALL, None)
    hand.window.filing.write_document(path)
    dungeon_files.save_layout(replace(HALL, chests=((3, 3),)), path)
    answers.question = QMessageBox.StandardButton.Yes
    hand.window.filing.disk.check_file()
    assert hand.layout.chests == ((3, 3),)


def test_recovery_never_touches_the_real_file_and_is_offered(hand, tmp_path, answers):
    """Work that another, killed process left is offered at a start and comes back unsaved."""
    path = tmp_path / "hall.dungeon.json"
    hand.workspace.open_layout(HALL, None)
    hand.window.filing.write_document(path)
    before = path.read_bytes()
    folder = tmp_path / "recovery"
    hand.window.workspace.document.recovery = RecoveryFile(folder)
    script = (
        "import os, sys, signal; from pathlib import Path; from dungeon_designer.editor.recovery import RecoveryFile;"
        "from dungeon_designer.layout.model import Layout;"
        "RecoveryFile(Path(sys.argv[1])).write_work(Layout(chests=((9, 9),)), Path(sys.argv[2]));"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script, str(folder), str(path)], check=False, timeout=60)
    assert len(hand.window.workspace.document.recovery.list_unsaved_work()) == 1
    assert hand.window.dialogs.offer_recovery()
    assert hand.layout.chests == ((9, 9),)
    assert hand.workspace.document.path == path
    assert not hand.workspace.document.is_saved
    assert path.read_bytes() == before


def test_a_fault_of_ours_is_one_dialog(hand, tmp_path, answers):
    """An exception nobody caught is told once, its traceback goes into a file, the work into recovery."""
    hand.workspace.open_layout(HALL, None)
    hand.window.select_tool("chest")
    hand.click((3, 3))
    guard = Guard(hand.window, hand.window.filing.autosave.save_recovery, tmp_path / "fault.txt")
    try:
        raise ZeroDivisionError("oh")
    except ZeroDivisionError as error:
        guard.handle_exception(error)
    assert len(answers.told) == 1
    assert "ZeroDivisionError" in (tmp_path / "fault.txt").read_text()
    assert hand.window.workspace.document.recovery.file.exists()


def test_every_action_can_be_found_and_called_otherwise(hand):
    """A key given to one action is taken from another; all can be set back."""
    actions = hand.window.actions_
    actions.set_key("export", QKeySequence("Ctrl+S"))
    assert actions["save"].shortcut().isEmpty()
    actions.reset_keys()
    assert actions["save"].shortcut() == QKeySequence("Ctrl+S")


def test_every_action_is_found_and_has_a_key(hand):
    """Whatever can be done can be read in the finder, with the key that does it; what is rare stands in no menu."""
    finder = Finder(hand.window.actions_, hand.window)
    found = {finder.list.topLevelItem(row).text(0) for row in range(finder.list.topLevelItemCount())}
    for action in hand.window.actions_:
        assert format_plain_title(action) in found or not (action.isVisible() and action.isEnabled()), action.text()
        assert not action.shortcut().isEmpty() or action.objectName() in ("about", "copy-link"), action.text()
    finder.deleteLater()


def test_every_piece_says_what_it_is(hand):
    """Pointing at a piece of the palette, or at its button, teaches what it is in the game."""
    for piece in PIECE_BY_ID.values():
        assert hand.window.actions_[f"tool-{piece.id}"].statusTip() == piece.tip


def test_no_two_actions_have_one_key(hand):
    """Each shortcut, second ones too, calls one action of the window."""
    keys = [key.toString() for action in hand.window.findChildren(QAction) for key in action.shortcuts()]
    keys = [key for key in keys if key]
    assert len(keys) > 100
    assert len(keys) == len(set(keys))


def test_no_two_lines_of_a_menu_have_one_letter(hand):
    """Each underlined letter of an open menu calls one of its lines."""
    for menu in (*hand.window.menuBar().findChildren(QMenu), *hand.window.findChildren(QMenu)):
        words = [action.text().replace("&&", "").lower() for action in menu.actions()]
        letters = [text[text.index("&") + 1] for text in words if "&" in text]
        assert len(letters) == len(set(letters)), (menu.title(), letters)


def test_two_hundred_thousand_calls_that_return_none(qapp):
    """Qt calls that return None do not wear None out (PySide6 6.12 did)."""
    point = QPoint()
    for i in range(200_000):
        point.setX(i)
    assert point.x() == 199_999


def test_light_and_dark(hand):
    """The window and the map change together."""
    hand.window.set_dark(True)
    assert hand.canvas.options.theme == "slate"
    hand.window.set_dark(False)
    assert hand.canvas.options.theme == "parchment"


def test_the_wheel_keeps_what_is_under_the_pointer(hand):
    """Zooming in and out about a pixel leaves that point of the map there."""
    view = hand.canvas.view.zoom(3, 100, 80)
    was, now = hand.canvas.view.find_point(100, 80), view.find_point(100, 80)
    assert abs(was[0] - now[0]) < 0.05
    assert abs(was[1] - now[1]) < 0.05
    hand.key(Qt.Key.Key_Escape)


CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HALVES = normalise_layout(replace(HALL, chests=((3, 3), (8, 5)), portals=(Portal(number=1, at=(3, 5)),)))


@pytest.mark.parametrize(("key", "held"), [(Qt.Key.Key_Y, CONTROL), (Qt.Key.Key_Z, CONTROL | SHIFT)])
def test_both_keys_of_redo(hand, key, held):
    """Ctrl+Y and Ctrl+Shift+Z bring back what undo took, and do nothing when there is nothing to bring back."""
    hand.workspace.open_layout(HALL, None)
    hand.in_front()
    hand.window.select_tool("chest")
    hand.click((3, 3))
    hand.key(Qt.Key.Key_Z, CONTROL)
    assert hand.layout.chests == ()
    hand.key(key, held)
    assert hand.layout.chests == ((3, 3),)
    hand.key(key, held)
    assert (hand.layout.chests, hand.steps) == (((3, 3),), 1)


def test_the_second_key_of_redo_can_be_given_away(hand):
    """Another action called by Ctrl+Shift+Z takes it from redo, which keeps Ctrl+Y; a reset gives it back."""
    actions = hand.window.actions_
    redo = [QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")]
    assert actions["redo"].shortcuts() == redo
    actions.set_key("export", redo[1])
    assert actions["redo"].shortcuts() == redo[:1]
    actions.reset_keys()
    assert actions["redo"].shortcuts() == redo
    assert actions["export"].shortcuts() == [QKeySequence("Ctrl+E")]


def test_make_symmetric_asks_before_it_replaces(hand, answers):
    """Make symmetric replaces what lies beyond the axis only with consent; undo brings it and the symmetry back."""
    hand.workspace.open_layout(HALVES, None)
    hand.in_front()
    answers.question = QMessageBox.StandardButton.Cancel
    hand.key(Qt.Key.Key_M, CONTROL | SHIFT)
    assert answers.told == ["1 object beyond the axis would give way to the first half of the map. Go on?"]
    assert (hand.layout, hand.steps, hand.workspace.symmetry.mode) == (HALVES, 0, SymmetryMode.OFF)
    answers.question = QMessageBox.StandardButton.Yes
    hand.key(Qt.Key.Key_M, CONTROL | SHIFT)
    assert hand.layout.chests == ((3, 3), (8, 3))
    assert (hand.steps, hand.workspace.symmetry.mode) == (1, SymmetryMode.LEFT_RIGHT)
    assert hand.window.symmetry.currentData() == SymmetryMode.LEFT_RIGHT
    hand.key(Qt.Key.Key_Z, CONTROL)
    assert (hand.layout, hand.workspace.symmetry.mode) == (HALVES, SymmetryMode.OFF)
    hand.key(Qt.Key.Key_Y, CONTROL)
    assert hand.workspace.symmetry.mode is SymmetryMode.LEFT_RIGHT


def test_make_symmetric_of_one_half_asks_nothing(hand, answers):
    """Make symmetric asks nothing if the other half is empty, and says so if nothing has to change."""
    said = []
    hand.workspace.message_sent.connect(said.append)
    hand.workspace.open_layout(replace(HALVES, chests=((3, 3),)), None)
    hand.in_front()
    hand.key(Qt.Key.Key_M, CONTROL | SHIFT)
    assert hand.layout.chests == ((3, 3), (8, 3))
    hand.key(Qt.Key.Key_M, CONTROL | SHIFT)
    assert (answers.told, hand.steps) == ([], 1)
    assert said[-1] == "The dungeon is symmetric already."


def test_room_left_and_above_keeps_the_axis_through_undo(hand):
    """The axis moves with the map, and back with it."""
    hand.workspace.open_layout(HALL, None)
    hand.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    middle = hand.workspace.symmetry.middle
    hand.window.editing.shift_map()
    assert hand.workspace.symmetry.middle == (middle[0] + 8, middle[1] + 8)
    hand.undo()
    assert hand.workspace.symmetry.middle == middle


@pytest.mark.parametrize(("key", "way"), list(zip("12345", SymmetryMode, strict=True)))
def test_each_symmetry_has_a_key(hand, key, way):
    """Ctrl and a figure choose a symmetry; its tick and the box of the tool bar follow, as the tick does the box."""
    hand.workspace.open_layout(HALL, None)
    hand.in_front()
    hand.key(Qt.Key(ord(key)), CONTROL)
    assert hand.workspace.symmetry.mode is way
    assert hand.window.symmetry.currentData() == way
    hand.window.symmetry.setCurrentIndex(0)
    hand.window.symmetry.activated.emit(0)
    assert hand.window.actions_["symmetry-off"].isChecked()


def test_the_tiles_follow_the_ruleset(hand):
    """A click on a badge brings that edition's tiles; an edition that has none leaves those that are shown."""
    hand.qtbot.waitUntil(lambda: bool(hand.window.badges.entries), timeout=20000)
    for ruleset, shown in (("gw-2021", "gw-2021"), ("naf-2019", "gw-2021"), ("brawl-2013", "brawl-2013")):
        hand.window.badges.entries[ruleset].trigger()
        assert hand.window.tiles.set_box.currentText() == shown
