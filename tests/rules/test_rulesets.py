"""Rulesets from files: what they inherit, what they change, and what is said of faulty ones."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import RulesetError
from dungeon_designer.findings import Level
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules import rule_registry
from dungeon_designer.rules.autofix import verify_fixes
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import RULE_NAMES, list_enabled_rules, load_rule, load_ruleset
from dungeon_designer.rulesets import loader
from dungeon_designer.rulesets.loader import EDITIONS, MAX_EXTENDS_DEPTH, MAX_TOML_BYTES, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Metric, RuleEntry, RuleLevel, Ruleset

HOUSES = Path(__file__).parents[2] / "examples" / "house-rules"
TWO_CHESTS = "map: |\n  <<<...............>>>\n  <<<...C.C.........>>>\n"


def house(folder: Path, text: str, name: str = "house.toml") -> Ruleset:
    """The ruleset in a file of that text."""
    (folder / name).write_text(text, encoding="utf-8")
    return load_ruleset(name, folder)


def faults(folder: Path, text: str) -> tuple[str, ...]:
    """What is wrong with a ruleset file of that text."""
    with pytest.raises(RulesetError) as caught:
        house(folder, text)
    assert caught.value.source == str(folder / "house.toml")
    assert "\n" not in str(caught.value)
    return caught.value.problems


def layout(sketch: str) -> Layout:
    return read_layout(sketch.encode(), "hall.dungeon.yaml")


@pytest.mark.parametrize("edition", EDITIONS)
def test_editions_are_sound(edition: str) -> None:
    """Every edition that comes with the program can be asked, and says where each of its rules stands."""
    ruleset = load_ruleset(edition)
    asked = list_enabled_rules(ruleset)
    assert {one.rule.name for one in asked} == set(ruleset.enabled_rules)
    assert [one.rule.name for one in asked if not one.entry.source] == []


def test_editions_are_found_and_stand_in_their_order() -> None:
    """Every file of the data folder is an edition of its name, and each says where it stands in lists."""
    folder = Path(loader.__file__).with_name("data")
    order = {path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["order"] for path in folder.glob("*.toml")}
    assert sorted(order, key=order.__getitem__) == list(EDITIONS)
    assert len(set(order.values())) == len(EDITIONS)
    assert [load_unchecked_ruleset(edition).id for edition in EDITIONS] == list(EDITIONS)


def test_a_house_inherits_what_it_does_not_change(tmp_path: Path) -> None:
    """A ruleset that only extends another asks the same, under its own name."""
    plain = house(tmp_path, 'id = "mine"\nextends = "eagbbl"\n')
    base = load_unchecked_ruleset("eagbbl")
    assert (plain.id, plain.name, plain.lineage) == ("mine", "mine", ("eagbbl",))
    assert (plain.rules, plain.corners, plain.chests) == (base.rules, Corners.STRICT, Chests.IMPASSABLE)


def test_a_house_changes_key_by_key(tmp_path: Path) -> None:
    """A rule's level and parameters change one by one; what is not named stays, and the change is the house's own."""
    ruleset = house(tmp_path, 'extends = "naf-2019"\nchests = "impassable"\n[rules.square-count]\nmax = 300\n')
    entry, base = ruleset.rules["square-count"], load_unchecked_ruleset("naf-2019").rules["square-count"]
    assert entry.parameters == {"min": 250, "max": 300}
    assert (entry.level, entry.source) == (base.level, "house")
    assert (ruleset.id, ruleset.chests, ruleset.corners) == ("house", Chests.IMPASSABLE, Corners.FREE)


def test_off_and_on_again(tmp_path: Path) -> None:
    """`off` leaves a rule out; a house on that house that names it turns it on as a must, with what it was before."""
    off = house(tmp_path, 'extends = "naf-2019"\n[rules.chest-spacing]\nlevel = "off"\n', "off.toml")
    assert "chest-spacing" not in off.enabled_rules
    again = house(tmp_path, 'extends = "off.toml"\n[rules.chest-spacing]\n')
    assert again.lineage == ("off", "naf-2019")
    assert again.rules["chest-spacing"].level is RuleLevel.MUST
    assert again.rules["chest-spacing"].parameters == {"min": 5}


def test_a_ruleset_may_stand_alone(tmp_path: Path) -> None:
    """Without `extends` a ruleset asks only what it names."""
    alone = house(tmp_path, "[rules.chest-count]\nmin = 2\nmax = 2\n")
    verdict = check_board(build_board(layout(TWO_CHESTS)), alone)
    assert (verdict.checked_rules, verdict.findings) == (("chest-count",), ())


def test_a_rule_the_edition_lacks_is_asked(tmp_path: Path) -> None:
    """A rule the base has not is turned on by naming it, as a must where no level is named."""
    ruleset = house(tmp_path, 'extends = "naf-2019"\n[rules.chests-per-section]\nsource = "Cup rules, page 3"\n')
    (found,) = check_board(build_board(layout(TWO_CHESTS)), ruleset, select=["chests-per-section"]).findings
    assert (found.level, found.source, found.measured) == (Level.ERROR, "Cup rules, page 3", 2)
    assert (
        "chests-per-section"
        in check_board(build_board(layout(TWO_CHESTS)), load_unchecked_ruleset("naf-2019")).unchecked_rules
    )


@pytest.mark.parametrize(("level", "wanted"), [("must", "error"), ("should", "warning"), ("notice", "info")])
def test_levels(tmp_path: Path, level: str, wanted: str) -> None:
    """A house ruleset's level is the level of the finding."""
    ruleset = house(tmp_path, f'extends = "eagbbl"\n[rules.chest-count]\nlevel = "{level}"\n')
    (found,) = check_board(build_board(layout(TWO_CHESTS)), ruleset, select=["chest-count"]).findings
    assert found.level == wanted


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_rule_can_be_turned_on_anywhere(edition: str, name: str, tmp_path: Path) -> None:
    """Any rule may be named in any edition, without a parameter, and is asked without failing."""
    ruleset = house(tmp_path, f'extends = "{edition}"\n[rules.{name}]\nlevel = "must"\n')
    verdict = check_board(build_board(layout(TWO_CHESTS)), ruleset, select=[name])
    assert verdict.checked_rules == (name,)
    assert verdict.failures == ()


