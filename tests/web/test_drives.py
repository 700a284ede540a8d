"""Matches of three drives in a real browser, under each edition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_play
from tests.soak import FULL, soak

from .browser import CHROMIUM, Browser, browser
from .test_page import DESK, PHONE, ROOT, Page, write_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium, which the page is tried in, is not installed")
SCRIPT = Path(__file__).with_name("three_drives.mjs").read_text()
DUNGEONS = {
    "gw-1989-basic": "gw-1989/set-up-1",
    "gw-1989-expanded": "gw-1989/the-sunken-halls",
    "gw-2021": "gw-2021/the-idols-wheel",
    "gw-2021-multiplayer": "gw-2021-multiplayer/the-four-stairs",
    "brawl-2013": "brawl-2013/hogwurts",
    "naf-2019": "naf-2019/the-four-winds",
    "db7s-2019": "db7s-2019/layout-07",
    "eagbbl": "eagbbl/the-cleft",
}
PLAYS_ON = {"brawl-2013", "db7s-2019"}
CHOSEN = {"naf-2019", "eagbbl"}
SAMPLE = ("gw-1989-basic", "gw-2021", "brawl-2013", "eagbbl")
"""One edition that rolls who begins, one that waits, one that plays on, one that chooses."""


@soak
def test_three_drives_under_each_edition(tmp_path: Path) -> None:
    """Who begins, reserves, chests, undo, touchdowns and new drives go as each edition says; nothing tells what a shut
    chest holds; another tab has the same match, and what it does is taken over and said."""
    with browser(tmp_path / "profile") as driver:
        for edition in DUNGEONS if FULL else SAMPLE:
            play_three_drives(driver, tmp_path, edition, DUNGEONS[edition])


def play_three_drives(driver: Browser, folder: Path, edition: str, name: str) -> None:
    """Play a match of an edition, alternately on a desk and on a phone."""
    device = PHONE if len(edition) % 2 else DESK
    driver.begin(*device)
    page = Page(driver, device, write_page(folder, Dungeon.load(ROOT / "examples" / f"{name}.dungeon.yaml"), edition))
    play = parse_play(load_unchecked_ruleset(edition))
    course = {
        "playsOn": edition in PLAYS_ON,
        "begins": "chosen" if edition in CHOSEN else "rolled",
        "firstOfNext": play.drive_first,
        "from": 2 if edition in PLAYS_ON else 1,
        "waits": edition.startswith("gw-2021"),
    }
    told = driver.ask(f"{SCRIPT.partition('(({')[1]}{SCRIPT.partition('(({')[2].strip()}({json.dumps(course)})")
    assert told["scores"][1] == told["drives"] == 3, edition
    before = page.events
    driver.ask(
        "globalThis.other = new coachesPage.session.constructor(coachesPage.session.data, {memory: localStorage})"
    )
    assert driver.ask("other.events") == before, edition
    driver.ask("other.undo(), dispatchEvent(new StorageEvent('storage', {key: other.key}))")
    assert page.events == [*before, ["undo"]]
    assert "Another tab" in driver.ask("document.querySelector('.offer').textContent")
    assert driver.complaints == []
