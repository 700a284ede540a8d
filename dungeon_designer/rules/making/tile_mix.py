"""How many tiles of which kind a dungeon is made of.

gw-1989 (Board Set-Up): six dungeon boards, besides the two End Zone boards. gw-2021 (Setting Up The Game): at least
four corridors, three small rooms and one large room. Counted are sections by their kind, placed from a set or drawn.
One finding for each kind; its squares are those of the sections of that kind.

House rules may say how large the sections of a kind are (`sizes`): width and length are the shorter and the longer side
of the smallest rectangle around a section, whichever way it lies. One finding for each section. `total` bounds
the number of all sections together.

A sketch that breaks it, under gw-2021 (a lone corridor)::

    map: |
      <<<......>>>
      <<<......>>>
    sections: |
      AAABBBBBBCCC
      AAABBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: corridor, C: {kind: end_zone, side: away}}

Mend: place the tiles that are missing, take away those too many, or say the right kind of a drawn section.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import field
from msgspec.structs import force_setattr

from dungeon_designer.board.model import BoardSection
from dungeon_designer.grid import bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import both, kind_name, section_name
from dungeon_designer.rules.rule import (
    Bounds,
    Number,
    Parameters,
    Settings,
    Violation,
    Words,
    bounds_in_words,
    counted,
    miscounted,
    number_in_words,
    plain,
)
from dungeon_designer.text.json_schema import described

_ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

_SAID = {
    "width": "is {} wide, but must be {}",
    "length": "is {} long, but must be {}",
    "squares": "covers {} squares, but must cover {}",
}


def _of_2021() -> dict[SectionKind, Bounds]:
    return {
        SectionKind.CORRIDOR: Bounds(min=4),
        SectionKind.SMALL_ROOM: Bounds(min=3),
        SectionKind.LARGE_ROOM: Bounds(min=1),
    }


class Size(Settings, frozen=True):
    """How large a section is."""

    width: Annotated[Bounds | None, described("Its shorter side, in squares.", {"max": 6})] = None
    length: Annotated[Bounds | None, described("Its longer side, in squares.", {"min": 4, "max": 8})] = None
    squares: Annotated[Bounds | None, described("Its floor, in squares.", {"max": 36})] = None

    @property
    def bounds(self) -> dict[str, Bounds]:
        """What is bounded, by its name."""
        named = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: bounds for name, bounds in named.items() if bounds is not None}


class RuleSettings(Settings, frozen=True):
    """How many sections of which kind there must be, and how large; as in gw-2021 where nothing is named."""

    players = ("Tiles of each kind", "{asked}")

    said: ClassVar[Words] = {
        "kinds": lambda kinds: ", ".join(f"{plain(kind)}: {bounds_in_words(bound)}" for kind, bound in kinds.items()),
        "total": lambda total: f"{number_in_words(total)} in all",
        "sizes": lambda sizes: ", ".join(f"each {plain(kind)}: {_size_in_words(size)}" for kind, size in sizes.items()),
    }

    kinds: Annotated[
        dict[SectionKind, Bounds] | None,
        described(
            "For each kind of section the bounds of their number; where neither it nor sizes nor total is named, at"
            " least four corridors, three small rooms and one large room.",
            {"corridor": {"min": 3}, "large_room": {"min": 1, "max": 1}},
            propertyNames={"enum": list(SectionKind)},
        ),
    ] = None
    sizes: Annotated[
        dict[SectionKind, Size],
        described(
            "For each kind of section how large every one of them must be.",
            {"room": {"width": {"max": 6}}},
            propertyNames={"enum": list(SectionKind)},
        ),
    ] = field(default_factory=dict)

    total: Annotated[
        Number | None,
        described("How many sections there are in all, end zones and entries not counted: a number or bounds.", 10),
    ] = None

    def __post_init__(self) -> None:
        """Who names only sizes or a total asks for no kinds."""
        if self.kinds is None:
            force_setattr(self, "kinds", {} if self.sizes or self.total is not None else _of_2021())


def _size_in_words(size: Mapping[str, Parameters]) -> str:
    return ", ".join(f"{name} {bounds_in_words(bounds)}" for name, bounds in size.items())


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each kind of which there are too few or too many sections, then for each section of a wrong size."""
    yield from _numbers(context, settings)
    yield from _total(context, settings.total)
    for section in context.board.sections:
        if section.covers and section.kind in settings.sizes:
            yield from _size(section, settings.sizes[section.kind])


def _size(section: BoardSection, size: Size) -> Iterator[Violation]:
    """What is wrong with the size of a section."""
    _, sides = bounds(section.covers)
    measured = dict(zip(("width", "length"), sorted(sides), strict=True), squares=len(section.covers))
    wrong = {name: bound for name, bound in size.bounds.items() if not bound.allows(measured[name])}
    if wrong:
        first = next(iter(wrong))
        faults = both([_SAID[each].format(measured[each], wrong[each].words) for each in wrong])
        yield Violation(
            message=f"{section_name(section)} {faults}",
            squares=section.covers,
            measured=measured[first],
            required=wrong[first].required,
        )


def _total(context: Context, number: Number | None) -> Iterator[Violation]:
    """Too many sections in all, or too few."""
    count = sum(section.kind not in _ZONES for section in context.board.sections if section.covers)
    yield from miscounted(number, count, f"{counted(count, 'section')} besides end zones and entries")


def _numbers(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    found: dict[SectionKind, list[BoardSection]] = defaultdict(list)
    for section in context.board.sections:
        if section.covers:
            found[section.kind].append(section)
    for kind, number in (settings.kinds or {}).items():
        count = len(found[kind])
        if not number.allows(count):
            yield Violation(
                message=f"{counted(count, kind_name(kind))}, but there must be {number.words}",
                squares=tuple(square for section in found[kind] for square in section.covers),
                measured=count,
                required=number.required,
            )
