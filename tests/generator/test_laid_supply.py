"""A second reading of what is laid: the files of tiles and rulesets read anew, square by square, slowly."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from dungeon_designer.layout.model import Section
from dungeon_designer.rules.floor_requirements import TileStock
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import RuleLevel
from tests.generator.laid import CASES, grow_case
from tests.soak import sample, soak

DATA = Path("dungeon_designer/rulesets/data")


def list_rows(section: Section) -> list[str]:
    """Return the rows of a section as its file draws them, turned by hand."""
    if not section.tile:
        return list(section.rows)
    drawn = yaml.safe_load(Path(f"tile_library/{section.tile}.yaml").read_text(encoding="utf-8"))["squares"].split("\n")
    width = max(map(len, drawn))
    rows = [row.ljust(width, "#") for row in drawn if row]
    assert not section.flip
    for _ in range(section.turn):
        rows = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]
    return rows


def list_squares(section: Section) -> list[tuple[int, int]]:
    x0, y0 = section.at
    return [(x0 + x, y0 + y) for y, row in enumerate(list_rows(section)) for x, c in enumerate(row) if c not in "# "]


def read_stock(ruleset: str) -> tuple[dict[str, int], dict[str, str], dict[str, int], int]:
    """Return how many of each tile a ruleset's file lists, the card of each, how many of each card, and the boxes."""
    table = tomllib.loads((DATA / f"{ruleset}.toml").read_text(encoding="utf-8"))
    base = read_stock(table["extends"]) if "extends" in table else ({}, {}, {}, 1)
    rule = table["rules"].get("tile-supply", {})
    stock = {tile["tile"]: tile["count"] for tile in rule.get("stock", ())} or base[0]
    cards = {tile["tile"]: tile["card"] for tile in rule.get("stock", ()) if "card" in tile} or base[1]
    return stock, cards, rule.get("cards", base[2]), rule.get("boxes", base[3])


@soak
@pytest.mark.parametrize("case", sample(CASES, 6))
def test_no_square_is_covered_twice(case: str) -> None:
    """Tiles turned by hand from their files never lie on each other."""
    for floor in grow_case(case):
        covers = Counter(square for section in floor.sections for square in list_squares(section))
        assert set(covers.values()) == {1}


def find_excess(laid: Counter[str], ruleset: str) -> set[str]:
    """Return tiles laid more often than the box holds them, and cards of which more faces lie than there are cards."""
    stock, cards, faces, boxes = read_stock(ruleset)
    found = set()
    for tile, count in laid.items():
        file = yaml.safe_load(Path(f"tile_library/{tile}.yaml").read_text(encoding="utf-8"))
        most = stock.get(tile, file.get("stock", 999)) * (1 if tile in cards else boxes)
        found |= {tile} if file["kind"] != "entry" and count > most else set()
    sides = Counter(cards[tile] for tile in laid.elements() if tile in cards)
    return found | {card for card, count in sides.items() if count > faces[card] * boxes}


@pytest.mark.parametrize("case", CASES)
def test_no_tile_is_laid_more_often_than_the_box_holds_it(case: str) -> None:
    """No tile, named room or card is used more often than the files of the ruleset and the tiles allow."""
    for floor in grow_case(case):
        assert not find_excess(Counter(section.tile for section in floor.sections if section.tile), CASES[case][0])


def test_the_second_reading_sees_a_tile_too_many() -> None:
    """A fifth straight corridor, a second Crypt and a fifth square tile are noticed; as many as there are, not."""
    names = ("armoury", "kitchen", "sewer", "bone-pit")
    most = Counter({"gw-2021/corridor-straight": 4, **{f"gw-2021/{name}": 1 for name in names}})
    assert not find_excess(most, "gw-2021")
    assert find_excess(most + Counter(["gw-2021/corridor-straight"]), "gw-2021") == {"gw-2021/corridor-straight"}
    assert find_excess(most + Counter(["gw-2021/crypt"] * 2), "gw-2021") == {"gw-2021/crypt"}
    assert find_excess(most + Counter(["gw-2021/treasure-room"]), "gw-2021") == {"square tile"}


def test_all_tiles_are_used_where_the_ruleset_lists_what_one_needs() -> None:
    """Twelve large tiles, four small ones and six doors, in every floor of Sevens."""
    wanted = {"db7s-2019/large": 12, "db7s-2019/small": 4, "db7s-2019/door": 6}
    assert all(Counter(section.tile for section in floor.sections) == wanted for floor in grow_case("all tiles"))


@pytest.mark.parametrize("case", ["one box", "one box, free", "four sides", "a box and the colleges"])
def test_every_border_of_two_tiles_has_one_door_in_its_middle(case: str) -> None:
    """Edge by edge: wherever two tiles touch they do so along two edges or more, with two of them a door, midmost."""
    for floor in grow_case(case):
        owner = {square: section.id for section in floor.sections for square in list_squares(section)}
        doors = {edge for door in floor.doors for edge in list_edges(door.at, door.side, door.width)}
        assert sum(door.width for door in floor.doors) == len(doors)
        for edges in list_straight_borders(owner):
            marks = [edge in doors for edge in edges]
            assert len(edges) >= 2
            assert sum(marks) == 2
            before, after = marks.index(True), len(marks) - 2 - marks.index(True)
            assert marks[before + 1]
            assert abs(before - after) <= 1


Edge = tuple[tuple[int, int], str]


def list_edges(at: tuple[int, int], side: str, width: int) -> list[Edge]:
    """Return the edges of a door, each seen from its upper or left square."""
    found: list[Edge] = []
    for step in range(width):
        x, y = (at[0] + step, at[1]) if side in ("north", "south") else (at[0], at[1] + step)
        seen = {"north": ((x, y - 1), "south"), "west": ((x - 1, y), "east")}
        found.append(seen.get(side, ((x, y), side)))
    return found


def list_straight_borders(owner: dict[tuple[int, int], str]) -> list[list[Edge]]:
    """Return the borders of any two tiles, straight run by straight run."""
    runs: list[list[Edge]] = []
    for side, (dx, dy), (ax, ay) in (("east", (1, 0), (0, 1)), ("south", (0, 1), (1, 0))):
        for x, y in sorted(owner, key=lambda at: (at[0] * dx + at[1] * dy, at[0] * ax + at[1] * ay)):
            pair = owner[x, y], owner.get((x + dx, y + dy))
            if pair[1] in (None, pair[0]):
                continue
            before = (x - ax, y - ay)
            same = (owner.get(before), owner.get((before[0] + dx, before[1] + dy))) == pair
            if same and runs and runs[-1][-1] == (before, side):
                runs[-1].append(((x, y), side))
            else:
                runs.append([((x, y), side)])
    return runs


def test_a_ruleset_that_turns_the_supply_off_is_heeded() -> None:
    """Tiles are not counted where nobody asks it, though the ruleset still names them."""
    ruleset = load_unchecked_ruleset("gw-2021")
    entry = replace(ruleset.rules["tile-supply"], level=RuleLevel.OFF)
    off = replace(ruleset, rules={**ruleset.rules, "tile-supply": entry})
    told = [read_floor_requirements(each).find(TileStock) is not None for each in (ruleset, off)]
    stock_of_off = read_floor_requirements(off, include_off=True).find(TileStock)
    assert (told, stock_of_off) == ([True, False], read_floor_requirements(ruleset).find(TileStock))
