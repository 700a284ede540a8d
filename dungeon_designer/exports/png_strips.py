"""One PNG of several that lie below each other, without ever holding all of their pixels.

A line of a PNG says how it differs from the line above it, and the first line of a picture has none above. So only the
first line of each strip is written anew, and all other lines go from one compressed stream to the next as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"

BYTES_PER_PIXEL = 4
"""Red, green, blue and opacity, eight bits each, as resvg writes them."""

CHUNK_BYTES = 1 << 20
"""How much of a stream is unpacked and written at a time."""

NO_FILTER, SUB, UP, AVERAGE, PAETH = range(5)
"""How the bytes of a line are told: as they are, or from the pixel left of them, above, or both (PNG, section 9)."""


def join_strips(strips: Iterable[bytes], width: int, height: int) -> bytes:
    """Return the PNG, so many pixels large, of strips from top to bottom; ValueError for strips of another form."""
    packer, packed, rows = zlib.compressobj(), bytearray(), 0
    for strip in strips:
        header = strip[16:29]
        if int.from_bytes(header[:4]) != width or header[8:] != b"\x08\x06\0\0\0":
            raise ValueError("a strip of a picture is of another width or another form than the picture")
        rows += int.from_bytes(header[4:8])
        for part in _lines_without_above(strip, 1 + BYTES_PER_PIXEL * width):
            packed += packer.compress(part)
    packed += packer.flush()
    if rows != height:
        raise ValueError(f"the strips of a picture have {rows} lines together, not {height}")
    header = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x06\0\0\0"
    parts = [packed[start : start + CHUNK_BYTES] for start in range(0, len(packed), CHUNK_BYTES)]
    chunks = [_chunk(b"IHDR", header), *(_chunk(b"IDAT", bytes(part)) for part in parts), _chunk(b"IEND", b"")]
    return SIGNATURE + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


def _lines_without_above(png: bytes, length: int) -> Iterator[bytes]:
    """The lines of a PNG, of so many bytes each, as its stream has them; the first one needs none above it."""
    first = bytearray()
    for part in _unpacked(png):
        if len(first) < length:
            first += part
            if len(first) < length:
                continue
            yield tell_without_above(bytes(first[:length]))
            part = bytes(first[length:])
        yield part


def _unpacked(png: bytes) -> Iterator[bytes]:
    """The stream of a PNG's lines, a part at a time."""
    unpacker, at = zlib.decompressobj(), len(SIGNATURE)
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4]), png[at + 4 : at + 8]
        data = png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        while data:
            yield unpacker.decompress(data, CHUNK_BYTES)
            data = unpacker.unconsumed_tail
        at += 12 + length


def tell_without_above(line: bytes) -> bytes:
    """Return the first line of a picture in a form that stays the same below another line.

    >>> tell_without_above(bytes([PAETH, 9, 9, 9, 9])) == bytes([SUB, 9, 9, 9, 9])
    True
    """
    form, told = line[0], line[1:]
    if form == AVERAGE:
        plain = bytearray(told)
        for at in range(BYTES_PER_PIXEL, len(plain)):
            plain[at] = (plain[at] + plain[at - BYTES_PER_PIXEL] // 2) & 255
        return bytes([NO_FILTER]) + bytes(plain)
    return bytes([{UP: NO_FILTER, PAETH: SUB}.get(form, form)]) + told
