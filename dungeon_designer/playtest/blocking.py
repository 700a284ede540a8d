"""Blocks: assists, block dice, pushes with what lies behind, and following up."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import beside, roll, rolls_again, room_of, square_of, stands, who_beside
from dungeon_designer.playtest.entering import FALLING, ON_FOOT, PUSHED, STRUCK, enter, enter_pushed, tumble
from dungeon_designer.playtest.placing import carries, knock_down, marks, shift, tackled, test_armour
from dungeon_designer.playtest.pushing import best_square, occupied, push_on
from dungeon_designer.playtest.state import Game

WALL_NOTHING, WALL_ANYWHERE, WALL_BEHIND, WALL_LAST = range(4)
"""What WALLS may say: nothing (the text is silent); any free neighbour, else down (gw-1989); an armour roll when the
wall is straight behind (brawl-2013); one only when no square is free (naf-2019, db7s-2019)."""


@compiled
def direction_to(g: Game, one: int, other: int) -> int:
    """The direction of the step from one square to another; -1 where none leads."""
    for d in range(8):
        if beside(g, one, d) == other:
            return d
    return -1


@compiled
def push(g: Game, p: int, against: int, down: bool) -> bool:
    """Push a player away from another; whether a wall makes it worse for him if he falls."""
    at = square_of(g, against)
    d = direction_to(g, square_of(g, p), at)
    if d < 0:
        return False
    rule = g.rules[s.WALLS]
    if rule == WALL_BEHIND and d % 2 == 0 and beside(g, at, d) < 0:
        return _against_wall(g, against, down, 0)
    to = best_square(g, at, d, against // s.TEAM != p // s.TEAM, 8 if rule == WALL_ANYWHERE else 3)
    if to < 0:
        to = occupied(g, at, d)
        if to < 0 or not push_on(g, to, d):
            return _nowhere(g, p, against, down, d)
    shift(g, against, to)
    enter_pushed(g)
    return False


@compiled
def _nowhere(g: Game, p: int, against: int, down: bool, d: int) -> bool:
    """The pushed cannot go anywhere."""
    rule, behind = g.rules[s.WALLS], beside(g, square_of(g, against), d)
    if rule in (WALL_LAST, WALL_BEHIND):
        return _against_wall(g, against, down, 1 if rule == WALL_LAST else 0)
    if rule == WALL_ANYWHERE:
        knock_down(g, against, 0, _mighty(g, p), s.BY_WALL)
    elif behind >= 0 and room_of(g, behind) == s.CRYPT:
        knock_down(g, against, 1, _mighty(g, p), s.BY_WALL)
    return False


@compiled
def _against_wall(g: Game, p: int, down: bool, modifier: int) -> bool:
    """A wall stops the pushed: worse if he falls, else an armour roll, and an injury if it is broken."""
    if not down:
        test_armour(g, p, modifier, 0, s.BY_WALL)
    return down


ATTACKER_DOWN, BOTH_DOWN, PUSH, PUSH_AGAIN, STUMBLE, POW = range(1, 7)


@compiled
def adjacent(g: Game, one: int, other: int) -> bool:
    """Whether two squares are one step apart."""
    return direction_to(g, one, other) >= 0


@compiled
def assists(g: Game, p: int, against: int) -> int:
    """Team-mates of `p` who stand beside an opponent and are marked by none but him."""
    found, at = 0, square_of(g, against)
    for d in range(8):
        who = who_beside(g, at, d)
        if who >= 0 and who != p and who // s.TEAM == p // s.TEAM and stands(g, who):
            found += tackled(g, who) <= (1 if stands(g, against) else 0)
    return found


@compiled
def dice_for(g: Game, p: int, against: int) -> int:
    """Block dice of `p` against an opponent: 1 to 3, and -2 or -3 where the opponent chooses."""
    own = g.players[p, s.STRENGTH] + g.players[p, s.EXTRA] + assists(g, p, against)
    theirs = g.players[against, s.STRENGTH] + g.players[against, s.EXTRA] + assists(g, against, p)
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
        own, theirs = g.players[p, s.SKILLS] & s.BLOCK, g.players[against, s.SKILLS] & s.BLOCK
        if own:
            return 5 if theirs else 8
        return 1 if theirs else 2
    if face == STUMBLE:
        return 6 if g.players[against, s.SKILLS] & s.DODGE else 9
    return 10 if face == POW else 6


@compiled
def chosen_face(g: Game, p: int, against: int, dice: int) -> int:
    """The face that counts: the best of several dice, or the worst where the opponent chooses."""
    best = roll(g, 6)
    for _ in range(abs(dice) - 1):
        face = roll(g, 6)
        if dice * (worth(g, p, against, face) - worth(g, p, against, best)) > 0:
            best = face
    return best


@compiled
def block(g: Game, p: int, against: int) -> None:
    """A player blocks a standing opponent beside him."""
    g.now[s.BLOCKS] += 1
    g.board[g.players[against, s.AT], s.FOUGHT] += 1
    dice = dice_for(g, p, against)
    face = chosen_face(g, p, against, dice)
    if _falls(g, p, face) and rolls_again(g, p, False):
        face = chosen_face(g, p, against, dice)
    if face == ATTACKER_DOWN:
        knock_down(g, p, 0, _mighty(g, against), s.BY_BLOCK)
    elif face == BOTH_DOWN:
        if not g.players[against, s.SKILLS] & s.BLOCK:
            knock_down(g, against, 0, _mighty(g, p), s.BY_BLOCK)
        if _falls(g, p, face):
            knock_down(g, p, 0, _mighty(g, against), s.BY_BLOCK)
    else:
        down = face == POW or (face == STUMBLE and not g.players[against, s.SKILLS] & s.DODGE)
        _pushed(g, p, against, down)


@compiled
def _falls(g: Game, p: int, face: int) -> bool:
    """Whether a face of the die puts the blocker down."""
    return bool(face == ATTACKER_DOWN or (face == BOTH_DOWN and not g.players[p, s.SKILLS] & s.BLOCK))


@compiled
def _mighty(g: Game, p: int) -> int:
    """The blow by which somebody is knocked down (see `test_armour`)."""
    return 1 if g.players[p, s.SKILLS] & s.MIGHTY else 0


@compiled
def _pushed(g: Game, p: int, against: int, down: bool) -> None:
    """The blocked is pushed back, and falls if he is knocked down; the blocker may follow."""
    left, held = square_of(g, against), carries(g, against)
    blow = _mighty(g, p) + (1 if push(g, p, against, down) else 0)
    moved = square_of(g, against) != left
    if moved and square_of(g, against) >= 0:
        if down:
            tumble(g, against, blow, s.BY_BLOCK, STRUCK if blow else FALLING)
        else:
            enter(g, against, PUSHED)
    elif down:
        knock_down(g, against, 0, blow, s.BY_BLOCK)
    if moved and stands(g, p) and _follows(g, p, left, held):
        shift(g, p, left)
        enter(g, p, ON_FOOT)


@compiled
def _follows(g: Game, p: int, left: int, held: bool) -> bool:
    """Whether the blocker steps onto the square that became free."""
    if g.board[left, s.WHO] or g.board[left, s.PITFALL]:
        return False
    if g.rules[s.MUST_FOLLOW]:
        return True
    if g.squares[0, left, s.PORTAL]:
        return False
    return held or marks(g, p // s.TEAM, left) <= tackled(g, p)
