"""Decide which opponents to block and when that is worth the risk, who searches which chest, and who opens one."""

from __future__ import annotations

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.blocking import (
    are_adjacent,
    block_opponent,
    compare_strengths,
    count_assists,
    count_block_dice,
    count_opposing_assists,
)
from dungeon_designer.playtest.carrying import approach_square, find_carrier, is_ready, move_carrier
from dungeon_designer.playtest.compiling import jit
from dungeon_designer.playtest.dice import (
    count_listed,
    find_neighbour,
    find_player_beside,
    find_square,
    is_standing,
    list_players,
    pick_direction,
)
from dungeon_designer.playtest.entering import ON_FOOT, open_chest
from dungeon_designer.playtest.positions import (
    can_continue,
    count_markers,
    has_ball,
    knock_down,
    settle_ball,
    stop_player,
)
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import (
    GUARD,
    HUNT,
    MAX_QUIET_TURNS,
    advance_player,
    find_ball_square,
    find_zone_target,
    read_weight,
)
from dungeon_designer.playtest.walking import (
    CERTAIN,
    STAND_UP_COST,
    WITHOUT_RISK,
    is_reached,
    limit_chance,
    limit_dodge_chance,
    measure_steps,
    measure_weighted_distance,
    plan_route_to,
    stand_up,
    use_movement,
    walk_to,
)

_LAST_RESORT = 16
"""The rating of a blitz with dice of which the opponents choose: just enough for a player who surely gets there."""


@jit
def rate_block(g: Game, p: int, opponent: int) -> int:
    """Return how much the coach wants player `p` to block an opponent beside him; 0 for not at all, more is better.

    More block dice, the skill Block, and an opponent who carries the ball raise the result. It is 0 if there are fewer
    dice than the coach requires. A player with Block needs one die only. So does a coach for whom nothing has changed
    for long. One who has a weight W_ORDER waits with such a block until the blocker has been asked to move.
    """
    dice, is_carrier = count_block_dice(g, p, opponent), has_ball(g, opponent)
    required_dice = read_weight(g, s.W_HUNT_DICE if is_carrier else s.W_BLOCK_DICE) // 100
    is_bold = g.state[s.IMPATIENCE] > MAX_QUIET_TURNS // 2 and (g.players[p, s.ACTED] or not read_weight(g, s.W_ORDER))
    if required_dice > 1 and (g.players[p, s.SKILLS] & s.BLOCK or is_bold):
        required_dice = 1
    if dice < required_dice:
        return 0
    return 10 * dice + (40 if is_carrier else 0) + (3 if g.players[p, s.SKILLS] & s.BLOCK else 0) + 10


@jit
def choose_block(g: Game, p: int) -> tuple[int, int]:
    """Return the standing opponent beside player `p` with the highest `rate_block`, and that rating.

    Of equal ones the lowest number is taken, so that no direction of the dungeon is favoured. If nobody is worth a
    block it is (-1, 0).
    """
    target, best_worth = -1, 0
    if not count_markers(g, p):
        return target, best_worth
    for direction in range(8):
        occupant = find_player_beside(g, find_square(g, p), direction)
        if occupant >= 0 and occupant // s.TEAM_SIZE != p // s.TEAM_SIZE and is_standing(g, occupant):
            worth = rate_block(g, p, occupant)
            if worth > best_worth or (worth == best_worth and worth and occupant < target):
                target, best_worth = occupant, worth
    return target, best_worth


@jit
def make_blocks(g: Game, team: int) -> None:
    """Make blocks with the players of a team, the best-rated first, until none is worth it or the turn is over.

    The carrier does not block. Players block who have not acted, and those who were asked to move but stayed.
    """
    for _ in range(s.TEAM_SIZE):
        blocker, opponent, best_worth = -1, -1, 0
        for p in list_players(team):
            is_available = is_ready(g, p) or (g.players[p, s.ACTED] == 1 and not g.players[p, s.MOVED])
            if is_available and is_standing(g, p) and not has_ball(g, p):
                target, worth = choose_block(g, p)
                if worth > best_worth:
                    blocker, opponent, best_worth = p, target, worth
        if blocker < 0 or not can_continue(g):
            return
        g.players[blocker, s.ACTED] = 2
        block_opponent(g, blocker, opponent)
        settle_ball(g)


