"""Compare the sections of two dungeons: pair those that are the same section, and say what changed in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from dungeon_designer.comparison.change import (
    Change,
    ChangeKind,
    FieldChange,
    format_fields,
    format_offset,
    list_field_changes,
)
from dungeon_designer.comparison.pairing import Pairing, pair_parts
from dungeon_designer.grid import Square, rank_by_row
from dungeon_designer.layout.model import Section
from dungeon_designer.rules.rule_text import format_count

_COMPARED_FIELDS = ("kind", "side", "name", "enclosed", "tile", "turn", "flip")


class PlacedSection(Struct, frozen=True, eq=False, dict=True):
    """A section of one of the two dungeons.

    Attributes:
        section: the section as drawn; of the first dungeon, after its shift to the location of the second.
        own_squares: all squares that it covers, as its own dungeon counts them; () for a tile that is not known.
        offset: the shift: (0, 0) in the second dungeon.
        has_written_id: whether its file gives its id. The ids of a plain sketch are only the order of its sections.
        rank: its number in the file, from 0. The first section owns a square that several cover.
    """

    section: Section
    own_squares: tuple[Square, ...]
    offset: Square = (0, 0)
    has_written_id: bool = False
    rank: int = 0

    @cached_property
    def squares(self) -> frozenset[Square]:
        """The squares that it covers after the shift."""
        dx, dy = self.offset
        return frozenset((x + dx, y + dy) for x, y in self.own_squares)

    def move_back(self, squares: Iterable[Square]) -> tuple[Square, ...]:
        """Return squares as the section's own dungeon counts them, sorted by row."""
        dx, dy = self.offset
        return tuple((x - dx, y - dy) for x, y in sorted(squares, key=rank_by_row))

    @property
    def label(self) -> str:
        """The section in words: by its name and kind, else by its kind or tile and where it lies."""
        section = self.section
        kind = (section.kind or "").replace("_", " ") or f"tile {section.tile}"
        if section.side:
            kind += f" of {section.side}"
        return f"“{section.name}” ({kind})" if section.name else f"{kind} at {self.move_back([section.at])[0]}"


def pair_sections(before: Sequence[PlacedSection], after: Sequence[PlacedSection]) -> Pairing[PlacedSection]:
    """Return the sections of two dungeons in pairs: by written ids, then by tile or rows, then by common squares."""
    has_written_ids = all(each.has_written_id for each in (*before, *after))
    pairing = pair_parts(
        before,
        after,
        (
            lambda each: each.section.id if has_written_ids else None,
            lambda each: (each.section.tile, each.section.rows, *_list_values(each.section)),
            lambda each: each.section.tile or each.section.rows or None,
        ),
        lambda each: each.section.at,
    )
    overlapping_pairs = list(_pair_by_overlap(pairing.removed, pairing.added))
    paired_ids = {id(each) for pair in overlapping_pairs for each in pair}
    return Pairing(
        [*pairing.pairs, *overlapping_pairs],
        [each for each in pairing.removed if id(each) not in paired_ids],
        [each for each in pairing.added if id(each) not in paired_ids],
    )


def _list_values(section: Section) -> tuple[Any, ...]:
    """Return the facts of a section but its id, location and rows."""
    return tuple(getattr(section, field) for field in _COMPARED_FIELDS)


def _pair_by_overlap(
    removed: Sequence[PlacedSection], added: Sequence[PlacedSection]
) -> Iterator[tuple[PlacedSection, PlacedSection]]:
    """Yield pairs of sections with common squares, those with the most first; each section is in one pair."""
    first_by_square: dict[Square, int] = {}
    for index, each in enumerate(removed):
        for square in each.squares:
            first_by_square.setdefault(square, index)
    overlaps = Counter(
        (first_by_square[square], index)
        for index, each in enumerate(added)
        for square in each.squares
        if square in first_by_square
    )
    used_first, used_second = set[int](), set[int]()
    for (first, second), _ in sorted(overlaps.items(), key=lambda item: (-item[1], item[0])):
        if first not in used_first and second not in used_second:
            used_first.add(first)
            used_second.add(second)
            yield removed[first], added[second]


