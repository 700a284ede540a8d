"""Machines: rooms that turn and a stone that rolls, at the start of each turn (brawl-2013)."""

from __future__ import annotations

from dungeon_designer.playtest.compiling import compiled
from dungeon_designer.playtest.dice import roll, two_dice
from dungeon_designer.playtest.placing import count_zones, lay, remove
from dungeon_designer.playtest.terms import (
    AT,
    BALL,
    BALL_AT,
    BY_MACHINE,
    CASUALTY,
    LOOSE,
    LOOSE_FALL,
    SHUT,
    STONE,
    STONE_AT,
    STONE_WAY,
    TRACK,
    TURNED,
    Game,
)


@compiled
def run_machines(g: Game) -> None:
    """Rooms turn, the stone rolls, where there are any."""
    room = 1
    while room < g.squares.shape[0]:
        _turn_room(g, room)
        room *= 4
    places = g.lists.shape[0] - TRACK
    if places > 0:
        for _ in range(two_dice(g)):
            _roll_on(g, places)


@compiled
def _turn_room(g: Game, room: int) -> None:
    """On a 1 nothing, on 2 to 5 a quarter to the left, on a 6 a half turn; TURNED counts quarters clockwise.

    `room` is what a quarter of this room counts in TURNED: 1, 4, and so on.
    """
    rolled = roll(g, 6)
    if rolled == 1:
        return
    before = g.now[TURNED] // room % 4
    g.now[TURNED] += ((before + (2 if rolled == 6 else 3)) % 4 - before) * room
    lay(g)
    count_zones(g)


@compiled
def place_stone(g: Game, to: int) -> None:
    """The stone lies at a place of its track; whoever is under it is out, and a ball there will scatter."""
    _shut(g, g.now[STONE_AT], 0)
    g.now[STONE_AT] = to
    _shut(g, to, STONE)
    for p in range(g.players.shape[0]):
        if g.players[p, AT] >= 0 and g.board[g.players[p, AT], SHUT] == STONE:
            remove(g, p, CASUALTY, BY_MACHINE)
    for i in range(g.lists.shape[1]):
        at = g.lists[TRACK + to, i]
        if at < 0:
            return
        if g.now[BALL] == LOOSE and g.now[BALL_AT] == at:
            g.now[LOOSE_FALL] = 1


@compiled
def _shut(g: Game, place: int, state: int) -> None:
    for i in range(g.lists.shape[1]):
        at = g.lists[TRACK + place, i]
        if at < 0:
            return
        g.board[at, SHUT] = state


@compiled
def _roll_on(g: Game, places: int) -> None:
    """One square along the track; at its end the stone turns round."""
    if places == 1:
        return
    to = g.now[STONE_AT] + g.now[STONE_WAY]
    if to < 0 or to >= places:
        g.now[STONE_WAY] = -g.now[STONE_WAY]
        to = g.now[STONE_AT] + g.now[STONE_WAY]
    place_stone(g, to)
