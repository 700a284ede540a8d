"""The manual's pictures: those of the editor show the editor as it is today, and all of them are on a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from dungeon_designer.editor.dialogs.manual import ManualDialog
from dungeon_designer.editor.dialogs.output import OutputDialog
from dungeon_designer.editor.fitting import FittingDialog
from scripts import dialog_scenes, photo_scenes
from scripts.editor_scenes import opened_stage
from scripts.picture_files import MAX_PICTURE_BYTES, MAX_TOTAL_BYTES, PICTURES_FOLDER
from scripts.picture_parts import compare_panels, hash_file, list_panels, list_texts, read_records
from scripts.scenes import SCENES
from tests.editor.test_names import list_dialog_classes

RECORDS = read_records()


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_shows_the_editor_of_today(qapp, name):
    """Panels and texts are where and what they are in the picture. If not, `python -m scripts.write_pictures NAME`."""
    with opened_stage() as stage:
        widget = next(SCENES[name](stage))
        assert compare_panels(RECORDS[name].panels, list_panels(widget)) == []
        assert RECORDS[name].texts == list_texts(widget)


@pytest.mark.parametrize("name", SCENES)
def test_a_record_belongs_to_its_picture(name):
    """No picture was made without its record, or changed afterwards."""
    assert hash_file(PICTURES_FOLDER / f"{name}.png") == RECORDS[name].sha256


def test_every_dialog_has_a_scene():
    """Each dialog of the editor is in a picture, but for the manual's own window."""
    shown = [*vars(dialog_scenes).values(), *vars(photo_scenes).values()]
    assert (
        list_dialog_classes()
        - {FittingDialog, OutputDialog, ManualDialog}
        - {value for value in shown if isinstance(value, type)}
        == set()
    )


def test_no_record_is_left_over():
    """Each record belongs to a scene."""
    assert set(RECORDS) == set(SCENES)


def test_each_picture_is_on_a_page():
    """Each picture is on a page, with a text that says what is seen; none is left over."""
    root = PICTURES_FOLDER.parents[1]
    pages = [root / "README.md", *PICTURES_FOLDER.parent.rglob("*.md")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    alt_by_name = {Path(file).name: alt for alt, file in re.findall(r"!\[([^]]*)\]\(([^)]*pictures/[^)]+)\)", text)}
    names = {path.name for path in PICTURES_FOLDER.iterdir()}
    assert names - set(alt_by_name) == set()
    assert all(len(alt_by_name[name].split()) >= 3 for name in names)


@pytest.mark.parametrize("path", sorted(PICTURES_FOLDER.rglob("*.png")), ids=lambda path: path.stem)
def test_a_picture_has_a_palette_and_is_small(path):
    """A page loads pictures quickly: each has a palette and is no larger than allowed."""
    content = path.read_bytes()
    assert content[25] == 3, "the colour type in the header: 3 is a palette"
    assert len(content) <= MAX_PICTURE_BYTES


def test_all_pictures_are_small_together():
    """All pictures of the manual, those of the rules as well, are not larger than allowed."""
    docs = PICTURES_FOLDER.parent
    sizes = [path.stat().st_size for path in docs.rglob("*") if path.suffix in (".png", ".svg", ".jpg")]
    assert sum(sizes) <= MAX_TOTAL_BYTES
