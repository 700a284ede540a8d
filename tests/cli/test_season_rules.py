"""A season's ruleset means the same to every command that takes a season."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Call, Called

HALL = "name: {name}\n{ruleset}map: |\n  <<.C.1.>>\n"
SEASON = """\
name = "Spring Cup"
ruleset = "{ruleset}"
rounds = [{{ name = "One", layout = "plain.dungeon.yaml" }}, {{ name = "Two", layout = "other.dungeon.yaml" }}]
also = ["silent.dungeon.yaml"]
"""
NOTICE = "dungeon-designer: warning: spring/other.dungeon.yaml: it names the ruleset naf-2019; {asked} is asked, as"


@pytest.fixture
def spring(table: Path) -> Path:
    """A season under the cup's rules, one of whose dungeons names them, one other rules, and one none."""
    folder = table / "spring"
    folder.mkdir()
    (table / "cup.toml").rename(folder / "cup.toml")
    for name, ruleset in (("plain", "ruleset: cup.toml\n"), ("other", "ruleset: naf-2019\n"), ("silent", "")):
        (folder / f"{name}.dungeon.yaml").write_text(HALL.format(name=name, ruleset=ruleset))
    (folder / "season.toml").write_text(SEASON.format(ruleset="cup.toml"))
    return folder


def list_rulesets_by_dungeon(called: Called) -> dict[str, str]:
    """Return each dungeon and the ruleset it was asked about."""
    return {report["name"]: report["ruleset"] for report in json.loads(called.out)["reports"]}


@pytest.mark.parametrize("named", ["spring/season.toml", "spring"])
def test_check_asks_the_seasons_ruleset(call: Call, spring: Path, named: str) -> None:
    """Named itself or by its folder, a season has its ruleset asked of all its dungeons; who names another is told."""
    called = call("check", named, "--format", "json")
    assert called.status == 0
    assert list_rulesets_by_dungeon(called) == {"plain": "cup", "other": "cup", "silent": "cup"}
    assert called.complaint.startswith(NOTICE.format(asked="spring/cup.toml"))


def test_a_dungeon_no_season_names_has_its_own_ruleset(call: Call, spring: Path) -> None:
    """A dungeon that its folder's season does not name is checked by its own ruleset; so is one named by itself."""
    (spring / "draft.dungeon.yaml").write_text(HALL.format(name="draft", ruleset="ruleset: db7s-2019\n"))
    assert list_rulesets_by_dungeon(call("check", "spring", "--format", "json"))["draft"] == "db7s-2019"
    alone = call("check", "spring/other.dungeon.yaml", "--format", "json")
    assert (list_rulesets_by_dungeon(alone), alone.err) == ({"other": "naf-2019"}, "")


@pytest.mark.parametrize("command", ["check", "pack"])
def test_a_ruleset_named_in_the_call_is_asked_of_all(call: Call, spring: Path, command: str) -> None:
    """A ruleset in the call comes before the season's, without a notice."""
    more = ["--format", "json"] if command == "check" else ["-o", "out.md", "--organiser"]
    called = call(command, "spring/season.toml", "--ruleset", "db7s-2019", *more)
    assert called.status == 1
    assert "names the ruleset" not in called.err
    if command == "check":
        assert set(list_rulesets_by_dungeon(called).values()) == {"db7s-2019"}
    else:
        assert (spring.parent / "out.md").read_text().count("Not legal under") == 3


def test_pack_says_what_check_says(call: Call, spring: Path) -> None:
    """The document's verdicts are those of `check`; the same line tells of the dungeon that names another ruleset."""
    called = call("pack", "spring/season.toml", "-o", "out.md", "--organiser")
    assert called.status == 0
    assert called.complaint.startswith(NOTICE.format(asked="spring/cup.toml"))
    assert (spring.parent / "out.md").read_text().count("Legal under The Cup") == 3


@pytest.mark.parametrize("ending", ["md", "pdf"])
def test_pack_of_something_illegal_is_written_and_ends_with_1(call: Call, spring: Path, ending: str) -> None:
    """Scripts hear that an event is not legal; people read which dungeon, and still get the document."""
    (spring / "other.dungeon.yaml").write_text(HALL.format(name="The Other", ruleset="").replace("C", "."))
    called = call("pack", "spring/season.toml", "-o", f"out.{ending}")
    assert called.status == 1
    assert called.complaint == f"out.{ending} is written; not legal: The Other"
    assert (spring.parent / f"out.{ending}").stat().st_size > 500


def test_stock_lists_the_season_and_tells_of_another_ruleset(call: Call, spring: Path) -> None:
    """The shopping list is the season's; the dungeon that names another ruleset is told of."""
    called = call("stock", "spring/season.toml")
    assert called.status == 0
    assert called.complaint.startswith(NOTICE.format(asked="spring/cup.toml"))


def test_rulesets_are_compared_by_what_they_mean(call: Call, spring: Path) -> None:
    """A file named from another folder is the same ruleset; the same id is, too."""
    (spring / "halls").mkdir()
    (spring / "halls" / "other.dungeon.yaml").write_text(HALL.format(name="other", ruleset="ruleset: ../cup.toml\n"))
    season = SEASON.format(ruleset="cup.toml").replace("other.", "halls/other.")
    (spring / "season.toml").write_text(season)
    assert call("check", "spring/season.toml").err == ""


