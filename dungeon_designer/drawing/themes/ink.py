"""Ink: line art that spares the toner, rock hatched by hand, floors left white but for a stroke here and there."""

from dungeon_designer.drawing.themes.model import Theme

INK = Theme(
    name="ink",
    page="#ffffff", page_shade="#ffffff", rock="#ffffff", rock_line="#1c1c1c",
    floor="#ffffff", floor_corridor="#ffffff", floor_large="#ffffff", floor_junction="#ffffff",
    floor_plates="#ffffff", floor_planks="#ffffff", floor_line="#c6c6c6", moss="#cfcfcf", emblem="#d6d6d6",
    grid="#9a9a9a", wall="#0a0a0a", wall_face="#0a0a0a", border="#6a6a6a", shade="#bdbdbd",
    line="#0a0a0a", pale="#ffffff", text="#0a0a0a", faint="#555555",
    wood="#ffffff", wood_dark="#8a8a8a", stone="#ffffff", stone_dark="#c4c4c4", marble="#ffffff", plinth="#f1f1f1",
    metal="#e2e2e2", gold="#ffffff", bone="#ffffff", blood="#d0d0d0", eye="#0a0a0a",
    dragon="#ffffff", dragon_dark="#d8d8d8",
    hole="#5c5c5c", hole_deep="#2a2a2a", spike="#ffffff",
    lava="#ffffff", lava_line="#0a0a0a", lava_glow="#dddddd", lava_crust="#bbbbbb",
    water="#ffffff", water_line="#3a3a3a", water_glow="#8a8a8a",
    acid="#ffffff", acid_line="#3a3a3a", acid_glow="#ffffff",
    chasm="#e4e4e4", chasm_line="#1c1c1c", cliff="#ffffff", cliff_line="#1c1c1c", spike_pit="#c9c9c9", bank="#0a0a0a",
    leap="#ffffff", machine="#8a8a8a", home="#4a4a4a", away="#4a4a4a", banner="#ffffff",
    rune="#ffffff", disc="#ffffff", disc_text="#0a0a0a",
    error="#c4161c", warning="#c46a00", info="#1d6cb0", reach=("#3f8f3c", "#e0a800", "#c2571a", "#7b3fa0"),
    fine=0.022, bold=0.04, wall_width=0.13, dusk=0.1, texture=0.5, hatch=0.04, shading=0.0, zone_tint=0.12,
)  # fmt: skip
