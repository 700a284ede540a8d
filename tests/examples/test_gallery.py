"""The gallery of the examples is what the command would write today."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PySide6.QtGui")

from PySide6.QtGui import QImage

from dungeon_designer.cli.main import run
from tests.drawing.goldens import pixels

EXAMPLES = Path(__file__).parents[2] / "examples"
LOUDEST = 2.0
"""The mean difference of two pictures of one dungeon drawn by two versions of a rasteriser, in 256 shades."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """The examples copied elsewhere, with a gallery written anew."""
    root = tmp_path_factory.mktemp("gallery") / "examples"
    shutil.copytree(EXAMPLES, root, ignore=shutil.ignore_patterns("pictures", "README.md"))
    assert run(["gallery", str(root), "--title", "Example dungeons"]) == 0
    return root


def test_the_gallery_page_is_fresh(fresh):
    """Every dungeon stands on the page with its name and idea; `make gallery` renews it."""
    assert (fresh / "README.md").read_text() == (EXAMPLES / "README.md").read_text()


def test_the_gallery_pictures_are_fresh(fresh):
    """Every picture shows its dungeon as it is drawn today, and there is none of a dungeon that is gone."""
    there = sorted(p.relative_to(fresh) for p in fresh.rglob("*.png"))
    assert there == sorted(p.relative_to(EXAMPLES) for p in (EXAMPLES / "pictures").rglob("*.png"))
    for name in there:
        new, old = (pixels(QImage(str(root / name))) for root in (fresh, EXAMPLES))
        assert new.shape == old.shape, name
        assert np.abs(new.astype(int) - old.astype(int)).mean() < LOUDEST, name
