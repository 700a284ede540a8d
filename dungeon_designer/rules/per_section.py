"""What the rules about things in sections share: who lies where, limits for each section, sections out of bounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

import numpy as np

from dungeon_designer.board.model import BoardSection
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Among, Demand, OnlyOn, What
from dungeon_designer.rules.items import Item, ItemKind, all_of, later, one_of
from dungeon_designer.rules.names import listed, section_name
from dungeon_designer.rules.parameter_words import Words, around, when
from dungeon_designer.rules.rule import Bounds, Settings, Violation
from dungeon_designer.text.json_schema import described

MOST_MOVES = 12
"""With more things than this too many in one section moving them is no mend."""


def by_section(context: Context, items: Iterable[Item]) -> dict[int, list[Item]]:
    """The items on floor by the number of the section they lie in."""
    found: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        if item.on >= 0:
            found[int(context.board.section[item.on])].append(item)
    return found


Meant = Callable[[BoardSection], bool]
"""Whether a rule asks something of a section."""


def every(section: BoardSection) -> bool:
    """All sections are meant."""
    return True


def crowded(kind: ItemKind, meant: Meant, context: Context, bounds: Bounds) -> Iterator[Violation]:
    """A fault for each section of those meant that holds too many chests (or portals), or too few."""
    held, sections = by_section(context, kind.on(context.board)), context.board.sections
    for number in sorted(held) if bounds.allows(0) else range(len(sections)):
        section, here = sections[number], held.get(number, [])
        if not section.covers or not meant(section):
            continue
        if not bounds.allows(len(here)):
            few = bounds.min is not None and len(here) < bounds.min
            yield Violation(
                message=f"{section_name(section)} holds {_counted(here, kind.noun)}; {bounds.words} may lie in it",
                squares=section.covers if few else tuple(item.at for item in here),
                measured=len(here),
                required=bounds.required,
                moves=all_of(_to_move(here, bounds)),
            )


def _to_move(here: Sequence[Item], bounds: Bounds) -> list[Item]:
    """What must leave a section, the last by row first; nothing where there are too few, or too many to move."""
    over = len(here) - (bounds.max if bounds.max is not None else len(here))
    return later(here)[:over] if 0 < over <= MOST_MOVES else []


def _counted(items: Sequence[Item], noun: str) -> str:
    where = f", at {listed([item.at for item in items])}" if items else ""
    return f"{len(items) or 'no'} {noun}{'' if len(items) == 1 else 's'}{where}"


def limited(what: What, meant: Meant, context: Context, bounds: Bounds) -> Iterator[Demand]:
    """So many things of a kind lie in each section of those meant."""
    board = context.board
    numbers = np.full(len(board.sections), -1, dtype=np.int32)
    asked = [number for number, section in enumerate(board.sections) if meant(section) and len(section.squares)]
    numbers[asked] = range(len(asked))
    yield Among(what, numbers[board.section], bounds)


class Forbidden(Settings, frozen=True):
    """Settings of a rule that closes sections to things."""

    said: ClassVar[Words] = {"forbidden": around(""), "connected": when("sections connected to one")}

    forbidden: Annotated[tuple[SectionKind, ...], described("Kinds of sections where none may lie.", ["end_zone"])] = (
        SectionKind.END_ZONE,
        SectionKind.ENTRY,
    )
    connected: Annotated[bool, described("Whether sections connected to one of them are closed, too.", True)] = False


def closed(context: Context, settings: Forbidden) -> dict[int, str]:
    """The sections where nothing may lie, by number, each with its name and why it is closed."""
    sections = context.board.sections
    of_kind = {n: section_name(s) for n, s in enumerate(sections) if s.kind in settings.forbidden}
    if not settings.connected:
        return of_kind
    reasons = dict(of_kind)
    for number, name in of_kind.items():
        for other in sorted(context.connected_sections.get(number, ())):
            reasons.setdefault(other, f"{section_name(sections[other])}, which is connected to {name}")
    return reasons


def intruders(kind: ItemKind, context: Context, settings: Forbidden) -> Iterator[Violation]:
    """A fault for each chest (or portal) in a closed section."""
    reasons: dict[int, str] | None = None
    for item in kind.on(context.board):
        reasons = closed(context, settings) if reasons is None else reasons
        reason = reasons.get(int(context.board.section[item.on])) if item.on >= 0 else None
        if reason is not None:
            yield Violation(
                message=f"{item.name} at {item.at} lies in {reason}",
                squares=(item.at,),
                moves=one_of(item),
            )


def outside(what: What, context: Context, settings: Forbidden) -> Iterator[Demand]:
    """Things of a kind lie in no closed section."""
    yield OnlyOn(what, ~np.isin(context.board.section, list(closed(context, settings))))
