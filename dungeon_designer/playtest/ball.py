"""The loose ball: how it scatters, who catches it, and who scores with it."""

from __future__ import annotations

from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import facing, roll, succeeds
from dungeon_designer.playtest.placing import marks
from dungeon_designer.playtest.terms import (
    AGILITY,
    AT,
    AWAY,
    BALL,
    BALL_AT,
    BALL_AT_WALL,
    BALL_IN_HAZARD,
    BALL_JUMPS,
    BONE_PIT,
    CARRIER,
    CHEST,
    CHEST_ENTERED,
    DEADLY,
    FLOOR,
    FOUND_BY,
    HANDS,
    HAZARD,
    HELD,
    KIND,
    LOOSE,
    LOOSE_FALL,
    PIT,
    PITFALL,
    PORTAL,
    PORTALS,
    ROOM,
    RULES,
    SCORER,
    SEWER,
    SHUT,
    SIDE,
    SKILLS,
    SPIKED,
    STATE,
    TEAM,
    TURNED,
    UP,
    WHO,
    ZONE,
    Game,
)

_BOUNCES = 40
"""A ball lies still after so many: no dungeon can keep a game from ending."""


@compiled
def portal_count(g: Game) -> int:
    """How many portals there are."""
    count = 0
    while count < g.lists.shape[1] and g.lists[PORTALS, count] >= 0:
        count += 1
    return count


@compiled
def hold(g: Game, p: int) -> None:
    """A player has the ball."""
    g.now[BALL], g.now[CARRIER], g.now[BALL_AT], g.now[LOOSE_FALL] = HELD, p, g.players[p, AT], 0


@compiled
def side_of(g: Game, team: int) -> int:
    """Whose zone a team defends: 0 the home side's, 1 the away side's."""
    return int(g.now[SIDE] if team == 0 else 1 - g.now[SIDE])


@compiled
def check_score(g: Game) -> None:
    """A touchdown when the carrier stands in the other side's zone."""
    if g.now[BALL] != HELD or g.now[SCORER] >= 0:
        return
    p = g.now[CARRIER]
    team = p // TEAM
    if g.players[p, STATE] == UP and g.squares[0, g.players[p, AT], ZONE] == 2 - side_of(g, team):
        g.now[SCORER] = team


@compiled
def ball_modifier(g: Game, p: int) -> int:
    """What a player's throw, catch or hand-off suffers from where he stands: tackle zones, the Bone Pit, the Sewer."""
    at = g.players[p, AT]
    room = g.squares[g.now[TURNED], at, ROOM]
    return -marks(g, p // TEAM, at) - (1 if room == BONE_PIT else 0) - (1 if room == SEWER else 0)


@compiled
def catches(g: Game, p: int, modifier: int) -> bool:
    """Whether a player catches a ball that comes to his square; then he has it."""
    if succeeds(g, p, g.players[p, AGILITY], modifier + ball_modifier(g, p)):
        hold(g, p)
        return True
    return False


@compiled
def picks_up(g: Game, p: int) -> bool:
    """Whether a player picks up the ball that lies on his square; else it scatters."""
    target, at = g.players[p, AGILITY], g.players[p, AT]
    done = succeeds(g, p, target, -marks(g, p // TEAM, at))
    if not done and g.players[p, SKILLS] & HANDS:
        done = succeeds(g, p, target, -marks(g, p // TEAM, at))
    if done:
        hold(g, p)
        if g.now[FOUND_BY] < 0:
            g.now[FOUND_BY] = p // TEAM
    else:
        g.now[LOOSE_FALL] = 1
    return done


@compiled
def ball_from_portal(g: Game) -> None:
    """The ball comes back into play on a portal drawn by lot, and scatters from there."""
    portals = portal_count(g)
    if portals:
        g.now[BALL], g.now[BALL_AT], g.now[LOOSE_FALL] = LOOSE, g.lists[PORTALS, roll(g, portals) - 1], 1
        g.now[BALL_JUMPS] += 1
        return
    g.now[BALL], g.now[LOOSE_FALL] = AWAY, 0


@compiled
def holds_ball_out(g: Game, at: int) -> bool:
    """Whether the ball cannot lie on a square: obstacle, entry, shut door, pit, chest that nobody enters."""
    kind = g.squares[0, at, KIND]
    if (kind != FLOOR and kind != HAZARD) or g.board[at, SHUT]:
        return True
    pit = g.board[at, PITFALL]
    if pit in (PIT, SPIKED, DEADLY):
        return True
    return bool(g.board[at, CHEST] and g.lists[RULES, CHEST_ENTERED] == 0)


@compiled
def settle(g: Game) -> None:
    """A ball that was let go, or on which somebody came to be, scatters until it is caught or lies still."""
    if g.now[BALL] == LOOSE and g.board[g.now[BALL_AT], WHO]:
        g.now[LOOSE_FALL] = 1
    for _ in range(_BOUNCES):
        if g.now[LOOSE_FALL] == 0 or g.now[BALL] != LOOSE:
            break
        _bounce(g)
    g.now[LOOSE_FALL] = 0
    if g.now[BALL] == LOOSE and (g.squares[0, g.now[BALL_AT], KIND] != FLOOR or holds_ball_out(g, g.now[BALL_AT])):
        ball_from_portal(g)
        g.now[LOOSE_FALL] = 0
    check_score(g)


@compiled
def _bounce(g: Game) -> None:
    """One square of scatter."""
    at = g.now[BALL_AT]
    if g.squares[0, at, KIND] == HAZARD and g.lists[RULES, BALL_IN_HAZARD] == 1:
        ball_from_portal(g)
        return
    there = g.squares[g.now[TURNED], at, facing(g, roll(g, 8) - 1)]
    if there < 0 or holds_ball_out(g, there):
        if g.lists[RULES, BALL_AT_WALL] == 1:
            _lie(g, at)
        return
    g.now[BALL_AT] = there
    if g.squares[0, there, KIND] == HAZARD:
        return
    if g.squares[0, there, PORTAL]:
        ball_from_portal(g)
        return
    _lie(g, there)


@compiled
def _lie(g: Game, at: int) -> None:
    """The ball comes to rest on a square unless somebody is there."""
    if g.squares[0, at, KIND] == HAZARD or g.squares[0, at, PORTAL]:
        return
    who = g.board[at, WHO] - 1
    if who < 0:
        g.now[LOOSE_FALL] = 0
    elif g.players[who, STATE] == UP:
        catches(g, who, 0)
