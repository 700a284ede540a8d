"""New, find an action, shortcuts and first steps, by mouse and keyboard."""

import os
import re

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QKeySequenceEdit, QPushButton, QTextBrowser, QToolButton

from dungeon_designer.editor import app, dungeon_files
from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.dialogs.manual import ManualDialog
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.editor.dialogs.start import NewDialog, StartDialog
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.model import Layout, Section, SectionKind, normalise_layout
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.templates import bundled

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", rows=("....",) * 4),)))


@pytest.fixture
def keys(hand, unasked):
    """The window with the keys the table's, and the shortcuts as at first."""
    wait_until_active(hand)
    yield hand
    hand.window.actions_.reset_keys()


def wait_until_active(hand):
    """Wait until the dialog has the keys."""
    hand.window.activateWindow()
    hand.canvas.setFocus()
    hand.qtbot.waitUntil(lambda: hand.window.isActiveWindow())


def open_dialog(kind, do, open_it):
    """Open a dialog as a person does, and do something in it once it has the keys."""
    faults, waiting = [], QTimer()

    def act():
        dialog = QApplication.activeWindow()
        if not isinstance(dialog, kind):
            return
        waiting.stop()
        try:
            do(dialog)
        except BaseException as error:
            faults.append(error)
        finally:
            dialog.close()

    waiting.timeout.connect(act)
    waiting.start(10)
    open_it()
    assert not waiting.isActive()
    if faults:
        raise faults[0]


# New --------------------------------------------------------------------------------------------------------------


def begin(hand, do):
    open_dialog(NewDialog, do, lambda: hand.key(Qt.Key.Key_N, CONTROL))


def test_an_empty_table_by_the_keys(keys):
    """Ctrl+N, arrows to an edition, Return: its template lies on the table, not saved anywhere, nothing to undo."""

    def choose(dialog):
        while dialog.template != "gw-2021":
            QTest.keyClick(dialog.tree, Qt.Key.Key_Up)
        assert load_unchecked_ruleset("gw-2021").name in dialog.description.text()
        assert not dialog.picture.pixmap().isNull()
        QTest.keyClick(dialog.tree, Qt.Key.Key_Return)

    begin(keys, choose)
    assert keys.layout.ruleset == "gw-2021"
    assert keys.workspace.document.path is None
    assert (keys.workspace.document.is_saved, keys.steps) == (True, 0)


def test_an_example_by_a_double_click(keys):
    """A double click on an example begins a copy of it: Ctrl+S asks for a name and leaves the example alone."""

    def choose(dialog):
        group = next(
            dialog.tree.topLevelItem(at)
            for at in range(dialog.tree.topLevelItemCount())
            if load_unchecked_ruleset("naf-2019").name in dialog.tree.topLevelItem(at).text(0)
        )
        group.setExpanded(True)
        item = next(group.child(at) for at in range(group.childCount()) if group.child(at).text(0) == "The four winds")
        dialog.tree.scrollToItem(item)
        at = dialog.tree.visualItemRect(item).center()
        QTest.mouseClick(dialog.tree.viewport(), LEFT, pos=at)
        assert "The Four Winds" in dialog.description.text()
        QTest.mouseDClick(dialog.tree.viewport(), LEFT, pos=at)

    begin(keys, choose)
    assert keys.layout.name == "The Four Winds"
    assert keys.workspace.document.path is None


def test_a_heading_is_nothing_to_begin_with(keys):
    """On a heading OK cannot be pressed and a double click only unfolds it; Esc leaves all as it was."""
    keys.workspace.open_layout(HALL, None)

    def choose(dialog):
        QTest.keyClick(dialog.tree, Qt.Key.Key_End)
        assert (dialog.template, dialog.example) == ("", None)
        assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
        item = dialog.tree.currentItem()
        at = dialog.tree.visualItemRect(item).center()
        QTest.mouseDClick(dialog.tree.viewport(), LEFT, pos=at)
        assert dialog.isVisible()
        QTest.keyClick(dialog.tree, Qt.Key.Key_Return)
        assert dialog.isVisible()
        QTest.keyClick(dialog.tree, Qt.Key.Key_Escape)

    begin(keys, choose)
    assert keys.layout == HALL


# Find an action ---------------------------------------------------------------------------------------------------


