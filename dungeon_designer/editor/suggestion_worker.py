"""Variations of the dungeon on the table, found in a process of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.editor.asked_process import AskedProcess, answer, latest
from dungeon_designer.editor.small_pictures import SmallPicture, small_picture
from dungeon_designer.errors import DungeonError
from dungeon_designer.generator.vary import Variation
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

COUNT = 8
"""So many variations are suggested."""

TRIED = 400
"""So many candidates are judged for one dungeon: most of a minute's work, after which the process rests."""


class Wanted(Struct, frozen=True):
    """A dungeon to be varied, its ruleset and tiles, the sections that stay, and the theme of the pictures."""

    number: int
    layout: Layout
    ruleset: Ruleset
    library: TileLibrary
    locked: frozenset[str]
    theme: str


class Suggested(Struct, frozen=True):
    """A variation of the dungeon of that number, at which place it is to be shown, and its picture."""

    number: int
    place: int
    variation: Variation
    picture: SmallPicture


class Ended(Struct, frozen=True):
    """No more of the dungeon of that number are looked for."""

    number: int


class Suggesting(QObject):
    """Has the latest dungeon varied. `found`: a `Suggested`; `ended`: no more are looked for. Both of that dungeon."""

    found = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = 0
        self._process = AskedProcess(serve, "suggestions", self)
        self._process.heard.connect(self._on_heard)

    def ask(self, layout: Layout, ruleset: Ruleset, library: TileLibrary, locked: frozenset[str], theme: str) -> None:
        """Have a dungeon varied; whatever was asked before is dropped."""
        self.number += 1
        self._process.send(Wanted(self.number, layout, ruleset, library, locked, theme))

    def forget(self) -> None:
        """Drop what was asked: the dungeon has changed."""
        self.number += 1
        self._process.send(None)

    def close(self) -> None:
        """End the process."""
        self.number += 1
        self._process.close()

    def _on_heard(self, said: Suggested | Ended | None) -> None:
        if said is None:
            self.ended.emit()
        elif said.number == self.number:
            if isinstance(said, Suggested):
                self.found.emit(said)
            else:
                self.ended.emit()


def serve(wire: Connection, parent: int) -> None:
    """What the process does: varies the dungeon it was told of last until it is told of another, or of none."""
    answer(wire, parent, _vary)


def _vary(wire: Connection, wanted: Wanted) -> Wanted | None:
    """Tell of variations as they are found; gives what is asked next."""
    shown: list[Variation | None] = [None] * COUNT
    found: list[Variation] = []
    with suppress(DungeonError):
        for each in _tried(wanted):
            if wire.poll():
                asked: Wanted | None = latest(wire)
                return asked
            if each is not None:
                found.append(each)
                _show(wire, wanted, found, shown)
    wire.send(Ended(wanted.number))
    return None


def _tried(wanted: Wanted) -> Iterator[Variation | None]:
    from dungeon_designer.generator.vary import tried

    ways = tried(wanted.layout, wanted.ruleset, locked=wanted.locked, seed=wanted.number, library=wanted.library)
    return islice(ways, TRIED)


def _show(wire: Connection, wanted: Wanted, found: list[Variation], shown: list[Variation | None]) -> None:
    """Tell of those that are among the best by now; each takes the place of one that no longer is."""
    from dungeon_designer.generator.vary import chosen

    best = chosen(found, COUNT)
    free = [place for place, each in enumerate(shown) if each is None or each not in best]
    for variation in best:
        if variation not in shown:
            place = free.pop(0)
            shown[place] = variation
            picture = small_picture(variation.layout, wanted.library, wanted.theme)
            wire.send(Suggested(wanted.number, place, variation, picture))
