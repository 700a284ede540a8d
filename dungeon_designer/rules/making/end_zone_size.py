"""How large each end zone, or entry, is.

Six players start in an end zone, so gw-1989 (Player Set-Up) and gw-2021 (Deploy Players) need six squares in it
that a player can stand on; that is our reading, the books say only how many are placed. naf-2019 (The Dungeon) asks
for six squares, no more and no less, to start from; so none of them may be an obstacle, a liquid or a chasm. A portal
may lie anywhere, but nobody stays on it there, which leaves five squares to set up on: a notice. eagbbl (Setup Dungeon)
asks for two squares by four, either way round; all of it to stand on, as its players start there. The entries of
brawl-2013 (Scoring) and the doors of db7s-2019 (You Will Need) are pieces of two squares by one, either way round. An
end zone is measured by the squares it was drawn over. The squares of a finding are the zone's, or those in it that
nobody can stand on.

gw-1989-expanded (Expanding the Game) has both End Zone boards used, whatever else the dungeon is drawn on: a zone that
is neither laid from one of the set (`tiles`) nor drawn in the shape of one, in any turn or mirrored, is a notice.

In a map a letter for a chest, a portal or anything else takes the place of the zone's: where it borders other floor,
too, its square is no part of the zone. A zone that is too small by such squares is told so.

A sketch that breaks it, under naf-2019 (five squares at home)::

    map: |
      <<<......>>>
      <<.......>>>

Mend: draw the zone in the right size, and take away what fills it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec import structs

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Square, bounds, groups, neighbour, shape_of
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, closed
from dungeon_designer.rules.items import taking_room
from dungeon_designer.rules.rule import (
    Bounds,
    Length,
    Parameters,
    Violation,
    as_words,
    both,
    bounds_in_words,
    counted,
    either,
    extent,
    few_squares,
    miscounted,
    section_name,
    worded,
)
from dungeon_designer.tiles.model import Tile

_ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)
_COUNTED = {"standing": "standing squares alone count", "clear": "on none an obstacle or a hazard"}


class RuleSettings(Bounds, frozen=True):
    """What each zone must be: of `min` to `max` squares (at least six where no number and no shape is named).

    kind   What is measured. Example: "entry"
    shape  The [width, height] it must have, either way round. Example: [2, 4]
    count  Which squares count: those one can stand on, or all; with clear all count, but on none may be an obstacle or
           a hazard. Example: "squares"
    tiles  The tiles it is laid from; a zone that is neither one of them nor drawn in the shape of one is told.
           Example: ["gw-1989/end-zone-1", "gw-1989/end-zone-2"]
    """

    phrases = worded(
        kind=as_words,
        shape=extent,
        count=lambda count: _COUNTED.get(count, ""),
        tiles=lambda tiles: f"as printed on {either(tiles)}" if tiles else "",
    )

    kind: Literal["end_zone", "entry"] = "end_zone"
    shape: tuple[Length, Length] | None = None
    count: Literal["standing", "squares", "clear"] = "standing"
    tiles: tuple[str, ...] = ()

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Of which kind of zone, and how large."""
        settings = cls.settings_of(parameters)
        rest = {key: value for key, value in parameters.items() if key in ("shape", "count")}
        bounds = bounds_in_words({**structs.asdict(settings.bounded), "also": settings.also})
        told = (f"{bounds} squares" if bounds else "", cls.in_words(rest))
        return f"Size of each {as_words(settings.kind)}", "; ".join(filter(None, told))

    @property
    def bounded(self) -> Bounds:
        """The bounds asked of the number of squares."""
        none = self.min is None and self.max is None and not self.also and self.shape is None
        return Bounds(min=6) if none else self


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each zone of the wrong shape, with squares nobody can stand on, or with too many or too few."""
    board, counting, wanted = context.board, settings.count, settings.shape
    usable = board.walkable_squares if counting == "clear" else context.standing_squares
    for zone in (zone for zone in board.of_kind(SectionKind(settings.kind)) if zone.covers):
        name, whole = section_name(zone), len(zone.covers)
        _, size = bounds(zone.covers)
        filled = whole == size[0] * size[1]
        if wanted is not None and not (filled and sorted(size) == sorted(wanted)):
            required, measured = f"{wanted[0]}x{wanted[1]}", f"{counted(whole, 'square')}, no rectangle"
            shape = f"covers {counted(whole, 'square')} that fill no rectangle"
            if filled:
                measured = "x".join(map(str, sorted(size, reverse=wanted[0] > wanted[1])))
                shape = f"is {measured}"
            said = f"{name} must be {required} squares, either way round, but {shape}"
            said += _drawn_over(board, zone, wanted[0] * wanted[1])
            yield Violation(said, zone.covers, measured=measured, required=required)
            continue
        lost = board.walkable_squares - context.standing_squares if counting == "clear" else frozenset()
        portals = [portal for portal in board.portals if portal.at in lost.intersection(zone.covers)]
        if portals:
            squares, all_squares = tuple(dict.fromkeys(portal.at for portal in portals)), len({*zone.covers})
            left = all_squares - len(squares)
            named = both([f"portal {portal.number} at {portal.at}" for portal in portals])
            said = f"{name} has {counted(left, 'square')} to set up on besides {named}"
            yield Violation(said, squares, measured=left, required=all_squares, level=Level.INFO)
        blocked = [at for at in zone.covers if at not in usable] if counting != "squares" else []
        if blocked and (counting == "clear" or wanted is not None):
            said = f"nobody can stand on {few_squares(blocked)} of {name}"
            yield Violation(said, tuple(blocked), measured=whole - len(blocked), required=whole)
        count = whole - (len(blocked) if counting == "standing" else 0)
        said = f"{name} has {counted(count, 'square')}" + (" to stand on" if counting == "standing" else "")
        taken = _drawn_over(board, zone, settings.bounded.min or 0)
        yield from miscounted(settings.bounded, count, said, zone.covers, f"must have {{}}{taken}")
        yield from _of_no_tile(
            board, zone, [board.library.get(tile) for tile in settings.tiles if tile in board.library]
        )


def _of_no_tile(board: Board, zone: BoardSection, tiles: Sequence[Tile]) -> Iterator[Violation]:
    """A notice where a zone is neither laid from one of some tiles nor drawn in the shape of one."""
    shapes, ids = {shape_of(tuple(tile.letters)) for tile in tiles}, [tile.id for tile in tiles]
    if tiles and zone.tile not in ids and shape_of(zone.covers) not in shapes:
        said = f"{section_name(zone)} is neither the tile {either(ids)} nor drawn in the shape of one"
        yield Violation(said, zone.covers, level=Level.INFO)


def _drawn_over(board: Board, zone: BoardSection, least: int) -> str:
    """The end of a sentence about a drawn zone that lacks squares: what borders it may be drawn over them; or ''."""
    whole = len(zone.covers)
    if zone.tile or whole >= least:
        return ""
    other = {at for at, section in board.owner.items() if section.kind not in _ZONES}
    things: dict[str, Collection[Square]] = {
        "chests": board.chest_squares,
        "portals": board.portal_squares,
        "traps": [at for trap in board.traps for at in trap.squares],
        "obstacles": board.obstacle_at,
        "terrain": board.terrain_at,
    }
    around = {neighbour(at, side) for at in zone.covers for side in SIDES}
    lying = groups(other.intersection(set().union(*things.values())))
    over = [at for group in lying if not around.isdisjoint(group) for at in group]
    if whole + len(over) < least:
        return ""
    keys = both([f"`{key}:`" for key, squares in things.items() if any(at in squares for at in over)])
    belong = "belongs" if len(over) == 1 else "belong"
    return f"; if {few_squares(over)} {belong} to it, draw its letter there and name what lies there under {keys}"


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Nothing that takes room lies where players set up."""
    zones = {at for zone in context.board.of_kind(SectionKind(settings.kind)) for at in zone.squares}
    kinds = taking_room(context) if settings.count != "squares" else ()
    yield from closed(kinds, zones, "in an end zone", noticed=True)
