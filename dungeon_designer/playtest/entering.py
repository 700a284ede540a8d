"""What a square does to who comes onto it, on foot, pushed or falling: hazards, pits, portals, chests, machines."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import beside, facing, listed, roll, square_of, stands, two_dice, who_beside
from dungeon_designer.playtest.placing import (
    ball_from_portal,
    carries,
    count_zones,
    drop_ball,
    free,
    hold,
    injure,
    knock_down,
    lay,
    lift,
    picks_up,
    put,
    remove,
    settle,
    shift,
    stop,
    tackled,
    test_armour,
    turn_to,
    turnover,
)
from dungeon_designer.playtest.pushing import push_on
from dungeon_designer.playtest.state import Game

_TRIES = 12  # after so many jumps in a row a player is lost: no dungeon can keep a game from ending
_ROLLS = 60  # so often at most is rolled for the square beside a portal


@compiled
def jump(g: Game, p: int, how: int) -> bool:
    """A player leaves the portal he stands on; whether he comes to another square that may do something to him."""
    g.players[p, s.MOVES] -= g.rules[s.JUMP_COST]
    if not g.rules[s.ONWARD]:
        stop(g, p)
    if not g.rules[s.RUSH_AFTER] and g.players[p, s.MOVES] <= 0:
        g.players[p, s.RUSHES] = 0
    portals = listed(g, s.PORTALS)
    own = g.squares[0, square_of(g, p), s.PORTAL]
    if portals < 2:
        return False
    g.now[s.PORTAL_JUMPS] += 1
    g.players[p, s.LEAPT] += 1
    if carries(g, p):
        g.now[s.BALL_JUMPS] += 1
    if how >= FALLING:
        _parts(g, p)
    drawn = roll(g, portals)
    if drawn == own:
        _lost(g, p)
        return False
    if carries(g, p) and g.rules[s.BALL_SLIPS] and roll(g, 6) < g.rules[s.BALL_SLIPS]:
        _parts(g, p)
    if g.rules[s.ARRIVES_BESIDE]:
        return scattered_from(g, p, drawn)
    arrive_on(g, p, drawn)
    return False


@compiled
def _parts(g: Game, p: int) -> None:
    """A carrier in a portal lets go of the ball, which jumps by itself."""
    if carries(g, p):
        drop_ball(g, p)
        ball_from_portal(g)
        turnover(g, p)


@compiled
def _lost(g: Game, p: int) -> None:
    """A player drew his own portal's number. The ball stays: see `editions` for how it comes back."""
    had_ball = carries(g, p)
    remove(g, p, s.LOST if g.rules[s.LOST_FOREVER] else s.KNOCKED_OUT, s.BY_PORTAL)
    if had_ball and g.rules[s.BALL_LOST] == 1:
        g.now[s.BALL], g.now[s.LOOSE_FALL] = s.AWAY, 0
    elif had_ball and g.rules[s.BALL_LOST] == 2:
        ball_from_portal(g)
    if g.rules[s.LOST_TURNOVER]:
        turnover(g, p)


@compiled
def _strained(g: Game, p: int) -> None:
    """A second jump in one turn injures, where the edition says so."""
    if g.rules[s.SECOND_JUMP_HURTS] and g.players[p, s.LEAPT] > 1 and g.players[p, s.STATE] < s.TRAPPED:
        if stands(g, p):
            turnover(g, p)
        drop_ball(g, p)
        injure(g, p, 0, s.BY_PORTAL)


@compiled
def arrive_on(g: Game, p: int, number: int) -> None:
    """A player comes out on a portal; who stood there jumps in turn, and so on."""
    portals, moving = listed(g, s.PORTALS), p
    for _ in range(_TRIES):
        there = g.lists[s.PORTALS, number - 1]
        other = g.board[there, s.WHO] - 1
        if other == moving:
            other = -1
        if other >= 0:
            lift(g, other)
        shift(g, moving, there)
        _strained(g, moving)
        if other < 0:
            return
        g.now[s.PORTAL_JUMPS] += 1
        g.players[other, s.LEAPT] += 1
        drawn = roll(g, portals)
        g.players[other, s.AT] = there
        if drawn == number:
            _lost_in_passing(g, other)
            return
        g.players[other, s.AT] = -1
        if carries(g, other):
            g.now[s.BALL_JUMPS] += 1
        moving, number = other, drawn
    g.players[moving, s.AT] = g.lists[s.PORTALS, number - 1]
    _lost_in_passing(g, moving)


