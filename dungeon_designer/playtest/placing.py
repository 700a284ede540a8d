"""Players and the ball on squares: who stands where, who falls, who has the ball and where it rolls.

Tackle zones are kept by the way."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import beside, facing, listed, roll, room_of, square_of, stands, succeeds, two_dice
from dungeon_designer.playtest.state import Game


@compiled
def _tell(g: Game, p: int, by: int) -> None:
    """A player's tackle zone appears on (1) or goes from (-1) the squares one step away."""
    at, column, turned = square_of(g, p), s.ZONES + p // s.TEAM, g.now[s.TURNED]
    for d in range(8):
        there = g.squares[turned, at, d]
        if there >= 0:
            g.board[there, column] += by


@compiled
def put(g: Game, p: int, at: int, state: int) -> None:
    """A player who is nowhere comes to a square. Who is trapped in a pit takes no room on it."""
    g.players[p, s.AT], g.players[p, s.STATE] = at, state
    if state != s.TRAPPED:
        g.board[at, s.WHO] = p + 1
    if state == s.UP:
        _tell(g, p, 1)


@compiled
def lift(g: Game, p: int) -> None:
    """A player leaves his square."""
    at = square_of(g, p)
    if stands(g, p):
        _tell(g, p, -1)
    if g.board[at, s.WHO] == p + 1:
        g.board[at, s.WHO] = 0
    g.players[p, s.AT] = -1


@compiled
def shift(g: Game, p: int, to: int) -> None:
    """A player is taken from where he is, if he is anywhere, to another square, standing or lying as he was."""
    state = g.players[p, s.STATE]
    if square_of(g, p) >= 0:
        lift(g, p)
    put(g, p, to, state)


@compiled
def turnover(g: Game, p: int) -> None:
    """What befell a player ends his team's turn, if it is theirs."""
    if p // s.TEAM == g.now[s.ACTIVE]:
        g.now[s.OVER] = 1


@compiled
def turn_to(g: Game, p: int, state: int) -> None:
    """A player who stays where he is stands up, falls or is stunned."""
    at = square_of(g, p)
    lift(g, p)
    put(g, p, at, state)


@compiled
def count_zones(g: Game) -> None:
    """All tackle zones anew, after a room turned."""
    g.board[:, s.ZONES : s.ZONES + 2] = 0
    for p in range(2 * s.TEAM):
        if stands(g, p):
            _tell(g, p, 1)


