"""The themes: one palette and one way of drawing textures each."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.drawing.options import THEMES
from dungeon_designer.drawing.shapes import Style


class Theme(Struct, frozen=True, kw_only=True):
    """Colours by what they paint, and how heavy the lines are.

    `page` lies behind everything, `rock` around the floor; things are made of `wood`, `stone`, `metal`, `gold`
    and `bone`, each with its dark; `line` draws outlines, `pale` is what shows on dark ground. `portals` are the
    colours of portals 1, 2, 3…, over again from the first when there are more.
    """

    name: str
    page: str
    rock: str
    rock_line: str
    floor: str
    floor_line: str
    grid: str
    wall: str
    wall_shade: str
    border: str
    line: str
    pale: str
    text: str
    faint: str
    wood: str
    wood_dark: str
    stone: str
    stone_dark: str
    metal: str
    metal_dark: str
    gold: str
    gold_dark: str
    bone: str
    blood: str
    hole: str
    lava: str
    lava_line: str
    water: str
    water_line: str
    acid: str
    acid_line: str
    chasm: str
    chasm_line: str
    cliff: str
    cliff_line: str
    home: str
    away: str
    error: str
    warning: str
    info: str
    reach: tuple[str, ...]
    portals: tuple[str, ...]
    fine: float = 0.025
    bold: float = 0.05
    wall_width: float = 0.16
    title_fonts: tuple[str, ...] = ("Goudy Bookletter 1911", "EB Garamond", "Georgia", "serif")
    label_fonts: tuple[str, ...] = ("Cabin", "DejaVu Sans", "Arial", "sans-serif")

    def drawn(self, fill: str = "", width: float | None = None) -> Style:
        """An area with the theme's outline."""
        return Style(fill=fill, stroke=self.line, width=self.fine if width is None else width)

    def pen(self, width: float | None = None, stroke: str = "") -> Style:
        """A line in the theme's outline colour, or another."""
        return Style(stroke=stroke or self.line, width=self.fine if width is None else width)

    def portal(self, number: int) -> str:
        """The colour of a portal."""
        return self.portals[(number - 1) % len(self.portals)]


_PORTALS = (
    "#d8342b", "#ef8a1d", "#f2cf2a", "#3f9c46", "#2f6fc4", "#7d4aa8",
    "#d975ac", "#8a5a2c", "#2aa5a0", "#8c8c8c", "#9bbf3b", "#1f2f5c",
)  # fmt: skip

PARCHMENT = Theme(
    name="parchment",
    page="#efe0bb", rock="#b79d72", rock_line="#6b5537", floor="#ece3cf", floor_line="#b3a488",
    grid="#a6957a", wall="#3b2c1c", wall_shade="#6b5537", border="#8a7350",
    line="#33261a", pale="#fbf4e2", text="#33261a", faint="#7a6645",
    wood="#a8743d", wood_dark="#6d4722", stone="#b9b2a3", stone_dark="#7d766a",
    metal="#8f949b", metal_dark="#4d5259", gold="#dcae3a", gold_dark="#8f6a17", bone="#f1e8d0", blood="#8e1f1a",
    hole="#2a211b", lava="#d9501e", lava_line="#ffc14a", water="#7fb1bf", water_line="#3f7485",
    acid="#a9bf4a", acid_line="#5f7a1b", chasm="#33291f", chasm_line="#0f0b08", cliff="#94815f", cliff_line="#4a3b27",
    home="#2c5f9e", away="#a83226", error="#c01818", warning="#d97a00", info="#1f6fb5",
    reach=("#4a8f3c", "#d9a400", "#c2571a"), portals=_PORTALS,
)  # fmt: skip

INK = Theme(
    name="ink",
    page="#ffffff", rock="#ffffff", rock_line="#222222", floor="#ffffff", floor_line="#b5b5b5",
    grid="#bdbdbd", wall="#111111", wall_shade="#777777", border="#777777",
    line="#111111", pale="#ffffff", text="#111111", faint="#666666",
    wood="#ffffff", wood_dark="#555555", stone="#ffffff", stone_dark="#777777",
    metal="#ffffff", metal_dark="#555555", gold="#ffffff", gold_dark="#555555", bone="#ffffff", blood="#333333",
    hole="#333333", lava="#ffffff", lava_line="#111111", water="#ffffff", water_line="#333333",
    acid="#ffffff", acid_line="#333333", chasm="#ffffff", chasm_line="#111111", cliff="#ffffff", cliff_line="#222222",
    home="#444444", away="#444444", error="#c01818", warning="#c46a00", info="#1f6fb5",
    reach=("#4a8f3c", "#d9a400", "#c2571a"), portals=_PORTALS, fine=0.022, wall_width=0.13,
)  # fmt: skip

SLATE = Theme(
    name="slate",
    page="#1b2129", rock="#252d37", rock_line="#39444f", floor="#4a5663", floor_line="#5d6b79",
    grid="#5f6d7b", wall="#0d1116", wall_shade="#10151b", border="#8796a5",
    line="#0d1116", pale="#e9eef3", text="#e9eef3", faint="#9fb0c0",
    wood="#a9784a", wood_dark="#5f4022", stone="#8f9aa6", stone_dark="#5c6672",
    metal="#aab4be", metal_dark="#59636d", gold="#e3b94b", gold_dark="#8f6a17", bone="#e8e2cf", blood="#b2382f",
    hole="#0b0e12", lava="#d4521f", lava_line="#ffcf5a", water="#2d6f94", water_line="#7cc4e0",
    acid="#5f8a24", acid_line="#b7e04f", chasm="#12161b", chasm_line="#000000", cliff="#5d5347", cliff_line="#2b2620",
    home="#5aa0ea", away="#ef6a5a", error="#ff5a50", warning="#ffb02e", info="#63b3ff",
    reach=("#6ad05a", "#ffd23f", "#ff8a3d"), portals=_PORTALS,
)  # fmt: skip

CONTRAST = Theme(
    name="contrast",
    page="#ffffff", rock="#d0d0d0", rock_line="#6e6e6e", floor="#ffffff", floor_line="#c8c8c8",
    grid="#9a9a9a", wall="#000000", wall_shade="#000000", border="#4d4d4d",
    line="#000000", pale="#ffffff", text="#000000", faint="#444444",
    wood="#e0e0e0", wood_dark="#555555", stone="#d9d9d9", stone_dark="#666666",
    metal="#eeeeee", metal_dark="#444444", gold="#ffffff", gold_dark="#000000", bone="#ffffff", blood="#000000",
    hole="#000000", lava="#f0b429", lava_line="#000000", water="#9ad0f5", water_line="#00466e",
    acid="#d6e685", acid_line="#2f3d00", chasm="#4d4d4d", chasm_line="#ffffff", cliff="#b0b0b0", cliff_line="#000000",
    home="#0057b8", away="#b84a00", error="#b00000", warning="#8a5a00", info="#004f9e",
    reach=("#0072b2", "#e69f00", "#cc79a7"), portals=_PORTALS, fine=0.03, bold=0.06, wall_width=0.18,
    title_fonts=("Cabin", "DejaVu Sans", "Arial", "sans-serif"),
)  # fmt: skip

_BY_NAME = {theme.name: theme for theme in (PARCHMENT, INK, SLATE, CONTRAST)}
assert tuple(_BY_NAME) == THEMES  # noqa: S101  (the options list what stands here)


def theme_named(name: str) -> Theme:
    """The theme of a name that `DrawingOptions` has passed."""
    return _BY_NAME[name]