@jit
def find_blitz_target(g: Game, team: int) -> int:
    """Return the opponent whom a team should blitz, that is, move up to and block; -1 for none.

    That is the opponents' carrier. Else it is an opponent beside the team's own carrier or the loose ball. Else it is
    the one who hinders most, see `_find_hindering_opponent`.
    """
    enemy_carrier, carrier = find_carrier(g, 1 - team), find_carrier(g, team)
    if enemy_carrier >= 0:
        return enemy_carrier
    square = find_square(g, carrier) if carrier >= 0 else (g.state[s.BALL_AT] if g.state[s.BALL] == s.LOOSE else -1)
    if square < 0:
        return _find_hindering_opponent(g, team)
    target = -1
    for direction in range(8):
        occupant = find_player_beside(g, square, direction)
        if (
            occupant >= 0
            and occupant // s.TEAM_SIZE != team
            and is_standing(g, occupant)
            and (target < 0 or occupant < target)
        ):
            target = occupant
    return target if target >= 0 else _find_hindering_opponent(g, team)


@jit
def _find_hindering_opponent(g: Game, team: int) -> int:
    """Return the standing opponent who hinders the active team most; -1 for none, or if its W_HARRY is 0.

    W_HARRY is a setting of the active team's coach: the rating, in per cent, that the blitz of such an opponent must
    exceed while no opponent has the ball. With 0 the coach blitzes nobody who only hinders.

    The hindrance is a sum: 1 for each player of the team who stands beside him and marks him; 8 less his steps to the
    ball; and, while the ball is hidden in a chest, 2 for each unopened chest beside him.
    """
    opponent, greatest_hindrance, square = -1, 0, find_ball_square(g)
    if not read_weight(g, s.W_HARRY):
        return opponent
    for p in list_players(1 - team):
        if is_standing(g, p):
            hindrance = count_markers(g, p)
            if square >= 0:
                hindrance += max(0, 8 - measure_steps(g, find_square(g, p), square))
            # Chests matter only while the ball is in one of them: with the ball in sight, no direction is looked at.
            for direction in range(8 if square < 0 else 0):
                neighbour = find_neighbour(g, find_square(g, p), direction)
                if neighbour >= 0 and g.board[neighbour, s.CHEST]:
                    hindrance += 2
            if hindrance > greatest_hindrance:
                opponent, greatest_hindrance = p, hindrance
    return opponent


@jit
def _choose_blitz_square(g: Game, p: int, opponent: int) -> tuple[int, int]:
    """Return the square beside an opponent from which player `p` blitzes him best by his last plan, and its worth.

    The worth is the product of the chance to get there, in 10,000, and `_rate_dice`. Portals are left out. Without any
    such square it is (-1, 0).
    """
    best, best_worth, assists = -1, 0, count_assists(g, p, opponent)
    for k in range(8):
        neighbour = find_neighbour(g, find_square(g, opponent), pick_direction(g, k))
        if neighbour >= 0 and not g.squares[0, neighbour, s.PORTAL] and is_reached(g, neighbour):
            dice = compare_strengths(g, p, opponent, assists, count_opposing_assists(g, p, opponent, neighbour))
            worth = g.board[neighbour, s.PLAN_CHANCE] * _rate_dice(g, p, opponent, dice)
            if worth > best_worth:
                best, best_worth = neighbour, worth
    return int(best), int(best_worth)


