"""Save pictures of the manual as PNG files with a palette, none larger than a page may load."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

PROJECT_ROOT = Path(__file__).resolve().parents[1]
PICTURES_FOLDER = PROJECT_ROOT / "docs" / "pictures"

MAX_PICTURE_BYTES = 120_000
"""The largest picture that is allowed."""
MAX_TOTAL_BYTES = 10_000_000
"""How large all pictures of the manual may be together."""
COLOUR_COUNTS = (256, 192, 128, 96, 64)
"""The numbers of colours that are tried until a picture is small enough."""

KMEANS_ROUNDS = 3
"""How often the palette is moved nearer to the colours of the picture: else it misses pale grounds."""


def compress_picture(image: Image.Image, name: str) -> bytes:
    """Return a picture as PNG, with the largest palette that keeps the file as small as allowed.

    Raises:
        ValueError: The file would be too large even with the smallest palette.
    """
    flat = Image.new("RGB", image.size, "white")
    flat.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
    for colour_count in COLOUR_COUNTS:
        buffer = io.BytesIO()
        # the median cut would give no colour to small things, such as a green square among much parchment
        method = Image.Quantize.MAXCOVERAGE
        palette_image = flat.quantize(colour_count, method=method, kmeans=KMEANS_ROUNDS, dither=Image.Dither.NONE)
        palette_image.save(buffer, "PNG", optimize=True)
        if len(buffer.getvalue()) <= MAX_PICTURE_BYTES:
            return buffer.getvalue()
    raise ValueError(f"{name}: {len(buffer.getvalue())} bytes, and {MAX_PICTURE_BYTES} are allowed")


def save_picture(image: Image.Image, name: str) -> Path:
    """Save a picture as docs/pictures/NAME.png, and return its path."""
    path = PICTURES_FOLDER / f"{name}.png"
    path.write_bytes(compress_picture(image, name))
    return path
