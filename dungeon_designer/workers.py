"""Who does work that comes in pieces: this process, several of this machine, or the workers of a cluster."""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from dungeon_designer import __version__
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.processes import end_with_parent, undisturbed

Piece = TypeVar("Piece")
Result = TypeVar("Result")
_Asked = TypeVar("_Asked", contravariant=True)
_Answered = TypeVar("_Answered", covariant=True)


ANSWER = 10.0
"""Seconds in which a scheduler must answer."""


@dataclass(frozen=True)
class Work(Generic[Piece, Result]):
    """Work that any process can do a piece of.

    `made` makes of what is `given` what a process keeps for all its pieces, `one` does one piece with it: functions of
    a module, so that other processes find them. `lot` is how many pieces a worker of a cluster is handed at a time.
    """

    given: tuple[Any, ...]
    made: Callable[..., Any]
    one: Callable[[Any, Piece], Result]
    lot: int = 1


class Workers(Protocol[_Asked, _Answered]):
    """Whoever does the pieces."""

    def done(self, pieces: Sequence[_Asked]) -> Iterable[_Answered]:
        """What came of each, in any order."""
        ...


class ThisProcess(Generic[Piece, Result]):
    """Does all in this process, one piece after the other."""

    def __init__(self, work: Work[Piece, Result]) -> None:
        self._work = work

    def done(self, pieces: Sequence[Piece]) -> Iterator[Result]:
        """What came of each."""
        return map(self.did, pieces)

    def did(self, piece: Piece) -> Result:
        """What came of one piece."""
        return self._work.one(self._kept, piece)

    @cached_property
    def _kept(self) -> Any:
        return self._work.made(*self._work.given)


class LocalProcesses(ThisProcess[Piece, Result]):
    """Work in processes of this machine; when one breaks down, this one does what they were at.

    However it is left, by Ctrl+C, SIGTERM or a fault, too, its processes are ended at once.
    """

    def __init__(self, work: Work[Piece, Result], jobs: int) -> None:
        super().__init__(work)
        self._jobs = jobs
        self._pool: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        from multiprocessing import active_children

        with undisturbed():  # the pool's thread closes a pipe that Python, if it ended meanwhile, would complain of
            for child in active_children():
                child.kill()
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)

    def done(self, pieces: Sequence[Piece], in_order: bool = False) -> Iterator[Result]:
        """All at once, each as it is done, or in the order of the pieces."""
        from concurrent.futures import ProcessPoolExecutor, as_completed
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        with undisturbed():
            self._pool = self._pool or ProcessPoolExecutor(
                self._jobs, get_context("spawn"), _begin, (os.getpid(), self._work)
            )
        with undisturbed():  # anew: the pool's own helper process lifts what keeps Ctrl+C from children
            jobs = {self._pool.submit(_done, piece): piece for piece in pieces}
        for job in jobs if in_order else as_completed(jobs):
            try:
                yield job.result()
            except BrokenProcessPool:
                self._pool = None  # others are started for the next pieces
                yield self.did(jobs[job])


_here: ThisProcess[Any, Any]


def _begin(parent: int, work: Work[Any, Any]) -> None:
    """What a process does first."""
    global _here
    end_with_parent(parent)
    _here = ThisProcess(work)


def _done(piece: Any) -> Any:
    return _here.did(piece)


@lru_cache
def program() -> str:
    """The program as it is installed here: its version, and a checksum of its files."""
    digest, folder = hashlib.sha256(), Path(__file__).parent
    for path in sorted((*folder.rglob("*.py"), *folder.glob("playtest/data/*.toml"))):
        digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:8]})"


