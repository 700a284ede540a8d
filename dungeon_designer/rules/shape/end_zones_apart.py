"""The end zones lie as far apart as possible; more than two as equidistant as possible.

gw-2021 (Setting Up The Game) places the End Zones last, as far from each other as the dungeon allows: advice. eagbbl
(Setup Dungeon) demands it of its two blocks of 2x4 squares.

How it is measured. With everything else left as it is, no other two places for the end zones may have a longer walking
distance between their nearest squares. Items do not restrict the places, though nobody walks across a portal: the
square of one in an end zone is not counted. Places that one cannot walk between have no distance; nor do the end zones,
when one cannot walk from one to the other, and then nothing is asked (`walking-route` says so). Nothing is asked either
while a side has no end zone, or several.

- eagbbl (`zone = "block"`): any block of 2x4 squares, either way round, of standing squares, all squares of the
  present end zones counted in. The two do not overlap.
- gw-2021 (`zone = "tile"`): the End Zone tiles are lifted off, and may lie at any place and in any turn where they
  cover nothing and touch another tile along at least two squares in a row, and not each other; also where the map
  would have to be moved to make room. Out of an enclosed tile, or into one, one walks by a door two squares wide in
  the middle of the longest straight run where the two touch; of two middles, or two longest runs, by whichever is
  nearer. Between tiles that are not enclosed the whole border is open. The present place is measured the same way and
  as it is, and the longer of the two counts, so that it is never beaten by itself. Of tiles laid anew that meet at a
  corner, no step is counted from one straight into the other.

The squares are those of the end zones, then those of a better pair: the home end zone as it lies and the farthest place
of the other, if that is enough to be better; else the away end zone as it lies and the farthest place of the home one;
else the two places that lie farthest apart of all. On boards of thousands of squares that are nearly
the same everywhere it may not be settled whether a longer way exists; then that is what a notice says.

More than two end zones (the publisher's 2021 almanac, Multi-player Dungeon Bowl) are to be spread as equidistantly as
possible. Compared is first the least walking distance between any two of them, then the difference between the longest
and the shortest. No single zone may have a place that makes the least longer, or, where that stays the same, the
difference smaller; all other zones stay where they lie, and are neither overlapped nor, with tiles, touched along an
edge. Distances and places are those of two end zones, but only the zone that is moved is lifted off. A zone through
which a shortest way between two others leads is not moved. Nothing is asked while no way leads between some two zones.
The squares are those of all zones, by row, then those of the better place.

A sketch that breaks it, under eagbbl::

    map: |
      ....<<<<......>>>>
      ....<<<<......>>>>

Mend: move the end zones to the places the finding names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from dungeon_designer.analysis.apart import farther
from dungeon_designer.analysis.equidistant import (
    Better,
    Moves,
    Spread,
    best_of,
    better,
    between,
    first_square,
    spread_of,
)
from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.pairs import Search
from dungeon_designer.analysis.sites import blocks
from dungeon_designer.analysis.tile_sites import Ground, tile_sites, turned_shapes
from dungeon_designer.board.model import SHUT, BoardSection, Flags
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import not_counted
from dungeon_designer.rules.parameter_words import Words, extent
from dungeon_designer.rules.rule import Settings, Violation
from dungeon_designer.text.json_schema import described

_Length = Annotated[int, Meta(ge=1, le=20)]


class RuleSettings(Settings, frozen=True):
    """What the end zones are that should be as far apart as can be."""

    players = ("End zones", "as far apart as can be")

    said: ClassVar[Words] = {
        "zone": lambda zone: "each a tile that may be laid elsewhere" if zone == "tile" else "",
        "block": extent,
    }

    zone: Annotated[
        Literal["block", "tile"], described("What a zone is: a block on the floor, or a tile beside it.", "tile")
    ] = "block"
    block: Annotated[
        tuple[_Length, _Length], described("The [width, height] of a block in squares, in either turn.", [2, 3])
    ] = (2, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when some other two places lie farther apart; a notice when that could not be settled."""
    zones = _zones(context)
    if zones is None:
        return
    if len(zones) > 2:
        yield from _several(context, zones, settings)
    else:
        yield from _two(context, (zones[0], zones[1]), settings)


def _two(context: Context, zones: tuple[BoardSection, BoardSection], settings: RuleSettings) -> Iterator[Violation]:
    present = _steps(context, *zones)
    if present == FAR:
        return
    squares = tuple(square for zone in zones for square in zone.covers)
    search, ways_out = _blocks(context, zones, settings) if settings.zone == "block" else _tiles(context, zones)
    if search is None:
        yield _unsettled(squares, present)
        return
    least = max(present, _again(search) + ways_out) if ways_out else present
    found = farther(search, least - ways_out)
    if found.pair:
        better = search.one.squares(found.pair.one), search.other.squares(found.pair.other)
        lost = not_counted(context.board, squares, why="walks across")
        yield _fault(squares, present, found.pair.steps + ways_out, *better, lost)
    elif not found.settled:
        yield _unsettled(squares, present)


