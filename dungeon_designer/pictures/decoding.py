"""Read foreign pictures safely: PNG, JPEG and WebP, decoded by Pillow within limits and encoded anew.

What leaves this module is always written by Pillow from plain pixels: JPEG, or PNG where there is transparency. So no
byte of a foreign file, such as the place where a photo was taken, reaches a file of ours or another reader. One
picture is decoded at a time, since each takes up to some hundred megabytes. Pillow is imported late.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from dungeon_designer.errors import ReadError
from dungeon_designer.installation import require_installation
from dungeon_designer.pictures.picture_model import PictureSource, find_name_problem
from dungeon_designer.text.file_reading import is_inside, read_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_FILE_BYTES = 20_000_000
"""The largest file of a picture, in bytes."""

MAX_PIXELS = 25_000_000
"""The most pixels of a picture."""

MAX_WEBP_PIXELS = 12_500_000
"""The most pixels of a WebP, whose decoder takes twice as much memory for each."""

MAX_SCANS = 60
"""How often a JPEG may go over its pixels. Cameras write about ten scans; thousands would take minutes to decode."""

MAX_CACHED_PICTURES = 64
"""How many encoded pictures are kept in memory, so that a pack or a season encodes each once."""

JPEG_QUALITY = 85
"""The quality of an encoded JPEG: photos show no difference in print."""

KEPT_JPEG_QUALITY = 93
"""The quality of a JPEG that is kept as a file of the user's, and is encoded once more for each output."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_ORIENTATION_TAG = 0x0112
"""The number of the mark in a photo that says how the camera was held."""

_HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif")

_DECODING = Lock()
"""Held while a picture is decoded, so that only one is in memory."""


class EncodedPicture(NamedTuple):
    """A picture as this program writes it.

    Attributes:
        data: the bytes of a JPEG or PNG.
        media_type: `image/jpeg` or `image/png`.
        size: width and height in pixels.
    """

    data: bytes
    media_type: str
    size: tuple[int, int]

    @property
    def ending(self) -> str:
        """The ending of a file with these bytes."""
        return ".png" if self.media_type == "image/png" else ".jpg"


class DecodedPicture(NamedTuple):
    """The pixels of a picture, as the editor paints them.

    Attributes:
        pixels: four bytes for each pixel, row by row from the top: red, green, blue and opacity.
        size: width and height in pixels.
    """

    pixels: bytes
    size: tuple[int, int]


class PictureError(ReadError):
    """An error for a picture that is missing or cannot be drawn."""


def encode_picture(source: PictureSource, max_size: tuple[int, int]) -> EncodedPicture:
    """Return the picture of a file, encoded anew, with no more pixels than asked for.

    The same file gives the same bytes.

    Args:
        source: the file.
        max_size: the greatest width and height in pixels, as the picture is seen upright. Either may be exceeded if
            the other one is smaller than its limit, so that no detail is lost in that direction.

    Raises:
        PictureError: there is no such picture, or it is too large or damaged. The error is one line with a remedy.
    """
    path = os.path.join(source.folder, source.file)
    try:
        status = os.stat(resolve_path(source))
    except OSError as error:
        reason = "there is no such picture" if isinstance(error, FileNotFoundError) else str(error.strerror or error)
        raise PictureError(path, "", f"{reason}; put it there, or leave pictures out with --pictures off") from None
    return _encode_file(source, max_size, (status.st_mtime_ns, status.st_size))


def check_picture(source: PictureSource) -> None:
    """Raise PictureError if a picture cannot be drawn. It is decoded for that, once for each version of its file."""
    encode_picture(source, (1, 1))


def resolve_path(source: PictureSource) -> str:
    """Return the real path of a picture's file.

    Raises:
        PictureError: the name, or a link, leads out of the picture's folder.
    """
    path = os.path.join(source.folder, source.file)
    problem = find_name_problem(source.file)
    if not problem and not is_inside(path, source.folder):
        problem = "it is a link that leads out of its folder; copy the picture into the folder"
    if problem:
        raise PictureError(path, "", problem)
    return os.path.realpath(path)


