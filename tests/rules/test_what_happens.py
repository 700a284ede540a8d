"""What happens here: each thing on a map has its entry, and everybody who tells it reads the same table."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dungeon_designer.board.build import build
from dungeon_designer.cli.main import program
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import board_json
from dungeon_designer.exports.pack.rules import at_the_table
from dungeon_designer.grid import Square
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.rules.what_happens import table_at, table_here, things_of
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.table import COURSE, TableTopic, topic_in_words

EXAMPLES = Path(__file__).parents[2] / "examples"
BRAWL = load("brawl-2013")
MAPS = sorted((EXAMPLES / "brawl-2013").glob("*.dungeon.yaml"))
MAPS += [min((EXAMPLES / "generated" / edition).glob("*.dungeon.yaml")) for edition in EDITIONS]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name.partition(".")[0])
def test_everything_on_a_map_answers_what_happens_here(path: Path) -> None:
    """On the maps of BRAWL and on a dungeon of each edition each square on which something lies has its entries."""
    board, ruleset = Dungeon.load(path).board, load(path.parent.name)
    lies: dict[Square, set[str]] = defaultdict(set)
    for at, kind in (*board.terrain_at.items(), *board.obstacle_at.items()):
        lies[at].add(kind)
    for kind, squares in (
        ("chest", board.chest_squares),
        ("portal", board.portal_squares),
        ("door", board.door_squares),
    ):
        for at in squares:
            lies[at].add(kind)
    for at, section in board.owner.items():
        lies[at] |= {section.kind} & {"entry", "end_zone"}
    for trap in board.traps:
        for at in trap.squares:
            lies[at].add(trap.kind)
    for at in board.owner:
        answers = table_at(board, at, ruleset)
        assert lies[at] - set(answers) == set()
        assert all(entry.happens.endswith(".") for entry in answers.values())
    assert table_here(board, ruleset).keys() == {*things_of(board), *COURSE}


def test_a_squares_topics_are_what_lies_on_it_and_beside_it() -> None:
    """Ground, traps, doors and marked edges on both sides, the track of a ball: each has its topic where it is."""
    sketch = """
map: |
  .....
  ..C%.
  .....
traps: [{kind: trapdoor, at: [0, 0], size: [2, 1], below: lava}]
doors: [{at: [4, 0], side: south}]
leap_edges: [{at: [3, 0], side: south}]
machines: [{kind: rolling_ball, at: [0, 2], travel: east, length: 3, size: [1, 1]}]
"""
    board = build(read_sketch(sketch))
    found = {
        at: [topic for topic in table_at(board, at, BRAWL) if topic is not TableTopic.WALL] for at in board.squares
    }
    assert {at: topics for at, topics in found.items() if topics} == {
        (0, 0): ["trapdoor"], (1, 0): ["trapdoor"], (3, 0): ["leap_edge"], (4, 0): ["door"], (4, 1): ["door"],
        (2, 1): ["chest"], (3, 1): ["chasm"], **{(x, 2): ["rolling_ball"] for x in range(3)},
    }  # fmt: skip
    assert TableTopic.WALL in table_at(board, (0, 1), BRAWL)
    assert TableTopic.WALL not in table_at(board, (1, 1), BRAWL)


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_tells_the_same_entry(edition: str) -> None:
    """`explain`, the pack and the board tell each topic of an edition in the words of its table, and its book."""
    table = table_of(load(edition))
    rows = [[about, words, source] for about, words, source in at_the_table(load(edition), table)]
    assert [words for _, words, _ in rows] == [line for entry in table.values() for line in entry.lines]
    heads = [(about, source) for about, _, source in rows if about]
    assert heads == [(topic_in_words(topic), entry.source) for topic, entry in table.items()]
    for topic, entry in list(table.items())[::7]:
        told = CliRunner().invoke(program, ["explain", topic, "--ruleset", edition, "--format", "json"]).output
        assert json.loads(told)["table"] == {edition: msgspec.to_builtins(entry)}
        printed = " ".join(CliRunner().invoke(program, ["explain", topic, "--ruleset", edition]).output.split())
        assert all(" ".join(line.split()) in printed for line in entry.whole)
    path = min((EXAMPLES / "generated" / edition).glob("*.dungeon.yaml"))
    effects = json.loads(board_json(Dungeon.load(path).board, load(edition)))["effects"]
    assert effects == msgspec.to_builtins({topic: table[topic] for topic in map(TableTopic, effects)})
