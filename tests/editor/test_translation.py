"""Every text of the window can be translated: a language of ‹brackets› is spoken, and nothing is seen without them."""

import ast
import os
import subprocess
import sys
import xml.etree.ElementTree as Tree
from inspect import getdoc
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QSettings, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.pieces import PIECE_BY_ID
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.grid import Side
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import (
    CounterContent,
    EdgeDoor,
    Label,
    Layout,
    LeapEdge,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Waiver,
    Wall,
)
from dungeon_designer.layout_edits.descriptions import TRANSLATED_KINDS
from dungeon_designer.layout_edits.objects import list_objects
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.set_up.order import build_set_up_order
from dungeon_designer.set_up.session import start_set_up
from dungeon_designer.templates import bundled
from dungeon_designer.translation import set_translator
from scripts import write_texts
from tests.editor.pseudo_language import find_untranslated, list_texts, load_language, write_language
from tests.soak import sample, soak

needs_tools = pytest.mark.skipif(
    not (write_texts.find_qt_tool("pyside6-lupdate") and write_texts.find_qt_tool("pyside6-lrelease")),
    reason="lupdate and lrelease are missing; they come with PySide6-Essentials",
)

EVERYTHING = Layout(
    name="Xyzzy",
    author="Xyzzy",
    notes="Xyzzy",
    ruleset="gw-2021",
    sections=(
        Section(id="A", kind=SectionKind.END_ZONE, side=Team.HOME, rows=("......",) * 6),
        Section(id="B", kind=SectionKind.END_ZONE, side=Team.AWAY, at=(12, 0), rows=("......",) * 6),
        Section(id="C", kind=SectionKind.CORRIDOR, at=(6, 0), rows=("......",) * 6),
        Section(id="D", kind=SectionKind.ROOM, name="Xyzzy", at=(0, 8), rows=("........",) * 8),
    ),
    walls=(Wall(at=(2, 2), side=Side.EAST, width=2),),
    doors=(EdgeDoor(at=(5, 2), side=Side.EAST),),
    square_doors=(SquareDoor(at=(7, 9)),),
    terrain=(Terrain(kind=TerrainKind.LAVA, at=(1, 9)), Terrain(kind=TerrainKind.ROPE_BRIDGE, at=(1, 10))),
    obstacles=(Obstacle(kind=ObstacleKind.STATUE, at=(3, 9)),),
    chests=((4, 4), (4, 5), (8, 3)),
    portals=(Portal(number=1, at=(9, 3)), Portal(number=3, at=(0, 14))),
    traps=(
        Trap(kind=TrapKind.OPEN_PIT, at=(5, 9)),
        Trap(kind=TrapKind.TRAPDOOR, at=(5, 11), below="spiked_pit"),
        Trap(kind=TrapKind.COUNTER, at=(5, 13), owner=Team.HOME, content=CounterContent.NOTHING),
    ),
    leap_edges=(LeapEdge(at=(1, 9), side=Side.EAST),),
    machines=(RotatingRoom(sections=("A",)), RollingBall(at=(0, 8), travel=Side.EAST, length=6)),
    waivers=(Waiver(rule="chest-count", reason="Xyzzy"),),
    labels=(Label(text="Xyzzy", at=(2, 12)),),
)
"""Something of everything; its own words are all Xyzzy."""

OWN = ("Xyzzy",)
WHY = {name for name in RULE_NAMES if load_rule(name).closed_square_text}


@pytest.fixture(scope="module")
def text_list(tmp_path_factory):
    """The list of all texts, as translators get it."""
    return write_texts.write_text_list(tmp_path_factory.mktemp("texts"))


@pytest.fixture(scope="module")
def spoken(qapp, text_list, tmp_path_factory):
    """The language of brackets, spoken as long as these tests run."""
    language = load_language(text_list, tmp_path_factory.mktemp("language"))
    qapp.installTranslator(language)
    set_translator(QCoreApplication.translate)  # as a window would, if a test before had made one
    yield language
    qapp.removeTranslator(language)


