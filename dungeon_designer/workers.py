"""Run independent pieces of work.

They run in this process, in several processes, or on the workers of a dask cluster. `open_workers` chooses one of
them for commands such as playtest and generate.
"""

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
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.installation import explain_installing, require_installation
from dungeon_designer.processes import delayed_signals, end_with_parent

Piece = TypeVar("Piece")
Result = TypeVar("Result")
_PieceIn = TypeVar("_PieceIn", contravariant=True)
_ResultOut = TypeVar("_ResultOut", covariant=True)


SCHEDULER_TIMEOUT_S = 10.0
"""Seconds in which the scheduler of a cluster must answer."""


@dataclass(frozen=True)
class Work(Generic[Piece, Result]):
    """A piece of work that consists of independent pieces, each of which any process can do.

    The functions must belong to a module, so that other processes can import them.

    Attributes:
        setup_arguments: the arguments of `build_context`.
        build_context: returns the context, which a process builds once and keeps for all its pieces.
        process_piece: does one piece, given the context and the piece, and returns its result.
        batch_size: how many pieces a worker of a cluster receives at a time.
    """

    setup_arguments: tuple[Any, ...]
    build_context: Callable[..., Any]
    process_piece: Callable[[Any, Piece], Result]
    batch_size: int = 1


class Workers(Protocol[_PieceIn, _ResultOut]):
    """Anything that does pieces of work: this process, several processes, or a cluster."""

    def run_pieces(self, pieces: Sequence[_PieceIn]) -> Iterable[_ResultOut]:
        """Do some pieces of the work, and return the result of each, in any order."""
        ...


class ThisProcess(Generic[Piece, Result]):
    """Workers that do all pieces of the work in this process, one after the other."""

    def __init__(self, work: Work[Piece, Result]) -> None:
        """Store the work, whose pieces this process will do."""
        self._work = work

    def run_pieces(self, pieces: Sequence[Piece]) -> Iterator[Result]:
        """Return an iterator over the results of pieces of the work, in their order.

        A piece is done when its result is asked for.
        """
        return map(self.run_piece, pieces)

    def run_piece(self, piece: Piece) -> Result:
        """Do one piece of the work, and return its result.

        The context that all pieces share is built at the first piece.
        """
        return self._work.process_piece(self._context, piece)

    @cached_property
    def _context(self) -> Any:
        """The context of the work, built at its first use and kept for all pieces that this process does."""
        return self._work.build_context(*self._work.setup_arguments)


class LocalProcesses(ThisProcess[Piece, Result]):
    """Workers in several processes of this machine; to be used in a `with` block.

    If a process dies, this process does the pieces that were left. All processes are ended at once when the block is
    left, also by Ctrl+C, SIGTERM or an error.
    """

    def __init__(self, work: Work[Piece, Result], jobs: int) -> None:
        """Store the work and the number of processes. No process is started yet."""
        super().__init__(work)
        self._jobs = jobs
        self._pool: Any = None

    def __enter__(self) -> Self:
        """Return these workers; processes are started only for the first pieces."""
        return self

    def __exit__(self, *error: object) -> None:
        """End all processes at once."""
        from multiprocessing import active_children

        with delayed_signals():  # else Python may end while the pool's thread closes a pipe, and complain
            for child in active_children():
                child.kill()
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)

    def run_pieces(self, pieces: Sequence[Piece], in_order: bool = False) -> Iterator[Result]:
        """Do pieces of the work in several processes; yield the result of each as soon as it is ready.

        If `in_order`, the results come in the order of the pieces. The processes are started at the first call. If one
        dies, its piece is done in this process.
        """
        require_installation("work in several processes")
        from concurrent.futures import ProcessPoolExecutor, as_completed
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        with delayed_signals():
            self._pool = self._pool or ProcessPoolExecutor(
                self._jobs, get_context("spawn"), _start_process, (os.getpid(), self._work)
            )
        with delayed_signals():  # again, since the pool's helper process removes the signal mask
            jobs = {self._pool.submit(_run_piece, piece): piece for piece in pieces}
        for job in jobs if in_order else as_completed(jobs):
            try:
                yield job.result()
            except BrokenProcessPool:
                self._pool = None  # the next pieces start another pool
                yield self.run_piece(jobs[job])


