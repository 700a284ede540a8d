"""Both dungeons of a comparison are judged; where that is not possible, the difference is still shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.comparison.comparison_report import render_json, render_markdown, render_text
from dungeon_designer.comparison.dungeon_comparison import Outcome, compare_dungeons
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import RulesetError
from dungeon_designer.reports.text_style import TextStyle
from tests.rules.broken_rule import broken_rule

WINDS = Path(__file__).parents[2] / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
CUP = 'extends = "naf-2019"\nname = "Cup"\n[rules.chest-count]\nmin = 6\n'


def load_winds(change: tuple[str, str] = ("", "")) -> Dungeon:
    """Return the example with one text replaced by another."""
    return Dungeon.load("winds.dungeon.yaml", data=WINDS.read_text().replace(*change).encode())


def test_a_moved_chest_changes_verdict_and_steps() -> None:
    """The report names the verdict and the steps to the chests before and after, and each new problem."""
    comparison = compare_dungeons(load_winds(), load_winds((".C.......    ", ".....C...    ")))
    text = render_text(comparison, TextStyle())
    assert text.splitlines() == [
        "1 change from winds.dungeon.yaml to winds.dungeon.yaml.",
        "  1  chest at (11, 6) moved to (15, 6)",
        "verdict         legal under naf-2019",
        "problems        none; now 1 warning",
        "home to chests  7, 7, 10, 16, 21, 21 steps; now 7, 7, 14, 16, 21, 21 steps",
        "away to chests  7, 7, 10, 16, 21, 21 steps; now 7, 7, 10, 12, 21, 21 steps",
        "new warning[chest-spacing]: the chests at (15, 6) and (17, 10) are 4 squares apart; at least 5 are",
        "  required",
    ]
    back = render_text(compare_dungeons(load_winds((".C.......    ", ".....C...    ")), load_winds()), TextStyle())
    assert back.splitlines()[6].startswith("solved warning[")


def test_a_problem_that_moved_with_the_dungeon_is_not_new() -> None:
    """If the whole dungeon is shifted, its problems are the same ones."""
    before = Dungeon.parse("ruleset: naf-2019\nmap: |\n  <<.C.1.>>\n")
    after = Dungeon.parse("ruleset: naf-2019\nmap: |\n  #\n  #\n  #<<.C.1.>>\n")
    comparison = compare_dungeons(before, after)
    assert [change.subject for change in comparison.changes] == ["layout"]
    assert comparison.before
    assert comparison.before.findings
    assert comparison.new_problems == comparison.solved_problems == ()


def test_a_problem_that_stays_is_neither_new_nor_solved() -> None:
    """One chest instead of six is the same problem when that chest has moved; another number is another problem."""
    one, moved, two = (
        Dungeon.parse(f"ruleset: naf-2019\nmap: {row}\n") for row in ("<<.C..>>", "<<..C.>>", "<<C.C.>>")
    )
    counts = [
        [sum(finding.rule == "chest-count" for finding in findings) for findings in problems]
        for problems in (
            (comparison.new_problems, comparison.solved_problems)
            for comparison in (compare_dungeons(one, moved), compare_dungeons(one, two))
        )
    ]
    assert counts == [[0, 0], [1, 1]]


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [("gone.toml", "no such file"), ("naf-2091", "did you mean naf-2019?"), ("", "it names no ruleset")],
)
def test_with_an_unreadable_ruleset_the_difference_is_still_shown(ruleset: str, reason: str) -> None:
    """A ruleset that is missing, misspelt or not named is no error: the change is named, and why nothing is judged."""
    header = f"ruleset: {ruleset}\n" if ruleset else ""
    before = Dungeon.load("old.dungeon.yaml", data=f"{header}map: <<.C.>>\n".encode())
    after = Dungeon.load("new.dungeon.yaml", data=f"{header}map: <<C..>>\n".encode())
    comparison = compare_dungeons(before, after)
    assert [change.text for change in comparison.changes] == ["chest at (3, 0) moved to (2, 0)"]
    for text in (render_text(comparison, TextStyle(400)), render_markdown(comparison, TextStyle())):
        assert "not judged: " in text
        assert reason in text
    assert '"legal": null' in render_json(comparison, TextStyle())
    judged = compare_dungeons(before, after, "naf-2019")
    assert "not judged" not in render_text(judged, TextStyle(400))


def test_a_wrong_ruleset_of_the_call_is_an_error() -> None:
    """Who names a ruleset hears that it is wrong, as in every command."""
    with pytest.raises(RulesetError, match="did you mean naf-2019"):
        compare_dungeons(load_winds(), load_winds(), "naf-2091")


def test_a_rule_that_crashes_judges_nothing() -> None:
    """A dungeon on which a rule crashed is not judged; the report names the rule and still shows what changed."""
    with broken_rule("chest-count"):
        comparison = compare_dungeons(load_winds(("name: The Four", "name: The Five")), load_winds())
    text = render_text(comparison, TextStyle(400))
    assert "name: The Four Winds (before: The Five Winds)" in text
    assert "not judged: under naf-2019 the rule chest-count failed" in text
    assert comparison.after
    assert comparison.after.failed == ("chest-count",)


def test_an_unknown_tile_is_compared_but_not_judged() -> None:
    """A tile that no set holds keeps its dungeon from being judged; what changed is still named."""
    text = "ruleset: naf-2019\nsections: [{id: A, tile: club/hall, at: [%s, 0]}, {id: B, at: [9, 9], rows: [..]}]\n"
    before, after = (Dungeon.load(f"{x}.dungeon.yaml", data=(text % x).encode()) for x in (0, 3))
    comparison = compare_dungeons(before, after)
    assert [change.text for change in comparison.changes] == ["tile club/hall at (0, 0) moved 3 right"]
    assert comparison.after
    assert "club/hall" in comparison.after.problem


def test_rulesets_are_compared_by_what_they_say(tmp_path: Path) -> None:
    """The same file by another path is the same ruleset; the same name for other rules is not, and names the rule."""
    (tmp_path / "new").mkdir()
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "new" / "cup.toml").write_text(CUP.replace("min = 6", "min = 5\nmax = 6"))
    text = "ruleset: %s\nmap: <<.C.>>\n"
    old, same, other = (
        Dungeon.load(tmp_path / folder / "hall.dungeon.yaml", data=(text % name).encode())
        for folder, name in (("", "cup.toml"), ("new", "../cup.toml"), ("new", "cup.toml"))
    )
    assert compare_dungeons(old, same).outcome is Outcome.ALIKE
    changes = compare_dungeons(old, other).changes
    assert [change.text for change in changes] == ["the ruleset cup.toml says something else: chest-count"]


def test_a_dungeon_is_added_or_removed() -> None:
    """With one dungeon alone the report says so, and judges that one."""
    added = render_text(compare_dungeons(None, load_winds()), TextStyle())
    removed = render_text(compare_dungeons(load_winds(), None), TextStyle())
    assert added.startswith("winds.dungeon.yaml was added.\nverdict")
    assert removed.startswith("winds.dungeon.yaml was removed.\nverdict")
    assert "legal under naf-2019" in added