@pytest.fixture(scope="module")
def bracketed(spoken, tmp_path_factory):
    """A window made while the language is spoken."""
    folder = tmp_path_factory.mktemp("bracketed")
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(folder / "recovery"), dark=False)
    window.show()
    window.canvas.setFixedSize(900, 600)
    yield window
    for place in range(len(window.tabs)):
        window.tabs.find_document(place).mark_saved()
    window.close()
    window.deleteLater()


@pytest.fixture
def table(bracketed, qtbot, answers):
    """That window with everything on its table, and what was told in the status bar."""
    said = []
    bracketed.workspace.message_sent.connect(said.append)
    bracketed.workspace.document.mark_saved()
    bracketed.workspace.open_layout(EVERYTHING, None)
    bracketed.select_tool("select")
    bracketed.canvas.show_view(Viewport(24, -48, -48))
    yield SimpleNamespace(
        window=bracketed, workspace=bracketed.workspace, canvas=bracketed.canvas, said=said, qtbot=qtbot
    )
    bracketed.workspace.message_sent.disconnect(said.append)


def list_plain_english(texts, kept=OWN):
    """Return the texts that show words outside of brackets, with those words."""
    return {text: left for text in texts if text and (left := find_untranslated(text, kept))}


def wait_for_problems(table):
    """Wait until the rule book has answered; gives the rules' own words, which stay English."""
    buttons = table.window.badges.entries.values()
    table.qtbot.waitUntil(lambda: all("…" not in button.text() for button in buttons), timeout=20000)
    found = table.workspace.verdict.findings
    return [
        each
        for finding in found
        for each in (finding.message, finding.source, str(finding.required), *(fix.title for fix in finding.fixes))
    ]


def point_at(table, x, y):
    across, down = table.canvas.view.find_pixel(x, y)
    place = QPoint(round(across), round(down))
    QTest.mouseMove(table.canvas, place + QPoint(2, 1))
    QTest.mouseMove(table.canvas, place)
    return place


def read_shown(table):
    """Return what is to be read over the map, and of the tool below it."""
    tool = table.canvas.tool
    over = tool.preview
    return [
        over.label,
        over.heading,
        *(area.text for area in over.areas),
        tool.title,
        tool.hint,
        table.window.hint_label.text(),
    ]


# The list -----------------------------------------------------------------------------------------------------


def read_messages(path):
    """Return the messages of a list of texts or of a language's file."""
    return list(Tree.parse(path).iter("message"))  # noqa: S314 - our own file


@needs_tools
def test_make_texts_brings_list_and_languages_up_to_date(tmp_path, text_list):
    """`make texts` replaces an old list; a language gets the texts it lacks, keeps its own, and is compiled."""
    folder = tmp_path / "translations"
    write_texts.main(folder)
    (folder / write_texts.LIST_NAME).write_text("an old list", encoding="utf-8")
    language = folder / "dungeon-designer_de.ts"
    language.write_text(
        '<!DOCTYPE TS><TS version="2.1" language="de" sourcelanguage="en"><context><name>actions</name>'
        "<message><source>&amp;Open…</source><translation>&amp;Öffnen …</translation></message></context></TS>",
        encoding="utf-8",
    )
    write_texts.main(folder)
    assert (folder / write_texts.LIST_NAME).read_bytes() == text_list.read_bytes()
    translations = {message.findtext("source"): message.findtext("translation") for message in read_messages(language)}
    assert translations.keys() == {message.findtext("source") for message in read_messages(text_list)}
    assert {translation for translation in translations.values() if translation.strip()} == {"&Öffnen …"}
    spoken = QTranslator()
    assert spoken.load(str(language.with_suffix(".qm")))
    assert spoken.translate("actions", "&Open…") == "&Öffnen …"


