"""Define what a pack is made from: the event, and its dungeons in the order of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.page import UNNAMED_TITLE
from dungeon_designer.errors import escape_line
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.seasons.table_assignment import Tables


@dataclass(frozen=True)
class PackPart:
    """A titled part of a pack (the printed document of an event): notes, a table, a numbered list.

    What is empty is not shown. `typesetting.typ` reads all fields but `link_targets`.

    Attributes:
        title: the title.
        notes: a text in Markdown.
        head: the headings of the table.
        rows: the rows of the table.
        items: the items of the numbered list.
        source: the book and clause that the part comes from.
        link_targets: link targets of the cells in `rows`: the file of the dungeon that a cell names, the title of
            another part, or '' for none; cells at the end of a row may be missing.
    """

    title: str
    notes: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()
    source: str = ""
    link_targets: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class PlaytestSummary:
    """How a dungeon plays according to a playtest (matches that the program plays).

    Attributes:
        words: a sentence or two.
        figures: a table of numbers.
        chests: a table of the chests.
        maps: overlays that show on a map what happened where.
    """

    words: tuple[str, ...]
    figures: PackPart
    chests: PackPart
    maps: tuple[FigurePicture, ...]


@dataclass(frozen=True)
class Chapter:
    """One dungeon of a pack.

    Attributes:
        file: its dungeon file.
        when: when it is played, such as ``Round 1`` or ``2D6: 7``.
        board: the dungeon.
        ruleset: its ruleset.
        verdict: the result of checking it under its ruleset.
        set_up: how it is set up; None if that is not said.
        playtest_summary: how it plays; None without a playtest.
    """

    file: str
    when: str
    board: Board
    ruleset: Ruleset
    verdict: Verdict
    set_up: PackPart | None = None
    playtest_summary: PlaytestSummary | None = None

    @property
    def title(self) -> str:
        """The dungeon's name; without one, the name of its file as words; without these, UNNAMED_TITLE."""
        words = escape_line(Path(self.file).name.partition(".")[0].replace("-", " ").title())
        return self.board.layout.name or words or UNNAMED_TITLE


@dataclass(frozen=True)
class Pack:
    """The printed document of an event: what coaches or the organiser read about its dungeons and rules.

    Attributes:
        name: the name of the event.
        author: who organises it.
        notes: what players should know, in Markdown.
        chapters: its dungeons.
        facts: lines that say when and where it is, and for how many coaches.
        parts: everything that is said before the dungeons.
        rounds: for each round, the files of the dungeons for each table; if empty, any one dungeon is in play.
        round_names: the names of the rounds.
        coaches: how many coaches take part, 0 if unknown.
        score_lines: the lines of a score sheet: name, points, and whether it has a box to tick.
        addresses: the web address of the page of each dungeon file.
        organiser: whether the pack is for the organiser, with hidden contents; if not, it is for coaches.
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
    score_lines: tuple[tuple[str, str, bool], ...] = ()
    addresses: Mapping[str, str] = field(default_factory=dict)
    organiser: bool = False

    @cached_property
    def materials(self) -> EventMaterials:
        """The pieces, tiles and map copies that the event needs.

        If it has no rounds, any one dungeon is in play at a time.
        """
        boards = {chapter.file: chapter.board for chapter in self.chapters}
        return EventMaterials(boards, self.rounds or ((tuple(boards),),))

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets of the dungeons, each once."""
        return tuple({chapter.ruleset.id: chapter.ruleset for chapter in self.chapters}.values())