def test_every_rule_can_be_turned_on_without_an_edition(tmp_path: Path) -> None:
    """All rules at once, with their own defaults, are asked without failing."""
    ruleset = house(tmp_path, "\n".join(f"[rules.{name}]" for name in RULE_NAMES))
    verdict = check_board(build_board(layout(TWO_CHESTS)), ruleset)
    assert verdict.checked_rules == RULE_NAMES
    assert verdict.failures == ()


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("chest-count", {"min": 6, "max": 6}),
        ("ball-count", {"min": 1, "max": 1, "by_chests": ()}),
        ("portal-count", {"min": 6, "max": 6, "notice": ()}),
        ("tile-supply", {"stock": (), "left_out": (), "use_all": False}),
        ("square-count", {"min": 250, "max": 280}),
        ("end-zone-count", {"kind": "end_zone", "per_side": 1}),
        ("end-zone-size", {"kind": "end_zone", "shape": None, "count": "standing"}),
        ("door-count", {"min": None, "max": 4}),
        ("trap-counters", {"none": False, "nothing": 3, "open_pit": 2, "spiked_pit": 1, "extra": 3}),
        ("trap-counters", {"most_open_pits": 8, "most_spiked_pits": 4}),
        ("chest-spacing", {"min": 5}),
        ("portal-spacing", {"min": 5}),
        ("trap-spacing", {"min": 5}),
        ("portal-chest-distance", {"min": 3}),
        ("chest-end-zone-distance", {"min": 8, "kinds": ("end_zone", "entry")}),
        ("chests-per-section", {"min": None, "max": 1}),
        ("portals-per-section", {"min": None, "max": 1}),
        ("portals-per-end-zone", {"min": None, "max": 1}),
        ("chest-section", {"forbidden": ("end_zone", "entry"), "connected": False}),
        ("portal-section", {"forbidden": ("end_zone", "entry"), "connected": False}),
    ],
)
def test_what_a_rule_asks_when_told_nothing(name: str, usual: dict[str, object]) -> None:
    """A rule turned on by its name alone asks for what its manual page calls usual."""
    chosen = load_rule(name).settings_type()
    assert {key: getattr(chosen, key) for key in usual} == usual


@pytest.mark.parametrize("name", RULE_NAMES)
def test_settings_are_values(name: str) -> None:
    """What a ruleset asks of a rule cannot be changed by whoever reads it."""
    assert load_rule(name).settings_type.__struct_config__.frozen


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_rule_has_its_manual_page(name: str) -> None:
    """A rule's page opens with one sentence, shows a sketch that breaks it, and says how to fix it."""
    manual = load_rule(name).manual
    first = manual.split("\n\n")[0]
    assert first.endswith(".")
    assert len(first) <= 140
    assert "\n\n    " in manual
    assert "\n\nFix: " in manual