_process: ThisProcess[Any, Any]
"""The work of this process, in a process that a pool has started."""


def _start_process(parent: int, work: Work[Any, Any]) -> None:
    """Prepare a process that a pool has just started.

    It ends when its parent does, and keeps its own copy of the work in the global `_process`.
    """
    global _process
    end_with_parent(parent)
    _process = ThisProcess(work)


def _run_piece(piece: Any) -> Any:
    """Do one piece of the work in a process that `_start_process` has prepared, and return its result."""
    return _process.run_piece(piece)


@lru_cache
def describe_program() -> str:
    """Return the version of the installed program and a checksum of its files, such as ``0.1.0 (1a2b3c4d)``.

    It shows whether the workers of a cluster run the same program.
    """
    digest, folder = hashlib.sha256(), Path(__file__).parent
    for path in sorted((*folder.rglob("*.py"), *folder.glob("playtest/data/*.toml"))):
        digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:8]})"


class Cluster(ThisProcess[Piece, Result]):
    """Workers of a dask scheduler; to be used in a `with` block.

    The scheduler gives the pieces of a lost worker to another one. If the scheduler itself is lost, `notify` receives
    one line about it, and KeyboardInterrupt is raised, so that the command ends as after Ctrl+C.

    Args:
        work: the work to do.
        address: the address of the scheduler.
        notify: receives the line.
    """

    def __init__(self, work: Work[Piece, Result], address: str, notify: Callable[[str], None]) -> None:
        """Store the work and the address of the cluster's scheduler. No connection is made yet.

        Args:
            work: the work to do.
            address: the address of a dask scheduler, which hands the pieces to the machines of a cluster.
            notify: receives one line if the scheduler is lost.
        """
        super().__init__(work)
        self._address, self._notify = address, notify

    def __enter__(self) -> Self:
        """Connect to the scheduler, check its workers, and send them the work.

        Raises:
            UsageError: dask is not installed, no scheduler answers, or a worker has another version of the program.
        """
        try:
            from distributed import Client, Security
        except ImportError:
            hint = explain_installing("distributed", "numba")
            raise UsageError(escape_line(f"--cluster needs dask.distributed: {hint}")) from None
        try:
            self._check_address(Security())  # type: ignore[no-untyped-call]
            self._client: Any = Client(self._address, timeout=SCHEDULER_TIMEOUT_S, set_as_default=False)  # type: ignore[no-untyped-call]
        except OSError as error:
            reason = str(error) or type(error).__name__
            raise UsageError(escape_line(f"--cluster {self._address}: no scheduler answers there ({reason})")) from None
        logging.disable()  # later errors are reported in one line
        self._refuse_other_versions()
        work = self._work  # a separate task: dask copies it to another worker when one is lost
        self._remote_work = self._client.submit(lambda: work, pure=False)
        return self

    def _check_address(self, security: Any) -> None:
        """Raise UsageError for an address that dask would reject only after a long time and with a traceback.

        `security` holds dask's settings for encryption.
        """
        settings, uses_tls = security.get_connection_args("client"), self._address.startswith("tls:")
        if not re.fullmatch(r"((tcp|tls)://)?[^/]+:\d{1,5}", self._address):
            raise UsageError(escape_line(f"--cluster {self._address}: write an address such as tcp://10.0.0.5:8786"))
        if uses_tls and not settings["ssl_context"]:
            raise UsageError(f"--cluster {self._address}: dask's settings name no certificates for it")
        if settings["require_encryption"] and not uses_tls:
            raise UsageError(f"--cluster {self._address}: dask's settings require encryption, and so tls://")

    def _refuse_other_versions(self) -> None:
        """Close the connection and raise UsageError if a worker has another version of this program, or none."""
        for address, description in self._client.run(_describe_worker, on_error="return").items():
            is_described = isinstance(description, tuple)  # else it is the worker's error
            name, worker_program = description if is_described else (address, "of another version, or none")
            if worker_program != describe_program():
                self._client.close()
                explanation = _explain_refusal(name, worker_program, describe_program())
                raise UsageError(f"--cluster {self._address}: {explanation}")

    def __exit__(self, *error: object) -> None:
        """Close the connection to the scheduler."""
        self._client.close()

    def run_pieces(self, pieces: Sequence[Piece]) -> Iterator[Result]:
        """Send the pieces to the workers in batches, and yield the results of each batch when it is ready.

        If the scheduler is lost or a worker has another version of the program, `notify` receives one line about it,
        and KeyboardInterrupt is raised. All batches that are left are cancelled.
        """
        from distributed import CancelledError, as_completed

        size = self._work.batch_size
        batches = [pieces[start : start + size] for start in range(0, len(pieces), size)]
        jobs = [
            self._client.submit(_run_batch, self._remote_work, batch, describe_program(), pure=False, retries=3)
            for batch in batches
        ]
        try:
            for job in as_completed(jobs, loop=self._client.loop):  # type: ignore[no-untyped-call]
                yield from job.result()
        except (OSError, CancelledError, UsageError) as error:
            reason = error if isinstance(error, UsageError) else "the scheduler was lost"
            self._notify(f"dungeon-designer: --cluster {self._address}: {reason}; what was done until then is kept")
            raise KeyboardInterrupt from None
        finally:
            self._client.cancel(jobs)


