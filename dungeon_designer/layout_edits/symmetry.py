"""Symmetry: every edit repeated across the axis.

An edit is a layout before and one after. What came, went and changed is carried across the middle and done there
too. Items pair up: a twin portal takes a number of its own, twin end zones and counters belong to the side across.
What lies across the axis already is its own twin.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.grid import Size, Square, bounds, edge
from dungeon_designer.layout.edits import Turn, on_grid
from dungeon_designer.layout.model import Layout, RotatingRoom, Section, Team, Trap, normalised
from dungeon_designer.layout_edits.edges import edges_of, with_edges, without_edges
from dungeon_designer.layout_edits.floor import SIDED, drawn, floor_of, with_section
from dungeon_designer.layout_edits.items import (
    ItemRef,
    as_layout,
    covered,
    forgetful,
    fresh_id,
    items_of,
    next_number,
    put,
    squares_of,
    tile_sizes,
    without,
)
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import translate

PLAIN = ("chests", "square_doors", "doors", "leap_edges", "terrain", "obstacles", "traps")
"""The lists whose things are repeated one by one."""


class SymmetryMode(StrEnum):
    """How a map repeats itself."""

    OFF = "off"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    HALF_TURN = "half-turn"
    QUARTER_TURNS = "quarter-turns"


_IMAGES: dict[SymmetryMode, tuple[tuple[int, bool], ...]] = {
    SymmetryMode.OFF: (),
    SymmetryMode.LEFT_RIGHT: ((0, True),),
    SymmetryMode.TOP_BOTTOM: ((2, True),),
    SymmetryMode.HALF_TURN: ((2, False),),
    SymmetryMode.QUARTER_TURNS: ((1, False), (2, False), (3, False)),
}


class Symmetry(Struct, frozen=True):
    """A way, and the middle it repeats about: `middle` adds up the coordinates of a square and of its twin.

    An odd sum is a middle between two squares, an even one runs through the middle of a row.
    """

    way: SymmetryMode = SymmetryMode.OFF
    middle: Square = (0, 0)

    def turns(self) -> Iterator[Turn]:
        """Where each twin of something lies.

        >>> [turn.square((1, 5)) for turn in Symmetry(SymmetryMode.LEFT_RIGHT, (10, 0)).turns()]
        [(9, 5)]
        """
        mx, my = self.middle
        size = mx + 1, my + 1
        for quarters, flip in _IMAGES[self.way]:
            to = ((mx - my) // 2, (my - mx) // 2) if quarters % 2 else (0, 0)
            yield Turn((0, 0), size, to, quarters, flip)

    def twins(self, square: Square) -> list[Square]:
        """The squares a square repeats on, itself left out."""
        return [twin for twin in dict.fromkeys(turn.square(square) for turn in self.turns()) if twin != square]


def about(way: SymmetryMode, squares: list[Square]) -> Symmetry:
    """The symmetry about the middle of some squares; for quarter turns the middle is where all four agree."""
    (left, top), (width, height) = bounds(squares)
    mx, my = 2 * left + width - 1, 2 * top + height - 1
    if way is SymmetryMode.QUARTER_TURNS and (mx - my) % 2:
        mx += 1
    return Symmetry(way, (mx, my))


def repeated(before: Layout, after: Layout, symmetry: Symmetry, library: TileLibrary) -> Layout:
    """`after`, with what changed since `before` done across the axis, too; EditError when a twin has no place."""
    result = after
    for turn in symmetry.turns():
        result = _Repeat(before, after, turn, symmetry.way, library).on(result)
    if result is after:
        return after
    result = normalised(forgetful(result))
    if not on_grid(result, tile_sizes(result, library)):
        raise EditError(translate("layout_edits", "across the axis that would leave the grid: coordinates begin at 0"))
    return result


class _Repeat:
    """One edit repeated by one turn."""

    def __init__(self, before: Layout, after: Layout, turn: Turn, way: SymmetryMode, library: TileLibrary) -> None:
        self.before, self.after, self.turn, self.library = before, after, turn, library
        self.sizes: dict[str, Size] = {**tile_sizes(before, library), **tile_sizes(after, library)}
        teams, around = after.teams, way is SymmetryMode.QUARTER_TURNS
        self.sides: dict[Team, Team] = {}
        """For each side the one its things belong to across the axis; none where no twin has a zone of its own.

        Four sides go round with quarter turns, in their order. Otherwise they swap in pairs, the first with the second
        and so on; the last of an odd number stays, since it lies on the axis or not at all.
        """
        if around and len(teams) == 4:
            self.sides = {team: teams[(at + turn.quarters) % 4] for at, team in enumerate(teams)}
        elif not around or turn.quarters == 2:
            self.sides = {team: teams[at ^ 1] if at ^ 1 < len(teams) else team for at, team in enumerate(teams)}

    def on(self, result: Layout) -> Layout:
        for field in PLAIN:
            result = self._plain(result, field)
        result = self._walls(self._portals(self._sections(result)))
        return self._plain(result, "machines")

    def image(self, field: str, value: Any, result: Layout) -> Any:
        """What a thing is across the axis, the side it belongs to included; None for a room without a twin to turn."""
        if isinstance(value, RotatingRoom):
            return self._room(value, result)
        twin = put(ItemRef(field, value), self.turn, self.sizes).value
        if isinstance(twin, Trap) and twin.owner:
            return replace(twin, owner=self.sides.get(twin.owner, twin.owner))
        if isinstance(twin, Section) and twin.side:
            return replace(twin, side=self.sides.get(twin.side, twin.side))
        return twin

    def _changes(self, field: str) -> tuple[list[Any], list[Any]]:
        old, new = getattr(self.before, field), getattr(self.after, field)
        return [each for each in old if each not in new], [each for each in new if each not in old]

    def _plain(self, result: Layout, field: str) -> Layout:
        """Ground, traps and square doors give way to a twin on the same square."""
        gone, come = self._changes(field)
        lost = [self.image(field, each, result) for each in gone]
        kept = [each for each in getattr(result, field) if each not in lost or each in come]
        for twin in [self.image(field, each, result) for each in come]:
            if twin is not None and twin not in kept:
                if field in ("terrain", "obstacles", "traps", "square_doors"):
                    own = squares_of(ItemRef(field, twin), self.library)
                    on = [squares_of(ItemRef(field, other), self.library) for other in kept]
                    kept = [other for other, at in zip(kept, on, strict=True) if other in come or own.isdisjoint(at)]
                kept.append(twin)
        return replace(result, **{field: tuple(kept)})

    def _portals(self, result: Layout) -> Layout:
        """A twin keeps its number when its original moves; a new one takes the next."""
        gone, come = self._changes("portals")
        freed: dict[int, int] = {}
        portals = list(result.portals)
        for each in gone:
            place = self.turn.square(each.at)
            twin = next((other for other in portals if other.at == place and other not in come), None)
            if twin is not None:
                freed[each.number] = twin.number
                portals.remove(twin)
        for each in come:
            if any(other.at == self.turn.square(each.at) for other in portals):
                continue
            taken = [other.number for other in portals]
            number = freed.get(each.number)
            number = next_number(taken) if number is None or number in taken else number
            portals.append(replace(self.image("portals", each, result), number=number))
        return replace(result, portals=tuple(portals))

    def _walls(self, result: Layout) -> Layout:
        old, new = edges_of(self.before, "walls"), edges_of(self.after, "walls")
        lost, gained = (
            {edge(self.turn.square(square), self.turn.side(side)) for square, side in edges}
            for edges in (old - new, new - old)
        )
        if lost:
            result = without_edges(result, "walls", lost - (new - old))
        return with_edges(result, "walls", gained) if gained else result

    def _room(self, machine: RotatingRoom, result: Layout) -> RotatingRoom | None:
        own = {section.id: section for section in result.sections}
        twins = [self._twin(own[name], result) for name in machine.sections if name in own]
        if not twins or None in twins or set(machine.sections) == {twin.id for twin in twins if twin}:
            return None
        return RotatingRoom(sections=tuple(twin.id for twin in twins if twin))

    def _sections(self, result: Layout) -> Layout:
        old = {section.id: section for section in self.before.sections}
        new = {section.id: section for section in self.after.sections}
        for name in [name for name in old if name not in new]:
            twin = self._twin(old[name], result)
            if twin is not None:
                result = without(result, [ItemRef("sections", twin)])
            else:
                result = self._reshaped(result, frozenset(), self._cover(old[name], across=True), None)
        for name, section in new.items():
            if name not in old:
                result = self._with(result, section)
            elif section != old[name]:
                result = self._changed(result, old[name], section)
        return result

    def _cover(self, section: Section, across: bool = False) -> frozenset[Square]:
        squares = covered(section, self.library)
        return frozenset(map(self.turn.square, squares)) if across else squares

    def _twin(self, section: Section, layout: Layout) -> Section | None:
        """The section that covers just what this one would across the axis."""
        wanted = self._cover(section, across=True)
        return next((other for other in layout.sections if self._cover(other) == wanted), None)

    def _with(self, result: Layout, section: Section) -> Layout:
        """A new section's twin; one that crosses the axis grows over to the other side instead."""
        if section.kind in SIDED and not self.sides:
            return result
        image = self.image("sections", section, result)
        here, there = self._cover(section), self._cover(image)
        if here == there:
            return result
        if here & there:
            if section.tile:
                raise EditError(
                    translate(
                        "layout_edits",
                        "across the axis the tile would lie on itself: put it on the middle or aside of it",
                    )
                )
            own = next((other for other in result.sections if other.id == section.id), section)
            others = {s for other in result.sections if other.id != own.id for s in self._cover(other)}
            return with_section(result, drawn(own, set(own.squares) | (there - others)))
        if section.side and self.sides.get(section.side) is section.side:  # the odd one lies on the axis
            return result
        floor = floor_of(result, self.library)
        there = there if section.tile else there - floor
        if there <= floor:
            return result
        image = replace(image, id=fresh_id({other.id for other in result.sections}))
        image = image if section.tile else drawn(image, there)
        return replace(result, sections=(*result.sections, image))

    def _changed(self, result: Layout, old: Section, new: Section) -> Layout:
        twin = self._twin(old, self.before)
        if twin is not None and twin.id != old.id:
            name = twin.name if new.name == old.name else new.name  # what moves keeps its name on both sides
            return with_section(result, replace(self.image("sections", new, result), id=twin.id, name=name))
        if new.tile or old.tile:
            return result if twin is not None else self._with(result, new)
        before, after, wanted = set(old.squares), set(new.squares), self._cover(old, across=True)
        gained, lost = (frozenset(map(self.turn.square, part)) for part in (after - before, before - after))
        target = old.id
        if twin is None and wanted.isdisjoint(before):  # the drawn section that owns most of what it would cover there
            best = max(self.before.sections, key=lambda other: len(self._cover(other) & wanted))
            target = best.id if not best.tile and self._cover(best) & wanted else ""
        return self._reshaped(result, gained, lost, target, new)

    def _reshaped(
        self,
        result: Layout,
        gained: frozenset[Square],
        lost: frozenset[Square],
        target: str | None,
        model: Section | None = None,
    ) -> Layout:
        """Drawn sections without the lost squares, the target with the gained ones; a new one when there is none."""
        gained -= {square for section in result.sections if section.tile for square in self._cover(section)}
        model_id = model.id if model else ""
        keep = self._cover(next((each for each in self.after.sections if each.id == model_id), Section(id="?")))
        sections = []
        for section in result.sections:
            own = set(section.squares)
            if not section.tile:
                own = own - (lost - keep if section.id == model_id else lost)
                own = own | gained if section.id == target else own - (gained - keep)
                section = drawn(section, own) if own != set(section.squares) else section
            if section.tile or own:
                sections.append(section)
        if not target and gained and model is not None:
            name = fresh_id({section.id for section in sections})
            sections.append(drawn(replace(self.image("sections", model, result), id=name), gained))
        return replace(result, sections=tuple(sections))


