"""`place`: what it writes, what it says, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.cli.exits import FAILED, LEGAL, NOT_LEGAL
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.layout.sketch_writer import write_sketch
from tests.ten_joints import TEN_JOINTS

SKETCH = """\
# A hall for a quick cup.
name: The Hall   # as the organiser calls it
ruleset: naf-2019
map: |
  <<..............>>
  <<..............>>
  <<..............>>
  ##..............##
  ##..............##
  ##..............##
notes: Bring your own dice.
"""
SMALL = "ruleset: naf-2019\nmap: |\n  <<......>>\n  <<......>>\n  <<......>>\n"
STRICT = 'id = "wide"\nname = "Wide"\nextends = "naf-2019"\n[rules.chest-spacing]\nlevel = "must"\nmin = 15\n'


@pytest.fixture
def hall(table: Path) -> Path:
    """The folder with a hall to furnish."""
    (table / "hall.dungeon.yaml").write_text(SKETCH)
    (table / "small.dungeon.yaml").write_text(SMALL)
    (table / "wide.toml").write_text(STRICT)
    return table


def test_a_hall_is_furnished_in_its_own_hand(hall, call):
    """The new file has the things, is legal in what they are asked, and keeps remarks, order and all other lines."""
    called = call("place", "hall.dungeon.yaml", "-o", "new.dungeon.yaml")
    assert (called.status, called.err) == (LEGAL, "")
    assert "new.dungeon.yaml: 6 chests and 6 portals placed under naf-2019" in called.out
    new = (hall / "new.dungeon.yaml").read_text()
    made = Dungeon.parse(new)
    assert (len(made.layout.chests), len(made.layout.portals), made.layout.balls) == (6, 6, 1)
    kept = [line for line in SKETCH.splitlines() if not line.startswith("  ")]
    assert [line for line in new.splitlines() if line in kept] == kept
    assert (hall / "hall.dungeon.yaml").read_text() == SKETCH


def test_standard_output_has_the_dungeon_alone(hall, call):
    """Without -o, and with - for both, the dungeon goes to standard output, what is said of it to standard error."""
    written = call("place", "hall.dungeon.yaml")
    assert written.status == LEGAL
    assert written.err.startswith("standard output: 6 chests and 6 portals placed")
    assert len(Dungeon.parse(written.out).layout.chests) == 6
    assert call("place", "hall.dungeon.yaml", "-o", "-").out == written.out


def test_a_layout_file_is_written_by_its_ending(hall, call):
    """To a file that ends in .json goes a layout file."""
    assert call("place", "hall.dungeon.yaml", "-o", "new.dungeon.json").status == LEGAL
    assert (hall / "new.dungeon.json").read_text().startswith("{")


def test_the_seed_decides(hall, call):
    """The same seed writes the same bytes; of others some find another placement, though two may find the same."""
    one, same, *others = (call("place", "hall.dungeon.yaml", "--seed", seed).out for seed in ("5", "5", "6", "7", "8"))
    assert one == same
    assert {one} < {one, *others}


def test_several_answers_go_to_a_folder(hall, call):
    """Three answers are three files that differ; to one file they cannot go."""
    called = call("place", "hall.dungeon.yaml", "--count", "3", "-o", "halls/")
    assert called.status == LEGAL
    files = sorted((hall / "halls").glob("*.dungeon.yaml"))
    assert [file.name for file in files] == [f"hall-{number}.dungeon.yaml" for number in (1, 2, 3)]
    assert len({file.read_bytes() for file in files}) == 3
    refused = call("place", "hall.dungeon.yaml", "--count", "3", "-o", "new.dungeon.yaml")
    assert refused.status == FAILED
    assert "need a folder" in refused.complaint


def test_a_house_ruleset_is_named_from_where_the_answer_lies(hall, call):
    """An answer in another folder names the path to the ruleset's file; one beside it names none."""
    (hall / "cup.toml").write_text('id = "cup"\nname = "Cup"\nextends = "naf-2019"\n')
    (hall / "v1.2-hall.dungeon.yaml").write_text(SKETCH.replace("ruleset: naf-2019", "ruleset: cup.toml"))
    assert call("place", "v1.2-hall.dungeon.yaml", "--count", "2", "-o", "deep/halls/").status == LEGAL
    for number in (1, 2):
        made = Dungeon.load(hall / f"deep/halls/v1.2-hall-{number}.dungeon.yaml")
        assert (made.layout.ruleset, made.ruleset().id) == ("../../cup.toml", "cup")
    assert call("place", "v1.2-hall.dungeon.yaml", "-o", "new.dungeon.yaml").status == LEGAL
    assert Dungeon.load(hall / "new.dungeon.yaml").layout.ruleset == "cup.toml"


