"""Define themes: the colours of everything that is painted, and the strength of textures; one TOML file each."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from dungeon_designer.drawing.shapes import Style
from dungeon_designer.errors import UsageError, suggest_word

PORTAL_COLOURS = (
    "#d8342b", "#f08a1d", "#f5d32c", "#3f9c46", "#2f6fc4", "#7d4aa8",
    "#d975ac", "#8a5a2c", "#2aa5a0", "#8c8c8c", "#9bbf3b", "#1f2f5c",
)  # fmt: skip
"""The colours of portals from number 1.

Portals 1 to 6 are as in the legend of db7s-2019 (red, orange, yellow, green, blue, purple); the others are
our own.
"""


class Theme(Struct, frozen=True, kw_only=True):
    """One look of maps; the fields are the keys of a theme's TOML file.

    Colours are written as `#rrggbb`.

    Attributes:
        page: behind everything.
        rock: around the floor.
        floor: floors, unless the kind of section has a colour of its own (`floor_corridor`, …).
        wood, stone, metal, gold, bone: the materials of objects.
        line: outlines.
        shade: what lies in shadow.
        pale: what must show on dark ground.
        rim: around chests that would not show on their ground.
        faint: text of less weight.
        lava, water, acid: the body of a liquid; `lava_line`, `lava_glow` and so on are its lines and lights.
        texture: the share of floor squares that show their paving.
        hatch: the width of the pen strokes in the rock around the floor, in squares.
        hatch_gap: the distance between the strokes of a bundle, in squares.
        halo: the two widths, in squares about the floor's edge, at which rock begins and at which it is solid.
        shading: how dark the shadows of walls are.
        zone_tint: the opacity of the tint of end zones.
        dusk: how much darker each step of a stair is.
        masonry: draw walls as two faces with joints.
        ornament: draw a frame around the page.
    """

    name: str
    page: str
    page_shade: str
    rock: str
    rock_line: str
    floor: str
    floor_corridor: str
    floor_large: str
    floor_junction: str
    floor_plates: str
    floor_planks: str
    floor_line: str
    moss: str
    emblem: str
    grid: str
    wall: str
    wall_face: str
    border: str
    shade: str
    line: str
    pale: str
    text: str
    faint: str
    wood: str
    wood_dark: str
    stone: str
    stone_dark: str
    marble: str
    plinth: str
    metal: str
    gold: str
    bone: str
    blood: str
    eye: str
    dragon: str
    dragon_dark: str
    hole: str
    hole_deep: str
    spike: str
    lava: str
    lava_line: str
    lava_glow: str
    lava_crust: str
    water: str
    water_line: str
    water_glow: str
    acid: str
    acid_line: str
    acid_glow: str
    chasm: str
    chasm_line: str
    cliff: str
    cliff_line: str
    spike_pit: str
    bank: str
    leap: str
    machine: str
    home: str
    away: str
    banner: str
    rune: str
    disc: str
    disc_text: str
    error: str
    warning: str
    info: str
    reach: tuple[str, ...]
    portals: tuple[str, ...] = PORTAL_COLOURS
    rim: str = ""
    fine: float = 0.025
    bold: float = 0.04
    wall_width: float = 0.2
    bank_width: float = 0.09
    texture: float = 1.0
    hatch: float = 0.0
    hatch_gap: float = 0.125
    halo: tuple[float, float] | None = None
    shading: float = 0.0
    zone_tint: float = 0.2
    dusk: float = 0.13
    masonry: bool = False
    ornament: bool = False
    title_fonts: tuple[str, ...] = ("Goudy Bookletter 1911", "DejaVu Sans", "Georgia", "serif")
    label_fonts: tuple[str, ...] = ("Cabin", "DejaVu Sans", "Arial", "sans-serif")

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


_FOLDER = Path(__file__).parent

THEMES: dict[str, Theme] = {
    name: msgspec.convert({"name": name, **tomllib.loads((_FOLDER / f"{name}.toml").read_text("utf-8"))}, Theme)
    for name in ("parchment", "ink", "slate", "contrast")
}
"""Every theme by name, the default first."""

PARCHMENT = THEMES["parchment"]
"""The theme in whose colours the files of `symbols/` are painted."""


def find_theme(name: str) -> Theme:
    """Return the theme with a name.

    Raises:
        UsageError: no theme has this name; the message suggests the closest one.
    """
    if name not in THEMES:
        raise UsageError(f"there is no theme {name!r}{suggest_word(name, THEMES)}")
    return THEMES[name]
