"""The form for house rules: the usual questions, what the edition says on each, and a verdict on the open dungeon."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtWidgets import (
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

from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.live_checking import CheckRequest, check_rulesets
from dungeon_designer.editor.widgets import (
    build_column,
    build_row,
    create_answer_buttons,
    create_combo_box,
    create_number_field,
    create_plain_label,
    create_timer,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import DEFAULT_RULESET, Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.rule_registry import load_ruleset, parse_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.templates.house_rules_form import (
    QUESTIONS,
    Answer,
    HouseQuestion,
    build_new_file,
    read_answers,
    read_ruleset_answers,
    read_table,
    replace_answers,
)
from dungeon_designer.text.file_reading import build_read_error, decode_text, read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import fill_placeholders, translate

AnswerField = QSpinBox | QPlainTextEdit
MAX_ERRORS_SHOWN = 6
"""How many errors of the open dungeon are listed."""


class HouseRulesDialog(FittingDialog):
    """The form that edits a file of house rules, which change an edition, or begins a new one.

    It asks a question on each usual change. `file` is the path of the file, empty for a new one.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("House rules"))
        self.resize(760, 720)
        self._workspace, self.file, self._text = workspace, Path(), ""
        self._base_ruleset = Ruleset()
        self._checker = BackgroundWorker(check_rulesets, "house rules", self)
        self._checker.answer_received.connect(self._show_verdict)
        self.finished.connect(self._checker.close)
        self._check_timer = create_timer(self, 250, self.refresh_verdict)
        self.edition_box = create_combo_box(self.tr("Edition"), [(load_ruleset(name).name, name) for name in EDITIONS])
        self.edition_box.currentIndexChanged.connect(self._start_new_file)
        self.name_field = create_widget(
            QLineEdit, self.tr("House rules"), accessibleName=self.tr("Name"), textChanged=self._restart_timer
        )
        open_button = create_widget(QPushButton, self.tr("Open a file…"), clicked=self._choose_file)
        self.fields: dict[HouseQuestion, AnswerField] = {}
        self._edition_labels: dict[HouseQuestion, QLabel] = {}
        self._heads: dict[str, QLabel] = {}
        questions, page = QWidget(), create_widget(QScrollArea, accessibleName=self.tr("Questions"))
        build_column(*self._build_groups(), owner=questions)
        page.setWidget(questions)
        page.setWidgetResizable(True)
        self.verdict = create_wrapped_label()
        self.buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        header_form = QFormLayout()
        header_form.addRow(self.tr("Name"), self.name_field)
        header_form.addRow(self.tr("On top of"), build_row((self.edition_box, 1), open_button))
        build_column(header_form, (page, 1), self.verdict, self.buttons, owner=self)
        ruleset_name = workspace.layout.ruleset
        self.edition_box.setCurrentIndex(
            max(0, self.edition_box.findData(ruleset_name if ruleset_name in EDITIONS else DEFAULT_RULESET))
        )
        self._start_new_file()
        if ruleset_name.lower().endswith(".toml"):
            with suppress(DungeonError):  # one that cannot be read is told of on its badge
                self.open_file(workspace.folder / ruleset_name)

    def _restart_timer(self, *_: object) -> None:
        """Start the timer for a new verdict again, since an answer or the name was changed."""
        self._check_timer.start()

    def _build_groups(self) -> list[QWidget]:
        """Return a frame for each group of questions on one subject.

        Beside the field for each answer stands the answer of the edition.
        """
        frames: dict[str, tuple[QGroupBox, QFormLayout]] = {}
        for question in QUESTIONS:
            topic, question_text = (translate("house", text) for text in (question.topic, question.text))
            if topic not in frames:
                group_box = QGroupBox(topic)
                frames[topic] = group_box, QFormLayout(group_box)
            field = self._build_field(question, f"{topic}, {question_text}")
            self.fields[question], self._edition_labels[question] = field, create_plain_label()
            arrange = build_column if question.max_number is None else build_row
            frames[topic][1].addRow(question_text, arrange((field, 1), (self._edition_labels[question], 1)))
        return [group_box for group_box, _ in frames.values()]

    def _build_field(self, question: HouseQuestion, name: str) -> AnswerField:
        """Return the field for the answer to a question: a text field for sentences, else a number field.

        The lowest value of a number field, one below the lowest answer, means that the edition's rule stays.
        """
        if question.max_number is None:
            return create_widget(
                QPlainTextEdit,
                accessibleName=name,
                tabChangesFocus=True,
                maximumHeight=70,
                textChanged=self._restart_timer,
            )
        field = create_number_field(question.min_number - 1, question.max_number, question.min_number - 1, name)
        field.setSpecialValueText(self.tr("as the edition"))
        field.valueChanged.connect(self._restart_timer)
        return field

    def open_file(self, file: Path) -> None:
        """Open a file of house rules in the form: show its answers, beside those of the ruleset that it extends.

        Raises:
            DungeonError: The file cannot be used.
        """
        try:
            text = decode_text(read_bytes(file))
        except Fault as fault:
            raise build_read_error(fault, str(file)) from None
        table = read_table(text)
        base_name = str(table.get("extends", ""))
        base = load_ruleset(base_name, file.parent, named_by_file=True) if base_name else Ruleset()
        self.file, self._text = file, text
        self.edition_box.setEnabled(False)
        self.name_field.setText(str(table.get("name", file.stem)))
        self.name_field.setEnabled(False)
        self._show_answers(base)

    def _choose_file(self) -> None:
        """Ask for a file of house rules and open it."""
        title, kind = self.tr("House rules"), self.tr("Rulesets (*.toml)")
        name, _ = QFileDialog.getOpenFileName(self, title, str(self._workspace.folder), kind)
        if name:
            self._run_and_report(lambda: self.open_file(Path(name)))

    def _start_new_file(self) -> None:
        """Begin new house rules that extend the chosen edition."""
        edition = str(self.edition_box.currentData())
        self._text, base = "", load_ruleset(edition)
        self._show_answers(base)

    def _show_answers(self, base: Ruleset) -> None:
        """Show the answers of the file in the fields, and beside them those of `base`, the ruleset that it extends.

        A question without an answer in the file keeps the answer of `base`.
        """
        self._base_ruleset, base_answers = base, read_ruleset_answers(base)
        file_answers = read_answers(read_table(self._text))
        for question, field in self.fields.items():
            answer, base_answer = file_answers[question], base_answers[question]
            if isinstance(field, QSpinBox):
                field.setValue(answer if isinstance(answer, int) else field.minimum())
            else:
                field.setPlainText("\n".join(answer) if isinstance(answer, tuple) else "")
            answer_text = "\n".join(("", *base_answer)) if isinstance(base_answer, tuple) else str(base_answer)
            self._edition_labels[question].setText(
                self.tr("not required")
                if base_answer is None
                else fill_placeholders(self.tr("the edition: %1"), answer_text)
            )
            self._edition_labels[question].setWordWrap(True)
        self._check_timer.start()

    def read_answers(self) -> dict[HouseQuestion, Answer]:
        """Return the answer to each question in the form: a number or lines of text.

        None means that the ruleset that the house rules extend decides.
        """
        answer_by_question: dict[HouseQuestion, Answer] = {}
        for question, field in self.fields.items():
            if isinstance(field, QSpinBox):
                answer_by_question[question] = None if field.value() == field.minimum() else field.value()
            else:
                lines = (line.strip() for line in field.toPlainText().splitlines())
                answer_by_question[question] = tuple(filter(None, lines)) or None
        return answer_by_question

    def build_text(self) -> str:
        """Return the content of the file of house rules with the answers of the form put in.

        Other lines of a file that was opened stay as they are.

        Raises:
            DungeonError: The lines of the file cannot be changed.
        """
        name = self.name_field.text().strip() or self.tr("House rules")
        old_text = self._text or build_new_file(self._base_ruleset, str(self.edition_box.currentData()), name)
        return replace_answers(old_text, self.read_answers(), self._base_ruleset)

    def refresh_verdict(self) -> None:
        """Have the open dungeon checked by the answers in the form, or show why these cannot be used."""
        self._run_and_report(self._request_check)

    def _request_check(self) -> None:
        """Request a check of the open dungeon by the form's ruleset in the background."""
        folder = self.file.parent if self._text else self._workspace.folder
        ruleset = parse_ruleset(self.build_text(), str(self.file) if self._text else "", folder)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(True)
        self._checker.submit_request(CheckRequest(self._workspace.board, [("", ruleset)], self._workspace.verdicts))

    def _run_and_report(self, action: Callable[[], None]) -> None:
        """Call a function. If it fails, show the reason in place of the verdict and disable Save."""
        try:
            action()
        except DungeonError as error:
            self.verdict.setText(str(error).removeprefix(": "))  # a new file has no name
            self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(False)

    def _show_verdict(self, answer: tuple[Layout, str, Verdict]) -> None:
        """Show whether the open dungeon is legal by the house rules in the form.

        Its first errors are listed if it is not, and the rules that failed if it cannot be judged.

        Args:
            answer: the layout, the name of the ruleset and the verdict.
        """
        verdict = answer[-1]
        if verdict.failures:
            self.verdict.setText(
                fill_placeholders(
                    self.tr("The open dungeon cannot be judged under these rules: %1 failed."),
                    ", ".join(verdict.failed_rules),
                )
            )
            return
        errors = [
            finding.message for finding in verdict.findings if finding.level is Level.ERROR and finding.waived is None
        ]
        if not errors:
            self.verdict.setText(self.tr("The open dungeon is legal under these rules."))
            return
        error_list = "\n".join(f"• {message}" for message in errors[:MAX_ERRORS_SHOWN])
        self.verdict.setText(
            fill_placeholders(self.tr("The open dungeon is not legal under these rules:\n%1"), error_list)
        )

    def accept(self) -> None:
        """Write the file. Ask for the name of a new file first."""
        self._run_and_report(self._save)

    def _save(self) -> None:
        """Write the file and close the form; keep the form open if the user chooses no name."""
        text, file = self.build_text(), self.file
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
    def ruleset_name(self) -> str:
        """The path of the file relative to the folder of the open dungeon, by which the dungeon names its ruleset."""
        return os.path.relpath(self.file, self._workspace.folder)
