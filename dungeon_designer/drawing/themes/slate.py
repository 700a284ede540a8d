"""Slate: dark and quiet, for screens."""

from dungeon_designer.drawing.themes.model import Theme

SLATE = Theme(
    name="slate",
    page="#171c22", page_shade="#0f1317", rock="#222932", rock_line="#3a4552",
    floor="#46525e", floor_corridor="#3e4954", floor_large="#4d5a67", floor_junction="#414c57",
    floor_plates="#515b66", floor_planks="#6a5138", floor_line="#596674", moss="#5c8a5f", emblem="#67768a",
    grid="#6f7d8b", wall="#07090c", wall_face="#7f8d9b", border="#93a2b1", shade="#000000",
    line="#0b0e12", pale="#eef2f6", text="#eef2f6", faint="#93a5b6",
    wood="#b9824f", wood_dark="#573a1f", stone="#98a3ae", stone_dark="#6a7580", marble="#c6ced6", plinth="#5e6a76",
    metal="#b2bbc4", gold="#e6bd50", bone="#ebe5d2", blood="#a8352d", eye="#ff7a33",
    dragon="#6fa15c", dragon_dark="#467043",
    hole="#14181d", hole_deep="#050607", spike="#c8d0d8",
    lava="#b33a16", lava_line="#ffd257", lava_glow="#ff7d1f", lava_crust="#4d1a0e",
    water="#2b6587", water_line="#79c0dd", water_glow="#a8dcf0",
    acid="#587f22", acid_line="#b4dc4d", acid_glow="#86b338",
    chasm="#0b0d10", chasm_line="#4a5663", cliff="#5d5548", cliff_line="#b0a48d", spike_pit="#191d22", bank="#20272f",
    leap="#ffd24a", machine="#c9a15e", home="#63a6ee", away="#f07565", banner="#0b0e12",
    rune="#ffffff", disc="#eef2f6", disc_text="#0b0e12",
    error="#ff5a50", warning="#ffb02e", info="#63b3ff", reach=("#6ad05a", "#ffd23f", "#ff8a3d", "#c792ff"),
    rim="#f2dfae", texture=0.85, hatch=0.04, halo=(2.6, 0.9), shading=0.45, masonry=False, wall_width=0.17,
    title_fonts=("Cabin", "DejaVu Sans", "Arial", "sans-serif"),
)  # fmt: skip