def test_metric_walk_counts_steps(tmp_path: Path) -> None:
    """With `metric = "walk"` two chests with a wall between them are as far apart as the way round is long."""
    walled = "map: |\n  C......\n  ######.\n  C......\n"
    near = house(tmp_path, 'extends = "eagbbl"\n', "near.toml")
    steps = house(tmp_path, 'extends = "eagbbl"\nmetric = "walk"\n', "steps.toml")
    assert (near.metric, steps.metric) == (Metric.SQUARES, Metric.WALK)
    board = build_board(layout(walled))
    assert [f.measured for f in check_board(board, near, select=["chest-spacing"]).findings] == [2]
    assert check_board(board, steps, select=["chest-spacing"]).findings == ()
    straight = build_board(layout("map: |\n  C..C...\n"))
    (found,) = check_board(straight, steps, select=["chest-spacing"]).findings
    assert found.measured == 3
    assert "3 steps apart" in found.message


def test_the_examples_are_sound() -> None:
    """The two house rulesets among the examples can be asked; each turns on a rule its edition lacks."""
    for name, edition in (("kings-cup", "naf-2019"), ("night-league", "gw-2021")):
        ruleset = load_ruleset(f"{name}.toml", HOUSES)
        assert ruleset.id == name
        assert set(ruleset.enabled_rules) - set(load_unchecked_ruleset(edition).enabled_rules)
        assert set(load_unchecked_ruleset(edition).enabled_rules) - set(ruleset.enabled_rules)
        assert check_board(build_board(layout(TWO_CHESTS)), ruleset).ruleset == name


def test_the_kings_cup_finds_what_naf_2019_does_not() -> None:
    """The cup forbids two chests in one section and warns of one near an end zone; its base asks neither."""
    cup = load_ruleset("kings-cup.toml", HOUSES)
    board = build_board(layout(TWO_CHESTS))
    found = check_board(board, cup, select=["chests-per-section", "chest-end-zone-distance", "portal-spacing"])
    assert [(f.rule, f.level.value) for f in found.findings] == [
        ("chests-per-section", "error"),
        ("chest-end-zone-distance", "warning"),
    ]
    assert (
        check_board(
            board, load_unchecked_ruleset("naf-2019"), select=["chests-per-section", "chest-end-zone-distance"]
        ).findings
        == ()
    )


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    """Faults of keys, levels, rules, parameters and values stand in one error."""
    found = faults(
        tmp_path,
        """
        name = 5
        extends = "naf-2091"
        coners = "free"
        corners = "fre"
        chests = "shut"
        [rules.chest-cuont]
        [rules.chest-count]
        mni = 5
        max = "six"
        level = "mustt"
        [rules.chest-section]
        forbidden = ["endzone"]
        connected = "yes"
        [rules.tile-mix]
        kinds = { corridors = { min = 1 } }
        [rules.portal-count]
        min = 9
        max = 7
        source = 3
        """,
    )
    wanted = [
        "name: expected text, not 5",
        "unknown key 'coners' (did you mean corners?)",
        "corners: 'fre' is not known here (did you mean free?)",
        "chests: 'shut' is not known here (one of: enterable, impassable)",
        "rules.chest-count.level: 'mustt' is not known here (did you mean must?)",
        "rules.portal-count.source: expected text, not 3",
        "extends: no ruleset 'naf-2091' (did you mean naf-2019?)",
        "rules.chest-cuont: no such rule (did you mean chest-count?)",
        "rules.chest-count: max: expected a whole number, not 'six'; unknown parameter 'mni' (did you mean min?)",
        "rules.portal-count: min 9 is above max 7",
        "rules.tile-mix: kinds: 'corridors' is not known here (did you mean corridor?)",
    ]
    assert [fault for fault in wanted if fault not in found] == []
    (section,) = (fault for fault in found if fault.startswith("rules.chest-section"))
    assert "connected: expected true or false, not 'yes'" in section
    assert "forbidden[0]: 'endzone' is not known here (did you mean end_zone?)" in section
    assert len(found) == len(wanted) + 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[rules.chest-count]\nmin = -1\n", "rules.chest-count: min: expected a number of at least 0, not -1"),
        ("[rules.chest-count]\nmin = true\n", "rules.chest-count: min: expected a whole number, not true"),
        ("[rules.chest-count]\nmin = 2.5\n", "rules.chest-count: min: expected a whole number, not 2.5"),
        (
            "[rules.chest-count]\nmin = 2000000\n",
            "rules.chest-count: min: expected a number of at most 1000000",
        ),
        ("[rules.chest-spacing]\nmin = 0\n", "rules.chest-spacing: min: expected a number of at least 1, not 0"),
        (
            "[rules.end-zone-size]\nshape = [2]\n",
            "rules.end-zone-size: shape: expected a list of 2 numbers, not a list",
        ),
        (
            "[rules.end-zone-size]\nkind = 'endzone'\n",
            "rules.end-zone-size: kind: 'endzone' is not known here (did",
        ),
        ("[rules.ball-count]\nby_chests = [{from = 1}]\n", "rules.ball-count: by_chests[0]: the key 'to' is missing"),
        ("[rules.ball-count]\nby_chests = [{form = 1}]\n", "rules.ball-count: by_chests[0]: unknown key 'form'"),
        ("[rules.portal-numbers]\nmin = 1\n", "rules.portal-numbers: unknown parameter 'min'"),
        ("[rules.chest-count]\nlevel = 3\n", "rules.chest-count.level: expected text, not 3"),
        ("rules = 3\n", "rules: must be a table"),
        ("play = []\n", "play: must be a table"),
        ("[rules]\nchest-count = 6\n", "rules.chest-count: must be a table"),
        ("id = ''\n", "id: must not be empty"),
        ("extends = 7\n", "extends: expected text, not 7"),
        ("order = 'first'\n", "order: expected a whole number, not 'first'"),
        ("extends = 'gone.toml'\n", "extends: {folder}/gone.toml: there is no such file"),
        ("extends = 'nul\\u0000.toml'\n", "extends: "),
    ],
)
def test_one_fault(tmp_path: Path, text: str, fault: str) -> None:
    """A wrong value is named with its rule and parameter, and with the nearest right one where there is one."""
    (found,) = faults(tmp_path, text.replace("'nul", '"nul').replace(".toml'\n", '.toml"\n') if "nul" in text else text)
    assert found.startswith(fault.replace("{folder}", str(tmp_path)))


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"id = ", "line 1, column 6: the value of 'id' is missing"),
        (b"\xff\xfe\x00", "line 1, column 1: the text is UTF-16; save it as UTF-8"),
        (b"id = 'caf\xe9'", "line 1, column 10: the byte 0xe9 is not UTF-8"),
        (b"x = " + b"[" * 20_000, "nested too deeply"),
        (b"x = " + b"9" * 5_000, "not TOML"),
        (b"#" * (MAX_TOML_BYTES + 1), "large"),
    ],
)
def test_what_is_no_toml(tmp_path: Path, data: bytes, fault: str) -> None:
    """Bytes that are no TOML are refused in one line that names the file."""
    (tmp_path / "house.toml").write_bytes(data)
    with pytest.raises(RulesetError, match=fault) as caught:
        load_ruleset("house.toml", tmp_path)
    assert str(caught.value).startswith(str(tmp_path / "house.toml"))


