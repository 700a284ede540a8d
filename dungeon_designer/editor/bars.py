"""The bars round the map: tools and symmetry, the badges of the rulesets, notices, setting up, the picture to trace.

The picture is never part of the dungeon or its file. Kept, its path and place stand in the editor's own settings, under
the path of the dungeon's file.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSettings, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolBar,
    QToolButton,
    QWidget,
)

from dungeon_designer.drawing.sides import luminance
from dungeon_designer.editor.actions import Action, Actions
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.editing import Editing
from dungeon_designer.editor.file_actions import stored_list
from dungeon_designer.editor.layer_visibility import HIDEABLE, put_down_by
from dungeon_designer.editor.pictures import icon, side_icon
from dungeon_designer.editor.pieces import GROUP_BEGINS, TOOLS, Piece
from dungeon_designer.editor.tools.measure import AlignTool, TraceTool
from dungeon_designer.editor.tools.pieces import SetUpTool
from dungeon_designer.editor.traced_picture import TracedPicture, read_picture
from dungeon_designer.editor.widgets import NONE, as_written, combo, made, number, plain_label, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import MatchSide
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.set_up.floor import left_of
from dungeon_designer.set_up.order import What
from dungeon_designer.set_up.session import SetUp, pieces, way_to
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate


class ToolBar(QToolBar):
    """The actions of the tools, and two lists to choose from: `symmetry` and `ruleset`."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(self.tr("Tools"), iconSize=QSize(24, 24))
        self.setObjectName("tools")
        self._actions = actions
        for piece in TOOLS:
            action = actions[f"tool-{piece.id}"]
            action.setToolTip(piece.tool_tip)
            if piece.id in GROUP_BEGINS:
                self.addSeparator()
            self.addAction(action)
        self.tools = self.actions()
        self.addSeparator()
        tip = self.tr("Symmetry: whatever you draw is repeated across the axis")
        self.symmetry = combo(self.tr("Symmetry"), ((words, way) for way, words in way_words().items()), tip)
        editions, tip = ((load(name).name, name) for name in EDITIONS), self.tr("The ruleset this dungeon is drawn for")
        self.ruleset = combo(self.tr("Ruleset"), editions, tip)
        for box in (self.symmetry, self.ruleset):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves the keys with the map
            self.addWidget(box)

    def show_ruleset(self, current: str, name: str | None) -> None:
        """The ruleset of the dungeon and its name; None where it cannot be used."""
        at = self.ruleset.findData(current)
        if at < 0:
            self.ruleset.addItem("", current)
            at = self.ruleset.count() - 1
        if at >= len(EDITIONS):
            self.ruleset.setItemText(at, filled(self.tr("%1 (cannot be used)"), current) if name is None else name)
        self.ruleset.setCurrentIndex(at)

    def set_dark(self, dark: bool) -> None:
        """Icons for a dark or a light window."""
        for piece in TOOLS:
            self._actions[f"tool-{piece.id}"].setIcon(icon(piece.picture, dark))


def way_words() -> dict[SymmetryMode, str]:
    """Each way's name."""
    return {
        SymmetryMode.OFF: translate("SymmetryMenu", "No symmetry"),
        SymmetryMode.LEFT_RIGHT: translate("SymmetryMenu", "Left – right"),
        SymmetryMode.TOP_BOTTOM: translate("SymmetryMenu", "Top – bottom"),
        SymmetryMode.HALF_TURN: translate("SymmetryMenu", "Half turn"),
        SymmetryMode.QUARTER_TURNS: translate("SymmetryMenu", "Quarter turns"),
    }


def add_symmetry_menu(edit: QMenu, workspace: Workspace, editing: Editing, actions: Actions) -> None:
    """Keys for what the box in the tool bar chooses, in a submenu; both follow the workspace."""
    menu, group = edit.addMenu(translate("SymmetryMenu", "Symmetry")), QActionGroup(editing)
    tip = translate("SymmetryMenu", "Whatever you draw is repeated, about the middle of the floor")
    for at, (way, words) in enumerate(way_words().items(), start=1):
        action = actions.add(
            Action(f"symmetry-{way}", words, f"Ctrl+{at}", lambda _, way=way: editing.set_way(way), tip, group=True)
        )
        group.addAction(action)
        menu.addAction(action)
    menu.addActions([actions["make-symmetric"], actions["centre-symmetry"]])
    actions[f"symmetry-{workspace.symmetry.way}"].setChecked(True)
    workspace.symmetry_changed.connect(lambda: actions[f"symmetry-{workspace.symmetry.way}"].setChecked(True))