@compiled
def _lost_in_passing(g: Game, p: int) -> None:
    """A player is lost who was driven off his portal and stands nowhere; `AT` says where the ball stays."""
    drop_ball(g, p)
    g.players[p, s.AT] = -1
    g.players[p, s.STATE] = s.LOST if g.rules[s.LOST_FOREVER] else s.KNOCKED_OUT
    g.now[s.LOSSES + s.BY_PORTAL] += 1
    if g.rules[s.LOST_TURNOVER]:
        turnover(g, p)


@compiled
def scattered_from(g: Game, p: int, number: int) -> bool:
    """A player comes out beside a portal by a D8, where there is room or somebody can be pushed away.

    Under brawl-2013 the die is rolled again for a wall. Else the next squares clockwise are tried, all for room, then
    all for a push; if nothing helps, he is teleported again.
    """
    portals, ways = listed(g, s.PORTALS), 1 if g.rules[s.OCCUPIED_PUSHED] else 8
    for _ in range(_ROLLS):
        at, first = g.lists[s.PORTALS, number - 1], roll(g, 8) - 1
        for k in range(2 * ways):
            d = facing(g, (first + k % ways) % 8)
            there = beside(g, at, d)
            if k >= ways and there >= 0 and g.board[there, s.WHO]:
                push_on(g, there, d)
            if free(g, there):
                shift(g, p, there)
                return True
        if ways == 8:
            number = roll(g, portals)
    if square_of(g, p) >= 0:
        remove(g, p, s.KNOCKED_OUT, s.BY_PORTAL)
    return False


ON_FOOT, PUSHED, FALLING, STRUCK = range(4)
"""How a player comes to a square; STRUCK falls by a Mighty Blow."""
_STEPS = 10


@compiled
def enter(g: Game, p: int, how: int) -> bool:
    """Everything that happens to a player on the square he came to; whether he stands somewhere at the end."""
    _come_to(g, p, how)
    enter_pushed(g)
    return stands(g, p)


@compiled
def _come_to(g: Game, p: int, how: int) -> None:
    for _ in range(_STEPS):
        if not _entered(g, p, how):
            return


@compiled
def enter_pushed(g: Game) -> None:
    """What happens to those who were pushed on (see `push_on`), and to whom they push on where they come out."""
    for _ in range(_STEPS):
        for p in range(2 * s.TEAM if g.now[s.PUSHED_ON] else 0):
            if g.now[s.PUSHED_ON] >> p & 1:
                g.now[s.PUSHED_ON] -= 1 << p
                _come_to(g, p, PUSHED)
    g.now[s.PUSHED_ON] = 0


@compiled
def tumble(g: Game, p: int, blow: int, cause: int, how: int) -> None:
    """A player falls on the square he came to: what that does to him comes first, but on most editions' portals."""
    if g.squares[0, square_of(g, p), s.PORTAL] and not g.rules[s.BALL_PARTS]:
        knock_down(g, p, 0, blow, cause)
        if g.players[p, s.STATE] <= s.STUNNED:
            enter(g, p, how)
    else:
        enter(g, p, how)
        knock_down(g, p, 0, blow, cause)


@compiled
def _entered(g: Game, p: int, how: int) -> bool:
    """What one square does; whether the player thereby came to another one."""
    at = square_of(g, p)
    if g.squares[0, at, s.KIND] == s.HAZARD:
        fall_in(g, p)
        return False
    if g.board[at, s.PITFALL] != s.NO_TRAP:
        _trap(g, p)
    if g.players[p, s.STATE] > s.STUNNED:
        return False
    if g.squares[0, at, s.PORTAL]:
        return jump(g, p, how)
    if g.board[at, s.CHEST] and g.rules[s.CHEST_ENTERED]:
        open_chest(g, p, at, how)
    elif g.squares[0, at, s.EDGE] == s.BESIDE_LAVA and g.rules[s.PRECARIOUS] and roll(g, 6) < g.rules[s.PRECARIOUS]:
        fall_in(g, p)
    return False


