"""Getting out of a pit."""

from __future__ import annotations

from dungeon_designer.playtest.ball import settle
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing, roll
from dungeon_designer.playtest.placing import free, lift, marks, put, remove
from dungeon_designer.playtest.terms import (
    AGILITY,
    AT,
    BY_PIT,
    CASUALTY,
    NO_TRAP,
    PIT_CLIMB,
    PITFALL,
    PORTAL,
    RULES,
    SPIKED,
    STATE,
    TEAM,
    TRAPPED,
    TURNED,
    UP,
    USED,
    WHO,
    Game,
)


@compiled
def helpers(g: Game, p: int) -> int:
    """Team-mates who pull: standing, unmarked and unused beside the pit, or in it with him."""
    found, at = 0, g.players[p, AT]
    for d in range(8):
        there = g.squares[g.now[TURNED], at, d]
        who = g.board[there, WHO] - 1 if there >= 0 else -1
        if who >= 0 and who // TEAM == p // TEAM and g.players[who, STATE] == UP and not g.players[who, USED]:
            found += 0 if marks(g, p // TEAM, there) else 1
    return found


@compiled
def climbs(g: Game, p: int, rolled: int) -> bool:
    """Whether a D6 gets a player out: a 6, helpers counted (brawl-2013); his agility or less (gw-1989).

    There agility is a number to stay below: a player who needs a 3 today had 3, one who needs a 2 had 4.
    """
    if g.lists[RULES, PIT_CLIMB] == 1:
        return bool(rolled + helpers(g, p) >= 6)
    tackled = marks(g, p // TEAM, g.players[p, AT])
    return bool(rolled + tackled - helpers(g, p) <= max(1, 6 - g.players[p, AGILITY]))


@compiled
def _way_out(g: Game, at: int) -> int:
    """A free square beside a pit, -1 for none."""
    for k in range(8):
        there = g.squares[g.now[TURNED], at, facing(g, k)]
        if free(g, there) and g.board[there, PITFALL] == NO_TRAP and not g.squares[0, there, PORTAL]:
            return int(there)
    return -1


@compiled
def climb_out(g: Game, p: int) -> None:
    """A trapped player tries to get out; it takes his whole turn."""
    if g.players[p, STATE] != TRAPPED:
        return
    at = g.players[p, AT]
    g.players[p, USED] = 2
    to = _way_out(g, at)
    if to >= 0 and climbs(g, p, roll(g, 6)):
        lift(g, p)
        put(g, p, to, UP)
    elif g.board[at, PITFALL] == SPIKED and g.lists[RULES, PIT_CLIMB] == 0 and roll(g, 6) <= 2:
        remove(g, p, CASUALTY, BY_PIT)
        settle(g)