@lru_cache(maxsize=MAX_CACHED_PICTURES)
def _encode_file(source: PictureSource, max_size: tuple[int, int], version: tuple[int, int]) -> EncodedPicture:
    """Return the picture of a file, as `encode_picture` does.

    `version` is the time and the size of the file: a changed file is read anew.
    """
    require_installation("a picture of your own")
    path = os.path.join(source.folder, source.file)
    return encode_bytes(_read_content(resolve_path(source), path), path, max_size)


def _read_content(path: str, name: str) -> bytes:
    """Return the bytes of a picture's file.

    Raises:
        PictureError: the file cannot be read, or is too large. `name` is what the error calls it.
    """
    try:
        return read_bytes(path, MAX_FILE_BYTES, only_plain=True)
    except ReadError as error:
        raise PictureError(name, error.location, error.problem) from None


def decode_file(path: str, max_side: int = MAX_PIXELS) -> DecodedPicture:
    """Return the pixels of a picture that the user has chosen, which may lie in any folder.

    Args:
        path: the file.
        max_side: the greatest width and height in pixels. A larger picture is made smaller and keeps its proportions.

    Raises:
        PictureError: there is no such picture, or it is too large or damaged. The error is one line with a remedy.
    """
    require_installation("a picture of your own")
    content = _read_content(path, path)
    with _decoding(content, path):
        picture = _decode_pixels(content, path, max_side)
        return DecodedPicture(picture.convert("RGBA").tobytes(), picture.size)


def encode_bytes(content: bytes, name: str, max_size: tuple[int, int]) -> EncodedPicture:
    """Return the picture in the bytes of a file, encoded anew; see `encode_picture`.

    Raises:
        PictureError: the bytes hold no picture that can be drawn. `name` is that of the file.
    """
    with _decoding(content, name):
        return _encode_pixels(_decode_pixels(content, name, max_size))


@contextmanager
def _decoding(content: bytes, name: str) -> Iterator[None]:
    """Context in which the one picture that is decoded at a time is decoded.

    Raises:
        PictureError: the content is of a kind that is not read, or a decoder found it damaged. `name` is the file.
    """
    _check_kind(content, name)
    with _DECODING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of oddities that do not matter here; the size is checked below
        try:
            yield
        except PictureError:
            raise
        except Exception as error:  # whatever a decoder finds in a damaged file
            problem = " ".join(str(error).split())[:120] or type(error).__name__
            raise PictureError(name, "", f"the picture is damaged ({problem}); save it once more") from None


def _check_kind(content: bytes, name: str) -> None:
    """Raise PictureError if a file is of a kind that is not read, such as a photo in HEIC, or takes too long."""
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
        raise PictureError(name, "", "photos in HEIC or AVIF are not read; export the photo as JPEG")
    if content[:3] == b"\xff\xd8\xff" and content.count(b"\xff\xda") > MAX_SCANS:
        raise PictureError(name, "", f"this JPEG has more than {MAX_SCANS} scans; save it once more")


def _decode_pixels(content: bytes, name: str, max_size: tuple[int, int] | int) -> Image:
    """Return the first frame of a picture: upright, 8 bits a channel, as RGB or RGBA, not larger than needed.

    `max_size` is the greatest width and height; one number is the greatest of both, and keeps the proportions.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        picture = Image.open(BytesIO(content), formats=_FORMATS)
    except (UnidentifiedImageError, Image.DecompressionBombError):
        picture = None
    if picture is None:
        raise PictureError(name, "", "no picture can be read from it; save it as PNG, JPEG or WebP")
    width, height = picture.size
    max_pixels = MAX_WEBP_PIXELS if picture.format == "WEBP" else MAX_PIXELS
    if width * height > max_pixels:
        limit = f"{max_pixels // 1_000_000} million"
        raise PictureError(name, "", f"{width:,} x {height:,} pixels are too many; at most {limit} are read")
    operation = _TRANSPOSITION_BY_ORIENTATION.get(_read_orientation(picture))
    is_on_side = operation in _SIDEWAYS_TRANSPOSITIONS
    if isinstance(max_size, int):
        scale = min(1.0, max_size / max(width, height))
        smaller_size = max(1, round(width * scale)), max(1, round(height * scale))
    else:
        max_width, max_height = max_size[::-1] if is_on_side else max_size
        smaller_size = min(width, max_width), min(height, max_height)
    picture.draft(None, smaller_size)  # a JPEG can be decoded at a half, a quarter or an eighth of its size
    profile = picture.info.get("icc_profile")
    pixels = _simplify_mode(picture)
    if pixels.size != smaller_size:
        pixels = pixels.resize(smaller_size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    pixels = _convert_to_srgb(pixels, profile)
    return pixels if operation is None else pixels.transpose(Image.Transpose(operation))


_TRANSPOSITION_BY_ORIENTATION = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""What makes a photo upright, in Pillow's numbers, by its orientation mark; a photo without one is upright."""

