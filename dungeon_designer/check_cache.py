"""Check dungeons, and remember the last check of each dungeon that is still in use."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.rules.checker import Verdict, check_context
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.ruleset_model import Ruleset


class CheckedBoard(NamedTuple):
    """A board after a check.

    Attributes:
        context: the board and ruleset, with the analyses that the rules have made.
        verdict: what the rules found.
    """

    context: Context
    verdict: Verdict


class _RememberedCheck(NamedTuple):
    """A check with the arguments with which it was made."""

    ruleset: Ruleset
    select: Sequence[str] | None
    ignore: Sequence[str]
    result: CheckedBoard

    def has_arguments(self, ruleset: Ruleset, select: Sequence[str] | None, ignore: Sequence[str]) -> bool:
        """Return whether the check was made under this ruleset, with this selection of rules."""
        return (self.ruleset, self.select, self.ignore) == (ruleset, select, ignore)


class CheckCache:
    """Memory of the last check of each living dungeon, so that one that is checked and then fixed is checked once.

    Only one check a dungeon is kept, since the graphs of eight editions would take too much memory. It is forgotten
    when the dungeon is deleted. Dungeons are told apart by identity, since comparing their layouts would take long.
    """

    def __init__(self) -> None:
        """Start without any check."""
        self._check_by_id: dict[int, _RememberedCheck] = {}

    def check(
        self, owner: object, board: Board, ruleset: Ruleset, select: Sequence[str] | None, ignore: Sequence[str]
    ) -> CheckedBoard:
        """Check the board of a dungeon, unless its last check had the same arguments: then return that result.

        Args:
            owner: the dungeon, which never changes. It must allow weak references.
            board: its board.
            ruleset: the ruleset.
            select: the names of the only rules to check; None for all that are on.
            ignore: the names of rules to leave out.

        Raises:
            RulesetError: `select` or `ignore` names a rule that does not exist.
        """
        remembered = self._check_by_id.get(id(owner))
        if remembered is not None and remembered.has_arguments(ruleset, select, ignore):
            return remembered.result
        context = Context(board, ruleset)
        result = CheckedBoard(context, check_context(context, select, ignore))
        if remembered is None:  # the check is forgotten when the dungeon is deleted, but not at the end of the program
            weakref.finalize(owner, self._check_by_id.pop, id(owner), None).atexit = False
        self._check_by_id[id(owner)] = _RememberedCheck(ruleset, select, ignore, result)
        return result
