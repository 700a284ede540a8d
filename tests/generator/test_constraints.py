"""The numbers that floors aim at, under every edition and every example of house rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

from dungeon_designer.generator.constraints import read_constraints
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.rules.rule_registry import load_ruleset, parse_ruleset
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_stock_library

from .recorded import RENEWED

RECORD = Path(__file__).with_name("constraints.json")
HOUSES = sorted((Path(__file__).parents[2] / "examples" / "house-rules").glob("*.toml"))
MEASURED = ("min_walk_steps",)
"""What depends on the named dungeons, not on the ruleset alone."""


def make_plain(value: object) -> object:
    """Return a value as JSON keeps it: bounds as [min, max, *also]."""
    if isinstance(value, Bounds):
        return [value.min, value.max, *value.also]
    if isinstance(value, dict):
        return {str(key): make_plain(inner) for key, inner in value.items()}
    return [make_plain(inner) for inner in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("ruleset", [*EDITIONS, *map(str, HOUSES)], ids=lambda ruleset: Path(ruleset).stem)
def test_constraints_are_the_same(ruleset: str) -> None:
    """Each ruleset gives the recorded numbers for its least number of teams and for one team more."""
    loaded, record = load_ruleset(ruleset), json.loads(RECORD.read_text(encoding="utf-8"))
    for team_count in (loaded.team_count.min_teams, loaded.team_count.min_teams + 1):
        name = f"{Path(ruleset).stem}, {team_count} teams"
        constraints = read_constraints(Request(ruleset=loaded, library=load_stock_library(), team_count=team_count))
        fields = {key: make_plain(value) for key, value in structs.asdict(constraints).items() if key not in MEASURED}
        if RENEWED:
            record[name] = fields
        assert record.get(name) == fields
    if RENEWED:
        lines = [f"{json.dumps(name)}: {json.dumps(fields, sort_keys=True)}" for name, fields in sorted(record.items())]
        RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def test_floors_are_large_enough_for_distant_chests() -> None:
    """The farther chests must lie from each other, the larger is a floor without tiles."""
    texts = [f"[rules.chest-spacing]\nmin = {distance}\n" for distance in (4, 9)]
    near, far = (
        read_constraints(Request(ruleset=parse_ruleset(text, "house", Path()), library=load_stock_library()))
        for text in texts
    )
    assert near.free_floor_squares == (230, 300)
    assert far.free_floor_squares == (364, 434)  # 0.75 squares of floor for each of 6 chests and 9 x 9 squares