_SIDEWAYS_TRANSPOSITIONS = (2, 4, 5, 6)
"""Those of them that exchange width and height."""


def read_orientation(content: bytes) -> int:
    """Return the orientation mark in the bytes of a picture's file, from 1 to 8; 1 if no picture is in it."""
    from PIL import Image

    try:
        with Image.open(BytesIO(content), formats=_FORMATS) as picture:
            orientation = _read_orientation(picture)
    except Exception:  # whatever a decoder finds in a damaged file
        return 1
    return orientation if 1 <= orientation <= 8 else 1


def _read_orientation(picture: Image) -> int:
    """Return the orientation mark of a picture, from 1 to 8; 1, upright, if it has none or a damaged one."""
    try:
        orientation = picture.getexif().get(_ORIENTATION_TAG, 1)
    except Exception:  # the mark is damaged, and the pixels may be none the worse
        return 1
    return orientation if isinstance(orientation, int) else 1


def _simplify_mode(picture: Image) -> Image:
    """Return a picture with 8 bits a channel, as grey, RGB, RGBA or CMYK: modes that can be made smaller."""
    if picture.mode.startswith("I"):  # 16 bits of grey; Pillow would cut off all above 255
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" in picture.info or picture.mode in ("LA", "PA", "La", "RGBa"):
        return picture.convert("RGBA")
    # a picture is not converted to its own mode, since that would copy all of it
    return picture if picture.mode in ("L", "RGB", "RGBA", "CMYK") else picture.convert("RGB")


def _convert_to_srgb(picture: Image, profile: bytes | None) -> Image:
    """Return a picture as RGB or RGBA in the colours of sRGB, which is what screens and browsers expect.

    `profile` says what the numbers of the picture mean as colours; without one, or with a damaged one, they are sRGB.
    """
    from PIL import ImageCms

    mode = "RGBA" if picture.mode == "RGBA" else "RGB"
    if profile:
        try:
            source_profile = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(
                picture, source_profile, ImageCms.createProfile("sRGB"), outputMode=mode
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            converted = None
        if converted is not None:
            return converted
    return picture if picture.mode == mode else picture.convert(mode)


def encode_decoded(picture: DecodedPicture) -> EncodedPicture:
    """Return the pixels of a picture as a file that is kept: a PNG if any pixel is transparent, or else a JPEG."""
    from PIL import Image

    return _encode_pixels(
        Image.frombuffer("RGBA", picture.size, picture.pixels, "raw", "RGBA", 0, 1), KEPT_JPEG_QUALITY
    )


def _encode_pixels(picture: Image, quality: int = JPEG_QUALITY) -> EncodedPicture:
    """Return a picture as a JPEG, or as a PNG if any of it is transparent; only its pixels are written."""
    output = BytesIO()
    if picture.mode == "RGBA":
        if picture.getchannel("A").getextrema() != (255, 255):  # the least and the greatest opacity of all pixels
            picture.info.clear()
            picture.save(output, "PNG")
            return EncodedPicture(output.getvalue(), "image/png", picture.size)
        picture = picture.convert("RGB")
    picture.info.clear()  # a profile or a comment of the foreign file
    picture.save(output, "JPEG", quality=quality, optimize=True)
    return EncodedPicture(output.getvalue(), "image/jpeg", picture.size)