@jit
def _rate_dice(g: Game, p: int, opponent: int, dice: int) -> int:
    """Return how good a blitz with a number of block dice is for player `p`: 0 for never, about 110 at most.

    With dice of which the opponents choose the face he blitzes only a carrier who may score in his next turn. The
    rating is so low then that every blitz with dice of one's own choice comes first.
    """
    if dice > 0:
        return 40 + 20 * dice + (10 if g.players[p, s.SKILLS] & s.BLOCK else 0)
    end_zone = find_zone_target(g, p // s.TEAM_SIZE)
    reach = g.players[opponent, s.MOVEMENT] + g.rules[s.RUSH]
    may_score = has_ball(g, opponent) and measure_steps(g, find_square(g, opponent), end_zone) <= reach
    return _LAST_RESORT if may_score else 0


@jit
def _plan_blitz(g: Game, p: int, opponent: int) -> None:
    """Plan routes of player `p` to the squares beside an opponent, for `is_reached` and PLAN_CHANCE.

    One square of movement is kept for the block, and three more for standing up if he is prone.
    """
    reserved_moves = 1 if is_standing(g, p) else 1 + STAND_UP_COST
    g.players[p, s.MOVES_LEFT] -= reserved_moves
    plan_route_to(g, p, find_square(g, opponent), 1)
    g.players[p, s.MOVES_LEFT] += reserved_moves


@jit
def _rate_blitz(g: Game, p: int, opponent: int) -> int:
    """Return how much the coach wants player `p` to blitz an opponent; 0 for not at all, about 11,000 at most.

    It is the chance of reaching him, in 10,000, times a percentage by the block dice and the skill Block.
    """
    _plan_blitz(g, p, opponent)
    _, worth = _choose_blitz_square(g, p, opponent)
    return worth // 100


@jit
def _limit_blitz(g: Game, p: int, opponent: int) -> int:
    """Return an upper limit of `_rate_blitz`, found without planning routes; 0 if player `p` cannot blitz an opponent.

    It counts the rushes that the distance needs, one dodge if he is marked where he is, and the dice with all assists.
    """
    if not is_ready(g, p) or has_ball(g, p):
        return 0
    stand_up_cost = 0 if is_standing(g, p) else STAND_UP_COST
    if g.players[p, s.MOVES_LEFT] <= stand_up_cost and stand_up_cost:
        return 0
    steps = measure_steps(g, find_square(g, p), find_square(g, opponent))
    if steps > g.players[p, s.MOVES_LEFT] + g.players[p, s.RUSHES_LEFT]:
        return 0
    most_dice = compare_strengths(g, p, opponent, count_assists(g, p, opponent), 0)
    best_odds = limit_chance(g, steps - 1, g.players[p, s.MOVES_LEFT] - 1 - stand_up_cost)
    if steps > 1 and g.rules[s.PRECARIOUS] == 0 and count_markers(g, p):
        best_odds = best_odds * limit_dodge_chance(g, p) // CERTAIN + 1
    return best_odds * _rate_dice(g, p, opponent, most_dice) // 100


@jit
def find_blitzer(g: Game, team: int, opponent: int, best_worth: int) -> int:
    """Return the player of a team whose blitz of an opponent is rated highest; -1 if none exceeds `best_worth`.

    See `_rate_blitz`. Of equal ones it is the player with the lowest number. Routes are planned first for the player
    with the highest limit, then only for those whose limit is not below his rating, since plans take long.
    """
    blitzing_player, favourite, highest_limit = -1, -1, best_worth
    for p in list_players(team):
        limit = _limit_blitz(g, p, opponent)
        if limit > highest_limit:
            favourite, highest_limit = p, limit
    if favourite < 0:
        return favourite
    worth = _rate_blitz(g, favourite, opponent)
    if worth > best_worth:
        blitzing_player, best_worth = favourite, worth
    for p in list_players(team):
        limit = _limit_blitz(g, p, opponent) if p != favourite else 0
        if limit > best_worth or (limit == best_worth and p < blitzing_player):
            worth = _rate_blitz(g, p, opponent)
            if worth > best_worth or (worth == best_worth and p < blitzing_player):
                blitzing_player, best_worth = p, worth
    return blitzing_player


@jit
def surround_carrier(g: Game, team: int, opponent: int) -> None:
    """Move players of a team beside the opponents' carrier where that needs no die, so that they assist a later blitz.

    Players who are so far away that they cannot even get at a ball that he loses walk towards him.

    Args:
        team: the active team
        opponent: the opponents' carrier
    """
    blitzing_player = find_blitzer(g, team, opponent, 1500)
    for p in list_players(team):
        # The carrier may be lost while his opponents move. Then he has no square, and they run to the away end zone.
        square = find_square(g, opponent) if find_square(g, opponent) >= 0 else g.board.shape[0] + 1
        if (
            p == blitzing_player
            or not is_ready(g, p)
            or not is_standing(g, p)
            or has_risky_route(g, p, square)
            or not can_continue(g)
        ):
            continue
        steps_missing = measure_steps(g, find_square(g, p), square) - 1 - g.players[p, s.MOVES_LEFT]
        # Who gets near, but not beside him, waits: he may fetch the ball if the carrier falls.
        if steps_missing <= 0 or steps_missing > g.players[p, s.RUSHES_LEFT] + 1:
            g.players[p, s.ACTED] = 1
            advance_player(g, p, HUNT, square, WITHOUT_RISK)


@jit
def make_blitz(g: Game, team: int) -> None:
    """Make the team's one blitz of the turn: a player moves beside an opponent and blocks him.

    `find_blitz_target` chooses the opponent. Nobody blitzes if the best player's rating is too low for the coach. The
    player may fall or be stopped on his way, and then there is no block.
    """
    opponent = find_blitz_target(g, team)
    if opponent < 0 or g.state[s.BLITZ_USED]:
        return
    aimless = find_carrier(g, 1 - team) < 0 and read_weight(g, s.W_HARRY)
    blitzing_player = find_blitzer(g, team, opponent, 100 * read_weight(g, s.W_HARRY) if aimless else 1500)
    if blitzing_player < 0:
        return
    g.state[s.BLITZ_USED], g.players[blitzing_player, s.ACTED] = 1, 2
    stand_up(g, blitzing_player)
    if not is_standing(g, blitzing_player):
        return
    _plan_blitz(g, blitzing_player, opponent)
    destination, _ = _choose_blitz_square(g, blitzing_player, opponent)
    if destination < 0 or not walk_to(g, blitzing_player, destination):
        return
    if is_standing(g, opponent) and are_adjacent(g, find_square(g, blitzing_player), find_square(g, opponent)):
        if use_movement(g, blitzing_player):
            block_opponent(g, blitzing_player, opponent)
        else:
            knock_down(g, blitzing_player, 0, 0, s.BY_FALL)
        settle_ball(g)


_FARTHEST = 10**9


@jit
def find_chest(g: Game, k: int) -> int:
    """Return the square of the k-th chest, from 0, in the order in which this match goes through the chests.

    The order depends on ORIENTATION, so that over many matches no chest comes first more often than another.
    """
    return int(g.lists[s.CHESTS + g.state[s.ORIENTATION], k])


@jit
def _is_assigned(g: Game, team: int, square: int) -> bool:
    """Return True if some player of a team is already sent to the chest on a square (CHEST_TARGET)."""
    for p in list_players(team):
        if g.players[p, s.CHEST_TARGET] == square:
            return True
    return False


@jit
def assign_chests(g: Game, team: int) -> None:
    """Send the ready players of a team to unopened chests, one to each, by setting their CHEST_TARGET.

    The pair of player and chest with the shortest route is taken first, then the shortest of the rest, and so on.
    Players left over have -1.
    """
    chests = count_listed(g, s.CHESTS)
    for p in list_players(team):
        if is_ready(g, p):
            g.players[p, s.CHEST_TARGET] = -1
    for _ in range(chests):
        seeker, destination, lowest = -1, -1, _FARTHEST
        for k in range(chests):
            square = find_chest(g, k)
            if not g.board[square, s.CHEST] or _is_assigned(g, team, square):
                continue
            for p in list_players(team):
                if is_ready(g, p) and g.players[p, s.CHEST_TARGET] < 0:
                    length = measure_weighted_distance(g, find_square(g, p), square)
                    if length < lowest:
                        seeker, destination, lowest = p, square, length
        if seeker < 0:
            return
        g.players[seeker, s.CHEST_TARGET] = destination


@jit
def find_nearest_chest(g: Game, p: int) -> int:
    """Return the square of the unopened chest nearest to player `p`, on foot or by portal; -1 if none can be found."""
    best, lowest = -1, _FARTHEST
    for k in range(count_listed(g, s.CHESTS)):
        square = find_chest(g, k)
        if g.board[square, s.CHEST] and measure_weighted_distance(g, find_square(g, p), square) < lowest:
            best, lowest = square, measure_weighted_distance(g, find_square(g, p), square)
    return best


@jit
def measure_open_chance(g: Game, p: int, square: int) -> int:
    """Return how surely player `p` opens the chest on a square in this turn, in 10,000; 0 if he cannot.

    Where chests are entered, it is the chance of walking onto the chest. Elsewhere it is 10,000 if he stands beside the
    chest and may open it, else 0.
    """
    if not g.board[square, s.CHEST] or not is_standing(g, p):
        return 0
    if g.rules[s.CHEST_ENTERED]:
        if measure_steps(g, find_square(g, p), square) > g.players[p, s.MOVES_LEFT] + g.players[p, s.RUSHES_LEFT]:
            return 0
        plan_route_to(g, p, square, 0)
        return int(g.board[square, s.PLAN_CHANCE]) if is_reached(g, square) else 0
    if g.rules[s.CHEST_UNMARKED] and count_markers(g, p):
        return 0
    if g.players[p, s.MOVES_LEFT] < g.rules[s.CHEST_COST]:
        return 0
    if g.players[p, s.PORTAL_JUMPS_MADE] and g.players[p, s.MOVES_LEFT] <= 0 and g.rules[s.RESERVE_STILL]:
        return 0
    return 10000 if are_adjacent(g, find_square(g, p), square) else 0


@jit
def search_chests(g: Game, team: int, without_dice: bool) -> None:
    """Send all ready players of a team to chests; players who can open one wait there until the others have moved.

    Players without a chest of their own guard the team's end zone, as many as the coach wants. The others go to the
    nearest chest.

    Args:
        without_dice: whether only players go who need no die: unmarked, and with no portal on the route
    """
    assign_chests(g, team)
    guards_left = read_weight(g, s.W_GUARDS) // 100
    for p in list_players(team):
        if not is_ready(g, p) or not can_continue(g):
            continue
        destination = g.players[p, s.CHEST_TARGET]
        if without_dice and (count_markers(g, p) if destination < 0 else has_risky_route(g, p, destination)):
            continue
        if destination < 0 and guards_left > 0:
            guards_left -= 1
            g.players[p, s.ACTED] = 1
            stand_up(g, p)
            if is_standing(g, p):
                advance_player(g, p, GUARD, find_zone_target(g, team), WITHOUT_RISK)
            continue
        if destination < 0:
            destination = find_nearest_chest(g, p)
        if destination >= 0:
            seek_chest(g, p, destination)


@jit
def has_risky_route(g: Game, p: int, destination: int) -> bool:
    """Return True if player `p` must roll a die on the way to a square.

    That is so if he is marked, which needs a dodge, or if the shortest route is by portal.
    """
    return bool(
        count_markers(g, p)
        or measure_weighted_distance(g, find_square(g, p), destination)
        < 100 * measure_steps(g, find_square(g, p), destination)
    )


@jit
def seek_chest(g: Game, p: int, destination: int) -> None:
    """Move player `p` towards the chest on a square, or let him wait if he can already open it.

    He stands up first if he is prone. A waiting player may still act, so that `open_chests` can use him.
    """
    if g.players[p, s.STATE] == s.PRONE:
        stand_up(g, p)
    if not is_standing(g, p):
        g.players[p, s.ACTED] = 1
        return
    g.players[p, s.CHEST_TARGET] = destination
    chance = measure_open_chance(g, p, destination)
    if g.rules[s.CHEST_ENTERED] and chance >= 100 * read_weight(g, s.W_OPEN):
        return
    g.players[p, s.ACTED] = 1
    if chance == 0:
        approach_square(g, p, destination)
        try_open_door(g, p, destination)


@jit
def try_open_door(g: Game, p: int, destination: int) -> None:
    """Make player `p` open a shut door beside him if the route to his destination leads through it; that ends his move.

    The destination is a square or an end zone's number.
    """
    if not is_standing(g, p) or not can_continue(g):
        return
    square = find_square(g, p)
    for k in range(0, 8, 2):
        neighbour = find_neighbour(g, square, pick_direction(g, k))
        shut = (
            neighbour >= 0
            and g.squares[0, neighbour, s.DOOR]
            and g.board[neighbour, s.BARRIER] not in (0, s.UNDER_STONE)
        )
        if shut and measure_weighted_distance(g, neighbour, destination) < measure_weighted_distance(
            g, square, destination
        ):
            g.board[neighbour, s.BARRIER] = 0
            stop_player(g, p)
            return


@jit
def open_chests(g: Game, team: int) -> None:
    """Make players of a team open chests at the end of its turn, one after the other, the surest chance first.

    It stops when the ball is found, the turn is over or nobody can open a chest. A coach with the weight W_BLAST
    prefers chests with more opponents than own players beside them, since a trap may hit all of them.
    """
    for _ in range(s.TEAM_SIZE):
        if not can_continue(g) or g.state[s.BALL] != s.IN_CHEST:
            return
        opener, best_odds = -1, 0
        for p in list_players(team):
            square = g.players[p, s.CHEST_TARGET]
            if square >= 0 and g.players[p, s.ACTED] < 2 and find_square(g, p) >= 0:
                odds = measure_open_chance(g, p, square)
                if odds and read_weight(g, s.W_BLAST):
                    odds += read_weight(g, s.W_BLAST) * _count_surplus_opponents(g, team, square)
                if odds > best_odds:
                    opener, best_odds = p, odds
        if opener < 0:
            return
        _open_and_go_on(g, opener, g.players[opener, s.CHEST_TARGET])


@jit
def _count_surplus_opponents(g: Game, team: int, square: int) -> int:
    """Return the number of standing opponents beside a chest, less that of the team's own players; it may be negative.

    The trap of the chest may hit them all.
    """
    surplus = 0
    for direction in range(8):
        occupant = find_player_beside(g, square, direction)
        if occupant >= 0 and is_standing(g, occupant):
            surplus += 1 if occupant // s.TEAM_SIZE != team else -1
    return surplus


@jit
def _open_and_go_on(g: Game, p: int, square: int) -> None:
    """Make player `p` open the chest on a square.

    If he gets the ball, and the edition lets him move after that, he acts as the carrier.
    """
    g.players[p, s.ACTED] = 2
    g.players[p, s.CHEST_TARGET] = -1
    if g.rules[s.CHEST_ENTERED]:
        plan_route_to(g, p, square, 0)
        walk_to(g, p, square)
    else:
        g.players[p, s.MOVES_LEFT] -= g.rules[s.CHEST_COST]
        open_chest(g, p, square, ON_FOOT)
        settle_ball(g)
    if can_continue(g) and find_carrier(g, p // s.TEAM_SIZE) == p and not g.rules[s.CHEST_LAST]:
        g.players[p, s.ACTED] = 1
        move_carrier(g, p)
