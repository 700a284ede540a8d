"""Candidates that several searches of the tests grow and judge, grown once in a process."""

from __future__ import annotations

from dataclasses import fields

from dungeon_designer.generator import search
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.search import Candidate, CandidateOutcome, SearchTask

_RUN, _DONE = search.run_task, dict[tuple[str, ...], CandidateOutcome]()


def run_task_once(request: Request, task: SearchTask) -> CandidateOutcome:
    """Grow and judge a candidate as `search.run_task` does, but the same candidate of the same request only once.

    The result is the same each time, which `test_the_same_seed_gives_the_same_archive_on_any_number_of_processes` makes
    sure of. Matches are played each time.
    """
    if not isinstance(task, Candidate):
        return _RUN(request, task)
    request_values = (repr(getattr(request, field.name)) for field in fields(request) if field.name != "library")
    key = (*request_values, *map(repr, request.library), repr(task))
    if key not in _DONE:
        _DONE[key] = _RUN(request, task)
    return _DONE[key]
