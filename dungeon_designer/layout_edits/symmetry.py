"""Repeat every edit symmetrically.

An edit is a layout before and one after; what was added, removed and changed is mirrored, and the same is done there.
A mirrored portal gets its own number, and mirrored end zones and counters belong to the other team. A section that
lies across the axis already is its own mirrored copy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.grid import Edge, Size, Square, find_bounds, normalise_edge
from dungeon_designer.layout.model import Layout, Portal, RotatingRoom, Section, Team, Trap, normalise_layout
from dungeon_designer.layout.transforms import Transform, is_on_grid
from dungeon_designer.layout_edits.axis import centre_objects
from dungeon_designer.layout_edits.edges import add_edges, list_field_edges, remove_edges
from dungeon_designer.layout_edits.floor import TEAM_KINDS, draw_section, find_floor, replace_section
from dungeon_designer.layout_edits.objects import (
    ObjectRef,
    build_object_layout,
    drop_missing_sections,
    find_covered_squares,
    find_free_portal_number,
    find_free_section_id,
    find_object_squares,
    find_tile_sizes,
    list_objects,
    remove_objects,
    transform_object,
)
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import translate

SIMPLE_FIELDS = ("chests", "square_doors", "doors", "leap_edges", "terrain", "obstacles", "traps")
"""The lists whose objects are repeated one by one."""


class SymmetryMode(StrEnum):
    """How a map repeats itself."""

    OFF = "off"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    HALF_TURN = "half-turn"
    QUARTER_TURNS = "quarter-turns"


def choose_symmetry(team_count: int) -> SymmetryMode:
    """Return the symmetry that gives each of `team_count` teams the same map; `OFF` if there is none.

    >>> choose_symmetry(2).value, choose_symmetry(3).value, choose_symmetry(4).value
    ('half-turn', 'off', 'quarter-turns')
    """
    if team_count == 4:
        return SymmetryMode.QUARTER_TURNS
    return SymmetryMode.OFF if team_count % 2 else SymmetryMode.HALF_TURN


_TRANSFORMS: dict[SymmetryMode, tuple[tuple[int, bool], ...]] = {
    SymmetryMode.OFF: (),
    SymmetryMode.LEFT_RIGHT: ((0, True),),
    SymmetryMode.TOP_BOTTOM: ((2, True),),
    SymmetryMode.HALF_TURN: ((2, False),),
    SymmetryMode.QUARTER_TURNS: ((1, False), (2, False), (3, False)),
}
"""The quarter turns and the flip of each mirrored copy, by mode."""


class Symmetry(Struct, frozen=True):
    """A way in which a map repeats itself, and its centre.

    Attributes:
        mode: how the map repeats itself.
        middle: the sums of the coordinates of a square and of its mirrored copy. An odd sum is a centre between two
            squares; an even one runs through the middle of a row.
    """

    mode: SymmetryMode = SymmetryMode.OFF
    middle: Square = (0, 0)

    def list_transforms(self) -> Iterator[Transform]:
        """Yield the transform that leads to each mirrored copy.

        >>> symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (10, 0))
        >>> [transform.transform_square((1, 5)) for transform in symmetry.list_transforms()]
        [(9, 5)]
        """
        x_sum, y_sum = self.middle
        size = x_sum + 1, y_sum + 1  # a rectangle from (0, 0) on, whose centre is that of the symmetry
        for quarters, flip in _TRANSFORMS[self.mode]:
            new_corner = 0, 0
            if quarters % 2:  # width and height are exchanged: the corner moves so that the centre stays
                new_corner = (x_sum - y_sum) // 2, (y_sum - x_sum) // 2
            yield Transform((0, 0), size, new_corner, quarters, flip)

    def move_by(self, offset: Square) -> Symmetry:
        """Return the same symmetry about a centre that is moved by an offset (dx, dy)."""
        (x_sum, y_sum), (dx, dy) = self.middle, offset
        # `middle` adds the coordinates of a square and its copy, and both of them move
        return Symmetry(self.mode, (x_sum + 2 * dx, y_sum + 2 * dy))

    def list_copies(self, square: Square) -> list[Square]:
        """Return the mirrored copies of a square, without the square itself."""
        copies = dict.fromkeys(transform.transform_square(square) for transform in self.list_transforms())
        return [copy for copy in copies if copy != square]


def build_symmetry(mode: SymmetryMode, squares: list[Square]) -> Symmetry:
    """Return the symmetry of a mode about the centre of the smallest rectangle around some squares.

    For quarter turns the centre is moved by half a square if squares would not fall on squares otherwise.
    """
    (left, top), (width, height) = find_bounds(squares)
    right, bottom = left + width - 1, top + height - 1
    x_sum, y_sum = left + right, top + bottom  # each the coordinate of the centre, doubled
    if mode is SymmetryMode.QUARTER_TURNS and (x_sum - y_sum) % 2:
        x_sum += 1
    return Symmetry(mode, (x_sum, y_sum))


def repeat_edit(
    before: Layout, after: Layout, symmetry: Symmetry, library: TileLibrary, may_leave_grid: bool = False
) -> Layout:
    """Return `after` with everything that an edit changed repeated in the mirrored copies of the changed squares.

    Args:
        before: the layout before the edit.
        after: the layout after the edit.
        symmetry: the axis or centre across which the edit is repeated.
        library: the tiles of the layouts.
        may_leave_grid: whether the caller moves the layout back into the grid if copies leave it.

    A door or trap that crosses the axis off its middle is moved onto the middle.

    Raises:
        EditError: a mirrored copy has no space, or something that crosses the axis cannot lie on its middle.
    """
    transforms = list(symmetry.list_transforms())
    after = centre_objects(before, after, transforms, library)
    result = after
    for transform in transforms:
        repeater = _EditRepeater(before, after, transform, symmetry.mode, library, may_leave_grid)
        result = repeater.apply_to(result)
    if result is after:
        return after
    result = normalise_layout(drop_missing_sections(result))
    if not may_leave_grid and not is_on_grid(result, find_tile_sizes(result, library)):
        raise EditError(translate("layout_edits", "across the axis that would leave the grid: coordinates begin at 0"))
    return result


class _EditRepeater:
    """The repetition of an edit across the axis of a symmetry, for one transform that leads to a mirrored copy.

    The edit is given as the layout before it and the layout after it.
    """

    def __init__(
        self,
        before: Layout,
        after: Layout,
        transform: Transform,
        mode: SymmetryMode,
        library: TileLibrary,
        may_leave_grid: bool = False,
    ) -> None:
        """Prepare to repeat an edit at the mirrored squares.

        Args:
            before: the layout before the edit.
            after: the layout after it.
            transform: the flip or rotation that leads from a square to its mirrored copy.
            mode: the symmetry that the transform belongs to.
            library: the tiles of the layouts.
            may_leave_grid: whether copies may leave the grid, since the caller then moves the layout back into it.
        """
        self.may_leave_grid = may_leave_grid
        self.before, self.after, self.transform, self.library = before, after, transform, library
        self.sizes: dict[str, Size] = {**find_tile_sizes(before, library), **find_tile_sizes(after, library)}
        self.opposite_team = _pair_teams(after.teams, mode, transform.quarters)
        """For each team the owner of its mirrored copies; empty where copies cannot have zones of their own."""

    def apply_to(self, result: Layout) -> Layout:
        """Return a layout with the edit repeated at the mirrored squares.

        Args:
            result: the layout after the edit, and after its repetition by earlier transforms.
        """
        for field in SIMPLE_FIELDS:
            result = self._repeat_simple_list(result, field)
        result = self._repeat_sections(result)
        result = self._repeat_portals(result)
        result = self._repeat_walls(result)
        # rotating rooms last: their copies name the copies of their sections
        return self._repeat_simple_list(result, "machines")

    def build_copy(self, field: str, value: Any, result: Layout) -> Any:
        """Return the mirrored copy of an object, which belongs to the opposite team if the object belongs to a team.

        Args:
            field: the key of the object's list, such as "chests".
            value: the object.
            result: the layout that gets the copy.

        Returns:
            The copy; None for a rotating room that is its own copy, or of which a section has no copy in `result`.
        """
        if isinstance(value, RotatingRoom):
            return self._copy_rotating_room(value, result)
        copy = transform_object(ObjectRef(field, value), self.transform, self.sizes, self.may_leave_grid).value
        if isinstance(copy, Trap) and copy.owner:
            return replace(copy, owner=self.opposite_team.get(copy.owner, copy.owner))
        if isinstance(copy, Section) and copy.side:
            return replace(copy, side=self.opposite_team.get(copy.side, copy.side))
        return copy

    def _find_changes(self, field: str) -> tuple[list[Any], list[Any]]:
        """Return the entries of a layout's list (its key is `field`) that the edit removed, and those that it added."""
        old, new = getattr(self.before, field), getattr(self.after, field)
        old_entries, new_entries = set(old), set(new)
        removed = [entry for entry in old if entry not in new_entries]
        return removed, [entry for entry in new if entry not in old_entries]

    def _repeat_simple_list(self, result: Layout, field: str) -> Layout:
        """Return a layout with the edit of one list repeated: copies of removed entries go, of added ones come.

        A copy is the mirrored copy, across the axis or centre of the symmetry. A new copy of terrain, an obstacle, a
        trap or a square door replaces older entries of its list on its squares. What the edit itself added stays.

        Args:
            result: the layout after the edit.
            field: the key of the list, such as "chests".
        """
        removed, added = self._find_changes(field)
        removed_copies = [self.build_copy(field, entry, result) for entry in removed]
        entries = [entry for entry in getattr(result, field) if entry not in removed_copies or entry in added]
        added_copies = [self.build_copy(field, entry, result) for entry in added]
        for copy in added_copies:
            if copy is None or copy in entries:  # no copy is possible, or the object is its own copy
                continue
            if field in ("terrain", "obstacles", "traps", "square_doors"):
                entries = [entry for entry in entries if entry in added or not self._share_square(field, entry, copy)]
            entries.append(copy)
        return replace(result, **{field: tuple(entries)})

    def _share_square(self, field: str, first: Any, second: Any) -> bool:
        """Return whether two entries of the list `field` lie on a common square."""
        first_squares = find_object_squares(ObjectRef(field, first), self.library)
        return not first_squares.isdisjoint(find_object_squares(ObjectRef(field, second), self.library))

    def _repeat_portals(self, result: Layout) -> Layout:
        """Return a layout with the edit of portals repeated at the mirrored squares.

        A mirrored copy is what symmetry repeats across its axis or centre. Where a portal moved, its mirrored copy
        moves and keeps its own number. The copy of a new portal gets the smallest free number.
        """
        removed, added = self._find_changes("portals")  # a portal that moved is in both, with one number
        portals = list(result.portals)
        copy_number_by_number = self._remove_portal_copies(portals, removed, added)
        for portal in added:
            copy_square = self.transform.transform_square(portal.at)
            if any(other.at == copy_square for other in portals):
                continue
            used_numbers = [other.number for other in portals]
            number = copy_number_by_number.get(portal.number)
            if number is None or number in used_numbers:
                number = find_free_portal_number(used_numbers)
            portals.append(replace(self.build_copy("portals", portal, result), number=number))
        return replace(result, portals=tuple(portals))

    def _remove_portal_copies(
        self, portals: list[Portal], removed: Iterable[Portal], added: Collection[Portal]
    ) -> dict[int, int]:
        """Remove the mirrored copies of some portals from a list, and return the number of each by its portal's number.

        A mirrored copy is what symmetry repeats across its axis or centre.

        Args:
            portals: the list, which is changed.
            removed: the portals that the edit removed or moved away.
            added: the portals that it added; none of them is removed.
        """
        copy_number_by_number: dict[int, int] = {}
        for portal in removed:
            square = self.transform.transform_square(portal.at)
            portals_there = [other for other in portals if other.at == square and other not in added]
            if portals_there:
                copy = portals_there[0]
                copy_number_by_number[portal.number] = copy.number
                portals.remove(copy)
        return copy_number_by_number

    def _repeat_walls(self, result: Layout) -> Layout:
        """Return a layout with the edit of walls repeated, edge by edge, since an edit may shorten or join walls."""
        old_walls, new_walls = list_field_edges(self.before, "walls"), list_field_edges(self.after, "walls")
        added = new_walls - old_walls
        removed_copies = self._mirror_edges(old_walls - new_walls)
        if removed_copies:
            result = remove_edges(result, "walls", removed_copies - added)
        return add_edges(result, "walls", self._mirror_edges(added)) if added else result

    def _mirror_edges(self, edges: Iterable[Edge]) -> set[Edge]:
        """Return the mirrored copies of some edges, in the standard form of `normalise_edge`.

        A mirrored copy is what symmetry repeats across its axis or centre.
        """
        return {
            normalise_edge(self.transform.transform_square(square), self.transform.transform_side(side))
            for square, side in edges
        }

    def _copy_rotating_room(self, machine: RotatingRoom, result: Layout) -> RotatingRoom | None:
        """Return the mirrored copy of a rotating room: the copies of its sections, which rotate together.

        None if a section has no copy, or the room is its own copy. A mirrored copy is what symmetry repeats across its
        axis or centre.
        """
        section_by_id = {section.id: section for section in result.sections}
        sections = [section_by_id[section_id] for section_id in machine.sections if section_id in section_by_id]
        copies = [self._find_copy(section, result) for section in sections]
        copy_ids = tuple(copy.id for copy in copies if copy)
        lacks_copy = len(copy_ids) < len(copies)
        is_own_copy = set(machine.sections) == set(copy_ids)
        if not copies or lacks_copy or is_own_copy:
            return None
        return RotatingRoom(sections=copy_ids)

    def _repeat_sections(self, result: Layout) -> Layout:
        """Return a layout with the edit of sections repeated: their mirrored copies are removed, added and changed.

        A mirrored copy is what symmetry repeats across its axis or centre.
        """
        old_sections = {section.id: section for section in self.before.sections}
        new_sections = {section.id: section for section in self.after.sections}
        for section_id, section in old_sections.items():
            if section_id not in new_sections:
                result = self._remove_copy(result, section)
        for section_id, section in new_sections.items():
            if section_id not in old_sections:
                result = self._add_copy(result, section)
            elif section != old_sections[section_id]:
                result = self._change_copy(result, old_sections[section_id], section)
        return result

    def _remove_copy(self, result: Layout, section: Section) -> Layout:
        """Return the layout without the mirrored copy of a section that the edit removed.

        A mirrored copy is what symmetry repeats across its axis or centre. If the section has none, since it crossed
        the axis, for instance, its mirrored squares are removed from all drawn sections.
        """
        copy = self._find_copy(section, result)
        if copy is not None:
            return remove_objects(result, [ObjectRef("sections", copy)])
        mirrored_squares = self._find_squares(section, mirrored=True)
        return self._reshape_sections(result, added=frozenset(), removed=mirrored_squares, target_id="")

    def _find_squares(self, section: Section, mirrored: bool = False) -> frozenset[Square]:
        """Return the squares that a section covers; if `mirrored`, the mirrored copies of these squares."""
        squares = find_covered_squares(section, self.library)
        return frozenset(map(self.transform.transform_square, squares)) if mirrored else squares

    def _find_copy(self, section: Section, layout: Layout) -> Section | None:
        """Return the section that covers exactly the mirrored copies of a section's squares; None if there is none.

        A mirrored copy is what symmetry repeats across its axis or centre.
        """
        copy_squares = self._find_squares(section, mirrored=True)
        return next((other for other in layout.sections if self._find_squares(other) == copy_squares), None)

    def _add_copy(self, result: Layout, section: Section) -> Layout:
        """Return the layout with the mirrored copy of a new section.

        A mirrored copy is what symmetry repeats across its axis or centre. A drawn section that crosses the axis gets
        the mirrored squares itself instead of a copy.

        Raises:
            EditError: a tile would lie on itself.
        """
        if section.kind in TEAM_KINDS and not self.opposite_team:  # no team could own the copy of an end zone
            return result
        copy = self.build_copy("sections", section, result)
        section_squares, copy_squares = self._find_squares(section), self._find_squares(copy)
        if section_squares == copy_squares:
            return result
        crosses_axis = not section_squares.isdisjoint(copy_squares)
        if crosses_axis:
            if section.tile:
                message = "across the axis the tile would lie on itself: put it on the middle or aside of it"
                raise EditError(translate("layout_edits", message))
            return self._extend_over_axis(result, section, copy_squares)
        # a team without a partner lies on the axis
        if section.side and self.opposite_team.get(section.side) is section.side:
            return result
        return self._insert_copy(result, copy, copy_squares)

    def _insert_copy(self, result: Layout, copy: Section, copy_squares: frozenset[Square]) -> Layout:
        """Return the layout with a section added under a free id: a tile as it is, of a drawn one what still is rock.

        Args:
            result: the layout.
            copy: the section, a mirrored copy of a new one.
            copy_squares: the squares that it covers.
        """
        floor = find_floor(result, self.library)
        if copy_squares <= floor:
            return result
        copy = replace(copy, id=find_free_section_id({other.id for other in result.sections}))
        if not copy.tile:
            copy = draw_section(copy, copy_squares - floor)
        return replace(result, sections=(*result.sections, copy))

    def _extend_over_axis(self, result: Layout, section: Section, copy_squares: frozenset[Square]) -> Layout:
        """Return the layout with mirrored squares added to the section that they are copies of.

        A mirrored copy is what symmetry repeats across its axis or centre. Squares of other sections stay with those.
        """
        section_by_id = {other.id: other for other in result.sections}
        # the section as it is after earlier repetitions; if one of them removed it, `replace_section` changes nothing
        crossing_section = section_by_id.get(section.id, section)
        other_squares = {
            square
            for other in result.sections
            if other.id != crossing_section.id
            for square in self._find_squares(other)
        }
        new_squares = set(crossing_section.squares) | (copy_squares - other_squares)
        return replace_section(result, draw_section(crossing_section, new_squares))

    def _change_copy(self, result: Layout, old: Section, new: Section) -> Layout:
        """Return the layout with the change of a section from `old` to `new` repeated.

        A mirrored copy is what symmetry repeats across its axis or centre. The mirrored copy of the section is changed.
        Without a copy, the mirrored squares are added to and taken from the section itself if it crosses the axis, else
        from the drawn section that has most of them, or a new section is made.
        """
        copy = self._find_copy(old, self.before)
        was_own_copy = copy is not None and copy.id == old.id
        if copy is not None and not was_own_copy:
            name = copy.name if new.name == old.name else new.name  # the copy of a moved section keeps its name
            return replace_section(result, replace(self.build_copy("sections", new, result), id=copy.id, name=name))
        if new.tile or old.tile:
            return result if was_own_copy else self._add_copy(result, new)
        return self._repeat_new_shape(result, old, new, was_own_copy)

    def _repeat_new_shape(self, result: Layout, old: Section, new: Section, was_own_copy: bool) -> Layout:
        """Return the layout with the squares that a drawn section gained and lost repeated at their mirrored squares.

        Args:
            result: the layout to change.
            old: the section before the edit. No other section is its mirrored copy.
            new: the section after it.
            was_own_copy: whether the section was its own mirrored copy, on the axis.
        """
        old_squares, new_squares = set(old.squares), set(new.squares)
        added_squares = frozenset(map(self.transform.transform_square, new_squares - old_squares))
        removed_squares = frozenset(map(self.transform.transform_square, old_squares - new_squares))
        if was_own_copy:  # it stays so: without a model it may lose any squares, also the copies of those that it lost
            return self._reshape_sections(result, added_squares, removed_squares, old.id)
        mirrored_squares = self._find_squares(old, mirrored=True)
        crosses_axis = not mirrored_squares.isdisjoint(old_squares)
        target_id = old.id if crosses_axis else self._find_main_section(mirrored_squares)
        return self._reshape_sections(result, added_squares, removed_squares, target_id, model=new)

    def _find_main_section(self, squares: frozenset[Square]) -> str:
        """Return the id of the drawn section that had most of some squares before the edit.

        The result is '' if a tile had most of them, or no section had any.
        """
        # there is at least the section that the edit changed
        main_section = max(self.before.sections, key=lambda section: len(self._find_squares(section) & squares))
        has_any = not self._find_squares(main_section).isdisjoint(squares)
        return main_section.id if has_any and not main_section.tile else ""

    def _reshape_sections(
        self,
        result: Layout,
        added: frozenset[Square],
        removed: frozenset[Square],
        target_id: str,
        model: Section | None = None,
    ) -> Layout:
        """Return the layout with some squares taken from its drawn sections, and others added to one of them.

        Args:
            result: the layout to change.
            added: the squares to add.
            removed: the squares that drawn sections lose.
            target_id: the id of the section that gets the squares; '' for a new section, which needs a `model`.
            model: the section whose edit is repeated: a new section is made like it, and it loses none of the squares
                that the edit left it. None if no new section is needed, and every section may lose squares.
        """
        added -= {square for section in result.sections if section.tile for square in self._find_squares(section)}
        model_squares = self._find_squares(model) if model else frozenset[Square]()
        sections = []
        for section in result.sections:
            if section.tile:
                sections.append(section)
                continue
            old_squares = set(section.squares)
            is_model = model is not None and section.id == model.id
            lost_squares = removed - model_squares if is_model else removed
            if section.id == target_id:
                new_squares = (old_squares - lost_squares) | added
            else:  # a square belongs to one section: what the target gets, the others lose
                new_squares = old_squares - lost_squares - (added - model_squares)
            if new_squares:
                sections.append(section if new_squares == old_squares else draw_section(section, new_squares))
        if not target_id and added and model is not None:
            section_id = find_free_section_id({section.id for section in sections})
            sections.append(draw_section(replace(self.build_copy("sections", model, result), id=section_id), added))
        return replace(result, sections=tuple(sections))