_LOOKS = {
    "legal": ("✓", "#1a7a43", "#5fd38d", marked("Badges", "legal")),
    "warned": ("✓!", "#9a5b00", "#ffb84d", marked("Badges", "legal, with advice not followed")),
    "illegal": ("✗", "#b71c1c", "#ff8a80", marked("Badges", "not legal")),
}
"""How a badge shows what its ruleset says: a sign, a colour on a light and on a dark bar, and words."""


class Badges(QWidget):
    """What the dungeon's own ruleset says, and a button with what each says; one that is chosen there is its own."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QAction] = {}
        self.verdicts: dict[str, Verdict] = {}
        self._dark, self._current = False, ""
        self.own = plain_label()
        self.others = made(QToolButton, autoRaise=True, popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = made(QMenu, self, toolTipsVisible=True)
        self.others.setMenu(self._menu)
        row(self.own, self.others, of=self, margins=NONE)

    def show_rulesets(self, names: list[str], chosen: str) -> None:
        """Have an entry for each of these, the chosen one ticked."""
        self._current = chosen
        if names != list(self.buttons):
            self._menu.clear()
            self.buttons = {name: self._menu.addAction(f"{_shown(name)} …") for name in names}
            for name, entry in self.buttons.items():
                entry.setCheckable(True)
                entry.triggered.connect(lambda _=False, name=name: self._choose(name))
        for name, entry in self.buttons.items():
            entry.setChecked(name == chosen)
        self._sum_up()

    def _choose(self, name: str) -> None:
        self.buttons[name].setChecked(name == self._current)  # until it is
        self.chosen.emit(name)

    def set_dark(self, dark: bool) -> None:
        """Colours that can be read on a light or a dark bar."""
        self._dark = dark
        self._sum_up()

    def wait(self) -> None:
        """Nothing shown is current."""
        for entry in self.buttons.values():
            entry.setText(entry.text().rstrip("…").rstrip() + " …")
        self._sum_up()

    def show_verdict(self, name: str, verdict: Verdict) -> None:
        """What a ruleset says."""
        entry = self.buttons.get(name)
        if entry is None:
            return
        self.verdicts[name] = verdict
        errors, warnings = verdict.count(Level.ERROR), verdict.count(Level.WARNING)
        sign, *_, told = _look(verdict)
        entry.setText(" ".join(filter(None, (_shown(name), sign, str(errors or warnings or "")))))
        tip = self.tr("%1: %2; errors %3, warnings %4. A click makes it the dungeon's ruleset.")
        entry.setToolTip(as_written(filled(tip, _full(name), translate("Badges", told), errors, warnings)))
        self._sum_up()

    def show_missing(self, name: str, fault: str) -> None:
        """A ruleset that cannot be used says nothing."""
        self.verdicts.pop(name, None)
        if name in self.buttons:
            self.buttons[name].setText(f"{_shown(name)} ?")
            self.buttons[name].setToolTip(as_written(filled(self.tr("%1 cannot be asked: %2"), name, fault)))
        self._sum_up()

    def _sum_up(self) -> None:
        """What the chosen one says, in its colour, and how many editions say that it is legal."""
        entry, verdict = self.buttons.get(self._current), self.verdicts.get(self._current)
        self.own.setText(entry.text() if entry is not None else "")
        self.own.setToolTip(entry.toolTip() if entry is not None else "")
        self.own.setStyleSheet(f"color: {_look(verdict)[1 + self._dark]}; font-weight: bold" if verdict else "")
        legal = sum(self.verdicts[name].legal() for name in EDITIONS if name in self.verdicts)
        self.others.setText(filled(self.tr("Legal in %1 of %2 editions"), legal, len(EDITIONS)))


def _look(verdict: Verdict) -> tuple[str, str, str, str]:
    return _LOOKS["illegal" if verdict.count(Level.ERROR) else "warned" if verdict.count(Level.WARNING) else "legal"]


def _full(name: str) -> str:
    """A ruleset's name in full; a file's as it is."""
    return load(name).name if name in EDITIONS else name


def _shown(name: str) -> str:
    """The name that stands on the badge; of a file without its folder."""
    return _full(name) if name in EDITIONS else Path(name).name


class LayerVisibility(QObject):
    """Ticks that say which kinds are seen. `note` tells that some are hidden, and one click on it shows all again."""

    def __init__(self, workspace: Workspace, canvas: QWidget, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.actions = workspace, canvas, actions
        tip = self.tr("Hidden on the screen alone: exports, prints and the file have everything")
        self.note = made(QPushButton, toolTip=tip, clicked=self.show_all)
        self.note.hide()
        tip = self.tr("Seen on the map; what is not seen cannot be picked there. The file and exports have everything")
        for kind in HIDEABLE:
            words, toggle = translate("hiding", kind.words), partial(self._toggle, kind.id)
            actions.add(Action(f"show-{kind.id}", words, kind.key, toggle, tip, ticked=True))
        words, tip = self.tr("Show &all"), self.tr("Hide nothing on the map")
        actions.add(Action("show-all", words, "Alt+Shift+A", lambda _: self.show_all(), tip))
        actions["marks"].toggled.connect(self._refresh)
        workspace.hidden_changed.connect(self._refresh)

    def fill(self, view: QMenu) -> None:
        """The submenu of the View menu."""
        menu = view.addMenu(self.tr("Sho&w on the map"))
        for kind in HIDEABLE:
            menu.addAction(self.actions[f"show-{kind.id}"])
        menu.addAction(self.actions["show-all"])

    def _toggle(self, name: str, window: QWidget, on: bool) -> None:
        hidden = self.workspace.hidden
        self.workspace.hide_kinds(hidden - {name} if on else hidden | {name})

    def show_all(self) -> None:
        """Hide nothing any more, the marks of problems included."""
        self.workspace.hide_kinds(frozenset())
        self.actions["marks"].setChecked(True)
        self.canvas.setFocus()

    def taken(self, piece: Piece) -> None:
        """What is put down is seen: a piece in hand shows its kind again."""
        hidden = self.workspace.hidden & put_down_by(piece.id, piece.group)
        if hidden:
            self.workspace.hide_kinds(self.workspace.hidden - hidden)

    def _refresh(self) -> None:
        hidden = self.workspace.hidden
        for kind in HIDEABLE:
            self.actions[f"show-{kind.id}"].setChecked(kind.id not in hidden)
        count = len(hidden) + (not self.actions["marks"].isChecked())
        self.note.setText(translate("LayerVisibility", "%n kind(s) hidden: show all", None, PLURAL, count))
        self.note.setVisible(bool(count))


class NoticeBar(QFrame):
    """Above the map: what can be read until it is dismissed."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.words = made(QLabel, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.dismiss = made(QPushButton, self.tr("Dismiss"), clicked=self.hide)
        row((self.words, 1), self.dismiss, of=self, margins=(12, 5, 8, 5))
        self.hide()
        workspace.noted.connect(self._show)

    def _show(self, words: str) -> None:
        self.words.setText(words)
        self.show()


