"""Write the examples with pictures, all our own work: `python -m scripts.write_pictured_examples`.

`examples/pictured/tiles/quest-pictured` is a copy of the set `warhammer-quest-style` in which each tile has a picture.
`examples/pictured/the-painted-halls.dungeon.json`, which stays as it is, lies on a picture of its whole floor. The
pictures are made from the tiles and the dungeon themselves, with repeatable dice: the same stones every time.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.grid import Size, Square, find_bounds
from dungeon_designer.tiles.library import find_stock_folder, load_stock_library

ROOT = Path(__file__).resolve().parents[1] / "examples"
FOLDER = ROOT / "pictured"
ORIGINAL_SET, PICTURED_SET = "warhammer-quest-style", "quest-pictured"
PICTURED_DUNGEON = FOLDER / "the-painted-halls.dungeon.json"
AUTHOR, LICENCE = "Dungeon Designer", "MIT"

TILE_PIXELS, MAP_PIXELS = 96, 48
"""The width of a square in the pictures of tiles, and in that of the dungeon."""

RIM = 1
"""How many squares of rock are around the floor in the picture of the dungeon."""

STONES = ((150, 138, 118), (128, 132, 136), (146, 122, 98), (122, 130, 112))
"""The colours of floors: sand, slate, brick and moss. Each tile has one of them."""

JOINT, ROCK = (58, 52, 46), (62, 54, 47)
"""The colours between stones, and of rock."""


def paint_floor(squares: Collection[Square], size: Size, pixels: int, seed: str, stone: tuple[int, int, int]) -> Image:
    """Return a picture of floor with flagstones on some squares, and rock on all others.

    Args:
        squares: the squares of floor.
        size: the width and height of the picture in squares.
        pixels: the width of a square in pixels.
        seed: the seed of the dice.
        stone: the colour of the stones.
    """
    dice = random.Random(seed)  # noqa: S311  (stones are no secret)
    picture = Image.new("RGB", (size[0] * pixels, size[1] * pixels), ROCK)
    draw = ImageDraw.Draw(picture)
    _paint_boulders(draw, picture.size, pixels, dice)
    for x, y in sorted(squares):
        draw.rectangle([x * pixels, y * pixels, (x + 1) * pixels, (y + 1) * pixels], fill=JOINT)
    for x, y in sorted(squares):
        for column, row, width, height in dice.choice(STONE_PATTERNS):
            shade = dice.randint(-16, 16)
            colour = tuple(channel + shade + dice.randint(-5, 5) for channel in stone)
            box = (x + column / 4, y + row / 4, x + (column + width) / 4, y + (row + height) / 4)
            left, top, right, bottom = (round(length * pixels) for length in box)
            draw.rounded_rectangle([left + 1, top + 1, right - 2, bottom - 2], pixels // 14, fill=colour)
    return _light(picture, squares, pixels, dice)


STONE_PATTERNS = (
    ((0, 0, 4, 4),),
    ((0, 0, 2, 2), (2, 0, 2, 2), (0, 2, 2, 2), (2, 2, 2, 2)),
    ((0, 0, 4, 2), (0, 2, 2, 2), (2, 2, 2, 2)),
    ((0, 0, 2, 4), (2, 0, 2, 2), (2, 2, 2, 2)),
    ((0, 0, 4, 2), (0, 2, 4, 2)),
    ((0, 0, 3, 3), (3, 0, 1, 3), (0, 3, 3, 1), (3, 3, 1, 1)),
)
"""How the stones of a square may lie, each as (column, row, width, height) in quarters of the square."""


def _paint_boulders(draw: ImageDraw.ImageDraw, size: Size, pixels: int, dice: random.Random) -> None:
    """Paint rock as boulders of many sizes all over a picture."""
    for _ in range(size[0] * size[1] * 3 // pixels**2):
        x, y = dice.randrange(size[0]), dice.randrange(size[1])
        radius, shade = dice.randint(pixels // 8, pixels // 2), dice.randint(-14, 14)
        colour = tuple(channel + shade for channel in ROCK)
        draw.ellipse([x - radius, y - radius * 3 // 4, x + radius, y + radius * 3 // 4], fill=colour)


def _light(picture: Image.Image, squares: Collection[Square], pixels: int, dice: random.Random) -> Image.Image:
    """Return a picture with grain, and with shade on the floor along the rock, as under a low roof."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for x, y in squares:
        draw.rectangle([x * pixels, y * pixels, (x + 1) * pixels - 1, (y + 1) * pixels - 1], fill=255)
    soft_mask = mask.filter(ImageFilter.GaussianBlur(pixels / 4)).point(lambda value: 150 + value * 105 // 255)
    lit = ImageChops.multiply(picture, Image.merge("RGB", [soft_mask] * 3))
    grain_size = picture.width // 2, picture.height // 2
    grain = Image.frombytes("L", grain_size, dice.randbytes(grain_size[0] * grain_size[1]))
    soft_grain = grain.filter(ImageFilter.GaussianBlur(1)).resize(picture.size)
    return Image.blend(lit, ImageChops.overlay(lit, Image.merge("RGB", [soft_grain] * 3)), 0.35)


def save_picture(picture: Image.Image, path: Path) -> None:
    """Write a picture as JPEG, small enough for a repository."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, "JPEG", quality=78, optimize=True)


def write_tile_set() -> int:
    """Write the set of tiles with a picture each, and return how many tiles there are."""
    folder = FOLDER / "tiles" / PICTURED_SET
    tiles = load_stock_library().list_set_tiles(ORIGINAL_SET)
    for number, tile in enumerate(tiles):
        name = tile.id.rpartition("/")[2]
        picture = paint_floor(tile.letters, tile.size, TILE_PIXELS, name, STONES[number % len(STONES)])
        save_picture(picture, folder / f"{name}.jpg")
        text = (find_stock_folder() / f"{tile.id}.yaml").read_text(encoding="utf-8")
        copied = text.replace(f"id: {tile.id}\n", f"id: {PICTURED_SET}/{name}\n")
        line = f"picture: {{file: {name}.jpg, author: {AUTHOR}, licence: {LICENCE}}}\nsquares: |\n"
        (folder / f"{name}.yaml").write_text(copied.replace("squares: |\n", line), encoding="utf-8")
    return len(tiles)


def paint_dungeon() -> None:
    """Paint the picture that the dungeon names: its floor, with a rim of rock around it."""
    layout = Dungeon.load(PICTURED_DUNGEON).layout
    squares = [square for section in layout.sections for square in section.squares]
    (left, top), (width, height) = find_bounds(squares)
    shifted = {(x - left + RIM, y - top + RIM) for x, y in squares}
    size = width + 2 * RIM, height + 2 * RIM
    save_picture(paint_floor(shifted, size, MAP_PIXELS, "halls", STONES[0]), FOLDER / "the-painted-halls.jpg")


if __name__ == "__main__":
    print(f"{FOLDER}: {write_tile_set()} tiles and a dungeon")
    paint_dungeon()