@needs_tools
def test_no_text_is_overlooked(text_list):
    """lupdate passes over some calls (inside f-strings, some plurals): what the program asks for is on the list."""
    listed = {message.findtext("source") for message in read_messages(text_list)}
    calls = [
        call
        for folder in write_texts.SOURCE_FOLDERS
        for file in folder.rglob("*.py")
        for call in _list_translated_texts(file)
    ]
    assert len(calls) > 400
    assert {text for text in calls if text not in listed} == set()


def _list_translated_texts(file):
    """Yield the texts of all calls that ask for a translation in a file."""
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            place = {"tr": 0, "translate": 1, "mark_for_translation": 1}.get(name, len(call.args))
            text = getattr(call.args[place], "value", None) if place < len(call.args) else None
            if isinstance(text, str):  # painters translate, too, by numbers
                yield text


@needs_tools
def test_every_text_has_a_place_and_no_doubtful_plural(text_list):
    """Each text stands under a heading, and those with a number say so to translators."""
    text = text_list.read_text("utf-8")
    assert "<name></name>" not in text
    for message in text.split("<message")[1:]:
        assert ("%n" in message.split("</source>")[0]) == message.startswith(' numerus="yes"'), message


# The window ---------------------------------------------------------------------------------------------------


@needs_tools
def test_the_window_speaks_the_language(table):
    """Menus, bars, docks, badges, problems are in the user's language; words of books, rules and figures are kept."""
    rules = (*wait_for_problems(table), *(getdoc(each.function) or "" for each in MEASURES.values()))
    table.window.show_rule("chest-spacing")
    page = table.window.rule_book.text.toPlainText()
    assert not list_plain_english(list_texts(table.window), (*OWN, *rules, page))


@soak
@needs_tools
@pytest.mark.parametrize("at", sample(range(len(tuple(list_objects(EVERYTHING)))), 8))
def test_properties_speak_the_language(table, at):
    """The form of each kind of thing, and its words under the pointer."""
    thing = list(list_objects(table.workspace.layout))[at]
    table.workspace.select_objects({thing})
    left = list_plain_english(list_texts(table.window.properties))
    assert {text for text in left if text not in ("A", "B", "C", "D")} == set()


@needs_tools
def test_every_tool_speaks_the_language(table, monkeypatch):
    """Whatever a tool says before, in and after a gesture, and what the history calls it."""
    monkeypatch.setattr(table.window.rules.worker, "submit_request", lambda *_: 0)
    found = set()
    for name in PIECE_BY_ID:
        table.window.select_tool(name)
        found.update(read_shown(table))
        for x, y in ((0.5, 0.5), (4.5, 4.5), (9.5, 3.5), (7.02, 9.5), (5.5, 9.5), (14.5, 12.5), (3.5, 3.5)):
            point_at(table, x, y)
            found.update(read_shown(table))
        place = point_at(table, 2.5, 12.5)
        QTest.mousePress(table.canvas, Qt.MouseButton.LeftButton, pos=place)
        point_at(table, 4.5, 13.5)
        found.update(read_shown(table))
        QTest.mouseRelease(table.canvas, Qt.MouseButton.LeftButton, pos=place)
        point_at(table, -1.5, -1.5)
        found.update(read_shown(table))
    stack = table.workspace.document.stack
    titles = [stack.text(step) for step in range(stack.count())]
    assert len(titles) > 20
    assert not list_plain_english([*found, *titles, *table.said], (*OWN, "gw-1989, Setting Up: Doors"))


