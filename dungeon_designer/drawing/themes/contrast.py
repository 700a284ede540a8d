"""Contrast: for eyes that mix up colours and for grey printers. Every kind has a hatching and a shape of its own.

The colours that are left are Okabe and Ito's, which differ in lightness too.
"""

from dungeon_designer.drawing.themes.model import Theme

CONTRAST = Theme(
    name="contrast",
    page="#ffffff", page_shade="#ffffff", rock="#d4d4d4", rock_line="#4c4c4c",
    floor="#ffffff", floor_corridor="#ffffff", floor_large="#ffffff", floor_junction="#ffffff",
    floor_plates="#ffffff", floor_planks="#ffffff", floor_line="#cacaca", moss="#c6c6c6", emblem="#c9c9c9",
    grid="#858585", wall="#000000", wall_face="#000000", border="#000000", shade="#000000",
    line="#000000", pale="#ffffff", text="#000000", faint="#333333",
    wood="#ffffff", wood_dark="#555555", stone="#ffffff", stone_dark="#9a9a9a", marble="#ffffff", plinth="#c2c2c2",
    metal="#d6d6d6", gold="#ffffff", bone="#ffffff", blood="#9a9a9a", eye="#000000",
    dragon="#ffffff", dragon_dark="#b5b5b5",
    hole="#000000", hole_deep="#000000", spike="#ffffff",
    lava="#d55e00", lava_line="#ffffff", lava_glow="#7a3200", lava_crust="#7a3200",
    water="#8fd0f5", water_line="#00324f", water_glow="#ffffff",
    acid="#f0e442", acid_line="#3a3600", acid_glow="#ffffff",
    chasm="#4a4a4a", chasm_line="#ffffff", cliff="#d9d9d9", cliff_line="#000000", spike_pit="#6e6e6e", bank="#000000",
    leap="#f0e442", machine="#333333", home="#0072b2", away="#b34700", banner="#ffffff",
    rune="#000000", disc="#ffffff", disc_text="#000000",
    error="#b00000", warning="#8a5a00", info="#004f9e", reach=("#0072b2", "#e69f00", "#cc79a7", "#009e73"),
    fine=0.03, bold=0.055, wall_width=0.2, bank_width=0.06, dusk=0.06, texture=1.0, hatch=0.04, halo=(2.5, 1.5),
    title_fonts=("Cabin", "DejaVu Sans", "Arial", "sans-serif"),
)  # fmt: skip