def find_widgets(hand, do):
    open_dialog(Finder, do, lambda: hand.key(Qt.Key.Key_P, CONTROL | SHIFT))


def list_names(dialog):
    return [dialog.list.topLevelItem(at).text(0) for at in range(dialog.list.topLevelItemCount())]


def test_an_action_is_found_and_done(keys):
    """Ctrl+Shift+P, some letters of each word, Return: it is done, once, and the box is gone."""
    keys.workspace.open_layout(HALL, None)

    def type_in(dialog):
        assert QApplication.focusWidget() is dialog.search
        QTest.keyClicks(dialog.search, "sel all")
        assert list_names(dialog) == ["Select all"]
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
        assert not dialog.isVisible()

    find_widgets(keys, type_in)
    assert len(keys.workspace.selection) == 1


def test_arrows_choose_while_one_types(keys):
    """Down and Up move through what was found, no farther than its ends, and Return does what is chosen."""

    def type_in(dialog):
        QTest.keyClicks(dialog.search, "zoom")
        assert list_names(dialog)[:3] == ["Zoom to fit", "Zoom in", "Zoom out"]
        for _ in range(9):
            QTest.keyClick(dialog.search, Qt.Key.Key_Down)
        assert dialog.list.currentItem().text(0) == list_names(dialog)[-1]
        for _ in range(9):
            QTest.keyClick(dialog.search, Qt.Key.Key_Up)
        assert dialog.list.currentItem().text(0) == "Zoom to fit"
        QTest.keyClick(dialog.search, Qt.Key.Key_Down)
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)

    before = keys.canvas.view.scale
    find_widgets(keys, type_in)
    assert keys.canvas.view.scale > before


def test_nothing_found_is_nothing_done(keys):
    """Return with nothing found leaves the box open; what cannot be done just now is not offered."""

    def type_in(dialog):
        QTest.keyClicks(dialog.search, "undo")
        assert "Undo" not in list_names(dialog)
        QTest.keyClicks(dialog.search, " xyz")
        assert list_names(dialog) == []
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
        assert dialog.isVisible()

    find_widgets(keys, type_in)


def test_an_action_is_found_and_double_clicked(keys):
    """A double click does it as well, even what opens a dialog of its own."""
    stood = []

    def choose(dialog):
        QTest.keyClicks(dialog.search, "shortcuts")
        item = dialog.list.topLevelItem(0)
        at = dialog.list.visualItemRect(item).center()
        QTimer.singleShot(30, lambda: (stood.append(QApplication.activeModalWidget()), stood[0].close()))
        QTest.mouseClick(dialog.list.viewport(), LEFT, pos=at)
        QTest.mouseDClick(dialog.list.viewport(), LEFT, pos=at)

    find_widgets(keys, choose)
    assert isinstance(stood[0], ShortcutsDialog)


# Shortcuts --------------------------------------------------------------------------------------------------------


@pytest.fixture
def shortcuts(keys):
    dialog = ShortcutsDialog(keys.window.actions_, keys.window)
    dialog.show()
    dialog.activateWindow()
    yield dialog
    dialog.close()
    keys.window.activateWindow()


def press_key(dialog, name, key, held=Qt.KeyboardModifier.NoModifier):
    """Give an action a key in its field."""
    dialog.fields[name].setFocus()
    QTest.keyClick(dialog.fields[name], key, held)


def count_calls(hand, name):
    """Return how often an action is called from now on."""
    heard = []
    hand.window.actions_[name].triggered.connect(lambda: heard.append(name))
    return heard


def test_a_key_is_changed(keys, shortcuts):
    """The new key calls the action, the old one no longer does."""
    press_key(shortcuts, "fit", Qt.Key.Key_F7)
    shortcuts.close()
    wait_until_active(keys)
    heard = count_calls(keys, "fit")
    keys.key(Qt.Key.Key_0, CONTROL)
    assert heard == []
    keys.key(Qt.Key.Key_F7)
    assert heard == ["fit"]


def test_a_key_is_taken_from_another(keys, shortcuts):
    """A key that another action had is taken from it, and its field shows that at once."""
    press_key(shortcuts, "fit", Qt.Key.Key_F8)
    assert shortcuts.fields["next-problem"].keySequence().isEmpty()
    assert keys.window.actions_["next-problem"].shortcut().isEmpty()
    assert keys.window.actions_["fit"].shortcut() == QKeySequence("F8")