@compiled
def fall_in(g: Game, p: int) -> None:
    """A player falls into lava, a chasm or the like: he is out of the game, and it is a turnover in his turn."""
    turnover(g, p)
    g.board[g.players[p, s.AT], s.FELL] += 1
    had_ball = carries(g, p)
    remove(g, p, s.CASUALTY, s.BY_HAZARD)
    if had_ball and g.rules[s.BALL_IN_HAZARD] == 1:
        ball_from_portal(g)


@compiled
def _trap(g: Game, p: int) -> None:
    """A pit, a trapdoor or a face-down counter under a player's feet."""
    at = square_of(g, p)
    kind = g.board[at, s.PITFALL]
    if kind == s.COUNTER:
        kind = g.board[at, s.SECRET]
        g.board[at, s.PITFALL] = kind
    elif kind == s.TRAPDOOR:
        rolled = roll(g, 6)
        if rolled < 6 and rolled < g.players[p, s.STRENGTH]:
            _trip(g, g.squares[0, at, s.GROUP])
        return
    if kind != s.NO_TRAP:
        fall_into_pit(g, p, kind)


@compiled
def _trip(g: Game, group: int) -> None:
    """A trapdoor opens, all its squares together; whoever is on it falls."""
    g.now[s.TRIPPED] |= 1 << (group - 1)
    lay(g)
    for at in range(g.board.shape[0]):
        if g.squares[0, at, s.GROUP] == group and g.board[at, s.PITFALL] == s.TRAPDOOR:
            g.board[at, s.PITFALL] = g.squares[0, at, s.BELOW]
    for p in range(2 * s.TEAM):
        at = square_of(g, p)
        if at >= 0 and g.squares[0, at, s.GROUP] == group and g.players[p, s.STATE] <= s.STUNNED:
            fall_into_pit(g, p, g.squares[0, at, s.BELOW])


@compiled
def fall_into_pit(g: Game, p: int, kind: int) -> None:
    """A player falls into a pit of a kind: a turnover in his turn, and he is trapped in it if nothing worse."""
    turnover(g, p)
    g.board[g.players[p, s.AT], s.FELL] += 1
    if kind == s.DEADLY:
        remove(g, p, s.CASUALTY, s.BY_PIT)
        return
    drop_ball(g, p)
    turn_to(g, p, s.TRAPPED)
    if kind == s.SPIKED and g.rules[s.PIT_SPIKES] == 0:
        injure(g, p, 0, s.BY_PIT)
    elif kind == s.SPIKED and roll(g, 6) < g.rules[s.PIT_SPIKES]:
        remove(g, p, s.CASUALTY, s.BY_PIT)
    else:
        test_armour(g, p, 0, 0, s.BY_PIT)


@compiled
def open_chest(g: Game, p: int, at: int, how: int) -> None:
    """A player opens the chest on a square, from beside it or, where one enters them, by coming onto it.

    Of several balls the first that is found is played with; the others stay in their chests, which do not explode.
    """
    held, g.board[at, s.CHEST] = g.board[at, s.CHEST] == s.WITH_BALL, 0
    g.now[s.UNOPENED] -= 1
    g.now[s.OPENED] += 1
    if g.rules[s.CHEST_ENDS_TURN]:
        g.now[s.OVER] = 1
    if held and g.now[s.BALL] == s.IN_CHEST:
        g.now[s.TREASURE] = at
        g.now[s.FOUND_BY], g.now[s.FOUND_TURN] = p // s.TEAM, g.now[s.TURN]
        g.now[s.BALL], g.now[s.BALL_AT] = s.LOOSE, at
        if not g.rules[s.CHEST_ENTERED]:
            hold(g, p)  # from beside it, without a roll
        elif how >= FALLING or not stands(g, p) or (how == PUSHED and not g.rules[s.CHEST_PUSHED]):
            g.now[s.LOOSE_FALL] = 1
        elif not picks_up(g, p):
            turnover(g, p)
    elif not held:
        _explode(g, p, at, how)


@compiled
def _explode(g: Game, p: int, at: int, how: int) -> None:
    """A trap: it knocks over who opened it and, at once or by the die, everybody beside it."""
    blow = how - PUSHED if how >= FALLING and g.rules[s.CHEST_KNOCKED] else 0
    knock_down(g, p, 0, blow, s.BY_CHEST)
    for k in range(8):
        who = who_beside(g, at, facing(g, k))
        if who >= 0 and who != p and stands(g, who):
            spread = g.rules[s.CHEST_SPREAD]
            if spread <= 1 or roll(g, 6) >= spread:
                knock_down(g, who, 0, 0, s.BY_CHEST)


