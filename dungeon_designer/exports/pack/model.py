"""What a pack is made from: the event, and its dungeons in the order of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.page import NAMELESS
from dungeon_designer.errors import one_line
from dungeon_designer.exports.pieces.account import EventAccount
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.seasons.tables import Tables


@dataclass(frozen=True)
class PackPart:
    """Something said under a title: notes as Markdown, a table below its head, a numbered list. What is '' or empty is
    not there; `source` says where it is written.

    `leads` are like `rows`: of each cell the file of the dungeon that it names, or the title of another part that tells
    more, '' for neither; cells at the end of a row may be left out.
    """

    title: str
    notes: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()
    source: str = ""
    leads: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class HowItPlays:
    """How a dungeon plays: in a sentence or two, as figures, by chests, and as maps of what happened where."""

    words: tuple[str, ...]
    figures: PackPart
    chests: PackPart
    maps: tuple[FigurePicture, ...]


@dataclass(frozen=True)
class Chapter:
    """One dungeon: its file, when it is played (``Round 1``, ``2D6: 7``), its board, and what its ruleset says."""

    file: str
    when: str
    board: Board
    ruleset: Ruleset
    verdict: Verdict
    set_up: PackPart | None = None
    played: HowItPlays | None = None

    @property
    def title(self) -> str:
        """The dungeon's name, or that of its file as words, or words that say there is none."""
        words = one_line(Path(self.file).name.partition(".")[0].replace("-", " ").title())
        return self.board.layout.name or words or NAMELESS


@dataclass(frozen=True)
class Pack:
    """An event: `facts` are when, where and for how many it is, `parts` all that is told before the dungeons.

    `rounds` are the files on the tables that are in play at once, round by round; without them any one dungeon is.
    Score sheets ask what `asked` says (name, points, whether it is ticked); `addresses` say where
    the page of each file stands on the web.
    `organiser` says that it tells everything, what lies hidden too; else it is what coaches read.
    """

    name: str
    author: str
    notes: str
    chapters: tuple[Chapter, ...]
    facts: tuple[str, ...] = ()
    parts: tuple[PackPart, ...] = ()
    rounds: tuple[Tables[str], ...] = ()
    round_names: tuple[str, ...] = ()
    coaches: int = 0
    asked: tuple[tuple[str, str, bool], ...] = ()
    addresses: Mapping[str, str] = field(default_factory=dict)
    organiser: bool = False

    @cached_property
    def account(self) -> EventAccount:
        """What the event takes."""
        boards = {chapter.file: chapter.board for chapter in self.chapters}
        return EventAccount(boards, self.rounds or ((tuple(boards),),))

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """Every ruleset some dungeon is checked under, each once."""
        return tuple({chapter.ruleset.id: chapter.ruleset for chapter in self.chapters}.values())