_QUIET = "#5b6670"

_PALE = 0.18
"""The luminance from which dark words are read more easily than white ones."""


def banner_colours(side: MatchSide | None) -> tuple[str, str]:
    """The banner's colour while a side is in turn, and that of words which can be read on it."""
    colour = side.shown_colour if side is not None else _QUIET
    return colour, "#ffffff" if luminance(colour) < _PALE else "#16191d"


class SetUpMode(QFrame):
    """Shown while coaches set up, and while that is paused; `turned` when there is another hint to show."""

    turned = Signal()
    ended = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("set-up-banner")
        self.workspace, self._canvas = workspace, canvas
        self.tool: SetUpTool | None = None
        self.paused: SetUp | None = None
        self.words = wrapped()
        self.pause = made(QPushButton, self.tr("Pause"), clicked=self._pause_or_resume)
        self.skip = made(QPushButton, self.tr("Skip"), clicked=lambda: self.tool and self.tool.skip())
        self.stop = made(QPushButton, self.tr("End…"), clicked=self.ask_to_end)
        self.emblem = QLabel()
        self.tiles = made(QComboBox, accessibleName=self.tr("Tile to lay"))
        self.tiles.activated.connect(lambda: self.tool and self.tool.hold(self.tiles.currentData()))
        parts = self.emblem, (self.words, 1), self.tiles, self.skip, self.pause, self.stop
        row(*parts, of=self, margins=(12, 5, 8, 5))
        self.hide()
        workspace.opened.connect(self._forget)

    def begin(self, setup: SetUp) -> None:
        """Take a set-up in hand."""
        tool = SetUpTool(self.workspace, setup)
        tool.stepped.connect(self._show)
        tool.over.connect(lambda: QTimer.singleShot(0, self.end))
        tool.leaving.connect(self.ask_to_end)
        tool.put_aside.connect(self._put_aside)
        self.paused = None
        self._canvas.set_tool(tool)
        self.tool = tool
        self._show()

    def ask_to_end(self) -> None:
        """End it, if that is what is meant; what was placed stays."""
        words = self.tr("End setting up? What was placed stays on the table.")
        if QMessageBox.question(self, self.tr("Set up together"), words) == QMessageBox.StandardButton.Yes:
            self.end()

    def may_leave(self) -> bool:
        """Whether another dungeon may come to the front: while one sets up, only if that is to end."""
        if self.tool is not None or self.paused is not None:
            self.ask_to_end()
        return self.tool is None and self.paused is None

    def end(self) -> None:
        """No set-up is under way any more."""
        self.tool = self.paused = None
        self.hide()
        self.ended.emit()

    def _pause_or_resume(self) -> None:
        """Go on where it was paused: from what was placed and not taken back, on the dungeon as it is now."""
        if self.paused is None:
            self.ended.emit()  # the arrow is taken, as any other tool might be
            return
        layout = self.workspace.layout
        known = next((each for each in way_to(self.paused) if each.layout == layout), None)
        queue = tuple(turn for turn in self.paused.queue if turn[0] in layout.teams)
        self.begin(known or replace(self.paused, layout=layout, queue=queue, before=None))

    def _put_aside(self) -> None:
        if self.tool is not None and not self.tool.setup.over:
            self.paused = self.tool.setup
        self.tool = None
        self._show()

    def _forget(self) -> None:
        """Another dungeon: what was paused was not its set-up."""
        self.paused = None
        self._show()

    def _show(self) -> None:
        setup = self.tool.setup if self.tool is not None else self.paused
        self.setVisible(setup is not None and not setup.over)
        if setup is None or setup.over:
            return
        side = next((side for side in setup.layout.sides if side.id is setup.next[0]), None)
        colour, ink = banner_colours(side if self.tool is not None else None)
        self.setStyleSheet(f"#set-up-banner {{ background: {colour}; }} #set-up-banner > QLabel {{ color: {ink}; }}")
        self.emblem.setVisible(self.tool is not None)
        if side is not None:
            self.emblem.setPixmap(side_icon(replace(side, colour=ink), size=20).pixmap(QSize(20, 20)))
        head = self.tr("Setting up is paused") if self.tool is None else self.tool.title
        words, lines = self.tr("%1 has left: %2."), [f"<b>{head}</b>&nbsp;"]
        for team in self.workspace.layout.teams:
            counts = {what: setup.queue.count((team, what)) for _, what in setup.queue}
            things = ", ".join(f"{what.noun} × {count}" for what, count in counts.items() if count)
            lines.append(filled(words, capital(kind_in_words(team)), things or "–"))
        self.words.setText(" ".join(lines))
        self.pause.setText(self.tr("Resume") if self.tool is None else self.tr("Pause"))
        self._show_supply(setup)
        self.turned.emit()

    def _show_supply(self, setup: SetUp) -> None:
        """The tiles that are left to choose from, and the button that leaves out what comes next."""
        left, library = left_of(setup.supply, setup.layout), self.workspace.library
        laid = self.tool is not None and setup.next[1] is What.TILE
        tiles = [each.tile for each, _ in pieces(setup, self.workspace.ruleset, library)] if laid else []
        self.tiles.clear()
        for tile in tiles:
            self.tiles.addItem(f"{library.get(tile).name} × {left[tile]}", tile)
        self.tiles.setCurrentIndex(self.tiles.findData(self.tool.piece.tile if self.tool and self.tool.piece else ""))
        self.tiles.setVisible(bool(tiles))
        self.skip.setText(self.tr("The floor is done") if tiles else self.tr("Skip"))
        self.skip.setVisible(self.tool is not None and (bool(tiles) or not self.tool.room().free))


