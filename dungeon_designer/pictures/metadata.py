"""Take the metadata of cameras and programs out of a picture's file, and leave its pixels as they are.

A photo's file may say when and where it was taken (EXIF, XMP), and may hold a small second picture. Whoever passes a
folder on does not expect that. What changes the look of the picture stays: the colour profile, and the mark that says
how the camera was held.

The structure of the files is described in ITU-T T.81, annex B (JPEG), in the PNG specification, chapters 5 and 11, and
in the WebP container specification, *Extended File Format*.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from zlib import crc32

from dungeon_designer.pictures.decoding import read_orientation

_PNG_START = b"\x89PNG\r\n\x1a\n"
_PNG_CHUNKS = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"pHYs"}
)
"""The chunks of a PNG that are kept."""

_JPEG_APPLICATION = range(0xE0, 0xF0)
_JPEG_COMMENT = 0xFE
_JPEG_END, _JPEG_SCAN = 0xD9, 0xDA
_JPEG_KEPT_STARTS = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""How the contents of the application segments begin that are kept: size, colour profile and kind of colours."""

_NEXT_JPEG_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""The next marker after the pixels of a scan; a byte FF in the pixels is followed by 0."""

_WEBP_METADATA_FLAGS = 0x08 | 0x04
_WEBP_EXIF_FLAG = 0x08


class UnknownStructureError(Exception):
    """A file is not built as its format says."""


def remove_metadata(content: bytes) -> bytes:
    """Return the bytes of a PNG, JPEG or WebP without its metadata; its pixels are not encoded again.

    Raises:
        UnknownStructureError: the file is not built as its format says, or is of another kind.
    """
    orientation = read_orientation(content)
    exif = _build_exif(orientation) if orientation != 1 else b""
    try:
        if content.startswith(_PNG_START):
            return _PNG_START + b"".join(_list_png_chunks(content, exif))
        if content.startswith(b"\xff\xd8\xff"):
            return b"\xff\xd8" + b"".join(_list_jpeg_segments(content, exif))
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            chunks = b"".join(_list_webp_chunks(content, exif))
            return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks
    except (IndexError, struct.error) as error:  # the file ends within a part
        raise UnknownStructureError(str(error)) from None
    raise UnknownStructureError("neither PNG nor JPEG nor WebP")


def _build_exif(orientation: int) -> bytes:
    """Return EXIF data (a TIFF header and a directory) that hold only an orientation mark."""
    return b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def _list_png_chunks(content: bytes, exif: bytes) -> Iterator[bytes]:
    """Yield the chunks of a PNG that are kept, to its end, with EXIF data after the first one if there are any."""
    position = len(_PNG_START)
    while True:
        (length,) = struct.unpack_from(">I", content, position)
        kind, end = content[position + 4 : position + 8], position + 12 + length
        if len(kind) < 4 or end > len(content):
            raise UnknownStructureError("a chunk is cut off")
        if kind in _PNG_CHUNKS:
            yield content[position:end]
        if kind == b"IHDR" and exif:
            yield struct.pack(">I", len(exif)) + b"eXIf" + exif + struct.pack(">I", crc32(b"eXIf" + exif))
        if kind == b"IEND":
            return
        position = end


def _list_jpeg_segments(content: bytes, exif: bytes) -> Iterator[bytes]:
    """Yield the segments of a JPEG that are kept, to its end, with EXIF data first if there are any."""
    if exif:
        data = b"Exif\0\0" + exif
        yield b"\xff\xe1" + struct.pack(">H", 2 + len(data)) + data
    position = 2
    while True:
        while content[position] == 0xFF and content[position + 1] == 0xFF:  # filling bytes
            position += 1
        if content[position] != 0xFF:
            raise UnknownStructureError("a marker is missing")
        marker = content[position + 1]
        if marker == _JPEG_END:
            yield b"\xff\xd9"
            return
        (length,) = struct.unpack_from(">H", content, position + 2)
        end = position + 2 + length
        if end > len(content):
            raise UnknownStructureError("a segment is cut off")
        if _keeps_segment(marker, content[position + 4 : end]):
            yield content[position:end]
        if marker == _JPEG_SCAN:
            following = _NEXT_JPEG_MARKER.search(content, end)
            if following is None:
                raise UnknownStructureError("the end is missing")
            yield content[end : following.start()]
            end = following.start()
        position = end


def _keeps_segment(marker: int, data: bytes) -> bool:
    """Return whether a segment of a JPEG is kept: all but comments and most segments of applications."""
    if marker in _JPEG_APPLICATION:
        return marker in _JPEG_KEPT_STARTS and data.startswith(_JPEG_KEPT_STARTS[marker])
    return marker != _JPEG_COMMENT


def _list_webp_chunks(content: bytes, exif: bytes) -> Iterator[bytes]:
    """Yield the chunks of a WebP that are kept, with EXIF data last if there are any.

    A WebP has EXIF data only together with a chunk of flags (VP8X), which says whether it has them.
    """
    position, has_flags = 12, False
    while position < len(content):
        kind, (length,) = content[position : position + 4], struct.unpack_from("<I", content, position + 4)
        end = position + 8 + length + length % 2
        if end > len(content) + length % 2:
            raise UnknownStructureError("a chunk is cut off")
        chunk = content[position:end]
        if kind == b"VP8X":
            has_flags = True
            flags = chunk[8] & ~_WEBP_METADATA_FLAGS | (_WEBP_EXIF_FLAG if exif else 0)
            chunk = chunk[:8] + bytes([flags]) + chunk[9:]
        if kind not in (b"EXIF", b"XMP "):
            yield chunk
        position = end
    if exif and has_flags:
        yield b"EXIF" + struct.pack("<I", len(exif)) + exif
