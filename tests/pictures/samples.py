"""Pictures, tiles and dungeons for tests."""

from io import BytesIO
from pathlib import Path

from PIL import Image

CORNER_COLOURS = ((220, 30, 30), (30, 200, 30), (30, 30, 220), (230, 220, 40))
"""Red, green, blue and yellow: the upper left, upper right, lower left and lower right quarter of a sample picture."""


def draw_corners(width: int = 80, height: int = 80) -> Image.Image:
    """Return a picture whose four quarters have different colours."""
    picture = Image.new("RGB", (width, height))
    boxes = [(x, y, x + width // 2, y + height // 2) for y in (0, height // 2) for x in (0, width // 2)]
    for box, colour in zip(boxes, CORNER_COLOURS, strict=True):
        picture.paste(colour, box)
    return picture


def save_bytes(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    """Return a picture as the bytes of a file."""
    output = BytesIO()
    picture.save(output, kind, **options)
    return output.getvalue()


def write_tile(folder: Path, picture: str = "photo.png", squares: str = "..\n  ..", name: str = "cell") -> None:
    """Write a tile of the set `mine`, whose picture a line of YAML describes."""
    tile_set = folder / "tiles" / "mine"
    tile_set.mkdir(parents=True, exist_ok=True)
    (tile_set / f"{name}.yaml").write_text(
        f"name: Cell\nkind: small_room\npicture: {picture}\nsquares: |\n  {squares}\n"
    )


def write_dungeon(folder: Path, *placed: str, more: str = "") -> Path:
    """Write a dungeon that places tiles, each given by its keys, such as ``at: [0, 0], turn: 1``."""
    sections = "".join(f"  - {{id: s{i}, tile: mine/cell, {keys}}}\n" for i, keys in enumerate(placed))
    path = folder / "hall.dungeon.yaml"
    path.write_text(f"name: Hall\nruleset: naf-2019\n{more}sections:\n{sections}")
    return path