def list_section_changes(pairing: Pairing[PlacedSection], has_overlaps: bool) -> Iterator[Change]:
    """Yield what changed in the sections of two dungeons.

    Args:
        pairing: the sections of both.
        has_overlaps: whether sections overlap in both dungeons, so that their order counts.
    """
    for before, after in pairing.pairs:
        yield from _compare_sections(before, after)
    for each in pairing.removed:
        text = f"{each.label} removed{_format_size(each)}"
        yield Change(kind=ChangeKind.REMOVED, subject="sections", text=text, squares_before=each.own_squares)
    for each in pairing.added:
        text = f"{each.label} added{_format_size(each)}"
        yield Change(kind=ChangeKind.ADDED, subject="sections", text=text, squares_after=each.own_squares)
    if has_overlaps:
        yield from _compare_owners(pairing)


def _format_size(each: PlacedSection) -> str:
    """Return the number of squares of a section as the end of a phrase; '' if its tile is not known."""
    return f", {format_count(len(each.own_squares), 'square')}" if each.own_squares else ""


def _compare_sections(before: PlacedSection, after: PlacedSection) -> Iterator[Change]:
    """Yield one change with everything that differs between two sections of a pair; nothing if they are the same."""
    old, new = before.section, after.section
    fields = list_field_changes(old, new, _COMPARED_FIELDS)
    if before.has_written_id and after.has_written_id:
        fields = (*list_field_changes(old, new, ("id",)), *fields)
    has_same_shape = (old.tile, old.turn, old.flip, old.rows) == (new.tile, new.turn, new.flip, new.rows)
    offset = new.at[0] - old.at[0], new.at[1] - old.at[1]
    if has_same_shape and offset != (0, 0):
        move = FieldChange("at", before.move_back([old.at])[0], new.at)
        text = f"{before.label} moved {format_offset(offset)}"
        kind = ChangeKind.CHANGED if fields else ChangeKind.MOVED
        text = f"{text}; {format_fields(fields)}" if fields else text
        yield _build_change(kind, text, before.own_squares, after.own_squares, (move, *fields))
        return
    if has_same_shape and not fields and not old.tile:
        return  # the same rows at the same location
    lost, gained = before.squares - after.squares, after.squares - before.squares
    phrases = [f"{format_count(len(gained), 'square')} added"] if gained else []
    phrases += [f"{format_count(len(lost), 'square')} removed"] if lost else []
    if fields or phrases:
        text = f"{before.label}: {'; '.join(filter(None, (', '.join(phrases), format_fields(fields))))}"
        squares = (before.squares, after.squares) if fields else (lost, gained)
        yield _build_change(ChangeKind.CHANGED, text, before.move_back(squares[0]), after.move_back(squares[1]), fields)


def _build_change(
    kind: ChangeKind,
    text: str,
    squares_before: tuple[Square, ...],
    squares_after: tuple[Square, ...],
    fields: tuple[FieldChange, ...],
) -> Change:
    """Return a change of a section."""
    return Change(
        kind=kind,
        subject="sections",
        text=text,
        squares_before=squares_before,
        squares_after=squares_after,
        fields=fields,
    )


def _compare_owners(pairing: Pairing[PlacedSection]) -> Iterator[Change]:
    """Yield a change if squares that several sections cover belong to another section: the first one in the file owns
    them.
    """
    partner_by_id = {id(before): after for before, after in pairing.pairs}
    owners_before = _find_owners(pairing, position=0)
    owners_after = _find_owners(pairing, position=1)
    squares = [
        square
        for square, owner in owners_before.items()
        if square in owners_after and partner_by_id.get(id(owner)) is not owners_after[square]
    ]
    if squares:
        owner = owners_before[squares[0]]
        yield Change(
            kind=ChangeKind.CHANGED,
            subject="sections",
            text=f"where sections overlap, another section owns {format_count(len(squares), 'square')}",
            squares_before=owner.move_back(squares),
            squares_after=tuple(sorted(squares, key=rank_by_row)),
        )


def _find_owners(pairing: Pairing[PlacedSection], position: int) -> dict[Square, PlacedSection]:
    """Return the owner of each square that several paired sections of one dungeon cover.

    Args:
        pairing: the sections of both dungeons.
        position: 0 for the first dungeon, 1 for the second.
    """
    counts = Counter(square for pair in pairing.pairs for square in pair[position].squares)
    owners: dict[Square, PlacedSection] = {}
    for each in sorted((pair[position] for pair in pairing.pairs), key=lambda each: each.rank):
        for square in each.squares:
            if counts[square] > 1:
                owners.setdefault(square, each)
    return owners