def test_a_key_is_taken_away(keys, shortcuts):
    """The cross in the field leaves the action without a key."""
    field: QKeySequenceEdit = shortcuts.fields["fit"]
    field.setFocus()
    (cross,) = [button for button in field.findChildren(QToolButton) if button.isVisibleTo(field)]
    QTest.mouseClick(cross, LEFT)
    assert keys.window.actions_["fit"].shortcut().isEmpty()


def test_all_keys_are_set_back(keys, shortcuts):
    """Reset gives every action its first key again, those that were swapped, too."""
    first = {action.objectName(): action.shortcut() for action in keys.window.actions_}
    press_key(shortcuts, "save", Qt.Key.Key_E, CONTROL)
    press_key(shortcuts, "export", Qt.Key.Key_S, CONTROL)
    assert keys.window.actions_["save"].shortcut() == QKeySequence("Ctrl+E")
    box = shortcuts.findChild(QDialogButtonBox)
    QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Reset), LEFT)
    assert {action.objectName(): action.shortcut() for action in keys.window.actions_} == first
    assert {name: field.keySequence() for name, field in shortcuts.fields.items()} == first


def test_shortcuts_are_searched(keys, shortcuts):
    """Letters leave the actions whose words hold them."""
    QTest.keyClicks(shortcuts.search, "Zoom")
    table = shortcuts.table
    left = [table.item(row, 0).text() for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert left == ["Zoom to fit", "Zoom in", "Zoom out"]


# Starting ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def start(qapp, tmp_path, monkeypatch, answers):
    """Start the window as the program does; gives the window and the dialogs that stood."""
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    windows = []
    monkeypatch.setattr(LiveChecking, "request_check", lambda *_: 0)  # which takes most of the time

    def do(file=None):
        window = MainWindow(settings, RecoveryFile(tmp_path / "recovery"), dark=False)
        windows.append(window)
        window.show()
        app._open_first_dungeon(window, file)
        return window, not window.notice.isHidden()

    yield do
    for window in windows:
        window.workspace.document.mark_saved()
        window.close()
        window.deleteLater()


def test_a_first_start_shows_a_dungeon_and_three_sentences(start):
    """The first start alone welcomes; keys chosen in one window are those of the next."""
    window, welcomed = start()
    assert window.workspace.layout.name == "The Four Winds"
    assert window.workspace.document.path is None
    assert welcomed
    dialog = ShortcutsDialog(window.actions_, window)
    dialog.show()
    press_key(dialog, "fit", Qt.Key.Key_F7)
    press_key(dialog, "export", Qt.Key.Key_S, CONTROL)
    dialog.close()
    window.close()
    second, welcomed = start()
    assert not welcomed
    assert second.workspace.layout == normalise_layout(Layout())
    keys = {name: second.actions_[name].shortcut().toString() for name in ("fit", "export", "save")}
    assert keys == {"fit": "F7", "export": "Ctrl+S", "save": ""}


def find_start_dialog(window):
    """Return the dialog of a second start; it does not stop the window, and closing it leaves the empty table."""
    found = [dialog for dialog in window.findChildren(StartDialog) if dialog.isVisible()]
    return found[0] if found else None


@pytest.fixture
def second_start(start, tmp_path):
    """A start after others, with two files that were open lately; the last was beta."""
    window, _ = start()
    for name in ("alpha", "beta"):
        path = tmp_path / f"{name}.dungeon.json"
        dungeon_files.save_layout(normalise_layout(Layout(name=name.capitalize())), path)
        assert window.filing.open_in_place(path)
    window.close()
    return start


def test_a_second_start_offers_the_recent_files(second_start):
    """Return goes on with the last dungeon; Down and Return open the one before."""
    window, _ = second_start()
    dialog = find_start_dialog(window)
    assert [dialog.list.item(at).text().split("\n")[0] for at in range(2)] == [
        "beta.dungeon.json",
        "alpha.dungeon.json",
    ]
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert (window.workspace.layout.name, find_start_dialog(window)) == ("Beta", None)
    window.close()
    window, _ = second_start()
    dialog = find_start_dialog(window)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.mouseClick(dialog.continue_button, Qt.MouseButton.LeftButton)
    assert window.workspace.layout.name == "Alpha"


def test_a_second_start_offers_a_new_dungeon(second_start, monkeypatch):
    """New… leads to the templates; Esc leaves the empty table."""
    called = []
    window, _ = second_start()
    monkeypatch.setattr(NewDialog, "exec", lambda self: called.append(self) or 0)
    (new,) = [each for each in find_start_dialog(window).findChildren(QPushButton) if each.text() == "&New…"]
    QTest.mouseClick(new, Qt.MouseButton.LeftButton)
    assert (len(called), find_start_dialog(window)) == (1, None)
    window.dialogs.show_start()
    QTest.keyClick(find_start_dialog(window), Qt.Key.Key_Escape)
    assert window.workspace.layout == normalise_layout(Layout())


def test_a_bad_file_opens_the_window_and_says_why(start, tmp_path, answers):
    """The window stands with an empty table, and one dialog names the file and its line."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_text("map: |\n  ..\nwrong: 1\n", encoding="utf-8")
    window, _ = start(path)
    assert window.isVisible()
    assert len(answers.told) == 1
    assert f"{path}:3" in answers.told[0]
    assert window.workspace.layout == normalise_layout(Layout())
    assert find_start_dialog(window) is None


def test_the_welcome_is_three_sentences(hand):
    """The welcome stands above the map in three sentences, counts the editions, and goes when dismissed."""
    wait_until_active(hand)
    hand.key(Qt.Key.Key_F1, CONTROL)
    words = hand.window.notice.notice_label.text()
    assert len(words.splitlines()) == 3
    assert f"{len(EDITIONS)} editions" in words
    QTest.mouseClick(hand.window.notice.dismiss_button, LEFT)
    assert hand.window.notice.isHidden()


def test_the_manual_is_opened_at_the_editor(hand):
    """F1 shows the editor's page in a window of its own, with its pictures and links."""
    hand.window.actions_["manual"].trigger()
    (text,) = (each for each in hand.window.findChildren(QTextBrowser) if each.source().fileName() == "editor.md")
    assert "The editor" in text.toPlainText()
    text.window().close()


@pytest.fixture
def manual(hand):
    """The manual in a window of its own, at the page of the editor."""
    dialog = ManualDialog(bundled.find_bundled_folder("docs"), "reference/editor.md", hand.window)
    dialog.show()
    yield dialog
    dialog.close()
    dialog.deleteLater()


def test_links_of_the_manual_lead_to_their_headings_and_back(manual):
    """A link to a heading of another page shows that heading at the top; Back returns to the page before."""
    text = manual.text
    text.setSource(text.source().resolved(QUrl("../how-to/propose.md#neighbours-of-a-dungeon")))
    assert text.source().fileName() == "propose.md"
    assert text.cursorForPosition(QPoint(5, 12)).block().text() == "Neighbours of a dungeon"
    manual.back_button.click()
    assert text.source().fileName() == "editor.md"
    manual.forward_button.click()
    assert text.source().fileName() == "propose.md"


def test_every_anchor_in_the_manual_is_found(manual):
    """Each link with an anchor, in any page, names a heading that the manual's window finds."""
    anchors = {part.page: {each.anchor for each in parts} for parts in manual._pages for part in parts}
    folder, links = manual._folder, 0
    for page in anchors:
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", (folder / page).read_text(encoding="utf-8")):
            aim = os.path.relpath((folder / page).parent / target, folder) if target else page
            if aim in anchors:
                assert anchor in anchors[aim], f"{page} links to {aim}#{anchor}"
                links += 1
    assert links > 10


def test_the_manual_is_searched_and_has_contents(manual):
    """The contents name each page; words that are typed leave the sections that hold them, the heading first."""
    titles = [manual.contents.topLevelItem(at).text(0) for at in range(manual.contents.topLevelItemCount())]
    assert titles[:3] == ["Dungeon Designer", "Start", "Tutorials"]
    reference = manual.contents.topLevelItem(titles.index("Reference"))
    assert "The editor" in [reference.child(at).text(0) for at in range(reference.childCount())]
    manual.search.setText("neighbours dungeon")
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.isVisible()
    assert manual.text.source().fragment() == "neighbours-of-a-dungeon"
    assert manual.contents.topLevelItem(0).text(0).startswith("Neighbours of a dungeon – ")
    manual.search.clear()
    assert manual.contents.topLevelItemCount() == len(titles)


def test_pictures_of_the_manual_are_no_wider_than_its_text(manual, qtbot):
    """In a narrow window the pictures become smaller, and the place that is read stays in sight."""
    picture = QTextDocument.ResourceType.ImageResource.value
    whole = manual.text.loadResource(picture, "../pictures/editor-reach.png").width()
    manual.resize(560, 400)
    qtbot.waitUntil(
        lambda: (
            manual.text.loadResource(picture, "../pictures/editor-reach.png").width() < manual.text.viewport().width()
        )
    )
    assert manual.text.loadResource(picture, "../pictures/editor-reach.png").width() < whole
    qtbot.waitUntil(lambda: not manual.text._reload_timer.isActive())
    assert "The editor" in manual.text.toPlainText()


def test_an_installed_program_without_a_browser_says_where_the_manual_is(hand, tmp_path, monkeypatch):
    """Where no browser opens and the pages did not come along, a message names the file of the manual."""
    (tmp_path / "reference").mkdir()
    page = tmp_path / "reference" / "editor.html"
    page.write_text("<p>built</p>", encoding="utf-8")
    monkeypatch.setattr(bundled, "find_bundled_folder", lambda name: tmp_path if name == "site" else None)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    messages = []
    hand.window.workspace.message_sent.connect(messages.append)
    hand.window.dialogs.show_manual()
    assert messages == [f"No browser opened. The manual is the file {page}."]


@pytest.mark.parametrize("has_browser", [True, False])
def test_the_built_site_is_opened_where_it_is_installed(hand, tmp_path, monkeypatch, has_browser):
    """F1 opens the built page in the browser; where no browser opens, the editor's own window shows the manual."""
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "editor.html").write_text("<p>built</p>", encoding="utf-8")
    opened, find = [], bundled.find_bundled_folder
    monkeypatch.setattr(bundled, "find_bundled_folder", lambda name: tmp_path if name == "site" else find(name))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.fileName()) or has_browser)
    hand.window.dialogs.show_manual()
    assert opened == ["editor.html"]
    shown = [dialog for dialog in hand.window.findChildren(ManualDialog) if dialog.isVisible()]
    assert len(shown) == (0 if has_browser else 1)
    for dialog in shown:
        dialog.close()