def test_an_empty_file_is_no_ruleset(tmp_path: Path) -> None:
    """A file with nothing in it is refused, for every dungeon would be legal under it."""
    with pytest.raises(RulesetError, match="it checks nothing"):
        house(tmp_path, "")


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    """What cannot be opened is named, with the reason."""
    (tmp_path / "folder.toml").mkdir()
    for name, why in (("folder.toml", "folder"), ("gone.toml", "no such file")):
        with pytest.raises(RulesetError, match=why):
            load_ruleset(name, tmp_path)


def test_an_unknown_id() -> None:
    """A name that is neither an edition nor a file gets the nearest edition."""
    with pytest.raises(RulesetError, match=r"did you mean naf-2019\?"):
        load_ruleset("naf-2018")
    with pytest.raises(RulesetError, match="one of: brawl-2013"):
        load_ruleset("?")


def test_a_circle(tmp_path: Path) -> None:
    """Files that extend each other in a circle, or one that extends itself, are refused, and the circle is named."""
    (tmp_path / "b.toml").write_text('extends = "c.toml"\n', encoding="utf-8")
    (tmp_path / "c.toml").write_text('extends = "house.toml"\n', encoding="utf-8")
    (found,) = faults(tmp_path, 'extends = "b.toml"\n')
    assert "extends itself" in found
    assert "c.toml → " in found
    (own,) = faults(tmp_path, 'extends = "house.toml"\n')
    assert "extends itself" in own