def _zones(context: Context) -> list[BoardSection] | None:
    """The one end zone of each side."""
    zones = [zone for zone in context.board.of_kind(SectionKind.END_ZONE) if zone.covers]
    sides = [[zone for zone in zones if zone.side is side] for side in context.board.teams]
    return [side[0] for side in sides] if all(len(side) == 1 for side in sides) else None


def _several(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[Violation]:
    """A fault when more than two zones would be more equidistant with one of them elsewhere."""
    zones = sorted(zones, key=first_square)
    now = spread_of(between(context.walk, zones))
    if now is None:
        return
    squares = tuple(square for zone in zones for square in zone.covers)
    found: list[Better] = []
    for zone in zones:
        others = [other for other in zones if other is not zone]
        moves = _moves(context, zone, others, settings)
        if moves is None:
            yield _unsettled(squares, now.said)
            return
        place = better(moves, others, between(context.walk, others), now)
        found += [place] if place else []
    best = best_of(found)
    if best:
        yield _more_alike(context, squares, now, best)


def _moves(
    context: Context, zone: BoardSection, others: Sequence[BoardSection], settings: RuleSettings
) -> Moves | None:
    """The places for one of more than two zones; None when the map is too large to search."""
    if settings.zone == "block":
        free = _standing(context, [zone])
        for other in others:
            free[other.squares] = False
        return Moves(zone, blocks(context.board, free, context.walk.nodes, settings.block), context.walk)
    ground = Ground(context.board, [zone], context.strict)
    sites = tile_sites(ground, zone.covers, zone.enclosed)
    return Moves(zone, sites, ground.walk, out=1, gap=1) if sites is not None else None


def _more_alike(context: Context, squares: tuple[Square, ...], now: Spread, best: Better) -> Violation:
    lost = not_counted(context.board, squares, why="walks across")
    place = f"the {best.zone.side} one at {best.squares[0]} to {best.squares[-1]}"
    said = f"the end zones are {now.said} steps apart on foot; with {place} they would be {best.spread.said}{lost}"
    return Violation(
        message=said,
        squares=(*squares, *best.squares),
        measured=now.said,
        required=best.spread.said,
    )


def _steps(context: Context, home: BoardSection, away: BoardSection) -> int:
    """The steps between the nearest squares of the end zones as they lie; FAR when no way leads."""
    there = context.walk.distances(home.squares.tolist())[away.squares]
    return int(there.min(initial=FAR))


def _blocks(
    context: Context, zones: tuple[BoardSection, BoardSection], settings: RuleSettings
) -> tuple[Search | None, int]:
    """The search among all blocks of floor, and no steps to get out of one."""
    walk = context.walk
    sites = blocks(context.board, _standing(context, zones), walk.nodes, settings.block)
    return Search(walk, sites, sites, wanted=(sites.find(zones[0].covers), sites.find(zones[1].covers))), 0


def _standing(context: Context, zones: Sequence[BoardSection]) -> Flags:
    """The squares on which a block may lie, those of some zones counted in."""
    board = context.board
    free: Flags = board.walkable & (board.square_door != SHUT) & ~board.is_entry
    for zone in zones:
        free[zone.squares] = True
    return free


def _tiles(context: Context, zones: tuple[BoardSection, BoardSection]) -> tuple[Search | None, int]:
    """The search among all places for both tiles, and the two steps out of one and into the other."""
    ground = Ground(context.board, zones, context.strict)
    home = tile_sites(ground, zones[0].covers, zones[0].enclosed)
    away = home
    if not _alike(*zones):
        away = tile_sites(ground, zones[1].covers, zones[1].enclosed)
    if home is None or away is None:
        return None, 2
    wanted = home.find(zones[0].covers), away.find(zones[1].covers)
    return Search(ground.walk, home, away, gap=1, wanted=wanted), 2


def _alike(one: BoardSection, other: BoardSection) -> bool:
    """Whether two tiles are the same but for their turn, so that they share their places."""
    return one.enclosed == other.enclosed and turned_shapes(one.covers)[0] in turned_shapes(other.covers)


def _again(search: Search) -> int:
    """The distance of the present places as the search measures them; less than none where it does not know them."""
    if min(search.wanted) < 0:
        return -2
    steps = search.steps(*search.wanted)
    return steps if steps != FAR else -2


def _fault(
    squares: tuple[Square, ...], present: int, best: int, one: list[Square], other: list[Square], lost: str
) -> Violation:
    places = f"{one[0]} to {one[-1]} and {other[0]} to {other[-1]}"
    said = f"the end zones are {present} steps apart on foot; at {places} they would be {best} apart{lost}"
    return Violation(message=said, squares=(*squares, *one, *other), measured=present, required=best)


def _unsettled(squares: tuple[Square, ...], present: int | str) -> Violation:
    said = f"the end zones are {present} steps apart on foot; whether any places lie farther apart was not settled"
    return Violation(message=said, squares=squares, measured=present, level=Level.INFO)
