"""Who plays: this process, several of this machine, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Any

from dungeon_designer.errors import UsageError
from dungeon_designer.playtest.arena import Arena
from dungeon_designer.playtest.series import Alone, Hands, Plan, Played, Players, Portion, Table


def players_for(arena: Arena, plan: Plan, jobs: int, cluster: str | None, stack: ExitStack) -> Players:
    """Who plays a plan; what they hold open is closed with the stack. UsageError for a cluster that cannot be had."""
    if cluster is not None:
        return stack.enter_context(Cluster(arena, plan, cluster))
    if jobs > 1:
        return stack.enter_context(Hands(arena, plan, jobs))
    return Alone(arena, plan)


class Cluster:
    """Plays on the workers of a dask scheduler, which gives what a lost worker had to another."""

    def __init__(self, arena: Arena, plan: Plan, address: str) -> None:
        self._arena, self._plan, self._address = arena, plan, address
        self._client: Any = None
        self._sent: Any = None

    def __enter__(self) -> Cluster:
        try:
            from distributed import Client
        except ImportError:
            raise UsageError("--cluster needs dask.distributed: pip install dungeon-designer[cluster]") from None
        try:
            self._client = Client(  # type: ignore[no-untyped-call]
                self._address, timeout=10, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(
                f"--cluster {self._address}: no scheduler answers there ({type(error).__name__})"
            ) from None
        self._sent = self._client.submit(_both, self._arena, self._plan, pure=False)
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def play(self, portions: Sequence[Portion]) -> Iterable[Played]:
        """All portions at once, each as it is done."""
        from distributed import as_completed

        jobs = [self._client.submit(_on_worker, self._sent, portion, pure=False, retries=3) for portion in portions]
        try:
            for job in as_completed(jobs, loop=self._client.loop):  # type: ignore[no-untyped-call]
                yield job.result()
        finally:
            self._client.cancel(jobs)


def _both(arena: Arena, plan: Plan) -> tuple[Arena, Plan]:
    """What is played on, as a task of its own: a lost worker's copy is made again on another."""
    return arena, plan


def _on_worker(sent: tuple[Arena, Plan], portion: Portion) -> Played:
    """What a worker does; a table is made for each call, since the threads of a worker share what they hold."""
    return Table(*sent).play(portion)
