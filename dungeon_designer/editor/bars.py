"""What stands above and below the map: the bar of tools, the choice of symmetry, the badges of the rulesets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QSizePolicy, QToolBar, QToolButton, QWidget

from dungeon_designer.editor.actions import Action, Actions
from dungeon_designer.editor.canvas.overlay_painter import RULER
from dungeon_designer.editor.editing import Editing
from dungeon_designer.editor.layer_visibility import HIDEABLE, put_down_by
from dungeon_designer.editor.pictures import icon
from dungeon_designer.editor.pieces import GROUP_BEGINS, TOOLS, Piece
from dungeon_designer.editor.widgets import as_written, combo
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Level
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.translation import PLURAL, filled, translate


class ToolBar(QToolBar):
    """The actions of the tools, and two lists to choose from: `symmetry` and `ruleset`."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Tools"))
        self.setObjectName("tools")
        self.setIconSize(QSize(24, 24))
        self._actions = actions
        self._add_tools()
        tip = self.tr("Symmetry: whatever you draw is repeated across the axis")
        self.symmetry = combo(self.tr("Symmetry"), ((words, way) for way, words in way_words().items()), tip)
        editions, tip = ((load(name).name, name) for name in EDITIONS), self.tr("The ruleset this dungeon is drawn for")
        self.ruleset = combo(self.tr("Ruleset"), editions, tip)
        for box in (self.symmetry, self.ruleset):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves the keys with the map
            self.addWidget(box)

    def _add_tools(self) -> None:
        for piece in TOOLS:
            action = self._actions[f"tool-{piece.id}"]
            action.setToolTip(piece.told)
            if piece.id in GROUP_BEGINS:
                self.addSeparator()
            self.addAction(action)
        self.addSeparator()

    def show_way(self, way: SymmetryMode) -> None:
        """The way in which edits are repeated."""
        self.symmetry.setCurrentIndex(self.symmetry.findData(way))

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


class SymmetryMenu(QObject):
    """Keys for what the box in the tool bar chooses; both follow the workspace."""

    def __init__(self, workspace: Workspace, editing: Editing, actions: Actions) -> None:
        super().__init__(editing)
        self.workspace, self.actions = workspace, actions
        group = QActionGroup(self)
        tip = self.tr("Whatever you draw is repeated, about the middle of the floor")
        for at, (way, words) in enumerate(way_words().items(), start=1):
            action = Action(
                f"symmetry-{way}", words, f"Ctrl+{at}", lambda _, way=way: editing.set_way(way), tip, group=True
            )
            group.addAction(actions.add(action))
        workspace.symmetry_changed.connect(self._tick)
        self._tick()

    def fill(self, edit: QMenu) -> None:
        """The submenu of the Edit menu."""
        menu = edit.addMenu(self.tr("Symmetry"))
        for way in SymmetryMode:
            menu.addAction(self.actions[f"symmetry-{way}"])

    def _tick(self) -> None:
        self.actions[f"symmetry-{self.workspace.symmetry.way}"].setChecked(True)


_SIGNS = {"legal": "✓", "warned": "✓!", "illegal": "✗"}
_LIGHT = {"legal": "#1a7a43", "warned": "#9a5b00", "illegal": "#b71c1c"}
_DARK = {"legal": "#5fd38d", "warned": "#ffb84d", "illegal": "#ff8a80"}

ACROSS = 4
"""So many badges stand side by side: seven full names in one row are broader than most windows."""


