"""Build the result of reading another program's file: the layout, and what happened to everything else in the file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from msgspec import Struct

from dungeon_designer.grid import Square, find_bounds
from dungeon_designer.layout.model import Layout, Section, SectionKind, SquareDoor
from dungeon_designer.layout_edits.floor import draw_section
from dungeon_designer.text.read_faults import Fault

MAX_SQUARES = 250_000
"""The most squares of floor that are read; dungeons of other programs have a few thousand."""

MAX_LETTERS = 4 * MAX_SQUARES
"""The most letters in the rows of all sections together, those of rock included."""


MAX_NAMED_FEATURES = 30
"""The most kinds of features that a summary names in each of its lists; the others are counted."""

MAX_NAMED_SQUARES = 3
"""The most squares that a summary names for one kind of feature."""


class ImportResult(Struct, frozen=True):
    """A layout from another program's file, and what happened to the features of the file.

    A feature is given in words, with its number: ``("31 rooms", "12 doors")``.

    Attributes:
        layout: the layout.
        program: the program that wrote the file.
        kept_features: what the layout has as the file has it.
        changed_features: what was replaced by something similar, and by what.
        dropped_features: what was left out, since nothing here is similar.
        advice: what the user may want to do next, or ''.
        layer_roles: what each layer was read as, where there was a choice: ``("layer 'Ground' as floor (9
            squares)",)``.
    """

    layout: Layout
    program: str
    kept_features: tuple[str, ...] = ()
    changed_features: tuple[str, ...] = ()
    dropped_features: tuple[str, ...] = ()
    advice: str = ""
    layer_roles: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """One line that says what was read as what, kept, changed and left out, and what to do next."""
        features_by_verb = {
            "read": self.layer_roles,
            "kept": self.kept_features,
            "changed": self.changed_features,
            "left out": self.dropped_features,
        }
        parts = [
            f"{verb}: {', '.join(_shorten_list(features))}" for verb, features in features_by_verb.items() if features
        ]
        if self.advice:
            parts.append(self.advice)
        return "; ".join(parts)


def count_features(features: Iterable[str]) -> tuple[str, ...]:
    """Return features with how often each occurs, in the order of their first occurrence.

    >>> count_features(["door", "arch (floor)", "door"])
    ('2 x door', '1 x arch (floor)')
    """
    return tuple(f"{count} x {feature}" for feature, count in Counter(features).items())


def count_features_with_squares(features: Iterable[tuple[str, Square]]) -> tuple[str, ...]:
    """Return features with how often each occurs, and where the first of each kind lie.

    >>> count_features_with_squares([("hidden object 'chest'", (1, 2)), ("hidden object 'chest'", (3, 2))])
    ("2 x hidden object 'chest' at (1, 2), (3, 2)",)
    """
    squares_by_feature: dict[str, list[Square]] = defaultdict(list)
    for feature, square in features:
        squares_by_feature[feature].append(square)
    return tuple(
        f"{len(squares)} x {feature} at {_format_first_squares(squares)}"
        for feature, squares in squares_by_feature.items()
    )


def _format_first_squares(squares: list[Square]) -> str:
    """Return the first MAX_NAMED_SQUARES squares as text, with dots for the others."""
    text = ", ".join(map(str, squares[:MAX_NAMED_SQUARES]))
    return f"{text} …" if len(squares) > MAX_NAMED_SQUARES else text


def format_count(count: int, word: str) -> str:
    """Return a number with its word, which gets a plural s unless the number is one.

    >>> format_count(1, "square"), format_count(2500, "square")
    ('1 square', '2500 squares')
    """
    return f"{count} {word}{'s' * (count != 1)}"


def _shorten_list(features: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words for features of a file; of more than MAX_NAMED_FEATURES the first ones and a number."""
    if len(features) <= MAX_NAMED_FEATURES:
        return features
    return (*features[:MAX_NAMED_FEATURES], f"{len(features) - MAX_NAMED_FEATURES} more kinds of things")


def check_letter_count(areas: Iterable[Collection[Square]]) -> None:
    """Raise a Fault if areas of floor would need too many letters, most of them rock, as rows of a section."""
    letter_count = 0
    for squares in areas:
        _, (width, height) = find_bounds(squares)
        letter_count += width * height
    if letter_count > MAX_LETTERS:
        raise Fault(f"the areas of floor reach too far: their rows would have more than {MAX_LETTERS:,} letters")


class AreaCollector:
    """A collector of areas (groups of floor squares, such as rooms) that turns each of them into a section.

    A square that several areas have belongs to the one that was added first.

    Attributes:
        squares: by square, the number of its area, from 0 in the order of adding.
    """

    def __init__(self) -> None:
        self._areas: list[tuple[SectionKind, str, set[Square]]] = []
        self.squares: dict[Square, int] = {}

    def add_area(self, kind: SectionKind, squares: Iterable[Square], name: str = "") -> None:
        """Add a room or corridor, as the squares of an area. Squares that an earlier area has stay with that."""
        free_squares = {square for square in squares if square not in self.squares}
        if free_squares:
            self.squares |= dict.fromkeys(free_squares, len(self._areas))
            self._areas.append((kind, name, free_squares))

    def attach_square(self, square: Square) -> None:
        """Add a square to the first area next to it, or as a new corridor if there is no area next to it."""
        if square in self.squares:
            return
        x, y = square
        neighbours = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        area_numbers = [self.squares[neighbour] for neighbour in neighbours if neighbour in self.squares]
        if area_numbers:
            first_number = min(area_numbers)
            self.squares[square] = first_number
            _, _, area_squares = self._areas[first_number]
            area_squares.add(square)
        else:
            self.add_area(SectionKind.CORRIDOR, [square])

    def convert_square(self, square: Square) -> Square:
        """Return the square of the layout for a square of the file, so that no area has negative coordinates."""
        left, top = self._corner
        return square[0] - left, square[1] - top

    @cached_property
    def _corner(self) -> Square:
        """The upper left corner of all areas."""
        return find_bounds(self.squares)[0]

    def build_doors(self, squares: Iterable[Square]) -> tuple[SquareDoor, ...]:
        """Return closed doors on some squares of the file."""
        return tuple(SquareDoor(at=self.convert_square(square)) for square in squares)

    def build_sections(self) -> tuple[Section, ...]:
        """Return the areas as sections.

        Raises:
            Fault: the sections would have too many letters.
        """
        check_letter_count(squares for _, _, squares in self._areas)
        sections = []
        for number, (kind, name, squares) in enumerate(self._areas, start=1):
            empty_section = Section(id=f"s{number}", kind=kind, name=name)
            sections.append(draw_section(empty_section, set(map(self.convert_square, squares))))
        return tuple(sections)
