"""Whole dungeons to start from, found in a process of their own."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.editor.asked_process import AskedProcess, answer, latest
from dungeon_designer.editor.small_pictures import SmallPicture, small_picture
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.generator.options import Request
    from dungeon_designer.generator.search import Found, Piece, Tried

COUNT = 12
"""So many dungeons fill a page."""


class Asked(Struct, frozen=True):
    """What is asked for: whose rules, by the name a layout has for them, how many sides, and so on.

    `seed` is where the dice start, `theme` that of the pictures.
    """

    ruleset: Ruleset
    name: str
    library: TileLibrary
    sides: int
    symmetry: SymmetryMode
    seed: int
    theme: str


class Wanted(Struct, frozen=True):
    """A question, with its number."""

    number: int
    asked: Asked


class Proposed(Struct, frozen=True):
    """A dungeon of the page of that number, at which place it is to be shown; `words` say what kind it is."""

    number: int
    place: int
    layout: Layout
    words: tuple[str, ...]
    picture: SmallPicture


class Ended(Struct, frozen=True):
    """The page of that number is done; `problem` names the rules that stood in the way most, if nothing was found."""

    number: int
    problem: str = ""


class Proposing(QObject):
    """Has a page of dungeons found. `found`: a `Proposed`; `ended`: an `Ended`, both of the latest page."""

    found = Signal(object)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = 0
        self._process = AskedProcess(serve, "proposals", self)
        self._process.heard.connect(self._on_heard)

    def ask(self, asked: Asked) -> None:
        """Have a page found; whatever was asked before is dropped."""
        self.number += 1
        self._process.send(Wanted(self.number, asked))

    def close(self) -> None:
        """End the process."""
        self.number += 1
        self._process.close()

    def _on_heard(self, said: Proposed | Ended | None) -> None:
        if said is None:
            self.ended.emit(Ended(self.number))
        elif said.number == self.number:
            (self.found if isinstance(said, Proposed) else self.ended).emit(said)


def serve(wire: Connection, parent: int) -> None:
    """What the process does: fills the page it was asked for last until it is asked for another."""
    answer(wire, parent, _propose)


def _propose(wire: Connection, wanted: Wanted) -> Wanted | None:
    """Tell of dungeons as they are found; gives what is asked next."""
    from dungeon_designer.generator.options import Request
    from dungeon_designer.generator.playing import can_play
    from dungeon_designer.generator.search import propose

    asked = wanted.asked
    request = Request(
        ruleset=asked.ruleset,
        library=asked.library,
        sides=asked.sides,
        symmetry=asked.symmetry,
        seed=asked.seed,
        playtest=asked.sides == 2 and can_play(),
    )
    found = propose(request, COUNT, workers=_Telling(wire, wanted, request))
    if found.ended == "stopped":
        question: Wanted | None = latest(wire)
        return question
    wire.send(Ended(wanted.number, _problem(found)))
    return None


class _Telling:
    """Tries one thing after the other, tells of each dungeon that is kept, and stops when something else is asked."""

    def __init__(self, wire: Connection, wanted: Wanted, request: Request) -> None:
        from dungeon_designer.generator.archive import Archive

        self._wire, self._wanted, self._request = wire, wanted, request
        self._page = Archive(request, COUNT)
        self._shown: list[tuple[int, int] | None] = [None] * COUNT

    def done(self, pieces: Sequence[Piece]) -> Iterable[Tried]:
        """What came of each; KeyboardInterrupt, which ends a search, once something waits on the wire."""
        from dungeon_designer.generator.proposal import Proposal
        from dungeon_designer.generator.search import attempt

        for piece in pieces:
            if self._wire.poll():
                raise KeyboardInterrupt
            tried = attempt(self._request, piece)
            if tried.settled and isinstance(tried.outcome, Proposal) and self._page.enter(tried.outcome):
                self._show()
            yield tried

    def _show(self) -> None:
        """Tell of what is new on the page; it takes the place of what is on it no longer."""
        from dungeon_designer.generator.descriptors import words_of
        from dungeon_designer.generator.proposal import with_notes

        asked, best = self._wanted.asked, {each.made: each for each in self._page.chosen()}
        free = [place for place, made in enumerate(self._shown) if made not in best]
        for made, proposal in best.items():
            if made not in self._shown:
                place = free.pop(0)
                self._shown[place] = made
                layout = with_notes(proposal, self._request, _command(asked), asked.name)
                picture = small_picture(layout, asked.library, asked.theme)
                self._wire.send(Proposed(self._wanted.number, place, layout, words_of(proposal.cell), picture))


def _command(asked: Asked) -> str:
    """The call that finds the same."""
    symmetry = "none" if asked.symmetry is SymmetryMode.OFF else asked.symmetry.value
    options = {
        "--ruleset": asked.name,
        "--count": COUNT,
        "--sides": asked.sides,
        "--symmetry": symmetry,
        "--seed": asked.seed,
    }
    return shlex.join(["dungeon-designer", "generate", *(str(word) for option in options.items() for word in option)])


def _problem(found: Found) -> str:
    return "" if len(found.archive) else ", ".join(rule for rule, _ in found.refusals.most_common(3))
