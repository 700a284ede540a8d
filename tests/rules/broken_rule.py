"""A rule that crashes, as it does where a part of the program is missing or damaged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dungeon_designer.rules.rule_registry import load_rule

PROBLEM = "AttributeError: module 'networkx' has no attribute 'bfs'"


@contextmanager
def broken_rule(name: str) -> Iterator[None]:
    """Let a rule raise an exception whenever it is asked."""
    rule = load_rule(name)
    check = rule.check

    def crash(*_: object) -> object:
        raise AttributeError(PROBLEM.partition(": ")[2])

    object.__setattr__(rule, "check", crash)
    try:
        yield
    finally:
        object.__setattr__(rule, "check", check)