class Cluster(ThisProcess[Piece, Result]):
    """Works on the workers of a dask scheduler, which gives what a lost worker had to another.

    `told` hears in a line that the scheduler itself was lost; then it is as if Ctrl+C had been pressed.
    """

    def __init__(self, work: Work[Piece, Result], address: str, told: Callable[[str], None]) -> None:
        super().__init__(work)
        self._address, self._told = address, told

    def __enter__(self) -> Self:
        try:
            from distributed import Client, Security
        except ImportError:
            raise UsageError("--cluster needs dask.distributed: pip install dungeon-designer[cluster]") from None
        try:
            self._check_address(Security())  # type: ignore[no-untyped-call]
            self._client: Any = Client(self._address, timeout=ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
        except OSError as error:
            why = str(error) or type(error).__name__
            raise UsageError(one_line(f"--cluster {self._address}: no scheduler answers there ({why})")) from None
        logging.disable()  # what goes wrong from here on is told in one line
        self._refuse_others()
        work = self._work  # a task of its own: a lost worker's copy is made again on another
        self._sent = self._client.submit(lambda: work, pure=False)
        return self

    def _check_address(self, security: Any) -> None:
        """What dask would say in a traceback, when it has tried for long."""
        known, tls = security.get_connection_args("client"), self._address.startswith("tls:")
        if not re.fullmatch(r"((tcp|tls)://)?[^/]+:\d{1,5}", self._address):
            raise UsageError(one_line(f"--cluster {self._address}: an address such as tcp://10.0.0.5:8786 is wanted"))
        if tls and not known["ssl_context"]:
            raise UsageError(f"--cluster {self._address}: dask's settings name no certificates for it")
        if known["require_encryption"] and not tls:
            raise UsageError(f"--cluster {self._address}: dask's settings ask for encryption, and so for tls://")

    def _refuse_others(self) -> None:
        for address, known in self._client.run(_known, on_error="return").items():
            name, theirs = known if isinstance(known, tuple) else (address, "of another version, or none")
            if theirs != program():
                self._client.close()
                raise UsageError(f"--cluster {self._address}: {_refusal(name, theirs, program())}")

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def done(self, pieces: Sequence[Piece]) -> Iterator[Result]:
        """A lot to each worker, each lot as it is done."""
        from distributed import CancelledError, as_completed

        lots = [pieces[at : at + self._work.lot] for at in range(0, len(pieces), self._work.lot)]
        jobs = [self._client.submit(_on_worker, self._sent, lot, program(), pure=False, retries=3) for lot in lots]
        try:
            for job in as_completed(jobs, loop=self._client.loop):  # type: ignore[no-untyped-call]
                yield from job.result()
        except (OSError, CancelledError, UsageError) as error:
            why = error if isinstance(error, UsageError) else "the scheduler was lost"
            self._told(f"dungeon-designer: --cluster {self._address}: {why}; what was done until then is kept")
            raise KeyboardInterrupt from None
        finally:
            self._client.cancel(jobs)


def _known(dask_worker: Any) -> tuple[str, str]:
    """What a worker is called, and what program it has."""
    return str(dask_worker.name), program()


def _refusal(name: str, theirs: str, ours: str) -> str:
    return f"the worker {name} has dungeon-designer {theirs}, and this is {ours}; install the same on all"


def _on_worker(work: Work[Any, Any], lot: Sequence[Any], ours: str) -> list[Any]:
    """What a worker does; what it keeps is made for each lot, since its threads share whatever they hold."""
    if program() != ours:  # it joined later
        from distributed import get_worker

        raise UsageError(_refusal(*_known(get_worker()), ours))
    return list(ThisProcess(work).done(lot))


def workers_for(
    work: Work[Piece, Result],
    jobs: int,
    cluster: str | None,
    stack: ExitStack,
    told: Callable[[str], None] = lambda line: None,
) -> Workers[Piece, Result]:
    """Who does the work; what they hold open is closed with the stack. UsageError for a cluster that cannot be had.

    `told` hears in a line that a cluster was lost.
    """
    if cluster is not None:
        return stack.enter_context(Cluster(work, cluster, told))
    return stack.enter_context(LocalProcesses(work, jobs)) if jobs > 1 else ThisProcess(work)
