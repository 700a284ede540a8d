"""The notes of proposed dungeons: true, and no two alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import dungeon_designer as dd
from dungeon_designer.generator.proposal import describe_dungeon
from dungeon_designer.kinds import Team

EXAMPLES = Path(__file__).parents[2] / "examples" / "generated"


def test_ways_round_pillars_are_no_ways_round() -> None:
    """A hall with six pillars has no way round."""
    pillars = ["..........", ".#.#.#....", "..........", ".#.#.#....", ".........."]
    hall = dd.Dungeon.parse("map: |\n" + "".join(f"  {row}\n" for row in pillars))
    assert "no way round;" in describe_dungeon((4, 1, 1, 0), hall.board, {Team.HOME: (5,), Team.AWAY: (5,)})


def test_no_second_sentence_is_in_more_than_one_of_ten_notes() -> None:
    """The second sentence tells the walks to the chests, which differ from dungeon to dungeon."""
    notes = [dd.load(path).layout.notes for path in sorted(EXAMPLES.glob("*/*.dungeon.yaml"))]
    counts = Counter(text.splitlines()[1] for text in notes)
    assert max(counts.values()) <= len(notes) / 10
