"""Embed pictures of pixels in a file: each once, encoded anew, with no more pixels than the file shows."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from hashlib import blake2s
from math import ceil

from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.pictures.decoding import EncodedPicture, encode_picture
from dungeon_designer.pictures.picture_model import PictureSource

PRINT_DPI = 300
"""The resolution of pictures in a file that is printed, in dots per inch; more is not seen on paper."""

SCREEN_PIXELS_PER_SQUARE = 128
"""The resolution of pictures on a page for a screen, in pixels per square."""

MAX_PIXELS_PER_SQUARE = 1024
"""The finest resolution of an embedded picture, whatever the scale of the drawing."""

MM_PER_INCH = 25.4


def find_print_resolution(square_mm: float) -> float:
    """Return the resolution of pictures in print, in pixels per square, for squares of a width in millimetres."""
    return square_mm / MM_PER_INCH * PRINT_DPI


def encode_pictures(drawing: Drawing, pixels_per_square: float) -> dict[PictureSource, EncodedPicture]:
    """Return every picture of a drawing as it is embedded, by its file, from the lowest up.

    Args:
        drawing: the drawing.
        pixels_per_square: how many pixels a square is wide in the file that embeds them.

    Raises:
        PictureError: a picture is missing or wrong.
    """
    resolution = min(pixels_per_square, MAX_PIXELS_PER_SQUARE)
    sizes: defaultdict[PictureSource, list[tuple[float, float]]] = defaultdict(list)
    for picture in drawing.list_pictures():
        sizes[picture.source].append(picture.size)
    encoded_pictures: dict[PictureSource, EncodedPicture] = {}
    for source, placed_sizes in sizes.items():  # the largest copy decides
        width, height = (max(lengths) for lengths in zip(*placed_sizes, strict=True))
        encoded_pictures[source] = encode_picture(source, (ceil(width * resolution), ceil(height * resolution)))
    return encoded_pictures


def build_data_address(picture: EncodedPicture) -> str:
    """Return an address that holds a whole picture in its text."""
    return f"data:{picture.media_type};base64,{b64encode(picture.data).decode()}"


def build_picture_id(picture: EncodedPicture) -> str:
    """Return an id for a picture in a file: equal for equal pictures, whatever their files are called."""
    return f"photo-{blake2s(picture.data, digest_size=6).hexdigest()}"