class Badges(QWidget):
    """A button a ruleset, with its name in full; a click makes it the dungeon's own."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QToolButton] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._states: dict[str, str] = {}
        self._colours = _LIGHT
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(1)

    def show_rulesets(self, names: list[str], chosen: str) -> None:
        """Have a badge for each of these, the chosen one set off."""
        if names != list(self.buttons):
            for button in self.buttons.values():
                button.deleteLater()
            self.buttons = {name: self._button(name) for name in names}
            for at, button in enumerate(self.buttons.values()):
                self._grid.addWidget(button, at // ACROSS, at % ACROSS)
        for name, button in self.buttons.items():
            button.setChecked(name == chosen)
            self._colour(name)

    def _button(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setText(f"{_shown(name)} …")
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self.chosen.emit(name))
        return button

    def set_dark(self, dark: bool) -> None:
        """Colours that can be read on a light or a dark bar."""
        self._colours = _DARK if dark else _LIGHT
        for name, verdict in self._verdicts.items():
            self.show_verdict(name, verdict)

    def wait(self) -> None:
        """Nothing shown is current."""
        for button in self.buttons.values():
            button.setEnabled(True)
            button.setText(button.text().rstrip("…").rstrip() + " …")

    def show_verdict(self, name: str, verdict: Verdict) -> None:
        """What a ruleset says."""
        button = self.buttons.get(name)
        if button is None:
            return
        self._verdicts[name] = verdict
        errors, warnings = verdict.count(Level.ERROR), verdict.count(Level.WARNING)
        state = "illegal" if errors else "warned" if warnings else "legal"
        self._states[name] = state
        sign = _SIGNS[state]
        count = f" {errors}" if errors else f" {warnings}" if warnings else ""
        button.setText(f"{_shown(name)} {sign}{count}")
        self._colour(name)
        words = {
            "legal": self.tr("legal"),
            "warned": self.tr("legal, with advice not followed"),
            "illegal": self.tr("not legal"),
        }
        tip = self.tr("%1: %2; errors %3, warnings %4. A click makes it the dungeon's ruleset.")
        button.setToolTip(as_written(filled(tip, _full(name), words[state], errors, warnings)))
        button.setAccessibleName(f"{_full(name)}: {words[state]}")

    def _colour(self, name: str) -> None:
        """Only the chosen ruleset's badge has colour: what the others say does not call for anything."""
        button, state = self.buttons[name], self._states.get(name)
        chosen = button.isChecked() and state is not None
        sheet = f"QToolButton {{ color: {self._colours[state]}; font-weight: bold; }}" if chosen and state else ""
        if button.styleSheet() != sheet:
            button.setStyleSheet(sheet)

    def show_missing(self, name: str, fault: str) -> None:
        """A ruleset that cannot be used says nothing."""
        self._verdicts.pop(name, None)
        self._states.pop(name, None)
        button = self.buttons.get(name)
        if button is not None:
            button.setText(f"{_shown(name)} ?")
            button.setStyleSheet("")
            button.setToolTip(as_written(filled(self.tr("%1 cannot be asked: %2"), name, fault)))

    def verdict(self, name: str) -> Verdict | None:
        """What a ruleset said last."""
        return self._verdicts.get(name)


def _full(name: str) -> str:
    """A ruleset's name in full; a file's as it is."""
    return load(name).name if name in EDITIONS else name


def _shown(name: str) -> str:
    """The name that stands on the badge; of a file without its folder."""
    return _full(name) if name in EDITIONS else Path(name).name


class LayerVisibility(QObject):
    """Ticks that say which kinds are seen. What is hidden is told over the map, and one click shows all again."""

    def __init__(self, workspace: Workspace, canvas: QWidget, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.actions = workspace, canvas, actions
        self.note = QPushButton(canvas)
        self.note.setObjectName("hidden-note")
        self.note.setCursor(Qt.CursorShape.PointingHandCursor)
        self.note.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.note.setToolTip(self.tr("Hidden on the screen alone: exports, prints and the file have everything"))
        self.note.clicked.connect(self.show_all)
        self.note.hide()
        for kind in HIDEABLE:
            words, toggle = translate("hiding", kind.words), partial(self._toggle, kind.id)
            actions.add(Action(f"show-{kind.id}", words, kind.key, toggle, self._tip(), ticked=True))
        words, tip = self.tr("Show &all"), self.tr("Hide nothing on the map")
        actions.add(Action("show-all", words, "Alt+Shift+A", lambda _: self.show_all(), tip))
        actions["marks"].toggled.connect(self._refresh)
        workspace.hidden_changed.connect(self._refresh)
        canvas.installEventFilter(self)

    def _tip(self) -> str:
        return self.tr("Seen on the map; what is not seen cannot be picked there. The file and exports have everything")

    def fill(self, view: QMenu) -> None:
        """The submenu of the View menu."""
        menu = view.addMenu(self.tr("Sho&w on the map"))
        for kind in HIDEABLE:
            menu.addAction(self.actions[f"show-{kind.id}"])
        menu.addSeparator()
        menu.addAction(self.actions["names"])
        menu.addAction(self.actions["marks"])
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
        self._place()

    def _place(self) -> None:
        """In the upper right corner of the map."""
        self.note.adjustSize()
        self.note.move(self.canvas.width() - self.note.width() - 8, RULER + 6)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The note keeps its corner."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False
