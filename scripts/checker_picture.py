"""Make a picture of the checker's page with a dungeon that breaks a rule, with Chromium, if it is installed.

The page is built as `make web` builds it, and served from this computer.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from scripts.build_web import build_web
from scripts.picture_files import PROJECT_ROOT, save_picture
from tests.checker_page.test_page import CHECKED, SENTENCE, Handler, type_text
from tests.web.browser import CHROMIUM, Browser, browser, serve_folder

CHECKER_PICTURE = "checker-page"
"""The name of the picture: a dungeon with a problem, whose squares are marked on the map."""
DUNGEON = PROJECT_ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
PORTAL_ROW, BROKEN_ROW = "..C....3....", "..C....5...."
"""A row of the dungeon with a portal, and the same row with a number that another portal has."""
WINDOW_SIZE_PX = 1280, 1060
PICTURE_WIDTH_PX = 1000


def make_checker_pictures(names: Sequence[str]) -> None:
    """Make the picture of the checker's page, or say that Chromium is missing."""
    if CHECKER_PICTURE not in names:
        return
    if CHROMIUM is None:
        print(f"a picture of the checker's page needs Chromium, which is not installed: {CHECKER_PICTURE}")
        return
    with tempfile.TemporaryDirectory() as folder:
        web_folder, profile, screen = (Path(folder) / name for name in ("web", "profile", "screen.png"))
        build_web(web_folder)
        with serve_folder(web_folder, Handler) as address, browser(profile) as driver:
            show_broken_dungeon(driver, address)
            driver.picture(screen)
        picture = Image.open(screen).convert("RGB")
    size = PICTURE_WIDTH_PX, round(picture.height * PICTURE_WIDTH_PX / picture.width)
    save_picture(picture.resize(size, Image.Resampling.LANCZOS), CHECKER_PICTURE)


def show_broken_dungeon(driver: Browser, address: str) -> None:
    """Open the checker's page, type a dungeon in which two portals have one number, and point at that problem."""
    driver.begin(*WINDOW_SIZE_PX, touch=False)
    driver.open(address)
    driver.until(f"{CHECKED} > 0")
    text = DUNGEON.read_text(encoding="utf-8").replace(PORTAL_ROW, BROKEN_ROW, 1)
    type_text(driver, text)
    driver.until(f"{SENTENCE}.startsWith('The Four Winds is not legal')")
    driver.until("document.querySelector('#editions [aria-checked=true]').textContent.endsWith('1 error')")
    driver.ask("document.querySelector('#problems > li').focus({ preventScroll: true })")
    driver.until("document.querySelectorAll('#map .shown rect').length > 0")
    driver.ask("new Promise((done) => setTimeout(done, 600))")  # until what moves has come to rest