@compiled
def helpers(g: Game, p: int) -> int:
    """Team-mates who pull: standing, unmarked and unused beside the pit, or in it with him."""
    found, at = 0, square_of(g, p)
    for d in range(8):
        who = who_beside(g, at, d)
        if who >= 0 and who // s.TEAM == p // s.TEAM and stands(g, who) and not g.players[who, s.USED]:
            found += tackled(g, who) == 0
    return found


@compiled
def climbs(g: Game, p: int, rolled: int) -> bool:
    """Whether a D6 gets a player out: a number, helpers counted (brawl-2013); his agility or less (gw-1989).

    There agility is a number to stay below: a player who needs a 3 today had 3, one who needs a 2 had 4.
    """
    if g.rules[s.PIT_CLIMB]:
        return bool(rolled + helpers(g, p) >= g.rules[s.PIT_CLIMB])
    return bool(rolled + tackled(g, p) - helpers(g, p) <= max(1, 6 - g.players[p, s.AGILITY]))


@compiled
def _way_out(g: Game, at: int) -> int:
    """A free square beside a pit, -1 for none."""
    for k in range(8):
        there = beside(g, at, facing(g, k))
        if free(g, there) and g.board[there, s.PITFALL] == s.NO_TRAP and not g.squares[0, there, s.PORTAL]:
            return int(there)
    return -1


@compiled
def climb_out(g: Game, p: int) -> None:
    """A trapped player tries to get out; it takes his whole turn."""
    if g.players[p, s.STATE] != s.TRAPPED:
        return
    at = square_of(g, p)
    g.players[p, s.USED] = 2
    to = _way_out(g, at)
    if to >= 0 and climbs(g, p, roll(g, 6)):
        lift(g, p)
        put(g, p, to, s.UP)
    elif g.board[at, s.PITFALL] == s.SPIKED and g.rules[s.PIT_CLIMB] == 0 and roll(g, 6) < g.rules[s.PIT_SPIKES]:
        remove(g, p, s.CASUALTY, s.BY_PIT)
        settle(g)


@compiled
def run_machines(g: Game) -> None:
    """Rooms turn, the stone rolls, where there are any."""
    room = 1
    while room < g.squares.shape[0]:
        _turn_room(g, room)
        room *= 4
    places = g.lists.shape[0] - s.TRACK
    if places > 0:
        for _ in range(two_dice(g)):
            _roll_on(g, places)


@compiled
def _turn_room(g: Game, room: int) -> None:
    """On 2 to 5 a quarter to the left, on a 6 a half turn; in TURNED a quarter clockwise counts `room` (1, 4, 16)."""
    rolled = roll(g, 6)
    if rolled == 1:
        return
    before = g.now[s.TURNED] // room % 4
    g.now[s.TURNED] += ((before + (2 if rolled == 6 else 3)) % 4 - before) * room
    lay(g)
    count_zones(g)


@compiled
def place_stone(g: Game, to: int) -> None:
    """The stone lies at a place of its track; whoever is under it is out, and a ball there will scatter."""
    _shut(g, g.now[s.STONE_AT], 0)
    g.now[s.STONE_AT] = to
    _shut(g, to, s.STONE)
    for p in range(g.players.shape[0]):
        if square_of(g, p) >= 0 and g.board[square_of(g, p), s.SHUT] == s.STONE:
            remove(g, p, s.CASUALTY, s.BY_MACHINE)
    if g.now[s.BALL] == s.LOOSE and g.board[g.now[s.BALL_AT], s.SHUT] == s.STONE:
        g.now[s.LOOSE_FALL] = 1


@compiled
def _shut(g: Game, place: int, state: int) -> None:
    for i in range(listed(g, s.TRACK + place)):
        g.board[g.lists[s.TRACK + place, i], s.SHUT] = state


@compiled
def _roll_on(g: Game, places: int) -> None:
    """One square along the track; at its end the stone turns round."""
    if places == 1:
        return
    to = g.now[s.STONE_AT] + g.now[s.STONE_WAY]
    if to < 0 or to >= places:
        g.now[s.STONE_WAY] = -g.now[s.STONE_WAY]
        to = g.now[s.STONE_AT] + g.now[s.STONE_WAY]
    place_stone(g, to)
