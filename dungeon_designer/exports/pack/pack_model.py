"""Define what a pack is made from: the event, and its dungeons in the order of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.page import UNNAMED_TITLE
from dungeon_designer.errors import escape_line
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.figures.playtest_summary import PlaytestSummary
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.seasons.table_assignment import Tables
from dungeon_designer.text.pack_part import PackPart


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
        theme: the theme of its maps, as `find_theme` takes it; '' for that of the pack.
    """

    file: str
    when: str
    board: Board
    ruleset: Ruleset
    verdict: Verdict
    set_up: PackPart | None = None
    playtest_summary: PlaytestSummary | None = None
    theme: str = ""

    @property
    def title(self) -> str:
        """The dungeon's name; without one, the name of its file as words; without these, UNNAMED_TITLE.

        The file ``great-hall.dungeon.yaml`` becomes "Great Hall".
        """
        stem, _, _ending = Path(self.file).name.partition(".")
        words = escape_line(stem.replace("-", " ").title())  # a file's name may even contain a line break
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
        theme: the theme that the season names, as `find_theme` takes it; '' for none.
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
    theme: str = ""

    @cached_property
    def materials(self) -> EventMaterials:
        """The pieces, tiles and map copies that the event needs in its rounds.

        A round is one match on each table. Without rounds there is one table at a time, on which any of the dungeons
        may be played.
        """
        boards = {chapter.file: chapter.board for chapter in self.chapters}
        all_files = tuple(boards)
        only_round = (all_files,)  # one table with all files
        return EventMaterials(boards, self.rounds or (only_round,))

    @property
    def named_rounds(self) -> list[tuple[str, Tables[str]]]:
        """The name of each round (one match on each table), with the files of the dungeons for each of its tables.

        `rounds` may have one entry more, which has no name: the dungeons that belong to the event besides its rounds.
        It may have fewer: if the number of tables is unknown, its only entry has all dungeons on one table. The list
        is empty for an event without rounds.
        """
        return list(zip(self.round_names, self.rounds, strict=False))

    @cached_property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets of the dungeons, each once, in the order in which the dungeons name them first."""
        ruleset_by_id = {chapter.ruleset.id: chapter.ruleset for chapter in self.chapters}
        return tuple(ruleset_by_id.values())
