"""House rules by form: the usual questions, beside each what the edition says, and a verdict on the open dungeon."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from dungeon_designer.editor.background import Background
from dungeon_designer.editor.checking import CheckRequest, check
from dungeon_designer.editor.widgets import answers_of, column, combo, made, number, plain_label, row, timer, wrapped
from dungeon_designer.editor.workspace import USUAL, Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.registry import load_ruleset, ruleset_in
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.templates.house_rules import (
    QUESTIONS,
    Answer,
    HouseQuestion,
    answered,
    begun,
    book,
    read_table,
    said,
)
from dungeon_designer.text.files import as_error, decoded, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import filled, translate

Field = QSpinBox | QPlainTextEdit
SHOWN = 6
"""So many faults of the open dungeon are told."""


class HouseRulesDialog(QDialog):
    """Asks the questions for a file, or for one that is still to be written; `file` is where it was written."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("House rules"))
        self.resize(760, 720)
        self._workspace, self.file, self._text = workspace, Path(), ""
        self._base = Ruleset()
        self._judge = Background(check, "house rules", self)
        self._judge.heard.connect(self._judged)
        self.finished.connect(self._judge.close)
        self._timer = timer(self, 250, self.look)
        self.base = combo(self.tr("Edition"), [(load_ruleset(name).name, name) for name in EDITIONS])
        self.base.currentIndexChanged.connect(self._begin)
        self.name = made(QLineEdit, self.tr("House rules"), accessibleName=self.tr("Name"), textChanged=self._change)
        other = made(QPushButton, self.tr("Open a file…"), clicked=self._choose)
        self.fields: dict[HouseQuestion, Field] = {}
        self._told: dict[HouseQuestion, QLabel] = {}
        self._heads: dict[str, QLabel] = {}
        questions, page = QWidget(), made(QScrollArea, accessibleName=self.tr("Questions"))
        column(*self._groups(), of=questions)
        page.setWidget(questions)
        page.setWidgetResizable(True)
        self.verdict = wrapped()
        self.buttons = answers_of(self, QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        top = QFormLayout()
        top.addRow(self.tr("Name"), self.name)
        top.addRow(self.tr("On top of"), row((self.base, 1), other))
        column(top, (page, 1), self.verdict, self.buttons, of=self)
        own = workspace.layout.ruleset
        self.base.setCurrentIndex(max(0, self.base.findData(own if own in EDITIONS else USUAL)))
        self._begin()
        if own.lower().endswith(".toml"):
            with suppress(DungeonError):  # one that cannot be read is told of on its badge
                self.ask_of(workspace.folder / own)

    def _change(self, *_: object) -> None:
        """Something else was answered: look again in a moment."""
        self._timer.start()

    def _groups(self) -> list[QWidget]:
        """The questions of each topic in a frame of its own."""
        frames: dict[str, tuple[QGroupBox, QFormLayout]] = {}
        for question in QUESTIONS:
            topic, words = (translate("house", part) for part in (question.topic, question.words))
            if topic not in frames:
                box = QGroupBox(topic)
                frames[topic] = box, QFormLayout(box)
            field = self._field(question, f"{topic}, {words}")
            self.fields[question], self._told[question] = field, plain_label()
            beside = column if question.most is None else row
            frames[topic][1].addRow(words, beside((field, 1), (self._told[question], 1)))
        return [box for box, _ in frames.values()]

    def _field(self, question: HouseQuestion, name: str) -> Field:
        if question.most is None:
            return made(
                QPlainTextEdit, accessibleName=name, tabChangesFocus=True, maximumHeight=70, textChanged=self._change
            )
        field = number(question.least - 1, question.most, question.least - 1, name)
        field.setSpecialValueText(self.tr("as the book"))
        field.valueChanged.connect(self._change)
        return field

    def ask_of(self, file: Path) -> None:
        """Ask of a file: its answers, beside those of what it extends. DungeonError where it cannot be used."""
        try:
            text = decoded(read_bytes(file))
        except Fault as fault:
            raise as_error(fault, str(file)) from None
        table = read_table(text)
        named = str(table.get("extends", ""))
        base = load_ruleset(named, file.parent, found=True) if named else Ruleset()
        self.file, self._text = file, text
        self.base.setEnabled(False)
        self.name.setText(str(table.get("name", file.stem)))
        self.name.setEnabled(False)
        self._show(base)

    def _choose(self) -> None:
        title, kind = self.tr("House rules"), self.tr("Rulesets (*.toml)")
        name, _ = QFileDialog.getOpenFileName(self, title, str(self._workspace.folder), kind)
        if name:
            self._told_of(lambda: self.ask_of(Path(name)))

    def _begin(self) -> None:
        """Ask of a new ruleset on top of the edition chosen."""
        named = str(self.base.currentData())
        self._text, base = "", load_ruleset(named)
        self._show(base)

    def _show(self, base: Ruleset) -> None:
        """Lay down what the file says, and beside it what its base says."""
        self._base, theirs = base, book(base)
        own = said(read_table(self._text))
        for question, field in self.fields.items():
            answer, told = own[question], theirs[question]
            if isinstance(field, QSpinBox):
                field.setValue(answer if isinstance(answer, int) else field.minimum())
            else:
                field.setPlainText("\n".join(answer) if isinstance(answer, tuple) else "")
            words = "\n".join(("", *told)) if isinstance(told, tuple) else str(told)
            self._told[question].setText(
                self.tr("not asked") if told is None else filled(self.tr("the book: %1"), words)
            )
            self._told[question].setWordWrap(True)
        self._timer.start()

    def answers(self) -> dict[HouseQuestion, Answer]:
        """What was answered; None is as the book."""
        found: dict[HouseQuestion, Answer] = {}
        for question, field in self.fields.items():
            if isinstance(field, QSpinBox):
                found[question] = None if field.value() == field.minimum() else field.value()
            else:
                lines = (line.strip() for line in field.toPlainText().splitlines())
                found[question] = tuple(filter(None, lines)) or None
        return found

    def text(self) -> str:
        """The file as it would be written; DungeonError where its lines cannot be changed."""
        name = self.name.text().strip() or self.tr("House rules")
        start = self._text or begun(self._base, str(self.base.currentData()), name)
        return answered(start, self.answers(), self._base)

    def look(self) -> None:
        """Have the open dungeon judged by what the form says now."""
        self._told_of(self._ask)

    def _ask(self) -> None:
        folder = self.file.parent if self._text else self._workspace.folder
        ruleset = ruleset_in(self.text(), str(self.file) if self._text else "", folder)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(True)
        self._judge.ask(CheckRequest(self._workspace.board, [("", ruleset)]))

    def _told_of(self, do: Callable[[], None]) -> None:
        """Do something; what is wrong with it stands where the verdict does, and nothing can be saved."""
        try:
            do()
        except DungeonError as error:
            self.verdict.setText(str(error))
            self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(False)

    def _judged(self, answer: tuple[Layout, str, Verdict]) -> None:
        faults = [each.message for each in answer[-1].findings if each.level is Level.ERROR and each.waived is None]
        if not faults:
            self.verdict.setText(self.tr("The open dungeon is legal under these rules."))
            return
        told = "\n".join(f"• {message}" for message in faults[:SHOWN])
        self.verdict.setText(filled(self.tr("The open dungeon is not legal under these rules:\n%1"), told))

    def accept(self) -> None:
        """Write the file; a new one is asked for its name first."""
        self._told_of(self._save)

    def _save(self) -> None:
        text, file = self.text(), self.file
        if not self._text:
            start = str(self._workspace.folder / f"{read_table(text)['id']}.toml")
            name, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), start, self.tr("Rulesets (*.toml)"))
            if not name:
                return
            file = Path(name if name.lower().endswith(".toml") else f"{name}.toml")
        write_file(file, text.encode())
        self.file = file
        super().accept()

    @property
    def named(self) -> str:
        """The file as a dungeon in the workspace's folder names it."""
        return os.path.relpath(self.file, self._workspace.folder)