@needs_tools
def test_measures_speak_the_language(table):
    """Figures between squares, reach and passes, under every edition."""
    found, sources = set(), set()
    for edition in ("gw-1989-expanded", "gw-2021", "naf-2019", "eagbbl"):
        table.window.rules.choose_ruleset(edition)
        table.window.select_tool("measure")
        tool = table.canvas.tool
        assert isinstance(tool, MeasureTool)
        sources.add(tool.measurer.play.portal_source)
        for key, x in ((Qt.Key.Key_1, 16.5), (Qt.Key.Key_2, 3.5), (Qt.Key.Key_3, 3.5)):
            QTest.keyClick(table.canvas, key)
            start = point_at(table, 0.5, 0.5)
            QTest.mousePress(table.canvas, Qt.MouseButton.LeftButton, pos=start)
            end = point_at(table, x, 2.5)
            QTest.mouseRelease(table.canvas, Qt.MouseButton.LeftButton, pos=end)
            found.update(read_shown(table))
    assert not list_plain_english(found, (*OWN, *filter(None, sources)))


@needs_tools
def test_tiles_and_setting_up_speak_the_language(table):
    """A tile in hand, and coaches who place in turns to the last word of the notes."""
    tile = table.workspace.library.list_set_tiles("gw-2021")[0]
    table.window.select_tile(tile)
    found = set()
    for x, y in ((3.5, 3.5), (12.5, 10.5), (22.5, 3.5)):
        point_at(table, x, y)
        found.update(read_shown(table))
    table.window.start_set_up(
        start_set_up(EVERYTHING, table.workspace.ruleset, Team.HOME, build_set_up_order(table.workspace.ruleset).stages)
    )
    for x, y in ((8.5, 3.5), (2.5, 2.5), (20.5, 20.5)):
        place = point_at(table, x, y)
        found.update(read_shown(table))
        QTest.mouseClick(table.canvas, Qt.MouseButton.LeftButton, pos=place)
    stack = table.workspace.document.stack
    found.update(stack.text(step) for step in range(stack.count()))
    books = {f"{name} ({each.source})" for name, each in table.workspace.ruleset.rules.items() if each.source}
    assert not list_plain_english([*found, *table.said], (*OWN, *books, "gw-2021, Setting Up The Game"))


@needs_tools
@pytest.mark.parametrize("dialog", ["new", "finder", "shortcuts", "start", "waive", "set_up", "export", "printing"])
def test_dialogs_speak_the_language(table, dialog, in_a_thread):
    """Each dialog's fields, buttons, lists and tips."""
    made = _open_dialog(table, dialog)
    try:
        kept = {*OWN, *(finding.message for finding in table.workspace.findings)}
        kept |= _list_kept_names(made) if dialog == "new" else set()
        kept |= _list_example_words() if dialog == "start" else set()
        assert not list_plain_english(list_texts(made), kept)
    finally:
        made.close()
        made.deleteLater()


def _open_dialog(table, name):
    from dungeon_designer.editor.dialogs import action_finder, printing, shortcuts_dialog, start, waive_dialog

    window, workspace, actions = table.window, table.workspace, table.window.actions_
    if name == "waive":
        wait_for_problems(table)
    made = {
        "new": lambda: start.NewDialog(False, window),
        "finder": lambda: action_finder.Finder(actions, window),
        "shortcuts": lambda: shortcuts_dialog.ShortcutsDialog(actions, window),
        "start": lambda: start.StartDialog([], window),
        "waive": lambda: waive_dialog.WaiveDialog(workspace.findings[0], window),
        "set_up": lambda: start.SetUpDialog(workspace, window),
        "export": lambda: printing.ExportDialog(workspace, window, window.settings),
        "printing": lambda: printing.PrintDialog(workspace, window, window.settings),
    }[name]()
    made.show()
    if name in ("export", "printing"):
        table.qtbot.waitUntil(lambda: bool(made.summary_label.text()), timeout=30000)
    return made


def _list_kept_names(dialog):
    """Return the examples' names, as their files have them, and their editions', which are the books'."""
    root = dialog.tree.invisibleRootItem()
    groups = [root.child(at) for at in range(1, root.childCount())]
    editions = {load_unchecked_ruleset(edition).name.partition(",")[0] for edition in EDITIONS}
    return editions | {group.child(at).text(0) for group in groups for at in range(group.childCount())}