_NAME = 110
"""Pixels for the name of the picture."""

PICTURES = (".png", ".jpg", ".jpeg")


class Tracing(QFrame):
    """Shown while there is a picture. `tool_taken`: another tool is in hand; `done`: the arrow is wanted again."""

    tool_taken = Signal()
    done = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, settings: QSettings) -> None:
        super().__init__()
        self.workspace, self._canvas, self._settings = workspace, canvas, settings
        self.name = plain_label()
        self.name.setMaximumWidth(_NAME)
        words = self.tr("How strong the picture is")
        self.fade = made(QSlider, Qt.Orientation.Horizontal, maximum=100, accessibleName=words, toolTip=words)
        self.fade.setFixedWidth(90)
        words = self.tr("Squares between the two points")
        self.squares = number(1, 200, 10, words, self.tr(" squares"), words)
        tip = self.tr("Move the picture by dragging it, scale it by its corners")
        self.place = made(QPushButton, self.tr("Place"), toolTip=tip, clicked=self.move_and_scale)
        tip = self.tr("Click two points on the picture that are so many squares apart")
        self.align = made(QPushButton, self.tr("Align"), toolTip=tip, clicked=self._align)
        self.remove = made(QPushButton, self.tr("Remove"), clicked=self.take_away)
        tip = self.tr(
            "Its path and place are kept in the editor's own settings, never in the dungeon's file; save that first"
        )
        self.keep = made(QCheckBox, self.tr("Remember"), toolTip=tip)
        parts = self.name, self.fade, 1, self.place, self.align, self.squares, self.keep, self.remove
        row(*parts, of=self, margins=(10, 4, 8, 4))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # or the docks would give way to it
        self.fade.valueChanged.connect(self._fade)
        self.keep.toggled.connect(lambda _: self._note())
        self._later = timer(self, 0, self._recall)
        workspace.traced_changed.connect(self._show)
        workspace.opened.connect(self._later.start)
        workspace.path_changed.connect(self._show)
        self._show()

    def ask(self) -> None:
        """Choose a picture."""
        kinds = self.tr("Pictures (*.png *.jpg *.jpeg)")
        start = str(self.workspace.folder)
        name, _ = QFileDialog.getOpenFileName(self.window(), self.tr("Picture to trace"), start, kinds)
        if name:
            self.load(Path(name))

    def load(self, path: Path) -> None:
        """Lay a picture beneath the grid where the map is seen; one line says why where that cannot be done."""
        left, top = self._canvas.view.point_at(60, 60)
        with self.workspace.telling():
            picture = TracedPicture(path.resolve(), read_picture(path), max(0.0, round(left)), max(0.0, round(top)))
            self.workspace.trace(picture)
            self.move_and_scale()

    def move_and_scale(self) -> None:
        """Take the picture in hand."""
        self._canvas.set_tool(TraceTool(self.workspace))
        self.tool_taken.emit()

    def take_away(self) -> None:
        """Without the picture, now and the next time."""
        self.keep.setChecked(False)
        self.workspace.trace(None)
        self.done.emit()

    def _align(self) -> None:
        tool = AlignTool(self.workspace, self.squares.value)
        tool.aligned.connect(self.move_and_scale, Qt.ConnectionType.QueuedConnection)
        self._canvas.set_tool(tool)
        self.tool_taken.emit()

    def _fade(self, percent: int) -> None:
        if self.workspace.traced is not None:
            self.workspace.trace(dataclasses.replace(self.workspace.traced, opacity=percent / 100))

    def _show(self) -> None:
        """The bar as the picture is; what is kept follows it."""
        picture, path = self.workspace.traced, self.workspace.document.path
        self.setVisible(picture is not None)
        self.keep.setEnabled(path is not None)
        if picture is not None:
            self.name.setText(picture.path.name)
            self.name.setToolTip(as_written(str(picture.path)))
            with QSignalBlocker(self.fade):
                self.fade.setValue(round(100 * picture.opacity))
            self._note()

    # Kept for the next time -----------------------------------------------------------------------------------

    @property
    def _key(self) -> str:
        """The setting that holds the picture of this dungeon."""
        return f"traced/{self.workspace.document.path}"

    def _note(self) -> None:
        """Keep the picture's path and place, or keep them no longer."""
        picture = self.workspace.traced
        if self.workspace.document.path is None or self._later.isActive():
            return
        if self.keep.isChecked() and picture is not None:
            place = picture.left, picture.top, picture.width, picture.opacity
            self._settings.setValue(self._key, [str(picture.path), *map(str, place)])
        else:
            self._settings.remove(self._key)

    def _recall(self) -> None:
        """The picture that was kept with this dungeon, once the dungeon itself is shown."""
        said = stored_list(self._settings, self._key)
        with QSignalBlocker(self.keep):
            self.keep.setChecked(bool(said))
        if not said or self.workspace.traced is not None:
            return
        with suppress(ValueError), self.workspace.telling():
            left, top, width, opacity = map(float, said[1:])
            picture = TracedPicture(Path(said[0]), read_picture(Path(said[0])), left, top, max(width, 0.5), opacity)
            self.workspace.trace(picture)
