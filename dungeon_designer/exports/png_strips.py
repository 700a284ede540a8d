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
    """Return the PNG of the given size in pixels that is made of strips from top to bottom.

    Raises:
        ValueError: for strips with another width or pixel format, or with another total height.
    """
    packer, packed, rows = zlib.compressobj(), bytearray(), 0
    for strip in strips:
        header = strip[16:29]
        if int.from_bytes(header[:4]) != width or header[8:] != b"\x08\x06\0\0\0":
            raise ValueError("a strip of a picture is of another width or another form than the picture")
        rows += int.from_bytes(header[4:8])
        for lines in _read_lines(strip, 1 + BYTES_PER_PIXEL * width):
            packed += packer.compress(lines)
    packed += packer.flush()
    if rows != height:
        raise ValueError(f"the strips of a picture have {rows} lines together, not {height}")
    header = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x06\0\0\0"
    parts = [packed[start : start + CHUNK_BYTES] for start in range(0, len(packed), CHUNK_BYTES)]
    chunks = [
        _format_chunk(b"IHDR", header),
        *(_format_chunk(b"IDAT", bytes(lines)) for lines in parts),
        _format_chunk(b"IEND", b""),
    ]
    return SIGNATURE + b"".join(chunks)


def _format_chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG: length, kind, data and checksum."""
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


def _read_lines(png: bytes, line_bytes: int) -> Iterator[bytes]:
    """Yield the encoded lines of a strip, the first one encoded anew, in pieces that may end within a line.

    A line of a PNG may be encoded as the difference from the line above. The first line of a strip has no line above
    it; in the joined picture it has one, from which it must not be taken for a difference.

    Args:
        png: the picture.
        line_bytes: the number of bytes of an encoded line.
    """
    first_line = bytearray()
    for data in _unpack_lines(png):
        if len(first_line) < line_bytes:
            first_line += data
            if len(first_line) < line_bytes:
                continue
            yield encode_first_line(bytes(first_line[:line_bytes]))
            data = bytes(first_line[line_bytes:])
        yield data


def _unpack_lines(png: bytes) -> Iterator[bytes]:
    """Yield the lines of a PNG, uncompressed but still encoded, at most CHUNK_BYTES at a time."""
    unpacker, position = zlib.decompressobj(), len(SIGNATURE)
    while position < len(png):
        length, kind = int.from_bytes(png[position : position + 4]), png[position + 4 : position + 8]
        data = png[position + 8 : position + 8 + length] if kind == b"IDAT" else b""
        while data:
            yield unpacker.decompress(data, CHUNK_BYTES)
            data = unpacker.unconsumed_tail
        position += 12 + length


def encode_first_line(line: bytes) -> bytes:
    """Return the first line of a PNG in an encoding that does not refer to a line above it.

    So the line means the same pixels wherever it stands. The first byte is the type of encoding (PNG's filter).

    >>> encode_first_line(bytes([PAETH, 9, 9, 9, 9])) == bytes([SUB, 9, 9, 9, 9])
    True
    """
    filter_type, data = line[0], line[1:]
    if filter_type == AVERAGE:
        decoded = bytearray(data)
        for index in range(BYTES_PER_PIXEL, len(decoded)):
            decoded[index] = (decoded[index] + decoded[index - BYTES_PER_PIXEL] // 2) & 255
        return bytes([NO_FILTER]) + bytes(decoded)
    return bytes([{UP: NO_FILTER, PAETH: SUB}.get(filter_type, filter_type)]) + data
