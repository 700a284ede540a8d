"""Whoever follows CONTRIBUTING.md to the letter gets there: the files it names are enough, and nothing else is red."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.contributing.checkout import SAMPLES, Checkout
from tests.soak import FULL, soak

TWO_PORTALS = "map: |\n  <..............>\n  <..............>\n  <.....1.2......>\n  <..............>\n"
LIT = """
from dungeon_designer.board.build import build_board
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.set_up.placement import find_squares_for_object
board = build_board(read_layout(open("hall.dungeon.yaml", "rb").read(), "hall.dungeon.yaml"))
possible = find_squares_for_object(board, load_unchecked_ruleset("db7s-2019"), is_portal=True)
print(sorted(square for square, why in possible.reason_by_square.items() if "portal-portal-distance" in why))
print(possible.explain_refusal((7, 1)))
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A copy of the tree."""
    return Checkout(tmp_path / "checkout")


def test_a_rule(checkout: Checkout) -> None:
    """A rule takes one file, one case file, a line in the registry and one in a ruleset; commands make the rest."""
    rule, ruleset = "portal-portal-distance", "dungeon_designer/rulesets/data/db7s-2019.toml"
    checkout.edit("dungeon_designer/rules/rule_registry.py", ' trap-section"', f' trap-section {rule}"')
    row = "| the distance of portals or traps from end zones |"
    checkout.edit(
        "docs/how-to/house-rules.md", row, f"| how far players walk from portal to portal | `{rule}` |\n{row}"
    )
    checkout.add("dungeon_designer/rules/placing/portal_portal_distance.py", "portal_portal_distance.py")
    checkout.append(ruleset, f'\n[rules.{rule}]\nlevel = "notice"\nsource = "a house rule"\nmin = 3\nof = "steps"\n')
    checkout.add(f"tests/rules/cases/{rule}.yaml", f"{rule}.yaml")
    checkout.follow("Add a rule", without="" if FULL else "python -m tests.examples.verdicts")
    # two pages name the rule since the old page of rulesets became two; pages, schema and words for shells are made
    assert len(checkout.changed) == 10
    checkout.linted()
    checkout.tested(
        *[f"tests/rules/test_{name}.py" for name in ("cases", "cells", "demands", "rulesets")],
        "tests/schemas/test_rulesets_page.py::test_the_page_names_every_rule_in_its_index",
        "tests/cli/test_explain.py",
        "tests/cli/test_help.py",
        "tests/editor/test_set_up.py::test_every_rule_of_placing_says_what_is_the_matter",
        "tests/editor/test_translation.py::test_no_text_is_overlooked",
        "tests/editor/test_translation.py::test_every_kind_is_known",
        "tests/exports/test_pack.py",
        "tests/hostile/test_outputs.py::test_every_field_is_tried",
        "-k",
        f"{rule} or test_cells or test_editions_are_sound or turned_on_without_an_edition or test_help"
        " or rule_of_placing or test_translation or every_rule_asked or parameters_are_words"
        " or every_field or its_index",
    )
    speaks_everywhere(checkout, rule)


def speaks_everywhere(checkout: Checkout, rule: str) -> None:
    """The command line explains, finds, tells and mends it; the editor lights no square it forbids, and says why."""
    hall = checkout.folder / "hall.dungeon.yaml"
    hall.write_text(TWO_PORTALS, encoding="utf-8")
    assert "Portals keep their distance from each other on foot" in checkout.program("explain", rule)
    call = ("check", hall.name, "--ruleset", "db7s-2019", "--select", rule)
    (report,) = json.loads(checkout.program(*call, "--format", "json"))["reports"]
    (found,) = report["findings"]
    assert (found["rule"], found["level"], found["measured"], found["required"]) == (rule, "info", 2, 3)
    squares, why = checkout.python("-c", LIT).splitlines()
    assert "(7, 1)" in squares
    assert why == f"too few steps from another portal: {rule} (a house rule)"
    house = f'[rules.{rule}]\nlevel = "should"\nmin = 2\nof = "paces"\n'
    (checkout.folder / "house.toml").write_text(house, encoding="utf-8")
    checkout.program("pack", hall.name, "--organiser", "--ruleset", "house.toml", "-o", "pack.md")
    pack = (checkout.folder / "pack.md").read_text(encoding="utf-8")
    assert "| Walks from portal to portal | at least 2 paces |" in pack
    checkout.program("render", hall.name, "--ruleset", "db7s-2019", "--findings", "-o", "hall.svg")
    assert "3 are required" in (checkout.folder / "hall.svg").read_text(encoding="utf-8")
    checkout.program(*call, "--fix-all")
    assert "1.2" not in hall.read_text(encoding="utf-8")


def test_a_weight(checkout: Checkout) -> None:
    """A coach's weight takes a name, the place where it is read, a line in each coach's file, and a test."""
    checkout.edit("dungeon_designer/playtest/state.py", "W_LATE, W_APART,\n", "W_LATE, W_APART, W_WARY,\n")
    value = "-max(0, measure_weighted_distance(g, square, target) - _GUARD_DISTANCE)\n"
    lines = f"        rating = {value}        return rating - marker_count * read_weight(g, s.W_WARY)\n"
    checkout.edit("dungeon_designer/playtest/valuing.py", f"        return {value}", lines)
    for coach in ("balanced", "bold", "cautious", "classic"):
        line = "wary = 0           # what each opponent beside a player who guards costs\n"
        checkout.append(f"dungeon_designer/playtest/data/coaches/{coach}.toml", line)
    checkout.append("tests/playtest/test_abilities.py", (SAMPLES / "wary.txt").read_text(encoding="utf-8"))
    checkout.follow("Add a coach's weight")
    assert len(checkout.changed) == 8  # the schema of coaches is made
    checkout.linted()
    long_tests = ["tests/playtest/test_golden.py", "tests/playtest/test_games.py"] if FULL else []
    checkout.tested(
        "tests/playtest/test_coaches.py",
        "tests/playtest/test_abilities.py",
        "tests/schemas/test_schemas.py",
        *long_tests,
        "-k",
        "test_coaches or wary or coach or test_golden or test_games",
    )
    coach = parse_coach_in(checkout, "[weights]\nwary = 7\n")
    assert coach.endswith("7")


def parse_coach_in(checkout: Checkout, weights: str) -> str:
    """The weights of a coach's file, as the copy reads it."""
    code = (
        "from dungeon_designer.playtest.teams import parse_coach\n"
        f"print(*parse_coach(b'name = \"Fox\"\\n' + {weights.encode()!r}, 'fox.toml').weight_row)"
    )
    return checkout.python("-c", code).strip()


