"""Make the manual's pictures: `python -m scripts.write_pictures [NAME…]`, or `make pictures` for all.

Pictures of the editor are listed in `scenes.py`; what they show is recorded for a test. Maps are drawn.
"""

from __future__ import annotations

import io
import sys

from PIL import Image
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.exports.png import paint_png
from scripts.editor_scenes import EXAMPLES, Scene, opened_stage
from scripts.paper_pictures import PAPER_PICTURES, make_paper_pictures
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

MAP_WIDTH_PX = 1000
"""The width of pictures of maps."""
MAP_PICTURES = {
    "the-hungry-ladder": (
        "gw-2021/the-hungry-ladder.dungeon.yaml", DrawingOptions(theme="parchment", cartouche=True, legend=True)
    ),
    "dukes-of-hashut": ("brawl-2013/dukes-of-hashut.dungeon.yaml", DrawingOptions(theme="slate", cartouche=True)),
}  # fmt: skip
"""Maps: the picture's name, the dungeon file, and how the map is drawn."""


def main(names: list[str]) -> None:
    """Make the named pictures, or all if there is no name."""
    app = QApplication.instance() or QApplication([])
    load_fonts()
    records = {name: record for name, record in read_records().items() if name in SCENES}
    for name, scene in SCENES.items():
        if name in names or not names:
            records[name] = take_picture(name, scene)
            write_records(records)
    for name, (file, options) in MAP_PICTURES.items():
        if name in names or not names:
            draw_map(name, file, options)
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


def draw_map(name: str, file: str, options: DrawingOptions) -> None:
    """Draw a map and save it as a picture."""
    drawing = draw(Dungeon.load(EXAMPLES / file).board, options)
    content = paint_png(drawing, 25.4, MAP_WIDTH_PX / drawing.size[0])
    save_picture(Image.open(io.BytesIO(content)), name)


if __name__ == "__main__":
    main(sys.argv[1:])