def test_a_circle_through_another_path(tmp_path: Path) -> None:
    """A circle is found though the file is called by another path."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "house.toml").write_text('extends = "deep/../house.toml"\n', encoding="utf-8")
    with pytest.raises(RulesetError, match="extends itself"):
        load_ruleset(os.path.relpath(tmp_path / "house.toml"))


def test_too_many_in_a_row(tmp_path: Path) -> None:
    """A row of files that extend each other has an end."""
    for number in range(MAX_EXTENDS_DEPTH + 5):
        (tmp_path / f"{number}.toml").write_text(f'extends = "{number + 1}.toml"\n', encoding="utf-8")
    with pytest.raises(RulesetError, match="files extend each other"):
        load_ruleset("0.toml", tmp_path)


def test_a_fault_of_the_base_names_the_base(tmp_path: Path) -> None:
    """What is wrong in a file that is extended is said with that file's name."""
    (tmp_path / "base.toml").write_text("coners = 'free'\n[rules.chest-count]\n", encoding="utf-8")
    (found,) = faults(tmp_path, 'extends = "base.toml"\n')
    assert found.startswith(str(tmp_path / "base.toml"))
    assert "unknown key 'coners'" in found


def test_a_rule_asked_for_by_name_must_exist() -> None:
    """Selecting or ignoring a rule that does not exist names the nearest one."""
    board = build_board(layout(TWO_CHESTS))
    with pytest.raises(RulesetError, match=r"did you mean chest-count\?"):
        check_board(board, load_unchecked_ruleset("naf-2019"), select=["chest-cuont"])
    with pytest.raises(RulesetError, match=r"did you mean bridge\?"):
        check_board(board, load_unchecked_ruleset("naf-2019"), ignore=["bridges"])


def test_a_house_says_what_may_be_jumped_over(tmp_path: Path) -> None:
    """Over its own terrain and its own number of squares, and then what only a jump reaches is but a notice."""
    pool = build_board(layout("map: |\n  <<~~C>>\n  <<~~.>>\n"))
    said = 'extends = "gw-2021"\n[play]\njump_over = ["{}"]\njump_over_most = {}\n'
    for terrain, most, level in (("lava", 2, Level.INFO), ("lava", 1, Level.ERROR), ("chasm", 2, Level.ERROR)):
        found = check_board(pool, house(tmp_path, said.format(terrain, most)), select=["reachability"]).findings
        assert [finding.level for finding in found] == [level], (terrain, most)
    assert faults(tmp_path, "[play]\njump_over_most = -1\n") == (
        "play: jump_over_most: expected a number of at least 0, not -1",
    )


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        ("", [2]),
        ("sides = 3", [3]),
        ('sides = "2-4"', [2, 3, 4]),
        ('sides = "6-6"', [6]),
        ('sides = "2-6"', [2, 3, 4, 5, 6]),
    ],
)
def test_a_ruleset_says_how_many_sides_play(told: str, counts: list[int], tmp_path: Path) -> None:
    """A number, or two of them; without the word as in the ruleset that is extended, two where there is none."""
    (tmp_path / "house.toml").write_text(f"{told}\n[rules.end-zone-count]\n", encoding="utf-8")
    (tmp_path / "next.toml").write_text('extends = "house.toml"\n', encoding="utf-8")
    for name in ("house.toml", "next.toml"):
        sides = load_unchecked_ruleset(str(tmp_path / name)).team_count
        assert [count for count in range(10) if sides.allows(count)] == counts


@pytest.mark.parametrize("told", ["1", "7", '"1-3"', '"4-2"', '"2-7"', '"two"', "true", "2.0", "[2, 4]"])
def test_sides_that_cannot_be_are_refused(told: str, tmp_path: Path) -> None:
    """One, seven, the greater first and what is no number get one clear line."""
    (tmp_path / "house.toml").write_text(f"sides = {told}\n", encoding="utf-8")
    with pytest.raises(
        RulesetError, match='sides: must be a number from 2 to 6, or two of them, the smaller first, as "2-4"'
    ):
        load_unchecked_ruleset(str(tmp_path / "house.toml"))


def test_parameters_are_converted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parameters of each rule are converted once, however often a dungeon is checked and its fixes are verified."""
    counts, parse_settings = Counter[str](), rule_registry._parse_settings

    def count_parsing(rule: rule_registry.Rule, entry: RuleEntry) -> object:
        """Convert the parameters and count it."""
        counts[rule.name] += 1
        return parse_settings(rule, entry)

    monkeypatch.setattr(rule_registry, "_parse_settings", count_parsing)
    ruleset = house(tmp_path, 'extends = "naf-2019"\n[rules.chest-spacing]\nmin = 4\n')
    board = build_board(layout(f"{TWO_CHESTS}play:\n  longest_throw: long\n"))
    for _ in range(2):
        verdict = verify_fixes(check_board(board, ruleset), board, ruleset)
        assert any(finding.fixes for finding in verdict.findings)
    assert counts == dict.fromkeys(ruleset.rules, 1)
