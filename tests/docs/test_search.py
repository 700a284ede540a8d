"""The manual's search, in Chromium, from a folder and without a network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.browser import CHROMIUM, PATIENCE, Browser, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium, in which the site is opened, is not installed")
HITS = 3
PAGE_BY_WORDS = {
    "Windows": "start/install.html",
    "upgrade": "start/install.html",
    "uninstall": "start/install.html",
    "score sheet": "how-to/event-pack.html",
    "schedule": "how-to/schedule.html",
    "29 mm": "how-to/print-to-scale.html",
    "A3": "how-to/print-to-scale.html",
    "mat": "how-to/print-a-mat.html",
    "phone": "how-to/phones.html",
    "QR": "how-to/phones.html",
    "four teams": "how-to/three-to-six-teams.html",
    "own tiles": "how-to/own-tiles.html",
    "legal": "how-to/fix-an-illegal-dungeon.html",
    "why illegal": "how-to/fix-an-illegal-dungeon.html",
    "undo": "how-to/when-something-goes-wrong.html",
    "Foundry": "how-to/other-programs.html",
    "lava": "table/eagbbl.html",
    "trapdoor": "rules/trapdoor.html",
    "fair": "how-to/is-it-fair.html",
    "time limit": "table/gw-2021.html",
}
"""What an organiser types, and the page that answers."""


@pytest.fixture(scope="module")
def opened(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The site in a browser that has no network, with the search open."""
    with browser(tmp_path_factory.mktemp("profile")) as driver:
        driver.begin(1200, 900, False)
        driver.call(
            "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0
        )
        driver.open((site / "index.html").as_uri())
        driver.ask("document.querySelector('.md-search__button').click()")
        driver.until("!!document.activeElement.shadowRoot?.activeElement")
        yield driver


def search(driver: Browser, words: str) -> list[str]:
    """Type words into the search, and return the addresses of its results once they no longer change."""
    results = "[...document.activeElement.shadowRoot.querySelectorAll('ol li a')].map(link => link.href)"
    driver.ask("document.activeElement.shadowRoot.activeElement.select()")
    driver.call("Input.insertText", text=words)
    driver.until(f"{results}.length > 0")
    addresses: list[str] = []
    for _ in range(20):
        time.sleep(0.7)  # what was found before stands there until the new results come
        previous, addresses = addresses, list(driver.ask(results))
        if addresses == previous:
            break
    return addresses


@pytest.mark.parametrize("words", PAGE_BY_WORDS)
def test_a_word_leads_to_its_page(opened: Browser, site: Path, words: str) -> None:
    """Within three hits the search leads to the page that answers, with the network off."""
    found = search(opened, words)[:HITS]
    assert (site / PAGE_BY_WORDS[words]).as_uri() in [address.partition("#")[0] for address in found]


def test_nothing_is_asked_of_other_computers(opened: Browser) -> None:
    """Page and search load files of the site alone, and nothing goes wrong on the way."""
    search(opened, "chest")
    assert [address for address in opened.requests if not address.startswith("file://")] == []
    assert opened.complaints == []


def follow(driver: Browser, address: str, ending: str) -> None:
    """Open an address of a page that has moved, and wait until the browser is where it leads."""
    driver.call("Page.navigate", url=address)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(AssertionError):  # the browser gives no answer while it leaves a page
            if str(driver.ask("location.href")).endswith(ending):
                return
        time.sleep(0.1)
    pytest.fail(f"{address} does not lead to {ending}")


def test_an_old_address_with_a_heading_leads_to_the_heading(opened: Browser, site: Path) -> None:
    """Whoever kept a link to a heading of an old page gets to that heading."""
    follow(opened, f"{(site / 'printing.html').as_uri()}#a-mat", "how-to/print-a-mat.html")
    follow(
        opened,
        f"{(site / 'recipes/event.html').as_uri()}#5-is-it-fair",
        "tutorials/first-event.html#5-is-it-fair",
    )
