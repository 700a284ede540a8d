"""Blocks: assists, block dice, pushes with what lies behind, and following up."""

from __future__ import annotations

from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import roll
from dungeon_designer.playtest.entering import FALLING, ON_FOOT, PUSHED, enter
from dungeon_designer.playtest.placing import carries, knock_down, lift, marks, put
from dungeon_designer.playtest.pushing import direction_to, push
from dungeon_designer.playtest.terms import (
    AT,
    BLOCK,
    BLOCKS,
    BY_BLOCK,
    DODGE,
    EXTRA,
    FOUGHT,
    MIGHTY,
    MUST_FOLLOW,
    PITFALL,
    PORTAL,
    RULES,
    SKILLS,
    STATE,
    STRENGTH,
    TEAM,
    TURNED,
    UP,
    WHO,
    Game,
)

ATTACKER_DOWN, BOTH_DOWN, PUSH, PUSH_AGAIN, STUMBLE, POW = range(1, 7)


@compiled
def adjacent(g: Game, one: int, other: int) -> bool:
    """Whether two squares are one step apart."""
    return direction_to(g, one, other) >= 0


@compiled
def assists(g: Game, p: int, against: int) -> int:
    """Team-mates of `p` who stand beside an opponent and are marked by none but him."""
    found, at = 0, g.players[against, AT]
    for d in range(8):
        there = g.squares[g.now[TURNED], at, d]
        who = g.board[there, WHO] - 1 if there >= 0 else -1
        if who >= 0 and who != p and who // TEAM == p // TEAM and g.players[who, STATE] == UP:
            marked = marks(g, who // TEAM, there)
            if marked <= (1 if g.players[against, STATE] == UP else 0):
                found += 1
    return found


@compiled
def dice_for(g: Game, p: int, against: int) -> int:
    """Block dice of `p` against an opponent: 1 to 3, and -2 or -3 where the opponent chooses."""
    own = g.players[p, STRENGTH] + g.players[p, EXTRA] + assists(g, p, against)
    theirs = g.players[against, STRENGTH] + g.players[against, EXTRA] + assists(g, against, p)
    if own == theirs:
        return 1
    if own > theirs:
        return 3 if own > 2 * theirs else 2
    return -3 if theirs > 2 * own else -2


@compiled
def worth(g: Game, p: int, against: int, face: int) -> int:
    """How good a face of the die is for the attacker: 0 to 10."""
    if face == ATTACKER_DOWN:
        return 0
    if face == BOTH_DOWN:
        own, theirs = g.players[p, SKILLS] & BLOCK, g.players[against, SKILLS] & BLOCK
        if own:
            return 5 if theirs else 8
        return 1 if theirs else 2
    if face == STUMBLE:
        return 6 if g.players[against, SKILLS] & DODGE else 9
    return 10 if face == POW else 6


@compiled
def chosen_face(g: Game, p: int, against: int, dice: int) -> int:
    """The face that counts: the best of several dice, or the worst where the opponent chooses."""
    best = roll(g, 6)
    for _ in range(abs(dice) - 1):
        face = roll(g, 6)
        better = worth(g, p, against, face) > worth(g, p, against, best)
        worse = worth(g, p, against, face) < worth(g, p, against, best)
        if (dice > 0 and better) or (dice < 0 and worse):
            best = face
    return best


@compiled
def block(g: Game, p: int, against: int) -> None:
    """A player blocks a standing opponent beside him."""
    g.now[BLOCKS] += 1
    g.board[g.players[against, AT], FOUGHT] += 1
    face = chosen_face(g, p, against, dice_for(g, p, against))
    if face == ATTACKER_DOWN:
        knock_down(g, p, _mighty(g, against), BY_BLOCK)
    elif face == BOTH_DOWN:
        if not g.players[against, SKILLS] & BLOCK:
            knock_down(g, against, _mighty(g, p), BY_BLOCK)
        if not g.players[p, SKILLS] & BLOCK:
            knock_down(g, p, _mighty(g, against), BY_BLOCK)
    else:
        down = face == POW or (face == STUMBLE and not g.players[against, SKILLS] & DODGE)
        _pushed(g, p, against, down)


@compiled
def _mighty(g: Game, p: int) -> int:
    """What Mighty Blow adds to the armour roll of who is knocked down by it."""
    return 1 if g.players[p, SKILLS] & MIGHTY else 0


@compiled
def _pushed(g: Game, p: int, against: int, down: bool) -> None:
    """The blocked is pushed back, and falls if he is knocked down; the blocker may follow."""
    left, held = g.players[against, AT], carries(g, against)
    bonus = push(g, p, against, down)
    moved = g.players[against, AT] != left
    if moved and g.players[against, AT] >= 0:
        enter(g, against, FALLING if down else PUSHED)
    if down:
        knock_down(g, against, _mighty(g, p) + bonus, BY_BLOCK)
    if moved and g.players[p, STATE] == UP and _follows(g, p, left, held):
        lift(g, p)
        put(g, p, left, UP)
        enter(g, p, ON_FOOT)


@compiled
def _follows(g: Game, p: int, left: int, held: bool) -> bool:
    """Whether the blocker steps onto the square that became free."""
    if g.board[left, WHO] or g.board[left, PITFALL]:
        return False
    if g.lists[RULES, MUST_FOLLOW]:
        return True
    if g.squares[0, left, PORTAL]:
        return False
    team = p // TEAM
    return held or marks(g, team, left) <= marks(g, team, g.players[p, AT])
