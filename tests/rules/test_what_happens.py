"""What happens here: each thing on a map has its entry, and everybody who tells it reads the same table."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from dungeon_designer.board.build import build
from dungeon_designer.cli.main import program
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import board_json
from dungeon_designer.exports.pack.rules import at_the_table
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.rules.what_happens import table_here, things_of, topics_at
from dungeon_designer.rulesets.loader import load, table_of
from dungeon_designer.rulesets.table import COURSE, SILENT, TableTopic, topic_in_words

EXAMPLES = Path(__file__).parents[2] / "examples"
TOLD = ["brawl-2013"]
MAPS = sorted((EXAMPLES / "brawl-2013").glob("*.dungeon.yaml"))


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name.partition(".")[0])
def test_everything_on_a_map_answers_what_happens_here(path: Path) -> None:
    """On the maps of BRAWL and on a dungeon of each edition the book's answer is known for all that lies there."""
    dungeon = Dungeon.load(path)
    board, here = dungeon.board, table_here(dungeon.board, load(path.parent.name))
    assert [topic.value for topic in things_of(board) if here[topic] == SILENT] == []
    things = {square for square in board.owner if (set(topics_at(board, square)) & set(here)) - {TableTopic.WALL}}
    lies = [*board.terrain_at, *board.obstacle_at, *board.chest_squares, *board.portal_squares, *board.door_squares]
    lies += [square for trap in board.traps for square in trap.squares]
    assert things >= set(lies) | board.entry_squares
    assert set(here) >= set(COURSE) & set(table_of(load(path.parent.name)))


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
    found = {at: [topic for topic in topics_at(board, at) if topic is not TableTopic.WALL] for at in board.squares}
    assert {at: topics for at, topics in found.items() if topics} == {
        (0, 0): ["trapdoor"], (1, 0): ["trapdoor"], (3, 0): ["leap_edge"], (4, 0): ["door"], (4, 1): ["door"],
        (2, 1): ["chest"], (3, 1): ["chasm"], **{(x, 2): ["rolling_ball"] for x in range(3)},
    }  # fmt: skip
    assert TableTopic.WALL in topics_at(board, (0, 1))
    assert TableTopic.WALL not in topics_at(board, (1, 1))


@pytest.mark.parametrize("edition", TOLD)
def test_everybody_tells_the_same_entry(edition: str) -> None:
    """`explain`, the pack and the board tell each topic of an edition in the words of its table, and its book."""
    table = table_of(load(edition))
    rows = {about: (words, source) for about, words, source in at_the_table(load(edition), table)}
    assert rows == {topic_in_words(topic): (" ".join(of.lines), of.source) for topic, of in table.items()}
    for topic, entry in list(table.items())[::7]:
        told = CliRunner().invoke(program, ["explain", topic, "--ruleset", edition, "--format", "json"]).output
        assert json.loads(told)["table"] == {edition: msgspec.to_builtins(entry)}
        printed = " ".join(CliRunner().invoke(program, ["explain", topic, "--ruleset", edition]).output.split())
        assert all(" ".join(line.split()) in printed for line in (*entry.lines, entry.source))
    path = next((EXAMPLES / edition).glob("*.dungeon.yaml"))
    effects = json.loads(board_json(Dungeon.load(path).board, load(edition)))["effects"]
    assert effects == msgspec.to_builtins({topic: table.get(topic, SILENT) for topic in map(TableTopic, effects)})