def test_a_tool(checkout: Checkout) -> None:
    """A tool of the editor takes a class, its factory, its record, its words and a test of a gesture."""
    editor = "dungeon_designer/editor"
    checkout.add(f"{editor}/tools/sweep.py", "sweep.py")
    above = "from dungeon_designer.editor.tools.select import SelectTool\n"
    imported = "from dungeon_designer.editor.tools.sweep import SweepTool\n"
    checkout.edit(f"{editor}/pieces.py", above, above + imported)
    checkout.edit(f"{editor}/pieces.py", '    "wall": WallTool,', '    "sweep": SweepTool,\n    "wall": WallTool,')
    record = (SAMPLES / "sweep.toml").read_text(encoding="utf-8")
    checkout.edit(f"{editor}/pieces.toml", '[[tools]]\nid = "wall"\n', f'{record}\n[[tools]]\nid = "wall"\n')
    words = 'sweep = { title = "Sweep", hint = "Drag over squares: what lies on them goes, the floor stays." }'
    checkout.edit(f"{editor}/words.toml", "[tools]\n", f"[tools]\n{words}\n")
    checkout.edit(f"{editor}/actions.toml", 'tool-label = "text', 'tool-sweep = "clean broom"\ntool-label = "text')
    drag = '    "sweep": ((3, 3), (5, 3)),\n'
    checkout.edit(
        "tests/editor/test_gestures.py", '    "wall": ((4, 4), (4, 6)),\n', f'{drag}    "wall": ((4, 4), (4, 6)),\n'
    )
    checkout.append("tests/editor/test_tools.py", (SAMPLES / "sweeping.txt").read_text(encoding="utf-8"))
    checkout.follow("Add a tool to the editor")
    assert len(checkout.changed) == 7
    checkout.linted()
    everything = ["tests/editor"] if FULL else []
    checkout.tested(
        *everything,
        "tests/editor/test_tools.py::test_the_broom_leaves_the_floor",
        "tests/editor/test_gestures.py::test_every_tool_that_drags_is_dragged_here",
        "tests/editor/test_gestures.py::test_a_drag_is_one_step[sweep]",
        "tests/editor/test_looks.py::test_a_first_look_is_calm",
        "tests/editor/test_looks.py::test_tools_stand_in_groups",
        "tests/editor/test_pieces.py",
        "tests/editor/test_names.py::test_every_control_of_the_window_has_a_name",
        "tests/editor/test_translation.py::test_no_text_is_overlooked",
        "tests/editor/test_translation.py::test_every_kind_is_known",
    )


