"""Names on the map."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.shapes import Text
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.pipeline import Examiner, Question

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.dungeon.yaml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.stem))
def test_no_name_is_written_over_another(path: Path) -> None:
    """On no example do the names of two sections lie on one another."""
    board = Examiner(Question()).board(Dungeon.load(str(path)))
    boxes = []
    for group in draw(board, DrawingOptions(section_names=True)).groups("name"):
        words = group.shapes[-1]
        assert isinstance(words, Text)
        half, high = words.size * breadth(words.text) / 2, words.size / 2
        wide, tall = (high, half) if words.turn else (half, high)
        boxes.append((words.at[0] - wide, words.at[1] - tall, words.at[0] + wide, words.at[1] + tall))
    for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
        assert c <= e or g <= a or d <= f or h <= b
