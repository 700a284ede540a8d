"""What a pack is made from: the dungeons of an event in the order of play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.board.model import Board
from dungeon_designer.errors import one_line
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.model import Ruleset


@dataclass(frozen=True)
class Chapter:
    """One dungeon: when it is played (``Round 1``, ``2D6: 7``), its board, and what its ruleset says of it."""

    file: str
    when: str
    board: Board
    ruleset: Ruleset
    verdict: Verdict

    @property
    def title(self) -> str:
        """The dungeon's name, or that of its file."""
        return self.board.layout.name or one_line(self.file)


@dataclass(frozen=True)
class Pack:
    """An event: `table` is what it is played by, as a heading, two column heads and rows; empty for loose files."""

    name: str
    author: str
    notes: str
    chapters: tuple[Chapter, ...]
    table_title: str = ""
    table_head: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """Every ruleset some dungeon is checked under, each once."""
        return tuple({chapter.ruleset.id: chapter.ruleset for chapter in self.chapters}.values())
