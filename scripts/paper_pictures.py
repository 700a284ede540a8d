"""Make pictures of printed pages: the program writes a PDF, and poppler (pdftotext, pdftoppm) shows its pages.

Each picture shows one or more pages of a document beside each other.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from scripts.picture_files import PROJECT_ROOT, save_picture

EXAMPLES = PROJECT_ROOT / "examples"
TILED_DUNGEON = EXAMPLES / "gw-2021" / "the-burning-horseshoe.dungeon.yaml"
SEASON = "winter-warren.toml"
"""The season of the pack, in examples/db7s-2019."""
SEASON_ADDRESS = 'address = "https://example.org/winter-warren/"\n'
"""A line that gives table cards a code, since it says where the season's pages are published."""

GAP_PX, FRAME_COLOUR, GROUND_COLOUR = 16, "#8a8a8a", "#d9d9d9"
"""The space around pages, the colour of their rims and of the ground below them."""
RESOLUTION_DPI = 150
"""How finely pages are drawn before they are made smaller."""


class PaperPicture(NamedTuple):
    """A picture of pages.

    Attributes:
        command: the arguments of the program that write the document, which is `pages.pdf`.
        pages: which pages are shown, each by its number from 1, or by the text with which it begins.
        height: the height of a page in the picture, in pixels.
    """

    command: tuple[str, ...]
    pages: tuple[int | str, ...]
    height: int


_PACK = ("pack", SEASON, "-o", "pages.pdf", "--organiser")
_SHEETS = ("render", str(TILED_DUNGEON), "-o", "pages.pdf", "--square", "29mm", "--paper", "A4")
_PIECES = ("render", str(TILED_DUNGEON), "-o", "pages.pdf", "--pieces", "--square", "29mm")
_TILES = ("render", str(TILED_DUNGEON), "-o", "pages.pdf", "--laid-tiles", "--square", "29mm")

PAPER_PICTURES = {
    "paper-sheets": PaperPicture(_SHEETS, (1, 2, 3), 560),
    "paper-pieces": PaperPicture(_PIECES, (1, 2), 560),
    "paper-tiles": PaperPicture(_TILES, (1, 2), 560),
    "paper-pack": PaperPicture(_PACK, (1, 4, 5), 620),
    "paper-schedule": PaperPicture(_PACK, (2, 3), 760),
    "paper-score-sheet": PaperPicture(_PACK, ("Score sheets",), 900),
    "paper-table-card": PaperPicture(_PACK, ("Table cards",), 900),
}
"""The pictures of pages, by name."""


def make_paper_pictures(names: Sequence[str]) -> None:
    """Make the named pictures of pages, or say which tool of poppler is missing."""
    missing_tools = [tool for tool in ("pdftoppm", "pdftotext") if shutil.which(tool) is None]
    if names and missing_tools:
        print(f"pictures of pages need poppler; {' and '.join(missing_tools)} is not installed: {', '.join(names)}")
        return
    for name in names:
        picture = PAPER_PICTURES[name]
        pdf = write_document(picture.command)
        pages = [draw_page(pdf, find_page(pdf, page), picture.height) for page in picture.pages]
        save_picture(join_pages(pages), name)


@cache
def write_document(command: tuple[str, ...]) -> bytes:
    """Return the document that a command of the program writes in a folder with the season."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (EXAMPLES / "db7s-2019").iterdir():
            shutil.copy(file, folder)
        season = Path(folder) / SEASON
        season.write_text(SEASON_ADDRESS + season.read_text(encoding="utf-8"), encoding="utf-8")
        call = [sys.executable, "-m", "dungeon_designer", *command]
        subprocess.run(call, cwd=folder, check=True, env=None, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
        return (Path(folder) / "pages.pdf").read_bytes()


def find_page(pdf: bytes, page: int | str) -> int:
    """Return the number of a page from 1: the given number, or the last page that begins with the given text."""
    if isinstance(page, int):
        return page
    output = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout  # noqa: S607
    starts = [text.lstrip().startswith(page) for text in output.decode().split("\f")]
    return len(starts) - starts[::-1].index(True)


def draw_page(pdf: bytes, number: int, height: int) -> Image.Image:
    """Return a page of a document as a picture of the given height in pixels."""
    call = ["pdftoppm", "-r", str(RESOLUTION_DPI), "-f", str(number), "-l", str(number), "-png", "-"]
    output = subprocess.run(call, input=pdf, capture_output=True, check=True).stdout  # noqa: S603 - our own words
    page = Image.open(io.BytesIO(output)).convert("RGB")
    return page.resize((round(page.width * height / page.height), height), Image.Resampling.LANCZOS)


def join_pages(pages: Sequence[Image.Image]) -> Image.Image:
    """Return pages beside each other on a grey ground, each with a thin rim."""
    width = sum(page.width for page in pages) + GAP_PX * (len(pages) + 1)
    joined = Image.new("RGB", (width, max(page.height for page in pages) + 2 * GAP_PX), GROUND_COLOUR)
    left = GAP_PX
    for page in pages:
        joined.paste(FRAME_COLOUR, (left - 1, GAP_PX - 1, left + page.width + 1, GAP_PX + page.height + 1))
        joined.paste(page, (left, GAP_PX))
        left += page.width + GAP_PX
    return joined
