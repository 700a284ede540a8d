"""What happens here: each thing on a map has its entry, and everybody who tells it reads the same table."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dungeon_designer.board.build import build_board
from dungeon_designer.cli.main import program
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import format_board_json
from dungeon_designer.exports.pack.ruleset_parts import list_topic_rows
from dungeon_designer.grid import Square
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.rules.board_topics import (
    build_topic_table,
    find_entries_on_board,
    find_entries_on_square,
    find_topic_squares,
)
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.topic_table import MATCH_TOPICS, TableTopic, format_topic

EXAMPLES = Path(__file__).parents[2] / "examples"
BRAWL = load_unchecked_ruleset("brawl-2013")
MAPS = sorted((EXAMPLES / "brawl-2013").glob("*.dungeon.yaml"))
MAPS += [min((EXAMPLES / "generated" / edition).glob("*.dungeon.yaml")) for edition in EDITIONS]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name.partition(".")[0])
def test_everything_on_a_map_answers_what_happens_here(path: Path) -> None:
    """On the maps of BRAWL and on a dungeon of each edition each square on which something lies has its entries."""
    board, ruleset = Dungeon.load(path).board, load_unchecked_ruleset(path.parent.name)
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
    for at, section in board.section_by_square.items():
        lies[at] |= {section.kind} & {"entry", "end_zone"}
    for trap in board.traps:
        for at in trap.squares:
            lies[at].add(trap.kind)
    for at in board.section_by_square:
        answers = find_entries_on_square(board, at, ruleset)
        assert lies[at] - set(answers) == set()
        assert all(entry.happens.endswith(".") for entry in answers.values())
    assert find_entries_on_board(board, ruleset).keys() == {*find_topic_squares(board), *MATCH_TOPICS}


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
    board = build_board(read_sketch(sketch))
    found = {
        at: [topic for topic in find_entries_on_square(board, at, BRAWL) if topic is not TableTopic.WALL]
        for at in board.squares
    }
    assert {at: topics for at, topics in found.items() if topics} == {
        (0, 0): ["trapdoor"], (1, 0): ["trapdoor"], (3, 0): ["leap_edge"], (4, 0): ["door"], (4, 1): ["door"],
        (2, 1): ["chest"], (3, 1): ["chasm"], **{(x, 2): ["rolling_ball"] for x in range(3)},
    }  # fmt: skip
    assert TableTopic.WALL in find_entries_on_square(board, (0, 1), BRAWL)
    assert TableTopic.WALL not in find_entries_on_square(board, (1, 1), BRAWL)


@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_tells_the_same_entry(edition: str) -> None:
    """`explain`, the pack and the board tell each topic of an edition in the words of its table, and its book."""
    table = build_topic_table(load_unchecked_ruleset(edition))
    rows = [[about, words, source] for about, words, source in list_topic_rows(load_unchecked_ruleset(edition), table)]
    assert [words for _, words, _ in rows] == [line for entry in table.values() for line in entry.lines]
    heads = [(about, source) for about, _, source in rows if about]
    assert heads == [(format_topic(topic), entry.source) for topic, entry in table.items()]
    for topic, entry in list(table.items())[::7]:
        told = CliRunner().invoke(program, ["explain", topic, "--ruleset", edition, "--format", "json"]).output
        assert json.loads(told)["table"] == {edition: msgspec.to_builtins(entry)}
        printed = " ".join(CliRunner().invoke(program, ["explain", topic, "--ruleset", edition]).output.split())
        assert all(" ".join(line.split()) in printed for line in entry.lines_with_source)
    path = min((EXAMPLES / "generated" / edition).glob("*.dungeon.yaml"))
    effects = json.loads(format_board_json(Dungeon.load(path).board, load_unchecked_ruleset(edition)))["effects"]
    assert effects == msgspec.to_builtins({topic: table[topic] for topic in map(TableTopic, effects)})