def _pair_teams(teams: Sequence[Team], mode: SymmetryMode, quarters: int) -> dict[Team, Team]:
    """Return for each team the owner of the mirrored copies of its zones; {} if no team can own them.

    A flip or half turn exchanges teams in pairs: the zones of the first lie where copies of those of the second lie,
    and so on. The last of an odd number has no partner and stands for itself: its zones lie on the axis or centre.

    Among quarter turns, one leads from each of four teams to the next in their order. With another number of teams,
    only the copies of the half turn can have owners; the other two are copies without end zones.

    Args:
        teams: the teams of the dungeon.
        mode: how the map repeats itself.
        quarters: the clockwise quarter turns that lead to the copies.
    """
    is_quarter = mode is SymmetryMode.QUARTER_TURNS
    if is_quarter and len(teams) == 4:
        return {team: teams[(index + quarters) % 4] for index, team in enumerate(teams)}
    if is_quarter and quarters != 2:
        return {}
    opposite_team = {}
    for index, team in enumerate(teams):
        partner_index = index + 1 if index % 2 == 0 else index - 1
        opposite_team[team] = teams[partner_index] if partner_index < len(teams) else team
    return opposite_team


_CROSSING_FIELDS = ("doors", "walls", "leap_edges", "sections")
"""The lists whose objects may lie across the axis and are kept then."""
_REPEATED_FIELDS = (*SIMPLE_FIELDS, "walls", "machines", "portals", "sections")
"""The lists that symmetry repeats."""


