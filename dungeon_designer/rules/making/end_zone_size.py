"""How large each end zone, or entry, is.

Six players start in an end zone, so gw-1989 (Player Set-Up) and gw-2021 (Deploy Players) need six squares in it
that a player can stand on; that is our reading, the books say only how many are placed. naf-2019 (The Dungeon) asks
for six squares, no more and no less, to start from; so none of them may be an obstacle, a liquid or a chasm. A portal
may lie anywhere, but nobody stays on it there, which leaves five squares to set up on: a notice. eagbbl (Setup Dungeon)
asks for two squares by four, either way round; all of it to stand on, as its players start there. The entries of
brawl-2013 (Scoring) and the doors of db7s-2019 (You Will Need) are pieces of two squares by one, either way round. An
end zone is measured by the squares it was drawn over. The squares of a finding are the zone's, or those in it that
nobody can stand on.

A sketch that breaks it, under naf-2019 (five squares at home)::

    map: |
      <<<......>>>
      <<.......>>>

Mend: draw the zone in the right size, and take away what fills it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, structs

from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Closed, Demand
from dungeon_designer.rules.items import taking_room
from dungeon_designer.rules.names import both, listed, section_name
from dungeon_designer.rules.rule import Bounds, Parameters, Violation, Words, bounds_in_words, counted, extent, plain
from dungeon_designer.text.json_schema import described

_Length = Annotated[int, Meta(ge=1, le=100)]

_COUNTED = {"standing": "standing squares alone count", "clear": "on none an obstacle or a hazard"}


class RuleSettings(Bounds, frozen=True):
    """What each zone must be: of `min` to `max` squares (at least six where no number and no shape is named)."""

    said: ClassVar[Words] = {
        "kind": plain,
        "shape": extent,
        "count": lambda count: _COUNTED.get(count, ""),
    }

    kind: Annotated[Literal["end_zone", "entry"], described("What is measured.", "entry")] = "end_zone"
    shape: Annotated[
        tuple[_Length, _Length] | None, described("The [width, height] it must have, either way round.", [2, 4])
    ] = None
    count: Annotated[
        Literal["standing", "squares", "clear"],
        described(
            "Which squares count: those one can stand on, or all; with clear all count, but on none may be an obstacle"
            " or a hazard.",
            "squares",
        ),
    ] = "standing"

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Of which kind of zone, and how large."""
        settings = cls.settings_of(parameters)
        rest = {key: value for key, value in parameters.items() if key in ("shape", "count")}
        bounds = bounds_in_words({**structs.asdict(settings.bounded), "also": settings.also})
        told = (f"{bounds} squares" if bounds else "", cls.in_words(rest))
        return f"Size of each {plain(settings.kind)}", "; ".join(filter(None, told))

    @property
    def bounded(self) -> Bounds:
        """The bounds asked of the number of squares."""
        none = self.min is None and self.max is None and not self.also and self.shape is None
        return Bounds(min=6) if none else self


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each zone of the wrong shape, with squares nobody can stand on, or with too many or too few."""
    for zone in context.board.of_kind(SectionKind(settings.kind)):
        if not zone.covers:
            continue
        if settings.shape is not None and _shape(zone.covers) != _ordered(settings.shape):
            yield _misshapen(zone, settings.shape)
        else:
            yield from _squares(context, zone, settings)


def _squares(context: Context, zone: BoardSection, settings: RuleSettings) -> Iterator[Violation]:
    """What is wrong with the squares of a zone of the right shape, or of any."""
    counted_off = []
    if settings.count == "clear":
        blocked = [at for at in zone.covers if at not in context.board.walkable_squares]
        yield from _portals(context, zone)
    else:
        if settings.count == "standing":
            counted_off = [at for at in zone.covers if at not in context.standing_squares]
        blocked = counted_off if settings.shape is not None else []
    if blocked:
        yield _cluttered(zone, blocked)
    if not settings.bounded.allows(len(zone.covers) - len(counted_off)):
        yield _miscounted(zone, len(zone.covers) - len(counted_off), settings)


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Nothing that takes room lies where players set up."""
    zones = {at for zone in context.board.of_kind(SectionKind(settings.kind)) for at in zone.owned}
    for kind in taking_room(context) if settings.count != "squares" else ():
        yield Closed(kind, lambda at: "in an end zone" if at in zones else "", noticed=True)


def _portals(context: Context, zone: BoardSection) -> Iterator[Violation]:
    """A notice of the portals in a zone on which nobody stays."""
    board = context.board
    lost = (board.walkable_squares - context.standing_squares).intersection(zone.covers)
    portals = [portal for portal in board.portals if portal.at in lost]
    if portals:
        left = len({*zone.covers}) - len({portal.at for portal in portals})
        named = both([f"portal {portal.number} at {portal.at}" for portal in portals])
        yield Violation(
            message=f"{section_name(zone)} has {counted(left, 'square')} to set up on besides {named}",
            squares=tuple(dict.fromkeys(portal.at for portal in portals)),
            measured=left,
            required=len({*zone.covers}),
            level=Level.INFO,
        )


def _shape(squares: tuple[Square, ...]) -> Size | None:
    """The size of a rectangle, the short side first; None when the squares are no rectangle."""
    _, (width, height) = bounds(squares)
    return _ordered((width, height)) if len(squares) == width * height else None


def _ordered(size: Size) -> Size:
    return min(size), max(size)


def _misshapen(zone: BoardSection, wanted: Size) -> Violation:
    shape = _shape(zone.covers)
    count = counted(len(zone.covers), "square")
    turned = wanted[0] > wanted[1]
    measured = f"{count}, no rectangle" if shape is None else "x".join(map(str, shape[::-1] if turned else shape))
    required = f"{wanted[0]}x{wanted[1]}"
    return Violation(
        message=f"{section_name(zone)} must be {required} squares, either way round, but is {measured}",
        squares=zone.covers,
        measured=measured,
        required=required,
    )


def _cluttered(zone: BoardSection, blocked: list[Square]) -> Violation:
    return Violation(
        message=f"nobody can stand on {listed(blocked)} of {section_name(zone)}",
        squares=tuple(blocked),
        measured=len(zone.covers) - len(blocked),
        required=len(zone.covers),
    )


def _miscounted(zone: BoardSection, count: int, settings: RuleSettings) -> Violation:
    squares = counted(count, "square") + (" to stand on" if settings.count == "standing" else "")
    return Violation(
        message=f"{section_name(zone)} has {squares}, but must have {settings.bounded.words}",
        squares=zone.covers,
        measured=count,
        required=settings.bounded.required,
    )
