"""What happens here, as the page answers it: on every square of every map the words of the edition's table."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.web_page_data import format_page_json
from dungeon_designer.rules.board_topics import build_topic_table, find_entries_on_square
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.topic_table import MATCH_TOPICS
from tests.rules.test_what_happens import MAPS

from .test_measuring import NODE, needs_node


@needs_node
def test_a_tap_on_any_square_tells_the_entries_of_all_that_lies_there() -> None:
    """On BRAWL's nine maps and on a dungeon of each edition the page says each entry as everybody else does.

    So it does those of the course of a match, which stand on its table."""
    assert NODE is not None
    shown = [(Dungeon.load(path).board, load_unchecked_ruleset(path.parent.name)) for path in MAPS]
    pages = "".join(f"{format_page_json(board, ruleset, hidden=False)}\n" for board, ruleset in shown)
    script = Path(__file__).with_name("answers.mjs")
    done = subprocess.run([NODE, script], input=pages, capture_output=True, text=True, check=True, encoding="utf-8")
    for (board, ruleset), line in zip(shown, done.stdout.splitlines(), strict=True):
        answers, table = json.loads(line), build_topic_table(ruleset)
        course = [words for topic in MATCH_TOPICS if table[topic].source for words in table[topic].lines_with_source]
        assert [words for words in course if words not in answers["course"]] == []
        for square, told in zip(board.squares, answers["squares"], strict=True):
            for entry in find_entries_on_square(board, square, ruleset).values():
                assert [words for words in entry.lines_with_source if words not in told] == [], square
