"""Damaged and hostile pictures are drawn or refused with one line, quickly and in little memory."""

import json
import random
import re
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from dungeon_designer.pictures.decoding import PictureError, encode_bytes
from tests.pictures.samples import draw_corners, save_bytes
from tests.soak import count, soak

MAX_SECONDS, MAX_MEGABYTES = 2.0, 300
"""What one picture may take of a processor and of memory."""

SIZE = (1400, 1400)
"""The size that is asked for: a tile of 4 x 4 squares in print."""


def list_whole_pictures() -> list[bytes]:
    """Return pictures of many kinds, all of which can be drawn."""
    picture = draw_corners(120, 90)
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "a description"
    return [
        save_bytes(picture),
        save_bytes(picture.convert("P")),
        save_bytes(picture.convert("RGBA")),
        save_bytes(picture.convert("LA")),
        save_bytes(picture.convert("1")),
        save_bytes(picture.convert("I;16")),
        save_bytes(picture, "JPEG", exif=exif),
        save_bytes(picture, "JPEG", progressive=True),
        save_bytes(picture.convert("CMYK"), "JPEG"),
        save_bytes(picture, "WEBP"),
        save_bytes(picture, "WEBP", lossless=True),
        save_bytes(picture, "WEBP", save_all=True, append_images=[picture.rotate(90)]),
    ]


def build_chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)


def build_png(width: int, height: int, data: bytes, colour: int = 2) -> bytes:
    """Return a PNG that claims a size, with compressed data of its own."""
    header = width.to_bytes(4) + height.to_bytes(4) + bytes([8, colour, 0, 0, 0])
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(build_chunk(name, data) for name, data in chunks)


def list_crafted_pictures() -> Iterator[bytes]:
    """Yield pictures that claim much more than they hold, or that take long where nobody looks."""
    yield build_png(5000, 5000, bytes(5000 * 15001))  # 25 million pixels in a file of 75 kB
    yield build_png(5001, 5000, b"")
    yield build_png(2**31 - 1, 2**31 - 1, b"")
    yield build_png(100, 100, bytes(100 * 301) * 1000)  # a thousand times the pixels
    yield build_png(0, 0, b"")
    whole = save_bytes(draw_corners())
    bomb = build_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(100_000_000), 9))
    yield whole[:33] + bomb + whole[33:]  # 100 MB of text in 100 kB
    yield whole[:33] + build_chunk(b"iCCP", b"profile\0\0" + zlib.compress(bytes(10_000_000), 9)) + whole[33:]
    yield whole[:33] + build_chunk(b"eXIf", b"MM\0*" + b"\xff" * 60) + whole[33:]
    yield save_bytes(draw_corners(), "JPEG", icc_profile=b"\xff" * 5000)
    scan = save_bytes(draw_corners(2000, 2000), "JPEG", progressive=True)
    start = scan.rindex(b"\xff\xda")
    yield scan[:-2] + scan[start:-2] * 1000 + b"\xff\xd9"  # the last scan a thousand times
    yield b"RIFF" + (2**32 - 1).to_bytes(4, "little") + b"WEBPVP8X" + bytes(30)
    yield b"\x89PNG\r\n\x1a\n"


def damage(whole: bytes, dice: random.Random) -> bytes:
    """Return a picture with some bytes changed, lost or doubled."""
    data = bytearray(whole)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(data))
        length = dice.randint(1, 40)
        match dice.randrange(4):
            case 0:
                data[at] = dice.randrange(256)
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = data[at : at + length]
            case _:
                data[at : at + length] = dice.randbytes(length)
        if not data:
            break
    return bytes(data[: dice.randint(1, len(data))] if data and dice.random() < 0.25 else data)


def try_pictures(total: int) -> dict[str, float]:
    """Try the crafted pictures and some damaged ones, and return the most that one took, and how many were drawn."""
    dice, wholes = random.Random(46), list_whole_pictures()  # noqa: S311  (repeatable, not secret)
    hostile = [*list_crafted_pictures()]
    hostile += [damage(dice.choice(wholes), dice) for _ in range(total - len(hostile))]
    drawn, seconds = 0, 0.0
    for data in hostile:
        start, message = time.process_time(), ""
        try:
            encode_bytes(data, "photo.png", SIZE)
            drawn += 1
        except PictureError as error:
            message = str(error)
        if message:
            assert message.startswith("photo.png: ")
            assert "\n" not in message
        seconds = max(seconds, time.process_time() - start)
    return {"drawn": drawn, "seconds": seconds, "megabytes": measure_memory()}


def measure_memory() -> float:
    """Return how much memory this process has taken at most, in megabytes; 0 where the system does not say.

    `resource.getrusage` would count the process that started this one, too.
    """
    status = Path("/proc/self/status")
    peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(peak[1]) / 1024 if peak else 0.0


@pytest.mark.parametrize("data", list_whole_pictures())
def test_whole_pictures_are_drawn(data):
    """Every kind of picture that other programs write is drawn."""
    assert min(encode_bytes(data, "photo.png", SIZE).size) == 90


@soak
def test_hostile_pictures_are_drawn_or_refused_with_one_line():
    """Whatever a file holds, it is drawn or refused with one line, in at most 2 seconds and 300 MB."""
    module = "tests.pictures.test_hostile_pictures"
    code = f"import json; from {module} import try_pictures; print(json.dumps(try_pictures({count(60, 2000)})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500)
    result = json.loads(done.stdout)
    assert result["drawn"] > 3
    assert result["seconds"] <= MAX_SECONDS
    assert result["megabytes"] <= MAX_MEGABYTES