def make_symmetric(layout: Layout, symmetry: Symmetry, library: TileLibrary, may_leave_grid: bool = False) -> Layout:
    """Return the layout with its first half (left or top) or quarter (upper left) repeated over the whole map.

    Sections that cross the axis are cut there and grow over to the other side. Doors that cross it are moved onto its
    middle, or left out where that has no room. Names, notes and waivers stay. A waiver is a problem that the author
    accepts. `may_leave_grid` is that of `repeat_edit`.
    """
    if symmetry.mode is SymmetryMode.OFF:
        return layout
    # the first part is repeated like an edit that adds all of it to a layout without objects
    empty_layout = replace(layout, **dict.fromkeys(_REPEATED_FIELDS, ()))
    transforms = list(symmetry.list_transforms())
    layout = centre_objects(empty_layout, layout, transforms, library, can_drop=True)
    kept_refs, cut_ids = _keep_first_part(layout, symmetry, library)
    kept_objects = build_object_layout(kept_refs)
    first_part = normalise_layout(
        replace(layout, **{field: getattr(kept_objects, field) for field in _REPEATED_FIELDS})
    )
    result = repeat_edit(empty_layout, first_part, symmetry, library, may_leave_grid)
    for section_id in cut_ids:
        result = _complete_cut_section(result, section_id, symmetry)
    return normalise_layout(drop_missing_sections(result))


