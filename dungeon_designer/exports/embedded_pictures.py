"""Embed pictures of pixels in a file: each once, encoded anew, with no more pixels than the file shows."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
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

PICTURE_FOLDER = "pictures"
"""The folder of the pictures in a published folder."""

PixelSizes = Mapping[PictureSource, tuple[int, int]]
"""The greatest width and height in pixels at which each picture is needed, by its file."""


def find_print_resolution(square_mm: float) -> float:
    """Return the resolution of pictures in print, in pixels per square, for squares of a width in millimetres."""
    return square_mm / MM_PER_INCH * PRINT_DPI


def measure_pictures(drawing: Drawing, pixels_per_square: float) -> PixelSizes:
    """Return how many pixels of each picture a drawing shows, with so many pixels per square; the largest copy counts.

    The pictures are ordered from the lowest up.
    """
    resolution = min(pixels_per_square, MAX_PIXELS_PER_SQUARE)
    sizes = (
        {picture.source: (ceil(picture.size[0] * resolution), ceil(picture.size[1] * resolution))}
        for picture in drawing.list_pictures()
    )
    return unite_sizes(sizes)


def unite_sizes(all_sizes: Iterable[PixelSizes]) -> PixelSizes:
    """Return for each picture the greatest width and height in several records, so that one copy serves all of them."""
    united: dict[PictureSource, tuple[int, int]] = {}
    for sizes in all_sizes:
        for source, (width, height) in sizes.items():
            other_width, other_height = united.get(source, (0, 0))
            united[source] = max(width, other_width), max(height, other_height)
    return united


def encode_pictures(sizes: PixelSizes) -> dict[PictureSource, EncodedPicture]:
    """Return pictures as they are embedded, by their files.

    Raises:
        PictureError: a picture is missing or wrong.
    """
    return {source: encode_picture(source, size) for source, size in sizes.items()}


def embed_pictures(sizes: PixelSizes) -> dict[PictureSource, str]:
    """Return an address for each picture that holds the whole picture in its text, by its file.

    Raises:
        PictureError: a picture is missing or wrong.
    """
    return {
        source: f"data:{picture.media_type};base64,{b64encode(picture.data).decode()}"
        for source, picture in encode_pictures(sizes).items()
    }


class PictureFiles:
    """Pictures as files of a folder, beside the pages that show them, so that the folder holds each once.

    Attributes:
        data_by_name: the bytes of each file, by its name in the folder.
    """

    def __init__(self) -> None:
        """Begin without pictures."""
        self.data_by_name: dict[str, bytes] = {}

    def add_pictures(self, drawing: Drawing) -> dict[PictureSource, str]:
        """Add the pictures of a drawing for screens, and return their addresses by the files they came from."""
        addresses: dict[PictureSource, str] = {}
        for source, picture in encode_pictures(measure_pictures(drawing, SCREEN_PIXELS_PER_SQUARE)).items():
            ending = picture.media_type.removeprefix("image/").replace("jpeg", "jpg")
            name = f"{PICTURE_FOLDER}/{blake2s(picture.data, digest_size=8).hexdigest()}.{ending}"
            self.data_by_name[name] = picture.data
            addresses[source] = name
        return addresses


def build_placeholder(source: PictureSource) -> str:
    """Return what stands for the address of a picture until all places are known at which a document shows it."""
    return f"picture:{blake2s(f'{source.folder}/{source.file}'.encode(), digest_size=16).hexdigest()}"


def fill_placeholders(svg: str, addresses: Mapping[PictureSource, str]) -> str:
    """Return an SVG with the addresses of its pictures in place of their placeholders."""
    for source, address in addresses.items():
        svg = svg.replace(build_placeholder(source), address)
    return svg
