"""What rules require of any floor reaches whoever builds one, by the type of the requirement."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.editor.docks.rules import list_count_lines
from dungeon_designer.errors import RulesetError
from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.search import needs_tiles
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import CounterContent, Layout
from dungeon_designer.rules import checker, rule_registry
from dungeon_designer.rules.floor_requirements import (
    DoorsAtJunctions,
    FloorRequirement,
    FloorSize,
    ObjectCount,
    PassageWidth,
    TileStock,
)
from dungeon_designer.rules.requirements import MinDistanceBetween
from dungeon_designer.rules.rule_registry import list_rules, parse_ruleset, read_floor_requirements
from dungeon_designer.rules.rule_settings import Bounds, Settings
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.set_up.floor_tiles import build_supply, list_tile_choices
from dungeon_designer.set_up.order import build_set_up_order, list_counter_faces
from dungeon_designer.tiles.library import load_stock_library

NEW_RULE = "very-wide-halls"


def parse_house(text: str) -> Ruleset:
    """Return the ruleset in a text."""
    return parse_ruleset(text, "house", Path())


def build_request(ruleset: Ruleset, **options: object) -> Request:
    """Return a request for dungeons under a ruleset, with the tiles of the program."""
    return Request(ruleset=ruleset, library=load_stock_library(), **options)  # type: ignore[arg-type]


@pytest.fixture
def new_rule(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a rule for one test and return its name; it requires wide passages, distant chests and a small floor."""

    class RuleSettings(Settings, frozen=True):
        """How wide."""

        width: int = 4

    def list_floor_requirements(
        settings: RuleSettings, ruleset: Ruleset, team_count: int
    ) -> Iterator[FloorRequirement | MinDistanceBetween]:
        """Yield records of types that other rules yield, too."""
        yield PassageWidth(min=settings.width)
        yield MinDistanceBetween(ObjectKind.CHEST, ObjectKind.CHEST, 9)
        yield FloorSize(Bounds(min=100 * team_count, max=230))
        yield TileStock()
        yield DoorsAtJunctions()

    module = ModuleType(NEW_RULE, "Halls are very wide.")
    module.__dict__.update(
        RuleSettings=RuleSettings, check=lambda context, settings: (), list_floor_requirements=list_floor_requirements
    )
    names = (*rule_registry.RULE_NAMES_BY_FAMILY["shape"], NEW_RULE)
    monkeypatch.setitem(sys.modules, f"dungeon_designer.rules.shape.{NEW_RULE.replace('-', '_')}", module)
    monkeypatch.setitem(rule_registry.RULE_NAMES_BY_FAMILY, "shape", names)
    for module_with_names in (rule_registry, checker):
        monkeypatch.setattr(module_with_names, "RULE_NAMES", (*rule_registry.RULE_NAMES, NEW_RULE))
    return NEW_RULE


def test_a_new_rule_reaches_everybody_by_its_records(new_rule: str) -> None:
    """A new rule that yields records of known types reaches generator, set-up and editor without another change."""
    ruleset = parse_house(f'extends = "naf-2019"\n[rules.{new_rule}]\nsource = "New book"\nwidth = 5\n')
    constraints = read_constraints(build_request(ruleset))
    assert constraints.min_passage_width == 5
    assert constraints.squares == (250, 250)  # naf-2019 asks for 250 to 280: no floor can be legal
    assert needs_tiles(build_request(ruleset))
    assert not needs_tiles(build_request(load_unchecked_ruleset("naf-2019")))
    sparse = read_constraints(build_request(parse_house(f"[rules.{new_rule}]\n")))
    assert (sparse.min_passage_width, sparse.squares) == (4, (200, 230))
    library = load_stock_library()
    supply = build_supply(ruleset, library, "gw-2021")
    full_layout = read_layout(b"map: |\n" + b"  .......................\n" * 10, "full.dungeon.yaml")
    reasons = {reason for _, reason in list_tile_choices(full_layout, supply, ruleset, library)}
    assert reasons == {f"the floor would be too large with it and the end zones: {new_rule} (New book)"}
    lines = list(list_count_lines(build_board(Layout(), library), ruleset))
    assert [line.source for line in lines[:2]] == ["naf-2019, The Dungeon", "New book"]


def test_requirements_are_records_of_known_types() -> None:
    """Every rule that requires something of any floor says so in records that have a type of their own."""
    requirement_types = get_args(FloorRequirement)
    ruleset = Ruleset()
    yielded = {
        type(requirement)
        for rule in list_rules()
        if rule.list_floor_requirements
        for requirement in rule.list_floor_requirements(rule.settings_type(), ruleset, 2)
    }
    for edition in EDITIONS:
        required = read_floor_requirements(load_unchecked_ruleset(edition), 2)
        yielded |= {kind for kind in requirement_types if required.find(kind) is not None}
    pits = parse_house("[rules.trap-counters]\nface_up = {open_pit = 1}\n")
    yielded |= {kind for kind in requirement_types if read_floor_requirements(pits).find(kind) is not None}
    assert yielded == set(requirement_types)


def test_a_requirement_names_its_rule_and_source() -> None:
    """What a coach may not do is said with the rule that forbids it and the book."""
    ruleset = parse_house('[rules.square-count]\nmin = 1\nmax = 9\nsource = "Cup, 3"\n[rules.portal-count]\nmin = 2\n')
    required = read_floor_requirements(ruleset)
    stated = next(iter(required.list_stated(FloorSize)), None)
    assert stated is not None
    assert (stated.citation, stated.level) == ("square-count (Cup, 3)", "must")
    assert required.find(TileStock) is None


def test_rules_that_are_off_require_nothing_unless_asked_for() -> None:
    """A rule that is off requires nothing, but its numbers can still be asked for."""
    ruleset = parse_house('extends = "naf-2019"\n[rules.chest-count]\nlevel = "off"\n')
    counts = [read_floor_requirements(ruleset, include_off=off).list_of_type(ObjectCount) for off in (False, True)]
    assert [[count.kind for count in each] for each in counts] == [
        [ObjectKind.PORTAL],
        [ObjectKind.CHEST, ObjectKind.PORTAL],
    ]


def test_objects_are_counted_by_team() -> None:
    """A number for each team is multiplied by the teams, whatever else the rule says."""
    count = ObjectCount(ObjectKind.CHEST, Bounds(min=1, max=9, also=(5,)), per_team=3)
    assert count.build_total_bounds(4) == Bounds(min=12, max=12, also=(5,))
    assert ObjectCount(ObjectKind.CHEST, Bounds(min=1, max=9)).build_total_bounds(4) == Bounds(min=1, max=9)


def test_coaches_get_the_counters_that_the_rule_requires() -> None:
    """A ruleset that turns pit counters on without numbers gives each coach those that its rule then requires."""
    ruleset = parse_house('extends = "gw-1989-basic"\n[rules.trap-counters]\nnone = false\nopen_pit = 4\n')
    faces = list_counter_faces(ruleset)
    assert [faces.count(face) for face in CounterContent] == [3, 4, 1]
    (counters,) = [stage for stage in build_set_up_order(ruleset).stages if stage.kind.value == "counter"]
    assert (counters.count, counters.is_usual) == (16, True)


def test_a_wrong_ruleset_is_refused() -> None:
    """Requirements of a ruleset with a wrong parameter are refused like the ruleset itself."""
    with pytest.raises(RulesetError, match="chest-count"):
        read_floor_requirements(parse_house("[rules.chest-count]\nmin = 'x'\n"))