def _list_example_words():
    """Return the paths and names of the examples, which an empty start list shows, and the names of their editions."""
    editions = {load_unchecked_ruleset(edition).name.partition(",")[0] for edition in EDITIONS}
    paths = [path for _, path in bundled.list_examples()]
    files = {word for path in paths for word in (str(path), path.name, str(path.parent))}
    return editions | files | {read_dungeon_file(path).name for path in paths}


@needs_tools
def test_what_is_told_speaks_the_language(table, answers, tmp_path):
    """Questions and troubles with files; of a file that is wrong only what the reader says of it is kept."""
    filing, path = table.window.filing, tmp_path / "xyzzy.dungeon.yaml"
    filing.reload_file()
    path.write_text("map: [", encoding="utf-8")
    filing.open_in_place(path)
    reader = answers.told.pop().split("\n\n")
    table.workspace.edit_layout("‹Xyzzy›", Layout(name="Xyzzy"))
    filing.may_leave()
    table.window.editing.paste_at_pointer()
    table.window.editing.select_all()
    QTest.keyClick(table.canvas, Qt.Key.Key_Up)
    assert table.said
    assert answers.told
    assert not list_plain_english([reader[0], *answers.told, *table.said], ("xyzzy", *OWN))


@needs_tools
@pytest.mark.parametrize("word", sorted(TRANSLATED_KINDS))
def test_kinds_have_words(spoken, word):
    """Each kind has a word in the language, not only in the program."""
    from dungeon_designer.layout_edits.descriptions import describe_kind

    assert describe_kind(word).startswith("‹")


def test_every_kind_is_known():
    """Whatever a file may hold has words, and so has every rule that says where things may lie."""
    kinds = (*SectionKind, *TerrainKind, *ObstacleKind, *TrapKind, *CounterContent, *Team, *Side)
    assert {str(kind) for kind in kinds} <= set(TRANSLATED_KINDS)
    assert {name for name in WHY if load_rule(name).list_requirements is None} == set()


# The language itself ------------------------------------------------------------------------------------------

PROGRAM = """
from PySide6.QtWidgets import QApplication
from dungeon_designer.editor import app
application = QApplication([app.PROGRAM_NAME])
application.setApplicationName(app.PROGRAM_NAME)
application.setOrganizationName(app.PROGRAM_NAME)
print(app.find_data_folder())
app.install_translations(application)
print(application.translate("actions", "&Open…"))
"""


@needs_tools
@pytest.mark.parametrize(("language", "said"), [("en", "‹&Open…›"), ("fr", "&Open…")])
def test_a_file_in_the_users_folder_is_spoken(text_list, tmp_path, language, said):
    """A language file laid into the data folder is loaded where LANGUAGE asks for it, and only there."""
    surroundings = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LANGUAGE": language, "LANG": "C.UTF-8"}
    surroundings.pop("LC_ALL", None)
    folder = tmp_path / "dungeon-designer" / "dungeon-designer" / "translations"
    folder.mkdir(parents=True)
    write_language(text_list, folder)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=surroundings, capture_output=True, text=True, encoding="utf-8", check=True
    )
    where, heard = done.stdout.splitlines()
    assert folder.parent.samefile(where)
    assert heard == said


@needs_tools
def test_right_to_left_does_no_harm(table):
    """Docks are mirrored in a language written from the right; the map is not, and the pointer finds it."""
    app = QApplication.instance()
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        QCoreApplication.processEvents()
        QTest.mouseClick(table.canvas, Qt.MouseButton.LeftButton, pos=point_at(table, 4.5, 4.5))
        assert table.workspace.selection == {each for each in list_objects(EVERYTHING) if each == ("chests", (4, 4))}
        picture = table.window.grab()
        if kept := os.environ.get("KEEP_PICTURES"):
            picture.save(f"{kept}/right-to-left.png")
        assert table.window.problems.verdict_label.x() > table.window.problems.filter_field.x()
    finally:
        app.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