def list_start_entries(dialog, qtbot):
    """Return the lines of each entry of the start dialog, once all pictures are drawn."""
    qtbot.waitUntil(lambda: not dialog._items_to_draw, timeout=60000)
    return [dialog.list.item(row).text().split("\n") for row in range(dialog.list.count())]


def test_the_start_list_says_edition_and_verdict(second_start, qtbot):
    """Each recent dungeon is shown with its edition and whether it is legal."""
    window, _ = second_start()
    lines = list_start_entries(find_start_dialog(window), qtbot)
    assert [entry[0] for entry in lines] == ["Beta", "Alpha"]
    assert all(entry[-1].endswith(": not legal") and "2019" in entry[-1] for entry in lines)


def test_an_empty_start_list_shows_examples_and_opens_a_copy(start, qtbot):
    """Without recent files the examples stand there; one of them is opened as a copy without a file."""
    window, _ = start()
    window.dialogs.show_start()
    dialog = find_start_dialog(window)
    assert dialog.list.count() == len(bundled.list_examples())
    QTest.mouseClick(dialog.continue_button, Qt.MouseButton.LeftButton)
    assert window.workspace.layout.sections
    assert window.workspace.document.path is None


def test_an_empty_table_has_end_zones(second_start):
    """Empty table gives each team its end zone in the edition that is chosen."""
    window, _ = second_start()
    (empty,) = [each for each in find_start_dialog(window).findChildren(QPushButton) if each.text() == "&Empty table"]
    QTest.mouseClick(empty, Qt.MouseButton.LeftButton)
    assert [section.kind for section in window.workspace.layout.sections] == [SectionKind.END_ZONE] * 2
    assert window.workspace.document.is_saved
