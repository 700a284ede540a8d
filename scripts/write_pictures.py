"""Make the manual's pictures: `python -m scripts.write_pictures [NAME…]`, or `make pictures` for all.

Pictures of the editor are listed in `scenes.py`; what they show is recorded for a test. Maps are drawn.
"""

from __future__ import annotations

import sys

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from dungeon_designer.editor.canvas.picture import load_fonts
from scripts.checker_picture import CHECKER_PICTURE, make_checker_pictures
from scripts.editor_scenes import Scene, opened_stage
from scripts.map_pictures import MAP_PICTURES, make_map_pictures
from scripts.paper_pictures import PAPER_PICTURES, make_paper_pictures
from scripts.phone_pictures import PHONE_PICTURE, make_phone_pictures
from scripts.picture_files import save_picture
from scripts.picture_labels import convert_picture, draw_labels, list_named_parts
from scripts.picture_parts import (
    PictureRecord,
    hash_file,
    list_panels,
    list_texts,
    read_records,
    write_records,
)
from scripts.scenes import LABELLED_SCENES, SCENES


def main(names: list[str]) -> None:
    """Make the named pictures, or all if there is no name."""
    app = QApplication.instance() or QApplication([])
    load_fonts()
    records = {name: record for name, record in read_records().items() if name in SCENES}
    for name, scene in SCENES.items():
        if name in names or not names:
            records[name] = take_picture(name, scene)
            write_records(records)
    make_map_pictures([name for name in MAP_PICTURES if name in names or not names])
    make_phone_pictures([PHONE_PICTURE] if PHONE_PICTURE in names or not names else [])
    make_checker_pictures([CHECKER_PICTURE] if CHECKER_PICTURE in names or not names else [])
    make_paper_pictures([name for name in PAPER_PICTURES if name in names or not names])
    app.processEvents()


def take_picture(name: str, scene: Scene) -> PictureRecord:
    """Save the picture of a scene, and return what it shows."""
    with opened_stage() as stage:
        steps = scene(stage)
        widget = next(steps)
        panels, texts = list_panels(widget), list_texts(widget)
        for _ in steps:
            pass
        path = save_picture(convert_picture(grab_picture(widget, name)), name)
    return PictureRecord(hash_file(path), panels, texts)


def grab_picture(widget: QWidget, name: str) -> QPixmap:
    """Return a widget as a picture, with the names of its parts if the picture is to show them."""
    picture = widget.grab()
    return draw_labels(picture, list_named_parts(widget)) if name in LABELLED_SCENES else picture


if __name__ == "__main__":
    main(sys.argv[1:])