def _is_in_first_part(square: Square, symmetry: Symmetry) -> bool:
    """Return whether a square lies in the part of the map that `make_symmetric` repeats.

    That is the left or upper half, axis included; for quarter turns, the upper left quarter.
    """
    (x, y), (x_sum, y_sum) = square, symmetry.middle
    is_left, is_upper = 2 * x <= x_sum, 2 * y <= y_sum  # `middle` has the coordinates of the centre, doubled
    if symmetry.mode is SymmetryMode.TOP_BOTTOM:
        return is_upper
    return is_left and (is_upper or symmetry.mode is not SymmetryMode.QUARTER_TURNS)


def _keep_first_part(layout: Layout, symmetry: Symmetry, library: TileLibrary) -> tuple[list[ObjectRef], list[str]]:
    """Return the objects in the part of the map that is repeated, and the ids of the drawn sections cut at its border.

    Tiles, doors, walls and leap edges (where players may leap over a hazard) that cross the border are kept whole, and
    so are all rotating rooms.
    """
    kept_refs: list[ObjectRef] = []
    cut_ids: list[str] = []
    for ref in list_objects(layout):
        object_squares = find_object_squares(ref, library)
        kept_squares = {square for square in object_squares if _is_in_first_part(square, symmetry)}
        if isinstance(ref.value, RotatingRoom) or (kept_squares and kept_squares == object_squares):
            kept_refs.append(ref)
        elif kept_squares and ref.field == "sections" and not ref.value.tile:
            cut_ids.append(ref.value.id)
            kept_refs.append(ObjectRef("sections", draw_section(ref.value, kept_squares)))
        elif kept_squares and ref.field in _CROSSING_FIELDS:
            kept_refs.append(ref)
    return kept_refs, cut_ids