def test_only_and_keep(hall, call):
    """`--only portals` leaves chests as they are; `--keep` adds what is missing to what lies there."""
    sketch = SKETCH.replace("  ##..............##\n", "  ##C.............##\n", 1)
    (hall / "one.dungeon.yaml").write_text(sketch)
    portals = Dungeon.parse(call("place", "one.dungeon.yaml", "--only", "portals").out).layout
    assert (portals.chests, len(portals.portals)) == (((2, 3),), 6)
    kept = Dungeon.parse(call("place", "one.dungeon.yaml", "--keep").out).layout
    assert (2, 3) in kept.chests
    assert len(kept.chests) == 6


def test_what_cannot_be_placed_is_one_line(hall, call):
    """Exit status 1, nothing written, one line that names the ruleset and the rules that stand in the way."""
    called = call("place", "hall.dungeon.yaml", "--ruleset", "wide.toml", "-o", "new.dungeon.yaml")
    assert (called.status, called.out) == (NOT_LEGAL, "")
    assert called.complaint.startswith(
        "hall.dungeon.yaml: cannot be placed under wide: ruled out by chest-spacing (the chests at"
    )
    assert not (hall / "new.dungeon.yaml").exists()


def test_what_is_only_advised_is_told(hall, call):
    """Objects are placed against a should-rule that cannot be kept, and it is named; with --strict they are not."""
    called = call("place", "small.dungeon.yaml", "--only", "chests", "-o", "new.dungeon.yaml")
    assert called.status == LEGAL
    assert "warnings left: chest-spacing" in called.out
    strict = call("place", "small.dungeon.yaml", "--only", "chests", "--strict", "-o", "strict.dungeon.yaml")
    assert strict.status == NOT_LEGAL
    assert "chest-spacing" in strict.complaint
    assert not (hall / "strict.dungeon.yaml").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--only", "chets"], "did you mean chests?"),
        (["--only", ","], "--only is empty"),
        (["--ruleset", "all"], "no such ruleset"),
        (["-o", "hall.dungeon.yaml"], "this file is also read"),
    ],
)
def test_a_wrong_call_is_one_line(hall, call, more, said):
    """A call that makes no sense ends with status 2 and one line that says why, and writes nothing."""
    called = call("place", "hall.dungeon.yaml", *more)
    assert (called.status, called.out) == (FAILED, "")
    assert said in called.complaint
    assert (hall / "hall.dungeon.yaml").read_text() == SKETCH


@pytest.mark.parametrize("more", [["--prove"], ["--time", "30", "--prove"], ["--time=30"]])
def test_the_proof_is_gone(hall, call, more):
    """The options of the proof end with status 2, and one line says that they were removed and what to do instead."""
    called = call("place", "hall.dungeon.yaml", *more, "-o", "new.dungeon.yaml")
    assert (called.status, called.out) == (FAILED, "")
    assert f"{more[0].partition('=')[0]} was removed" in called.complaint
    assert "--count" in called.complaint
    assert not (hall / "new.dungeon.yaml").exists()


def test_the_style_named_gives_up_what_the_rules_leave_no_room_for(hall, call):
    """In the style named a warning names each step that failed: that style, spread, then both without the symmetry."""
    (hall / "joints.dungeon.yaml").write_text(write_sketch(TEN_JOINTS.layout))
    called = call(
        "place", "joints.dungeon.yaml", "--style", "named", "--symmetry", "top-bottom", "-o", "new.dungeon.yaml"
    )
    assert called.status == LEGAL
    assert "joints.dungeon.yaml: no legal placement as in named dungeons, with the symmetry (" in called.err
    assert "; no legal placement spread, with the symmetry (" in called.err
    assert "; placed as in named dungeons, without the symmetry" in called.err
    assert call("place", "joints.dungeon.yaml", "--symmetry", "top-bottom", "-o", "-").status == NOT_LEGAL
