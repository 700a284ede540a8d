"""Make a tile from a part of a photo: straighten it, and write the tile's file with its picture beside it.

No widget is used here. Reading and straightening a large photo takes some seconds, so `make_photo_tile` is the work
function of a process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from math import dist, sqrt
from pathlib import Path
from typing import cast

from msgspec import Struct
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QImage, QPainter, QPolygonF, QTransform

from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.errors import TileError, WriteError, escape_line
from dungeon_designer.grid import Size
from dungeon_designer.kinds import SectionKind
from dungeon_designer.pictures.decoding import (
    MAX_FILE_BYTES,
    MAX_PIXELS,
    DecodedPicture,
    EncodedPicture,
    decode_file,
    encode_decoded,
)
from dungeon_designer.text.file_names import build_file_stem
from dungeon_designer.text.file_reading import format_reason
from dungeon_designer.text.writing import FileContent, write_file
from dungeon_designer.text.yaml_text import format_inline, format_scalar
from dungeon_designer.tiles.library import TILE_ENDINGS, load_stock_library
from dungeon_designer.tiles.tile_file import parse_tile

MAX_TILE_SIDE = 40
"""The greatest width and height of a tile made from a photo, in squares."""

MAX_STEM_LETTERS = 40
"""The greatest length of the file name that is made from a tile's name, without its ending, in letters."""

MIN_TURN = 0.0005
"""How large the triangle at each corner of the tile must be, as twice its share of the photo. Smaller is a mistake."""

SHRINKING_FACTOR = 0.7
"""How much smaller in width and height a picture is made whose file would be too large."""

Corners = tuple[tuple[float, float], ...]
"""The four corners of a tile on a photo: upper left, upper right, lower right, lower left, each as shares (0 to 1) of
the photo's width and height. On the photo the tile may lie rotated."""

WHOLE_PHOTO: Corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corners of a photo that shows the tile and nothing else."""


class PhotoTile(Struct, frozen=True, kw_only=True):
    """A tile that is to be made from a photo.

    Attributes:
        photo: the file of the photo.
        corners: where the tile is on the photo.
        size: the width and height of the tile in squares.
        name: the tile's name.
        kind: the kind of section that the tile is.
        folder: the folder of the tile set. It is created if it does not exist.
        has_own_grid: whether the photo shows lines between its squares, so that the program draws none.
        author: who made the photo; '' if that is not known.
        licence: under which licence it may be passed on; '' if that is not known.
        replaced_files: existing files that may be replaced, since the user has agreed.
    """

    photo: Path
    corners: Corners
    size: Size
    name: str
    kind: SectionKind
    folder: Path
    has_own_grid: bool = False
    author: str = ""
    licence: str = ""
    replaced_files: tuple[Path, ...] = ()

    @property
    def stem(self) -> str:
        """The name of the tile's file without its ending."""
        return build_file_stem(self.name, "tile", MAX_STEM_LETTERS)

    @property
    def tile_id(self) -> str:
        """The id by which dungeon files name the tile."""
        return f"{self.folder.name}/{self.stem}"

    @property
    def file(self) -> Path:
        """The tile's file: an existing one with the tile's id, or else a new one."""
        files = [self.folder / f"{self.stem}{ending}" for ending in TILE_ENDINGS]
        return next((file for file in files if os.path.lexists(file)), files[0])


class WrittenTile(Struct, frozen=True):
    """A tile that was made: its id, its file and the file of its picture."""

    tile_id: str
    file: Path
    picture: Path


def is_frame(corners: Corners) -> bool:
    """Return whether four corners go clockwise round an area without a dent, so that it can be straightened.

    >>> is_frame(WHOLE_PHOTO), is_frame(WHOLE_PHOTO[::-1])
    (True, False)
    """
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = (corners[(i + step) % 4] for step in range(3))
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)  # positive where the way from a to c bends clockwise
        if turn < MIN_TURN:
            return False
    return True


def find_straight_size(corners_px: Corners, size: Size) -> Size:
    """Return the width and height in pixels of a straightened tile, so that no detail of the photo is lost.

    All squares are equally wide and high. The result has at most `MAX_PIXELS` pixels.

    Args:
        corners_px: the corners of the tile on the photo, in pixels.
        size: the width and height of the tile in squares.

    >>> find_straight_size(((0, 0), (200, 0), (200, 90), (0, 90)), (2, 1))
    (200, 100)
    """
    (width, height), sides = size, [dist(corners_px[i], corners_px[(i + 1) % 4]) for i in range(4)]
    square_px = max(max(sides[0], sides[2]) / width, max(sides[1], sides[3]) / height)
    square_px = min(square_px, sqrt(MAX_PIXELS / (width * height)))
    return max(1, int(width * square_px + 1e-6)), max(1, int(height * square_px + 1e-6))