def _complete_cut_section(layout: Layout, section_id: str, symmetry: Symmetry) -> Layout:
    """Return the layout with the mirrored squares of a section added to it.

    Drawn sections that lie completely on the completed section are removed.
    """
    section_by_id = {section.id: section for section in layout.sections}
    if section_id not in section_by_id:
        return layout
    section = section_by_id[section_id]
    full_squares = {copy for square in section.squares for copy in (square, *symmetry.list_copies(square))}
    sections = [
        other
        for other in layout.sections
        if other.id == section_id or other.tile or not set(other.squares) <= full_squares
    ]
    return replace_section(replace(layout, sections=tuple(sections)), draw_section(section, full_squares))


def list_lost_objects(before: Layout, after: Layout, library: TileLibrary) -> list[ObjectRef]:
    """Return the objects that an edit removes or changes; sections only if some of their floor is lost.

    Args:
        before: the layout before the edit.
        after: the layout after it. An object of `before` counts as lost if `after` has no equal one.
        library: the tiles of both layouts.
    """
    new_refs, new_floor = set(list_objects(after)), find_floor(after, library)
    lost_refs = [ref for ref in list_objects(before) if ref not in new_refs]
    return [
        ref for ref in lost_refs if ref.field != "sections" or not find_covered_squares(ref.value, library) <= new_floor
    ]
