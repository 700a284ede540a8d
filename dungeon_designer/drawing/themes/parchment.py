"""Parchment: a map to hang up. Stone, wood, water and fire in earth colours, walls of masonry, shaded floors."""

from dungeon_designer.drawing.themes.model import Theme

PARCHMENT = Theme(
    name="parchment",
    page="#eddcb4", page_shade="#b08a4f", rock="#a78a5c", rock_line="#5a432a",
    floor="#e6dcc4", floor_corridor="#ddd0b3", floor_large="#ebe3cf", floor_junction="#e0d6bd",
    floor_plates="#d3cdbf", floor_planks="#c79a63", floor_line="#cabb9a", moss="#7d8a4c", emblem="#c9b994",
    grid="#9c8760", wall="#2f2216", wall_face="#9a8a70", border="#7d6440", shade="#2b1c0c",
    line="#2f2216", pale="#fbf4e2", text="#2f2216", faint="#7a6340",
    wood="#a8713a", wood_dark="#623e1d", stone="#b8b0a0", stone_dark="#857c6d", marble="#ddd6c6", plinth="#9c9283",
    metal="#868a90", gold="#dcab33", bone="#f0e6cb", blood="#8f231c", eye="#e0521c",
    dragon="#6e8b52", dragon_dark="#48633a",
    hole="#3a2c20", hole_deep="#1a120b", spike="#d9cfb8",
    lava="#c2401a", lava_line="#ffd257", lava_glow="#ff8a2a", lava_crust="#6b2413",
    water="#7fb0ba", water_line="#3d7382", water_glow="#c4e0e0",
    acid="#9db648", acid_line="#566f19", acid_glow="#cfe07c",
    chasm="#2c2117", chasm_line="#7d6546", cliff="#a8926b", cliff_line="#56432b", spike_pit="#4f4132", bank="#6d5a41",
    leap="#f0c23c", machine="#7a4a2a", home="#2c5a94", away="#a02f25", banner="#fbf4e2",
    rune="#fff6dd", disc="#fbf4e2", disc_text="#2f2216",
    error="#c4161c", warning="#d77a00", info="#1d6cb0", reach=("#3f8f3c", "#e0a800", "#c2571a", "#7b3fa0"),
    hatch=0.04, halo=(2.9, 1.1), shading=0.3, masonry=True, ornament=True,
)  # fmt: skip
