"""Define a theme, one look of maps: the colours of all that is painted, line widths, and how textures are laid."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dungeon_designer.drawing.shapes import Style

PORTAL_COLOURS = (
    "#d8342b", "#f08a1d", "#f5d32c", "#3f9c46", "#2f6fc4", "#7d4aa8",
    "#d975ac", "#8a5a2c", "#2aa5a0", "#8c8c8c", "#9bbf3b", "#1f2f5c",
)  # fmt: skip
"""The colours of portals from number 1.

Portals 1 to 6 are as in the legend of db7s-2019 (red, orange, yellow, green, blue, purple); the others are
our own.
"""

COLOUR_LENGTH, MAX_BAND_COLOURS, MAX_PORTAL_COLOURS, MAX_FONTS = 7, 8, 99, 8
"""The letters of a colour, and the most entries that the lists of a theme may have."""

MAX_CREDIT_LENGTH = 200
"""The most letters of an author or a licence, which stand in a line of a list."""

Colour = Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$", max_length=COLOUR_LENGTH)]
"""A colour as ``#rrggbb``. The length is bounded, too, since the pattern allows a line end behind the digits."""

FadeWidth = Annotated[float, Meta(ge=0, le=4)]
"""The width of a stroke along the floor's edge, in squares. The half that lies in the rock stays inside the page."""

ThemeName = Literal["parchment", "ink", "slate", "contrast"]
"""The name of a theme of the program."""

FontName = Literal["Goudy Bookletter 1911", "Cabin", "DejaVu Sans", "Georgia", "Arial", "serif", "sans-serif"]
"""A font that a theme may name: one that comes with the program, or one that most computers have."""

Fonts = Annotated[tuple[FontName, ...], Meta(min_length=1, max_length=MAX_FONTS)]
"""Fonts, the preferred one first; that one comes with the program, so that texts can be measured."""


class ThemeDocument(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of a theme's TOML file: one look of maps. Colours are written as `#rrggbb`, widths in squares."""

    extends: ThemeName | None = None
    author: Annotated[str, Meta(max_length=MAX_CREDIT_LENGTH)] = ""
    licence: Annotated[str, Meta(max_length=MAX_CREDIT_LENGTH)] = ""
    page: Colour
    page_shade: Colour
    rock: Colour
    rock_line: Colour
    floor: Colour
    floor_corridor: Colour
    floor_large: Colour
    floor_junction: Colour
    floor_plates: Colour
    floor_planks: Colour
    floor_line: Colour
    moss: Colour
    emblem: Colour
    grid: Colour
    wall: Colour
    wall_face: Colour
    border: Colour
    shade: Colour
    line: Colour
    pale: Colour
    text: Colour
    faint: Colour
    wood: Colour
    wood_dark: Colour
    stone: Colour
    stone_dark: Colour
    marble: Colour
    plinth: Colour
    metal: Colour
    gold: Colour
    bone: Colour
    blood: Colour
    eye: Colour
    dragon: Colour
    dragon_dark: Colour
    hole: Colour
    hole_deep: Colour
    spike: Colour
    lava: Colour
    lava_line: Colour
    lava_glow: Colour
    lava_crust: Colour
    water: Colour
    water_line: Colour
    water_glow: Colour
    acid: Colour
    acid_line: Colour
    acid_glow: Colour
    chasm: Colour
    chasm_line: Colour
    cliff: Colour
    cliff_line: Colour
    spike_pit: Colour
    bank: Colour
    leap: Colour
    machine: Colour
    home: Colour
    away: Colour
    banner: Colour
    rune: Colour
    disc: Colour
    disc_text: Colour
    error: Colour
    warning: Colour
    info: Colour
    reach: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=MAX_BAND_COLOURS)]
    portals: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=MAX_PORTAL_COLOURS)] = PORTAL_COLOURS
    rim: Annotated[str, Meta(pattern="^(#[0-9a-fA-F]{6})?$", max_length=COLOUR_LENGTH)] = ""
    fine: Annotated[float, Meta(ge=0.005, le=0.1)] = 0.025
    bold: Annotated[float, Meta(ge=0.005, le=0.15)] = 0.04
    wall_width: Annotated[float, Meta(ge=0.05, le=0.5)] = 0.2
    bank_width: Annotated[float, Meta(ge=0, le=0.3)] = 0.09
    texture: Annotated[float, Meta(ge=0, le=1)] = 1.0
    hatch: Annotated[float, Meta(ge=0, le=0.1)] = 0.0
    hatch_gap: Annotated[float, Meta(ge=0.05, le=0.5)] = 0.125
    halo: tuple[FadeWidth, FadeWidth] | None = None
    shading: Annotated[float, Meta(ge=0, le=1)] = 0.0
    zone_tint: Annotated[float, Meta(ge=0, le=1)] = 0.2
    dusk: Annotated[float, Meta(ge=0, le=0.25)] = 0.13
    masonry: bool = False
    ornament: bool = False
    title_fonts: Fonts = ("Goudy Bookletter 1911", "DejaVu Sans", "Georgia", "serif")
    label_fonts: Fonts = ("Cabin", "DejaVu Sans", "Arial", "sans-serif")


class Theme(ThemeDocument, frozen=True, kw_only=True):
    """A theme as drawings use it: the keys of its file, and its name.

    Attributes:
        name: the name of the theme: that of its file, without the ending.
    """

    name: str

    def build_outlined_style(self, fill: str = "", width: float | None = None) -> Style:
        """Return the style of an area with an outline in the theme's colour of lines.

        Args:
            fill: the colour of the area; '' for none.
            width: the width of the outline, in squares; None for the theme's fine lines.
        """
        return Style(fill=fill, stroke=self.line, width=self.fine if width is None else width)

    def find_portal_colour(self, number: int) -> str:
        """Return the colour of a portal by its number, from 1; with more portals than colours, colours repeat."""
        return self.portals[(number - 1) % len(self.portals)]

    @property
    def has_team_colours(self) -> bool:
        """Whether the theme has different colours for the teams."""
        return self.home != self.away