_ACROSS = ("doors", "walls", "leap_edges", "sections")
_FIELDS = (*PLAIN, "walls", "machines", "portals", "sections")
"""The lists of what symmetry repeats."""


def made_symmetric(layout: Layout, symmetry: Symmetry, library: TileLibrary) -> Layout:
    """The layout with its first half (left, top, or the upper left quarter) repeated over the rest of the map.

    What crosses the axis is cut there and grows over to the other side. Names, notes and waivers stay.
    """
    if symmetry.way is SymmetryMode.OFF:
        return layout
    (mx, my), way = symmetry.middle, symmetry.way

    def keeps(square: Square) -> bool:
        left = way is SymmetryMode.TOP_BOTTOM or 2 * square[0] <= mx
        return left and (way not in (SymmetryMode.TOP_BOTTOM, SymmetryMode.QUARTER_TURNS) or 2 * square[1] <= my)

    kept, crossing = [], []
    for thing in items_of(layout):
        own = squares_of(thing, library)
        inside = {square for square in own if keeps(square)}
        if thing.field == "sections" and not thing.value.tile and inside and inside != own:
            crossing.append(thing.value.id)
            kept.append(ItemRef("sections", drawn(thing.value, inside)))
        elif (inside and (inside == own or thing.field in _ACROSS)) or isinstance(thing.value, RotatingRoom):
            kept.append(thing)
    half = normalised(replace(layout, **{field: getattr(as_layout(kept), field) for field in _FIELDS}))
    bare = replace(layout, **dict.fromkeys(_FIELDS, ()))
    result = repeated(bare, replace(half, waivers=layout.waivers), symmetry, library)
    for name in crossing:  # a section that was cut at the axis takes its twins in again
        section = next((each for each in result.sections if each.id == name), None)
        if section is not None:
            whole = {twin for square in section.squares for twin in (square, *symmetry.twins(square))}
            sections = [s for s in result.sections if s.id == name or s.tile or not set(s.squares) <= whole]
            result = with_section(replace(result, sections=tuple(sections)), drawn(section, whole))
    return normalised(forgetful(result))


def replaced(before: Layout, after: Layout, library: TileLibrary) -> list[ItemRef]:
    """What a layout loses: the things that are no longer there, and rooms of which squares are no floor any more."""
    kept, floor = set(items_of(after)), floor_of(after, library)
    gone = [thing for thing in items_of(before) if thing not in kept]
    return [thing for thing in gone if thing.field != "sections" or not covered(thing.value, library) <= floor]
