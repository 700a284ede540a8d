"""Golden pictures: what maps looked like when somebody last looked at them.

To renew them after a wanted change: ``make goldens``, look at every picture that changed, commit.
Each is small; the cabinet of specimens is kept as a sheet of its rooms alone, so that a test can name the room.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions, RangeBands
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.png import paint_png
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import measure_distance
from dungeon_designer.tiles.library import load_stock_library
from tests.drawing.boards import CROWN, ENGINE, MELEE, spread_tiles
from tests.drawing.specimens import SPECIMENS, build_cabinet, place_of

Picture = npt.NDArray[np.uint8]

FOLDER = Path(__file__).parent / "golden"

SCALE, ROOM = 11, 39
"""Pixels a square in the cabinet; pixels a room, its walls included."""

SMALL = 6
"""Pixels a square in the pictures of whole maps."""

SECRET = tuple(name for name in SPECIMENS if name.startswith(("trapdoor", "counter")))
"""Specimens the organiser sees otherwise."""

FINDINGS = (
    Finding(rule="a", level=Level.ERROR, message="first", squares=((2, 2), (2, 4))),
    Finding(rule="b", level=Level.WARNING, message="second", squares=((10, 8), (11, 8), (12, 8))),
    Finding(rule="c", level=Level.INFO, message="third", squares=((20, 13), (21, 13))),
)


def render(drawing: Drawing, scale: int) -> Picture:
    """Return a drawing as pixels."""
    return read_pixels(QImage.fromData(paint_png(drawing, 25.4, scale)))


def read_pixels(image: QImage) -> Picture:
    """Return the red, green and blue of an image."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return flat[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def save_picture(picture: Picture, path: Path) -> None:
    """Save the picture as a PNG, packed as tightly as Qt can."""
    height, width, _ = picture.shape
    image = QImage(np.ascontiguousarray(picture).data, width, height, 3 * width, QImage.Format.Format_RGB888)
    assert image.save(str(path), "PNG", 0)  # type: ignore[call-overload]


def load_picture(name: str, folder: Path = FOLDER) -> Picture:
    """Return the golden picture of a name."""
    return read_pixels(QImage(str(folder / f"{name}.png")))


@functools.cache
def draw_rooms(theme: str, hidden: bool) -> dict[str, Picture]:
    """Return every specimen's room in a theme; with `hidden`, as the organiser sees those that differ."""
    drawing = draw(build_board(build_cabinet()), DrawingOptions(theme=theme, coordinates=False, hidden=hidden))
    whole = render(drawing, SCALE)
    found = {}
    for name in SECRET if hidden else SPECIMENS:
        left, top = (
            round((at - corner) * SCALE) - 3 for at, corner in zip(place_of(name), drawing.corner, strict=True)
        )
        found[name] = whole[top : top + ROOM, left : left + ROOM]
    return found


def draw_sheet(pictures: dict[str, Picture]) -> Picture:
    """Return rooms side by side, eleven in a row."""
    blank = np.zeros((ROOM, ROOM, 3), dtype=np.uint8)
    every = list(pictures.values())
    every += [blank] * (-len(every) % 11)
    return np.vstack([np.hstack(every[i : i + 11]) for i in range(0, len(every), 11)])


def cut_room(picture: Picture, at: int) -> Picture:
    """Return one room of a sheet."""
    top, left = at // 11 * ROOM, at % 11 * ROOM
    return picture[top : top + ROOM, left : left + ROOM]


def name_sheet(theme: str, hidden: bool) -> str:
    """Return what a sheet's file is called."""
    return f"rooms-{theme}-hidden" if hidden else f"rooms-{theme}"


def draw_maps() -> dict[str, Drawing]:
    """Whole maps: each theme with all its words, the tiles of 2021 and six sides in each theme, each
    overlay once."""
    crown, engine = build_board(CROWN), build_board(ENGINE)
    box = build_board(spread_tiles("gw-2021", "gw-2022-colleges"), load_stock_library())
    worded = {
        f"crown-{name}": draw(crown, DrawingOptions(theme=name, title=True, legend=True, section_names=True))
        for name in THEMES
    }
    bare = {
        f"engine-{name}": draw(engine, DrawingOptions(theme=name, coordinates=False, grid=False)) for name in THEMES
    }
    tiles = {f"box-{name}": draw(box, DrawingOptions(theme=name, coordinates=False)) for name in THEMES}
    six = {f"melee-{name}": draw(build_board(MELEE), DrawingOptions(theme=name, coordinates=False)) for name in THEMES}
    return {**worded, **bare, **tiles, **six, **_draw_overlays(crown)}


def _draw_overlays(board: Board) -> dict[str, Drawing]:
    steps = [-1 if at in board.hazard_squares else measure_distance((3, 8), at) for at in board.squares]
    bands = (("quick", 0, 3), ("short", 4, 6))
    within = [
        (name, tuple(s for s in board.squares if low <= measure_distance((12, 10), s) <= high))
        for name, low, high in bands
    ]
    return {
        "findings": draw(board, DrawingOptions(theme="contrast"), FINDINGS),
        "distances": draw(board, DrawingOptions(theme="slate"), distances=steps),
        "reach": draw(board, DrawingOptions(theme="parchment"), reach=RangeBands((12, 10), tuple(within))),
    }


def write_goldens() -> None:
    """Draw every golden picture anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for theme in THEMES:
        for hidden in (False, True):
            save_picture(draw_sheet(draw_rooms(theme, hidden)), FOLDER / f"{name_sheet(theme, hidden)}.png")
    for name, drawing in draw_maps().items():
        save_picture(render(drawing, SMALL), FOLDER / f"map-{name}.png")


if __name__ == "__main__":
    write_goldens()