def straighten_image(image: QImage, corners_px: Corners, size_px: Size) -> QImage:
    """Return the part of an image between four corners as an upright rectangle.

    Args:
        image: the image.
        corners_px: the corners of the part, in pixels of the image, as `is_frame` requires.
        size_px: the width and height of the result.
    """
    width, height = size_px
    target_corners = (0, 0), (width, 0), (width, height), (0, height)
    polygons = _build_polygon(corners_px), _build_polygon(target_corners)
    transform = cast("QTransform", QTransform.quadToQuad(*polygons))  # it is a frame, so there is one
    straight_image = QImage(QSize(width, height), QImage.Format.Format_RGBA8888)
    straight_image.fill(0)
    painter = QPainter(straight_image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setTransform(transform)
    painter.drawImage(QPointF(0, 0), image)
    painter.end()
    return straight_image


def _build_polygon(points: Corners) -> QPolygonF:
    """Return points as a polygon of Qt's."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def scale_corners(corners: Corners, width: float, height: float) -> Corners:
    """Return corners in pixels or squares of a photo with a width and a height in that unit.

    >>> scale_corners(((0.5, 1.0),), 400, 200)
    ((200.0, 200.0),)
    """
    return tuple((x * width, y * height) for x, y in corners)


def list_replaced_files(tile: PhotoTile) -> list[Path]:
    """Return the existing files that a tile of this name would replace: a tile's file and the pictures of its name.

    The photo itself is none of them. If there is no such tile, nothing is replaced: the picture gets a free name.
    """
    if not os.path.lexists(tile.file):
        return []
    pictures = [tile.folder / f"{tile.stem}{ending}" for ending in (".jpg", ".png")]
    return [tile.file, *(file for file in pictures if file.exists() and not _is_photo(tile, file))]


def _is_photo(tile: PhotoTile, file: Path) -> bool:
    """Return whether a file is the photo from which a tile is made."""
    return os.path.realpath(file) == os.path.realpath(tile.photo)


def make_photo_tile(tile: PhotoTile, send_answer: AnswerSender) -> None:
    """Straighten the tile's part of the full photo, write both files, and send a `WrittenTile`.

    This is a work function for `BackgroundProcess`.

    Raises:
        PictureError: the photo cannot be read.
        TileError: the tile has the id of one of the program's own.
        WriteError: a file cannot be written, or exists and may not be replaced.
    """
    if tile.tile_id in load_stock_library():
        problem = f"{tile.tile_id} is a tile of the program; choose another name or another tile set"
        raise TileError(str(tile.file), "", problem)
    picture = straighten_photo(tile)
    send_answer()
    send_answer(write_tile_files(tile, picture))


def straighten_photo(tile: PhotoTile) -> EncodedPicture:
    """Return the tile's part of the full photo, straightened, as a file that can be read again.

    Raises:
        PictureError: the photo cannot be read.
    """
    decoded = decode_file(str(tile.photo))
    width, height = decoded.size
    photo = QImage(decoded.pixels, width, height, 4 * width, QImage.Format.Format_RGBA8888)
    corners_px = scale_corners(tile.corners, width, height)
    size_px = find_straight_size(corners_px, tile.size)
    while True:
        straight_image = straighten_image(photo, corners_px, size_px)
        encoded = encode_decoded(DecodedPicture(bytes(straight_image.constBits()), size_px))
        if len(encoded.data) <= MAX_FILE_BYTES:
            return encoded
        size_px = int(size_px[0] * SHRINKING_FACTOR), int(size_px[1] * SHRINKING_FACTOR)


def write_tile_files(tile: PhotoTile, picture: EncodedPicture) -> WrittenTile:
    """Write the picture of a tile, then its file, and return both paths.

    Raises:
        TileError: no tile can be read from what would be written, for instance because its id is too long.
        WriteError: a file cannot be written, or exists and may not be replaced.
    """
    try:
        tile.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(escape_line(f"{tile.folder}: cannot be created: {format_reason(error)}")) from None
    picture_path = find_picture_path(tile, picture.ending)
    text = build_tile_text(tile, picture_path.name).encode()
    parse_tile(text, str(tile.file), tile.tile_id)
    for path, data in ((picture_path, picture.data), (tile.file, text)):
        write_file(path, data, None if path in tile.replaced_files else FileContent(None))
    return WrittenTile(tile.tile_id, tile.file, picture_path)


def find_picture_path(tile: PhotoTile, ending: str) -> Path:
    """Return the file for the picture of a tile: beside the tile's file, with its name or the next free one."""
    for name in _list_picture_names(tile.stem, ending):
        path = tile.folder / name
        if not os.path.lexists(path) or (path in tile.replaced_files and not _is_photo(tile, path)):
            return path
    raise AssertionError("there is always a free name")


def _list_picture_names(stem: str, ending: str) -> Iterator[str]:
    """Yield names for a picture: that of the tile first, then numbered ones."""
    yield f"{stem}{ending}"
    yield from (f"{stem}-{number}{ending}" for number in count(2))


def build_tile_text(tile: PhotoTile, picture_name: str) -> str:
    """Return the text of the tile's file. All squares of the tile are floor.

    Args:
        tile: the tile.
        picture_name: the name of its picture's file, which lies beside its own.
    """
    facts = {
        "file": picture_name,
        **({"grid": False} if tile.has_own_grid else {}),
        **({"author": tile.author} if tile.author else {}),
        **({"licence": tile.licence} if tile.licence else {}),
    }
    picture = format_scalar(picture_name) if len(facts) == 1 else format_inline(facts)
    width, height = tile.size
    rows = f"  {'.' * width}\n" * height
    return f"name: {format_scalar(tile.name)}\nkind: {tile.kind}\npicture: {picture}\nsquares: |\n{rows}"
