"""A dungeon whose ruleset is not there: the window says so, and judges by no other in its name."""

import pytest
from msgspec.structs import replace

from dungeon_designer.editor.dungeon_files import load_layout
from dungeon_designer.layout.model import Portal, normalise_layout
from tests.editor.docked import HALL, show_dock

FAULTY = normalise_layout(
    replace(HALL, ruleset="cup.toml", chests=((20, 20),), portals=(Portal(number=7, at=(8, 6)),)),
)
CUP = 'id = "cup"\nname = "The Cup"\n[rules.chest-count]\nmin = 9\n[rules.item-on-floor]\n'
WRONG = "[rules.chest-cuont]\n"


def open_dungeon(hand, path, ruleset="cup.toml"):
    said = []
    hand.workspace.message_sent.connect(said.append)
    hand.workspace.open_layout(replace(FAULTY, ruleset=ruleset), path)
    hand.verdict()
    hand.workspace.message_sent.disconnect(said.append)
    return said


@pytest.mark.parametrize(("ruleset", "file"), [("cup.toml", None), ("naf-2091", None), ("cup.toml", WRONG)])
def test_nothing_is_judged(hand, tmp_path, ruleset, file):
    """Missing, unknown or wrong: no verdict, no problem, no sign of a verdict on its badge; the reason is told."""
    if file:
        (tmp_path / "cup.toml").write_text(file)
    problems = show_dock(hand, "problems")
    said = open_dungeon(hand, tmp_path / "hall.dungeon.yaml", ruleset)
    badge = hand.window.badges.entries[ruleset]
    assert (hand.workspace.verdict, hand.workspace.findings, problems.list.topLevelItemCount()) == (None, (), 0)
    assert badge.text() == f"{ruleset} ?"
    assert hand.window.badges.verdicts.get(ruleset) is None
    assert problems.verdict_label.text() == "Nothing is judged: the dungeon's ruleset cannot be used"
    assert len(said) == 1
    assert said[0] in badge.toolTip()
    assert said[0] == problems.verdict_label.toolTip()
    assert {"cup.toml": "cup.toml", "naf-2091": "no such ruleset"}[ruleset] in said[0]
    assert hand.window.ruleset.currentText() == f"{ruleset} (cannot be used)"


def test_the_editions_still_say_what_they_say(hand, tmp_path):
    """The badges of the editions are their own verdicts, told under their own names."""
    open_dungeon(hand, tmp_path / "hall.dungeon.yaml")
    assert hand.window.badges.verdicts["naf-2019"].ruleset == "naf-2019"
    assert "✗" in hand.window.badges.entries["naf-2019"].text()


def test_a_dungeon_opened_after_another_is_not_judged_by_it(hand, tmp_path):
    """A dungeon without its ruleset shows no problem of the ruleset before, also after an edit."""
    hand.workspace.open_layout(replace(FAULTY, ruleset="naf-2019"), None)
    assert hand.verdict().ruleset == "naf-2019"
    open_dungeon(hand, tmp_path / "hall.dungeon.yaml")
    hand.workspace.edit_without_symmetry("Rename", replace(hand.layout, name="Hall"))
    hand.verdict()
    assert hand.workspace.verdict is None
    assert show_dock(hand, "problems").list.topLevelItemCount() == 0


def test_the_ruleset_can_come_back(hand, tmp_path):
    """Once the file is there the next change asks it, and its name stands where the choice is made."""
    open_dungeon(hand, tmp_path / "hall.dungeon.yaml")
    (tmp_path / "cup.toml").write_text(CUP)
    hand.workspace.edit_without_symmetry("Rename", replace(hand.layout, name="Hall"))
    verdict = hand.verdict()
    assert (verdict.ruleset, {finding.rule for finding in verdict.findings}) == (
        "cup",
        {"chest-count", "item-on-floor"},
    )
    assert hand.window.ruleset.currentText() == "The Cup"
    assert "✗" in hand.window.badges.entries["cup.toml"].text()
    assert show_dock(hand, "problems").list.topLevelItemCount() == 2


def test_another_ruleset_can_be_chosen(hand, tmp_path):
    """A click on a badge makes an edition the dungeon's own, and that is asked."""
    open_dungeon(hand, tmp_path / "hall.dungeon.yaml")
    hand.window.badges.entries["naf-2019"].trigger()
    assert hand.verdict().ruleset == "naf-2019"


def test_pages_and_pictures_do_not_pretend_either(hand, tmp_path):
    """The rule book shows no column for it, and no hint says where a book would let a portal lie."""
    open_dungeon(hand, tmp_path / "hall.dungeon.yaml")
    book = hand.window.rule_book
    book.show_rule("chest-count")
    assert "cup.toml" not in book.text.toPlainText()
    assert hand.workspace.ruleset.enabled_rules == ()


def test_a_file_as_a_person_opens_it(hand, tmp_path):
    """The same from a file on the disk."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_text("ruleset: gone.toml\nmap: |\n  <<.C.7.>>\n")
    layout, _ = load_layout(path)
    hand.workspace.open_layout(layout, path)
    hand.verdict()
    assert hand.workspace.verdict is None


def test_house_rules_that_check_little_are_told_of(hand, tmp_path):
    """Beside the verdict of house rules that extend no edition stands how few rules they check."""
    (tmp_path / "cup.toml").write_text(CUP)
    open_dungeon(hand, tmp_path / "hall.dungeon.yaml")
    words = show_dock(hand, "problems").verdict_label.text()
    assert words.startswith("<b>Not legal</b>")
    assert words.endswith("cup.toml checks 2 rules and extends no edition")
