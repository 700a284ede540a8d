"""The edition card: what the chosen ruleset asks a number of, and how many there are; each line leads on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.editor.pieces import counter_id
from dungeon_designer.editor.widgets import dock_column
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, SectionKind, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.making import door_count
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import Bounds, PerSide
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled, marked, translate

BALLS = "balls"
"""Where the line of the balls leads: to their number, one of the dungeon's properties."""


class Count(Struct, frozen=True):
    """How many there are of something, the numbers asked, the squares of what there is, the tool that makes more.

    `words` have %1 for the one and %2 for the other; `there` are the words of the one where a number does not do.
    """

    words: str
    count: int
    asked: Bounds
    squares: tuple[Square, ...]
    tool: str
    there: str = ""


class Line(Struct, frozen=True):
    """A count that the ruleset asks; whether it is right, and the book and heading that ask it."""

    count: Count
    right: bool
    source: str

    @property
    def leads_to(self) -> str:
        """The tool that makes more where there are too few, or `BALLS`; empty where what there is is shown."""
        few = not self.right and self.count.asked.min is not None and self.count.count < self.count.asked.min
        return self.count.tool if few or self.count.tool == BALLS else ""


def lines_of(board: Board, ruleset: Ruleset) -> Iterator[Line]:
    """A line for each thing the ruleset counts; what is right is what its rule finds no fault with."""
    asked, context = {each.rule.name: each for each in configured(ruleset)}, Context(board, ruleset)
    for name, count in _COUNTS.items():
        if name in asked:
            rule, settings = asked[name].rule, asked[name].settings
            bounds = settings.for_sides(len(board.teams)) if isinstance(settings, PerSide) else settings
            right = next(iter(rule.check(context, settings)), None) is None
            yield Line(count(board, bounds), right, asked[name].entry.source)


def _floor(board: Board, settings: Any) -> Count:
    words = marked("EditionCard", "Floor squares: %1 of %2")
    return Count(words, len(board), settings, tuple(board.squares), "draw-room")


def _zones(board: Board, settings: Any) -> Count:
    """End zones, or entries, side by side."""
    kind = SectionKind(settings.kind)
    zones = [zone for zone in board.of_kind(kind) if zone.covers]
    words = (
        marked("EditionCard", "Entries, side by side: %1 of %2")
        if kind is SectionKind.ENTRY
        else marked("EditionCard", "End zones, side by side: %1 of %2")
    )
    there = " + ".join(str(sum(zone.side is side for zone in zones)) for side in board.teams)
    asked = Bounds(min=len(board.teams) * settings.per_side, max=len(board.teams) * settings.per_side)
    squares = tuple(square for zone in zones for square in zone.covers)
    return Count(words, len(zones), asked, squares, f"draw-{kind}", there)


def _doors(board: Board, settings: Any) -> Count:
    words, layout = marked("EditionCard", "Doors: %1 of %2"), board.layout
    count = len(layout.doors) + len(layout.square_doors)
    return Count(words, count, settings, tuple(dict.fromkeys(door_count.squares_of(board))), "door")


def _chests(board: Board, settings: Any) -> Count:
    words = marked("EditionCard", "Chests: %1 of %2")
    asked = settings.for_sides(len(board.teams))
    return Count(words, len(board.chests), asked, tuple(chest.at for chest in board.chests), "chest")


def _balls(board: Board, settings: Any) -> Count:
    words, chests = marked("EditionCard", "Balls: %1 of %2"), tuple(chest.at for chest in board.chests)
    return Count(words, board.layout.balls, settings.bounds(len(chests)), chests, BALLS)


def _portals(board: Board, settings: Any) -> Count:
    words = marked("EditionCard", "Portals: %1 of %2")
    asked = settings.for_sides(len(board.teams))
    return Count(words, len(board.portals), asked, tuple(portal.at for portal in board.portals), "portal")


def _counters(board: Board, settings: Any) -> Count:
    """Pit counters of all coaches; where there may be any, there may be none."""
    words = marked("EditionCard", "Pit counters: %1 of %2")
    squares = tuple(trap.at for trap in board.layout.traps if trap.kind is TrapKind.COUNTER)
    sides = len(board.teams)
    least = sides * (settings.nothing + settings.open_pit + settings.spiked_pit)
    most = least + sides * 2 * settings.extra  # each pit more brings one more that says nothing
    also = () if settings.compulsory else (0,)
    asked = Bounds(min=0, max=0) if settings.none else Bounds(min=least, max=most, also=also)
    laid = Counter(trap.owner for trap in board.layout.traps if trap.kind is TrapKind.COUNTER)
    next_ = min(board.teams, key=laid.__getitem__)
    return Count(words, len(squares), asked, squares, counter_id(next_, CounterContent.NOTHING))


_COUNTS: dict[str, Callable[[Board, Any], Count]] = {
    "square-count": _floor,
    "end-zone-count": _zones,
    "door-count": _doors,
    "chest-count": _chests,
    "ball-count": _balls,
    "portal-count": _portals,
    "trap-counters": _counters,
}
"""By the rule that asks a number: what it counts, in the order a dungeon is made in."""


_ROLE = Qt.ItemDataRole.UserRole


class EditionCard(QWidget):
    """A line a count. Too few: a click has `taken` the tool; else `shown` where they are.

    That of the balls, which lie nowhere, leads to their number: `balls`.
    """

    taken = Signal(str)
    balls = Signal()
    shown = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.list = QListWidget()
        self.list.setObjectName("lines")
        self.list.setAccessibleName(self.tr("What the edition asks a number of"))
        dock_column(self, self.list)
        self.list.itemClicked.connect(self._follow)
        self.list.itemActivated.connect(self._follow)
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Count anew."""
        self.list.clear()
        for line in lines_of(self.workspace.board, self.workspace.ruleset):
            item = QListWidgetItem(_in_words(line))
            item.setData(_ROLE, (line.leads_to, line.count.squares))
            item.setToolTip(line.source)
            self.list.addItem(item)

    def _follow(self, item: QListWidgetItem) -> None:
        way, squares = item.data(_ROLE)
        if way == BALLS:
            self.balls.emit()
        elif way:
            self.taken.emit(way)
        else:
            self.workspace.mark(squares)
            self.shown.emit(squares)


def _in_words(line: Line) -> str:
    count = line.count
    words = filled(translate("EditionCard", count.words), count.there or count.count, _range(count.asked))
    return f"{'✓' if line.right else '✗'} {words}"


def _range(settings: Bounds) -> str:
    """The bounds as figures.

    >>> _range(Bounds(min=8, max=12, also=(6,))), _range(Bounds(min=6, max=6)), _range(Bounds(max=4))
    ('6, 8–12', '6', '≤ 4')
    """
    low, high = settings.min, settings.max
    both = f"{low}–{high}" if low != high else f"{low}"
    words = f"≤ {high}" if low is None else f"≥ {low}" if high is None else both
    return ", ".join([*map(str, settings.also), words])