def _describe_worker(dask_worker: Any) -> tuple[str, str]:
    """Return the name of a dask worker, and the version and checksum of the program that it runs.

    dask passes the worker to the parameter that is called `dask_worker`.
    """
    return str(dask_worker.name), describe_program()


def _explain_refusal(name: str, their_program: str, own_program: str) -> str:
    """Return the message about a worker that has another version of the program.

    Args:
        name: the name of the worker.
        their_program: the program of the worker, as `describe_program` returns it.
        own_program: the program of this process.
    """
    return f"the worker {name} has dungeon-designer {their_program}, and this is {own_program}; install the same on all"


def _run_batch(work: Work[Any, Any], batch: Sequence[Any], expected_program: str) -> list[Any]:
    """Do a batch of pieces of the work on a worker of a cluster, and return their results.

    The context is built again for each batch, since the threads of a worker share its memory.

    Raises:
        UsageError: the worker has another version of the program. It may have joined the cluster after the first check.
    """
    if describe_program() != expected_program:  # the worker joined later
        from distributed import get_worker

        raise UsageError(_explain_refusal(*_describe_worker(get_worker()), expected_program))
    return list(ThisProcess(work).run_pieces(batch))


def open_workers(
    work: Work[Piece, Result],
    jobs: int,
    cluster: str | None,
    stack: ExitStack,
    notify: Callable[[str], None] = lambda line: None,
) -> Workers[Piece, Result]:
    """Return workers that do the given work: this process, several processes, or a cluster.

    The stack closes them when it is closed.

    Args:
        work: the work to do.
        jobs: how many processes; 1 for this process alone.
        cluster: the address of a dask scheduler, which replaces the processes; None without a cluster.
        stack: closes processes and connections.
        notify: receives one line if the scheduler of the cluster is lost.

    Raises:
        UsageError: the cluster cannot be used.
    """
    if cluster is not None:
        return stack.enter_context(Cluster(work, cluster, notify))
    return stack.enter_context(LocalProcesses(work, jobs)) if jobs > 1 else ThisProcess(work)
