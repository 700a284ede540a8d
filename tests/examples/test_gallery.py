"""The gallery of the examples is what its script would write today."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PySide6.QtGui")

from PySide6.QtGui import QImage

from dungeon_designer.cli import picture_page
from dungeon_designer.cli.picture_page import THUMBNAIL_OPTIONS
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.png import paint_png
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.figures.measures import Figure, Measure, load_named_figures
from scripts import write_gallery
from tests.drawing.goldens import read_pixels
from tests.soak import count, soak

EXAMPLES = Path(__file__).parents[2] / "examples"
PATHS = sorted(EXAMPLES.glob("*/*.dungeon.yaml"))
LOUDEST = 2.0
"""The mean difference of two pictures of one dungeon drawn by two versions of a rasteriser, in 256 shades."""

DEAR = ("mean-sight", "least-cut")
"""Figures that take as long as all else on the page; those of named dungeons tests/figures keeps current."""


def read_figure(self, survey, figure=Measure.measure_figure):
    """Return a figure, or one that takes long as named.json has it."""
    values = load_named_figures().get(survey.context.ruleset.id, {}).get(survey.board.layout.name)
    return Figure(self.name, self.unit, values.get(self.name)) if values and self.name in DEAR else figure(self, survey)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """The examples copied elsewhere, with a gallery written anew whose pictures are empty."""
    root = tmp_path_factory.mktemp("gallery") / "examples"
    shutil.copytree(EXAMPLES, root, ignore=shutil.ignore_patterns("pictures", "README.md"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(picture_page, "draw_board", lambda board, options: None)
        patched.setattr(picture_page, "paint_png", lambda drawing, square_mm, dpi: b"")
        patched.setattr(Measure, "measure_figure", read_figure)
        write_gallery.write_page(root)
    return root


def test_the_gallery_page_is_fresh(fresh):
    """Every dungeon stands on the page with its name and idea; `make gallery` renews it."""
    assert (fresh / "README.md").read_text() == (EXAMPLES / "README.md").read_text()


def test_no_picture_is_missing_or_left_over(fresh):
    """There is a picture of each dungeon, and none of a dungeon that is gone."""
    there = sorted(p.relative_to(fresh) for p in fresh.rglob("*.png"))
    assert there == sorted(p.relative_to(EXAMPLES) for p in (EXAMPLES / "pictures").rglob("*.png"))


@soak
@pytest.mark.parametrize("path", PATHS[:: count(6, 1)], ids=lambda path: path.name)
def test_a_picture_shows_the_dungeon_as_it_is_drawn_today(path):
    """`make gallery` renews it."""
    file = EXAMPLES / "pictures" / path.relative_to(EXAMPLES).with_name(path.name.partition(".")[0] + ".png")
    today = paint_png(
        draw_board(Dungeon.load(path).board, THUMBNAIL_OPTIONS), THUMBNAIL_OPTIONS.square, THUMBNAIL_OPTIONS.dpi
    )
    new, old = read_pixels(QImage.fromData(today)), read_pixels(QImage(str(file)))
    assert new.shape == old.shape
    assert np.abs(new.astype(int) - old.astype(int)).mean() < LOUDEST
