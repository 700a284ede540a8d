"""In which order a dungeon is set up for a match, step by step, in words for those at the table. No Qt here."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.board.model import Board
from dungeon_designer.layout.model import SectionKind, TrapKind
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import play_of
from dungeon_designer.set_up.order import Stage, What, order_of

_NOUNS = {
    What.CHEST: ("chest", "chests"),
    What.PORTAL: ("portal", "portals"),
    What.DOOR: ("door", "doors"),
    What.COUNTER: ("pit counter", "pit counters"),
}
_BEGINS = {
    "winner": "the winner of the roll-off begins",
    "loser": "the loser of the roll-off begins",
    "next": "whoever is next begins",
}


def steps(board: Board, ruleset: Ruleset) -> tuple[str, ...]:
    """What is done in which order: what the map shows is laid as it shows it, what is left the coaches lay in turns."""
    return tuple(_steps(board, ruleset))


def _steps(board: Board, ruleset: Ruleset) -> Iterator[str]:
    order = order_of(ruleset, len(board.teams))
    yield "Lay the floor with its walls, doors and furniture as the map shows it."
    here = {what: _on_map(board, what) for what in What}
    stages = [stage for stage in order.stages if stage.usual or here[stage.what]]
    if order.by_coaches and any(not here[stage.what] for stage in stages):
        yield "The coaches roll off; the highest roll wins."
    for stage in stages:
        yield _laid(board, stage, here[stage.what])
    players = play_of(ruleset).players
    if players is not None:
        yield f"Each side sets up {_counted(players, 'player', 'players')} {_where(board)}."


def _laid(board: Board, stage: Stage, there: int) -> str:
    """How the things of a stage come to lie where they lie."""
    one, many = _NOUNS[stage.what]
    if not there:
        return f"The coaches lay {_counted(stage.count, one, many)} in turns; {_turns(stage)}."
    laid = f"Lay the {_counted(there, one, many)} where the map shows {'it' if there == 1 else 'them'}"
    if stage.what is What.CHEST:
        balls = min(board.layout.balls, there)
        return f"{laid}, face down and shuffled: {balls} {'hides' if balls == 1 else 'hide'} a ball."
    return f"{laid}, face down." if stage.what is What.COUNTER else f"{laid}."


def _turns(stage: Stage) -> str:
    if stage.turns:
        return f"by their places in the roll-off: {', '.join(map(str, stage.turns))}, and so on"
    return _BEGINS[stage.begins]


def _on_map(board: Board, what: What) -> int:
    """How many things of a kind the map shows."""
    layout = board.layout
    if what is What.CHEST:
        return len(layout.chests)
    if what is What.PORTAL:
        return len(layout.portals)
    if what is What.DOOR:
        return len(layout.doors) + len(layout.square_doors)
    return sum(trap.kind is TrapKind.COUNTER for trap in layout.traps)


def _where(board: Board) -> str:
    """Where players are set up: where a side has entries they are walls to its own players."""
    return "before its entries" if board.of_kind(SectionKind.ENTRY) else "in its end zone"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