@compiled
def lay(g: Game) -> None:
    """Which ways there are, after a room turned or a trapdoor opened."""
    turns = g.squares.shape[0]
    opened = min(g.now[s.TRIPPED], g.far.shape[0] // turns - 1)
    g.now[s.LAID] = opened * turns + g.now[s.TURNED]


@compiled
def free(g: Game, at: int) -> bool:
    """Whether a player may come to stand on a square: floor, nobody there, no shut door, no chest that bars it."""
    if at < 0 or g.squares[0, at, s.KIND] != s.FLOOR or g.board[at, s.WHO] or g.board[at, s.SHUT]:
        return False
    return bool(g.rules[s.CHEST_ENTERED] == 1 or g.board[at, s.CHEST] == 0)


@compiled
def marks(g: Game, team: int, at: int) -> int:
    """How many opponents of a team have their tackle zone on a square."""
    return int(g.board[at, s.ZONES + 1 - team])


@compiled
def tackled(g: Game, p: int) -> int:
    """How many opponents have their tackle zone on the square a player is on."""
    return marks(g, p // s.TEAM, square_of(g, p))


@compiled
def stop(g: Game, p: int) -> None:
    """A player goes no farther this turn."""
    g.players[p, s.MOVES], g.players[p, s.RUSHES] = 0, 0


@compiled
def going(g: Game) -> bool:
    """Whether the team's turn goes on."""
    return bool(g.now[s.OVER] == 0 and g.now[s.SCORER] < 0)


@compiled
def carries(g: Game, p: int) -> bool:
    """Whether a player holds the ball."""
    return bool(g.now[s.BALL] == s.HELD and g.now[s.CARRIER] == p)


@compiled
def let_go(g: Game, at: int) -> None:
    """The ball is nobody's, and will scatter from a square."""
    g.now[s.BALL], g.now[s.BALL_AT], g.now[s.LOOSE_FALL], g.now[s.CARRIER] = s.LOOSE, at, 1, -1


@compiled
def drop_ball(g: Game, p: int) -> None:
    """A carrier lets the ball go: it will scatter from his square."""
    if carries(g, p):
        let_go(g, square_of(g, p))


@compiled
def remove(g: Game, p: int, state: int, cause: int) -> None:
    """A player leaves the dungeon, knocked out, hurt or lost; the ball stays."""
    drop_ball(g, p)
    lift(g, p)
    g.players[p, s.STATE] = state
    g.now[s.LOSSES + cause] += 1


@compiled
def injure(g: Game, p: int, modifier: int, cause: int) -> None:
    """The injury roll: to 7 stunned, 8 and 9 knocked out, from 10 a casualty (in a pit stunned is only trapped)."""
    rolled = two_dice(g) + modifier
    if rolled >= 10:
        remove(g, p, s.CASUALTY, cause)
    elif rolled >= 8:
        remove(g, p, s.KNOCKED_OUT, cause)
    elif g.players[p, s.STATE] != s.TRAPPED:
        drop_ball(g, p)
        turn_to(g, p, s.STUNNED)


@compiled
def test_armour(g: Game, p: int, modifier: int, blow: int, cause: int) -> None:
    """The armour roll, to which the modifier is added, and the injury where it is broken.

    `blow` is 1 for a Mighty Blow, which adds 1 to the armour where that breaks it and else to the injury, and 2 for one
    that the place makes worse: 1 more on both.
    """
    missing = g.players[p, s.ARMOUR] - two_dice(g) - modifier - blow // 2
    if room_of(g, square_of(g, p)) == s.ARMOURY:
        missing -= 1
    if missing <= min(1, blow):
        injure(g, p, blow // 2 + (1 if blow and missing <= 0 else 0), cause)


@compiled
def knock_down(g: Game, p: int, modifier: int, blow: int, cause: int) -> None:
    """A standing player falls: a turnover in his own team's turn, an armour roll, and the ball is loose."""
    if not stands(g, p):
        return
    turnover(g, p)
    g.board[g.players[p, s.AT], s.FELL] += 1
    turn_to(g, p, s.DOWN)
    drop_ball(g, p)
    test_armour(g, p, modifier, blow, cause)


BOUNCING = -1
"""The modifier to catch a ball that bounces or comes down astray."""
_BOUNCES = 40  # a ball lies still after so many: no dungeon can keep a game from ending


@compiled
def hold(g: Game, p: int) -> None:
    """A player has the ball."""
    g.now[s.BALL], g.now[s.CARRIER], g.now[s.BALL_AT], g.now[s.LOOSE_FALL] = s.HELD, p, square_of(g, p), 0


@compiled
def side_of(g: Game, team: int) -> int:
    """Whose zone a team defends: 0 the home side's, 1 the away side's."""
    return int(g.now[s.SIDE] if team == 0 else 1 - g.now[s.SIDE])


@compiled
def check_score(g: Game) -> None:
    """A touchdown when the carrier stands in the other side's zone."""
    if g.now[s.BALL] != s.HELD or g.now[s.SCORER] >= 0:
        return
    p = g.now[s.CARRIER]
    if stands(g, p) and g.squares[0, square_of(g, p), s.ZONE] == 2 - side_of(g, p // s.TEAM):
        g.now[s.SCORER] = p // s.TEAM


@compiled
def ball_modifier(g: Game, p: int) -> int:
    """What a player's throw, catch or hand-off suffers from where he stands: tackle zones, the Bone Pit, the Sewer."""
    return -tackled(g, p) - (1 if room_of(g, square_of(g, p)) in (s.BONE_PIT, s.SEWER) else 0)


@compiled
def catches(g: Game, p: int, modifier: int) -> bool:
    """Whether a player catches a ball that comes to his square; then he has it."""
    if succeeds(g, p, g.players[p, s.AGILITY], modifier + ball_modifier(g, p), False):
        hold(g, p)
        return True
    return False


@compiled
def picks_up(g: Game, p: int) -> bool:
    """Whether a player picks up the ball that lies on his square; else it scatters."""
    sure_hands = bool(g.players[p, s.SKILLS] & s.HANDS)
    done = succeeds(g, p, g.players[p, s.AGILITY], -tackled(g, p), sure_hands)
    g.now[s.PICKED] += 1
    if done:
        g.now[s.PICKED_UP] += 1
        hold(g, p)
        if g.now[s.FOUND_BY] < 0:
            g.now[s.FOUND_BY] = p // s.TEAM
    else:
        g.now[s.LOOSE_FALL] = 1
    return done


@compiled
def ball_from_portal(g: Game) -> None:
    """The ball comes back into play on a portal drawn by lot: who stands there may catch it, or has it (gw-1989, where
    it was away); else it scatters from there."""
    portals = listed(g, s.PORTALS)
    if not portals:
        g.now[s.BALL], g.now[s.LOOSE_FALL] = s.AWAY, 0
        return
    at = g.lists[s.PORTALS, roll(g, portals) - 1]
    let_go(g, at)
    g.now[s.BALL_JUMPS] += 1
    who = g.board[at, s.WHO] - 1
    if who < 0 or not stands(g, who) or g.rules[s.ARRIVES_BESIDE] or g.rules[s.BALL_SCATTERS_ON]:
        return
    if g.rules[s.BALL_LOST] == 1:
        hold(g, who)
    else:
        catches(g, who, BOUNCING)


@compiled
def holds_ball_out(g: Game, at: int) -> bool:
    """Whether the ball cannot lie on a square: obstacle, entry, shut door, pit, chest that nobody enters."""
    if g.squares[0, at, s.KIND] not in (s.FLOOR, s.HAZARD) or g.board[at, s.SHUT]:
        return True
    if g.board[at, s.PITFALL] in (s.PIT, s.SPIKED, s.DEADLY):
        return True
    return bool(g.board[at, s.CHEST] and g.rules[s.CHEST_ENTERED] == 0)


@compiled
def settle(g: Game) -> None:
    """A ball that was let go, or on which somebody came to be, scatters until it is caught or lies still."""
    if g.now[s.BALL] == s.LOOSE and g.board[g.now[s.BALL_AT], s.WHO]:
        g.now[s.LOOSE_FALL] = 1
    for _ in range(_BOUNCES):
        if g.now[s.LOOSE_FALL] == 0 or g.now[s.BALL] != s.LOOSE:
            break
        _bounce(g)
    g.now[s.LOOSE_FALL] = 0
    at = g.now[s.BALL_AT]
    if g.now[s.BALL] == s.LOOSE and (g.squares[0, at, s.KIND] != s.FLOOR or holds_ball_out(g, at)):
        ball_from_portal(g)
        g.now[s.LOOSE_FALL] = 0
    check_score(g)


@compiled
def _bounce(g: Game) -> None:
    """One square of scatter."""
    at = g.now[s.BALL_AT]
    if g.squares[0, at, s.KIND] == s.HAZARD and g.rules[s.BALL_IN_HAZARD] == 1:
        ball_from_portal(g)
        return
    d = facing(g, roll(g, 8) - 1)
    there = beside(g, at, d)
    if _stopped(g, at, there):
        if g.rules[s.BALL_AT_WALL] == 0:
            return
        there = _off_wall(g, at, d)
        if there == at:
            _lie(g, at)
            return
    g.now[s.BALL_AT] = there
    if g.squares[0, there, s.KIND] == s.HAZARD:
        return
    if not g.squares[0, there, s.PORTAL]:
        _lie(g, there)
    elif not g.rules[s.BALL_SCATTERS_ON]:
        ball_from_portal(g)


@compiled
def _stopped(g: Game, at: int, there: int) -> bool:
    """Whether the ball does not scatter from one square to another: a wall, what holds it out, lava (brawl-2013)."""
    if there < 0 or holds_ball_out(g, there):
        return True
    into_hazard = g.squares[0, at, s.KIND] != s.HAZARD and g.squares[0, there, s.KIND] == s.HAZARD
    return bool(into_hazard and g.rules[s.BALL_IN_HAZARD] == 2)


@compiled
def _off_wall(g: Game, at: int, d: int) -> int:
    """The square a ball bounces to from a wall in some direction: aslant the next one along it, else its own."""
    left, right = (d + 7) % 8, (d + 1) % 8
    if d % 2 == 0 or _stopped(g, at, beside(g, at, left)) == _stopped(g, at, beside(g, at, right)):
        return at
    along, across = (right, left) if _stopped(g, at, beside(g, at, left)) else (left, right)
    there = beside(g, at, along)
    return int(there) if _stopped(g, there, beside(g, there, across)) else at


@compiled
def _lie(g: Game, at: int) -> None:
    """The ball comes to rest on a square unless somebody is there."""
    if g.squares[0, at, s.KIND] == s.HAZARD or g.squares[0, at, s.PORTAL]:
        return
    who = g.board[at, s.WHO] - 1
    if who < 0:
        g.now[s.LOOSE_FALL] = 0
    elif stands(g, who):
        catches(g, who, BOUNCING)
