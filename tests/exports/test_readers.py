"""SVG as programs open it that had no hand in making it.

Each version of such a program paints in its own way, so none is asked in `make test`: it is green or red on any machine
alike.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.rasterising import paint_here
from dungeon_designer.exports.svg import draw_svg
from tests.drawing.goldens import read_pixels
from tests.drawing.specimens import build_cabinet
from tests.soak import FULL, soak

MEAN = {"parchment": 2.4, "ink": 4.5, "slate": 1.3, "contrast": 1.8}
"""The mean difference of two readers' pictures, in 256 shades: each smooths edges in its own way, and ink is all edges.
A third less was measured; a texture, a shadow or a turned thing that is lost makes more."""

SHARE = 0.005
"""How many pixels may be quite different (0.001 to 0.002 measured)."""


@soak
@pytest.mark.skipif(not (FULL and shutil.which("inkscape")), reason="Inkscape is asked in the soak, where there is one")
@pytest.mark.parametrize("theme", THEMES)
def test_inkscape_shows_what_we_show(theme: str, tmp_path: Path) -> None:
    """Every kind of thing there is looks in Inkscape as in our own pictures, and as large as it says in millimetres."""
    board = build_board(build_cabinet())
    options = ExportOptions(DrawingOptions(theme=theme, coordinates=False), square=10.0)  # no words: fonts differ
    (tmp_path / "map.svg").write_text(draw_svg(board, options), encoding="utf-8")
    call = ["inkscape", "map.svg", "--export-type=png", "--export-dpi=96", "--export-filename=map.png"]
    subprocess.run(call, cwd=tmp_path, capture_output=True, check=True, timeout=120)
    theirs = read_pixels(QImage(str(tmp_path / "map.png")))
    height, width, _ = theirs.shape
    ours = read_pixels(QImage.fromData(paint_here((tmp_path / "map.svg").read_text(encoding="utf-8"), width, height)))
    apart = np.abs(ours.astype(int) - theirs)
    assert apart.mean() <= MEAN[theme]
    assert (apart.max(axis=2) > 60).mean() <= SHARE
    size = float(draw_svg(board, options).split('width="')[1].split("mm")[0])
    assert width == pytest.approx(size / 25.4 * 96, abs=1.0)