@pytest.mark.parametrize("ruleset", ["naf-2091", "gone.toml", "all"])
@pytest.mark.parametrize("command", [["check"], ["pack", "-o", "out.md"], ["stock"]])
def test_a_seasons_ruleset_that_does_not_exist(call: Call, spring: Path, command: list[str], ruleset: str) -> None:
    """One line names the season and its key, whichever command is called; nothing is judged and nothing written."""
    (spring / "season.toml").write_text(SEASON.format(ruleset=ruleset))
    called = call(*command, "spring/season.toml")
    assert called.status == 2
    assert called.complaint.removeprefix("dungeon-designer: ").startswith("spring/season.toml:2:11: ruleset: ")
    assert not (spring.parent / "out.md").exists()


def test_a_call_that_names_a_ruleset_needs_not_the_seasons(call: Call, spring: Path) -> None:
    """A season whose ruleset went can still be checked under another."""
    (spring / "season.toml").write_text(SEASON.format(ruleset="gone.toml"))
    assert call("check", "spring/season.toml", "--ruleset", "spring/cup.toml").status == 0


def test_mended_files_are_checked_under_the_season(call: Call, spring: Path) -> None:
    """`--fix` mends for the season's ruleset, and checks again under it."""
    (spring / "other.dungeon.yaml").write_text(HALL.format(name="other", ruleset="").replace("1", "7"))
    called = call("check", "spring/season.toml", "--fix", "--format", "json")
    assert called.status == 0
    assert ".1." in (spring / "other.dungeon.yaml").read_text()


@pytest.mark.parametrize("command", [["render", "-o", "out.svg"], ["convert"], ["edit"]])
def test_a_season_is_no_dungeon(call: Call, spring: Path, command: list[str]) -> None:
    """A command for one dungeon refuses a season in one line that says what it is, and what may be done."""
    called = call(*command, "spring/season.toml", *(["out.json"] if command == ["convert"] else []))
    assert called.status == 2
    ways = "; several are drawn into a folder, -o FOLDER/, or onto sheets, -o FILE.pdf"
    remedy = ways if command[0] == "render" else "; name a file that ends in .dungeon.yaml or .dungeon.json"
    assert called.complaint.endswith(f"spring/season.toml: this is a season or a ruleset, not a dungeon{remedy}")


@pytest.mark.parametrize("named", ["spring/season.toml", "spring"])
def test_render_draws_a_season_into_a_folder_by_its_ruleset(call: Call, spring: Path, named: str) -> None:
    """Each dungeon has a file of its name, marked as the season's ruleset asks; who names another is told."""
    called = call("render", named, "-o", "maps/", "--findings")
    assert called.status == 0
    assert called.complaint.startswith(NOTICE.format(asked="spring/cup.toml"))
    assert sorted(path.name for path in (spring.parent / "maps").glob("[!.]*")) == [
        "other.svg",
        "plain.svg",
        "silent.svg",
    ]
    for name in ("plain", "other", "silent"):
        call("render", f"spring/{name}.dungeon.yaml", "-o", "one.svg", "--findings", "--ruleset", "spring/cup.toml")
        assert (spring.parent / "maps" / f"{name}.svg").read_bytes() == (spring.parent / "one.svg").read_bytes()


def test_render_asks_a_named_ruleset_of_a_whole_season(call: Call, spring: Path) -> None:
    """`--ruleset` comes before the season's, for overlays that measure, too; other formats as --to says."""
    more = ["--to", "html", "--distances-from", "home"]
    called = call("render", "spring/season.toml", "-o", "maps/", "--ruleset", "naf-2019", *more)
    assert (called.status, called.err) == (0, "")
    call("render", "spring/plain.dungeon.yaml", "-o", "one.html", "--ruleset", "naf-2019", *more[2:])
    assert (spring.parent / "maps" / "plain.html").read_bytes() == (spring.parent / "one.html").read_bytes()


def test_render_draws_the_rest_of_a_season_one_of_whose_dungeons_is_wrong(call: Call, spring: Path) -> None:
    """The wrong one is told of in one line, the others are drawn, and the status is 2."""
    (spring / "other.dungeon.yaml").write_text("nonsense: 1\n")
    called = call("render", "spring/season.toml", "-o", "maps/", "--to", "png")
    assert called.status == 2
    assert "spring/other.dungeon.yaml" in called.complaint
    assert sorted(path.name for path in (spring.parent / "maps").glob("[!.]*")) == ["plain.png", "silent.png"]


def test_standard_input_is_not_drawn_into_a_folder(call: Call, spring: Path) -> None:
    """A dungeon from standard input has no name for a file in a folder, and nothing is written."""
    called = call("render", "-", "-o", "maps/", stdin="map: <..>")
    assert (called.status, "no name" in called.complaint) == (2, True)
    assert not (spring.parent / "maps").exists()


def test_render_asks_what_check_asks_of_one_dungeon(call: Call, spring: Path) -> None:
    """A dungeon of a season that is drawn by itself is asked about its own ruleset; `--ruleset` asks the season's."""
    (spring / "other.dungeon.yaml").write_text(HALL.format(name="other", ruleset="ruleset: naf-2019\n"))
    drawn = []
    for more in ([], ["--ruleset", "naf-2019"], ["--ruleset", "spring/cup.toml"]):
        assert call("render", "spring/other.dungeon.yaml", "-o", "out.svg", "--findings", *more).status == 0
        drawn.append((spring.parent / "out.svg").read_bytes())
    assert drawn[0] == drawn[1] != drawn[2]
