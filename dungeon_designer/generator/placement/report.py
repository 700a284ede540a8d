"""What a placement is like, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.sides import summed_up
from dungeon_designer.board.build import build
from dungeon_designer.findings import Level
from dungeon_designer.generator.placement.judging import lying
from dungeon_designer.generator.placement.placing import Placed
from dungeon_designer.generator.placement.scoring import Scoring
from dungeon_designer.rules.context import Context, chest_walks
from dungeon_designer.rules.names import both
from dungeon_designer.rules.rule import counted


def account(placed: Placed) -> Iterator[str]:
    """What was laid, how far the sides walk, how far things are apart, and what the checker still finds."""
    floor = placed.problem.floor
    yield f"{_laid(placed)} under {floor.ruleset.id}"
    board = build(placed.layout, floor.board.library, floor.board)
    yield summed_up(chest_walks(Context(board, floor.ruleset)))
    yield _spread(placed)
    for level in (Level.ERROR, Level.WARNING):
        found = {each.rule for each in placed.verdict.findings if each.level is level and each.waived is None}
        yield f"{level}s left: {', '.join(sorted(found))}" if found else ""


def _laid(placed: Placed) -> str:
    before = lying(placed.problem.floor.layout)
    new = {kind: len(squares - before[kind]) for kind, squares in lying(placed.layout).items()}
    words = [counted(count, kind.value.removesuffix("s")) for kind, count in new.items() if count]
    return f"{both(words)} laid" if words else "nothing was missing"


def _spread(placed: Placed) -> str:
    scoring = Scoring(placed.problem)
    if not len(placed.found.pos):
        return ""
    least, *others = scoring.room(placed.found.pos)
    each = [f"any two {kind} {apart}" for kind, apart in zip(scoring.spaced, others, strict=True)]
    return f"at least apart: any two things, or one and where a side sets up, {', '.join([str(least), *each])}"
