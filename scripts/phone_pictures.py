"""Make pictures of the coaches' page on a phone, with Chromium, if it is installed."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.web_page import export_web_page
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from scripts.paper_pictures import join_pages
from scripts.picture_files import PROJECT_ROOT, save_picture
from tests.web.browser import CHROMIUM, Browser, browser
from tests.web.test_page import PHONE, Page

DUNGEON = PROJECT_ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
PHONE_PICTURE = "coaches-page"
"""The name of the picture: the page as it opens, a square that was tapped, and a turn's reach."""
TAPPED_SQUARE = (6, 1)
"""A square with a chest."""
HEIGHT_PX = 844
"""The height of a phone in the picture, in pixels."""


def make_phone_pictures(names: Sequence[str]) -> None:
    """Make the picture of the coaches' page, or say that Chromium is missing."""
    if PHONE_PICTURE not in names:
        return
    if CHROMIUM is None:
        print(f"a picture of the coaches' page needs Chromium, which is not installed: {PHONE_PICTURE}")
        return
    with tempfile.TemporaryDirectory() as folder, browser(Path(folder) / "profile") as driver:
        driver.begin(*PHONE)
        save_picture(join_pages(photograph_page(driver, Path(folder))), PHONE_PICTURE)


def photograph_page(driver: Browser, folder: Path) -> list[Image.Image]:
    """Return pictures of the page: as it opens, after a tap, and with a player's reach."""
    file = folder / "page.html"
    options = ExportOptions(ruleset=load_unchecked_ruleset("naf-2019"))
    file.write_bytes(export_web_page(Dungeon.load(DUNGEON).board, options))
    page = Page(driver, PHONE, file.as_uri())
    pictures = [photograph(driver, folder)]
    page.tap(*TAPPED_SQUARE)
    pictures.append(photograph(driver, folder))
    page.press("A turn")
    page.pause()
    page.tap(9, 3)
    pictures.append(photograph(driver, folder))
    return pictures


def photograph(driver: Browser, folder: Path) -> Image.Image:
    """Return what the browser shows, as a picture."""
    driver.ask("new Promise((done) => setTimeout(done, 600))")
    file = folder / "screen.png"
    driver.picture(file)
    screen = Image.open(io.BytesIO(file.read_bytes())).convert("RGB")
    return screen.resize((round(screen.width * HEIGHT_PX / screen.height), HEIGHT_PX), Image.Resampling.LANCZOS)
