"""Find colours of a theme that do not stand out from its floor.

How much lighter one colour is than another is measured by the contrast ratio of WCAG 2.1, from 1 to 21. Words need
MIN_TEXT_CONTRAST, which this standard requires of text. Lines, marks of problems and the colours of teams need
MIN_MARK_CONTRAST; each of them also has a shape, a dash or a word of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from dungeon_designer.drawing.team_looks import MIN_TEXT_CONTRAST, measure_contrast
from dungeon_designer.drawing.themes import Theme

MIN_MARK_CONTRAST = 2.2
"""The smallest contrast between the floor and a line, a mark or a team's colour: a little less than in our themes."""

CHECKED_KEYS = {
    "line": MIN_MARK_CONTRAST,
    "text": MIN_TEXT_CONTRAST,
    "error": MIN_MARK_CONTRAST,
    "warning": MIN_MARK_CONTRAST,
    "home": MIN_MARK_CONTRAST,
    "away": MIN_MARK_CONTRAST,
}
"""The keys of colours that must stand out from the floor, with the contrast that each needs."""


class FaintColour(Struct, frozen=True):
    """A colour of a theme that does not stand out from the floor.

    Attributes:
        key: the key of the colour.
        colour: the colour as ``#rrggbb``.
        floor: the colour of the floor.
        contrast: the contrast of both, from 1 to 21.
        required_contrast: the contrast that the colour needs.
    """

    key: str
    colour: str
    floor: str
    contrast: float
    required_contrast: float

    @property
    def message(self) -> str:
        """The problem and its fix as a sentence."""
        return (
            f"{self.key}: {self.colour} does not stand out from the floor, {self.floor}: its contrast is"
            f" {self.contrast:.1f} and must be at least {self.required_contrast:g};"
            " choose a colour that is darker or lighter"
        )


def find_faint_colours(theme: Theme) -> Iterator[FaintColour]:
    """Yield the colours of a theme that do not stand out from its floor, in the order of `CHECKED_KEYS`."""
    for key, required_contrast in CHECKED_KEYS.items():
        colour: str = getattr(theme, key)
        contrast = measure_contrast(colour, theme.floor)
        if contrast < required_contrast:
            yield FaintColour(key, colour, theme.floor, contrast, required_contrast)
