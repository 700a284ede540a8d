"""Join PNGs that lie below each other into one PNG, without ever holding all pixels.

A line of a PNG is encoded by its difference from the line above, and the first line of a picture has no line above.
So only the first line of each strip is encoded anew. All other lines are copied from one compressed stream to the
next without decoding.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""The first bytes of every PNG."""

BYTES_PER_PIXEL = 4
"""Red, green, blue and opacity, eight bits each, as resvg writes them."""

PIXEL_FORMAT = b"\x08\x06\0\0\0"
"""The end of the header of a PNG: eight bits each for red, green, blue and opacity; usual methods; not interlaced."""

CHUNK_BYTES = 1 << 20
"""How many bytes of a stream are unpacked and written at a time."""

NO_FILTER, SUB, UP, AVERAGE, PAETH = range(5)
"""`NO_FILTER`: The bytes of a line are the pixels' own values. This and the next four are the filter types of PNG
(section 9).

`SUB`: The bytes are differences from the pixel to the left.

`UP`: The bytes are differences from the pixel above.

`AVERAGE`: The bytes are differences from the mean of the pixel to the left and the pixel above.

`PAETH`: The bytes are differences from the pixel to the left, above, or above left, whichever Paeth's predictor
chooses.
"""


def join_strips(strips: Iterable[bytes], width: int, height: int) -> bytes:
    """Return the PNG of the given size in pixels that is made of strips, PNGs themselves, from top to bottom.

    Raises:
        ValueError: for strips with another width or pixel format, or with another total height.
    """
    packer, packed, rows = zlib.compressobj(), bytearray(), 0
    for strip in strips:
        strip_width, strip_height, pixel_format = _read_header(strip)
        if strip_width != width or pixel_format != PIXEL_FORMAT:
            raise ValueError("a strip of a picture is of another width or another form than the picture")
        rows += strip_height
        line_bytes = 1 + BYTES_PER_PIXEL * width  # before its pixels, a line has a byte that says how it is encoded
        for lines in _read_lines(strip, line_bytes):
            packed += packer.compress(lines)
    packed += packer.flush()
    if rows != height:
        raise ValueError(f"the strips of a picture have {rows} lines together, not {height}")
    header = width.to_bytes(4) + height.to_bytes(4) + PIXEL_FORMAT
    parts = [packed[start : start + CHUNK_BYTES] for start in range(0, len(packed), CHUNK_BYTES)]
    chunks = [
        _format_chunk(b"IHDR", header),
        *(_format_chunk(b"IDAT", bytes(part)) for part in parts),
        _format_chunk(b"IEND", b""),
    ]
    return SIGNATURE + b"".join(chunks)


def _read_header(png: bytes) -> tuple[int, int, bytes]:
    """Return the width and height of a PNG in pixels, and its pixel format as five bytes.

    The header is the first chunk; its data begin after the signature, and the length and name of the chunk.
    """
    start = len(SIGNATURE) + 4 + 4
    width, height = png[start : start + 4], png[start + 4 : start + 8]
    return int.from_bytes(width), int.from_bytes(height), png[start + 8 : start + 13]


def _format_chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG, one of the parts that follow its signature: length, kind, data and checksum."""
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


def _read_lines(png: bytes, line_bytes: int) -> Iterator[bytes]:
    """Yield the encoded lines of a strip, the first one encoded anew, in pieces that may end within a line.

    A line of a PNG may be encoded as the difference from the line above. The first line of a strip has no line above
    it; in the joined picture it has one, from which it must not be taken for a difference.

    Args:
        png: the picture.
        line_bytes: the number of bytes of an encoded line.
    """
    first_line, is_first_line_done = bytearray(), False
    for data in _unpack_lines(png):
        if is_first_line_done:
            yield data
            continue
        first_line += data
        if len(first_line) >= line_bytes:
            yield encode_first_line(bytes(first_line[:line_bytes]))
            yield bytes(first_line[line_bytes:])  # the beginning of the next lines, which came with it
            is_first_line_done = True


def _unpack_lines(png: bytes) -> Iterator[bytes]:
    """Yield the lines of a PNG, uncompressed but still encoded, at most CHUNK_BYTES at a time.

    A PNG is a signature and chunks. A chunk is a length and a kind of four bytes each, data of that length, and a
    checksum of four bytes. The compressed lines are in the chunks of the kind IDAT.
    """
    unpacker, position = zlib.decompressobj(), len(SIGNATURE)
    while position < len(png):
        kind_start, data_start = position + 4, position + 8
        length, kind = int.from_bytes(png[position:kind_start]), png[kind_start:data_start]
        data_end = data_start + length
        data = png[data_start:data_end] if kind == b"IDAT" else b""
        while data:
            yield unpacker.decompress(data, CHUNK_BYTES)
            data = unpacker.unconsumed_tail
        position = data_end + 4


def encode_first_line(line: bytes) -> bytes:
    """Return the first line of a PNG in an encoding that does not refer to a line above it.

    So the line means the same pixels wherever it stands. The first byte is the type of encoding (PNG's filter). Above
    a first line, PNG imagines zeros: a difference from above is then the value itself, and Paeth's predictor is the
    pixel to the left, so that only the type changes.

    >>> encode_first_line(bytes([PAETH, 9, 9, 9, 9])) == bytes([SUB, 9, 9, 9, 9])
    True
    """
    filter_type, data = line[0], line[1:]
    if filter_type == AVERAGE:  # the difference from half of the pixel to the left
        decoded = bytearray(data)
        for index in range(BYTES_PER_PIXEL, len(decoded)):
            decoded[index] = (decoded[index] + decoded[index - BYTES_PER_PIXEL] // 2) & 255
        return bytes([NO_FILTER]) + bytes(decoded)
    new_filter_type = {UP: NO_FILTER, PAETH: SUB}.get(filter_type, filter_type)
    return bytes([new_filter_type]) + data
