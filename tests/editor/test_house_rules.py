"""House rules by form: answers are judged at once, and written into a file."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog

import dungeon_designer as dd
from dungeon_designer.editor.dialogs.house_rules import HouseRulesDialog
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.templates.house_rules_form import QUESTIONS
from tests.rules.broken_rule import broken_rule

EXAMPLES = Path(__file__).parents[2] / "examples"
BY_KEY = {(question.table, question.key): question for question in QUESTIONS}
PATIENCE = 60_000


@pytest.fixture
def dialog(hand, tmp_path):
    """The form over The Four Winds, in a folder with a house ruleset."""
    shutil.copy(EXAMPLES / "house-rules" / "kings-cup.toml", tmp_path)
    winds = shutil.copy(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml", tmp_path)
    hand.workspace.open_layout(dd.load(winds).layout, Path(winds))
    made = HouseRulesDialog(hand.workspace, hand.window)
    made.show()
    yield made
    made.reject()
    made.deleteLater()


def test_answers_are_judged_at_once_and_written(hand, dialog, tmp_path, monkeypatch):
    """The open dungeon is legal, then for fewer chests is not; the file that is written says so, and what was told."""
    hand.qtbot.waitUntil(lambda: "is legal" in dialog.verdict.text(), timeout=PATIENCE)
    dialog.fields[BY_KEY["rules.chest-count", "min"]].setValue(2)
    dialog.fields[BY_KEY["rules.chest-count", "max"]].setValue(4)
    dialog.fields[BY_KEY["", "notes"]].setPlainText("No fouls in the first turn.\n")
    hand.qtbot.waitUntil(lambda: "6 chests" in dialog.verdict.text(), timeout=PATIENCE)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "own"), ""))
    dialog.accept()
    ruleset = load_unchecked_ruleset("own.toml", tmp_path)
    assert ruleset.rules["chest-count"].parameters == {"min": 2, "max": 4}
    assert ruleset.notes == ("No fouls in the first turn.",)
    assert dialog.ruleset_name == "own.toml"


def test_a_rule_that_fails_is_no_verdict(hand, dialog):
    """If a rule crashes, the form says that the dungeon cannot be judged, and names the rule."""
    with broken_rule("chest-count"):
        dialog.fields[BY_KEY["rules.chest-count", "min"]].setValue(2)
        hand.qtbot.waitUntil(lambda: "chest-count failed" in dialog.verdict.text(), timeout=PATIENCE)
    assert "cannot be judged" in dialog.verdict.text()


def test_a_files_answers_are_asked_again(hand, dialog, tmp_path):
    """An existing file shows its answers beside the book's; what cannot be keeps it from being saved."""
    dialog.open_file(tmp_path / "kings-cup.toml")
    most = dialog.fields[BY_KEY["rules.square-count", "max"]]
    assert most.value() == 220
    hand.qtbot.waitUntil(lambda: "180 to 220" in dialog.verdict.text(), timeout=PATIENCE)
    save = dialog.buttons.button(QDialogButtonBox.StandardButton.Save)
    most.setValue(100)
    hand.qtbot.waitUntil(lambda: not save.isEnabled(), timeout=PATIENCE)
    most.setValue(280)
    hand.qtbot.waitUntil(save.isEnabled, timeout=PATIENCE)
    before = (tmp_path / "kings-cup.toml").read_text()
    dialog.accept()
    assert (tmp_path / "kings-cup.toml").read_text() == before.replace("max = 220", "max = 280")


def test_the_menu_makes_the_file_the_dungeons_ruleset(hand, dialog, tmp_path, monkeypatch):
    """Chosen in the menu and saved, the new ruleset is the dungeon's."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "own.toml"), ""))
    monkeypatch.setattr(HouseRulesDialog, "exec", lambda asked: asked.accept() or asked.result())
    hand.window.dialogs.edit_house_rules()
    assert hand.workspace.layout.ruleset == "own.toml"
    assert hand.workspace.ruleset_problem == ""
