"""Themes: colours by what they paint, and how textures are laid; one TOML file each."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from dungeon_designer.drawing.shapes import Style
from dungeon_designer.errors import UsageError, did_you_mean

PORTALS = (
    "#d8342b", "#f08a1d", "#f5d32c", "#3f9c46", "#2f6fc4", "#7d4aa8",
    "#d975ac", "#8a5a2c", "#2aa5a0", "#8c8c8c", "#9bbf3b", "#1f2f5c",
)  # fmt: skip
"""Portals 1 to 6 as the db7s-2019 legend has them (red, orange, yellow, green, blue, purple), then our own."""


class Theme(Struct, frozen=True, kw_only=True):
    """One way for maps to look.

    `page` lies behind everything, `rock` around the floor. Floors: `floor` unless the section's kind has its
    own. Things are made of `wood`, `stone`, `metal`, `gold` and `bone`; `line` draws outlines, `shade` is what
    falls into shadow, `pale` shows on dark ground,
    `rim` goes around chests that would not show on theirs, `faint` is for words of less weight. A liquid has its body,
    its `_line` and its `_glow`.

    `texture` is the share of floor squares that show their paving, `hatch` how broad the pen strokes in
    the rock around the floor are, `hatch_gap` how far those of a bundle lie apart, `halo` the widths at which rock
    begins and is solid, in squares about the floor's edge;
    `shading` is how dark walls' shadows are, `zone_tint` how strongly end zones are tinted,
    `dusk` how much darker each step of a stair is;
    `masonry` draws walls as two faces with joints, `ornament` frames the page.
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
    portals: tuple[str, ...] = PORTALS
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

    def drawn(self, fill: str = "", width: float | None = None) -> Style:
        """An area with the theme's outline."""
        return Style(fill=fill, stroke=self.line, width=self.fine if width is None else width)

    def portal(self, number: int) -> str:
        """The colour of a portal; from the first again when there are more portals than colours."""
        return self.portals[(number - 1) % len(self.portals)]

    @property
    def colours_sides(self) -> bool:
        """Whether sides are told apart by colour at all."""
        return self.home != self.away


_FOLDER = Path(__file__).parent

THEMES: dict[str, Theme] = {
    name: msgspec.convert({"name": name, **tomllib.loads((_FOLDER / f"{name}.toml").read_text("utf-8"))}, Theme)
    for name in ("parchment", "ink", "slate", "contrast")
}
"""Every theme by name, the usual one first."""

PARCHMENT = THEMES["parchment"]
"""The theme in which the files of `symbols/` are painted."""


def theme_named(name: str) -> Theme:
    """The theme of a name; UsageError with the nearest right spelling for a name that none has."""
    if name not in THEMES:
        raise UsageError(f"there is no theme {name!r}{did_you_mean(name, THEMES)}")
    return THEMES[name]