@soak
@pytest.mark.skipif(not FULL, reason="takes ten seconds; the steps for a rule are followed in every run")
def test_an_export(checkout: Checkout) -> None:
    """An export takes one file, a line in the registry and a line in the test of outputs."""
    registry = "dungeon_designer/exports/exporters.py"
    checkout.add("dungeon_designer/exports/squares_csv.py", "squares_csv.py")
    above = "from dungeon_designer.exports.stl import export_stl"
    checkout.edit(registry, above, f"from dungeon_designer.exports.squares_csv import csv_file\n{above}")
    record = '    Exporter("Table of squares", (".csv",), UsedOptions.NOTHING, csv_file),\n'
    checkout.edit(registry, '    Exporter("Tiled map"', f'{record}    Exporter("Tiled map"')
    call = '    "csv": _render("map.csv", readers.table),\n'
    checkout.edit("tests/hostile/test_outputs.py", '    "svg": _render', f'{call}    "svg": _render')
    checkout.follow("Add an export")
    assert len(checkout.changed) == 4
    checkout.linted()
    checkout.tested(
        "tests/hostile/test_outputs.py",
        "tests/editor/test_exporting.py",
        "tests/exports/test_imports.py",
        "tests/cli/test_help.py",
        "tests/editor/test_translation.py::test_no_text_is_overlooked",
        "tests/editor/test_translation.py::test_dialogs_speak_the_language[export]",
        "-k",
        "csv or every_ or test_imports or test_help or test_translation",
    )
    (checkout.folder / "hall.dungeon.yaml").write_text(TWO_PORTALS, encoding="utf-8")
    checkout.program("render", "hall.dungeon.yaml", "-o", "hall.csv")
    lines = (checkout.folder / "hall.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "x,y,kind,chest,portal"
    assert len(lines) == 1 + 4 * 16
    assert [line[-1] for line in lines[1:] if line[-1] != ","] == ["1", "2"]


@soak
@pytest.mark.skipif(not FULL, reason="measures and draws every example anew, which takes longer than any other test")
def test_an_edition(checkout: Checkout) -> None:
    """An edition that extends another takes one file, an example, and cases of the one rule it changes."""
    edition, cases = "sample-cup", "tests/rules/cases/chest-spacing.yaml"
    checkout.add(f"dungeon_designer/rulesets/data/{edition}.toml", f"{edition}.toml")
    checkout.edit(cases, "eagbbl: must}", f"eagbbl: must, {edition}: must}}")
    checkout.append(cases, (SAMPLES / f"{edition}-cases.yaml").read_text(encoding="utf-8"))
    example = (checkout.folder / "examples/naf-2019/the-four-winds.dungeon.yaml").read_text(encoding="utf-8")
    (checkout.folder / "examples" / edition).mkdir()
    (checkout.folder / f"examples/{edition}/the-sample-winds.dungeon.yaml").write_text(
        example.replace("ruleset: naf-2019", f"ruleset: {edition}").replace("The Four Winds", "The Sample Winds"),
        encoding="utf-8",
    )
    checkout.follow("Add an edition")
    checkout.tested("tests/rules/test_cells.py", "tests/rules/test_cases.py", "-k", f"{edition} or table or column")
    checkout.tested(
        "tests/rules/test_rulesets.py::test_editions_are_found_and_stand_in_their_order",
        "tests/rules/test_rulesets.py::test_editions_are_sound",
        "tests/rules/test_cells.py",
        "tests/cli/test_explain.py",
        "tests/cli/test_help.py",
        "tests/exports/test_pack.py::test_parameters_are_words",
        "tests/editor/test_set_up.py::test_a_set_up_from_first_to_last_is_legal",
        "tests/examples/test_examples.py",
        "tests/examples/test_gallery.py",
    )
    gallery = (checkout.folder / "examples/README.md").read_text(encoding="utf-8")
    assert f"(pictures/{edition}/the-sample-winds.png)]({edition}/the-sample-winds.dungeon.yaml)" in gallery
    assert edition in checkout.program("rulesets")
    assert "legal" in checkout.program("check", f"examples/{edition}")


def test_what_contributing_does_not_name_is_told(checkout: Checkout) -> None:
    """The guard itself: a file beyond those a section names is called by its name."""
    checkout.append("README.md", "more\n")
    with pytest.raises(AssertionError, match=r"does not name \['README.md'\]"):
        checkout.follow("Add a symbol")  # which has nothing written
