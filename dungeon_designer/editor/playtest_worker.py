"""A playtest in a process of its own, so that the window never waits and Cancel means it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.errors import DungeonError
from dungeon_designer.processes import end_with_parent, undisturbed
from dungeon_designer.rulesets.model import Ruleset


class Wanted(Struct, frozen=True):
    """What is to be played: on which board, by which ruleset, by which teams, and how many games at most."""

    board: Board
    ruleset: Ruleset
    teams: tuple[str, ...]
    games: int
    precision: float | None = None


class PlaytestWorker(QObject):
    """Plays one playtest at a time. `grown`: what is known so far; `ended`: '', or why no match can be played."""

    grown = Signal(object)
    ended = Signal(str)
    _heard = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: Any = None
        self._listener: threading.Thread | None = None
        self._life = 0
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether nothing is being played."""
        return self._process is None

    def play(self, wanted: Wanted) -> None:
        """Begin; what was played before is forgotten."""
        self.cancel()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        self._process = context.Process(target=serve, args=(there, os.getpid(), wanted), daemon=True, name="playtest")
        with undisturbed():
            self._process.start()
        there.close()
        self._listener = threading.Thread(target=self._listen, args=(here, self._life), daemon=True, name="playtest")
        self._listener.start()

    def cancel(self) -> None:
        """Stop at once; no thread speaks through this object afterwards, so that it may be deleted."""
        self._life += 1
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._listener is not None:
            self._listener.join(timeout=5)
            self._listener = None

    def _listen(self, wire: Connection, life: int) -> None:
        """Hand on what the process says; None when it says no more."""
        said: object = ""
        while said is not None:
            try:
                said = wire.recv()
            except (EOFError, OSError):
                said = None
            with suppress(RuntimeError):  # the window is gone
                self._heard.emit(life, said)
        wire.close()

    def _on_heard(self, life: int, said: object) -> None:
        if life != self._life:
            return
        if said is None or isinstance(said, str):
            self.cancel()
            self.ended.emit("the games broke off" if said is None else said)
        else:
            self.grown.emit(said)


def serve(wire: Connection, parent: int, wanted: Wanted) -> None:
    """What the process does: a playtest after each portion, then a string: empty, or why no match can be played."""
    end_with_parent(parent)
    try:
        _play(wire, wanted)
        wire.send("")
    except DungeonError as error:
        wire.send(str(error))


def _play(wire: Connection, wanted: Wanted) -> None:
    from dungeon_designer.playtest.arena import arena
    from dungeon_designer.playtest.report import plan_of, playtest_of
    from dungeon_designer.playtest.series import run, tally_for, work_of
    from dungeon_designer.playtest.teams import policy
    from dungeon_designer.workers import ThisProcess

    plan = plan_of(wanted.teams, wanted.games, wanted.precision)
    ready = arena(wanted.board, wanted.ruleset, policy())
    tally = tally_for(ready, plan)

    def told(games: int) -> None:
        tally.look(tally.looks)
        wire.send(playtest_of(ready, plan, tally, wanted.board.layout.name, "", wanted.ruleset))

    run(plan, tally, ThisProcess(work_of(ready, plan)), told)
    wire.send(playtest_of(ready, plan, tally, wanted.board.layout.name, "", wanted.ruleset))
